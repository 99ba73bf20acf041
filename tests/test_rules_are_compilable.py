"""Every rule of every book is in the rule language, whether or not a fight of that book comes by it."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType
from typing import Any

import pytest

from affray.compiler.kernels import programs, record
from affray.compiler.kernels.assumptions import GENERAL, RECORDS, Fields
from affray.compiler.kernels.programs import records_of
from affray.compiler.kernels.record import NO_COLUMNS
from affray.compiler.program import Program, check_functions
from affray.engine.state import Fight
from affray.engine.verbs import RULES
from affray.rules import NAMES, books, get
from affray.rules.book import Book

books()
FOUND = tuple(dict.fromkeys(RULES))  # tests of others may add to them
EVERY_FIELD = frozenset(name for cls in RECORDS.values() for name in cls.__annotations__)


@pytest.fixture
def _roomy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout with room for every field, as no book by itself needs it."""
    for module in (record, programs):
        monkeypatch.setattr(module, "book_fields", lambda book: Fields(EVERY_FIELD, EVERY_FIELD))


def refused(book: Book, functions: Iterable[Any]) -> list[str]:
    """What is outside the rule language in these functions, and in those that they call in this book."""
    every = list(functions)
    seams = get("tempo").implementations | get("classic").implementations | book.implementations  # no book has all
    return [
        str(error) for error in check_functions(Program(records_of(book, NO_COLUMNS, GENERAL), seams, every), every)
    ]


@pytest.mark.usefixtures("_roomy")
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_in_the_rule_language(name: str) -> None:
    """Those of all books, each as this book would call it: a rule may come to stand at a seam of any."""
    book = get(name)
    own = [each for each in FOUND if each.__module__.startswith(f"affray.rules.{name}.")]
    assert len(own) > 60
    assert refused(book, FOUND) == []


def test_nothing_is_marked_that_is_no_function() -> None:
    assert [each for each in FOUND if not isinstance(each, FunctionType)] == []
    assert len(FOUND) > 1000


# --- it would be seen


def rounds_of(f: Fight) -> int:
    return len([1 for _ in range(f.round)])


def calls_it(f: Fight) -> bool:
    return rounds_of(f) > 3


@pytest.mark.usefixtures("_roomy")
def test_a_rule_outside_of_it_is_named_by_its_file_and_line() -> None:
    line = rounds_of.__code__.co_firstlineno + 1
    for rules in ([rounds_of], [calls_it]):
        (said,) = refused(get("classic"), rules)
        assert said.startswith(f"{__file__}:{line}: ")
        assert "ListComp" in said
