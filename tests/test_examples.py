"""The fights that come with Affray: those given number by number, and what all of them together use."""

from __future__ import annotations

from typing import Any

from affray.engine.dice import Notation
from affray.engine.encounter import Member, Terrain
from affray.scenario import examples, load

CARRIED = set("wound negative_levels max_hp drained rested fate marks notes spent".split())  # of who has fought before


def test_six_to_ten_examples_with_a_title_and_two_lines_of_comment() -> None:
    assert 6 <= len(examples()) <= 10
    assert {"duel", "brawl", "orcs"} <= examples().keys()
    for name, title in examples().items():
        encounter = load(name)
        assert (encounter.name, encounter.title) == (name, title)
        lines = encounter.text.splitlines()
        assert [line.startswith("# ") for line in lines[:3]] == [True, True, False]
        assert name.isalpha()


def numbers(member: Member) -> tuple[Any, ...]:
    return (*(member.numbers[key] for key in ("ac", "thac0", "damage", "morale")), member.hp)


def test_duel_has_the_numbers_of_the_hand_calculation() -> None:
    duel = load("duel")
    fighter, orc = duel.sides
    assert duel.distance == "contact"
    assert [numbers(m) for m in fighter.members] == [(4, 19, "1d6", 12, 8)]
    assert [numbers(m) for m in orc.members] == [(6, 19, "1d6", 12, 6)]
    assert all((side.tactic, side.way_out, side.surprised) == ("first", False, False) for side in duel.sides)


def test_brawl_has_the_numbers_of_the_hand_calculation() -> None:
    brawl = load("brawl")
    party, orcs = brawl.sides
    assert brawl.distance == "contact"
    assert [numbers(m)[0] for m in party.members] == [4, 4, 7, 9]
    assert [m.hp for m in party.members] == [8, 6, 4, 3]
    assert {numbers(m)[1:3] for m in party.members} == {(19, "1d6")}
    assert [(numbers(m), m.count) for m in orcs.members] == [((6, 19, "1d6", 8, 4), Notation(0, 1, plus=6))]
    assert all(not m.kind and not m.cls and not m.spells for side in brawl.sides for m in side.members)
    assert all((side.tactic, side.way_out, side.surprised) == ("first", False, False) for side in brawl.sides)


def test_orcs_is_the_same_four_from_the_tables() -> None:
    orcs = load("orcs")
    party, band = orcs.sides
    assert (orcs.distance, party.tactic, band.tactic) == (60, "protect", "nearest")
    assert all(side.way_out for side in orcs.sides)
    assert [(m.cls, m.level, m.abilities, m.gear, m.spells) for m in party.members] == [
        ("fighter", 1, {"STR": 13}, ("chain mail", "shield", "sword"), ()),
        ("cleric", 1, {}, ("chain mail", "shield", "mace"), ()),
        ("thief", 1, {"DEX": 13}, ("leather", "short bow", "short sword"), ()),
        ("magic-user", 1, {}, ("dagger",), ("sleep",)),
    ]
    assert sum(m.count.plus for m in band.members) == 6
    assert {(m.kind, m.hp) for m in band.members} == {("orc", "rolled")}
    assert [m.leader for m in band.members] == [True, False]


def test_the_examples_use_what_a_file_may_say() -> None:
    """Together they set every part of the terrain, every way to end, and nearly every key of a member."""
    every = [load(name) for name in examples()]
    members = [member for encounter in every for side in encounter.sides for member in side.members]
    plain = Member()
    unused = {key for key in Member.__slots__ if all(getattr(m, key) == getattr(plain, key) for m in members)}
    assert unused <= {"tags", "xp", *CARRIED}
    ground = {key for e in every for key in Terrain.__slots__ if getattr(e.terrain, key)}
    assert ground == set(Terrain.__slots__)
    ends = {key for e in every for o in e.objectives for key in ("down", "rounds", "escape") if getattr(o, key)}
    assert ends == {"down", "rounds", "escape"}
    assert {"prepared", ""} == {side.ambush for e in every for side in e.sides}
    assert {len(e.sides) for e in every} == {2, 3}
    assert {type(e.distance) for e in every} == {int, str}
    assert {"contact", ""} <= {e.distance for e in every}
