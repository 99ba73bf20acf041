"""Read Improved Initiative's JSON: stat blocks, combatants of a saved encounter, and player characters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from affray.exchange.importers import blocks, obsidian, stat_lines
from affray.exchange.importers.creatures import Creature
from affray.exchange.importers.text import as_integer, as_text, clean

LIST_LABELS = {
    "DamageVulnerabilities": "Vulnerable to",
    "DamageResistances": "Resists",
    "DamageImmunities": "Immune to",
    "ConditionImmunities": "Never",
    "Senses": "Senses:",
    "Languages": "Languages:",
    "Skills": "Skills:",
}


def is_tool_statblock(data: Mapping[str, Any]) -> bool:
    return "Name" in data and bool({"HP", "AC", "Actions", "Abilities"} & set(data)) and "StatBlock" not in data


def is_combatant(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("StatBlock"), dict)


def is_player(data: Mapping[str, Any]) -> bool:
    return bool(as_text(data.get("Player"), 40).strip())


def read_tool_statblock(data: Mapping[str, Any], original: str, doubt: str = "") -> Creature:
    """Read a stat block; if its description has a classic stat line, prefer that line."""
    inside = find_stat_line(data)
    found = obsidian.read_statblock(statblock_keys(data), original, "improved-initiative", doubt)
    return found if inside is None else merge_line(found, inside)


def statblock_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stat block with the keys of a Fantasy Statblocks one."""
    hp, ac = split_value(data.get("HP")), split_value(data.get("AC"))
    notes = [f"{label} {as_text(data[key], 200)}." for key, label in LIST_LABELS.items() if data.get(key)]
    return {
        "name": data.get("Name"),
        "hp": hp[0],
        "hit dice": find_hit_dice(hp[1]),
        "ac": f"{as_text(ac[0])} {ac[1]}".strip() if ac[0] is not None else None,
        "speed": data.get("Speed") or None,
        "type": data.get("Type") or None,
        "source": data.get("Source") or None,
        "traits": data.get("Traits"),
        "actions": data.get("Actions"),
        "reactions": data.get("Reactions"),
        "legendary actions": data.get("LegendaryActions"),
        "saves": find_saves(data.get("Saves")),
        "notes": [*notes, *([f"Challenge {as_text(data['Challenge'], 20)}."] if data.get("Challenge") else [])],
        "description": data.get("Description") if find_stat_line(data) is None else None,
    }


def split_value(value: Any) -> tuple[Any, str]:
    """Return value and notes of {Value, Notes}, or of a plain number."""
    if isinstance(value, dict):
        return value.get("Value"), as_text(value.get("Notes"), 100)
    return value, ""


def find_hit_dice(notes: str) -> str | None:
    """Return hit dice from notes such as (2d8+2); (1d1+0) is what the tool writes if there are none."""
    found = re.search(r"\d{1,2}d\d{1,3}\s?(?:[+-]\s?\d{1,3})?|½|\bHD\s?[\d½+*-]+", notes)
    return None if not found or found[0].startswith("1d1+") else found[0].removeprefix("HD")


def find_saves(saves: Any) -> str | None:
    """Return the five saves of the classic books; modifiers of abilities belong to another game."""
    pairs = (
        [(as_text(s.get("Name"), 20)[:1].upper(), as_text(s.get("Modifier"), 6)) for s in saves if isinstance(s, dict)]
        if isinstance(saves, list)
        else []
    )
    return " ".join(f"{name}{value}" for name, value in pairs) if {name for name, _ in pairs} == set("DWPBS") else None


def find_stat_line(data: Mapping[str, Any]) -> Creature | None:
    """Return the creature of a classic stat line in the description."""
    text = as_text(data.get("Description"), 6_000)
    found = blocks.find_blocks(clean(text))[0] if text else []
    known = [block for block in found if len(block.segments) >= 3]
    return stat_lines.read_stat_line(known[0]) if known else None


def merge_line(data: Creature, line: Creature) -> Creature:
    """Return the line's fields, and what only the data says."""
    in_line = {field.key for field in line.fields if field.text}
    more = tuple(field for field in data.fields if field.text and field.key not in in_line)
    had = {field.key for field in more}
    fields = tuple(field for field in line.fields if field.key not in had)
    notes = tuple(note for note in (*line.notes, *data.notes))
    doubts = tuple(d for d in (*line.doubts, *data.doubts) if d != "no name was found")
    both = (data.get("ac"), line.get("ac")) if data.get("ac") is not None else (0, 0)
    if both[0] != both[1]:
        doubts = (*doubts, f"AC: {both[0]} in the data and {both[1]} in the description contradict each other")
    return replace(
        data, fields=(*fields, *more), notes=tuple(dict.fromkeys(notes)), doubts=doubts, hp=data.hp or line.hp
    )


def read_combatant(data: Mapping[str, Any], original: str, doubt: str = "") -> Creature:
    """Read a combatant of a saved encounter: its own name, current hit points, and whether it is hidden."""
    found = read_tool_statblock(data["StatBlock"], original, doubt)
    hp, alias = as_integer(data.get("CurrentHP")), as_text(data.get("Alias"), 60).strip()
    notes = (*found.notes, *((as_text(data["CurrentNotes"], 300),) if data.get("CurrentNotes") else ()))
    found = replace(found, hidden=data.get("Hidden") is True, notes=notes)
    if hp is not None and hp > 0:
        found = replace(found, hp=(hp,))
    return replace(found, notes=(*found.notes, f"Called {alias}.")) if alias and alias != found.name else found


def read_player(data: Mapping[str, Any], hp_now: int | None = None) -> tuple[dict[str, Any], str]:
    """Return a character in the keys of a party file, and what had to be guessed."""
    name = clean(as_text(data.get("Name"), 60)).text.strip() or "Somebody"
    hp, ac = as_integer(split_value(data.get("HP"))[0]), as_integer(split_value(data.get("AC"))[0])
    member: dict[str, Any] = {"name": name, "class": "fighter"}
    if hp and hp > 0:
        member |= {"hp": min(hp, hp_now) if hp_now else hp, "max hp": hp}
    if ac is not None and 0 <= ac <= 39:
        member |= {"aac": ac} if ac > 9 else {"ac": ac}
    return member, f"{name}: no class is told; fighter of level 1 guessed"
