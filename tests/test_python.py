"""The Python interface: scenarios as values, functions as tactics, rows and frames, and how results show themselves."""

from __future__ import annotations

import doctest
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

import affray
from affray import scenario
from affray.engine.state import Fight
from affray.engine.verbs import Question
from affray.exact import fight_odds
from affray.play.functions import LegalAnswer
from affray.rules import get
from affray.scenario import Scenario, open_scenario, with_chosen_tactics

DUEL: dict[str, Any] = {
    "title": "A duel",
    "distance": "contact",
    "sides": {
        "ours": {"members": [{"Anna": {"ac": 4, "hp": 8, "thac0": 19, "damage": "1d6"}}], "surprised": False},
        "theirs": {"members": ["2 orc"], "surprised": False},
    },
}


def first_legal(f: Fight, q: Question, legal: list[LegalAnswer]) -> LegalAnswer:
    """Passes whenever it can: that is always the first answer."""
    return legal[0]


def strike_by_name(f: Fight, q: Question, legal: list[LegalAnswer]) -> str:
    return next((str(answer) for answer in legal if answer.words.startswith("strike")), str(legal[0]))


# --- scenarios


def test_a_scenario_may_be_a_dict_text_or_built() -> None:
    built = Scenario("A duel", "contact").side(
        "ours", {"Anna": {"ac": 4, "hp": 8, "thac0": 19, "damage": "1d6"}}, surprised=False
    )
    built = built.side("theirs", "2 orc", surprised=False)
    text = "title: A duel\ndistance: contact\nsides:\n  ours:\n    surprised: false\n    members:\n"
    text += "      - Anna: {ac: 4, hp: 8, thac0: 19, damage: 1d6}\n  theirs: {surprised: false, members: [2 orc]}\n"
    logs = {affray.start(each, seed=3).log.text() for each in (DUEL, built, text)}
    assert len(logs) == 1
    assert "Anna" in logs.pop()


def test_a_mistake_in_a_dict_says_where() -> None:
    with pytest.raises(affray.AffrayError, match="unknown monster 'orcc'"):
        affray.start({"sides": {"a": ["orcc"], "b": ["orc"]}})


# --- functions as tactics


def test_a_function_decides_in_simulation_as_it_does_in_play() -> None:
    """Whoever always passes deals no damage; and each simulated fight is that of `start` with the same number."""
    result = affray.simulate("duel", n=20, tactics={"fighter": first_legal})
    fighter = next(row for row in result.combatants if row["name"] == "Fighter")
    assert fighter["dealt"] == 0
    assert fighter["dies"] == 1
    for row in result.rows():
        play = affray.start("duel", number=row["number"], tactics={"fighter": first_legal})
        assert (play.winner, play.state.round) == (row["winner"], row["rounds"])


def test_a_function_may_answer_in_words() -> None:
    """Striking the only foe is what the built-in tactic does, so the fights are the same to the last die."""
    by_name = affray.simulate("duel", n=50, tactics={"fighter": strike_by_name})
    assert by_name.checksum == affray.simulate("duel", n=50, plain=True).checksum


def test_functions_are_compared_with_tactics() -> None:
    found = affray.compare("duel", tactics={"fighter": ["first", first_legal]}, n=20)
    assert [variant.name for variant in found.variants] == ["fighter first", "fighter first_legal"]
    assert found.variants[1].result.outcomes["fighter"].share == 0


def test_what_is_no_answer_is_refused() -> None:
    with pytest.raises(affray.AffrayError, match="the tactic <lambda> returned nothing; expected one of the legal"):
        affray.simulate("duel", n=1, tactics={"fighter": lambda f, q, legal: None})
    with pytest.raises(affray.AffrayError, match="unknown side 'nobody'"):
        affray.simulate("duel", n=1, tactics={"nobody": first_legal})


def test_exact_odds_simulate_where_a_function_decides() -> None:
    encounter, book = open_scenario("duel")
    encounter = with_chosen_tactics(encounter, book, {"fighter": first_legal})
    found = fight_odds(encounter, book, {}, error=0.2)
    assert (found.exact, found.why) == (False, "a function decides for a side")


# --- odds, rows and frames


def test_the_odds_of_a_duel() -> None:
    found = affray.odds("duel")
    assert found.exact
    assert sum(one.share for one in found.outcomes.values()) == pytest.approx(1)


def test_rows_are_those_of_the_fights() -> None:
    result = affray.simulate("duel", n=30, plain=True)
    rows = list(result.rows())
    assert [row["number"] for row in rows] == list(range(30))
    wins = sum(row["winner"] == "fighter" for row in rows)
    assert wins / 30 == pytest.approx(result.outcomes["fighter"].share)
    assert sum(row["rounds"] for row in rows) / 30 == pytest.approx(result.rounds["mean"])


def test_a_frame_is_made_by_whichever_library_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    result = affray.simulate("duel", n=5, plain=True)
    polars = SimpleNamespace(DataFrame=list)

    def only_polars(name: str) -> Any:
        if name == "polars":
            return polars
        raise ImportError(name)

    monkeypatch.setattr("affray.simulation.result.import_module", only_polars)
    assert result.frame() == result.combatants
    assert len(result.frame("rows")) == 5
    with pytest.raises(affray.AffrayError, match="unknown table 'row'"):
        result.frame("row")
    polars.__dict__.clear()
    monkeypatch.setattr("affray.simulation.result.import_module", lambda name: import_module(f"absent_{name}"))
    with pytest.raises(affray.AffrayError, match="needs pandas or polars"):
        result.frame()


# --- how results show themselves


def test_results_print_as_text_and_have_a_short_repr() -> None:
    result = affray.simulate("duel", n=10, plain=True)
    assert str(result) == result.text().rstrip("\n")
    assert repr(result) == "<Result: 10 fights, classic, seed 0>"
    assert repr(affray.odds("duel")).startswith("<Odds: A duel: exact odds, classic")
    assert repr(affray.start("duel", players="fighter", seed=3)) == (
        "<Play: A duel, round 1: Fighter: choose a target to strike.>"
    )


def test_a_notebook_shows_the_picture_and_the_tables() -> None:
    shown = affray.compare("duel", rules=["classic", "procedure"], n=10, plain=True)._repr_html_()
    assert "<svg" in shown
    assert "<pre>" in shown
    shown = affray.simulate("duel", n=10, plain=True)._repr_html_()
    assert "<svg" in shown
    assert 'text-align:right">' in shown


@pytest.mark.parametrize("module", ["affray.exact", "affray.scenario"])
def test_examples_in_docstrings_are_true(module: str) -> None:
    found = doctest.testmod(import_module(module))
    assert found.attempted > 0
    assert found.failed == 0


def test_a_scenario_as_values_is_that_of_its_file() -> None:
    assert len(scenario.load("duel").sides) == len(open_scenario("duel", get("classic"))[0].sides)
