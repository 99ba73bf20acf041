"""Fights drawn at random for proofs: any example, any tactic, any options; what occurred, whether the logs add up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from affray.engine import clauses
from affray.engine.clauses import REASONS, Option
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter, Member
from affray.engine.events import BECAUSE
from affray.engine.state import NOBODY, Fight, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.log import Log, People, Recorder
from affray.log.audit import check_log
from affray.rules.book import Book
from affray.scenario import examples, load

MAX_ROUNDS = 40  # fights of whims have no end of their own
DRAWN_CONDITIONS = "silenced blind prone asleep held paralysed".split()  # some of those a scenario may give
ROUNDS_OPTION = "rounds"  # the option of that name


@dataclass(frozen=True)
class RandomFight:
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
class PlayedFight:
    """One fight by the plain rules: how it began and ended, and what it was about."""

    start: Fight
    end: Fight
    rows: list[tuple[int, ...]]
    cited: set[int]  # clauses read at set-up, and those that refused other answers


def draw_fight(example: str, tactic: str, number: int, book: Book) -> RandomFight:
    """Return the same for the same arguments. A third of the options are set, each to any of its values."""
    chance = Random(f"{example} {tactic} {number}")
    options = {o.name: value_of(o, chance) for o in book.options if chance.random() < 1 / 3}
    condition = chance.choice(DRAWN_CONDITIONS) if chance.random() < 1 / 4 else ""
    options |= {o.name: chance.randint(1, MAX_ROUNDS) for o in book.options if o.name == ROUNDS_OPTION}
    return RandomFight(example, tactic, options, condition, number)


def value_of(option: Option, chance: Random) -> int:
    if option.several:
        return chance.randrange(1 << len(option.words))
    if option.words:
        return chance.randrange(len(option.words))
    return chance.randint(option.least, min(option.most, option.least + 10))


@cache
def load_example(example: str, tactic: str, condition: str, book: Book) -> Encounter:
    """Return an example with everybody in it under one tactic, and every third member under a condition."""
    encounter = load(example, book.names())
    sides = [
        replace(party, tactic=tactic, members=change_members(party.members, condition)) for party in encounter.sides
    ]
    return replace(encounter, sides=tuple(sides), rounds=0)


def change_members(members: tuple[Member, ...], condition: str) -> tuple[Member, ...]:
    """Return members without tactics of their own; every third, from the last on, under a condition."""
    said = (condition,) if condition else ()
    plain = [replace(m, tactic="") for m in members]
    return tuple(replace(m, conditions=m.conditions + said) if n % 3 == 0 else m for n, m in enumerate(plain[::-1]))[
        ::-1
    ]


def start_of(drawn: RandomFight, book: Book) -> Fight:
    start, _ = book.build(load_example(drawn.example, drawn.tactic, drawn.condition, book), drawn.options)
    start.last_round = min(start.last_round, MAX_ROUNDS)
    return start


def play_random_fight(drawn: RandomFight, book: Book, seed: int = 1) -> PlayedFight:
    """Play it by the plain rules."""
    with record_citations() as cited:
        start = start_of(drawn, book)
    f, recorder = clone(start), Recorder(CuriousPeople(Random(str(drawn)), cited, len(book.kinds)))
    f.key, f.observer = fight_key(seed, drawn.number), recorder
    book.fight(f)
    return PlayedFight(start, f, recorder.flat(), cited)


@contextmanager
def record_citations() -> Iterator[set[int]]:
    """Record the clauses that are cited meanwhile."""
    before, clauses.CITED = clauses.CITED, set()
    try:
        yield clauses.CITED
    finally:
        clauses.CITED = before


class CuriousPeople(People):
    """Answers as the tactic does, which is checked, and asks why a few other answers would not do."""

    def __init__(self, chance: Random, cited: set[int], kinds: int) -> None:
        self.chance, self.cited, self.kinds = chance, cited, kinds

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        for _ in range(3):
            self.cited.add(REASONS[refusal(f, q, any_answer(self.chance, f, self.kinds))].clause)
        return decide(f, q)


def any_answer(chance: Random, f: Fight, kinds: int) -> Answer:
    """Return an answer as somebody might stumble on it, allowed or not."""
    whom = chance.choice((NOBODY, chance.randrange(f.n)))
    return Answer(chance.randrange(kinds + 1), whom, chance.choice((0, 0, 1, 2)))


@dataclass
class Coverage:
    """What occurred in all the fights so far."""

    rows: int = 0
    clauses: set[int] = field(default_factory=set)
    reasons: set[int] = field(default_factory=set)
    kinds: set[int] = field(default_factory=set)
    answers: set[tuple[int, int]] = field(default_factory=set)  # question and kind of answer

    def add(self, rows: list[tuple[int, ...]], cited: set[int]) -> None:
        self.rows += len(rows)
        self.clauses |= cited
        for row in rows:
            if row[0] == BECAUSE:
                self.reasons.add(row[1])
            elif row[0] < 0:
                self.answers.add((-1 - row[0], row[2]))
            else:
                self.kinds.add(row[0])
                self.clauses.add(row[1])

    def __ior__(self, other: Coverage) -> Coverage:
        """Add what occurred elsewhere."""
        self.rows += other.rows
        self.clauses |= other.clauses
        self.reasons |= other.reasons
        self.kinds |= other.kinds
        self.answers |= other.answers
        return self

    @property
    def asks(self) -> set[int]:
        return {ask for ask, _ in self.answers}

    def cited_clauses(self, book: Book) -> set[int]:
        """Return every clause that was, in whichever way."""
        asked = {book.clauses[ask] for ask in self.asks}
        return self.clauses | {REASONS[reason].clause for reason in self.reasons} | asked


# --- logs that are read and added up


def audit_random_fights(book: Book, fights: int, seed: int, first: int = 0) -> list[str]:
    """Play so many random fights and return what doesn't add up in their logs, with the fight."""
    chance = Random(f"{seed} {first}")
    wrong: list[str] = []
    for number in range(first, first + fights):
        drawn = draw_fight(chance.choice(sorted(examples())), chance.choice(list(book.tactics)), number, book)
        wrong += [f"{what} ({drawn})" for what in check_log(log_of(drawn, book, seed))]
    return wrong


def log_of(drawn: RandomFight, book: Book, seed: int) -> str:
    """Play a fight by the plain rules and return its log."""
    start, roster = book.build(load_example(drawn.example, drawn.tactic, drawn.condition, book), drawn.options)
    f, recorder = clone(start), Recorder()
    f.last_round = min(f.last_round, MAX_ROUNDS)
    f.key, f.observer = fight_key(seed, drawn.number), recorder
    book.fight(f)
    return Log(book, roster, recorder.log, [c.side for c in f.who]).text()
