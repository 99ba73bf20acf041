"""Who acts when in a round of the tempo book, and what a score buys, for those who look on."""

from __future__ import annotations

from collections.abc import Iterator

from affray.engine.clauses import CLAUSES
from affray.engine.state import NOBODY, Combatant, Fight
from affray.rules.book import Coming, Course, Order, Purchase
from affray.rules.tempo import clauses as C
from affray.rules.tempo.attack import SMALL_COST
from affray.rules.tempo.clauses import (
    COST_OF_ORDER,
    RIPOSTE_COST,
    SHIELD_EARLY,
    SHIELD_LATE,
    STRIKE_COST,
    SUPERIOR_COST,
)
from affray.rules.tempo.initiative import precedence
from affray.rules.tempo.movement import has_shield
from affray.rules.tempo.round import SCORES, TURNS


def order(f: Fight) -> Order | None:
    """Return who acts when: from the highest score to the lowest (tempo.round.order)."""
    if f.phase <= SCORES:
        return None
    there = [c for c in f.who[: f.n] if c.able]
    acting = f.actor if f.phase == TURNS else NOBODY
    coming = [c for c in there if c.id == acting or (not c.acted and f.phase <= TURNS)]
    coming.sort(key=lambda c: (c.id != acting, -precedence(f, c), c.id))
    turns = enumerate(coming, start=len(there) - len(coming))
    return Order(tuple(Coming(c.id, turn) for turn, c in turns), tuple(c.id for c in there if c not in coming))


def purchases(f: Fight, who: Combatant) -> list[Purchase]:
    """Return what somebody's score buys; a score of 0 buys nothing, and a lackey's is never spent."""
    own = who.tempo
    if own.lackey or own.score <= 0 or not who.able:
        return []
    return [
        Purchase(words, price, max(0, own.score - price), CLAUSES[clause].id) for words, price, clause in offers(f, who)
    ]


def offers(f: Fight, who: Combatant) -> Iterator[tuple[str, int, int]]:
    """List what somebody with their gear and training may pay for, with its price and clause."""
    if who.tempo.trained or has_shield(f, who):
        how = "Raise the shield" if has_shield(f, who) else "Defend"
        yield f"{how} before the roll", f.rules[SHIELD_EARLY], C.REACTION_COST
        yield f"{how} after the roll", f.rules[SHIELD_LATE], C.REACTION_COST
    yield "Strike at an opening", f.rules[STRIKE_COST], C.GUARD
    if who.tempo.trained:
        yield "Riposte", f.rules[RIPOSTE_COST], C.REACTION_COST
    if who.tempo.command_level > 0:
        yield "Order out of turn", f.rules[COST_OF_ORDER], C.ORDER_COST
    yield "Draw, look round or warn", SMALL_COST, C.REACTION_COST
    if f.tempo.highest_scorer == who.id:
        yield "Another turn", f.rules[SUPERIOR_COST], C.SUPERIOR


COURSE = Course(
    order,
    words={
        "declaring": "declare",
        "turns": "turns, highest score first",
        "pressing": "press on?",
        "respite": "breather",
    },
    purchases=purchases,
)
