"""Shooting in the vanguard book, clause by clause: ranges, enemies in melee range, reloading."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Said, Scene, side, versus
from vanguard.people import READY, players, scripted, someone


def archer(weapon: str, metres: float, **anna: Any) -> Scene:
    """Anna with a weapon in hand, and the Orc so far off: the scenario's positions are feet."""
    fight = versus(
        players(someone("Anna", **{"cls": "fighter", "gear": [weapon], "position": [0, 0], **anna})),
        someone("Orc", position=[100, 0]),
    )
    scene = scripted(fight, READY, until="Anna: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].x = round(10 * metres)
    return scene


def shot(weapon: str, metres: float) -> Said:
    return archer(weapon, metres).play("d20=2", ["Anna: shoot Orc"], until=lambda f: f.who[0].acted).one("miss")


RANGES = [
    ("longbow", 32), ("shortbow", 22), ("heavy crossbow", 36), ("light crossbow", 27), ("sling", 14),
    ("sling stone", 14), ("dagger", 5), ("hand axe", 5), ("spear", 5), ("warhammer", 5), ("dart", 8),
]  # fmt: skip


@pytest.mark.parametrize(("weapon", "effective"), RANGES)
@pytest.mark.clause("vanguard.ranged.range")
def test_no_penalty_up_to_the_effective_range_and_three_to_twice_that(weapon: str, effective: int) -> None:
    assert shot(weapon, effective).because == {"Combat Bonus": 1, "within the effective range": 0, **thrown(weapon)}
    assert shot(weapon, effective + 0.1).because["beyond the effective range"] == -3
    assert shot(weapon, 2 * effective).because["beyond the effective range"] == -3


def thrown(weapon: str) -> dict[str, int]:
    return {"thrown": 0} if weapon in ("dagger", "hand axe", "spear", "warhammer", "dart") else {}


@pytest.mark.parametrize(("weapon", "effective"), RANGES)
@pytest.mark.clause("vanguard.ranged.range")
def test_beyond_twice_the_range_it_is_impossible(weapon: str, effective: int) -> None:
    refused = archer(weapon, 2 * effective + 0.1).why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "vanguard.ranged.range"


@pytest.mark.clause("vanguard.ranged.range")
def test_nothing_flies_from_an_empty_hand() -> None:
    refused = archer("longsword", 10).why_not("Anna: shoot Orc")
    assert refused
    assert refused.words == "{who} has nothing in hand to shoot or throw"


@pytest.mark.clause("vanguard.ranged.range")
def test_the_penalty_is_an_option() -> None:
    anna = someone("Anna", cls="fighter", gear=["sling"], position=[0, 0])
    fight = versus(players(anna), someone("Orc", position=[60, 0]), options={"range.penalty": "5"})
    assert scripted(fight, READY + "d20=2", ["Anna: shoot Orc"]).one("miss").because["beyond the effective range"] == -5


# --- vanguard.ranged.melee


def pressed(far: int, **keys: Any) -> Said:
    """Anna shoots at the Orc, 6 feet off or far away, with an Elk beside her."""
    ours = players(someone("Anna", cls="fighter", gear=["longbow"], position=[0, 0]))
    theirs = side(someone("Orc", position=[far, 0]), someone("Elk", position=[0, 5]))
    return scripted(
        versus(ours, theirs, **keys), READY + "d20=2", ["Anna: shoot Orc"], until=lambda f: f.who[0].acted
    ).one("miss")


@pytest.mark.clause("vanguard.ranged.melee")
def test_three_less_with_an_enemy_in_melee_range() -> None:
    attack = pressed(50)
    assert attack.because == {"Combat Bonus": 1, "an enemy in melee range": -3}
    assert attack.value == 2 + 1 - 3


@pytest.mark.clause("vanguard.ranged.melee")
def test_the_two_do_not_add() -> None:
    attack = pressed(150)  # 45 metres: beyond 32
    assert attack.value == 2 + 1 - 3


@pytest.mark.clause("vanguard.ranged.melee")
def test_its_penalty_is_an_option() -> None:
    assert pressed(50, options={"ranged.melee": "1"}).because["an enemy in melee range"] == -1


@pytest.mark.clause("vanguard.ranged.range")
def test_an_enemy_three_metres_off_does_not_press() -> None:
    ours = players(someone("Anna", cls="fighter", gear=["longbow"], position=[0, 0]))
    fight = versus(ours, someone("Orc", position=[6, 0]))
    assert "an enemy in melee range" not in scripted(fight, READY + "d20=2", ["Anna: shoot Orc"]).one("miss").because


# --- reloading


def crossbow(weapon: str) -> Scene:
    """Anna has shot, and it is her turn again."""
    anna = someone("Anna", cls="fighter", gear=[weapon], position=[0, 0])
    fight = versus(players(anna), someone("Orc", position=[60, 0]))
    answers = ["Anna: shoot Orc", "Anna: pass turn", "Orc: stance"]
    scene = scripted(fight, READY + "d20=2", answers, until="round 2")
    return scene.play("", until="Anna: turn")


@pytest.mark.clause("vanguard.reload.light")
def test_a_light_crossbow_is_reloaded_for_an_action() -> None:
    scene = crossbow("light crossbow")
    refused = scene.why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "vanguard.reload.light"
    scene.play("", ["Anna: reload"], until="Anna: turn")
    assert scene.why_not("Anna: go 3 0") is None  # it may still move
    assert scene.why_not("Anna: shoot Orc") == ("vanguard.turn", "{who} has used the action of this turn")
    scene.play("", ["Anna: go 3 0", "Orc: stance"], until="round 3")
    scene.play("d20=2", ["Anna: shoot Orc"])
    assert scene.one("declared", "vanguard.reload.light").who == "Anna"


@pytest.mark.clause("vanguard.reload.light")
def test_a_loaded_one_needs_no_reloading() -> None:
    refused = archer("light crossbow", 10).why_not("Anna: reload")
    assert refused
    assert refused.clause == "vanguard.reload.light"
    assert archer("longbow", 10).why_not("Anna: reload") == refused


@pytest.mark.clause("vanguard.reload.heavy")
def test_a_heavy_one_takes_the_whole_turn() -> None:
    scene = crossbow("heavy crossbow")
    refused = scene.why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "vanguard.reload.heavy"
    scene.play("", ["Anna: reload"], until="Orc: turn")  # no move is asked for
    assert scene.one("declared", "vanguard.reload.heavy").who == "Anna"


@pytest.mark.clause("vanguard.reload.heavy")
def test_who_has_moved_can_not_reload_a_heavy_one() -> None:
    scene = crossbow("heavy crossbow").play("", ["Anna: go 3 0"], until="Anna: turn")
    refused = scene.why_not("Anna: reload")
    assert refused
    assert refused.clause == "vanguard.reload.heavy"


@pytest.mark.clause("vanguard.reload.light", "vanguard.reload.heavy")
def test_each_crossbow_is_reloaded_for_itself() -> None:
    """Anna shoots the light one, draws the heavy one in the next round, and that is loaded still."""
    scene = archer("light crossbow", 20, gear=["light crossbow", "heavy crossbow"])
    scene.play("d20=2", ["Anna: shoot Orc", "Anna: pass turn", "Orc: stance"], until="round 2")
    scene.play("", ["Anna: draw heavy crossbow"], until="Anna: turn")
    refused = scene.why_not("Anna: reload")
    assert refused
    assert refused.words == "{who} has nothing to reload"
    scene.play("", ["Anna: pass turn", "Orc: stance"], until="round 3")
    scene.play("d20=2", ["Anna: shoot Orc", "Anna: pass turn", "Orc: stance"], until="round 4")
    scene.play("", ["Anna: reload", "Orc: stance"], until="round 5")
    scene.play("", ["Anna: draw light crossbow"], until="Anna: turn")
    assert scene.why_not("Anna: reload") is None  # that one is empty still
    assert [e.clause for e in scene.events("declared", who="Anna")] == ["vanguard.reload.heavy"]


@pytest.mark.clause("vanguard.ranged.melee")
def test_melee_range_is_a_metre_and_a_half() -> None:
    assert shot("longbow", 1.5).because["an enemy in melee range"] == -3
    assert "an enemy in melee range" not in shot("longbow", 1.6).because


def shot_near(gear: str, metres: float) -> Said:
    """Anna's shot at an Orc with this weapon in hand, so far off."""
    anna = someone("Anna", cls="fighter", gear=["shortbow"], position=[0, 0])
    orc = someone("Orc", cls="fighter", gear=[gear], position=[100, 0])
    scene = scripted(versus(players(anna), orc), READY, until="Anna: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].x = round(10 * metres)
    return scene.play("d20=2", ["Anna: shoot Orc"], until=lambda f: f.who[0].acted).one("miss")


@pytest.mark.clause("vanguard.ranged.melee")
def test_the_melee_range_of_an_enemy_with_a_spear_is_longer() -> None:
    assert shot_near("spear", 3).because["an enemy in melee range"] == -3


@pytest.mark.parametrize(("gear", "metres"), [("spear", 3.1), ("longsword", 3)])
def test_beyond_the_melee_range_of_every_enemy_there_is_no_penalty(gear: str, metres: float) -> None:
    assert "an enemy in melee range" not in shot_near(gear, metres).because
