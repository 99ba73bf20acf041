"""All content of a book in one value: what the set-up of a fight reads, and what house rules lay their rows over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from affray.engine.state import Effect
from affray.rules.classic.library import (
    BOOK,
    NORMAL_HUMAN,
    Arm,
    Armour,
    Calling,
    HitDice,
    Kind,
    Saves,
    hit_dice,
    read_arm,
    read_armour,
    read_class,
    read_monster,
    row_for,
    saves,
    shelf,
    tables,
)
from affray.rules.classic.marvels import Spell, read_effect, read_spell

CLASS_LETTERS = {"C": "cleric", "T": "thief", "D": "dwarf", "E": "elf", "H": "halfling", "M": "magic-user"}


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

    def dice(self, text: str) -> HitDice:
        return hit_dice(text)

    def thac0_of_dice(self, quarters: int) -> int:
        """classic.attack.thac0; the rows already hold classic.attack.plus."""
        return int(row_for(self.tables["thac0"], quarters))

    def saves_of_dice(self, quarters: int) -> Saves:
        return saves(row_for(self.tables["saves"], quarters // 4 * 4))

    def saves_as(self, entry: str, level: int) -> Saves:
        """classic.save.monster: F4 is the row of 4 hit dice, other letters are classes; "F1 to 3" goes by the level."""
        if entry == "NH":
            return saves(self.tables["saves"][NORMAL_HUMAN])
        number = level if " to " in entry else int(entry[1:])
        if entry[0] == "F":
            return self.saves_of_dice(4 * number)
        return self.classes[CLASS_LETTERS[entry[0]]].band(number).saves


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
