"""Morale: when it is checked, by whom, and what breaks."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, Scene, adventurer, scripted, side, someone, versus

from affray.engine.encounter import Encounter, Member, Party
from affray.engine.state import ALWAYS
from affray.engine.verbs import REFEREE, Answer, Question
from affray.engine.vocabulary import ASLEEP, FLED, FLEEING, PETRIFIED
from affray.rules import get
from affray.rules.shared.damage import begin


def orcs(many: int, dice: str, *answers: str, way_out: bool = False, until: str = "", **keys: object) -> Scene:
    """Anna fells the first of them with 6 points."""
    band = side(someone("Orc", count=many, hp=6, **keys), way_out=way_out)
    return scripted(versus(someone("Anna", hp=90), band), OURS_FIRST + "d20=15 d6=6 " + dice, answers, until)


@pytest.mark.clause("fourfold.morale.check")
@pytest.mark.parametrize(("dice", "breaks"), [("2d6=4,4", False), ("2d6=4,5", True)])
def test_2d6_over_the_rating_at_once(dice: str, breaks: bool) -> None:
    scene = orcs(4, dice, morale=8)
    assert scene.one("check", "fourfold.morale.check").was == 8
    assert len(scene.events("surrendered", "fourfold.morale.check")) == (3 if breaks else 0)


@pytest.mark.clause("fourfold.morale.check")
def test_they_flee_if_there_is_a_way_out_with_both_actions() -> None:
    scene = orcs(4, "2d6=6,6", way_out=True, morale=8, until=lambda f: f.who[2].conditions >> FLEEING & 1 != 0)  # type: ignore[arg-type]
    assert len(scene.events("condition-on", "fourfold.morale.check")) == 3
    scene.play("d20=2 d20=2 d20=2", until="over")  # Anna's free attacks
    assert [bool(scene[f"Orc {n}"].conditions >> FLED & 1) for n in (2, 3, 4)] == [True, True, True]
    assert scene.events("fled", "fourfold.morale.check")[0].other == "Orc 2"


@pytest.mark.clause("fourfold.morale.check")
def test_one_roll_for_each_group_of_one_rating() -> None:
    band = side(someone("Orc", hp=6, morale=7), someone("Ork", morale=7), someone("Boss", morale=9))
    scene = scripted(versus(someone("Anna", hp=90), band), OURS_FIRST + "d20=15 d6=6 2d6=4,4 2d6=4,4")
    assert [(e.who, e.was) for e in scene.events("check")] == [("Ork", 7), ("Boss", 9)]
    assert [e.other for e in scene.events("surrendered")] == ["Ork"]


@pytest.mark.clause("fourfold.morale.check")
def test_players_characters_never_check_but_their_hirelings_do() -> None:
    ours = side(
        someone("Bert", hp=6, morale=7),
        adventurer("Cora"),
        adventurer("Dora", retainer=6),
        someone("Spear", monster="militia", hp=9),
        players=True,
    )
    scene = scripted(versus(someone("Anna"), ours), OURS_FIRST + "d20=15 d6=6 2d6=1,1 2d6=1,1")
    assert {e.who: e.was for e in scene.events("check")} == {"Dora": 6, "Spear": 8}


@pytest.mark.clause("fourfold.morale.triggers")
def test_the_first_down_and_half_down_each_once() -> None:
    scene = orcs(4, "2d6=1,1 d20=2 d20=2 d20=2 d20=15 d6=6 2d6=1,1", morale=8)
    told = scene.events("due", "fourfold.morale.triggers")
    assert [(e.value, e.was) for e in told] == [(1, 1), (2, 2)]
    scene.play("d20=2 d20=2 d20=15 d6=6 d20=2")  # the third falls, and nobody checks again
    assert len(scene.events("check", "fourfold.morale.check")) == 2


@pytest.mark.clause("fourfold.morale.triggers")
def test_both_at_once_are_one_check() -> None:
    scene = orcs(2, "2d6=1,1", morale=8)
    assert scene.one("due", "fourfold.morale.triggers").value == 3
    assert scene.one("check", "fourfold.morale.check")


@pytest.mark.clause("fourfold.morale.triggers")
def test_three_of_five_are_half_and_the_helpless_count() -> None:
    band = side(someone("Orc", hp=6, morale=8, count=3), someone("Sleeper", count=2, morale=8))
    scene = scripted(versus(someone("Anna", hp=90), band), until="round 1", options={"morale.triggers": "half"})
    for name in ("Sleeper 1", "Sleeper 2"):
        begin(scene.fight, scene[name], ASLEEP, ALWAYS)
    scene.play(OURS_FIRST + "d20=15 d6=6 2d6=1,1")
    assert (scene.one("due").value, scene.one("due").was) == (2, 3)


@pytest.mark.clause("fourfold.morale.triggers")
def test_who_is_turned_to_stone_is_down() -> None:
    band = side(someone("Orc", count=3, morale=8), someone("Statue", morale=8))
    scene = scripted(versus(someone("Anna", hp=90), band), until="round 1")
    begin(scene.fight, scene["Statue"], PETRIFIED, ALWAYS)
    assert (scene.one("due").value, scene.one("due").was) == (1, 1)


@pytest.mark.clause("fourfold.morale.triggers")
@pytest.mark.parametrize(("set_to", "value"), [("first", 1), ("half", 2), ("none", 0)])
def test_a_table_may_choose_the_triggers(set_to: str, value: int) -> None:
    band = side(someone("Orc", count=2, hp=6, morale=8))
    scene = scripted(
        versus(someone("Anna", hp=90), band),
        OURS_FIRST + "d20=15 d6=6" + (" 2d6=1,1" if value else ""),
        options={"morale.triggers": set_to},
    )
    assert [e.value for e in scene.events("due")] == ([value] if value else [])
    if not value:
        assert orcs(2, "2d6=1,1", morale=8).one("due", "fourfold.morale.triggers")


@pytest.mark.clause("fourfold.morale.triggers")
@pytest.mark.parametrize(("said", "holds"), [("modify +1", True), ("modify -1", False)])
def test_the_referee_adds_up_to_two(said: str, holds: bool) -> None:
    scene = orcs(4, "2d6=4,4" if not holds else "2d6=4,5", f"referee: {said}", morale=8)
    assert (not scene.events("surrendered")) is holds
    refused = scene.why_not("referee: modify 3")
    assert refused
    assert refused.clause == "fourfold.morale.triggers"


@pytest.mark.clause("fourfold.morale.rating")
def test_twelve_never_checks() -> None:
    scene = orcs(4, "d20=2", morale=12)
    assert scene.one("check", "fourfold.morale.rating").was == 12
    assert orcs(4, "2d6=5,6", morale=11).one("check", "fourfold.morale.check").was == 11


@pytest.mark.clause("fourfold.morale.triggers")
def test_the_most_timid_too_wait_for_the_first_who_is_down() -> None:
    scene = orcs(4, "2d6=1,2", morale=2)
    assert scene.one("check", "fourfold.morale.check").was == 2
    assert [e.kind for e in scene.events() if e.kind in ("dead", "due", "check")] == ["dead", "due", "check"]


@pytest.mark.clause("fourfold.morale.rating")
@pytest.mark.parametrize(
    ("keys", "rating"),
    [
        ({"mercenary": "militia"}, 6),
        ({"mercenary": "barbarian"}, 7),
        ({"mercenary": "trained"}, 8),
        ({"mercenary": "trained", "elite": True, "mount": "war horse"}, 10),
        ({"mercenary": "barbarian", "fanatic": True}, 9),
        ({"mercenary": "trained", "elite": True, "fanatic": True, "mount": "war horse"}, 12),
    ],
)
def test_ratings_of_hired_troops(keys: dict[str, object], rating: int) -> None:
    member = Member(kind="militia", **keys)  # type: ignore[arg-type]
    fight, _ = get("fourfold").build(Encounter("", "", (Party("ours", (member,)),), "contact"), {})
    assert fight.who[0].morale == rating


@pytest.mark.clause("fourfold.morale.triggers")
def test_one_of_three_is_not_half() -> None:
    assert orcs(3, "2d6=1,1", morale=8).one("due").value == 1


@pytest.mark.clause("fourfold.morale.triggers")
def test_the_referees_modifier_runs_from_minus_two_to_plus_two() -> None:
    scene = orcs(4, "", morale=8, until="referee: situation")
    q = Question(scene.book.asks.index("situation"), REFEREE, 2, 1)
    assert [a.option for a in scene.book.legal_answers(scene.fight, q)[1:]] == [-2, -1, 0, 1, 2]
    modify = scene.book.kinds.index("modify")
    assert all(scene.refused(q, Answer(modify, -1, n)) for n in (-3, 3))


@pytest.mark.clause("fourfold.morale.check")
@pytest.mark.parametrize(("pursuit", "gone"), [("", True), ("off", True), ("on", False)])
def test_by_option_those_who_could_follow_count(pursuit: str, gone: bool) -> None:
    """Thirty feet and thirty again take it 70 feet away; whoever goes 90 feet in a move could follow."""
    band = side(someone("Orc", hp=6, position=[5, 0]), someone("Ork", morale=8, position=[10, 0]), way_out=True)
    scene = scripted(
        versus(someone("Anna", hp=90, move=270, position=[0, 0]), band),
        OURS_FIRST + "d20=15 d6=6 2d6=6,6",
        ["Anna: strike Orc", "Anna: pass act"],
        options={"flee.pursuit": pursuit} if pursuit else {},
        until="over" if gone else "round 2",
    )
    assert bool(scene["Ork"].conditions >> FLED & 1) is gone
    assert len(scene.events("move", "fourfold.morale.check")) == (1 if gone else 2)


@pytest.mark.clause("fourfold.morale.triggers")
@pytest.mark.parametrize("frail", [False, True])
def test_a_charmed_one_who_is_slain_is_down_too(frail: bool) -> None:
    orcs = [someone(name, morale=7) for name in ("Ork", "Urk", "Erk")]
    them = side(someone("Orc", hp=1, count=1, frail=frail, conditions=["charmed"]), *orcs)
    scene = scripted(
        versus(someone("Anna"), them),
        OURS_FIRST + "d20=15 d6=6 2d6=3,3",
        ["Anna: strike Orc"],
        until=lambda f: f.who[2].morale_passed == 1,
    )
    assert scene.one("due", "fourfold.morale.triggers").value == 1


@pytest.mark.clause("fourfold.morale.triggers")
def test_who_sleeps_before_the_fight_is_not_down() -> None:
    band = side(someone("Orc", hp=6, morale=8, count=3), someone("Sleeper", count=2, conditions=["asleep"], morale=8))
    scene = scripted(versus(someone("Anna", hp=90), band), OURS_FIRST + "d20=15 d6=6 2d6=1,1")
    assert (scene.one("due").value, scene.one("due").was) == (1, 1)
