"""Monsters of the classic book by nature: closing wounds, immunity, who is last, dives, hates, or shuns the light."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Said, Scene, scripted, side, someone, versus

from affray.engine.state import NOBODY
from affray.engine.vocabulary import NAMES


def anna(**keys: Any) -> dict[str, Any]:
    return someone("Anna", **{"hp": 50, **keys})


# --- classic.monster.regeneration

HELD = {"monster": "troll", "conditions": ["constrained"]}  # it can't act, but a blow needs its roll: THAC0 19 − 4 = 15
IDLE = "Anna: pass strike"


def wounded(hp: int = 30, dealt: str = "d6=6", gear: list[str] | None = None, until: str = "round 2") -> Scene:
    """Anna hits the troll in round 1."""
    theirs = side(someone("Troll", hp=hp, **HELD), someone("Log", conditions=["constrained"]))
    return scripted(versus(anna(gear=gear or ["sword"]), theirs), OURS_FIRST + f"d20=15 {dealt}", until=until)


def idle(scene: Scene, rounds: int) -> None:
    for _ in range(rounds):
        scene.play(OURS_FIRST, [IDLE], until=f"round {scene.fight.round + 1}")


@pytest.mark.clause("classic.monster.regeneration")
def test_three_hit_points_a_round_from_the_third_after_it_was_hurt() -> None:
    """Hurt in round 1: rounds 2 and 3 pass, round 4 is the third; never above the full 30."""
    scene = wounded()
    idle(scene, rounds=2)
    assert not scene.events("heal")
    idle(scene, rounds=3)
    healed = scene.events("heal", "classic.monster.regeneration")
    assert [(e.round, e.value, e.was) for e in healed] == [(4, 3, 24), (5, 3, 27)]
    assert scene["Troll"].hp == 30


@pytest.mark.clause("classic.monster.regeneration")
def test_not_above_the_full_hit_points() -> None:
    scene = wounded(dealt="d6=4")
    idle(scene, rounds=4)
    assert [e.value for e in scene.events("heal", "classic.monster.regeneration")] == [3, 1]


@pytest.mark.clause("classic.monster.regeneration")
def test_a_new_wound_starts_the_count_again() -> None:
    scene = wounded()
    idle(scene, rounds=1)
    scene.play(OURS_FIRST + "d20=15 d6=1", until="round 4")
    idle(scene, rounds=2)
    assert not scene.events("heal")
    idle(scene, rounds=1)
    assert scene.one("heal", "classic.monster.regeneration").round == 6


@pytest.mark.clause("classic.monster.regeneration")
def test_at_nought_it_falls_and_rises_again() -> None:
    """From −2: three rounds after the blow it is at 1."""
    scene = wounded(hp=4)
    fallen = scene.one("down", "classic.monster.regeneration")
    assert (fallen.other, fallen.value) == ("Troll", -2)
    assert "unconscious" in conditions(scene)
    assert not scene.events("dead")
    idle(scene, rounds=3)
    assert scene.one("heal").round == 4
    assert scene["Troll"].hp == 1
    assert scene.one("condition-off", "classic.monster.regeneration").round == 4
    assert "unconscious" not in conditions(scene)


@pytest.mark.clause("classic.monster.regeneration")
def test_deep_below_nought_it_takes_longer() -> None:
    scene = wounded(hp=1)  # −5
    idle(scene, rounds=3)
    assert scene["Troll"].hp == -2
    assert "unconscious" in conditions(scene)
    idle(scene, rounds=1)
    assert scene.one("condition-off", "classic.monster.regeneration").round == 5


def conditions(scene: Scene) -> set[str]:
    return {name for n, name in enumerate(NAMES) if scene["Troll"].conditions >> n & 1}


def felled(gear: list[str], answers: tuple[str, ...] = (), until: str = "round 2") -> Scene:
    """Anna fells a troll that is alone, in the first round."""
    fight = versus(anna(gear=gear), someone("Troll", hp=4, **HELD))
    return scripted(fight, OURS_FIRST + "d20=15 d6=4", answers, until=until)


@pytest.mark.clause("classic.monster.regeneration")
def test_a_lone_troll_that_is_left_alone_rises() -> None:
    """At 0 in round 1, 3 at the end of round 4. Only Anna stands to roll for initiative."""
    scene = felled(["sword"])
    assert not scene.events("end")
    for number in (3, 4, 5):
        scene.play("d6=1", [IDLE], until=f"round {number}")
    assert scene.one("condition-off", "classic.monster.regeneration").round == 4
    assert scene["Troll"].hp == 3


@pytest.mark.clause("classic.monster.regeneration", "affray.idle")
def test_a_lone_troll_is_held_down_by_blows_and_loses_after_ten_rounds() -> None:
    scene = felled(["sword"])
    scene.play("d6=1 d6=1 " * 10, ["Anna: strike Troll"] * 10, until="over")
    assert (scene.one("end", "affray.idle").value, scene.fight.round) == (0, 11)
    assert not scene.events("dead")


@pytest.mark.clause("classic.monster.regeneration")
def test_winners_with_fire_burn_a_fallen_troll() -> None:
    scene = felled(["sword", "2 oil flask"], until="over")
    assert scene.one("dead", "classic.monster.regeneration").other == "Troll"
    assert scene.one("end", "affray.end").value == 0
    assert sum(left for left in scene["Anna"].kit_left if left > 0) == 2 - 1


@pytest.mark.clause("classic.monster.regeneration")
def test_a_spell_of_fire_is_used_up_by_it() -> None:
    mage = someone("Mage", cls="magic-user", level=5, hp=9, spells=["fireball"])
    scene = scripted(
        versus(side(anna(gear=["sword"]), mage), someone("Troll", hp=4, **HELD)),
        OURS_FIRST + "d20=15 d6=4",
        ["Mage: pass declare"],
        until="over",
    )
    assert scene.one("dead", "classic.monster.regeneration").who == "Mage"
    assert set(scene["Mage"].spells) == {NOBODY}


@pytest.mark.clause("classic.monster.regeneration", "affray.end")
def test_where_nobody_stands_the_side_wins_whose_troll_will_rise() -> None:
    fight = versus(anna(hp=1), someone("Troll", hp=4, monster="troll"), options={"initiative.tie": "simultaneous"})
    scene = scripted(fight, "d6=3 d6=3 d20=15 d6=4 d20=19 d6=6", until="over")
    assert scene.one("end", "affray.end").value == 1


@pytest.mark.clause("classic.damage.death")
def test_fire_kills_it() -> None:
    scene = wounded(hp=4, dealt="d6=4", gear=["torch"])
    assert scene.one("dead", "classic.damage.death").other == "Troll"
    assert not scene.events("down")


@pytest.mark.clause("classic.monster.regeneration", "classic.damage.death")
def test_fire_kills_the_fallen() -> None:
    """They are struck without a roll."""
    scene = wounded(hp=4, gear=["sword", "torch"])
    scene.play(OURS_FIRST + "d6=1", ["Anna: draw torch", "Anna: strike Troll"], until="round 3")
    assert scene.one("dead", "classic.damage.death").other == "Troll"
    idle(scene, rounds=3)
    assert not scene.events("heal")


@pytest.mark.clause("classic.monster.regeneration", "classic.condition.burning")
def test_the_flames_of_a_flask_kill_the_fallen_too() -> None:
    """Oil deals 1d8 when it hits and 1d8 in the next round; between the two a sword brings the troll down."""
    ours = side(anna(gear=["oil flask"], position=[10, 0]), someone("Bert", position=[5, 0]))
    log = someone("Log", position=[0, 0], conditions=["constrained"])
    theirs = side(someone("Troll", hp=8, position=[0, 0], **HELD), log)
    first = ["Anna: pass move", "Anna: shoot Troll", "Bert: strike Troll"]
    second = ["Anna: pass move", "Bert: pass strike", "Anna: pass strike"]
    scene = scripted(
        versus(ours, theirs),
        OURS_FIRST + "d20=14 d8=4 d20=15 d6=5 " + OURS_FIRST + "d8=1",
        first + second,
        until="round 3",
    )
    assert scene.one("down", "classic.monster.regeneration").round == 1
    assert (scene.one("dead").other, scene.one("dead").round) == ("Troll", 2)


# --- classic.monster.immunity


def blow(monster: str, weapon: str, shown: int = 5) -> Said:
    """Anna hits with it, whatever the armour, and deals this on her die."""
    fight = versus(anna(gear=[weapon], saves="2/2/2/2/2"), someone("It", monster=monster, hp=50))
    saves = "d20=20 " if monster == "mummy" else ""  # against the sight of it
    return scripted(fight, OURS_FIRST + saves + f"d20=20 d6={shown}").one("damage", who="Anna")


NOTHING, HALF = "immune", "halved by nature"


@pytest.mark.clause("classic.monster.immunity")
@pytest.mark.parametrize("monster", ["shadow", "gargoyle", "wight", "werewolf", "wraith", "mummy"])
def test_steel_does_nothing_to_them(monster: str) -> None:
    damage = blow(monster, "sword")
    assert (damage.value, damage.because) == (0, {NOTHING: -5})


@pytest.mark.clause("classic.monster.immunity")
@pytest.mark.parametrize("monster", ["shadow", "gargoyle", "mummy"])
def test_nor_does_silver_to_some(monster: str) -> None:
    assert blow(monster, "silver dagger").because == {NOTHING: -5}


@pytest.mark.clause("classic.monster.immunity")
@pytest.mark.parametrize("monster", ["wight", "werewolf"])
def test_silver_hurts_others(monster: str) -> None:
    damage = blow(monster, "silver dagger")
    assert (damage.value, damage.because) == (5, {})
    assert blow(monster, "dagger").value == 0


@pytest.mark.clause("classic.monster.immunity")
@pytest.mark.parametrize("monster", ["shadow", "gargoyle", "wight", "werewolf", "wraith"])
def test_magic_hurts_them_in_full(monster: str) -> None:
    damage = blow(monster, "sword +1")
    assert (damage.value, damage.because) == (6, {"magic weapon": 1})
    assert blow(monster, "sword").value == 0


@pytest.mark.clause("classic.monster.immunity")
@pytest.mark.parametrize(
    ("monster", "weapon", "shown", "dealt"),
    [("wraith", "silver dagger", 5, 2), ("wraith", "silver dagger", 6, 3), ("mummy", "torch", 5, 2)],
)
def test_where_the_notes_say_half_half(monster: str, weapon: str, shown: int, dealt: int) -> None:
    damage = blow(monster, weapon, shown)
    assert (damage.value, damage.because) == (dealt, {HALF: dealt - shown})


@pytest.mark.clause("classic.monster.immunity")
def test_magic_hurts_a_mummy_by_half() -> None:
    damage = blow("mummy", "sword +1")
    assert (damage.value, damage.because) == (3, {"magic weapon": 1, HALF: -3})


@pytest.mark.clause("classic.monster.immunity")
def test_half_of_a_hit_is_still_at_least_one() -> None:
    damage = blow("mummy", "torch", shown=1)
    assert (damage.value, damage.because) == (1, {HALF: 0})


@pytest.mark.clause("classic.monster.immunity")
def test_claws_are_neither_silver_nor_magic() -> None:
    fight = versus(someone("Bear", monster="black bear"), someone("It", monster="gargoyle"))
    scene = scripted(fight, OURS_FIRST + "d20=20 d3=3 d20=2 d20=2")
    assert scene.one("damage", who="Bear").because == {NOTHING: -3}


@pytest.mark.clause("classic.monster.immunity")
def test_spells_are_magic_and_burning_oil_is_not() -> None:
    mage = someone("Mage", cls="magic-user", spells=["magic missile"], gear=["oil flask"], position=[20, 0])
    fight = versus(mage, someone("It", monster="gargoyle", hp=50, position=[0, 0]))
    scene = scripted(fight, OURS_FIRST + "d6=4", ["Mage: cast magic missile"])
    assert scene.one("damage").value == 5
    shoot = ["Mage: pass declare", "Mage: pass move"]
    scene = scripted(fight, OURS_FIRST + "d20=20 d8=4", shoot)
    assert scene.one("damage").because == {NOTHING: -4}
    assert not scene.events("condition-on")  # nor does it go on burning


# --- classic.monster.last


@pytest.mark.clause("classic.monster.last")
def test_a_zombie_strikes_after_everybody_else_even_with_the_initiative() -> None:
    fight = versus(anna(), side(someone("Zombie", monster="zombie"), someone("Orc", monster="orc")))
    scene = scripted(fight, THEIRS_FIRST + "d20=2 d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == ["Orc", "Anna", "Zombie"]
    assert scene.one("round", "classic.monster.last").who == "Zombie"


@pytest.mark.clause("classic.monster.last", "classic.initiative.slow")
@pytest.mark.parametrize(("dice", "order"), [(OURS_FIRST, ["Anna", "Zombie"]), (THEIRS_FIRST, ["Zombie", "Anna"])])
def test_with_the_slow_weapons_in_the_order_of_initiative(dice: str, order: list[str]) -> None:
    fight = versus(anna(gear=["two-handed sword"]), someone("Zombie", monster="zombie"))
    scene = scripted(fight, dice + "d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == order
    assert {e.clause for e in scene.events("round")} >= {"classic.monster.last", "classic.initiative.slow"}


# --- classic.monster.daylight, classic.monster.dive, classic.monster.hatred


def first_miss(monster: str, shown: int, whom: dict[str, Any] | None = None, **place: Any) -> Said:
    fight = versus(whom or anna(), someone("It", monster=monster), **place)
    return scripted(fight, THEIRS_FIRST + f"d20={shown}").one("miss", who="It")


@pytest.mark.clause("classic.monster.daylight")
@pytest.mark.parametrize("monster", ["orc", "goblin"])
def test_one_less_in_full_daylight(monster: str) -> None:
    miss = first_miss(monster, 10, daylight=True)  # THAC0 19 against AC 9: a bare 10 would hit
    assert (miss.value, miss.because) == (9, {"daylight": -1})


def test_none_less_without_it_and_none_for_others() -> None:
    assert first_miss("orc", 9).because == {}
    assert first_miss("orc", 9, outdoors=True).because == {}
    assert first_miss("hobgoblin", 8, daylight=True).because == {}


@pytest.mark.clause("classic.monster.dive")
def test_two_more_for_the_first_dive_and_only_for_that() -> None:
    fight = versus(anna(), someone("Stirge", monster="stirge"))
    scene = scripted(fight, THEIRS_FIRST + "d20=7 d20=2 " + THEIRS_FIRST + "d20=9")
    first, second = scene.events("miss", who="Stirge")
    assert (first.value, first.because) == (9, {"first dive": 2})
    assert (second.value, second.because) == (9, {})


@pytest.mark.clause("classic.monster.hatred")
@pytest.mark.parametrize("human", [anna(), anna(cls="fighter", ac=9), anna(monster="bandit", ac=9)])
def test_berserkers_have_two_more_against_humans(human: dict[str, Any]) -> None:
    miss = first_miss("berserker", 6, human)  # THAC0 18 against AC 9
    assert (miss.value, miss.because) == (8, {"old hatred": 2})


@pytest.mark.parametrize("other", [anna(cls="dwarf", ac=9), anna(monster="orc", ac=9), anna(monster="skeleton", ac=9)])
def test_and_not_against_others(other: dict[str, Any]) -> None:
    assert first_miss("berserker", 8, other).because == {}


def test_nobody_else_hates() -> None:
    assert first_miss("bandit", 8).because == {}
