"""Attack and defence in the tempo book."""

from __future__ import annotations

import pytest
from helpers import side, versus
from tempo.people import FIRST, duel, heroes, offered, scripted, someone, told

from affray.engine.vocabulary import HELD
from affray.rules.tempo import attack
from affray.rules.tempo.damage import degrees


@pytest.mark.clause("tempo.attack.roll")
def test_an_attack_is_a_strength_check_against_ac() -> None:
    scene = duel("d20=10 d6=3", anna={"strength": 12}, orc={"tempo ac": 22})
    hit = scene.one("hit")
    assert (hit.value, hit.was, hit.clause) == (10 + 12, 22, "tempo.attack.roll")
    assert scene["Orc"].hp == 8 - 3


@pytest.mark.clause("tempo.attack.roll")
def test_one_less_misses_and_no_natural_number_is_special() -> None:
    assert duel("d20=11", anna={"strength": 12}, orc={"tempo ac": 24}).one("miss").value == 23
    assert duel("d20=20", orc={"tempo ac": 31}).one("miss").value == 30
    assert duel("d20=1 d6=1", anna={"strength": 18}, orc={"tempo ac": 19}).one("hit").value == 19


@pytest.mark.clause("tempo.attack.roll")
def test_a_shot_is_the_same_check() -> None:
    orc = someone("Orc", **{"tempo ac": 25})
    fight = versus(heroes(someone("Anna", cls="fighter", gear=["long bow"])), orc, distance=100)
    scene = scripted(fight, FIRST + "d20=12 d6=2", ["Anna: shoot Orc"])
    assert scene.one("hit").value == 12 + 13  # STR 13 in the prime of a fighter
    assert scene.why_not("Anna: strike Orc").clause == "tempo.attack.roll"  # type: ignore[union-attr]  # with a bow
    assert scene["Orc"].hp == 6


def chances(strength: int, ac: int, over: int = 0) -> int:
    return sum(face + strength >= ac + over for face in range(1, 21))


@pytest.mark.clause("tempo.check", "tempo.attack.roll")
def test_eleven_of_twenty_faces_hit_ac_20_with_strength_10() -> None:
    """55 %: by arithmetic, and face by face through the rules."""
    assert chances(10, 20) == 11
    hits = 0
    for face in range(1, 21):
        scene = duel(f"d20={face}" + (" d6=1" if face >= 10 else ""), orc={"hp": 20})
        hits += len(scene.events("hit"))
        assert scene.events("hit" if face >= 10 else "miss")[0].because == {"strength": 10}
    assert hits == 11


def strikes_home(face: int, strength: int) -> bool:
    """Whether the rules let this roll against AC 10 be a direct hit: one that is refused, or not asked for, fails."""
    script = f"d20={face} d6=1 d20=20"
    try:
        scene = duel(script, ["Anna: direct hit"], anna={"strength": strength}, orc={"tempo ac": 10})
    except AssertionError:
        return False
    return len(scene.events("damage", "tempo.direct-hit")) == 1


@pytest.mark.clause("tempo.direct-hit")
@pytest.mark.parametrize(("strength", "many"), [(10, 1), (18, 9)])
def test_direct_hits_against_ac_10(strength: int, many: int) -> None:
    """5 % with strength 10, 45 % with 18: AC 10 must be beaten by 20. By arithmetic, and through the rules."""
    assert chances(strength, 10, 20) == many
    assert sum(strikes_home(face, strength) for face in range(1, 21)) == many


@pytest.mark.clause("tempo.direct-hit")
def test_a_direct_hit_goes_past_hp_and_the_whole_damage_is_the_excess() -> None:
    scene = duel(
        "d20=20 d6=4 d20=10 d20=9", ["Anna: direct hit"], anna={"strength": 18}, orc={"tempo ac": 18, "tactic": "first"}
    )
    assert scene["Orc"].hp == 8
    save = scene.one("check", "tempo.injury")
    assert (save.value, save.was) == (10 + 10, 15 + 4)
    assert scene.one("damage", "tempo.direct-hit").value == 4
    assert "needs 19 (15 +4 the direct hit)" in told(scene)  # there are 8 hp left: nothing is beyond 0


@pytest.mark.clause("tempo.direct-hit")
def test_four_degrees_are_spent_and_the_attacker_chooses() -> None:
    """25 over AC: four for the direct hit, one left to drive back. Or none of it: the damage comes off hp."""
    both = duel(
        "d20=20 d6=2 d20=20", ["Anna: direct hit", "Anna: drive back"], anna={"strength": 18}, orc={"tempo ac": 13}
    )
    assert both["Orc"].x == 50
    assert len(both.events("declared")) == 2
    neither = duel("d20=20 d6=2", ["Anna: pass degrees"], anna={"strength": 18}, orc={"tempo ac": 13})
    assert neither["Orc"].hp == 6
    assert neither["Orc"].x == 0


@pytest.mark.clause("tempo.check.degrees")
def test_each_full_five_points_over_is_a_degree() -> None:
    assert [degrees(total, 20) for total in (20, 24, 25, 29, 30, 39, 40)] == [0, 0, 1, 1, 2, 3, 4]
    scene = duel("d20=15 d6=1", ["Anna: drive back"])
    assert scene.one("declared", "tempo.effect").because == {"extra degrees": 1}
    assert duel("d20=14 d6=1").events("declared", "tempo.effect") == []


@pytest.mark.clause("tempo.ac")
@pytest.mark.parametrize(
    ("conditions", "ac"),
    [
        ([], 26),
        (["blind"], 21),
        (["prone"], 21),
        (["unaware"], 16),
        (["blind", "prone"], 16),
        (["blind", "prone", "unaware"], 6),
        (["asleep"], 16),
    ],
)
def test_what_is_worn_and_what_befalls_one_add_up(conditions: list[str], ac: int) -> None:
    """20, chain +6, −5 blind, −5 constrained, −10 unaware."""
    orc = {"monster": "henchman", "gear": ["chain mail"], "conditions": conditions, "hp": 20}
    scene = duel("d20=1", orc=orc, anna={"strength": 3})
    assert scene.one("miss").was == ac
    assert scene.one("miss").because["armour"] == 6


@pytest.mark.clause("tempo.ac")
@pytest.mark.parametrize(
    ("worn", "ac"),
    [(["leather"], 22), (["mail shirt"], 24), (["chain"], 26), (["half plate"], 28), (["plate"], 30)],
)
def test_the_ladder_of_armour(worn: list[str], ac: int) -> None:
    scene = duel("d20=1 d20=1", anna={"cls": "fighter", "gear": [*worn, "shield", "sword"]}, orc={"strength": 3})
    assert scene["Anna"].ac == ac
    assert scene.events("miss")[-1].was == ac + 1  # a sword is longer than bare hands; the shield adds nothing


@pytest.mark.clause("tempo.ac.reach")
def test_one_more_against_a_shorter_reach() -> None:
    """Spear against sword; sword against sword; sword against spear."""
    for own, other, more in (("spear", "sword", 1), ("sword", "sword", 0), ("sword", "spear", 0)):
        orc = {"monster": "henchman", "gear": [other], "hp": 8}
        against = duel("d20=1 d20=1", anna={"cls": "fighter", "gear": [own]}, orc=orc).events("miss", who="Orc")[0]
        assert against.was == 20 + more
        assert against.because.get("longer reach", 0) == more


@pytest.mark.clause("tempo.ac.reach")
def test_reach_counts_in_melee_only_and_the_large_are_one_longer() -> None:
    fight = versus(
        heroes(someone("Anna", cls="fighter", gear=["short bow"])),
        someone("Orc", monster="henchman", gear=["pole arm"]),
        distance=60,
    )
    assert "longer reach" not in scripted(fight, FIRST + "d20=1", ["Anna: shoot Orc"]).one("miss").because
    ogre = duel("d20=1", anna={"cls": "fighter", "gear": ["club"]}, orc={"monster": "ogre"})
    assert ogre.one("miss").because["longer reach"] == 1  # club against club, and one is large


@pytest.mark.clause("tempo.defend")
def test_as_the_action_it_lasts_for_the_round() -> None:
    """18 + 10 = 28 instead of AC 20, against both of them; gone in the next round."""
    scene = scripted(
        versus(heroes(someone("Anna")), side(someone("Orc"), someone("Ogre"))),
        "d20=15 d20=5 d20=4 d20=18 d20=17 d20=16 d20=5 d20=10 d6=1 d20=1",
        ["Anna: defend"],
    )
    misses = scene.events("miss", who="Orc") + scene.events("miss", who="Ogre")
    assert [e.was for e in misses if e.round == 1] == [28, 28]
    assert scene.one("check", "tempo.defend").value == 28
    assert scene.one("hit", who="Orc").was == 20


@pytest.mark.clause("tempo.defend")
def test_it_replaces_ac_only_if_higher() -> None:
    scene = duel("d20=3 d20=12 d6=1", ["Anna: defend"])
    assert scene.one("hit").was == 20
    assert scene.one("check", "tempo.defend").value == 13


@pytest.mark.clause("tempo.defend")
def test_as_a_reaction_it_needs_a_shield_or_training() -> None:
    bare = duel("d20=1 d20=1", until="round 2")
    assert bare.why_not("Anna: shield").clause == "tempo.defend"  # type: ignore[union-attr]
    for able in ({"gear": ["shield", "sword"], "cls": "cleric"}, {"trained": True}):
        scene = duel("d20=1 d20=4 d20=12 d6=1", ["Anna: shield"], anna=able)
        assert scene.one("check", "tempo.defend").value == 14


@pytest.mark.clause("tempo.damage")
def test_d6_from_an_armed_human_and_strength_adds_nothing() -> None:
    scene = duel("d20=10 d6=6", anna={"cls": "fighter", "STR": 18, "gear": ["two-handed sword"]})
    assert scene.one("damage").value == 6
    bare = duel("d20=10 d3=3", anna={"cls": "fighter"})
    assert bare.one("damage", "tempo.damage").value == 3
    ogre = duel("d20=1 d20=10 d10=7", orc={"monster": "ogre"})
    assert ogre.one("damage").value == 7


@pytest.mark.clause("tempo.damage")
def test_exactly_0_does_nothing_yet() -> None:
    scene = duel("d20=10 d6=3 d20=1", orc={"hp": 3})
    assert scene["Orc"].hp == 0
    assert scene["Orc"].able
    assert scene.events("check", "tempo.injury") == []
    assert scene.one("miss", who="Orc")


@pytest.mark.clause("tempo.damage")
def test_hp_stop_at_0() -> None:
    scene = duel("d20=10 d6=5 d20=20 d20=1", orc={"hp": 3})
    assert scene["Orc"].hp == 0
    hurt = scene.one("damage")
    assert (hurt.value, hurt.was, hurt.because) == (3, 3, {"beyond 0 hp": -2})


@pytest.mark.clause("tempo.damage")
def test_players_see_what_a_blow_costs_their_own_and_of_a_foe_the_dice_alone() -> None:
    """5 against 3 hp, either way: that hp stop at 0 would tell how many Orc had."""
    ours = duel("d20=1 d20=10 d6=5 d20=20", anna={"hp": 3})
    assert "Anna takes 5 damage from Orc: d6=5; hp 3 → 0, 2 beyond 0 hp" in told(ours, "ours")
    theirs = duel("d20=10 d6=5 d20=20", orc={"hp": 3})
    assert "Orc takes 5 damage from Anna: d6=5; hp 3 → 0, 2 beyond 0 hp" in told(theirs)
    seen = told(theirs, "ours")
    assert "Orc takes damage from Anna: d6=5" in seen
    assert "hp stop" not in seen
    assert "hp 3" not in seen


@pytest.mark.clause("tempo.effect")
def test_driven_back_a_step_and_out_of_reach() -> None:
    fight = versus(heroes(someone("Anna", position=[0, 0])), someone("Orc", position=[5, 0]))
    scene = scripted(fight, FIRST + "d20=15 d6=1", ["Anna: strike Orc", "Anna: drive back"])
    assert scene["Orc"].x == 100  # 10 feet in tenths
    assert scene["Orc"].tempo.bout_foe == scene["Anna"].tempo.bout_foe == -1


@pytest.mark.clause("tempo.effect")
def test_stepping_between_keeps_it_from_its_victim() -> None:
    ours = heroes(someone("Anna"), someone("Bert"))
    scene = scripted(
        versus(ours, someone("Orc")),
        "d20=5 d20=4 d20=15 d20=1 d20=15 d6=1",
        ["Orc: strike Bert", "Anna: step between"],
        until="Bert: turn",
    )
    assert scene["Orc"].tempo.barred_target == scene["Bert"].id
    assert scene.why_not("Orc: strike Bert").clause == "tempo.effect"  # type: ignore[union-attr]
    assert scene.why_not("Orc: strike Anna") is None


@pytest.mark.clause("tempo.effect")
def test_over_the_edge_takes_two_degrees_and_an_edge() -> None:
    scene = duel("d20=20 d6=2 d6=3", ["Anna: over the edge"], ledge=True)
    assert scene["Orc"].x == 100
    assert [e.value for e in scene.events("damage")] == [2, 3]
    assert scene["Orc"].hp == 8 - 2 - 3
    assert scene.one("condition-on", "tempo.effect")
    flat = duel(until="Anna: turn")
    assert offered(flat, "degrees", "Anna", "Orc", "over the edge", 2).clause == "tempo.effect"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.effect")
def test_disarmed_and_tripped_for_two_each() -> None:
    orc = {"monster": "henchman", "gear": ["sword", "dagger"], "hp": 8}
    scene = duel("d20=20 d6=2", ["Anna: disarm"], anna={"strength": 12}, orc=orc | {"tempo ac": 20})
    assert scene.one("hit").was == 21  # a sword is longer than bare hands
    assert scene.fight.arms[scene["Orc"].kit[scene["Orc"].hand]].tempo.reach_rank == 0
    tripped = duel("d20=20 d6=2", ["Anna: trip"])
    assert tripped.one("condition-on", "tempo.effect").because == {"extra degrees": 2}
    few = duel(until="Anna: turn")
    assert offered(few, "degrees", "Anna", "Orc", "trip", 1).clause == "tempo.effect"  # type: ignore[union-attr]
    assert offered(few, "degrees", "Anna", "Orc", "disarm", 2).clause == "tempo.effect"  # type: ignore[union-attr]  # nothing in hand


@pytest.mark.clause("tempo.defend")
def test_a_second_defence_never_lowers_the_first_and_the_helpless_have_none() -> None:
    """28 the first time, 12 the second; held, 20 − 5 is enough."""
    scene = duel(
        "d20=18 d20=2",
        ["Anna: defend", "Anna: another turn", "Anna: defend"],
        until=lambda f: f.tempo.highest_scorer == -1 and f.who[0].acted,
    )
    assert scene["Anna"].tempo.active_defence == 18 + 10
    scene["Anna"].conditions |= 1 << HELD
    scene["Anna"].able = False
    sword = scene.fight.arms[scene["Orc"].kit[scene["Orc"].hand]]
    assert attack.armour_class(scene.fight, scene["Orc"], scene["Anna"], sword, False, 0) == 20 - 5


@pytest.mark.clause("tempo.effect")
def test_nobody_steps_between_from_afar() -> None:
    ours = heroes(
        someone("Anna", position=[0, 0], hp=30),
        someone("Cleo", position=[0, 100], cls="thief", gear=["short bow"], DEX=10),
    )
    scene = scripted(
        versus(ours, someone("Orc", position=[5, 0], hp=30)),
        "d20=19 d20=1 d20=15 d20=1 d20=1",
        ["Anna: strike Orc", "Orc: strike Anna"],
        until="Cleo: turn",
    )
    refused = offered(scene, "degrees", "Cleo", "Orc", "step between", 1)
    assert refused is not None
    assert refused.clause == "tempo.effect"


@pytest.mark.clause("tempo.attack.roll")
def test_a_pole_arm_strikes_from_the_second_rank() -> None:
    """In a passage it reaches 10 feet: Anna stays behind Bert."""
    ours = heroes(
        someone("Bert", position=[5, 0], cls="fighter", gear=["sword"]),
        someone("Anna", position=[0, 0], cls="fighter", gear=["pole arm"]),
    )
    fight = versus(ours, someone("Orc", position=[10, 0], hp=30), width=5)
    scene = scripted(fight, "d20=1 d20=20 d20=1 d20=1", ["Anna: strike Orc"], until=lambda f: f.who[1].acted)
    assert scene["Anna"].x == 0
    assert scene.one("miss").who == "Anna"


@pytest.mark.clause("tempo.move")
def test_nobody_strikes_past_an_able_foe_or_up_at_a_flyer() -> None:
    blocked = versus(
        someone("Orc", position=[20, 0]),
        side(someone("Anna", position=[0, 0]), someone("Mira", position=[-10, 0])),
    )
    scene = scripted(blocked, dice="d20=15 d20=5 d20=4", until="Orc: turn")
    assert scene.why_not("Orc: strike Anna") is None
    assert scene.why_not("Orc: strike Mira").clause == "tempo.move"  # type: ignore[union-attr]
    aside = versus(
        someone("Orc", position=[20, 10]),
        side(someone("Anna", position=[0, 0]), someone("Mira", position=[-10, 10])),
    )
    assert scripted(aside, dice="d20=15 d20=5 d20=4", until="Orc: turn").why_not("Orc: strike Mira") is None
    above = versus(someone("Anna", position=[0, 0]), someone("Roc", position=[10, 0, 20], fly=180))
    aloft = scripted(above, dice="d20=15 d20=5", until="Anna: turn")
    assert aloft.why_not("Anna: strike Roc").clause == "tempo.move"  # type: ignore[union-attr]
    stoops = scripted(above, dice="d20=5 d20=15 d20=12 d6=2", answers=["Roc: strike Anna"])
    assert (stoops["Roc"].z, stoops["Anna"].hp) == (50, 8 - 2)
