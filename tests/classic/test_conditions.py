"""Conditions of the classic book: what they do, and when they end."""

from __future__ import annotations

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.clauses import BY_ID
from affray.engine.state import ALWAYS
from affray.engine.vocabulary import BLIND, NAMES, PARALYSED
from affray.log import Answered
from affray.rules.shared.damage import put_on

UNABLE = {"neither moves nor acts": 0}


def is_on(scene: Scene, who: str) -> list[str]:
    return [name for n, name in enumerate(NAMES) if scene[who].conditions >> n & 1]


# --- classic.condition.end


@pytest.mark.parametrize("rounds", [1, 2, 4])
@pytest.mark.clause("classic.condition.end", "classic.condition.helpless")
def test_a_condition_lapses_at_the_end_of_the_last_of_its_rounds(rounds: int) -> None:
    """The sight of a mummy paralyses for 1d4 rounds from the start of the first on."""
    mummy = someone("Mummy", monster="mummy", hp=20, move=0)
    fight = versus(someone("Anna"), mummy, distance=30)
    scene = scripted(fight, OURS_FIRST + f"d20=2 d4={rounds} " + OURS_FIRST * (rounds - 1), until=f"round {rounds + 1}")
    stricken = scene.one("condition-on", "classic.monster.sight")
    assert (stricken.other, stricken.round, stricken.was) == ("Anna", 1, rounds)
    freed = scene.one("condition-off", "classic.condition.end")
    assert (freed.who, NAMES[freed.value], freed.round) == ("Anna", "paralysed", rounds)
    assert scene.events("move", who="Anna") == []
    scene.play(OURS_FIRST, until="Anna: move")


@pytest.mark.parametrize(("blow", "hp", "awake"), [("d6=3", 8, True), ("d6=3", 3, False)])
@pytest.mark.clause("classic.condition.end")
def test_sleepers_who_are_hit_and_not_killed_wake(blow: str, hp: int, awake: bool) -> None:
    orcs = side(someone("Orc", hp=hp, conditions=["asleep"]), someone("Grub", conditions=["asleep"]))
    fight = versus(side(someone("Anna"), someone("Bert")), orcs)
    answers = ["Anna: strike Orc", "Bert: strike Grub"]
    woken = ["Orc", "Grub"] if awake else ["Grub"]
    scene = scripted(fight, OURS_FIRST + blow + " d6=1" + " d20=2" * len(woken), answers, until="round 2")
    assert [e.who for e in scene.events("condition-off", "classic.condition.end")] == woken
    assert [e.who for e in scene.events("miss")] == woken  # and strike back in their side's turn


@pytest.mark.clause("classic.condition.end")
def test_a_blow_to_subdue_wakes_too() -> None:
    fight = versus(someone("Anna", gear=["club"]), someone("Orc", conditions=["asleep"]))
    scene = scripted(fight, OURS_FIRST + "d6=3", ["Anna: strike Orc to subdue"], until="Orc: strike")
    assert scene.one("condition-off", "classic.condition.end").who == "Orc"


@pytest.mark.parametrize("distance", ["contact", 60])
@pytest.mark.clause("classic.condition.end")
def test_the_prone_rise_with_their_move(distance: int | str) -> None:
    fight = versus(someone("Anna", conditions=["prone"]), someone("Orc"), distance=distance)
    scene = scripted(fight, OURS_FIRST, until="Anna: strike")
    assert NAMES[scene.one("condition-off", "classic.condition.end").value] == "prone"
    assert scene.why_not("Anna: away") is not None  # that was her move
    assert scene.events("move") == []


@pytest.mark.clause("classic.condition.end")
def test_the_fleeing_rise_before_they_run() -> None:
    theirs = side(someone("Orc", morale=2, conditions=["prone"]), way_out=True)
    scene = scripted(versus(someone("Anna"), theirs), THEIRS_FIRST, until="Anna: strike")
    assert NAMES[scene.one("condition-off", "classic.condition.end").value] == "prone"
    assert scene.events("move") == []
    scene.play("d20=2 " + THEIRS_FIRST, until="over")
    assert scene.one("fled").who == "Orc"


@pytest.mark.parametrize("condition", ["unaware", "surprised"])
@pytest.mark.clause("classic.condition.end")
def test_the_unaware_come_to_at_the_end_of_the_free_round(condition: str) -> None:
    orc = someone("Orc", conditions=["unaware"]) if condition == "unaware" else someone("Orc")
    theirs = side(orc, someone("Grub"), surprised=condition == "surprised")
    dice = "d6=6 d6=1" if condition == "unaware" else "d6=6"  # a surprised side does not even roll
    scene = scripted(versus(someone("Anna"), theirs, distance=200), dice, until="round 2")
    came_to = [e.who for e in scene.events("condition-off", "classic.condition.end")]
    assert came_to == (["Orc"] if condition == "unaware" else ["Orc", "Grub"])
    assert scene.events("move", who="Orc") == []
    scene.play(THEIRS_FIRST, until="Orc: move")


@pytest.mark.parametrize("how", ["withdraw", "retreat"])
@pytest.mark.clause("classic.condition.end")
def test_declared_movement_ends_with_its_round(how: str) -> None:
    fight = versus(side(someone("Anna"), way_out=True), someone("Orc"))
    scene = scripted(fight, OURS_FIRST, [f"Anna: {how}", "Anna: away", "Orc: pass move"], until="round 2")
    assert scene.one("condition-off", "classic.condition.end").who == "Anna"
    assert is_on(scene, "Anna") == []


# --- classic.condition.helpless

STUCK = ["paralysed", "asleep", "held", "bound", "charmed", "constrained", "sick"]


@pytest.mark.parametrize("condition", STUCK)
@pytest.mark.clause("classic.condition.helpless")
def test_the_helpless_neither_move_nor_act(condition: str) -> None:
    ready = {"gear": ["short bow"], "spells": ["magic missile"]}
    ours = side(someone("Anna", conditions=[condition], **ready), someone("Bert", **ready), way_out=True)
    fight = versus(ours, someone("Orc", gear=["short bow"]), distance=100)
    answers = ["Bert: pass declare", "Bert: approach Orc", "Orc: shoot Bert"]
    scene = scripted(fight, OURS_FIRST + "d20=2 d20=2", answers, until="round 2", tables=True)
    assert scene.events(who="Anna", kind="move") == scene.events(who="Anna", kind="miss") == []
    asked = {line.question.who for line in scene.recorder.log if isinstance(line, Answered)}
    assert scene.number("Anna") not in asked
    assert scene.number("Bert") in asked


@pytest.mark.parametrize("condition", ["blind", "prone", "silenced", "sickened", "burning", "blessed"])
def test_others_may_still_move(condition: str) -> None:
    fight = versus(someone("Anna", conditions=[condition]), someone("Orc"), distance=100)
    scene = scripted(fight, THEIRS_FIRST, until="movement")
    assert scene["Anna"].able


@pytest.mark.parametrize(
    ("monster", "dice", "condition", "clause"),
    [
        ("ghoul", "d20=20 d3=1 d20=2 2d4=1,1 ", "paralysed", "classic.monster.paralysis"),
        ("giant centipede", "d20=20 d20=2 ", "sick", "classic.monster.poison"),
    ],
)
@pytest.mark.clause("classic.condition.helpless")
def test_whoever_is_made_helpless_loses_its_turn(monster: str, dice: str, condition: str, clause: str) -> None:
    ours = side(someone("Anna", hp=20), someone("Bert"))
    fight = versus(ours, someone("Thing", monster=monster, hp=20))
    scene = scripted(fight, THEIRS_FIRST + dice, until=lambda f: f.who[0].conditions != 0)
    struck = scene.one("condition-on", clause)
    assert (NAMES[struck.value], struck.because) == (condition, UNABLE)
    assert not scene["Anna"].able


@pytest.mark.clause("classic.condition.helpless", "classic.monster.regeneration")
def test_the_unconscious_too() -> None:
    trolls = side(someone("Troll", monster="troll", hp=1), someone("Grub"))
    scene = scripted(versus(someone("Anna", thac0=5), trolls), OURS_FIRST + "d20=10 d6=1 d20=2", until="round 2")
    assert scene.one("down").because == UNABLE
    assert [e.who for e in scene.events("miss")] == ["Grub"]


@pytest.mark.clause("classic.condition.helpless")
def test_only_what_makes_helpless_is_said_to() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), "", until="round 1")
    anna = scene["Anna"]
    for condition in (BLIND, PARALYSED):
        put_on(scene.fight, anna, anna, condition, ALWAYS, BY_ID["classic.spell.condition"])
    blind, paralysed = scene.events("condition-on")
    assert (blind.because, paralysed.because) == ({}, UNABLE)


# --- classic.condition.burning


@pytest.mark.clause("classic.condition.burning")
def test_what_burns_takes_its_damage_at_the_end_of_the_round() -> None:
    fight = versus(someone("Anna"), someone("Orc", hp=20, conditions=["burning"]), distance=200)
    scene = scripted(fight, OURS_FIRST + "d8=5", until="round 2")
    burnt = scene.one("damage", "classic.condition.burning")
    assert (burnt.other, burnt.value, burnt.round) == ("Orc", 5, 1)
    after = [e.kind for e in scene.events()]
    assert after.index("damage") > max(n for n, kind in enumerate(after) if kind == "move")
    assert is_on(scene, "Orc") == []


@pytest.mark.clause("classic.condition.burning", "affray.end")
def test_one_may_die_of_it() -> None:
    fight = versus(someone("Anna"), someone("Orc", hp=5, conditions=["burning"]), distance=200)
    scene = scripted(fight, OURS_FIRST + "d8=5", until="over")
    assert scene.one("dead").other == "Orc"
    assert scene.one("end", "affray.end").value == 0


@pytest.mark.clause("classic.condition.burning")
def test_oil_thrown_in_one_round_burns_at_the_end_of_the_next() -> None:
    anna = someone("Anna", gear=["oil flask"])
    fight = versus(anna, someone("Orc", hp=20), distance=30)
    answers = ["Anna: pass move", "Orc: pass move", "Anna: pass move", "Orc: pass move"]
    scene = scripted(fight, OURS_FIRST + "d20=20 d8=2 " + OURS_FIRST + "d8=3", answers, until="round 3")
    assert [(e.value, e.round) for e in scene.events("damage")] == [(2, 1), (3, 2)]
    assert scene.one("damage", "classic.condition.burning").value == 3
