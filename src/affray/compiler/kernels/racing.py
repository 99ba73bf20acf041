"""The kernel of advice: fights played on from inside a step, once for each answer that is compared, with the same dice.

A step that was left at a question begins again: dice that fell show what they showed, answers that were given are given
again, the answer that is tried comes next, and all later dice and answers are new. Fight k of every answer begins in
the same state and rolls the same dice, so that what differs is what the answers are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.compiler.kernels.building import RACING
from affray.compiler.kernels.players import KernelKind, step_of_book
from affray.compiler.kernels.record import RACE_COLUMNS
from affray.compiler.types import INT, references
from affray.engine import verbs
from affray.engine.dice import GAMMA, MASK, face
from affray.engine.state import UNDECIDED, Combatant, Fight
from affray.engine.verbs import Answer, Question, decide


def play_race(f: Any, race: Any, first: int, count: int) -> None:
    """Play these fights for every answer that is still compared, and note who won each."""
    for number in range(first, first + count):
        for k in range(race.running_count):
            runner = race.running[k]
            begin_future(f, race, number, runner)
            while f.winner == UNDECIDED:
                step_of_book(f)
            race.winners[(number - race.base) * race.runner_count + runner] = f.winner


def begin_future(f: Any, race: Any, number: int, runner: int) -> None:
    """Begin the fight of this number from its start, with the answer that is tried."""
    begin = number % race.start_count * race.width
    for i in range(race.width):
        race.state[race.first_word + i] = race.starts[begin + i]
    f.key = race.key + (number << 20) * GAMMA & MASK
    f.asked = 0
    if race.tries:
        for column in range(3):
            f.said[f.said_count - 1][3 + column] = race.answers[3 * runner + column]


def shown_sum(f: Any, sides: int, count: int) -> int:
    """Return what the next dice show together: first those that fell before."""
    total = 0
    for _ in range(count):
        if f.rolled < f.shown_count:
            total += f.shown[f.rolled]
        else:
            total += face(f.key, f.rolled, sides)
        f.rolled += 1
    return total


def racing_dice(f: Fight, sides: int, count: int) -> int:
    return shown_sum(f, sides, count)


def racing_choose(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
    return said_or_decided(f, Question(ask, who.id, other.id, value))


def racing_ruling(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
    return said_or_decided(f, Question(ask, verbs.REFEREE, who.id, value))


def said_or_decided(f: Any, q: Question) -> Answer:
    """Return the answer that was given to this question, or else the tactic's."""
    n = f.asked
    if n < f.said_count and f.said[n][0] == q.ask and f.said[n][1] == q.who and f.said[n][2] == q.other:
        f.asked += 1
        return Answer(f.said[n][3], f.said[n][4], f.said[n][5])
    return decide(f, q)


RACE_NUMBERS = "key first_word width start_count runner_count running_count base tries".split()
RACE = references(
    "Race",
    dict.fromkeys(RACE_NUMBERS, 0)
    | {name: np.zeros(0, np.uint64) for name in ("starts", "state")}
    | {name: np.zeros(0, np.int64) for name in ("running", "answers")}
    | {"winners": np.zeros(0, np.int8)},
)
RACING_VERBS = {verbs.sum_of_dice: racing_dice, verbs.choose: racing_choose, verbs.ruling: racing_ruling}
RACING_KERNEL = KernelKind(RACING, play_race, RACE_COLUMNS, (RACE, INT, INT), RACING_VERBS)
