"""The same fight under several books, house rules or tactics: what differs, with intervals, and what goes with it."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.errors import AffrayError
from affray.rules import NAMES
from affray.simulation.chances import wilson_share
from affray.studies.compare import ENDED_BY_MORALE, Comparison, compare, difference, list_ways, signs


def duel(**asked: object) -> Comparison:
    return compare("duel", **({"n": 60, "plain": True} | asked))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [  # published: R. G. Newcombe, Interval estimation for the difference between independent proportions, 1998
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_differences_have_newcombes_interval(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    found = difference(wilson_share(*one), wilson_share(*other))
    assert found.share == pytest.approx(one[0] / one[1] - other[0] / other[1])
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


# --- the variants


def names(**asked: object) -> list[str]:
    said: dict[str, object] = {"rules": (), "house": (), "tactics": {}} | asked
    return [way.name for way in list_ways("duel", **said)]  # type: ignore[arg-type]


def test_every_choice_is_a_variant() -> None:
    assert names() == names(rules="all") == list(NAMES)
    assert names(rules=["vanguard", "classic"]) == ["vanguard", "classic"]
    assert names(tactics={"orc": ["first", "focus"], "fighter": ["nearest", "first"]}) == [
        "orc first, fighter nearest",
        "orc first, fighter first",
        "orc focus, fighter nearest",
        "orc focus, fighter first",
    ]
    assert names(rules=["classic", "tempo"], tactics={"orc": ["first", "nearest"]}) == [
        "classic, orc first",
        "classic, orc nearest",
        "tempo, orc first",
        "tempo, orc nearest",
    ]


def house(folder: Path, name: str, rules: str, value: str) -> str:
    file = folder / f"{name}.yaml"
    file.write_text(f"name: {name}\nsays: Something.\nrules: {rules}\noptions:\n  {value}\n")
    return str(file)


def test_house_rules_stand_beside_the_book_as_it_is(tmp_path: Path) -> None:
    tie = house(tmp_path, "ties", "classic", "initiative.tie: simultaneous")
    alone = house(tmp_path, "alone", "classic", "initiative.individual: true")
    assert names(house=[tie]) == ["as it is", "ties"]
    assert names(house=[tie, alone]) == ["as it is", "ties", "alone"]
    assert names(house=[[tie, alone]]) == ["as it is", "ties + alone"]
    assert names(house=[tie], rules=["classic", "tempo"]) == ["classic", "classic, ties", "tempo"]
    done = CliRunner().invoke(
        main, ["compare", "duel", "--house", tie, "--house", f"{tie},{alone}", "-n", "20", "--plain", "--json"]
    )
    assert [one["name"] for one in json.loads(done.stdout)["variants"]] == ["as it is", "ties", "ties + alone"]


def test_what_can_not_be_compared_is_refused() -> None:
    for asked, word in (
        ({"rules": ["classic"]}, "nothing to compare it with"),
        ({"rules": ["classic", "classic"]}, "named twice"),
        ({"rules": ["clasic", "tempo"]}, "did you mean 'classic'"),
        ({"tactics": {"orc": ["first", "wild"]}}, "unknown tactic 'wild'"),
        ({"tactics": {"orcs": ["first", "nearest"]}}, "did you mean 'orc'"),
        ({"rules": "all", "tactics": {"orc": ["first"] * 5, "fighter": ["first"] * 5}}, "expected at most 64"),
        ({"rules": "all", "n": 0}, "0 fights can't be simulated"),
        ({"rules": "all", "n": 5, "error": 0.1}, "not both"),
    ):
        with pytest.raises(AffrayError, match=word):
            duel(**asked)


# --- what is found


def test_each_column_is_a_simulation_with_a_seed_of_its_own() -> None:
    found = duel(rules=["classic", "vanguard"], seed=7)
    for number, (book, variant) in enumerate(zip(("classic", "vanguard"), found.variants, strict=True)):
        alone = affray.simulate("duel", rules=book, n=60, seed=7 + number, plain=True)
        assert (variant.result.checksum, variant.result.outcomes) == (alone.checksum, alone.outcomes)
    first, second = found.variants
    assert (dict(first.difference), first.sentence) == ({}, "")
    wins = second.difference["fighter"]
    assert wins == difference(second.result.outcomes["fighter"], first.result.outcomes["fighter"])


def test_signs_are_what_was_counted() -> None:
    """He hits on 13 and it on 15; neither loses heart; and half of those who fall, or fewer, do so early."""
    (one, _) = duel(rules=["classic", "vanguard"], n=600).variants
    for side, chance in (("fighter", 8 / 20), ("orc", 6 / 20)):
        blows = sum(f.hits.mean + f.misses.mean for f in one.result.fighters if f.side == side) * one.result.fights
        assert abs(one.signs[f"blows of {side} that hit"] - chance) < 5 * sqrt(chance * (1 - chance) / blows)
    assert one.signs[ENDED_BY_MORALE] == 0
    falls = one.result.standing["Fighter"]
    assert one.signs["losses of fighter that fall in the first two rounds"] == pytest.approx(
        (1 - falls[2]) / (1 - falls[-1])
    )


def test_the_share_ended_by_morale_is_that_of_routs_and_surrenders() -> None:
    result = affray.simulate("brawl", n=80, plain=True)
    by_way = {end["way"]: end["share"] for end in result.ends if end["outcome"] == "party" and end["way"]}
    assert by_way["surrender"] > 0
    assert signs(result)[ENDED_BY_MORALE] == pytest.approx(by_way.get("rout", 0) + by_way["surrender"])


def test_the_sentence_tells_the_difference_and_the_largest_signs() -> None:
    found = compare("brawl", tactics={"orcs": ["first", "focus"]}, n=80, plain=True)
    here, there = (variant.signs for variant in (found.variants[1], found.variants[0]))
    largest = max(here, key=lambda sign: abs(here[sign] - there[sign]))
    sentence = found.variants[1].sentence
    assert sentence.startswith("orcs focus: party wins ")
    assert f"{largest} {here[largest]:.0%} ({there[largest]:.0%})" in sentence
    assert sentence in found.text()


def test_a_forest_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "forest.svg"
    words = ["compare", "duel", "--tactics", "orc=first,nearest", "-n", "20", "--plain", "--plot", str(file)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.stderr
    assert "orc nearest" in file.read_text()


def test_ctrl_c_tells_the_columns_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(name: str) -> None:
        if name == "tempo":
            raise KeyboardInterrupt

    found = duel(rules=["classic", "vanguard", "tempo"], follow=stop)
    assert ([variant.name for variant in found.variants], found.complete) == (["classic", "vanguard"], False)
    monkeypatch.setattr("affray.cli.options.show_progress", lambda words: stop(words.removesuffix(" …")))
    words = ["compare", "duel", "--rules", "classic,vanguard,tempo", "-n", "20", "--plain"]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stderr) == (130, "Stopped after 2 columns.\n")
    assert "vanguard" in done.stdout
