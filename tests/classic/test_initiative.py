"""Initiative of the classic book: sides, ties, slow weapons, and each on its own count."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.state import NOBODY_LEFT

TOGETHER = {"initiative.tie": "simultaneous"}
EACH = {"initiative.individual": "on"}


def order(scene: Scene) -> list[str]:
    """Who attacked, in this order."""
    return [e.who for e in scene.events() if e.kind in ("hit", "miss")]


def scores(scene: Scene, clause: str) -> list[tuple[str, int]]:
    return [(e.who, e.value) for e in scene.events("score", clause)]


THREE = versus(someone("Anna"), someone("Orc"), someone("Gnoll"))


# --- classic.initiative.side


@pytest.mark.parametrize(
    ("ours", "theirs", "first"), [(6, 1, "Anna"), (1, 6, "Orc"), (4, 3, "Anna"), (3, 4, "Orc"), (2, 1, "Anna")]
)
@pytest.mark.clause("classic.initiative.side")
def test_the_highest_of_one_die_for_each_side_acts_first(ours: int, theirs: int, first: str) -> None:
    fight = versus(side(someone("Anna"), someone("Bert")), side(someone("Orc"), someone("Grub")))
    scene = scripted(fight, f"d6={ours} d6={theirs} " + "d20=2 " * 4, until="round 2")
    second = {"Anna": "Orc", "Orc": "Anna"}[first]
    assert [who for who in order(scene) if who in ("Anna", "Orc")] == [first, second]
    assert scores(scene, "classic.initiative.side") == [("Anna", ours), ("Orc", theirs)]


@pytest.mark.clause("classic.initiative.side")
def test_it_is_rolled_in_each_round() -> None:
    fight = versus(someone("Anna"), someone("Orc"))
    scene = scripted(fight, OURS_FIRST + "d20=2 d20=2 " + THEIRS_FIRST + "d20=2 d20=2", until="round 3")
    assert order(scene) == ["Anna", "Orc", "Orc", "Anna"]


@pytest.mark.clause("classic.initiative.side")
def test_three_sides_act_from_the_highest_down() -> None:
    assert order(scripted(THREE, "d6=2 d6=3 d6=5" + " d20=2" * 3, until="round 2")) == ["Gnoll", "Orc", "Anna"]


# --- classic.initiative.tie


@pytest.mark.clause("classic.initiative.tie", "classic.initiative.side")
def test_tied_sides_roll_again_until_one_is_higher() -> None:
    fight = versus(someone("Anna"), someone("Orc"))
    scene = scripted(fight, "d6=3 d6=3  d6=5 d6=5  d6=1 d6=2  d20=2 d20=2", until="round 2")
    assert order(scene) == ["Orc", "Anna"]
    assert scores(scene, "classic.initiative.tie") == [("Anna", 5), ("Orc", 5), ("Anna", 1), ("Orc", 2)]


@pytest.mark.parametrize(
    ("dice", "first_to_last"),
    [
        ("d6=4 d6=3 d6=3  d6=6 d6=1", ["Anna", "Orc", "Gnoll"]),  # a 6 for the second place is not the first
        ("d6=4 d6=3 d6=3  d6=5 d6=6", ["Anna", "Gnoll", "Orc"]),
        ("d6=1 d6=3 d6=3  d6=1 d6=2", ["Gnoll", "Orc", "Anna"]),
        ("d6=3 d6=3 d6=3  d6=2 d6=2 d6=6  d6=1 d6=4", ["Gnoll", "Orc", "Anna"]),
        ("d6=3 d6=3 d6=3  d6=2 d6=6 d6=6  d6=1 d6=4", ["Gnoll", "Orc", "Anna"]),
    ],
)
@pytest.mark.clause("classic.initiative.tie")
def test_only_the_tied_sides_roll_again_and_for_their_places(dice: str, first_to_last: list[str]) -> None:
    assert order(scripted(THREE, dice + " d20=2" * 3, until="round 2")) == first_to_last


@pytest.mark.clause("classic.initiative.tie", "classic.initiative.side", "affray.end")
def test_simultaneous_sides_go_through_each_step_together_and_both_may_fall() -> None:
    fight = versus(someone("Anna", hp=1), someone("Orc", hp=1), options=TOGETHER)
    scene = scripted(fight, "d6=3 d6=3 d20=10 d6=1 d20=10 d6=1", until="over")
    assert order(scene) == ["Anna", "Orc"]
    assert [e.other for e in scene.events("dead")] == ["Orc", "Anna"]
    assert scene.one("end", "affray.end").value == NOBODY_LEFT
    assert scene.one("round", "classic.initiative.tie").who == "Anna"


@pytest.mark.clause("classic.initiative.side", "classic.initiative.tie")
def test_without_that_option_whoever_falls_first_strikes_no_more() -> None:
    fight = versus(someone("Anna", hp=1), someone("Orc", hp=1))
    scene = scripted(fight, "d6=3 d6=3 d6=6 d6=1 d20=10 d6=1", until="over")
    assert scene.one("end").value == 0


def archers() -> str:
    """Two in melee, and an archer behind each."""
    ours = side(someone("Anna", hp=1, position=[0, 0]), someone("Arch", gear=["short bow"], position=[-20, 0]))
    theirs = side(someone("Orc", hp=1, position=[5, 0]), someone("Bow", gear=["short bow"], position=[25, 0]))
    return versus(ours, theirs, options=TOGETHER)


@pytest.mark.clause("classic.initiative.tie", "classic.initiative.side")
def test_what_falls_in_one_step_does_not_act_in_the_next() -> None:
    stay = ["Arch: pass move", "Bow: pass move", "Arch: shoot Orc", "Bow: shoot Anna"]
    scene = scripted(archers(), "d6=3 d6=3 d20=10 d6=1 d20=10 d6=1", stay, until="round 2")
    assert order(scene) == ["Arch", "Bow"]  # both steps of missiles first, and no melee after them
    assert [e.other for e in scene.events("dead")] == ["Orc", "Anna"]


@pytest.mark.clause("classic.initiative.tie", "classic.initiative.side")
def test_simultaneous_sides_move_before_either_shoots() -> None:
    ours = side(someone("Arch", gear=["short bow"]), someone("Anna"))
    theirs = side(someone("Bow", gear=["short bow"]), someone("Orc"))
    fight = versus(ours, theirs, distance=200, options=TOGETHER)
    scene = scripted(fight, "d6=3 d6=3 d20=2 d20=2", until="round 2")
    did = [f"{e.kind} {e.who}" for e in scene.events() if e.kind in ("move", "miss")]
    assert did == ["move Arch", "move Anna", "move Bow", "move Orc", "miss Arch", "miss Bow"]


@pytest.mark.parametrize(("tie", "again", "lost"), [("simultaneous", "", False), ("reroll", "d6=1 d6=6 ", True)])
@pytest.mark.clause("classic.initiative.tie", "classic.initiative.side")
def test_none_of_those_who_act_together_has_lost_the_initiative(tie: str, again: str, lost: bool) -> None:
    mia, bow = someone("Mia", spells=["magic missile"]), someone("Bow", gear=["short bow"])
    answers = ["Mia: cast magic missile", "Bow: pass move"] + ([] if lost else ["Mia: cast magic missile at Bow"])
    fight = versus(mia, bow, distance=60, options={"initiative.tie": tie})
    scene = scripted(fight, f"d6=3 d6=3 {again}d20=10 d6=1" + ("" if lost else " d6=1"), answers, until="round 2")
    assert bool(scene.events("lost", "classic.spell.disrupt")) == lost
    assert bool(scene.events("damage", who="Mia")) == (not lost)


@pytest.mark.clause("classic.initiative.tie", "classic.initiative.side")
def test_two_of_three_sides_act_together_and_the_third_before_them() -> None:
    fight = versus(someone("Anna", hp=1), someone("Orc"), someone("Gnoll"), options=TOGETHER)
    answers = ["Gnoll: strike Orc", "Orc: strike Anna"]
    scene = scripted(fight, "d6=3 d6=3 d6=5 d20=2 d20=2 d20=10 d6=1", answers, until="round 2")
    assert order(scene) == ["Gnoll", "Anna", "Orc"]
    assert scene.one("dead").other == "Anna"


# --- classic.initiative.slow


def armed(weapon: str) -> str:
    return versus(someone("Anna", gear=[weapon]), someone("Orc"))


@pytest.mark.parametrize("weapon", ["battle axe", "pole arm", "staff", "two-handed sword"])
@pytest.mark.clause("classic.initiative.slow")
def test_two_handed_melee_weapons_strike_after_every_side(weapon: str) -> None:
    scene = scripted(armed(weapon), OURS_FIRST + "d20=2 d20=2", until="round 2")
    assert order(scene) == ["Orc", "Anna"]
    assert scene.one("round", "classic.initiative.slow").who == "Anna"


@pytest.mark.parametrize("weapon", ["sword", "lance", "spear", "club"])
def test_other_weapons_do_not(weapon: str) -> None:
    assert order(scripted(armed(weapon), OURS_FIRST + "d20=2 d20=2", until="round 2")) == ["Anna", "Orc"]


@pytest.mark.clause("classic.initiative.slow")
def test_only_the_attack_waits_and_the_wielder_moves_with_its_side() -> None:
    anna = someone("Anna", gear=["two-handed sword"])
    scene = scripted(versus(anna, someone("Orc"), distance=30), OURS_FIRST + "d20=2 d20=2", until="round 2")
    assert [f"{e.kind} {e.who}" for e in scene.events() if e.kind in ("move", "miss")] == [
        "move Anna",
        "miss Orc",
        "miss Anna",
    ]
    assert scene.one("round", "classic.initiative.slow").who == "Anna"


@pytest.mark.clause("classic.initiative.slow")
def test_the_wielder_must_live_to_strike() -> None:
    ours = side(someone("Anna", gear=["two-handed sword"], hp=1), someone("Bert", gear=["staff"]))
    scene = scripted(versus(ours, someone("Orc")), OURS_FIRST + "d20=10 d6=1 d20=2", until="round 2")
    assert scene.one("dead").other == "Anna"
    assert order(scene) == ["Orc", "Bert"]


@pytest.mark.parametrize(("dice", "first"), [(OURS_FIRST, "Anna"), (THEIRS_FIRST, "Orc")])
@pytest.mark.clause("classic.initiative.slow")
def test_among_slow_ones_the_initiative_order_holds(dice: str, first: str) -> None:
    theirs = side(someone("Orc", gear=["battle axe"]), someone("Grub"))
    fight = versus(side(someone("Anna", gear=["staff"]), someone("Bert")), theirs)
    scene = scripted(fight, dice + "d20=2 " * 4, until="round 2")
    quick, slow = ["Bert", "Grub"], ["Anna", "Orc"]
    assert order(scene) == (quick + slow if first == "Anna" else quick[::-1] + slow[::-1])
    assert [e.value for e in scene.events("round", "classic.initiative.slow")] == [0, 1]


@pytest.mark.parametrize(("option", "slow"), [(None, False), ("on", True), ("off", False)])
@pytest.mark.clause("classic.initiative.slow")
def test_the_crossbow_is_slow_only_if_the_table_says_so(option: str | None, slow: bool) -> None:
    ours = side(someone("Anna", gear=["crossbow"]), someone("Bert", gear=["staff"]))
    fight = versus(ours, someone("Orc", gear=["long bow"]), distance=60)
    options = {"initiative.slow-crossbow": option} if option else None
    answers = ["Anna: pass move", "Bert: pass move", "Orc: pass move"]
    scene = scripted(fight, OURS_FIRST + "d20=2 d20=2", answers, until="round 2", options=options)
    assert order(scene) == (["Orc", "Anna"] if slow else ["Anna", "Orc"])


@pytest.mark.clause("classic.initiative.slow", "classic.weapon.switch")
def test_a_slow_weapon_drawn_this_round_strikes_last_this_round() -> None:
    anna = someone("Anna", gear=["sword", "two-handed sword"])
    scene = scripted(
        versus(anna, someone("Orc")), OURS_FIRST + "d20=2 d20=2", ["Anna: draw two-handed sword"], until="round 2"
    )
    assert order(scene) == ["Orc", "Anna"]


@pytest.mark.clause("classic.initiative.slow")
def test_a_quick_weapon_drawn_this_round_strikes_with_its_side() -> None:
    ours = side(someone("Anna", gear=["two-handed sword", "sword"]), someone("Bert", gear=["staff"]))
    answers = ["Anna: draw sword"]
    scene = scripted(versus(ours, someone("Orc")), OURS_FIRST + "d20=2 " * 3, answers, until="round 2")
    assert order(scene) == ["Anna", "Orc", "Bert"]


@pytest.mark.clause("classic.initiative.slow", "classic.initiative.tie")
def test_slow_ones_of_tied_sides_strike_together_too() -> None:
    keys: dict[str, Any] = {"gear": ["battle axe"], "hp": 1}
    fight = versus(someone("Anna", **keys), someone("Orc", **keys), someone("Gnoll"), options=TOGETHER)
    answers = ["Gnoll: pass strike", "Anna: strike Orc", "Orc: strike Anna"]
    scene = scripted(fight, "d6=3 d6=3 d6=2 d20=10 d6=1 d20=10 d6=1", answers, until="over")
    assert [e.other for e in scene.events("dead")] == ["Orc", "Anna"]


# --- classic.initiative.individual


@pytest.mark.clause("classic.initiative.individual")
def test_each_acts_on_its_own_count() -> None:
    fight = versus(side(someone("Anna"), someone("Bert")), side(someone("Orc"), someone("Grub")), options=EACH)
    scene = scripted(fight, "d6=2 d6=5 d6=6 d6=1" + " d20=2" * 4, until="round 2")
    assert scores(scene, "classic.initiative.individual") == [("Anna", 2), ("Bert", 5), ("Orc", 6), ("Grub", 1)]
    assert order(scene) == ["Orc", "Bert", "Anna", "Grub"]


@pytest.mark.clause("classic.initiative.side", "classic.initiative.individual")
def test_that_is_off_unless_the_table_wants_it() -> None:
    fight = versus(someone("Anna", DEX=18), someone("Orc"))
    scene = scripted(fight, OURS_FIRST)
    assert scores(scene, "classic.initiative.side") == [("Anna", 6), ("Orc", 1)]
    scene = scripted(fight, OURS_FIRST, options=EACH)
    assert scores(scene, "classic.initiative.individual") == [("Anna", 6 + 2), ("Orc", 1)]


@pytest.mark.parametrize(("dexterity", "adds"), [(3, -2), (4, -1), (8, -1), (9, 0), (12, 0), (13, 1), (17, 1), (18, 2)])
@pytest.mark.clause("classic.initiative.individual")
def test_dexterity_is_added(dexterity: int, adds: int) -> None:
    fight = versus(someone("Anna", DEX=dexterity), someone("Orc"), options=EACH)
    anna, orc = scripted(fight, "d6=3 d6=6", until="Orc: strike").events("score")
    assert (anna.value, anna.because) == (3 + adds, {"DEX": adds} if adds else {})
    assert orc.because == {}


@pytest.mark.clause("classic.initiative.individual")
def test_monsters_add_nothing() -> None:
    fight = versus(someone("Anna", DEX=13), someone("Orc", monster="orc", DEX=18), options=EACH)
    scene = scripted(fight, "d6=5 d6=5 d20=2 d20=2", until="round 2")
    assert scores(scene, "classic.initiative.individual") == [("Anna", 6), ("Orc", 5)]
    assert order(scene) == ["Anna", "Orc"]


@pytest.mark.clause("classic.initiative.individual")
def test_each_does_all_its_steps_on_its_count() -> None:
    ours = side(someone("Anna", gear=["short bow"]), someone("Bert", gear=["short bow"]))
    fight = versus(ours, someone("Orc"), distance=150, options=EACH)
    scene = scripted(fight, "d6=2 d6=5 d6=1 d20=2 d20=2", until="round 2")
    did = [f"{e.kind} {e.who}" for e in scene.events() if e.kind in ("move", "miss")]
    assert did == ["move Bert", "miss Bert", "move Anna", "miss Anna", "move Orc"]


@pytest.mark.parametrize(
    ("dice", "first_to_last"),
    [
        ("d6=4 d6=3 d6=3  d6=6 d6=1", ["Anna", "Orc", "Gnoll"]),
        ("d6=1 d6=3 d6=3  d6=1 d6=2", ["Gnoll", "Orc", "Anna"]),
        ("d6=3 d6=3 d6=3  d6=2 d6=2 d6=6  d6=1 d6=4", ["Gnoll", "Orc", "Anna"]),
    ],
)
@pytest.mark.clause("classic.initiative.individual", "classic.initiative.tie")
def test_rivals_with_equal_counts_roll_again_for_their_places(dice: str, first_to_last: list[str]) -> None:
    scene = scripted(THREE, dice + " d20=2" * 3, until="round 2", options=EACH)
    assert order(scene) == first_to_last


@pytest.mark.clause("classic.initiative.individual", "classic.initiative.tie")
def test_the_best_of_new_rolls_does_not_reach_the_place_before() -> None:
    fight = versus(someone("Anna"), someone("Bert", DEX=18), someone("Gnoll", DEX=3), options=EACH)
    scene = scripted(fight, "d6=6 d6=2 d6=6  d6=6 d6=6" + " d20=2" * 3, until="round 2")  # 6, 4, 4; then 8 and 4
    assert scores(scene, "classic.initiative.tie") == [("Bert", 8), ("Gnoll", 4)]
    assert order(scene) == ["Anna", "Bert", "Gnoll"]


@pytest.mark.clause("classic.initiative.individual", "classic.initiative.tie")
def test_the_worst_of_new_rolls_does_not_fall_behind_the_place_after() -> None:
    fight = versus(someone("Anna"), someone("Bert", DEX=3), someone("Gnoll", DEX=3), options=EACH)
    scene = scripted(fight, "d6=1 d6=4 d6=4  d6=1 d6=2" + " d20=2" * 3, until="round 2")  # 1, 2, 2; then -1 and 0
    assert order(scene) == ["Gnoll", "Bert", "Anna"]


@pytest.mark.clause("classic.initiative.individual")
def test_friends_with_equal_counts_act_side_by_side() -> None:
    fight = versus(side(someone("Anna"), someone("Bert")), someone("Orc"), options=EACH)
    scene = scripted(fight, "d6=3 d6=3 d6=1" + " d20=2" * 3, until="round 2")
    assert order(scene) == ["Anna", "Bert", "Orc"]


@pytest.mark.clause("classic.initiative.individual")
def test_rivals_with_equal_counts_act_together_where_the_table_has_it_so() -> None:
    fight = versus(someone("Anna", hp=1), someone("Orc", hp=1), options=EACH | TOGETHER)
    scene = scripted(fight, "d6=3 d6=3 d20=10 d6=1 d20=10 d6=1", until="over")
    assert [e.other for e in scene.events("dead")] == ["Orc", "Anna"]


@pytest.mark.clause("classic.initiative.individual", "classic.initiative.slow")
def test_slow_weapons_still_come_last() -> None:
    fight = versus(someone("Anna", gear=["staff"]), someone("Orc"), options=EACH)
    assert order(scripted(fight, "d6=6 d6=1 d20=2 d20=2", until="round 2")) == ["Orc", "Anna"]
