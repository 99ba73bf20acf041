"""A scenario as plain frozen values: what scenario.py reads from a file and each book's build.py turns into a fight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from affray.dice import Notation

CONTACT = "contact"
ROLLED = "rolled"
AVERAGE = "average"
# Inline, as whole numbers; but damage ("1d6+1"), saves ("12/13/14/15/16") and hd ("2+1", "1/2") are text.
# ac and aac are what a blow from the front meets; shield is how much of that is the shield's.
NUMBERS = tuple("ac aac shield thac0 bonus damage attacks saves morale led move fly swim hd".split())
ABILITIES = ("STR", "INT", "WIS", "DEX", "CON", "CHA")


@dataclass(frozen=True, slots=True)
class Member:
    """One combatant of a side, or several of a kind: words only; each book reads its own numbers from its content."""

    name: str = ""  # empty: that of its kind or class, numbered where there are several
    count: Notation = field(
        default_factory=lambda: Notation(0, 1, plus=1)
    )  # a plain number, or dice rolled when the fight starts
    kind: str = ""  # a monster of the book's content
    cls: str = ""  # or a class, with its level
    level: int = 1
    abilities: Mapping[str, int] = field(default_factory=dict)  # of ABILITIES
    gear: tuple[
        str, ...
    ] = ()  # weapons, armour, shield, potions: "chain mail", "sword +1", "3 javelin", "2 healing potion"
    spells: tuple[str, ...] = ()
    hp: int | str = ROLLED  # a number, ROLLED or AVERAGE
    numbers: Mapping[str, int | str] = field(default_factory=dict)  # of NUMBERS; they win over every table
    tactic: str = ""  # empty: its side's
    leader: bool = False
    retainer: int = 0  # its loyalty; 0 for none
    mercenary: str = ""  # militia, barbarian, trained
    elite: bool = False
    fanatic: bool = False
    mount: str = ""  # a monster it rides: its move, and no firm footing
    cover: str = ""  # quarter, half, three quarters, slit, full
    position: tuple[int, int, int] | None = None  # in the book's unit
    conditions: tuple[str, ...] = ()  # put on when the fight starts, for all of it
    sees_dark: bool | None = None
    tags: tuple[str, ...] = ()  # further tags


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a scenario."""

    name: str
    members: tuple[Member, ...]
    tactic: str = "nearest"
    players: bool = False  # its members with a class are player characters and never check morale
    way_out: bool = True
    surprised: bool | None = None  # True or False: the scenario says so; None: it may be, and rolls
    wary: bool = False  # can't be surprised
    morale: int | None = None  # for all its members


@dataclass(frozen=True, slots=True)
class Terrain:
    width: int = 0  # of a passage, in the book's unit; 0 in the open
    outdoors: bool = False
    daylight: bool = False
    dark: bool = False
    deck: bool = False
    water: str = ""  # "in" or "under"


@dataclass(frozen=True, slots=True)
class Objective:
    """What ends a fight early, and who has then won."""

    side: str
    down: str = ""  # this combatant (its name) is down
    rounds: int = 0  # the side still stands when so many rounds are over
    escape: bool = False  # all its survivors have got away


@dataclass(frozen=True, slots=True)
class Encounter:
    name: str
    title: str
    sides: tuple[Party, ...]
    distance: int | str = ""  # in the book's unit, CONTACT, or empty: rolled by the book's rule
    terrain: Terrain = field(default_factory=Terrain)
    options: Mapping[str, str] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    rounds: int = 0  # the last round; 0 for the book's own limit
    speaker: str = ""  # who speaks where reactions are rolled
    text: str = ""  # the file it was read from, as it stands: a journal keeps it
    converted: tuple[str, ...] = ()  # what a book had to convert, for the log
    rules: str = ""  # the book that the file names, if it does
