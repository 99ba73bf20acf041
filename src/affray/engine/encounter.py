"""A scenario as plain frozen values: what scenario/ reads from a file and each book's setup.py turns into a fight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, ClassVar, Protocol

from affray.engine.clauses import Option
from affray.engine.dice import Notation
from affray.errors import AffrayError, KeyPath, quote

USUAL = "classic"  # the book of a file that names none, and the tongue that every other book understands
CONTACT = "contact"
ROLLED = "rolled"
AVERAGE = "average"
NEAREST = "nearest"  # the tactic of a side that names none
# Inline, as whole numbers; but damage ("1d6+1"), saves ("12/13/14/15/16"), hd ("2+1", "1/2") and shock ("2/13") are
# text. ac and aac are what a blow from the front meets; shield is how much of that is the shield's.
SHARED = tuple("ac aac shield thac0 bonus damage attacks saves morale led move fly swim hd".split())
OF_TEMPO = ("wits", "strength", "tempo ac")
OF_VANGUARD = ("combat bonus", "vanguard ac")
SKILLS = tuple("stab shoot punch sneak notice heal exert".split())
OF_FOURFOLD = ("attack bonus", "skill", *SKILLS, "fourfold ac", "shock", "save")
NUMBERS = (*SHARED, *OF_TEMPO, *OF_VANGUARD, *OF_FOURFOLD)
Content = Mapping[str, Mapping[str, Any]]
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
    trained: bool | None = None  # tempo's riposte and defence without a shield, fourfold's snap attack; None: by class
    henchman: bool | None = None  # tempo: a lackey; None: by the book's rule
    commands: bool = False  # stands in a clear chain of command, above the others of its side
    readied: str = ""  # one of its spells, readied before the fight
    frail: bool = False
    wound: str = ""  # wounded, out of action, dying
    negative_levels: int = 0
    sleepless: int = 0  # days
    max_hp: int = 0  # 0: as rolled, or as many as it has
    alert: int = 0  # its own modifier of surprise
    load: str = ""  # heavy
    drained: int = 0  # hp that its negative levels have taken
    rested: int = 0  # days of rest towards what takes a week
    fate: str = ""  # dead, out, gone: it stays in the party file and doesn't fight
    marks: tuple[str, ...] = ()  # what death saves have left, in words; max hp and abilities have it already
    notes: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()  # spells that were cast and are not in memory again
    xp: int = 0  # earned so far


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a scenario."""

    name: str
    members: tuple[Member, ...]
    tactic: str = NEAREST
    players: bool = False  # its members with a class are player characters and never check morale
    way_out: bool = True
    surprised: bool | None = None  # True or False: the scenario says so; None: it may be, and rolls
    wary: bool = False  # expects a fight: can't be surprised
    morale: int | str | None = None  # for all its members; a word of the book's scale
    ambush: str = ""  # prepared, chance: it falls upon the others
    file: str = ""  # the party file that some of its members are from, and how many: they come first
    carried: int = 0


@dataclass(frozen=True, slots=True)
class CoverAt:
    """A place with cover."""

    position: tuple[int, int, int]
    cover: str  # quarter, half, three quarters, slit, full


@dataclass(frozen=True, slots=True)
class Terrain:
    width: int = 0  # of a passage, in the book's unit; 0 in the open
    outdoors: bool = False
    daylight: bool = False
    dark: bool = False
    deck: bool = False
    water: str = ""  # "in" or "under"
    bad_ground: bool = False  # slows whoever crosses it
    ledge: bool = False  # a ledge, rail or window to drive a foe through
    cover: tuple[CoverAt, ...] = ()  # places to take cover at


@dataclass(frozen=True, slots=True)
class Objective:
    """What ends a fight early, and who has then won."""

    side: str
    down: str = ""  # this combatant (its name) is down
    rounds: int = 0  # the side still stands when so many rounds are over
    escape: bool = False  # all its survivors have got away


Place = tuple[int, int]  # line and column, from 1


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One entry under `house rules`, as it stands: the name of an overlay, or its keys with their places."""

    source: str  # the file it stands in
    line: int
    column: int
    data: str | Mapping[str, Any]
    keys: Mapping[KeyPath, Place] = field(default_factory=dict)  # of each key in the data, by its path
    values: Mapping[KeyPath, Place] = field(default_factory=dict)  # of each value, items of lists too; () is all of it


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
    house: tuple[HouseRule, ...] = ()  # what the file says under `house rules`; checked elsewhere
    content: Content = field(default_factory=dict)  # what it brings along: of each shelf its entries by name
    hidden: tuple[int, ...] = ()  # who lies in wait when it begins, by the places in the list of all
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # of a side: its tactic, in Python

    def __post_init__(self) -> None:
        """Let those who are cunning be asked as functions are."""
        given = {side: tactic for side, tactic in self.functions.items() if not isinstance(tactic, Cunning)}
        cunning = {party.name: Cunning.read(party.tactic) for party in self.sides if looks_ahead(party.tactic)}
        object.__setattr__(self, "functions", {**cunning, **given})


def adapt_to_book(encounter: Encounter, book: str, options: Sequence[Option], tactics: Sequence[str]) -> Encounter:
    """Adapt it to a book that the file wasn't written for: leave out what that book doesn't know, and say so."""
    home = encounter.rules or USUAL
    if book == home:
        return encounter
    known, said = {option.name: option for option in options}, encounter.options
    why = {name: strangeness(book, known.get(name), name, said[name]) for name in said}
    dropped = [f"{strange} (it is {home}'s)" for strange in why.values() if strange]
    words = dict.fromkeys(word for party in encounter.sides for word in tactics_of(party))
    fallen = [
        f"{book} has no tactic {word}: {NEAREST} instead"
        for word in words
        if word not in tactics and not looks_ahead(word)
    ]
    return replace(
        encounter,
        options={name: value for name, value in said.items() if not why[name]},
        sides=tuple(with_known_tactics(party, tactics) for party in encounter.sides),
        converted=(*encounter.converted, *dropped, *fallen),
    )


def strangeness(book: str, option: Option | None, name: str, said: str) -> str:
    """Return why a book can't set an option so; empty if it can."""
    if option is None:
        return f"{book} has no option {name}"
    try:
        option.read(said)
    except AffrayError:
        return f"{book}'s option {name} can't be {said}"
    return ""


def tactics_of(party: Party) -> Iterator[str]:
    yield party.tactic
    yield from (member.tactic for member in party.members if member.tactic)


def with_known_tactics(party: Party, tactics: Sequence[str]) -> Party:
    def known_tactic(word: str) -> str:
        return word if not word or word in tactics or looks_ahead(word) else NEAREST

    members = tuple(replace(member, tactic=known_tactic(member.tactic)) for member in party.members)
    return replace(party, tactic=known_tactic(party.tactic), members=members)


# --- the tactic `cunning` as a value: how far a side looks ahead; the package `exact` does the thinking

CUNNING = "cunning"
USUAL_FIGHTS = 100  # of each answer
MOST_FIGHTS, MOST_SECONDS = 100_000, 60.0
WORD = re.compile(r"cunning(?::(?P<number>[0-9]{1,6}(?:\.[0-9]{1,3})?)(?P<unit>s?))?")


class Thinker(Protocol):
    """Whoever looks ahead: in a fight that people play, and in a simulated one."""

    def in_play(self, cunning: Cunning, play: Any) -> tuple[Any, str]: ...
    def in_step(self, cunning: Cunning, step: Any) -> Any: ...


@dataclass(frozen=True)
class Cunning:
    """Plays so many fights forward for each answer, at most so many seconds long, and takes the best answer."""

    fights: int = USUAL_FIGHTS
    seconds: float = inf
    thinker: ClassVar[Thinker]  # `affray.api` provides it

    @classmethod
    def read(cls, word: str) -> Cunning:
        """Read `cunning`, `cunning:400` (fights of each answer) or `cunning:0.5s` (seconds for each answer given)."""
        found = WORD.fullmatch(word)
        number = float(found["number"]) if found and found["number"] else None
        if found and number is None:
            return cls()
        if found and number and found["unit"] and number <= MOST_SECONDS:
            return cls(MOST_FIGHTS, number)
        if found and number and not found["unit"] and number == int(number) <= MOST_FIGHTS:
            return cls(int(number))
        expected = (
            f"cunning, cunning:400 (1 to {MOST_FIGHTS:,} fights) or cunning:0.5s (up to {MOST_SECONDS:g} seconds)"
        )
        raise AffrayError(f"unknown tactic {quote(word)}; expected {expected}")

    def __call__(self, *_: Any) -> Any:
        """Refuse: it must know more of a step than a function is told."""
        raise AffrayError("cunning is asked by the driver, not called")


def looks_ahead(word: str) -> bool:
    """Return whether a tactic is `cunning`, whatever its strength."""
    return word.partition(":")[0] == CUNNING
