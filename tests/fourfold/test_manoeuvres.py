"""What actions buy beside plain blows: snap attacks, total defence, charges, screens, shoves, holds, and waiting."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, adventurer, apart, refused, scripted, side, someone, versus, why

from affray.engine.verbs import Question
from affray.engine.vocabulary import HELPLESS, PRONE
from affray.rules import commands
from affray.rules.fourfold.referee import release

# --- what the main action buys out of turn


@pytest.mark.clause("fourfold.action.snap")
def test_a_snap_attack_comes_before_the_deed_it_answers_at_minus_four() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", hp=3)), THEIRS_FIRST + "d20=14 d6=5", ["Anna: strike Orc"])
    assert why(scene, "Anna") == {"snap attack": -4}
    assert scene.one("hit", who="Anna").value == 10
    assert not scene.events("hit", who="Orc")
    assert scene["Orc"].conditions & HELPLESS


@pytest.mark.clause("fourfold.action.snap")
def test_it_spends_the_main_action_and_is_for_the_trained_and_the_named() -> None:
    scene = scripted(
        versus(someone("Anna"), someone("Orc", hp=30)),
        THEIRS_FIRST + "d20=2 d20=3",
        ["Anna: strike Orc"],
        until="Anna: act",
    )
    assert refused(scene, "Anna: strike Orc") == "fourfold.action.main"
    orcs = someone("Orc", count=2, hp=30)
    nobody = scripted(versus(orcs, someone("Anna", hp=30)), THEIRS_FIRST, until="Anna: act")
    nobody.fight.actor = 2
    nobody.script.stop = ("Orc 1", "snap")
    assert refused(nobody, "Orc 1: strike Anna") == "fourfold.action.snap"
    trained = scripted(
        versus(someone("Orc", count=2, trained=True), someone("Anna")), THEIRS_FIRST, until="Orc 1: snap"
    )
    assert refused(trained, "Orc 1: strike Anna") == ""


@pytest.mark.clause("fourfold.action.snap")
def test_what_it_costs_is_an_option_and_a_shot_will_do() -> None:
    archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
    scene = scripted(
        versus(archer, someone("Orc", position=[40, 0], hp=30)),
        THEIRS_FIRST + "d20=2",
        ["Anna: shoot Orc"],
        options={"snap.penalty": "1"},
    )
    assert why(scene, "Anna")["snap attack"] == -1


@pytest.mark.clause("fourfold.action.snap")
def test_a_snap_attack_is_aimed_at_whose_deed_it_answers() -> None:
    orcs = side(someone("Orc", hp=30), someone("Ork", hp=30))
    scene = scripted(versus(someone("Anna"), orcs), THEIRS_FIRST, until="Anna: snap")
    assert refused(scene, "Anna: strike Ork") == "fourfold.action.snap"
    assert refused(scene, "Anna: strike Orc") == ""


@pytest.mark.clause("fourfold.action.defence")
def test_total_defence_may_be_called_after_the_roll() -> None:
    scene = scripted(
        versus(someone("Anna"), someone("Orc", hp=30)), THEIRS_FIRST + "d20=11", ["Anna: yes"], until="Anna: act"
    )
    told = scene.one("miss", who="Orc")
    assert (told.value, told.was, told.because) == (11, 12, {"total defence": 2})
    assert refused(scene, "Anna: strike Orc") == "fourfold.action.main"
    assert not scene.play("", ["Anna: pass act"], until="round 2")[
        "Anna"
    ].fourfold.total_defence  # her own turn has come
    assert scripted(versus(someone("Anna"), someone("Orc")), THEIRS_FIRST + "d20=12 d6=1", ["Anna: yes"]).one("hit")


@pytest.mark.clause("fourfold.action.defence")
def test_it_lasts_until_ones_next_turn_and_costs_the_main_action() -> None:
    orcs = [someone(name, hp=30) for name in ("Orc", "Ork")]
    scene = scripted(
        versus(someone("Anna"), side(*orcs)), OURS_FIRST + "d20=11 d20=11", ["Anna: defend"], until="round 2"
    )
    assert [e.was for e in scene.events("miss")] == [12, 12]
    scene.script.stop = ("Anna", "defend")
    assert refused(scene, "Anna: yes") == "fourfold.action.defence"


@pytest.mark.clause("fourfold.action.charge")
def test_a_charge_goes_up_to_twice_the_move_for_plus_two_and_minus_two() -> None:
    scene = apart(65, "Anna: charge Orc", dice="d20=8 d6=1 d20=8 d6=1", until="round 2")
    assert why(scene, "Anna") == {"charge": 2}
    assert scene["Anna"].x == 600
    told = scene.one("hit", who="Orc")
    assert (told.was, told.because) == (8, {"charged this round": -2})


@pytest.mark.clause("fourfold.action.charge")
@pytest.mark.parametrize(("far", "allowed"), [(14, False), (15, True), (65, True), (66, False)])
def test_at_least_ten_feet_and_at_most_sixty(far: int, allowed: bool) -> None:
    assert (refused(apart(far), "Anna: charge Orc") == "") is allowed
    assert refused(apart(14), "Anna: charge Orc") == "fourfold.action.charge"


@pytest.mark.clause("fourfold.action.charge")
def test_a_charge_takes_both_actions() -> None:
    scene = apart(40, "Anna: use notice", dice="2d6=1,1", until=lambda f: f.who[0].fourfold.spent_actions > 0)  # type: ignore[arg-type]
    assert refused(scene, "Anna: charge Orc") == "fourfold.action.charge"
    bent = scripted(
        versus(someone("Anna", position=[0, 0]), someone("Orc", position=[40, 0], hp=30)),
        OURS_FIRST + "d20=2",
        ["Anna: charge Orc"],
        options={"charge.bonus": "5"},
    )
    assert why(bent, "Anna") == {"charge": 5}


@pytest.mark.clause("fourfold.action.charge")
def test_nobody_without_wings_charges_upwards() -> None:
    for height, clause in ((5, ""), (10, "fourfold.action.charge")):
        harpy = someone("Harpy", monster="harpy", hp=9, position=[30, 0, height])
        scene = scripted(versus(someone("Anna", position=[0, 0, 0]), harpy), OURS_FIRST + "d20=20", until="Anna: act")
        assert refused(scene, "Anna: charge Harpy") == clause


# --- screens, shoves, holds


@pytest.mark.clause("fourfold.action.screen")
def test_a_screen_takes_the_blow_unless_the_attacker_gets_past() -> None:
    for dice, struck in (("2d6=6,6 2d6=6,5 ", "Bert"), ("2d6=3,3 2d6=6,5 ", "Anna")):
        ours = side(someone("Anna", hp=30), adventurer("Bert", gear=["mace"]))  # Stab 1
        scene = scripted(
            versus(ours, someone("Orc")),
            OURS_FIRST + dice + "d20=2",
            ["Anna: pass act", "Bert: screen Anna", "Bert: pass act"],
        )
        assert scene.one("miss", who="Orc").other == struck
        told = scene.one("check", "fourfold.action.screen")
        assert (told.who, told.value, told.was) == ("Orc", 11, (12 if struck == "Bert" else 6) + 1)


@pytest.mark.clause("fourfold.action.screen")
def test_as_many_attackers_a_round_as_the_skill_and_one_at_least() -> None:
    ours = side(someone("Anna", hp=30), adventurer("Bert", gear=["mace"]))
    orcs = side(*[someone(name) for name in ("Orc", "Ork")])
    scene = scripted(
        versus(ours, orcs),
        OURS_FIRST + "2d6=6,6 2d6=1,1 d20=2 d20=2",
        ["Anna: pass act", "Bert: screen Anna", "Bert: pass act"],
    )
    assert [e.other for e in scene.events("miss")] == ["Bert", "Anna"]
    thief = scripted(
        versus(side(someone("Anna"), adventurer("Pim", "thief")), someone("Orc")),
        OURS_FIRST,
        ["Anna: pass act"],
        until="Pim: act",
    )
    assert refused(thief, "Pim: screen Anna") == "fourfold.action.screen"
    assert refused(thief, "Pim: screen Orc") == "fourfold.action.screen"


@pytest.mark.clause("fourfold.action.shove")
@pytest.mark.parametrize(("words", "x", "lies"), [("shove Orc", 150, False), ("shove Orc down", 50, True)])
def test_a_shove_pushes_back_or_down(words: str, x: int, lies: bool) -> None:
    scene = apart(5, f"Anna: {words}", dice="d20=15 2d6=3,3 2d6=4,3", until="Orc: act")
    assert (scene["Orc"].x, bool(scene["Orc"].conditions >> PRONE & 1)) == (x, lies)
    assert scene["Orc"].hp == 30
    told = scene.one("check", "fourfold.action.shove")
    assert (told.value, told.was) == (7, 6)


@pytest.mark.clause("fourfold.action.shove")
def test_it_must_hit_and_win() -> None:
    held = apart(5, "Anna: shove Orc", dice="d20=15 2d6=3,3 2d6=3,3", until="Orc: act")  # a tie: who resists
    assert held["Orc"].x == 50
    assert not apart(5, "Anna: shove Orc", dice="d20=2", until="Orc: act").events("check")
    strong = scripted(
        versus(adventurer("Anna", STR=18, exert=1), someone("Orc")),
        OURS_FIRST + "d20=15 2d6=3,3 2d6=3,1",
        ["Anna: shove Orc"],
    )
    assert strong.one("check", "fourfold.action.shove").because == {"attribute and skill": 3, "prevails": 0}
    assert held.one("check", "fourfold.action.shove").because == {"fails": 0}
    assert held["Orc"].times_attacked == 1  # a phone that asks for the d20 names the orc
    lying = scripted(versus(someone("Anna"), someone("Orc", conditions=["prone"])), OURS_FIRST, until="Anna: act")
    assert refused(lying, "Anna: shove Orc down") == "fourfold.action.shove"


@pytest.mark.clause("fourfold.action.shove", "fourfold.skill.check")
def test_contests_are_2d6_each_and_a_tie_goes_to_the_players() -> None:
    anna = side(adventurer("Anna", STR=14, exert=1), players=True)
    scene = scripted(
        versus(anna, someone("Orc")),
        OURS_FIRST + "d20=15 2d6=4,6 2d6=4,4",
        ["Anna: shove Orc"],
        until=lambda f: not f.contact,
    )
    told = scene.one("check", "fourfold.action.shove")
    assert (told.value, told.was, told.because) == (8 + 2, 10, {"attribute and skill": 2, "prevails": 0})
    assert {
        a.option
        for a in scene.book.legal_answers(apart(5).fight, Question(0, 0, 0, 0))
        if scene.book.kinds[a.kind] == "shove"
    } == {0, 1}
    ours = scripted(versus(anna, someone("Orc")), OURS_FIRST + "2d6=1,1", ["Anna: use exert"])
    assert ours.one("check", "fourfold.skill.check").value == 2 + 2


@pytest.mark.clause("fourfold.action.grapple")
def test_a_hold_binds_both_and_hurts_the_held_one_each_round() -> None:
    anna = adventurer("Anna", STR=14, punch=1, position=[0, 0])
    scene = scripted(
        versus(anna, adventurer("Orc", gear=["mace"], hp=30, position=[5, 0])),
        OURS_FIRST + "d20=15 2d6=3,3 2d6=3,3 d2=1",
        ["Anna: grapple Orc", "Anna: pass act", "Orc: pass act"],
        until="round 2",
    )
    assert scene.one("damage", "fourfold.action.grapple").value == 1 + 1 + 1
    assert refused(scene, "Anna: go 0 5") == "fourfold.action.grapple"
    assert refused(scene, "Orc: go 0 5") == "fourfold.action.grapple"
    assert refused(scene, "Orc: strike Anna") == "fourfold.action.grapple"
    assert refused(scene, "Anna: strike Orc") == ""
    scene.play("2d6=1,1 2d6=6,6", ["Anna: pass act", "Orc: break", "Orc: pass act"], until="round 3")
    assert scene.one("lost", "fourfold.action.grapple").other == "Orc"
    assert refused(scene, "Orc: break") == "fourfold.action.grapple"


@pytest.mark.clause("fourfold.action.grapple", "affray.referee")
def test_the_referee_ends_a_hold() -> None:
    scene = scripted(
        versus(adventurer("Anna", punch=1, position=[0, 0]), adventurer("Orc", hp=30, position=[5, 0])),
        OURS_FIRST + "d20=15 2d6=3,3 2d6=3,3",
        ["Anna: grapple Orc", "Anna: pass act"],
        until="Orc: act",
    )
    assert refused(scene, "Orc: go 10 0") == "fourfold.action.grapple"
    for fight in filter(None, (scene.before, scene.fight)):  # the step is run again from before the question
        release(commands.Scene(scene.book, fight, scene.roster), fight.who[scene["Orc"].id])
    assert refused(scene, "Orc: go 10 0") == ""
    scene.play("", ["Orc: pass act"], until="round 2")
    assert not scene.events("damage")


@pytest.mark.clause("fourfold.action.grapple")
def test_both_hands_must_be_free() -> None:
    armed = scripted(versus(adventurer("Anna", gear=["mace"]), someone("Orc")), OURS_FIRST, until="Anna: act")
    assert refused(armed, "Anna: grapple Orc") == "fourfold.action.grapple"
    shielded = scripted(versus(adventurer("Anna", gear=["shield"]), someone("Orc")), OURS_FIRST, until="Anna: act")
    assert refused(shielded, "Anna: grapple Orc") == "fourfold.action.grapple"


@pytest.mark.clause("fourfold.action.grapple")
def test_nobody_wrestles_with_two() -> None:
    ours = side(adventurer("Anna", STR=18), adventurer("Bert"))
    scene = scripted(
        versus(ours, someone("Orc", hp=30)),
        OURS_FIRST + "d20=15 2d6=1,1 2d6=6,6",
        ["Anna: grapple Orc", "Anna: pass act"],
        until="Bert: act",
    )
    assert refused(scene, "Bert: grapple Orc") == "fourfold.action.grapple"


# --- waiting


@pytest.mark.clause("fourfold.action.hold")
def test_what_was_held_comes_before_the_action_it_answers() -> None:
    scene = scripted(
        versus(someone("Anna"), someone("Orc", hp=3)), OURS_FIRST + "d20=15 d6=4", ["Anna: hold", "Anna: strike Orc"]
    )
    assert scene.one("hit", who="Anna").because == {}  # in full, not at −4
    assert not scene.events("hit", who="Orc")


@pytest.mark.clause("fourfold.action.hold")
def test_unused_it_is_lost_with_the_round() -> None:
    scene = scripted(
        versus(someone("Anna"), someone("Orc")),
        OURS_FIRST + "d20=2",
        ["Anna: hold", "Anna: pass react"],
        until="round 2",
    )
    assert scene.one("lost", "fourfold.action.hold").who == "Anna"
    assert not scene["Anna"].holding


@pytest.mark.clause("fourfold.action.delay")
def test_delaying_is_acting_right_after_somebody() -> None:
    scene = scripted(
        versus(someone("Anna"), side(someone("Orc"), someone("Ork"))),
        OURS_FIRST + "d20=2 d20=3 d20=4",
        ["Anna: delay after Orc"],
    )
    assert [e.who for e in scene.events("miss")] == ["Orc", "Anna", "Ork"]
    assert scene.one("declared", "fourfold.action.delay").other == "Orc"


@pytest.mark.clause("fourfold.action.delay")
def test_no_second_thoughts() -> None:
    scene = scripted(
        versus(someone("Anna"), side(someone("Orc"), someone("Ork"))),
        OURS_FIRST + "d20=2",
        ["Anna: strike Orc"],
        until="Anna: act",
    )
    assert refused(scene, "Anna: delay after Orc") == "fourfold.action.delay"
    scene = scripted(
        versus(someone("Anna"), side(someone("Orc"), someone("Ork"))), THEIRS_FIRST + "d20=2", until="Ork: act"
    )
    assert refused(scene, "Ork: delay after Orc") == "fourfold.action.delay"


@pytest.mark.clause("fourfold.action.delay")
def test_who_waits_for_one_that_never_acts_goes_last() -> None:
    ours = side(someone("Anna"), someone("Bert"))
    scene = scripted(
        versus(ours, side(someone("Orc", hp=1), someone("Ork"))),
        OURS_FIRST + "d20=15 d6=1 d20=2 d20=3",
        ["Anna: delay after Orc", "Bert: strike Orc"],
    )
    assert [e.who for e in scene.events("miss")] == ["Ork", "Anna"]
    assert scene.one("declared", "fourfold.action.delay").who == "Anna"


@pytest.mark.clause("fourfold.action.instant")
def test_a_deed_that_was_announced_and_can_not_be_done_is_said_to_be_off() -> None:
    scene = scripted(
        versus(someone("Anna", position=[0, 0]), someone("Ogre", position=[5, 0], hp=30)),
        THEIRS_FIRST + "d20=15",
        ["Ogre: withdraw", "Anna: strike Ogre", "Ogre: yes"],
        until="Ogre: act",
    )
    off = scene.one("lost", "fourfold.action.instant")
    assert (off.who, off.because) == ("Ogre", {"withdraw": 0})
