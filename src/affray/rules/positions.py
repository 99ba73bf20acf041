"""Where combatants stand, how far they reach and how far they go, for those who look on: no rule asks."""

from __future__ import annotations

from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import LONG, MELEE
from affray.rules import seams
from affray.rules.shared.legality import arm, reach
from affray.rules.shared.round import MEETING
from affray.rules.shared.setup import APART, Setup


def square_of(setup: Setup) -> int:
    """Return the side of a square of the map, in the units of positions: the space that one combatant takes."""
    return APART * setup.scale


def movement_rate(f: Fight, who: Combatant) -> int:
    """Return how far somebody goes in one move."""
    return seams.encounter_rate(f, who)


def sides_have_met(f: Fight) -> bool:
    """Return whether the distance between the sides is in their places: before they meet it is not."""
    return f.contact or f.round > 0 or f.phase > MEETING


def striking_distance(f: Fight, who: Combatant) -> int:
    """Return how far somebody strikes with what is in hand; 0 with a missile weapon."""
    if who.has_routine:
        return max((reach(f, f.arms[k]) for k in who.kit if k != NOBODY and f.arms[k].qualities & MELEE), default=0)
    weapon = arm(f, who)
    if not weapon.qualities & MELEE:
        return 0
    return reach(f, weapon) if f.width and weapon.qualities & LONG else max(weapon.reach, seams.melee_range(f))


def are_in_melee(f: Fight, one: Combatant, other: Combatant) -> bool:
    """Return whether two still fight, and stand so close that they can strike each other."""
    return one.in_fight and other.in_fight and distance(one, other) <= seams.melee_range(f)
