"""The seams: functions that rules call where books differ, or where a table may want another rule.

A seam has a signature and a docstring here, and an implementation in every book: the book's own, or the one that books
share (`rules/shared/defaults.py`). Rules call the seam, `seams.check_morale(f, who)`, which calls what the fight's book
provides; compiled rules call that directly. A house rule may replace the implementations of a whole group (`GROUPS`);
nothing else is ever replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from affray.engine.state import Combatant, Effect, Fight, Side, Weapon
from affray.engine.verbs import seam
from affray.rules.book import Function, Implementation, Offer

P = ParamSpec("P")
T = TypeVar("T")

# what has happened, for trigger_morale: a death; somebody out of action, dead or not; a round; a blow that can't hurt
DIED, DROPPED, ROUND_BEGINS, HARMLESS = range(4)


def implement(seam: Callable[P, T], function: Callable[P, T]) -> Implementation:
    """Provide a function for a seam. The type checker compares their signatures."""
    return seam, function


# --- who acts first, and who is surprised


@seam
def roll_initiative(f: Fight) -> bool:
    """Take one step of initiative. Return True once every side and everybody on it has a place in this round, from 0 up
    to `f.turn_count`."""
    return f.seams[roll_initiative](f)


@seam
def score_die(f: Fight, who: Combatant) -> int:
    """Return the d20 of an initiative score that nothing but wits changes."""
    return f.seams[score_die](f, who)


@seam
def check_surprise(f: Fight, side: Side) -> None:
    """Find out whether a side that may be surprised is: sets `side.surprised`."""
    f.seams[check_surprise](f, side)


# --- attacks and damage


@seam
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Make one attack with all its consequences."""
    f.seams[attack](f, attacker, target, weapon, missile, subdual)


@seam
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether somebody can strike now, out of turn, with what is in hand."""
    return f.seams[can_strike](f, who, target)


@seam
def has_charged(f: Fight, who: Combatant) -> bool:
    """Return whether a lance of theirs, or a braced weapon against them, deals double damage now."""
    return f.seams[has_charged](f, who)


@seam
def stance(f: Fight, target: Combatant) -> int:
    """Return what the way a target fights this round adds to their descending armour class."""
    return f.seams[stance](f, target)


@seam
def turns_its_back(f: Fight, target: Combatant) -> bool:
    """Return whether a target retreats in such a way that their shield does not count."""
    return f.seams[turns_its_back](f, target)


@seam
def beset_by_others(f: Fight, target: Combatant) -> bool:
    """Return whether a shot at the target is a shot into a melee."""
    return f.seams[beset_by_others](f, target)


@seam
def afflictions(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what conditions of attacker and target add to the roll to hit."""
    return f.seams[afflictions](f, attacker, target)


@seam
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Roll the damage of a hit and return it with every modifier."""
    return f.seams[weapon_damage](f, attacker, target, weapon, missile, stab)


@seam
def after_roll(
    f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, natural: int, hit: bool
) -> None:
    """Apply what the natural roll to hit means beside a hit or a miss: set `f.critical`, or make a fumble of it."""
    f.seams[after_roll](f, attacker, target, weapon, missile, natural, hit)


@seam
def critical_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, amount: int) -> int:
    """Return what a critical hit adds to this much damage."""
    return f.seams[critical_damage](f, attacker, target, weapon, amount)


@seam
def needed_roll(f: Fight, needed: int) -> int:
    """Return what a roll to hit needs on the die, before it is modified, instead of this number."""
    return f.seams[needed_roll](f, needed)


@seam
def damage_dice(f: Fight, who: Combatant, sides: int, count: int) -> int:
    """Roll the dice of a weapon's damage, and return their sum without any modifier of the weapon."""
    return f.seams[damage_dice](f, who, sides, count)


@seam
def splinters(f: Fight, target: Combatant, attacker: Combatant, amount: int) -> bool:
    """Return whether a shield is given up for a hit of so much damage, which then does nothing."""
    return f.seams[splinters](f, target, attacker, amount)


@seam
def after_kill(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Apply what follows for the attacker when a blow has felled the target: a further blow is a step of its own."""
    f.seams[after_kill](f, attacker, target, weapon, missile)


@seam
def extra_attack(f: Fight, attacker: Combatant, target: Combatant) -> None:
    """Make an attack out of turn that a house rule gives."""
    f.seams[extra_attack](f, attacker, target)


@seam
def consents(f: Fight, which: int, who: Combatant, other: Combatant, value: int) -> bool:
    """Ask somebody the yes or no of a house rule (shared/house.py)."""
    return f.seams[consents](f, which, who, other, value)


@seam
def names_targets(f: Fight) -> bool:
    """Return whether all name the foe whom they will attack when a round begins."""
    return f.seams[names_targets](f)


@seam
def name_foe(f: Fight, who: Combatant) -> int:
    """Ask somebody whom they will attack this round (shared/house.py). Return NOBODY for no foe."""
    return f.seams[name_foe](f, who)


@seam
def refuse_named(f: Fight, who: Combatant, target: int) -> int:
    """Return why somebody may not attack this foe in their own turn after what they have named, or 0."""
    return f.seams[refuse_named](f, who, target)


@seam
def hit_points(f: Fight, who: Combatant) -> int:
    """Roll the hit points of somebody whose number the scenario leaves open."""
    return f.seams[hit_points](f, who)


@seam
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Apply what a miss still does."""
    f.seams[graze](f, attacker, target, weapon, missile)


@seam
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """Return the clause by which a hit deals its damage."""
    return f.seams[damage_clause](f, attacker, weapon)


@seam
def suffer(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> int:
    """Deal damage, less what the target is immune to. Return how much of it was felt."""
    return f.seams[suffer](f, target, by, amount, qualities, clause)


@seam
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take off so many hit points, after immunities, and apply what happens at 0."""
    f.seams[lose_hit_points](f, target, by, amount, qualities, clause)


@seam
def beats_to_death(f: Fight, by: Combatant, target: Combatant, by_default: bool) -> bool:
    """Return whether a blow with bare hands that has brought the target to 0 kills."""
    return f.seams[beats_to_death](f, by, target, by_default)


@seam
def revive(f: Fight, who: Combatant) -> None:
    """Apply what magical healing does for somebody beside the hit points."""
    f.seams[revive](f, who)


@seam
def binds_wounds(f: Fight) -> bool:
    """Let somebody bind the wounds of a dying friend at the end of a round; return False when all have been asked."""
    return f.seams[binds_wounds](f)


@seam
def stabilise(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Try to keep a dying one alive, by the rule of dying that this fight has."""
    f.seams[stabilise](f, who, victim)


@seam
def loose_drawn_arrows(f: Fight, target: Combatant) -> None:
    """Ask about the shots of those who have a bow drawn on somebody who makes an injury save."""
    f.seams[loose_drawn_arrows](f, target)


@seam
def ability_modifier(f: Fight, score: int) -> int:
    """Return what an ability score adds."""
    return f.seams[ability_modifier](f, score)


@seam
def strength_score(f: Fight, who: Combatant) -> int:
    """Return the strength that a tempo check adds."""
    return f.seams[strength_score](f, who)


# --- conditions, effects and spells


@seam
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up, with what follows from that."""
    f.seams[expire](f, who, condition)


@seam
def settle(f: Fight) -> None:
    """End the fight if an objective is met or one side at most is left."""
    f.seams[settle](f)


@seam
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll a saving throw against an effect."""
    return f.seams[save](f, who, effect)


@seam
def halve(f: Fight, amount: int) -> int:
    """Return half the damage, rounded as the book rounds."""
    return f.seams[halve](f, amount)


@seam
def drain_level(f: Fight, by: Combatant, victim: Combatant, effect: Effect) -> None:
    """Take a level, or what the book takes instead."""
    f.seams[drain_level](f, by, victim, effect)


@seam
def drain_hit_points(f: Fight, by: Combatant, victim: Combatant, lost: int, effect: Effect) -> None:
    """Take the hit points of a lost level, and apply what happens at 0 of them, or of levels."""
    f.seams[drain_hit_points](f, by, victim, lost, effect)


@seam
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    """Return the reason why somebody can't cast the spell in this slot now, or 0."""
    return f.seams[refuse_spell](f, who, slot)


@seam
def spend_spell(f: Fight, who: Combatant, slot: int) -> None:
    """Take what a spell costs that was cast or lost."""
    f.seams[spend_spell](f, who, slot)


@seam
def disrupt(f: Fight, caster: Combatant) -> None:
    """Apply what a hit or a failed save does to a declared spell."""
    f.seams[disrupt](f, caster)


@seam
def jolt(f: Fight, target: Combatant, amount: int) -> None:
    """Apply what so much damage does to a caster's concentration."""
    f.seams[jolt](f, target, amount)


@seam
def lose_focus(f: Fight, who: Combatant) -> None:
    """Apply what being unable to act does to a caster's concentration."""
    f.seams[lose_focus](f, who)


@seam
def half_line_width(f: Fight) -> int:
    """Return half the width of a line, in tenths of the book's unit."""
    return f.seams[half_line_width](f)


# --- morale


@seam
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Set `morale_due` for those who must check because this (DIED and so on) has happened to somebody."""
    f.seams[trigger_morale](f, who, moment)


@seam
def check_morale(f: Fight, who: Combatant) -> None:
    """Check the morale of somebody whose check is due, with all who check by the same roll."""
    f.seams[check_morale](f, who)


@seam
def never_fights(f: Fight, who: Combatant) -> bool:
    """Return whether somebody checks morale before the first round already."""
    return f.seams[never_fights](f, who)


@seam
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return the referee's −2 to +2 on a morale rating."""
    return f.seams[morale_situation](f, who, which)


# --- movement


@seam
def melee_range(f: Fight) -> int:
    """Return how near one must be to strike, in tenths of the book's unit."""
    return f.seams[melee_range](f)


@seam
def encounter_rate(f: Fight, who: Combatant) -> int:
    """Return how far somebody can move this round."""
    return f.seams[encounter_rate](f, who)


@seam
def move_clause(f: Fight, who: Combatant) -> int:
    """Return the clause by which somebody moves."""
    return f.seams[move_clause](f, who)


@seam
def step_to(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Move somebody, unless that provokes blows: then the move waits for them."""
    f.seams[step_to](f, who, x, y, z)


@seam
def arrive(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make the move itself, once nothing holds it up."""
    f.seams[arrive](f, who, x, y, z)


@seam
def notice_move(f: Fight, who: Combatant) -> None:
    """Let those who wait for a foe to come near notice that this one sets out."""
    f.seams[notice_move](f, who)


@seam
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """Return the reason why somebody can't leave their melee, or 0."""
    return f.seams[refuse_leaving](f, who)


@seam
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether anybody strikes before the mover is gone. Then the move waits."""
    return f.seams[provokes](f, who, x, y, z)


@seam
def parting_blow(f: Fight) -> None:
    """Make one blow at whoever leaves; once all are made, the move."""
    f.seams[parting_blow](f)


@seam
def takes_parting_blow(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """Return whether somebody takes the blow that leaving allows them: a book may ask."""
    return f.seams[takes_parting_blow](f, who, leaver)


@seam
def parting_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """Return what somebody strikes at a leaver with: a book may ask."""
    return f.seams[parting_weapon](f, who, leaver)


# --- turns, tactics and the referee


@seam
def take_in_hand(f: Fight, who: Combatant, slot: int) -> None:
    """Change weapons, with what that means for when somebody acts."""
    f.seams[take_in_hand](f, who, slot)


@seam
def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Do for somebody who joins what is done for everybody before the first round."""
    f.seams[prepare_newcomer](f, who)


@seam
def in_spell_range(f: Fight, who: Combatant, effect: Effect, target: Combatant) -> bool:
    """Return whether a tactic considers this target for a spell."""
    return f.seams[in_spell_range](f, who, effect, target)


@seam
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what the random tactic may combine with a kind of answer to this question."""
    return f.seams[offer](f, ask, kind)


# --- what house rules may replace


class SeamGroup(NamedTuple):
    """Seams that a house rule replaces together."""

    about: str
    seams: tuple[Function, ...]
    words: str = ""  # what people call such rules: an unknown option that has one of them is told of this seam


GROUPS = {
    "initiative": SeamGroup("who acts first", (roll_initiative,), "initiative speed order turn"),
    "initiative.die": SeamGroup("whose die a score of initiative is", (score_die,)),
    "surprise": SeamGroup("who is surprised", (check_surprise,), "surprise ambush"),
    "damage": SeamGroup("how much a blow deals", (weapon_damage, graze, damage_clause), "damage shock graze soak"),
    "zero": SeamGroup(
        "what happens at 0 hit points", (lose_hit_points, expire, revive), "zero death dead dying wound bleed stabilis"
    ),
    "morale.triggers": SeamGroup("when morale is checked", (trigger_morale,), "trigger"),
    "morale.check": SeamGroup("how morale is checked", (check_morale, never_fights), "morale courage fear"),
    "leave": SeamGroup(
        "leaving a melee",
        (refuse_leaving, provokes, parting_blow),
        "leav retreat withdraw disengag flee parting opportunity",
    ),
    "critical": SeamGroup(
        "critical hits and fumbles", (after_roll, critical_damage), "crit fumble natural twenty threat double"
    ),
    "needed": SeamGroup("how high a roll to hit must be", (needed_roll,), "needed clamp hit parry called"),
    "damage.dice": SeamGroup("how damage dice are rolled", (damage_dice,), "explod explode dice die"),
    "shield": SeamGroup("what a shield does beside its armour class", (splinters,), "shield splinter"),
    "kill": SeamGroup("what follows when a blow fells somebody", (after_kill,), "kill cleave slay follow"),
    "targets": SeamGroup("whom one may attack in a turn", (names_targets, refuse_named), "declare target targets name"),
    "spells": SeamGroup("what a spell costs", (spend_spell,), "spell spells magic mana memory"),
    "hit-points": SeamGroup("how many hit points one has", (hit_points,), "hp hit-points hitpoints health"),
}
