"""What the fourfold book makes of classic entries: levels of foes, shock of claws and teeth, lances, riders."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, adventurer, scripted, side, someone, unwary, versus

from affray.rules.fourfold.setup import library

CONVERT = "fourfold.convert"


@pytest.mark.parametrize(("level", "dice", "hits", "save"), [(1, 1, 2, 15), (2, 2, 3, 14), (3, 3, 4, 14)])
def test_a_veteran_has_the_hit_dice_of_their_level(level: int, dice: int, hits: int, save: int) -> None:
    """15 − half the hit dice; +2 at first level and 1 more for each further one."""
    foe = {"Vet": {"monster": "veteran", "level": level}}
    scene = scripted(versus(someone("Anna"), foe), [(8, 5)] * dice)
    who = scene["Vet"]
    assert (who.max_hp, 19 - who.thac0, who.saves[1]) == (5 * dice, hits, save)


@pytest.mark.clause(CONVERT)
@pytest.mark.parametrize(
    ("kind", "shock"),
    [
        ("giant rat", (0, 0)),  # half a hit die
        ("ghoul", (1, 13)),  # 2
        ("owl bear", (2, 13)),  # 5
        ("troll", (2, 13)),  # 6+3
        ("red dragon", (3, 15)),  # 10
        ("ogre", (0, 0)),  # it has a weapon
    ],
)
def test_claws_and_teeth_have_shock_by_hit_dice(kind: str, shock: tuple[int, int]) -> None:
    foe = {"Foe": {"monster": kind, "hp": 5}}
    who = scripted(versus(someone("Anna"), foe), tables=True)["Foe"]
    assert (who.fourfold.shock, who.fourfold.shock_ac) == shock


def test_a_foe_of_the_books_own_keeps_its_entry() -> None:
    assert scripted(versus(someone("Anna"), {"Foe": {"monster": "wolf", "hp": 5}}))["Foe"].fourfold.shock == 0


@pytest.mark.clause(CONVERT)
def test_a_turn_of_ten_minutes_is_a_hundred_rounds_of_six_seconds() -> None:
    """Sleep lasts 4d4 turns, bless 6, light one more a level; a mummy's sight 1d4 rounds."""
    sleep, light, bless = (library().spells[name].effect for name in ("sleep", "light", "bless"))
    assert (sleep.duration_count, sleep.duration_sides, sleep.duration_times) == (4, 4, 100)
    assert (light.duration_plus, light.duration_per_level) == (600, 100)
    assert bless.duration_plus == 600
    assert library().effects["dreadful sight"].duration_times == 1
    wyn = adventurer("Wyn", "cleric", level=4, spells=["bless"])
    fight = versus(wyn, {"Foe": {"monster": "ghoul", "hp": 5}})
    scene = scripted(fight, OURS_FIRST, ["Wyn: cast bless"], tables=True)
    assert scene.one("condition-on", who="Wyn").was == 1 + 600


def test_a_given_shock_wins() -> None:
    foe = {"Foe": {"monster": "troll", "hp": 5, "shock": "0/0"}}
    assert scripted(versus(someone("Anna"), foe))["Foe"].fourfold.shock == 0


def lance(**keys: str) -> int:
    """Return what a charge with a lance deals, with a 5 on its d8."""
    rider = {"Anna": {"class": "fighter", "gear": ["lance"], "hp": 8, "STR": 10, "position": [0, 0], **keys}}
    orc = someone("Orc", position=[40, 0], hp=30)
    scene = scripted(versus(rider, orc), OURS_FIRST + "d20=15 d8=5", ["Anna: charge Orc"])
    return scene.one("damage", who="Anna").value


@pytest.mark.clause("classic.weapon.charge")
def test_a_lance_deals_double_in_a_mounted_charge() -> None:
    assert lance(mount="war horse") == 2 * 5


def test_a_lance_on_foot_does_not() -> None:
    assert lance() == 5


@pytest.mark.clause("fourfold.surprise.opposed")
@pytest.mark.parametrize(("mount", "stealth"), [("", 7), ("war horse", 3)])
def test_a_rider_is_heard_from_afar(mount: str, stealth: int) -> None:
    """2d6 of 7, and for riders 4 less."""
    keys = {"mount": mount} if mount else {}
    ours = side(someone("Anna", **keys))
    scene = scripted(versus(ours, unwary(someone("Orc")), distance=60), "2d6=3,4 2d6=6,6")
    assert scene.one("roll", "fourfold.surprise.opposed").value == stealth
