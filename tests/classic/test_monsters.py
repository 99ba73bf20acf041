"""The monsters of the classic book as the rulebook prints them: every column. Notes are in test_monster_notes.py."""

from __future__ import annotations

import re

import pytest
from classic.bestiary import BEYOND, BOOK, BY_NAME, Printed, effect_word, every, meeting, one

from affray.engine.dice import parse
from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.engine.state import NOBODY
from affray.engine.vocabulary import QUALITIES
from affray.rules.classic import BOOK as CLASSIC
from affray.rules.shared.content import library

BY_DICE = {1: "12/13/14/15/16", 2: "12/13/14/15/16", 3: "12/13/14/15/16", 4: "10/11/12/13/14", 5: "10/11/12/13/14"}
BY_DICE |= {6: "10/11/12/13/14", 7: "8/9/10/10/12", 8: "8/9/10/10/12", 9: "8/9/10/10/12"}
BY_DICE |= {10: "6/7/8/8/10", 11: "6/7/8/8/10", 12: "6/7/8/8/10", 18: "2/3/4/3/6"}
FIRST_LEVEL = {
    "C1": "11/12/14/16/15",
    "T1": "13/14/13/16/15",
    "D1": "8/9/10/13/12",
    "E1": "12/13/13/15/15",
    "H1": "8/9/10/13/12",
}


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_the_book_has_these_and_no_others() -> None:
    own_names = [name for name, kind in library().monsters.items() if kind.name == name]  # not its other names
    assert sorted([*BY_NAME, *(row.name for row in BEYOND)]) == sorted(own_names)


@pytest.mark.clause("classic.attack.descending")
@pytest.mark.clause("classic.attack.ascending")
@every
def test_armour_class(row: Printed) -> None:
    descending, ascending = row.ac.strip("]").split("[")
    who = one(row.name)
    assert (who.ac, 19 - who.ac, who.shield) == (number(descending), number(ascending), 0)


def dice_of(hd: str) -> tuple[int, int, int, int]:
    """Dice, sides, plus, and the hit dice in quarters. An asterisk changes nothing in a fight."""
    plain = hd.replace(" (d4)", "").strip("*")
    if plain == "½":
        return 1, 4, 0, 2
    found = re.fullmatch(r"(\d+)(?:([+−])(\d))?", plain)
    assert found, hd
    plus = int(found[3] or 0) * (-1 if found[2] == "−" else 1)
    return int(found[1]), 8, plus, 4 * int(found[1]) + (plus > 0) - (plus < 0)


@pytest.mark.clause("classic.hp.roll")
@every
def test_hit_dice(row: Printed) -> None:
    if row.name == "veteran":
        found = [meeting(Member(kind="veteran", level=n)).who[0] for n in (1, 2, 3)]
        assert [(c.hp_count, c.hp_sides, c.hp_plus, c.hd, c.level) for c in found] == [
            (n, 8, 0, 4 * n, n) for n in (1, 2, 3)
        ]
        return
    who = one(row.name)
    assert (who.hp_count, who.hp_sides, who.hp_plus, who.hd) == dice_of(row.hd)
    assert who.level == max(1, who.hd // 4)
    assert not who.character


def of_class(row: Printed) -> bool:
    return row.name in ("normal human", "acolyte", "veteran")


def marks_of(row: Printed) -> list[pytest.MarkDecorator]:
    """Those with a class of their own read its THAC0; the others read the table of hit dice."""
    if of_class(row):
        return [pytest.mark.clause("classic.attack.class")]
    plus = [pytest.mark.clause("classic.attack.plus")] if "+" in row.hd else []
    return [pytest.mark.clause("classic.attack.thac0"), *plus]


@pytest.mark.parametrize("row", [pytest.param(row, marks=marks_of(row), id=row.name) for row in BOOK])
def test_thac0(row: Printed) -> None:
    assert one(row.name).thac0 == int(row.thac0)
    if row.name == "veteran":
        assert meeting(Member(kind="veteran", level=3)).who[0].thac0 == 19


@pytest.mark.clause("classic.move.encounter")
@every
def test_movement(row: Printed) -> None:
    rates = {"walk": 0, "fly": 0, "swim": 0}
    for part in row.move.split(", "):
        how, _, feet = part.rpartition(" ")
        rates[how or "walk"] = 10 * int(feet)
    who = one(row.name)
    assert (who.move, who.fly, who.swim) == (rates["walk"], rates["fly"], rates["swim"])


@pytest.mark.clause("classic.save.monster")
@every
def test_saves(row: Printed) -> None:
    if row.saves == "NH":
        printed = "14/15/16/17/18"
    elif row.saves in FIRST_LEVEL:
        printed = FIRST_LEVEL[row.saves]
    else:
        printed = BY_DICE[int(row.saves[1:].split("–")[0])]
    assert one(row.name).saves == [0, *(int(n) for n in printed.split("/"))]
    assert library().monsters[row.name].saves == row.saves.replace("–", " to ")


@pytest.mark.clause("classic.morale.bounds")
@every
def test_morale(row: Printed) -> None:
    """In brackets: with the leader, in a pack, or against fire."""
    found = re.fullmatch(r"(\d+)(?: \((\d+)(.*)\))?", row.morale)
    assert found
    plain, other, case = int(found[1]), int(found[2] or 0), (found[3] or "").strip()
    who = one(row.name)
    led = other if case in ("", "king") else 0
    assert (who.morale, who.led_morale) == (plain, led)
    if case == "pack 4+":
        assert {c.morale for c in meeting(Member(kind=row.name, count=parse("3"))).who[:3]} == {plain}
        assert {c.morale for c in meeting(Member(kind=row.name, count=parse("4"))).who[:4]} == {other}
    elif case == "fire":
        for gear, spells in ((("oil flask",), ()), (("torch",), ()), ((), ("fireball",))):
            foe = Member(cls="magic-user", level=5, gear=gear, spells=spells)
            assert meeting(Member(kind=row.name), foes=(foe,)).who[0].morale == other
        assert meeting(Member(kind=row.name), foes=(Member(cls="elf", spells=("sleep",)),)).who[0].morale == plain
    else:
        assert case in ("", "king")


# --- attacks

BESIDE = {  # words of the attacks column that are no blow: the effect that follows the hit before them
    "1 STR": "drain-strength",
    "1 level": "drain-level",
    "rot": "rotting",
    "attaches d3/rd": "attach",
    "poison": "",  # deadly, or as the notes say
    "deadly poison": "death",
    "paralysis": "paralysed",
    "petrify": "petrified",
    "song": None,  # auras
    "gaze": None,
    "attaches": "attach",
    "numbness": "paralysed",
    "blindness": "blind",
}
Blow = tuple[int, str, tuple[int, int, int], int, str]  # times, name, dice, alternative, what follows


def blows(row: Printed) -> list[Blow]:
    found: list[Blow] = []
    without_breath = re.sub(r", or \w+ (cone|line|cloud|spittle) .*", "", row.attacks)
    for mode, alternative in enumerate(without_breath.split(", or ")):
        for part in re.split(r", | \+ ", alternative):
            if part in BESIDE:
                follows = BESIDE[part]
                if follows is not None:
                    follows = follows or ("sick" if "sick" in row.notes else "death")
                    found[-1] = (*found[-1][:4], follows)
                continue
            blow = re.fullmatch(r"(?:(\d) )?([a-z]+?)(?: (\d*)d(\d+)(?:([+−]\d))?)?", part)
            assert blow, part
            dice = (int(blow[3] or 1), int(blow[4]), number(blow[5] or "0")) if blow[4] else (0, 0, 0)
            name = {"wpn": "weapon", "tentacles": "tentacle"}.get(blow[2], blow[2])
            found.append((int(blow[1] or 1), name, dice, mode, ""))
    return found


NOTED = {"ghoul": "paralysed", "giant rat": "diseased"}  # riders that stand in the notes column


@pytest.mark.clause("classic.damage.monster")
@every
def test_attacks(row: Printed) -> None:
    encounter = Encounter("t", "t", (Party("a", (Member(kind=row.name),)), Party("b", (Member(kind="orc"),))), CONTACT)
    fight, roster = CLASSIC.build(encounter, {})
    who = fight.who[0]
    found = []
    for place in who.kit:
        if place != NOBODY:
            arm = fight.arms[place]
            follows = effect_word(fight.effects[arm.rider]) if arm.rider != NOBODY else ""
            found.append((arm.times, roster.arms[place], (arm.count, arm.sides, arm.plus), arm.mode, follows))
    expected = blows(row)
    if row.name in NOTED:
        expected = [(*blow[:4], NOTED[row.name]) for blow in expected]
    assert found == expected
    assert who.has_routine == (len(expected) > 1 or expected[0][0] > 1)


def qualities_of(name: str, attack: str) -> set[str]:
    encounter = Encounter("t", "t", (Party("a", (Member(kind=name),)), Party("b", (Member(kind="orc"),))), CONTACT)
    fight, roster = CLASSIC.build(encounter, {})
    bits = fight.arms[roster.arms.index(attack)].qualities
    return {word for n, word in enumerate(QUALITIES) if bits >> n & 1}


def test_what_natural_attacks_are() -> None:
    assert qualities_of("ghoul", "claw") == {"melee", "natural", "claw"}
    assert qualities_of("troll", "talon") == {"melee", "natural", "claw"}
    assert qualities_of("ghoul", "bite") == {"melee", "natural", "thrust"}
    assert qualities_of("wight", "touch") == {"melee", "natural"}
    assert qualities_of("orc", "weapon") == {"melee"}
    assert qualities_of("ogre", "club") == {"melee", "blunt"}
    assert qualities_of("acolyte", "mace") == {"melee", "blunt"}


def test_those_beyond_the_chapter_are_as_the_well_known_lists_have_them() -> None:
    columns = (test_armour_class, test_hit_dice, test_movement, test_saves, test_morale, test_attacks)
    for row in BEYOND:
        for column in columns:
            column(row)
        assert one(row.name).thac0 == int(row.thac0), row.name
