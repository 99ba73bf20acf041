"""The table of odds: all 19 rows as the book prints them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.errors import AffrayError
from affray.rules.fourfold.setup import gauge, table

PRINTED = """
 2 95.00 99.75 +1 90.25 -1
 3 90.00 99.00 +2 81.00 -2
 4 85.00 97.75 +3 72.25 -3
 5 80.00 96.00 +3 64.00 -3
 6 75.00 93.75 +4 56.25 -4
 7 70.00 91.00 +4 49.00 -4
 8 65.00 87.75 +5 42.25 -5
 9 60.00 84.00 +5 36.00 -5
10 55.00 79.75 +5 30.25 -5
11 50.00 75.00 +5 25.00 -5
12 45.00 69.75 +5 20.25 -5
13 40.00 64.00 +5 16.00 -5
14 35.00 57.75 +5 12.25 -5
15 30.00 51.00 +4  9.00 -4
16 25.00 43.75 +4  6.25 -4
17 20.00 36.00 +3  4.00 -3
18 15.00 27.75 +3  2.25 -3
19 10.00 19.00 +2  1.00 -2
20  5.00  9.75 +1  0.25 -1
"""


@pytest.mark.clause("fourfold.odds.table")
def test_the_nineteen_rows_to_the_digit() -> None:
    rows = [line.split() for line in PRINTED.strip().splitlines()]
    assert len(rows) == 19
    for row, (target, plain, best, bonus, worst, penalty) in zip(table(), rows, strict=True):
        assert row.target == int(target)
        chances = (row.plain, row.advantage, row.disadvantage)
        assert chances == tuple(Fraction(text) / 100 for text in (plain, best, worst))
        assert (row.bonus, row.penalty) == (int(bonus), int(penalty))


@pytest.mark.clause("fourfold.odds.table")
def test_they_follow_the_formulas_of_the_clause() -> None:
    for row in table():
        p = Fraction(21 - row.target, 20)
        assert (row.plain, row.advantage, row.disadvantage) == (p, 1 - (1 - p) ** 2, p**2)


@pytest.mark.parametrize(
    ("foes", "ratio", "words"),
    [((4, 4), 1, "an easy win"), ((4, 6), 1.5, "someone may drop"), ((4, 8), 2, "dangerous"), ((8, 8), 4, "dangerous")],
)
def test_the_gauge_of_an_encounter(foes: tuple[int, int], ratio: float, words: str) -> None:
    """Against four of the first level: 4 levels × 4 heads are 16."""
    assert gauge(*foes, levels=4, size=4) == (ratio, words)
    assert gauge(13, 5, levels=4, size=4) == (65 / 16, "a rout")
    with pytest.raises(AffrayError):
        gauge(1, 1, levels=0, size=0)
