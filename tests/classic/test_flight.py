"""Flight in the classic book: when the fled are out of the fight."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Scene, scripted, side, someone, versus

PURSUIT = {"flee.pursuit": "on"}


def coward(**keys: Any) -> Group:
    """One that won't fight and has a way out: it flees in its first morale step."""
    return side(someone("Orc", morale=2, **{"position": [5, 0], **keys}), way_out=True)


def flight(ours: Group, options: dict[str, str] | None = None, **keys: Any) -> Scene:
    """Theirs first: the orc's turn."""
    fight = versus(ours, coward(**keys))
    return scripted(fight, THEIRS_FIRST, until=lambda f: f.winner >= 0 or f.turn == 1, options=options)


# --- classic.flee.away


@pytest.mark.clause("classic.flee.away")
def test_the_fled_are_out_of_the_fight_when_nobody_can_reach_them() -> None:
    scene = flight(someone("Anna", position=[0, 0]))
    assert scene.one("move").value == 40 * 10  # a retreat at the full rate
    assert scene.one("fled", "classic.flee.away").who == "Orc"
    assert scene.one("end").value == 0
    assert (scene["Orc"].in_fight, scene.side("theirs").fled) == (False, 1)


@pytest.mark.parametrize(("feet", "away"), [(49, False), (50, False), (51, True), (39, False), (40, False)])
@pytest.mark.clause("classic.flee.away")
def test_not_while_an_enemy_is_within_five_feet(feet: int, away: bool) -> None:
    """From Anna at 0 the orc runs from 5 to 45 feet, where Bert may stand; nearer he is in the way."""
    ours = side(someone("Anna", position=[0, 0]), someone("Bert", position=[feet, 0]))
    scene = flight(ours)
    assert bool(scene.events("fled")) == away
    lone = flight(someone("Anna", position=[0, 0]))
    assert lone.one("fled", "classic.flee.away").who == "Orc"


@pytest.mark.clause("classic.flee.away")
def test_an_enemy_who_cannot_act_reaches_nobody() -> None:
    ours = side(someone("Anna", position=[0, 0]), someone("Bert", position=[45, 0], conditions=["asleep"]))
    assert flight(ours).one("fled", "classic.flee.away").who == "Orc"


def test_who_cannot_move_does_not_get_away_from_a_melee() -> None:
    scene = flight(someone("Anna", position=[0, 0]), move=0)
    assert scene.events("fled") == []


@pytest.mark.parametrize(
    ("keys", "reached"),
    [
        ({"move": 120}, True),  # 45 feet away, and Anna's reach is 40 + 5
        ({"move": 123}, False),  # 46 feet
        ({"move": 180}, False),
        ({"move": 60}, True),
    ],
)
@pytest.mark.clause("classic.flee.away")
def test_with_pursuit_those_who_can_still_follow_reach_as_far_as_they_run(keys: dict[str, Any], reached: bool) -> None:
    anna = someone("Anna", position=[0, 0])
    assert bool(flight(anna, PURSUIT, **keys).events("fled")) == (not reached)
    assert flight(anna, None, **keys).one("fled", "classic.flee.away").who == "Orc"


@pytest.mark.parametrize(("rounds", "followed"), [("1", False), ("2", True)])
def test_who_is_out_of_breath_follows_nobody(rounds: str, followed: bool) -> None:
    """Anna runs to 40 feet and strikes, then the orc to 85 feet: 45 feet from her."""
    options = PURSUIT | {"move.rounds": rounds}
    fight = versus(someone("Anna", position=[0, 0]), coward(position=[45, 0]), options=options)
    scene = scripted(fight, OURS_FIRST + "d20=2", until=lambda f: f.winner >= 0 or f.turn == 2)
    assert bool(scene.events("fled", "classic.flee.away")) == (not followed)


@pytest.mark.clause("classic.flee.away")
def test_a_flight_goes_on_in_each_round_until_they_are_away() -> None:
    fight = versus(someone("Anna", position=[0, 0], move=240), coward(), options=PURSUIT)
    answers = ["Anna: pass move"] * 2
    scene = scripted(fight, THEIRS_FIRST * 3, answers, until="over")
    assert [e.value for e in scene.events("move", who="Orc")] == [400, 400, 400]
    assert scene.one("fled").round == 3  # 125 feet away; 85 were within 80 and 5


@pytest.mark.clause("classic.flee.away")
def test_a_runner_who_is_out_of_breath_stays_where_it_is() -> None:
    fight = versus(someone("Anna", position=[0, 0], move=240), coward(), options=PURSUIT | {"move.rounds": "1"})
    scene = scripted(fight, THEIRS_FIRST * 2, ["Anna: pass move"], until=lambda f: f.round == 2 and f.turn == 1)
    assert scene.one("move", who="Orc").round == 1
    scene = scripted(versus(someone("Anna", position=[0, 0]), coward()), THEIRS_FIRST, until="over")
    assert scene.one("fled", "classic.flee.away").who == "Orc"


def test_they_run_from_the_nearest_foe_who_can_act() -> None:
    """Bert, asleep 3 feet to the east, drives nobody back into Anna's arms."""
    ours = side(someone("Anna", position=[0, 0]), someone("Bert", position=[8, 0], conditions=["asleep"]))
    scene = flight(ours)
    assert (scene.one("move", who="Orc").value, scene["Orc"].x) == (400, 450)
    asleep = flight(someone("Anna", position=[0, 0], conditions=["asleep"]))
    assert asleep["Orc"].x == 450  # from whoever is left, without one


@pytest.mark.parametrize("width", [0, 10])
def test_in_a_passage_nobody_flees_through_its_walls(width: int) -> None:
    """Anna stands beside the orc: it runs aside in the open, and along a passage."""
    terrain: dict[str, Any] = {"width": width} if width else {}
    fight = versus(someone("Anna", position=[0, 2]), coward(position=[0, -2]), **terrain)
    orc = scripted(fight, THEIRS_FIRST, until=lambda f: f.winner >= 0 or f.turn == 1)["Orc"]
    assert (orc.x, orc.y) == ((400, -20) if width else (0, -420))


# --- a side that is to escape


ESCAPE = [{"side": "ours", "escape": True}]


def explorers(answers: list[str], dice: str = OURS_FIRST, **keys: Any) -> Scene:
    ours = side(someone("Anna", position=[0, 0]), someone("Bert", position=[0, 5]), way_out=True, **keys)
    return scripted(
        versus(ours, someone("Orc", position=[30, 0]), objectives=ESCAPE),
        dice,
        answers,
        until=lambda f: f.winner >= 0 or f.turn == 1,
    )


@pytest.mark.clause("classic.flee.away", "affray.end")
def test_on_a_side_that_is_to_escape_whoever_falls_back_is_out_of_the_fight() -> None:
    scene = explorers(["Anna: away", "Bert: away"])
    assert [e.who for e in scene.events("fled", "classic.flee.away")] == ["Anna", "Bert"]
    assert scene.one("end", "affray.end").value == 0


@pytest.mark.clause("classic.flee.away")
def test_and_is_missed_by_none_of_those_who_stay() -> None:
    scene = explorers(["Anna: away", "Bert: pass move"])
    assert scene.one("fled", "classic.flee.away").who == "Anna"
    assert not scene.over


def test_who_withdraws_fighting_stays_in_the_fight_and_so_do_all_on_other_sides() -> None:
    ours = side(someone("Anna", position=[0, 0]), way_out=True)
    fight = versus(ours, someone("Orc", position=[5, 0]), objectives=ESCAPE)
    scene = scripted(fight, OURS_FIRST, ["Anna: withdraw"], until="Orc: move")
    assert scene.one("move", "classic.move.withdrawal").who == "Anna"
    assert scene["Anna"].in_fight
    fight = versus(ours, side(someone("Orc", position=[60, 0]), way_out=True))
    scene = scripted(fight, OURS_FIRST, ["Anna: away"], until="Orc: move")
    assert scene["Anna"].in_fight
