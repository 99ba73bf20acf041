"""Changing weapons in the classic book."""

from __future__ import annotations

import pytest
from helpers import OURS_FIRST, Scene, scripted, side, someone, versus

NO_WEAPON = ("classic.weapon.switch", "{who} has no such weapon to draw")
JUST_DREW = ("classic.weapon.switch", "{who} has just changed weapons and can't shoot this round")
DREW_ONCE = ("classic.weapon.switch", "{who} has changed weapons this round")


def near(distance: int | str, gear: list[str], answers: list[str], until: str, dice: str = OURS_FIRST) -> Scene:
    return scripted(versus(someone("Anna", gear=gear), someone("Orc"), distance=distance), dice, answers, until)


@pytest.mark.clause("classic.weapon.switch")
def test_it_is_free_with_the_move_before_a_blow() -> None:
    scene = near(30, ["short bow", "sword"], ["Anna: draw sword"], "Orc: move", OURS_FIRST + "d20=2")
    assert [f"{e.kind} {e.clause}" for e in scene.events(who="Anna") if e.kind in ("move", "miss")] == [
        "move classic.weapon.switch",
        "move classic.move.encounter",
        "miss classic.attack.descending",
    ]
    drawn = scene.one("move", "classic.weapon.switch")
    assert scene.roster.arms[drawn.value] == "sword"


@pytest.mark.parametrize("gear", [["short bow", "sword"], ["short bow"], ["mace"]])
@pytest.mark.clause("classic.weapon.switch")
def test_in_the_thick_of_melee_too_if_only_for_bare_hands(gear: list[str]) -> None:
    draw = gear[1] if len(gear) > 1 else "unarmed"
    hits = "d20=10 d6=2" if draw == "sword" else "d20=10 d2=2"
    scene = near("contact", gear, [f"Anna: draw {draw}"], "Orc: strike", OURS_FIRST + hits)
    assert scene.one("move", "classic.weapon.switch").who == "Anna"
    assert scene["Orc"].hp == 8 - 2


@pytest.mark.clause("classic.weapon.switch")
def test_not_in_the_same_round_as_a_shot() -> None:
    scene = near(60, ["sword", "short bow"], ["Anna: draw short bow", "Anna: pass move"], "Anna: shoot")
    assert scene.why_not("Anna: shoot Orc") == JUST_DREW
    scene.play("", until="round 2").play(OURS_FIRST, ["Anna: pass move"], until="Anna: shoot")
    assert scene.why_not("Anna: shoot Orc") is None
    scene = near(60, ["short bow", "sword"], ["Anna: pass move"], "Orc: move", OURS_FIRST + "d20=2")
    assert scene.one("miss").who == "Anna"
    has_acted = ("classic.round.action", "{who} has already shot, cast or struck this round")
    assert scene.why_not("Anna: draw sword") == has_acted


@pytest.mark.clause("classic.weapon.switch")
def test_once_a_round() -> None:
    scene = near(200, ["short bow", "sword", "mace"], ["Anna: draw sword"], "Anna: strike")
    assert scene.why_not("Anna: draw mace") == DREW_ONCE
    scene.play("", until="round 2").play(OURS_FIRST, until="movement")
    assert scene.why_not("Anna: draw mace") is None


@pytest.mark.clause("classic.weapon.switch")
def test_only_for_a_weapon_that_is_carried_and_left_and_not_in_hand() -> None:
    scene = near(60, ["sword", "dagger"], [], "Anna: move")
    assert scene.why_not("Anna: draw dagger") is None
    assert scene.why_not("Anna: draw sword") == ("classic.weapon.switch", "{who} has that in hand already")
    assert scene.why_not("Anna: draw place 3") == NO_WEAPON
    thrown = near(25, ["dagger", "sword"], ["Anna: pass move"], "round 2", OURS_FIRST + "d20=2 d20=2")
    assert thrown.why_not("Anna: draw dagger") == NO_WEAPON
    assert thrown.why_not("Anna: draw sword") is None


@pytest.mark.clause("classic.weapon.switch")
def test_monsters_that_strike_with_claws_and_jaws_draw_nothing() -> None:
    bear = side(someone("Bear", monster="black bear"), someone("Anna", gear=["sword", "dagger"]))
    scene = scripted(versus(bear, someone("Orc"), distance=60), OURS_FIRST, until="Bear: move")
    assert scene.why_not("Bear: draw bite") == NO_WEAPON
