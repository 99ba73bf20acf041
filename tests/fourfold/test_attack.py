"""Attacks: the roll, skills and attributes, natural rolls, advantage, range, contact, cover."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from fourfold.people import OURS_FIRST, Scene, adventurer, scripted, side, someone, versus, why

from affray.engine.dice import distribution, parse


def chance(needed: int) -> Fraction:
    """Of a d20 to show so much, by the distribution of the die."""
    return sum((p for face, p in distribution(parse("1d20")).items() if face >= needed), Fraction(0))


def guard_and_fighter(dice: str, **keys: Any) -> Scene:
    """The fighter of the book: level 4, +1 STR, a spear, against armour class 14."""
    fighter = adventurer("Fighter", level=4, STR=14, gear=["broad spear"], **keys)
    return scripted(versus(fighter, someone("Guard", fourfold_ac=14, hp=20)), dice=OURS_FIRST + dice)


@pytest.mark.clause("fourfold.attack.roll")
def test_the_fighter_of_the_book_has_plus_six_and_hits_at_65_per_cent() -> None:
    scene = guard_and_fighter("d20=8 d8=1")
    told = scene.one("hit", "fourfold.attack.roll")
    assert why(scene) == {"attack bonus": 4, "attribute": 1, "skill": 1}
    assert (told.value, told.was) == (8 + 6, 14)
    assert guard_and_fighter("d20=7").one("miss", "fourfold.attack.roll").value == 13
    assert chance(14 - 6) == Fraction(65, 100)


@pytest.mark.clause("fourfold.attack.untrained")
def test_the_same_fighter_untrained_has_plus_three_and_50_per_cent() -> None:
    scene = guard_and_fighter("d20=11 d8=1", stab=-1)
    told = scene.one("hit", "fourfold.attack.roll")
    assert why(scene) == {"attack bonus": 4, "attribute": 1, "untrained": -2}
    assert told.value == 11 + 3
    assert guard_and_fighter("d20=10", stab=-1).one("miss", "fourfold.attack.roll").value == 13
    assert chance(14 - 3) == Fraction(50, 100)


@pytest.mark.clause("fourfold.attack.untrained")
def test_what_being_untrained_costs_is_an_option() -> None:
    scene = scripted(
        versus(adventurer("Mage", "magic-user", gear=["dagger"]), someone("Orc")),
        dice=OURS_FIRST + "d20=9",
        options={"untrained.penalty": "5"},
    )
    assert why(scene) == {"untrained": -5}


@pytest.mark.clause("fourfold.attack.roll")
def test_a_foes_printed_bonus_is_all_of_it() -> None:
    orc = someone("Orc", attack_bonus=3, STR=18, stab=2)
    scene = scripted(versus(orc, someone("Guard")), dice=OURS_FIRST + "d20=7 d6=1")
    assert why(scene) == {"attack bonus": 3}


@pytest.mark.clause("fourfold.attack.roll")
def test_thrown_weapons_use_stab_or_shoot_whichever_is_better() -> None:
    for stab, shoot in ((2, 0), (0, 2)):
        thrower = adventurer("Anna", gear=["axe"], stab=stab, shoot=shoot, position=[0, 0])
        scene = scripted(
            versus(thrower, someone("Orc", position=[10, 0])), OURS_FIRST + "d20=15 d6=1", ["Anna: shoot Orc"]
        )
        assert why(scene)["skill"] == 2


@pytest.mark.clause("fourfold.attack.attribute")
def test_the_weapon_says_which_attribute() -> None:
    def bonus(weapon: str, **scores: Any) -> int:
        scene = scripted(
            versus(adventurer("Anna", gear=[weapon], **scores), someone("Orc", hp=30)), OURS_FIRST + "d20=2"
        )
        return why(scene).get("attribute", 0)

    assert bonus("mace", STR=18, DEX=14) == 2
    assert bonus("mace", STR=10, DEX=18) == 0
    assert bonus("short sword", STR=10, DEX=18) == 2  # S/D: the better
    assert bonus("short sword", STR=14, DEX=3) == 1


@pytest.mark.clause("fourfold.attack.attribute")
def test_bows_take_what_their_entry_says() -> None:
    for weapon, score in (("small bow", "DEX"), ("large bow", "STR"), ("sling", "DEX")):
        archer = adventurer("Anna", "fighter", gear=[weapon], position=[0, 0], **{score: 18})
        scene = scripted(versus(archer, someone("Orc", hp=30, position=[40, 0])), OURS_FIRST + "d20=2")
        assert why(scene)["attribute"] == 2


@pytest.mark.clause("fourfold.attack.natural")
def test_a_natural_20_hits_and_a_natural_1_misses() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", fourfold_ac=30)), OURS_FIRST + "d20=20 d6=2")
    assert scene["Orc"].hp == 8 - 2
    assert scene.one("hit", "fourfold.attack.natural").value == 20
    plain = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST + "d20=19 d6=2")
    assert plain.one("hit", "fourfold.attack.roll").value == 19
    scene = scripted(versus(someone("Anna", attack_bonus=20), someone("Orc")), OURS_FIRST + "d20=1")
    assert scene.one("miss", "fourfold.attack.natural").value == 21


@pytest.mark.clause("fourfold.attack.advantage")
@pytest.mark.parametrize(
    ("words", "dice", "shown"),
    [
        (["advantage"], "d20=3 d20=12", 12),
        (["disadvantage"], "d20=12 d20=3", 3),
        (["advantage", "disadvantage"], "d20=9", 9),
    ],
)
def test_advantage_is_the_referees_word(words: list[str], dice: str, shown: int) -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc", fourfold_ac=20)), OURS_FIRST, until="Anna: act")
    for word in words:
        scene.book.referee_command(scene.before or scene.fight, scene.roster, [word])
    assert scene.play(f"{dice} d20=2").one("miss", who="Anna").value == shown
    assert scene.fight.fourfold.advantage == 0


@pytest.mark.clause("fourfold.attack.advantage")
@pytest.mark.parametrize("first", [["advantage"], ["disadvantage", "Orc"]])
def test_advantage_for_one_leaves_that_for_another(first: list[str]) -> None:
    """Anna's is the next attack, the better of 3 and 12; the orc's own is the worse of 15 and 4."""
    then = ["disadvantage", "Orc"] if first == ["advantage"] else ["advantage"]
    scene = scripted(versus(someone("Anna"), someone("Orc", fourfold_ac=20)), OURS_FIRST, until="Anna: act")
    for words in (first, then):
        scene.book.referee_command(scene.before or scene.fight, scene.roster, words)
    scene.play("d20=3 d20=12 d20=15 d20=4")
    assert (scene.one("miss", who="Anna").value, scene.one("miss", who="Orc").value) == (12, 4)
    assert (scene.fight.fourfold.advantage, scene["Orc"].fourfold.advantage) == (0, 0)


@pytest.mark.clause("fourfold.ranged.range")
def test_short_long_and_beyond() -> None:
    def shot(far: int, dice: str) -> Scene:
        archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
        foe = someone("Orc", position=[far, 0])
        return scripted(versus(archer, foe), OURS_FIRST + dice, until="" if dice else "Anna: act")

    assert why(shot(50, "d20=2")) == {"attack bonus": 1}
    assert why(shot(51, "d20=2")) == {"attack bonus": 1, "long range": -2}
    assert shot(300, "d20=2").one("miss").value == 2 + 1 - 2
    refused = shot(301, "").why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "fourfold.ranged.range"


@pytest.mark.clause("fourfold.ranged.range")
def test_who_has_nothing_to_shoot_shoots_nothing() -> None:
    scene = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: act")
    refused = scene.why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "fourfold.ranged.range"


@pytest.mark.clause("fourfold.ranged.contact")
def test_one_handed_with_a_penalty_two_handed_not_at_all() -> None:
    thrower = adventurer("Anna", gear=["dagger"], position=[0, 0])
    scene = scripted(versus(thrower, someone("Orc", position=[5, 0])), OURS_FIRST + "d20=2", ["Anna: shoot Orc"])
    assert why(scene)["a foe in contact"] == -4
    archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
    scene = scripted(versus(archer, someone("Orc", position=[5, 0])), OURS_FIRST, until="Anna: act")
    refused = scene.why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "fourfold.ranged.contact"
    scene = scripted(versus(archer, someone("Orc", position=[6, 0])), OURS_FIRST, until="Anna: act")
    assert scene.why_not("Anna: shoot Orc") is None


@pytest.mark.clause("fourfold.ranged.cover")
@pytest.mark.parametrize(("cover", "penalty"), [("quarter", 0), ("half", -2), ("three quarters", -4), ("slit", -4)])
def test_cover(cover: str, penalty: int) -> None:
    archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
    scene = scripted(
        versus(archer, someone("Orc", cover=cover, position=[30, 0]), options={"surprise": "off"}), OURS_FIRST + "d20=2"
    )
    assert why(scene).get("cover", 0) == penalty
    hidden = scripted(versus(archer, someone("Orc", cover="full", position=[30, 0])), OURS_FIRST, until="Anna: act")
    refused = hidden.why_not("Anna: shoot Orc")
    assert refused
    assert refused.clause == "fourfold.ranged.cover"


@pytest.mark.clause("fourfold.melee.prone")
def test_prone_targets_and_prone_attackers() -> None:
    lying = someone("Orc", conditions=["prone"], hp=30)
    scene = scripted(versus(someone("Anna"), lying), OURS_FIRST + "d20=2 d20=3")
    assert why(scene, "Anna") == {"prone and close": 2}
    assert why(scene, "Orc") == {"from the ground": -4}
    archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
    scene = scripted(versus(archer, someone("Orc", conditions=["prone"], position=[6, 0])), OURS_FIRST + "d20=2")
    assert why(scene)["prone and far off"] == -2


@pytest.mark.clause("fourfold.melee.reach")
def test_five_feet_and_ten_for_long_weapons() -> None:
    def why_not(weapon: str, far: int) -> str:
        scene = scripted(
            versus(adventurer("Anna", gear=[weapon], position=[0, 0]), someone("Orc", position=[far, 0])),
            OURS_FIRST,
            until="Anna: act",
        )
        refused = scene.why_not("Anna: strike Orc")
        return refused.clause if refused else ""

    assert why_not("long sword", 5) == ""
    assert why_not("long sword", 6) == "fourfold.melee.reach"
    assert why_not("halberd", 10) == ""
    assert why_not("halberd", 11) == "fourfold.melee.reach"


@pytest.mark.clause("fourfold.melee.reach")
def test_long_weapons_reach_past_an_ally() -> None:
    pike = adventurer("Anna", gear=["pike"], position=[0, 0])
    scene = scripted(
        versus(
            side(pike, someone("Bert", position=[5, 0]), someone("Cora", position=[0, 5])),
            someone("Orc", position=[10, 0]),
        ),
        OURS_FIRST + "d20=2",
        ["Bert: pass act"],
        until="Cora: act",
    )
    assert scene.one("miss", who="Anna").other == "Orc"
    refused = scene.why_not("Cora: strike Orc")
    assert refused
    assert refused.clause == "fourfold.melee.reach"


@pytest.mark.clause("fourfold.attack.roll")
def test_goblins_have_a_way_with_the_bow() -> None:
    goblin = someone("Gurk", monster="goblin", gear=["small bow"], position=[0, 0])
    scene = scripted(versus(goblin, someone("Anna", position=[30, 0])), OURS_FIRST + "d20=2")
    assert why(scene, "Gurk") == {"with a bow": 1}


@pytest.mark.clause("fourfold.attack.roll")
def test_in_water_and_without_firm_footing_as_in_the_classic_book() -> None:
    wet = scripted(versus(someone("Anna"), someone("Orc"), water="in"), OURS_FIRST + "d20=2")
    assert why(wet, "Anna") == {"in water": -4}
    archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
    deck = scripted(versus(archer, someone("Orc", position=[30, 0]), deck=True), OURS_FIRST + "d20=2")
    assert why(deck, "Anna") == {"attack bonus": 1, "no firm footing": -4}


@pytest.mark.clause("fourfold.ranged.range")
@pytest.mark.parametrize(("water", "clause"), [("in", ""), ("under", "classic.attack.water")])
def test_nobody_shoots_under_water(water: str, clause: str) -> None:
    archer = adventurer("Anna", gear=["small bow"], position=[0, 0])
    scene = scripted(versus(archer, someone("Orc", position=[30, 0]), water=water), OURS_FIRST, until="Anna: act")
    refused = scene.why_not("Anna: shoot Orc")
    assert (refused.clause if refused else "") == clause
    bare = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: act").why_not("Anna: shoot Orc")
    assert bare is not None
