"""Charges of the procedure book: who may, where they end, who strikes and who strikes first."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import pytest
from helpers import Refused, side, someone, versus
from procedure.people import OURS_FIRST, THEIRS_FIRST, at, scripted, told

from affray.engine.vocabulary import BLIND, FLEEING
from affray.rules.procedure.movement import meeting_point

DECLARED = "procedure.declare.charge"
TOGETHER = "procedure.charge.together"
MEETING = "procedure.charge.meeting"
POLEARM = "procedure.charge.polearm"
FEET = 10
AAC = 19 - 9  # of somebody in nothing
STARTLED = Refused(DECLARED, "{who} is surprised and can't charge")
TOO_NEAR = Refused(DECLARED, "{other} is too near for a charge: it takes a run of 10 feet")
ENGAGED = Refused(DECLARED, "{who} is in melee and can't charge")
BLOCKED = Refused(DECLARED, "another foe stands in the straight line from {who} to {other}")
NOTHING_TO_STRIKE_WITH = Refused(DECLARED, "{who} has nothing in hand to strike with")
CHARGED = Refused(DECLARED, "{who} has charged: that was both move and attack")


# --- procedure.declare.charge


@pytest.mark.clause(DECLARED)
def test_a_charge_runs_up_to_twice_the_move_and_strikes_at_plus_two() -> None:
    scene = scripted(versus(at("Anna", 0), at("Orc", 85)), "d20=8 d6=3", ["Anna: charge Orc"], until="initiative")
    assert scene["Anna"].x == 80 * FEET  # twice the 40 feet of a base rate of 120, and 5 to strike
    hit = scene.one("hit")
    assert (hit.value, hit.was, hit.because) == (AAC, AAC, {"charging": 2})
    assert scene["Orc"].hp == 8 - 3


@pytest.mark.clause(DECLARED)
@pytest.mark.parametrize("bonus", [0, 3])
def test_the_bonus_of_a_charge_is_an_option(bonus: int) -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 50)),
        "d20=7" + (" d6=1" if 7 + bonus >= AAC else ""),
        ["Anna: charge Orc"],
        until="initiative",
        options={"charge.bonus": str(bonus)},
    )
    assert (len(scene.events("hit")), len(scene.events("miss"))) == ((1, 0) if 7 + bonus >= AAC else (0, 1))


@pytest.mark.clause(DECLARED)
@pytest.mark.parametrize(("exposed", "face"), [(2, AAC - 2), (4, AAC - 4), (0, AAC)])
def test_who_charges_is_easier_to_hit_until_the_round_is_over(exposed: int, face: int) -> None:
    """In the same round by two less; in the next as ever."""
    scene = scripted(
        versus(at("Anna", 0, hp=20), at("Orc", 50)),
        f"d20=2 {THEIRS_FIRST} d20={face} d6=1",
        ["Anna: charge Orc"],
        until="round 2",
        options={"charge.exposed": str(exposed)},
    )
    assert scene.one("hit", who="Orc").was == AAC - exposed
    scene.play(f"{THEIRS_FIRST} d20={AAC - 1} d20=2", until="round 3")
    assert scene.events("miss", who="Orc")[-1].was == AAC


@pytest.mark.clause(DECLARED)
def test_the_surprised_can_not_charge_in_the_first_round() -> None:
    text = versus(at("Anna", 0), side(at("Orc", 50), surprised=True))
    scene = scripted(text, until="Orc: declare")
    assert scene.why_not("Orc: charge Anna") == STARTLED
    scene.play("", ["Anna: pass act", "Orc: pass act"], until="round 2")
    scene.play("", until="Orc: declare")
    assert scene.why_not("Orc: charge Anna") is None


@pytest.mark.clause(DECLARED)
def test_it_takes_a_run_of_ten_feet() -> None:
    near, far = (versus(at("Anna", 0), at("Orc", feet)) for feet in (14, 15))
    assert scripted(near, until="Anna: declare").why_not("Anna: charge Orc") == TOO_NEAR
    assert scripted(far, until="Anna: declare").why_not("Anna: charge Orc") is None


@pytest.mark.clause(DECLARED)
def test_nobody_charges_out_of_a_melee() -> None:
    text = versus(at("Anna", 0), side(at("Orc", 5), at("Grub", 50, 20)))
    scene = scripted(text, until="Anna: declare")
    assert scene.why_not("Anna: charge Grub") == ENGAGED
    assert scene.why_not("Orc: charge Anna") == ENGAGED
    assert (
        scripted(versus(someone("Anna"), someone("Orc")), until="Anna: declare").why_not("Anna: charge Orc") == ENGAGED
    )


@pytest.mark.clause(DECLARED)
def test_a_charge_goes_in_a_straight_line_past_no_other_foe() -> None:
    text = versus(at("Anna", 0), side(at("Orc", 60), at("Grub", 30), at("Snag", 60, 10)))
    scene = scripted(text, until="Anna: declare")
    assert scene.why_not("Anna: charge Orc") == BLOCKED
    assert scene.why_not("Anna: charge Grub") is None
    assert scene.why_not("Anna: charge Snag") is None


@pytest.mark.clause(DECLARED)
def test_who_is_at_another_height_stands_in_nobodys_way() -> None:
    """Five feet above the ground it can still strike there."""
    for height, why in ((5, BLOCKED), (6, None), (30, None)):
        bat = someone("Bat", position=[30, 0, height], fly=180)
        scene = scripted(versus(at("Anna", 0), side(at("Orc", 60), bat)), until="Anna: declare")
        assert scene.why_not("Anna: charge Orc") == why


@pytest.mark.clause(TOGETHER)
def test_without_wings_a_charge_stays_on_the_ground() -> None:
    bat = someone("Bat", position=[30, 0, 30], fly=180)
    scene = scripted(versus(at("Anna", 0), side(bat)), "", ["Anna: charge Bat", "Bat: pass declare"], "initiative")
    assert (scene["Anna"].x, scene["Anna"].z) == (25 * FEET, 0)
    assert scene.one("lost", TOGETHER).who == "Anna"


@pytest.mark.clause(MEETING)
def test_who_flies_meets_who_does_not_on_the_ground() -> None:
    """120 feet against 80, over 50: 30 and 20; and down by all of its 20 feet."""
    bat = someone("Bat", position=[50, 0, 20], fly=180)
    said = ["Anna: charge Bat", "Bat: charge Anna"]
    scene = scripted(versus(at("Anna", 0), side(bat)), "d20=2 d20=2", said, until="initiative")
    assert (scene["Anna"].x, scene["Anna"].z) == (scene["Bat"].x, scene["Bat"].z) == (20 * FEET, 0)


@pytest.mark.clause(DECLARED)
def test_nobody_charges_from_the_ground() -> None:
    scene = scripted(versus(at("Anna", 0, conditions=["prone"]), at("Orc", 50)), until="Anna: declare")
    assert scene.why_not("Anna: charge Orc") == Refused(DECLARED, "{who} lies on the ground and can't charge")


@pytest.mark.clause(DECLARED)
def test_it_takes_something_to_strike_with() -> None:
    scene = scripted(versus(at("Anna", 0, gear=["short bow"]), at("Orc", 50)), until="Anna: declare")
    assert scene.why_not("Anna: charge Orc") == NOTHING_TO_STRIKE_WITH


@pytest.mark.clause(DECLARED)
def test_who_can_not_move_can_not_charge() -> None:
    scene = scripted(versus(at("Anna", 0, move=0), at("Orc", 50)), until="Anna: declare")
    assert scene.why_not("Anna: charge Orc") == Refused(DECLARED, "{who} can't run")


@pytest.mark.clause(DECLARED)
def test_by_default_a_charge_exposes_by_two() -> None:
    text = versus(at("Anna", 0, hp=20), at("Orc", 50))
    scene = scripted(text, f"d20=2 {THEIRS_FIRST} d20=2", ["Anna: charge Orc"], until="round 2")
    assert scene.one("miss", who="Orc").because == {"exposed by the charge": -2}


@pytest.mark.clause(DECLARED)
def test_a_charge_uses_up_the_move_and_the_attack() -> None:
    scene = scripted(
        versus(at("Anna", 0), side(at("Orc", 50), at("Grub", 55, 5))),
        f"d20=2 {OURS_FIRST}",
        ["Anna: charge Orc"],
        until="Orc: act",
    )
    assert [e.who for e in scene.events("miss")] == ["Anna"]
    assert scene.why_not("Anna: strike Orc") == CHARGED
    assert scene.why_not("Anna: away") == CHARGED


@pytest.mark.clause(DECLARED)
def test_a_monster_charges_with_one_of_its_attacks() -> None:
    bear = side(at("Bear", 0, monster="black bear", hp=20))
    scene = scripted(versus(bear, at("Orc", 50)), "d20=2", ["Bear: charge Orc"], until="initiative")
    assert len(scene.events("miss", who="Bear")) == 1


RIDER: dict[str, Any] = {"mount": "war horse", "move": 180, "gear": ["lance"]}  # 60 feet a round


@pytest.mark.clause(DECLARED, "classic.weapon.charge")
def test_a_lance_deals_double_in_a_declared_charge_of_sixty_feet() -> None:
    for feet, doubled in ((65, True), (64, False)):
        text = versus(at("Anna", 0, **RIDER), at("Orc", feet, hp=30))
        scene = scripted(text, "d20=15 d6=4", ["Anna: charge Orc"], until="initiative")
        assert scene.one("damage").because == ({"doubled for the charge": 4} if doubled else {})


def test_a_plain_move_of_sixty_feet_is_no_charge() -> None:
    """Neither for a lance nor for a spear that is braced against it."""
    text = versus(at("Anna", 0, hp=30, **RIDER), at("Orc", 65, hp=30, gear=["spear"]))
    answers = ["Anna: pass declare", "Orc: pass declare", "Anna: approach Orc", "Anna: strike Orc", "Orc: strike Anna"]
    scene = scripted(text, f"{OURS_FIRST} d20=15 d6=4 d20=15 d6=3", answers, until="round 2")
    assert [(e.value, e.because) for e in scene.events("damage")] == [(4, {}), (3, {})]


@pytest.mark.clause("classic.weapon.brace")
def test_a_pole_arm_deals_double_to_a_charger_after_sixty_feet() -> None:
    for feet, doubled in ((65, True), (64, False)):
        text = versus(at("Anna", 0, hp=30), at("Orc", feet, gear=["pole arm"]))
        scene = scripted(text, "d20=15 d6=4 d20=2", ["Anna: charge Orc", "Orc: pass declare"], until="initiative")
        assert scene.one("damage").because == ({"doubled against a charge": 4} if doubled else {})


# --- procedure.charge.together


@pytest.mark.clause(TOGETHER)
def test_two_who_charge_each_other_both_strike_even_if_one_falls() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 50, hp=3)),
        "d20=15 d6=3 d20=15 d6=2",
        ["Anna: charge Orc", "Orc: charge Anna"],
        until="over",
    )
    assert [line for line in told(scene) if line.startswith(("hit", "dead", "end"))] == [
        "hit Anna",
        "dead Anna",
        "hit Orc",
        "end Anna",
    ]
    assert scene["Anna"].hp == 8 - 2
    assert scene.one("hit", who="Orc").because["even as they fall"] == 0
    assert all("exposed by the charge" in e.because for e in scene.events("hit")), "the −2 counts at once"


@pytest.mark.clause(TOGETHER)
def test_a_target_that_is_not_charging_strikes_on_its_own_turn_only() -> None:
    scene = scripted(versus(at("Anna", 0), at("Orc", 50)), "d20=2", ["Anna: charge Orc"], until="initiative")
    assert scene.events("miss", who="Orc") == []
    scene.play(f"{OURS_FIRST} d20=2", until="round 2")
    assert len(scene.events("miss", who="Orc")) == 1


@pytest.mark.clause(TOGETHER, DECLARED)
@pytest.mark.parametrize(("feet", "reached"), [(85, True), (86, False)])
def test_a_charge_that_reaches_nobody_ends_where_it_stands(feet: int, reached: bool) -> None:
    text = versus(at("Anna", 0), at("Orc", feet))
    scene = scripted(text, "d20=2" if reached else "", ["Anna: charge Orc"], until="initiative")
    assert scene["Anna"].x == 80 * FEET
    assert [e.because for e in scene.events("lost", TOGETHER)] == (
        [] if reached else [{"the target is out of reach": 0}]
    )


@pytest.mark.clause(TOGETHER)
def test_who_finds_the_target_out_of_the_fight_has_charged_in_vain() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 5))
    scene = scripted(
        versus(ours, side(at("Orc", 50, hp=3), at("Grub", 90))),
        "d20=15 d6=3",
        ["Anna: charge Orc", "Bert: charge Orc", "Grub: pass declare", "Orc: pass declare"],
        until="initiative",
    )
    in_vain = scene.one("lost", TOGETHER)
    assert (in_vain.who, in_vain.other, in_vain.because) == ("Bert", "Orc", {"the target is out of the fight": 0})


@pytest.mark.clause(TOGETHER)
def test_who_charges_one_that_charges_another_runs_to_where_these_meet() -> None:
    text = versus(side(at("Anna", 0), at("Bert", 0, 10)), at("Orc", 80))
    scene = scripted(
        text,
        "d20=2 d20=2 d20=2",
        ["Anna: charge Orc", "Bert: charge Orc", "Orc: charge Anna"],
        until="initiative",
    )
    assert scene["Anna"].x == scene["Orc"].x == 40 * FEET
    assert scene["Bert"].x == 35 * FEET, "five feet from them, in a straight line"
    assert len(scene.events("miss")) == 3


@pytest.mark.clause(TOGETHER)
def test_in_a_passage_there_must_be_room_to_strike() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 5), at("Carl", 0, 10))
    charges = [f"{name}: charge Orc" for name in ("Anna", "Bert", "Carl")]
    scene = scripted(versus(ours, at("Orc", 50, 5), width=10), "d20=2 d20=2", charges, until="initiative")
    in_vain = scene.one("lost", TOGETHER)
    assert (in_vain.who, in_vain.because) == ("Carl", {"no room to strike": 0})


# --- procedure.charge.meeting


@pytest.mark.clause(MEETING)
@pytest.mark.parametrize(
    ("feet", "ours", "theirs", "tenths"),
    [
        (60, 120, 120, 300),
        (60, 120, 60, 400),  # 600 · 80 / 120
        (70, 90, 60, 420),  # 700 · 60 / 100
        (50, 120, 90, 285),  # 500 · 80 / 140 = 285.7…
        (61, 60, 120, 203),  # 610 · 40 / 120 = 203.3…
        (160, 120, 120, 800),  # as far as both can run
    ],
)
def test_charging_foes_meet_where_their_speeds_bring_them(feet: int, ours: int, theirs: int, tenths: int) -> None:
    scene = scripted(
        versus(at("Anna", 0, move=ours), at("Orc", feet, move=theirs)),
        "d20=2 d20=2",
        ["Anna: charge Orc", "Orc: charge Anna"],
        until="initiative",
    )
    assert scene["Anna"].x == scene["Orc"].x == tenths
    assert [e.value for e in scene.events("move", MEETING)] == [tenths, feet * FEET - tenths]


@pytest.mark.clause(MEETING, TOGETHER)
def test_foes_meet_who_are_no_farther_apart_than_both_can_run() -> None:
    """Twice 80 feet; a foot more, and each runs its own 80, and is near enough all the same."""
    said = ["Anna: charge Orc", "Orc: charge Anna"]
    for feet, clause in ((160, MEETING), (161, TOGETHER)):
        scene = scripted(versus(at("Anna", 0), at("Orc", feet)), "d20=2 d20=2", said, until="initiative")
        assert {e.clause for e in scene.events("move")} == {clause}
        assert (scene["Anna"].x, scene["Orc"].x) == (80 * FEET, (feet - 80) * FEET)


@pytest.mark.clause(TOGETHER)
def test_foes_too_far_apart_do_not_meet() -> None:
    """Each runs its 80 feet; then they are six feet apart."""
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 166)), "", ["Anna: charge Orc", "Orc: charge Anna"], until="initiative"
    )
    assert (scene["Anna"].x, scene["Orc"].x) == (80 * FEET, 86 * FEET)
    assert len(scene.events("lost", TOGETHER)) == 2
    assert scene.events("move", MEETING) == []


@pytest.mark.clause(MEETING)
@pytest.mark.parametrize("place", [(0, 5), (-10, 5)])
def test_who_charges_another_is_met_on_the_way_by_who_charges_them(place: tuple[int, int]) -> None:
    """Of 60 feet each runs 28 in fourteen fortieths of 80: 4 are left. The orc strikes Anna and does not reach Carl."""
    ours = side(at("Anna", 0), at("Carl", *place))
    scene = scripted(
        versus(ours, at("Orc", 60)), "d20=2 d20=2", ["Anna: charge Orc", "Orc: charge Carl"], until="initiative"
    )
    assert (scene["Anna"].x, scene["Orc"].x) == (28 * FEET, 32 * FEET)
    assert [(e.who, e.other) for e in scene.events("miss")] == [("Anna", "Orc"), ("Orc", "Anna")]
    assert [e.who for e in scene.events("move", MEETING)] == ["Anna", "Orc"]
    assert scene.events("lost") == []


@pytest.mark.clause(MEETING)
def test_the_slower_has_come_less_far_when_they_meet() -> None:
    """At 80 and 40 feet of a charge: at tick 19 38 and 19 feet are run of 60, and 3 are left; at 18 it was 6."""
    ours = side(at("Anna", 0), at("Carl", -10, 5))
    scene = scripted(
        versus(ours, at("Orc", 60, move=60)),
        "d20=2 d20=2",
        ["Anna: charge Orc", "Orc: charge Carl"],
        until="initiative",
    )
    assert (scene["Anna"].x, scene["Orc"].x) == (38 * FEET, 41 * FEET)


@pytest.mark.clause(MEETING)
def test_charging_foes_meet_whomever_each_of_them_charges() -> None:
    """Anna charges Grub, who stands, and the orc charges Carl: they run 28 feet each, until 4 are left between them."""
    ours = side(at("Anna", 0), at("Carl", -10, 4))
    theirs = side(at("Orc", 60, 4), at("Grub", 80))
    scene = scripted(versus(ours, theirs), "d20=2 d20=2", ["Anna: charge Grub", "Orc: charge Carl"], until="initiative")
    assert (scene["Anna"].x, scene["Orc"].x) == (28 * FEET, 32 * FEET)
    assert [(e.who, e.other) for e in scene.events("miss")] == [("Anna", "Orc"), ("Orc", "Anna")]


@pytest.mark.clause(TOGETHER)
def test_charging_foes_who_pass_at_more_than_five_feet_do_not_meet() -> None:
    ours = side(at("Anna", 0), at("Carl", -10, 6))
    theirs = side(at("Orc", 60, 6), at("Grub", 80))
    scene = scripted(versus(ours, theirs), "d20=2 d20=2", ["Anna: charge Grub", "Orc: charge Carl"], until="initiative")
    assert [(e.who, e.other) for e in scene.events("miss")] == [("Anna", "Grub"), ("Orc", "Carl")]


@pytest.mark.clause(TOGETHER)
def test_foes_who_charge_the_same_target_do_not_meet() -> None:
    """The orc and the wolf, of another side, come within 5 feet of each other as they reach Carl."""
    scene = scripted(
        versus(at("Carl", 60), at("Orc", 0, 10), at("Wolf", 0, -10)),
        "d20=2 d20=2",
        ["Orc: charge Carl", "Wolf: charge Carl", "Carl: pass declare"],
        until="initiative",
    )
    assert [(e.who, e.other) for e in scene.events("miss")] == [("Orc", "Carl"), ("Wolf", "Carl")]
    assert scene.events("move", MEETING) == []


@pytest.mark.clause(TOGETHER)
def test_who_is_not_met_is_followed_to_where_their_charge_ends() -> None:
    """The orc runs 55 feet along its line to Carl, past Anna at more than 5 feet; she runs to it."""
    ours = side(at("Anna", 0), at("Carl", 60, 60))
    scene = scripted(
        versus(ours, at("Orc", 60)), "d20=2 d20=2", ["Anna: charge Orc", "Orc: charge Carl"], until="initiative"
    )
    assert (scene["Orc"].x, scene["Orc"].y) == (60 * FEET, 55 * FEET)
    assert (scene["Anna"].x, scene["Anna"].y) == (55 * FEET, 504)  # 550 of 600 of the way to 60, 55
    assert [(e.who, e.other) for e in scene.events("miss")] == [("Anna", "Orc"), ("Orc", "Carl")]


def test_the_meeting_point_is_exact_for_all_distances_and_speeds() -> None:
    for d in range(150, 2500, 7):
        for one in range(200, 2600, 200):
            for other in range(200, 2600, 300):
                assert meeting_point(d, one, other) == floor(Fraction(d) * Fraction(one, one + other))


# --- procedure.charge.polearm


@pytest.mark.clause(POLEARM)
def test_a_pole_arm_strikes_a_charger_first_and_for_nothing() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 50, gear=["pole arm"])),
        f"d20=8 d6=2 d20=2 {THEIRS_FIRST} d20=2",
        ["Anna: charge Orc"],
        until="round 2",
    )
    ready = scene.one("declared", POLEARM)
    assert (ready.who, ready.because) == ("Orc", {"set against a charge": 0})
    assert [line for line in told(scene) if line.startswith(("hit", "miss"))] == ["hit Orc", "miss Anna", "miss Orc"]
    assert scene.one("hit").was == AAC - 2, "the charger is exposed already"
    assert scene["Anna"].hp == 8 - 2


@pytest.mark.clause(POLEARM)
def test_who_is_felled_by_a_pole_arm_does_not_strike() -> None:
    scene = scripted(
        versus(side(at("Anna", 0, hp=2), at("Bert", 0, 30)), at("Orc", 50, gear=["pole arm"])),
        "d20=15 d6=2",
        ["Anna: charge Orc"],
        until="initiative",
    )
    assert scene.one("dead").other == "Anna"
    assert scene.events("hit", who="Anna") == scene.events("miss", who="Anna") == []


def second_line(behind: int) -> str:
    """Two pole arms so many feet behind the target of a charge."""
    pikes = [at(name, 50 + behind, y, gear=["pole arm"]) for name, y in (("Pike", 0), ("Bill", 5))]
    return versus(at("Anna", 0, hp=20), side(at("Orc", 50), *pikes))


@pytest.mark.clause(POLEARM)
def test_every_pole_arm_in_the_second_line_strikes() -> None:
    scene = scripted(second_line(5), "d20=2 " * 3, ["Anna: charge Orc"], until="initiative")
    assert [e.who for e in scene.events("declared", POLEARM)] == ["Pike", "Bill"]


def test_pole_arms_farther_behind_do_not() -> None:
    scene = scripted(second_line(6), "d20=2", ["Anna: charge Orc"], until="initiative")
    assert scene.events("declared", POLEARM) == []


@pytest.mark.clause(POLEARM)
def test_one_free_attack_for_each_charger() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 5))
    scene = scripted(
        versus(ours, at("Orc", 50, gear=["pole arm"])),
        "d20=2 " * 4,
        ["Anna: charge Orc", "Bert: charge Orc"],
        until="initiative",
    )
    assert [e.other for e in scene.events("declared", POLEARM)] == ["Anna", "Bert"]


@pytest.mark.clause(POLEARM)
@pytest.mark.parametrize("why", ["runs", "is blind"])
def test_no_pole_arm_is_set_by_one_who(why: str) -> None:
    """Bill, beside it, strikes."""
    theirs = side(at("Orc", 50, gear=["pole arm"]), at("Bill", 50, 5, gear=["pole arm"]))
    scene = scripted(versus(at("Anna", 0), theirs), "", ["Anna: charge Orc", "Orc: pass declare"], until="run")
    scene["Orc"].conditions |= {"runs": 1 << FLEEING, "is blind": 1 << BLIND}[why]
    scene.play("d20=2 d20=2", until="initiative")
    assert [e.who for e in scene.events("declared", POLEARM)] == ["Bill"]


@pytest.mark.clause(POLEARM)
@pytest.mark.parametrize(("option", "set_by"), [(None, ["Orc", "Bill"]), ("on", ["Orc", "Bill"]), ("off", ["Bill"])])
def test_in_total_defence_a_pole_arm_strikes_unless_the_table_says_otherwise(
    option: str | None, set_by: list[str]
) -> None:
    theirs = side(at("Orc", 50, gear=["pole arm"]), at("Bill", 50, 5, gear=["pole arm"]))
    scene = scripted(
        versus(at("Anna", 0), theirs),
        "d20=2 " * (len(set_by) + 1),
        ["Anna: charge Orc", "Orc: defend"],
        until="initiative",
        options={"polearm.defence": option} if option else None,
    )
    assert [e.who for e in scene.events("declared", POLEARM)] == set_by


@pytest.mark.clause(POLEARM)
@pytest.mark.parametrize(("option", "attacks"), [(None, 2), ("on", 2), ("off", 1)])
def test_a_charging_wielder_too_has_a_free_attack_unless_the_table_says_otherwise(
    option: str | None, attacks: int
) -> None:
    """Bill, who stands beside where they meet, has one in any case; the orc's own charge strikes besides."""
    theirs = side(at("Orc", 50, gear=["pole arm"]), at("Bill", 25, 5, gear=["pole arm"]))
    scene = scripted(
        versus(at("Anna", 0, hp=20), theirs),
        "d20=2 " * (attacks + 2),
        ["Anna: charge Orc", "Orc: charge Anna"],
        until="initiative",
        options={"polearm.charge": option} if option else None,
    )
    assert [e.who for e in scene.events("declared", POLEARM)] == ["Orc", "Bill"][2 - attacks :]
    assert len(scene.events("miss", who="Orc")) == attacks
    assert len(scene.events("miss", who="Anna")) == 1


@pytest.mark.clause(TOGETHER)
def test_a_spear_is_no_pole_arm() -> None:
    text = versus(at("Anna", 0), at("Orc", 50, gear=["spear"]))
    scene = scripted(text, "d20=2", ["Anna: charge Orc", "Orc: pass declare"], until="initiative")
    assert scene.events("declared", POLEARM) == []
