"""Creatures that are known already, as the reader gives them: from a book's content, from entries, from a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from affray.content.entries import load
from affray.engine.encounter import USUAL
from affray.errors import AffrayError, unknown
from affray.exchange.importers.creature import EFFECT, Creature, Field, Value

MONSTERS = "monsters.yaml"
NEEDED = ("ac", "hd", "attacks", "move", "saves", "morale")  # of an entry in the classic form


def creature_of(name: str, book: str = USUAL) -> Creature:
    """A monster of the book's content; of the usual one's, where the book has it in another form or not at all."""
    word = " ".join(name.lower().split())
    for shelf in dict.fromkeys((book, USUAL)):
        if found := on_shelf(word, shelf):
            return creature(*found)
    raise AffrayError(unknown("monster", name, names()))


def on_shelf(name: str, book: str) -> tuple[str, Mapping[str, Any]] | None:
    for word, entry in entries(book).items():
        also = [other.strip() for other in str(entry.get("also", "")).split(",")]
        if name in (word, *also) and all(key in entry for key in NEEDED):
            return word, entry
    return None


def entries(book: str = USUAL) -> Mapping[str, Mapping[str, Any]]:
    try:
        return load(book, MONSTERS)
    except AffrayError:  # a book may have none of its own
        return {}


def names() -> list[str]:
    return list(entries())


def creature(
    name: str,
    entry: Mapping[str, Any],
    *,
    count: str = "",
    hp: Iterable[int] = (),
    friendly: bool = False,
    notes: Iterable[str] = (),
) -> Creature:
    """As if it had been read: each key a field, what isn't data a note."""
    own = [Field(EFFECT + effect, written(row)) for effect, row in entry.get("effects", {}).items()]
    fields = [Field(key, plain(key, value)) for key, value in entry.items() if key not in ("effects", "notes")]
    said = entry.get("notes", ())
    kept = [said] if isinstance(said, str) else list(said)
    return Creature(name, (*fields, *own), (*kept, *notes), count=count, hp=tuple(hp), friendly=friendly)


def plain(key: str, value: Value) -> Value:
    """Whole hit dice are a number, as the reader has them."""
    return int(value) if key == "hd" and str(value).isdecimal() else value


def written(row: Mapping[str, Any]) -> str:
    from affray.content.yaml import dump_on_a_line

    return dump_on_a_line(dict(row))
