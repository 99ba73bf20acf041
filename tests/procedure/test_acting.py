"""Turns of the procedure book: winners, losers, holding and triggers, the held step. Leaving is in test_leaving.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Refused, side, someone, versus
from procedure.people import OURS_FIRST, THEIRS_FIRST, at, deeds, scripted, told

import affray
from affray import scenario
from affray.engine.events import KINDS
from affray.engine.verbs import Answer, Question
from affray.log.narrate import Names, describe_event, parts_for, redact
from affray.rules.procedure.questions import ACT, TRIGGER

SEQUENCE = "procedure.round.sequence"
WINNERS = "procedure.act.winners"
LOSERS = "procedure.act.losers"
HOLD = "procedure.act.hold"
HELD = "procedure.act.held"
FEET = 10


# --- procedure.round.sequence


@pytest.mark.clause(SEQUENCE)
def test_the_steps_come_in_the_order_of_the_chapter() -> None:
    ours = side(at("Anna", 0), at("Arch", 0, 20, gear=["short bow"]), at("Wait", 0, 40))
    theirs = side(at("Orc", 60), at("Bow", 60, 20, gear=["short bow"]), at("Grub", 60, 60))
    scene = scripted(
        versus(ours, theirs),
        "d20=2" + " d6=5 d6=2" + " d20=2 d20=2" + " d20=2 d20=2",
        [
            "Anna: charge Orc",
            "Arch: missiles",
            "Bow: missiles",
            *["Arch: shoot Bow", "Bow: shoot Arch"] * 2,
            "Wait: hold",
            "Orc: pass act",
            "Grub: approach Wait",
            "Wait: approach Grub",
            "Wait: pass act",
        ],
        until="round 2",
    )
    said = ["round Anna", "declared Anna", "declared Arch", "declared Bow", "move Anna", "miss Anna"]
    said += ["score Anna", "score Orc"]
    said += ["declared Arch", "miss Arch", "declared Bow", "miss Bow"]
    said += ["round Anna", "declared Wait", "round Orc", "move Grub"]
    said += ["declared Arch", "miss Arch", "declared Bow", "miss Bow"]
    said += ["round Wait", "move Wait", "round Anna"]
    assert told(scene) == said


# --- procedure.act.winners


@pytest.mark.clause(WINNERS)
@pytest.mark.parametrize("order", [("approach Orc", "strike Orc"), ("strike Grub", "go -10 0")])
def test_move_and_attack_come_in_any_order(order: tuple[str, str]) -> None:
    grub = 60 if order[0] == "approach Orc" else 5
    text = versus(at("Anna", 0), side(at("Orc", 45), at("Grub", grub, 0)))
    scene = scripted(text, "d6=6 d6=1 d20=2", [f"Anna: {words}" for words in order], until="Orc: act")
    assert {line.split()[0] for line in deeds(scene)} == {"move", "miss"}
    assert deeds(scene)[0].split()[0] == ("move" if order[0] == "approach Orc" else "miss")


@pytest.mark.clause(WINNERS)
def test_a_side_coordinates_in_any_order_it_wishes() -> None:
    """Carl goes before Anna, in the middle of her turn."""
    ours = side(at("Anna", 0), at("Bert", 0, 10), at("Carl", 0, 20))
    scene = scripted(
        versus(ours, at("Orc", 60, 20)),
        "d6=6 d6=1",
        ["Anna: go 10 0", "Anna: after Carl", "Carl: go 30 20", "Carl: pass act", "Anna: pass act", "Bert: go 5 10"],
        until="losers",
    )
    assert deeds(scene) == ["move Anna", "move Carl", "move Bert"]
    assert [e.who for e in scene.events("round", WINNERS)] == ["Anna"]


@pytest.mark.clause(WINNERS)
def test_an_item_is_used_on_ones_own_turn() -> None:
    text = versus(someone("Anna", gear=["healing potion"], hp=3, max_hp=9), someone("Orc"))
    scene = scripted(text, OURS_FIRST + "d6=5", ["Anna: drink"], until="Orc: act")
    assert scene["Anna"].hp > 3
    assert scene.why_not("Anna: strike Orc") is not None, "that was its act"


@pytest.mark.clause(WINNERS)
def test_who_has_begun_a_routine_does_nothing_but_finish_it() -> None:
    bear = someone("Bear", monster="black bear", hp=20, gear=["healing potion"])
    scene = scripted(
        versus(bear, someone("Orc")),
        OURS_FIRST + "d20=2",
        ["Bear: strike Orc"],
        until=lambda f: f.who[0].attacks_made == 1,
    )
    refused = Refused("classic.round.action", "{who} has already shot, cast or struck this round")
    assert scene.why_not("Bear: drink") == refused
    assert scene.why_not("Bear: strike Orc") is None


@pytest.mark.clause(WINNERS)
def test_nobody_is_asked_who_can_only_pass() -> None:
    """The bear has come as far as it can, and reaches nobody."""
    text = versus(at("Anna", 0), side(at("Bear", 90, monster="black bear", hp=20)))
    scene = scripted(text, OURS_FIRST, ["Anna: pass act", "Bear: approach Anna"], until="round 2")
    assert deeds(scene) == ["move Bear"]
    asked = scripted(text, OURS_FIRST, ["Anna: pass act"], until="Bear: act")
    with pytest.raises(AssertionError, match="left over"):
        asked.play("", ["Bear: approach Anna", "Bear: pass act"], until="round 2")


# --- procedure.act.losers


@pytest.mark.clause(LOSERS)
def test_what_drops_stones_declares_them() -> None:
    harpy = at("Harpy", 0, monster="harpy", hp=10, gear=["3 stone"])
    text = versus(side({"Harpy": {**harpy["Harpy"], "position": [0, 0, 40]}}), at("Orc", 5))
    scene = scripted(
        text,
        "d20=20 " + THEIRS_FIRST + "d20=16 d6=3",
        ["Harpy: missiles", "Harpy: pass shoot", "Orc: pass act", "Harpy: drop Orc"],
        until="Harpy: act",
    )
    assert scene.one("hit", "classic.attack.bombing").who == "Harpy"


@pytest.mark.clause(LOSERS)
def test_losers_neither_hold_nor_set_triggers() -> None:
    refused = Refused(LOSERS, "{who} is not on the winning side and can't wait")
    scene = scripted(versus(side(at("Anna", 0), at("Bert", 0, 5)), at("Orc", 60)), "d6=1 d6=4", until="Anna: act")
    for words in ("hold", "trigger anyone moves", "trigger Orc shoots", "guard Bert"):
        assert scene.why_not(f"Anna: {words}") == refused, words


# --- procedure.act.hold


@pytest.mark.clause(HOLD, HELD)
def test_plain_holding_waits_for_the_held_step() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 45)),
        OURS_FIRST + "d20=2 d20=2",
        ["Anna: hold", "Anna: strike Orc"],
        until="round 2",
    )
    assert deeds(scene) == ["move Orc", "miss Orc", "miss Anna"]
    assert scene.one("round", HELD).who == "Anna"


@pytest.mark.clause(HELD)
def test_what_is_not_used_then_is_lost() -> None:
    text = versus(at("Anna", 0), at("Orc", 60))
    scene = scripted(text, OURS_FIRST, ["Anna: hold", "Orc: pass act"], until="Anna: act")
    scene.play("", ["Anna: pass act"], until="round 2")
    assert deeds(scene) == []
    scene = scripted(text, OURS_FIRST, ["Anna: hold", "Orc: pass act"], until="held")
    scene.play("", until="Anna: act")
    assert scene.why_not("Anna: hold") == Refused(HELD, "{who} has waited: what is not used now is lost")


@pytest.mark.clause(HOLD)
@pytest.mark.parametrize("whom", ["anyone", "Orc"])
def test_a_trigger_fires_before_the_act_that_sets_it_off(whom: str) -> None:
    """The orc falls before it moves."""
    ours = side(at("Anna", 0, gear=["short bow"]))
    scene = scripted(
        versus(ours, side(at("Orc", 60, hp=1), at("Grub", 60, 10))),
        "d6=6 d6=1" + " d20=15 d6=4",
        ["Anna: missiles", "Anna: pass shoot", f"Anna: trigger {whom} moves", "Orc: approach Anna", "Anna: shoot Orc"],
        until="Grub: act",
    )
    assert [line for line in deeds(scene) if "Orc" in line] == []
    assert scene["Orc"].x == 60 * FEET
    assert scene.one("round", HOLD).who == "Anna"
    assert scene.one("lost", HOLD).who == "Orc"


@pytest.mark.clause(HOLD)
def test_the_act_takes_effect_afterwards_if_it_still_can() -> None:
    ours = side(at("Anna", 0, gear=["short bow"]))
    scene = scripted(
        versus(ours, side(at("Orc", 60), at("Grub", 60, 10))),
        "d6=6 d6=1" + " d20=2",
        ["Anna: missiles", "Anna: pass shoot", "Anna: trigger Orc moves", "Orc: approach Anna", "Anna: shoot Orc"],
        until=lambda f: f.who[1].moved > 0,
    )
    assert deeds(scene) == ["miss Anna", "move Orc"]


@pytest.mark.clause(HOLD)
def test_a_trigger_fires_once() -> None:
    ours = side(at("Anna", 0, gear=["short bow"]))
    scene = scripted(
        versus(ours, side(at("Orc", 60), at("Grub", 60, 10))),
        "d6=6 d6=1" + " d20=2",
        [
            *("Anna: missiles", "Anna: pass shoot", "Anna: trigger anyone moves"),
            *("Orc: go 50 0", "Anna: shoot Orc", "Anna: pass act", "Grub: go 50 10"),
        ],
        until="round 2",
    )
    assert len(scene.events("round", HOLD)) == 1
    assert scene.events("round", HELD) == []


@pytest.mark.clause(HOLD, HELD)
def test_a_trigger_that_nobody_sets_off_waits_for_the_held_step() -> None:
    ours = side(at("Anna", 0, gear=["short bow"]))
    scene = scripted(
        versus(ours, at("Orc", 60)),
        OURS_FIRST + "d20=2",
        [
            "Anna: missiles",
            "Anna: pass shoot",
            "Anna: trigger Orc casts",
            "Orc: go 50 0",
            "Anna: shoot Orc",
        ],
        until="round 2",
    )
    assert deeds(scene) == ["move Orc", "miss Anna"]
    assert scene.events("round", HOLD) == []
    assert scene.one("round", HELD).who == "Anna"


@pytest.mark.clause(HOLD)
def test_whoever_comes_within_reach_is_met_before_it_does_anything_else() -> None:
    scene = scripted(
        versus(at("Anna", 0), at("Orc", 45)),
        OURS_FIRST + "d20=2 d20=2",
        ["Anna: trigger anyone nears", "Orc: approach Anna", "Anna: strike Orc", "Orc: strike Anna"],
        until="round 2",
    )
    assert deeds(scene) == ["move Orc", "miss Anna", "miss Orc"]


ACTS: dict[str, tuple[dict[str, Any], list[str], str]] = {  # what the foe has for it, what it says, and its die
    "shoots": ({"gear": ["short bow"], "position": [60, 0]}, ["missiles", "pass shoot", "shoot Bert"], "d20=2"),
    "casts": (
        {"spells": ["magic missile"], "position": [60, 0]},
        ["cast magic missile", "cast magic missile at Bert"],
        "d20=20 d6=1",  # it keeps its concentration first
    ),
    "attacks": ({"position": [5, 0]}, ["strike Bert"], "d20=2"),
}


@pytest.mark.clause(HOLD)
@pytest.mark.parametrize("condition", ACTS)
def test_a_trigger_for_each_kind_of_act(condition: str) -> None:
    """The foe shoots, casts or strikes at Bert; Anna's spell is spoken before that."""
    keys, said, dice = ACTS[condition]
    ours = side(at("Anna", 0, 30, spells=["magic missile"]), at("Bert", 0))
    waits = ["cast magic missile", f"trigger Orc {condition}", "cast magic missile at Orc"]
    scene = scripted(
        versus(ours, side(someone("Orc", **keys), at("Grub", 60, 60))),
        f"d6=6 d6=1 d6=1 {dice}",
        [*(f"Anna: {words}" for words in waits), "Bert: pass act", *(f"Orc: {words}" for words in said)],
        until="Grub: act",
    )
    order = [f"{e.kind} {e.who}" for e in scene.events() if e.kind in ("damage", "miss")]
    assert order[0] == "damage Anna"
    assert len(order) == 2
    assert scene.one("round", HOLD).other == "Orc"


@pytest.mark.clause(HOLD)
def test_guarding_a_friend_fires_when_that_friend_is_attacked() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 10), at("Carl", 5, 50))
    theirs = side(at("Orc", 5), at("Grub", 5, 10))
    scene = scripted(
        versus(ours, theirs),
        "d6=6 d6=1 d20=2 d20=2 d20=2",
        [
            *("Anna: guard Bert", "Bert: pass act", "Carl: pass act"),
            *("Orc: strike Anna", "Grub: strike Bert", "Anna: strike Orc"),
        ],
        until="round 2",
    )
    assert deeds(scene) == ["miss Orc", "miss Anna", "miss Grub"]


@pytest.mark.clause(HOLD)
def test_two_triggers_for_one_act_both_come_first() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 5))
    scene = scripted(
        versus(ours, side(at("Orc", 45), at("Grub", 45, 60), at("Snag", 45, 70))),
        "d6=5 d6=1 d20=2 d20=2 d20=2",
        [
            *("Anna: trigger anyone nears", "Bert: trigger anyone nears", "Orc: approach Anna"),
            *("Anna: strike Orc", "Bert: strike Orc", "Orc: strike Anna"),
        ],
        until="Grub: act",
    )
    assert deeds(scene) == ["move Orc", "miss Anna", "miss Bert", "miss Orc"]


@pytest.mark.clause(HOLD, "procedure.morale.check")
def test_a_retreat_is_a_move_as_well() -> None:
    theirs = side(at("Orc", 60, morale=2), at("Grub", 60, 10), way_out=True)
    scene = scripted(
        versus(at("Anna", 0, gear=["short bow"]), theirs),
        "d6=6 d6=1 d20=2",
        ["Anna: missiles", "Anna: pass shoot", "Anna: trigger Orc moves", "Anna: shoot Orc"],
        until="Grub: act",
    )
    assert deeds(scene) == ["miss Anna", "move Orc"]
    assert scene.events("lost") == []


@pytest.mark.clause(HOLD, "affray.answer")
def test_no_other_triggers_than_those() -> None:
    scene = scripted(versus(side(at("Anna", 0), at("Bert", 0, 5)), at("Orc", 60)), "d6=6 d6=1", until="Anna: act")
    assert scene.why_not("Anna: trigger anyone nears") is None
    assert scene.why_not("Anna: guard Bert") is None
    for option in (0, 6):
        refused = scene.refused(Question(ACT, 0, 0, 0), Answer(TRIGGER, -1, option))
        assert refused == Refused(HOLD, "there is no such trigger")
    assert scene.why_not("Anna: guard Orc") == Refused("affray.answer", "{other} is not on the side of {who}")
    assert scene.why_not("Anna: guard Anna") == Refused("affray.answer", "that is {who}")
    assert scene.why_not("Anna: trigger Bert moves") == Refused("affray.answer", "{other} is on the same side")
    scene.play("", ["Anna: trigger anyone nears"], until="Bert: act")
    assert scene.one("declared", HOLD).value == 1


@pytest.mark.clause(HOLD)
def test_all_who_wait_for_a_newcomer_act_even_if_the_first_of_them_moves() -> None:
    ours = side(at("Anna", 0), at("Bert", 0, 5))
    waits = ["Anna: trigger anyone nears", "Bert: trigger anyone nears"]
    said = [*waits, "Orc: approach Anna", "Anna: go 0 -5", "Anna: pass act", "Bert: strike Orc"]
    scene = scripted(
        versus(ours, side(at("Orc", 45), at("Grub", 45, 60), at("Snag", 45, 70))), "d6=5 d6=1 d20=2", said, "Orc: act"
    )
    assert deeds(scene) == ["move Orc", "move Anna", "miss Bert"]
    assert [e.who for e in scene.events("round", HOLD)] == ["Anna", "Bert"]
    assert scene.fight.newcomer == -1, "seen to"


@pytest.mark.clause(HOLD)
def test_who_was_within_reach_before_does_not_come_near() -> None:
    """Orc goes round Anna, Grub comes."""
    text = versus(at("Anna", 0), side(at("Orc", 5), at("Grub", 40)))
    said = ["Anna: trigger anyone nears", "Orc: go 5 5", "Orc: pass act", "Grub: approach Anna"]
    scene = scripted(text, "d6=6 d6=1", said, until="Anna: act")
    assert deeds(scene) == ["move Orc", "move Grub"]
    assert scene.one("round", HOLD).other == "Grub"


@pytest.mark.clause(HOLD)
def test_what_somebody_waits_for_is_nobody_elses_business() -> None:
    text = versus(at("Anna", 0), at("Orc", 60))
    scene = scripted(text, OURS_FIRST, ["Anna: trigger Orc moves"], until="Orc: act")
    waits = scene.one("declared", HOLD)
    assert (waits.other, waits.was) == ("Anna", scene.number("Orc"))
    event = next(e for e in scene.recorder.events if KINDS[e.kind] == "declared")
    sides = [c.side for c in scene.fight.who]
    assert (parts_for(event, sides, {0}), parts_for(event, sides, {1})) == ("vw", "")
    names = Names(scene.roster, sides, "feet")
    assert "Orc" in describe_event(names, redact(event, "vw"), "vw").words
    assert "Orc" not in describe_event(names, redact(event, ""), "").words


# --- anything else


@pytest.mark.clause("procedure.act.winners")
@pytest.mark.parametrize(("said", "kind"), [("referee: yes", "declared"), ("referee: pass other", "lost")])
def test_anything_else_is_an_act_that_the_referee_judges(said: str, kind: str) -> None:
    fight = versus(at("Anna", 0), at("Orc", 5))
    scene = scripted(fight, OURS_FIRST, ["Anna: other", said], until="Orc: act")
    assert scene.one(kind, "procedure.act.winners").who == "Anna"
    assert scene.why_not("Anna: strike Orc") == (
        "classic.round.action",
        "{who} has already shot, cast or struck this round",
    )


@pytest.mark.clause("procedure.act.losers")
def test_the_losers_may_do_anything_else_too() -> None:
    fight = versus(at("Anna", 0), at("Orc", 5))
    scene = scripted(fight, OURS_FIRST, ["Anna: pass act", "Orc: other", "referee: yes"], until="round 2")
    assert scene.one("declared", "procedure.act.losers").who == "Orc"


def test_the_losers_are_not_asked_whether_they_wait() -> None:
    fight = affray.start(
        scenario.read(versus(at("Anna", 0), at("Orc", 5))), rules="procedure", players=["ours", "theirs"], seed=1
    )
    asked: dict[str, str] = {}
    while fight.asks is not None and len(asked) < 2:
        if "move, attack" in fight.asks.what:
            asked[fight.asks.clause] = fight.asks.what.partition(": ")[2]
        fight.do("pass")
    assert asked == {
        "procedure.act.winners": "move, attack, cast, use an item, or wait?",
        "procedure.act.losers": "move, attack, cast, or use an item?",
    }


MIRA = {"cls": "magic-user", "level": 3, "spells": ["sleep", "light"]}


@pytest.mark.parametrize(
    ("keys", "said", "asked"),
    [
        ({}, ["pass", "other"], "move now?"),
        ({}, ["pass", "approach Orc"], "attack, cast, use an item, or wait?"),
        ({}, ["defend"], "move in total defence, use an item, or wait?"),
        ({"gear": ["healing potion"]}, ["defend", "approach Orc"], "use an item, or wait?"),
        (MIRA, ["cast sleep"], "cast the declared spell, give it up, or wait?"),
        (MIRA | {"readied": "light"}, ["cast sleep", "cast sleep at Orc"], "cast the readied spell?"),
        (MIRA | {"readied": "light"}, ["pass", "other"], "cast the readied spell, or move?"),
    ],
)
def test_a_question_names_what_is_left_to_do(keys: dict[str, Any], said: list[str], asked: str) -> None:
    text = versus(at("Anna", 0, **keys), side(at("Orc", 60), surprised=True))
    fight = affray.start(scenario.read(text), rules="procedure", players=["ours"], seed=1)
    for answer in said:
        fight.do(answer)
    assert fight.asks is not None
    assert (fight.asks.what, fight.asks.clause) == (f"Anna: {asked}", WINNERS)


def test_who_cuts_in_is_asked_under_the_clause_of_triggers() -> None:
    text = versus(at("Anna", 0), side(at("Orc", 60), surprised=True))
    fight = affray.start(scenario.read(text), rules="procedure", players=["ours", "theirs"], seed=1)
    for answer in ("pass", "pass", "trigger Orc moves", "approach Anna"):
        fight.do(answer)
    assert fight.asks is not None
    assert (fight.asks.what, fight.asks.clause) == ("Anna: move, attack, cast, or use an item?", HOLD)
