"""Attacks of the classic book, clause by clause. The tables of THAC0 are in test_tables.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Said, Scene, scripted, side, someone, versus

from affray.rules.shared.attack import hits_ascending, hits_descending


def blow(natural: int, anna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **place: Any) -> Said:
    """Anna strikes first, with THAC0 19 at AC 9, and misses; the roll as it was told."""
    fight = versus(someone("Anna", **(anna or {})), someone("Orc", **(orc or {})), **place)
    return scripted(fight, OURS_FIRST + f"d20={natural}").one("miss")


def shot(natural: int, anna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, **place: Any) -> Said:
    """Anna stands, shoots from 60 feet and misses: medium range, to which nothing is added."""
    anna = {"gear": ["short bow"]} | (anna or {})
    fight = versus(someone("Anna", **anna), someone("Orc", **(orc or {})), **{"distance": 60, **place})
    return scripted(fight, OURS_FIRST + f"d20={natural}", ["Anna: pass move"]).one("miss")


# --- classic.attack.roll


@pytest.mark.parametrize(("strength", "modifier"), [(3, -3), (5, -2), (8, -1), (13, 1), (17, 2), (18, 3)])
@pytest.mark.clause("classic.attack.roll")
def test_strength_changes_the_roll_in_melee(strength: int, modifier: int) -> None:
    attack = blow(5, {"STR": strength, "DEX": 18})
    assert attack.dice == ((20, 5),)
    assert attack.because == {"STR": modifier}
    assert attack.value == 5 + modifier


@pytest.mark.parametrize(("dexterity", "modifier"), [(3, -3), (5, -2), (8, -1), (13, 1), (17, 2), (18, 3)])
@pytest.mark.clause("classic.attack.roll")
def test_dexterity_changes_the_roll_with_missiles(dexterity: int, modifier: int) -> None:
    attack = shot(5, {"DEX": dexterity, "STR": 18})
    assert attack.because == {"DEX": modifier, "medium range": 0}
    assert attack.value == 5 + modifier


@pytest.mark.clause("classic.attack.roll", "classic.missile.range", "classic.missile.cover")
def test_range_and_cover_count_with_missiles() -> None:
    attack = shot(5, {"DEX": 16}, {"cover": "half"}, distance=30)
    assert attack.because == {"DEX": 2, "short range": 1, "cover": -2}
    assert attack.value == 5 + 2 + 1 - 2


# --- classic.attack.descending, classic.attack.ascending

ASCENDING = {"attack.form": "ascending"}


@pytest.mark.parametrize(("thac0", "ac", "needed"), [(19, 9, 10), (19, 2, 17), (15, 6, 9), (13, -3, 16), (20, 9, 11)])
@pytest.mark.clause("classic.attack.descending")
def test_the_needed_total_is_thac0_less_the_armour_class(thac0: int, ac: int, needed: int) -> None:
    attack = blow(needed - 1, {"thac0": thac0}, {"ac": ac})
    assert (attack.kind, attack.clause) == ("miss", "classic.attack.descending")
    scene = scripted(
        versus(someone("Anna", thac0=thac0), someone("Orc", ac=ac)),
        dice=OURS_FIRST + f"d20={needed} d6=1",
        until="Orc: strike",
    )
    hit = scene.one("hit")
    assert (hit.value, hit.was) == (needed, ac)


@pytest.mark.parametrize(("bonus", "aac", "needed"), [(0, 10, 10), (0, 17, 17), (4, 13, 9), (6, 22, 16), (-1, 10, 11)])
@pytest.mark.clause("classic.attack.ascending")
def test_total_and_bonus_reach_the_ascending_armour_class(bonus: int, aac: int, needed: int) -> None:
    attack = blow(needed - 1, {"bonus": bonus}, {"aac": aac}, options=ASCENDING)
    assert (attack.kind, attack.clause) == ("miss", "classic.attack.ascending")
    scene = scripted(
        versus(someone("Anna", bonus=bonus), someone("Orc", aac=aac)),
        dice=OURS_FIRST + f"d20={needed} d6=1",
        until="Orc: strike",
        options=ASCENDING,
    )
    hit = scene.one("hit")
    assert (hit.value, hit.was) == (needed, aac)


@pytest.mark.clause("classic.attack.descending", "classic.attack.ascending")
def test_descending_unless_the_table_says_ascending() -> None:
    assert blow(5).clause == "classic.attack.descending"
    assert blow(5, options=ASCENDING).clause == "classic.attack.ascending"


def test_both_forms_agree_on_every_armour_level_and_total() -> None:
    for thac0 in range(1, 21):
        for ac in range(-20, 20):
            for total in range(-20, 41):
                assert hits_descending(thac0, total, ac) == hits_ascending(thac0, total, ac) == (total >= thac0 - ac)


# --- classic.attack.natural


@pytest.mark.clause("classic.attack.natural")
@pytest.mark.parametrize("form", ["descending", "ascending"])
def test_a_natural_twenty_always_hits(form: str) -> None:
    scene = scripted(
        versus(someone("Anna", thac0=20), someone("Orc", ac=-9, hp=6)),
        dice=OURS_FIRST + "d20=20 d6=4",
        until="Orc: strike",
        options={"attack.form": form},
    )
    assert scene.one("hit", "classic.attack.natural").who == "Anna"
    assert scene["Orc"].hp == 6 - 4


@pytest.mark.clause("classic.attack.natural")
@pytest.mark.parametrize("form", ["descending", "ascending"])
def test_a_natural_one_always_misses(form: str) -> None:
    attack = blow(1, {"thac0": 5, "STR": 18}, {"ac": 9}, options={"attack.form": form})
    assert (attack.kind, attack.clause, attack.value) == ("miss", "classic.attack.natural", 1 + 3)


# --- classic.attack.behind


def surrounded(dice: str, answers: list[str], until: str = "") -> Scene:
    """An orc with a shield (AC 6, from behind 7: THAC0 19 needs 13, or 12) that looks east to Anna, away from Bert."""
    ours = side(someone("Anna", position=[5, 0]), someone("Bert", position=[-5, 0]))
    return scripted(versus(ours, someone("Orc", ac=6, shield=1, position=[0, 0])), dice, answers, until)


@pytest.mark.clause("classic.attack.behind")
def test_the_shield_does_not_count_from_behind() -> None:
    scene = surrounded(OURS_FIRST + "d20=12 d20=12 d6=1", [], until="Orc: move")
    assert scene.one("miss", who="Anna").was == 6
    hit = scene.one("hit", who="Bert")
    assert (hit.was, hit.because) == (7, {"no shield from behind": 1})


@pytest.mark.clause("classic.attack.behind")
def test_one_in_melee_faces_a_foe_of_its_choice() -> None:
    answers = ["Orc: face Bert", "Orc: pass move", "Orc: pass strike"]
    scene = surrounded(THEIRS_FIRST + "d20=12 d6=1 d20=12", answers)
    assert scene.one("move", "classic.attack.behind").other == "Bert"
    assert scene.one("hit", who="Anna").because == {"no shield from behind": 1}
    assert scene.one("miss", who="Bert").was == 6


@pytest.mark.clause("classic.attack.behind")
def test_it_can_turn_once_a_round_and_not_to_whom_it_faces() -> None:
    scene = surrounded(THEIRS_FIRST, ["Orc: face Bert"], until="Orc: move")
    for foe in "Anna", "Bert":
        refused = scene.why_not(f"Orc: face {foe}")
        assert refused is not None
        assert refused.clause == "classic.attack.behind"


@pytest.mark.clause("classic.attack.behind")
def test_others_face_the_way_they_last_moved() -> None:
    ours = side(
        someone("Anna", gear=["short bow"], position=[-60, 0]), someone("Bert", gear=["short bow"], position=[140, 0])
    )
    scene = scripted(
        versus(ours, someone("Orc", ac=6, shield=1, position=[0, 0])),
        dice=THEIRS_FIRST + "d20=12 d6=1 d20=12",
        answers=["Orc: approach Bert", "Anna: pass move", "Bert: pass move"],
        until="round 2",
    )
    assert scene.one("hit", who="Anna").because == {"medium range": 0, "no shield from behind": 1}
    assert scene.one("miss", who="Bert").because == {"medium range": 0}


# --- classic.attack.blind


@pytest.mark.clause("classic.attack.blind")
def test_attackers_have_four_more_against_the_blind() -> None:
    attack = blow(5, orc={"conditions": ["blind"]})
    assert (attack.because, attack.value) == ({"blind": 4}, 5 + 4)
    attack = shot(5, orc={"conditions": ["blind"]})
    assert (attack.because, attack.value) == ({"medium range": 0, "blind": 4}, 5 + 4)


@pytest.mark.clause("classic.attack.blind")
def test_how_much_more_is_an_option() -> None:
    attack = blow(5, orc={"conditions": ["blind"]}, options={"blind.bonus": "2"})
    assert attack.because == {"blind": 2}


@pytest.mark.clause("classic.attack.blind")
def test_the_blind_cannot_attack() -> None:
    anna = someone("Anna", conditions=["blind"], gear=["short bow", "sword"])
    scene = scripted(versus(anna, someone("Orc"), distance=60), OURS_FIRST, until="missiles")
    assert scene.why_not("Anna: shoot Orc") == ("classic.attack.blind", "{who} is blind and can't attack")
    scene = scripted(versus(anna, someone("Orc")), OURS_FIRST + "d20=2", until="round 2")  # the orc's alone
    assert scene.why_not("Anna: strike Orc") == ("classic.attack.blind", "{who} is blind and can't attack")


# --- classic.attack.paralysed


@pytest.mark.parametrize("condition", ["paralysed", "asleep", "bound", "held"])
@pytest.mark.clause("classic.attack.paralysed")
def test_the_helpless_are_hit_without_a_roll(condition: str) -> None:
    scene = scripted(
        versus(someone("Anna", thac0=20), side(someone("Orc", ac=-9, conditions=[condition]), someone("Grub"))),
        dice=OURS_FIRST + "d6=3",
    )
    assert scene.one("hit", "classic.attack.paralysed").other == "Orc"
    assert scene.one("damage").value == 3


# --- classic.attack.unstable


@pytest.mark.parametrize("where", ["deck", "mount"])
@pytest.mark.clause("classic.attack.unstable")
def test_missiles_have_four_less_without_firm_footing(where: str) -> None:
    attack = shot(12, {"mount": "war horse"}) if where == "mount" else shot(12, deck=True)
    assert (attack.because, attack.value) == ({"medium range": 0, "no firm footing": -4}, 12 - 4)


def test_blows_have_not() -> None:
    assert blow(5, deck=True).because == {}


@pytest.mark.clause("classic.attack.unstable")
def test_no_spells_without_firm_footing_but_potions_work() -> None:
    anna = someone("Anna", cls="magic-user", spells=["sleep"], gear=["dagger", "healing potion"])
    scene = scripted(versus(anna, someone("Orc"), deck=True), OURS_FIRST, until="Anna: strike")
    assert scene.why_not("Anna: cast sleep") == ("classic.attack.unstable", "{who} has no firm footing for a spell")
    assert scene.why_not("Anna: drink") is None


# --- classic.attack.water


@pytest.mark.parametrize("water", ["in", "under"])
@pytest.mark.clause("classic.attack.water")
def test_four_less_in_water(water: str) -> None:
    attack = blow(12, water=water)
    assert (attack.because, attack.value) == ({"in water": -4}, 12 - 4)


@pytest.mark.clause("classic.attack.water")
def test_four_less_in_water_with_missiles_and_none_of_them_under_it() -> None:
    assert shot(12, water="in").because == {"medium range": 0, "in water": -4}
    archer = someone("Anna", gear=["short bow"])
    scene = scripted(versus(archer, someone("Orc"), distance=60, water="under"), OURS_FIRST, until="Anna: move")
    assert scene.why_not("Anna: shoot Orc") == ("classic.attack.water", "missiles fail under water")


@pytest.mark.parametrize(
    ("weapon", "dealt"),
    [("sword", 2), ("mace", 2), ("dagger", 5), ("short sword", 5), ("spear", 5), ("lance", 5), ("pole arm", 5)],
)
@pytest.mark.clause("classic.attack.water")
def test_half_damage_unless_the_weapon_thrusts(weapon: str, dealt: int) -> None:
    anna = someone("Anna", gear=[weapon])
    before = "d20=2 " if weapon == "pole arm" else ""  # it is slow: the orc strikes first, and misses
    scene = scripted(versus(anna, someone("Orc"), water="in"), OURS_FIRST + before + "d20=20 d6=5")
    assert scene.one("damage").value == dealt


def test_the_dwellers_of_water_suffer_none_of_it() -> None:
    anna = {"tags": ["aquatic"], "gear": ["sword"]}
    assert blow(5, anna, water="under").because == {}
    assert shot(5, {"tags": ["aquatic"]}, water="under").because == {"medium range": 0}
    scene = scripted(versus(someone("Anna", **anna), someone("Orc"), water="under"), OURS_FIRST + "d20=20 d6=5")
    assert scene.one("damage").value == 5


# --- classic.attack.bombing


def bomber(thing: str, height: int) -> dict[str, Any]:
    return someone("Roc", fly=300, thac0=1, gear=[thing], position=[0, 0, height])


@pytest.mark.parametrize(("thing", "dice", "dealt"), [("boulder", "2d6=1,4", 5), ("stone", "d6=4", 4)])
@pytest.mark.clause("classic.attack.bombing")
def test_what_a_flyer_drops_hits_on_sixteen_whatever_the_armour(thing: str, dice: str, dealt: int) -> None:
    orc = someone("Orc", ac=-9, position=[0, 0])
    drop = ["Roc: pass move", "Roc: drop Orc"]
    scene = scripted(versus(bomber(thing, 300), orc), OURS_FIRST + f"d20=16 {dice}", drop, until="Orc: move")
    assert scene.one("hit", "classic.attack.bombing").was == 16
    assert scene.one("damage", "classic.attack.bombing").value == dealt


@pytest.mark.parametrize("condition", ["paralysed", "asleep"])
@pytest.mark.clause("classic.attack.paralysed")
def test_what_is_dropped_hits_the_helpless_without_a_roll(condition: str) -> None:
    orc = side(someone("Orc", ac=-9, conditions=[condition], position=[0, 0]), someone("Grub", position=[60, 0]))
    drop = ["Roc: pass move", "Roc: drop Orc"]
    scene = scripted(versus(bomber("boulder", 300), orc), OURS_FIRST + "2d6=1,4", drop, until="Grub: move")
    assert scene.one("hit", "classic.attack.paralysed").other == "Orc"
    assert scene.one("damage", "classic.attack.bombing").value == 1 + 4
    assert scene["Orc"].hp == 8 - 5


@pytest.mark.clause("classic.attack.bombing")
def test_fifteen_misses_even_the_unarmoured() -> None:
    drop = ["Roc: pass move", "Roc: drop Orc"]
    orc = someone("Orc", ac=9, position=[10, 0])
    scene = scripted(versus(bomber("stone", 60), orc), OURS_FIRST + "d20=15", drop, until="Orc: move")
    assert scene.one("miss", "classic.attack.bombing").value == 15


@pytest.mark.parametrize(
    ("at", "height", "why"), [((0, 0), 301, "300 feet"), ((0, 0), 0, "above"), ((11, 0), 60, "above")]
)
@pytest.mark.clause("classic.attack.bombing")
def test_from_above_and_from_at_most_three_hundred_feet(at: tuple[int, int], height: int, why: str) -> None:
    fight = versus(bomber("stone", height), someone("Orc", position=list(at)))
    refused = scripted(fight, OURS_FIRST, until="Roc: move").why_not("Roc: drop Orc")
    assert refused is not None
    assert refused.clause == "classic.attack.bombing"
    assert why in refused.words
