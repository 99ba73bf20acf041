"""Henchmen, orders, and those who obey."""

from __future__ import annotations

import pytest
from helpers import Group, side, versus
from tempo.people import heroes, offered, scores, scripted, someone, told

from affray.engine.state import MOST_COMBATANTS
from affray.engine.vocabulary import FLEEING, PRONE, SILENCED
from affray.rules.tempo import questions


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
def test_an_order_against_a_foe_who_falls_lapses_for_those_who_have_not_acted() -> None:
    """The Orc fells Carl, and the Ogre keeps its action: it strikes Anna at its own count."""
    carl = someone("Carl", henchman=True, hp=1)
    dice = "d20=5 d20=10 d20=20 d6=6 d20=1 d20=2 d20=3 d20=4"
    scene = scripted(versus(heroes(someone("Anna"), carl), band()), dice, ["Boss: order Carl", "Ogre: strike Anna"])
    assert [e.who for e in scene.events("declared", "tempo.order.henchman")] == ["Orc"]
    assert scene.one("down").other == "Carl"
    assert [e.who for e in scene.events("miss") if e.round == 1] == ["Anna", "Ogre"]


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


# --- what is ordered, and to whom


ARCHERS = side(
    someone("Boss", commands=True, position=[100, 0]),
    someone("Orc", henchman=True, gear=["short bow"], position=[100, 10]),
    someone("Ogre", henchman=True, position=[100, 20]),
)
OUT_OF_TURN = "d20=20 d20=10 "  # Anna has 30, Boss 20, and the henchmen 1


@pytest.mark.clause("tempo.order.henchman", "tempo.order.cost")
def test_an_order_to_one_moves_nobody_else() -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), band()),
        OUT_OF_TURN + "d20=1",
        ["Boss: order Ogre: attack Anna"],
        until="Anna: turn",
    )
    assert [e.who for e in scene.events("miss")] == ["Ogre"]
    assert (scene["Orc"].acted, scene["Ogre"].acted) == (False, True)
    told_of = [(e.who, e.other) for e in scene.events("declared", "tempo.order.cost")]
    assert told_of == [("Boss", "Ogre"), ("Boss", "Anna")]
    assert "Boss calls on Ogre [" in told(scene)
    assert "Boss orders: attack Anna [" in told(scene)
    assert "Ogre obeys the order against Anna [" in told(scene)


@pytest.mark.clause("tempo.order.henchman")
def test_an_order_to_shoot_moves_those_who_can() -> None:
    fight = versus(heroes(someone("Anna", position=[0, 0])), ARCHERS)
    scene = scripted(fight, OUT_OF_TURN, until="Boss: command")
    refused = offered(scene, "command", "Boss", "Anna", "order Ogre: shoot Anna")
    assert refused is not None
    assert refused.clause == "tempo.order.henchman"
    scene.play("d20=1", ["Boss: order all: shoot Anna"], until="Anna: turn")
    assert [e.who for e in scene.events("miss")] == ["Orc"]
    assert (scene["Orc"].acted, scene["Ogre"].acted, scene["Ogre"].x) == (True, False, 1000)


@pytest.mark.clause("tempo.order.henchman", "tempo.defend")
def test_an_order_to_defend_raises_the_guard_of_all() -> None:
    """Orc's 17 + 10 is above his AC of 20, Ogre's 2 + 10 is not; Anna needs 27 against Orc."""
    scene = scripted(
        versus(heroes(someone("Anna")), band()),
        OUT_OF_TURN + "d20=17 d20=2 d20=16",
        ["Boss: order all: defend", "Anna: strike Orc"],
        until="Boss: turn",
    )
    assert [(e.who, e.value) for e in scene.events("check", "tempo.defend")] == [("Orc", 27), ("Ogre", 12)]
    assert scene.one("miss", who="Anna").was == 27
    assert (scene["Orc"].acted, scene["Ogre"].acted) == (True, True)
    assert "Boss orders: defend [" in told(scene)
    assert "Orc obeys [" in told(scene)


@pytest.mark.clause("tempo.order.henchman", "tempo.move")
def test_henchmen_who_are_told_to_fall_back_go_two_moves() -> None:
    fight = versus(heroes(someone("Anna", position=[0, 0])), ARCHERS)
    scene = scripted(fight, OUT_OF_TURN, ["Boss: order Orc: fall back"], until="Anna: turn")
    assert (scene["Orc"].x, scene["Ogre"].x) == (1000 + 2 * 400, 1000)
    assert scene["Orc"].acted


@pytest.mark.clause("tempo.order.cost", "tempo.reaction.guard")
@pytest.mark.parametrize("order", ["fall back", "shoot Anna"])
def test_who_falls_back_or_shoots_in_a_melee_on_an_order_drops_the_guard(order: str) -> None:
    orc = someone("Orc", henchman=True, hp=20, gear=["short bow"], position=[5, 0])
    theirs = side(someone("Boss", commands=True, position=[60, 0]), orc)
    scene = scripted(
        versus(heroes(someone("Anna", position=[0, 0])), theirs),
        OUT_OF_TURN + "d20=1",
        ["Boss: pass command", "Anna: strike Orc", f"Boss: order Orc: {order}"],
        until="Anna: opening",
    )
    assert scene.one("declared", "tempo.reaction.guard").who == "Orc"
    assert (scene["Orc"].x, scene["Orc"].acted) == (50, False)


@pytest.mark.clause("tempo.order.character")
@pytest.mark.parametrize(("order", "dice"), [("defend", "d20=9"), ("fall back", "")])
def test_a_character_pays_for_any_order_and_has_a_turn_too(order: str, dice: str) -> None:
    theirs = side(
        someone("Boss", commands=True, position=[100, 0]), someone("Bert", henchman=False, position=[100, 10])
    )
    scene = scripted(
        versus(heroes(someone("Anna", position=[0, 0])), theirs),
        "d20=20 d20=10 d20=5 " + dice,
        [f"Boss: order Bert: {order}", "Bert: obey"],
        until="Anna: turn",
    )
    assert scores(scene, "Bert") == [(0, 15), (15, 5)]
    assert not scene["Bert"].acted
    assert (scene["Bert"].tempo.active_defence, scene["Bert"].x) in ((19, 1000), (0, 1400))


@pytest.mark.clause("tempo.order.henchman")
def test_nobody_on_the_ground_is_told_to_fall_back() -> None:
    fight = versus(heroes(someone("Anna", position=[0, 0])), ARCHERS)
    scene = scripted(fight, OUT_OF_TURN, until="Boss: command")
    assert offered(scene, "command", "Boss", "Anna", "order Orc: fall back") is None
    scene["Orc"].conditions |= 1 << PRONE
    refused = offered(scene, "command", "Boss", "Anna", "order Orc: fall back")
    assert refused is not None
    assert refused.clause == "tempo.order.henchman"


@pytest.mark.clause("tempo.order.character")
@pytest.mark.parametrize(("cover", "shoots"), [(4, True), (5, False)])
def test_an_order_to_shoot_ends_at_full_cover(cover: int, shoots: bool) -> None:
    """A cover of 4 leaves something to shoot at; beyond that, or of another rank, nobody can be told to."""
    theirs = side(
        someone("Boss", commands=True, position=[100, 0]),
        someone("Bert", henchman=False, gear=["short bow"], position=[100, 10]),
    )
    scene = scripted(
        versus(heroes(someone("Anna", position=[0, 0])), theirs), "d20=20 d20=10 d20=5", until="Boss: command"
    )
    scene["Anna"].cover = cover
    shot = MOST_COMBATANTS * questions.SHOOTING + scene.number("Anna")
    assert (offered(scene, "obey", "Bert", "Boss", "obey", shot) is None) == shoots
    refused = offered(scene, "obey", "Boss", "Bert", "obey", shot)
    assert refused is not None
    assert refused.clause == "tempo.order.character"
