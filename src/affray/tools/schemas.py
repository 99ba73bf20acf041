"""JSON Schemas of all files that people write: scenarios, parties, house rules, packs, the monsters of a pack, days."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray import rules, scenario
from affray.delves import reader as delves
from affray.houserules import ANY, TEXT_LENGTHS
from affray.packs.reader import HEADER_LENGTHS
from affray.rules.seams import GROUPS
from affray.scenario.models import DRAFT, option_schemas

NAMED = {"minProperties": 1, "additionalProperties": {"type": "object", "minProperties": 1}, "type": "object"}
HEADER_MEANINGS = {
    "name": ("Name of the pack; its folder and scenarios are called by it", "Marsh"),
    "version": ("Version of the pack", "1.0"),
    "by": ("Who wrote it", "A. Referee"),
    "licence": ("Licence under which others may use it", "CC0-1.0"),
    "says": ("What the pack holds, in a sentence", "What lives and dies in the marsh."),
}
RULE_MEANINGS = {
    "name": ("Name of the house rules", "Ours"),
    "says": ("What they change, in a sentence that the log repeats", "Swords bite deeper."),
}


def schema(kind: str = "scenario") -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind of file; see `FILE_SCHEMAS`."""
    return FILE_SCHEMAS[kind]()


def scenario_schema() -> dict[str, Any]:
    return scenario.schema(rules.get(scenario.USUAL).names())


def delve_schema() -> dict[str, Any]:
    return delves.delve_schema(rules.get(scenario.USUAL).names())


def party_schema() -> dict[str, Any]:
    """Return the schema of a party file: that of a party within a scenario."""
    parts = scenario_schema()["$defs"]
    used = {"CarriedShape": parts["CarriedShape"]}
    return {**head("party", "A party for Affray"), **parts["PartyShape"], "$defs": used}


def house_rules_schema() -> dict[str, Any]:
    """Return the schema of house rules: three texts, and what they change."""
    parts = change_schemas()
    changes = {"type": "object", "properties": parts, "additionalProperties": False}
    one_book = {"$ref": "#/$defs/Changes"}
    why = {"type": "string", "description": "Why this book can't carry them"}
    books: dict[str, Any] = {
        name: {"description": f"What they change in {name}, or why it can't carry them", "anyOf": [one_book, why]}
        for name in rules.NAMES
    }
    by_book = {"type": "object", "minProperties": 1, "properties": books, "additionalProperties": False}
    base = {
        "description": f"The book that they change, {ANY}, or further parts for each book",
        "anyOf": [{"enum": [*rules.NAMES, ANY]}, {"type": "string", "pattern": r"\S"}, by_book],
        "examples": ["classic"],
    }
    texts = {key: text_schema(*RULE_MEANINGS[key], TEXT_LENGTHS[key]) for key in RULE_MEANINGS}
    return head("house-rules", "House rules for Affray") | {
        "type": "object",
        "properties": {**texts, "rules": base, **parts},
        "required": [*texts, "rules"],
        "additionalProperties": False,
        "$defs": {"Changes": changes},
    }


def change_schemas() -> dict[str, Any]:
    """Return what house rules can change: options, rows of tables, and rules at seams."""
    options = option_schemas(option for book in rules.books().values() for option in book.options)
    seams = {
        name: {
            "type": "string",
            "description": f"Whose rule of {group.about} to use",
            "examples": list(rules.NAMES[:1]),
        }
        for name, group in GROUPS.items()
    }
    return {
        "options": {
            "type": "object",
            "description": "Options of the book with other values; `affray rules BOOK` lists them",
            "minProperties": 1,
            "properties": options,
            "examples": [{"initiative.tie": "simultaneous"}],
        },
        "tables": {
            **NAMED,
            "description": "Entries by kind and name, with the fields that differ",
            "examples": [{"monsters": {"orc": {"morale": 9}}}],
        },
        "seams": {
            "type": "object",
            "description": "Groups of rules that are replaced, each with the book that gives the rule",
            "minProperties": 1,
            "properties": seams,
            "additionalProperties": False,
            "examples": [{"initiative": "tempo"}],
        },
    }


def pack_schema() -> dict[str, Any]:
    """Return the schema of a pack's pack.yaml."""
    keys = {key: text_schema(*HEADER_MEANINGS[key], most) for key, most in HEADER_LENGTHS.items()}
    keys["version"]["type"] = ["string", "number"]
    return head("pack", "A content pack for Affray: pack.yaml") | {
        "type": "object",
        "properties": keys,
        "required": list(keys),
        "additionalProperties": False,
    }


def monsters_schema() -> dict[str, Any]:
    """Return the schema of a pack's monsters.yaml: entries by name, or stat blocks as text."""
    creature = scenario_schema()["$defs"]["Creature"]
    block = {"type": "string", "pattern": r"\S", "description": "A stat block as it is printed"}
    return head("monsters", "Monsters of a content pack for Affray: monsters.yaml") | {
        "type": "object",
        "minProperties": 1,
        "patternProperties": {"^[^0-9]": {"anyOf": [creature, block]}},
    }


def head(kind: str, title: str) -> dict[str, Any]:
    return {"$schema": DRAFT, "$id": f"urn:affray:{kind}", "title": title}


def text_schema(meaning: str, example: str, most: int) -> dict[str, Any]:
    return {"type": "string", "description": meaning, "minLength": 1, "maxLength": most, "examples": [example]}


FILE_SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "scenario": scenario_schema,
    "party": party_schema,
    "house-rules": house_rules_schema,
    "pack": pack_schema,
    "monsters": monsters_schema,
    "delve": delve_schema,
}
