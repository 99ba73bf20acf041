"""Who acts when, where combatants stand, how far they reach and go, for those who look on: no rule asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import LONG, MELEE
from affray.rules import seams
from affray.rules.book import Coming, Order
from affray.rules.shared.legality import arm, reach
from affray.rules.shared.round import MEETING, acts, east_of_start, north_of_start
from affray.rules.shared.setup import APART, Setup

# --- turns in a round of turns by side, as the state of a fight has it


def everybody_has_acted(f: Fight) -> Order:
    """Return the order when all turns are over."""
    return Order((), tuple(c.id for c in f.who[: f.n] if c.able))


def has_passed(f: Fight, who: Combatant) -> bool:
    """Return whether the list of this turn's step has gone past somebody."""
    return who.went_first or who.id < f.cursor


def in_hand(f: Fight) -> int:
    """Return whom the list of this turn's step has come to; NOBODY before the first."""
    at = f.next_actor if f.next_actor != NOBODY else f.cursor - 1
    return at if 0 <= at < f.n and f.who[at].turn == f.turn and acts(f, f.who[at]) else NOBODY


def order_of_turns(f: Fight, acting: int, is_done: Callable[[Combatant], bool]) -> Order:
    """Return the order where turns follow each other, and each goes down the list of the combatants."""
    there = [c for c in f.who[: f.n] if acts(f, c) and c.turn < f.turn_count]
    done = [c for c in there if c.id != acting and (c.turn < f.turn or (c.turn == f.turn and is_done(c)))]
    return sort_order(f, acting, [(c, c.turn) for c in there if c not in done], done)


def sort_order(
    f: Fight,
    acting: int,
    coming: Iterable[tuple[Combatant, int]],
    done: Iterable[Combatant],
    comes_later: Callable[[Fight, Combatant], bool] = has_passed,
) -> Order:
    """Return an order: who acts now, then turn by turn, those first whom this step of it is still to come to."""
    later = sorted(coming, key=lambda one: (one[0].id != acting, one[1], comes_later(f, one[0]), one[0].id))
    return Order(tuple(Coming(c.id, turn) for c, turn in later), tuple(c.id for c in done))


# --- places


def square_of(setup: Setup) -> int:
    """Return the side of a square of the map, in the units of positions: the space that one combatant takes."""
    return APART * setup.scale


def movement_rate(f: Fight, who: Combatant) -> int:
    """Return how far somebody goes in one move."""
    return seams.encounter_rate(f, who)


def sides_have_met(f: Fight) -> bool:
    """Return whether the distance between the sides is in their places: before they meet it is not."""
    return f.contact or f.round > 0 or f.phase > MEETING


def place_at_start(f: Fight, who: Combatant) -> tuple[int, int]:
    """Return where somebody stands once the sides are drawn up, in a fight that has not begun."""
    return east_of_start(f, who), north_of_start(f, who)


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
