"""Content of the fourfold book: its own weapons, armour, classes and foes; all else is the classic entries'."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from affray.content.entries import REQUIRED, Entry
from affray.engine.encounter import SKILLS
from affray.engine.vocabulary import QUALITIES
from affray.errors import AffrayError
from affray.rules.shared.content import (
    FOOT,
    Arm,
    Armour,
    Calling,
    Kind,
    Library,
    read_dice,
    routine,
    several_hit_dice,
    shelf,
)
from affray.rules.shared.content import library as classic

BOOK = "fourfold"
ATTRIBUTES = ("", "S", "D", "S/D")  # the number of each is the weapon's attribute
UNBURDENED = 90  # feet: a base rate of three times the move of a human
LEVELS = 10  # rows of a class


@cache
def library() -> Library:
    """Rulings of fourfold.convert: the shelves of the classic book behind this one's."""
    base = classic()
    return replace(
        base,
        book=BOOK,
        weapons=shelf(BOOK, "weapons.yaml", read_arm),
        armour=shelf(BOOK, "armour.yaml", read_armour),
        classes=shelf(BOOK, "classes.yaml", partial(read_class, base)),
        monsters={**base.monsters, **shelf(BOOK, "monsters.yaml", partial(read_foe, base))},
    )


def read_arm(name: str, entry: Entry) -> Arm:
    ranges: tuple[int, ...] = ()
    if "range" in entry.fields:
        short, far = (FOOT * n for n in entry.numbers("range", 2))
        ranges = (short, short, far)
    extra = {
        "attribute": str(entry.word("attribute", ATTRIBUTES, "")),
        "shock": "/".join(str(n) for n in entry.numbers("shock", 2, "0/0")),
        "assassin": "yes" if entry.flag("assassin") else "",
    }
    return Arm(read_dice(entry, "damage", REQUIRED), ranges, entry.bits("qualities", QUALITIES), extra)


def read_armour(name: str, entry: Entry) -> Armour:
    shield = entry.number("shield", 0)
    return Armour(0, 0, shield) if shield else Armour(19 - entry.number("ac", most=30), FOOT * UNBURDENED, 0)


def read_class(base: Library, name: str, entry: Entry) -> Calling:
    extra = {
        "attack": "/".join(str(n) for n in entry.numbers("attack", LEVELS)),
        "hp": str(entry.number("hp", least=-5, most=10)),
        "skills": checked_skills(entry),
        "trained": "yes" if entry.flag("trained") else "",
    }
    return replace(known(base.classes.get, entry), name=name, die=6, beyond=0, armour=(), weapons=(), extra=extra)


def known(look: Callable[[str], Calling | None], entry: Entry) -> Calling:
    like = look(entry.text("like"))
    if like is None:
        entry.refuse("like: expected the name of a classic class")
    return like


def checked_skills(entry: Entry) -> str:
    words = entry.text("skills", "").split()
    if len(words) % 2 or any(word not in SKILLS for word in words[::2]) or not all(n.isdecimal() for n in words[1::2]):
        entry.refuse(f"skills: expected skills with their levels, as stab 1 shoot 0, found {' '.join(words)!r}")
    return " ".join(words)


def read_foe(base: Library, name: str, entry: Entry) -> Kind:
    like = base.monsters.get(entry.text("like"))
    if like is None:
        entry.refuse("like: expected the name of a classic monster")
    try:
        attacks = routine(entry.text("attacks"))
    except AffrayError as error:
        entry.refuse(f"attacks: {error}")
    return replace(
        like,
        name=name,
        ac=19 - entry.number("ac", most=30),
        hd=several_hit_dice(entry),
        attacks=attacks,
        morale=entry.number("morale", least=2, most=12),
        led=entry.number("led", 0),
        move=3 * FOOT * entry.number("move"),
        fights_as="",
        extra=of_its_own(entry),
    )


def of_its_own(entry: Entry) -> dict[str, str]:
    return {
        "hit": str(entry.number("hit")),
        "bow": str(entry.number("bow", 0)),
        "harm": str(entry.number("harm", 0)),
        "save": str(entry.number("save")),
        "shock": "/".join(str(n) for n in entry.numbers("shock", 2, "0/0")),
        "wields": entry.text("wields", ""),
        "trained": "yes" if entry.flag("trained") else "",
    }
