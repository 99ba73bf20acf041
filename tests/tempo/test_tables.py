"""The tables of the book, row by row, against its text and the classic book's ranges."""

from __future__ import annotations

import pytest
from helpers import versus
from tempo.people import duel, heroes, scripted, someone

from affray.rules.shared import content as shelves
from affray.rules.shared.content import hit_dice
from affray.rules.tempo.setup import library

OTHER_DICE = {"unarmed": "1d3", "oil flask": "1d8", "holy water": "1d8", "boulder": "2d6"}
FOES = {  # armour, strength, wits, trained; hit dice, damage, move, fly, morale
    "henchman": ("2", "10", "9", "", "1", "1d6", 120, 0, 7),
    "guardsman": ("6", "11", "10", "", "1", "1d6", 60, 0, 8),
    "captain": ("6", "14", "13", "yes", "4", "1d6", 60, 0, 9),
    "duellist": ("2", "13", "14", "yes", "3", "1d6", 120, 0, 9),
    "giant pelican": ("0", "14", "12", "", "3", "1d6", 60, 180, 7),
    "dire monkey": ("2", "13", "12", "", "2", "1d6", 120, 0, 8),
}
CLASSIC_ENTRY = {"henchman": (7, "NH"), "guardsman": (5, "F1"), "captain": (4, "F4"), "duellist": (7, "F3")}
CLASSIC_ENTRY |= {"giant pelican": (7, "F2"), "dire monkey": (6, "F1")}


@pytest.mark.clause("tempo.damage")
def test_any_weapon_deals_d6() -> None:
    for name, arm in library().weapons.items():
        assert str(arm.damage) == OTHER_DICE.get(name, "1d6"), name
    assert duel("d20=15 d6=5", anna={"cls": "fighter", "gear": ["dagger"]}).one("damage").value == 5


@pytest.mark.clause("tempo.attack.roll")
def test_missiles_reach_as_far_as_in_the_classic_book() -> None:
    for name, arm in shelves.library().weapons.items():
        assert library().weapons[name].ranges == arm.ranges, name
    assert duel("d20=1").one("miss")


@pytest.mark.clause("classic.missile.range")
def test_a_short_bow_reaches_150_feet() -> None:
    for feet, reached in ((150, True), (151, False)):
        fight = versus(heroes(someone("Anna", cls="thief", gear=["short bow"])), someone("Orc"), distance=feet)
        refused = scripted(fight, "d20=20 d20=1", until="Anna: turn").why_not("Anna: shoot Orc")
        assert (refused is None) == reached


@pytest.mark.clause("tempo.convert", "tempo.move", "tempo.morale.scale", "tempo.damage", "tempo.save")
def test_foes_of_its_own() -> None:
    assert {name for name, kind in library().monsters.items() if kind.extra} == set(FOES)
    for name, (armour, strength, wits, trained, hd, damage, move, fly, morale) in FOES.items():
        kind = library().monsters[name]
        own = {"armour": armour, "strength": strength, "wits": wits} | ({"trained": trained} if trained else {})
        assert kind.extra == own
        assert (kind.hd, kind.move, kind.fly, kind.morale) == ((hit_dice(hd),), 10 * move, 10 * fly, morale)
        assert [str(attack.damage) for attack in kind.attacks] == [damage]
        assert (kind.ac, kind.saves) == CLASSIC_ENTRY[name]
        fight = versus(heroes(someone("Anna", cls="cleric", spells=["light"])), someone("Foe", monster=name))
        assert scripted(fight, until="scores", tables=True)["Foe"].strength == int(strength)
    cites()


def cites() -> None:
    """A fight in which all of it is said."""
    wyn = someone("Wyn", cls="cleric", level=3, spells=["light"], position=[0, 0])
    fight = versus(heroes(wyn), someone("Bones", monster="skeleton", hp=9, position=[45, 0]))
    answers = ["Wyn: cast light", "Wyn: cast light at Bones"]
    scripted(fight, "d20=20 d20=1 d20=20", answers, until="round 2", tables=True)
    duel("d20=15 d6=1")


@pytest.mark.clause("tempo.morale.scale", "tempo.convert")
def test_what_moves_them_and_what_they_are() -> None:
    said = (
        "traitorous 2 pressed 2 cowardly 3 enforced 4 fickle 5 underpaid 6 normal-pay 7 territory 7 good-pay 8 home 9"
    )
    said += " invested 10 own-life 11 mindless 12 zealous 12"
    words = said.split()
    rows = {name.replace("-", " "): value for name, value in zip(words[::2], words[1::2], strict=True)}
    assert library().tables["morale"] == rows
    assert library().tables["wits"] == {"foe": "10", "beast": "12", "mindless": "6"}
    cites()


@pytest.mark.clause("tempo.ac", "tempo.move", "tempo.defend")
def test_armour_and_its_move() -> None:
    ladder = {"none": (0, 120), "leather": (2, 90), "mail shirt": (4, 90), "chain mail": (6, 60), "half plate": (8, 60)}
    ladder |= {"plate mail": (10, 60)}
    armour = library().armour
    assert {name: (-armour[name].ac, armour[name].move // 10) for name in ladder} == ladder
    assert armour["shield"].shield == 1
    fight = versus(
        heroes(someone("Anna", cls="fighter", gear=["chain mail", "shield", "sword"], position=[0, 0])),
        someone("Orc", position=[15, 0]),
    )
    scene = scripted(fight, "d20=20 d20=1 d20=1 d20=9 d20=1", ["Anna: strike Orc", "Anna: shield"], until="round 2")
    assert scene["Anna"].ac == 26
    assert scene.one("move", "tempo.move").was == 600
