"""Golden playthroughs: they catch drift, they don't prove truth. `--write-golden` writes them anew.

Each book's are all the examples and, where these leave something out, further scenarios in tests/golden/<book>/. They
must show every kind of event the book can make and every clause a fight can show; golden_excused.py names the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from golden_excused import NEVER_MADE, SHOWN_BY
from golden_fights import GOLDEN, PLAYED, SEEDS, fights, further

import affray
from affray import scenario
from affray.engine import events
from affray.engine.clauses import BY_ID, CLAUSES, REASONS
from affray.tools import clause_index

ROOT = Path(__file__).parent.parent
OWN = "affray"  # the clauses of no book
OF_NO_BOOK = "referee"  # the kind of event that none makes


def told(book: str, name: str) -> str:
    """The fights as the referee hears them."""
    parts = []
    for seed, play in zip(SEEDS, fights(book, name), strict=True):
        parts.append(f"{name}, {book}, seed {seed}: {play.winner} in round {play.state.round}\n\n{play.log}\n")
    return "\n".join(parts)


@pytest.mark.parametrize(("book", "name"), PLAYED)
def test_the_fight_is_told_as_it_was(book: str, name: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / book / f"{name}.log"
    now = told(book, name)
    if request.config.getoption("--write-golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, encoding="utf-8", newline="\n")
    assert path.exists(), f"{name} has no golden playthrough under {book}: run with --write-golden and read it"
    assert now == path.read_text(encoding="utf-8"), "if you meant it: pytest tests/test_golden.py --write-golden"


@pytest.mark.parametrize(("book", "name"), PLAYED)
def test_nothing_follows_the_end_of_a_fight(book: str, name: str) -> None:
    for play in fights(book, name):
        kinds = [event.kind for event in play.log]
        assert kinds.index(events.END) == len(kinds) - 1


def test_there_is_none_too_many() -> None:
    assert {(p.parent.name, p.stem) for p in GOLDEN.glob("*/*.log")} == set(PLAYED)
    assert [name for book in affray.books() for name in further(book) if name in scenario.examples()] == []


# --- all that they should show


@cache
def shown(book: str) -> frozenset[str]:
    """The clauses and kinds of event in a book's playthroughs."""
    found: set[str] = set()
    for play in (play for of, name in PLAYED if of == book for play in fights(of, name)):
        for event in play.log:
            found |= {f"event {events.KINDS[event.kind]}", CLAUSES[event.clause].id}
            found |= {CLAUSES[REASONS[reason].clause].id for reason, _ in event.because}
    return frozenset(found)


def wanted(book: str) -> Iterator[str]:
    yield from (id for id, number in BY_ID.items() if CLAUSES[number].book == book)
    never = NEVER_MADE.get(book, {})
    yield from (f"event {kind}" for kind in events.KINDS if kind not in never and (kind == OF_NO_BOOK) == (book == OWN))


def missing(book: str) -> list[str]:
    books = affray.books() if book == OWN else [book]
    return [what for what in wanted(book) if not any(what in shown(each) for each in books)]


@pytest.mark.parametrize("book", [OWN, *affray.books()])
def test_they_show_everything_that_is_not_shown_elsewhere(book: str) -> None:
    excused = SHOWN_BY.get(book, {})
    assert [what for what in missing(book) if what not in excused] == [], "no playthrough shows it, nothing excuses it"
    assert [what for what in excused if what not in missing(book)] == [], "it needs no excuse"


def test_what_is_never_made_is_not_made() -> None:
    never = [(book, kind) for book, kinds in NEVER_MADE.items() for kind in kinds]
    assert [(book, kind) for book, kind in never if kind not in events.KINDS or f"event {kind}" in shown(book)] == []


@pytest.mark.parametrize(
    ("what", "test"), [(what, test) for excused in SHOWN_BY.values() for what, test in excused.items()]
)
def test_what_is_shown_elsewhere_is_shown_there(what: str, test: str) -> None:
    """There is such a test, and for a clause it bears the mark."""
    file, _, name = test.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    assert found, f"there is no {test}"
    marks = {
        part.value for mark in found[0].decorator_list for part in ast.walk(mark) if isinstance(part, ast.Constant)
    }
    assert what.startswith("event ") or what in marks or test in clause_index.tests_of(what)
