"""What players receive is the same with and without somebody hidden who does nothing (bench/hidden_twins: more)."""

from __future__ import annotations

import pytest
from twin_fights import BOOKS, Twin, compare, difference, draw


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("book", BOOKS)
def test_somebody_hidden_is_as_one_who_is_not_there(book: str, number: int) -> None:
    outcome = compare(draw(number, book), most=60)
    assert outcome.difference == ""
    assert outcome.inputs > 5


def test_the_comparison_finds_somebody_who_enters() -> None:
    drawn = draw(0, "fourfold")
    a, b = Twin.begin(drawn, True), Twin.begin(drawn, False)
    assert difference(a, b, deep=True) == ""
    a.play.referee("reveal", a.play.roster.who[-1])
    a.follow()
    assert difference(a, b, deep=False) != ""


def test_a_place_in_an_answer_is_not_taken_for_somebody() -> None:
    """Oil is spilled at a place, whose number was taken for the combatant of that number: answers were ranked by who
    that was, and it was another where somebody hidden had a number too."""
    assert compare(draw(18, "vanguard"), most=50).difference == ""
