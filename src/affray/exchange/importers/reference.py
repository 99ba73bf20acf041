"""Look up hit dice, saves, effects and monsters in the default book, to check stat blocks against them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from affray.content.entries import load_content
from affray.engine.encounter import USUAL
from affray.rules import get

NORMAL_HUMAN = "normal human"
BOTH_WAYS_SUM = 19  # of descending and ascending armour class, and of THAC0 and attack bonus
CLASS_LETTERS = {
    "F": "fighter",
    "C": "cleric",
    "T": "thief",
    "D": "dwarf",
    "E": "elf",
    "H": "halfling",
    "M": "magic-user",
}
SAVE_CLASSES = "FCTDEH"  # those that an entry may name
HIT_DICE_PATTERN = re.compile(r"½|1/2|(?!0)\d{1,2}(?:[+-]\d{1,2})?")
SAVE_CLASS_PATTERN = re.compile(rf"NH|([{''.join(CLASS_LETTERS)}])(\d{{1,2}})(?: to \d{{1,2}})?")
MOST_DICE = 99


@cache
def default_table(name: str) -> Mapping[str, str]:
    return {str(row): str(value) for row, value in load_content(USUAL, "tables.yaml")[name].items()}


@cache
def monsters() -> Mapping[str, Mapping[str, Any]]:
    return load_content(USUAL, "monsters.yaml")


def find_monster(name: str) -> str:
    """Return the book's word for a creature of that name, or nothing."""
    word = " ".join(re.sub(r"[^\w '-]+", " ", name.lower().replace("\u2019", "'")).split())
    for each in (word, word.removesuffix("s"), word.replace("-", " ")) if word else ():
        if each in monsters():
            return each
        for kind, row in monsters().items():
            if each in str(row.get("also", "")).split(", "):
                return kind
    return ""


@cache
def effects() -> Mapping[str, Mapping[str, Any]]:
    return load_content(USUAL, "effects.yaml")


@cache
def spells() -> frozenset[str]:
    rows = load_content(USUAL, "spells.yaml")
    return frozenset([*rows, *(also for row in rows.values() for also in str(row.get("also", "")).split(", ") if also)])


@cache
def classes() -> Mapping[str, Mapping[str, Any]]:
    return load_content(USUAL, "classes.yaml")


@cache
def gear() -> frozenset[str]:
    """Return the names of weapons and armour."""
    return frozenset([*load_content(USUAL, "weapons.yaml"), *load_content(USUAL, "armour.yaml")])


@cache
def default_library() -> Any:
    """Return the default book's library, which looks rows up as its fights do."""
    setup = get(USUAL).setup
    assert setup is not None
    return setup().library


def quarters_of(hd: str) -> int:
    """Return hit dice in quarters, 2+1 as nine; the first of several; 0 if there are none."""
    found = HIT_DICE_PATTERN.match(hd)
    return int(default_library().dice(found[0]).quarters) if found else 0


def thac0_of(hd: str, fights_as: str = "") -> int:
    """Return the THAC0 of hit dice, of a class or of the normal human; 0 if the hit dice aren't any."""
    if fights_as in default_library().classes:
        return int(default_library().classes[fights_as].band(1).thac0)
    if fights_as in default_table("thac0"):
        return int(default_table("thac0")[fights_as])
    return int(default_library().thac0_of_dice(quarters_of(hd))) if quarters_of(hd) else 0


def thac0_of_class(name: str, level: int) -> int:
    """Return the THAC0 of a class at a level; 0 if the book has no such class."""
    known = default_library().classes.get(name)
    return int(known.band(min(level, known.highest)).thac0) if known else 0


def saves_of(who: str) -> str:
    """Return the five saves of NH, F3, C1, "F1 to 3"; nothing if there is no such row."""
    found = SAVE_CLASS_PATTERN.fullmatch(who)
    if not found or (found[1] and int(found[2]) not in levels_of_class(found[1])):
        return ""
    return "/".join(map(str, default_library().saves_as(who, int(found[2] or 0))))


def levels_of_class(letter: str) -> range:
    """Return the levels of a class; a fighter's stand for hit dice."""
    highest = MOST_DICE if letter == "F" else default_library().classes[CLASS_LETTERS[letter]].highest
    return range(1, highest + 1)


def class_with_saves(five: str, hd: str) -> str:
    """Return who has these saves: first a fighter with as many levels as hit dice, then anybody; else nothing."""
    level = max(1, quarters_of(hd) // 4)
    likely = [f"F{level}", "NH", *(f"F{n}" for n in range(1, 22))]
    others = [f"{letter}{n}" for letter in SAVE_CLASSES for n in (level, *range(1, 15))]
    return next((who for who in (*likely, *others) if saves_of(who) == five), "")


def save_level(saves: str) -> int:
    """Return the level in F3 or C3, 0 for NH, -1 for anything else."""
    if saves == "NH":
        return 0
    found = re.fullmatch(r"[A-Z](\d{1,2})(?: to \d{1,2})?", saves)
    return int(found[1]) if found else -1
