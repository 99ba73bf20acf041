"""The compiled rules are the plain ones: event for event, field for field; and their dice are fair."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest
from fixtures_compiled import floor  # noqa: F401
from scipy.stats import chi2
from twins import compare_engines, draw_fight

from affray.compiler.kernels.programs import helper_program
from affray.compiler.machine import Library, object_code
from affray.compiler.types import INT, WORD, ArrayType, Scalar
from affray.engine.dice import Notation, Word, distribution, face, fight_key, parse
from affray.rules import books, get
from affray.scenario import examples, load
from affray.simulation.batch import simulate
from affray.simulation.result import Result
from affray.simulation.twins import sums_that_differ

CLASSIC = get("classic")
FIGHTS = 1  # of each example and tactic; bench/equal.py plays 20,000 of each book


@pytest.mark.parametrize(
    ("name", "example", "tactic"),
    [(name, example, tactic) for name, book in books().items() for example in examples() for tactic in book.tactics],
)
def test_plain_and_compiled_agree(name: str, example: str, tactic: str) -> None:
    """Every row of the log, no answer that is not allowed, and every field of the state at the end."""
    book = get(name)
    drawn = [draw_fight(example, tactic, number, book) for number in range(FIGHTS)]
    assert [mistake for one in drawn for mistake in compare_engines(one, book).mistakes] == []


def brawls(seed: int, first: int, n: int, plain: bool = False) -> Result:
    return simulate(load("brawl"), CLASSIC, {}, seed, n, plain=plain, first=first, watch=False, wait=True)


def test_plain_and_compiled_count_the_same() -> None:
    """Every sum: ends, survivors, fates, deeds and their squares, rounds, damage of each to each. bench/equal.py counts
    in all books."""
    assert [what for example in examples() for what in sums_that_differ(CLASSIC, example, 20)] == []


@pytest.mark.usefixtures("floor")
def test_the_same_brawls_as_by_hand_in_c(floor: Callable[..., str]) -> None:  # noqa: F811
    """Winner, rounds, dice and every hp of 2,000 fights in C, compiled and plain."""
    by_hand = json.loads(floor(7, 100, 2_000))
    compiled, plain = brawls(7, 100, 2_000), brawls(7, 100, 2_000, plain=True)
    assert by_hand["checksum"] == compiled.checksum == plain.checksum
    assert by_hand["wins"] == [round(2_000 * compiled.outcomes[side].share) for side in ("party", "orcs")]
    assert (compiled.engine, plain.engine) == ("compiled", "plain")
    assert compiled.outcomes == plain.outcomes
    assert compiled.rounds == plain.rounds
    assert compiled.dice == plain.dice


def test_each_brawl_as_by_hand_in_c(floor: Callable[..., str]) -> None:  # noqa: F811
    lines = floor(3, 0, 200, "print").splitlines()[:-1]
    for number, line in enumerate(lines):
        one = brawls(3, number, 1)
        winner = next(at for at, name in enumerate(one.outcomes) if one.outcomes[name].share == 1)
        assert line.split() == [str(number), str(winner), str(int(one.rounds["mean"])), str(one.dice)]


# --- dice


NUMBERS = ArrayType(Scalar(INT, 64), 0)
TYPES = (WORD, INT, INT, INT, INT, NUMBERS, NUMBERS)


def throw(key: Word, dice: int, sides: int, keep: int, throws: int, faces: Any, totals: Any) -> None:
    """In the rule language: so many dice so many times, of which the highest are kept; counts the totals."""
    for number in range(throws):
        total = 0
        for n in range(dice):
            faces[n] = face(key, number * dice + n, sides)
            total += faces[n]
        for _ in range(dice - keep):
            lowest = 0
            for n in range(1, dice):
                if faces[n] < faces[lowest]:
                    lowest = n
            total -= faces[lowest]
            faces[lowest] = sides + 1
        totals[total] += 1


@cache
def compiled_throw() -> Callable[..., int]:
    return Library(object_code(str(helper_program([(throw, TYPES)]).module))).function(throw.__name__, TYPES)


def totals_of(dice: Notation, seed: int, throws: int, plain: bool = False) -> Any:
    faces, totals = np.zeros(dice.count, np.int64), np.zeros(dice.maximum + 1, np.int64)
    given = (fight_key(seed, 0), dice.count, dice.sides, dice.kept, throws)
    if plain:
        throw(*given, faces, totals)
    else:
        compiled_throw()(*given, faces.ctypes.data, totals.ctypes.data)
    return totals


NOTATIONS = [("1d20", 20), ("2d6", 26), ("3d6kh2", 362)]


@pytest.mark.parametrize(("notation", "seed"), NOTATIONS)
def test_compiled_dice_are_the_plain_ones(notation: str, seed: int) -> None:
    plain = totals_of(parse(notation), seed, 5_000, plain=True)
    assert totals_of(parse(notation), seed, 5_000).tolist() == plain.tolist()


@pytest.mark.parametrize(("notation", "seed"), NOTATIONS)
def test_ten_million_dice_fit_their_exact_chances(notation: str, seed: int) -> None:
    dice, throws = parse(notation), 10_000_000
    totals = totals_of(dice, seed, throws)
    expected = {total: float(chance) * throws for total, chance in distribution(dice).items()}
    assert sum(totals[total] for total in expected) == throws
    statistic = sum((totals[total] - e) ** 2 / e for total, e in expected.items())
    assert chi2.sf(statistic, len(expected) - 1) > 1e-6
    mean = float(dice.mean)
    variance = sum(float(chance) * (total - mean) ** 2 for total, chance in distribution(dice).items())
    assert abs(totals @ np.arange(len(totals)) / throws - mean) < 6 * sqrt(variance / throws)
