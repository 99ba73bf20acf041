"""Shots into a melee, aiming, and threats."""

from __future__ import annotations

import pytest
from helpers import Group, Scene, side, versus
from tempo.people import heroes, offered, scripted, someone

from affray.rules.tempo import attack as missiles

BOW = {"cls": "thief", "gear": ["short bow"], "DEX": 10}


def melee(x: int, y: int = 0, **bow: object) -> str:
    """Anna at 0 in melee with Orc at 5 feet; Cleo shoots from somewhere, after both."""
    ours = heroes(someone("Anna", position=[0, 0], hp=30), someone("Cleo", position=[x, y], **{**BOW, **bow}))
    return versus(ours, someone("Orc", position=[5, 0], hp=30))


def shot(fight: str, drawn: int, at: str = "Orc") -> Scene:
    dice = f"d20=20 d20=1 d20=5 d20=1 d20=1 d10={drawn} d20=1"
    answers = ["Anna: strike Orc", "Orc: strike Anna", f"Cleo: shoot {at}"]
    return scripted(fight, dice, answers, until=lambda f: f.who[1].acted)


def victims(fight: str, at: str = "Orc") -> list[str]:
    """Who is shot at, for each face of the d10."""
    return [shot(fight, drawn, at).one("roll", "tempo.missile.melee").other for drawn in range(1, 11)]


@pytest.mark.clause("tempo.missile.melee")
def test_nine_in_ten_the_near_one_from_straight_behind() -> None:
    """Behind Orc, Orc is near and chosen: 9/10. Behind Anna, Orc is far and chosen: 1/10."""
    assert victims(melee(100)).count("Orc") == 9
    assert victims(melee(-100)).count("Orc") == 1


@pytest.mark.clause("tempo.missile.melee")
def test_six_in_ten_from_the_side_or_above() -> None:
    assert victims(melee(0, 100)).count("Orc") == 6
    above = heroes(someone("Anna", position=[0, 0], hp=30), someone("Cleo", position=[100, 0, 30], **BOW))
    assert victims(versus(above, someone("Orc", position=[5, 0], hp=30))).count("Orc") == 6


@pytest.mark.clause("tempo.missile.melee")
def test_no_clear_facing_counts_as_from_the_side() -> None:
    """In contact nobody stands behind anybody."""
    ours = heroes(someone("Anna", hp=30), someone("Cleo", **BOW))
    assert victims(versus(ours, someone("Orc", hp=30))).count("Orc") == 6


def aimed(fight: str, drawn: int) -> Scene:
    """Cleo aims in the first round and shoots in the second."""
    dice = f"d20=20 d20=1 d20=5 d20=1 d20=1 d20=1 d20=1 d10={drawn} d20=1"
    answers = ["Cleo: aim Orc", "Cleo: shoot Orc"]
    answers += ["Anna: strike Orc", "Orc: strike Anna"] * 2
    return scripted(fight, dice, answers, until=lambda f: f.round == 2 and f.who[1].acted)


@pytest.mark.clause("tempo.missile.melee")
@pytest.mark.parametrize(("x", "y", "many"), [(0, 100, 8), (100, 0, 10), (-100, 0, 3)])
def test_a_round_of_aiming_adds_two_tenths(x: int, y: int, many: int) -> None:
    """8/10 from the side; from behind the near one never above 10/10; past the near one 3/10."""
    found = [aimed(melee(x, y), drawn).one("roll", "tempo.missile.melee") for drawn in range(1, 11)]
    assert [e.other for e in found].count("Orc") == many
    assert found[0].because["a round of aiming"] == 2
    assert found[0].was == many


@pytest.mark.clause("tempo.missile.melee")
def test_the_victim_is_drawn_first_and_its_ac_counts() -> None:
    ours = heroes(someone("Anna", position=[0, 0], **{"tempo ac": 33}), someone("Cleo", position=[0, 100], **BOW))
    scene = shot(versus(ours, someone("Orc", position=[5, 0], hp=30)), 7)
    assert scene.one("miss", who="Cleo").other == "Anna"
    assert scene.one("miss", who="Cleo").was == 33


@pytest.mark.clause("tempo.missile.melee")
@pytest.mark.parametrize(("lot", "who"), [(1, "Anna"), (2, "Bert")])
def test_with_more_fighters_the_rest_share_evenly(lot: int, who: str) -> None:
    """Anna and Bert fight Orc; from anywhere it is 6/10 for Orc, and half of the rest for each."""
    ours = heroes(someone("Anna"), someone("Bert"), someone("Cleo", **BOW))
    scene = scripted(
        versus(ours, someone("Orc")),
        f"d20=20 d20=19 d20=1 d20=5 d20=1 d20=1 d20=1 d10=7 d2={lot} d20=1",
        ["Orc: strike Anna", "Cleo: shoot Orc"],
        until=lambda f: f.who[2].acted,
    )
    assert scene.one("roll", "tempo.missile.melee").other == who


def threatened(*answers: str, threat: str = "on", dice: str = "d20=9 d6=6 d20=20") -> Scene:
    """Cleo hits Orc, who has 1 hp left and must make an injury save."""
    orc: Group = side(someone("Orc", position=[50, 0], hp=1))
    ours = heroes(someone("Cleo", position=[0, 0], **BOW))
    fight = versus(ours, orc, options={"missile.threat": "on"} if threat == "on" else None)
    return scripted(
        fight,
        f"d20=20 d20=1 d20=10 d6=1 {dice}" if threat == "on" else f"d20=20 d20=1 {dice}",
        answers,
        until="round 3" if threat == "on" else "Orc: turn",
    )


@pytest.mark.clause("tempo.missile.threat")
def test_by_option_a_hit_is_only_taking_aim_until_the_injury_save() -> None:
    scene = threatened(
        "Cleo: shoot Orc",
        "Cleo: only aim",
        "Orc: pass turn",
        "Cleo: shoot Orc",
        "referee: loosed",
        "Orc: pass turn",
        dice="d20=10 d6=6 d20=20",
    )
    told = scene.events("declared", "tempo.missile.threat")
    assert [e.value for e in told][:2] == [0, 1]
    assert scene["Orc"].hp == 0


@pytest.mark.clause("tempo.missile.threat")
def test_it_is_off_by_default_and_nobody_is_asked() -> None:
    scene = threatened("Cleo: shoot Orc", threat="off", dice="d20=10 d6=1")
    assert scene.events("declared", "tempo.missile.threat") == []
    refused = scene.why_not("Cleo: only aim")
    assert refused is not None
    assert refused.clause == "tempo.missile.threat"


@pytest.mark.clause("classic.missile.cover")
def test_cover_counts_as_in_the_classic_book() -> None:
    """Behind a slit −4; wholly behind cover nobody is shot at."""
    fight = versus(heroes(someone("Cleo", **BOW)), someone("Orc", cover="slit"), distance=60)
    scene = scripted(fight, "d20=20 d20=1 d20=9", ["Cleo: shoot Orc"])
    assert (scene.one("miss").value, scene.one("miss").because["cover"]) == (9 + 10 - 4, -4)
    hidden = versus(heroes(someone("Cleo", **BOW)), someone("Orc", cover="full"), distance=60)
    refused = scripted(hidden, "d20=20 d20=1", until="Cleo: turn").why_not("Cleo: shoot Orc")
    assert refused is not None
    assert refused.clause == "classic.missile.cover"


@pytest.mark.clause("tempo.missile.threat")
def test_the_shot_that_forces_the_save_may_be_the_one() -> None:
    orc = someone("Orc", position=[50, 0], hp=1)
    fight = versus(heroes(someone("Cleo", position=[0, 0], **BOW)), orc, options={"missile.threat": "on"})
    answers = ["Cleo: shoot Orc", "Cleo: only aim", "referee: loosed"]
    scene = scripted(fight, "d20=20 d20=1 d20=10 d6=6 d20=20", answers, until="Orc: turn")
    assert [e.value for e in scene.events("declared", "tempo.missile.threat")] == [0, 1]


@pytest.mark.clause("tempo.missile.threat", "tempo.direct-hit")
def test_a_direct_hit_forces_the_save_too() -> None:
    """Anna's 20 + 18 beats 18 by 20."""
    ours = heroes(someone("Cleo", position=[0, 0], **BOW), someone("Anna", position=[45, 0], strength=18))
    fight = versus(ours, someone("Orc", position=[50, 0], hp=20, **{"tempo ac": 18}), options={"missile.threat": "on"})
    scene = scripted(
        fight,
        "d20=20 d20=19 d20=1 d20=10 d6=1 d20=20 d6=2 d20=10",
        ["Cleo: shoot Orc", "Cleo: only aim", "Anna: strike Orc", "Anna: direct hit", "referee: loosed"],
        until=lambda f: f.who[1].acted,
    )
    assert [e.value for e in scene.events("declared", "tempo.missile.threat")] == [0, 1]


@pytest.mark.clause("tempo.missile.melee")
def test_the_fallen_draw_no_shots_and_an_aim_of_long_ago_is_none() -> None:
    scene = shot(melee(0, 100), 1)
    orc, anna, cleo = scene["Orc"], scene["Anna"], scene["Cleo"]
    assert missiles.fights_with(cleo, anna, orc)
    anna.able = False
    assert not missiles.fights_with(cleo, anna, orc)
    scene.fight.round = 5
    cleo.tempo.aim_target = orc.id
    for aimed, chance in ((4, 8), (3, 6), (5, 6)):
        cleo.tempo.aimed_round = aimed
        assert missiles.chance_of(scene.fight, cleo, orc, 1) == chance


@pytest.mark.clause("tempo.missile.melee")
def test_aiming_takes_the_whole_round() -> None:
    """No move before it or after it, and no second turn."""
    aiming = ["Cleo: aim Orc"]
    scene = scripted(melee(0, 100, wits=20), "d20=1 d20=20 d20=5", aiming, until=lambda f: f.who[1].acted)
    scene.play(until="Orc: turn")  # nobody has asked Cleo to move, nor to take another turn
    assert scene["Cleo"].tempo.score == 40
    refused = offered(scene, "superior", "Cleo", "Cleo", "another turn")
    assert refused is not None
    going = ["Cleo: go 0 90"]
    moved = scripted(melee(0, 100, wits=20), "d20=1 d20=20 d20=5", going, until=lambda f: f.who[1].moved > 0)
    refused = offered(moved, "turn", "Cleo", "Cleo", "aim Orc")
    assert refused is not None
    assert refused.clause == "tempo.missile.melee"


@pytest.mark.clause("tempo.missile.melee", "tempo.initiative.superior")
def test_nobody_aims_in_a_second_turn() -> None:
    answers = ["Cleo: defend", "Cleo: pass after", "Cleo: another turn"]
    scene = scripted(melee(0, 100, wits=20), "d20=1 d20=20 d20=5 d20=9", answers, until="Cleo: turn")
    refused = offered(scene, "turn", "Cleo", "Cleo", "aim Orc")
    assert refused is not None
    assert refused.clause == "tempo.missile.melee"
