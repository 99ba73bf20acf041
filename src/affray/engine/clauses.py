"""The registry of clauses and of reasons: words for the reader, ints for the rules while they run.

A number follows from what it stands for, whatever was registered before it: kernels and journals outlive a process."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import NamedTuple

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
