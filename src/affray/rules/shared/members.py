"""A member of a side as the scenario writes it: its abilities, its class or kind, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from affray.engine.encounter import ABILITIES, NUMBERS, Member, Party
from affray.errors import AffrayError, unknown
from affray.rules.shared.content import NORMAL_HUMAN, Calling, HitDice, Kind, Library, hit_dice
from affray.rules.shared.gear import Pack, find_word, unpack

HIGHEST_LEVEL = 36  # level of who has no class
WORTH = ("ac", "aac", "thac0", "bonus", "damage")  # numbers that already hold what abilities add


@dataclass(frozen=True, slots=True)
class Person:
    """Who has neither class nor kind is a normal human, with whatever numbers it is given."""

    member: Member
    party: Party
    where: str
    calling: Calling | None
    kind: Kind
    level: int
    pack: Pack
    abilities: Mapping[str, int]
    library: Library
    modifier: Callable[[int], int]  # what an ability score adds in this book

    def has(self, number: str) -> bool:
        """Whether the scenario gives this number inline."""
        return number in self.member.numbers

    def text(self, number: str) -> str:
        return str(self.member.numbers[number])

    def number(self, number: str) -> int:
        value = self.text(number).strip()
        if not value.lstrip("+-").isdecimal():
            raise AffrayError(f"{self.where}: {number}: expected a whole number, found {value!r}")
        return int(value)

    @property
    def hit_dice(self) -> HitDice:
        """Of who has no class: those given, or its kind's, by its level where they vary."""
        if self.has("hd"):
            return given_dice(self)
        return self.kind.hd[min(self.level, len(self.kind.hd)) - 1]


def person(member: Member, party: Party, where: str, library: Library, modifier: Callable[[int], int]) -> Person:
    """Numbers that only another book reads are left alone; what no book reads is refused."""
    if member.kind and member.cls:
        raise AffrayError(f"{where}: is a {member.kind} and a {member.cls}; name a monster or a class, not both")
    for name in member.numbers:
        if name not in NUMBERS:
            raise AffrayError(f"{where}: {unknown('number', name, NUMBERS)}")
    calling = library.classes[find_word(member.cls, library.classes, "class", where)] if member.cls else None
    kind = library.monsters[find_word(member.kind or NORMAL_HUMAN, library.monsters, "monster", where)]
    pack, abilities = unpack(member.gear, where, library), scores(member, calling, where)
    return within_levels(Person(member, party, where, calling, kind, member.level, pack, abilities, library, modifier))


def within_levels(p: Person) -> Person:
    """A class goes up to its highest level; a kind of several hit dice has a level for each."""
    most = p.calling.highest if p.calling else len(p.kind.hd) if len(p.kind.hd) > 1 else HIGHEST_LEVEL
    if not 1 <= p.level <= most:
        what = p.calling.name if p.calling else p.kind.name
        raise AffrayError(f"{p.where}: has level {p.level}; a {what} has level 1 to {most}")
    return p


def scores(member: Member, calling: Calling | None, where: str) -> dict[str, int]:
    """10 where not given, 13 in the prime of a class, unless numbers are given that hold it already."""
    for name, score in member.abilities.items():
        if name not in ABILITIES:
            raise AffrayError(f"{where}: {unknown('ability', name, ABILITIES)}")
        if not 3 <= score <= 18:
            raise AffrayError(f"{where}: has {name} {score}; ability scores run from 3 to 18")
    prime = calling.prime if calling and not any(name in member.numbers for name in WORTH) else ()
    return {name: 13 if name in prime else 10 for name in ABILITIES} | dict(member.abilities)


def given_dice(p: Person) -> HitDice:
    try:
        return hit_dice(p.text("hd"))
    except AffrayError as error:
        raise AffrayError(f"{p.where}: hd: {error}") from None
