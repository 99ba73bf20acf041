"""Who acts when in a round of the procedure book, for those who look on."""

from __future__ import annotations

from affray.engine.state import NOBODY, Combatant, Fight
from affray.rules.book import Course, Order
from affray.rules.procedure.initiative import FIRST_MISSILES, HELD, LOSERS, ROUND_END, SECOND_MISSILES, WINNERS
from affray.rules.procedure.questions import MISSILES
from affray.rules.shared.order import everybody_has_acted, has_passed, order_of_turns, sort_order


def order(f: Fight) -> Order | None:
    """Return who acts when: the winners, each other side, those who shoot again, those who held their turn."""
    if f.phase < FIRST_MISSILES:
        return None
    if f.phase == ROUND_END:
        return everybody_has_acted(f)
    if f.phase in (SECOND_MISSILES, HELD):
        return order_of_late_steps(f)
    begun = f.phase in (WINNERS, LOSERS)
    acting = whose_turn(f) if begun else NOBODY
    found = order_of_turns(f, acting, lambda c: begun and has_passed(f, c))
    held = [f.who[n] for n in found.done if f.who[n].holding]
    turns = [(f.who[one.who], one.turn) for one in found.coming] + [(c, f.turn_count) for c in held]
    return sort_order(f, acting, turns, [f.who[n] for n in found.done if f.who[n] not in held])


def whose_turn(f: Fight) -> int:
    """Return who acts: whoever has cut in, else whose turn it is."""
    return f.procedure.interrupter if f.procedure.interrupter != NOBODY else f.next_actor


def order_of_late_steps(f: Fight) -> Order:
    """Return the order of those who shoot again, and of those who held their turn (procedure.act.held)."""
    acting = whose_turn(f)
    coming = [c for c in f.who[: f.n] if c.able and (c.id == acting or acts_late(f, c))]
    done = [c for c in f.who[: f.n] if c.able and c not in coming]
    return sort_order(f, acting, [(c, f.turn_count + c.holding) for c in coming], done)


def acts_late(f: Fight, who: Combatant) -> bool:
    """Return whether somebody has still something to do after all sides have acted."""
    if f.phase == SECOND_MISSILES and who.declared == MISSILES and who.procedure.shots_made > 0:
        return who.turn > f.turn or (who.turn == f.turn and who.id >= f.cursor)
    return who.holding


COURSE = Course(
    order,
    side_steps=("winners", "losers"),
    words={
        "winners": "turn",
        "losers": "turn",
        "confirm": "confirm charges",
        "run": "run",
        "missiles-again": "second missiles",
        "held": "held turns",
    },
)
