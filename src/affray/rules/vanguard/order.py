"""Who acts when in a round of the vanguard book, for those who look on."""

from __future__ import annotations

from affray.engine.state import NOBODY, Fight
from affray.rules.book import Course, Order
from affray.rules.shared.order import has_passed, in_hand, order_of_turns
from affray.rules.vanguard.round import SIDE, TURNS


def order(f: Fight) -> Order | None:
    """Return who moves in which turn: the players' side, then the opponents (vanguard.round.order)."""
    if f.phase < SIDE:
        return None
    begun = f.phase == TURNS
    return order_of_turns(f, in_hand(f) if begun else NOBODY, lambda c: begun and has_passed(f, c))


COURSE = Course(order, side_steps=("turns",), words={"turns": "turn"})
