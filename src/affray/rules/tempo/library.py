"""How the tempo book's content is read: its armour ladder, its reaches, its foes; all else is the classic book's."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from affray.content.entries import Entry
from affray.engine.state import Weapon
from affray.rules.shared import content
from affray.rules.shared.content import FOOT, Arm, Armour, Kind, Library, read_arm, read_monster, shelf, tables

BOOK = "tempo"
LONGEST = 6
OWN = ("armour", "strength", "wits")  # what only this book says of a foe


def read_armour(name: str, entry: Entry) -> Armour:
    """What it adds to AC is kept as a negative number: the classic book's armour class goes down."""
    if entry.number("shield", 0):
        return Armour(0, 0, entry.number("shield"))
    return Armour(-entry.number("bonus", most=20), FOOT * entry.number("move"), 0)


def read_weapon(name: str, entry: Entry) -> Arm:
    reach = entry.number("reach", 0, most=LONGEST)
    return read_arm(name, entry)._replace(extra={"reach": str(reach)})


def read_foe(name: str, entry: Entry) -> Kind:
    """A foe of the book's own says so; what it leaves out is turned from its classic numbers."""
    own = {word: str(entry.number(word, most=30)) for word in OWN if word in entry.fields}
    if entry.flag("trained"):
        own["trained"] = "yes"
    return replace(read_monster(name, entry), extra=own)


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """tempo.ac.reach: the length of every weapon; what has none is as short as a bite."""
    return replace(weapon, length=int(arm.extra.get("reach", "0")))


@cache
def library() -> Library:
    classic = content.library()
    return replace(
        classic,
        book=BOOK,
        weapons={**classic.weapons, **shelf(BOOK, "weapons.yaml", read_weapon)},
        armour=shelf(BOOK, "armour.yaml", read_armour),
        monsters={**classic.monsters, **shelf(BOOK, "foes.yaml", read_foe)},
        tables={**classic.tables, **tables(BOOK, "tables.yaml")},
    )
