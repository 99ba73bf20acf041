"""Morale of the procedure book: when it is checked, and how every single one takes it."""

from __future__ import annotations

import pytest
from helpers import Group, Refused, side, someone, versus
from procedure.people import OURS_FIRST, at, scripted, told

from affray.engine.state import ALWAYS
from affray.engine.vocabulary import ASLEEP
from affray.rules.shared.damage import begin

SCALE = "procedure.morale.scale"
TRIGGERS = "procedure.morale.triggers"
CHECK = "procedure.morale.check"
KILL = "d20=15 d6=6 "


def orcs(count: int, **keys: object) -> Group:
    return side(someone("Orc", count=count, hp=1, morale=8), **keys)


def heroes(count: int) -> Group:
    return side(someone("Hero", count=count, hp=20), players=True)


# --- procedure.morale.triggers


@pytest.mark.clause(TRIGGERS, CHECK)
def test_the_first_casualty_and_then_half_each_once_a_fight() -> None:
    """Of six, the first and the third."""
    scene = scripted(
        versus(heroes(7), orcs(6)),
        OURS_FIRST + KILL + "2d6=4,4 " * 5 + KILL + KILL + "2d6=4,4 " * 3 + KILL,
        until="Hero 5: act",
    )
    assert [(e.value, e.was) for e in scene.events("due", TRIGGERS)] == [(1, 1), (2, 3)]
    assert len(scene.events("check", CHECK)) == 5 + 3


@pytest.mark.clause(TRIGGERS)
def test_both_at_once_are_one_check() -> None:
    scene = scripted(versus(heroes(3), orcs(2)), OURS_FIRST + KILL + "2d6=4,4", until="Hero 2: act")
    assert scene.one("due", TRIGGERS).value == 1 | 2
    assert scene.one("due", TRIGGERS).because == {"at least half of the side": 0}
    assert len(scene.events("check", CHECK)) == 1


@pytest.mark.clause(TRIGGERS)
@pytest.mark.parametrize(("kept", "due"), [("first", [1]), ("half", [2])])
def test_the_triggers_are_an_option(kept: str, due: list[int]) -> None:
    """Two of four fall."""
    checks = ("2d6=4,4 " * 3, "") if kept == "first" else ("", "2d6=4,4 " * 2)
    scene = scripted(
        versus(heroes(5), orcs(4)),
        OURS_FIRST + KILL + checks[0] + KILL + checks[1],
        until="Hero 3: act",
        options={"morale.triggers": kept},
    )
    assert [e.value for e in scene.events("due")] == due


def test_without_any_trigger_nobody_checks() -> None:
    scene = scripted(
        versus(heroes(5), orcs(4)), OURS_FIRST + KILL * 3, until="Hero 4: act", options={"morale.triggers": "none"}
    )
    assert scene.events("due") == scene.events("check") == []


@pytest.mark.clause(TRIGGERS)
def test_asleep_is_out_as_well_as_dead() -> None:
    text = versus(at("Mia", 0, cls="magic-user", spells=["sleep"]), side(at("Orc", 60, morale=8), at("Grub", 60, 60)))
    scene = scripted(
        text,
        "d6=6 d6=1 2d8=1,1 4d4=1,1,1,1",
        ["Mia: cast sleep", "Mia: cast sleep at Orc"],
        until="losers",
    )
    assert scene.one("due", TRIGGERS).value == 1 | 2


@pytest.mark.clause(TRIGGERS)
def test_nobody_checks_for_their_own_loss_on_waking() -> None:
    """Of four one falls asleep, the others check; then the sleeper is struck, wakes, and has nothing to check for."""
    theirs = side(someone("Wolf", hp=9, morale=8), someone("Orc", count=3, morale=8))
    scene = scripted(versus(heroes(2), theirs), until="initiative")
    begin(scene.fight, scene["Wolf"], ASLEEP, ALWAYS)
    scene.play("2d6=4,4 " * 3 + OURS_FIRST + "d6=2", ["Hero 1: strike Wolf"], until="Hero 2: act")
    assert scene["Wolf"].able
    assert [e.who for e in scene.events("check", CHECK)] == ["Orc 1", "Orc 2", "Orc 3"]


@pytest.mark.clause(TRIGGERS)
def test_neither_who_fled_nor_who_gave_up_is_a_casualty() -> None:
    """Of four one dies and two give up, or flee: no second check of anybody."""
    dice = OURS_FIRST + KILL + "2d6=6,6 2d6=6,6 2d6=1,1"
    scene = scripted(versus(heroes(5), orcs(4)), dice, until="Hero 2: act")
    assert len(scene.events("surrendered")) == 2
    assert scene.one("due", TRIGGERS).value == 1
    ours = side(at("Hero", 0, hp=20), players=True)
    theirs = [at(f"Orc {n}", 5 if n == 1 else 90, 60 * (n - 1), hp=1, morale=8) for n in (1, 2, 3, 4)]
    scene = scripted(versus(ours, side(*theirs, way_out=True)), dice, until="round 2")
    assert [e.other for e in scene.events("fled")] == ["Orc 2", "Orc 3"]
    assert scene.one("due", TRIGGERS).value == 1


# --- procedure.morale.check


@pytest.mark.clause(CHECK)
@pytest.mark.parametrize(("dice", "breaks"), [("2d6=4,4", False), ("2d6=4,5", True)])
def test_two_dice_above_the_rating_break_that_one_alone(dice: str, breaks: bool) -> None:
    scene = scripted(versus(heroes(4), orcs(3)), OURS_FIRST + KILL + f"{dice} 2d6=1,1", until="Hero 2: act")
    first, second = scene.events("check", CHECK)
    assert (first.who, first.was, second.who) == ("Orc 2", 8, "Orc 3")
    assert [e.other for e in scene.events("surrendered", CHECK)] == (["Orc 2"] if breaks else [])


@pytest.mark.clause(CHECK)
def test_with_a_way_out_it_retreats_on_its_next_move() -> None:
    scene = scripted(
        versus(heroes(2), orcs(3, way_out=True)),
        OURS_FIRST + KILL + "2d6=6,6 2d6=1,1" + " d20=2",
        until="losers",
    )
    assert scene.one("condition-on", CHECK).other == "Orc 2"
    broken = Refused(CHECK, "{who} has lost heart and does nothing but retreat")
    assert scene.why_not("Orc 2: strike Hero 1") == scene.why_not("Orc 2: defend") == broken
    scene.play("d20=2", until="round 2")
    assert scene.one("move", CHECK).who == "Orc 2"
    assert [e.who for e in scene.events("miss") if e.who.startswith("Orc")] == ["Orc 3"]


@pytest.mark.clause(CHECK)
def test_checks_come_at_once_before_anybody_else_acts() -> None:
    scene = scripted(versus(heroes(4), orcs(5)), "d6=6 d6=1 " + KILL + "2d6=4,4 " * 4 + KILL, until="Hero 3: act")
    killed = [n for n, line in enumerate(told(scene)) if line.startswith("dead")]
    checked = [n for n, line in enumerate(told(scene)) if line.startswith("check")]
    assert killed[0] < checked[0] < checked[-1] < killed[1]


@pytest.mark.clause(CHECK)
def test_checks_wait_for_the_last_blow_of_a_routine() -> None:
    bear = side(someone("Bear", monster="black bear", hp=20))
    scene = scripted(versus(bear, orcs(3)), "d6=6 d6=1 d20=15 d3=3 d20=2 d20=2 2d6=4,4 2d6=4,4", until="losers")
    assert [line.split()[0] for line in told(scene) if line.startswith(("dead", "miss", "check"))] == (
        "dead miss miss check check".split()
    )


@pytest.mark.clause(CHECK)
def test_after_charges_the_checks_wait_for_all_of_them() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 10))
    theirs = side(at("Orc", 50, hp=1, morale=8), at("Grub", 50, 10, hp=1, morale=8), at("Snag", 50, 40, morale=8))
    scene = scripted(versus(ours, theirs), KILL + KILL, ["Anna: charge Orc", "Bert: charge Grub"], until="initiative")
    assert [e.value for e in scene.events("due", TRIGGERS)] == [1, 2]
    assert scene.events("check") == []
    scene.play("2d6=4,4 d6=1 d6=6", until="winners")
    assert scene.one("check", CHECK).who == "Snag"


@pytest.mark.clause(TRIGGERS)
def test_players_characters_never_check() -> None:
    ours = side(someone("Hero", hp=1, morale=2), someone("Page", hp=1, morale=2), players=True)
    theirs = side(someone("Orc", hp=1), someone("Grub"), someone("Snag", morale=12))
    scene = scripted(versus(ours, theirs), "d6=1 d6=6 " + KILL, until="Grub: act")
    assert scene.events("check") == scene.events("due") == []
    scene.play("", ["Grub: pass act", "Snag: pass act"], until="losers")
    scene.play(KILL, until="round 2")
    assert scene.one("due", TRIGGERS).who == "Orc"


@pytest.mark.clause(CHECK)
@pytest.mark.parametrize(
    ("failed", "surrenders"),
    [("retreat", []), ("surrender", ["Orc", "Far"]), ("in-melee", ["Orc"])],
)
def test_those_who_break_may_surrender_by_option(failed: str, surrenders: list[str]) -> None:
    """There is a way out; the orc has a foe beside it, Far has not."""
    theirs = side(at("Grub", 5, hp=1, morale=7), at("Orc", 5, 5, morale=7), at("Far", 60, morale=7), way_out=True)
    scene = scripted(
        versus(at("Hero", 0, hp=20), theirs, options={"morale.failed": failed}),
        "d6=6 d6=1 " + KILL + "2d6=4,4 2d6=4,4",
        ["Hero: pass declare", *(f"{who}: pass declare" for who in ("Grub", "Orc", "Far")), "Hero: strike Grub"],
    )
    assert [e.other for e in scene.events("surrendered", CHECK)] == surrenders
    fleeing = [e.other for e in scene.events("condition-on", CHECK)]
    assert fleeing == [name for name in ("Orc", "Far") if name not in surrenders]


@pytest.mark.clause(CHECK)
def test_a_retainer_checks_by_its_loyalty() -> None:
    ours = side(someone("Hero", cls="fighter", hp=1), someone("Tam", cls="fighter", retainer=7), players=True)
    scene = scripted(versus(ours, someone("Orc")), "d6=1 d6=6 " + KILL + "2d6=3,4", until="losers")
    assert (scene.one("check", CHECK).who, scene.one("check", CHECK).was) == ("Tam", 7)


@pytest.mark.clause(CHECK)
def test_a_leader_and_a_blessing_hearten_as_in_the_classic_book() -> None:
    theirs = side(
        someone("Orc", hp=1, monster="orc"),
        someone("Chief", monster="orc", leader=True),
        someone("Grub", monster="orc", conditions=["blessed"]),
    )
    scene = scripted(versus(heroes(2), theirs), OURS_FIRST + KILL + "2d6=1,1 2d6=1,1", until="Hero 2: act")
    assert [(e.who, e.was) for e in scene.events("check", CHECK)] == [("Chief", 8), ("Grub", 8 + 1)]


# --- procedure.morale.scale


@pytest.mark.clause(SCALE)
def test_two_never_fights() -> None:
    text = versus(heroes(1), side(someone("Orc", morale=2), someone("Grub", morale=3)))
    scene = scripted(text, until="Hero: declare")
    assert scene.one("surrendered", CHECK).other == "Orc"
    assert scene.one("check", SCALE).was == 2


@pytest.mark.clause(SCALE)
def test_twelve_always_fights_to_the_end() -> None:
    theirs = side(someone("Orc", hp=1, morale=12), someone("Bones", morale=12), someone("Grub", morale=11))
    scene = scripted(versus(heroes(4), theirs), OURS_FIRST + KILL + "2d6=6,6", until="Hero 2: act")
    assert (scene.one("check", SCALE).who, scene.one("check", SCALE).was) == ("Bones", 12)
    assert scene.one("surrendered", CHECK).other == "Grub"


@pytest.mark.clause(TRIGGERS)
def test_who_sleeps_before_the_fight_is_no_casualty() -> None:
    """Of four, two asleep: one killed is the first casualty, and not half."""
    theirs = side(someone("Orc", count=2, hp=1, morale=8), someone("Sleeper", count=2, morale=8, conditions=["asleep"]))
    scene = scripted(versus(heroes(2), theirs), OURS_FIRST + KILL + "2d6=4,4", until="Hero 2: act")
    assert (scene.one("due", TRIGGERS).value, scene.one("due", TRIGGERS).was) == (1, 1)
