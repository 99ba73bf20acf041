"""Read JSON of Foundry (actors of the OSE system) and of Improved Initiative (stat blocks and encounters)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from affray.engine.encounter import ABILITIES
from affray.exchange.importers import blocks, lines, obsidian, reference
from affray.exchange.importers.attacks import AttackRoutines, parse_routines
from affray.exchange.importers.creatures import Creature, Field
from affray.exchange.importers.drafts import Draft, finish_creature
from affray.exchange.importers.layouts import lay_out
from affray.exchange.importers.text import as_integer, as_text, clean

SAVE_NAMES = {"death": "D", "wand": "W", "paralysis": "P", "breath": "B", "spell": "S"}
ITEM_KINDS = (
    "item",
    "weapon",
    "armor",
    "spell",
    "ability",
    "container",
    "feature",
    "gear",
    "equipment",
    "treasure",
    "attack",
)
SAVE_RIDERS = {"poison": "poison", "death": "poison", "paralysis": "paralysis"}


def is_actor(data: Mapping[str, Any]) -> bool:
    """Return whether a mapping is an actor of Foundry, whatever its system."""
    system = data.get("system", data.get("data"))
    if not isinstance(system, dict) or not isinstance(data.get("type"), str):
        return False
    known = data["type"] in ("monster", "character")
    return known or (isinstance(data.get("items", []), list) and first_of(system, HIT_DICE_PATHS) is not None)


def dig(data: Any, *path: str) -> Any:
    """Return what is at a path of keys, or None."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def dig_integer(data: Any, *path: str) -> int | None:
    return as_integer(dig(data, *path))


def actor_digest(data: Mapping[str, Any]) -> str:
    """Return a digest of what people edit of an actor."""
    parts = [data.get("name"), data.get("system"), data.get("items")]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def read_monster(data: Mapping[str, Any], original: str, doubt: str = "") -> Creature:
    """Read an actor; one that we wrote and nobody edited says more in its flags."""
    flags = dig(data, "flags", "affray")
    if isinstance(dig(flags, "statblock"), dict) and dig(flags, "digest") == actor_digest(data):
        found = obsidian.read_statblock(flags["statblock"], original, "foundry", doubt)
        friendly = dig_integer(data, "prototypeToken", "disposition") == 1
        return replace(found, friendly=friendly)
    system = data.get("system", data.get("data"))
    draft = Draft("foundry", clean(as_text(data.get("name"), 60)).text.strip(), original)
    draft.doubts += [doubt] if doubt else []
    for key, text in list_numbers(system):
        draft.add_value(obsidian.parse_value(key, key, text))
    draft.hp = tuple(hp for hp in (as_integer(first_of(system, POINT_PATHS)),) if hp and hp > 0)
    draft.doubts += list_unknown_items(data)
    add_weapons(draft, system, [*items_of_kind(data, "weapon"), *items_of_kind(data, "attack")])
    add_spells(draft, memorized_spells(data))
    for item in (*items_of_kind(data, "ability"), *items_of_kind(data, "feature")):
        about = plain_text(dig(item.get("system", item.get("data")), "description"))
        obsidian.add_text(draft, f"{plain_text(item.get('name'))}: {about}".strip(": "))
    for text in (dig(system, "details", "biography"), dig(system, "details", "notes")):
        if plain_text(text):
            obsidian.add_text(draft, plain_text(text))
    draft.friendly = (
        dig_integer(data, "prototypeToken", "disposition") == 1 or dig_integer(data, "token", "disposition") == 1
    )
    draft.hidden = dig(data, "prototypeToken", "hidden") is True or dig(data, "token", "hidden") is True
    return finish_creature(draft)


Path = tuple[str, ...]
HIT_DICE_PATHS: tuple[Path, ...] = (
    ("hp", "hd"),
    ("hd", "value"),
    ("hd",),
    ("hitDice",),
    ("hitDice", "value"),
    ("hitDice", "number"),
    ("attributes", "hd"),
)
ARMOUR_PATHS: tuple[Path, ...] = (
    ("ac", "value"),
    ("ac",),
    ("armorClass",),
    ("armorClass", "value"),
    ("attributes", "ac", "value"),
)
RISING_PATHS: tuple[Path, ...] = (("aac", "value"), ("aac",), ("attributes", "aac", "value"))
MOVE_PATHS: tuple[Path, ...] = (
    *(
        ("details", "movement"),
        ("movement", "value"),
        ("moveRate", "value"),
        ("moveRate",),
        ("move", "value"),
        ("move",),
    ),
    *(("movement",), ("speed", "value"), ("speed",), ("movementRate",)),
)
MORALE_PATHS: tuple[Path, ...] = (("details", "morale"), ("morale", "value"), ("morale",), ("attributes", "morale"))
POINT_PATHS: tuple[Path, ...] = (
    ("hp", "value"),
    ("hp", "max"),
    ("hp",),
    ("hitpoints", "value"),
    ("hitPoints", "value"),
    ("hitPoints", "max"),
    ("attributes", "hp", "value"),
    ("attributes", "hp", "max"),
)
OTHER_SAVES = ("death", "device", "transformation", "avoidance", "sorcery")  # of Hyperborea


def first_of(data: Any, paths: tuple[Path, ...]) -> Any:
    """Return what is at the first of several paths that has a text or a number."""
    return next(
        (found for path in paths if isinstance(found := dig(data, *path), int | float | str) and found != ""), None
    )


def counts_from_eleven(system: Any) -> bool:
    """Return whether the system is that of Basic Fantasy: armour rises from 11, and attacks have a bonus."""
    return dig(system, "attackBonus") is not None and dig(system, "thac0") is None and dig(system, "aac") is None


def list_numbers(system: Any) -> Iterator[tuple[str, str]]:
    """Return each number with its other half, as a stat line writes it."""
    ac, aac = as_integer(first_of(system, ARMOUR_PATHS)), as_integer(first_of(system, RISING_PATHS))
    if ac is not None and counts_from_eleven(system):
        yield "ac", str(20 - ac)
    elif ac is not None or aac is not None:
        yield "ac", f"{'' if ac is None or (ac == 0 and aac and aac != 19) else ac} {f'[{aac}]' if aac else ''}".strip()
    if hd := as_text(first_of(system, HIT_DICE_PATHS), 40):
        yield "hd", hd
    thac0, bonus = dig_integer(system, "thac0", "value"), dig_integer(system, "thac0", "bba")
    if thac0:
        yield "thac0", f"{thac0} [{bonus}]" if bonus else str(thac0)
    yield from list_saves(system)
    move, base = as_text(first_of(system, MOVE_PATHS), 80), dig_integer(system, "movement", "base")
    if (dig(system, "saves", "device") is not None or counts_from_eleven(system)) and (base or move):
        yield "move", f"({base or move}')".replace("'')", "')")  # Hyperborea has the rate of a round
    elif move or base:
        yield "move", move or f"{base}'" + (f" ({base // 3}')" if base and base % 3 == 0 else "")
    yield from list_details(system.get("details") if isinstance(system.get("details"), dict) else system)
    morale = as_integer(first_of(system, MORALE_PATHS))
    if morale and dig(system, "details", "morale") is None:
        yield "morale", str(morale)


def list_saves(system: Any) -> Iterator[tuple[str, str]]:
    """Yield five saves, or the only one there is."""
    other = [dig_integer(system, "saves", key, "value") for key in OTHER_SAVES]
    if all(other[1:]):
        yield "saves", "/".join(map(str, other))
        return
    named = {key: dig_integer(system, "saves", key, "value") for key in dig(system, "saves") or ()}
    five = [
        f"{letter}{value}" for key, letter in SAVE_NAMES.items() if (value := named.get(key) or named.get(f"{key}s"))
    ]
    single = dig_integer(system, "save", "value") or dig_integer(system, "save")
    if five:
        yield "saves", " ".join(five)
    elif single:
        yield "saves", str(single)


def list_details(found: Any) -> Iterator[tuple[str, str]]:
    if dig_integer(found, "morale"):
        yield "morale", as_text(dig(found, "morale"), 20)
    found = {**found, "xp": dig(found, "xp", "value")} if isinstance(dig(found, "xp"), dict) else found
    for key, text in (
        ("alignment", dig(found, "alignment")),
        ("xp", dig(found, "xp")),
        ("treasure", dig(found, "treasure", "type")),
    ):
        if as_text(text, 60) and as_text(text, 60) != "0":
            yield key, as_text(text, 60)
    here, lair = as_text(dig(found, "appearing", "d"), 20), as_text(dig(found, "appearing", "w"), 20)
    if here not in ("", "0") or lair not in ("", "0"):
        yield "number", f"{here or '0'} ({lair or '0'})"


def items_of_kind(data: Mapping[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    """Return the items of one kind."""
    found = data.get("items")
    for item in found[:200] if isinstance(found, list) else ():
        if isinstance(item, dict) and item.get("type") == kind:
            yield item


def list_unknown_items(data: Mapping[str, Any]) -> list[str]:
    """Return a doubt for each item of a kind that the system doesn't have: nothing of it is read."""
    found = data.get("items")
    rows = [item for item in found[:200] if isinstance(item, dict)] if isinstance(found, list) else []
    return [
        f"the item {as_text(row.get('name'), 40)!r} is of no known kind"
        for row in rows
        if row.get("type") not in ITEM_KINDS
    ]


def plain_text(value: Any) -> str:
    return " ".join(clean(as_text(value)).text.split())


def add_weapons(draft: Draft, system: Any, weapons: list[dict[str, Any]]) -> None:
    """Add a routine for each pattern of the weapons; without weapons, read what the sheet says in words."""
    patterns = dict[str, list[str]]()
    for item in weapons[:20]:
        own = item.get("system", item.get("data"))
        patterns.setdefault(as_text(dig(own, "pattern"), 20), []).append(format_weapon(item, own))
    text = " or ".join(", ".join(each) for each in patterns.values()) or plain_text(dig(system, "attacks"))
    if not text:
        return
    draft.attack_text = text
    draft.routines = parse_weapons(text)
    if not patterns and draft.routines.modes and not re.search(r"\dd\d", text):
        draft.routines.doubts.append("no damage is told")
    for item in weapons[:20]:
        about = plain_text(dig(item.get("system", item.get("data")), "description"))
        if about:
            obsidian.add_text(draft, about)


def parse_weapons(text: str) -> AttackRoutines:
    return parse_routines(clean(text).text)


def format_weapon(item: Mapping[str, Any], own: Any) -> str:
    """Return a weapon as a stat line writes it; what has no damage has none."""
    name = plain_text(item.get("name"))
    counted = re.search(r"[×x] ?(\d{1,2})$|\((\d{1,2})(?:/1)?\)$|^(\d{1,2}) ?[×x]? ", name)
    many = dig_integer(own, "counter", "max") or dig_integer(own, "rateOfFire") or dig_integer(own, "rof") or 1
    many = max(many, int(next(filter(None, counted.groups())))) if counted else many
    dice = as_text(first_of(own, (("damage",), ("damageFormula",), ("damage", "value"), ("damage", "formula"))), 40)
    rider = SAVE_RIDERS.get(as_text(dig(own, "save"), 20), "")
    name = re.sub(r"[^\w' -]|\d|\b[x×] *$|_", " ", name[: counted.start()] if counted and counted.start() else name)
    name = name.strip(" x×") if counted else name.strip()
    return f"{many} × {name or 'strike'} ({dice or '-'}{f' + {rider}' if rider else ''})"


def memorized_spells(data: Mapping[str, Any]) -> list[str]:
    spells = items_of_kind(data, "spell")
    memorized = [item for item in spells if dig_integer(item.get("system", item.get("data")), "memorized")]
    return [plain_text(item.get("name")).lower() for item in memorized]


def add_spells(draft: Draft, names: list[str]) -> None:
    known = [name for name in names if name in reference.spells()]
    if known:
        draft.add_field(Field("spells", ", ".join(known), ", ".join(names)))
    draft.notes += [f"Spell: {name}" for name in names if name not in known]


def read_character(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return a member in the keys of a party file, and doubts."""
    system = data.get("system", data.get("data"))
    name = clean(as_text(data.get("name"), 60)).text.strip() or "Somebody"
    cls = as_text(dig(system, "details", "class"), 30).strip().lower()
    level = dig_integer(system, "details", "level") or 1
    known = cls in reference.classes()
    doubts = [] if known else [f"{name}: the class {cls or '(none)'!r} is unknown; fighter guessed"]
    member: dict[str, Any] = {
        "name": name,
        "class": cls if known else "fighter",
        "level": min(14, max(1, level)),
    }
    scores = {ability: dig_integer(system, "scores", ability.lower(), "value") for ability in ABILITIES}
    member |= {ability: score for ability, score in scores.items() if score and 3 <= score <= 18}
    hp, most = dig_integer(system, "hp", "value"), dig_integer(system, "hp", "max")
    member |= {"hp": hp} if hp and hp > 0 else {}
    member |= {"max hp": most} if most and hp and most > hp else {}
    gear, unknown = read_gear(data)
    member |= {"gear": gear} if gear else {}
    names = memorized_spells(data)
    spells = [name for name in names if name in reference.spells()]
    member |= {"spells": spells} if spells else {}
    unknown += [spell for spell in names if spell not in spells]
    return member, [*doubts, *(f"{name}: {thing!r} is in no book" for thing in unknown)]


def read_gear(data: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the gear that the default book has, and the rest."""
    known = reference.gear()
    names = [plain_text(item.get("name")).lower() for kind in ("armor", "weapon") for item in items_of_kind(data, kind)]
    return [n for n in names if strip_bonus(n) in known], [n for n in names if strip_bonus(n) not in known]


def strip_bonus(name: str) -> str:
    return re.sub(r"\s*[+-]\d$", "", name)


# --- Improved Initiative's JSON: stat blocks, combatants of a saved encounter, and player characters

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
    found = blocks.find_blocks(lay_out(text))[0] if text else []
    known = [block for block in found if len(block.segments) >= 3]
    return lines.read_stat_line(known[0]) if known else None


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
