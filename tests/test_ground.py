"""Ground matters in every book: cover belongs to places, walls and bodies block, a passage has so much room."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Group, Refused, Scene, scripted, side, someone, versus
from vanguard.people import someone as person

import affray
from affray.engine.vocabulary import PRONE
from affray.play.session import Play
from affray.rules.shared.clauses import MOVE_MOUNT
from affray.rules.shared.damage import put_on

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
FIELD = """
title: a field
rules: {book}
terrain: {terrain}
sides:
  ours: {{surprised: false, members: [{ours}]}}
  theirs: {{surprised: false, members: [{theirs}]}}
"""
ANNA = "Anna: {class: fighter, gear: [sword], hp: 30, position: [0, 0]}"
ORC = "Orc: {monster: orc, hp: 30, cover: half, position: [60, 0]}"


def field(book: str, ours: str = ANNA, theirs: str = ORC, terrain: str = "{}") -> Play:
    """A fight in which people decide everything."""
    text = FIELD.format(book=book, ours=ours, theirs=theirs, terrain=terrain)
    return affray.start(affray.scenario.read(text, "field.yaml"), rules=book, seed=1, players=["ours", "theirs"])


def play_on(play: Play, name: str, words: str) -> Play:
    """Pass until somebody may say this, and say it."""
    for _ in range(60):
        said = [str(answer) for answer in play.legal]
        found = [answer for answer in said if answer.startswith(words)]
        if found and str(play.asks).startswith(name):
            play.do(found[0])
            return play
        play.do("pass")
    raise AssertionError(f"{name} may never {words}")


# --- classic.move.way


FEET = {"vanguard": 0.3}  # what a book's unit makes of a foot


def go(book: str, x: float, y: float) -> str:
    unit = FEET.get(book, 1)
    return f"go {x * unit:g} {y * unit:g}"


def at_move(play: Play, name: str) -> Play:
    """Pass until somebody may move."""
    for _ in range(60):
        if str(play.asks).startswith(name) and any(str(a).startswith("approach") for a in play.legal):
            return play
        play.do("pass")
    raise AssertionError(f"{name} may never move")


@pytest.mark.parametrize("book", BOOKS)
def test_walls_and_bodies_block_in_every_book(book: str) -> None:
    ours = "Anna: {class: fighter, gear: [sword], hp: 30, position: [0, 0]}, Mira: {class: fighter, position: [-20, 0]}"
    foe = "Orc: {monster: orc, hp: 30, position: [20, 0]}"
    play = at_move(field(book, ours, foe, "{width: 10}"), "Orc")
    assert play.why_not(go(book, 20, 5)) is None
    assert "the passage is not so wide" in str(play.why_not(go(book, 20, 6)))
    assert "a foe stands in the way of Orc" in str(play.why_not(go(book, -10, 0)))
    play.do("approach Mira")
    assert play.state.who[2].x > play.state.who[0].x


# --- classic.move.cover


def behind_a_tree(*answers: str, until: str = "round 2", **terrain: Any) -> Scene:
    orc = someone("Orc", cover="half", position=[60, 0])
    fight = versus(someone("Anna", gear=["short bow"], position=[0, 0]), orc, **terrain)
    dice = "d6=1 d6=6 d20=2"
    return scripted(fight, dice, ["Anna: pass move", "Anna: shoot Orc", *answers], until=until)


@pytest.mark.clause("classic.move.cover")
def test_who_leaves_cover_is_without_it() -> None:
    scene = behind_a_tree("Orc: go 40 0")
    assert scene.one("lost", "classic.move.cover").who == "Orc"
    assert scene.one("miss").because == {"short range": 1}


def test_who_stays_keeps_it() -> None:
    scene = behind_a_tree("Orc: pass move")
    assert scene.one("miss").because == {"medium range": 0, "cover": -2}


@pytest.mark.clause("classic.move.cover")
@pytest.mark.parametrize(("place", "cover"), [(40, 4), (42, 4), (43, 0)])
def test_a_place_of_five_feet_gives_cover_to_whoever_comes(place: int, cover: int) -> None:
    scene = behind_a_tree(f"Orc: go {place} 0", cover=[{"position": [40, 0], "cover": "slit"}])
    assert scene["Orc"].cover == cover
    assert scene.one("miss").because == {"short range": 1} | ({"cover": -cover} if cover else {})


@pytest.mark.clause("classic.move.cover")
def test_cover_is_found_again_where_it_was() -> None:
    scene = behind_a_tree("Orc: go 40 0")
    scene.play("d6=1 d6=6 d20=2", ["Orc: take cover at 60 0", "Anna: pass move", "Anna: shoot Orc"], "round 3")
    assert scene.one("declared", "classic.move.cover").who == "Orc"
    assert scene.events("miss")[-1].because["cover"] == -2


@pytest.mark.parametrize("book", BOOKS)
def test_cover_stays_behind_in_every_book(book: str) -> None:
    play = play_on(field(book), "Orc", "approach")
    assert play.state.who[1].cover == 0
    assert play.log.text().count("Orc leaves cover") == 1


@pytest.mark.parametrize("book", BOOKS)
def test_a_place_with_cover_is_offered_in_every_book(book: str) -> None:
    hedge = "{cover: [{position: [10, 0], cover: three quarters}]}"
    play = play_on(field(book, terrain=hedge), "Anna", "take cover at")
    assert play.state.who[0].cover == 3
    assert play.log.text().count("Anna takes cover") == 1


def test_shooting_from_cover_keeps_it() -> None:
    archer: Group = someone("Anna", gear=["short bow"], position=[0, 0], cover="half")
    fight = versus(archer, someone("Orc", position=[60, 0]))
    scene = scripted(
        fight, "d6=6 d6=1 d20=2", ["Anna: pass move", "Anna: shoot Orc", "Orc: pass move"], until="round 2"
    )
    assert scene["Anna"].cover == 2


# --- classic.move.spacing in the vanguard book


@pytest.mark.clause("classic.move.spacing")
def test_a_passage_limits_who_strikes_in_vanguard() -> None:
    no_room = ("classic.move.spacing", "there is no room for {who} to strike in this passage")
    assert [third_in_passage(width) for width in (5, 14, 15)] == [no_room, no_room, None]


def third_in_passage(width: int) -> Refused | None:
    ours = [person(name, position=[0, y]) for name, y in (("Anna", 0), ("Bert", 4), ("Cora", -4))]
    fight = versus(side(*ours, players=True), person("Orc", hp=30, position=[4, 0]), width=width)
    scene = scripted(fight, "d6=6 d6=6 d6=6", ["Anna: after Cora"], until="Cora: turn", book="vanguard")
    return scene.why_not("Cora: strike Orc")


# --- classic.move.mount


RIDER = "Anna: {class: magic-user, gear: [dagger], spells: [sleep], hp: 30, mount: war horse, position: [0, 0]}"
FOE = "Orc: {monster: orc, hp: 30, position: [90, 0]}"


@pytest.mark.parametrize("book", BOOKS)
def test_a_rider_dismounts_and_mounts_again_in_every_book(book: str) -> None:
    play = field(book, RIDER, FOE)
    anna = play.state.who[0]
    saddle = (anna.move, anna.spare_move)
    assert anna.mounted
    anna = play_on(play, "Anna", "dismount").state.who[0]
    assert (anna.mounted, anna.move, anna.spare_move) == (False, *reversed(saddle))
    anna = play_on(play, "Anna", "mount").state.who[0]
    assert (anna.mounted, anna.move, anna.spare_move) == (True, *saddle)
    said = play.log.text()
    assert (said.count("Anna dismounts"), said.count("Anna mounts")) == (1, 1)


@pytest.mark.parametrize("book", ["classic", "tempo", "procedure", "fourfold"])
def test_who_has_dismounted_can_cast(book: str) -> None:
    play = play_on(field(book, RIDER, FOE), "Anna", "dismount")
    play_on(play, "Anna", "cast sleep")


def rider(*answers: str, until: str = "round 2") -> Scene:
    anna = someone("Anna", mount="war horse", position=[0, 0])
    del anna["Anna"]["move"]
    fight = versus(anna, someone("Orc", position=[90, 0]))
    return scripted(fight, "d6=6 d6=1", ["Orc: pass move", *answers] if until == "round 2" else [], until=until)


@pytest.mark.clause("classic.move.mount")
def test_mounting_takes_the_move_and_the_mount_waits() -> None:
    scene = rider("Anna: dismount")
    assert scene.one("declared", "classic.move.mount").who == "Anna"
    scene.play("d6=6 d6=1", ["Anna: go -6 0", "Orc: pass move"], "round 3")
    scene.play("d6=6 d6=1", until="Anna: move")
    assert scene.why_not("Anna: mount") == ("classic.move.mount", "the mount of {who} is not within reach")


@pytest.mark.clause("classic.move.mount")
def test_who_has_no_mount_can_not_mount() -> None:
    fight = versus(someone("Anna", position=[0, 0]), someone("Orc", position=[90, 0]))
    scene = scripted(fight, "d6=6 d6=1", until="Anna: move")
    assert scene.why_not("Anna: mount") == ("classic.move.mount", "{who} has no mount")


@pytest.mark.clause("classic.move.mount")
def test_who_is_thrown_to_the_ground_falls_from_the_saddle() -> None:
    scene = rider("Anna: pass move")
    put_on(scene.fight, scene["Anna"], scene["Orc"], PRONE, 9, MOVE_MOUNT)
    assert not scene["Anna"].mounted
    assert scene.one("lost", "classic.move.mount").who == "Anna"


@pytest.mark.clause("classic.move.mount")
def test_nobody_dismounts_in_the_air() -> None:
    scene = rider(until="Anna: move")
    scene["Anna"].z = 100
    assert scene.why_not("Anna: dismount") == ("classic.move.mount", "the mount of {who} is in the air")


# --- what is in hand


BOW_IN_HAND = "Anna: {class: fighter, gear: [short bow, sword], hp: 8}"


@pytest.mark.parametrize("book", ["classic", "procedure", "fourfold"])  # in the others it can shoot
def test_first_draws_what_strikes_when_what_is_in_hand_does_not(book: str) -> None:
    ours = f"{{tactic: first, members: [{BOW_IN_HAND}]}}"
    text = f"rules: {book}\ndistance: contact\nsides:\n  ours: {ours}\n  theirs: [1 goblin]\n"
    play = affray.start(affray.scenario.read(text, "bow.yaml"), rules=book, seed=1)
    anna = play.state.who[0]
    assert play.roster.arms[anna.kit[anna.hand]] == "sword"
