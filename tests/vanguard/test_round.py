"""The round of the vanguard book, clause by clause: who moves first, who is ready, and what a turn holds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers import Scene, side, versus
from vanguard.people import READY, exposed, players, scripted, someone

from affray.rules.vanguard.initiative import prepare_newcomer

# --- vanguard.round.order


@pytest.mark.clause("vanguard.round.order")
def test_the_players_side_moves_first_wherever_it_is_listed() -> None:
    scene = scripted(
        versus(someone("Orc"), players(someone("Anna"))), READY + "d20=2 d20=3 d20=4 d20=5", until="round 3"
    )
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc", "Anna", "Orc"]
    assert [e.round for e in scene.events("miss")] == [1, 1, 2, 2]


@pytest.mark.clause("vanguard.round.order")
def test_inside_a_side_one_may_let_another_go_first() -> None:
    fight = versus(players(someone("Anna"), someone("Bert")), someone("Orc"))
    scene = scripted(fight, READY * 2 + "d20=2 d20=3", ["Anna: after Bert"])
    assert scene.one("declared", "vanguard.round.order").other == "Bert"
    assert [e.who for e in scene.events("miss")] == ["Bert", "Anna"]


@pytest.mark.clause("vanguard.round.order")
def test_who_has_begun_gives_way_to_nobody() -> None:
    fight = versus(players(someone("Anna"), someone("Bert")), someone("Orc"))
    scene = scripted(fight, READY * 2, until="Anna: turn")
    assert scene.why_not("Anna: after Bert") is None
    scene.play("d20=2", ["Anna: strike Orc"], until="Anna: turn")
    refused = scene.why_not("Anna: after Bert")
    assert refused
    assert refused.clause == "vanguard.round.order"


@pytest.mark.clause("vanguard.round.order")
def test_retainers_go_with_their_players_and_zombies_after_everybody() -> None:
    ours = players(someone("Anna"), someone("Hob", retainer=7))
    fight = versus(side(someone("Dead", monster="zombie", gear=["club"]), someone("Orc")), ours)
    scene = scripted(fight, READY + "d20=2 d20=2 d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == ["Anna", "Hob", "Orc", "Dead"]


@pytest.mark.clause("vanguard.round.order")
def test_what_always_acts_last_keeps_the_order_of_the_sides() -> None:
    ours = players(someone("Anna"), someone("Ours", monster="zombie", gear=["club"]))
    theirs = side(someone("Dead", monster="zombie", gear=["club"]), someone("Orc"))
    scene = scripted(versus(theirs, ours), READY + "d20=2 d20=2 d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc", "Ours", "Dead"]


# --- vanguard.initiative.ready


@pytest.mark.clause("vanguard.initiative.ready")
def test_the_unready_have_no_turn_when_somebody_comes_who_always_acts_last() -> None:
    """A zombie that joins the fight adds a place to the round; it is not Anna's."""
    fight = versus(players(someone("Anna")), side(someone("Orc"), someone("Elk")))
    scene = scripted(fight, "d6=1", until="Orc: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[2].acts_last = True
            prepare_newcomer(each, each.who[2])
    scene.play("d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == ["Orc", "Elk"]


@pytest.mark.parametrize("first", [{"retainer": 7}, {"monster": "wolf"}])
@pytest.mark.clause("vanguard.initiative.ready")
def test_whoever_is_listed_before_the_players_shares_the_first_players_roll(first: dict[str, object]) -> None:
    ours = players(someone("Hob", **first), someone("Anna"), someone("Bert"))
    scene = scripted(versus(ours, someone("Orc")), "d6=3 d6=4 d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("check", "vanguard.initiative.ready")] == ["Anna", "Bert"]
    assert [e.who for e in scene.events("miss")] == ["Bert", "Orc"]


@pytest.mark.parametrize(("shown", "acts"), [(1, False), (3, False), (4, True), (6, True)])
@pytest.mark.clause("vanguard.initiative.ready", "vanguard.round.order")
def test_three_or_less_skips_the_first_turn_alone(shown: int, acts: bool) -> None:
    dice = f"d6={shown} " + ("d20=2 " if acts else "") + "d20=2 d20=2"
    scene = scripted(versus(players(someone("Anna")), someone("Orc")), dice)
    whose = [(e.round, e.who) for e in scene.events("miss")]
    assert whose == ([(1, "Anna")] if acts else []) + [(1, "Orc"), (2, "Anna")]


@pytest.mark.clause("vanguard.initiative.ready")
def test_a_low_roll_stops_one_player_and_the_retainers_who_share_it() -> None:
    ours = players(someone("Anna"), someone("Hob", retainer=7), someone("Bert"), someone("Rik", retainer=7))
    scene = scripted(versus(ours, someone("Orc")), "d6=3 d6=4 d20=2 d20=2")
    assert [e.who for e in scene.events("check", "vanguard.initiative.ready")] == ["Anna", "Bert"]
    assert [e.who for e in scene.events("miss")] == ["Bert", "Rik"]


@pytest.mark.clause("vanguard.initiative.ready")
def test_opponents_do_not_roll() -> None:
    scene = scripted(
        versus(players(someone("Anna")), side(someone("Orc"), someone("Elk"))), READY + "d20=2 d20=2 d20=2"
    )
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc", "Elk"]


@pytest.mark.clause("vanguard.initiative.ready")
def test_the_unready_still_make_a_parting_attack() -> None:
    fight = versus(players(someone("Anna")), someone("Orc"))
    scene = scripted(fight, "d6=1 d20=10 d6=3", ["Orc: away"], until="round 2")
    assert scene.one("hit").because["parting attack"] == 2
    assert scene["Orc"].hp == 8 - 3


@pytest.mark.clause("vanguard.initiative.ready")
def test_the_number_that_is_needed_is_an_option() -> None:
    fight = versus(players(someone("Anna")), someone("Orc"), options={"initiative.ready": "6"})
    assert [e.who for e in scripted(fight, "d6=5 d20=2").events("miss")] == ["Orc"]


# --- vanguard.initiative.modifier


def is_ready(face: int, modifier: int) -> bool:
    """Whether Anna acts in the first round when the die shows this and the referee gives so much."""
    answers = [f"referee: modify {modifier:+d}"] if modifier else []
    scene = scripted(versus(players(someone("Anna")), someone("Orc")), f"d6={face}", answers, until="side")
    return not scene["Anna"].vanguard.unready


@pytest.mark.clause("vanguard.initiative.ready", "vanguard.initiative.modifier")
def test_the_exact_chances_of_being_ready() -> None:
    """Every face through the rules, and the number of faces from 4 − modifier to 6 by arithmetic."""
    assert 1 - Fraction(sum(is_ready(face, 0) for face in range(1, 7)), 6) == Fraction(1, 2)  # not ready
    found = {m: Fraction(sum(is_ready(face, m) for face in range(1, 7)), 6) for m in range(-2, 3)}
    assert found == {m: Fraction(len(range(4 - m, 7)), 6) for m in range(-2, 3)}
    assert [found[m] for m in range(-2, 3)] == [Fraction(n, 6) for n in (1, 2, 3, 4, 5)]


@pytest.mark.parametrize("more", ["-3", "+3"])
@pytest.mark.clause("vanguard.initiative.modifier")
def test_the_referee_gives_two_at_most(more: str) -> None:
    scene = scripted(versus(players(someone("Anna")), someone("Orc")), until="referee: readiness")
    refused = scene.why_not(f"referee: modify {more}")
    assert refused
    assert refused.clause == "vanguard.initiative.modifier"
    assert scene.why_not("referee: modify +2") is None


@pytest.mark.parametrize(("shown", "acts"), [(5, False), (6, True)])
@pytest.mark.clause("vanguard.initiative.modifier")
def test_surprised_players_have_two_less(shown: int, acts: bool) -> None:
    fight = versus(players(someone("Anna"), surprised=True), someone("Orc"))
    scene = scripted(fight, f"d6={shown} d20=2")
    ready = scene.one("check", "vanguard.initiative.ready")
    assert (ready.value, ready.because) == (shown - 2, {"surprised": -2})
    assert scene.one("miss").who == ("Anna" if acts else "Orc")


@pytest.mark.parametrize(("shown", "acts"), [(1, False), (2, True)])
@pytest.mark.clause("vanguard.initiative.modifier")
def test_players_in_ambush_have_two_more(shown: int, acts: bool) -> None:
    fight = versus(players(someone("Anna"), ambush="prepared"), side(someone("Orc")))
    scene = scripted(fight, f"d6={shown} d20=2")
    ready = scene.one("check", "vanguard.initiative.ready")
    assert (ready.value, ready.because) == (shown + 2, {"in ambush": 2})
    assert scene.one("miss").who == ("Anna" if acts else "Orc")


@pytest.mark.parametrize(("given", "change"), [(-2, -2), (-1, -2), (1, -1), (2, 0)])
@pytest.mark.clause("vanguard.initiative.modifier")
def test_all_modifiers_together_are_two_at_most(given: int, change: int) -> None:
    """Surprised −2 and the referee's: −4 and −3 are −2, the rest adds up."""
    fight = versus(players(someone("Anna"), surprised=True), someone("Orc"))
    scene = scripted(fight, "d6=3", [f"referee: modify {given:+d}"], until="side")
    assert scene.one("check", "vanguard.initiative.ready").value == 3 + change


def ambushed(dice: str, **options: str) -> Scene:
    """Anna falls upon the Orc, 3 metres off."""
    ours = exposed(players(someone("Anna"), ambush="chance"))
    fight = versus(ours, exposed(side(someone("Orc"))), distance=10, options=options)
    return scripted(fight, dice, until="side")


@pytest.mark.parametrize("shown", [1, 2])
@pytest.mark.clause("vanguard.initiative.modifier")
def test_ambushed_opponents_are_surprised_on_one_or_two_and_lose_a_turn(shown: int) -> None:
    scene = ambushed(f"d6={shown} d6=6")
    assert scene.one("check", "vanguard.initiative.modifier").was == 2
    assert scene.one("lost", "vanguard.initiative.modifier").who == "Orc"
    scene.play("d20=2", ["Anna: approach Orc", "Anna: strike Orc"], until="Anna: turn")
    assert scene.fight.round == 2
    scene.play("d20=2", ["Anna: pass turn"])
    assert [e.who for e in scene.events("miss")] == ["Anna", "Orc"]


@pytest.mark.clause("vanguard.initiative.modifier")
def test_on_a_three_they_are_not() -> None:
    scene = ambushed("d6=3 d6=6")
    assert scene.events("lost") == []
    assert not scene.side("theirs").surprised


@pytest.mark.clause("vanguard.initiative.modifier")
def test_players_who_are_fallen_upon_are_surprised() -> None:
    theirs = exposed(side(someone("Orc"), ambush="prepared"))
    fight = versus(exposed(players(someone("Anna"))), theirs, distance=10)
    scene = scripted(fight, "d6=6", until="side")
    assert scene.one("check", "vanguard.initiative.ready").because == {"surprised": -2}


@pytest.mark.clause("vanguard.initiative.modifier")
def test_how_many_faces_surprise_is_an_option() -> None:
    assert ambushed("d6=5 d6=6", **{"ambush.range": "5"}).side("theirs").surprised


# --- vanguard.turn


@pytest.mark.clause("vanguard.turn")
def test_a_move_before_the_action_or_after_it() -> None:
    fight = versus(players(someone("Anna")), someone("Orc"), distance=30)  # 9 metres
    scene = scripted(fight, READY + "d20=2", ["Anna: approach Orc", "Anna: strike Orc"])
    assert scene.one("move", "vanguard.turn").value == 90 - 15
    answers = ["Anna: strike Orc", "Anna: away"]
    after = scripted(versus(players(someone("Anna")), someone("Orc")), READY + "d20=2 d20=3", answers)
    assert [e.kind for e in after.events() if e.who == "Anna"][-2:] == ["miss", "move"]


@pytest.mark.clause("vanguard.turn")
def test_one_action_and_one_move() -> None:
    fight = versus(players(someone("Anna")), someone("Orc", hp=20), distance=30)
    scene = scripted(fight, READY, ["Anna: approach Orc"], until="Anna: turn")
    for said in ("away", "go 0 0", "defensive", "charge Orc"):
        refused = scene.why_not(f"Anna: {said}")
        assert refused, said
        assert refused.clause in ("vanguard.turn", "vanguard.charge"), said
    struck = scripted(versus(players(someone("Anna")), someone("Orc")), READY, until="Anna: turn")
    struck.play("d20=2", ["Anna: strike Orc"], until="Anna: turn")
    refused = struck.why_not("Anna: strike Orc")
    assert refused
    assert refused.words == "{who} has used the action of this turn"


@pytest.mark.parametrize(("metres", "far"), [("12 0", False), ("12.1 0", True), ("0 12", False), ("0 -12.1", True)])
@pytest.mark.clause("vanguard.turn")
def test_a_move_is_as_long_as_the_speed(metres: str, far: bool) -> None:
    fight = versus(players(someone("Anna", position=[0, 0])), someone("Orc", position=[100, 0]))
    scene = scripted(fight, READY, until="Anna: turn")
    refused = scene.why_not(f"Anna: go {metres}")
    assert (refused is not None) == far
    scene.play("", [] if far else [f"Anna: go {metres}"], until="Orc: turn")
    assert (scene["Anna"].x, scene["Anna"].y) != (0, 0)


@pytest.mark.parametrize(("word", "kind"), [("yes", "declared"), ("no", "lost")])
@pytest.mark.clause("vanguard.turn")
def test_any_other_action_is_the_referees_to_judge(word: str, kind: str) -> None:
    answers = ["Anna: other"] + (["referee: yes"] if word == "yes" else [])
    scene = scripted(versus(players(someone("Anna")), someone("Orc")), READY + "d20=2", answers)
    assert scene.one(kind, "vanguard.turn").who == "Anna"
    assert scene.one("miss").who == "Orc"  # the action is used


@pytest.mark.clause("vanguard.turn")
def test_a_routine_is_one_action_in_one_piece() -> None:
    bear = someone("Bear", monster="black bear", hp=20)
    scene = scripted(versus(players(bear), someone("Orc", hp=30)), READY, until="Bear: turn")
    scene.play("d20=2", ["Bear: strike Orc"], until="Bear: turn")
    refused = scene.why_not("Bear: away")
    assert refused
    assert refused.words == "{who} is in the middle of several attacks"
    scene.play("d20=2 d20=2", until="Orc: turn")
    assert [e.who for e in scene.events("miss")] == ["Bear"] * 3


@pytest.mark.clause("vanguard.turn")
def test_changing_weapons_is_free_but_not_with_a_shot() -> None:
    anna = someone("Anna", cls="fighter", gear=["longsword", "longbow"])
    scene = scripted(
        versus(players(anna), someone("Orc"), distance=60), READY, ["Anna: draw longbow"], until="Anna: turn"
    )
    refused = scene.why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "vanguard.turn"
    assert scene.why_not("Anna: approach Orc") is None


# --- vanguard.fractions


@pytest.mark.parametrize(("size", "lost"), [(4, 2), (5, 3)])
@pytest.mark.clause("vanguard.fractions")
def test_half_of_a_group_is_at_least_half_of_it(size: int, lost: int) -> None:
    theirs = side(*(someone(f"Orc{n}", hp=1, morale=8) for n in range(size)))
    anna = someone("Anna", **{"combat bonus": 20}, attacks=size, hp=99)
    scene = scripted(
        versus(players(anna), theirs, options={"morale.triggers": "half"}),
        READY + "d20=5 d6=6 " * lost,
        until=lambda f: f.side[1].out_of_action == lost,
    )
    due = scene.one("due", "vanguard.morale")
    assert due.was == lost
    assert due.because == {"at least half of the side": 0}


@pytest.mark.clause("vanguard.damage")
def test_half_the_damage_is_rounded_down_but_at_least_one() -> None:
    """Blunt weapons halve against a zombie: 5 is 2, and 1 stays 1."""
    for shown, felt in ((5, 2), (1, 1)):
        anna = someone("Anna", cls="cleric", gear=["mace"])
        dead = someone("Dead", monster="zombie", hp=9)
        scene = scripted(versus(players(anna), dead), READY + f"d20=19 d8={shown}")
        assert scene["Dead"].hp == 9 - felt


@pytest.mark.clause("vanguard.fractions")
def test_half_of_one_after_a_save_is_one() -> None:
    """A lightning stroke of one die shows 1; the save is made."""
    mage = someone("Mage", cls="magic-user", spells=["lightning"], position=[0, 0])
    fight = versus(players(mage), someone("Orc", position=[30, 0]))
    scene = scripted(fight, READY + "d6=1 d20=20", ["Mage: cast lightning at Orc"])
    assert scene.one("damage").because == {"halved": 0}
    assert scene["Orc"].hp == 8 - 1
