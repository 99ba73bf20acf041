"""The reference of scenario and party files: every key is there, and every example is one that a file may have."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from documents import ROOT, happens

from affray import scenario
from affray.scenario import reference
from affray.scenario.reference import SHAPES, Keys

PAGE = ROOT / "docs" / "scenarios.md"
TABLES = {
    "scenario": reference.SCENARIO,
    "side": reference.SIDE,
    "member": reference.MEMBER,
    "terrain": reference.TERRAIN,
    "cover": reference.COVER,
    "objective": reference.OBJECTIVE,
    "creature": reference.CREATURE,
    "party": reference.PARTY,
    "carried": reference.CARRIED,
}
BASES: dict[str, dict[str, Any]] = {  # what a member needs for a key to make sense
    "level": {"class": "fighter"},
    "class": {},
    "monster": {},
    "spells": {"class": "magic-user"},
    "readied": {"class": "magic-user", "spells": ["sleep"]},
    "negative levels": {"class": "fighter", "level": 3},
    "elite": {"mercenary": "trained", "class": "fighter"},
    "fanatic": {"mercenary": "trained", "class": "fighter"},
    "mercenary": {"class": "fighter"},
    "retainer": {"class": "fighter"},
    "max hp": {"class": "fighter", "hp": 5},
}


@cache
def schema() -> dict[str, Any]:
    return scenario.schema()


def schema_of(shape: str) -> dict[str, Any]:
    whole = schema()
    return whole if shape == "ScenarioShape" else whole["$defs"][shape]


def test_every_key_of_the_schema_has_a_meaning_and_an_example() -> None:
    for shape in SHAPES:
        for key, node in schema_of(shape)["properties"].items():
            assert len(node["description"]) > 1, (shape, key)
            assert node["examples"], (shape, key)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_example_is_valid_by_the_schema(shape: str) -> None:
    definitions = schema()["$defs"]
    for key, node in schema_of(shape)["properties"].items():
        value = yaml.safe_load(SHAPES[shape][key].example)
        jsonschema.Draft202012Validator({"$defs": definitions, **node}).validate(value)


@pytest.mark.parametrize("key", reference.MEMBER)
def test_a_member_may_have_the_example(key: str) -> None:
    books = re.findall(r"\((tempo|procedure|vanguard|fourfold)", reference.MEMBER[key].meaning)
    member = {**BASES.get(key, {"monster": "orc"}), key: yaml.safe_load(reference.MEMBER[key].example)}
    theirs = {"monster": "orc", **({"position": [60, 0]} if key == "position" else {})}
    sides = {"ours": {"members": [{"name": "Ugg", **member} if key != "name" else member]}, "theirs": [theirs]}
    data = {"rules": (books or ["classic"])[0], **({} if key == "position" else {"distance": 30}), "sides": sides}
    assert scenario.read(yaml.safe_dump(data)).sides


def test_the_page_has_the_tables(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    now = re.sub(r"<!-- keys: (\w+) -->\n.*?<!-- /keys -->", with_table, text, flags=re.S)
    if request.config.getoption("--write-golden"):
        PAGE.write_text(now, encoding="utf-8")
    assert now == text, "pytest tests/test_scenario_reference.py --write-golden"
    assert text.count("<!-- keys: ") == len(TABLES)


def with_table(found: re.Match[str]) -> str:
    return f"<!-- keys: {found[1]} -->\n{table(TABLES[found[1]])}<!-- /keys -->"


def table(keys: Keys) -> str:
    rows = [f"| `{key}` | {one.meaning} | `{key}: {one.example}` |\n" for key, one in keys.items()]
    return "".join(["| key | meaning | example |\n", "|---|---|---|\n", *rows])


def test_what_the_page_shows_happens(tmp_path: Path) -> None:
    happens(PAGE, tmp_path)
