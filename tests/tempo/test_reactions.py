"""Reactions: what they cost, when they come, what can answer them; those who drop their guard."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import side, versus
from tempo.people import FIRST, duel, heroes, offered, scores, scripted, someone

from affray.errors import AffrayError
from affray.log import Answered
from affray.rules.tempo import questions as Q

ARMED = {"cls": "fighter", "gear": ["shield", "sword", "dagger"]}


@pytest.mark.clause("tempo.reaction.cost")
def test_two_for_a_shield_before_the_roll() -> None:
    scene = duel("d20=1 d20=12 d20=11", ["Anna: shield"], anna=ARMED)
    assert scores(scene, "Anna")[-1] == (25, 23)
    assert scene.one("miss", who="Orc").was == 12 + 13  # the check with STR 13 in place of AC 21


@pytest.mark.clause("tempo.reaction.cost")
def test_five_for_a_shield_after_it() -> None:
    scene = duel("d20=1 d20=11 d20=9", ["Anna: late shield"], anna=ARMED)
    assert scores(scene, "Anna")[-1] == (25, 20)
    assert scene.one("roll", "tempo.attack.roll").value == 21  # seen before the shield is raised
    assert scene.one("miss", who="Orc").was == 9 + 13


@pytest.mark.clause("tempo.attack.roll")
def test_a_missed_blow_needs_no_late_shield() -> None:
    scene = duel("d20=1 d20=9", anna=ARMED)
    assert scene.events("roll", "tempo.attack.roll") == []


@pytest.mark.clause("tempo.reaction.cost")
def test_two_to_draw_a_weapon_and_two_for_a_look_round() -> None:
    drawn = scripted(
        versus(heroes(someone("Anna", **ARMED)), someone("Orc", wits=18)),
        "d20=1 d20=20 d20=1",
        ["Anna: draw dagger"],
        until="Anna: turn",
    )
    assert scores(drawn, "Anna")[-1] == (11, 9)
    assert drawn.one("move", "tempo.reaction.cost").who == "Anna"
    looked = scripted(
        versus(heroes(someone("Anna", **ARMED)), someone("Orc", wits=18)),
        "d20=1 d20=20 d20=10 d20=1",
        ["Anna: look"],
        until="Anna: turn",
    )
    assert scores(looked, "Anna")[-1] == (11, 9)
    look = looked.one("check", "tempo.check")
    assert (look.value, look.was) == (10 + 10, 20)


@pytest.mark.clause("tempo.reaction.cost")
def test_a_look_round_needs_no_shield() -> None:
    """Anna has no training, and a bow in hand: she can't defend herself, but may draw or look."""
    gear = {"cls": "thief", "gear": ["short bow", "dagger"]}
    fight = versus(heroes(someone("Anna", **gear)), someone("Orc", wits=18))
    scene = scripted(fight, "d20=1 d20=20", until="Anna: react")
    assert scene.why_not("Anna: shield").clause == "tempo.defend"  # type: ignore[union-attr]
    assert scene.why_not("Anna: draw unarmed") is not None
    scene.play("d20=10 d20=1", ["Anna: look"], until="Anna: turn")
    assert scores(scene, "Anna")[-1] == (11, 9)


def test_nobody_is_asked_who_can_neither_defend_nor_draw() -> None:
    """Anna has no shield, no training and one weapon: she is asked for nothing before her turn."""
    for gear in ([], ["sword"]):
        anna = someone("Anna", cls="thief", gear=gear)
        scene = scripted(versus(heroes(anna), someone("Orc", wits=18)), "d20=1 d20=20 d20=1", until="Anna: turn")
        assert len(scene.events("miss", who="Orc")) == 1


@pytest.mark.clause("tempo.reaction.cost")
def test_two_for_a_warning_to_one_who_sees_nothing() -> None:
    """Warned, Bert is no longer an easier mark by 10, and has his turn."""
    ours = heroes(someone("Anna"), someone("Bert", conditions=["unaware"]))
    scene = scripted(
        versus(ours, someone("Orc", wits=18)), "d20=1 d20=1 d20=20 d20=5", ["Orc: strike Bert", "Anna: warn"]
    )
    assert scores(scene, "Anna")[-1] == (11, 9)
    assert scene.one("miss", who="Orc").was == 20
    scene["Anna"].tempo.reacted_to = 0
    refused = offered(scene, "warn", "Anna", "Bert", "warn")
    assert refused is not None
    assert refused.clause == "tempo.reaction.cost"


@pytest.mark.clause("tempo.reaction.cost")
def test_ten_for_a_riposte_by_the_trained() -> None:
    scene = duel("d20=1 d20=1 d20=10 d6=2", ["Anna: riposte"], anna={"trained": True})
    assert scores(scene, "Anna")[-1] == (25, 15)
    assert scene.one("hit").who == "Anna"
    raw = duel(until="Anna: turn")
    assert offered(raw, "riposte", "Anna", "Orc", "riposte").clause == "tempo.reaction.cost"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.reaction.cost")
def test_what_they_cost_are_options() -> None:
    cheap = {"reaction.shield": "1", "reaction.late-shield": "3", "reaction.riposte": "7"}
    for words, dice, cost in (("shield", "d20=1 d20=12 d20=1", 1), ("late shield", "d20=1 d20=15 d20=19", 3)):
        scene = duel(dice, [f"Anna: {words}"], options=cheap, anna=ARMED)
        assert scores(scene, "Anna")[-1] == (25, 25 - cost)
    scene = duel("d20=1 d20=1 d20=1", ["Anna: riposte"], options=cheap, anna={"trained": True})
    assert scores(scene, "Anna")[-1] == (25, 25 - 7)


@pytest.mark.clause("tempo.reaction.cost")
def test_the_referee_prices_anything_else() -> None:
    scene = duel(until="Anna: turn")
    scene.book.referee_command(scene.fight, scene.roster, ["react", "Orc", "5"])
    assert scores(scene, "Orc")[-1] == (15, 10)
    with pytest.raises(AffrayError, match="2, 5 or 10"):
        scene.book.referee_command(scene.fight, scene.roster, ["react", "Orc", "3"])
    scene.book.referee_command(scene.fight, scene.roster, ["score", "Orc", "0"])
    with pytest.raises(AffrayError, match="flat-footed"):
        scene.book.referee_command(scene.fight, scene.roster, ["react", "Orc", "2"])


# --- timing


@pytest.mark.clause("tempo.reaction.timing")
def test_one_reaction_to_the_same_action() -> None:
    """Who has raised the shield before the roll neither raises it again nor ripostes."""
    hit = duel("d20=1 d20=2 d20=15 d6=1", ["Anna: shield"], anna={"trained": True})
    assert hit.events("roll", "tempo.attack.roll") == []
    scene = duel("d20=1 d20=9 d20=1", ["Anna: shield"], anna={"trained": True}, until=lambda f: f.who[1].acted)
    assert len(scores(scene, "Anna")) == 2
    refused = offered(scene, "riposte", "Anna", "Orc", "riposte")
    assert refused is not None
    assert refused.clause == "tempo.reaction.timing"


@pytest.mark.clause("tempo.reaction.timing")
def test_several_attacks_are_one_action() -> None:
    """Two claws: the shield against the first is the only reaction to both."""
    orc = {"monster": "troll", "hp": 20}
    dice, anna = "d20=1 d20=12 d20=5", {"trained": True}
    scene = duel(dice, ["Anna: shield"], anna=anna, orc=orc, until=lambda f: f.who[1].attacks_made == 1)
    refused = offered(scene, "late", "Anna", "Orc", "late shield")
    assert refused is not None
    assert refused.clause == "tempo.reaction.timing"
    scene.play("d20=1 d20=1")
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc", "Orc", "Orc"]
    assert len(scores(scene, "Anna")) == 2


@pytest.mark.clause("tempo.reaction.timing")
def test_a_riposte_can_be_parried_and_not_riposted() -> None:
    both = {"trained": True}
    scene = duel("d20=1 d20=1 d20=12 d20=2", ["Orc: pass react", "Anna: riposte", "Orc: shield"], anna=both, orc=both)
    assert scores(scene, "Orc")[-1] == (15, 13)
    parried = scene.events("miss", who="Anna")[-1]
    assert parried.was == 22
    again = duel(
        "d20=1 d20=1 d20=1",
        ["Anna: riposte"],
        anna=both,
        orc=both,
        until=lambda f: f.tempo.is_reaction and f.tempo.action_count == 3,
    )
    refused = offered(again, "riposte", "Orc", "Anna", "riposte")
    assert refused is not None
    assert refused.clause == "tempo.reaction.timing"
    assert offered(again, "react", "Orc", "Anna", "look").clause == "tempo.reaction.timing"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.reaction.guard")
def test_a_blow_at_an_open_guard_comes_before_what_opened_it() -> None:
    """Bert shoots out of a melee; Orc strikes first, and Bert does not get to shoot."""
    anna = someone("Bert", cls="fighter", gear=["short bow"], hp=1)
    scene = scripted(
        versus(someone("Orc", wits=20), heroes(anna, someone("Cleo"))),
        "d20=10 d20=9 d20=1 d20=1 d20=10 d6=6 d20=1",
        ["Orc: strike Bert", "Bert: shoot Orc", "Orc: take the chance"],
        until="Cleo: turn",
    )
    assert scores(scene, "Orc")[-1] == (30, 25)
    assert scene.one("declared", "tempo.reaction.guard").who == "Bert"
    assert scene.events("miss", who="Bert") == []
    assert not scene["Bert"].able


# --- guards


@pytest.mark.clause("tempo.reaction.guard")
def test_leaving_a_melee_lets_the_guard_down() -> None:
    fight = versus(heroes(someone("Anna", position=[0, 0])), someone("Orc", position=[5, 0]))
    scene = scripted(
        fight,
        FIRST + "d20=1 d20=1",
        ["Anna: strike Orc", "Anna: away", "Orc: take the chance"],
        until="Orc: turn",
    )
    assert scene.one("declared", "tempo.reaction.guard").who == "Anna"
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc"]
    assert scene["Anna"].x == -400


@pytest.mark.clause("tempo.reaction.guard")
def test_outside_a_melee_nothing_is_let_down() -> None:
    """Before they come to blows Anna walks away unharmed, though Orc stands beside her."""
    fight = versus(heroes(someone("Anna", position=[0, 0])), someone("Orc", position=[5, 0]))
    scene = scripted(fight, FIRST, ["Anna: away", "Anna: away"], until="Orc: turn")
    assert scene.events("declared", "tempo.reaction.guard") == []
    refused = offered(scene, "opening", "Orc", "Anna", "take the chance")
    assert refused is not None
    assert refused.clause == "tempo.reaction.guard"


@pytest.mark.clause("tempo.reaction.guard")
def test_each_foe_in_reach_once_a_round_the_highest_first() -> None:
    """At 0, Anna is struck by both before her turn; her second way of opening that round lets nobody strike again."""
    ours = {**heroes(someone("Anna", hp=20)), "surprised": True}
    scene = scripted(
        versus(ours, side(someone("Orc", wits=9), someone("Ogre", wits=12), ambush="prepared")),
        "d20=1 d20=1 d20=1 d20=1",
        ["Ogre: take the chance", "Orc: take the chance", "Anna: away", "Anna: away"],
        until="round 2",
    )
    told = [(e.kind, e.who) for e in scene.events() if e.kind in ("miss", "move") or e.clause == "tempo.reaction.guard"]
    assert told == [
        ("miss", "Ogre"),
        ("miss", "Orc"),
        ("score", "Ogre"),
        ("miss", "Ogre"),
        ("score", "Orc"),
        ("miss", "Orc"),
        ("move", "Anna"),
        ("move", "Anna"),
    ]
    assert [scores(scene, who)[-1] for who in ("Ogre", "Orc")] == [(32, 27), (29, 24)]


@pytest.mark.clause("tempo.reaction.guard")
def test_the_referee_says_who_else_drops_the_guard() -> None:
    scene = duel(until="Anna: turn")
    kept = scene.before
    assert kept is not None
    scene.book.referee_command(kept, scene.roster, ["guard", "Anna"])
    scene.play("d20=1", ["Orc: take the chance"], until="Anna: turn")
    assert scores(scene, "Orc")[-1] == (15, 10)


@pytest.mark.clause("tempo.reaction.guard", "tempo.reaction.cost")
def test_who_has_had_its_chance_has_had_it() -> None:
    scene = duel(until="Anna: turn")
    scene.fight.tempo.guard_dropper = scene.number("Anna")
    assert offered(scene, "opening", "Orc", "Anna", "take the chance") is None
    scene["Orc"].tempo.asked_to_strike = True
    assert offered(scene, "opening", "Orc", "Anna", "take the chance").clause == "tempo.reaction.guard"  # type: ignore[union-attr]
    ours = {**heroes(someone("Anna")), "surprised": True}
    fight = versus(ours, side(someone("Orc"), ambush="prepared"))
    struck = scripted(fight, "d20=1 d20=1", ["Orc: take the chance"], until="Anna: turn")
    paid = struck.events("score", "tempo.reaction.guard")[0]
    assert paid.because == {"to strike at one who drops the guard": -5}


@pytest.mark.clause("tempo.reaction.guard")
def test_a_step_inside_the_same_reach_leaves_nothing() -> None:
    """From 5 feet east of Anna to 5 feet north of her; then 10 feet away."""
    fight = versus(heroes(someone("Anna", position=[0, 0])), someone("Orc", position=[5, 0]))
    near = scripted(fight, FIRST + "d20=1", ["Anna: strike Orc", "Anna: go 0 5"], until="Orc: turn")
    assert near.events("declared", "tempo.reaction.guard") == []
    far = scripted(fight, FIRST + "d20=1", ["Anna: strike Orc", "Anna: go -5 0"], until="Orc: opening")
    assert far.one("declared", "tempo.reaction.guard").who == "Anna"


@pytest.mark.clause("tempo.reaction.guard")
def test_nobody_drops_the_guard_before_who_may_not_strike() -> None:
    """Orc has struck at an open guard this round already."""
    fight = versus(heroes(someone("Anna", position=[0, 0])), someone("Orc", position=[5, 0]))
    scene = scripted(fight, FIRST + "d20=1", ["Anna: strike Orc"], until="Anna: after")
    assert scene.before is not None
    scene.before.who[scene.number("Orc")].tempo.struck_round = 1
    scene.play("", ["Anna: away"], until="Orc: turn")
    assert scene.events("declared", "tempo.reaction.guard") == []
    scene.fight.tempo.guard_dropper = scene.number("Anna")
    assert offered(scene, "opening", "Orc", "Anna", "take the chance").clause == "tempo.reaction.guard"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.reaction.guard")
@pytest.mark.parametrize("words", ["cast magic missile at Orc", "drink", "tend Bert"])
def test_casting_drinking_and_tending_in_a_melee_drop_the_guard(words: str) -> None:
    wyn = someone("Wyn", cls="magic-user", gear=["dagger", "potion of healing"], spells=["magic missile"])
    ours = heroes(wyn, someone("Bert", conditions=["dying"]))
    scene = scripted(
        versus(ours, someone("Orc", wits=18)),
        "d20=1 d20=1 d20=20 d20=1",
        ["Wyn: cast magic missile", "Orc: strike Wyn", f"Wyn: {words}"],
        until="Orc: opening",
    )
    assert scene.one("declared", "tempo.reaction.guard").who == "Wyn"


@pytest.mark.clause("tempo.reaction.guard")
def test_dropping_something_in_a_melee_drops_the_guard() -> None:
    """Roc comes to blows with Orc, and in the next turn lets a stone fall on it from just above."""
    roc = someone("Roc", wits=18, fly=300, gear=["stone"], position=[0, 0, 5])
    fight = versus(heroes(roc), someone("Orc", hp=30, wits=18, position=[0, 0]))
    answers = ["Orc: strike Roc", "Roc: drop Orc"]
    scene = scripted(fight, "d20=1 d20=20 d20=1", answers, until="Orc: opening")
    assert scene.one("declared", "tempo.reaction.guard").who == "Roc"
    scene.play("d20=1 d20=16 d6=4", ["Orc: take the chance"], until=lambda f: f.who[0].acted)
    assert [(e.kind, e.who) for e in scene.events()[-3:]] == [("miss", "Orc"), ("hit", "Roc"), ("damage", "Roc")]


@pytest.mark.clause("tempo.reaction.timing", "tempo.order.character")
def test_to_obey_is_the_reaction_to_that_action() -> None:
    theirs = side(someone("Boss", commands=True), someone("Bert", henchman=False))
    scene = scripted(versus(heroes(someone("Anna")), theirs), "d20=1 d20=20 d20=15", until="Boss: turn")
    assert offered(scene, "obey", "Bert", "Boss", "obey", scene.number("Anna")) is None
    scene.play("d20=1", ["Boss: order Anna", "Bert: obey"], until=lambda f: f.tempo.open_orders == 0 and f.who[1].acted)
    assert scene["Bert"].tempo.reacted_to == scene.fight.tempo.action_number
    scene.fight.tempo.answered_action = scene.fight.tempo.action_number
    refused = offered(scene, "obey", "Bert", "Boss", "obey", scene.number("Anna"))
    assert refused is not None
    assert refused.clause == "tempo.reaction.timing"


def at_the_wall(**orc: Any) -> str:
    """Anna has a dagger to draw, Bert nothing; the orc is quicker."""
    ours = heroes(
        someone("Anna", cls="thief", gear=["sword", "dagger"], position=[0, 0]),
        someone("Bert", cls="thief", gear=["sword"], position=[0, 10]),
    )
    return versus(ours, someone("Orc", wits=18, position=[60, 0], **orc))


@pytest.mark.clause("tempo.reaction.cost")
@pytest.mark.parametrize(("orc", "does"), [({}, "approach Anna"), ({"gear": ["short bow"]}, "shoot Bert")])
def test_two_to_draw_as_a_foe_comes_up_or_shoots_at_another(orc: dict[str, Any], does: str) -> None:
    said = [f"Orc: {does}", "Anna: draw dagger"]
    scene = scripted(at_the_wall(**orc), "d20=1 d20=1 d20=20" + " d20=1" * does.startswith("shoot"), said, "Bert: turn")
    assert scores(scene, "Anna")[-1] == (11, 9)
    assert scene.one("move", "tempo.reaction.cost").who == "Anna"


def test_the_target_of_a_shot_is_asked_as_it_comes_and_nobody_who_has_nothing_to_draw() -> None:
    """One question to Anna, about the blow; none to Bert, who has one weapon."""
    said = ["Orc: shoot Anna", "Anna: draw dagger"]
    scene = scripted(at_the_wall(gear=["short bow"]), "d20=1 d20=1 d20=20 d20=1", said, "Anna: turn")
    asked = [row.question for row in scene.recorder.log if isinstance(row, Answered)]
    assert [q.ask for q in asked if q.who in (0, 1) and q.ask != Q.TURN] == [Q.REACT]
