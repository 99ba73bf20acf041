"""Content of the vanguard book: its own weapons, armour, classes and monsters, and all others from the classic book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from affray.content import Entry
from affray.errors import AffrayError
from affray.rules.classic.library import (
    Arm,
    Armour,
    Band,
    Calling,
    Kind,
    read_dice,
    routine,
    saves,
    several_hit_dice,
    shelf,
    tables,
)
from affray.rules.classic.marvels import Spell
from affray.rules.classic.shelves import Library
from affray.rules.classic.shelves import library as classic
from affray.rules.vanguard.damage import TOUGHNESS
from affray.state import Effect
from affray.words import QUALITIES, SPLASH, THROWN

BOOK = "vanguard"
METRE = 10  # distances are kept in tenths of metres
HIGHEST = 20  # level
ORDINARY = {"dwarf": "fighter", "elf": "fighter", "halfling": "fighter"}  # vanguard.convert
MARK = "yes"  # what an entry says in `extra` beside the classic fields
CONVERTED = "converted"


@cache
def library() -> Library:
    """The book's own entries before the converted ones of the classic book."""
    old = classic()
    own = shelf(BOOK, "weapons.yaml", read_arm)
    return Library(
        book=BOOK,
        weapons={**{name: converted_arm(arm) for name, arm in old.weapons.items()}, **own},
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes=callings(old),
        monsters={**{name: converted_kind(kind) for name, kind in old.monsters.items()}, **monsters(old)},
        spells={name: scaled_spell(spell) for name, spell in old.spells.items()},
        potions={name: scaled(effect) for name, effect in old.potions.items()},
        effects={name: scaled(effect) for name, effect in old.effects.items()},
        tables={**old.tables, **tables(BOOK, "tables.yaml")},
        convert={
            "weapons": converted_arm,
            "monsters": converted_kind,
            "spells": scaled_spell,
            "potions": scaled,
            "effects": scaled,
        },
    )


def in_metres(tenths_of_feet: int) -> int:
    """Tenths of metres: 10 feet are 3 metres."""
    return tenths_of_feet * 3 // 10


def scaled(effect: Effect) -> Effect:
    return replace(effect, range=in_metres(effect.range), size=in_metres(effect.size))


def scaled_spell(spell: Spell) -> Spell:
    return spell._replace(effect=scaled(spell.effect))


# --- weapons and armour


def read_arm(name: str, entry: Entry) -> Arm:
    effective = METRE * entry.number("range", 0)
    extra = {word: MARK for word in ("strong", "homely") if entry.flag(word)}
    if both := entry.text("both", ""):
        extra["both"] = both
    qualities = entry.bits("qualities", QUALITIES)
    if qualities & THROWN and not qualities & SPLASH:
        extra["strong"] = MARK
    ranges = (effective, effective, 2 * effective) if effective else ()
    return Arm(read_dice(entry, "damage"), ranges, qualities, extra)


def converted_arm(arm: Arm) -> Arm:
    """vanguard.convert: the longest range is the classic one, the effective range half of it, in whole metres."""
    if not arm.ranges:
        return arm._replace(extra={CONVERTED: MARK})
    effective = in_metres(arm.ranges[-1]) // 2 // METRE * METRE
    extra = {CONVERTED: MARK} | ({"strong": MARK} if arm.qualities & THROWN else {})
    return arm._replace(ranges=(effective, effective, 2 * effective), extra=extra)


def read_armour(name: str, entry: Entry) -> Armour:
    """The armour class is the book's own, ascending."""
    shield = entry.number("shield", 0)
    if shield:
        return Armour(0, 0, shield)
    return Armour(entry.number("ac"), METRE * entry.number("speed"), 0)


METAL = ("chain mail", "chain", "plate mail", "plate")


# --- classes


def callings(old: Library) -> dict[str, Calling]:
    """The book's four, and the classic others as fighters with what they are beside."""
    own = shelf(BOOK, "classes.yaml", read_rows)
    found = {name: calling(old.classes[name], rows) for name, rows in own.items()}
    for name, like in ORDINARY.items():
        found[name] = calling(old.classes[name], own[like], converted=True)
    return found


def read_rows(name: str, entry: Entry) -> Mapping[str, Mapping[int, str]]:
    """Rows of a class by the level from which they hold."""
    rows = {"combat bonus": entry.get("combat bonus"), "saves": entry.get("saves")}
    if not all(isinstance(row, Mapping) for row in rows.values()):
        entry.refuse("combat bonus and saves: expected rows by the level from which they hold")
    found = {what: {int(level): str(value) for level, value in row.items()} for what, row in rows.items()}
    return found | {"dice": {0: str(entry.dice("die").sides), 1: str(entry.number("beyond"))}}


def calling(old: Calling, rows: Mapping[str, Mapping[int, str]], converted: bool = False) -> Calling:
    bands = tuple(
        Band(level, level, 20 - int(held(rows["combat bonus"], level)), saves(held(rows["saves"], level)))
        for level in range(1, HIGHEST + 1)
    )
    extra = {CONVERTED: MARK} if converted else {}
    dice = rows["dice"]
    return replace(old, die=int(dice[0]), beyond=int(dice[1]), bands=bands, backstab=False, extra=extra)


def held(rows: Mapping[int, str], number: int) -> str:
    """The row that holds for a level or so many hit dice: the last that begins at or below it."""
    return rows[max(first for first in rows if first <= number)]


# --- monsters


def monsters(old: Library) -> dict[str, Kind]:
    def read(name: str, entry: Entry) -> Kind:
        return read_monster(old.monsters[name], entry)

    return shelf(BOOK, "monsters.yaml", read)


def read_monster(old: Kind, entry: Entry) -> Kind:
    """The book's numbers over the classic nature of the same monster."""
    try:
        attacks = routine(entry.text("attacks"))
    except AffrayError as error:
        entry.refuse(f"attacks: {error}")
    morale = entry.number("morale", least=2, most=12)
    traits = {**old.traits, "tough": entry.bits("tough", TOUGHNESS), "last": entry.flag("acts last")}
    return replace(
        old,
        ac=entry.number("ac", least=1, most=40),
        hd=several_hit_dice(entry),
        attacks=attacks,
        morale=morale,
        led=0,
        pack=0,
        in_pack=0,
        fights_as="",
        move=METRE * entry.number("speed"),
        fly=METRE * entry.number("fly", 0),
        swim=METRE * entry.number("swim", 0) or encounter_metres(old.swim),
        traits=traits,
    )


def encounter_metres(base: int) -> int:
    """vanguard.convert: the encounter rate, a third of the classic base rate, × 0.3 in metres."""
    return in_metres(base // 3)


def converted_kind(kind: Kind) -> Kind:
    """vanguard.convert: AAC + 1; Combat Bonus and saves follow from the hit dice."""
    return replace(
        kind,
        ac=19 - kind.ac + 1,
        fights_as="",
        move=encounter_metres(kind.move),
        fly=encounter_metres(kind.fly),
        swim=encounter_metres(kind.swim),
        extra={CONVERTED: MARK},
    )
