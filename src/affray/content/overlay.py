"""What a scenario brings along: creatures and things of its own, laid over a book's content while a fight is set up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from affray.content.entries import Entry, Reader, reader_of
from affray.engine.encounter import NUMBERS, USUAL, Content, Encounter, Member
from affray.errors import AffrayError

EFFECTS, MONSTERS = "effects", "monsters"
SHELVES = (EFFECTS, "potions", "spells", "weapons", "armour", MONSTERS)  # in the order in which they are laid
KEPT = ("alignment", "xp", "number", "treasure", "instinct", "source", "notes")  # for people; no rule reads them
IN_THE_ROW = ("ac", "attacks", "saves", "morale", "led", "move", "fly", "swim", "hd")  # numbers that a kind has too
LIKE = "like"  # what stands for a thing in a book that can't read its row
FIVE_SAVES = re.compile(r" *[0-9]{1,2}( */ *[0-9]{1,2}){4} *")
SAME = (  # one of these that a member gives takes the place of all its kind's
    {"ac", "aac", "tempo ac", "vanguard ac", "fourfold ac"},
    {"thac0", "bonus", "combat bonus", "attack bonus"},
    {"saves", "save"},
)
MOST_KEPT = 32
_laid: dict[tuple[int, str], tuple[Any, Any]] = {}  # the library, which so keeps its id, and what it became


def called(name: str) -> str:
    """A name as content has it."""
    return " ".join(name.lower().split())


def names_of(name: str, entry: Any) -> Iterator[str]:
    """An entry's name, and its other names."""
    yield name
    also = entry.get("also", "") if isinstance(entry, Mapping) else ""
    yield from (called(each) for each in str(also).split(",") if each.strip())


# --- an entry, and what of it goes where


def sections(entry: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """What an entry says in the form of some book, by the book's name."""
    return {key: value for key, value in entry.items() if isinstance(value, Mapping) and key != EFFECTS}


def numbers(entry: Mapping[str, Any]) -> dict[str, int | str]:
    """Of a monster: what isn't a field of its kind, and goes to whoever is of it."""
    found = {key: value for key, value in entry.items() if key in NUMBERS and key not in IN_THE_ROW}
    if "ac" not in entry:
        found.pop("aac", None)
    return found | ({"saves": entry["saves"]} if has_own_saves(entry) else {})


def has_own_saves(entry: Mapping[str, Any]) -> bool:
    return FIVE_SAVES.fullmatch(str(entry.get("saves", ""))) is not None


def row(shelf: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that the classic form has."""
    aside = {*sections(entry), LIKE}
    if shelf != MONSTERS:
        return {key: value for key, value in entry.items() if key not in aside}
    aside |= {EFFECTS, *KEPT, *(key for key in entry if key in NUMBERS and key not in IN_THE_ROW)}
    found = {key: value for key, value in entry.items() if key not in aside}
    if "ac" not in entry and type(entry.get("aac")) is int:
        found["ac"] = 19 - entry["aac"]
    if has_own_saves(entry):
        found["saves"] = usual_saves(entry.get("hd"))
    return found


def usual_saves(hd: object) -> str:
    """As a fighter of so many hit dice."""
    dice = re.match(r"[0-9]+", str(hd))
    return f"F{min(int(dice[0]), 36)}" if dice and int(dice[0]) and str(hd) not in ("1/2", "½") else "NH"


def effects(content: Content) -> Iterator[tuple[str, Any]]:
    """Those on the shelf, and those that stand inside monsters."""
    yield from content.get(EFFECTS, {}).items()
    for entry in content.get(MONSTERS, {}).values():
        inside = entry.get(EFFECTS, {}) if isinstance(entry, Mapping) else {}
        yield from inside.items() if isinstance(inside, Mapping) else ()


def aside(content: Content, kind: str) -> str:
    """The notes of a kind on one line."""
    kinds = content.get(MONSTERS, {})
    entry = next((entry for name, entry in kinds.items() if called(kind) in names_of(name, entry)), None)
    said = entry.get("notes", ()) if isinstance(entry, Mapping) else ()
    return " ".join([said] if isinstance(said, str) else map(str, said))


# --- laid over a library


def furnished(library: Any, content: Content) -> Any:
    """The library with this content on top; the same object for the same content."""
    if not content:
        return library
    key = (id(library), json.dumps(content, sort_keys=True, default=str))
    if key not in _laid:
        while len(_laid) >= MOST_KEPT:
            _laid.pop(next(iter(_laid)), None)
        _laid[key] = (library, laid(library, content))
    return _laid[key][1]


def laid(library: Any, content: Content) -> Any:
    for shelf in SHELVES:
        entries = list(effects(content)) if shelf == EFFECTS else list(content.get(shelf, {}).items())
        if entries:
            there = dict(getattr(library, shelf))
            for name, entry in entries:
                there |= read(library, shelf, called(name), entry)
            library = replace(library, **{shelf: there})
    return library


def read(library: Any, shelf: str, name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """One entry under all its names: in the book's own form if it has one, else converted from the classic one."""
    if not isinstance(entry, Mapping):
        raise AffrayError(f"{shelf}: {name}: expected fields with their values")
    own, fields = sections(entry).get(library.book), row(shelf, entry)
    reader = reader_of(library, shelf, USUAL if own is None else library.book)
    found = stand_in(library, shelf, name, entry) if reader is None else value(reader, shelf, name, own or fields)
    return dict.fromkeys(names_of(name, entry), found)


def value(reader: Reader, shelf: str, name: str, fields: Mapping[str, Any]) -> Any:
    entry = Entry(f"{shelf}: {name}", fields)
    entry.names("also")
    found = reader(name, entry)
    entry.done()
    return found


def stand_in(library: Any, shelf: str, name: str, entry: Mapping[str, Any]) -> Any:
    """In a book with a form of its own: what the entry is like, or the entry itself where it fits that form too."""
    there, like = getattr(library, shelf), called(str(entry.get(LIKE, "")))
    if like in there:
        return there[like]
    reader = None if like else reader_of(library, shelf, library.book)
    try:
        if reader is not None:
            return value(reader, shelf, name, row(shelf, entry))
    except AffrayError:
        pass
    mend = f"add {library.book}: with its fields there, or {LIKE}: with the name of something it has"
    raise AffrayError(f"{shelf}: {name}: {library.book} has {shelf} of another form; {mend}")


# --- and over an encounter


def with_their_numbers(encounter: Encounter) -> Encounter:
    """The numbers that a kind brings along, for each of its members that doesn't say otherwise."""
    kinds = encounter.content.get(MONSTERS, {})
    given = {word: numbers(entry) for name, entry in kinds.items() for word in names_of(called(name), entry)}
    if not any(given.values()):
        return encounter

    def member(one: Member) -> Member:
        return replace(one, numbers=joined(given.get(called(one.kind), {}), one.numbers))

    return replace(
        encounter, sides=tuple(replace(side, members=tuple(map(member, side.members))) for side in encounter.sides)
    )


def joined(kinds: Mapping[str, int | str], own: Mapping[str, int | str]) -> dict[str, int | str]:
    over = {name for same in SAME if same & own.keys() for name in same}
    return {name: number for name, number in kinds.items() if name not in over} | dict(own)
