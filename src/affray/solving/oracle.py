"""Best play the slow, obvious way: the plain rules, fractions, every fall of the dice, every answer.

Tests compare it with the compiled solver."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from affray.engine.dice import ways_to_sum
from affray.engine.state import UNDECIDED, Fight, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.engine.vocabulary import Purpose
from affray.errors import AffrayError
from affray.exact.enumerate import state_key
from affray.rules.book import Book

Script = tuple[int, ...]  # of each draw of a step which of its outcomes it is
Worth = tuple[Fraction, Fraction]  # the chance to win, and the chance to be back where the step began


class Draw(Exception):
    """The script is over: what would be drawn next, with the chances of dice; none for an answer."""

    def __init__(self, chances: list[Fraction], many: int, greatest: bool) -> None:
        super().__init__()
        self.chances, self.many, self.greatest = chances, many, greatest


class Oracle:
    """The chance that `side` wins if it plays as well as can be; other solved sides play to keep it from that."""

    def __init__(self, book: Book, side: int, solved: Collection[int]) -> None:
        self.book, self.side, self.solved = book, side, solved
        self.known: dict[tuple[Any, ...], Fraction] = {}

    def value(self, f: Fight) -> Fraction:
        if f.winner != UNDECIDED:
            return Fraction(f.winner == self.side)
        key = state_key(f)
        if key not in self.known:
            won, back = self.value_after(f, key, ())
            if back == 1:
                raise AffrayError("a step that leads nowhere")
            self.known[key] = won / (1 - back)
        return self.known[key]

    def value_after(self, f: Fight, key: tuple[Any, ...], script: Script) -> Worth:
        """Return what a step is worth whose first draws fall like this."""
        after = clone(f)
        after.observer = Scripted(self, script)
        try:
            self.book.step(after)
        except Draw as draw:
            ways = [self.value_after(f, key, (*script, n)) for n in range(draw.many)]
            if draw.chances:
                pairs = list(zip(draw.chances, ways, strict=True))
                return sum((p * w for p, (w, _) in pairs), Fraction()), sum((p * b for p, (_, b) in pairs), Fraction())
            if any(back for _, back in ways):
                raise AffrayError("an answer that leads back to its own question") from None
            return (max if draw.greatest else min)(ways)
        after.observer = None
        return (Fraction(0), Fraction(1)) if state_key(after) == key else (self.value(after), Fraction(0))


class Scripted:
    """What stands beside a plain run whose dice and answers fall as a script tells them (verbs.Observer)."""

    def __init__(self, oracle: Oracle, script: Script) -> None:
        self.oracle, self.script, self.drawn = oracle, script, 0

    def draw(self, chances: list[Fraction], many: int, greatest: bool = True) -> int:
        if self.drawn == len(self.script):
            raise Draw(chances, many, greatest)
        self.drawn += 1
        return self.script[self.drawn - 1]

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        f.rolled += count
        sums = range(count * (sides - 1) + 1)
        return count + self.draw([Fraction(ways_to_sum(sides, count, n), sides**count) for n in sums], len(sums))

    def guess(self, f: Fight, sides: int) -> int:
        return 1 + self.draw([Fraction(1, sides)] * sides, sides)

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        if q.who < 0 or f.who[q.who].side not in self.oracle.solved:
            return decide(f, q)
        legal = self.oracle.book.legal_answers(f, q)
        if len(legal) == 1:
            return legal[0]
        return legal[self.draw([], len(legal), f.who[q.who].side == self.oracle.side)]

    def reason(self, reason: int, amount: int) -> None:
        """Ignore it: it is nothing to the dice."""

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        """Ignore it as well."""

    def mark(self) -> int:
        return 0
