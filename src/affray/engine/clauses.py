"""The registry of clauses, reasons and options: words for the reader, ints for the rules while they run.

A number follows from what it stands for, whatever was registered before it: kernels and journals outlive a process.
Each book has a block of option numbers, so that a rule of one book reads its own options in a fight of another."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from affray.errors import AffrayError

RULE, RULING, OPTION, REFEREE = "rule", "ruling", "option", "referee"


class Clause(NamedTuple):
    id: str
    words: str
    status: str = RULE

    @property
    def book(self) -> str:
        return self.id.partition(".")[0]


class Reason(NamedTuple):
    """Why an answer is refused or a number changed: a clause, and words; {who} and {other} stand for names."""

    clause: int
    words: str


CLAUSES = {0: Clause("", "")}
REASONS = {0: Reason(0, "")}  # 0: nothing against it
BY_ID: dict[str, int] = {}
CITED: set[int] | None = None  # while a witness stands here, every clause that is cited


def clause(id: str, words: str, status: str = RULE) -> int:
    if id in BY_ID:
        raise ValueError(f"the clause {id} is registered twice")
    number = number_of(id)
    if number in CLAUSES:
        raise ValueError(f"the clauses {id} and {CLAUSES[number].id} have the same number; rename one")
    CLAUSES[number] = Clause(id, words, status)
    BY_ID[id] = number
    return number


def arrange(book: str, names: Iterable[str]) -> None:
    """List the clauses of a book in the order of its chapter, wherever they were registered."""
    for id in (f"{book}.{name}" for name in names):
        BY_ID[id] = number = BY_ID.pop(id)
        CLAUSES[number] = CLAUSES.pop(number)


def reason(clause: int, words: str) -> int:
    """The same words under the same clause are the same reason, wherever they are said."""
    number = number_of(f"{CLAUSES[clause].id}: {words}")
    if REASONS.setdefault(number, Reason(clause, words)) != Reason(clause, words):
        raise ValueError(f"the reasons {words!r} and {REASONS[number].words!r} have the same number; reword one")
    return number


def number_of(text: str) -> int:
    """From 1 to the largest that a record has room for."""
    return zlib.crc32(text.encode()) % 0x7FFFFFFF + 1


def cite(clause: int) -> None:
    """A clause was read: by an event, a modifier, a refusal, a ruling asked for, or a table row at set-up."""
    if CITED is not None:
        CITED.add(clause)


START = clause("affray.start", "A fight starts from a scenario, a book with its options, a seed and a number.")
ANSWER = clause("affray.answer", "An answer must fit its question.")
DIE = clause("affray.die", "A die typed in shows one of its faces, and is an input like any other.")
SPOKEN = clause("affray.referee", "The referee may change anything at any moment, with a reason.")
LIMIT = clause("affray.limit", "A fight without another end stops as a stand-off after its last round.")
END = clause("affray.end", "A fight is over when one side at most still stands, or an objective is met.")
SPENT = clause(
    "affray.spells.spent",
    "Ruling: a spell that was cast or lost in a fight is gone from memory until a night's sleep.",
    RULING,
)


# --- options


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. `words` are its values by their numbers; without them it is a number from least to most."""

    number: int
    name: str
    clause: int
    default: int
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    several: bool = False  # a set of words rather than one

    def read(self, text: str) -> int:
        """Return the number for a word a person wrote."""
        value = text.strip().lower()
        if self.several:
            chosen = [w for w in value.strip("[]").replace(" ", "").split(",") if w and w != NONE]
            if all(w in self.words for w in chosen):
                return sum(1 << self.words.index(w) for w in set(chosen))
        elif self.words:
            value = SAME.get(value, value)
            if value in self.words:
                return self.words.index(value)
        elif NUMBER.fullmatch(value) and self.least <= int(value) <= self.most:
            return int(value)
        raise AffrayError(f"{self.name}: {text!r} is not a value of this option; expected {self.expected}")

    def say(self, value: int) -> str:
        if self.several:
            return ",".join(w for n, w in enumerate(self.words) if value >> n & 1) or NONE
        return self.words[value] if self.words else str(value)

    @property
    def expected(self) -> str:
        if self.several:
            return "any of " + ", ".join(self.words)
        return " or ".join(self.words) if self.words else f"a whole number from {self.least} to {self.most}"


BLOCK = 24  # numbers for each book
MOST_BOOKS = 8  # state.ROOM has place for their blocks
PLACES = ["classic", "tempo", "procedure", "vanguard", "fourfold"]  # of the blocks; others stand behind them
EVERY: list[Option] = []


class Settings:
    """The options of one book: those named in `order` as they are there, then others as they are registered."""

    def __init__(self, book: str, order: tuple[str, ...] = ()) -> None:
        if book not in PLACES:
            if len(PLACES) == MOST_BOOKS:
                raise ValueError(f"{book}: there is room for the options of {MOST_BOOKS} books")
            PLACES.append(book)
        self.first = BLOCK * PLACES.index(book)
        self.all: list[Option] = []
        self.order = order

    def word(self, name: str, clause: int, default: int, words: tuple[str, ...]) -> int:
        """One of several words; the value is the place of the word."""
        return self.add(Option(self.next(name), name, clause, default, words))

    def switch(self, name: str, clause: int, default: int) -> int:
        return self.word(name, clause, default, SWITCH)

    def several(self, name: str, clause: int, default: int, words: tuple[str, ...]) -> int:
        """Any of several words; the value has a bit for each."""
        return self.add(Option(self.next(name), name, clause, default, words, several=True))

    def number(self, name: str, clause: int, default: int, least: int, most: int) -> int:
        return self.add(Option(self.next(name), name, clause, default, (), least, most))

    def next(self, name: str) -> int:
        if name in self.order:
            return self.first + self.order.index(name)
        return self.first + len(self.order) + sum(option.name not in self.order for option in self.all)

    def add(self, option: Option) -> int:
        if len(self.all) == BLOCK:
            raise ValueError(f"{option.name}: a book has room for {BLOCK} options")
        self.all.append(option)
        self.all.sort(key=lambda o: o.number)
        EVERY.append(option)
        return option.number


def defaults() -> list[int]:
    """Return what every option is unless somebody sets it, by number."""
    values = [0] * (BLOCK * len(PLACES))
    for option in EVERY:
        values[option.number] = option.default
    return values


NUMBER = re.compile(r"[+-]?\d{1,6}")
NONE = "none"
SAME = {"true": "on", "yes": "on", "false": "off", "no": "off"}
SWITCH = ("off", "on")
