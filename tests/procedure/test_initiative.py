"""Surprise and initiative of the procedure book."""

from __future__ import annotations

import pytest
from helpers import Group, Scene, side, someone, versus
from procedure.people import OURS_FIRST, may_be_surprised, scripted, told

import affray
from affray import scenario
from affray.log.narrate import Names, describe_event

SIDE = "procedure.initiative.side"
GUERILLA = "procedure.initiative.guerilla"
TIE = "procedure.initiative.tie"
SEVERAL = "procedure.initiative.several"
SURPRISE = "procedure.surprise"
FIRST = "procedure.surprise.first"
SMALLEST = "the smallest side"


def order(scene: Scene) -> list[str]:
    """The sides in the order in which they act, by their first combatants."""
    return [line.removeprefix("round ") for line in told(scene)[1:] if line.startswith("round ")]


def band(count: int, name: str = "Orc", **keys: object) -> Group:
    return side(someone(name, count=count), **keys)


# --- procedure.initiative.side


@pytest.mark.clause(SIDE)
def test_the_highest_d6_acts_first_and_each_round_is_rolled_anew() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), "d6=2 d6=5 d20=2 d20=2", until="round 2")
    assert [e.value for e in scene.events("score", SIDE)] == [2, 5]
    scene.play("d6=4 d6=3 d20=2 d20=2", until="round 3")
    assert [e.who for e in scene.events("miss")] == ["Orc", "Anna", "Anna", "Orc"]


# --- procedure.initiative.guerilla


@pytest.mark.clause(GUERILLA)
@pytest.mark.parametrize(("bonus", "ours", "theirs"), [(2, 3, 4), (2, 5, 6), (4, 1, 4), (1, 4, 4)])
def test_the_smallest_side_adds_its_bonus(bonus: int, ours: int, theirs: int) -> None:
    scene = scripted(
        versus(someone("Anna"), band(2)),
        f"d6={ours} d6={theirs}",
        until="Anna: act",
        options={"guerilla.bonus": str(bonus)},
    )
    scores = {e.who: (e.value, e.because) for e in scene.events("score", SIDE)}
    assert scores == {"Anna": (ours + bonus, {SMALLEST: bonus}), "Orc 1": (theirs, {})}
    assert order(scene) == ["Anna"]


@pytest.mark.clause(SIDE)
def test_at_equal_numbers_nobody_has_a_bonus() -> None:
    scene = scripted(versus(band(2, "Bandit"), band(2)), OURS_FIRST, until="Bandit 1: act")
    assert all(e.because == {} for e in scene.events("score", SIDE))


@pytest.mark.clause(GUERILLA)
@pytest.mark.parametrize("keys", [{"conditions": ["asleep"]}, {"morale": 2}])
def test_only_those_who_can_act_count_and_the_broken_not(keys: dict[str, object]) -> None:
    """Three against two; but of the three, two sleep, or have lost heart already."""
    theirs = side(someone("Orc"), someone("Grub", **keys), someone("Snag", **keys), way_out=True)
    scene = scripted(versus(band(2, "Bandit"), theirs), "d6=3 d6=2", until="winners")
    assert {e.who: e.because for e in scene.events("score", SIDE)} == {"Bandit 1": {}, "Orc": {SMALLEST: 2}}


# --- procedure.initiative.tie


@pytest.mark.clause(TIE)
@pytest.mark.parametrize("players", ["ours", "theirs"])
def test_ties_go_to_the_players(players: str) -> None:
    text = versus(side(someone("Anna"), players=players == "ours"), side(someone("Orc"), players=players == "theirs"))
    scene = scripted(text, "d6=3 d6=3", until="winners")
    first = "Anna" if players == "ours" else "Orc"
    assert order(scene) == [first]
    assert scene.one("score", TIE).who == first
    assert scene.one("score", TIE).because == {"players first": 0}


@pytest.mark.clause(TIE)
def test_ties_are_counted_after_the_guerilla_bonus() -> None:
    text = versus(side(someone("Anna"), someone("Bert"), players=True), someone("Orc"))
    scene = scripted(text, "d6=5 d6=3", until="winners")
    assert order(scene) == ["Anna"]
    scene = scripted(text, "d6=4 d6=4", until="winners")
    assert order(scene) == ["Orc"], "4 + 2 beats 4: that is no tie"


@pytest.mark.clause(TIE)
def test_by_option_ties_are_rolled_again() -> None:
    text = versus(side(someone("Anna"), players=True), someone("Orc"))
    scene = scripted(text, "d6=3 d6=3 d6=1 d6=2", until="winners", options={"initiative.tie": "reroll"})
    assert order(scene) == ["Orc"]
    assert [e.value for e in scene.events("score", TIE)] == [1, 2]


@pytest.mark.clause(TIE)
def test_the_log_tells_a_tie_that_is_rolled_again_from_one_that_is_not() -> None:
    text = versus(side(someone("Anna"), players=True), someone("Orc"))
    for option, dice, words in (("reroll", "d6=1 d6=2", "Initiative again"), ("players", "", "players first")):
        scene = scripted(text, f"d6=3 d6=3 {dice}", until="winners", options={"initiative.tie": option})
        names = Names(scene.roster, [c.side for c in scene.fight.who], "feet")
        said = [describe_event(names, e) for e in scene.recorder.events]
        assert [words in line.words for line in said if line.clause == TIE] == [True] * (2 if dice else 1)


# --- procedure.initiative.several


def three(players: bool = False) -> str:
    return versus(side(someone("Anna"), players=players), someone("Orc"), someone("Gnoll"))


@pytest.mark.clause(SEVERAL, SIDE)
def test_ties_without_players_are_rolled_again_by_the_tied_alone() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), "d6=3 d6=3 d6=4 d6=4 d6=1 d6=2", until="winners")
    assert order(scene) == ["Orc"]
    scene = scripted(three(), "d6=2 d6=5 d6=5 d6=1 d6=6", until="winners")
    assert order(scene) == ["Gnoll"]
    assert [e.who for e in scene.events("score", SEVERAL)] == ["Orc", "Gnoll"]


@pytest.mark.clause(SEVERAL, TIE)
def test_of_three_tied_sides_the_players_go_first_and_the_others_roll() -> None:
    scene = scripted(three(players=True), "d6=4 d6=4 d6=4 d6=1 d6=6 d20=2 d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == ["Anna", "Gnoll", "Orc"]


@pytest.mark.clause("procedure.act.losers", "procedure.act.winners", SEVERAL)
def test_each_step_goes_from_high_to_low_and_only_the_highest_are_winners() -> None:
    scene = scripted(three(), "d6=2 d6=4 d6=4 d6=2 d6=5 d20=2 d20=2 d20=2", until="round 2")
    turns = [(e.clause, e.who) for e in scene.events("round") if e.clause.startswith("procedure.act")]
    losers = "procedure.act.losers"
    assert turns == [("procedure.act.winners", "Gnoll"), (losers, "Orc"), (losers, "Anna")]


# --- procedure.surprise


def meeting() -> str:
    """Both may be surprised, too far apart for blows in the first round."""
    return versus(may_be_surprised(someone("Anna")), may_be_surprised(someone("Orc")), distance=150)


@pytest.mark.clause(SURPRISE)
@pytest.mark.parametrize("face", range(1, 7))
def test_a_side_is_surprised_on_one_or_two(face: int) -> None:
    scene = scripted(meeting(), f"d6={face} d6=6", until="round 1")
    assert scene.side("ours").surprised is (face <= 2)
    assert not scene.side("theirs").surprised
    assert scene["Anna"].able, "surprise costs nobody a turn"


@pytest.mark.clause(SURPRISE)
@pytest.mark.parametrize(("option", "value", "face", "surprised"), [("range", "3", 3, True), ("range", "0", 1, False)])
def test_the_range_of_surprise_is_an_option(option: str, value: str, face: int, surprised: bool) -> None:
    scene = scripted(meeting(), f"d6={face} d6=6", until="round 1", options={f"surprise.{option}": value})
    assert scene.side("ours").surprised is surprised


@pytest.mark.clause(SURPRISE)
@pytest.mark.parametrize("option", ["on", "off"])
@pytest.mark.parametrize(("said", "rolled"), [("yes", True), ("no", False)])
def test_the_referee_says_whether_surprise_is_rolled(said: str, rolled: bool, option: str) -> None:
    dice = "d6=1 d6=6" if rolled else ""
    options = {"surprise": option}
    scene = scripted(meeting(), "", until="referee: surprise", options=options)
    assert scene.events("check", SURPRISE) == []
    scene = scripted(meeting(), dice, [f"referee: {said}"], until="round 1", options=options)
    assert len(scene.events("check", SURPRISE)) == 2 * rolled
    assert scene.side("ours").surprised is rolled


def test_the_referee_is_not_asked_where_the_scenario_says_who_is_surprised() -> None:
    fight = affray.start(scenario.read(versus(someone("Anna"), someone("Orc"))), rules="procedure", players=["referee"])
    assert fight.over


def test_without_the_option_nobody_rolls_for_surprise() -> None:
    scene = scripted(meeting(), until="round 1", options={"surprise": "off"})
    assert scene.events("check", SURPRISE) == []


@pytest.mark.clause(SURPRISE)
@pytest.mark.parametrize(("face", "ambush", "surprised"), [(4, "4", True), (5, "4", False), (5, "5", True)])
def test_in_an_ambush_only_the_ambushed_roll_and_on_one_to_four(face: int, ambush: str, surprised: bool) -> None:
    ours = may_be_surprised(someone("Anna"), ambush="prepared")
    text = versus(ours, may_be_surprised(someone("Orc")), distance=60)
    scene = scripted(text, f"d6={face}", until="round 1", options={"surprise.ambush": ambush})
    assert scene.side("theirs").surprised is surprised
    assert scene.one("check", SURPRISE).because == {"in an ambush": int(ambush) - 2}


@pytest.mark.clause(SURPRISE)
def test_by_default_an_ambush_surprises_on_one_to_four() -> None:
    text = versus(may_be_surprised(someone("Anna"), ambush="chance"), may_be_surprised(someone("Orc")), distance=60)
    assert scripted(text, "d6=5", until="round 1").one("check", SURPRISE).was == 4


@pytest.mark.clause(SURPRISE)
def test_what_comes_unseen_surprises_by_its_own_range() -> None:
    text = versus(
        may_be_surprised(someone("Anna")), side(someone("Bug", monster="bugbear"), surprised=False), distance=60
    )
    scene = scripted(text, "d6=3", until="round 1")
    assert scene.side("ours").surprised
    assert scene.one("check", SURPRISE).was == 3


@pytest.mark.clause(SURPRISE)
def test_single_characters_may_be_surprised_alone_or_alone_be_not() -> None:
    ours = may_be_surprised(someone("Anna"), someone("Bert", alert=-1), someone("Carl", alert=1))
    text = versus(ours, someone("Orc"), distance=60)
    scene = scripted(text, "d6=3", until="Anna: declare")
    assert [scene[name].procedure.surprised for name in ("Anna", "Bert", "Carl")] == [False, True, False]
    assert {e.who: (e.value, e.because["own alertness"]) for e in scene.events("score", SURPRISE)} == {
        "Bert": (3 - 1, -1),
        "Carl": (3 + 1, 1),
    }
    assert not scene.side("ours").surprised
    assert scene.why_not("Bert: charge Orc") is not None
    assert scene.why_not("Anna: charge Orc") is None
    scene = scripted(text, "d6=2", until="Anna: declare")
    assert [scene[name].procedure.surprised for name in ("Anna", "Bert", "Carl")] == [True, True, False]
    assert scene.side("ours").surprised, "initiative goes by the side's roll"
    assert scene.why_not("Carl: charge Orc") is None


# --- procedure.surprise.first


@pytest.mark.clause(FIRST)
def test_in_the_first_round_who_is_not_surprised_goes_first_without_a_roll() -> None:
    scene = scripted(meeting(), "d6=5 d6=1", until="round 2")
    assert scene.one("score", FIRST).who == "Anna"
    assert scene.events("score", SIDE) == []
    assert [e.who for e in scene.events("move")] == ["Anna", "Orc"], "both act"
    scene.play("d6=1 d6=2", until="winners")
    assert len(scene.events("score", SIDE)) == 2, "after that they roll as usual"


@pytest.mark.clause(SIDE, SURPRISE)
def test_both_surprised_roll_as_usual() -> None:
    scene = scripted(meeting(), "d6=1 d6=2 d6=2 d6=4", until="winners")
    assert [e.value for e in scene.events("score", SIDE)] == [2, 4]
    assert scene.events("score", FIRST) == []


@pytest.mark.clause(SIDE, SURPRISE)
def test_of_three_sides_those_not_surprised_come_first() -> None:
    text = versus(*(may_be_surprised(someone(name)) for name in ("Anna", "Orc", "Gnoll")), distance=150)
    scene = scripted(text, "d6=2 d6=5 d6=5" + " d6=3 d6=6", until="round 2")
    assert [e.who for e in scene.events("move")] == ["Gnoll", "Orc", "Anna"]
