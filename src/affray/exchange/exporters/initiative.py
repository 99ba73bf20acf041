"""Creatures and scenarios for Improved Initiative: its stat blocks, and its saved encounters, as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from affray.engine.encounter import Member
from affray.exchange.exporters.cast import Cast
from affray.exchange.exporters.line import ASCENDING, ATTACK, Written, line, moves, told
from affray.exchange.exporters.losses import beyond_a_line, scenario
from affray.exchange.exporters.statblock import named
from affray.exchange.importers.creature import Creature

VERSION = "3.0.0"  # of the form
TEN = dict.fromkeys(("Str", "Dex", "Con", "Int", "Wis", "Cha"), 10)
NOTHING = (  # that an old-school creature has
    *("DamageVulnerabilities", "DamageResistances", "DamageImmunities", "ConditionImmunities", "Saves", "Skills"),
    *("Senses", "Languages", "Reactions", "LegendaryActions"),
)


def saved(cast: Cast) -> Written:
    """A stat block, several, or an encounter with its combatants."""
    if cast.title:
        found: Any = encounter(cast)
    else:
        found = [stat_block(creature) for creature in cast.creatures]
        found = found[0] if len(found) == 1 else found
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n", tuple(left_out(cast))


def stat_block(creature: Creature) -> dict[str, Any]:
    """Its line and what isn't data are the description; armour counts up, as this tool has it."""
    entry = creature.entry()
    armour = ASCENDING - entry["ac"] if "ac" in entry else 10
    said, own = told(entry)
    words = " ".join(creature.notes)
    description = "\n".join([line(entry, creature.hp), *([words] if words else []), *own])
    return {
        **blank(creature.name, description),
        "Source": str(entry.get("source", "")),
        "Type": str(entry.get("tags", "")),
        "HP": {"Value": creature.hp[0] if creature.hp else average(str(entry.get("hd", "1"))), "Notes": dice(entry)},
        "AC": {"Value": armour, "Notes": "ascending"},
        "Speed": moves(entry).split(" / ") if "move" in entry else [],
        "Traits": [dict(zip(("Name", "Content"), named(sentence), strict=True)) for sentence in said],
        "Actions": list(actions(str(entry.get("attacks", "")))),
    }


def actions(attacks: str) -> Iterator[dict[str, str]]:
    """Those with dice, by their names; the line has the others too."""
    for part in re.split(r",?\s+or\s+|,", attacks):
        found = ATTACK.fullmatch(part.strip())
        if found and found[3]:
            also = f" + {found[4]}" if found[4] else ""
            yield {"Name": f"{found[1] or 1} × {found[2]}", "Content": f"{found[3]}{also}"}


def blank(name: str, description: str) -> dict[str, Any]:
    """All that the tool expects to find."""
    return {
        "Id": sha256(f"{name}\n{description}".encode()).hexdigest()[:8],
        "Name": name,
        "Path": "",
        "Source": "",
        "Type": "",
        "HP": {"Value": 1, "Notes": ""},
        "AC": {"Value": 10, "Notes": ""},
        "InitiativeModifier": 0,
        "Abilities": dict(TEN),
        **{name: [] for name in NOTHING},
        "Challenge": "",
        "Traits": [],
        "Actions": [],
        "Description": description,
        "Player": "",
        "ImageURL": "",
        "Version": VERSION,
    }


def average(hd: str) -> int:
    """Hit points of so many dice."""
    found = re.match(r"(\d+)(?:([+-])(\d+))?", hd)
    if found is None:
        return 2  # ½: a die of 4
    return max(1, int(found[1]) * 9 // 2 + int(f"{found[2] or '+'}{found[3] or 0}"))


def dice(entry: Any) -> str:
    """The dice they are rolled with."""
    found = re.fullmatch(r"(\d+)([+-]\d+)?", str(entry.get("hd", "")))
    return f"({found[1]}d8{found[2] or ''})" if found else "(1d4)" if entry.get("hd") in ("½", "1/2") else ""


# --- an encounter


def encounter(cast: Cast) -> dict[str, Any]:
    everybody = [*map(hero, cast.heroes), *(one for creature in cast.creatures for one in several(creature))]
    return {
        "Id": sha256(cast.title.encode()).hexdigest()[:8],
        "Name": cast.title,
        "Path": "",
        "ActiveCombatantId": None,
        "RoundCounter": 0,
        "Combatants": everybody,
        "Version": VERSION,
    }


def several(creature: Creature) -> Iterator[dict[str, Any]]:
    """One for each; of a number to be rolled one, which says so."""
    many = int(creature.count) if creature.count.isdecimal() else 1
    alias = f"{creature.count} × {creature.name}" if creature.count and not creature.count.isdecimal() else ""
    block = stat_block(creature)
    yield from (combatant(block, n, many, creature.hidden, alias) for n in range(1, many + 1))


def combatant(block: dict[str, Any], n: int, many: int, hidden: bool, alias: str) -> dict[str, Any]:
    return {
        "Id": f"{block['Id']}-{n}",
        "StatBlock": block,
        "CurrentHP": block["HP"]["Value"],
        "TemporaryHP": 0,
        "Initiative": 0,
        **({"InitiativeGroup": block["Id"]} if many > 1 else {}),
        "Alias": alias,
        "IndexLabel": n,
        "Tags": [],
        "Hidden": hidden,
        "RevealedAC": False,
        "InterfaceVersion": VERSION,
    }


def hero(member: Member) -> dict[str, Any]:
    name = member.name or member.cls
    block = blank(name, "") | {"Player": "player", "Type": f"{member.cls} {member.level}"}
    if isinstance(member.hp, int):
        block["HP"] = {"Value": member.max_hp or member.hp, "Notes": ""}
    made = combatant(block, 1, 1, False, "")
    return made | ({"CurrentHP": member.hp} if isinstance(member.hp, int) else {})


def left_out(cast: Cast) -> Iterator[str]:
    if cast.heroes:
        yield "Of the players only names, classes and hp are in this form: a party file has the rest."
    rolled = [creature.name for creature in cast.creatures if creature.count and not creature.count.isdecimal()]
    if rolled:
        yield f"Numbers that are rolled are not in this form; there is one of each, which says so: {', '.join(rolled)}."
    sides = ["who is on which side"] if len(cast.sides) > 1 else []
    yield from scenario(cast, sides)
    if any(not creature.hp for creature in cast.creatures):
        yield "Hit points that are rolled have their average in this form."
    yield from beyond_a_line(cast.creatures)
