"""Spells of the procedure book: declared, disturbed, readied."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Group, Refused, side, someone, versus
from procedure.people import OURS_FIRST, THEIRS_FIRST, at, may_be_surprised, scripted, told

from affray.errors import AffrayError

SPELL = "procedure.declare.spell"
READIED = "procedure.spell.readied"
AAC = 19 - 9


def mage(name: str = "Mia", x: int = 0, **keys: Any) -> Group:
    """A caster of level 3 with INT 16: concentration 1d20 + 3 + 2."""
    return at(name, x, **{"cls": "magic-user", "level": 3, "INT": 16, "spells": ["sleep"], "hp": 9, **keys})


BONUS = 3 + 2


# --- procedure.declare.spell


@pytest.mark.clause(SPELL)
def test_a_spell_is_declared_and_cast_on_the_casters_turn() -> None:
    scene = scripted(
        versus(mage(), at("Orc", 60)),
        OURS_FIRST + "2d8=1,1 d4=1 d4=1 d4=1 d4=1",
        ["Mia: cast sleep", "Mia: cast sleep at Orc"],
        until="round 2",
    )
    assert scene.one("declared", SPELL).who == "Mia"
    assert scene.one("condition-on").other == "Orc"


@pytest.mark.clause("classic.spell.freedom")
def test_by_option_a_caster_needs_a_free_hand() -> None:
    fight = versus(mage(gear=["staff"]), at("Orc", 60))
    assert scripted(fight, until="Mia: declare").why_not("Mia: cast sleep") is None
    bound = scripted(fight, until="Mia: declare", options={"spell.free-hand": "on"}).why_not("Mia: cast sleep")
    assert bound is not None
    assert bound.clause == "classic.spell.freedom"


@pytest.mark.clause(SPELL)
def test_nobody_begins_a_spell_in_melee() -> None:
    refused = Refused(SPELL, "{who} is in melee and can't begin a spell")
    assert scripted(versus(mage(), at("Orc", 5)), until="Mia: declare").why_not("Mia: cast sleep") == refused
    assert scripted(versus(mage(), at("Orc", 6)), until="Mia: declare").why_not("Mia: cast sleep") is None


@pytest.mark.clause(SPELL)
def test_who_casts_does_nothing_else_on_that_turn() -> None:
    refused = Refused(SPELL, "{who} has declared a spell and does nothing else")
    text = versus(mage(gear=["dagger", "club", "healing potion"]), side(at("Orc", 60), at("Grub", 90)))
    scene = scripted(text, OURS_FIRST.replace("d6=6", "d6=5"), ["Mia: cast sleep"], until="Mia: act")
    for words in ("strike Orc", "approach Orc", "away", "draw club", "drink"):
        assert scene.why_not(f"Mia: {words}") == refused, words


@pytest.mark.clause(SPELL)
@pytest.mark.parametrize(("damage", "face", "kept"), [(3, 8, True), (3, 7, False), (6, 11, True), (6, 10, False)])
def test_hurt_before_its_turn_a_caster_must_concentrate(damage: int, face: int, kept: bool) -> None:
    """1d20 + level + prime modifier, at least 10 + damage."""
    scene = scripted(
        versus(mage(), at("Orc", 25)),
        THEIRS_FIRST + f"d20=15 d6={damage} d20={face}",
        ["Mia: cast sleep", "Orc: approach Mia"],
        until="losers",
    )
    scene.play("", until="Mia: act" if kept else "round 2")
    check = scene.one("check", SPELL)
    assert (check.value, check.was) == (face + BONUS, 10 + damage)
    assert check.because == {"level": 3, "prime ability": 2, "the damage": damage}
    assert (scene.events("lost", SPELL) == []) is kept
    assert (scene["Mia"].spells[0] == -1) is not kept


@pytest.mark.clause(SPELL)
def test_the_option_strict_loses_it_to_any_damage() -> None:
    scene = scripted(
        versus(mage(), at("Orc", 25)),
        THEIRS_FIRST + "d20=15 d6=1",
        ["Mia: cast sleep", "Orc: approach Mia"],
        until="round 2",
        options={"spell.strict": "on"},
    )
    assert scene.one("lost", SPELL).who == "Mia"
    assert scene.events("check", SPELL) == []


@pytest.mark.clause(SPELL)
def test_charges_and_first_missiles_count_whoever_won() -> None:
    theirs = side(at("Orc", 50), at("Bow", 60, 20, gear=["short bow"]))
    scene = scripted(
        versus(mage(), theirs),
        "d20=15 d6=1 d20=20" + " d6=6 d6=1" + " d2=1 d20=15 d6=2 d20=1",
        ["Mia: cast sleep", "Orc: charge Mia", "Bow: missiles", "Bow: shoot Mia"],
        until=lambda f: f.phase > 12,
    )
    assert [e.was for e in scene.events("check", SPELL)] == [10 + 1, 10 + 2]
    assert scene.one("lost", SPELL).who == "Mia", "although her side has won"


@pytest.mark.clause(SPELL)
def test_a_lost_spell_leaves_nothing_else_to_do() -> None:
    scene = scripted(
        versus(mage(), at("Orc", 25)),
        THEIRS_FIRST + "d20=15 d6=1 d20=1",
        ["Mia: cast sleep", "Orc: approach Mia"],
        until="round 2",
    )
    assert scene.one("lost", SPELL).who == "Mia"
    assert [line for line in told(scene) if line.endswith("Mia") and line.startswith(("move", "hit", "miss"))] == []


@pytest.mark.clause(SPELL)
def test_a_blow_that_only_subdues_hurts_too() -> None:
    scene = scripted(
        versus(mage(), at("Orc", 25, gear=["club"])),
        THEIRS_FIRST + "d20=15 d6=3 d20=7",
        ["Mia: cast sleep", "Orc: approach Mia", "Orc: strike Mia to subdue"],
        until="round 2",
    )
    assert (scene.one("check", SPELL).value, scene.one("check", SPELL).was) == (7 + BONUS, 10 + 3)
    assert scene.one("lost", SPELL).who == "Mia"


def lulled(**keys: Any) -> tuple[str, list[str]]:
    """Hex puts Mia to sleep, who is of level 1, before her turn; Carl is there too."""
    text = versus(side(mage(level=1, **keys), at("Carl", -100)), side(at("Hex", 60, spells=["sleep"])))
    return text, ["Hex: cast sleep", "Hex: cast sleep at Mia", "Carl: pass declare", "Carl: pass act"]


@pytest.mark.clause(SPELL)
def test_who_falls_asleep_loses_the_declared_spell() -> None:
    text, said = lulled()
    scene = scripted(text, "d6=1 d6=6 2d8=1,1 4d4=1,1,1,1", ["Mia: cast sleep", *said], until="round 2")
    assert scene.one("lost", SPELL).who == "Mia"
    assert scene["Mia"].spells[0] == -1
    assert scene.events("check", SPELL) == []


@pytest.mark.clause("procedure.spell.readied")
@pytest.mark.parametrize(("face", "kept"), [(7, True), (6, False)])
def test_who_falls_asleep_may_lose_the_readied_spell(face: int, kept: bool) -> None:
    """Level 1 and INT 16, against 10: nothing hurt."""
    text, said = lulled(spells=["magic missile"], readied="magic missile")
    scene = scripted(text, f"d6=1 d6=6 2d8=1,1 4d4=1,1,1,1 d20={face}", said, until="round 2")
    assert (scene.one("check", READIED).value, scene.one("check", READIED).was) == (face + 1 + 2, 10)
    assert (scene["Mia"].procedure.readied_spell == 0) is kept


# --- procedure.spell.readied


def ready(**keys: Any) -> Group:
    return mage(spells=["magic missile", "sleep"], readied="magic missile", **keys)


@pytest.mark.clause(READIED)
def test_a_readied_spell_is_cast_without_declaring_besides_the_normal_actions() -> None:
    scene = scripted(
        versus(ready(), at("Orc", 25)),
        OURS_FIRST + "d6=2 d20=2",
        ["Mia: readied magic missile at Orc", "Mia: approach Orc", "Mia: strike Orc"],
        until="Orc: act",
    )
    assert scene.one("declared", READIED).who == "Mia"
    assert scene["Orc"].hp == 8 - (2 + 1)
    assert [e.who for e in scene.events("miss")] == ["Mia"]
    assert scene.why_not("Mia: readied spell -1 at Orc") == Refused(READIED, "{who} has no spell readied")


@pytest.mark.clause(READIED)
def test_another_declared_spell_may_be_cast_too() -> None:
    scene = scripted(
        versus(ready(), at("Orc", 60)),
        OURS_FIRST + "d6=2 2d8=1,1 4d4=1,1,1,1",
        ["Mia: cast sleep", "Mia: readied magic missile at Orc", "Mia: cast sleep at Orc"],
        until="round 2",
    )
    assert scene["Mia"].spells[:2] == [-1, -1]
    assert scene.one("condition-on").other == "Orc"


@pytest.mark.clause(READIED)
def test_what_is_readied_need_not_be_declared() -> None:
    scene = scripted(versus(ready(), at("Orc", 60)), until="Mia: declare")
    assert scene.why_not("Mia: cast magic missile") == Refused(
        READIED, "{who} has that spell readied: it needs no declaring"
    )
    assert scene.why_not("Mia: cast sleep") is None


@pytest.mark.clause(READIED)
@pytest.mark.parametrize(("face", "kept"), [(13 - BONUS, True), (12 - BONUS, False)])
def test_damage_may_lose_it(face: int, kept: bool) -> None:
    scene = scripted(
        versus(ready(), at("Orc", 25)),
        THEIRS_FIRST + f"d20=15 d6=3 d20={face}",
        ["Mia: pass declare", "Orc: approach Mia"],
        until="Mia: act",
    )
    assert scene.one("check", READIED).was == 10 + 3
    assert (scene.events("lost", READIED) == []) is kept


@pytest.mark.clause(READIED)
@pytest.mark.parametrize(("face", "kept"), [(10 - BONUS, True), (9 - BONUS, False)])
def test_surprise_may_lose_it_before_the_fight_even_starts(face: int, kept: bool) -> None:
    scene = scripted(versus(may_be_surprised(ready()), at("Orc", 60)), f"d6=1 d20={face}", until="round 1")
    check = scene.one("check", READIED)
    assert (check.value, check.was) == (face + BONUS, 10)
    assert (scene["Mia"].procedure.readied_spell == 0) is kept


@pytest.mark.clause(READIED)
def test_a_failed_save_may_lose_it_though_nothing_hurt() -> None:
    theirs = at("Hex", 60, spells=["hold person"])
    scene = scripted(
        versus(ready(), theirs),
        THEIRS_FIRST + "d4=1 d20=2 d20=1",
        ["Mia: pass declare", "Hex: cast hold person", "Hex: cast hold person at Mia"],
        until="losers",
    )
    assert scene.one("check", READIED).was == 10
    assert scene.one("lost", READIED).who == "Mia"


@pytest.mark.clause(READIED)
def test_one_roll_serves_both_spells() -> None:
    scene = scripted(
        versus(ready(), at("Orc", 25)),
        THEIRS_FIRST + "d20=15 d6=3 d20=1",
        ["Mia: cast sleep", "Orc: approach Mia"],
        until="round 2",
    )
    assert [e.clause for e in scene.events("lost")] == [SPELL, READIED]


@pytest.mark.clause(READIED)
def test_nobody_has_more_than_one_readied() -> None:
    """A scenario names one, and it must be in memory."""
    scene = scripted(versus(ready(), at("Orc", 60)), until="Mia: declare", tables=True)
    assert scene["Mia"].procedure.readied_spell == 0
    with pytest.raises(AffrayError, match="'web' is not among its spells"):
        scripted(versus(mage(readied="web"), at("Orc", 60)))


def test_a_caster_without_a_class_adds_its_level_alone() -> None:
    scene = scripted(
        versus(someone("Hex", spells=["sleep"], position=[0, 0]), at("Orc", 25)),
        THEIRS_FIRST + "d20=15 d6=1 d20=10",
        ["Hex: cast sleep", "Orc: approach Hex"],
        until="Hex: act",
    )
    assert scene.one("check", SPELL).because == {"level": 1, "the damage": 1}


@pytest.mark.clause(READIED)
def test_each_of_two_parting_blows_is_a_roll_of_its_own() -> None:
    theirs = side(at("Orc", 5), at("Grub", -5), at("Snag", 60, 60))
    dice = "d6=6 d6=1" + " d20=15 d6=3 d20=8" + " d20=15 d6=4 d20=9"
    scene = scripted(versus(ready(hp=20), theirs), dice, ["Mia: go 0 40"], until="Mia: act")
    assert [(e.value, e.was) for e in scene.events("check", READIED)] == [(8 + BONUS, 10 + 3), (9 + BONUS, 10 + 4)]
    assert scene["Mia"].procedure.readied_spell == 0
