"""The verbs of the rules: roll, because, note, choose. Kernels may replace them. And the marks of rules and seams."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, ParamSpec, Protocol, TypeVar, cast

from affray.engine.dice import face
from affray.engine.state import NOBODY, Combatant, Fight, Side
from affray.engine.vocabulary import Purpose

PASS, YES = 0, 1  # the two kinds of answer that every book has
REFEREE = -2  # who is asked or rolls, besides combatants (0 and up)
A_SIDE = -3  # less the number of the side: who rolls for it, the first of it who is still in the fight
THOUGHT = 0x5851F42D4C957F2D  # tactics guess from a stream of their own, so that they never touch the dice


class Question(NamedTuple):
    """Who is asked what, about whom. All small ints, so that questions compile and can be journaled."""

    ask: int
    who: int
    other: int
    value: int


class Answer(NamedTuple):
    kind: int
    target: int = NOBODY
    option: int = 0


P = ParamSpec("P")
T = TypeVar("T")
KEPT = 1 << 12  # how many different questions, and answers, are kept at hand


def memoize(made: Callable[P, T]) -> Callable[P, T]:
    """Return what was made before of the same numbers: a fight asks and answers the same all the time."""
    return cast("Callable[P, T]", lru_cache(KEPT)(made))


question = memoize(Question)
answer = memoize(Answer)


class Observer(Protocol):
    """What stands beside a plain run: `Recorder` in log/__init__.py is the real one."""

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int: ...
    def reason(self, reason: int, amount: int) -> None: ...
    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None: ...
    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer: ...
    def guess(self, f: Fight, sides: int) -> int: ...
    def mark(self) -> int: ...


Decide = Callable[[Fight, Question], Answer]
Refusal = Callable[[Fight, Question, Answer], int]
F = TypeVar("F", bound=Callable[..., object])

RULES: list[Callable[..., object]] = []
INLINED: list[Callable[..., object]] = []
SEAMS: list[Callable[..., object]] = []


def rule(function: F) -> F:
    """Mark what may be compiled: a rule of a book, a tactic, a question of space."""
    RULES.append(function)
    return function


def inlined_rule(function: F) -> F:
    """Mark a rule to compile into each of its callers, because what the caller asks for decides most of it."""
    INLINED.append(function)
    return rule(function)


def seam(function: F) -> F:
    """Mark a function that calls what the fight's book provides for it. Compiled rules call that directly."""
    SEAMS.append(function)
    return function


def roll(f: Fight, who: Combatant, purpose: Purpose, sides: int, count: int = 1) -> int:
    """Roll so many dice, which are this combatant's, and return their sum."""
    if f.observer is not None:
        return f.observer.die(f, who.id, purpose, sides, count)
    return sum_of_dice(f, sides, count)


def roll_for_side(f: Fight, side: Side, purpose: Purpose, sides: int, count: int = 1) -> int:
    """Roll so many dice, which are a whole side's, and return their sum."""
    if f.observer is not None:
        return f.observer.die(f, A_SIDE - side.id, purpose, sides, count)
    return sum_of_dice(f, sides, count)


def roll_for_referee(f: Fight, purpose: Purpose, sides: int, count: int = 1) -> int:
    """Roll so many dice, which are nobody's in the fight, and return their sum."""
    if f.observer is not None:
        return f.observer.die(f, REFEREE, purpose, sides, count)
    return sum_of_dice(f, sides, count)


def sum_of_dice(f: Fight, sides: int, count: int) -> int:
    """Return what the next dice of the fight show together."""
    if count == 1:  # without the loop, which takes longer than the die
        f.rolled += 1
        return face(f.key, f.rolled - 1, sides)
    total = 0
    for _ in range(count):
        total += face(f.key, f.rolled, sides)
        f.rolled += 1
    return total


def because(f: Fight, reason: int, amount: int, when: bool = True) -> int:
    """State a modifier and its reason, and return it. The next event that is noted lists it, a stated 0 too."""
    if not when:
        return 0
    if f.observer is not None:
        f.observer.reason(reason, amount)
    return amount


def note(f: Fight, kind: int, clause: int, who: Combatant, other: Combatant, value: int = 0, was: int = 0) -> None:
    """Note what happened, by which clause, with the dice and the modifiers since the last note."""
    if f.observer is not None:
        f.observer.event(f, kind, clause, who.id, other.id, value, was)


def guess(f: Fight, sides: int) -> int:
    """Return a tactic's own whim: not a die of the fight."""
    return thought(f, sides) if f.observer is None else f.observer.guess(f, sides)


def thought(f: Fight, sides: int) -> int:
    f.guessed += 1
    return face(f.key ^ THOUGHT, f.guessed - 1, sides)


@seam
def decide(f: Fight, q: Question) -> Answer:
    """Answer a question as the tactic of whoever is asked does."""
    return f.seams[decide](f, q)


@seam
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Return the number of the reason why this answer is not allowed, or 0."""
    return f.seams[refusal](f, q, a)


def choose(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
    """Let the person at the table decide for a combatant, or else their tactic."""
    q = question(ask, who.id, other.id, value)
    if f.observer is None:
        return decide(f, q)
    return f.observer.answer(f, q, decide, refusal)


def ruling(f: Fight, ask: int, who: Combatant, other: Combatant, value: int = 0) -> Answer:
    """Let the referee decide something about `who`."""
    q = question(ask, REFEREE, who.id, value)
    if f.observer is None:
        return decide(f, q)
    return f.observer.answer(f, q, decide, refusal)
