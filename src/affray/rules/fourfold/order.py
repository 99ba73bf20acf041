"""Who acts when in a round of the fourfold book, and which actions are left, for those who look on."""

from __future__ import annotations

from affray.engine.state import NOBODY, Combatant, Fight
from affray.rules.book import Coming, Course, Order
from affray.rules.fourfold.reach import MAIN, MOVE
from affray.rules.fourfold.round import AURAS, ROUND_END
from affray.rules.shared.order import everybody_has_acted


def order(f: Fight) -> Order | None:
    """Return who takes a turn when: side by side as initiative has it; who delays comes after whom they wait for."""
    if f.phase < AURAS:
        return None
    if f.phase == ROUND_END:
        return everybody_has_acted(f)
    there = [c for c in f.who[: f.n] if c.able]
    coming = [c for c in there if c.id == f.actor or not c.fourfold.turn_taken]
    coming.sort(key=lambda c: (c.id != f.actor, c.turn, c.id))
    for late in [c for c in coming if c.fourfold.acts_after != NOBODY and c.id != f.actor]:
        coming.remove(late)
        ahead = [n for n, c in enumerate(coming) if c.id == late.fourfold.acts_after]
        coming.insert(ahead[0] + 1 if ahead else len(coming), late)
    done = tuple(c.id for c in there if c not in coming)
    return Order(tuple(Coming(c.id, c.turn) for c in coming), done)


def actions(who: Combatant) -> dict[str, bool]:
    """Return the actions of a turn, and whether each is left (fourfold.action.turn)."""
    spent = who.fourfold.spent_actions
    return {
        "main": spent & MAIN == 0 and who.attacks_made == 0,
        "move": spent & MOVE == 0,
        "on turn": True,
        "instant": True,
    }


COURSE = Course(order, side_steps=("turns",), words={"turns": "turn"}, actions=actions)
