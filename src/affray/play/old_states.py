"""States as text of the first format: the names that fields had then, and where their values belong now.

After the first format many fields got other names, those of one book moved into a nested record, and those with two
meanings were split."""

from __future__ import annotations

from typing import Any


def pairs(text: str) -> dict[str, str]:
    """Read names as old=new."""
    return dict(pair.split("=") for pair in text.split())


COMBATANT = pairs(
    """
    hit=melee_modifier aim=missile_modifier harm=damage_modifier wisdom=magic_save_modifier
    quick=initiative_modifier led=led_morale left=kit_left routine=has_routine potion=potion_effect
    turns=turning_level rank=undead_rank dives=dive_bonus hates=hated_tags hatred=hatred_bonus
    shuns=daylight_modifier ward=hurt_by half_ward=half_hurt_by last=acts_last slow=attacks_late
    habits=classic.usual_steps surprises=surprise_chance face_x=heading_x face_y=heading_y faces=faced_foe
    up=in_fight on=conditions until=ends_at subdual=subdual_damage drained=drained_levels wounded=hurt_round
    felled=effect_qualities attached=attached_to met=auras_met due=morale_due passed=morale_passed place=turn
    count=initiative run=run_distance arrived=arrived_round paces=rounds_moved drew=drew_round faced=faced_round
    shot=shot_round spell=current_spell swings=attacks_made landed=hug_hits landed_on=hug_target
    beset=times_attacked prize=objective_of skills=fourfold.skills minor=fourfold.dies_at_zero
    snaps=fourfold.may_snap frail=fourfold.frail shock=fourfold.shock shock_ac=fourfold.shock_ac
    spent=fourfold.spent_actions held=holding after=fourfold.acts_after defends=fourfold.total_defence
    charged=fourfold.charged_round withdrew=fourfold.withdrew screens=fourfold.screened_ally
    screened=fourfold.screens_used blocked=fourfold.blocked_round grip=fourfold.grappled_foe
    pinned=fourfold.pinned wrung=fourfold.wrung_round tended=fourfold.tended_round empty=unloaded
    dropped=fourfold.dropped_slot owes=fourfold.owes_free_attack combat=vanguard.combat_bonus
    green=vanguard.untrained mailed=vanguard.metal_armour tough=vanguard.toughness
    sleepless=vanguard.sleepless_days sapped=vanguard.drained_hp doomed=vanguard.hours_to_live
    scars=vanguard.death_saves_survived unready=vanguard.unready guarded=vanguard.defensive_stance
    pace=vanguard.pace began=vanguard.began_round lit=vanguard.flame_ready burns=vanguard.burning_turns
    parted=offered_parting_blow ended=vanguard.ended_round wits=tempo.wits score=tempo.score
    trained=tempo.trained lackey=tempo.lackey commands=tempo.command_level guard=tempo.active_defence
    opened=tempo.guard_dropped_in struck=tempo.struck_round looked=tempo.looked_round reacted=tempo.reacted_to
    ordered=tempo.ordered_target locked=tempo.bout_foe barred=tempo.barred_target aims_at=tempo.aim_target
    aimed=tempo.aimed_round threatens=tempo.threatened_foe feared=tempo.morale_met
    alert=procedure.surprise_modifier startled=procedure.surprised prime=procedure.prime_modifier
    readied=procedure.readied_spell jolt=procedure.concentration_damage jarred=procedure.concentration_disturbed
    shots=procedure.shots_made pressed=procedure.attacked_in_melee holds=holding trigger=procedure.trigger
    goal_x=procedure.charge_x goal_y=procedure.charge_y goal_z=procedure.charge_z clash=procedure.clash_foe
    delayed=fourfold.delayed stopped=fourfold.stopped_by drags=fourfold.dragged
    """
)
FIGHT = pairs(
    """
    mustered=groups_counted apart=start_distance far_count=distance_count far_sides=distance_sides
    far_times=distance_times uncanny=needs_upkeep prized=fall_decides hold=holding_side parley=speaker
    speech=speech_modifier place=turn places=turn_count together=simultaneous next=next_actor
    opens=classic.scan_start closes=scan_end free=surprise_round favour=referee_modifier edge=situation_modifier
    edge_reason=situation_reason pooled=vanguard.burning_pools ledge=tempo.ledge alarm=tempo.morale_pending
    highest=tempo.highest_scorer deed=action_kind deed_at=action_target deed_how=action_option
    deeds=tempo.action_count action=tempo.action_number answering=tempo.answered_action reply=tempo.is_reaction
    opening=tempo.guard_dropper orders=tempo.open_orders cutting=procedure.interrupter
    minds=procedure.concentration_rolls came_x=procedure.newcomer_x came_y=procedure.newcomer_y
    came_z=procedure.newcomer_z pools=vanguard.pools told=fourfold.action_told
    ordered=fourfold.initiative_rolled screening=fourfold.any_screening bad_ground=fourfold.bad_ground
    luck=fourfold.advantage spares=fourfold.nonlethal table=observer
    """
)
SIDE = pairs(
    """
    first=first_member facing=first_foe engine=engine_questions out=out_of_action met=morale_met place=turn
    escape=wins_by_escape prepared=ambush_prepared
    """
)
ACT = pairs(
    """
    left=victims_left
    """
)
WEAPON = pairs(
    """
    attribute=fourfold.attribute shock=fourfold.shock shock_ac=fourfold.shock_ac assassin=fourfold.assassin
    both=vanguard.two_handed_sides strong=vanguard.adds_strength homely=vanguard.simple length=tempo.reach_rank
    shots=procedure.shots_per_round
    """
)
EFFECT = pairs(
    """
    per_levels=level_step last_count=duration_count last_sides=duration_sides last_times=duration_times
    last_plus=duration_plus last_per_level=duration_per_level half=save_halves many_count=victim_count
    many_sides=victim_sides many_plus=victim_plus only=only_tags spares=immune_tags
    """
)
POOL = pairs(
    """
    until=ends_at
    """
)
NAMES = {
    "Combatant": COMBATANT,
    "Fight": FIGHT,
    "Side": SIDE,
    "Act": ACT,
    "Weapon": WEAPON,
    "Effect": EFFECT,
    "Pool": POOL,
}
REMOVED = {("Combatant", "rose"), ("Side", "due")}
SPLIT: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {  # had a meaning in each book, or several in one
    ("Combatant", "ready"): {
        "classic": ("classic.initiative_tied", "was_able"),
        "procedure": ("procedure.charge_reached", "was_able"),
        "": ("was_able",),
    },
    ("Combatant", "done"): {"fourfold": ("fourfold.turn_taken",), "": ("went_first",)},
    ("Combatant", "caught"): {"": ("act_victim",)},
    ("Combatant", "asked"): {"tempo": ("tempo.asked_to_strike",), "": ("fourfold.asked_to_react",)},
    ("Combatant", "heeds"): {"": ("procedure.charge_target", "procedure.trigger_target")},
    ("Fight", "todo"): {"classic": ("classic.steps_needed",), "": ("procedure.steps_declared",)},
    ("Fight", "early"): {"fourfold": ("fourfold.turn_announced",), "": ("went_first_count",)},
    ("Fight", "slow"): {"classic": ("classic.has_late_attacks",), "": ("vanguard.helpless_in_fire",)},
    ("Fight", "waiting"): {"fourfold": ("fourfold.delayed_count",), "": ("waiting_count",)},
    ("Fight", "stage"): {"fourfold": ("fourfold.guard_lowered",), "": ("tempo.stage",)},
}
TRUTHS = {"fourfold.turn_announced", "fourfold.guard_lowered"}  # these were numbers
NEWCOMERS = ("classic", "procedure")  # books in which the next blow named who has come near
RECORDS = {"side": "Side", "who": "Combatant", "arms": "Weapon", "effects": "Effect", "pools": "Pool", "act": "Act"}


def convert_state(said: Any, book: str) -> Any:
    """Return the fields of a fight under the names that they have now. What is damaged stays as it is."""
    if not isinstance(said, dict):
        return said
    blow = said.get("blow")
    if book in NEWCOMERS and isinstance(blow, dict) and "at" in blow:
        said = {**said, "blow": {**blow, "at": -1}, "newcomer": blow["at"]}
    if book == "tempo" and said.get("stage") == 1 and "actor" not in said:  # between turns: a bout that was forced on
        said = {name: value for name, value in said.items() if name != "stage"} | {"tempo": {"bout_forced": True}}
    return convert_record("Fight", said, book)


def convert_record(record: str, said: Any, book: str) -> Any:
    if not isinstance(said, dict):
        return said
    found: dict[str, Any] = {}
    for name, value in said.items():
        inner = RECORDS.get(name) if record == "Fight" else None
        if inner and isinstance(value, list):
            value = [convert_record(inner, item, book) for item in value]
        elif inner:
            value = convert_record(inner, value, book)
        for path in places(record, name, book):
            put(found, path, bool(value) if path in TRUTHS else value)
    return found


def places(record: str, name: str, book: str) -> tuple[str, ...]:
    """Return where the value of a field of the first format belongs."""
    if (record, name) in REMOVED:
        return ()
    if (record, name) in SPLIT:
        by_book = SPLIT[record, name]
        return by_book.get(book, by_book[""])
    return (NAMES.get(record, {}).get(name, name),)


def put(found: dict[str, Any], path: str, value: Any) -> None:
    """Set a field, or a field of a nested record."""
    part, _, name = path.rpartition(".")
    target = found.setdefault(part, {}) if part else found
    if isinstance(target, dict):
        target[name] = value
