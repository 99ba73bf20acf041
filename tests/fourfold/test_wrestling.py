"""Holds and screens: who is met, who is held, and when it ends."""

from __future__ import annotations

from typing import Any

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, Scene, adventurer, refused, scripted, side, someone, versus

from affray.engine.state import NOBODY
from affray.engine.vocabulary import FLEEING


def screened(foe: dict[str, object], dice: str, *answers: str) -> Scene:
    """Bert, with Stab 1, screens Anna."""
    ours = side(someone("Anna", hp=30), adventurer("Bert", gear=["mace"], hp=30))
    said = ["Anna: pass act", "Bert: screen Anna", "Bert: pass act", *answers]
    return scripted(versus(ours, foe), OURS_FIRST + dice, said)


@pytest.mark.clause("fourfold.action.screen")
def test_a_screen_meets_attackers_however_often_each_of_them_strikes() -> None:
    blocked = "2d6=6,6 2d6=1,1 d20=2 "
    scene = screened(someone("Bear", monster="bear", hp=20), 3 * blocked)
    assert [e.other for e in scene.events("miss")] == ["Bert", "Bert", "Bert"]


@pytest.mark.clause("fourfold.action.screen", "fourfold.action.shove")
def test_a_shove_at_the_ward_meets_the_screen() -> None:
    scene = screened(adventurer("Orc"), "2d6=6,6 2d6=1,1 d20=15 2d6=1,1 2d6=6,6", "Orc: shove Anna down")
    assert scene.one("condition-on", "fourfold.action.shove").other == "Bert"


@pytest.mark.clause("fourfold.action.screen", "fourfold.action.grapple")
def test_so_does_a_grapple() -> None:
    scene = screened(adventurer("Orc"), "2d6=6,6 2d6=1,1 d20=15 2d6=1,1 2d6=6,6", "Orc: grapple Anna")
    assert (scene["Anna"].fourfold.grappled_foe, scene["Bert"].fourfold.pinned) == (-1, True)
    assert scene.one("declared", "fourfold.action.grapple").other == "Bert"


def wrestlers(**orc: Any) -> Scene:
    """Orc has got hold of Anna; Bert and Ork stand by, Urk too."""
    ours = side(adventurer("Anna", gear=["mace"], hp=20, position=[0, 0]), someone("Bert", hp=20, position=[5, 5]))
    keys: dict[str, Any] = {"position": [5, 0], "morale": 3, "hp": 6, **orc}
    others = [someone(name, hp=1, morale=3, position=[5, 5], count=1) for name in ("Ork", "Urk")]
    scene = scripted(versus(ours, side(adventurer("Orc", **keys), *others, way_out=True)), THEIRS_FIRST)
    said = ["Orc: grapple Anna", "Orc: pass act", "Ork: pass act", "Urk: pass act"]
    return scene.play("d20=15 2d6=1,1 2d6=6,6", said, until="Anna: act")


@pytest.mark.clause("fourfold.action.grapple", "fourfold.morale.check")
def test_a_grappler_who_flees_lets_go() -> None:
    scene = wrestlers()
    scene.play(
        "d20=18 d6=6 2d6=6,6",
        ["Anna: pass act", "Bert: strike Ork"],
        until=lambda f: f.who[2].conditions >> FLEEING & 1 == 1,
    )
    scene.play("d2=1", ["Bert: pass act"], until=lambda f: f.who[2].fourfold.grappled_foe == NOBODY)
    told = scene.one("lost", "fourfold.morale.check")
    assert (told.who, told.other, scene["Anna"].fourfold.pinned) == ("Orc", "Anna", False)


@pytest.mark.clause("fourfold.action.grapple")
def test_a_hold_ends_with_whoever_drops_out() -> None:
    scene = wrestlers(hp=1, morale=12)
    assert refused(scene, "Anna: go 0 10") == "fourfold.action.grapple"
    scene.play("d20=18 d6=6", ["Anna: pass act", "Bert: strike Orc"], until=lambda f: f.who[2].hp <= 0)
    assert (scene["Anna"].fourfold.grappled_foe, scene["Anna"].fourfold.pinned, scene["Orc"].fourfold.grappled_foe) == (
        -1,
        False,
        -1,
    )


@pytest.mark.clause("fourfold.action.grapple", "fourfold.melee.free-attack")
def test_the_held_strike_at_nobody_who_leaves_with_a_weapon() -> None:
    scene = wrestlers(morale=12)
    scene.play("d2=1", ["Anna: pass act", "Bert: pass act", "Orc: pass act"], until="Ork: act")
    before = len(scene.events("declared", "fourfold.melee.free-attack"))
    scene.play("d20=2", ["Ork: go 30 5", "Ork: pass act"], until="Urk: act")
    told = scene.events("declared", "fourfold.melee.free-attack")[before:]
    assert [e.who for e in told] == ["Bert"]  # Anna stands as near, with a mace


@pytest.mark.clause("fourfold.action.grapple", "fourfold.damage.roll")
def test_a_hold_hurts_by_the_better_of_str_and_dex_and_the_log_says_so() -> None:
    anna = adventurer("Anna", DEX=18, punch=1, position=[0, 0])
    scene = scripted(
        versus(anna, adventurer("Orc", gear=["mace"], hp=30, position=[5, 0])),
        OURS_FIRST + "d20=15 2d6=3,3 2d6=5,3 d2=1",
        ["Anna: grapple Orc", "Anna: pass act", "Orc: pass act"],
        until="round 2",
    )
    told = scene.one("damage", "fourfold.action.grapple")
    assert (told.value, told.because) == (1 + 2 + 1, {"attribute": 2, "Punch": 1})
