"""The JSON Schema of scenario files, by which an editor completes and checks them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from affray.content.overlay import CONTENT_KINDS, EFFECTS, FOR_PEOPLE, MONSTER_FIELDS, MONSTERS
from affray.engine.encounter import NUMBERS
from affray.engine.options import SWITCH, Option
from affray.scenario.models import ScenarioShape

DRAFT = "https://json-schema.org/draft/2020-12/schema"
OFFERED = {"monster": "monsters", "mount": "monsters", "class": "classes", "tactic": "tactics", "spells": "spells"}
THINGS = ("weapons", "armour", "potions")
SIDE, PARTY = {"$ref": "#/$defs/SideShape"}, {"$ref": "#/$defs/PartyShape"}
FILE_SCHEMA = {"type": "string", "pattern": r"\S"}
HOUSE_RULE = {"type": ["string", "object"], "minLength": 1}
SHORT_FORM = {"type": "string", "pattern": r"\S", "examples": ["6 orc", "2d4 goblin"]}


def describe(options: Iterable[Option], known: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the shape that pydantic checks, with the short forms, the book's options and its words."""
    schema = without_titles(ScenarioShape.model_json_schema())
    parts = schema["$defs"]
    for shape, member in (("SideShape", "MemberShape"), ("PartyShape", "CarriedShape")):
        parts[shape]["properties"]["members"]["items"] = {"anyOf": member_forms({"$ref": f"#/$defs/{member}"})}
    members, side = parts["SideShape"]["properties"]["members"], parts["SideShape"]
    side["properties"]["party"] = {
        "anyOf": [FILE_SCHEMA, PARTY],
        "description": side["properties"]["party"]["description"],
    }
    side["anyOf"] = [{"required": ["members"]}, {"required": ["party"]}]
    schema["properties"]["house rules"] = {"anyOf": [HOUSE_RULE, {"type": "array", "items": HOUSE_RULE}]}
    schema["properties"]["sides"]["patternProperties"] = {"^[^0-9]": {"anyOf": [SIDE, members]}}
    schema["properties"]["sides"]["additionalProperties"] = False
    creature = {"type": "object", "minProperties": 1, "properties": creature_keys(parts["MemberShape"]["properties"])}
    parts["Creature"] = creature
    block, by_name = {"type": "string", "pattern": r"\S"}, {"$ref": "#/$defs/Creature"}
    entries = {"type": "object", "minProperties": 1, "patternProperties": {"^[^0-9]": {"anyOf": [by_name, block]}}}
    several = {"type": "array", "minItems": 1, "items": {"anyOf": [block, entries]}}
    schema["properties"]["creatures"] |= {"anyOf": [block, entries, several]}
    schema["properties"]["content"] |= content_schema(entries)
    schema["properties"]["options"] |= {"properties": option_schemas(options), "additionalProperties": False}
    for part in parts.values():
        offer_words(part["properties"], known)
    return {"$schema": DRAFT, "title": "A fight for Affray", **schema}


def creature_keys(member: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a monster that people write most, every book's numbers, and what is for the referee."""
    numbers = {name: member[name] for name in NUMBERS if name not in MONSTER_FIELDS}
    rows: dict[str, Any] = {
        "ac": {"type": "integer"},
        **{key: member[key] for key in ("hd", "move", "fly", "swim", "morale", "led")},
    }
    texts: dict[str, Any] = {
        key: {"type": "string"} for key in ("attacks", "saves", "tags", "aura", "breath", "hug", "spells")
    }
    kept: dict[str, Any] = {key: {"type": ["string", "integer"]} for key in FOR_PEOPLE}
    kept["notes"] = {"type": ["string", "array"], "items": {"type": "string"}}
    things: dict[str, Any] = {EFFECTS: {"type": "object", "additionalProperties": {"type": "object"}}}
    return {**rows, **texts, **numbers, **things, **kept}


def content_schema(monsters: dict[str, Any]) -> dict[str, Any]:
    """Return entries of each kind by name."""
    thing = {"type": "object", "minProperties": 1, "additionalProperties": {"type": "object"}}
    kinds = {shelf: monsters if shelf == MONSTERS else thing for shelf in (*CONTENT_KINDS, "tactics")}
    return {"type": "object", "minProperties": 1, "properties": kinds, "additionalProperties": False}


def member_forms(member: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a text, a mapping, or a mapping under its name."""
    return [
        SHORT_FORM,
        member,
        {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": member},
    ]


def without_titles(schema: Any) -> Any:
    """Return a schema without titles that repeat the keys, and without defaults that only the code knows."""
    if isinstance(schema, list):
        return [without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: without_titles(item)
        for key, item in schema.items()
        if isinstance(item, dict) or key not in ("title", "default")
    }


def option_schemas(options: Iterable[Option]) -> dict[str, Any]:
    """Return the options of every book; one name may have other values in another book."""
    found = dict[str, list[dict[str, Any]]]()
    for option in options:
        said = found.setdefault(option.name, [])
        said += [option_schema(option)] if option_schema(option) not in said else []
    return {name: said[0] if len(said) == 1 else {"anyOf": said} for name, said in found.items()}


def option_schema(option: Option) -> dict[str, Any]:
    if option.several:
        return {"type": "array", "items": {"enum": list(option.words)}, "uniqueItems": True}
    if not option.words:
        return {"type": "integer", "minimum": option.least, "maximum": option.most}
    return {"enum": [True, False, *SWITCH]} if option.words == SWITCH else {"enum": list(option.words)}


def offer_words(keys: dict[str, Any], known: Mapping[str, Sequence[str]]) -> None:
    """Offer words for an editor to complete. They are not enforced: a file may write them in any case."""
    for key, kind in OFFERED.items():
        if key in keys and kind in known:
            keys[key].get("items", keys[key])["examples"] = list(known[kind])
    if "gear" in keys and known:
        keys["gear"]["items"]["examples"] = [word for kind in THINGS for word in known.get(kind, ())]
