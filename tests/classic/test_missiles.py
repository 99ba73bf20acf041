"""Missiles of the classic book, clause by clause. The ranges of all weapons are in test_tables.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, Said, Scene, scripted, side, someone, versus


def shot(feet: int, natural: int, orc: dict[str, Any] | None = None, weapon: str = "short bow") -> Said:
    """Anna stands and shoots from so many feet, with THAC0 19 at AC 9; the roll as it was told, a miss."""
    fight = versus(someone("Anna", gear=[weapon]), someone("Orc", **(orc or {})), distance=feet)
    return scripted(fight, OURS_FIRST + f"d20={natural}", ["Anna: pass move"]).one("miss")


def archer_at(feet: int, orc: dict[str, Any] | None = None, **anna: Any) -> Scene:
    """Anna has the initiative, and may move before she shoots."""
    archer = someone("Anna", **({"gear": ["short bow"]} | anna))
    fight = versus(archer, someone("Orc", **(orc or {})), distance=feet)
    return scripted(fight, OURS_FIRST, until="Anna: move")


# --- classic.missile.distance

TOO_CLOSE = ("classic.missile.distance", "{other} is within 5 feet of {who}")
PRESSED = ("classic.missile.distance", "{who} is in melee and can't shoot")


@pytest.mark.clause("classic.missile.distance")
def test_a_target_must_be_more_than_five_feet_away() -> None:
    asleep = {"conditions": ["asleep"]}  # no melee with a sleeper
    assert archer_at(5, asleep).why_not("Anna: shoot Orc") == TOO_CLOSE
    assert archer_at(6, asleep).why_not("Anna: shoot Orc") is None


@pytest.mark.parametrize("weapon", ["short bow", "spear", "oil flask"])
@pytest.mark.clause("classic.missile.distance")
def test_nobody_shoots_or_throws_while_in_melee(weapon: str) -> None:
    theirs = side(someone("Orc", position=[5, 0]), someone("Shaman", position=[40, 0]))
    fight = versus(someone("Anna", gear=[weapon], position=[0, 0]), theirs)
    scene = scripted(fight, OURS_FIRST, ["Anna: pass move"], until="missiles")
    assert scene.why_not("Anna: shoot Shaman") == PRESSED
    assert scene.why_not("Anna: shoot Orc") == PRESSED


@pytest.mark.clause("classic.missile.distance")
def test_who_stands_beside_the_helpless_is_not_in_melee() -> None:
    theirs = side(someone("Orc", position=[5, 0], conditions=["held"]), someone("Shaman", position=[40, 0]))
    fight = versus(someone("Anna", gear=["short bow"], position=[0, 0]), theirs)
    scene = scripted(fight, OURS_FIRST, ["Anna: pass move"], until="missiles")
    assert scene.why_not("Anna: shoot Orc") == TOO_CLOSE
    assert scene.why_not("Anna: shoot Shaman") is None


# --- classic.missile.range: a short bow reaches 50/100/150 feet


@pytest.mark.parametrize(
    ("feet", "why"),
    [
        (6, {"short range": 1}),
        (50, {"short range": 1}),
        (51, {"medium range": 0}),
        (100, {"medium range": 0}),
        (101, {"long range": -1}),
        (150, {"long range": -1}),
    ],
)
@pytest.mark.clause("classic.missile.range")
def test_short_medium_and_long_range(feet: int, why: dict[str, int]) -> None:
    attack = shot(feet, 5)
    assert attack.because == why
    assert attack.value == 5 + sum(why.values())


@pytest.mark.parametrize(("feet", "needed"), [(50, 9), (100, 10), (150, 11)])
@pytest.mark.clause("classic.missile.range")
def test_the_range_decides_between_hit_and_miss(feet: int, needed: int) -> None:
    assert shot(feet, needed - 1).value == 10 - 1
    scene = scripted(
        versus(someone("Anna", gear=["short bow"]), someone("Orc"), distance=feet),
        OURS_FIRST + f"d20={needed} d6=1",
        ["Anna: pass move"],
    )
    assert scene.one("hit").value == 10


@pytest.mark.clause("classic.missile.range")
def test_beyond_long_range_is_impossible() -> None:
    assert archer_at(150).why_not("Anna: shoot Orc") is None
    assert archer_at(151).why_not("Anna: shoot Orc") == ("classic.missile.range", "{other} is beyond long range")


@pytest.mark.clause("classic.missile.range")
def test_the_height_of_a_flyer_counts_as_distance() -> None:
    bat = someone("Bat", fly=180, position=[0, 0, 101])
    fight = versus(someone("Anna", gear=["short bow"], position=[0, 0]), bat)
    scene = scripted(fight, OURS_FIRST + "d20=5", ["Anna: pass move"])
    assert scene.one("miss").because == {"long range": -1}


NO_MISSILE = ("classic.missile.range", "{who} has nothing in hand to shoot or throw")


@pytest.mark.parametrize("weapon", ["sword", "unarmed"])
@pytest.mark.clause("classic.missile.range")
def test_what_neither_shoots_nor_flies_is_no_missile(weapon: str) -> None:
    assert archer_at(30, gear=[weapon]).why_not("Anna: shoot Orc") == NO_MISSILE


@pytest.mark.clause("classic.missile.range")
def test_a_missile_in_the_pack_is_not_in_hand() -> None:
    scene = archer_at(30, gear=["sword", "short bow"])
    assert scene.why_not("Anna: shoot Orc") == NO_MISSILE
    assert scene.why_not("Anna: drop Orc") == NO_MISSILE


@pytest.mark.clause("classic.missile.range")
def test_a_stone_is_dropped_and_not_shot() -> None:
    scene = archer_at(30, gear=["stone"])
    assert scene.why_not("Anna: shoot Orc") == NO_MISSILE
    assert scene.why_not("Anna: drop Orc") != NO_MISSILE


# --- classic.missile.cover


@pytest.mark.parametrize(("cover", "penalty"), [("quarter", 1), ("half", 2), ("three quarters", 3), ("slit", 4)])
@pytest.mark.clause("classic.missile.cover")
def test_partial_cover(cover: str, penalty: int) -> None:
    attack = shot(60, 12, {"cover": cover, "ac": 0})
    assert attack.because == {"medium range": 0, "cover": -penalty}
    assert attack.value == 12 - penalty


@pytest.mark.clause("classic.missile.cover")
def test_without_cover_nothing_is_said_of_it() -> None:
    assert shot(60, 5).because == {"medium range": 0}
    assert shot(60, 5, {"cover": "quarter"}).because == {"medium range": 0, "cover": -1}


@pytest.mark.clause("classic.missile.cover")
def test_full_cover_can_not_be_targeted_and_an_arrow_slit_can() -> None:
    refused = archer_at(60, {"cover": "full"}).why_not("Anna: shoot Orc")
    assert refused == ("classic.missile.cover", "{other} is wholly behind cover")
    assert archer_at(60, {"cover": "slit"}).why_not("Anna: shoot Orc") is None


@pytest.mark.parametrize("cover", ["quarter", "full"])
def test_cover_does_not_count_in_melee(cover: str) -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", cover=cover)), OURS_FIRST + "d20=9")
    assert scene.one("miss", who="Anna").because == {}


# --- classic.missile.melee


def crowd(dice: str, **anna: Any) -> Scene:
    """Bert shoots past Anna at the orc she stands against: short range, so THAC0 19 needs a 9 against AC 9."""
    ours = side(someone("Anna", position=[0, 0], **anna), someone("Bert", position=[-30, 0], gear=["short bow"]))
    fight = versus(ours, someone("Orc", position=[5, 0]))
    return scripted(fight, OURS_FIRST + dice, ["Bert: pass move"], until="melee")


@pytest.mark.clause("classic.missile.melee")
def test_shooting_into_a_melee_has_no_penalty() -> None:
    shot = crowd("d20=9 d6=2").one("hit")
    assert (shot.who, shot.other, shot.value) == ("Bert", "Orc", 9 + 1)
    assert shot.because == {"short range": 1, "in melee with others": 0}


@pytest.mark.clause("classic.missile.melee")
def test_nor_has_it_a_risk_a_miss_hits_nobody_else() -> None:
    scene = crowd("d20=8")
    assert scene.one("miss").because["in melee with others"] == 0
    assert (scene["Anna"].hp, scene["Bert"].hp) == (8, 8)


@pytest.mark.clause("classic.missile.melee")
def test_it_is_a_melee_only_with_those_able_to_fight() -> None:
    assert "in melee with others" in crowd("d20=8").one("miss").because
    assert crowd("d20=8", conditions=["asleep"]).one("miss").because == {"short range": 1}
