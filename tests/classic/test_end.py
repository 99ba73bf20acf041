"""What ends a fight: one side left, an objective, the last round."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Scene, scripted, side, someone, versus

from affray.compiler.kernels.counting import ROUT, TURNING, way_won
from affray.engine.state import ALWAYS, NOBODY_LEFT, STAND_OFF
from affray.engine.vocabulary import BOUND, TURNED
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import begin, get_away, lift
from affray.rules.shared.round import anybody_can_harm

OURS, THEIRS, OTHERS = range(3)
HIT, MISS = "d20=10 d6=1 ", "d20=2 "
BOTH = {"initiative.tie": "simultaneous"}


def won(scene: Scene, clause: str = "affray.end") -> int:
    end = scene.one("end", clause)
    assert end.was == scene.fight.round
    assert scene.fight.winner == end.value
    return end.value


# --- affray.end


@pytest.mark.clause("affray.end")
def test_a_fight_is_over_when_one_side_still_stands() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", hp=1)), OURS_FIRST + HIT, until="over")
    assert won(scene) == OURS


@pytest.mark.clause("affray.end")
def test_of_three_sides_the_last_wins() -> None:
    fight = versus(someone("Anna", hp=1), someone("Orc", hp=1), someone("Gnoll"))
    scene = scripted(fight, "d6=1 d6=5 d6=6 " + HIT, ["Gnoll: strike Orc"], until="Anna: strike")
    assert not scene.over
    scene.play(MISS + "d6=1 d6=6 " + HIT, ["Gnoll: strike Anna"], until="over")
    assert won(scene) == OTHERS


@pytest.mark.clause("affray.end")
def test_nobody_may_be_left() -> None:
    fight = versus(someone("Anna", hp=1), someone("Orc", hp=1), options=BOTH)
    assert won(scripted(fight, "d6=3 d6=3 " + HIT + HIT, until="over")) == NOBODY_LEFT


@pytest.mark.clause("affray.end")
def test_those_who_surrendered_or_fled_or_turned_to_stone_no_longer_stand() -> None:
    coward = someone("Orc", morale=2)
    assert won(scripted(versus(someone("Anna"), coward), THEIRS_FIRST, until="over")) == OURS
    assert won(scripted(versus(someone("Anna"), side(coward, way_out=True)), THEIRS_FIRST, until="over")) == OURS
    cockatrice = someone("Cockatrice", monster="cockatrice")
    scene = scripted(versus(cockatrice, someone("Orc")), OURS_FIRST + "d20=20 d6=1 d20=2", until="over")
    assert won(scene) == OURS


@pytest.mark.clause("affray.end")
def test_sleepers_still_stand() -> None:
    orcs = side(someone("Orc", hp=1), someone("Grub", conditions=["asleep"]))
    scene = scripted(versus(someone("Anna"), orcs), OURS_FIRST + HIT, until="round 2")
    assert not scene.over
    scene.play(OURS_FIRST + "d6=6 " + MISS + OURS_FIRST + "d20=10 d6=2", until="over")
    assert won(scene) == OURS


# --- a named one down

KING: list[dict[str, Any]] = [{"side": "ours", "down": "King"}]


def court(king: dict[str, Any] | None = None, way_out: bool = False) -> Group:
    return side(someone("King", **({"hp": 1} | (king or {}))), someone("Guard"), way_out=way_out)


@pytest.mark.clause("affray.end")
def test_a_fight_is_over_when_the_named_one_is_down() -> None:
    fight = versus(someone("Anna"), court(), objectives=KING)
    scene = scripted(fight, OURS_FIRST + HIT, ["Anna: strike King"], until="over")
    assert won(scene) == OURS
    assert scene["Guard"].in_fight


@pytest.mark.clause("affray.end")
def test_but_not_when_another_is() -> None:
    fight = versus(someone("Anna"), side(someone("King"), someone("Guard", hp=1)), objectives=KING)
    scene = scripted(fight, OURS_FIRST + HIT, ["Anna: strike Guard"], until="King: strike")
    assert not scene.over
    assert won(scene.play(MISS + OURS_FIRST + "d20=10 d6=6 " + MISS + OURS_FIRST + "d20=10 d6=6", until="over")) == OURS


@pytest.mark.parametrize(("way_out", "how"), [(False, "surrendered"), (True, "fled")])
@pytest.mark.clause("affray.end")
def test_who_gives_up_or_gets_away_is_down_too(way_out: bool, how: str) -> None:
    fight = versus(someone("Anna"), court({"morale": 2}, way_out), objectives=KING)
    scene = scripted(fight, THEIRS_FIRST, until="over")
    assert scene.one(how).other == "King"
    assert won(scene) == OURS


@pytest.mark.clause("affray.end")
def test_turned_to_stone_too() -> None:
    fight = versus(someone("Cockatrice", monster="cockatrice"), court({"hp": 9}), objectives=KING)
    scene = scripted(fight, OURS_FIRST + "d20=20 d6=1 d20=2", ["Cockatrice: strike King"], until="over")
    assert won(scene) == OURS


@pytest.mark.clause("affray.end")
def test_what_falls_in_a_simultaneous_step_still_acts_in_it_though_it_was_the_prize() -> None:
    fight = versus(side(someone("Anna", hp=1), someone("Bert")), court(), objectives=KING, options=BOTH)
    answers = ["Anna: strike King", "Bert: strike Guard", "King: strike Anna", "Guard: strike Bert"]
    scene = scripted(fight, "d6=3 d6=3 " + HIT + MISS + HIT + MISS, answers, until="over")
    assert [e.other for e in scene.events("dead")] == ["King", "Anna"]
    assert won(scene) == OURS


@pytest.mark.clause("affray.end")
def test_two_prizes_in_one_step_are_a_stand_off() -> None:
    goals = [*KING, {"side": "theirs", "down": "Anna"}]
    fight = versus(side(someone("Anna", hp=1), someone("Bert")), court(), objectives=goals, options=BOTH)
    answers = ["Anna: strike King", "Bert: strike Guard", "King: strike Anna", "Guard: strike Bert"]
    scene = scripted(fight, "d6=3 d6=3 " + HIT + MISS + HIT + MISS, answers, until="over")
    assert won(scene) == STAND_OFF


# --- so many rounds

ROUND = OURS_FIRST + MISS + MISS


@pytest.mark.clause("affray.end")
def test_a_side_wins_that_holds_out_for_so_many_rounds() -> None:
    fight = versus(someone("Anna"), someone("Orc"), objectives=[{"side": "theirs", "rounds": 2}])
    scene = scripted(fight, ROUND, until="round 2")
    assert won(scene.play(ROUND, until="over")) == THEIRS
    assert scene.fight.round == 2


@pytest.mark.clause("affray.limit")
def test_it_has_not_held_out_if_none_of_it_stands() -> None:
    fight = versus(
        someone("Anna"), someone("Orc", hp=1), someone("Gnoll"), objectives=[{"side": "theirs", "rounds": 1}]
    )
    scene = scripted(fight, "d6=6 d6=2 d6=1 " + HIT + MISS, ["Anna: strike Orc"], until="over")
    assert won(scene, "affray.limit") == STAND_OFF


# --- escape

ESCAPE: list[dict[str, Any]] = [{"side": "ours", "escape": True}]


def runaways(*members: Group) -> str:
    """Cowards who flee in the first round, with what each has beside."""
    return versus(side(*members, way_out=True), someone("Orc", conditions=["bound"]), objectives=ESCAPE)


@pytest.mark.clause("affray.end")
def test_a_side_that_is_to_escape_wins_when_all_its_survivors_have_got_away() -> None:
    scene = scripted(runaways(someone("Anna", morale=2), someone("Bert", morale=2)), OURS_FIRST, until="over")
    assert won(scene) == OURS
    assert len(scene.events("fled")) == 2


@pytest.mark.clause("affray.end")
def test_any_other_side_loses_by_that() -> None:
    ours = side(someone("Anna", morale=2), way_out=True)
    assert won(scripted(versus(ours, someone("Orc")), OURS_FIRST, until="over")) == THEIRS


def fallen(how: str) -> Scene:
    """Bert falls or gives up; Anna gets away."""
    bert = someone("Bert", hp=1)
    ours = side(someone("Anna"), bert, way_out=True)
    orc = someone("Orc", gear=["club"])
    answers = ["Orc: strike Bert" + how, "Anna: retreat", "Anna: away"]
    fight = versus(ours, orc, objectives=ESCAPE)
    return scripted(fight, THEIRS_FIRST + HIT, answers, until="over")


@pytest.mark.clause("affray.end")
def test_the_dead_need_not_get_away_but_those_who_were_taken() -> None:
    assert won(fallen("")) == OURS
    assert won(fallen(" to subdue")) == THEIRS


# --- affray.limit


def stuck(**keys: Any) -> str:
    return versus(someone("Anna", conditions=["bound"]), someone("Orc", conditions=["bound"]), **keys)


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.clause("affray.limit")
def test_a_fight_without_another_end_stops_as_a_stand_off_after_its_last_round(rounds: int) -> None:
    scene = scripted(stuck(rounds=rounds), OURS_FIRST * rounds, until="over")
    assert won(scene, "affray.limit") == STAND_OFF
    assert scene.fight.round == rounds
    scene = scripted(stuck(), OURS_FIRST * rounds, until="over", options={"rounds": str(rounds)})
    assert (won(scene, "affray.limit"), scene.fight.round) == (STAND_OFF, rounds)


@pytest.mark.clause("affray.limit")
def test_that_is_round_200_unless_the_table_says_otherwise() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), ROUND * 200, until="over")
    assert (won(scene, "affray.limit"), scene.fight.round) == (STAND_OFF, 200)


# --- affray.idle


@pytest.mark.clause("affray.idle")
def test_ten_rounds_in_which_nobody_can_act_are_a_stand_off() -> None:
    scene = scripted(stuck(), OURS_FIRST * 10, until="over")
    assert (won(scene, "affray.idle"), scene.fight.round) == (STAND_OFF, 10)


def wight_in_bonds(**keys: Any) -> str:
    return versus(someone("Anna", **keys), someone("Wight", monster="wight", hp=9, conditions=["constrained"]))


@pytest.mark.clause("affray.idle")
def test_nor_can_who_has_nothing_that_hurts_the_foe() -> None:
    """Anna misses ten times with iron; with silver in her pack, drawn or not, she might do harm."""
    scene = scripted(wight_in_bonds(gear=["sword"]), (OURS_FIRST + "d20=2 ") * 10, until="over")
    assert (won(scene, "affray.idle"), scene.fight.round) == (STAND_OFF, 10)
    for gear in (["sword", "silver dagger"], ["sword", "holy water"], ["sword +1"]):
        scene = scripted(wight_in_bonds(gear=gear), (OURS_FIRST + "d20=2 ") * 12, until="round 13")
        assert not scene.events("end")


@pytest.mark.parametrize(
    ("keys", "harms"),
    [
        ({"cls": "cleric", "level": 2}, True),
        ({"cls": "cleric", "level": 1}, False),
        ({"cls": "magic-user", "level": 3, "spells": ["magic missile"]}, True),
        ({"cls": "magic-user", "level": 3, "spells": ["sleep", "web"]}, False),
    ],
)
@pytest.mark.clause("affray.idle")
def test_faith_and_spells_of_harm_count(keys: dict[str, Any], harms: bool) -> None:
    """A wight is turned as rank 4: two above level 2, three above level 1."""
    assert scripted(stuck(), OURS_FIRST * 10, until="over").events("end", "affray.idle")
    scene = scripted(wight_in_bonds(gear=["dagger"], hp=9, **keys), until="round 1")
    assert anybody_can_harm(scene.fight) is harms


@pytest.mark.clause("affray.idle")
def test_a_round_in_which_somebody_could_do_harm_starts_the_count_again() -> None:
    scene = scripted(stuck(), OURS_FIRST * 5, until="round 6")
    lift(scene.fight, scene["Anna"], BOUND, C.CONDITION_END)
    scene.play(OURS_FIRST + "d6=1 ", until="round 7")
    begin(scene.fight, scene["Anna"], BOUND, ALWAYS)
    scene.play(OURS_FIRST * 11, until="over")
    assert scene.fight.round == 17


def test_a_side_that_is_to_hold_out_still_does() -> None:
    scene = scripted(stuck(objectives=[{"side": "ours", "rounds": 12}]), OURS_FIRST * 12, until="over")
    assert won(scene) == OURS


@pytest.mark.clause("affray.end")
def test_who_wins_in_the_last_round_has_won() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", hp=1), rounds=1), OURS_FIRST + HIT, until="over")
    assert won(scene) == OURS


# --- how it was won


@pytest.mark.parametrize(("turned", "way"), [(2, TURNING), (1, ROUT), (0, ROUT)])
def test_who_is_turned_and_flees_was_not_broken(turned: int, way: int) -> None:
    """By turning if most of those who fled were turned."""
    scene = scripted(versus(someone("Anna"), someone("Ghoul", count=2)), until="round 1")
    for number in (1, 2):
        ghoul = scene[f"Ghoul {number}"]
        if number <= turned:
            begin(scene.fight, ghoul, TURNED, ALWAYS)
        get_away(scene.fight, ghoul, C.FLEE_AWAY)
    assert (scene.fight.winner, way_won(scene.fight)) == (OURS, way)
