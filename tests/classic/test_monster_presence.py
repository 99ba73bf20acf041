"""What comes of being near a monster of the classic book: gazes, dreadful sights, songs, stench, webs and breath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.state import Fight
from affray.engine.vocabulary import NAMES
from affray.rules.classic import BOOK

SAVES = "10/11/12/13/14"  # death, wands, paralysis, breath, spells


def anna(**keys: Any) -> dict[str, Any]:
    return someone("Anna", **{"hp": 50, "saves": SAVES, **keys})


def met(monster: str, saves: str, feet: int | None = None, who: dict[str, Any] | None = None, rounds: int = 0) -> Scene:
    """Anna and the monster so many feet apart, or in contact; the first round up to the first turn."""
    it = {"monster": monster, "hp": 50}
    if feet is not None:
        who, it = who or anna(), {**it, "position": [0, 0]}
        who = {"Anna": {**who["Anna"], "position": [feet, 0]}}
    fight = versus(who or anna(), someone("It", **it))
    return scripted(fight, OURS_FIRST + saves, until="turn")


def at(round: int, phase: str) -> Callable[[Fight], bool]:
    return lambda f: (f.round, BOOK.phases[f.phase]) == (round, phase)


def conditions(scene: Scene, who: str = "Anna") -> set[str]:
    return {name for n, name in enumerate(NAMES) if scene[who].conditions >> n & 1}


# --- classic.monster.gaze


@pytest.mark.clause("classic.monster.gaze")
def test_who_is_in_melee_with_a_medusa_saves_or_turns_to_stone() -> None:
    scene = met("medusa", "d20=12", feet=5)
    assert (scene.one("check").was, conditions(scene)) == (12, set())
    fight = versus(side(anna(), someone("Bert", saves=SAVES)), someone("It", monster="medusa"))
    scene = scripted(fight, OURS_FIRST + "d20=11 d20=12", until="turn")
    assert scene.one("condition-on", "classic.monster.gaze").other == "Anna"
    assert conditions(scene) == {"petrified"}


@pytest.mark.clause("classic.monster.gaze")
def test_each_round() -> None:
    scene = met("medusa", "d20=12")
    quiet = ["Anna: pass strike", "It: pass strike"]
    scene.play(OURS_FIRST + "d20=12 " + OURS_FIRST + "d20=11", quiet * 2, until="over")
    assert [e.round for e in scene.events("check", "classic.save.roll")] == [1, 2, 3]
    assert scene.one("condition-on", "classic.monster.gaze").round == 3


@pytest.mark.parametrize("feet", [6, 60])
def test_who_is_not_in_melee_need_not_look(feet: int) -> None:
    assert not met("medusa", "", feet=feet).events("check")


def test_the_blind_see_nothing_of_it() -> None:
    assert not met("medusa", "", who=anna(conditions=["blind"])).events("check")


@pytest.mark.clause("classic.monster.gaze")
def test_a_medusa_that_cannot_act_turns_nobody_to_stone() -> None:
    quiet = ["Anna: pass strike", "It: pass strike"]
    scene = met("medusa", "d20=12")
    scene["It"].able = False
    scene.play(OURS_FIRST, quiet[:1], until=at(2, "turn"))
    assert len(scene.events("check")) == 1
    scene["It"].able = True
    scene.play(OURS_FIRST + "d20=11", quiet, until="over")
    assert scene.one("condition-on", "classic.monster.gaze").round == 3


# --- classic.monster.sight


@pytest.mark.clause("classic.monster.sight")
def test_the_sight_of_a_mummy_paralyses_who_does_not_save() -> None:
    scene = met("mummy", "d20=12", feet=60)
    assert (scene.one("check").was, conditions(scene)) == (12, set())
    scene = met("mummy", "d20=11 d4=3", feet=60)
    assert scene.one("condition-on", "classic.monster.sight").other == "Anna"
    assert conditions(scene) == {"paralysed"}


@pytest.mark.clause("classic.monster.sight")
def test_at_the_start_of_the_first_round_in_which_it_is_within_sixty_feet_and_once() -> None:
    """The mummy comes 20 feet nearer each round: from 80 it is at 60 when round 2 starts."""
    scene = met("mummy", "", feet=80)
    go = ["Anna: pass move", "It: approach Anna"]
    scene.play(OURS_FIRST + "d20=12 " + OURS_FIRST, go * 2, until=at(3, "turn"))
    assert scene.one("check", "classic.save.roll").round == 2
    scene = met("mummy", "", feet=80)
    scene.play(OURS_FIRST + "d20=11 d4=1", go, until=at(2, "turn"))
    assert scene.one("condition-on", "classic.monster.sight").round == 2


@pytest.mark.clause("classic.monster.sight", "classic.condition.end")
def test_the_spell_of_its_look_is_broken_before_long() -> None:
    """1d4 rounds, this one the first of them."""
    scene = met("mummy", "d20=11 d4=2", feet=60)
    assert scene.one("condition-on", "classic.monster.sight").was == 2
    scene.play(OURS_FIRST, ["It: pass move"] * 2, until="round 3")
    assert scene.one("condition-off", "classic.condition.end").round == 2


def test_at_sixty_one_feet_it_is_too_far() -> None:
    assert not met("mummy", "", feet=61).events("check")


def test_the_blind_do_not_see_it() -> None:
    assert not met("mummy", "", feet=60, who=anna(conditions=["blind"])).events("check")


# --- classic.monster.charm


@pytest.mark.clause("classic.monster.charm")
def test_a_song_within_a_hundred_feet_makes_who_does_not_save_stop_fighting() -> None:
    scene = met("harpy", "d20=14", feet=100)
    assert (scene.one("check").was, conditions(scene)) == (14, set())
    scene = met("harpy", "d20=13", feet=100)
    assert scene.one("condition-on", "classic.monster.charm").other == "Anna"
    assert conditions(scene) == {"charmed"}
    assert not scene["Anna"].able
    assert scene["Anna"].in_fight


def test_at_a_hundred_and_one_feet_nobody_hears_it() -> None:
    assert not met("harpy", "", feet=101).events("check")


@pytest.mark.clause("classic.monster.charm")
def test_who_saved_once_need_not_again_and_the_blind_hear_too() -> None:
    """Nor against the song of another."""
    fight = versus(anna(conditions=["blind"]), someone("It", monster="harpy", count=2))
    scene = scripted(fight, OURS_FIRST + "d20=14", until="turn")
    scene.play(OURS_FIRST, ["It 1: pass strike", "It 2: pass strike"], until=at(2, "turn"))
    assert scene.one("check").value == 14
    assert met("harpy", "d20=13", who=anna(conditions=["blind"])).events("condition-on", "classic.monster.charm")


@pytest.mark.clause("classic.monster.charm")
def test_the_charmed_are_struck_at_with_a_roll() -> None:
    scene = met("harpy", "d20=13")
    scene.play("d20=2 " * 3)
    assert [e.other for e in scene.events("miss")] == ["Anna"] * 3
    assert scene.one("condition-on", "classic.monster.charm").was >= 1_000_000


# --- classic.monster.stench


@pytest.mark.clause("classic.monster.stench")
def test_within_ten_feet_a_save_against_death_or_two_less_to_hit() -> None:
    scene = met("troglodyte", "d20=10", feet=10)
    assert (scene.one("check").was, conditions(scene)) == (10, set())
    scene = met("troglodyte", "d20=9", feet=10)
    assert scene.one("condition-on", "classic.monster.stench").was >= 1_000_000
    assert conditions(scene) == {"sickened"}


@pytest.mark.clause("classic.monster.stench")
def test_two_less_in_melee_and_with_missiles() -> None:
    scene = met("troglodyte", "d20=9")
    scene.play("d20=12")
    miss = scene.one("miss", who="Anna")
    assert (miss.value, miss.because) == (10, {"stench": -2})
    scene = met("troglodyte", "d20=9", feet=10, who=anna(gear=["short bow"]))
    scene.play("d20=12", ["Anna: pass move"])
    assert scene.one("miss", who="Anna").because == {"short range": 1, "stench": -2}


def test_at_eleven_feet_it_is_bearable() -> None:
    assert not met("troglodyte", "", feet=11).events("check")


@pytest.mark.clause("classic.monster.stench")
def test_once_a_fight_whatever_comes_of_it() -> None:
    for shown in (9, 10):
        scene = met("troglodyte", f"d20={shown}")
        scene.play(OURS_FIRST, ["Anna: pass strike", "It: pass strike"], until=at(2, "turn"))
        assert scene.one("check").round == 1


# --- classic.monster.web


@pytest.mark.clause("classic.monster.web", "classic.condition.helpless")
def test_a_web_holds_those_it_catches() -> None:
    scene = met("black widow spider", "d20=12", feet=5)
    assert (scene.one("check").was, conditions(scene)) == (12, set())
    scene = met("black widow spider", "d20=11 2d4=1,1", feet=5)
    assert scene.one("condition-on", "classic.monster.web").other == "Anna"
    assert conditions(scene) == {"constrained"}
    scene.play("d20=2")  # the spider's bite needs a roll; Anna has done nothing
    assert [e.who for e in scene.events("miss")] == ["It"]


@pytest.mark.clause("classic.monster.web", "classic.condition.end")
def test_until_it_ends() -> None:
    """2d4 rounds, this one the first of them; and then it holds nobody again."""
    scene = met("black widow spider", "d20=11 2d4=1,1")
    assert scene.one("condition-on", "classic.monster.web").was == 2
    scene.play("d20=2 " + OURS_FIRST + "d20=2", until="round 3")
    assert scene.one("condition-off", "classic.condition.end").round == 2
    scene.play(OURS_FIRST, until="Anna: strike")
    assert scene.why_not("Anna: strike It") is None


def test_who_is_six_feet_away_is_not_in_it() -> None:
    assert not met("black widow spider", "", feet=6).events("check")


# --- classic.monster.breath


def dragon(**keys: Any) -> dict[str, Any]:
    return someone("Dragon", **{"monster": "white dragon", "hp": 30, "position": [0, 0], **keys})


BREATH = ["Dragon: pass move", "Dragon: breathe Anna"]


@pytest.mark.clause("classic.monster.breath")
@pytest.mark.parametrize(("hp", "save", "dealt"), [(30, 12, 30), (30, 13, 15), (7, 12, 7), (7, 13, 3)])
def test_a_breath_deals_the_current_hit_points_and_a_save_halves(hp: int, save: int, dealt: int) -> None:
    scene = scripted(versus(anna(position=[60, 0]), dragon(hp=hp)), THEIRS_FIRST + f"d20={save}", BREATH)
    assert scene.one("check").was == 13
    assert scene.one("damage", "classic.monster.breath").value == dealt


@pytest.mark.clause("classic.monster.breath")
def test_a_wounded_dragon_breathes_less() -> None:
    fight = versus(anna(position=[60, 0], gear=["short bow"]), dragon(hp=30))
    scene = scripted(fight, OURS_FIRST + "d20=19 d6=6 d20=12", ["Anna: pass move", *BREATH])
    assert scene.one("damage", "classic.monster.breath").value == 30 - 6


@pytest.mark.clause("classic.monster.breath")
def test_three_times_a_day_in_the_missile_step_in_place_of_its_attacks() -> None:
    fight = versus(anna(position=[5, 0], hp=99), dragon(hp=20))
    scene = scripted(fight, until="round 1")
    for left in (2, 1, 0):
        scene.play(THEIRS_FIRST + "d20=13 d20=2", ["Dragon: breathe Anna"], until=f"round {4 - left}")
        assert scene.events("declared", "classic.monster.breath")[-1].was == left
    assert not scene.events("miss", who="Dragon") + scene.events("hit", who="Dragon")
    scene.play(THEIRS_FIRST, until="Dragon: strike")
    assert scene.why_not("Dragon: breathe Anna") == ("classic.monster.breath", "{who} has no breath left to use")


@pytest.mark.clause("classic.monster.breath")
def test_who_has_begun_to_claw_does_not_breathe() -> None:
    fight = versus(anna(position=[5, 0]), dragon())
    scene = scripted(fight, THEIRS_FIRST, ["Dragon: pass shoot"], until="Dragon: strike")
    assert scene.why_not("Dragon: breathe Anna") is None
    scene["Dragon"].attacks_made = 1
    assert scene.why_not("Dragon: breathe Anna") == ("classic.monster.breath", "{who} has no breath left to use")


@pytest.mark.clause("classic.monster.breath")
@pytest.mark.parametrize(("monster", "length"), [("white dragon", 80), ("red dragon", 90)])
def test_as_far_as_the_cone_is_long(monster: str, length: int) -> None:
    for feet in (length, length + 1):
        fight = versus(anna(position=[feet, 0]), dragon(monster=monster))
        scene = scripted(fight, THEIRS_FIRST, ["Dragon: pass move"], until="Dragon: shoot")
        refused = scene.why_not("Dragon: breathe Anna")
        if feet == length:
            assert refused is None
        else:
            assert refused == ("classic.monster.breath", "{other} is beyond the breath's length")


@pytest.mark.clause("classic.monster.breath")
def test_all_in_its_cone_friend_or_foe() -> None:
    """At 60 of 80 feet it is 60 · (80 / 3) / 80 = 20 feet wide, 10 to either side, a little less in whole tenths."""
    places = {"Anna": [60, 0], "Edge": [60, 9], "Aside": [60, 10], "Far": [80, 5], "Beyond": [81, 0], "Back": [-5, 0]}
    ours = [someone(name, position=place, hp=50, saves=SAVES) for name, place in places.items()]
    friend = someone("Kobold", position=[30, 2], hp=50, saves=SAVES)
    fight = versus(side(*ours), side(dragon(), friend))
    scene = scripted(fight, THEIRS_FIRST + "d20=12 " * 4, [*BREATH, "Kobold: pass move"])
    assert [e.other for e in scene.events("damage", "classic.monster.breath")] == ["Anna", "Edge", "Far", "Kobold"]
    assert {e.value for e in scene.events("damage")} == {30}


@pytest.mark.clause("classic.monster.breath")
def test_in_the_thick_of_it_it_catches_everybody_but_the_breather() -> None:
    theirs = side(someone("Dragon", monster="white dragon", hp=30), someone("Kobold", saves=SAVES, hp=50))
    fight = versus(side(anna(), someone("Bert", saves=SAVES, hp=50)), theirs)
    scene = scripted(fight, THEIRS_FIRST + "d20=12 " * 3, ["Dragon: breathe Bert"], until="Kobold: strike")
    assert [e.other for e in scene.events("damage", "classic.monster.breath")] == ["Anna", "Bert", "Kobold"]
