"""Morale of the classic book, clause by clause: when it is checked, by whom, and what breaks. The tables are in test_tables.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.encounter import CONTACT, Encounter, Member, Party

KILL = "d20=20 d6=6 "  # Anna's blow; the orcs have 1 hp
ANNA = someone("Anna", hp=99)


def orcs(count: int = 3, **keys: Any) -> dict[str, Any]:
    return someone("Orc", **{"count": count, "hp": 1, "morale": 7, **keys})


def after_a_death(
    checks: str, *theirs: dict[str, Any], answers: tuple[str, ...] = (), options: dict[str, str] | None = None, **keys: Any
) -> Scene:
    """Anna kills the first of them; their morale step follows with these dice."""
    fight = versus(ANNA, side(*theirs or [orcs()], **keys))
    return scripted(fight, OURS_FIRST + KILL + checks, answers, until="movement", options=options)


def broken(scene: Scene) -> list[str]:
    return [e.other for e in scene.events("surrendered")]


# --- classic.morale.check


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize(("dice", "total"), [("1,6", 7), ("1,1", 2)])
def test_two_dice_up_to_the_rating_hold(dice: str, total: int) -> None:
    scene = scripted(versus(ANNA, orcs()), OURS_FIRST + KILL + f"2d6={dice}", until="Orc 2: strike")
    check = scene.one("check", "classic.morale.check")
    assert (check.value, check.was, check.dice) == (total, 7, ((6, int(dice[0])), (6, int(dice[2]))))
    assert scene.why_not("Orc 2: strike Anna") is None


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize(("dice", "total"), [("2,6", 8), ("6,6", 12)])
def test_over_the_rating_they_surrender_where_there_is_no_way_out(dice: str, total: int) -> None:
    scene = scripted(versus(ANNA, orcs()), OURS_FIRST + KILL + f"2d6={dice}", until="over")
    assert scene.one("check", "classic.morale.check").value == total
    assert [e.clause for e in scene.events("surrendered")] == ["classic.morale.check"] * 2
    assert broken(scene) == ["Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.check")
def test_where_there_is_a_way_out_they_flee() -> None:
    scene = scripted(versus(ANNA, side(orcs(), way_out=True)), OURS_FIRST + KILL + "2d6=2,6", until="over")
    fleeing = scene.events("condition-on", "classic.morale.check")
    assert [e.other for e in fleeing] == ["Orc 2", "Orc 3"]
    moves = scene.events("move", "classic.move.retreat")
    assert [(e.who, e.value) for e in moves] == [("Orc 2", 400), ("Orc 3", 400)]  # 120 / 3 feet, in tenths
    assert [e.who for e in scene.events("fled")] == ["Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.check")
def test_flight_is_a_retreat_each_round_that_nobody_declares() -> None:
    """From Anna the orc runs up to Carl, and from him back again."""
    ours = side(someone("Anna", hp=99, position=[0, 0]), someone("Carl", position=[50, 0]))
    theirs = someone("Grub", hp=1, position=[5, 0]), someone("Orc", ac=6, shield=1, morale=7, position=[5, 0])
    log = someone("Log", position=[5, 5], conditions=["blind"])
    stay = ["Carl: pass move", "Anna: pass move", "Log: pass move", "Anna: pass strike"] + ["Log: pass move"]
    scene = scripted(
        versus(ours, side(*theirs, log, way_out=True)),
        OURS_FIRST + KILL + "2d6=4,4 " + OURS_FIRST + "d20=9",
        ["Carl: pass move", "Anna: strike Grub", *stay],
        until="round 3",
    )
    assert [(e.round, e.value) for e in scene.events("move", "classic.move.retreat")] == [(1, 400), (2, 400)]
    struck = scene.one("miss", who="Carl")
    assert (struck.was, struck.because) == (7, {"in retreat": 2, "no shield in retreat": 1})
    assert not scene.events("declared")


@pytest.mark.clause("classic.morale.check")
def test_it_is_rolled_in_the_next_morale_step_of_the_side() -> None:
    """Theirs act first: the death comes after their turn, the check in the next round."""
    orc_misses = "d20=2 d20=2 d20=2 "
    scene = scripted(versus(ANNA, orcs()), THEIRS_FIRST + orc_misses + KILL, until="round 2")
    assert scene.one("due", "classic.morale.triggers").round == 1
    assert not scene.events("check")
    scene.play(OURS_FIRST, ["Anna: pass strike"], until="morale")
    scene.play("2d6=3,3", until="movement")
    assert scene.one("check", "classic.morale.check").round == 2


@pytest.mark.clause("classic.morale.check")
def test_one_roll_for_each_group_of_one_rating() -> None:
    theirs = orcs(4, name="Orc"), someone("Wolf", morale=9), someone("Rat", morale=7)
    scene = after_a_death("2d6=4,4 2d6=4,4", *theirs)
    assert [(e.who, e.value, e.was) for e in scene.events("check")] == [("Orc 2", 8, 7), ("Wolf", 8, 9)]
    assert broken(scene) == ["Orc 2", "Orc 3", "Orc 4", "Rat"]


@pytest.mark.clause("classic.morale.check")
def test_what_else_is_on_them_makes_no_other_group() -> None:
    theirs = orcs(1), someone("Wolf", morale=7, conditions=["protected"]), someone("Rat", morale=7)
    scene = after_a_death("2d6=4,4", *theirs)
    assert broken(scene) == ["Wolf", "Rat"]


@pytest.mark.clause("classic.morale.check")
def test_the_helpless_do_not_check() -> None:
    theirs = orcs(1), someone("Wolf", morale=7), someone("Rat", morale=7, conditions=["constrained"]), orcs(2, name="Bat")
    scene = after_a_death("2d6=4,4", *theirs)
    assert broken(scene) == ["Wolf", "Bat 1", "Bat 2"]


@pytest.mark.clause("classic.morale.check")
def test_player_characters_never_check() -> None:
    theirs = someone("Carl", hp=1), someone("Dora", cls="fighter", morale=2), someone("Emma", morale=7)
    scene = scripted(versus(ANNA, side(*theirs, players=True)), OURS_FIRST + KILL, until="Dora: strike")
    assert not scene.events("check")
    assert scene.one("due").other == "Carl"
    scene = after_a_death("2d6=6,6", *theirs)  # led by nobody they are people like others
    assert broken(scene) == ["Dora", "Emma"]


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize("hired", [{"monster": "normal human"}, {"mercenary": "militia"}])
def test_who_serves_player_characters_does_check(hired: dict[str, str]) -> None:
    theirs = someone("Carl", hp=1), someone("Dora"), {"Page": {"hp": 4, **hired}}
    scene = after_a_death("2d6=6,1", *theirs, players=True)
    assert broken(scene) == ["Page"]
    assert scene.one("check").was == 6


@pytest.mark.clause("classic.morale.check", "classic.round.declare")
def test_a_spell_that_was_declared_is_dropped_in_flight() -> None:
    theirs = orcs(1), someone("Mage", cls="magic-user", spells=["magic missile"], morale=7, gear=["dagger"])
    scene = scripted(
        versus(ANNA, side(*theirs, someone("Bat"), someone("Cat"), way_out=True)),
        OURS_FIRST + KILL + "2d6=4,4",
        ["Mage: cast magic missile"],
        until="Bat: strike",
    )
    assert scene.one("lost", "classic.round.declare").who == "Mage"
    assert not scene.events("declared", "classic.spell.memory")
    assert scene.one("fled").who == "Mage"


@pytest.mark.clause("classic.move.retreat")
def test_nobody_declares_a_spell_in_flight() -> None:
    mage = someone("Mage", cls="magic-user", spells=["magic missile"], conditions=["fleeing"])
    scene = scripted(versus(mage, ANNA, distance=60), until="declare")
    assert scene.why_not("Mage: cast magic missile") == ("classic.move.retreat", "{who} is in retreat and can't attack")


# --- classic.morale.triggers


@pytest.mark.clause("classic.morale.triggers")
def test_at_the_first_death_and_at_no_other() -> None:
    """5 orcs: of 2 dead the second is no trigger; the third is half of them, fractions going up."""
    scene = scripted(versus(ANNA, orcs(5, thac0=20)), OURS_FIRST + KILL, until="Orc 2: strike", options={"morale.triggers": "first"})
    assert scene.one("due").value == 1
    for living in (4, 3, 2):
        checks = "2d6=1,1 " if living == 4 else ""
        scene.play(checks + "d20=2 " * living + OURS_FIRST + KILL, until="turn")
    assert len(scene.events("due")) == len(scene.events("check")) == 1
    assert scene.side("theirs").dead == 4


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize(("count", "half"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_when_half_of_it_is_out_of_action(count: int, half: int) -> None:
    scene = scripted(versus(ANNA, orcs(count, morale=12)), options={"morale.triggers": "half"}, until="initiative")
    dead = 0
    while not scene.events("due"):
        scene.play(OURS_FIRST + KILL, until="turn")
        dead += 1
        if not scene.events("due"):
            scene.play("d20=2 " * (count - dead), until="initiative")
    due = scene.one("due", "classic.morale.triggers")
    assert (dead, due.value, due.was) == (half, 2, half)


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize(("option", "due"), [("first,half", [2, 1]), ("first", [1]), ("half", [2]), ("none", [])])
def test_which_of_them_count_is_an_option(option: str, due: list[int]) -> None:
    scene = scripted(versus(ANNA, orcs(2)), OURS_FIRST + KILL + "2d6=1,1 " * len(due), until="Orc 2: strike", options={"morale.triggers": option})
    assert [e.value for e in scene.events("due")] == due
    assert len(scene.events("check")) == len(due)


@pytest.mark.clause("classic.morale.triggers")
def test_each_is_a_check_of_its_own_even_when_both_come_together() -> None:
    scene = scripted(versus(ANNA, orcs(2)), OURS_FIRST + KILL + "2d6=1,1 2d6=6,6", until="over")
    assert [e.value for e in scene.events("check", "classic.morale.check")] == [2, 12]
    assert broken(scene) == ["Orc 2"]


@pytest.mark.clause("classic.morale.triggers")
@pytest.mark.parametrize(
    ("condition", "out"),
    [("asleep", True), ("paralysed", True), ("held", True), ("bound", True), ("unconscious", True), ("constrained", True)]
    + [("charmed", True), ("sick", True), ("petrified", True), ("surrendered", True)]
    + [("fled", False), ("fleeing", False), ("blind", False), ("prone", False), ("unaware", False), ("silenced", False)],
)
def test_out_of_action_is_dead_or_helpless_and_not_fled(condition: str, out: bool) -> None:
    theirs = orcs(1), someone("Wolf", conditions=[condition]), orcs(2, name="Bat")
    options = {"morale.triggers": "half"}
    if out:
        assert after_a_death("2d6=6,6 ", *theirs, options=options).one("due").was == 2
    else:
        scene = scripted(versus(ANNA, side(*theirs)), OURS_FIRST + KILL, until="turn", options=options)
        assert not scene.events("due")


@pytest.mark.clause("classic.morale.triggers")
def test_the_subdued_are_out_of_action_and_not_dead() -> None:
    anna = someone("Anna", hp=99, gear=["club"])
    fight = versus(anna, orcs(2))
    dice = OURS_FIRST + "d20=20 d6=6 2d6=1,1"
    scene = scripted(fight, dice, ["Anna: strike Orc 1 to subdue"], until="Orc 2: strike")
    assert (scene.one("due").value, scene.one("due").was) == (2, 1)


@pytest.mark.clause("classic.morale.triggers")
def test_the_fled_have_fought_on_the_side_all_the_same() -> None:
    """2 of 6 dead and 3 fled: it takes a third to make half of 6."""
    theirs = orcs(3), someone("Runner", conditions=["fled"], count=3)
    scene = scripted(versus(ANNA, side(*theirs)), options={"morale.triggers": "half"}, until="initiative")
    scene.play(OURS_FIRST + KILL + "d20=2 d20=2 " + OURS_FIRST + KILL + "d20=2 ", until="round 3")
    assert scene.side("theirs").dead == 2
    assert not scene.events("due")


# --- classic.morale.steadfast


@pytest.mark.clause("classic.morale.steadfast")
def test_two_passed_checks_and_it_fights_to_the_death() -> None:
    """Both at once for the orc; the referee then calls for a third, and none is rolled."""
    scene = scripted(versus(ANNA, orcs(2)), OURS_FIRST + KILL + "2d6=1,1 2d6=1,1", until="Orc 2: strike")
    scene["Orc 2"].due = 1
    scene.play("d20=2 " + OURS_FIRST + "d20=2", until="Orc 2: strike")
    scene["Orc 2"].due = 1
    assert scene["Orc 2"].passed == 2


@pytest.mark.clause("classic.morale.steadfast")
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_how_many_is_an_option(needed: int) -> None:
    options = {"morale.steadfast": str(needed)}
    scene = scripted(versus(ANNA, orcs(2)), OURS_FIRST + KILL + "2d6=1,1 " * min(needed, 2), until="Orc 2: strike", options=options)
    assert len(scene.events("check", "classic.morale.check")) == min(needed, 2)
    assert scene


# --- classic.morale.bounds


@pytest.mark.clause("classic.morale.bounds")
def test_twelve_never_checks() -> None:
    scene = scripted(versus(ANNA, orcs(morale=12)), OURS_FIRST + KILL, until="Orc 2: strike")
    assert scene.one("check", "classic.morale.bounds").was == 12


@pytest.mark.clause("classic.morale.bounds")
@pytest.mark.parametrize("way_out", [False, True])
def test_two_never_fights(way_out: bool) -> None:
    scene = scripted(versus(ANNA, side(orcs(morale=2), way_out=way_out)), THEIRS_FIRST, until="over")
    assert scene.one("check", "classic.morale.bounds").was == 2
    assert len(scene.events("fled" if way_out else "surrendered")) == 3


@pytest.mark.clause("classic.morale.bounds", "classic.morale.check")
@pytest.mark.parametrize(("rating", "held", "fails"), [(3, "1,2", "2,2"), (11, "5,6", "6,6")])
def test_all_between_check(rating: int, held: str, fails: str) -> None:
    theirs = orcs(morale=rating), someone("Log", morale=12)
    scene = scripted(versus(ANNA, side(*theirs)), OURS_FIRST + KILL + f"2d6={held}", until="Orc 2: strike")
    assert scene.one("check", "classic.morale.check").was == rating
    assert [e.was for e in scene.events("check", "classic.morale.bounds")] == [12]
    scene = after_a_death(f"2d6={fails}", *theirs)
    assert broken(scene) == ["Orc 2", "Orc 3"]


# --- the rating in brackets (the monster table)


@pytest.mark.clause("classic.morale.check")
def test_the_rating_in_brackets_holds_while_the_leader_stands() -> None:
    """Orcs have morale 6, and 8 while their leader is with them; it breaks with them, and takes nobody out of the group."""
    orc, chief = {"Orc": {"monster": "orc", "hp": 1, "count": 3}}, {"Chief": {"monster": "orc", "hp": 9, "leader": True}}
    gnoll = {"Gnoll": {"monster": "gnoll", "hp": 9}}  # 8 of its own
    scene = after_a_death("2d6=6,2", orc, chief, someone("Log"))
    assert scene.one("check", "classic.morale.check").was == 8
    assert not broken(scene)
    scene = after_a_death("2d6=6,3", orc, chief, gnoll, someone("Log"))
    assert broken(scene) == ["Orc 2", "Orc 3", "Chief", "Gnoll"]
    first = {"Chief": {"monster": "orc", "hp": 1, "leader": True}}
    scene = after_a_death("2d6=6,1", first, orc, someone("Log"))
    assert scene.one("check", "classic.morale.check").was == 6
    assert broken(scene) == ["Orc 1", "Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.bounds")
def test_both_ratings_can_be_given_inline() -> None:
    scene = after_a_death("2d6=5,4", orcs(morale=5, led=9), someone("Chief", leader=True))
    assert scene.one("check", "classic.morale.check").was == 9


# --- classic.morale.situation


@pytest.mark.clause("classic.morale.situation")
@pytest.mark.parametrize(("modifier", "holds"), [(-2, 5), (-1, 6), (1, 8), (2, 9)])
def test_the_referee_changes_the_rating_and_a_plus_is_braver(modifier: int, holds: int) -> None:
    answers = (f"referee: modify {modifier:+d}",)
    scene = after_a_death(f"2d6={holds - 3},3", answers=answers)
    check = scene.one("check", "classic.morale.check")
    assert (check.was, check.because) == (holds, {"the situation, as the referee sees it": modifier})
    assert not broken(scene)
    assert len(broken(after_a_death(f"2d6={holds - 3},4", answers=answers))) == 2


@pytest.mark.clause("classic.morale.situation")
def test_from_minus_two_to_plus_two() -> None:
    scene = scripted(versus(ANNA, orcs()), OURS_FIRST + KILL, until="referee: situation")
    for modifier in (-2, 0, 2):
        assert scene.why_not(f"referee: modify {modifier:+d}") is None
    for modifier in (-3, 3):
        refused = scene.why_not(f"referee: modify {modifier:+d}")
        assert refused == ("classic.morale.situation", "the referee's modifier runs from −2 to +2")


@pytest.mark.clause("classic.morale.situation")
def test_automatic_play_changes_nothing_and_says_so() -> None:
    check = after_a_death("2d6=3,4").one("check", "classic.morale.check")
    assert check.because == {"the situation, as the referee sees it": 0}


@pytest.mark.clause("classic.morale.bounds")
def test_nobody_is_asked_about_two_and_twelve() -> None:
    scene = after_a_death("", orcs(1), someone("Log", count=3, morale=12), someone("Coward", morale=2))
    assert not scene.events("check", "classic.morale.check")
    assert {e.was for e in scene.events("check", "classic.morale.bounds")} == {2, 12}


# --- classic.morale.mercenary


@pytest.mark.parametrize(
    ("hired", "rating"),
    [
        ({"mercenary": "militia"}, 6),
        ({"mercenary": "barbarian"}, 7),
        ({"mercenary": "trained"}, 8),
        ({"mercenary": "trained", "mount": "war horse"}, 9),
        ({"mercenary": "trained", "elite": True}, 9),
        ({"mercenary": "militia", "fanatic": True}, 8),
        ({"mercenary": "trained", "mount": "war horse", "elite": True}, 10),
        ({"mercenary": "trained", "elite": True, "fanatic": True}, 11),
    ],
)
@pytest.mark.clause("classic.morale.mercenary")
def test_mercenaries_check_as_their_kind(hired: dict[str, Any], rating: int) -> None:
    theirs = {"Man": {"hp": 1, "count": 3, **hired}}
    fight = versus(ANNA, side(theirs, players=True))
    scene = scripted(fight, OURS_FIRST + KILL + "2d6=1,1", until="movement", tables=True)
    assert scene.one("check", "classic.morale.check").was == rating


@pytest.mark.clause("classic.morale.mercenary", "classic.morale.bounds")
def test_the_best_of_them_never_check() -> None:
    theirs = {"Man": {"hp": 1, "count": 3, "mercenary": "trained", "mount": "war horse", "elite": True, "fanatic": True}}
    scene = scripted(versus(ANNA, theirs), OURS_FIRST + KILL, until="Man 2: strike", tables=True)
    assert scene.one("check", "classic.morale.bounds").was == 12


# --- classic.morale.retainer


def retainers(*loyalties: int) -> list[dict[str, Any]]:
    return [someone(f"Page {loyalty}", cls="fighter", retainer=loyalty) for loyalty in loyalties]


@pytest.mark.clause("classic.morale.retainer")
def test_retainers_check_loyalty_each_alone() -> None:
    lord = someone("Lord", cls="fighter", hp=1)
    scene = after_a_death("2d6=4,4 2d6=4,4 2d6=3,4", lord, *retainers(7, 8, 8), players=True, way_out=True)
    checks = scene.events("check", "classic.morale.retainer")
    assert [(e.who, e.value, e.was) for e in checks] == [("Page 7", 8, 7), ("Page 8 1", 8, 8), ("Page 8 2", 7, 8)]
    assert scene.one("condition-on", "classic.morale.retainer").other == "Page 7"


@pytest.mark.clause("classic.morale.retainer")
def test_at_the_same_moments() -> None:
    """One of two down: the first death, and half of them."""
    lord = someone("Lord", cls="fighter", hp=1)
    scene = after_a_death("2d6=1,1 2d6=6,6", lord, *retainers(9), players=True)
    assert [e.value for e in scene.events("check", "classic.morale.retainer")] == [2, 12]
    assert broken(scene) == ["Page 9"]


@pytest.mark.clause("classic.morale.retainer")
def test_no_rating_no_referee_and_no_steadfastness_in_it() -> None:
    lord = someone("Lord", cls="fighter", hp=1)
    theirs = [lord, someone("Page", retainer=7, morale=2, conditions=["blessed"]), someone("Log", count=2)]
    scene = after_a_death("2d6=4,4", *theirs, options={"morale.steadfast": "1"}, way_out=True)
    check = scene.one("check", "classic.morale.retainer")
    assert (check.value, check.was, check.because) == (8, 7, {})
    assert scene["Page"].on


@pytest.mark.clause("classic.morale.retainer")
def test_loyalty_follows_from_the_charisma_of_who_hired_it() -> None:
    lord = Member(name="Lord", cls="fighter", abilities={"CHA": 16}, hp=1)
    page = Member(name="Page", kind="normal human", retainer=1, hp=4)
    party = Party("ours", (lord, page, page), players=True, surprised=False)
    foes = Party("theirs", (Member(name="Orc", kind="orc", hp=99),), tactic="first", surprised=False)
    scene = Scene(Encounter("t", "t", (party, foes), CONTACT), tables=True)
    scene.play(THEIRS_FIRST + KILL + "2d6=4,5 2d6=5,5", until="movement")
    assert [(e.value, e.was) for e in scene.events("check", "classic.morale.retainer")] == [(9, 9), (10, 9)]
