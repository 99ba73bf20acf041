"""What skill is worth: the table, its sentences, and the duel, where every built-in tactic but chance does the same."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.exact import exact_chances
from affray.scenario import open_scenario
from affray.simulation.chances import Share
from affray.studies.skill import Played, Skill, verdict


def test_with_one_foe_no_choice_of_a_foe_matters() -> None:
    """All tactics win as exact odds say."""
    found = affray.skill("duel", n=200, cunning_fights=0, plain=True)
    encounter, book = open_scenario("duel", "classic")
    chances = exact_chances(encounter, book, {})
    assert chances is not None
    truth = chances.outcomes["fighter"].share
    told = found.of("classic")
    assert told.keys() == {"as written", *book.tactics}
    assert all(one.wins.low - 0.05 < truth < one.wins.high + 0.05 for name, one in told.items() if name != "whim")
    assert len({one.wins for name, one in told.items() if name not in ("random", "whim", "cautious")}) == 1
    assert found.side == "fighter"


def test_the_verdict_in_words() -> None:
    def played(name: str, share: float, error: float = 0.01) -> Played:
        return Played(name, "classic", Share(share, share - error, share + error), 100)

    some = {one.tactic: one for one in (played("nearest", 0.5), played("focus", 0.6), played("whim", 0.1))}
    told = "classic: the choice of a tactic is worth 10.0 points (focus against nearest)"
    assert verdict("classic", some) == f"{told}."
    sure = {**some, "cunning": played("cunning", 0.7)}
    assert verdict("classic", sure) == f"{told}; looking ahead 10.0 points more than focus."
    unsure = {**some, "cunning": played("cunning", 0.58, 0.1)}
    assert verdict("classic", unsure) == f"{told}; looking ahead 2.0 points less than focus, which may be chance."
    page = Skill("A <fight>", "ours", 0, tuple(sure.values()), True).report()
    assert "A &lt;fight&gt;" in page
    assert "<td>70.0% ±1.0%</td>" in page


def test_the_command(tmp_path: object) -> None:
    words = ["skill", "duel", "-n", "20", "--cunning-fights", "2", "--cunning", "cunning:4", "--json"]
    told = json.loads(CliRunner().invoke(main, words).stdout)
    assert [one["tactic"] for one in told["tactics"]][-1] == "cunning:4"
    assert told["tactics"][-1]["fights"] == 2
    for wrong, why in ((["--side", "nobody"], "unknown side"), (["--cunning", "cunning:x"], "expected cunning")):
        result = CliRunner().invoke(main, ["skill", "duel", "-n", "5", *wrong])
        assert (result.exit_code, why in result.output) == (2, True), result.output


def test_a_side_that_is_not_there() -> None:
    with pytest.raises(affray.AffrayError, match="unknown side"):
        affray.skill("duel", side="dragon")
