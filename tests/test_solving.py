"""Best play: against arithmetic, against the slow oracle, against tactics and fights that were played."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.rules import get
from affray.scenario import read, read_options
from affray.solving import Solution, solve_fight
from affray.solving.oracle import Oracle

BOSS = """
title: Two rounds for the boss
distance: contact
objectives: [{side: party, down: Boss}]
rounds: 2
sides:
  party:
    players: true
    tactic: first
    way out: false
    surprised: false
    members: [Hero: {ac: 4, hp: 100, thac0: 19, damage: 1d6, saves: 12/13/14/15/16, morale: 12, move: 60}]
  orcs:
    tactic: first
    way out: false
    surprised: false
    members:
      - Orc: {ac: 6, hp: 1, thac0: 19, damage: 1d6, saves: 12/13/14/15/16, morale: 12, move: 120}
      - Boss: {ac: 2, hp: 1, thac0: 19, damage: 1d6, saves: 12/13/14/15/16, morale: 12, move: 120}
"""
PAIR = """
title: One against two
distance: contact
sides:
  hero:
    players: true
    tactic: first
    way out: false
    surprised: false
    members:
      - Hero: {ac: 3, hp: 10, thac0: 18, damage: 1d8, saves: 12/13/14/15/16, morale: 12, move: 60}
  foes:
    tactic: first
    way out: false
    surprised: false
    members:
      - Brute: {ac: 6, hp: 6, thac0: 19, damage: 1d6, saves: 12/13/14/15/16, morale: 8, move: 120}
      - Knife: {ac: 8, hp: 3, thac0: 17, damage: 1d4, saves: 12/13/14/15/16, morale: 8, move: 120}
"""
BRIEF = """
title: One round
distance: contact
rounds: 1
sides:
  one:
    players: true
    tactic: first
    way out: false
    surprised: false
    members: [Anna: {ac: 4, hp: 2, thac0: 19, damage: 1d2, saves: 12/13/14/15/16, morale: 12, move: 60}]
  other:
    tactic: first
    way out: false
    surprised: false
    members: [Grub: {ac: 6, hp: 2, thac0: 19, damage: 1d2, saves: 12/13/14/15/16, morale: 12, move: 120}]
"""


def solved(text: str, rules: str = "classic", both: bool = False) -> Solution:
    book = get(rules)
    return solve_fight(read(text, "small.yaml", book.names()), book, {}, both=both)


def slowly(text: str, rules: str, side: int, both: bool = False) -> Fraction:
    book = get(rules)
    start, _ = book.build(read(text, "small.yaml", book.names()), read_options(book, {}))
    return Oracle(book, side, range(start.sides) if both else [side]).value(start)


def test_two_rounds_for_the_boss_by_hand() -> None:
    """The boss has AC 2, so THAC0 19 needs 17: two attempts at 4 in 20. The tactic strikes the orc (8 in 20) first."""
    found = solved(BOSS)
    assert found.exact
    assert found.value == pytest.approx(1 - (16 / 20) ** 2, abs=found.error + 1e-15)
    assert slowly(BOSS, "classic", 0) == 1 - Fraction(16, 20) ** 2
    assert "strike Boss" in found.text()


@pytest.mark.parametrize(("rules", "both"), [("classic", False), ("classic", True), ("procedure", False)])
def test_compiled_best_play_is_that_of_the_slow_oracle(rules: str, both: bool) -> None:
    found = solved(BRIEF, rules, both=both)
    assert found.exact
    assert found.value == pytest.approx(float(slowly(BRIEF, rules, 0, both)), abs=1e-12)


@pytest.fixture(scope="module")
def duel() -> Solution:
    return affray.solve("duel")


def test_best_play_is_no_worse_than_any_tactic(duel: Solution) -> None:
    for tactic in ("first", "cautious"):
        odds = affray.odds("duel", tactics={"fighter": tactic}).outcomes["fighter"].share
        assert duel.value >= odds - 1e-9


def test_a_foe_who_plays_as_well_as_can_be_leaves_no_more_than_one_who_does_not(duel: Solution) -> None:
    """Against the best orc the fighter gets no more than against its tactic, and with its own tactic no more again."""
    both, orc = affray.solve("duel", both=True), affray.solve("duel", "orc")
    assert 1 - orc.value - 1e-9 <= both.value <= duel.value + 1e-9


def test_the_policy_wins_as_often_as_the_value_says_by_compiled_rules(duel: Solution) -> None:
    """Four standard errors of 20,000 fights."""
    played = duel.policy.play(20_000, seed=5)
    assert played.unknown == 0
    assert played.wins[0] / played.fights == pytest.approx(duel.value, abs=4 * (0.25 / played.fights) ** 0.5)
    assert duel.played == pytest.approx(duel.value, abs=1e-9)


def test_the_policy_knows_every_state_though_all_act_at_once_and_some_have_fallen() -> None:
    """One against two, of whom the weaker falls first; classic sides may act at the same moment."""
    found = solved(PAIR)
    played = found.policy.play(20_000, seed=5)
    assert played.unknown == 0
    assert played.wins[0] / played.fights == pytest.approx(found.value, abs=4 * (0.25 / played.fights) ** 0.5)


def test_the_policy_is_a_tactic_by_the_plain_rules_too(duel: Solution) -> None:
    """In one fight after the other it wins where the compiled rules let it win: the same dice, the same answers."""
    plain = [affray.start("duel", seed=5, number=n, tactics={"fighter": duel.policy}).winner for n in range(12)]
    assert duel.policy.play(12, seed=5).wins[0] == plain.count("fighter")
    simulated = affray.simulate("duel", n=12, seed=5, tactics={"fighter": duel.policy})
    assert simulated.outcomes["fighter"].share == plain.count("fighter") / 12


def test_a_fight_too_big_is_searched_and_says_so() -> None:
    found = affray.solve("duel", rules="procedure", states=1000)
    assert not found.exact
    assert "wins at least" in found.text()
    assert found.played == pytest.approx(found.value, abs=1e-9)
    assert affray.solve("duel", leave_out=["strike"]).value == 0


def test_the_command_prints_the_value_and_a_guide() -> None:
    told = CliRunner().invoke(main, ["solve", "duel", "--json"])
    assert json.loads(told.output)["guide"]["rules"] == {
        "Fighter, strike": [{"if": [], "answer": "strike Orc", "times": pytest.approx(4.4, abs=0.2)}]
    }
    assert "Fighter, strike:\n  strike Orc" in CliRunner().invoke(main, ["solve", "duel"]).output


@pytest.mark.parametrize("wrong", [["--side", "orcs"], ["--leave-out", "dance"]])
def test_what_is_not_there_gets_a_sentence(wrong: list[str]) -> None:
    said = CliRunner().invoke(main, ["solve", "duel", *wrong])
    assert (said.exit_code, "expected one of" in said.output) == (2, True)
