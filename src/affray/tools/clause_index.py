"""The index of clauses: for each its wording, its options, the functions that read it, its tests and an example.

Two files beside this module hold what can't be known while Affray runs. `clauses.json` has the functions and the
examples, `tests.json` the tests. `pytest --write-register` writes both after a full run of the tests; together with
`tests/test_register.py` alone it writes the first, which is enough when a function or a golden log has changed."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from affray.engine.clauses import BY_ID, CLAUSES, Clause
from affray.rules import books

NO_BOOK = "affray"  # ids that belong to no book
SHARED = "shared"  # the folder of what several books share
EVENT, SET_UP, REFUSAL = "event", "set-up", "refusal"


class Example(NamedTuple):
    """Words that show a clause at work, and the fight they come from; no fight where an answer is refused by it."""

    how: str  # EVENT, SET_UP or REFUSAL
    words: str
    scenario: str
    book: str
    seed: int

    @property
    def command(self) -> str:
        """Return the command that plays the fight again."""
        return f"affray fight {self.scenario} --rules {self.book} --seed {self.seed}" if self.scenario else ""


def clause_entries(book: str | None = None) -> list[dict[str, Any]]:
    """List every clause that a fight of this book may cite, the `affray.` ids included; without a book, all clauses."""
    known = [NO_BOOK, *books()] if book is None else [NO_BOOK, book]
    return [entry(clause) for name in known for clause in CLAUSES.values() if clause.book == name]


def entry(clause: Clause) -> dict[str, Any]:
    """Describe one clause."""
    return {
        "id": clause.id,
        "book": clause.book,
        "wording": clause.words,
        "status": clause.status,
        "options": options_of(clause.id),
        "functions": functions_of(clause.id),
        "tests": tests_of(clause.id),
    }


def options_of(id: str) -> list[str]:
    """List the options that decide about a clause."""
    every = (option for book in books().values() for option in book.options)
    return list(dict.fromkeys(option.name for option in every if option.clause == BY_ID[id]))


def functions_of(id: str) -> list[str]:
    """List the functions that read a clause; none for a clause of a book that does not come with Affray."""
    found: list[str] = read_index("clauses.json").get(id, {}).get("functions", [])
    return found


def tests_of(id: str) -> list[str]:
    """List the tests that showed a clause in the last full run."""
    found: list[str] = read_index("tests.json").get(id, [])
    return found


def example_of(id: str) -> Example | None:
    """Return an example of a clause, where a golden log, the set-up of a fight or a refusal shows it."""
    found = read_index("clauses.json").get(id, {}).get("example")
    return Example(**found) if found else None


@cache
def read_index(file: str) -> dict[str, Any]:
    """Read one of the two generated files."""
    found: dict[str, Any] = json.loads(files("affray").joinpath("tools", file).read_text(encoding="utf-8"))
    return found
