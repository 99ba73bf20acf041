"""Races between answers: every answer's futures with the same dice, by the compiled rules or here by the plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from affray.compiler.kernels.building import RACING, can_compile, is_ready, report_failure
from affray.engine.dice import face, fight_key, mix64
from affray.engine.state import UNDECIDED, Fight, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal, thought
from affray.engine.vocabulary import Purpose
from affray.exact.moments import Moment, Said
from affray.simulation.plain import ENGINE as PLAIN

FUTURES = 0x0DD5_AFFA_11ED_D1CE  # what futures are thrown from: a stream that no fight's own dice come from
Winners = list[list[int]]  # of each future, who won it after each answer


class Runner(Protocol):
    """Whoever plays the futures of every answer."""

    answers: tuple[Answer, ...]
    engine: str

    def play(self, running: Sequence[int], first: int, count: int) -> Winners: ...
    def key(self) -> object:
        """Return what the futures follow from, to remember them by; None where nothing is remembered."""


def new_race(moment: Moment, answers: Sequence[Answer], seed: int = 0) -> Runner:
    """Return the quickest runner at hand. Without answers the tactic gives them: there is one runner, for the odds."""
    if can_compile(moment.book) and is_ready(moment.book, RACING):
        try:
            from affray.exact.compiled_races import CompiledRace  # needs llvmlite

            return CompiledRace(moment, answers, seed)
        except Exception as error:  # whatever LLVM, the disk or a rule may have: the plain rules play
            report_failure(moment.book, error)
    return PlainRace(moment, answers, seed)


def futures_seed(seed: int) -> int:
    return mix64(seed ^ FUTURES)


# --- by the plain rules


class PlainRace:
    """Plays the same futures by the plain rules."""

    engine = PLAIN

    def __init__(self, moment: Moment, answers: Sequence[Answer], seed: int) -> None:
        self.moment, self.answers, self.seed = moment, tuple(answers), futures_seed(seed)

    def play(self, running: Sequence[int], first: int, count: int) -> Winners:
        every = range(max(1, len(self.answers)))
        numbers = range(first, first + count)
        return [[self.play_one(n, number) if n in running else UNDECIDED for n in every] for number in numbers]

    def key(self) -> object:
        return None

    def play_one(self, runner: int, number: int) -> int:
        """Return who wins the future of this number after this answer."""
        moment = self.moment
        f = clone(moment.states[number % len(moment.states)])
        f.key = fight_key(self.seed, number)
        tried = [(moment.question, self.answers[runner])] if self.answers and moment.question is not None else []
        script = StepScript([*moment.said, *tried], moment.shown)
        f.observer = script
        while f.winner == UNDECIDED and (script.has_more() or f.rolled < len(moment.shown) or not script.stepped):
            moment.book.step(f)
            script.stepped = True
        f.observer = None
        moment.book.fight(f)
        return f.winner


class StepScript:
    """Shows the dice that fell in a step and gives the answers that were given, then those of tactics."""

    def __init__(self, said: Sequence[Said], shown: Sequence[int]) -> None:
        self.said, self.shown = said, shown
        self.at = 0
        self.stepped = False

    def has_more(self) -> bool:
        return self.at < len(self.said)

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        total = 0
        for _ in range(count):
            total += self.shown[f.rolled] if f.rolled < len(self.shown) else face(f.key, f.rolled, sides)
            f.rolled += 1
        return total

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        if self.at < len(self.said):
            asked, answer = self.said[self.at]
            if asked[:3] == q[:3]:
                self.at += 1
                return answer
        return decide(f, q)

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides)

    def reason(self, reason: int, amount: int) -> None:
        pass

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        pass

    def mark(self) -> int:
        return 0
