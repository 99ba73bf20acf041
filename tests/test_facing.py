"""Where a side begins to look for foes (`Side.facing`): never beyond one who is up, but past those who are not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from affray.engine.dice import fight_key
from affray.engine.state import UNDECIDED, Fight, clone
from affray.engine.vocabulary import SURRENDERED
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import begin, lift
from affray.scenario import load


def fights(book: Book, example: str, many: int) -> Iterator[Fight]:
    """The first of them, about to begin."""
    start, _ = book.build(load(example, book.names()), {})
    for number in range(many):
        f = clone(start)
        f.key = fight_key(0, number)
        yield f


def first_foe_up(f: Fight, side: int) -> int:
    return min((c.id for c in f.who if c.in_fight and c.side != side), default=f.n)


@pytest.mark.parametrize("example", ["orcs", "king", "crossroads"])  # the third has three sides
@pytest.mark.parametrize("book", NAMES)
def test_no_foe_who_is_up_is_listed_before_whom_a_side_faces(book: str, example: str) -> None:
    rules = get(book)
    for f in fights(rules, example, 3):
        while f.winner == UNDECIDED:
            rules.step(f)
            assert all(side.first_foe <= first_foe_up(f, side.id) for side in f.side)


def test_whoever_rises_is_faced_again() -> None:
    """The first orc gives up and thinks better of it: the party looks past it, and at it again."""
    rules = get("classic")
    f, _ = rules.build(load("brawl", rules.names()), {})
    first = next(c for c in f.who if c.side == 1)
    assert [side.first_foe for side in f.side] == [first.id, 0]
    begin(f, first, SURRENDERED, 99)
    assert f.side[0].first_foe == first.id + 1
    lift(f, first, SURRENDERED, C.CONDITION_END)
    assert f.side[0].first_foe == first.id
