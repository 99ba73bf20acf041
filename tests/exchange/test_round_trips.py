"""What is written in a form and read back is the same creature; what a form can't carry is said."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from exchange.creatures import creatures, with_more
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import affray
from affray import scenario
from affray.content.yaml import dump_on_a_line
from affray.errors import AffrayError
from affray.exchange.exporters import FORMATS, write
from affray.exchange.exporters.creatures import creature_from_entry, creature_of, monster_names
from affray.exchange.exporters.creatures import monster_entries as entries_of
from affray.exchange.importers import read
from affray.exchange.importers.creatures import Creature
from affray.rules import NAMES

ALL = [creature_of(name) for name in monster_names()]
ORC = creature_of("orc")
PATIENT = settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.generate))


def back(text: str) -> Creature:
    [found] = read(text).creatures
    return found


def same(found: Creature, wanted: Creature, *but: str) -> None:
    told = {key: value for key, value in wanted.entry().items() if key not in but}
    assert found.entry() == told
    assert found.name.lower() == wanted.name.lower()


# --- the monsters of the book


@pytest.mark.parametrize("form", FORMATS)
def test_every_monster_of_the_book_comes_back(form: str) -> None:
    for one in ALL:
        text, lost = write(one, form)
        same(back(text), one)
        assert [each for each in lost if "average" not in each] == []


@pytest.mark.parametrize("form", FORMATS)
def test_all_of_them_on_one_page_come_back(form: str) -> None:
    found = read(write(ALL, form)[0]).creatures
    assert [one.entry() for one in found] == [one.entry() for one in ALL]
    assert [one.name.lower() for one in found] == [one.name for one in ALL]


def crowd(creatures: str, nth: int) -> str:
    """Return a fight against every third monster of the book: all of them have more attacks than one has room for."""
    listed = "".join(f"      - {name}\n" for name in monster_names()[nth::3])
    party = "      - Hero: {class: fighter, level: 9, gear: [plate mail, shield, sword +2, 5 oil flask], count: 20}\n"
    return f"title: All\nrounds: 4\n{creatures}sides:\n  us:\n    members:\n{party}  them:\n    members:\n{listed}"


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("nth", range(3))
def test_as_one_liners_with_a_sentence_they_fight_the_same_fight(book: str, nth: int) -> None:
    """Event for event: each monster as the book's file has it, and as its block was read."""
    entries = f"creatures: {dump_on_a_line(dict(entries_of()))}\n"
    block = "creatures: |\n" + "".join(f"  {line}\n" for line in write(ALL, "one-line")[0].splitlines())
    plain, read_back = (affray.start(scenario.read(crowd(said, nth)), rules=book, seed=6) for said in (entries, block))
    assert list(read_back.log) == list(plain.log)
    assert len(plain.log) > 300
    if book == "classic":
        assert list(plain.log) == list(affray.start(scenario.read(crowd("", nth)), seed=6).log)


# --- whatever there may be


@PATIENT
@given(creatures())
def test_a_line_with_sentences_carries_a_creature(one: Creature) -> None:
    for form in ("one-line", "ascending", "markdown"):
        text, lost = write(one, form)
        found = back(text)
        same(found, one)
        assert (found.count, found.hp) == (one.count, one.hp)
        assert lost == ()


@PATIENT
@given(creatures(with_more()))
def test_a_block_of_keys_carries_more_than_a_line(one: Creature) -> None:
    text, lost = write(one, "statblock")
    found = back(text)
    same(found, one)
    assert found.hp == one.hp
    assert lost == (("Not in this form: how many there are.",) if one.count else ())


@PATIENT
@given(creatures(with_more()))
def test_an_encounter_with_its_blocks_carries_all_of_it(one: Creature) -> None:
    text, lost = write(one, "obsidian")
    found = back(text)
    same(found, one)
    assert (found.count or "1", found.hp, found.friendly) == (one.count or "1", one.hp, one.friendly)
    assert lost == ()


@PATIENT
@given(creatures())
def test_improved_initiative_carries_a_creature_with_its_average_hp(one: Creature) -> None:
    text, lost = write(one, "improved-initiative")
    same(back(text), one)
    assert any("average" in sentence for sentence in lost) == (not one.hp)


@PATIENT
@given(creatures(with_more()), st.sampled_from(["one-line", "ascending", "markdown", "improved-initiative"]))
def test_whatever_a_form_leaves_out_is_said(one: Creature, form: str) -> None:
    """A key that doesn't come back is named, with its value."""
    text, lost = write(one, form)
    entry, found = one.entry(), back(text).entry()
    for key in entry:
        if key not in found:
            assert f"{key} {entry[key]}" in " ".join(lost), key
        else:
            assert found[key] == entry[key]


# --- by hand


def test_a_goblin_in_every_form() -> None:
    goblin = replace(creature_of("goblin"), name="Goblin", count="3", hp=(4,))
    line = (
        "AC 6 [13], HD 1-1 (4hp), Att 1 × weapon (1d6), THAC0 19 [0], MV 60' (20'), SV D14 W15 P16 B17 S18 (NH), ML 7"
    )
    said = "Humanoid. Morale 9 with its leader. −1 to hit in daylight."
    assert write(goblin, "one-line")[0] == f"3 × Goblin: {line}\n{said}\n"
    rising = line.replace("AC 6 [13]", "AC [13]").replace("19 [0]", "[0]")
    assert write(goblin, "ascending")[0] == f"3 × Goblin: {rising}\n{said}\n"
    bullets = "- Humanoid.\n- Morale 9 with its leader.\n- −1 to hit in daylight.\n"
    assert write(goblin, "markdown")[0] == f"**3 × Goblin**: {line}\n{bullets}"
    assert "- 3: Goblin, 4, 13\n" in write(goblin, "obsidian")[0]


def test_attacks_are_said_as_the_books_say_them() -> None:
    owl = write(
        creature_from_entry("owl", {"attacks": "2 claw 1d4, bite 1d6 (deadly poison), or weapon 1d6+2"}), "one-line"
    )[0]
    assert owl == "owl: Att 2 × claw (1d4), 1 × bite (1d6 + deadly poison) or 1 × weapon (1d6+2)\n"


def test_improved_initiative_has_what_the_tool_expects() -> None:
    block: dict[str, Any] = json.loads(write(replace(ORC, name="Orc"), "improved-initiative")[0])
    assert (block["Name"], block["AC"]["Value"], block["HP"]) == ("Orc", 13, {"Value": 4, "Notes": "(1d8)"})
    assert block["Actions"] == [{"Name": "1 × weapon", "Content": "1d6"}]
    assert block["Speed"] == ["120' (40')"]
    lists = "Saves Skills Senses Languages DamageImmunities ConditionImmunities Reactions LegendaryActions".split()
    assert all(block[key] == [] for key in lists)
    assert set(block["Abilities"].values()) == {10}


def test_an_undead_without_a_rank_is_warned_about() -> None:
    ghost = creature_from_entry("ghost", {"ac": 5, "hd": 3, "attacks": "touch 1d6", "tags": "undead"})
    for form in FORMATS:
        assert (
            "ghost: an undead without a rank is given one, by its hit dice, when it is read." in write(ghost, form)[1]
        )


def test_an_unknown_form_and_an_unknown_monster_are_refused() -> None:
    with pytest.raises(AffrayError, match=r"unknown form 'one-lin'.*did you mean 'one-line'"):
        write(ORC, "one-lin")
    with pytest.raises(AffrayError, match=r"unknown monster 'gobln'.*did you mean 'goblin'"):
        creature_of("gobln")


# --- scenarios


@pytest.mark.parametrize("name", list(scenario.examples()))
def test_scenarios_come_back_as_who_was_in_them(name: str) -> None:
    """All creatures with their numbers, in each form that counts; characters with a class by name where it has them."""
    encounter = scenario.load(name)
    members = [m for party in encounter.sides for m in party.members if not m.cls]
    counts = [str(m.count) for m in members]
    for form in ("one-line", "ascending", "markdown", "obsidian"):
        text, lost = write(encounter, form)
        found = read(text)
        assert [one.count or "1" for one in found.creatures] == counts, form
        assert not any("cls" in sentence for sentence in lost)
    heroes = [m.name for party in encounter.sides for m in party.members if m.cls]
    assert [player["name"] for player in found.players] == heroes


def test_what_a_scenario_loses_is_said() -> None:
    told = write(scenario.load("crossroads"), "one-line")[1]
    assert told[0] == "Not in this form: Bran, Edda and Oswin; characters with a class have no stat block."
    words = "the distance, the terrain, options and house rules, the tactics and who is on which side"
    assert told[1] == f"Not in this form: {words}."
    king = write(scenario.load("king"), "one-line")[1]
    assert king[-1] == "Gurk: not in this form: wits 12, strength 14, combat bonus 3, attack bonus 4, save 13."
    assert not any("wits" in sentence for sentence in write(scenario.load("king"), "obsidian")[1])


def test_gear_and_service_count_in_armour_and_morale() -> None:
    text = write(scenario.load("king"), "one-line")[0]
    assert "4 × Spearman: AC 4 [15]" in text  # chain mail and a shield
    assert text.split("Spearman: ")[1].split("\n")[0].endswith("ML 8")  # trained mercenaries


def test_an_encounter_for_improved_initiative_has_everybody() -> None:
    saved = json.loads(write(scenario.load("orcs"), "improved-initiative")[0])
    assert saved["Name"] == "Orcs at the ford"
    assert [c["StatBlock"]["Name"] for c in saved["Combatants"]][:5] == [
        "Fighter",
        "Cleric",
        "Thief",
        "Magic-user",
        "Grub",
    ]
    assert len(saved["Combatants"]) == 10
    assert [c["StatBlock"]["Player"] for c in saved["Combatants"]] == ["player"] * 4 + [""] * 6
    assert len({c["Id"] for c in saved["Combatants"]}) == 10


def test_creatures_of_a_scenario_are_its_own() -> None:
    own = (
        "title: Marsh\ncreatures:\n  bone hound: {ac: 6, hd: 2+1, attacks: bite 1d6, move: 180, saves: F1, morale: 8}\n"
    )
    text = write(scenario.read(f"{own}sides:\n  a: [3 bone hound]\n  b: [orc]\n"), "one-line")[0]
    assert text.startswith("3 × Bone hound: AC 6 [13], HD 2+1, Att 1 × bite (1d6), THAC0 17 [2], MV 180' (60'), ")
