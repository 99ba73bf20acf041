"""The odds from here: of a fight under way, in the middle of a step too, and of each answer."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import affray
from affray.compiler.kernels import building
from affray.compiler.kernels.assumptions import GENERAL
from affray.compiler.kernels.building import EXPLORING, RACING, kernel
from affray.exact import exact_chances as whole
from affray.exact import position, races
from affray.exact.position import (
    every_future,
    exact_odds_from_here,
    is_mid_step,
    pooled_share,
    rollout_odds,
    sample_futures,
)
from affray.rules import get
from affray.scenario import open_scenario
from affray.simulation.chances import wilson_share

FIGHTER, ORC = 8 / 20, 6 / 20  # how often they hit, for 1d6


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Odds from here are exact only where the general kernel is at hand."""
    kernel(get("classic"), EXPLORING)


@pytest.fixture
def duel() -> affray.Play:
    """The fighter has the initiative, and is asked whom to strike."""
    return affray.start("duel", rules="classic", seed=1, players=["fighter"])


@cache
def wins(mine: int, yours: int) -> float:
    """The fighter's chance as a round begins, by hand: who is first is even, and if both miss nothing has changed."""
    stays = (1 - FIGHTER) * (1 - ORC)
    return ((first(mine, yours) + last(mine, yours)) / 2) / (1 - stays)


def first(mine: int, yours: int) -> float:
    """He strikes before the orc; without what leads back here."""
    total = 0.0
    for damage, p in [(0, 1 - FIGHTER), *((n, FIGHTER / 6) for n in range(1, 7))]:
        for harm, q in [(0, 1 - ORC), *((n, ORC / 6) for n in range(1, 7))]:
            if damage >= yours:
                total += p * q
            elif harm < mine and (damage or harm):
                total += p * q * wins(mine - harm, yours - damage)
    return total


def last(mine: int, yours: int) -> float:
    total = 0.0
    for damage, p in [(0, 1 - FIGHTER), *((n, FIGHTER / 6) for n in range(1, 7))]:
        for harm, q in [(0, 1 - ORC), *((n, ORC / 6) for n in range(1, 7))]:
            if harm < mine and damage >= yours:
                total += p * q
            elif harm < mine and (damage or harm):
                total += p * q * wins(mine - harm, yours - damage)
    return total


def test_the_whole_duel_by_hand() -> None:
    encounter, book = open_scenario("duel", "classic")
    found = whole(encounter, book, {})
    assert found is not None
    assert found.outcomes["fighter"].share == pytest.approx(wins(8, 6), abs=1e-12)


def test_in_the_middle_of_a_step_by_hand(duel: affray.Play) -> None:
    assert is_mid_step(duel)
    found = exact_odds_from_here(duel, None)
    assert found is not None
    still = (1 - FIGHTER) * (1 - ORC) * wins(8, 6)
    assert found.outcomes["fighter"].share == pytest.approx(first(8, 6) + still, abs=1e-12)
    assert found.exact
    assert found.outcomes["orc"].share == pytest.approx(1 - first(8, 6) - still, abs=1e-12)


BY_CHANCE = """
sides:
  ours: {players: true, tactic: random, members: [Anna: {hp: 6, thac0: 17, ac: 5, damage: 1d6}]}
  theirs: {members: [Rat: {hp: 1, ac: 7, thac0: 19, damage: 1d2}, Wolf: {hp: 5, ac: 7, thac0: 18, damage: 1d6}]}
"""


def test_what_a_tactic_will_draw_is_not_known_yet(tmp_path: Path) -> None:
    """She would strike either, with even chances: the odds from here are the mean of both."""
    whom = tmp_path / "whom.yaml"
    whom.write_text(BY_CHANCE, encoding="utf-8")
    play = affray.start(whom, seed=1, players=["ours"])
    while not any(str(choice) == "strike Wolf" for choice in play.legal):
        play.do("pass")
    answers = {str(choice): choice.answer for choice in play.legal}
    chosen = [answers["strike Rat"], answers["strike Wolf"], None]
    each = [exact_odds_from_here(play, answer) for answer in chosen]
    rat, wolf, either = (found.outcomes["ours"].share for found in each if found is not None)
    assert either == pytest.approx((rat + wolf) / 2, abs=1e-12)
    assert abs(rat - wolf) > 0.01


@pytest.mark.parametrize("kernels", [[EXPLORING, RACING], [RACING]])
def test_whatever_fails_the_plain_rules_answer(
    duel: affray.Play, kernels: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An exception that nobody expects of LLVM; one message says so."""
    monkeypatch.setattr(building, "_failures", set())
    monkeypatch.setattr(building, "_kernels", {})
    monkeypatch.setattr(building, "load_kernel", lambda *_: [][0])
    for module in (position, races):
        monkeypatch.setattr(module, "is_ready", lambda book, kind, assumed=GENERAL: kind in kernels)
    found = duel.odds()
    assert not found.exact
    assert found.fights == position.PLAIN_ROLLOUTS
    told = capsys.readouterr().err
    assert told.count("are not available (list index out of range).") == 1
    assert len(told.splitlines()) == 2


def test_what_the_fighter_passes_up(duel: affray.Play) -> None:
    """If he does not strike, the orc does, and then the next round is as any other."""
    missed = (1 - ORC) * wins(8, 6) + sum(ORC / 6 * wins(8 - harm, 6) for harm in range(1, 7))
    test_in_the_middle_of_a_step_by_hand(duel)
    found = {str(one.choice): one for one in duel.advice()}
    assert found["pass"].wins.share == pytest.approx(missed, abs=1e-12)
    assert [str(one.choice) for one in duel.advice()] == ["strike Orc", "pass"]
    assert duel.over is False
    assert str(duel.asks) == str(affray.start("duel", rules="classic", seed=1, players=["fighter"]).asks)


def test_forks_agree_with_it(duel: affray.Play) -> None:
    """Five times the half-width of the interval is far out."""
    found = rollout_odds(duel, None, seed=5)
    truth = first(8, 6) + (1 - FIGHTER) * (1 - ORC) * wins(8, 6)
    one = found.outcomes["fighter"]
    assert not found.exact
    assert abs(one.share - truth) <= 2.5 * (one.high - one.low)


def test_the_dice_that_fell_stay_as_they_fell(duel: affray.Play) -> None:
    """The initiative of this round is known, whatever falls later."""
    scores = {(f.side[0].turn, f.side[1].turn) for f in sample_futures(duel, None, 20, 0)}
    assert scores == {(0, 1)}
    assert sum(weight for weight, _ in every_future(duel, None)) == pytest.approx(1)


def test_a_fight_that_is_over_is_settled() -> None:
    play = affray.start("duel", rules="classic", seed=1)
    assert position.odds_from_here(play).outcomes[str(play.winner)].share == 1
    with pytest.raises(affray.AffrayError, match="the fight is over"):
        play.odds()
    with pytest.raises(affray.AffrayError, match="nobody is"):
        play.advice()


def test_forks_that_differ_are_worth_fewer_fights() -> None:
    alike, unlike = pooled_share([50] * 100, 100), pooled_share([0, 100] * 50, 100)
    assert alike == wilson_share(5000, 10_000) or alike.high - alike.low < 0.3
    assert unlike.high - unlike.low == pytest.approx(wilson_share(50, 100).high - wilson_share(50, 100).low, rel=0.02)
