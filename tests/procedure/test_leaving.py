"""Leaving a melee in the procedure book: how far is safe, and who strikes at one that goes farther."""

from __future__ import annotations

import pytest
from helpers import Refused, side, versus
from procedure.people import OURS_FIRST, at, deeds, scripted, told

LEAVE = "procedure.leave"
AAC = 19 - 9


def pressed() -> str:
    """Anna between two orcs, with somebody farther off; a base rate of 120 gives a move of 40."""
    return versus(at("Anna", 0, hp=20), side(at("Orc", 5), at("Grub", -5), at("Snag", 60, 60)))


@pytest.mark.clause(LEAVE)
def test_leaving_by_more_than_half_the_move_provokes_everyone_there() -> None:
    scene = scripted(pressed(), "d6=6 d6=1" + " d20=8 d6=1 d20=7", ["Anna: go 0 20.1"], until="Orc: act")
    blows = scene.events("hit") + scene.events("miss")
    assert [(e.who, e.value, e.because) for e in blows] == [
        ("Orc", AAC, {"a parting attack": 2}),
        ("Grub", AAC - 1, {"a parting attack": 2}),
    ]
    assert told(scene).index("move Anna") > told(scene).index("miss Grub"), "before it is gone"
    assert scene["Anna"].y == 201


@pytest.mark.clause(LEAVE)
def test_half_the_move_is_safe() -> None:
    scene = scripted(pressed(), "d6=6 d6=1 d20=2 d20=2", ["Anna: go 0 20.1"], until="Orc: act")
    assert deeds(scene) == ["miss Orc", "miss Grub", "move Anna"]
    scene = scripted(pressed(), "d6=6 d6=1", ["Anna: go 0 20"], until="Orc: act")
    assert deeds(scene) == ["move Anna"]
    scene.play("", ["Orc: pass act", "Grub: pass act"], until="Snag: act")


@pytest.mark.clause("procedure.declare.defence")
def test_who_defends_itself_leaves_safely() -> None:
    scene = scripted(pressed(), "d6=6 d6=1", ["Anna: defend", "Anna: go 0 20"], until="Orc: act")
    assert deeds(scene) == ["move Anna"]


@pytest.mark.clause(LEAVE)
@pytest.mark.parametrize(("bonus", "face"), [("1", 9), ("5", 5)])
def test_the_bonus_of_a_parting_blow_is_an_option(bonus: str, face: int) -> None:
    text = versus(at("Anna", 0, hp=20), at("Orc", 5))
    scene = scripted(
        text, OURS_FIRST + f"d20={face} d6=1", ["Anna: go 0 40"], until="losers", options={"leave.bonus": bonus}
    )
    assert scene.one("hit").value == AAC


@pytest.mark.clause(LEAVE)
def test_a_parting_blow_is_that_ones_attack() -> None:
    scene = scripted(pressed(), "d6=6 d6=1" + " d20=2 d20=2", ["Anna: go 0 25"], until="Orc: act")
    assert scene.why_not("Orc: strike Anna") == Refused(
        "classic.round.action", "{who} has already shot, cast or struck this round"
    )


@pytest.mark.clause(LEAVE)
def test_whoever_may_strike_at_one_that_leaves_is_asked() -> None:
    """Orc would rather keep its attack for Bert, and has it."""
    text = versus(side(at("Anna", 0, hp=20), at("Bert", 5, 5)), side(at("Orc", 5), at("Grub", -5)))
    said = ["Anna: go -40 -40", "Orc: pass part", "Grub: yes", "Anna: pass act", "Bert: pass act", "Orc: strike Bert"]
    scene = scripted(text, "d6=6 d6=1" + " d20=2" + " d20=3", said, until="Grub: act")
    assert deeds(scene) == ["miss Grub", "move Anna", "miss Orc"]
    assert [e.other for e in scene.events("miss")] == ["Anna", "Bert"]
    assert not scene["Orc"].offered_parting_blow


@pytest.mark.clause(LEAVE)
@pytest.mark.parametrize("monster", ["black bear", "white dragon"])
def test_one_blow_is_no_bargain_for_who_has_several_or_breath(monster: str) -> None:
    """Carl strikes, the beast doesn't."""
    ours = side(at("Beast", 0, monster=monster, hp=30), at("Carl", 5, 5))
    scene = scripted(versus(ours, side(at("Rat", 5), at("Orc", -5))), "d6=1 d6=6", until="Rat: act")
    scene.play("d20=3 d20=2", ["Rat: go 45 0", "Rat: pass act", "Orc: strike Beast"], until="Beast: act")
    assert [e.who for e in scene.events("miss")] == ["Carl", "Orc"]
    assert scene.why_not("Beast: strike Orc") is None


@pytest.mark.clause(LEAVE)
def test_who_waits_for_something_else_keeps_its_attack() -> None:
    text = versus(side(at("Anna", 0), at("Bert", 5, 5)), side(at("Orc", 5), at("Grub", -5, -5)))
    said = ["Anna: trigger Grub attacks", "Bert: pass act", "Orc: go 45 0", "Orc: pass act", "Grub: strike Anna"]
    scene = scripted(text, "d6=6 d6=1 d20=2", said, until="Anna: act")
    assert deeds(scene) == ["miss Bert", "move Orc"]
    assert scene.why_not("Anna: strike Grub") is None


@pytest.mark.clause(LEAVE)
def test_without_a_bonus_it_is_a_parting_blow_still() -> None:
    text = versus(at("Anna", 0, hp=20), at("Orc", 5))
    scene = scripted(text, OURS_FIRST + "d20=9", ["Anna: go 0 40"], until="losers", options={"leave.bonus": "0"})
    assert scene.one("miss").because == {"a parting attack": 0}
    assert (scene.fight.situation_modifier, scene.fight.situation_reason) == (0, 0)


@pytest.mark.clause(LEAVE)
def test_who_has_attacked_already_strikes_at_nobody_who_leaves() -> None:
    scene = scripted(
        pressed(),
        "d6=1 d6=6" + " d20=2" + " d20=2",
        ["Orc: strike Anna", "Grub: pass act", "Snag: pass act", "Anna: go 0 40"],
        until="round 2",
    )
    assert [e.because for e in scene.events("miss", who="Orc")] == [{}]
    assert [e.because for e in scene.events("miss", who="Grub")] == [{"a parting attack": 2}]


@pytest.mark.clause("procedure.declare.defence")
def test_who_defends_strikes_at_nobody_who_leaves() -> None:
    text = versus(at("Anna", 0), side(at("Orc", 5), at("Snag", 60, 60)))
    scene = scripted(text, "d6=6 d6=1", ["Orc: defend", "Anna: go 0 40", "Anna: pass act"], until="Orc: act")
    assert deeds(scene) == ["move Anna"]


@pytest.mark.clause(LEAVE)
def test_who_is_felled_goes_nowhere() -> None:
    text = versus(side(at("Anna", 0, hp=1), at("Bert", 0, 60)), at("Orc", 5))
    scene = scripted(text, "d6=6 d6=1 d20=15 d6=3", ["Anna: go 0 40"], until="Bert: act")
    assert scene["Anna"].y == 0
    assert scene.fight.leaver == -1


@pytest.mark.clause(LEAVE)
def test_the_broken_are_struck_at_too_and_get_away() -> None:
    theirs = side(at("Orc", 5, morale=2), at("Snag", 5, 60), way_out=True)
    scene = scripted(
        versus(at("Anna", 0), theirs), "d6=1 d6=6 d20=2", until=lambda f: f.round == 1 and f.side[1].fled > 0
    )
    assert scene.one("miss", who="Anna").because == {"a parting attack": 2}
    assert scene.one("fled").other == "Orc"


@pytest.mark.clause(LEAVE)
def test_a_shield_counts_for_who_runs() -> None:
    theirs = side(at("Orc", 5, cls="fighter", gear=["shield", "sword"], morale=2), at("Snag", 5, 60), way_out=True)
    scene = scripted(versus(at("Anna", 0), theirs), "d6=1 d6=6 d20=2", until=lambda f: f.side[1].fled > 0)
    blow = scene.one("miss", who="Anna")
    assert blow.because == {"a parting attack": 2}
    assert blow.was == 19 - (scene["Orc"].ac - scene["Orc"].shield)
    assert scene["Orc"].shield == 1
