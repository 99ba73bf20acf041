"""Before the first round and who goes first: reaction, surprise, initiative, sides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, Scene, adventurer, scripted, side, someone, unwary, versus

import affray
from affray.engine.state import STAND_OFF
from affray.engine.vocabulary import UNAWARE


def order_of(scene: Scene) -> list[str]:
    """Who attacked, in order."""
    return [e.who for e in scene.events() if e.kind in ("hit", "miss")]


# --- initiative


@pytest.mark.clause("fourfold.initiative.side")
def test_a_d8_and_the_best_dex_of_the_side_once_a_fight() -> None:
    ours = side(adventurer("Anna", DEX=14, gear=["mace"]), adventurer("Bert", DEX=18, gear=["mace"]), players=True)
    scene = scripted(versus(ours, someone("Orc", hp=90)), "d8=3 d8=4 d20=2 d20=2 d20=2 d20=2")
    told = scene.events("score", "fourfold.initiative.side")
    assert [(e.value, e.because) for e in told] == [(5, {"the side's best DEX": 2}), (4, {})]
    assert order_of(scene) == ["Anna", "Bert", "Orc", "Anna"]  # and no other roll in round 2
    assert scene.fight.round == 2


@pytest.mark.clause("fourfold.initiative.tie")
def test_a_tie_goes_to_the_players() -> None:
    sides = someone("Orc"), side(someone("Anna"), players=True)
    scene = scripted(versus(*sides), "d8=4 d8=4 d20=2 d20=2")
    assert order_of(scene) == ["Anna", "Orc"]
    assert scene.one("score", "fourfold.initiative.tie").who == "Anna"


@pytest.mark.clause("fourfold.sides")
def test_a_third_side_acts_in_its_own_place() -> None:
    sides = side(someone("Anna"), players=True), someone("Orc"), someone("Wolf")
    scene = scripted(versus(*sides), "d8=3 d8=3 d8=7 d20=2 d20=2 d20=2")
    assert order_of(scene) == ["Wolf", "Anna", "Orc"]
    assert [(e.who, e.value) for e in scene.events("round", "fourfold.sides")] == [("Anna", 1), ("Orc", 2)]
    tied = scripted(
        versus(someone("Orc"), someone("Wolf"), side(someone("Anna"), players=True)), "d8=3 d8=3 d8=1 d20=2 d20=2 d20=2"
    )
    assert order_of(tied) == ["Orc", "Wolf", "Anna"]  # neither has players: as they are listed


@pytest.mark.clause("fourfold.initiative.order")
def test_inside_a_side_any_order_they_like() -> None:
    ours = side(someone("Anna"), someone("Bert"))
    scene = scripted(versus(ours, someone("Orc")), OURS_FIRST + "d20=2 d20=2 d20=2", ["Anna: delay after Bert"])
    assert order_of(scene) == ["Bert", "Anna", "Orc"]
    assert scene.one("declared", "fourfold.initiative.order").other == "Bert"


@pytest.mark.clause("fourfold.initiative.individual")
def test_by_option_each_of_the_players_rolls_and_the_opponents_once() -> None:
    ours = side(
        adventurer("Anna", DEX=14, gear=["mace"]),
        adventurer("Bert", gear=["mace"]),
        adventurer("Cora", gear=["mace"]),
        players=True,
    )
    theirs = side(someone("Orc", hp=90, DEX=18), someone("Ork", hp=90))
    scene = scripted(
        versus(ours, theirs),
        "d8=4 d8=2 d8=5 d8=3 " + "d20=2 " * 5,
        options={"initiative.individual": "on"},
        until="round 2",
    )
    scores = [(e.who, e.value) for e in scene.events("score", "fourfold.initiative.individual")]
    assert scores == [("Anna", 5), ("Bert", 2), ("Cora", 5), ("Orc", 5)]
    ties = scene.events("declared", "fourfold.initiative.tie")
    assert [(e.who, e.other, e.value) for e in ties] == [("Anna", "Orc", 5), ("Cora", "Orc", 5)]
    assert order_of(scene) == ["Anna", "Cora", "Orc", "Ork", "Bert"]  # tied with foes: players first
    scene.play("d20=2")
    assert order_of(scene)[-1] == "Anna"  # the order stays
    usual = scripted(versus(ours, theirs), "d8=4 d8=2", until="Anna: act")
    assert len(usual.events("score", "fourfold.initiative.side")) == 2


@pytest.mark.clause("fourfold.initiative.individual")
def test_the_roll_of_the_opponents_is_told_of_their_side(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    sides = "  party: {players: true, surprised: false, members: [Anna: {class: fighter, level: 1, hp: 8}]}\n"
    sides += "  foes: {surprised: false, members: [2 orc: {hp: 4}]}\n"
    file.write_text(f"title: two\ndistance: contact\nsides:\n{sides}", encoding="utf-8")
    options = {"initiative.individual": "on"}
    log = affray.start(str(file), rules="fourfold", seed=4, players=["party", "foes"], options=options).log.text()
    assert re.findall(r"whole fight, (\w+)", log) == ["Anna", "foes"]


@pytest.mark.clause("fourfold.round.opening")
def test_rounds_begin_when_surprise_is_settled() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST + "d20=2 d20=2", until="round 2")
    assert [e.value for e in scene.events("round", "fourfold.round.opening")] == [1, 2]


# --- surprise


def sneaking(dice: str, *answers: str, ours: dict[str, object] | None = None, until: str = "", **keys: object) -> Scene:
    """Ours may surprise theirs, and can't be surprised."""
    attackers = side(ours or someone("Anna"), players=True, wary=True)
    watchers = unwary(someone("Orc", **keys))
    return scripted(versus(attackers, watchers, distance=60), dice, answers, until)


@pytest.mark.clause("fourfold.surprise.opposed")
@pytest.mark.parametrize(
    ("dice", "surprised"), [("2d6=4,4 2d6=4,3", True), ("2d6=4,4 2d6=4,4", True), ("2d6=4,4 2d6=4,5", False)]
)
def test_sneak_against_notice_and_a_tie_goes_to_the_players(dice: str, surprised: bool) -> None:
    scene = sneaking(dice, until="nerves")
    assert scene.side("theirs").surprised is surprised
    assert scene.one("check", "fourfold.surprise.opposed").was == 8


@pytest.mark.clause("fourfold.surprise.opposed")
def test_the_worst_sneaker_and_the_best_watcher() -> None:
    ours = side(adventurer("Pim", "thief", DEX=18), adventurer("Bert", DEX=14), players=True, wary=True)
    theirs = unwary(someone("Orc"), someone("Ork", WIS=18, notice=1))
    scene = scripted(versus(ours, theirs, distance=60), "2d6=4,4 2d6=4,4", until="nerves")
    assert scene.one("roll", "fourfold.surprise.opposed").because == {}  # Bert: +1 DEX, −1 without Sneak
    assert scene.one("check", "fourfold.surprise.opposed").because == {
        "the best watcher's WIS and Notice": 3,
        "not surprised": 0,
    }
    unskilled = side(adventurer("Bert"), players=True, wary=True)
    scene = scripted(versus(unskilled, theirs, distance=60), "2d6=4,4 2d6=4,4", until="nerves")
    assert scene.one("roll", "fourfold.surprise.opposed").value == 8 - 1


@pytest.mark.clause("fourfold.surprise.opposed")
def test_the_referee_may_settle_it_and_those_who_expect_a_fight_are_never_surprised() -> None:
    told = sneaking("", "referee: yes", until="nerves")
    assert told.side("theirs").surprised
    assert told.one("declared", "fourfold.surprise.opposed").because == {"surprised": 0, "as the referee says": 0}
    assert not told.events("check")  # nothing was rolled
    assert not sneaking("", "referee: no", until="nerves").side("theirs").surprised
    off = versus(someone("Anna"), unwary(someone("Orc")), distance=60, options={"surprise": "off"})
    assert not scripted(off, until="nerves").side("theirs").surprised
    assert (
        not scripted(versus(someone("Anna"), unwary(someone("Orc"), wary=True), distance=60), until="nerves")
        .side("theirs")
        .surprised
    )


@pytest.mark.clause("fourfold.surprise.round")
def test_the_surprisers_have_a_round_to_themselves_and_then_initiative() -> None:
    ours = adventurer("Anna", gear=["small bow"])
    scene = sneaking("2d6=6,6 2d6=1,1 d20=2", ours=ours, until="round 2")
    assert scene.one("condition-on", "fourfold.surprise.round").other == "Orc"
    assert order_of(scene) == ["Anna"]
    assert not scene.events("score")
    scene.play("d8=1 d8=8", until="Orc: act")
    assert len(scene.events("score", "fourfold.initiative.side")) == 2
    assert not scene["Orc"].conditions >> UNAWARE & 1


@pytest.mark.clause("fourfold.surprise.morale")
@pytest.mark.parametrize(("morale", "checks"), [(6, True), (7, False)])
def test_the_surprised_with_a_rating_under_7_check_morale(morale: int, checks: bool) -> None:
    scene = sneaking("2d6=6,6 2d6=1,1", morale=morale, until="round")
    assert bool(scene.events("due", "fourfold.surprise.morale")) is checks
    scene.play("2d6=6,6" if checks else "", until="over" if checks else "Anna: act")
    assert len(scene.events("surrendered")) == checks
    nerves = versus(
        side(someone("Anna"), wary=True),
        unwary(someone("Orc", morale=9)),
        options={"surprise.nerves": "10"},
        distance=60,
    )
    assert scripted(nerves, "2d6=6,6 2d6=1,1", until="round").one("due", "fourfold.surprise.morale").who == "Orc"


@pytest.mark.clause("fourfold.surprise.morale")
def test_the_referee_may_spare_or_call_for_it() -> None:
    assert not sneaking("2d6=6,6 2d6=1,1", "referee: pass surprised", "referee: no", morale=6, until="round").events(
        "due"
    )
    assert sneaking("2d6=6,6 2d6=1,1", "referee: pass surprised", "referee: yes", morale=9, until="round").one(
        "due", "fourfold.surprise.morale"
    )


@pytest.mark.clause("fourfold.reaction")
@pytest.mark.parametrize(("dice", "peace"), [("2d6=4,4", True), ("2d6=4,3", False)])
def test_by_option_they_may_not_fight_at_all(dice: str, peace: bool) -> None:
    ours = side(adventurer("Anna", CHA=14, gear=["mace"]), players=True, way_out=True)
    scene = versus(ours, someone("Orc"), speaker="Anna", options={"reaction": "on"})
    played = scripted(scene, dice, until="over" if peace else "nerves")
    told = played.one("check", "fourfold.reaction")
    assert (told.value, told.was, told.because) == (8 + peace, 9, {"CHA of the speaker": 1})
    assert (played.fight.winner == STAND_OFF) is peace
    assert not scripted(versus(ours, someone("Orc"), speaker="Anna"), until="nerves").events("check")


def test_theirs_first_is_theirs_first() -> None:
    assert order_of(scripted(versus(someone("Anna"), someone("Orc")), THEIRS_FIRST + "d20=2 d20=2")) == ["Orc", "Anna"]


@pytest.mark.clause("fourfold.surprise.opposed")
@pytest.mark.parametrize(("watch", "told"), [("2d6=3,4", "surprised"), ("2d6=4,5", "not surprised")])
def test_the_check_says_who_is_surprised(watch: str, told: str) -> None:
    scene = sneaking(f"2d6=4,4 {watch}", until="nerves")
    assert scene.one("check", "fourfold.surprise.opposed").because.get(told) == 0


@pytest.mark.clause("fourfold.surprise.opposed", "fourfold.surprise.round")
@pytest.mark.parametrize(("said", "alike"), [("yes", True), ("no", False)])
def test_where_all_are_surprised_nobody_is(said: str, alike: bool) -> None:
    sides = side(someone("Anna"), players=True), unwary(someone("Orc"))
    del sides[0]["surprised"]
    answers = ["referee: yes", f"referee: {said}"]
    scene = scripted(versus(*sides, distance=60), "", answers, until="nerves")
    assert len(scene.events("declared", "fourfold.surprise.round")) == alike
    assert bool(scene["Anna"].conditions >> UNAWARE & 1) is not alike
    assert scene.fight.surprise_round is not alike


@pytest.mark.clause("fourfold.surprise.opposed")
def test_where_some_lie_in_ambush_they_are_the_attackers() -> None:
    """The ogre, clumsy as it is (DEX 3: −2), is not among those who sneak up on Anna."""
    sides = unwary(someone("Anna")), side(someone("Orc"), ambush="chance"), side(someone("Ogre", DEX=3))
    scene = scripted(versus(*sides, distance=60), "2d6=4,4 2d6=4,5", until="nerves")
    told = scene.one("roll", "fourfold.surprise.opposed")
    assert (told.who, told.value) == ("Orc", 8)


@pytest.mark.clause("fourfold.hp.roll")
def test_hit_points_are_told_by_the_books_own_clause() -> None:
    scene = scripted(versus(someone("Anna"), side({"Grub": {"monster": "orc"}})), "d8=5", until="meeting")
    assert scene.one("roll", "fourfold.hp.roll").value == 5
