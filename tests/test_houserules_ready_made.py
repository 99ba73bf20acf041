"""The built-in house rules for any book, alone and combined: plain equals compiled in every book that carries them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from click.testing import CliRunner
from twins import compare_engines, draw_fight

from affray import houserules
from affray.cli import main
from affray.houserules.plan import HouseRuleError
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import examples

READY_MADE = [name for name in houserules.built_in_texts() if not houserules.load(name).rules]
CARRIED = [(book, name) for book in NAMES for name in READY_MADE]
COMBINATIONS = 3  # bench/ready_made.py tries ten


def with_rules(book: str, *names: str) -> Book | None:
    """Return the book with these house rules; None where they can't be combined there."""
    try:
        return houserules.apply(get(book), [houserules.load(name) for name in names])
    except HouseRuleError:
        return None


def random_combinations(book: str) -> list[tuple[str, ...]]:
    """Draw some combinations of three that this book carries."""
    fit = [names for names in combinations(READY_MADE, 3) if with_rules(book, *names)]
    return Random(f"house rules of {book}").sample(fit, COMBINATIONS)


def mistakes_in_fights(book: Book, seed: int) -> list[str]:
    """Compare both engines in one fight of an example, by a tactic that answers questions or with random answers."""
    way = Random(seed).choice([(example, tactic) for example in examples() for tactic in ("nearest", "whim")])
    return compare_engines(draw_fight(*way, seed, book), book).mistakes


@pytest.mark.parametrize("book", [pytest.param(name, marks=pytest.mark.xdist_group(f"{name} house")) for name in NAMES])
def test_each_alone_is_the_same_plain_and_compiled(book: str) -> None:
    alone = [(name, bent) for name in READY_MADE if (bent := with_rules(book, name))]
    assert len(alone) >= len(READY_MADE) - 2
    assert {name: found for n, (name, bent) in enumerate(alone) if (found := mistakes_in_fights(bent, n))} == {}


@pytest.mark.parametrize("book", [pytest.param(name, marks=pytest.mark.xdist_group(f"{name} house")) for name in NAMES])
def test_combinations_are_the_same_plain_and_compiled(book: str) -> None:
    for n, names in enumerate(random_combinations(book)):
        bent = with_rules(book, *names)
        assert bent is not None
        assert mistakes_in_fights(bent, n) == [], names


COMMANDS = [
    ["fight", "duel"],
    ["sim", "duel", "-n", "5"],
    ["compare", "duel", "-n", "5"],
    ["odds", "attack", "fighter 3", "orc"],
]


def run(arguments: list[str]) -> str:
    told = CliRunner().invoke(main, arguments)
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.parametrize("name", READY_MADE)
def test_commands_take_each_under_a_book_that_carries_it(name: str) -> None:
    book = next(book for book in NAMES if with_rules(book, name))
    for command in COMMANDS:
        run([*command, "--house", name, "--rules", book])


def test_the_list_of_rules_has_each_with_its_sentence() -> None:
    listed = run(["rules"])
    for name in READY_MADE:
        assert f"{name} " in listed
        assert houserules.load(name).says in listed


PAIRS = [
    ("critical-double", "critical-maximum", "critical.hits can't be both 'double'"),
    ("fumble-drop", "fumble-self", "fumbles can't be both 'drop'"),
    ("cleave", "cleaving-warriors", "cleave can't be both 'everyone'"),
    ("dead-at-minus-ten", "dead-at-minus-level", "says the same; drop one of them"),
    ("declared-targets", "declared-targets-or-another", "targets can't be both 'lost'"),
]


@pytest.mark.parametrize(("one", "other", "why"), PAIRS)
def test_what_does_not_go_together_is_refused_with_the_reason(one: str, other: str, why: str) -> None:
    told = CliRunner().invoke(main, ["fight", "duel", "--house", one, "--house", other])
    assert (told.exit_code, why in told.output) == (2, True)


def test_each_is_for_the_books_that_carry_it() -> None:
    """The page of a table offers it under these."""
    for name in READY_MADE:
        assert houserules.books_for(houserules.load(name)) == [book for book in NAMES if with_rules(book, name)], name
    assert houserules.books_for(houserules.load("three-books")) == ["classic"]
