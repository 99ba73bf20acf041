"""One fight of any book by the plain and by the compiled rules, compared row for row and field for field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import zip_longest
from random import Random

import numpy as np

from affray import clauses
from affray.clauses import REASONS
from affray.dice import fight_key
from affray.encounter import Encounter, Member
from affray.options import Option
from affray.recorder import BECAUSE, People, Recorder
from affray.rules.book import Book
from affray.scenario import load
from affray.simulate.fast import logged_kernel
from affray.simulate.record import differences, record
from affray.state import NOBODY, Fight, clone
from affray.verbs import Answer, Decide, Question, Refusal

ROOM = 40_000  # rows of the log
MOST_ROUNDS = 40  # fights of whims have no end of their own
CONDITIONS = "silenced blind prone asleep held paralysed".split()  # some of those a scenario may give
LAST_ROUND = "rounds"  # the option of that name


@dataclass(frozen=True)
class Drawn:
    """A fight of an example, all its combatants under one tactic, options as they fell, and some under a condition."""

    example: str
    tactic: str
    options: dict[str, int]
    condition: str
    number: int

    def __str__(self) -> str:
        under = f", some {self.condition}" if self.condition else ""
        return f"fight {self.number} of {self.example}, all {self.tactic}{under}, with {self.options}"


@dataclass
class Compared:
    """What two runs of one fight differ in, and what it was about."""

    mistakes: list[str]
    rows: list[tuple[int, ...]]
    cited: set[int]  # clauses read at set-up, and those that refused other answers


def draw(example: str, tactic: str, number: int, book: Book) -> Drawn:
    """The same for the same arguments. A third of the options are set, each to any of its values."""
    chance = Random(f"{example} {tactic} {number}")
    options = {o.name: value_of(o, chance) for o in book.options if chance.random() < 1 / 3}
    condition = chance.choice(CONDITIONS) if chance.random() < 1 / 4 else ""
    options |= {o.name: chance.randint(1, MOST_ROUNDS) for o in book.options if o.name == LAST_ROUND}
    return Drawn(example, tactic, options, condition, number)


def value_of(option: Option, chance: Random) -> int:
    if option.several:
        return chance.randrange(1 << len(option.words))
    if option.words:
        return chance.randrange(len(option.words))
    return chance.randint(option.least, min(option.most, option.least + 10))


@cache
def loaded(example: str, tactic: str, condition: str, book: Book) -> Encounter:
    """An example with everybody in it under one tactic, and every third member under a condition."""
    encounter = load(example, book.names())
    sides = [replace(party, tactic=tactic, members=changed(party.members, condition)) for party in encounter.sides]
    return replace(encounter, sides=tuple(sides), rounds=0)


def changed(members: tuple[Member, ...], condition: str) -> tuple[Member, ...]:
    """Without tactics of their own; every third, from the last on, under a condition."""
    said = (condition,) if condition else ()
    plain = [replace(m, tactic="") for m in members]
    return tuple(replace(m, conditions=m.conditions + said) if n % 3 == 0 else m for n, m in enumerate(plain[::-1]))[
        ::-1
    ]


def start_of(drawn: Drawn, book: Book) -> Fight:
    start, _ = book.build(loaded(drawn.example, drawn.tactic, drawn.condition, book), drawn.options)
    start.last_round = min(start.last_round, MOST_ROUNDS)
    return start


def compare(drawn: Drawn, book: Book, seed: int = 1) -> Compared:
    """Plays it twice."""
    with witness() as cited:
        start = start_of(drawn, book)
    key = fight_key(seed, drawn.number)
    plain, recorder = clone(start), Recorder(Curious(Random(str(drawn)), cited, len(book.kinds)))
    plain.key, plain.table = key, recorder
    book.fight(plain)
    fast = logged_kernel(book)(record(start, ROOM), np.uint64(key))[0]
    rows = recorder.flat()
    return Compared([f"{drawn}: {what}" for what in mistakes(plain, rows, fast)], rows, cited)


@contextmanager
def witness() -> Iterator[set[int]]:
    """The clauses that are cited meanwhile."""
    before, clauses.CITED = clauses.CITED, set()
    try:
        yield clauses.CITED
    finally:
        clauses.CITED = before


class Curious(People):
    """Answers as the tactic does, which is checked, and asks why a few other answers would not do."""

    def __init__(self, chance: Random, cited: set[int], kinds: int) -> None:
        self.chance, self.cited, self.kinds = chance, cited, kinds

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        pick = self.chance.choice
        for _ in range(3):
            whom = pick((NOBODY, self.chance.randrange(f.n)))
            other = Answer(self.chance.randrange(self.kinds + 1), whom, pick((0, 0, 1, 2)))
            self.cited.add(REASONS[refusal(f, q, other)].clause)
        return decide(f, q)


def mistakes(plain: Fight, rows: list[tuple[int, ...]], fast: np.void) -> Iterator[str]:
    if fast["events"] > ROOM:
        yield f"its log of {fast['events']} rows is too long for {ROOM}"
    if fast["illegal"]:
        yield f"{fast['illegal']} answers of the tactic are not allowed"
    compiled = [tuple(row) for row in fast["log"][: fast["events"]].tolist()]
    for number, (one, other) in enumerate(zip_longest(rows, compiled)):
        if one != other:
            yield f"row {number} is {one} plain and {other} compiled"
            break
    yield from differences(plain, fast)


@dataclass
class Seen:
    """What occurred in all the fights so far."""

    rows: int = 0
    clauses: set[int] = field(default_factory=set)
    reasons: set[int] = field(default_factory=set)
    kinds: set[int] = field(default_factory=set)
    answers: set[tuple[int, int]] = field(default_factory=set)  # question and kind of answer

    def add(self, compared: Compared) -> None:
        self.rows += len(compared.rows)
        self.clauses |= compared.cited
        for row in compared.rows:
            if row[0] == BECAUSE:
                self.reasons.add(row[1])
            elif row[0] < 0:
                self.answers.add((-1 - row[0], row[2]))
            else:
                self.kinds.add(row[0])
                self.clauses.add(row[1])

    def __ior__(self, other: Seen) -> Seen:
        """With what occurred elsewhere."""
        self.rows += other.rows
        self.clauses |= other.clauses
        self.reasons |= other.reasons
        self.kinds |= other.kinds
        self.answers |= other.answers
        return self

    @property
    def asks(self) -> set[int]:
        return {ask for ask, _ in self.answers}
