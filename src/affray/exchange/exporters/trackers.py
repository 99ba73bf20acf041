"""Write creatures and scenarios for Improved Initiative (JSON) and for Obsidian (stat blocks and encounters)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from affray.content.yaml import dump
from affray.engine.encounter import NUMBERS, Member
from affray.exchange.exporters.creatures import (
    ATTACK_PATTERN,
    Export,
    Participants,
    describe_specials,
    format_both_ways,
    format_movement,
    format_routines,
    format_saves,
    lost_beside_line,
    lost_circumstances,
    lost_heroes,
    lost_ranks,
    stat_line,
    thac0_of_entry,
)
from affray.exchange.importers.creatures import EXTRA_KEYS, LINE_KEYS, Creature
from affray.exchange.importers.reference import BOTH_WAYS_SUM

TOOL_VERSION = "3.0.0"  # of the tool's format
AVERAGE_ABILITIES = dict.fromkeys(("Str", "Dex", "Con", "Int", "Wis", "Cha"), 10)
EMPTY_LISTS = (  # nothing that an old-school creature has
    *("DamageVulnerabilities", "DamageResistances", "DamageImmunities", "ConditionImmunities", "Saves", "Skills"),
    *("Senses", "Languages", "Reactions", "LegendaryActions"),
)


def write_improved_initiative(participants: Participants) -> Export:
    """Return a stat block, several, or an encounter with its combatants."""
    if participants.title:
        found: Any = saved_encounter(participants)
    else:
        found = [stat_block(creature) for creature in participants.creatures]
        found = found[0] if len(found) == 1 else found
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n", tuple(tool_losses(participants))


def stat_block(creature: Creature) -> dict[str, Any]:
    """Return a stat block; its description has the stat line and what isn't data. Armour counts up, as in this tool."""
    entry = creature.entry()
    armour = BOTH_WAYS_SUM - entry["ac"] if "ac" in entry else 10
    sentences, own = describe_specials(entry)
    words = " ".join(creature.notes)
    description = "\n".join([stat_line(entry, creature.hp), *([words] if words else []), *own])
    return {
        **blank_stat_block(creature.name, description),
        "Source": str(entry.get("source", "")),
        "Type": str(entry.get("tags", "")),
        "HP": {
            "Value": creature.hp[0] if creature.hp else average_hit_points(str(entry.get("hd", "1"))),
            "Notes": hit_dice_notation(entry),
        },
        "AC": {"Value": armour, "Notes": "ascending"},
        "Speed": format_movement(entry).split(" / ") if "move" in entry else [],
        "Traits": [dict(zip(("Name", "Content"), split_trait(sentence), strict=True)) for sentence in sentences],
        "Actions": list(list_actions(str(entry.get("attacks", "")))),
    }


def list_actions(attacks: str) -> Iterator[dict[str, str]]:
    """Return attacks with dice, by name; the line has the others too."""
    for part in re.split(r",?\s+or\s+|,", attacks):
        found = ATTACK_PATTERN.fullmatch(part.strip())
        if found and found[3]:
            also = f" + {found[4]}" if found[4] else ""
            yield {"Name": f"{found[1] or 1} × {found[2]}", "Content": f"{found[3]}{also}"}


def blank_stat_block(name: str, description: str) -> dict[str, Any]:
    """Return a stat block with all keys that the tool expects."""
    return {
        "Id": sha256(f"{name}\n{description}".encode()).hexdigest()[:8],
        "Name": name,
        "Path": "",
        "Source": "",
        "Type": "",
        "HP": {"Value": 1, "Notes": ""},
        "AC": {"Value": 10, "Notes": ""},
        "InitiativeModifier": 0,
        "Abilities": dict(AVERAGE_ABILITIES),
        **{name: [] for name in EMPTY_LISTS},
        "Challenge": "",
        "Traits": [],
        "Actions": [],
        "Description": description,
        "Player": "",
        "ImageURL": "",
        "Version": TOOL_VERSION,
    }


def average_hit_points(hd: str) -> int:
    """Return the average of so many hit dice."""
    found = re.match(r"(\d+)(?:([+-])(\d+))?", hd)
    if found is None:
        return 2  # ½: a die of 4
    return max(1, int(found[1]) * 9 // 2 + int(f"{found[2] or '+'}{found[3] or 0}"))


def hit_dice_notation(entry: Any) -> str:
    """Return the dice for hit points."""
    found = re.fullmatch(r"(\d+)([+-]\d+)?", str(entry.get("hd", "")))
    return f"({found[1]}d8{found[2] or ''})" if found else "(1d4)" if entry.get("hd") in ("½", "1/2") else ""


# --- an encounter


def saved_encounter(participants: Participants) -> dict[str, Any]:
    everybody = [
        *map(saved_hero, participants.heroes),
        *(one for creature in participants.creatures for one in list_combatants(creature)),
    ]
    return {
        "Id": sha256(participants.title.encode()).hexdigest()[:8],
        "Name": participants.title,
        "Path": "",
        "ActiveCombatantId": None,
        "RoundCounter": 0,
        "Combatants": everybody,
        "Version": TOOL_VERSION,
    }


def list_combatants(creature: Creature) -> Iterator[dict[str, Any]]:
    """Return one combatant for each; of a number to be rolled one, whose alias says so."""
    many = int(creature.count) if creature.count.isdecimal() else 1
    alias = f"{creature.count} × {creature.name}" if creature.count and not creature.count.isdecimal() else ""
    block = stat_block(creature)
    yield from (saved_combatant(block, n, many, creature.hidden, alias) for n in range(1, many + 1))


def saved_combatant(block: dict[str, Any], n: int, many: int, hidden: bool, alias: str) -> dict[str, Any]:
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
        "InterfaceVersion": TOOL_VERSION,
    }


def saved_hero(member: Member) -> dict[str, Any]:
    name = member.name or member.cls
    block = blank_stat_block(name, "") | {"Player": "player", "Type": f"{member.cls} {member.level}"}
    if isinstance(member.hp, int):
        block["HP"] = {"Value": member.max_hp or member.hp, "Notes": ""}
    combatant = saved_combatant(block, 1, 1, False, "")
    return combatant | ({"CurrentHP": member.hp} if isinstance(member.hp, int) else {})


def tool_losses(participants: Participants) -> Iterator[str]:
    if participants.heroes:
        yield "Of the players only names, classes and hp are in this form: a party file has the rest."
    rolled = [creature.name for creature in participants.creatures if creature.count and not creature.count.isdecimal()]
    if rolled:
        yield f"Numbers that are rolled are not in this form; there is one of each, which says so: {', '.join(rolled)}."
    sides = ["who is on which side"] if len(participants.sides) > 1 else []
    yield from lost_circumstances(participants, sides)
    if any(not creature.hp for creature in participants.creatures):
        yield "Hit points that are rolled have their average in this form."
    yield from lost_beside_line(participants.creatures)


# --- Obsidian: stat blocks of Fantasy Statblocks, encounters of Initiative Tracker


def write_statblocks(participants: Participants) -> Export:
    """Return a fenced stat block for each creature."""
    return "\n".join(map(statblock, one_of_each_name(participants.creatures))), tuple(statblock_losses(participants))


def one_of_each_name(creatures: tuple[Creature, ...]) -> list[Creature]:
    """Return one creature of each name: a block is about a kind."""
    return list({creature.name: creature for creature in reversed(creatures)}.values())[::-1]


def statblock(creature: Creature) -> str:
    return f"```statblock\n{dump(statblock_fields(creature))}```\n"


def statblock_fields(creature: Creature) -> dict[str, Any]:
    """Return all that an entry has, under the plugin's keys if it has them, else under ours."""
    entry = creature.entry()
    fields: dict[str, Any] = {"name": creature.name}
    if entry.get("tags"):
        fields["type"] = entry["tags"]
    if creature.hp:
        fields["hp"] = creature.hp[0]
    fields |= dict(line_fields(entry))
    fields |= {key: value for key, value in entry.items() if key in (*NUMBERS, *EXTRA_KEYS) and key not in LINE_KEYS}
    if entry.get("effects"):
        fields["effects"] = entry["effects"]
    traits, _ = describe_specials({**entry, "tags": ""})
    if traits:
        fields["traits"] = [dict(zip(("name", "desc"), split_trait(sentence), strict=True)) for sentence in traits]
    return fields | ({"notes": list(creature.notes)} if creature.notes else {})


def line_fields(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if "ac" in entry:
        yield "ac", format_both_ways(entry["ac"], False)
    if "hd" in entry:
        yield "hit_dice", entry["hd"]
    if hit := thac0_of_entry(entry):
        yield "thac0", format_both_ways(hit, False)
    if "move" in entry:
        yield "speed", format_movement(entry)
    if "saves" in entry:
        yield "save_as", format_saves(str(entry["saves"]))
    if "morale" in entry:
        yield "morale", entry["morale"]
    if "attacks" in entry:
        yield "attacks", format_routines(entry["attacks"])


def split_trait(sentence: str) -> tuple[str, str]:
    """Return a trait's name, before the colon, and the rest."""
    name, colon, rest = sentence.rstrip(".").partition(": ")
    return (name, f"{rest}.") if colon else (name, "")


def statblock_losses(participants: Participants) -> Iterator[str]:
    counted = any(creature.count or len(set(creature.hp)) > 1 for creature in participants.creatures)
    yield from lost_heroes(participants, "characters with a class have no stat block")
    yield from lost_circumstances(participants, ["how many there are"] if counted else [])
    yield from lost_ranks(participants.creatures)


# --- Initiative Tracker


def write_obsidian(participants: Participants) -> Export:
    """Return an encounter block, and a stat block for each kind in it."""
    title = [f"# {participants.title}\n"] if participants.title else []
    parts = [*title, encounter_block(participants), *map(statblock, one_of_each_name(participants.creatures))]
    return "\n".join(parts), tuple(encounter_losses(participants))


def encounter_block(participants: Participants) -> str:
    fields: dict[str, Any] = {"name": participants.title} if participants.title else {}
    if participants.heroes:
        fields["players"] = [hero.name or hero.cls for hero in participants.heroes]
    fields["creatures"] = [encounter_row(creature) for creature in participants.creatures]
    return f"```encounter\n{dump(fields)}```\n"


def encounter_row(creature: Creature) -> Any:
    """Return Goblin, or 3: Goblin, with hp, armour and flags if there are any."""
    entry = creature.entry()
    armour = [str(BOTH_WAYS_SUM - entry["ac"])] if "ac" in entry else []
    numbers = [str(creature.hp[0]), *armour] if creature.hp else []
    marks = ["friend"] * creature.friendly + ["hidden"] * creature.hidden
    words = ", ".join([creature.name, *numbers, *marks])
    many = creature.count
    return {int(many) if many.isdecimal() else many: words} if many else words


def encounter_losses(participants: Participants) -> Iterator[str]:
    if participants.heroes:
        yield "Of the players only the names are in this form: a party file has the rest."
    sides = [side.name for side in participants.sides if side.name]
    yield from lost_circumstances(participants, ["which side of several everybody is on"] if len(sides) > 2 else [])
    yield from lost_ranks(participants.creatures)
