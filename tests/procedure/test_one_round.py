"""One round of the procedure book with nearly all that it has, die by die."""

from __future__ import annotations

import pytest
from helpers import Scene, side, versus
from procedure.people import at, scripted

AAC = 19 - 9
FEET = 10

# Ours are six and theirs seven, and so ours roll 4 + 2 against 5.
OURS = side(
    at("Anna", 0),
    at("Bert", 0, 40),
    at("Arch", -20, 80, gear=["short bow"]),
    at("Wait", 0, 100),
    at("Idle", 0, 160),
    at("Mia", -60, 0, cls="magic-user", spells=["sleep"], hp=6),
    players=True,
)
THEIRS = side(
    at("Orc", 70, 0, move=90),
    at("Shield", 60, 40),
    at("Pike", 65, 40, gear=["pole arm"]),
    at("Bow", 60, 80, gear=["short bow"]),
    at("Scout", 40, 100, hp=2),
    at("Guard", 60, 160),
    at("Grub", 90, 200),
)
ANSWERS = [
    *("Anna: charge Orc", "Orc: charge Anna", "Bert: charge Shield", "Shield: pass declare"),
    *("Arch: missiles", "Bow: missiles", "Mia: cast sleep"),
    *("Arch: shoot Bow", "Bow: shoot Mia"),
    *("Wait: trigger anyone nears", "Idle: trigger Guard casts"),
    *("Shield: strike Bert", "Pike: pass act", "Scout: approach Wait", "Wait: strike Scout"),
    *("Guard: go 50 160", "Guard: pass act", "Grub: pass act"),
    *("Arch: shoot Bow", "Bow: shoot Arch", "Idle: pass act"),
]
CHARGES = "d20=12 d6=4 " + "d20=8 d6=3 " + "d20=9 d6=2 " + "d20=5 "  # Pike, Anna, Bert, Orc
INITIATIVE = "d6=4 d6=5 "
FIRST_MISSILES = "d20=10 d6=1 " + "d20=12 d6=3 d20=10 "  # Arch; Bow, and Mia's concentration
TURNS = "d20=2 " + "d20=15 d6=4 "  # Shield; Wait
SECOND_MISSILES = "d20=2 d20=3"


@pytest.fixture
def scene() -> Scene:
    return scripted(
        versus(OURS, THEIRS), CHARGES + INITIATIVE + FIRST_MISSILES + TURNS + SECOND_MISSILES, ANSWERS, until="round 2"
    )


@pytest.mark.clause(
    "procedure.round.sequence",
    "procedure.charge.meeting",
    "procedure.charge.polearm",
    "procedure.initiative.guerilla",
    "procedure.missile.first",
    "procedure.missile.second",
    "procedure.act.hold",
    "procedure.act.held",
    "procedure.declare.spell",
)
def test_a_round_with_nearly_everything(scene: Scene) -> None:
    # two charges that meet: 70 feet, 80 and 60 feet a round: 700 · 80 / 140
    assert [(e.who, e.value) for e in scene.events("move", "procedure.charge.meeting")] == [("Anna", 400), ("Orc", 300)]
    assert scene["Anna"].x == scene["Orc"].x == 40 * FEET

    # a pole arm from the second line, before the charger strikes
    polearm = scene.one("declared", "procedure.charge.polearm")
    assert (polearm.who, polearm.other) == ("Pike", "Bert")
    blows = [(e.kind, e.who, e.other, e.value, e.was) for e in scene.events() if e.kind in ("hit", "miss")][:4]
    assert blows == [
        ("hit", "Pike", "Bert", 12, AAC - 2),
        ("hit", "Anna", "Orc", 8 + 2, AAC - 2),
        ("hit", "Bert", "Shield", 9 + 2, AAC),
        ("miss", "Orc", "Anna", 5 + 2, AAC - 2),
    ]

    # the outnumbered side wins by its bonus
    scores = {e.who: (e.value, e.because) for e in scene.events("score", "procedure.initiative.side")}
    assert scores == {"Anna": (4 + 2, {"the smallest side": 2}), "Orc": (5, {})}
    assert scene.one("round", "procedure.act.winners").who == "Anna"

    # stationary shooters twice, the winners' first
    shots = [e.who for e in scene.events("declared", "procedure.declare.missile")]
    assert shots == ["Arch", "Bow", "Arch", "Bow"]

    # a spell lost to damage: 10 + level 1 + prime 1 against 10 + 3
    check = scene.one("check", "procedure.declare.spell")
    assert (check.who, check.value, check.was) == ("Mia", 10 + 1 + 1, 10 + 3)
    assert scene.one("lost", "procedure.declare.spell").who == "Mia"

    # a trigger that fires before the scout does anything else, and one that never does
    fired = scene.one("round", "procedure.act.hold")
    assert (fired.who, fired.other) == ("Wait", "Scout")
    assert scene.one("dead").other == "Scout"
    assert scene.one("round", "procedure.act.held").who == "Idle"


def test_its_steps_come_in_order(scene: Scene) -> None:
    steps = {
        "declared procedure.declare.charge": "Anna",
        "move procedure.charge.meeting": "Anna",
        "declared procedure.charge.polearm": "Pike",
        "score procedure.initiative.side": "Anna",
        "declared procedure.declare.missile": "Arch",
        "round procedure.act.winners": "Anna",
        "declared procedure.act.hold": "Wait",
        "round procedure.act.losers": "Orc",
        "round procedure.act.hold": "Wait",
        "round procedure.act.held": "Idle",
    }
    told = [f"{e.kind} {e.clause} {e.who}" for e in scene.events()]
    places = [told.index(f"{what} {who}") for what, who in steps.items()]
    assert places == sorted(places)
