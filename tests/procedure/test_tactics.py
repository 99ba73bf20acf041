"""Tactics of the procedure book: they declare charges, defence and missiles, wait, and stay put for second shots."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from helpers import Group, Scene, side, someone, versus
from procedure.people import at, scripted

import affray
from affray.engine.clauses import CLAUSES
from affray.engine.events import KINDS
from affray.scenario import examples

OTHERS = "nearest weakest strongest focus spread protect cautious random".split()


def under(tactic: str, *members: Group) -> Group:
    return side(*members, tactic=tactic)


def declared(scene: Scene, who: str) -> str:
    return next((e.clause for e in scene.events("declared", who=who)), "")


def choice(tactic: str, ours: list[Group], theirs: list[Group], dice: str = "") -> str:
    """What the first of ours declares."""
    scene = scripted(versus(under(tactic, *ours), side(*theirs)), dice, until=lambda f: f.phase > 6)
    return declared(scene, next(iter(ours[0])))


@pytest.mark.parametrize("tactic", [t for t in OTHERS if t != "cautious"])
def test_all_but_first_and_cautious_charge_a_foe_within_twice_their_move(tactic: str) -> None:
    assert choice(tactic, [at("Anna", 0)], [at("Orc", 60)]) == "procedure.declare.charge"
    assert choice(tactic, [at("Anna", 0)], [at("Orc", 90)]) == ""
    assert choice("first", [at("Anna", 0)], [at("Orc", 60)]) == ""
    assert choice("cautious", [at("Anna", 0)], [at("Orc", 60)]) == ""


def test_nobody_charges_into_a_pole_arm() -> None:
    assert choice("nearest", [at("Anna", 0)], [at("Orc", 60, gear=["pole arm"])]) == ""


def test_protectors_do_not_charge_who_comes_to_them_anyway() -> None:
    slow, quick = at("Anna", 0, move=60), at("Orc", 45, move=120)
    assert choice("protect", [slow], [quick]) == ""
    assert choice("nearest", [slow], [quick]) == "procedure.declare.charge"


@pytest.mark.parametrize("tactic", ["first", *OTHERS])
def test_shooters_declare_it_while_they_have_a_clear_shot(tactic: str) -> None:
    archer, orc = at("Anna", 0, gear=["short bow"]), at("Orc", 100)
    assert choice(tactic, [archer], [orc]) == "procedure.declare"
    friend = at("Bert", 100, 5)
    assert choice(tactic, [archer, friend], [orc]) != "procedure.declare"


def test_the_last_weapon_to_strike_with_is_not_thrown() -> None:
    assert choice("cautious", [at("Anna", 0, gear=["2 spear"])], [at("Orc", 50)]) == "procedure.declare"
    assert choice("cautious", [at("Anna", 0, gear=["spear"])], [at("Orc", 50)]) == ""
    assert choice("cautious", [at("Anna", 0, gear=["spear", "sword"])], [at("Orc", 50)]) == "procedure.declare"


def test_the_cautious_defend_themselves_when_badly_hurt() -> None:
    hurt = someone("Anna", hp=2, max_hp=12)
    assert choice("cautious", [hurt, someone("Bert")], [someone("Orc")]) == "procedure.declare.defence"
    assert choice("nearest", [hurt, someone("Bert")], [someone("Orc")]) == ""
    assert choice("cautious", [hurt], [someone("Orc")]) == "", "nobody else is there to fight"


def test_casters_under_protection_defend_themselves_in_melee() -> None:
    mia = someone("Mia", spells=["sleep"])
    assert choice("protect", [mia, someone("Bert")], [someone("Orc")]) == "procedure.declare.defence"
    assert choice("focus", [mia, someone("Bert")], [someone("Orc")]) == ""


def test_a_spell_that_pays_is_declared() -> None:
    foes = [at("Orc", 60), at("Grub", 60, 5)]
    assert choice("nearest", [at("Mia", 0, spells=["sleep"])], foes) == "procedure.declare.spell"


def waits(tactic: str, feet: int, *ours: Group, dice: str = "") -> list[int]:
    """What the first of ours waits for, as winners; the foe has a move of 50 feet, they of 40."""
    scene = scripted(
        versus(under(tactic, *ours), at("Orc", feet, move=150)),
        f"d6=6 d6=1 {dice}",
        [f"{next(iter(who))}: pass declare" for who in ours],
        until="losers",
    )
    return [e.value for e in scene.events("declared", "procedure.act.hold", next(iter(ours[0])))]


@pytest.mark.parametrize("tactic", [t for t in OTHERS if t not in ("cautious", "random")])
def test_all_wait_for_a_foe_who_can_come_to_them_but_not_they_to_it(tactic: str) -> None:
    assert waits(tactic, 50, at("Anna", 0)) == [1]
    assert waits("first", 50, at("Anna", 0)) == []
    assert waits(tactic, 56, at("Anna", 0)) == []


def test_protectors_stay_in_line_and_guard_the_caster_beside_them() -> None:
    assert waits("protect", 40, at("Anna", 0)) == [1]
    assert waits("protect", 40, at("Anna", 0), at("Mia", 0, 5, spells=["sleep"])) == [6]
    assert waits("focus", 40, at("Anna", 0), dice="d20=2") == [], "it goes and strikes"


def test_the_cautious_hold() -> None:
    assert waits("cautious", 50, at("Anna", 0)) == [0]


def first_blow(tactic: str) -> str:
    """Whom Anna strikes of three in reach: the first, the weakest, the strongest, a caster's foe, …"""
    theirs = side(
        at("Orc", 5, hp=5), at("Runt", 0, 5, hp=2), at("Ogre", -5, hp=30, hd="4"), at("Hex", 0, -5, spells=["sleep"])
    )
    ours = under(tactic, at("Anna", 0), at("Mia", -4, 0, spells=["light"]))
    scene = scripted(
        versus(ours, theirs),
        "d6=6 d6=1 d20=2",
        ["Anna: pass declare", "Mia: pass declare", "Hex: pass declare"],
        until=lambda f: f.who[0].acted,
    )
    return scene.one("miss").other


def test_targets_are_picked_as_the_names_say() -> None:
    assert {t: first_blow(t) for t in ("first", "weakest", "strongest")} == {
        "first": "Orc",
        "weakest": "Runt",
        "strongest": "Ogre",
    }
    assert first_blow("protect") != "Orc", "the nearest to the caster comes first"


FIGHTS: list[str | Path] = [*examples(), *(Path(__file__).parent.parent / "golden" / "procedure").glob("*.yaml")]


def test_in_automatic_play_all_of_it_happens() -> None:
    """Over the examples and the fights of the golden playthroughs, played by themselves."""
    seen: Counter[str] = Counter()
    for fight in FIGHTS:
        for seed in range(6):
            for e in affray.start(fight, rules="procedure", seed=seed).log:
                seen[f"{KINDS[e.kind]} {CLAUSES[e.clause].id}"] += 1
    wanted = [
        *("declared procedure.declare.charge", "declared procedure.declare.defence", "declared procedure.declare"),
        *("declared procedure.declare.spell", "move procedure.charge.meeting", "declared procedure.act.hold"),
        *("round procedure.act.hold", "round procedure.act.held", "declared procedure.spell.readied"),
    ]
    assert [what for what in wanted if seen[what] == 0] == []


def test_stationary_shooters_shoot_twice() -> None:
    text = versus(under("nearest", at("Anna", 0, gear=["long bow"])), at("Orc", 150))
    scene = scripted(text, "d6=6 d6=1 d20=2 d20=2", until="round 2")
    assert [e.who for e in scene.events("miss")] == ["Anna", "Anna"]
    assert scene["Anna"].x == 0
