"""The injury save and the ladder of wounds."""

from __future__ import annotations

import pytest
from helpers import Scene, versus
from tempo.people import duel, heroes, scripted, someone

import affray
from affray.engine.events import END
from affray.engine.vocabulary import DEAD, DYING, UNCONSCIOUS, WOUNDED
from affray.scenario import examples


def injured(save: str, **anna: object) -> Scene:
    """Anna with 1 hp takes 6: 5 beyond 0, so she needs 15 + 5 = 20; with strength 10 a 10 holds."""
    keys = {"hp": 1, **anna}
    fight = versus(heroes(someone("Anna", **keys), someone("Bert")), someone("Orc", wits=20))
    dice, answers = f"d20=1 d20=1 d20=20 d20=20 d6=6 {save}", ["Orc: strike Anna", "Orc: pass degrees"]
    return scripted(fight, dice, answers, until=lambda f: f.who[2].acted)


def state(scene: Scene) -> set[str]:
    names = {"wounded": WOUNDED, "out": UNCONSCIOUS, "dying": DYING, "dead": DEAD}
    return {name for name, bit in names.items() if scene["Anna"].conditions >> bit & 1}


@pytest.mark.clause("tempo.injury")
@pytest.mark.parametrize(
    ("save", "found"),
    [
        ("d20=10", set()),
        ("d20=9", {"wounded"}),
        ("d20=6", {"wounded"}),
        ("d20=5", {"out"}),
        ("d20=1", {"out"}),
    ],
)
def test_held_wounded_or_out_by_5(save: str, found: set[str]) -> None:
    scene = injured(save)
    assert scene.one("check", "tempo.injury").was == 20
    assert state(scene) == found


@pytest.mark.clause("tempo.injury")
def test_dying_by_10_dead_by_20() -> None:
    """Strength 5: a 1 makes 6, which is 14 short of 20. Strength 3 with injury.dc 20: a 1 makes 4, 21 short of 25."""
    dying = injured("d20=1 d6=4", strength=5)
    assert state(dying) == {"out", "dying"}
    assert dying.one("condition-on", "tempo.injury").was == 1 + 4  # dead at the end of round 5
    keys = {"hp": 1, "strength": 3}
    fight = versus(
        heroes(someone("Anna", **keys), someone("Bert")), someone("Orc", wits=20), options={"injury.dc": "20"}
    )
    script = "d20=1 d20=1 d20=20 d20=20 d6=6 d20=1"
    dead = scripted(fight, script, ["Orc: pass degrees"], until=lambda f: f.who[2].acted)
    assert state(dead) == {"dead"}


@pytest.mark.clause("tempo.injury")
@pytest.mark.parametrize(("short", "strength", "found"), [(9, 10, "out"), (10, 9, "dying")])
def test_the_border_of_dying(short: int, strength: int, found: str) -> None:
    """1 + strength against 20."""
    assert 20 - (1 + strength) == short
    scene = injured("d20=1" + (" d6=1" if found == "dying" else ""), strength=strength)
    assert found in state(scene)
    assert ("dying" in state(scene)) == (found == "dying")


@pytest.mark.clause("tempo.injury", "tempo.check.dice")
def test_a_wound_is_a_penalty_die_and_a_second_one_the_next_step() -> None:
    """The worse of 18 and 9 is 9: 19 against 20, failed by 1, and already wounded: out of action."""
    scene = injured("d20=18 d20=9", wound="wounded")
    assert scene.one("check", "tempo.injury").value == 19
    assert "out" in state(scene)
    assert scene.one("down").because == {"a second wound counts as the next step": 0}


@pytest.mark.clause("tempo.injury")
@pytest.mark.parametrize(
    ("before", "save", "found", "said"),
    [
        ("out of action", "d20=19 d20=10", {"wounded", "out"}, ""),
        ("out of action", "d20=19 d20=9 d6=3", {"wounded", "out", "dying"}, "condition-on"),
        ("dying", "d20=19 d20=10", {"wounded", "out", "dying"}, ""),
        ("dying", "d20=19 d20=9", {"wounded", "out", "dying", "dead"}, "dead"),
    ],
)
def test_who_lies_there_is_a_step_worse_by_another_wound(before: str, save: str, found: set[str], said: str) -> None:
    """5 beyond 0: 20 is needed. With strength 10, and the worse die for the wound, a 10 holds and a 9 fails by 1."""
    scene = injured(save, wound=before)
    assert scene.one("check", "tempo.injury").was == 15 + 5
    assert state(scene) == found
    assert scene.events("down") == []  # it was down before
    assert not said or scene.one(said).because == {"a second wound counts as the next step": 0}


@pytest.mark.clause("tempo.injury")
def test_any_damage_at_0_is_all_excess() -> None:
    fight = versus(heroes(someone("Anna")), someone("Orc", hp=1))
    scene = scripted(
        fight, "d20=15 d20=5 d20=10 d6=1 d20=1 d20=10 d6=2 d20=7", until=lambda f: f.round == 2 and f.who[0].acted
    )
    save = scene.one("check", "tempo.injury")
    assert (save.value, save.was) == (7 + 10, 15 + 2)


@pytest.mark.clause("tempo.injury")
def test_foes_and_henchmen_are_out_at_the_first_failure() -> None:
    """One short of 16, which would only wound a hero."""
    scene = duel("d20=10 d6=2 d20=5", orc={"hp": 1}, until="over")
    assert scene["Orc"].conditions >> UNCONSCIOUS & 1
    assert scene.one("down").because == {"out at the first failure": 0}
    held = duel("d20=10 d6=2 d20=6 d20=1", orc={"hp": 1})
    assert held["Orc"].able
    fight = versus(heroes(someone("Anna", hp=1, henchman=True), someone("Bert")), someone("Orc", wits=20))
    lackey = scripted(fight, "d20=1 d20=20 d20=10 d6=6 d20=9", until=lambda f: f.who[2].acted)
    assert state(lackey) == {"out"}


@pytest.mark.clause("tempo.injury")
def test_the_dying_die_in_time_unless_tended() -> None:
    """Anna is dying until the end of round 2. Bert tends her: a 9 is too little, a 10 saves her."""
    for shown, dies in ((9, True), (10, False)):
        scene = injured("d20=1 d6=1", strength=5)
        assert scene["Anna"].ends_at[DYING] == 2
        scene.play(f"d20={shown}", ["Bert: tend Anna"], until="Orc: turn")
        scene.play(
            "d20=1 d20=1", ["Orc: strike Bert", "Bert: strike Orc"], until=lambda f: f.round == 3 or f.winner >= 0
        )
        assert (scene["Anna"].conditions >> DEAD & 1 == 1) == dies


@pytest.mark.clause("tempo.injury")
def test_only_the_dying_within_reach_are_tended() -> None:
    scene = injured("d20=5")
    refused = scene.why_not("Bert: tend Anna")
    assert refused is not None
    assert refused.clause == "tempo.injury"


@pytest.mark.clause("tempo.injury")
def test_the_last_to_fall_is_dying_before_the_fight_is_over() -> None:
    """Strength 5: a 1 makes 6, 14 short of 20."""
    scene = duel("d20=20 d6=6 d20=1 d6=4", ["Anna: pass degrees"], orc={"hp": 1, "strength": 5}, until="over")
    assert [e.kind for e in scene.events()][-4:] == ["down", "condition-on", "dead", "end"]


@pytest.mark.clause("tempo.effect")
def test_who_falls_to_its_end_is_not_struck_as_well() -> None:
    """30 against AC 20: two degrees, over the edge. 5 beyond 0 hp, 11 against 20: out of action, and nothing more."""
    scene = duel("d20=20 d6=6 d20=1", ["Anna: over the edge"], orc={"hp": 1}, ledge=True, until="over")
    assert [e.kind for e in scene.events()][-4:] == ["damage", "check", "down", "end"]


@pytest.mark.parametrize("name", sorted(examples()))
def test_nothing_follows_the_end_of_a_fight(name: str) -> None:
    for seed in range(1, 11):
        told = affray.start(name, rules="tempo", seed=seed).log
        assert [event.kind for event in told].index(END) == len(list(told)) - 1


@pytest.mark.clause("tempo.injury")
@pytest.mark.parametrize(("short", "dc", "found"), [(19, 18, "dying"), (20, 19, "dead"), (21, 20, "dead")])
def test_the_border_of_death(short: int, dc: int, found: str) -> None:
    """Strength 3: a 1 makes 4, against the DC and 5 beyond."""
    assert dc + 5 - 4 == short
    anna = someone("Anna", hp=1, strength=3)
    fight = versus(heroes(anna, someone("Bert")), someone("Orc", wits=20), options={"injury.dc": str(dc)})
    dice = "d20=1 d20=1 d20=20 d20=20 d6=6 d20=1" + (" d6=1" if found == "dying" else "")
    scene = scripted(fight, dice, ["Orc: pass degrees"], until=lambda f: f.who[2].acted)
    assert found in state(scene)
    assert ("dead" in state(scene)) == (found == "dead")


@pytest.mark.clause("tempo.damage")
def test_a_lost_level_kills_nobody_at_exactly_0() -> None:
    """Anna has 3 hp. Losing 4 is 1 beyond: 16 is needed, and 6 + 10 holds."""
    anna = someone("Anna", cls="fighter", level=3, hp=3, gear=["sword"])
    fight = versus(heroes(anna), someone("Wight", monster="wight", wits=20))
    for lost, save in ((3, ""), (4, " d20=6")):
        dice = f"d20=1 d20=20 d20=20 d6={lost}{save}"
        scene = scripted(
            fight, dice, ["Wight: pass degrees"], until=lambda f: f.who[1].acted and f.act.victims_left == 0
        )
        assert scene["Anna"].able
        assert (scene["Anna"].hp, scene["Anna"].level) == (0, 2)
        assert scene.one("damage").because.get("beyond 0 hp", 0) == 3 - lost


@pytest.mark.clause("tempo.damage")
def test_who_is_hurt_knows_of_the_danger() -> None:
    ours = heroes(someone("Anna", conditions=["unaware"]), someone("Bert"))
    fight = versus(ours, someone("Orc", wits=20))
    script = "d20=1 d20=1 d20=20 d20=5 d6=1"
    scene = scripted(fight, script, ["Orc: strike Anna", "Bert: pass warn", "Orc: pass degrees"], until="Anna: turn")
    assert scene.one("condition-off").other == "Anna"
