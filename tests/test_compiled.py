"""The compiled rules are the plain ones: event for event, field for field; and their dice are fair."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np
from fixtures_compiled import floor  # noqa: F401
from numba import njit
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python, rtsys
from scipy.stats import chi2
from twins import compare, draw

from affray.dice import distribution, fight_key, parse
from affray.rules import books, get
from affray.scenario import examples, load
from affray.simulate import cache
from affray.simulate.batch import simulate
from affray.simulate.fast import kernels, step
from affray.simulate.fast.teaching import teach
from affray.simulate.fast.verbs import face
from affray.simulate.result import Result
from affray.simulate.twins import sums_that_differ
from affray.stamp import SHORT

CLASSIC = get("classic")
FIGHTS = 1  # of each example and tactic; bench/equal.py plays 20,000 of each book


@pytest.mark.parametrize(
    ("name", "example", "tactic"),
    [(name, example, tactic) for name, book in books().items() for example in examples() for tactic in book.tactics],
)
def test_plain_and_compiled_agree(name: str, example: str, tactic: str) -> None:
    """Every row of the log, no answer that is not allowed, and every field of the state at the end."""
    book = get(name)
    assert [m for n in range(FIGHTS) for m in compare(draw(example, tactic, n, book), book).mistakes] == []


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


@njit
def drawn(key: Any, dice: int, sides: int, keep: int, throws: int, totals: Any) -> None:
    """Throws so many dice so many times, keeps the highest, and counts the totals."""
    faces = np.zeros(dice, np.int64)
    for throw in range(throws):
        for n in range(dice):
            faces[n] = face(key, throw * dice + n, sides)
        faces.sort()
        totals[faces[dice - keep :].sum()] += 1


@pytest.mark.parametrize(("notation", "seed"), [("1d20", 20), ("2d6", 26), ("3d6kh2", 362)])
def test_ten_million_dice_fit_their_exact_chances(notation: str, seed: int) -> None:
    dice, throws = parse(notation), 10_000_000
    totals = np.zeros(dice.maximum + 1, np.int64)
    drawn(np.uint64(fight_key(seed, 0)), dice.count, dice.sides, dice.kept, throws, totals)
    expected = {total: float(chance) * throws for total, chance in distribution(dice).items()}
    assert sum(totals[total] for total in expected) == throws
    statistic = sum((totals[total] - e) ** 2 / e for total, e in expected.items())
    assert chi2.sf(statistic, len(expected) - 1) > 1e-6
    mean = float(dice.mean)
    variance = sum(float(chance) * (total - mean) ** 2 for total, chance in distribution(dice).items())
    assert abs(totals @ np.arange(len(totals)) / throws - mean) < 6 * sqrt(variance / throws)


# --- the cache


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one rule, whose kernels are kept in a folder of their own."""
    made = tmp_path / "package"
    for folder in ("rules", "simulate/fast"):
        (made / folder).mkdir(parents=True)
    (made / "simulate" / "fast" / "kernels.py").write_text("")
    monkeypatch.setattr(cache.stamp, "__defaults__", (made,))
    monkeypatch.setattr(kernels, "prepare", lambda book: None)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kernels"))
    monkeypatch.syspath_prepend(str(made / "rules"))
    return made


def result_of(package: Path, rule: str) -> int:
    """What a kernel gives that calls the rule as it stands in its file now."""
    (package / "rules" / "rule_of_thumb.py").write_text(f"def thumb(n):\n    return {rule}\n")
    importlib.invalidate_caches()
    sys.modules.pop("rule_of_thumb", None)
    module: ModuleType = importlib.import_module("rule_of_thumb")
    thumb = module.thumb
    teach(thumb, lambda n: thumb)
    called: int = kernels.kept(many, replace(CLASSIC, step=thumb))(7)
    return called


def many(n: Any) -> Any:
    """A kernel, by one of the names that kernels have, of a book whose step is that rule."""
    return step(n)


def test_a_changed_rule_is_not_served_from_the_old_cache(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert result_of(package, "n + 1") == 8
    assert "compiling the classic rules, once" in capsys.readouterr().err
    assert result_of(package, "n + 22") == 29
    assert result_of(package, "n + 1") == 8
    assert capsys.readouterr().err.count("compiling") == 1, "the last one had been compiled before"


def test_without_the_digest_it_would_be(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trap is real: numba looks at the kernel's own file alone."""
    monkeypatch.setattr(cache, "stamp", lambda: "0" * SHORT)
    assert result_of(package, "n + 1") == 8
    assert result_of(package, "n + 22") == 8


def test_every_rule_and_table_file_is_in_the_digest(package: Path) -> None:
    (package / "rules" / "deep").mkdir()
    files = [package / "rules" / "deep" / "tables.yaml", package / "rules" / "deep" / "x.py"]
    files += [package / "simulate" / "fast" / "kernels.py", package / "state.py"]
    seen = {cache.stamp()}
    for file in files:
        for text in ("one = 1", "one = 2"):
            file.write_text(text)
            seen.add(cache.stamp())
    assert len(seen) == 1 + 2 * len(files)


def test_old_kernels_are_forgotten(tmp_path: Path) -> None:
    names = [f"{n:0{SHORT}x}" for n in range(cache.KEPT + 2)]
    for age, name in enumerate([*names, "somebody else's"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    cache.prune(tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {*names[: cache.KEPT], "somebody else's"}


def test_where_nothing_can_be_kept_a_passing_folder_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "a file"))
    made = cache.folder()
    assert made.is_dir()
    assert tmp_path not in made.parents
    made.rmdir()


def test_functions_of_others_are_compiled_as_ever() -> None:
    """They let their memory go, and count from the end of a list: only ours are spared that."""

    @njit
    def last_but_one(n):  # type: ignore[no-untyped-def]
        total = 0
        for i in range(n):
            numbers = np.arange(i + 2)
            total += numbers[-2]
        return total

    rtsys.initialize(cpu_target.target_context)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    assert last_but_one(10) == sum(range(10))
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free == 10
