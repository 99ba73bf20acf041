"""Advice: races between answers, what they may know, and their words. test_odds_position has the duel by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

import affray
from affray.compiler.kernels.building import RACING, kernel
from affray.engine.state import clone
from affray.exact import advice, races
from affray.exact.advice import Advice, Budget, Recommendation, advise, advise_side, advise_step_by_step
from affray.exact.compiled_races import CompiledRace
from affray.exact.moments import Moment, as_known_to, moment_of, without_hidden
from affray.exact.races import PlainRace, new_race
from affray.play.questions import Choice
from affray.rules import get
from affray.simulation.chances import Share

FIGHTS = Budget(seconds=60.0, fights=400)


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    kernel(get("classic"), RACING)


@pytest.fixture(autouse=True)
def counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the kernel of exact odds happens to be at hand: these tests are about races."""
    monkeypatch.setattr(advice, "is_ready", lambda *_: False)


def at_first_strike(scenario: object, seed: int = 1) -> affray.Play:
    """Return the fight where somebody of ours is asked whom to strike."""
    play = affray.start(scenario, rules="classic", seed=seed, players=["ours"])  # type: ignore[arg-type]
    while not any(str(choice).startswith("strike") for choice in play.legal):
        play.do("pass")
    return play


def moment(play: affray.Play) -> Moment:
    found = moment_of(play)
    assert found is not None
    return found


def test_compiled_and_plain_races_have_the_same_winners() -> None:
    """Fight for fight, after each answer, from inside of steps of several kinds."""
    play = affray.start("orcs", rules="classic", seed=3, players=["party"])
    for turn in range(8):
        now, answers = moment(play), [choice.answer for choice in play.legal]
        both = [kind(now, answers, 7).play(range(len(answers)), 2, 3) for kind in (CompiledRace, PlainRace)]
        assert both[0] == both[1], str(play.asks)
        play.do(play.legal[turn % len(play.legal)])


WOUNDED = {
    "distance": "contact",
    "sides": {
        "ours": {"players": True, "members": [{"Anna": {"hp": 4, "thac0": 12, "ac": 9, "damage": "1d4+3"}}]},
        "theirs": {
            "members": [
                {"Bear": {"hp": 40, "ac": 9, "thac0": 15, "damage": "1d2"}},
                {"Wasp": {"hp": 1, "ac": 9, "thac0": 2, "damage": "2d4"}},
            ]
        },
    },
}


def test_the_wasp_must_die_first() -> None:
    """It hits 19 times in 20 for 2d4, and Anna has 4 hp; the bear, with 40 hp, does 1d2."""
    found = at_first_strike(WOUNDED).advice(fights=2_000, seconds=60)
    assert str(found[0].choice) == "strike Wasp"
    assert found.clear
    assert [str(one.choice) for one in found.best] == ["strike Wasp"]
    assert found.sentence().startswith(f"Strike Wasp: {found[0].wins.share:.0%}. ")


def test_no_future_dice_are_known() -> None:
    """The same state under other seeds, and after other numbers of dice, gives the same advice."""
    play = at_first_strike(WOUNDED)
    told = json.loads(play.text())
    told["seed"], told["state"]["rolled"] = 99, 7
    again = affray.from_text(json.dumps(told))
    assert again.asks is not None
    assert advise(again, budget=FIGHTS).answers == advise(play, budget=FIGHTS).answers
    assert advise(play, 1, FIGHTS).answers != advise(play, 2, FIGHTS).answers


WOLF = {"Wolf": {"hp": 9, "ac": 5, "thac0": 17, "damage": "1d6"}}


def test_a_hidden_foe_changes_nothing() -> None:
    """Futures with a wolf that nobody knows of are futures without one; the answers do not name it."""
    alone, with_wolf = at_first_strike(WOUNDED), at_first_strike(with_foe(WOLF))
    wolf = with_wolf.roster.who.index("Wolf")
    answers = [choice.answer for choice in alone.legal]
    unknown, absent, there = without_hidden(moment(with_wolf), 0, {wolf}), moment(alone), moment(with_wolf)
    won = [CompiledRace(one, answers, 0).play(range(len(answers)), 0, 100) for one in (unknown, absent, there)]
    assert won[0] == won[1] != won[2]
    with_wolf.referee("hide", "Wolf", "unseen")
    shares = {str(one.choice): one.wins.share for one in advise(with_wolf, budget=FIGHTS)}
    assert shares.keys() == {str(choice) for choice in alone.legal}
    assert shares["strike Wasp"] > 0.6  # 0.744 without the wolf, 0 with it


def with_foe(foe: object) -> dict[str, object]:
    sides: dict[str, dict[str, list[object]]] = WOUNDED["sides"]  # type: ignore[assignment]
    return {**WOUNDED, "sides": {**sides, "theirs": {"members": [*sides["theirs"]["members"], foe]}}}


def test_rolled_hit_points_of_foes_are_guessed() -> None:
    """Whatever an orc has rolled, the same wounds give the same guesses; those of one's own side are known."""
    play = affray.start("orcs", rules="classic", seed=3, players=["party"])
    now = moment(play)
    other = clone(now.state)
    foes = [c for c in other.who if c.side == 1 and c.hp_count]
    foe, friend = foes[0], next(c for c in other.who if c.side == 0)
    step = 1 if foe.hp == 1 else -1
    foe.hp, foe.max_hp = foe.hp + step, foe.max_hp + step
    known, twin = (as_known_to(one, 0, ()) for one in (now, replace(now, states=(other,))))
    assert known.states == twin.states
    assert len({f.who[foe.id].max_hp for f in known.states}) > 3
    assert {f.who[friend.id].hp for f in known.states} == {friend.hp}
    assert advise_side(play, budget=FIGHTS).who == "Magic-user"


def test_the_first_estimate_comes_at_once_and_gets_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the plain rules too: they say little about most answers, and say so."""
    play = affray.start("orcs", rules="classic", seed=3, players=["party"])
    play.do("pass")
    better = list(advise_step_by_step(play, budget=Budget(60.0, 2_000)))
    assert better[0].seconds < 1.0
    assert all(one.fights <= other.fights for one, other in pairwise(better))
    assert better[-1][0].wins.error < better[0][0].wins.error
    monkeypatch.setattr(races, "is_ready", lambda *_: False)
    plain = next(advise_step_by_step(play))
    assert isinstance(new_race(moment(play), []), PlainRace)
    assert plain.fights >= 1
    assert plain.seconds < 3.0


def test_advice_in_words() -> None:
    def one(words: str, share: float, best: bool = False) -> Advice:
        return Advice(Choice((0, 0, 0), words), Share(share, share, share), among_best=best)  # type: ignore[arg-type]

    answers = one("strike Grub", 0.71, True), one("strike Snik", 0.64), one("pass", 0.5)
    told = Recommendation("Anna", answers, True).sentence()
    assert told == "Strike Grub: 71%. Strike Snik: 64%. The rest is worse."
    told = Recommendation("Anna", (one("pass", 0.5, True), one("strike Grub", 0.5, True)), False).sentence()
    assert told == "Pass: 50%. No answer is clearly better."
