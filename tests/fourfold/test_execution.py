"""Executions: the helpless and the unaware, from a prepared ambush, by blow and by shot."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, Scene, adventurer, scripted, side, someone, versus

from affray.engine.vocabulary import DEAD, DYING


def ambush(
    dice: str, weapon: str = "dagger", far: int = 5, ambush: str = "prepared", until: str = "", **keys: object
) -> Scene:
    """Anna lies in wait for Orc, who knows nothing of her."""
    anna = adventurer("Anna", gear=[weapon], position=[0, 0])
    return scripted(
        versus(
            side(anna, ambush=ambush, players=True),
            side(someone("Orc", position=[far, 0], hp=30, **keys), surprised=True),
        ),
        dice,
        [] if until else ["Anna: execute Orc"],
        until,
    )


@pytest.mark.clause("fourfold.execution")
@pytest.mark.parametrize(("die", "held"), [("d20=17", True), ("d20=16", False), ("d20=1", False), ("d20=20", True)])
def test_the_save_is_worse_by_the_skill_and_the_weapon(die: str, held: bool) -> None:
    """15 needed; Stab 1 and a dagger take 2 off. A natural 1 or 20 is read off the bare die."""
    scene = ambush(die)
    told = scene.one("check", "fourfold.execution")
    assert (told.was, told.because) == (15, {"the executioner's skill": -1, "a weapon made for it": -1})
    if held:
        assert scene.one("damage", "fourfold.execution").value == 2 * 4  # the maximum, doubled
    else:
        assert scene.one("down", "fourfold.execution").other == "Orc"
        assert (scene["Orc"].hp, scene["Orc"].conditions >> DYING & 1) == (0, 1)


@pytest.mark.clause("fourfold.execution")
def test_a_weapon_not_made_for_it_deals_its_maximum_once() -> None:
    scene = ambush("d20=18", "mace")
    assert scene.one("check", "fourfold.execution").value == 18 - 1
    assert scene.one("damage", "fourfold.execution").value == 6


@pytest.mark.clause("fourfold.execution")
@pytest.mark.parametrize(("far", "needed"), [(10, 6), (11, 8), (50, 8), (51, 10), (300, 10)])
def test_a_shot_is_dex_and_shoot_by_the_range(far: int, needed: int) -> None:
    low = ambush(f"2d6={needed - 6 or 1},{5 if needed > 6 else 4}", "small bow", far)
    assert low.one("miss", "fourfold.execution").was == needed
    hit = ambush(f"2d6={needed - 6 or 1},{6 if needed > 6 else 5} d20=1", "small bow", far)
    assert hit.one("hit", "fourfold.execution").value == needed
    assert hit.one("down", "fourfold.execution")


@pytest.mark.clause("fourfold.execution")
def test_the_helpless_have_no_save() -> None:
    sleeper = side(someone("Orc", conditions=["asleep"], position=[5, 0]), someone("Ork", position=[60, 0]))
    scene = scripted(
        versus(someone("Anna", position=[0, 0]), sleeper),
        OURS_FIRST,
        ["Anna: execute Orc", "Anna: pass act"],
        until="Ork: act",
    )
    assert scene.one("down", "fourfold.execution").other == "Orc"
    nameless = side(
        someone("Orc", count=1, monster="orc", hp=4, conditions=["asleep"], position=[5, 0]),
        someone("Ork", position=[60, 0]),
    )
    nameless["members"][0] = {"1 orc": {"hp": 4, "conditions": ["asleep"], "position": [5, 0]}}
    scene = scripted(
        versus(someone("Anna", position=[0, 0]), nameless),
        OURS_FIRST,
        ["Anna: execute Orc", "Anna: pass act"],
        until="Ork: act",
    )
    assert scene["Orc"].conditions >> DEAD & 1
    assert scene.one("dead", "fourfold.execution").other == "Orc"


@pytest.mark.clause("fourfold.execution")
def test_only_from_a_prepared_ambush_and_undisturbed() -> None:
    for scene in (ambush("", ambush="chance", until="Anna: act"), ambush("", until="Anna: act", conditions=[])):
        refused = scene.why_not("Anna: execute Orc")
        assert (refused is None) is scene.side("ours").ambush_prepared
    awake = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: act")
    refused = awake.why_not("Anna: execute Orc")
    assert refused
    assert refused.clause == "fourfold.execution"
    disturbed = scripted(
        versus(someone("Anna"), side(someone("Orc", conditions=["asleep"]), someone("Ork"))),
        OURS_FIRST,
        until="Anna: act",
    )
    refused = disturbed.why_not("Anna: execute Orc")
    assert refused
    assert "disturbs" in refused.words


@pytest.mark.clause("fourfold.execution")
def test_dex_and_shoot_count_in_the_shot() -> None:
    anna = adventurer("Anna", DEX=14, shoot=1, gear=["small bow"], position=[0, 0])
    sides = side(anna, ambush="prepared"), side(someone("Orc", position=[40, 0]), surprised=True)
    scene = scripted(versus(*sides), "2d6=1,1", ["Anna: execute Orc"])
    told = scene.one("miss", "fourfold.execution")
    assert (told.value, told.because) == (2 + 2, {"DEX and Shoot": 2})


@pytest.mark.clause("fourfold.execution")
@pytest.mark.parametrize(("die", "held"), [(19, False), (20, True)])
def test_a_natural_20_holds_whatever_is_needed(die: int, held: bool) -> None:
    scene = ambush(f"d20={die}", save=20)
    assert bool(scene.events("damage", "fourfold.execution")) is held


@pytest.mark.clause("fourfold.execution")
def test_a_sleeper_does_not_wake_of_it() -> None:
    scene = scripted(
        versus(someone("Anna"), side(someone("Orc", conditions=["asleep"]))), OURS_FIRST, ["Anna: execute Orc"]
    )
    assert scene.one("down", "fourfold.execution").other == "Orc"
    assert not scene.events("condition-off")
