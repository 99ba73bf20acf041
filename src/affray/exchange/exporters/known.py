"""Creatures that are known already, as the reader gives them: from a book's content, from entries, from a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from affray.content.entries import load
from affray.engine.encounter import USUAL
from affray.errors import AffrayError, unknown
from affray.exchange.importers.creature import EFFECT_PREFIX, Creature, Field, Value

MONSTERS_FILE = "monsters.yaml"
REQUIRED_KEYS = ("ac", "hd", "attacks", "move", "saves", "morale")  # of an entry in the classic form


def creature_of(name: str, book: str = USUAL) -> Creature:
    """A monster of the book's content; of the usual one's, where the book has it in another form or not at all."""
    word = " ".join(name.lower().split())
    for shelf in dict.fromkeys((book, USUAL)):
        if found := find_monster(word, shelf):
            return creature_from_entry(*found)
    raise AffrayError(unknown("monster", name, monster_names()))


def find_monster(name: str, book: str) -> tuple[str, Mapping[str, Any]] | None:
    for word, entry in monster_entries(book).items():
        also = [other.strip() for other in str(entry.get("also", "")).split(",")]
        if name in (word, *also) and all(key in entry for key in REQUIRED_KEYS):
            return word, entry
    return None


def monster_entries(book: str = USUAL) -> Mapping[str, Mapping[str, Any]]:
    try:
        return load(book, MONSTERS_FILE)
    except AffrayError:  # a book may have none of its own
        return {}


def monster_names() -> list[str]:
    return list(monster_entries())


def creature_from_entry(
    name: str,
    entry: Mapping[str, Any],
    *,
    count: str = "",
    hp: Iterable[int] = (),
    friendly: bool = False,
    notes: Iterable[str] = (),
) -> Creature:
    """As if it had been read: each key a field, what isn't data a note."""
    own = [Field(EFFECT_PREFIX + effect, dump_effect(row)) for effect, row in entry.get("effects", {}).items()]
    fields = [
        Field(key, normalize_value(key, value)) for key, value in entry.items() if key not in ("effects", "notes")
    ]
    said = entry.get("notes", ())
    kept = [said] if isinstance(said, str) else list(said)
    return Creature(name, (*fields, *own), (*kept, *notes), count=count, hp=tuple(hp), friendly=friendly)


def normalize_value(key: str, value: Value) -> Value:
    """Whole hit dice are a number, as the reader has them."""
    return int(value) if key == "hd" and str(value).isdecimal() else value


def dump_effect(row: Mapping[str, Any]) -> str:
    from affray.content.yaml import dump_on_a_line

    return dump_on_a_line(dict(row))
