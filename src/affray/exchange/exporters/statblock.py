"""Creatures for Obsidian's Fantasy Statblocks: a fenced block of YAML for each, with all that an entry has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from affray.engine.encounter import NUMBERS
from affray.exchange.exporters.cast import Cast
from affray.exchange.exporters.line import LINE, Written, both, moves, routines, saves, thac0, told
from affray.exchange.exporters.losses import beyond_words, heroes, scenario
from affray.exchange.importers.creature import KEPT, Creature


def blocks(cast: Cast) -> Written:
    return "\n".join(map(block, unlike(cast.creatures))), tuple(left_out(cast))


def unlike(creatures: tuple[Creature, ...]) -> list[Creature]:
    """One of each name: a block is about a kind, and how many there are stands elsewhere."""
    return list({creature.name: creature for creature in reversed(creatures)}.values())[::-1]


def block(creature: Creature) -> str:
    from affray.content.yaml import dump

    return f"```statblock\n{dump(fields(creature))}```\n"


def fields(creature: Creature) -> dict[str, Any]:
    """As the plugin calls them where it does; numbers that it doesn't know under our names."""
    entry = creature.entry()
    said: dict[str, Any] = {"name": creature.name}
    if entry.get("tags"):
        said["type"] = entry["tags"]
    if creature.hp:
        said["hp"] = creature.hp[0]
    said |= dict(of_line(entry))
    said |= {key: value for key, value in entry.items() if key in (*NUMBERS, *KEPT) and key not in LINE}
    if entry.get("effects"):
        said["effects"] = entry["effects"]
    traits, _ = told({**entry, "tags": ""})
    if traits:
        said["traits"] = [dict(zip(("name", "desc"), named(sentence), strict=True)) for sentence in traits]
    return said | ({"notes": list(creature.notes)} if creature.notes else {})


def of_line(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if "ac" in entry:
        yield "ac", both(entry["ac"], False)
    if "hd" in entry:
        yield "hit_dice", entry["hd"]
    if hit := thac0(entry):
        yield "thac0", both(hit, False)
    if "move" in entry:
        yield "speed", moves(entry)
    if "saves" in entry:
        yield "save_as", saves(str(entry["saves"]))
    if "morale" in entry:
        yield "morale", entry["morale"]
    if "attacks" in entry:
        yield "attacks", routines(entry["attacks"])


def named(sentence: str) -> tuple[str, str]:
    """A trait's name and the rest: what stands before the colon, else all of it."""
    name, colon, rest = sentence.rstrip(".").partition(": ")
    return (name, f"{rest}.") if colon else (name, "")


def left_out(cast: Cast) -> Iterator[str]:
    counted = any(creature.count or len(set(creature.hp)) > 1 for creature in cast.creatures)
    yield from heroes(cast, "characters with a class have no stat block")
    yield from scenario(cast, ["how many there are"] if counted else [])
    yield from beyond_words(cast.creatures)
