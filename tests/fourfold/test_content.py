"""Gear, classes, foes and conversions: the numbers of the book, typed in by hand."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, adventurer, scripted, someone, versus

from affray import rules, scenario
from affray.encounter import SKILLS, Encounter, Member, Party
from affray.rules.fourfold.library import library
from affray.state import Combatant
from affray.words import BLUNT, LONG, MISSILE, RELOAD, THROWN, TWO_HANDED

BOOK = rules.get("fourfold")
# attribute, damage, shock, range, and of: T thrown, 2 two-handed, L long, B less lethal, X for executions, R reload
WEAPONS = {
    "axe": ("S/D", "1d6", "2/15", "10/30", "T"),
    "war axe": ("S", "1d10", "3/15", "", "2"),
    "club": ("S/D", "1d4", "1/13", "10/30", "TB"),
    "great club": ("S", "1d10", "2/15", "", "2"),
    "dagger": ("S/D", "1d4", "1/15", "30/60", "TX"),
    "halberd": ("S", "1d10", "2/15", "", "L"),
    "war hammer": ("S", "1d8", "1/18", "", ""),
    "great war hammer": ("S", "1d10", "2/18", "", "2"),
    "hatchet": ("S", "1d4", "1/13", "", ""),
    "knife": ("S/D", "1d4", "1/15", "", ""),
    "mace": ("S", "1d6", "1/18", "", "B"),
    "pike": ("S", "1d8", "1/18", "", "2L"),
    "seax": ("S/D", "1d6", "1/15", "", ""),
    "barbed spear": ("S/D", "1d6", "2/13", "30/60", "T"),
    "broad spear": ("S", "1d8", "2/13", "", ""),
    "heavy spear": ("S", "1d10", "2/15", "", "2"),
    "staff": ("S/D", "1d6", "1/13", "", "2B"),
    "long sword": ("S/D", "1d8", "2/13", "", ""),
    "short sword": ("S/D", "1d6", "2/15", "", ""),
    "great sword": ("S", "1d12", "2/15", "", "2"),
    "small shield bash": ("S/D", "1d4", "0/0", "", "B"),
    "large shield bash": ("S", "1d6", "1/13", "", "B"),
    "unarmed": ("S/D", "1d2", "0/0", "", "B"),
    "small bow": ("D", "1d6", "0/0", "50/300", "2X"),
    "large bow": ("S", "1d8", "0/0", "100/600", "2X"),
    "crossbow": ("D", "1d10", "0/0", "100/300", "2XR"),
    "sling": ("D", "1d6", "0/0", "50/100", "2"),
}
# hit dice in quarters, AC, hit, morale, save, move in feet
FOES = {
    "goblin": (3, 13, 0, 7, 15, 30),
    "bear": (16, 13, 3, 7, 13, 40),
    "bandit": (4, 11, 0, 8, 15, 30),
    "wolf": (12, 12, 2, 6, 14, 40),
    "villager": (4, 10, 0, 7, 15, 30),
    "militia": (4, 13, 1, 8, 15, 30),
    "veteran": (4, 13, 2, 8, 15, 30),
    "skilled veteran": (8, 15, 3, 9, 14, 30),
    "elite guard": (12, 18, 4, 10, 14, 30),
    "knight": (16, 18, 6, 10, 13, 30),
    "pack predator": (4, 12, 2, 7, 15, 40),
    "large predator": (20, 13, 6, 8, 13, 40),
    "herd beast": (8, 11, 2, 7, 14, 40),
    "skeleton": (4, 13, 1, 12, 15, 30),
    "zombie": (8, 10, 2, 12, 14, 30),
}


def built(**keys: object) -> Combatant:
    member = Member(**keys)  # type: ignore[arg-type]
    fight, _ = BOOK.build(Encounter("", "", (Party("ours", (member,)),), "contact"), {})
    return fight.who[0]


@pytest.mark.parametrize("name", WEAPONS)
def test_weapons(name: str) -> None:
    attribute, damage, shock, ranges, traits = WEAPONS[name]
    arm = library().weapons[name]
    assert ("", "S", "D", "S/D")[int(arm.extra["attribute"])] == attribute
    assert (str(arm.damage), arm.extra["shock"]) == (
        damage.removeprefix("1") if str(arm.damage)[0] == "d" else damage,
        shock,
    )
    assert arm.ranges == (tuple(10 * int(n) for n in (ranges.split("/")[0], *ranges.split("/"))) if ranges else ())
    has = {
        "T": arm.qualities & THROWN,
        "2": arm.qualities & TWO_HANDED,
        "L": arm.qualities & LONG,
        "B": arm.qualities & BLUNT,
    }
    has |= {"X": int(bool(arm.extra["assassin"])), "R": arm.qualities & RELOAD}
    assert {letter for letter, there in has.items() if there} == set(traits)
    assert bool(arm.qualities & MISSILE) == bool(ranges)


@pytest.mark.parametrize("name", FOES)
def test_foes(name: str) -> None:
    hd, ac, hit, morale, save, move = FOES[name]
    foe = built(kind=name)
    assert (foe.hd, 19 - foe.ac, 19 - foe.thac0, foe.morale) == (hd, ac, hit, morale)
    assert foe.saves[1:] == [save] * 5
    assert foe.move == 3 * 10 * move


def test_foes_have_harm_shock_and_training() -> None:
    assert [built(kind=kind).harm for kind in ("militia", "veteran", "elite guard", "knight")] == [0, 1, 2, 2]
    assert (built(kind="large predator").shock, built(kind="large predator").shock_ac) == (2, 13)
    assert (built(kind="pack predator").shock, built(kind="pack predator").shock_ac) == (1, 13)
    assert [built(kind=kind).snaps for kind in ("villager", "militia", "veteran", "knight")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("gear", "dex", "ac"),
    [
        ([], 10, 10),
        (["gambeson"], 10, 12),
        (["mail shirt"], 14, 15),
        (["hauberk"], 7, 15),
        (["small shield"], 10, 13),
        (["large shield"], 18, 16),
        (["broad shield", "gambeson"], 10, 15),
        (["small shield", "mail shirt"], 10, 15),
        (["broad shield", "hauberk"], 10, 17),
        (["leather", "shield"], 10, 13),
        (["plate mail"], 10, 16),
    ],
)
def test_armour_and_shields(gear: list[str], dex: int, ac: int) -> None:
    who = built(cls="fighter", gear=tuple(gear), abilities={"DEX": dex})
    assert 19 - who.ac + who.shield == ac


@pytest.mark.parametrize(
    ("cls", "bonuses", "each", "skills"),
    [
        ("fighter", range(1, 11), 2, {"stab": 1, "shoot": 0}),
        ("dwarf", range(1, 11), 2, {"stab": 1, "shoot": 0}),
        ("expert", (0, 1, 1, 2, 2, 3, 3, 4, 4, 5), 0, {"stab": 0, "shoot": 0, "sneak": 1, "notice": 0}),
        ("thief", (0, 1, 1, 2, 2, 3, 3, 4, 4, 5), 0, {"stab": 0, "shoot": 0, "sneak": 1, "notice": 0}),
        ("weaver", (0, 0, 1, 1, 2, 2, 3, 3, 3, 4), -1, {}),
        ("magic-user", (0, 0, 1, 1, 2, 2, 3, 3, 3, 4), -1, {}),
        ("cleric", (1, 2, 2, 3, 4, 5, 5, 6, 6, 7), 2, {"stab": 0, "heal": 1}),
        ("elf", (1, 2, 2, 3, 4, 5, 5, 6, 6, 7), 2, {"stab": 0, "shoot": 0}),
    ],
)
def test_classes(cls: str, bonuses: tuple[int, ...], each: int, skills: dict[str, int]) -> None:
    for level, bonus in enumerate(bonuses, 1):
        assert 19 - built(cls=cls, level=level, abilities={"STR": 10}).thac0 == bonus
    third = built(cls=cls, level=3, abilities={"CON": 14})
    assert (third.hp_count, third.hp_sides, third.hp_plus) == (3, 6, 3 * (each + 1))
    assert third.skills == [skills.get(name, -1) for name in SKILLS]


@pytest.mark.clause("fourfold.hp.roll")
def test_hit_dice_are_at_least_1_each_and_by_option_the_first_is_full() -> None:
    weak = versus(adventurer("Mirel", "magic-user", level=2, CON=3, hp="rolled"), someone("Orc"))
    scene = scripted(weak, "d6=1 d6=5", until="meeting", tables=True)
    assert scene["Mirel"].hp == 1 + 2  # 1 − 3, and 5 − 3
    full = scripted(weak, "d6=1", until="meeting", options={"hp.full-first": "on"})
    assert full["Mirel"].hp == 3 + 1
    assert full.one("roll", "classic.hp.roll", "Mirel").because == {"the first die in full": 3}


@pytest.mark.clause("fourfold.save.roll")
def test_saves_by_the_better_of_two_abilities_and_the_level() -> None:
    """Death and paralysis are Physical, wands and breath Evasion, spells Mental."""
    who = built(cls="fighter", level=3, abilities={"STR": 18, "CON": 3, "DEX": 10, "INT": 14, "WIS": 7, "CHA": 4})
    assert who.saves == [0, 16 - 2 - 3, 16 - 1 - 3, 16 - 2 - 3, 16 - 1 - 3, 16 + 1 - 3]
    assert built(kind="ogre").saves[1:] == [15 - 4 // 2] * 5
    assert built(kind="hobgoblin").saves[1:] == [15] * 5


@pytest.mark.clause("fourfold.save.roll")
@pytest.mark.parametrize(("die", "blind"), [(13, True), (14, False), (20, False), (1, True)])
def test_a_save_is_d20_at_least_the_score(die: int, blind: bool) -> None:
    """Mental, 16 − 1 for the level − 1 for WIS 14."""
    caster = adventurer("Mirel", "magic-user", spells=["light"])
    anna = adventurer("Anna", WIS=14, CHA=3)
    scene = scripted(
        versus(caster, anna),
        OURS_FIRST + f"d20={die}",
        ["Mirel: cast light at Anna", "Mirel: pass act"],
        until="Anna: act" if not blind else lambda f: f.who[0].done and f.actor < 0,
    )
    told = scene.one("check", "fourfold.save.roll")
    assert (told.value, told.was) == (die, 14)
    assert bool(scene.events("condition-on", "classic.spell.condition")) is blind


@pytest.mark.clause("fourfold.convert")
def test_monsters_are_read_from_the_classic_entry() -> None:
    ogre, dragon, stirge = built(kind="ogre"), built(kind="red dragon"), built(kind="normal human")
    assert (19 - ogre.ac, 19 - ogre.thac0, ogre.morale) == (14, 4, 10)
    assert 19 - dragon.thac0 == 10
    assert (stirge.move, 19 - stirge.thac0) == (1200, 0)
    assert built(kind="acolyte").move == 900  # 20 feet in the classic book, 30 here


@pytest.mark.clause("fourfold.convert")
def test_numbers_given_inline_win() -> None:
    numbers = {"ac": 4, "thac0": 17, "fourfold ac": 17, "attack bonus": 5, "save": 9, "shock": "3/12", "stab": 2}
    who = built(kind="orc", numbers=numbers)
    assert (19 - who.ac, 19 - who.thac0, who.saves[1], who.shock, who.shock_ac, who.skills[0]) == (17, 5, 9, 3, 12, 2)
    classic = built(kind="orc", numbers={"ac": 4, "thac0": 17})
    assert (19 - classic.ac, 19 - classic.thac0) == (15, 2)


@pytest.mark.clause("fourfold.convert")
def test_the_log_says_once_what_was_converted() -> None:
    _, roster = BOOK.build(scenario.load("orcs", BOOK.names()), {})
    assert "read as this book's classes: cleric as half-fighter, magic-user as weaver, thief as expert" in roster.notes
    assert "converted from classic: orc" in roster.notes


@pytest.mark.clause("fourfold.skill.check")
def test_attribute_modifiers() -> None:
    scores = {3: -2, 4: -1, 7: -1, 8: 0, 13: 0, 14: 1, 17: 1, 18: 2}
    assert {score: built(cls="fighter", abilities={"STR": score}).hit for score in scores} == scores


def test_a_crooked_shock_is_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="shock: expected damage and armour class"):
        built(kind="orc", numbers={"shock": "much"})
