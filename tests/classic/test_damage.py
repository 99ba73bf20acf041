"""Damage of the classic book, clause by clause: how much, to whom, and what happens at 0."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Said, Scene, scripted, side, someone, versus

from affray.engine.vocabulary import ASLEEP

VARIABLE = {"damage.variable": "on"}
MELEE = {  # each weapon's own die
    "battle axe": 8,
    "club": 4,
    "dagger": 4,
    "hand axe": 6,
    "lance": 6,
    "mace": 6,
    "pole arm": 10,
    "short sword": 6,
    "silver dagger": 4,
    "spear": 6,
    "staff": 4,
    "sword": 8,
    "torch": 4,
    "two-handed sword": 10,
    "war hammer": 6,
}
BOWS = {"crossbow": 6, "long bow": 6, "short bow": 6, "sling": 4}
MISSILES = BOWS | {"dagger": 4, "hand axe": 6, "javelin": 4, "spear": 6}
SLOW = ("battle axe", "pole arm", "staff", "two-handed sword", "crossbow")


def fighter(*gear: str, **keys: Any) -> Group:
    return someone("Anna", cls="fighter", gear=list(gear), **({"STR": 10} | keys))


def blow(anna: Group, damage: str, options: dict[str, str] | None = None, **orc: Any) -> Said:
    """Anna hits the orc, and the damage falls as given."""
    orc = {"hp": 30} | orc
    first = "d20=2 " if set(anna["Anna"].get("gear", ())) & set(SLOW) else ""  # the orc's, before slow weapons
    fight = versus(anna, someone("Orc", **orc))
    return scripted(fight, OURS_FIRST + first + f"d20=20 {damage}", options=options).one("damage", who="Anna")


def shot(anna: Group, damage: str, options: dict[str, str] | None = None) -> Said:
    """Anna stands 20 feet away and hits the orc, which stands too."""
    fight = versus(anna, someone("Orc", hp=30), distance=20)
    return scripted(fight, OURS_FIRST + f"d20=20 {damage}", ["Anna: pass move"], options=options).one("damage")


# --- classic.damage.character


@pytest.mark.parametrize("weapon", MELEE)
@pytest.mark.clause("classic.damage.character")
def test_any_weapon_of_a_character_deals_1d6(weapon: str) -> None:
    dealt = blow(fighter(weapon), "d6=6")
    assert (dealt.clause, dealt.value, dealt.because) == ("classic.damage.character", 6, {})


@pytest.mark.parametrize("weapon", MISSILES)
@pytest.mark.clause("classic.damage.character")
def test_any_missile_of_a_character_deals_1d6(weapon: str) -> None:
    dealt = shot(fighter(weapon), "d6=5")
    assert (dealt.clause, dealt.value) == ("classic.damage.character", 5)


@pytest.mark.parametrize(("strength", "modifier"), [(3, -3), (5, -2), (8, -1), (13, 1), (17, 2), (18, 3)])
@pytest.mark.clause("classic.damage.character")
def test_strength_adds_in_melee(strength: int, modifier: int) -> None:
    dealt = blow(fighter("sword", STR=strength), "d6=5")
    assert (dealt.because, dealt.value) == ({"STR": modifier}, 5 + modifier)


@pytest.mark.parametrize("weapon", ["short bow", "sling", "spear", "dagger"])
@pytest.mark.clause("classic.damage.character")
def test_strength_adds_nothing_to_missiles_thrown_ones_included(weapon: str) -> None:
    dealt = shot(fighter(weapon, STR=18), "d6=5")
    assert dealt.value == 5
    assert "STR" not in dealt.because


# --- classic.damage.variable


@pytest.mark.parametrize("weapon", MELEE)
@pytest.mark.clause("classic.damage.variable", "classic.damage.character")
def test_by_option_each_weapon_has_its_own_die(weapon: str) -> None:
    sides = MELEE[weapon]
    dealt = blow(fighter(weapon, STR=16), f"d{sides}={sides}", VARIABLE)
    assert (dealt.clause, dealt.value, dealt.because) == ("classic.damage.variable", sides + 2, {"STR": 2})
    assert blow(fighter(weapon, STR=16), "d6=6").dice == ((6, 6),)


@pytest.mark.parametrize("weapon", MISSILES)
@pytest.mark.clause("classic.damage.variable")
def test_missiles_too(weapon: str) -> None:
    sides = MISSILES[weapon]
    dealt = shot(fighter(weapon), f"d{sides}={sides}", VARIABLE)
    assert (dealt.clause, dealt.value) == ("classic.damage.variable", sides)


# --- classic.damage.monster


@pytest.mark.parametrize("option", ["on", "off"])
@pytest.mark.clause("classic.damage.monster")
def test_a_monster_deals_what_its_description_says(option: str) -> None:
    fight = versus(someone("Anna", hp=20), {"Ogre": {"monster": "ogre", "hp": 9}})
    options = {"damage.variable": option}
    dealt = scripted(fight, THEIRS_FIRST + "d20=20 d10=10", options=options).one("damage")
    assert (dealt.clause, dealt.value) == ("classic.damage.monster", 10)
    fight = versus(someone("Anna"), {"Lizard": {"monster": "lizard man", "hp": 9, "gear": ["two-handed sword"]}})
    dealt = scripted(fight, THEIRS_FIRST + "d20=2 d20=20 d6=3", options=options).one("damage")
    assert dealt.value == 3 + 1


def gargoyle(dice: str, answers: list[str]) -> Scene:
    fight = versus(side(someone("Anna", hp=30), someone("Bert")), {"Gargoyle": {"monster": "gargoyle", "hp": 20}})
    return scripted(fight, THEIRS_FIRST + dice, answers, until=lambda f: f.turn > 0)


@pytest.mark.clause("classic.damage.monster")
def test_each_of_its_attacks_has_its_own_roll_and_its_own_damage() -> None:
    scene = gargoyle("d20=20 d3=2 d20=2 d20=20 d6=6 d20=20 d4=3", [])
    assert [e.kind for e in scene.events() if e.kind in ("hit", "miss")] == ["hit", "miss", "hit", "hit"]
    assert [e.value for e in scene.events("damage", "classic.damage.monster")] == [2, 6, 3]


@pytest.mark.clause("classic.damage.monster")
def test_and_a_foe_of_its_own() -> None:
    answers = ["Gargoyle: strike Bert", "Gargoyle: strike Anna", "Gargoyle: strike Bert", "Gargoyle: strike Anna"]
    scene = gargoyle("d20=20 d3=1 d20=20 d3=2 d20=20 d6=3 d20=20 d4=4", answers)
    assert [(e.other, e.value) for e in scene.events("damage")] == [("Bert", 1), ("Anna", 2), ("Bert", 3), ("Anna", 4)]


FULL_ROUND = ("classic.damage.monster", "{who} has no such attack left this round")


@pytest.mark.clause("classic.damage.monster")
def test_one_way_or_the_other_but_not_both() -> None:
    fight = versus(someone("Anna", hp=30), {"Minotaur": {"monster": "minotaur", "hp": 20}})
    scene = scripted(fight, THEIRS_FIRST, until="Minotaur: strike")
    assert scene.why_not("Minotaur: strike Anna") is None
    assert scene.why_not("Minotaur: strike Anna with weapon") is None
    scene.play("d20=20 d6=1", ["Minotaur: strike Anna"], until=lambda f: f.who[1].attacks_made == 1)
    assert scene.why_not("Minotaur: strike Anna in way 1") == FULL_ROUND
    scene.play("d20=20 d6=2", until=lambda f: f.who[1].acted)
    assert [e.value for e in scene.events("damage")] == [1, 2]  # gore and bite


@pytest.mark.clause("classic.damage.monster")
def test_the_other_way_is_one_blow_of_1d6_and_2() -> None:
    fight = versus(someone("Anna", hp=30), {"Minotaur": {"monster": "minotaur", "hp": 20}})
    answers = ["Minotaur: strike Anna with weapon"]
    scene = scripted(fight, THEIRS_FIRST + "d20=20 d6=1", answers, until=lambda f: f.turn > 0)
    assert scene.one("damage").value == 1 + 2


@pytest.mark.clause("classic.damage.monster")
def test_who_has_one_attack_has_no_second_way() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: strike")
    assert scene.why_not("Anna: strike Orc in way 1") == FULL_ROUND


# --- classic.damage.minimum


@pytest.mark.clause("classic.damage.minimum")
def test_a_hit_deals_at_least_one_however_weak_the_arm() -> None:
    weak = fighter("sword", STR=3)  # -3
    assert [blow(weak, f"d6={die}").value for die in (1, 2, 3, 4, 5)] == [1, 1, 1, 1, 2]
    assert blow(weak, "d6=1").because == {"STR": -3, "a hit deals at least 1": 3}
    assert blow(weak, "d6=3").because == {"STR": -3, "a hit deals at least 1": 1}
    assert blow(weak, "d6=4").because == {"STR": -3}


@pytest.mark.clause("classic.damage.minimum")
def test_so_does_a_kobold_with_1d4_less_1() -> None:
    kobolds = {"Kobold": {"monster": "kobold", "hp": 2, "count": 3}}
    dice = THEIRS_FIRST + "d20=20 d4=1 d20=20 d4=2 d20=20 d4=3"
    scene = scripted(versus(someone("Anna"), kobolds), dice, until=lambda f: f.turn > 0)
    assert [e.value for e in scene.events("damage", "classic.damage.monster")] == [1, 1, 2]


# --- classic.damage.unarmed


@pytest.mark.parametrize("option", ["on", "off"])
@pytest.mark.clause("classic.damage.unarmed")
def test_bare_hands_deal_1d2_and_strength(option: str) -> None:
    dealt = blow(fighter(STR=13), "d2=2", {"damage.variable": option})
    assert (dealt.clause, dealt.value, dealt.because) == ("classic.damage.unarmed", 2 + 1, {"STR": 1})


@pytest.mark.clause("classic.damage.unarmed")
def test_who_has_a_weapon_may_use_its_hands_instead() -> None:
    fight = versus(fighter("sword", "dagger", STR=17), someone("Orc"))
    dealt = scripted(fight, OURS_FIRST + "d20=20 d2=1", ["Anna: draw unarmed"]).one("damage")
    assert (dealt.clause, dealt.value) == ("classic.damage.unarmed", 1 + 2)


# --- classic.damage.subdual

NOT_BLUNT = ("classic.damage.subdual", "only a blunt weapon subdues")


@pytest.mark.clause("classic.damage.subdual")
def test_only_blunt_weapons_and_bare_hands_subdue() -> None:
    blunt = []
    for weapon in (*MELEE, "unarmed"):
        scene = scripted(versus(fighter(weapon), someone("Orc")), OURS_FIRST, until="melee")
        assert scene.why_not("Anna: strike Orc") is None
        why = scene.why_not("Anna: strike Orc to subdue")
        assert why in (None, NOT_BLUNT)
        blunt += [weapon] if why is None else []
    assert blunt == ["club", "mace", "staff", "war hammer", "unarmed"]


def beaten(hp: int, blows: str, *answers: str, orc: dict[str, Any] | None = None) -> Scene:
    """Anna and Bert, with maces, strike an orc with so many hit points in this way, one after the other."""
    ours = side(someone("Anna", gear=["mace"]), someone("Bert", gear=["mace"]))
    fight = versus(ours, side(someone("Orc", **({"hp": hp} | (orc or {}))), someone("Grub")))
    scene = scripted(fight, OURS_FIRST, until="melee")
    return scene.play(blows, answers, until=lambda f: f.turn > 0)


@pytest.mark.clause("classic.damage.subdual")
def test_a_sling_subdues_and_no_other_missile() -> None:
    fight = versus(someone("Anna", gear=["sling"]), someone("Orc", hp=5), distance=30)
    answers = ["Anna: pass move", "Anna: shoot Orc to subdue"]
    scene = scripted(fight, OURS_FIRST + "d20=20 d6=4", answers, until="Orc: move")
    assert scene.one("damage", "classic.damage.subdual").value == 4
    assert (scene["Orc"].hp, scene["Orc"].subdual_damage) == (5, 4)
    for weapon in "short bow", "spear":
        fight = versus(someone("Anna", gear=[weapon]), someone("Orc"), distance=30)
        scene = scripted(fight, OURS_FIRST, ["Anna: pass move"], until="Anna: shoot")
        assert scene.why_not("Anna: shoot Orc to subdue") == NOT_BLUNT


@pytest.mark.clause("classic.damage.subdual")
def test_subdual_is_kept_apart_from_real_damage() -> None:
    scene = beaten(8, "d20=20 d6=3 d20=20 d6=4", "Anna: strike Orc to subdue", "Bert: strike Orc")
    subdued, real = scene.events("damage")
    assert (subdued.clause, subdued.value, subdued.was) == ("classic.damage.subdual", 3, 8)
    assert (real.clause, real.value, real.was) == ("classic.damage.monster", 4, 8)
    assert (scene["Orc"].hp, scene["Orc"].subdual_damage, scene["Orc"].in_fight) == (4, 3, True)


@pytest.mark.parametrize(("die", "gives_up"), [(4, False), (5, True), (6, True)])
@pytest.mark.clause("classic.damage.subdual")
def test_at_0_it_surrenders_and_is_not_dead(die: int, gives_up: bool) -> None:
    answers = ["Anna: strike Orc to subdue", "Bert: strike Grub"]
    scene = beaten(5, f"d20=20 d6={die} d20=2", *answers)
    assert [e.other for e in scene.events("surrendered", "classic.damage.subdual")] == ["Orc"] * gives_up
    assert scene.events("dead") == []
    assert (scene["Orc"].hp, scene["Orc"].in_fight) == (5, not gives_up)


@pytest.mark.parametrize("first", ["Anna", "Bert"])
@pytest.mark.parametrize(("second", "gives_up"), [(3, False), (4, True)])
@pytest.mark.clause("classic.damage.subdual")
def test_0_is_reached_by_both_kinds_together(first: str, second: int, gives_up: bool) -> None:
    how = {"Anna": "strike Orc to subdue", "Bert": "strike Orc"}
    order = [] if first == "Anna" else ["Anna: after Bert"]
    dice = f"d20=20 d6=4 d20=20 d6={second}"
    scene = beaten(8, dice, *order, f"Anna: {how['Anna']}", f"Bert: {how['Bert']}")
    assert len(scene.events("surrendered", "classic.damage.subdual")) == gives_up
    assert scene.events("dead") == []


@pytest.mark.clause("classic.damage.subdual", "classic.damage.death")
def test_real_damage_to_0_kills_whatever_else_it_has_suffered() -> None:
    scene = beaten(5, "d20=20 d6=4 d20=20 d6=5", "Anna: strike Orc to subdue", "Bert: strike Orc")
    assert scene.one("dead", "classic.damage.death").other == "Orc"
    assert scene.events("surrendered") == []


@pytest.mark.clause("classic.damage.subdual")
def test_it_is_announced_before_the_roll_and_a_miss_is_a_miss() -> None:
    scene = beaten(5, "d20=2 d20=20 d6=1", "Anna: strike Orc to subdue", "Bert: strike Orc to subdue")
    assert scene.one("damage", "classic.damage.subdual").who == "Bert"
    assert scene["Orc"].subdual_damage == 1


@pytest.mark.clause("classic.damage.subdual", "classic.condition.end")
def test_a_sleeper_wakes_from_it() -> None:
    answers = ["Anna: strike Orc to subdue", "Bert: strike Grub"]
    scene = beaten(5, "d6=1 d20=2", *answers, orc={"conditions": ["asleep"]})
    assert scene.one("damage", "classic.damage.subdual").value == 1
    assert scene["Orc"].conditions >> ASLEEP & 1 == 0


@pytest.mark.clause("classic.damage.subdual", "classic.monster.immunity")
def test_what_a_weapon_can_not_hurt_it_can_not_subdue() -> None:
    fight = versus(someone("Anna", gear=["mace"]), {"Gargoyle": {"monster": "gargoyle", "hp": 3}})
    scene = scripted(fight, OURS_FIRST + "d20=20 d6=6", ["Anna: strike Gargoyle to subdue"])
    dealt = scene.one("damage", "classic.damage.subdual")
    assert (dealt.value, dealt.because) == (0, {"immune": -6})
    assert scene["Gargoyle"].in_fight


# --- classic.damage.death


@pytest.mark.clause("classic.damage.death")
def test_0_hit_points_is_dead() -> None:
    for die, left in ((4, 1), (5, 0), (6, -1)):
        scene = beaten(5, f"d20=20 d6={die} d20=2", "Anna: strike Orc", "Bert: strike Grub")
        assert scene["Orc"].hp == left
        assert [e.other for e in scene.events("dead", "classic.damage.death")] == ["Orc"] * (left <= 0)
