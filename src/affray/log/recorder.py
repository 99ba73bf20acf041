"""What stands beside a plain run: the log, the answers of people, and the dice they typed in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from affray.engine import clauses
from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.dice import face
from affray.engine.events import BECAUSE
from affray.engine.purposes import Purpose
from affray.engine.state import Fight
from affray.engine.verbs import A_SIDE, PASS, REFEREE, Answer, Decide, Question, Refusal, thought
from affray.errors import AffrayError

Pairs = tuple[tuple[int, int], ...]


class Event(NamedTuple):
    kind: int
    clause: int
    who: int
    other: int
    value: int
    was: int
    rolled: int  # how many dice had fallen by then
    round: int
    dice: Pairs  # (sides, face)
    because: Pairs  # (reason, amount) of every modifier


class Answered(NamedTuple):
    question: Question
    answer: Answer
    rolled: int
    round: int


class NeedAnswer(Exception):
    """A person must answer this question."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class NeedDie(Exception):
    """A person must say what these dice show."""

    def __init__(self, number: int, sides: int, count: int, who: int, purpose: Purpose) -> None:
        super().__init__(number, sides, count)
        self.number, self.sides, self.count, self.who, self.purpose = number, sides, count, who, purpose


class Illegal(AffrayError):
    """An answer of a tactic or of a journal that is not allowed, with the number of the reason."""

    def __init__(self, question: Question, answer: Answer, reason: int) -> None:
        clause, words = REASONS[reason]
        super().__init__(f"an answer is not allowed: {words} [{CLAUSES[clause].id}]")
        self.question, self.answer, self.reason = question, answer, reason


class Recorder:
    """The log of a plain run. Alone it records automatic play; with people in it (deciders.py) it asks them."""

    __slots__ = ("_log", "dice", "people", "reasons")

    def __init__(self, people: People | None = None) -> None:
        self._log: list[tuple[Any, ...]] = []
        self.dice: Pairs = ()  # since the last event
        self.reasons: Pairs = ()
        self.people = people

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        if count == 1 and self.people is None:
            shown = face(f.key, f.rolled, sides)
            f.rolled += 1
            self.dice += ((sides, shown),)
            return shown
        total = 0
        known = None if self.people is None else self.people.dice(f, owner, purpose, sides, count)
        for n in range(count):
            shown = face(f.key, f.rolled, sides) if known is None else known[n]
            f.rolled += 1
            self.dice += ((sides, shown),)
            total += shown
        return total

    def reason(self, reason: int, amount: int) -> None:
        self.reasons += ((reason, amount),)

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        # a plus makes a number of what is True or False, and a quick one
        self._log.append((kind, clause, who, other, +value, +was, f.rolled, f.round, self.dice, self.reasons))
        self.dice = self.reasons = ()

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        if self.dice or self.reasons:
            raise AssertionError("something was rolled and not noted before asking: the one asked could not see it")
        if self.people is None:
            a = decide(f, q)  # a tactic asks itself what it may; once more would cost a fifth of the time
        else:
            a = self.people.answer(f, q, decide, refusal)
            check(q, a, refusal(f, q, a))
        self._log.append((q, a, f.rolled, f.round))
        return a

    @property
    def log(self) -> list[Event | Answered]:
        return [Answered(*row) if len(row) == 4 else Event(*row) for row in self._log]

    @property
    def events(self) -> list[Event]:
        return self.since(0)

    def since(self, mark: int) -> list[Event]:
        return [Event(*row) for row in self._log[mark:] if len(row) != 4]

    def cite(self) -> None:
        """Tells the witness which clauses the log cites."""
        for row in self._log:
            if len(row) == 4:
                continue
            clauses.cite(row[1])
            for reason, _ in row[9]:
                clauses.cite(REASONS[reason].clause)

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides)

    def mark(self) -> int:
        return len(self._log)

    def back_to(self, mark: int) -> None:
        """Forgets what a step that is undone has said."""
        del self._log[mark:]
        self.dice = self.reasons = ()

    def flat(self) -> list[tuple[int, ...]]:
        """The log as rows of seven ints: what the compiled run writes."""
        rows: list[tuple[int, ...]] = []
        for row in self._log:
            if len(row) == 4:
                q, a, rolled, _ = row
                rows.append((-1 - q.ask, q.who, a.kind, a.target, a.option, rolled, q.other))
            else:
                rows += [(BECAUSE, reason, amount, 0, 0, 0, 0) for reason, amount in row[9]]
                rows.append((row[0], *row[1:7]))
        return rows


class People:
    """Whoever decides besides the tactics: persons at the table, and Python functions. The driver has the real one."""

    def dice(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> list[int] | None:
        """The faces people typed in; None where the engine rolls. Raises NeedDie."""
        return None

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        return decide(f, q)


def check(q: Question, a: Answer, why: int) -> None:
    if why:
        clauses.cite(REASONS[why].clause)
        raise Illegal(q, a, why)


def only_pass(legal: Iterable[Answer]) -> bool:
    return all(a.kind == PASS for a in legal)


def who_rolls(f: Fight, owner: int) -> int:
    """Return the number of the combatant who rolls, or REFEREE; for a side its first member still in the fight."""
    if owner > A_SIDE:
        return owner
    return next((c.id for c in f.who if c.side == A_SIDE - owner and c.up), REFEREE)
