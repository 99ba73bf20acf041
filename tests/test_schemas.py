"""JSON Schemas of every kind of file: they take what Affray takes, refuse what it refuses, and explain every key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import affray
from affray.cli import main
from affray.tools.schemas import FILE_SCHEMAS, schema

LIBRARY = sorted((Path(affray.__file__).parent / "houserules" / "library").glob("*.yaml"))
TAKEN = {
    "party": "{party: The Lanterns, members: [{name: Anna, class: fighter, level: 2, hp: 9, gear: [sword]}]}",
    "house-rules": "{name: Ours, says: Bites., rules: {tempo: It can't.}, tables: {weapons: {sword: {damage: 1d10}}}}",
    "pack": "{name: Marsh, version: 1.0, by: A, licence: CC0-1.0, says: Toads.}",
    "delve": "{party: [{Anna: {class: fighter, hp: 9}}], day: [{fight: A, sides: {orcs: [orc]}}, {rest: {days: 2}}]}",
    "monsters": "{bog hound: {ac: 6, hd: 2+1, attacks: bite 1d6}, mud witch: 'AC 9, HD 3, Att 1 × sickle (1d6)'}",
}
REFUSED = {
    "party": "{members: 3}",
    "house-rules": "{name: Ours, says: Bites., rules: classic, seams: {initiativ: tempo}}",
    "pack": "{name: Marsh, version: 1.0}",
    "delve": "{party: [{Anna: {class: fighter, hp: 9}}], day: [{rests: 2}]}",
    "monsters": "{bog hound: 7}",
}


def keys_of(found: Any) -> Iterator[tuple[str, Any]]:
    """Yield every key that a schema names, with its own schema."""
    if isinstance(found, dict):
        yield from (found.get("properties") or {}).items()
    for inner in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from keys_of(inner)


@pytest.mark.parametrize("kind", FILE_SCHEMAS)
def test_a_schema_has_an_id_and_explains_every_key(kind: str) -> None:
    found = json.loads(CliRunner().invoke(main, ["schema", kind]).stdout)
    Draft202012Validator.check_schema(found)
    assert found["$id"] == f"urn:affray:{kind}"
    assert [key for key, shape in keys_of(found) if isinstance(shape, dict) and not shape.get("description")] == []


@pytest.mark.parametrize("kind", TAKEN)
def test_a_schema_takes_and_refuses(kind: str) -> None:
    validator = Draft202012Validator(schema(kind))
    assert [error.message for error in validator.iter_errors(yaml.safe_load(TAKEN[kind]))] == []
    assert not validator.is_valid(yaml.safe_load(REFUSED[kind]))


def test_the_schema_takes_the_built_in_house_rules() -> None:
    validator = Draft202012Validator(schema("house-rules"))
    assert len(LIBRARY) > 20
    assert [file.name for file in LIBRARY if not validator.is_valid(yaml.safe_load(file.read_text("utf-8")))] == []
