"""Content of the vanguard book: its own weapons, armour, classes and monsters, and all others from the classic book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from affray.content.entries import Entry
from affray.engine.state import Effect
from affray.engine.vocabulary import QUALITIES, SPLASH, THROWN
from affray.errors import AffrayError
from affray.rules.shared.content import (
    NORMAL_HUMAN,
    Arm,
    Armour,
    Band,
    Calling,
    Kind,
    Library,
    Spell,
    read_dice,
    routine,
    saves,
    several_hit_dice,
    shelf,
    tables,
)
from affray.rules.shared.content import library as classic
from affray.rules.vanguard.damage import TOUGHNESS

BOOK = "vanguard"
METRE = 10  # distances are kept in tenths of metres
HIGHEST = 20  # level
MARK = "yes"  # what an entry says in `extra` beside the classic fields
CONVERTED = "converted"

V = TypeVar("V")


@cache
def library() -> Library:
    """The book's own entries before the converted ones of the classic book."""
    old = classic()
    return Library(
        book=BOOK,
        weapons={**taken_over(old.weapons, converted_arm), **shelf(BOOK, "weapons.yaml", read_arm)},
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes={**taken_over(old.classes, as_fighter), **own_classes()},
        monsters={**taken_over(old.monsters, converted_kind), **shelf(BOOK, "monsters.yaml", read_monster)},
        spells=taken_over(old.spells, converted_spell),
        potions=taken_over(old.potions, scaled),
        effects=taken_over(old.effects, scaled),
        tables={**old.tables, **tables(BOOK, "tables.yaml")},
        convert=CONVERT,
    )


def taken_over(entries: Mapping[str, V], convert: Callable[[V], V]) -> dict[str, V]:
    return {name: convert(entry) for name, entry in entries.items()}


def in_metres(tenths_of_feet: int) -> int:
    """Tenths of metres: 10 feet are 3 metres."""
    return tenths_of_feet * 3 // 10


def scaled(effect: Effect) -> Effect:
    return replace(effect, range=in_metres(effect.range), size=in_metres(effect.size))


def converted_spell(spell: Spell) -> Spell:
    return Spell(scaled(spell.effect), spell.lists)


# --- weapons and armour


def read_arm(name: str, entry: Entry) -> Arm:
    effective = METRE * entry.number("range", 0)
    extra = {word: MARK for word in ("strong", "homely") if entry.flag(word)}
    if both := entry.number("both", 0):
        extra["both"] = str(both)
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


def read_class(name: str, entry: Entry) -> Calling:
    """The book's rows over the classic nature of the same class; a class of the table's own is like a fighter."""
    old = classic().classes.get(name, classic().classes["fighter"])
    return calling(replace(old, name=name), rows(entry, "combat bonus"), rows(entry, "saves"), entry)


def rows(entry: Entry, what: str) -> dict[int, str]:
    """Rows of a class by the level from which they hold."""
    found = entry.get(what)
    if not isinstance(found, Mapping) or not all(str(level).isdecimal() for level in found):
        entry.refuse(f"{what}: expected rows by the level from which they hold")
    held_from = {int(level): str(value) for level, value in found.items()}
    if min(held_from, default=0) != 1:
        entry.refuse(f"{what}: the first row holds from level 1")
    return held_from


def calling(old: Calling, combat: Mapping[int, str], saving: Mapping[int, str], entry: Entry) -> Calling:
    bands = tuple(
        Band(level, level, 20 - int(held(combat, level)), saves(held(saving, level))) for level in range(1, HIGHEST + 1)
    )
    die, beyond = entry.dice("die").sides, entry.number("beyond")
    return replace(old, die=die, beyond=beyond, bands=bands, backstab=False)


def as_fighter(old: Calling) -> Calling:
    """vanguard.convert: dwarves, elves and halflings are fighters, with what they are beside."""
    own = own_classes()["fighter"]
    return replace(old, die=own.die, beyond=own.beyond, bands=own.bands, backstab=False, extra={CONVERTED: MARK})


@cache
def own_classes() -> dict[str, Calling]:
    return shelf(BOOK, "classes.yaml", read_class)


def held(rows: Mapping[int, str], number: int) -> str:
    """The row that holds for a level or so many hit dice: the last that begins at or below it."""
    return rows[max(first for first in rows if first <= number)]


# --- monsters


def read_monster(name: str, entry: Entry) -> Kind:
    """The book's numbers over the classic nature of the same monster; one of the table's own has none."""
    old = classic().monsters.get(name) or replace(classic().monsters[NORMAL_HUMAN], name=name)
    try:
        attacks = routine(entry.text("attacks"))
    except AffrayError as error:
        entry.refuse(f"attacks: {error}")
    return replace(
        old,
        ac=entry.number("ac", least=1, most=40),
        hd=several_hit_dice(entry),
        attacks=attacks,
        morale=entry.number("morale", least=2, most=12),
        led=0,
        pack=0,
        in_pack=0,
        fights_as="",
        move=METRE * entry.number("speed"),
        fly=METRE * entry.number("fly", 0),
        swim=METRE * entry.number("swim", 0) or encounter_metres(old.swim),
        traits={**old.traits, "tough": entry.bits("tough", TOUGHNESS), "last": entry.flag("acts last")},
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


CONVERT: dict[str, Callable[[Any], Any]] = {
    "weapons": converted_arm,
    "classes": as_fighter,
    "monsters": converted_kind,
    "spells": converted_spell,
    "potions": scaled,
    "effects": scaled,
}
