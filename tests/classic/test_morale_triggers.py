"""Morale of the classic book: at which moments it is checked, and when it need not be any more."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.state import ALWAYS
from affray.engine.vocabulary import ASLEEP, CONSTRAINED, FLED, FLEEING, NAMES, PETRIFIED, SURRENDERED, UNCONSCIOUS
from affray.rules.shared.damage import begin

KILL = "d20=20 d6=6 "  # Anna's blow; the orcs have 1 hp
ANNA = someone("Anna", hp=99)
FIRST, HALF = 1, 2


def orcs(count: int = 3, name: str = "Orc", **keys: Any) -> dict[str, Any]:
    return someone(name, **{"count": count, "hp": 1, "morale": 7, **keys})


def round_of(scene: Scene, checks: str, living: int) -> None:
    """Anna goes first and kills one; they check with these dice, and all who live then miss her."""
    scene.play(OURS_FIRST + KILL + checks + "d20=2 " * living, until=f"round {scene.fight.round + 1}")


# --- classic.morale.triggers


@pytest.mark.clause("classic.morale.triggers")
def test_at_the_first_death_and_at_no_other() -> None:
    scene = scripted(versus(ANNA, orcs(5)), until="round 1", options={"morale.triggers": "first"})
    round_of(scene, "2d6=1,1 ", living=4)
    for living in (3, 2, 1):
        round_of(scene, "", living)
    assert scene.one("due", "classic.morale.triggers").value == FIRST
    assert scene.one("check", "classic.morale.check").round == 1


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize(("count", "half"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_when_half_of_it_is_out_of_action(count: int, half: int) -> None:
    """Of five at least half are three."""
    scene = scripted(versus(ANNA, orcs(count)), until="round 1", options={"morale.triggers": "half"})
    for fallen in range(1, half):
        round_of(scene, "", count - fallen)
    assert not scene.events("due")
    round_of(scene, "2d6=1,1 ", count - half)
    due = scene.one("due", "classic.morale.triggers")
    assert (due.value, due.was) == (HALF, half)


@pytest.mark.clause("classic.morale.triggers")
def test_each_once_a_fight() -> None:
    scene = scripted(versus(ANNA, orcs(5)), until="round 1")
    round_of(scene, "2d6=1,1 ", living=4)
    round_of(scene, "", living=3)
    round_of(scene, "2d6=1,1 ", living=2)
    round_of(scene, "", living=1)
    assert [(e.round, e.value) for e in scene.events("due")] == [(1, FIRST), (3, HALF)]


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize(
    ("option", "due"), [("first, half", [HALF, FIRST]), ("first", [FIRST]), ("half", [HALF]), ("none", [])]
)
def test_which_of_them_count_is_an_option(option: str, due: list[int]) -> None:
    """One of two dies, which is both."""
    scene = scripted(versus(ANNA, orcs(2)), until="round 1", options={"morale.triggers": option})
    round_of(scene, "2d6=1,1 " * len(due), living=1)
    assert [e.value for e in scene.events("due")] == due
    assert len(scene.events("check", "classic.morale.check")) == len(due)
    if option == "none":
        round_of(scripted(versus(ANNA, orcs(2)), until="round 1"), "2d6=1,1 2d6=1,1 ", living=1)


@pytest.mark.clause("classic.morale.triggers")
def test_each_is_a_check_of_its_own_even_when_both_come_together() -> None:
    scene = scripted(versus(ANNA, orcs(2)), OURS_FIRST + KILL + "2d6=1,1 2d6=6,6", until="over")
    assert [e.value for e in scene.events("check", "classic.morale.check")] == [2, 12]
    assert scene.one("surrendered").other == "Orc 2"


def one_slain_of_four(condition: str) -> Scene:
    """And another of them has come into this condition."""
    theirs = side(orcs(1), someone("Wolf"), orcs(2, "Bat"))
    scene = scripted(versus(ANNA, theirs, options={"morale.triggers": "half"}), until="round 1")
    begin(scene.fight, scene["Wolf"], NAMES.index(condition), ALWAYS)
    scene.play(OURS_FIRST + KILL, until=lambda f: f.side[1].dead == 1)
    return scene


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize("condition", "asleep paralysed held bound constrained charmed sick".split())
def test_the_helpless_are_out_of_action(condition: str) -> None:
    due = one_slain_of_four(condition).one("due", "classic.morale.triggers")
    assert (due.value, due.was) == (HALF, 2)


@pytest.mark.parametrize("condition", "blind prone silenced blessed sickened diseased rotting".split())
def test_the_hindered_are_not(condition: str) -> None:
    assert not one_slain_of_four(condition).events("due")


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize("condition", [ASLEEP, PETRIFIED, UNCONSCIOUS, SURRENDERED])
def test_a_living_one_may_be_out_of_action(condition: int) -> None:
    scene = scripted(versus(ANNA, orcs(2)), until="round 1")
    begin(scene.fight, scene["Orc 1"], condition, ALWAYS)
    due = scene.one("due", "classic.morale.triggers")
    assert (due.value, due.was) == (HALF, 1)


@pytest.mark.parametrize("condition", [FLEEING, FLED])
def test_the_fled_are_not(condition: int) -> None:
    scene = scripted(versus(ANNA, orcs(2)), until="round 1")
    begin(scene.fight, scene["Orc 1"], condition, ALWAYS)
    assert not scene.events("due")


@pytest.mark.clause("classic.morale.triggers")
def test_who_wakes_is_back_in_action() -> None:
    """A sleeper is hit and wakes: of four nobody is out, then the next falls asleep for good."""
    scene = scripted(versus(ANNA, side(someone("Wolf", hp=20, morale=7), orcs(3))), until="round 1")
    begin(scene.fight, scene["Wolf"], ASLEEP, ALWAYS)
    scene.play(OURS_FIRST + "d6=1 " + "d20=2 " * 4, until="round 2")
    begin(scene.fight, scene["Orc 1"], ASLEEP, ALWAYS)
    assert not scene.events("due")
    begin(scene.fight, scene["Orc 2"], ASLEEP, ALWAYS)
    assert scene.one("due", "classic.morale.triggers").was == 2


@pytest.mark.clause("classic.morale.triggers")
def test_the_subdued_are_out_of_action_and_not_dead() -> None:
    anna = someone("Anna", hp=99, gear=["club"])
    answers = ["Anna: strike Orc 1 to subdue"]
    scene = scripted(versus(anna, orcs(2)), OURS_FIRST + "d20=20 d6=6 2d6=1,1", answers, until="Orc 2: strike")
    due = scene.one("due", "classic.morale.triggers")
    assert (due.value, due.was) == (HALF, 1)


@pytest.mark.clause("classic.morale.triggers")
def test_the_fled_have_fought_on_the_side_all_the_same() -> None:
    """Three of six got away: two dead are not half of six, three are."""
    scene = scripted(versus(ANNA, orcs(6)), until="round 1", options={"morale.triggers": "half"})
    for name in ("Orc 4", "Orc 5", "Orc 6"):
        begin(scene.fight, scene[name], FLED, ALWAYS)
    round_of(scene, "", living=2)
    round_of(scene, "", living=1)
    assert not scene.events("due")
    scene.play(OURS_FIRST + KILL, until="over")
    assert scene.one("due", "classic.morale.triggers").was == 3


# --- classic.morale.steadfast


@pytest.mark.clause("classic.morale.steadfast")
def test_two_passed_checks_and_it_fights_to_the_death() -> None:
    """One of two dies: two checks. The referee then calls for another, and no die is rolled for it."""
    scene = scripted(versus(ANNA, orcs(2)), until="round 1")
    round_of(scene, "2d6=1,1 2d6=1,1 ", living=1)
    scene["Orc 2"].morale_due = FIRST
    scene.play(OURS_FIRST + "d20=2 d20=2", until="round 3")
    steadfast = scene.one("check", "classic.morale.steadfast")
    assert (steadfast.round, steadfast.value, steadfast.was) == (2, 2, 7)
    assert len(scene.events("check", "classic.morale.check")) == 2


@pytest.mark.clause("classic.morale.steadfast")
def test_one_passed_check_is_not_enough() -> None:
    scene = scripted(versus(ANNA, orcs(2)), until="round 1", options={"morale.triggers": "first"})
    round_of(scene, "2d6=1,1 ", living=1)
    scene["Orc 2"].morale_due = FIRST
    scene.play(OURS_FIRST + "d20=2 2d6=1,1 d20=2", until="round 3")
    scene["Orc 2"].morale_due = FIRST
    scene.play(OURS_FIRST + "d20=2 d20=2", until="round 4")
    assert [e.round for e in scene.events("check", "classic.morale.check")] == [1, 2]
    assert scene.one("check", "classic.morale.steadfast").round == 3


@pytest.mark.clause("classic.morale.steadfast")
@pytest.mark.parametrize("needed", [1, 3])
def test_how_many_is_an_option(needed: int) -> None:
    scene = scripted(versus(ANNA, orcs(2)), until="round 1", options={"morale.steadfast": str(needed)})
    round_of(scene, "2d6=1,1 " * min(needed, 2), living=1)
    for passed in range(2, 5):
        scene["Orc 2"].morale_due = FIRST
        scene.play(OURS_FIRST + "d20=2 " + "2d6=1,1 " * (passed < needed) + "d20=2", until=f"round {passed + 1}")
    assert len(scene.events("check", "classic.morale.check")) == needed


@pytest.mark.clause("classic.morale.steadfast")
def test_who_has_passed_more_is_a_group_of_its_own() -> None:
    """A newcomer of the same rating has passed none of the two."""
    theirs = side(orcs(1), someone("Wolf", morale=7), someone("Rat", morale=7))
    scene = scripted(versus(ANNA, theirs), until="round 1")
    begin(scene.fight, scene["Rat"], CONSTRAINED, ALWAYS)
    scene.play(OURS_FIRST + KILL + "2d6=1,1 2d6=1,1 d20=2", until="round 2")
    scene["Wolf"].morale_due = scene["Rat"].morale_due = FIRST
    scene["Rat"].able = True
    scene.play(OURS_FIRST + "d20=2 2d6=4,4", until="Wolf: strike")
    assert scene.one("check", "classic.morale.steadfast").who == "Wolf"
    assert scene.one("surrendered").other == "Rat"


@pytest.mark.clause("classic.morale.triggers")
def test_who_sleeps_before_the_fight_is_lost_only_when_killed() -> None:
    """Two of four sleep: the first death is one loss of four, the death of a sleeper the second and half."""
    theirs = side(orcs(2), someone("Wolf", hp=1, count=2, morale=7, conditions=["asleep"]))
    scene = scripted(versus(ANNA, theirs), until="round 1")
    round_of(scene, "2d6=1,1 ", living=1)
    assert [(e.value, e.was) for e in scene.events("due", "classic.morale.triggers")] == [(FIRST, 1)]
    scene.play(OURS_FIRST + "d6=6 2d6=1,1 d20=2", ["Anna: strike Wolf 1"], until="round 3")
    assert [(e.value, e.was) for e in scene.events("due", "classic.morale.triggers")] == [(FIRST, 1), (HALF, 2)]
