"""Vials and flasks of the vanguard book, clause by clause: throwing, holy water, burning oil, pools of it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Refused, Scene, side, versus
from vanguard.people import READY, players, scripted, someone

DIRECTIONS = {1: (0, 1), 2: (1, 1), 3: (1, 0), 4: (1, -1), 5: (0, -1), 6: (-1, -1), 7: (-1, 0), 8: (-1, 1)}


def thrower(*gear: str, orc: dict[str, Any] | None = None, feet: int = 20, **keys: Any) -> Scene:
    """Anna's turn; the Orc stands 6 metres to the east of her."""
    anna = someone("Anna", cls="fighter", gear=list(gear), position=[0, 0], STR=18, **keys)
    foe = someone("Orc", **{"position": [feet, 0], "hp": 30} | (orc or {}))
    return scripted(versus(players(anna), foe), READY, until="Anna: turn")


# --- vanguard.throw


@pytest.mark.clause("vanguard.throw")
def test_a_flask_is_a_ranged_attack_with_dexterity_and_combat_bonus() -> None:
    scene = thrower("oil flask", "torch", DEX=16)
    scene.play("d20=2 d8=1", ["Anna: throw oil flask at Orc"], until="Anna: turn")
    attack = scene.one("miss")
    assert attack.because == {"Combat Bonus": 1, "DEX": 2, "within the effective range": 0}
    assert (attack.value, attack.was) == (2 + 1 + 2, 11)


@pytest.mark.parametrize("direction", range(1, 9))
@pytest.mark.clause("vanguard.throw")
def test_a_miss_breaks_three_metres_off(direction: int) -> None:
    scene = thrower("oil flask", "torch")
    scene.play(f"d20=2 d8={direction}", ["Anna: throw oil flask at Orc"], until="Anna: turn")
    pool, (x, y) = scene.fight.vanguard.pools[0], DIRECTIONS[direction]
    assert (pool.x - 60, pool.y) == (30 * x, 30 * y)
    assert scene.one("roll", "vanguard.throw").value == direction


@pytest.mark.parametrize("flask", ["holy water", "oil flask"])
@pytest.mark.parametrize(("feet", "because"), [(26, "within the effective range"), (27, "beyond the effective range")])
@pytest.mark.clause("vanguard.throw")
def test_it_flies_eight_metres_and_at_most_sixteen(flask: str, feet: int, because: str) -> None:
    scene = thrower(flask, "torch", feet=feet)
    scene.play("d20=2 d8=1", [f"Anna: throw {flask} at Orc"], until="Anna: turn")
    assert because in scene.one("miss").because
    too_far = Refused("vanguard.throw", "{other} is too far off")
    assert thrower(flask, "torch", feet=54).why_not(f"Anna: throw {flask} at Orc") == too_far


@pytest.mark.clause("vanguard.throw")
def test_each_is_thrown_once() -> None:
    scene = thrower("holy water").play(
        "d20=2 d8=1", ["Anna: throw holy water at Orc", "Anna: pass turn", "Orc: stance"], until="round 2"
    )
    scene.play("", until="Anna: turn")
    assert scene.why_not("Anna: throw holy water at Orc") == Refused(
        "vanguard.throw", "{who} has no such vial or flask"
    )


@pytest.mark.clause("vanguard.throw")
def test_normal_men_throw_without_a_penalty() -> None:
    hob = someone("Hob", monster="normal human", gear=["holy water"], position=[0, 0])
    fight = versus(players(hob), someone("Orc", position=[20, 0]))
    scene = scripted(fight, READY + "d20=2 d8=1", ["Hob: throw holy water at Orc"], until="Hob: turn")
    assert scene.one("miss").because == {"within the effective range": 0}


# --- vanguard.holy-water


@pytest.mark.clause("vanguard.holy-water")
def test_a_direct_hit_is_twice_a_d8_to_the_undead() -> None:
    scene = thrower("holy water", orc={"monster": "zombie"})
    scene.play("d20=19 d8=3 d8=5", ["Anna: throw holy water at Orc"], until="Anna: turn")
    first, second = scene.events("damage", "vanguard.holy-water")
    assert (first.value, second.value, first.because, second.because) == (3, 5, {"a direct hit": 0}, {})
    assert scene["Orc"].hp == 30 - 3 - 5


@pytest.mark.clause("vanguard.holy-water")
def test_it_does_nothing_to_the_living_it_hits_but_sprays_the_dead_beside_them() -> None:
    anna = someone("Anna", cls="fighter", gear=["holy water"], position=[0, 0])
    near, far = (
        someone("Near", monster="zombie", hp=9, position=[20, 6]),
        someone("Far", monster="zombie", hp=9, position=[20, 7]),
    )
    fight = versus(players(anna), side(someone("Orc", position=[20, 0]), near, far))
    scene = scripted(fight, READY + "d20=19 d8=4", ["Anna: throw holy water at Orc"], until="Anna: turn")
    assert (scene["Orc"].hp, scene["Near"].hp, scene["Far"].hp) == (8, 9 - 4, 9)  # 1.8 and 2.1 metres off


@pytest.mark.parametrize(("off", "sprayed"), [(20, True), (21, False)])
@pytest.mark.clause("vanguard.holy-water")
def test_two_metres_and_no_more(off: int, sprayed: bool) -> None:
    anna = someone("Anna", cls="fighter", gear=["holy water"], position=[0, 0])
    theirs = side(
        someone("Dead", monster="zombie", hp=20, position=[20, 0]),
        someone("Near", monster="zombie", hp=9, position=[40, 0]),
    )
    scene = scripted(versus(players(anna), theirs), READY, until="Anna: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[2].x = 60 + off
    dice = "d20=19 d8=1 d8=2" + (" d8=3" if sprayed else "")
    scene.play(dice, ["Anna: throw holy water at Dead"], until="Anna: turn")
    assert scene["Near"].hp == 9 - (3 if sprayed else 0)


@pytest.mark.clause("vanguard.holy-water")
def test_a_miss_sprays_those_around_the_place_where_it_breaks() -> None:
    """It breaks 3 metres to the north of the Orc: the zombie there is sprayed, each with a die of its own."""
    anna = someone("Anna", cls="fighter", gear=["holy water"], position=[0, 0])
    dead = [someone(f"Dead{n}", monster="zombie", hp=9, position=[20, y]) for n, y in enumerate((10, 16, 20))]
    fight = versus(players(anna), side(someone("Orc", monster="zombie", hp=9, position=[20, 0]), *dead))
    scene = scripted(fight, READY + "d20=2 d8=1 d8=2 d8=3", ["Anna: throw holy water at Orc"], until="Anna: turn")
    assert [scene[name].hp for name in ("Orc", "Dead0", "Dead1", "Dead2")] == [9, 9 - 2, 9 - 3, 9]


# --- vanguard.oil.fire


def burning(*answers: str, dice: str, until: str, **keys: Any) -> Scene:
    anna = someone("Anna", cls="fighter", gear=["oil flask", "torch"], position=[0, 0])
    fight = versus(players(anna), someone("Orc", hp=30, position=[20, 0]), **keys)
    return scripted(fight, READY + dice, ["Anna: throw oil flask at Orc", "Anna: pass turn", *answers], until=until)


@pytest.mark.clause("vanguard.oil.fire")
def test_three_dice_in_all_if_nobody_puts_it_out() -> None:
    idle = ["Orc: stance", "Anna: stance", "Orc: stance", "Anna: stance", "Orc: stance"]
    scene = burning(*idle, dice="d20=19 d8=3 d8=4 d8=5", until="round 4")
    assert [(e.round, e.value) for e in scene.events("damage", "vanguard.oil.fire")] == [(1, 3), (1, 4), (2, 5)]
    assert scene.one("condition-off", "vanguard.oil.fire").round == 2
    assert scene["Orc"].hp == 30 - 3 - 4 - 5


@pytest.mark.clause("vanguard.oil.fire")
def test_putting_it_out_takes_an_action() -> None:
    scene = burning(dice="d20=19 d8=3 d8=4", until="Orc: turn")
    scene.play("", ["Orc: douse"], until="Orc: turn")
    assert scene.why_not("Orc: stance") == Refused("vanguard.turn", "{who} has used the action of this turn")
    scene.play("", ["Orc: pass turn", "Anna: stance", "Orc: stance"], until="round 3")
    assert scene["Orc"].hp == 30 - 3 - 4


@pytest.mark.clause("vanguard.oil.fire")
def test_who_does_not_burn_has_nothing_to_put_out() -> None:
    assert thrower("dagger").why_not("Anna: douse") == Refused("vanguard.oil.fire", "{who} does not burn")


@pytest.mark.clause("vanguard.oil.fire")
def test_without_a_flame_lighting_it_is_an_action() -> None:
    scene = thrower("oil flask")
    refused = scene.why_not("Anna: throw oil flask at Orc")
    assert refused
    assert refused.clause == "vanguard.oil.fire"
    scene.play("", ["Anna: light", "Anna: pass turn", "Orc: stance"], until="round 2")
    scene.play("d20=19 d8=3", ["Anna: throw oil flask at Orc"], until="Anna: turn")
    assert scene["Orc"].hp == 27
    assert thrower("oil flask", "torch").why_not("Anna: light") == Refused(
        "vanguard.oil.fire", "{who} has no oil to light, or a flame at hand already"
    )


@pytest.mark.clause("vanguard.oil.fire")
def test_the_helpless_burn_too() -> None:
    anna = someone("Anna", cls="fighter", gear=["oil flask", "torch"], position=[0, 0])
    orc = someone("Orc", hp=30, position=[20, 0], conditions=["paralysed"])
    fight = versus(players(anna), side(orc, someone("Elk", position=[90, 0])))
    answers = ["Anna: throw oil flask at Orc", "Anna: pass turn", "Elk: stance", "Anna: stance", "Elk: stance"]
    scene = scripted(fight, READY + "d8=3 d8=4 d8=5", answers, until="round 3")
    assert scene["Orc"].hp == 30 - 3 - 4 - 5


@pytest.mark.clause("vanguard.oil.fire", "vanguard.hp")
def test_who_comes_burning_burns_for_two_turns() -> None:
    fight = versus(players(someone("Anna", hp=30, conditions=["burning"])), someone("Orc", hp=30))
    idle = ["Anna: stance", "Orc: stance"] * 3
    scene = scripted(fight, READY + "d8=3 d8=4", idle, until="round 4", tables=True)
    assert [e.round for e in scene.events("damage", "vanguard.oil.fire")] == [1, 2]
    assert scene["Anna"].hp == 30 - 3 - 4


@pytest.mark.clause("vanguard.oil.fire")
def test_how_long_it_burns_is_an_option() -> None:
    scene = burning("Orc: stance", dice="d20=19 d8=3", until="round 2", options={"oil.rounds": "1"})
    assert scene["Orc"].hp == 27


# --- vanguard.oil.pool


def pool(*answers: str, dice: str = "", until: str = "Orc: turn", **keys: Any) -> Scene:
    """Anna's flask misses the Orc at 6 metres and breaks to the west of it: a pool from 2 to 4 metres before her."""
    anna = someone("Anna", cls="fighter", gear=["oil flask", "torch"], position=[0, 0])
    fight = versus(players(anna), someone("Orc", hp=30, position=[20, 0]), **keys)
    said = ["Anna: throw oil flask at Orc", "Anna: pass turn", *answers]
    return scripted(fight, READY + f"d20=2 d8=7 {dice}", said, until=until)


@pytest.mark.parametrize(
    ("where", "burnt"), [("4 0", 1), ("4.1 0", 0), ("1.6 0", 1), ("4 1", 1), ("4 1.1", 0), ("6 3", 0), ("2 0", 1)]
)
@pytest.mark.clause("vanguard.oil.pool")
def test_whoever_comes_into_it_or_passes_takes_a_d8(where: str, burnt: int) -> None:
    scene = pool(f"Orc: go {where}", "Orc: pass turn", dice="d8=5" if burnt else "", until="round 2")
    assert scene["Orc"].hp == 30 - 5 * burnt
    assert scene.one("roll", "vanguard.oil.pool").value == 1 + 12 - 1  # twelve rounds, this one counted


@pytest.mark.clause("vanguard.oil.pool")
def test_a_turn_begun_in_it_costs_another() -> None:
    scene = pool("Orc: go 3 0", "Orc: pass turn", "Anna: stance", "Orc: stance", dice="d8=5 d8=6", until="round 3")
    assert scene["Orc"].hp == 30 - 5 - 6


@pytest.mark.clause("vanguard.oil.pool")
def test_it_burns_for_twelve_rounds() -> None:
    scene = pool("Orc: stance", until="round 2")
    assert scene.fight.vanguard.burning_pools == 1
    for last in (12, 13):
        scene.fight.round, scene.fight.phase = last - 1, scene.book.phases.index("end")
        scene.play("", until="round")
        assert scene.fight.vanguard.burning_pools == (1 if last == 12 else 0)


@pytest.mark.clause("vanguard.oil.pool")
def test_how_long_a_pool_burns_is_an_option() -> None:
    assert pool(options={"oil.pool": "5"}).one("roll", "vanguard.oil.pool").value == 5


@pytest.mark.parametrize(("height", "burnt"), [(0, 5), (3, 0)])
@pytest.mark.clause("vanguard.oil.pool")
def test_who_lands_in_it_burns(height: int, burnt: int) -> None:
    """The Orc, who has wings now, hovers above the pool, and comes down into it or stays in the air."""
    scene = pool()
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].x, each.who[1].z, each.who[1].fly = 30, 60, 120
    scene.play("d8=5" if burnt else "", [f"Orc: rise {height}"], until=lambda f: f.who[1].moved > 0)
    assert scene["Orc"].hp == 30 - burnt


def missed(height: int, dice: str) -> Scene:
    """A vial misses High, in the air, and breaks three metres to the west; Low hovers above that place."""
    anna = someone("Anna", cls="fighter", gear=["holy water"], position=[0, 0])
    theirs = side(
        someone("High", monster="wraith", hp=20, position=[20, 0]),
        someone("Low", monster="wraith", hp=20, position=[30, 0]),
    )
    scene = scripted(versus(players(anna), theirs), READY, until="Anna: turn")
    for each in (scene.fight, scene.before):
        if each is not None:
            each.who[1].z, each.who[2].x, each.who[2].z = 60, 30, height
    return scene.play(f"d20=2 d8=7 {dice}", ["Anna: throw holy water at High"], until="Anna: turn")


@pytest.mark.clause("vanguard.throw", "vanguard.holy-water")
def test_a_vial_that_misses_a_flyer_breaks_on_the_ground() -> None:
    """Two metres above the ground are sprayed, and not two metres around the height of whom it missed."""
    assert missed(20, "d8=4")["Low"].hp == 20 - 4
    assert missed(21, "")["Low"].hp == missed(60, "")["Low"].hp == 20


# --- on the ground


@pytest.mark.clause("vanguard.oil.pool")
def test_a_lit_flask_emptied_on_the_ground_burns_there_without_a_roll() -> None:
    scene = thrower("oil flask", "torch")
    scene.play("", ["Anna: spill oil at 3 0"], until="Anna: turn")
    pool = scene.fight.vanguard.pools[0]
    assert (pool.x, pool.y, pool.ends_at, pool.unlit) == (30, 0, 12, False)
    assert scene.fight.vanguard.burning_pools == 1
    assert scene["Anna"].acted


@pytest.mark.clause("vanguard.oil.pool")
def test_unlit_oil_lies_there_until_somebody_sets_fire_to_it() -> None:
    scene = thrower("oil flask")
    scene.play("", ["Anna: spill oil at 3 0"], until="Anna: turn")
    assert (scene.fight.vanguard.pools[0].unlit, scene.fight.vanguard.burning_pools) == (True, 0)
    assert scene.one("declared", "vanguard.oil.pool").who == "Anna"


def on_oil(feet: int, *gear: str) -> Scene:
    """Anna's turn; oil lies so far off, in tenths of a metre."""
    anna = someone("Anna", cls="fighter", gear=["oil flask", *gear], position=[0, 0])
    scene = scripted(versus(players(anna), someone("Orc", position=[60, 0])), READY, until="Anna: turn")
    for fight in (scene.fight, scene.before):
        assert fight
        fight.vanguard.pools[0].x, fight.vanguard.pools[0].unlit = feet, True
    return scene


@pytest.mark.clause("vanguard.oil.pool")
def test_it_takes_a_flame_within_three_metres() -> None:
    too_far = Refused("vanguard.oil.pool", "{who} is more than 3 metres from the oil")
    assert on_oil(31, "torch").why_not("Anna: set fire to oil at 3.1 0") == too_far
    unlit = Refused("vanguard.oil.fire", "the oil has to be lit first: {who} has no flame at hand")
    assert on_oil(30).why_not("Anna: set fire to oil at 3 0") == unlit
    nothing = Refused("vanguard.oil.pool", "there is no unlit oil on the ground")
    assert on_oil(30, "torch").why_not("Anna: set fire to oil at 5 0") == nothing
    scene = on_oil(30, "torch").play("", ["Anna: set fire to oil at 3 0"], until="Anna: turn")
    assert (scene.fight.vanguard.pools[0].unlit, scene.fight.vanguard.pools[0].ends_at) == (False, 12)
    assert scene.fight.vanguard.burning_pools == 1


@pytest.mark.clause("vanguard.holy-water")
def test_holy_water_on_the_ground_sprays_the_undead_around() -> None:
    scene = thrower("2 holy water", orc={"tags": ["undead"]})
    scene.play("d8=5", ["Anna: spill holy water at 8 0"], until="Anna: turn")  # 2 metres beyond the Orc
    assert scene["Orc"].hp == 30 - 5


def test_more_than_two_metres_off_it_does_nothing() -> None:
    scene = thrower("2 holy water", orc={"tags": ["undead"]})
    scene.play("", ["Anna: spill holy water at 8.1 0"], until="Anna: turn")
    assert scene["Orc"].hp == 30


@pytest.mark.clause("vanguard.throw")
def test_a_flask_is_emptied_only_within_range() -> None:
    refused = Refused("vanguard.throw", "{who} can't throw so far")
    assert thrower("oil flask").why_not("Anna: spill oil at 16.1 0") == refused
    assert thrower("oil flask").why_not("Anna: spill oil at 16 0") is None
    assert thrower("torch").why_not("Anna: spill oil at 3 0") == Refused(
        "vanguard.throw", "{who} has no such vial or flask"
    )
