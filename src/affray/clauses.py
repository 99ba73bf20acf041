"""The registry of clauses and of reasons: words for the reader, small ints for the rules while they run."""

from __future__ import annotations

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


CLAUSES = [Clause("", "")]
REASONS = [Reason(0, "")]  # 0: nothing against it
BY_ID: dict[str, int] = {}
CITED: set[int] | None = None  # while a witness stands here, every clause that is cited


def clause(id: str, words: str, status: str = RULE) -> int:
    if id in BY_ID:
        raise ValueError(f"the clause {id} is registered twice")
    CLAUSES.append(Clause(id, words, status))
    BY_ID[id] = len(CLAUSES) - 1
    return BY_ID[id]


def reason(clause: int, words: str) -> int:
    REASONS.append(Reason(clause, words))
    return len(REASONS) - 1


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
