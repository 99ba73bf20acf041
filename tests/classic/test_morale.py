"""Morale of the classic book: who checks, against what, and what breaks. When is in test_morale_triggers.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.engine.vocabulary import FLEEING

KILL = "d20=20 d6=6 "  # Anna's blow; the orcs have 1 hp
ANNA = someone("Anna", hp=99)
LOGS = someone("Log", count=9)  # they never check, and are too many for half of the side to fall


def orcs(count: int = 3, name: str = "Orc", **keys: Any) -> dict[str, Any]:
    return someone(name, **{"count": count, "hp": 1, "morale": 7, **keys})


def after_a_death(checks: str, *theirs: dict[str, Any], answers: tuple[str, ...] = (), **keys: Any) -> Scene:
    """Anna kills the first of them; their morale step follows with these dice."""
    fight = versus(ANNA, side(*theirs or [orcs()], LOGS, **keys))
    return scripted(fight, OURS_FIRST + KILL + checks, answers, until="movement")


def given_up(scene: Scene) -> list[str]:
    return [e.other for e in scene.events("surrendered")]


# --- classic.morale.check


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize(("dice", "total"), [("1,6", 7), ("1,1", 2)])
def test_two_dice_up_to_the_rating_hold(dice: str, total: int) -> None:
    scene = scripted(versus(ANNA, orcs()), OURS_FIRST + KILL + f"2d6={dice}", until="Orc 2: strike")
    check = scene.one("check", "classic.morale.check")
    assert (check.value, check.was, len(check.dice)) == (total, 7, 2)
    assert scene.why_not("Orc 2: strike Anna") is None


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize(("dice", "total"), [("2,6", 8), ("6,6", 12)])
def test_over_the_rating_they_surrender_where_there_is_no_way_out(dice: str, total: int) -> None:
    scene = scripted(versus(ANNA, orcs()), OURS_FIRST + KILL + f"2d6={dice}", until="over")
    assert scene.one("check", "classic.morale.check").value == total
    assert {e.clause for e in scene.events("surrendered")} == {"classic.morale.check"}
    assert given_up(scene) == ["Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.check")
def test_where_there_is_a_way_out_they_flee() -> None:
    scene = scripted(versus(ANNA, side(orcs(), way_out=True)), OURS_FIRST + KILL + "2d6=2,6", until="over")
    assert [e.other for e in scene.events("condition-on", "classic.morale.check")] == ["Orc 2", "Orc 3"]
    moves = scene.events("move", "classic.move.retreat")
    assert [(e.who, e.value) for e in moves] == [("Orc 2", 400), ("Orc 3", 400)]  # 120 / 3 feet, in tenths
    assert [e.who for e in scene.events("fled")] == ["Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize(("failed", "yield_"), [("surrender", ["Orc", "Far"]), ("in-melee", ["Orc"]), ("flee", [])])
def test_those_who_break_may_surrender_by_option(failed: str, yield_: list[str]) -> None:
    people = (("Grub", 5, 1), ("Orc", 5, 8), ("Far", 40, 8))
    theirs = side(*(someone(name, hp=hp, morale=7, position=[x, 0]) for name, x, hp in people), way_out=True)
    said = ["Anna: strike Grub", "Anna: pass move", "Orc: pass move"]
    anna = someone("Anna", hp=99, position=[0, 0])
    fight = versus(anna, theirs, options={"morale.failed": failed})
    scene = scripted(fight, OURS_FIRST + KILL + "2d6=4,4", said[:1])
    assert given_up(scene) == yield_
    fled = [e.other for e in scene.events("condition-on", "classic.morale.check")]
    assert fled == [name for name in ("Orc", "Far") if name not in yield_]


@pytest.mark.clause("classic.morale.check")
def test_flight_is_a_retreat_each_round_that_nobody_declares() -> None:
    """From Anna the orc runs up to Carl, and from him back again."""
    ours = side(someone("Anna", hp=99, position=[0, 0]), someone("Carl", position=[50, 0]))
    theirs = someone("Grub", hp=1, position=[5, 0]), someone("Orc", ac=6, shield=1, morale=7, position=[5, 0])
    log = someone("Log", position=[5, 5], conditions=["blind"])
    first = ["Anna: strike Grub", "Carl: pass move", "Log: pass move"]
    second = ["Anna: pass move", "Anna: pass strike", "Log: pass move"]
    scene = scripted(
        versus(ours, side(*theirs, log, way_out=True)),
        OURS_FIRST + KILL + "2d6=4,4 " + OURS_FIRST + "d20=9",
        first + second,
        until="round 3",
    )
    assert [(e.round, e.value) for e in scene.events("move", "classic.move.retreat")] == [(1, 400), (2, 400)]
    struck = scene.one("miss", who="Carl")
    assert (struck.was, struck.because) == (7, {"in retreat": 2, "no shield in retreat": 1})
    assert not scene.events("declared")


@pytest.mark.clause("classic.morale.check")
def test_it_is_rolled_in_the_next_morale_step_of_the_side() -> None:
    """Theirs act first: the death comes after their turn, so the check comes in the next round."""
    scene = scripted(versus(ANNA, orcs()), THEIRS_FIRST + "d20=2 d20=2 d20=2 " + KILL, until="round 2")
    assert scene.one("due", "classic.morale.triggers").round == 1
    assert not scene.events("check")
    scene.play(OURS_FIRST + "d20=2 2d6=3,3", until="Orc 2: strike")
    assert scene.one("check", "classic.morale.check").round == 2


@pytest.mark.clause("classic.morale.check")
def test_one_roll_for_each_group_of_one_rating() -> None:
    scene = after_a_death("2d6=4,4 2d6=4,4", orcs(4), someone("Wolf", morale=9), someone("Rat", morale=7))
    checks = scene.events("check", "classic.morale.check")
    assert [(e.who, e.value, e.was) for e in checks] == [("Orc 2", 8, 7), ("Wolf", 8, 9)]
    assert given_up(scene) == ["Orc 2", "Orc 3", "Orc 4", "Rat"]


@pytest.mark.clause("classic.morale.check")
def test_what_else_is_on_them_makes_no_other_group() -> None:
    theirs = orcs(1), someone("Wolf", morale=7, conditions=["protected"]), someone("Rat", morale=7)
    assert given_up(after_a_death("2d6=4,4", *theirs)) == ["Wolf", "Rat"]


@pytest.mark.clause("classic.morale.check", "classic.spell.bless")
def test_the_blessed_are_a_group_of_their_own() -> None:
    """+1 on 7: a total of 8 holds."""
    theirs = orcs(1), someone("Wolf", morale=7, conditions=["blessed"]), someone("Rat", morale=7)
    scene = after_a_death("2d6=4,4 2d6=4,4", *theirs)
    assert [(e.who, e.was) for e in scene.events("check", "classic.morale.check")] == [("Wolf", 8), ("Rat", 7)]
    assert given_up(scene) == ["Rat"]


@pytest.mark.clause("classic.morale.check")
def test_the_helpless_do_not_check() -> None:
    theirs = orcs(1), someone("Wolf", morale=7), someone("Rat", morale=7, conditions=["constrained"])
    assert given_up(after_a_death("2d6=4,4", *theirs)) == ["Wolf"]


@pytest.mark.clause("classic.morale.check", "classic.morale.triggers")
def test_player_characters_never_check() -> None:
    theirs = someone("Carl", cls="fighter", hp=1), someone("Dora", cls="fighter", morale=7), someone("Emma", morale=2)
    fight = versus(ANNA, side(*theirs, players=True))
    scene = scripted(fight, OURS_FIRST + KILL, until="Dora: strike")
    assert scene.one("due", "classic.morale.triggers").who == "Carl"
    assert not scene.events("check")
    scene = after_a_death("2d6=4,4", *theirs)  # on a side without players they do
    assert [e.was for e in scene.events("check", "classic.morale.check")] == [7]
    assert given_up(scene) == ["Dora", "Emma"]


@pytest.mark.clause("classic.morale.check")
@pytest.mark.parametrize("page", [someone("Page", monster="normal human"), someone("Page", mercenary="militia")])
def test_who_serves_player_characters_does_check(page: dict[str, Any]) -> None:
    page["Page"].pop("morale", None)
    scene = after_a_death("2d6=6,1", someone("Carl", hp=1), page, players=True)
    assert scene.one("check", "classic.morale.check").was == 6
    assert given_up(scene) == ["Page"]


@pytest.mark.clause("classic.morale.check", "classic.round.declare")
def test_a_spell_that_was_declared_is_dropped_in_flight() -> None:
    mage = someone("Mage", cls="magic-user", spells=["magic missile"], morale=7, gear=["dagger"])
    answers = ("Mage: cast magic missile",)
    scene = after_a_death("2d6=4,4", orcs(1), mage, answers=answers, way_out=True)
    assert scene.one("lost", "classic.round.declare").who == "Mage"
    scene.play("d20=2", until="Log 2: strike")
    assert scene.one("fled").who == "Mage"
    assert not scene.events("declared", "classic.spell.memory")


@pytest.mark.clause("classic.move.retreat")
def test_nobody_declares_a_spell_in_flight() -> None:
    mage = someone("Mage", cls="magic-user", spells=["magic missile"])
    scene = scripted(versus(mage, ANNA, distance=60), until="Mage: declare")
    assert scene.why_not("Mage: cast magic missile") is None
    scene["Mage"].conditions |= 1 << FLEEING
    assert scene.why_not("Mage: cast magic missile") == ("classic.move.retreat", "{who} is in retreat and can't attack")


# --- the rating in brackets, of the monster table


def tribe(count: int = 3) -> dict[str, Any]:
    """Orcs have morale 6, and 8 while their leader is with them."""
    return someone("Orc", monster="orc", hp=1, count=count)


@pytest.mark.clause("classic.morale.check")
def test_the_rating_in_brackets_holds_while_the_leader_stands() -> None:
    scene = after_a_death("2d6=6,2", tribe(), someone("Chief", monster="orc", leader=True))
    assert scene.one("check", "classic.morale.check").was == 8
    assert not given_up(scene)
    scene = after_a_death("2d6=6,1", someone("Chief", monster="orc", leader=True, hp=1), tribe())
    assert scene.one("check", "classic.morale.check").was == 6
    assert given_up(scene) == ["Orc 1", "Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.check")
def test_a_leader_that_breaks_takes_nobody_out_of_the_group() -> None:
    """A gnoll has 8 of its own, so all of them have checked on 8."""
    chief = someone("Chief", monster="orc", leader=True)
    scene = after_a_death("2d6=6,3", tribe(1), chief, someone("Grub", monster="orc"), someone("Gnoll", monster="gnoll"))
    assert given_up(scene) == ["Chief", "Grub", "Gnoll"]


@pytest.mark.clause("classic.morale.bounds")
def test_both_ratings_can_be_given_inline() -> None:
    scene = after_a_death("2d6=5,4", orcs(morale=5, led=9), someone("Chief", leader=True))
    assert scene.one("check", "classic.morale.check").was == 9
    assert scene.events("check", "classic.morale.bounds")


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


@pytest.mark.clause("classic.morale.bounds")
@pytest.mark.parametrize(("rating", "holds", "fails"), [(3, "1,2", "2,2"), (11, "5,6", "6,6")])
def test_all_between_check_and_fight(rating: int, holds: str, fails: str) -> None:
    theirs = side(orcs(morale=rating), LOGS)
    scene = scripted(versus(ANNA, theirs), OURS_FIRST + KILL + f"2d6={holds}", until="Orc 2: strike")
    assert scene.one("check", "classic.morale.check").was == rating
    assert scene.one("check", "classic.morale.bounds").was == 12  # the logs
    assert given_up(after_a_death(f"2d6={fails}", orcs(morale=rating))) == ["Orc 2", "Orc 3"]


@pytest.mark.clause("classic.morale.bounds")
def test_nobody_is_asked_about_the_situation_of_two_and_twelve() -> None:
    scene = after_a_death("", orcs(1), someone("Coward", morale=2))
    assert not scene.events("check", "classic.morale.check")
    assert {e.was for e in scene.events("check", "classic.morale.bounds")} == {2, 12}


# --- classic.morale.situation


@pytest.mark.clause("classic.morale.situation")
@pytest.mark.parametrize(("modifier", "rating"), [(-2, 5), (-1, 6), (1, 8), (2, 9)])
def test_the_referee_changes_the_rating_and_a_plus_is_braver(modifier: int, rating: int) -> None:
    answers = (f"referee: modify {modifier:+d}",)
    scene = after_a_death(f"2d6={rating - 4},4", answers=answers)
    check = scene.one("check", "classic.morale.check")
    assert (check.was, check.because) == (rating, {"the situation": modifier})
    assert not given_up(scene)
    assert given_up(after_a_death(f"2d6={rating - 4},5", answers=answers)) == ["Orc 2", "Orc 3"]


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
    assert (check.was, check.because) == (7, {"the situation": 0})


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
        ({"mercenary": "barbarian", "mount": "war horse", "elite": True}, 9),
        ({"mercenary": "trained", "elite": True, "fanatic": True}, 11),
    ],
)
@pytest.mark.clause("classic.morale.mercenary")
def test_mercenaries_check_as_what_they_are(hired: dict[str, Any], rating: int) -> None:
    men = someone("Man", monster="normal human", hp=1, count=3, **hired)
    fight = versus(ANNA, side(men, players=True))
    scene = scripted(fight, OURS_FIRST + KILL + "2d6=1,1", until="movement", tables=True)
    assert scene.one("check", "classic.morale.check").was == rating


@pytest.mark.clause("classic.morale.mercenary")
def test_the_best_of_them_never_check() -> None:
    best = {"mercenary": "trained", "mount": "war horse", "elite": True, "fanatic": True}
    men = someone("Man", monster="normal human", hp=1, count=3, **best)
    scene = scripted(versus(ANNA, men), OURS_FIRST + KILL, until="Man 2: strike", tables=True)
    assert scene.one("check", "classic.morale.bounds").was == 8 + 1 + 1 + 2


# --- classic.morale.retainer

LORD = someone("Lord", cls="fighter", hp=1)


@pytest.mark.clause("classic.morale.retainer")
def test_retainers_check_loyalty_each_alone_and_flee() -> None:
    pages = [someone(name, cls="fighter", retainer=loyalty) for name, loyalty in (("Tom", 7), ("Tim", 8), ("Tam", 8))]
    scene = after_a_death("2d6=4,4 2d6=4,4 2d6=5,4", LORD, *pages, players=True, way_out=True)
    checks = scene.events("check", "classic.morale.retainer")
    assert [(e.who, e.value, e.was) for e in checks] == [("Tom", 8, 7), ("Tim", 8, 8), ("Tam", 9, 8)]
    assert [e.other for e in scene.events("condition-on", "classic.morale.retainer")] == ["Tom", "Tam"]


@pytest.mark.clause("classic.morale.retainer")
def test_at_the_same_moments() -> None:
    """One of two is down: the first death, and half of them. There is no way out."""
    fight = versus(ANNA, side(LORD, someone("Page", retainer=9), players=True))
    scene = scripted(fight, OURS_FIRST + KILL + "2d6=1,1 2d6=6,6", until="over")
    assert [e.value for e in scene.events("check", "classic.morale.retainer")] == [2, 12]
    assert scene.one("surrendered", "classic.morale.retainer").other == "Page"


@pytest.mark.clause("classic.morale.retainer")
def test_loyalty_comes_instead_of_morale() -> None:
    """No rating, no blessing and no referee in it."""
    page = someone("Page", retainer=7, morale=2, conditions=["blessed"])
    scene = after_a_death("2d6=4,4", LORD, page)
    check = scene.one("check", "classic.morale.retainer")
    assert (check.value, check.was, check.because) == (8, 7, {})
    assert given_up(scene) == ["Page"]


@pytest.mark.clause("classic.morale.retainer")
def test_loyalty_follows_from_the_charisma_of_who_hired_it() -> None:
    """CHA 16: loyalty 9."""
    lord = Member(name="Lord", cls="fighter", abilities={"CHA": 16}, hp=1)
    page = Member(name="Page", kind="normal human", retainer=1, hp=4)
    party = Party("ours", (lord, page), players=True, surprised=False, way_out=False)
    foes = Party("theirs", (Member(name="Orc", kind="orc", hp=99),), tactic="first", surprised=False)
    scene = Scene(Encounter("t", "t", (party, foes), CONTACT), tables=True)
    scene.play(THEIRS_FIRST + KILL + "2d6=4,5 2d6=5,5", until="over")
    assert [(e.value, e.was) for e in scene.events("check", "classic.morale.retainer")] == [(9, 9), (10, 9)]
