"""What dice are rolled for, in the words people say when they reach for them."""

from __future__ import annotations

from collections.abc import Sequence

# by the name of the rule that rolls; of several on the way the innermost that stands here
PURPOSES = {
    "muster": "for how many there are",
    "hit_points": "for hit points",
    "roll_distance": "for how far apart they meet",
    "surprise": "for surprise",
    "roll_sides": "for initiative",
    "roll_for": "for initiative",
    "roll_side": "for initiative",
    "roll_single": "for initiative",
    "first_score": "for initiative",
    "get_ready": "to be ready",
    "reorient": "to re-orient",
    "roll_to_hit": "to hit",
    "attack_roll": "to hit",
    "strikes": "to hit",
    "hits": "to hit",
    "throw": "to hit",
    "stray": "for whom the shot goes at",
    "drawn_other": "for whom the shot goes at",
    "weapon_damage": "for damage",
    "squeeze": "for damage",
    "strength_of": "for how strong it is",
    "drains": "for damage",
    "burn": "for the fire's damage",
    "ignite": "for the fire's damage",
    "break_on": "for the flask's damage",
    "next_splashed": "for the splash's damage",
    "over_the_edge": "for the fall's damage",
    "tire": "for hit points lost to weariness",
    "drain_level": "for hit points lost with the level",
    "defend": "to defend",
    "look_round": "to look round",
    "tend": "to tend the dying",
    "disturb": "to keep the spell",
    "keep_in_mind": "to keep the spell",
    "disturbed": "for whether the spell is disturbed",
    "injure": "to save against injury",
    "bleed": "for how long it lives",
    "save_from_death": "to save against death",
    "mark": "for what it leaves behind",
    "stun": "for how long it lies there",
    "saves": "to save",
    "check_group": "for morale",
    "check_morale": "for morale",
    "check_loyalty": "for loyalty",
    "turning_roll": "to turn the undead",
    "turn_undead": "for how many are turned",
    "catch_by_dice": "for how many hit dice it catches",
    "catch_some": "for how many it catches",
    "rounds_of": "for how long it lasts",
    "unlucky": "for whether it comes to anything",
    "use_skill": "for the skill",
    "aims_well": "to execute from afar",
    "stabilise": "to stabilise",
    "strength_contest": "for who is stronger",
    "stands_before": "for who is stronger",
    "contest": "for who prevails",
}


def purpose(rules: Sequence[str]) -> str:
    """From the names of the rules that called for a die, the innermost last."""
    known = next((PURPOSES[name] for name in reversed(rules) if name in PURPOSES), "")
    return known or (f"for {rules[-1].replace('_', ' ')}" if rules else "")
