"""Moving in the vanguard book, clause by clause: running, charging, leaving a melee, the defensive stance."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Refused, Scene, side, versus
from vanguard.people import READY, players, scripted, someone

from affray.engine.state import KIT, NOBODY, Weapon
from affray.engine.verbs import YES, Answer, Question
from affray.engine.vocabulary import FLEEING, MELEE, PARALYSED
from affray.rules.shared.legality import worth
from affray.rules.vanguard.movement import has_several


def apart(feet: int, anna: dict[str, Any] | None = None, **keys: Any) -> Scene:
    """Anna's turn, with the Orc so many feet off; 10 feet are 3 metres."""
    fight = versus(
        players(someone("Anna", **{"position": [0, 0]} | (anna or {}))), someone("Orc", position=[feet, 0]), **keys
    )
    return scripted(fight, READY, until="Anna: turn")


# --- vanguard.run


@pytest.mark.clause("vanguard.run")
def test_a_run_is_twice_the_speed_and_the_turns_action() -> None:
    scene = apart(200)
    assert scene.why_not("Anna: go 12.1 0") == Refused("vanguard.turn", "that is farther than {who} can go")
    scene.play("", ["Anna: run"], until="Anna: turn")
    assert scene.why_not("Anna: go 24.1 0") is not None
    refused = scene.why_not("Anna: stance")
    assert refused
    assert refused.words == "{who} has used the action of this turn"
    scene.play("", ["Anna: go 24 0"], until="Orc: turn")
    moved = scene.one("move", "vanguard.run")
    assert (moved.value, moved.was) == (240, 120)


@pytest.mark.clause("vanguard.turn")
def test_defensive_movement_is_chosen_before_the_move() -> None:
    scene = apart(200).play("", ["Anna: go 3 0"], until="Anna: turn")
    assert scene.why_not("Anna: defensive") == Refused("vanguard.turn", "{who} has moved this turn")


@pytest.mark.clause("vanguard.run")
def test_a_run_after_the_move_is_another_move_of_the_base_speed() -> None:
    scene = apart(200).play("", ["Anna: go 12 0", "Anna: run"], until="Anna: turn")
    assert scene.why_not("Anna: go 24.1 0") == Refused("vanguard.turn", "that is farther than {who} can go")
    scene.play("", ["Anna: go 24 0"], until="Orc: turn")
    assert scene.one("move", "vanguard.run").value == 120
    assert scene.one("move", "vanguard.turn").value == 120


# --- vanguard.charge


@pytest.mark.clause("vanguard.charge")
def test_a_charge_is_a_run_and_a_blow_at_two_more() -> None:
    scene = apart(50).play("d20=2", ["Anna: charge Orc"], until="Orc: turn")
    assert scene.one("move", "vanguard.charge").value == 150 - 15
    attack = scene.one("miss")
    assert attack.because == {"Combat Bonus": 1, "charge": 2}
    assert attack.value == 2 + 1 + 2


@pytest.mark.parametrize(
    ("x", "why"), [(34, "too close"), (35, ""), (240 + 15, ""), (240 + 16, "farther")]
)  # tenths of metres: a run of 1.9, 2, 24 and 24.1
@pytest.mark.clause("vanguard.charge")
def test_at_least_two_metres_and_at_most_twice_the_speed(x: int, why: str) -> None:
    scene = apart(50)
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].x = x
    refused = scene.why_not("Anna: charge Orc")
    assert (refused.clause, why in refused.words) == ("vanguard.charge", True) if refused else not why
    if not why:
        scene.play("d20=2", ["Anna: charge Orc"], until="Orc: turn")


@pytest.mark.clause("vanguard.charge")
def test_it_is_both_move_and_action() -> None:
    moved = apart(50).play("", ["Anna: go 3 0"], until="Anna: turn")
    refused = moved.why_not("Anna: charge Orc")
    assert refused
    assert refused.clause == "vanguard.charge"


@pytest.mark.clause("vanguard.charge")
def test_it_ends_straight_before_the_foe() -> None:
    """The Orc stands at (12, 9): the way is straight, so both coordinates have the same share of it."""
    fight = versus(players(someone("Anna", position=[0, 0])), someone("Orc", position=[40, 30]))
    scene = scripted(fight, READY + "d20=2", ["Anna: charge Orc"], until="Orc: turn")
    assert (scene["Anna"].x, scene["Anna"].y) == (120 - 15, 90 * 105 // 120)


@pytest.mark.clause("vanguard.charge")
def test_the_bonus_of_a_charge_is_an_option() -> None:
    scene = apart(50, options={"charge.bonus": "4"}).play("d20=2", ["Anna: charge Orc"], until="Orc: turn")
    assert scene.one("miss").because["charge"] == 4


@pytest.mark.clause("vanguard.charge")
def test_what_a_charge_gives_is_not_kept_for_another_attack() -> None:
    """The helpless are hit without a roll, and the next attack is one like any other."""
    theirs = side(someone("Orc", position=[30, 0], hp=50, conditions=["paralysed"]), someone("Elk", position=[30, 5]))
    scene = scripted(
        versus(players(someone("Anna", position=[0, 0])), theirs), READY + "d6=1 d20=2", ["Anna: charge Orc"]
    )
    assert scene.one("move", "vanguard.charge").who == "Anna"
    assert scene.one("miss").because == {"Combat Bonus": 1}


@pytest.mark.clause("vanguard.leave.attack")
def test_who_falls_on_the_way_strikes_no_blow() -> None:
    ours = players(someone("Anna", position=[0, 0], hp=1))
    theirs = side(someone("Orc", position=[0, 5]), someone("Elk", position=[50, 0]))
    scene = scripted(versus(ours, theirs), READY + "d20=15 d6=6 d20=1", ["Anna: charge Elk"], until="over")
    assert [e.who for e in scene.events("hit")] == ["Orc"]
    assert scene.events("move", "vanguard.charge") == []
    assert scene.one("check", "vanguard.death.save").who == "Anna"


# --- vanguard.leave.attack


def crowd(*answers: str, dice: str, anna: dict[str, Any] | None = None, **keys: Any) -> Scene:
    """Anna between two orcs, with a third five metres off."""
    ours = players(someone("Anna", **{"position": [0, 0], "hp": 20} | (anna or {})))
    theirs = side(someone("Orc", position=[0, 5]), someone("Elk", position=[0, -5]), someone("Far", position=[0, 20]))
    return scripted(versus(ours, theirs, **keys), READY + dice, answers, until="Orc: turn")


@pytest.mark.clause("vanguard.leave.attack")
def test_leaving_gives_each_in_range_one_attack_at_two_more() -> None:
    scene = crowd("Anna: go 6 0", dice="d20=2 d20=3")
    attacks = scene.events("miss")
    assert [(e.who, e.because["parting attack"]) for e in attacks] == [("Orc", 2), ("Elk", 2)]
    kinds = [e.kind for e in scene.events() if e.kind in ("miss", "move")]
    assert kinds == ["miss", "miss", "move"]  # before the leaver is gone


@pytest.mark.clause("vanguard.leave.attack")
def test_inside_their_range_one_moves_freely() -> None:
    scene = crowd("Anna: go 0 0.3", "Anna: pass turn", dice="d20=2")
    assert [e.who for e in scene.events("miss")] == ["Elk"]  # 1.8 metres from Elk now, and still beside the Orc


@pytest.mark.parametrize("way", [("Anna: run", "Anna: go 20 0"), ("Anna: charge Far",)])
@pytest.mark.clause("vanguard.leave.attack")
def test_a_run_or_a_charge_out_of_range_provokes_it_too(way: tuple[str, ...]) -> None:
    dice = "d20=2 d20=2" if len(way) == 2 else "d20=2 d20=2 d20=2"
    anna = {"position": [0, 0]} if len(way) == 2 else {"position": [5, 0]}
    scene = crowd(*way, dice=dice, anna=anna)
    assert next(e.who for e in scene.events("miss") if "parting attack" in e.because) in ("Orc", "Elk")


@pytest.mark.clause("vanguard.leave.attack")
def test_even_after_its_own_attack_and_only_once_for_each_move() -> None:
    """The bear has made all three attacks; when Anna goes in the next round, it has one more, its hardest: the bite."""
    ours = side(someone("Bear", monster="black bear", hp=20))
    fight = versus(ours, players(someone("Anna", hp=30)))
    scene = scripted(fight, READY + "d20=2 d20=2 d20=2 d20=2", ["Anna: strike Bear"], until="round 2")
    scene.play("d20=19 d6=4", ["Anna: away"], until="Bear: turn")
    parting = [e for e in scene.events("hit") if "parting attack" in e.because]
    assert len(parting) == 1
    assert worth(Weapon(count=1, sides=6, plus=3, qualities=MELEE)) == 2 * (3.5 + 3)  # twice the average
    assert worth(Weapon(count=2, sides=6, qualities=MELEE)) == 2 * 7
    assert scene["Anna"].hp == 30 - 4


@pytest.mark.parametrize(("attack", "die"), [("claw", "d3=3"), ("bite", "d6=4")])
@pytest.mark.clause("vanguard.leave.attack")
def test_those_with_several_attacks_choose_one(attack: str, die: str) -> None:
    fight = versus(side(someone("Bear", monster="black bear", hp=20)), players(someone("Anna", hp=30)))
    scene = scripted(fight, READY + "d20=2 d20=2 d20=2 d20=2", ["Anna: strike Bear"], until="round 2")
    scene.play(f"d20=19 {die}", ["Anna: away", "Bear: yes", f"Bear: {attack}"], until="Bear: turn")
    assert scene["Anna"].hp == 30 - int(die[-1])
    q = Question(scene.book.asks.index("blow"), scene.number("Bear"), scene.number("Anna"), 0)
    refused = scene.refused(q, Answer(YES, NOBODY, KIT - 1))
    assert refused is not None
    assert refused.clause == "vanguard.leave.attack"
    assert not has_several(scene.fight, scene["Anna"])  # who has one is not asked which


@pytest.mark.clause("vanguard.leave.attack")
def test_also_in_the_round_in_which_it_has_attacked() -> None:
    scene = scripted(
        versus(players(someone("Anna")), someone("Orc", hp=50)), READY + "d20=2 d20=3", ["Orc: away"], until="round 2"
    )
    own, parting = scene.events("miss", who="Anna")
    assert (own.round, parting.round) == (1, 1)
    assert ("parting attack" in own.because, parting.because["parting attack"]) == (False, 2)


@pytest.mark.clause("vanguard.leave.attack")
def test_who_is_not_able_to_fight_lets_one_go() -> None:
    ours = players(someone("Anna", position=[0, 0]))
    theirs = side(someone("Orc", position=[0, 5], conditions=["paralysed"]), someone("Elk", position=[5, 0]))
    scene = scripted(versus(ours, theirs), READY + "d20=2", ["Anna: go -6 0"], until="Elk: turn")
    assert [e.who for e in scene.events("miss")] == ["Elk"]


@pytest.mark.clause("vanguard.leave.attack")
def test_a_spear_has_a_melee_range_of_three_metres() -> None:
    spear = someone("Orc", cls="fighter", gear=["spear"], position=[0, 9])  # 2.7 metres off
    fight = versus(players(someone("Anna", position=[0, 0])), spear)
    scene = scripted(fight, READY + "d20=2", ["Anna: go 6 0"], until="Orc: turn")
    assert scene.one("miss").because["parting attack"] == 2


@pytest.mark.clause("vanguard.leave.attack")
def test_who_falls_does_not_get_away() -> None:
    ours = players(someone("Anna", position=[0, 0], hp=1), someone("Bert", position=[90, 0]))
    fight = versus(ours, someone("Orc", position=[0, 5]))
    scene = scripted(fight, READY * 2 + "d20=20 d6=6 d20=1", ["Anna: go 6 0"], until="Bert: turn")
    assert (scene["Anna"].x, scene["Anna"].in_fight) == (0, False)
    assert scene.fight.leaver == -1


@pytest.mark.clause("vanguard.leave.attack")
def test_the_fleeing_are_struck_at_as_well() -> None:
    theirs = side(someone("Orc", hp=1, morale=7), someone("Elk", morale=7), way_out=True)
    scene = scripted(versus(players(someone("Anna")), theirs), READY + "d20=15 d6=1 2d6=4,4 d20=2", until="over")
    assert scene.events("miss")[-1].because["parting attack"] == 2
    assert scene.one("fled").who == "Elk"


@pytest.mark.clause("vanguard.leave.attack")
def test_the_bonus_of_a_parting_attack_is_an_option() -> None:
    assert (
        crowd("Anna: go 6 0", dice="d20=2 d20=2", options={"leave.bonus": "4"})
        .events("miss")[0]
        .because["parting attack"]
        == 4
    )


# --- vanguard.leave.defensive


@pytest.mark.clause("vanguard.leave.defensive")
def test_defensive_movement_is_half_the_speed_without_an_attack_on_either_side() -> None:
    scene = crowd("Anna: defensive", "Anna: go 6 0", dice="")
    assert scene.events("miss") == scene.events("hit") == []
    moved = scene.one("move", "vanguard.leave.defensive")
    assert (moved.value, moved.was) == (60, 120)
    assert moved.because == {"no parting attacks": 0}


@pytest.mark.clause("vanguard.leave.defensive")
def test_no_farther_than_half_and_the_action_is_lost() -> None:
    scene = apart(5, {"move": 90}).play("", ["Anna: defensive"], until="Anna: turn")
    assert scene.why_not("Anna: go 0 4.6") == Refused("vanguard.turn", "that is farther than {who} can go")
    refused = scene.why_not("Anna: strike Orc")
    assert refused
    assert refused.words == "{who} has used the action of this turn"
    scene.play("", ["Anna: go 0 4.5"], until="Orc: turn")
    assert scene.one("move", "vanguard.leave.defensive").value == 45


# --- vanguard.stance


@pytest.mark.clause("vanguard.stance")
def test_four_more_until_the_start_of_the_next_turn() -> None:
    fight = versus(players(someone("Anna")), someone("Orc"))
    scene = scripted(fight, READY + "d20=2", ["Anna: stance"], until="round 2")
    guarded = scene.one("miss")
    assert (guarded.was, guarded.because["defensive stance"]) == (11 + 4, 4)
    scene.play("d20=2 d20=2", ["Anna: strike Orc"], until="round 3")
    assert scene.events("miss")[-1].was == 11


@pytest.mark.clause("vanguard.stance")
def test_it_takes_the_whole_turn() -> None:
    scene = apart(50).play("", ["Anna: go 3 0"], until="Anna: turn")
    refused = scene.why_not("Anna: stance")
    assert refused
    assert refused.clause == "vanguard.stance"
    apart(50).play("", ["Anna: stance"], until="Orc: turn")  # neither a move nor an action is asked for


@pytest.mark.clause("vanguard.stance")
def test_the_bonus_of_a_stance_is_an_option() -> None:
    fight = versus(players(someone("Anna")), someone("Orc"), options={"stance.bonus": "1"})
    assert scripted(fight, READY + "d20=2", ["Anna: stance"], until="round 2").one("miss").was == 12


# --- whom one passes, and who needn't strike


def past(aside: int, dice: str) -> Scene:
    """Anna goes 12 metres to the east, and the Orc stands five metres on, so far beside her way."""
    ours = players(someone("Anna", position=[0, 0], hp=20))
    scene = scripted(versus(ours, someone("Orc", position=[17, 0])), READY, until="Anna: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].x, each.who[1].y = 50, aside
    return scene.play(dice, ["Anna: go 12 0"], until=lambda f: f.who[0].moved > 0)


@pytest.mark.clause("vanguard.leave.attack")
def test_running_past_an_opponent_is_leaving_its_range() -> None:
    """1.5 metres off the way is beside it, 1.6 are not."""
    scene = past(15, "d20=2")
    assert scene.one("miss").because == {"Combat Bonus": 1, "parting attack": 2}  # it comes up to him from the front
    assert (scene["Anna"].x, scene.one("move").value) == (120, 120)
    assert past(16, "").events("miss") == []


@pytest.mark.clause("vanguard.leave.attack")
def test_who_falls_in_passing_lies_where_it_was_struck() -> None:
    ours = players(someone("Anna", position=[0, 0], hp=1), someone("Bert", position=[-30, 0]))
    scene = scripted(versus(ours, someone("Orc", position=[17, 0])), READY * 2, until="Anna: turn")
    dice = "d20=19 d6=6 d20=1"
    scene.play(dice, ["Anna: go 12 2"], until=lambda f: not f.who[0].in_fight)
    assert 51 - 15 <= scene["Anna"].x < 51 - 15 + 10  # where she came into its range, metre by metre


@pytest.mark.clause("vanguard.leave.attack")
def test_nobody_has_to_make_a_parting_attack() -> None:
    scene = crowd("Anna: go 6 0", "Orc: pass parting", dice="d20=3")
    assert [e.who for e in scene.events("miss")] == ["Elk"]
    both = crowd("Anna: go 6 0", "Orc: yes", "Elk: pass parting", dice="d20=3")
    assert [e.who for e in both.events("miss")] == ["Orc"]


@pytest.mark.clause("vanguard.leave.attack")
def test_who_flees_makes_none() -> None:
    theirs = side(someone("Orc"), someone("Elk"))
    scene = scripted(versus(players(someone("Anna")), theirs), READY, until="Anna: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].conditions |= 1 << FLEEING
    scene.play("d20=2", ["Anna: away"], until=lambda f: f.who[0].moved > 0)
    assert scene.one("miss").who == "Elk"


@pytest.mark.clause("vanguard.charge")
def test_walkers_do_not_charge_into_the_air() -> None:
    def bird(z: int, **anna: Any) -> Scene:
        ours = players(someone("Anna", position=[0, 0], **anna))
        scene = scripted(versus(ours, someone("Bird", position=[30, 0])), READY, until="Anna: turn")
        for each in (scene.fight, scene.before):
            if each is not None:
                each.who[1].z = z
        return scene

    refused = bird(16).why_not("Anna: charge Bird")
    assert refused
    assert refused.clause == "vanguard.charge"
    low = bird(15).play("d20=2", ["Anna: charge Bird"], until="Bird: turn")
    assert (low["Anna"].z, len(low.events("miss"))) == (0, 1)
    high = bird(60, fly=240).play("d20=2", ["Anna: charge Bird"], until="Bird: turn")
    assert (high["Anna"].z > 0, len(high.events("miss"))) == (True, 1)


@pytest.mark.clause("vanguard.stance")
def test_a_stance_ends_too_for_one_who_can_do_nothing_with_its_turn() -> None:
    ours = players(someone("Anna"), someone("Bert", hp=50))
    fight = versus(ours, someone("Orc"))
    scene = scripted(fight, READY * 2 + "d20=2 d20=2", ["Anna: stance", "Bert: strike Orc"], until="round 2")
    scene["Anna"].conditions |= 1 << PARALYSED
    scene["Anna"].able = False
    scene.play("d20=2", ["Bert: strike Orc"], until="Orc: turn")
    assert not scene["Anna"].vanguard.defensive_stance


@pytest.mark.clause("classic.move.way")
def test_a_charge_does_not_run_through_an_able_foe() -> None:
    def clause(aside: int) -> str:
        theirs = side(someone("Block", position=[15, aside]), someone("Orc", position=[30, 0]))
        scene = scripted(versus(players(someone("Anna", position=[0, 0])), theirs), READY, until="Anna: turn")
        why = scene.why_not("Anna: charge Orc")
        return why.clause if why else ""

    assert [clause(aside) for aside in (0, 2, 5)] == ["classic.move.way", "classic.move.way", ""]
