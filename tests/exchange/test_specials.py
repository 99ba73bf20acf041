"""What is said of a creature in sentences: both ways of the one table, and what people write beside it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content.entries import load_content
from affray.exchange.importers import read, specials
from affray.exchange.importers.creatures import EFFECT_PREFIX, LINE_KEYS, parse_effect

MONSTERS = load_content("classic", "monsters.yaml")


def understood(sentences: list[str]) -> dict[str, Any]:
    return {field.key: field.value for sentence in sentences for field in specials.sentence_fields(sentence)}


@pytest.mark.parametrize("name", MONSTERS)
def test_what_is_said_of_a_monster_is_understood_again(name: str) -> None:
    beside = {key: value for key, value in MONSTERS[name].items() if key not in (*LINE_KEYS, "notes")}
    assert understood(specials.describe_entry(MONSTERS[name])) == beside


@pytest.mark.parametrize("name", MONSTERS)
def test_each_sentence_says_something_and_nothing_else(name: str) -> None:
    for sentence in specials.describe_entry(MONSTERS[name]):
        found, whole = specials.parse_sentence(sentence)
        assert found
        assert whole
        assert sentence.endswith(".")


SAID: dict[str, dict[str, Any]] = {
    "Undead.": {"tags": "undead"},
    "They are undead and mindless.": {"tags": "undead mindless"},
    "Large animal.": {"tags": "large beast"},
    "Regenerates 3 hp per round.": {"regenerates": 3},
    "Regenerates three hit points each round": {"regenerates": 3},
    "Regeneration: regenerates 2 hp a round.": {"regenerates": 2},
    "Surprises on a roll of 1–4 in 6.": {"surprise": 4},
    "Surprise foes on 1-3.": {"surprise": 3},
    "Infravision 60'.": {"sees dark": True},
    "No infravision": {"sees dark": False},
    "They can't see in the dark.": {"sees dark": False},
    "Attacks as a fighter.": {"fights as": "fighter"},
    "Turns undead as a 3rd level cleric.": {"turns undead": 3},
    "Turned as a wight.": {"turned as": MONSTERS["wight"]["turned as"]},
    "+1 bonus to hit against dwarves and elves.": {"hates": "dwarf elf", "hatred": 1},
    "Morale 9 while its king lives.": {"led": 9},
    "Morale of 10 with their chieftain": {"led": 10},
    "Morale 8 in groups of six or more.": {"in pack": 8, "pack": 6},
    "Morale 7 when facing fire.": {"against fire": 7},
    "Suffers a −2 penalty to hit in bright sunlight.": {"daylight": -2},
    "Knows the spells sleep and web.": {"spells": "sleep, web"},
    "Can only be harmed by silver weapons or magic.": {"hurt by": "silver magic"},
    "Immune to normal weapons.": {"hurt by": "magic"},
    "Takes half damage from fire and cold.": {"half by": "fire cold"},
    "Always loses initiative.": {"acts last": True},
    "Its first diving attack has +2 to hit.": {"dive": 2},
    "Breathes acid in a line 70' long, once a day.": {"breath": "acid breath line 70", "breaths": 1},
    "Bear hug: if both paws hit, 1d8 damage.": {"hug": "hug 1d8"},
    "Hug: if both claws hit, 2d8 more damage.": {"hug": "bear hug"},
    "Venom: save vs death or die.": {"rider": "deadly poison"},
    "Poison: the victim must save versus poison or be sick for 10 days.": {"rider": "sickening poison"},
    "Poison: save or take 3d6 damage, half if saved.": {"rider": "poison 3d6 halved"},
    "Paralysis: save vs paralysis or be paralysed for 1d6 rounds.": {"rider": "paralysis 1d6 rounds"},
    "Energy drain: loses one level per hit.": {"rider": "energy drain"},
    "Blood drain: attaches after a hit.": {"rider": "blood drain"},
    "Also called bog men.": {"also": "bog men"},
}


@pytest.mark.parametrize("sentence", SAID)
def test_what_people_say_in_other_words(sentence: str) -> None:
    found = understood([sentence])
    assert {key: value for key, value in found.items() if not key.startswith(EFFECT_PREFIX)} == SAID[sentence]


def test_effects_that_the_book_has_not_come_as_entries() -> None:
    found = understood(["Poison: save or take 3d6 damage, half if saved.", "Hug: if both claws hit, 1d8 more damage."])
    assert parse_effect(found["effect poison 3d6 halved"]) == {
        "clause": "classic.monster.poison",
        "does": "damage",
        "dice": "3d6",
        "save": "death",
        "half": True,
    }
    assert parse_effect(found["effect hug 1d8"]) == {"clause": "classic.monster.hug", "does": "damage", "dice": "1d8"}


def test_an_effect_of_its_own_goes_out_and_comes_back() -> None:
    fever = {"clause": "classic.monster.disease", "does": "condition", "condition": "diseased", "save": "death"}
    said = specials.describe_entry({"effects": {"bone fever": fever}})
    assert {key: parse_effect(value) for key, value in understood(said).items()} == {"effect bone fever": fever}


LOOSE: dict[str, dict[str, Any]] = {
    "Undead: makes no noise until it attacks.": {"tags": "undead"},
    "It regenerates 2 hp each round, but not what fire burnt away.": {"regenerates": 2},
    "Any who meet its gaze are turned to stone on a failed save.": {"aura": "petrifying gaze"},
}


@pytest.mark.parametrize("sentence", LOOSE)
def test_a_sentence_that_says_more_stays_a_note(sentence: str) -> None:
    """What is known of it becomes data, and the referee still sees all of it."""
    found, whole = specials.parse_sentence(sentence)
    assert {field.key: field.value for field in found} == LOOSE[sentence]
    assert not whole
    text = f"Thing: AC 6 [13], HD 2, Att 1 × bite (1d6), THAC0 18 [+1], MV 60' (20'), SV F2, ML 8. {sentence}"
    [creature] = read(text).creatures
    assert creature.notes == (sentence,)


NOTHING = (
    "Immune to poison.",
    "It is not undead.",
    "Never regenerates 3 hp per round.",
    "Guards the bridge.",
    "Hates elves.",
    "Knows the spell of making soup.",
    "",
    "…",
    "word " * 200,
)


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_says_nothing_known_is_left_alone(sentence: str) -> None:
    assert specials.sentence_fields(sentence) == []


def test_a_special_that_stays_a_note_is_told_and_no_warning() -> None:
    text = "Thing: AC 6 [13], HD 2, Att 1 × bite (1d6), THAC0 18 [+1], MV 60' (20'), SV F2, ML 8. Immune to poison."
    [creature] = read(text).creatures
    assert creature.notes == ("Immune to poison.",)
    assert creature.warnings == ()
    assert creature.assumptions == ("a note, and no rule: “Immune to poison.”",)
