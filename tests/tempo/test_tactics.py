"""Tactics: each answers differently from `first` somewhere, and all that the book offers is used in automatic play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from helpers import Group, Scene, side, versus
from tempo.people import heroes, scripted, someone

import affray
from affray.engine import events
from affray.engine.clauses import CLAUSES
from affray.engine.verbs import PASS, Answer, Question
from affray.rules.tempo import questions as A

BOOK = affray.rules.get("tempo")


def decided(scene: Scene, ask: str, who: str, other: str = "", value: int = 0) -> Answer:
    other = other or who
    return BOOK.decide(scene.fight, Question(A.ASKS.index(ask), scene.number(who), scene.number(other), value))


def standing(tactic: str, *theirs: Group, **anna: Any) -> Scene:
    ours = heroes(someone("Anna", tactic=tactic, **anna))
    dice = "d20=15 " + "d20=5 " * len(theirs)
    return scripted(versus(ours, side(*theirs)), dice, until="Anna: turn")


@pytest.mark.parametrize(
    ("tactic", "target"), [("weakest", "Ogre"), ("strongest", "Troll"), ("focus", "Ogre"), ("first", "Orc")]
)
def test_whom_they_strike(tactic: str, target: str) -> None:
    foes = someone("Orc", hp=8), someone("Ogre", hp=2), someone("Troll", hp=9, hd=6)
    scene = standing(tactic, *foes)
    assert decided(scene, "turn", "Anna") == Answer(A.HIT, scene.number(target), 0)


@pytest.mark.parametrize("tactic", ["nearest", "weakest", "strongest", "focus", "spread", "random"])
def test_they_spend_what_first_keeps(tactic: str) -> None:
    """Another turn, a riposte, a blow at an open guard: all while some of the score is left."""
    scene = standing(tactic, someone("Orc"), trained=True)
    for ask in ("superior", "riposte", "opening"):
        assert decided(scene, ask, "Anna", "Orc").kind == 1
        assert decided(standing("first", someone("Orc"), trained=True), ask, "Anna", "Orc").kind == 0
    scene["Anna"].tempo.score = 4
    for ask in ("superior", "riposte", "opening"):
        assert decided(scene, ask, "Anna", "Orc").kind == 0


@pytest.mark.parametrize("tactic", ["protect", "cautious"])
def test_the_careful_raise_the_shield_before_the_roll(tactic: str) -> None:
    assert decided(standing(tactic, someone("Orc"), trained=True), "react", "Anna", "Orc").kind == 1
    safe = standing(tactic, someone("Orc"), trained=True, **{"tempo ac": 27})  # a 17 or more would hit: four faces
    assert decided(safe, "react", "Anna", "Orc").kind == 0
    for other in ("first", "nearest"):
        assert decided(standing(other, someone("Orc"), trained=True), "react", "Anna", "Orc").kind == 0


def test_the_others_raise_it_after_the_roll_where_it_has_a_chance() -> None:
    """Strength 10: a total of 22 is beaten by 13 and up, 8 faces; one of 23 by 7 faces."""
    scene = standing("nearest", someone("Orc"), trained=True)
    assert decided(scene, "late", "Anna", "Orc", 22).kind == 1
    assert decided(scene, "late", "Anna", "Orc", 23).kind == 0
    assert decided(standing("first", someone("Orc"), trained=True), "late", "Anna", "Orc", 22).kind == 0


def test_at_0_they_re_orient() -> None:
    scene = standing("nearest", someone("Orc"))
    scene["Anna"].tempo.score = 0
    assert decided(scene, "turn", "Anna").kind == A.REORIENT


def test_a_captain_orders_two_out_of_turn_and_three_on_his_own() -> None:
    for many, ask, ordered in ((2, "command", True), (1, "command", False), (3, "turn", True), (2, "turn", False)):
        ours = heroes(
            someone("Boss", commands=True), *(someone(f"Man {n}", henchman=True) for n in range(many)), tactic="nearest"
        )
        scene = scripted(versus(ours, someone("Orc")), "d20=15 d20=1", until="Boss: turn")
        assert (decided(scene, ask, "Boss", "Orc" if ask == "command" else "").kind == A.ORDER) == ordered


def test_degrees_drive_back_who_presses_a_friend_and_strike_past_many_hp() -> None:
    ours = heroes(someone("Anna"), someone("Bert"), tactic="nearest")
    scene = scripted(versus(ours, someone("Orc", hp=9)), "d20=15 d20=14 d20=5", until="Anna: turn")
    scene["Orc"].tempo.bout_foe = scene.number("Bert")
    scene["Anna"].tempo.bout_foe = scene.number("Orc")
    assert decided(scene, "degrees", "Anna", "Orc", 1) == Answer(A.SPEND, -1, A.DRIVE_BACK)
    assert decided(scene, "degrees", "Anna", "Orc", 2) == Answer(A.SPEND, -1, A.TRIP)
    assert decided(scene, "degrees", "Anna", "Orc", 4) == Answer(A.SPEND, -1, A.DIRECT)
    scene["Anna"].tactic = affray.rules.get("tempo").tactics.index("protect")
    assert decided(scene, "degrees", "Anna", "Orc", 1) == Answer(A.SPEND, -1, A.STEP_BETWEEN)


@pytest.mark.parametrize(("tactic", "forces"), [("weakest", True), ("focus", True), ("nearest", False)])
def test_the_bold_force_the_bout_where_it_takes_the_foes_last_score(tactic: str, forces: bool) -> None:
    scene = standing(tactic, someone("Orc"))
    scene["Anna"].tempo.bout_foe = 1
    scene["Orc"].tempo.score = 9
    assert (decided(scene, "press", "Anna").kind == A.FORCE) == forces
    scene["Orc"].tempo.score = 11
    assert decided(scene, "press", "Anna").kind == 0


def test_automatic_play_uses_what_the_book_offers() -> None:
    used: Counter[str] = Counter()
    for name in ("orcs", "king", "ambush", "crypt", "crossroads"):
        for seed in range(4):
            play = affray.start(name, rules="tempo", seed=seed)
            for event in play.log:
                used[f"{events.KINDS[event.kind]} {CLAUSES[event.clause].id}"] += 1
    for what in (
        "score tempo.initiative.superior",
        "score tempo.reaction.cost",
        "score tempo.reaction.guard",
        "score tempo.initiative.reorient",
        "score tempo.order.cost",
        "declared tempo.order.henchman",
        "declared tempo.effect",
        "check tempo.defend",
        "declared tempo.spell.declare",
    ):
        assert used[what] > 0, what


@pytest.mark.parametrize("tactic", ["weakest", "focus", "strongest"])
def test_the_bout_is_forced_on_in_automatic_play(tactic: str) -> None:
    ours = heroes(someone("Anna", wits=18, hp=20), someone("Bert", wits=18, hp=20), tactic=tactic)
    forced = 0
    for seed in range(20):
        play = affray.start(
            affray.scenario.read(versus(ours, someone("Orc", hp=30, wits=3), rules="tempo"), "t", BOOK.names()),
            rules="tempo",
            seed=seed,
        )
        forced += sum(CLAUSES[e.clause].id == "tempo.round.force" for e in play.log)
    assert forced > 0


@pytest.mark.parametrize(
    ("friend", "dying", "tends"), [("orc", "orc", True), ("orc", "skeleton", False), ("skeleton", "orc", False)]
)
def test_nobody_tends_undead_and_the_mindless_tend_nobody(friend: str, dying: str, tends: bool) -> None:
    theirs = side(
        someone("Friend", monster=friend, henchman=False),
        someone("Fallen", monster=dying, wound="dying"),
        tactic="weakest",
    )
    scene = scripted(versus(heroes(someone("Anna")), theirs), "d20=20 d20=15 d20=5", until="Anna: turn")
    kind = A.TEND if tends else PASS
    assert decided(scene, "breather", "Friend").kind == kind
