"""Henchmen, orders, and those who obey."""

from __future__ import annotations

import pytest
from helpers import Group, side, versus
from tempo.people import heroes, offered, scores, scripted, someone

from affray.engine.vocabulary import FLEEING, SILENCED


def band(*more: Group) -> Group:
    """A captain with two henchmen."""
    return side(someone("Boss", commands=True), someone("Orc", henchman=True), someone("Ogre", henchman=True), *more)


@pytest.mark.clause("tempo.order.henchman", "tempo.order.cost")
def test_on_the_commanders_turn_an_order_is_free_and_moves_all_who_hear_it() -> None:
    """Boss has 20; his henchmen strike at his count, before Anna's 15, and don't act again at 1."""
    scene = scripted(
        versus(heroes(someone("Anna")), band()),
        "d20=5 d20=10 d20=1 d20=2 d20=3 d20=4",
        ["Boss: order Anna"],
    )
    assert [e.who for e in scene.events("miss") if e.round == 1] == ["Orc", "Ogre", "Anna"]
    assert scores(scene, "Boss") == [(0, 20)]
    assert [e.who for e in scene.events("declared", "tempo.order.henchman")] == ["Orc", "Ogre"]
    assert (scene["Orc"].tempo.score, scene["Ogre"].tempo.score) == (1, 1)


@pytest.mark.clause("tempo.order.cost", "tempo.reaction.cost")
def test_out_of_turn_it_costs_5_and_comes_before_the_enemy_acts() -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), band()),
        "d20=15 d20=10 d20=1 d20=2 d20=3 d20=4",
        ["Boss: order Anna"],
    )
    assert scores(scene, "Boss")[-1] == (20, 15)
    assert [e.who for e in scene.events("miss")][:4] == ["Orc", "Ogre", "Anna", "Boss"]


@pytest.mark.clause("tempo.order.henchman")
def test_still_one_action_a_round() -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), band()),
        "d20=15 d20=10 d20=1 d20=2 d20=3",
        ["Boss: order Anna"],
        until="Boss: turn",
    )
    refused = scene.why_not("Boss: order Anna")
    assert refused is not None
    assert refused.clause == "tempo.order.henchman"


@pytest.mark.clause("tempo.order.character", "tempo.reaction.cost")
def test_a_character_who_obeys_pays_10_and_has_its_turn_too() -> None:
    theirs = side(someone("Boss", commands=True), someone("Bert", henchman=False))
    scene = scripted(
        versus(heroes(someone("Anna")), theirs),
        "d20=1 d20=20 d20=15 d20=2 d20=3 d20=4",
        ["Boss: order Anna", "Bert: obey"],
        until="round 2",
    )
    assert scores(scene, "Bert") == [(0, 25), (25, 15)]
    assert [e.who for e in scene.events("miss")] == ["Bert", "Bert", "Anna"]


@pytest.mark.clause("tempo.order.character")
def test_who_is_not_ordered_has_nothing_to_obey() -> None:
    theirs = side(someone("Boss"), someone("Bert"))
    scene = scripted(versus(heroes(someone("Anna")), theirs), "d20=1 d20=20 d20=15", until="Boss: turn")
    refused = offered(scene, "obey", "Bert", "Boss", "obey", scene.number("Anna"))
    assert refused is not None
    assert refused.clause == "tempo.order.character"


@pytest.mark.clause("tempo.order.henchman")
def test_a_henchman_too_far_away_runs_where_it_is_told() -> None:
    theirs = side(someone("Boss", commands=True, position=[200, 0]), someone("Orc", henchman=True, position=[200, 5]))
    fight = versus(heroes(someone("Anna", position=[0, 0])), theirs)
    scene = scripted(fight, "d20=1 d20=10", ["Boss: order Anna"], until="Anna: turn")
    assert scene["Orc"].x == 2000 - 800
    assert scene["Orc"].acted


@pytest.mark.clause("tempo.order.cost")
def test_what_orders_cost_are_options() -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), band(), options={"order.cost": "1", "henchman.score": "3"}),
        "d20=15 d20=10 d20=1 d20=2 d20=3 d20=4",
        ["Boss: order Anna"],
    )
    assert scores(scene, "Boss")[-1] == (20, 19)
    assert scores(scene, "Orc") == [(0, 3)]


@pytest.mark.clause("tempo.order.character")
def test_what_obeying_costs_is_an_option() -> None:
    theirs = side(someone("Boss", commands=True), someone("Bert", henchman=False))
    scene = scripted(
        versus(heroes(someone("Anna")), theirs, options={"order.obey": "3"}),
        "d20=1 d20=20 d20=15 d20=2",
        ["Boss: order Anna", "Bert: obey"],
        until=lambda f: f.who[2].tempo.score == 22 and f.tempo.open_orders == 0,
    )
    assert scores(scene, "Bert")[-1] == (25, 22)


@pytest.mark.clause("tempo.order.character")
def test_one_commander_does_not_obey_another_but_who_leads_henchmen_may() -> None:
    """Anna commands henchmen alone and stands below Boss; Marshal stands beside him."""
    ours = heroes(
        someone("Boss", commands=True),
        someone("Anna"),
        someone("Marshal", commands=True),
        someone("Man", henchman=True),
    )
    scene = scripted(versus(ours, someone("Orc")), "d20=15 d20=10 d20=9 d20=1", until="Boss: turn")
    assert [scene[name].tempo.command_level for name in ("Boss", "Anna", "Marshal")] == [2, 1, 2]
    assert offered(scene, "obey", "Anna", "Boss", "obey", scene.number("Orc")) is None
    refused = offered(scene, "obey", "Marshal", "Boss", "obey", scene.number("Orc"))
    assert refused is not None
    assert refused.clause == "tempo.order.character"


@pytest.mark.clause("tempo.reaction.guard", "tempo.order.henchman")
def test_a_henchman_ordered_out_of_a_melee_drops_its_guard() -> None:
    theirs = side(
        someone("Boss", commands=True, position=[60, 0]), someone("Orc", henchman=True, position=[5, 0], hp=20)
    )
    ours = heroes(someone("Anna", position=[0, 0]), someone("Bert", position=[30, 0]))
    scene = scripted(
        versus(ours, theirs),
        "d20=20 d20=1 d20=10 d20=1 d20=2 d20=3",
        ["Boss: pass command", "Anna: strike Orc", "Boss: order Bert", "Anna: take the chance"],
        until="Bert: turn",
    )
    told = [(e.kind, e.who) for e in scene.events() if e.round == 1 and e.kind in ("miss", "move", "declared")]
    assert told == [
        ("miss", "Anna"),
        ("declared", "Boss"),
        ("declared", "Orc"),
        ("miss", "Anna"),
        ("declared", "Orc"),
        ("move", "Orc"),
        ("miss", "Orc"),
    ]


@pytest.mark.clause("tempo.order.henchman")
def test_who_runs_obeys_nobody() -> None:
    """One of Boss's two henchmen falls, the other's courage breaks: there is nobody left to order."""
    theirs = side(
        someone("Boss", commands=True),
        someone("Orc", henchman=True, morale=7, hp=20),
        someone("Ogre", henchman=True, hp=1),
        way_out=True,
    )
    fight = versus(heroes(someone("Anna", hp=50)), theirs, options={"morale.superior": "10"})
    scene = scripted(
        fight,
        "d20=20 d20=5 d20=10 d6=6 d20=1 2d6=6,6",
        ["Boss: pass command", "Anna: strike Ogre"],
        until="Boss: turn",
    )
    refused = scene.why_not("Boss: order Anna")
    assert refused is not None
    assert refused.clause == "tempo.order.henchman"


@pytest.mark.clause("tempo.order.henchman")
@pytest.mark.parametrize("condition", [SILENCED, FLEEING])
def test_nobody_hears_the_silenced_or_heeds_one_who_runs(condition: int) -> None:
    theirs = side(someone("Boss", commands=True), someone("Orc", henchman=True))
    scene = scripted(versus(heroes(someone("Anna")), theirs), "d20=20 d20=1", until="Anna: turn")
    assert offered(scene, "command", "Boss", "Anna", "order Anna") is None
    scene["Boss"].conditions |= 1 << condition
    refused = offered(scene, "command", "Boss", "Anna", "order Anna")
    assert refused is not None
    assert refused.clause == "tempo.order.henchman"
