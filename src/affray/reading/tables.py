"""What the usual book's tables say of hit dice, saves, effects and monsters: the reader checks blocks against them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from affray.content import load
from affray.encounter import USUAL

NORMAL_HUMAN = "normal human"
CLASSES = {
    "F": "fighter",
    "C": "cleric",
    "T": "thief",
    "D": "dwarf",
    "E": "elf",
    "H": "halfling",
    "M": "magic-user",
}
LETTERS = "FCTDEH"  # those that an entry may name
HIT_DICE = re.compile(r"(\d{1,2})(?:([+-])(\d{1,2}))?")


@cache
def table(name: str) -> Mapping[str, str]:
    return {str(row): str(value) for row, value in load(USUAL, "tables.yaml")[name].items()}


@cache
def monsters() -> Mapping[str, Mapping[str, Any]]:
    return load(USUAL, "monsters.yaml")


@cache
def effects() -> Mapping[str, Mapping[str, Any]]:
    return load(USUAL, "effects.yaml")


@cache
def spells() -> frozenset[str]:
    rows = load(USUAL, "spells.yaml")
    return frozenset([*rows, *(also for row in rows.values() for also in str(row.get("also", "")).split(", ") if also)])


@cache
def classes() -> Mapping[str, Mapping[str, Any]]:
    return load(USUAL, "classes.yaml")


def quarters(hd: str) -> int:
    """Hit dice in quarters, 2+1 as nine; 0 if they are none. Of several the first."""
    if hd in ("½", "1/2"):
        return 2
    found = HIT_DICE.match(hd)
    if not found:
        return 0
    return 4 * int(found[1]) + ({"+": 1, "-": -1}[found[2]] if found[2] and int(found[3]) else 0)


def row_for(name: str, dice: int) -> str:
    reached = (value for row, value in table(name).items() if row.isdecimal() and dice <= 4 * int(row))
    return next(reached, table(name)["more"])


def thac0_of(hd: str, fights_as: str = "") -> int:
    """What hit dice give, or what a class or the normal human has; 0 where the hit dice aren't any."""
    if fights_as in classes():
        return int(next(iter(classes()[fights_as]["levels"].values()))["thac0"])
    if fights_as in table("thac0"):
        return int(table("thac0")[fights_as])
    return int(row_for("thac0", quarters(hd))) if quarters(hd) else 0


def saves_of(who: str) -> str:
    """Five numbers of NH, F3, C1, "F1 to 3"; empty if there is no such row."""
    if who == "NH":
        return table("saves")[NORMAL_HUMAN]
    found = re.fullmatch(r"([A-Z])(\d{1,2})(?: to \d{1,2})?", who)
    if not found or found[1] not in CLASSES or found[2] == "0":
        return ""
    if found[1] == "F":
        return row_for("saves", 4 * int(found[2]))
    return next((row["saves"] for row in bands(CLASSES[found[1]], int(found[2]))), "")


def bands(cls: str, level: int) -> list[Any]:
    rows = classes()[cls]["levels"]
    return [row for levels, row in rows.items() if low(levels) <= level <= high(levels)]


def low(levels: object) -> int:
    return int(str(levels).partition("-")[0])


def high(levels: object) -> int:
    return int(str(levels).rpartition("-")[2])


def saver_of(five: str, hd: str) -> str:
    """Who has these saves: a fighter of so many levels as it has hit dice first, then anybody; empty for nobody."""
    level = max(1, quarters(hd) // 4)
    likely = [f"F{level}", "NH", *(f"F{n}" for n in range(1, 22))]
    others = [f"{letter}{n}" for letter in LETTERS for n in (level, *range(1, 15))]
    return next((who for who in (*likely, *others) if saves_of(who) == five), "")


def save_level(saves: str) -> int:
    """Of F3 and C3 three, of NH nothing; -1 where it is none of these."""
    if saves == "NH":
        return 0
    found = re.fullmatch(r"[A-Z](\d{1,2})(?: to \d{1,2})?", saves)
    return int(found[1]) if found else -1
