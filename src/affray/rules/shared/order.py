"""Who acts when in a round of turns by side, as the state of a fight has it, for those who look on: no rule asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from affray.engine.state import NOBODY, Combatant, Fight
from affray.rules.book import Coming, Order
from affray.rules.shared.round import acts


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
