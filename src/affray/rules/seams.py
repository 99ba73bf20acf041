"""The seams: functions that rules call where books differ, or where a table may want another rule.

A seam has a signature and a docstring here, and an implementation in every book: the book's own, or the one that books
share (`rules/shared/defaults.py`). Rules call the seam, `seams.check_morale(f, who)`, and the fight's book answers. A
house rule may replace the implementations of a whole group (`GROUPS`); nothing else is ever replaced."""

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
    """Take one step of it. Return True once every side and everybody on it has a place in this round, from 0 up to
    `f.places`."""
    raise NotImplementedError


@seam
def check_surprise(f: Fight, side: Side) -> None:
    """Find out whether a side that may be surprised is: sets `side.surprised`."""
    raise NotImplementedError


# --- attacks and damage


@seam
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Make one attack with all its consequences."""
    raise NotImplementedError


@seam
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    """Return whether it can strike now, out of turn, with what it strikes with."""
    raise NotImplementedError


@seam
def stance(f: Fight, target: Combatant) -> int:
    """Return what the way a target fights this round adds to its descending armour class."""
    raise NotImplementedError


@seam
def turns_its_back(f: Fight, target: Combatant) -> bool:
    """Return whether a target retreats in such a way that its shield does not count."""
    raise NotImplementedError


@seam
def beset_by_others(f: Fight, target: Combatant) -> bool:
    """Return whether a shot at the target is a shot into a melee."""
    raise NotImplementedError


@seam
def afflictions(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what conditions of attacker and target add to the roll to hit."""
    raise NotImplementedError


@seam
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Roll the damage of a hit and return it with every modifier."""
    raise NotImplementedError


@seam
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Do what a miss still does."""
    raise NotImplementedError


@seam
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """Return the clause by which a hit deals its damage."""
    raise NotImplementedError


@seam
def suffer(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> int:
    """Deal damage, less what the target is immune to. Return how much of it was felt."""
    raise NotImplementedError


@seam
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take off so many hit points, after immunities, and do what happens at 0."""
    raise NotImplementedError


@seam
def revive(f: Fight, who: Combatant) -> None:
    """Do what magical healing does for somebody beside the hit points."""
    raise NotImplementedError


@seam
def loose_drawn_arrows(f: Fight, target: Combatant) -> None:
    """Ask about the shots of those who have a bow drawn on somebody who makes an injury save."""
    raise NotImplementedError


@seam
def ability_modifier(f: Fight, score: int) -> int:
    """Return what an ability score adds."""
    raise NotImplementedError


@seam
def strength_score(f: Fight, who: Combatant) -> int:
    """Return the strength that a tempo check adds."""
    raise NotImplementedError


# --- conditions, effects and spells


@seam
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up, with what follows from that."""
    raise NotImplementedError


@seam
def settle(f: Fight) -> None:
    """End the fight if an objective is met or one side at most is left."""
    raise NotImplementedError


@seam
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll a saving throw against an effect."""
    raise NotImplementedError


@seam
def halve(f: Fight, amount: int) -> int:
    """Return half the damage, rounded as the book rounds."""
    raise NotImplementedError


@seam
def drain_level(f: Fight, by: Combatant, victim: Combatant, effect: Effect) -> None:
    """Take a level, or what the book takes instead."""
    raise NotImplementedError


@seam
def drain_hit_points(f: Fight, by: Combatant, victim: Combatant, lost: int, effect: Effect) -> None:
    """Take the hit points of a lost level, and do what happens at 0 of them, or of levels."""
    raise NotImplementedError


@seam
def refuse_spell(f: Fight, who: Combatant, slot: int) -> int:
    """Return the reason why it can't cast the spell in this slot now, or 0."""
    raise NotImplementedError


@seam
def disrupt(f: Fight, caster: Combatant) -> None:
    """Do what a hit or a failed save does to a declared spell."""
    raise NotImplementedError


@seam
def jolt(f: Fight, target: Combatant, amount: int) -> None:
    """Do what so much damage does to a caster's concentration."""
    raise NotImplementedError


@seam
def lose_focus(f: Fight, who: Combatant) -> None:
    """Do what being unable to act does to a caster's concentration."""
    raise NotImplementedError


@seam
def half_line_width(f: Fight) -> int:
    """Return half the width of a line, in tenths of the book's unit."""
    raise NotImplementedError


# --- morale


@seam
def trigger_morale(f: Fight, who: Combatant, moment: int) -> None:
    """Set `due` for those who must check because this (DIED and so on) has happened to somebody."""
    raise NotImplementedError


@seam
def check_morale(f: Fight, who: Combatant) -> None:
    """Check the morale of somebody whose check is due, with all who check by the same roll."""
    raise NotImplementedError


@seam
def never_fights(f: Fight, who: Combatant) -> bool:
    """Return whether it checks before the first round already."""
    raise NotImplementedError


@seam
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return the referee's −2 to +2 on a morale rating."""
    raise NotImplementedError


# --- movement


@seam
def melee_range(f: Fight) -> int:
    """Return how near one must be to strike, in tenths of the book's unit."""
    raise NotImplementedError


@seam
def encounter_rate(f: Fight, who: Combatant) -> int:
    """Return how far it can move this round."""
    raise NotImplementedError


@seam
def move_clause(f: Fight, who: Combatant) -> int:
    """Return the clause by which it moves."""
    raise NotImplementedError


@seam
def step_to(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Move somebody, unless that provokes blows: then the move waits for them."""
    raise NotImplementedError


@seam
def arrive(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make the move itself, once nothing holds it up."""
    raise NotImplementedError


@seam
def notice_move(f: Fight, who: Combatant) -> None:
    """Let those who wait for a foe to come near notice that this one sets out."""
    raise NotImplementedError


@seam
def refuse_leaving(f: Fight, who: Combatant) -> int:
    """Return the reason why it can't leave its melee, or 0."""
    raise NotImplementedError


@seam
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether anybody strikes before it is gone. Then the move waits."""
    raise NotImplementedError


@seam
def parting_blow(f: Fight) -> None:
    """Make one blow at whoever leaves; once all are made, the move."""
    raise NotImplementedError


@seam
def takes_parting_blow(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """Return whether it takes the blow that leaving allows it: a book may ask."""
    raise NotImplementedError


@seam
def parting_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """Return what it strikes at a leaver with: a book may ask."""
    raise NotImplementedError


# --- turns, tactics and the referee


@seam
def take_in_hand(f: Fight, who: Combatant, slot: int) -> None:
    """Change weapons, with what that means for when it acts."""
    raise NotImplementedError


@seam
def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Do for somebody who joins what is done for everybody before the first round."""
    raise NotImplementedError


@seam
def in_spell_range(f: Fight, who: Combatant, effect: Effect, target: Combatant) -> bool:
    """Return whether a tactic considers this target for a spell."""
    raise NotImplementedError


@seam
def offer(f: Fight, ask: int, kind: int) -> Offer:
    """Return what the random tactic may combine with a kind of answer to this question."""
    raise NotImplementedError


# --- what house rules may replace


class SeamGroup(NamedTuple):
    """Seams that a house rule replaces together."""

    about: str
    seams: tuple[Function, ...]


GROUPS = {
    "initiative": SeamGroup("who acts first", (roll_initiative,)),
    "surprise": SeamGroup("who is surprised", (check_surprise,)),
    "damage": SeamGroup("how much a blow deals", (weapon_damage, graze, damage_clause)),
    "zero": SeamGroup("what happens at 0 hit points", (lose_hit_points, expire, revive)),
    "morale.triggers": SeamGroup("when morale is checked", (trigger_morale,)),
    "morale.check": SeamGroup("how morale is checked", (check_morale, never_fights)),
    "leave": SeamGroup("leaving a melee", (refuse_leaving, provokes, parting_blow)),
}
