"""What weights come to: shares and means with their intervals, outcomes by their names, rounds, and how it is told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import inf, sqrt

import pytest

from affray.compiler.kernels.counting import KILLING, ROUT, SURRENDER, WAYS_TO_WIN, sum_lengths
from affray.engine.state import NOBODY_LEFT, STAND_OFF
from affray.simulation.chances import (
    Chances,
    Mean,
    Share,
    chances_of,
    counted_measure,
    exact_measure,
    histogram,
    mean_interval,
    wilson_share,
)

SIDES = ("party", "orcs")
ROUNDS = 5
COMBATANTS = 3


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [  # worked out by the formula in its other form: the roots of (p - x)² = z² x (1 - x) / n
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (5, 10, 0.2365931, 0.7634069),
        (1, 1000, 0.0001765, 0.0056426),
    ],
)
def test_the_interval_is_wilsons(times: int, of: int, low: float, high: float) -> None:
    found = wilson_share(times, of)
    assert found.share == times / of
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-6)
    z2 = 1.959963984540054**2
    for root in (found.low, found.high):
        if 0 < root < 1:
            assert (times / of - root) ** 2 == pytest.approx(z2 * root * (1 - root) / of)


def test_the_interval_of_a_mean() -> None:
    """1, 2, 3, 4: the mean is 5/2, the variance of the sample (9 + 1 + 1 + 9) / 4 / 3 = 5/3."""
    found = mean_interval(10, 30, 4)
    around = 1.959963984540054 * sqrt(5 / 3 / 4)
    assert [found.mean, found.low, found.high] == pytest.approx([2.5, 2.5 - around, 2.5 + around])


def test_one_fight_tells_nothing_about_the_next() -> None:
    found = mean_interval(3, 9, 1)
    assert found == Mean(3, -inf, inf)
    assert json.loads(json.dumps(found.as_json(), allow_nan=False)) == {"mean": 3, "low": None, "high": None}


# --- ten fights that were thought up

ENDS = [  # winner, way, rounds, how often
    (0, KILLING, 1, 1),
    (0, ROUT, 2, 2),
    (0, SURRENDER, 2, 1),
    (1, KILLING, 3, 3),
    (NOBODY_LEFT, KILLING, 4, 2),
    (STAND_OFF, KILLING, 5, 1),
]
ALIVE = {0: [5, 2, 3, 0], 1: [4, 3, 2, 1]}  # of each side, how often 0, 1, 2 and 3 live
SPOTLESS = [3, 2]


def weights(of: float = 1) -> tuple[list[float], list[float], list[float]]:
    lines = ROUNDS + 1
    ends = [0.0] * sum_lengths(COMBATANTS, len(SIDES), ROUNDS).ends
    for winner, way, rounds, times in ENDS:
        ends[((winner - STAND_OFF) * len(WAYS_TO_WIN) + way) * lines + rounds] += times / of
    return ends, [n / of for n in ALIVE[0] + ALIVE[1]], [n / of for n in SPOTLESS]


@pytest.fixture(params=[True, False], ids=["exact", "counted"])
def made(request: pytest.FixtureRequest) -> Chances:
    if request.param:
        return chances_of(*weights(10), SIDES, exact_measure(1e-9))
    return chances_of(*weights(), SIDES, counted_measure(10))


def shares(found: dict[str, Share]) -> dict[str, float]:
    return {name: round(one.share, 9) for name, one in found.items()}


def test_every_end_has_its_name(made: Chances) -> None:
    assert shares(dict(made.outcomes)) == {"party": 0.4, "orcs": 0.3, "nobody": 0.2, "stand-off": 0.1}
    assert shares(dict(made.ways["party"])) == {"killing": 0.1, "rout": 0.2, "surrender": 0.1}
    assert shares(dict(made.ways["orcs"])) == {"killing": 0.3}
    assert "nobody" not in made.ways


def test_who_lives(made: Chances) -> None:
    assert shares(dict(made.all_die)) == {"party": 0.5, "orcs": 0.4}
    assert shares(dict(made.none_dies)) == {"party": 0.3, "orcs": 0.2}
    assert {n: round(one.share, 9) for n, one in made.survivors["party"].items()} == {0: 0.5, 1: 0.2, 2: 0.3}


def test_rounds_are_told_by_their_quantiles(made: Chances) -> None:
    """1, 2 2 2, 3 3 3, 4 4, 5: half of them are over with the third."""
    assert made.rounds.numbers() == {
        "mean": pytest.approx(float(Fraction(1 + 6 + 9 + 8 + 5, 10))),
        "least": 1,
        "5%": 1,
        "25%": 2,
        "median": 3,
        "75%": 4,
        "95%": 5,
        "most": 5,
    }
    assert [round(one.share, 9) for one in made.rounds.distribution.values()] == [0.1, 0.3, 0.3, 0.2, 0.1]


def test_json_says_which_it_is(made: Chances) -> None:
    said = json.loads(json.dumps(made.as_json(), allow_nan=False))
    assert said["exact"] is made.exact
    assert list(said) == ["exact", "outcomes", "all_die", "none_dies", "survivors", "rounds"]
    assert said["outcomes"]["party"]["share"] == pytest.approx(0.4)
    assert list(said["outcomes"]["party"]["ways"]) == ["killing", "rout", "surrender"]
    assert list(said["outcomes"]["nobody"]) == ["share", "low", "high"]
    assert said["rounds"]["median"] == 3


def test_both_tell_the_same_names(made: Chances) -> None:
    lines = list(made.lines("party"))
    assert [line.split()[0] for line in lines[:4]] == ["party", "orcs", "nobody", "stand-off"]
    assert lines[4].startswith("all of party die: 50.")
    assert lines[5].startswith("none of party dies: 30.")
    assert ("(" in lines[0]) is not made.exact, "an exact chance has no interval worth telling"


def test_bounds_of_exact_chances() -> None:
    found = exact_measure(0.25)
    assert found.share(0.1) == Share(0.1, 0.0, 0.35)
    assert found.share(0.9).high == 1.0


# --- the picture in the terminal


def bars(shares: Sequence[float]) -> list[str]:
    return list(histogram(dict(enumerate(shares, 1))))


def test_a_bar_for_each_number() -> None:
    assert bars([0.5, 0.25, 0.0, 0.25]) == [
        "  1   50.0%  " + "█" * 40,
        "  2   25.0%  " + "█" * 20,
        "  3    0.0%",
        "  4   25.0%  " + "█" * 20,
    ]


def test_what_is_rare_shares_the_last_bar() -> None:
    found = bars([0.5, 0.4995] + [0.0005 / 28] * 28)
    assert [line.split()[0] for line in found] == ["1", "2", "3–30"]


def test_many_numbers_are_taken_together() -> None:
    found = bars([1 / 50] * 50)
    assert [line.split()[0] for line in found][:2] == ["1–3", "4–6"]
    assert len(found) == 17
