"""All content of a book in one value: what the set-up of a fight reads, and what house rules lay their rows over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from affray.rules.classic.library import (
    BOOK,
    Arm,
    Armour,
    Calling,
    Kind,
    read_arm,
    read_armour,
    read_class,
    read_monster,
    shelf,
    tables,
)
from affray.rules.classic.marvels import Spell, read_effect, read_spell
from affray.state import Effect


@dataclass(frozen=True, slots=True)
class Library:
    """Everything by its name, other names included. Shelves are shared: an overlay replaces them, never changes one."""

    book: str
    weapons: Mapping[str, Arm]
    armour: Mapping[str, Armour]
    classes: Mapping[str, Calling]
    monsters: Mapping[str, Kind]
    spells: Mapping[str, Spell]
    potions: Mapping[str, Effect]
    effects: Mapping[str, Effect]
    tables: Mapping[str, Mapping[str, str]]
    convert: Mapping[str, Callable[[Any], Any]] = field(
        default_factory=dict
    )  # how this book takes a classic entry over


@cache
def library() -> Library:
    """The classic book's own."""
    return Library(
        book=BOOK,
        weapons=shelf(BOOK, "weapons.yaml", read_arm),
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes=shelf(BOOK, "classes.yaml", read_class),
        monsters=shelf(BOOK, "monsters.yaml", read_monster),
        spells=shelf(BOOK, "spells.yaml", read_spell),
        potions=shelf(BOOK, "potions.yaml", read_effect),
        effects=shelf(BOOK, "effects.yaml", read_effect),
        tables=tables(BOOK, "tables.yaml"),
    )
