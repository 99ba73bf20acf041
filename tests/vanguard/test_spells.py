"""Spells and saves of the vanguard book, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Refused, Scene, side, versus
from vanguard.people import READY, players, scripted, someone


def mage(feet: int = 30, **keys: Any) -> Scene:
    """The turn of Mage, with a magic missile in mind and an Orc so many feet off."""
    who = someone("Mage", **{"cls": "magic-user", "spells": ["magic missile"], "position": [0, 0]} | keys)
    return scripted(versus(players(who), someone("Orc", position=[feet, 0])), READY, until="Mage: turn")


# --- vanguard.spell.cast


@pytest.mark.clause("vanguard.spell.cast")
def test_a_prepared_spell_is_cast_as_an_action() -> None:
    scene = mage().play("d6=3", ["Mage: cast magic missile at Orc"], until="Mage: turn")
    assert scene["Orc"].hp == 8 - (3 + 1)
    assert scene.one("declared", "vanguard.spell.cast").other == "Orc"
    assert scene.why_not("Mage: go 0 3") is None  # and it may still move
    again = scene.why_not("Mage: cast spell 0 at Orc")
    assert again
    assert again.words == "{who} has used the action of this turn"


@pytest.mark.clause("vanguard.spell.cast")
def test_once_it_is_spent() -> None:
    scene = mage()
    scene.play("d6=1", ["Mage: cast magic missile at Orc", "Mage: pass turn", "Orc: stance"], until="round 2")
    scene.play("", until="Mage: turn")
    assert scene.why_not("Mage: cast spell 0 at Orc") == Refused(
        "vanguard.spell.cast", "{who} has no such spell prepared"
    )


@pytest.mark.parametrize(
    ("gear", "free"),
    [
        ([], True),
        (["dagger"], True),
        (["shield"], True),
        (["dagger", "shield"], False),
        (["quarterstaff"], False),
        (["longbow"], False),
    ],
)
@pytest.mark.clause("vanguard.spell.cast")
def test_it_needs_a_free_hand(gear: list[str], free: bool) -> None:
    scene = mage(gear=gear)
    refused = scene.why_not("Mage: cast magic missile at Orc")
    assert refused == (None if free else Refused("vanguard.spell.cast", "{who} has no hand free"))
    if free:
        scene.play("d6=1", ["Mage: cast magic missile at Orc"], until="Mage: turn")


@pytest.mark.clause("vanguard.spell.cast")
def test_a_hand_is_freed_by_putting_the_weapon_away() -> None:
    scene = mage(gear=["quarterstaff"]).play("", ["Mage: draw unarmed"], until="Mage: turn")
    scene.play("d6=1", ["Mage: cast magic missile at Orc"], until="Mage: turn")
    assert scene.events("declared", "vanguard.spell.cast")


@pytest.mark.clause("vanguard.spell.cast")
def test_it_needs_speech() -> None:
    refused = mage(conditions=["silenced"]).why_not("Mage: cast magic missile at Orc")
    assert refused == Refused("vanguard.spell.cast", "{who} can't speak")


# --- vanguard.spell.disrupt


@pytest.mark.parametrize(("shown", "lost"), [(1, True), (2, False), (4, False)])
@pytest.mark.clause("vanguard.spell.disrupt")
def test_next_to_an_enemy_one_in_four_is_wasted(shown: int, lost: bool) -> None:
    dice = f"d4={shown}" + ("" if lost else " d6=3")
    scene = mage(5).play(dice, ["Mage: cast magic missile at Orc"], until="Mage: turn")
    assert scene["Orc"].hp == (8 if lost else 4)
    assert len(scene.events("lost", "vanguard.spell.disrupt")) == lost
    assert scene["Mage"].spells[0] == -1  # spent either way


@pytest.mark.clause("vanguard.spell.disrupt")
def test_next_to_is_a_metre_and_a_half() -> None:
    def cast(tenths: int, dice: str) -> Scene:
        scene = mage(5)
        for each in (scene.fight, scene.before):
            if each is not None:
                each.who[1].x = tenths
        return scene.play(dice, ["Mage: cast magic missile at Orc"], until="Mage: turn")

    assert cast(15, "d4=2 d6=3").events("check", "vanguard.spell.disrupt")
    assert cast(16, "d6=3").events("check", "vanguard.spell.disrupt") == []


@pytest.mark.clause("vanguard.spell.disrupt")
def test_one_roll_however_many_stand_there() -> None:
    who = someone("Mage", cls="magic-user", spells=["magic missile"])
    fight = versus(players(who), side(someone("Orc"), someone("Elk"), someone("Imp")))
    scene = scripted(fight, READY + "d4=2 d6=1", ["Mage: cast magic missile at Elk"], until="Mage: turn")
    assert scene.one("check", "vanguard.spell.disrupt").was == 2


# --- vanguard.save.roll


def held(total: int, orc: dict[str, Any]) -> Scene:
    priest = someone("Odo", cls="cleric", spells=["hold person"], position=[0, 0])
    foe = someone("Orc", position=[30, 0], **orc)
    dice = READY + f"d4=1 d20={total}"
    return scripted(
        versus(players(priest), foe), dice, ["Odo: cast hold person at Orc"], until="Odo: turn", tables=True
    )


SAVES = [  # against spells
    ({"monster": "kobold"}, 18),
    ({"monster": "goblin"}, 18),
    ({"monster": "orc"}, 17),
    ({"monster": "gnoll"}, 16),
    ({"monster": "bugbear"}, 16),
    ({"cls": "fighter", "level": 1}, 17),
    ({"cls": "cleric", "level": 2}, 14),
    ({"cls": "magic-user", "level": 4}, 13),
    ({"cls": "thief", "level": 3}, 14),
    ({"cls": "halfling", "level": 4}, 15),
]


@pytest.mark.parametrize(("who", "needed"), SAVES)
@pytest.mark.clause("vanguard.save.roll")
def test_d20_at_least_the_number(who: dict[str, Any], needed: int) -> None:
    assert held(needed, who).events("condition-on") == []
    failed = held(needed - 1, who)
    assert failed.one("check", "vanguard.save.roll").was == needed
    assert failed.one("condition-on").other == "Orc"


@pytest.mark.clause("vanguard.save.roll", "vanguard.fractions")
def test_a_success_halves_damage() -> None:
    who = someone("Mage", cls="magic-user", level=5, spells=["fireball"], position=[0, 0])
    fight = versus(players(who), someone("Orc", hp=30, position=[100, 0]))
    scene = scripted(fight, READY + "5d6=4,4,4,4,5 d20=16", ["Mage: cast fireball at Orc"], until="Mage: turn")
    assert scene["Orc"].hp == 30 - 21 // 2


@pytest.mark.clause("vanguard.save.roll")
def test_wisdom_adds_nothing_here() -> None:
    priest = someone("Odo", cls="cleric", spells=["hold person"], position=[0, 0])
    foe = someone("Orc", cls="fighter", WIS=18, position=[30, 0])
    scene = scripted(
        versus(players(priest), foe), READY + "d4=1 d20=5", ["Odo: cast hold person at Orc"], until="Odo: turn"
    )
    assert scene.one("check", "vanguard.save.roll").because == {}
