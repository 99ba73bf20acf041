"""The four kinds of action: what a turn holds, what takes which, leaving a melee, casting, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, adventurer, apart, refused, scripted, side, someone, versus
from helpers import Refused

from affray.engine.verbs import Answer, Question
from affray.engine.vocabulary import PRONE


@pytest.mark.clause("fourfold.action.turn")
def test_a_main_and_a_move_action_in_either_order() -> None:
    for first, then in (("strike Orc", "go 0 5"), ("go 0 5", "strike Orc")):
        scene = apart(5, f"Anna: {first}", f"Anna: {then}", dice="d20=2", until="Orc: act")
        assert (scene["Anna"].moved, len(scene.events("miss", who="Anna"))) == (50, 1)
    done = apart(5, "Anna: strike Orc", "Anna: go 0 5", dice="d20=2")
    done.script.stop = ("Anna", "act")
    assert refused(done, "Anna: hold") == "fourfold.action.turn"


@pytest.mark.clause("fourfold.action.main")
def test_one_main_action_a_turn() -> None:
    scene = apart(5, "Anna: strike Orc", dice="d20=2", until=lambda f: f.who[0].attacks_made == 1)  # type: ignore[arg-type]
    assert refused(scene, "Anna: use notice") == "fourfold.action.main"
    assert refused(scene, "Anna: strike Orc") == "fourfold.action.main"


@pytest.mark.clause("fourfold.action.main")
def test_a_downed_ally_is_dragged_half_a_move_away() -> None:
    ours = side(someone("Anna", position=[0, 0]), someone("Bert", position=[0, 0], conditions=["asleep"]))
    scene = scripted(
        versus(ours, someone("Orc", position=[20, 0])),
        OURS_FIRST,
        ["Anna: drag Bert", "Anna: pass act"],
        until="Orc: act",
    )
    assert scene.one("move", "fourfold.action.main").value == 150
    assert (scene["Anna"].x, scene["Bert"].x) == (-150, -100)


@pytest.mark.clause("fourfold.action.main", "fourfold.melee.free-attack")
def test_who_drags_somebody_out_of_a_foes_reach_is_struck_at() -> None:
    ours = side(someone("Anna", position=[0, 0]), someone("Bert", position=[0, 0], conditions=["asleep"]))
    for dice, x in (("d20=2", (-150, -100)), ("d20=18 d6=6 d6=2", (0, 0))):
        scene = scripted(
            versus(ours, someone("Orc", position=[5, 0], damage="2d6" if x == (0, 0) else "1d6")),
            OURS_FIRST + dice,
            ["Anna: drag Bert", *(["Anna: pass act"] if x[0] else [])],
            until="Orc: act",
        )
        assert scene.one("declared", "fourfold.melee.free-attack").who == "Orc"
        assert (scene["Anna"].x, scene["Bert"].x) == x


@pytest.mark.clause("fourfold.action.move")
def test_a_move_is_up_to_the_rate_and_the_main_action_may_be_another() -> None:
    scene = apart(100)
    assert refused(scene, "Anna: go 31 0") == "fourfold.action.move"
    assert refused(scene, "Anna: go 30 0") == ""
    scene = apart(100, "Anna: go 30 0", "Anna: go 60 0", until="Orc: act")
    assert scene["Anna"].x == 600
    assert refused(scene, "Anna: go 61 0") == "fourfold.action.move"
    assert refused(scene, "Anna: use notice") == "fourfold.action.main"


@pytest.mark.clause("fourfold.action.move")
def test_humans_go_30_feet_in_any_armour() -> None:
    anna = adventurer("Anna", gear=["plate mail"], position=[0, 0])
    scene = scripted(versus(anna, someone("Orc", position=[90, 0])), OURS_FIRST, until="Anna: act")
    assert refused(scene, "Anna: go 30 0") == ""
    assert refused(scene, "Anna: go 31 0") == "fourfold.action.move"


@pytest.mark.clause("fourfold.action.move")
@pytest.mark.parametrize("ground", [{"bad ground": True}, {"water": "in"}])
def test_half_in_bad_ground_and_in_water(ground: dict[str, Any]) -> None:
    scene = scripted(
        versus(someone("Anna", position=[0, 0]), someone("Orc", position=[90, 0]), **ground),
        OURS_FIRST,
        until="Anna: act",
    )
    assert refused(scene, "Anna: go 15 0") == ""
    assert refused(scene, "Anna: go 16 0") == "fourfold.action.move"


@pytest.mark.clause("fourfold.action.move")
def test_half_when_crawling() -> None:
    scene = apart(90, conditions=["prone"])
    assert refused(scene, "Anna: go 15 0") == ""
    assert refused(scene, "Anna: go 16 0") == "fourfold.action.move"


@pytest.mark.clause("fourfold.action.on-turn")
@pytest.mark.parametrize("conditions", [[], ["prone"]])
def test_quick_things_are_left_when_both_actions_are_spent(conditions: list[str]) -> None:
    anna = adventurer("Anna", gear=["sword", "dagger"], conditions=conditions, position=[0, 0])
    said = ["Anna: go 10 0", "Anna: use notice", "Anna: draw dagger"]
    fight = versus(anna, someone("Orc", position=[90, 0]))
    scene = scripted(fight, OURS_FIRST + "2d6=1,1", said, until="Orc: act")
    assert scene.one("move", "fourfold.action.on-turn").who == "Anna"


@pytest.mark.clause("fourfold.action.unsplit")
def test_a_move_is_not_split_round_a_main_action() -> None:
    scene = apart(15, "Anna: go 10 0", "Anna: strike Orc", dice="d20=2", until=lambda f: f.who[0].attacks_made == 1)  # type: ignore[arg-type]
    assert scene["Anna"].moved == 100
    assert refused(scene, "Anna: go 10 20") == "fourfold.action.unsplit"


@pytest.mark.clause("fourfold.action.unsplit")
def test_nor_is_a_routine_split_round_a_move() -> None:
    bear = someone("Bear", monster="bear", hp=20, position=[0, 0])
    scene = scripted(
        versus(bear, side(someone("Anna", hp=90, position=[5, 0]), someone("Bert", hp=90, position=[10, 0]))),
        OURS_FIRST + "d20=2",
        ["Bear: strike Anna", "Bear: go 5 5"],
        until=lambda f: f.who[0].x == 50,
    )
    assert refused(scene, "Bear: strike Bert") == "fourfold.action.unsplit"


@pytest.mark.clause("fourfold.action.on-turn")
def test_drawing_a_readied_thing_costs_nothing() -> None:
    anna = adventurer("Anna", gear=["small bow", "short sword"])
    scene = scripted(
        versus(anna, someone("Orc", hp=30)), OURS_FIRST + "d20=2", ["Anna: draw short sword", "Anna: strike Orc"]
    )
    assert scene.one("move", "fourfold.action.on-turn").who == "Anna"
    assert scene.one("miss", who="Anna")
    assert refused(scene, "Anna: draw short sword") == "fourfold.action.on-turn"  # in hand already


@pytest.mark.clause("fourfold.action.instant")
def test_dropping_a_thing_is_instant_and_picking_it_up_a_move() -> None:
    anna = adventurer("Anna", gear=["mace"])
    scene = scripted(versus(anna, someone("Orc", hp=30)), OURS_FIRST, ["Anna: drop"], until="Anna: act")
    scene = scripted(
        versus(anna, someone("Orc", hp=30)), OURS_FIRST + "d20=15 d2=1", ["Anna: drop", "Anna: strike Orc"]
    )
    assert scene.one("move", "fourfold.action.instant").who == "Anna"
    assert refused(scene, "Anna: drop") == "fourfold.action.instant"
    assert refused(scene, "Anna: pick-up") == ""


@pytest.mark.clause("fourfold.action.instant")
def test_who_may_answer_a_deed_is_asked_the_side_with_the_initiative_first() -> None:
    """Two sides have held; the orc's own side is not asked, and of the others the one that goes before the rest."""
    sides = [side(someone(name, hp=30), players=name == "Bert") for name in ("Anna", "Bert", "Orc")]
    scene = scripted(versus(*sides), "d8=6 d8=8 d8=1", ["Bert: hold", "Anna: hold"], until="Bert: react")
    assert [e.who for e in scene.events("declared", "fourfold.action.hold")] == ["Bert", "Anna"]
    scene.play("d20=2 d20=3 d20=4", ["Bert: strike Orc", "Anna: strike Orc"])
    assert scene.one("declared", "fourfold.action.instant").who == "Orc"
    assert [e.who for e in scene.events("miss")] == ["Bert", "Anna", "Orc"]


@pytest.mark.clause("fourfold.action.list")
def test_going_prone_standing_up_picking_up_and_reloading() -> None:
    anna = adventurer("Anna", gear=["crossbow"], position=[0, 0])
    orc = someone("Orc", position=[90, 0], hp=90)
    scene = scripted(
        versus(anna, orc), OURS_FIRST + "d20=2", ["Anna: shoot Orc", "Anna: lie", "Orc: pass act"], until="round 2"
    )
    assert scene["Anna"].conditions >> PRONE & 1
    assert refused(scene, "Anna: shoot Orc") == "fourfold.action.list"
    assert refused(scene, "Anna: lie") == "fourfold.action.list"
    scene.play("", ["Anna: stand", "Anna: reload", "Orc: pass act"], until="round 3")
    assert scene.one("condition-off", "fourfold.action.list").who == "Anna"
    assert scene.one("declared", "fourfold.action.list").who == "Anna"
    assert refused(scene, "Anna: reload") == "fourfold.action.list"
    assert refused(scene, "Anna: stand") == "fourfold.action.list"
    assert refused(scene, "Anna: pick-up") == "fourfold.action.list"
    scene.play("", ["Anna: drop", "Anna: pick-up", "Anna: pass act", "Orc: pass act"], until="round 4")
    assert scene.one("move", "fourfold.action.list").who == "Anna"
    assert scene["Anna"].hand == 0


@pytest.mark.clause("fourfold.skill.check")
def test_a_skill_is_used_with_2d6_against_8() -> None:
    thief = adventurer("Pim", "thief", DEX=14)
    scene = scripted(versus(thief, someone("Orc")), OURS_FIRST + "2d6=3,3", ["Pim: use sneak"])
    told = scene.one("check", "fourfold.skill.check")
    assert (told.value, told.was, told.because) == (6 + 1 + 1, 8, {"Sneak": 2})
    unskilled = scripted(versus(thief, someone("Orc")), OURS_FIRST + "2d6=3,3", ["Pim: use exert"])
    assert unskilled.one("check", "fourfold.skill.check").value == 6 - 1


# --- in and out of melee


@pytest.mark.clause("fourfold.melee.free-attack")
def test_leaving_a_foes_reach_gives_it_an_attack() -> None:
    scene = apart(5, "Anna: go -20 0", "Anna: pass act", dice="d20=15 d6=3", until="Orc: act")
    assert scene.one("declared", "fourfold.melee.free-attack").who == "Orc"
    assert (scene["Anna"].hp, scene["Anna"].x) == (8 - 3, -200)
    assert scene["Orc"].fourfold.spent_actions == 0  # it costs nothing
    felled = apart(5, "Anna: go -20 0", dice="d20=15 d6=6", until="", hp=6)
    assert felled["Anna"].x == 0


@pytest.mark.clause("fourfold.melee.free-attack")
def test_not_of_the_unarmed_nor_by_moving_within_reach() -> None:
    anna = someone("Anna", position=[0, 0])
    bare = adventurer("Fist", position=[5, 0])
    scene = scripted(versus(anna, bare), OURS_FIRST, ["Anna: go -20 0", "Anna: pass act"], until="Fist: act")
    assert not scene.events("declared", "fourfold.melee.free-attack")
    beside = apart(5, "Anna: go 0 5", "Anna: pass act", until="Orc: act")
    assert not beside.events("declared", "fourfold.melee.free-attack")
    left = apart(5, "Anna: go -20 0", "Anna: pass act", dice="d20=2", until="Orc: act")
    assert left.one("declared", "fourfold.melee.free-attack").other == "Anna"


@pytest.mark.clause("fourfold.melee.free-attack")
def test_from_ten_feet_off_a_long_weapon_is_left_freely() -> None:
    pike = adventurer("Pike", gear=["pike"], position=[10, 0])
    scene = scripted(
        versus(someone("Anna", position=[0, 0]), pike),
        OURS_FIRST,
        ["Anna: go -20 0", "Anna: pass act"],
        until="Pike: act",
    )
    assert not scene.events("declared", "fourfold.melee.free-attack")
    near = adventurer("Pike", gear=["pike"], position=[5, 0])
    scene = scripted(versus(someone("Anna", position=[0, 0]), near), OURS_FIRST + "d20=2", ["Anna: go -20 0"])
    assert scene.one("declared", "fourfold.melee.free-attack").who == "Pike"


@pytest.mark.clause("fourfold.action.withdrawal")
def test_a_fighting_withdrawal_first_and_nobody_strikes() -> None:
    scene = apart(5, "Anna: withdraw", "Anna: go -20 0", until="Orc: act")
    assert scene.one("declared", "fourfold.action.withdrawal").who == "Anna"
    assert scene["Anna"].x == -200
    assert not scene.events("declared", "fourfold.melee.free-attack")
    assert refused(apart(30), "Anna: withdraw") == "fourfold.action.withdrawal"


# --- spells


def caster(**keys: object) -> dict[str, object]:
    return adventurer("Mirel", "magic-user", spells=["magic missile", "light"], **keys)


@pytest.mark.clause("fourfold.action.cast")
def test_hurt_before_it_is_done_the_spell_is_wasted() -> None:
    scene = scripted(
        versus(caster(), someone("Orc")),
        OURS_FIRST + "d20=15 d6=1",
        ["Mirel: cast magic missile at Orc", "Orc: strike Mirel"],
        until=lambda f: f.who[0].fourfold.spent_actions > 0,
    )
    assert scene.one("lost", "fourfold.action.cast").who == "Mirel"
    assert scene["Mirel"].spells[0] == -1
    assert refused(scene, "Mirel: use notice") == "fourfold.action.main"


@pytest.mark.clause("fourfold.action.cast")
def test_not_if_hurt_already_this_round() -> None:
    scene = scripted(versus(caster(), someone("Orc")), THEIRS_FIRST + "d20=15 d6=1", until="Mirel: act")
    assert refused(scene, "Mirel: cast magic missile at Orc") == "fourfold.action.cast"
    missed = scripted(versus(caster(), someone("Orc")), THEIRS_FIRST + "d20=5", until="Mirel: act")
    assert refused(missed, "Mirel: cast magic missile at Orc") == ""


@pytest.mark.clause("fourfold.action.cast")
def test_a_free_hand() -> None:
    def why_not(*gear: str) -> str:
        scene = scripted(versus(caster(gear=list(gear)), someone("Orc")), OURS_FIRST, until="Mirel: act")
        return refused(scene, "Mirel: cast magic missile at Orc")

    assert why_not("mace", "shield") == "fourfold.action.cast"
    assert why_not("mace") == ""
    assert why_not("staff") == ""
    assert why_not("shield") == ""


# --- further refusals


@pytest.mark.clause("fourfold.action.move")
def test_where_one_can_not_go() -> None:
    near = apart(5)
    assert refused(near, "Anna: approach Orc") == "fourfold.action.move"
    assert refused(near, "Anna: away") == "fourfold.action.move"  # there is no way out
    assert refused(near, "Anna: rise 5") == "fourfold.action.move"
    free = scripted(
        versus(side(someone("Anna", position=[0, 0]), way_out=True), someone("Orc", position=[6, 0])),
        OURS_FIRST,
        until="Anna: act",
    )
    assert refused(free, "Anna: away") == ""
    assert refused(free, "Anna: approach Orc") == ""


@pytest.mark.clause("fourfold.action.list")
def test_there_are_seven_skills() -> None:
    scene = apart(5)
    ask, use = Question(0, 0, 0, 0), scene.book.kinds.index("use")
    assert [scene.refused(ask, Answer(use, -1, n)) for n in range(7)] == [None] * 7
    why_not = scene.refused(ask, Answer(use, -1, 7))
    assert why_not is not None
    assert why_not.clause == "fourfold.action.list"


@pytest.mark.clause("fourfold.action.main")
def test_only_the_downed_are_dragged() -> None:
    scene = scripted(versus(side(someone("Anna"), someone("Bert")), someone("Orc")), OURS_FIRST, until="Anna: act")
    assert refused(scene, "Anna: drag Bert") == "fourfold.action.main"
    assert refused(scene, "Anna: drag Orc") == "fourfold.action.main"


@pytest.mark.clause("fourfold.action.main")
def test_where_no_foe_is_left_nobody_is_dragged_away() -> None:
    """Bert lies dying, so that it is not over yet."""
    ours = side(adventurer("Anna", gear=["mace"]), adventurer("Bert", hp=1))
    fight = versus(ours, someone("Orc", hp=1, frail=True))
    scene = scripted(fight, THEIRS_FIRST + "d20=15 d6=2", ["Orc: strike Bert"], until="Anna: act")
    assert refused(scene, "Anna: drag Bert") == ""
    scene.play("d20=15 d6=2", ["Anna: strike Orc"], until="round 2")
    assert not scene["Orc"].in_fight
    assert refused(scene, "Anna: drag Bert") == "fourfold.action.main"


@pytest.mark.clause("affray.limit")
def test_a_fight_stops_after_200_rounds() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), until=lambda f: True)
    assert scene.fight.last_round == 200
    scene.fight.round = 200
    scene.play(until="over")
    assert scene.one("end", "affray.limit").was == 200


def test_flyers_drop_stones_as_in_the_classic_book() -> None:
    harpy = someone("Harpy", monster="harpy", hp=9, gear=["3 stone"], position=[0, 0, 20])
    scene = scripted(
        versus(side(harpy), someone("Anna", position=[0, 0, 0])),
        OURS_FIRST + "d20=20 d20=16 d6=3",
        ["Harpy: bomb Anna"],
    )
    assert scene["Anna"].hp == 8 - 3
    assert scene.one("hit", "classic.attack.bombing").who == "Harpy"


def test_a_spell_of_the_table_is_told_with_its_target() -> None:
    scene = scripted(versus(caster(), someone("Orc", hp=30)), OURS_FIRST + "d6=3", ["Mirel: cast magic missile at Orc"])
    assert scene["Orc"].hp == 30 - 4


def test_monsters_make_all_their_attacks_in_one_main_action() -> None:
    bear = someone("Bear", monster="bear", hp=20)
    scene = scripted(versus(bear, someone("Anna", hp=90)), OURS_FIRST + "d20=2 d20=2 d20=2", until="Anna: act")
    assert len(scene.events("miss", who="Bear")) == 3
    assert scene["Bear"].fourfold.spent_actions & 1


@pytest.mark.clause("fourfold.action.on-turn")
def test_a_readied_weapon_may_be_drawn_after_a_blow() -> None:
    anna = adventurer("Anna", gear=["long sword", "dagger"], position=[0, 0])
    orc = someone("Orc", position=[5, 0], hp=30)
    scene = scripted(versus(anna, orc), OURS_FIRST + "d20=2", ["Anna: strike Orc"], until="Anna: act")
    assert refused(scene, "Anna: draw dagger") == ""
    assert scene.why_not("Anna: draw long sword") == Refused(
        "fourfold.action.on-turn", "{who} has that in hand already"
    )


def hp_after_passing(aside: int, dice: str) -> int:
    """Anna goes 30 feet past an Orc who stands so far aside of her way."""
    orcs = side(someone("Orc", position=[10, aside]), someone("Far", position=[90, 0]))
    anna = adventurer("Anna", position=[0, 0], hp=9)
    scene = scripted(versus(anna, orcs), OURS_FIRST + dice, ["Anna: go 30 0"], until="Anna: act")
    assert scene["Anna"].x == 300
    return scene["Anna"].hp


@pytest.mark.clause("fourfold.melee.free-attack")
def test_who_passes_within_five_feet_is_struck() -> None:
    assert hp_after_passing(6, "") == 9
    assert hp_after_passing(5, "d20=19 d6=1") == 9 - 1


@pytest.mark.clause("fourfold.melee.free-attack")
def test_who_falls_in_passing_lies_there() -> None:
    anna = adventurer("Anna", position=[0, 0], hp=1)
    orcs = side(someone("Orc", position=[10, 5]), someone("Far", position=[90, 0]))
    scene = scripted(versus(anna, orcs), OURS_FIRST + "d20=19 d6=1", ["Anna: go 30 0"])
    assert not scene["Anna"].able
    assert scene["Anna"].x == 50  # 5 feet before it is beside the Orc


@pytest.mark.clause("classic.move.way")
def test_an_able_foe_in_the_way_stops_a_charge_and_a_walk() -> None:
    theirs = side(someone("Block", position=[15, 0]), someone("Orc", position=[40, 0]))
    scene = scripted(versus(someone("Anna", position=[0, 0]), theirs), OURS_FIRST, until="Anna: act")
    assert refused(scene, "Anna: charge Orc") == "classic.move.way"
    assert refused(scene, "Anna: go 25 0") == "classic.move.way"
