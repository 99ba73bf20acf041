"""Short forms for the tempo book's tests: combatants with its plain numbers, and fights under its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import helpers
from helpers import Dice, Group, Refused, Scene, member, side, versus

from affray.engine.state import Fight
from affray.engine.verbs import Question
from affray.log import Log

CLASSIC = {"ac": 9, "thac0": 19}  # what a file must say of one without class or kind
PLAIN = {"wits": 10, "strength": 10, "tempo ac": 20, "damage": "1d6", "hp": 8, "morale": 12, "move": 120} | CLASSIC
FIRST = "d20=15 d20=5 "  # the scores of a duel: 25 and 15, with wits 10

scripted = partial(helpers.scripted, book="tempo")


def someone(name: str, **keys: Any) -> Group:
    """Strength and wits 10, AC 20, 1d6, 8 hp, morale 12; a foe: out at the first failed injury save."""
    return member(name, PLAIN, keys)


def heroes(*members: Group, **keys: Any) -> Group:
    """Player characters: they go down the ladder of wounds step by step, and never check morale."""
    return side(*members, players=True, **keys)


def duel(
    dice: Dice = "",
    answers: Sequence[str] = (),
    until: str | Callable[[Fight], bool] = "",
    options: Mapping[str, str] | None = None,
    *,
    anna: Mapping[str, Any] | None = None,
    orc: Mapping[str, Any] | None = None,
    **keys: Any,
) -> Scene:
    """Anna, a player character with score 25, against Orc with 15, in contact."""
    dice = FIRST + dice if isinstance(dice, str) else dice
    sides = heroes(someone("Anna", **(anna or {}))), someone("Orc", **(orc or {}))
    return scripted(versus(*sides, options=options, **keys), dice=dice, answers=answers, until=until)


def offered(scene: Scene, ask: str, who: str, other: str, words: str, value: int = 0) -> Refused | None:
    """Why somebody may not answer a question about another with these words, or None."""
    q = Question(scene.book.asks.index(ask), scene.number(who), scene.number(other), value)
    given = scene.reading(q, words)
    assert given is not None, f"{words!r} is no answer to {ask}"
    return scene.refused(q, given)


def told(scene: Scene, *players: str) -> str:
    """The log as the referee reads it, or the players of these sides."""
    log = Log(scene.book, scene.roster, scene.recorder.events, [c.side for c in scene.fight.who])
    return log.for_players(players).text() if players else log.text()


def scores(scene: Scene, who: str) -> list[tuple[int, int]]:
    """Every change of a score: before and after."""
    return [(e.was, e.value) for e in scene.events("score", who=who)]
