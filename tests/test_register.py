"""The register of clauses: everything is in it, and it says where each clause is read and shown."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from clause_examples import index, index_text
from golden_excused import WITHOUT_EXAMPLE
from shown_elsewhere import SHOWN_ELSEWHERE

from affray import books
from affray.engine.clauses import BY_ID
from affray.tools import clause_index

TESTS = Path(__file__).parent.parent
INDEX = TESTS / "src" / "affray" / "tools" / "clauses.json"


@cache
def known() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in clause_index.clause_entries()}


def test_functions_and_examples_are_those_of_the_sources_and_the_golden_logs(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--write-register"):
        INDEX.write_text(index_text(), encoding="utf-8", newline="\n")
        clause_index.read_index.cache_clear()
    written = clause_index.read_index(INDEX.name)
    differ = [id for id in {**written, **index()} if written.get(id) != index().get(id)]
    assert differ == [], "clauses.json is stale: pytest --write-register tests/test_register.py writes it anew"
    assert INDEX.read_text(encoding="utf-8") == index_text()


def test_every_clause_is_there_once_and_in_order() -> None:
    assert list(known()) == list(BY_ID)
    assert {entry["book"] for entry in known().values()} == {"affray", *books()}
    assert {entry["status"] for entry in known().values()} == {"rule", "reading", "option", "referee"}
    assert all(entry["wording"] for entry in known().values())


@pytest.mark.parametrize("book", books())
def test_a_book_alone_comes_with_what_belongs_to_no_book(book: str) -> None:
    assert {entry["book"] for entry in clause_index.clause_entries(book)} == {"affray", book}


def test_what_belongs_to_no_book_can_be_had_alone() -> None:
    assert {entry["book"] for entry in clause_index.clause_entries("affray")} == {"affray"}


def test_every_clause_is_read_by_a_function() -> None:
    assert [id for id, entry in known().items() if not entry["functions"]] == []


def test_every_clause_is_shown_by_a_test(request: pytest.FixtureRequest) -> None:
    if request.config.option.write_register:
        pytest.skip("tests.json is written when this run is over")
    assert [id for id, entry in known().items() if not entry["tests"]] == []


def test_most_clauses_have_an_example() -> None:
    """Those without are about typed dice, the referee, house rules, rest and odds, which no golden log has."""
    found = {id: clause_index.example_of(id) for id in known()}
    assert sorted(id for id, example in found.items() if example is None) == sorted(WITHOUT_EXAMPLE)
    hows = {example.how for example in found.values() if example is not None}
    assert hows == {clause_index.EVENT, clause_index.SET_UP, clause_index.REFUSAL}


def test_the_functions_exist() -> None:
    for function in {name for entry in known().values() for name in entry["functions"]}:
        found: object = None
        module, *rest = function.split(".")
        while rest:
            try:
                found = import_module(module)
            except ModuleNotFoundError:
                break
            if hasattr(found, rest[0]) and not hasattr(getattr(found, rest[0]), "__path__"):
                break
            module, rest = f"{module}.{rest[0]}", rest[1:]
        for name in rest:
            found = getattr(found, name)
        assert callable(found) or isinstance(found, property), function


@pytest.mark.parametrize(
    ("id", "function"),
    [
        ("classic.attack.roll", "shared.attack.shooting"),  # by a reason
        ("classic.attack.blind", "shared.attack.ailments"),  # by an option that goes by another name there
        ("classic.attack.bombing", "shared.legality.refuse_drop"),  # by the reason of a refusal
        ("classic.attack.thac0", "shared.people.thac0_by_dice"),  # by a table row at set-up
        ("classic.monster.paralysis", "shared.effects.take_hold"),  # by an effect that a content file gives the clause
        ("classic.initiative.tie", "classic.initiative.give_places"),  # by an option
    ],
)
def test_functions_are_found_however_they_read_a_clause(id: str, function: str) -> None:
    assert f"affray.rules.{function}" in known()[id]["functions"]


def test_the_tests_exist() -> None:
    for test in {test for entry in known().values() for test in entry["tests"]}:
        file, _, name = test.partition("::")
        assert f"def {name.rpartition('::')[2]}(" in (TESTS / file).read_text(encoding="utf-8")


def test_options_stand_under_their_clauses() -> None:
    assert known()["classic.attack.blind"]["options"] == ["blind.bonus"]
    assert known()["classic.surprise"]["options"] == ["surprise", "surprise.range"]
    assert set(known()["affray.limit"]["options"]) == {"rounds"}  # of every book


def test_what_is_shown_elsewhere_is_shown_there() -> None:
    for id, test in SHOWN_ELSEWHERE.items():
        assert known()[id]["tests"] == [test]
