"""The built-in house rules for any book, alone and combined: plain equals compiled in every book that carries them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from twins import compare_engines, draw_fight

from affray import houserules
from affray.houserules.plan import HouseRuleError
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import examples

READY_MADE = [name for name in houserules.built_in_texts() if not houserules.load(name).rules]
CARRIED = [(book, name) for book in NAMES for name in READY_MADE]
COMBINATIONS = 10


def with_rules(book: str, *names: str) -> Book | None:
    """Return the book with these house rules; None where they can't be combined there."""
    try:
        return houserules.apply(get(book), [houserules.load(name) for name in names])
    except HouseRuleError:
        return None


def random_combinations(book: str) -> list[tuple[str, ...]]:
    """Draw ten combinations of three that this book carries."""
    fit = [names for names in combinations(READY_MADE, 3) if with_rules(book, *names)]
    return Random(f"house rules of {book}").sample(fit, COMBINATIONS)


def mistakes_in_fights(book: Book, seed: int) -> list[str]:
    """Compare both engines over the examples, with tactics that answer questions and with random answers."""
    ways = [(example, tactic) for example in examples() for tactic in ("nearest", "whim")]
    chosen = Random(seed).sample(ways, 3)
    return [m for n, way in enumerate(chosen) for m in compare_engines(draw_fight(*way, seed + n, book), book).mistakes]


@pytest.mark.parametrize("book", [pytest.param(name, marks=pytest.mark.xdist_group(f"{name} house")) for name in NAMES])
def test_each_alone_is_the_same_plain_and_compiled(book: str) -> None:
    alone = [(name, bent) for name in READY_MADE if (bent := with_rules(book, name))]
    assert len(alone) >= len(READY_MADE) - 2
    assert {name: found for n, (name, bent) in enumerate(alone) if (found := mistakes_in_fights(bent, n))} == {}


@pytest.mark.parametrize("book", [pytest.param(name, marks=pytest.mark.xdist_group(f"{name} house")) for name in NAMES])
def test_ten_combinations_are_the_same_plain_and_compiled(book: str) -> None:
    for n, names in enumerate(random_combinations(book)):
        bent = with_rules(book, *names)
        assert bent is not None
        assert mistakes_in_fights(bent, n) == [], names
