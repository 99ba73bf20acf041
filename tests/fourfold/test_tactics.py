"""Tactics: each answers differently from `first` somewhere, and they use what makes the book itself."""

from __future__ import annotations

from typing import Any

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, Scene, adventurer, scripted, side, someone, versus

from affray.engine.verbs import Question
from affray.engine.vocabulary import DYING, PRONE
from affray.rules import get

BOOK = get("fourfold")


def says(scene: Scene, who: str, ask: str = "act", other: str = "", value: int = 0) -> str:
    """What its tactic would answer now."""
    number = scene.number(who)
    q = Question(BOOK.asks.index(ask), number, scene.number(other or who), value)
    return BOOK.say_answer(scene.fight, scene.roster, q, BOOK.decide(scene.fight, q))


def in_turn(tactic: str, ours: list[Any], theirs: list[Any], who: str = "Anna", dice: str = "", **keys: Any) -> Scene:
    """At the first question of Anna's turn, who has the initiative."""
    sides = side(*ours, tactic=tactic, way_out=True), side(*theirs)
    return scripted(versus(*sides, **keys), OURS_FIRST + dice, until=f"{who}: act")


def band() -> list[Any]:
    return [someone("Orc", hp=8), someone("Ork", hp=2), someone("Boss", hp=30, hd="4")]


@pytest.mark.parametrize(
    ("tactic", "answer"),
    [("first", "strike Orc"), ("nearest", "strike Orc"), ("weakest", "strike Ork"), ("strongest", "strike Boss")],
)
def test_whom_they_strike(tactic: str, answer: str) -> None:
    assert says(in_turn(tactic, [someone("Anna")], band()), "Anna") == answer


def test_nearest_goes_to_the_nearest() -> None:
    ours, theirs = (
        [someone("Anna", position=[0, 0])],
        [someone("Orc", position=[30, 0]), someone("Ork", position=[20, 0])],
    )
    assert says(in_turn("first", ours, theirs), "Anna") == "approach Orc"
    assert says(in_turn("nearest", ours, theirs), "Anna") == "approach Ork"


def test_a_draining_touch_is_worth_a_way_where_no_weapon_hurts() -> None:
    """A wight takes no harm from another's claws and is drained all the same; an orc's sword is of no use to it."""
    foe = someone("Dead", monster="wight", hp=9, position=[20, 0])
    for kind, answer in (("wight", "approach Dead"), ("orc", "pass")):
        ours = [someone("Anna", monster=kind, hp=9, position=[0, 0])]
        assert says(in_turn("nearest", ours, [foe]), "Anna") == answer


@pytest.mark.parametrize(
    ("tactic", "answer"), [("first", "strike Orc"), ("focus", "strike Ork"), ("spread", "strike Orc")]
)
def test_focus_strikes_where_others_struck_and_spread_where_not(tactic: str, answer: str) -> None:
    scene = in_turn(tactic, [someone("Bert"), someone("Anna")], band()[:2], "Bert")
    scene.play("d20=2", ["Bert: strike Ork", "Bert: pass act"], until="Anna: act")
    assert says(scene, "Anna") == answer


def test_spread_strikes_where_nobody_has() -> None:
    scene = in_turn("spread", [someone("Bert"), someone("Anna")], band()[:2], "Bert")
    scene.play("d20=2", ["Bert: strike Orc", "Bert: pass act"], until="Anna: act")
    assert says(scene, "Anna") == "strike Ork"


def test_protect_strikes_at_who_threatens_a_caster_and_screens_it() -> None:
    mage = adventurer("Mirel", "magic-user", spells=["sleep"], position=[0, 5])
    ours = [adventurer("Anna", gear=["mace"], position=[0, 0]), mage]
    theirs = [someone("Orc", position=[5, -5], hp=30), someone("Ork", position=[0, 10], hp=30)]
    assert says(in_turn("first", ours, theirs), "Anna") == "strike Orc"
    scene = in_turn("protect", ours, [someone("Orc", position=[5, -5], hp=30), someone("Ork", position=[5, 5], hp=30)])
    assert says(scene, "Anna") == "strike Ork"
    scene.play("d20=2", ["Anna: strike Ork"], until="Mirel: act")
    assert scene.one("declared", "fourfold.action.screen").other == "Mirel"


def test_cautious_withdraws_fighting_when_badly_hurt() -> None:
    hurt = someone("Anna", hp=2, max_hp=8)
    scene = in_turn("cautious", [hurt, someone("Bert")], band())
    assert says(scene, "Anna") == "withdraw"
    assert says(in_turn("nearest", [hurt, someone("Bert")], band()), "Anna") == "strike Orc"
    scene.play("", until="Bert: act")
    assert scene.one("move", "fourfold.action.withdrawal").who == "Anna"
    cornered = side(hurt, someone("Bert"), tactic="cautious")
    trapped = scripted(versus(cornered, someone("Orc")), OURS_FIRST, until="Anna: act")
    assert says(trapped, "Anna") == "defend"


def test_random_and_whim_differ_from_first() -> None:
    for tactic in ("random", "whim"):
        scene = in_turn(tactic, [someone("Anna")], band())
        found = set()
        for number in range(30):
            scene.fight.guessed = number
            found.add(says(scene, "Anna"))
        assert len(found) > 1, tactic


# --- what makes the book itself


def test_a_charge_for_what_a_walk_does_not_reach_and_two_moves_for_what_neither_does() -> None:
    ours = [someone("Anna", position=[0, 0])]
    assert says(in_turn("nearest", ours, [someone("Orc", position=[36, 0])]), "Anna") == "charge Orc"
    assert says(in_turn("nearest", ours, [someone("Orc", position=[35, 0])]), "Anna") == "approach Orc"
    scene = in_turn("nearest", ours, [someone("Orc", position=[90, 0])])
    scene.play("", until="Orc: act")
    assert [e.value for e in scene.events("move", "fourfold.action.move")] == [300, 300]
    assert scene["Anna"].x == 600


def test_up_from_the_ground_first() -> None:
    scene = in_turn("nearest", [someone("Anna", conditions=["prone"])], band())
    assert says(scene, "Anna") == "stand"
    scene.play("d20=2", until="Orc: act")
    assert not scene["Anna"].conditions >> PRONE & 1


def test_a_dying_friend_is_walked_up_to_and_stabilised() -> None:
    ours = side(
        someone("Bert", hp=6, position=[0, 0]),
        adventurer("Odo", "cleric", gear=["mace"], position=[-30, 0]),
        tactic="nearest",
    )
    orc = side(someone("Orc", hp=30, position=[5, 0]))
    scene = scripted(versus(ours, orc), THEIRS_FIRST + "d20=15 d6=6", ["Orc: strike Bert", "Orc: pass act"], "Odo: act")
    assert says(scene, "Odo") == "approach Bert"
    scene.play("2d6=6,6", until="round 2")
    assert scene.one("check", "fourfold.damage.stabilise").who == "Odo"
    assert scene["Bert"].fourfold.frail


def test_the_sleeping_are_executed_when_nobody_disturbs_it() -> None:
    asleep = someone("Orc", conditions=["asleep"], position=[5, 0])
    scene = in_turn("nearest", [someone("Anna", position=[0, 0])], [asleep, someone("Ork", position=[60, 0])])
    assert says(scene, "Anna") == "execute Orc"
    scene = in_turn("first", [someone("Anna", position=[0, 0])], [asleep, someone("Ork", position=[60, 0])])
    assert says(scene, "Anna") == "strike Orc"


def test_the_unaware_are_executed_from_a_prepared_ambush() -> None:
    ours = side(adventurer("Anna", gear=["small bow"], position=[0, 0]), ambush="prepared", tactic="nearest")
    scene = scripted(versus(ours, side(someone("Orc", position=[40, 0]), surprised=True)), until="Anna: act")
    assert says(scene, "Anna") == "execute Orc"


@pytest.mark.clause("fourfold.action.snap")
def test_a_snap_attack_at_who_casts_and_at_who_would_fall() -> None:
    mage = adventurer("Mirel", "magic-user", spells=["magic missile"])
    ours = side(someone("Anna"), tactic="nearest")
    scene = scripted(versus(ours, side(mage, tactic="nearest")), THEIRS_FIRST + "d20=14 d6=1", until="Anna: act")
    assert scene.one("declared", "fourfold.action.snap").other == "Mirel"
    assert scene.one("lost", "fourfold.action.cast").who == "Mirel"
    skilled = side(someone("Anna", bonus=2), tactic="nearest")
    weak = scripted(versus(skilled, someone("Orc", hp=3)), THEIRS_FIRST + "d20=12 d6=3")
    assert weak.one("declared", "fourfold.action.snap").other == "Orc"
    less = side(someone("Anna", bonus=1), tactic="nearest")
    unlikely = scripted(versus(less, someone("Orc", hp=3)), THEIRS_FIRST + "d20=2")
    assert not unlikely.events("declared", "fourfold.action.snap")
    strong = scripted(versus(skilled, someone("Orc", hp=4)), THEIRS_FIRST + "d20=2")
    assert not strong.events("declared", "fourfold.action.snap")


@pytest.mark.clause("fourfold.action.defence")
def test_total_defence_where_two_points_turn_the_blow() -> None:
    def defends(die: int, damage: str, hp: int = 6, tactic: str = "nearest") -> bool:
        ours = side(someone("Anna", hp=hp), tactic=tactic)
        made = scripted(versus(ours, someone("Orc", hp=30)), THEIRS_FIRST + f"d20={die} {damage}", until="Anna: act")
        return bool(made.events("declared", "fourfold.action.defence"))

    assert defends(11, "")
    assert not defends(12, "d6=1")  # 12 hits 12
    assert not defends(9, "")  # a miss without shock
    assert not defends(11, "d6=1", hp=7)  # that can't fell her
    assert defends(11, "", hp=7, tactic="cautious")


@pytest.mark.clause("fourfold.action.defence")
def test_total_defence_against_shock_that_would_fell() -> None:
    axe = adventurer("Orc", gear=["war axe"])
    for hp, defends in ((3, True), (4, False)):
        ours = side(someone("Anna", hp=hp, fourfold_ac=15), tactic="nearest")
        scene = scripted(versus(ours, axe), THEIRS_FIRST + "d20=2", until="Anna: act")
        assert bool(scene.events("declared", "fourfold.action.defence")) is defends
        assert scene["Anna"].hp == (3 if defends else 1)


def test_a_hand_is_made_free_for_a_spell() -> None:
    cleric = adventurer("Odo", "cleric", level=2, gear=["mace", "shield"], spells=["cure light wounds"])
    scene = in_turn("nearest", [cleric, someone("Bert", hp=1, max_hp=8)], band(), "Odo")
    assert says(scene, "Odo") == "put weapon away"
    scene.play("d6=3", until="Bert: act")
    assert scene["Bert"].hp == 1 + 4


def test_every_tactic_ends_a_fight() -> None:
    for tactic in BOOK.tactics:
        sides = side(someone("Anna"), someone("Bert"), tactic=tactic), side(*band(), tactic=tactic)
        scene = scripted(versus(*sides, rounds=30), until=lambda f: True)
        scene.fight.observer = None
        BOOK.fight(scene.fight)
        assert scene.over


def test_sleep_is_not_aimed_at_the_dying() -> None:
    mirel = adventurer("Mirel", "magic-user", spells=["sleep"], position=[0, 0])
    orcs = [someone("Orc", position=[60, 0]), someone("Ork", position=[60, 5]), someone("Urk", position=[60, 10])]
    scene = in_turn("nearest", [mirel], orcs, "Mirel")
    assert says(scene, "Mirel") == "cast sleep at Orc"
    scene["Orc"].conditions |= 1 << DYING
    assert says(scene, "Mirel") == "cast sleep at Ork"
