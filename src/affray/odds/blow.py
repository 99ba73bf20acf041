"""What an answer does at once: how likely its blow lands, and fells. Every face of every die is tried."""

from __future__ import annotations

from dataclasses import dataclass

from affray.engine import events as E
from affray.odds.enumerate import Script
from affray.odds.futures import carried_out, faces_of
from affray.play.questions import Choice
from affray.play.session import Play

MOST = 600  # ways that are tried for one answer


@dataclass(frozen=True, slots=True)
class Blow:
    """hits: at least once in this step. fells: whom it is aimed at."""

    hits: float
    fells: float


def blow(play: Play, choice: Choice) -> Blow | None:
    """None where no attack is rolled, or there are too many ways to try them all."""
    asked, script = play.asks, Script()
    if asked is None or asked.question is None or asked.question.who < 0 or choice.answer.target < 0:
        return None
    who, target, hits, fells, attacks = asked.question.who, choice.answer.target, 0.0, 0.0, False
    for _ in range(MOST):
        script.again()
        f, events = carried_out(play, choice.answer, lambda s, n: faces_of(s, n, script.draw(s, n)))
        kinds = {e.kind for e in events if e.who == who and e.other == target}
        attacks = attacks or E.HIT in kinds or E.MISS in kinds
        chance = float(script.chance)
        hits += chance * (E.HIT in kinds)
        fells += chance * (target < f.n and not f.who[target].up)
        if not script.turned():
            return Blow(hits, fells) if attacks else None
    return None
