"""The round: movement, the respite, coming apart, spells, a forced bout."""

from __future__ import annotations

import pytest
from helpers import side, versus
from tempo.people import FIRST, duel, heroes, offered, scores, scripted, someone

from affray.engine.vocabulary import BARE, HELD, PRONE

WIZARD = {"cls": "magic-user", "gear": ["dagger"], "spells": ["magic missile"]}


# --- movement


def apart(feet: int, **keys: object) -> str:
    return versus(heroes(someone("Anna", position=[0, 0], **keys)), someone("Orc", position=[feet, 0]))


@pytest.mark.clause("tempo.move")
def test_up_to_the_encounter_rate_before_the_action() -> None:
    """Base 120 is 40 feet: a foe 45 feet away can be struck, one 46 feet away can't."""
    scene = scripted(apart(45), FIRST + "d20=1", ["Anna: strike Orc"], until="Orc: turn")
    assert scene.one("move", "tempo.move").value == 400
    far = scripted(apart(46), FIRST, until="Anna: turn")
    refused = far.why_not("Anna: strike Orc")
    assert refused is not None
    assert refused.clause == "tempo.move"


@pytest.mark.clause("tempo.move")
def test_after_the_action_or_twice_instead_of_it() -> None:
    after = scripted(apart(5), FIRST + "d20=1", ["Anna: strike Orc", "Anna: go -40 0"], until="Orc: turn")
    assert after["Anna"].x == -400
    twice = scripted(apart(200), FIRST, ["Anna: approach Orc", "Anna: approach Orc"], until="Orc: turn")
    assert twice["Anna"].x == 800
    assert len(twice.events("move", who="Anna")) == 2


@pytest.mark.clause("tempo.move")
def test_no_farther_than_that_and_not_from_the_ground() -> None:
    scene = scripted(apart(100), FIRST, until="Anna: turn")
    assert scene.why_not("Anna: go 40 0") is None
    assert scene.why_not("Anna: go 41 0").clause == "tempo.move"  # type: ignore[union-attr]
    assert scene.why_not("Anna: rise 10").clause == "tempo.move"  # type: ignore[union-attr]
    fallen = scripted(apart(100, conditions=["prone"]), FIRST, until="Anna: turn")
    assert fallen.why_not("Anna: away").clause == "tempo.move"  # type: ignore[union-attr]
    moved = scripted(apart(45), FIRST + "d20=1", ["Anna: strike Orc"], until=lambda f: f.who[0].acted)
    assert offered(moved, "after", "Anna", "Anna", "away").clause == "tempo.move"  # type: ignore[union-attr]
    beside = scripted(apart(5), FIRST, until="Anna: turn")
    assert beside.why_not("Anna: approach Orc").clause == "tempo.move"  # type: ignore[union-attr]


# --- the respite


@pytest.mark.clause("tempo.round.respite")
def test_draw_and_stand_up_for_2_drink_for_5() -> None:
    kit = {"cls": "fighter", "gear": ["sword", "dagger", "healing potion"], "hp": 3, "max hp": 8}
    for words, cost, dice in (("draw dagger", 2, ""), ("drink", 5, " d6=2")):
        answers = ["Anna: strike Orc", "Anna: pass react", f"Anna: {words}"]
        scene = duel("d20=1 d20=1" + dice, answers, anna=kit, until="round 2")
        assert scene.events("score", who="Anna")[-1].clause == "tempo.round.respite"
        assert scores(scene, "Anna")[-1] == (25, 25 - cost)
    fallen = duel("d20=1 d20=1", ["Anna: strike Orc", "Anna: stand"], anna={"conditions": ["prone"]}, until="round 2")
    assert scores(fallen, "Anna")[-1] == (25, 23)
    assert fallen["Anna"].conditions >> PRONE & 1 == 0
    assert offered(fallen, "breather", "Anna", "Anna", "stand").clause == "tempo.round.respite"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.round.respite")
def test_stowing_a_weapon_costs_2_too() -> None:
    """What is stowed leaves the bare hands."""
    answers = ["Anna: strike Orc", "Anna: draw unarmed"]
    scene = duel("d20=1 d20=1", answers, anna={"cls": "fighter", "gear": ["sword"]}, until="round 2")
    assert scores(scene, "Anna")[-1] == (25, 23)
    assert scene.fight.arms[scene["Anna"].kit[scene["Anna"].hand]].qualities & BARE


@pytest.mark.clause("tempo.round.respite", "tempo.initiative.spend")
def test_none_at_score_0() -> None:
    ours = {**heroes(someone("Anna", conditions=["prone"])), "surprised": True}
    fight = versus(ours, side(someone("Orc"), ambush="prepared"))
    scene = scripted(fight, "d20=1", ["Anna: pass turn"], until="round 2")
    assert scene.events("condition-off") == []
    refused = offered(scene, "breather", "Anna", "Anna", "stand")
    assert refused is not None
    assert refused.clause == "tempo.initiative.spend"


@pytest.mark.clause("tempo.round.respite")
def test_a_look_round_is_free() -> None:
    kit = {"cls": "fighter", "gear": ["sword", "dagger"]}
    scene = duel("d20=1 d20=1 d20=9", ["Anna: strike Orc", "Anna: pass react", "Anna: look"], anna=kit, until="round 2")
    assert len(scores(scene, "Anna")) == 1
    look = scene.one("check", "tempo.check")
    assert (look.value, look.was) == (19, 20)


@pytest.mark.clause("tempo.round.respite")
def test_tending_in_the_respite_costs_5() -> None:
    ours = heroes(someone("Anna"), someone("Bert", wound="dying"))
    script = "d20=15 d20=1 d20=5 d20=1 d20=1 d20=10"
    answers = ["Anna: strike Orc", "Orc: strike Anna", "Anna: tend Bert"]
    scene = scripted(versus(ours, someone("Orc")), script, answers, until="round 2")
    assert scores(scene, "Anna")[-1] == (25, 20)
    assert scene.one("condition-off", "tempo.injury").who == "Bert"


@pytest.mark.clause("tempo.check")
def test_a_check_nobody_opposes_has_dc_20_and_meeting_it_succeeds() -> None:
    """Tending the dying: wits 10 and a 10 will do, a 9 won't."""
    for shown, saved in ((10, True), (9, False)):
        scene = scripted(
            versus(heroes(someone("Anna"), someone("Bert", wound="dying")), someone("Orc")),
            f"d20=15 d20=1 d20=5 d20={shown}",
            ["Anna: tend Bert"],
            until="Orc: turn",
        )
        assert scene.one("check", "tempo.check").was == 20
        assert (len(scene.events("condition-off", "tempo.injury")) == 1) == saved


# --- melee comes apart


@pytest.mark.clause("tempo.melee.engage")
def test_a_shot_before_they_come_to_blows_runs_no_risk() -> None:
    """Cleo with the highest score shoots at Orc before anybody is in melee with it: no d10, and the log says so."""
    ours = heroes(
        someone("Cleo", cls="thief", gear=["short bow"], position=[-100, 0]), someone("Anna", position=[0, 0])
    )
    fight = versus(ours, someone("Orc", position=[5, 0]))
    early = scripted(fight, "d20=20 d20=10 d20=5 d20=1", ["Cleo: shoot Orc"], until="Anna: turn")
    assert early.one("miss", who="Cleo").because["in no melee: no risk of hitting another"] == 0
    late = scripted(
        fight, "d20=1 d20=20 d20=5 d20=1 d20=1 d10=1 d20=1", ["Anna: strike Orc", "Cleo: shoot Orc"], until="round 2"
    )
    assert late.one("roll", "tempo.missile.melee").other == "Orc"
    assert {c.tempo.bout_foe for c in late.fight.who} == {-1}  # at the end of the round it has come apart


# --- spells


@pytest.mark.clause("tempo.spell.declare")
def test_declared_before_the_round_and_cast_on_its_turn() -> None:
    scene = scripted(
        versus(heroes(someone("Wyn", **WIZARD)), someone("Orc")),
        FIRST + "d6=3 d20=1",
        ["Wyn: cast magic missile", "Wyn: cast magic missile at Orc"],
    )
    assert scene.one("declared", "tempo.spell.declare").round == 0
    assert scene.one("damage").value == 3 + 1
    assert scene.fight.who[0].spells[0] == -1


@pytest.mark.clause("tempo.spell.declare")
def test_one_spell_is_declared_at_a_time() -> None:
    fight = versus(heroes(someone("Wyn", **WIZARD)), someone("Orc"))
    scene = scripted(fight, FIRST, ["Wyn: cast magic missile"], "Wyn: turn")
    assert offered(scene, "declare", "Wyn", "Wyn", "cast magic missile").clause == "tempo.spell.declare"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.spell.declare")
def test_what_was_not_declared_cannot_be_cast() -> None:
    scene = scripted(
        versus(heroes(someone("Wyn", **WIZARD)), someone("Orc")), FIRST, ["Wyn: pass declare"], "Wyn: turn"
    )
    refused = scene.why_not("Wyn: cast spell -1 at Orc")
    assert refused is not None
    assert refused.clause == "tempo.spell.declare"


@pytest.mark.clause("tempo.spell.declare")
@pytest.mark.parametrize(("shown", "kept"), [(12, True), (11, False)])
def test_hurt_before_its_turn_wits_against_20_and_the_damage(shown: int, kept: bool) -> None:
    """Wits 13, 5 points of damage: 12 + 13 reaches 25."""
    scene = scripted(
        versus(heroes(someone("Wyn", hp=9, **WIZARD)), someone("Orc", wits=18)),
        f"d20=1 d20=15 d20=12 d6=5 d20={shown}" + (" d6=1" if kept else " d20=1"),
        ["Wyn: cast magic missile"] + (["Wyn: cast magic missile at Orc"] if kept else []),
    )
    check = scene.one("check", "tempo.spell.declare")
    assert (check.value, check.was) == (shown + 13, 25)
    assert len(scene.events("lost", "tempo.spell.declare")) == (0 if kept else 1)
    assert len(scene.events("declared", "classic.spell.memory")) == (1 if kept else 0)


@pytest.mark.clause("tempo.spell.declare")
def test_an_injury_loses_it_outright() -> None:
    """2 beyond 0 hp, a save of 16 against 17: wounded, and no check of wits."""
    scene = scripted(
        versus(heroes(someone("Wyn", hp=3, **WIZARD)), someone("Orc", wits=18)),
        "d20=1 d20=15 d20=12 d6=5 d20=6",
        ["Wyn: cast magic missile"],
        until="Wyn: turn",
    )
    assert scene.events("check", "tempo.spell.declare") == []
    assert scene.one("lost", "tempo.spell.declare").who == "Wyn"
    assert scene["Wyn"].spells[0] == -1


@pytest.mark.clause("tempo.spell.declare")
def test_what_is_not_cast_is_kept_and_the_surprised_declare_nothing() -> None:
    scene = scripted(
        versus(heroes(someone("Wyn", **WIZARD)), someone("Orc")),
        FIRST + "d20=1 d20=1",
        ["Wyn: cast magic missile", "Wyn: strike Orc", "Wyn: pass declare"],
        until="round 2",
    )
    assert scene.one("lost", "tempo.spell.declare").because == {"kept in memory": 0}
    assert scene["Wyn"].spells[0] != -1
    ours = {**heroes(someone("Wyn", **WIZARD), tactic="nearest"), "surprised": True}
    caught = scripted(versus(ours, side(someone("Orc"), ambush="prepared")), until="Orc: turn")
    assert caught.events("declared") == []


# --- forcing the bout


@pytest.mark.clause("tempo.round.force")
def test_ten_points_and_1d3_hp_from_everyone_in_the_bout() -> None:
    scene = duel("d20=1 d20=1 d3=2 d3=3", ["Orc: force"], until="round 2")
    assert scores(scene, "Anna")[-1] == (25, 15)
    assert scores(scene, "Orc")[-1] == (15, 5)
    assert (scene["Anna"].hp, scene["Orc"].hp) == (8 - 2, 8 - 3)
    assert scene.events("round", "tempo.round.respite") == []


@pytest.mark.clause("tempo.round.force")
def test_no_respite_for_anybody_and_those_outside_pay_nothing() -> None:
    kit = {"cls": "cleric", "gear": ["mace", "club"], "spells": ["light"]}
    ours = heroes(someone("Anna"), someone("Bert", **kit), tactic="nearest")
    scene = scripted(
        versus(ours, someone("Orc")),
        "d20=15 d20=14 d20=5 d20=1 d20=1 d3=1 d3=1",
        [
            "Bert: pass declare",
            "Anna: strike Orc",
            "Bert: pass turn",
            "Bert: pass superior",
            "Orc: strike Anna",
            "Anna: force",
        ],
        until="round 2",
    )
    assert scores(scene, "Bert") == [(0, 14 + 13)]
    assert scene.events("declared", "tempo.spell.declare") == []


@pytest.mark.clause("tempo.round.force")
def test_never_below_0_hp_and_no_injury_save() -> None:
    scene = duel("d20=1 d20=1 d3=3 d3=3", ["Anna: force"], until="round 2", orc={"hp": 2})
    assert scene["Orc"].hp == 0
    assert scene.events("check", "tempo.injury") == []


@pytest.mark.clause("tempo.round.force")
def test_with_all_at_0_it_is_over() -> None:
    """25 and 15: after two rounds 5 and 0, after three 0 and 0: they come apart, and nobody can hold on."""
    scene = duel(
        "d20=1 d20=1 d3=1 d3=1 d20=1 d20=1 d3=1 d3=1 d20=1 d20=1 d3=1 d3=1",
        ["Anna: force", "Anna: force", "Anna: force"],
        until=lambda f: f.round == 3 and f.phase == 10,
    )
    assert (scene["Anna"].tempo.score, scene["Orc"].tempo.score) == (0, 0)
    assert scene.one("round", "tempo.round.force")
    spent = duel("d20=1 d20=1", until=lambda f: f.phase == 8)
    spent["Anna"].tempo.score = spent["Orc"].tempo.score = 0
    assert offered(spent, "press", "Anna", "Anna", "force").clause == "tempo.round.force"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.round.force")
def test_what_it_costs_are_options() -> None:
    options = {"force.cost": "4", "force.hp": "0"}
    scene = duel("d20=1 d20=1", ["Anna: force"], options=options, until="round 2")
    assert scores(scene, "Anna")[-1] == (25, 21)
    assert scene.events("damage") == []


@pytest.mark.clause("tempo.round.force")
def test_outside_a_bout_there_is_nothing_to_force() -> None:
    scene = scripted(apart(300), FIRST, until="Anna: turn")
    assert offered(scene, "press", "Anna", "Anna", "force").clause == "tempo.round.force"  # type: ignore[union-attr]


@pytest.mark.clause("tempo.round.respite")
def test_a_look_leaves_the_physical_act_and_needs_neither_score_nor_gear() -> None:
    kit = {"cls": "fighter", "gear": ["sword", "dagger"]}
    answers = ["Anna: strike Orc", "Anna: pass react", "Anna: look", "Anna: draw dagger"]
    scene = duel("d20=1 d20=1 d20=9", answers, anna=kit, until="round 2")
    assert scores(scene, "Anna")[-1] == (25, 23)
    bare = duel("d20=1 d20=1", ["Anna: strike Orc"], until="Anna: breather")
    bare["Anna"].tempo.score = 0
    assert bare.why_not("Anna: look") is None
    bare["Anna"].tempo.looked_round = 1
    refused = bare.why_not("Anna: look")
    assert refused is not None
    assert refused.clause == "tempo.round.respite"


@pytest.mark.clause("tempo.spell.declare")
def test_who_could_not_cast_must_declare_anew() -> None:
    """Held through the round, Wyn keeps the spell in memory and no longer has it ready."""
    wyn = someone("Wyn", cls="magic-user", gear=["dagger"], spells=["magic missile"])
    scene = scripted(
        versus(heroes(wyn, someone("Bert")), someone("Orc", hp=30)),
        "d20=15 d20=1 d20=5",
        ["Wyn: cast magic missile"],
        until="Wyn: turn",
    )
    assert scene.before is not None
    held = scene.before.who[0]
    held.conditions, held.able, held.ends_at[HELD] = held.conditions | 1 << HELD, False, 9
    scene.play("d20=1 d20=1", ["Bert: strike Orc", "Orc: strike Bert"], until="round 2")
    lost = scene.one("lost", "tempo.spell.declare")
    assert (lost.who, lost.because) == ("Wyn", {"kept in memory": 0})
    assert scene["Wyn"].current_spell == -1
    assert scene["Wyn"].spells[0] >= 0


@pytest.mark.clause("tempo.spell.declare", "tempo.direct-hit")
def test_a_direct_hit_disturbs_a_spell() -> None:
    """20 + 21 beats 21 by 20. The injury save holds: 20 + 10 against 15 + 1; then 7 + wits 13 against 20 + 1."""
    wyn = someone("Wyn", cls="magic-user", gear=["dagger"], spells=["magic missile"], STR=10)
    scene = scripted(
        versus(heroes(wyn), someone("Orc", wits=18, strength=21)),
        "d20=1 d20=20 d20=20 d6=1 d20=20 d20=7",
        ["Wyn: cast magic missile", "Orc: strike Wyn", "Orc: direct hit"],
        until="Wyn: turn",
    )
    assert scene.one("check", "tempo.spell.declare").was == 20 + 1
    assert scene.one("lost", "tempo.spell.declare").who == "Wyn"


@pytest.mark.clause("tempo.round.force", "tempo.henchman")
def test_henchmen_in_the_bout_lose_hp_but_no_score() -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), side(someone("Orc", henchman=True))),
        "d20=15 d20=1 d20=1 d3=2 d3=3",
        ["Anna: force"],
        until="round 2",
    )
    assert (scene["Orc"].tempo.score, scene["Orc"].hp) == (1, 8 - 3)
    assert scores(scene, "Anna")[-1] == (25, 15)


@pytest.mark.clause("tempo.round.respite")
def test_by_option_a_side_cuts_the_respite_short() -> None:
    """Anna demands the next round: Orc, listed after her, is not asked for an act. Without the option nobody may."""
    kit = {"cls": "fighter", "gear": ["sword", "dagger"]}
    answers = ["Anna: strike Orc", "Anna: pass react", "Anna: start the round"]
    scene = duel("d20=1 d20=1", answers, options={"respite.demand": "on"}, anna=kit, until="round 2")
    assert scene.one("declared", "tempo.round.respite").who == "Anna"
    assert not scene.fight.tempo.respite_cut
    usual = duel("d20=1 d20=1", answers[:2], anna=kit, until="Anna: breather")
    refused = usual.why_not("Anna: start the round")
    assert refused is not None
    assert refused.clause == "tempo.round.respite"


@pytest.mark.clause("tempo.round.respite")
def test_who_comes_after_a_demand_is_not_asked_but_declares_spells() -> None:
    wyn = {"cls": "cleric", "level": 3, "spells": ["light"], "gear": ["mace", "club"]}
    ours = heroes(someone("Anna"), someone("Wyn", **wyn))
    fight = versus(ours, someone("Orc"), options={"respite.demand": "on"})
    answers = ["Anna: strike Orc", "Anna: start the round", "Wyn: pass declare", "Wyn: pass turn", "Orc: pass turn"]
    scene = scripted(fight, "d20=15 d20=12 d20=5 d20=1", [*answers, "Wyn: cast light"], until="round 2")
    assert scene.events("declared", "tempo.spell.declare", who="Wyn")
    assert not scene.events("score", "tempo.round.respite")
