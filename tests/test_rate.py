"""How strong a monster or a party is: who meets its equals is an even match for as many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from affray.cli import main
from affray.errors import AffrayError
from affray.rules import NAMES, get
from affray.studies.balance import Trial
from affray.studies.rate import MAN, REFERENCE, build_ring, crossing, interpolate, rate, score


def party(folder: Path, many: int, **other: object) -> str:
    """So many men-at-arms, as a party file; the last one with other numbers."""
    men = [{"name": f"Man {n}", **REFERENCE} for n in range(1, many + 1)]
    men[-1].update(other)
    file = folder / f"{many}.yaml"
    file.write_text(json.dumps({"party": "Equals", "members": men}))
    return str(file)


@pytest.mark.parametrize(("many", "book"), [(1, "classic"), (2, "classic"), (2, "vanguard")])
def test_men_at_arms_are_as_strong_as_they_are_many(many: int, book: str, tmp_path: Path) -> None:
    """Who fights his equals wins as often as he loses."""
    found = rate(party(tmp_path, many), rules=book, n=1500, plain=True)
    assert found.low is not None
    assert found.high is not None
    assert found.strength is not None
    width = found.high - found.low
    assert abs(found.strength - many) < 1.3 * width  # five standard errors: its interval has 3.9 of them
    even = next(one for one in found.tried if one.at == many)
    assert abs(even.got - 0.5) < 5 * (0.25 / even.fights) ** 0.5


def test_whoever_is_better_is_stronger(tmp_path: Path) -> None:
    found = [rate(party(tmp_path, 1, hp=hp), n=500, plain=True).strength for hp in (2, 5, 15)]
    assert None not in found
    assert found == sorted(found)  # type: ignore[type-var]


def test_a_monster_that_loses_to_one_man_is_put_up_in_numbers() -> None:
    found = rate("Kobold", n=400, plain=True)
    assert found.reversed
    assert found.strength is not None
    last = found.tried[-1]
    assert last.got > 0.5
    assert 1 / last.at < found.strength < 1
    assert "of a man-at-arms" not in found.text()


@pytest.mark.parametrize("book", NAMES)
def test_every_book_has_a_rating_and_the_same_men(book: str) -> None:
    encounter = build_ring("orc", get(book))
    assert encounter.sides[1].members[0].name == MAN
    found = rate("orc", rules=book, n=100, plain=True)
    assert found.ruleset == book
    assert found.strength is not None
    assert 0.2 < found.strength < 3


def tried(at: int, got: float, off: float = 0.0) -> Trial:
    return Trial(at, str(at), got, got - off, got + off, 0.5, 100, 1, 9.0)


def test_the_strength_is_where_the_line_is_at_one_half() -> None:
    """Between 0.8 at 3 and 0.4 at 4 it is three quarters of the way; a tenth more is a quarter of a rung further."""
    middle, low, high = crossing((tried(1, 1.0), tried(3, 0.8, 0.1), tried(4, 0.4, 0.1)), False)
    assert [middle, low, high] == pytest.approx([3.75, 3.5, 4.0])
    middle, low, high = crossing((tried(1, 0.2), tried(2, 0.4), tried(3, 0.6)), True)
    assert [middle, low, high] == pytest.approx([1 / 2.5] * 3)
    assert crossing((tried(1, 1.0), tried(2, 0.9)), False) == (None, None, None)
    assert interpolate(tried(1, 0.5), tried(2, 0.5), 0.5, 0.5) == 1.5


def test_what_nobody_wins_counts_half() -> None:
    from affray.compiler.kernels.counting import WAYS_TO_WIN
    from affray.engine.state import MOST_SIDES, NOBODY_LEFT, STAND_OFF
    from affray.simulation.chances import chances_of, counted_measure

    ends = [0] * ((MOST_SIDES - STAND_OFF) * len(WAYS_TO_WIN) * 2)
    for winner, times in ((0, 30), (1, 40), (NOBODY_LEFT, 10), (STAND_OFF, 20)):
        ends[(winner - STAND_OFF) * len(WAYS_TO_WIN) * 2 + 1] = times
    found = chances_of(ends, [0] * 6, [0] * 2, ("rated", "men-at-arms"), counted_measure(100))
    assert score(found, 100).share == pytest.approx(0.45)


def test_what_can_not_be_rated_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AffrayError, match=r"unknown monster or party file 'ork'; .*did you mean 'orc'"):
        rate("ork")
    with pytest.raises(AffrayError, match="0 fights can't be simulated"):
        rate("orc", n=0)
    with pytest.raises(AffrayError, match="nobody of this party is left"):
        rate(party(tmp_path, 1, fate="dead"))
    done = CliRunner().invoke(main, ["rate", "orc", "-n", "0"])
    assert done.exit_code == 2


def test_the_command_tells_it() -> None:
    done = CliRunner().invoke(main, ["rate", "ogre", "-n", "200", "--plain"])
    assert done.exit_code == 0
    assert done.stdout.startswith("ogre, classic, seed 0: strength ")
    assert "one man-at-arms: ac 5, hp 5" in done.stdout
    said = json.loads(CliRunner().invoke(main, ["rate", "ogre", "-n", "200", "--plain", "--json"]).stdout)
    assert said["low"] < said["strength"] < said["high"]
