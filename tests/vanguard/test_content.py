"""The vanguard book's content: its tables as its chapter prints them, and what is converted from the classic book."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Scene, versus
from vanguard.people import READY, players, scripted, someone

from affray.rules.vanguard.setup import library


def foe(**keys: Any) -> Scene:
    """Somebody as set up, against Anna."""
    return scripted(versus(players(someone("Anna")), someone("Foe", **keys)), tables=True, until="hit-points")


COMBAT_BONUS = {
    "fighter": [1, 2, 2, 3, 4, 4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 9, 9, 10, 10, 10],
    "cleric": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8],
    "thief": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8],
    "magic-user": [1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7],
}


@pytest.mark.parametrize("cls", COMBAT_BONUS)
@pytest.mark.clause("vanguard.attack.roll")
def test_combat_bonus_of_every_level(cls: str) -> None:
    assert [foe(cls=cls, level=level)["Foe"].vanguard.combat_bonus for level in range(1, 21)] == COMBAT_BONUS[cls]


@pytest.mark.parametrize("cls", ["dwarf", "elf", "halfling"])
@pytest.mark.clause("vanguard.convert")
def test_dwarves_elves_and_halflings_are_fighters(cls: str) -> None:
    own, fighter = foe(cls=cls, level=4)["Foe"], foe(cls="fighter", level=4)["Foe"]
    assert (own.vanguard.combat_bonus, own.saves, own.hp_sides) == (fighter.vanguard.combat_bonus, fighter.saves, 8)


@pytest.mark.clause("vanguard.spell.cast")
def test_the_elf_casts_too() -> None:
    ness = someone("Ness", cls="elf", spells=["magic missile"], position=[0, 0])
    fight = versus(players(ness), someone("Orc", position=[30, 0]))
    assert scripted(fight, READY + "d6=2", ["Ness: cast magic missile at Orc"], until="Ness: turn")["Orc"].hp == 5


SAVES = {
    ("fighter", 1): [12, 13, 14, 15, 17], ("fighter", 3): [11, 12, 14, 15, 16], ("fighter", 5): [11, 11, 13, 14, 15],
    ("fighter", 7): [10, 11, 12, 14, 15], ("fighter", 9): [9, 10, 12, 13, 14], ("fighter", 11): [9, 9, 11, 12, 13],
    ("cleric", 1): [11, 12, 14, 16, 15], ("cleric", 3): [10, 11, 13, 15, 14], ("cleric", 5): [9, 10, 13, 15, 14],
    ("cleric", 7): [9, 10, 12, 14, 13], ("cleric", 9): [8, 9, 12, 14, 13], ("cleric", 11): [8, 9, 11, 13, 12],
    ("magic-user", 1): [13, 14, 13, 16, 15], ("magic-user", 3): [13, 14, 13, 15, 14],
    ("magic-user", 5): [12, 13, 12, 15, 13], ("magic-user", 7): [12, 12, 11, 14, 13],
    ("magic-user", 9): [11, 11, 10, 14, 12], ("magic-user", 11): [11, 10, 9, 13, 11],
    ("thief", 1): [13, 14, 13, 16, 15], ("thief", 3): [12, 14, 12, 15, 14], ("thief", 5): [11, 13, 12, 14, 13],
    ("thief", 7): [11, 13, 11, 13, 13], ("thief", 9): [10, 12, 11, 12, 12], ("thief", 11): [9, 12, 10, 11, 11],
}  # fmt: skip


@pytest.mark.parametrize(("cls", "level"), SAVES)
@pytest.mark.clause("vanguard.save.roll")
def test_saves_of_the_classes(cls: str, level: int) -> None:
    assert foe(cls=cls, level=level)["Foe"].saves == [0, *SAVES[cls, level]]
    assert foe(cls=cls, level=level - level % 2)["Foe"].saves == [0, *SAVES[cls, level]] if level > 1 else True


@pytest.mark.parametrize(
    ("hd", "bonus"),
    [("1/2", 0), ("1-1", 0), ("1", 1), ("1+1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7),
     ("8", 8), ("9+2", 8), ("10", 9), ("11", 9),
     ("12", 10), ("13", 10), ("14", 11), ("15", 11), ("16", 12), ("19", 12), ("20", 13), ("23", 13), ("24", 14),
     ("27", 14), ("28", 15), ("31", 15), ("32", 16), ("40", 16)],
)  # fmt: skip
@pytest.mark.clause("vanguard.attack.roll")
def test_combat_bonus_by_hit_dice(hd: str, bonus: int) -> None:
    assert foe(monster="ogre", hd=hd)["Foe"].vanguard.combat_bonus == bonus


@pytest.mark.clause("vanguard.save.roll")
def test_monsters_save_as_fighters_of_their_dice_and_the_least_as_normal_men() -> None:
    assert foe(monster="ogre")["Foe"].saves == [0, 11, 11, 13, 14, 15]
    assert foe(monster="kobold")["Foe"].saves == foe(monster="normal human")["Foe"].saves == [0, 13, 14, 15, 16, 18]


MONSTERS = {  # AC, hit dice in quarters, speed, morale
    "normal human": (11, 2, 120, 6), "kobold": (13, 2, 60, 6), "goblin": (14, 3, 60, 7), "orc": (14, 4, 90, 8),
    "hobgoblin": (14, 4, 90, 8), "skeleton": (13, 4, 120, 12), "zombie": (12, 8, 60, 12), "gnoll": (15, 8, 90, 8),
    "ghoul": (14, 8, 90, 9), "wolf": (13, 8, 180, 8), "bugbear": (15, 13, 90, 9), "wight": (15, 12, 90, 12),
    "ogre": (15, 17, 90, 10), "wraith": (15, 16, 120, 12), "mummy": (17, 20, 60, 12), "troll": (16, 24, 120, 10),
}  # fmt: skip
ATTACKS = {
    "normal human": "", "kobold": "1d4", "goblin": "1d6", "orc": "1d8", "hobgoblin": "1d8", "skeleton": "1d6",
    "zombie": "1d8", "gnoll": "2d4", "ghoul": "2×1d4 1d4", "wolf": "1d6", "bugbear": "1d8+1", "wight": "0",
    "ogre": "2d6", "wraith": "1d6", "mummy": "1d12", "troll": "2×1d6 1d10",
}  # fmt: skip


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.clause("vanguard.ac", "vanguard.damage")
def test_sample_monsters(monster: str) -> None:
    scene = foe(monster=monster)
    who = scene["Foe"]
    assert (who.ac, who.hd, who.move, who.morale) == MONSTERS[monster]
    assert who.hp_plus == {"goblin": -1, "bugbear": 1, "ogre": 1}.get(monster, 0)
    blows = [scene.fight.arms[n] for n in who.kit if n != -1 and scene.roster.arms[n] != "unarmed"]
    told = [
        f"{b.times}×{b.count}d{b.sides}" if b.times > 1 else f"{b.count}d{b.sides}" if b.count else "0" for b in blows
    ]
    plus = [f"{text}+{b.plus}" if b.plus else text for text, b in zip(told, blows, strict=True)]
    assert " ".join(plus) == ATTACKS[monster]


@pytest.mark.clause("vanguard.ac")
def test_a_wraith_flies() -> None:
    assert foe(monster="wraith")["Foe"].fly == 240


# --- vanguard.convert


@pytest.mark.clause("vanguard.convert")
def test_classic_monsters_have_an_aac_of_one_more_and_a_tenth_of_their_feet_in_metres() -> None:
    """A gargoyle: AC 5 [14], 4 hit dice, 90 feet and 150 in the air: an encounter rate of 30 and 50 feet."""
    scene = foe(monster="gargoyle")
    who = scene["Foe"]
    assert (who.ac, who.vanguard.combat_bonus, who.move, who.fly, who.morale) == (14 + 1, 4, 90, 150, 11)
    assert who.saves == [0, 11, 11, 13, 14, 15]
    assert "converted from the classic book: monsters gargoyle" in scene.roster.notes


@pytest.mark.clause("vanguard.convert")
def test_classic_numbers_are_converted_and_ours_win() -> None:
    who = foe(ac=4, thac0=17, move=90)["Foe"]
    assert (who.ac, who.vanguard.combat_bonus, who.move) == (15 + 1, 20 - 17, 90)
    aac = foe(aac=15, bonus=2)["Foe"]
    assert (aac.ac, aac.vanguard.combat_bonus) == (16, 3)
    own = foe(ac=4, thac0=17, **{"vanguard ac": 12, "combat bonus": 7})["Foe"]
    assert (own.ac, own.vanguard.combat_bonus) == (12, 7)


@pytest.mark.clause("vanguard.convert")
def test_a_javelin_flies_half_of_its_ninety_feet() -> None:
    """90 feet are 27 metres, half of that 13 in whole metres."""
    scene = foe(cls="fighter", gear=["javelin"])
    arm = scene.fight.arms[scene["Foe"].kit[0]]
    assert (arm.short, arm.long, arm.sides) == (130, 260, 4)
    assert "converted from the classic book: weapons javelin" in scene.roster.notes


@pytest.mark.clause("vanguard.convert")
def test_distances_are_three_tenths() -> None:
    fight = versus(players(someone("Anna")), someone("Orc"), distance=60)
    scene = scripted(fight, until="round", tables=True)
    assert scene["Orc"].x - scene["Anna"].x == 180
    assert library().spells["sleep"].effect.range == 240 * 3  # 240 feet are 72 metres, in tenths


@pytest.mark.clause("vanguard.convert")
def test_a_turn_of_ten_minutes_is_a_hundred_rounds_of_six_seconds() -> None:
    sleep, light, bless = (library().spells[name].effect for name in ("sleep", "light", "bless"))
    assert (sleep.duration_count, sleep.duration_sides, sleep.duration_times) == (4, 4, 100)  # 4d4 turns
    assert (light.duration_plus, light.duration_per_level) == (600, 100)  # 6 turns, and one for each level
    assert bless.duration_plus == 600
    assert library().effects["dreadful sight"].duration_times == 1  # 1d4 rounds
    mage = someone("Mage", cls="elf", spells=["sleep"])
    fight = versus(players(mage), someone("Elk", count=3, ac=5), distance=60)
    dice = READY + "2d8=1,2 4d4=1,1,1,2"
    scene = scripted(fight, dice, ["Mage: cast sleep at Elk 1"], until="Mage: turn", tables=True)
    assert scene.one("roll", "classic.condition.end").value == 500


@pytest.mark.parametrize(
    ("gear", "load", "speed"),
    [([], "", 120), (["leather"], "", 90), (["chain mail"], "", 60), (["plate mail"], "", 60), ([], "heavy", 90)],
)
@pytest.mark.clause("vanguard.turn")
def test_base_speed_by_armour_and_load(gear: list[str], load: str, speed: int) -> None:
    keys = {"load": load} if load else {}
    assert foe(cls="fighter", gear=gear, **keys)["Foe"].move == speed
