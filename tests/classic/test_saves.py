"""Saves of the classic book in a fight. The tables of saves are in test_tables.py and test_monsters.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Said, Scene, scripted, someone, versus

from affray.engine.state import Effect
from affray.engine.vocabulary import SAVES
from affray.rules.shared.attack import save

ANNA = {"hp": 99, "saves": "10/11/12/13/14"}  # death, wands, paralysis, breath, spells
NOT_MAGIC = {"monster": "ghoul", "attacks": 1}  # its touch paralyses
MAGIC = {"monster": "harpy"}  # her song is heard before anybody acts


def song(shown: int, **anna: Any) -> Said:
    """Anna hears a harpy."""
    fight = versus(someone("Anna", **ANNA, **anna), someone("Harpy", **MAGIC))
    return scripted(fight, OURS_FIRST + f"d20={shown}", until="turn").one("check", "classic.save.roll")


def touched(save: int, more: str = "", **anna: Any) -> Scene:
    """A ghoul claws Anna, THAC0 18 against AC 9, for 1; she saves with this die."""
    fight = versus(someone("Anna", **ANNA, **anna), someone("Ghoul", **NOT_MAGIC))
    return scripted(fight, THEIRS_FIRST + f"d20=9 d3=1 d20={save} " + more)


@pytest.mark.clause("classic.save.roll")
def test_at_least_the_number_saves_and_voids_what_follows() -> None:
    scene = touched(12)
    save = scene.one("check", "classic.save.roll")
    assert (save.value, save.was, save.because) == (12, 12, {})
    assert scene["Anna"].able


@pytest.mark.clause("classic.save.roll")
def test_one_less_fails() -> None:
    scene = touched(11, "2d4=1,1")
    save = scene.one("check", "classic.save.roll")
    assert (save.value, save.was) == (11, 12)
    assert not scene["Anna"].able


@pytest.mark.clause("classic.save.roll")
@pytest.mark.parametrize(("against", "number"), list(zip(SAVES[1:], (10, 11, 12, 13, 14), strict=True)))
def test_each_kind_has_its_number(against: str, number: int) -> None:
    scene = scripted(versus(someone("Anna", **ANNA), someone("Orc")), until="round 1")
    for shown in (number - 1, number):
        scene.script.fallen = [(20, shown)]
        assert save(scene.fight, scene["Anna"], Effect(save=SAVES.index(against))) == (shown >= number)
    assert [(e.value, e.was) for e in scene.events("check", "classic.save.roll")] == [
        (number - 1, number),
        (number, number),
    ]


def breathed_on(save: int) -> Said:
    """By a dragon of 21 hit points."""
    fight = versus(someone("Anna", **ANNA), someone("Dragon", monster="white dragon", hp=21), distance=60)
    scene = scripted(fight, THEIRS_FIRST + f"d20={save}", ["Dragon: pass move", "Dragon: breathe Anna"])
    return scene.one("damage", "classic.monster.breath")


@pytest.mark.clause("classic.save.roll", "classic.round.fractions")
def test_a_success_halves_damage() -> None:
    damage = breathed_on(13)
    assert (damage.value, damage.because) == (10, {"halved": 10 - 21})
    damage = breathed_on(12)
    assert (damage.value, damage.because) == (21, {})


@pytest.mark.clause("classic.save.roll")
@pytest.mark.parametrize(("wisdom", "modifier"), [(3, -3), (5, -2), (8, -1), (13, 1), (17, 2), (18, 3)])
def test_wisdom_counts_against_magic(wisdom: int, modifier: int) -> None:
    save = song(14 - modifier, WIS=wisdom)
    assert (save.value, save.was, save.because) == (14, 14, {"WIS": modifier})


@pytest.mark.clause("classic.save.roll")
def test_wisdom_counts_against_nothing_else() -> None:
    assert touched(12, WIS=3).one("check", "classic.save.roll").because == {}
    assert touched(11, "2d4=1,1", WIS=18).one("check", "classic.save.roll").because == {}
    assert song(14, WIS=10).because == {}


@pytest.mark.clause("classic.save.roll")
@pytest.mark.parametrize("modifier", [-2, 3])
def test_an_effect_may_be_harder_or_easier_to_withstand(modifier: int) -> None:
    """No spell of the list is, so the ghoul's touch is made so."""
    fight = versus(someone("Anna", **ANNA), someone("Ghoul", **NOT_MAGIC))
    for shown, saved in ((12 - modifier, True), (11 - modifier, False)):
        scene = Scene(fight)
        for effect in scene.fight.effects:
            effect.save_bonus = modifier
        scene.play(THEIRS_FIRST + f"d20=9 d3=1 d20={shown} " + ("" if saved else "2d4=1,1"))
        save = scene.one("check", "classic.save.roll")
        assert (save.value, save.because) == (shown + modifier, {"the spell's own modifier": modifier})
        assert scene["Anna"].able == saved


@pytest.mark.clause("classic.spell.disrupt")
def test_who_fails_a_save_before_acting_loses_the_spell() -> None:
    """Where it had lost the initiative."""
    mage = someone("Mage", cls="magic-user", spells=["magic missile"], **ANNA)
    for first, lost in ((THEIRS_FIRST, 1), (OURS_FIRST, 0)):
        fight = versus(mage, someone("Harpy", **MAGIC))
        scene = scripted(fight, first + "d20=13", ["Mage: cast magic missile"], until="turn")
        assert scene.one("check", "classic.save.roll").was == 14
        assert len(scene.events("lost", "classic.spell.disrupt")) == lost
