"""Write creatures and scenarios for Obsidian: stat blocks of Fantasy Statblocks, encounters of Initiative Tracker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from affray.content.yaml import dump
from affray.engine.encounter import NUMBERS
from affray.exchange.exporters.creatures import Participants
from affray.exchange.exporters.stat_lines import (
    Export,
    describe_specials,
    format_both_ways,
    format_movement,
    format_routines,
    format_saves,
    lost_circumstances,
    lost_heroes,
    lost_ranks,
    thac0_of_entry,
)
from affray.exchange.importers.creatures import EXTRA_KEYS, LINE_KEYS, Creature
from affray.exchange.importers.reference import BOTH_WAYS_SUM


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
