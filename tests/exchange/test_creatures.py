"""What was read, ready to be used: members, entries, and a scenario that can be fought."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import affray
from affray import scenario
from affray.exchange.importers import Creature, Field, Page, read

HERE = Path(__file__).parent / "blocks"
CASES: list[dict[str, Any]] = [
    case for file in sorted(HERE.glob("*.yaml")) for case in yaml.safe_load(file.read_text(encoding="utf-8"))
]
FILES = sorted({file.stem for file in HERE.glob("*.yaml")})
HERO = "sides:\n  us:\n    members:\n      - Hero: {class: fighter, level: 3, gear: [sword, plate mail]}\n"
ORC = "AC 6 [13], HD 1, Att 1 × axe (1d6), THAC0 19 [0], MV 120' (40'), SV F1, ML 8"


@pytest.mark.parametrize("name", FILES)
def test_what_was_read_can_be_fought(name: str) -> None:
    """Every block as a scenario: it is read without a mistake, and the fight begins."""
    for case in yaml.safe_load((HERE / f"{name}.yaml").read_text(encoding="utf-8")):
        page = read(case["text"])
        text = page.scenario() if page.creatures else ""
        text = text if "  party:" in text else text.replace("sides:\n", HERO)
        text = text if "  foes:" in text or not text else f"{text}  foes: [orc]\n"
        if text:
            assert affray.start(scenario.read(text), seed=1).log, case["called"]


def test_a_scenario_has_the_party_and_the_foes() -> None:
    page = read(
        f"```encounter\nplayers: [Anna]\ncreatures:\n  - 2: Ridge Orc\n  - Dwarf, friendly\n```\n\nRidge Orc\n{ORC}"
    )
    found = scenario.read(page.scenario("At the ford"))
    assert found.title == "At the ford"
    assert [(side.name, side.players) for side in found.sides] == [("party", True), ("foes", False)]
    assert [(m.name or m.kind, str(m.count)) for side in found.sides for m in side.members] == [
        ("Anna", "1"),
        ("dwarf", "1"),
        ("ridge orc", "2"),
    ]


@pytest.mark.parametrize(
    ("creature", "members"),
    [
        (Creature("Goblin"), ["goblin"]),
        (Creature("Goblin", count="3"), ["3 goblin"]),
        (Creature("Goblin", count="2d4"), ["2d4 goblin"]),
        (Creature("Goblin", hp=(4,)), [{"1 goblin": {"hp": 4}}]),
        (Creature("Goblin", count="3", hp=(4,)), [{"3 goblin": {"hp": 4}}]),
        (Creature("Goblin", count="2", hp=(4, 5)), [{"1 goblin": {"hp": 4}}, {"1 goblin": {"hp": 5}}]),
        (Creature("Goblin", count="3", hp=(4, 5)), [{"1 goblin": {"hp": 4}}, {"1 goblin": {"hp": 5}}, "1 goblin"]),
    ],
)
def test_how_it_stands_under_members(creature: Creature, members: list[Any]) -> None:
    assert creature.members() == members
    if len(members) == 1:
        assert creature.member() == members[0]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Goblin", "goblin"),
        ("Goblin, King\u2019s Guard", "goblin king's guard"),
        ("3rd Watch", "creature 3rd watch"),
        ("Ogre\nMage", "ogre mage"),
        ("…", "creature"),
        ("X" * 200, "x" * 50),
    ],
)
def test_a_name_becomes_a_word_of_content(name: str, kind: str) -> None:
    assert Creature(name).kind == kind


def test_warnings_are_sentences() -> None:
    fields = (Field("ac", 6, "AC 6", "look at it"), Field("hd", 1, "HD 1"))
    creature = Creature("Orc", fields, doubts=("no name was found",))
    assert creature.warnings == ("AC: look at it", "no name was found")
    assert Page((creature,), lost=("Barrels",)).warnings == (
        "Orc: AC: look at it",
        "Orc: no name was found",
        "not read: Barrels",
    )


def test_thac0_stands_in_an_entry_only_where_it_is_another() -> None:
    [usual], [other] = read(ORC).creatures, read(ORC.replace("19 [0]", "17 [+2]")).creatures
    assert usual.get("thac0") == 19
    assert "thac0" not in usual.entry()
    assert other.entry()["thac0"] == 17


def test_two_of_one_name_that_differ_are_two() -> None:
    page = read(f"Ridge Orc: {ORC}\n\nRidge Orc: {ORC.replace('HD 1', 'HD 2').replace('19 [0]', '18 [+1]')}")
    assert [creature.name for creature in page.creatures] == ["Ridge Orc", "Ridge Orc 2"]
    assert [creature.entry()["hd"] for creature in page.creatures] == [1, 2]
    assert page.warnings == ("Ridge Orc 2: another Ridge Orc with other numbers stands before it",)


def test_one_form_can_be_asked_for() -> None:
    """AC 13 without brackets counts up from 11 in one book and from 10 in another."""
    text = "Thing: AC 13, HD 2, ML 8"
    found = {form: read(text, form).creatures[0].entry()["ac"] for form in ("one-line", "basic", "without-number")}
    assert found == {"one-line": 19 - 13, "basic": 20 - 13, "without-number": 19 - 13}


def test_an_empty_page() -> None:
    assert read("") == read("  \n\n ") == Page()
    assert read("Just a room.") == Page(lost=("Just a room.",))
    assert "creatures" not in Page().scenario()
