"""Movement of the classic book: how far, out of melee, and in a narrow passage. Flight is in test_flight.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.vocabulary import ASLEEP
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import lift

TOO_FAR_TO_GO = ("classic.move.encounter", "that is farther than {who} can go in a round")
OUT_OF_BREATH = ("classic.move.encounter", "{who} is out of breath")
CLOSE_ENOUGH = ("classic.move.encounter", "{who} has reached {other} already")
HAS_MOVED = ("classic.move.encounter", "{who} has moved this round")
CANT_FLY = ("classic.move.encounter", "{who} can't rise so high")
NOT_AWAY = ("classic.move.withdrawal", "{who} is leaving the melee and can't close with a foe")
RUNNING = ("classic.move.retreat", "{who} is in retreat and can't attack")
NO_ROOM = ("classic.move.spacing", "there is no room for {who} to strike in this passage")
FEET = 10  # in tenths


def place(scene: Scene, who: str) -> tuple[float, float]:
    return scene[who].x / FEET, scene[who].y / FEET


# --- classic.move.encounter


@pytest.mark.parametrize(
    ("keys", "feet"),
    [
        ({"move": 120}, 40),
        ({"move": 90}, 30),
        ({"move": 60}, 20),
        ({"move": 100}, 33),
        ({"move": 120, "fly": 180}, 60),
        ({"move": 60, "swim": 150}, 20),
        ({"mount": "war horse", "move": 240}, 80),
    ],
)
@pytest.mark.clause("classic.move.encounter")
def test_a_third_of_the_base_rate_each_round_in_whole_feet(keys: dict[str, Any], feet: int) -> None:
    anna = someone("Anna", position=[0, 0], **keys)
    scene = scripted(versus(anna, someone("Orc", position=[500, 0])), OURS_FIRST, until="Anna: move")
    assert scene.why_not(f"Anna: go 0 {feet}") is None
    assert scene.why_not(f"Anna: go {feet} -{feet}") is None
    for too_far in f"go 0 {feet}.1", f"go -{feet + 1} 0":
        assert scene.why_not(f"Anna: {too_far}") == TOO_FAR_TO_GO
    scene.play("", ["Anna: approach Orc"], until="Orc: move")
    assert place(scene, "Anna") == (feet, 0)
    moved = scene.one("move", "classic.move.encounter")
    assert (moved.value, moved.was) == (feet * FEET, (keys.get("fly") or keys["move"]) * FEET)


@pytest.mark.clause("classic.move.encounter")
def test_swimmers_swim_in_water() -> None:
    anna = someone("Anna", move=60, swim=150)
    scene = scripted(versus(anna, someone("Orc"), distance=300, water="in"), OURS_FIRST, until="Orc: move")
    assert scene.one("move").value == 50 * FEET


@pytest.mark.clause("classic.move.encounter")
def test_who_comes_up_to_a_foe_stops_five_feet_from_it_and_needs_go_no_nearer() -> None:
    ours = side(someone("Anna"), someone("Bert"))
    scene = scripted(versus(ours, someone("Orc"), distance=30), OURS_FIRST, until="Bert: move")
    assert scene["Orc"].x - scene["Anna"].x == 5 * FEET
    assert scene.one("move").value == 25 * FEET
    scene = scripted(versus(ours, someone("Orc"), distance=30), OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: approach Bert") == CLOSE_ENOUGH  # 5 feet away in their rank
    assert scene.why_not("Anna: approach Orc") is None


@pytest.mark.clause("classic.move.encounter")
def test_nobody_moves_twice_in_a_round() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc"), distance=200), OURS_FIRST, until="Orc: move")
    for more in "away", "approach Orc":
        assert scene.why_not(f"Anna: {more}") == HAS_MOVED


def runs(rounds: int, options: dict[str, str] | None = None) -> Scene:
    """Anna runs towards a helpless orc far away; the round after so many, when she may move."""
    fight = versus(someone("Anna"), someone("Orc", conditions=["bound"]), distance=9000)
    scene = scripted(fight, OURS_FIRST * rounds, until=f"round {rounds + 1}", options=options)
    return scene.play(OURS_FIRST, until="movement")


@pytest.mark.clause("classic.move.encounter")
def test_one_runs_for_sixty_rounds_and_then_no_more() -> None:
    scene = runs(59)
    assert scene.why_not("Anna: approach Orc") is None
    scene.play("", until="round 61").play(OURS_FIRST, until="movement")
    assert scene["Anna"].x == 60 * 40 * FEET
    for more in "approach Orc", "away":
        assert scene.why_not(f"Anna: {more}") == OUT_OF_BREATH


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.clause("classic.move.encounter")
def test_for_how_many_rounds_is_an_option(rounds: int) -> None:
    assert runs(rounds, {"move.rounds": str(rounds)}).why_not("Anna: approach Orc") == OUT_OF_BREATH
    assert runs(rounds, {"move.rounds": str(rounds + 1)}).why_not("Anna: approach Orc") is None


@pytest.mark.clause("classic.move.encounter")
def test_only_flyers_rise_and_no_faster_than_they_fly() -> None:
    ours = side(someone("Roc", fly=180), someone("Anna"))
    scene = scripted(versus(ours, someone("Orc"), distance=200), OURS_FIRST, until="Roc: move")
    assert scene.why_not("Roc: rise 60") is None
    for height in 60.1, 61, -1:
        assert scene.why_not(f"Roc: rise {height}") == CANT_FLY
    scene.play("", ["Roc: rise 60"], until="Anna: move")
    assert scene["Roc"].z == 60 * FEET
    assert scene.why_not("Anna: rise 1") == CANT_FLY


# --- classic.move.withdrawal


def leaving(how: str, dice: str, answers: list[str], until: str, anna: dict[str, Any] | None = None) -> Scene:
    """Anna and the orc in melee; she declares that she leaves it."""
    ours = side(someone("Anna", position=[0, 0], **(anna or {})), way_out=True)
    fight = versus(ours, someone("Orc", position=[5, 0]))
    return scripted(fight, dice, [f"Anna: {how}", *answers], until)


@pytest.mark.parametrize(("rate", "feet"), [(120, 20), (90, 15), (60, 10), (100, 16)])
@pytest.mark.clause("classic.move.withdrawal")
def test_at_up_to_half_the_encounter_rate(rate: int, feet: int) -> None:
    scene = leaving("withdraw", OURS_FIRST, [], "Anna: move", {"move": rate})
    assert scene.why_not(f"Anna: go -{feet} 0") is None
    assert scene.why_not(f"Anna: go -{feet}.1 0") == TOO_FAR_TO_GO
    scene.play("", ["Anna: away"], until="Orc: move")
    assert place(scene, "Anna") == (-feet, 0)
    assert scene.one("move", "classic.move.withdrawal").value == feet * FEET


@pytest.mark.clause("classic.move.withdrawal")
def test_who_withdraws_may_still_attack() -> None:
    scene = leaving("withdraw", OURS_FIRST + "d20=2", [], "Orc: move", {"gear": ["short bow"]})
    assert scene.one("miss").because == {"short range": 1}


@pytest.mark.clause("classic.move.withdrawal")
def test_opponents_gain_nothing_by_a_withdrawal() -> None:
    shield = {"ac": 8, "shield": 1}
    scene = leaving("withdraw", THEIRS_FIRST + "d20=2", [], "Anna: move", shield)
    attack = scene.one("miss")
    assert (attack.was, attack.because) == (8, {})


@pytest.mark.clause("classic.move.withdrawal")
def test_the_attack_waits_for_the_first_who_follows_into_reach() -> None:
    ours = side(someone("Anna", position=[0, 0]), way_out=True)
    theirs = side(someone("Orc", position=[5, 0]), someone("Grub", position=[5, 5]))
    scene = scripted(versus(ours, theirs), OURS_FIRST, ["Anna: withdraw"], until="Orc: move")
    assert scene.one("declared", "classic.move.withdrawal").who == "Anna"
    scene.play("d20=10 d6=2  d20=2 d20=2", until="round 2")
    did = [f"{e.kind} {e.who}" for e in scene.events() if e.kind in ("move", "hit", "miss")]
    assert did == ["move Anna", "move Orc", "hit Anna", "move Grub", "miss Orc", "miss Grub"]
    assert scene["Orc"].hp == 8 - 2


@pytest.mark.clause("classic.move.withdrawal")
def test_it_waits_only_this_round_and_for_none_who_stays_out_of_reach() -> None:
    scene = leaving("withdraw", OURS_FIRST, ["Orc: pass declare", "Orc: go 5 5"], "round 2")
    assert scene.events("hit") == scene.events("miss") == []
    scene.play(THEIRS_FIRST, ["Orc: approach Anna"], until="Orc: strike")
    assert scene.events("hit") == scene.events("miss") == []


@pytest.mark.clause("classic.move.withdrawal", "classic.round.action")
def test_a_monster_that_waits_makes_all_its_attacks_on_who_follows() -> None:
    bear = side(someone("Bear", monster="black bear", hp=20, position=[0, 0]), way_out=True)
    fight = versus(bear, someone("Anna", position=[5, 0], ac=0))
    scene = scripted(fight, OURS_FIRST + "d20=2 " * 3, ["Bear: withdraw"], until="Anna: strike")
    assert [e.who for e in scene.events("miss")] == ["Bear"] * 3
    has_acted = ("classic.round.action", "{who} has already shot, cast or struck this round")
    assert scene.why_not("Bear: strike Anna") == has_acted


@pytest.mark.clause("classic.move.withdrawal")
def test_who_passes_with_a_foe_in_reach_does_not_wait_for_another() -> None:
    ours = side(someone("Anna", position=[0, 0]), way_out=True)
    theirs = side(someone("Orc", position=[5, 0]), someone("Grub", position=[-25, 0], conditions=["blind"]))
    answers = ["Anna: withdraw", "Anna: pass strike"]
    scene = scripted(versus(ours, theirs), OURS_FIRST + "d20=2", answers, until="round 2")
    assert scene.one("miss").who == "Orc"
    assert scene.events("declared") == []


@pytest.mark.clause("classic.move.withdrawal")
def test_nobody_leaves_one_melee_for_another() -> None:
    ours = side(someone("Anna", position=[0, 0], fly=120), someone("Bert", position=[-30, 0]), way_out=True)
    theirs = side(
        someone("Orc", position=[5, 0]), someone("Grub", position=[-20, 0]), someone("Bat", position=[0, 0, 20])
    )
    scene = scripted(versus(ours, theirs), OURS_FIRST, ["Anna: withdraw"], until="Anna: move")
    for closing in "approach Orc", "approach Grub", "go -15 0", "go 0 -5", "rise 15":
        assert scene.why_not(f"Anna: {closing}") == NOT_AWAY
    for away in "away", "approach Bert", "go -14 0", "go 0 -6", "rise 14":
        assert scene.why_not(f"Anna: {away}") is None


# --- classic.move.retreat


@pytest.mark.parametrize(("rate", "feet"), [(120, 40), (90, 30), (100, 33)])
@pytest.mark.clause("classic.move.retreat")
def test_a_retreat_goes_up_to_the_full_rate(rate: int, feet: int) -> None:
    scene = leaving("retreat", OURS_FIRST, [], "Anna: move", {"move": rate})
    assert scene.why_not(f"Anna: go -{feet}.1 0") == TOO_FAR_TO_GO
    scene.play("", ["Anna: away"], until="Orc: move")
    assert place(scene, "Anna") == (-feet, 0)
    assert scene.one("move", "classic.move.retreat").value == feet * FEET


@pytest.mark.clause("classic.move.retreat")
def test_no_attack_in_the_round_of_a_retreat() -> None:
    scene = leaving("retreat", OURS_FIRST, [], "Orc: move", {"gear": ["short bow", "sword"]})
    assert scene.why_not("Anna: shoot Orc") == RUNNING
    assert scene.why_not("Anna: strike Orc") == RUNNING
    assert scene.events("miss", who="Anna") == []
    cleric = {"cls": "cleric", "hp": 8}
    ours = side(someone("Anna", position=[0, 0], **cleric), way_out=True)
    skeleton = someone("Skeleton", monster="skeleton", position=[5, 0])
    scene = scripted(versus(ours, skeleton), OURS_FIRST, ["Anna: retreat"], until="Anna: aim")
    assert scene.why_not("Anna: turn") == RUNNING


@pytest.mark.clause("classic.move.retreat")
def test_opponents_have_two_more_and_ignore_the_shield_from_the_declaration_on() -> None:
    scene = leaving("retreat", THEIRS_FIRST + "d20=2", [], "Anna: move", {"ac": 8, "shield": 1})
    attack = scene.one("miss")
    assert (attack.value, attack.was) == (2 + 2, 9)
    assert attack.because == {"in retreat": 2, "no shield in retreat": 1}


@pytest.mark.clause("classic.move.retreat")
def test_with_missiles_too_and_to_the_end_of_the_round_but_no_longer() -> None:
    ours = side(someone("Anna", ac=8, shield=1, position=[0, 0]), way_out=True)
    theirs = side(someone("Orc", position=[5, 0]), someone("Bow", gear=["crossbow"], position=[5, 60]))
    answers = ["Anna: retreat", "Orc: pass move", "Bow: pass move", "Bow: shoot Anna"]
    scene = scripted(versus(ours, theirs), OURS_FIRST + "d20=2", answers, until="round 2")
    attack = scene.one("miss", who="Bow")
    assert attack.because == {"short range": 1, "in retreat": 2, "no shield in retreat": 1}
    again = ["Anna: pass move", "Orc: pass move", "Bow: pass move", "Bow: shoot Anna"]
    scene.play(OURS_FIRST + "d20=2", again, until="round 3")
    assert scene.events("miss", who="Bow")[1].because == {"short range": 1, "no shield from behind": 1}


@pytest.mark.parametrize("bonus", [0, 4])
@pytest.mark.clause("classic.move.retreat")
def test_how_much_more_is_an_option(bonus: int) -> None:
    ours = side(someone("Anna"), way_out=True)
    options = {"retreat.bonus": str(bonus)}
    scene = scripted(
        versus(ours, someone("Orc")), THEIRS_FIRST + "d20=2", ["Anna: retreat"], until="Anna: move", options=options
    )
    assert scene.one("miss").because == {"in retreat": bonus}


@pytest.mark.parametrize(("dice", "blows"), [(OURS_FIRST, 0), (THEIRS_FIRST + "d20=2", 1)])
@pytest.mark.clause("classic.move.retreat")
def test_nobody_gets_an_extra_attack(dice: str, blows: int) -> None:
    """Who is gone before a foe acts is not struck; who leaves after it is struck as often as otherwise."""
    scene = leaving("retreat", dice, ["Orc: pass move"], "round 2")
    assert len(scene.events("miss", who="Orc")) == blows


@pytest.mark.parametrize(
    ("how", "feet"),
    [
        pytest.param("withdraw", 20, marks=pytest.mark.clause("classic.move.withdrawal")),
        pytest.param("retreat", 40, marks=pytest.mark.clause("classic.move.retreat")),
    ],
)
def test_a_melee_can_be_left_where_there_is_no_way_out(how: str, feet: int) -> None:
    ours = side(someone("Anna", position=[0, 0]), way_out=False)
    fight = versus(ours, someone("Orc", position=[5, 0]))
    scene = scripted(fight, OURS_FIRST, [f"Anna: {how}", "Anna: away"], until="Orc: move")
    assert place(scene, "Anna") == (-feet, 0)
    assert scene["Anna"].in_fight


@pytest.mark.parametrize(
    ("how", "clause"),
    [
        pytest.param(how, clause, marks=pytest.mark.clause(clause))
        for how, clause in (("withdraw", "classic.move.withdrawal"), ("retreat", "classic.move.retreat"))
    ],
)
def test_but_not_where_all_are_in_contact_unless_the_table_says_so(how: str, clause: str) -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: strike")
    assert scene.why_not(f"Anna: {how}") == (clause, "all are in contact and there is no way out for {who}")
    free = versus(someone("Anna"), someone("Orc"), options={"move.cornered": "off"})
    scene = scripted(free, OURS_FIRST, [f"Anna: {how}", "Anna: away"], until="Orc: move")
    assert scene.one("move", clause).who == "Anna"


# --- classic.move.spacing


def passage(weapons: list[str], width: int = 10) -> Scene:
    """Our side, each with a weapon, the first in front; in melee with an orc in a passage."""
    ours = side(*(someone(f"A{chr(97 + n)}", gear=[weapon]) for n, weapon in enumerate(weapons)))
    terrain: dict[str, Any] = {"width": width} if width else {}
    return scripted(versus(ours, someone("Orc"), **terrain), OURS_FIRST, until="melee")


def strikers(scene: Scene) -> int:
    """How many of our side may strike; those who may not have no room."""
    why = [scene.why_not(f"{name}: strike Orc") for name in scene.roster.who if name != "Orc"]
    assert set(why) <= {None, NO_ROOM}
    return why.count(None)


@pytest.mark.parametrize(
    ("weapons", "room"),
    [
        (["sword"] * 3, 2),
        (["short sword"] * 4, 3),
        (["short sword", "short sword", "mace"], 2),
        (["mace", "short sword", "short sword"], 2),
        (["spear"] * 7, 6),
        (["pole arm"] * 7, 6),
        (["short sword"] * 3 + ["spear"] * 4, 6),
        (["short sword"] * 3 + ["sword"] + ["spear"], 4),
        (["sword"] * 2 + ["spear", "pole arm", "spear"], 4),
        (["sword"] * 2 + ["short sword", "spear"], 3),
    ],
)
@pytest.mark.clause("classic.move.spacing")
def test_two_or_three_fight_side_by_side_in_ten_feet(weapons: list[str], room: int) -> None:
    """3 with short swords, spears and pole arms alone, else 2; spears and pole arms also from the second rank."""
    assert strikers(passage(weapons)) == room


@pytest.mark.parametrize(
    ("width", "weapon", "room"),
    [
        (5, "sword", 1),
        (5, "short sword", 1),
        (9, "short sword", 2),
        (9, "sword", 1),
        (11, "short sword", 3),
        (20, "sword", 4),
        (20, "short sword", 6),
        (2, "sword", 1),
    ],
)
@pytest.mark.clause("classic.move.spacing")
def test_a_passage_of_another_width_has_room_for_as_many_more_or_fewer(width: int, weapon: str, room: int) -> None:
    assert strikers(passage([weapon] * 7, width)) == room


def test_in_the_open_everybody_has_room() -> None:
    assert strikers(passage(["sword"] * 7, width=0)) == 7


@pytest.mark.clause("classic.move.spacing")
def test_who_falls_makes_room_for_the_next() -> None:
    ours = side(someone("Anna", hp=1), someone("Bert"), someone("Cora"))
    scene = scripted(versus(ours, someone("Orc"), width=10), THEIRS_FIRST, until="Orc: strike")
    assert scene.why_not("Cora: strike Orc") == NO_ROOM
    scene.play("d20=10 d6=1", ["Orc: strike Anna"], until="Bert: strike")
    assert scene.why_not("Cora: strike Orc") is None


@pytest.mark.parametrize(("feet", "reached"), [(5, True), (10, True), (11, False)])
@pytest.mark.parametrize("weapon", ["spear", "pole arm"])
@pytest.mark.clause("classic.move.spacing")
def test_spears_and_pole_arms_reach_ten_feet_in_a_passage(weapon: str, feet: int, reached: bool) -> None:
    front = [someone(name, gear=["sword"], position=[0, 0]) for name in ("Anna", "Bert", "Cora")]
    ours = side(*front, someone("Dirk", gear=[weapon], position=[5 - feet, 0]))
    scene = scripted(versus(ours, someone("Orc", position=[5, 0]), width=10), OURS_FIRST, until="Anna: move")
    out_of_reach = ("classic.round.engaged", "{other} is not within reach of {who}")
    assert scene.why_not("Dirk: strike Orc") == (None if reached else out_of_reach)
    assert scene.why_not("Cora: strike Orc") == NO_ROOM  # a sword doesn't reach past the two in front


# --- classic.move.way


@pytest.mark.clause("classic.move.way")
def test_nobody_walks_through_an_able_foe() -> None:
    """The orc would go past Anna at Mira, and stops 5 feet before Anna; beside her it gets no farther."""
    ours = side(someone("Anna", position=[0, 0]), someone("Mira", position=[-20, 0]))
    scene = scripted(versus(ours, someone("Orc", position=[30, 0]), width=5), THEIRS_FIRST, until="Orc: move")
    assert scene.why_not("Orc: go -5 0") == ("classic.move.way", "a foe stands in the way of {who}")
    assert scene.why_not("Orc: go 5 0") is None
    scene.play("", ["Orc: approach Mira"], until="Orc: strike")
    assert scene["Orc"].x == 5 * 10


@pytest.mark.clause("classic.move.way")
def test_the_helpless_and_friends_are_stepped_over() -> None:
    ours = side(someone("Anna", position=[0, 0], conditions=["asleep"]), someone("Mira", position=[-20, 0]))
    theirs = side(someone("Orc", position=[15, 0]), someone("Grub", position=[10, 0]))
    scene = scripted(versus(ours, theirs), THEIRS_FIRST, until="Orc: move")
    assert scene.why_not("Orc: go -10 0") is None
    lift(scene.fight, scene["Anna"], ASLEEP, C.CONDITION_END)
    assert scene.why_not("Orc: go -10 0") == ("classic.move.way", "a foe stands in the way of {who}")


@pytest.mark.clause("classic.move.way")
def test_nobody_leaves_a_passage_through_its_walls() -> None:
    fight = versus(someone("Anna", position=[0, 0]), someone("Orc", position=[40, 0]), width=10)
    scene = scripted(fight, OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: go 0 6") == ("classic.move.way", "the passage is not so wide")
    assert scene.why_not("Anna: go 0 5") is None
