"""How a fight begins: from a scenario, from a journal, from a line of text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from affray import rules as shelf
from affray.deciders import Players, Tactic, deciders, with_functions
from affray.encounter import USUAL, Encounter
from affray.entries import Entry, read_entry
from affray.errors import AffrayError
from affray.fight import Play
from affray.journal import JournalError, Read, parsed, read_lines, read_state
from affray.mistakes import unknown
from affray.rules.book import Book, Roster
from affray.running import Beginning
from affray.stamp import rules_digest

if TYPE_CHECKING:
    from affray.houserules import Overlay

House: TypeAlias = "str | Path | Overlay | Iterable[str | Path | Overlay]"


def start(
    scenario: str | Path | Encounter,
    *,
    rules: str | Book | None = None,
    house: House = (),
    seed: int = 0,
    number: int = 0,
    options: Mapping[str, str] | None = None,
    players: Players = (),
    dice: bool = False,
    tactics: Mapping[str, str | Tactic] | None = None,
) -> Play:
    """A fight from an example's name, a file, or an encounter. Sides that no player holds play by themselves.

    `rules` is a book or its name; left out, that of the house rules, else the scenario's own, else classic. `house` are
    house rules (houserules.py) by name or file, or as they were read; those that the scenario names hold too."""
    encounter, book = opened(scenario, rules, house)
    said = {name: value for name, value in (tactics or {}).items() if isinstance(value, str)}
    functions = {name: value for name, value in (tactics or {}).items() if callable(value)}
    return begin(book, fought_by(encounter, book, said), seed, number, options or {}, players, dice, functions)


def opened(
    scenario: str | Path | Encounter, rules: str | Book | None = None, house: House = ()
) -> tuple[Encounter, Book]:
    """A scenario, and the book it is fought under with all house rules on it."""
    from affray import houserules

    overlays = houserules.gathered(house)
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), None)
    book = houserules.apply(as_book(named), overlays) if named else None
    encounter = scenario if isinstance(scenario, Encounter) else find(scenario, book)
    book = book or houserules.apply(as_book(encounter.rules or USUAL), overlays)
    return with_its_own(encounter, book)


def under(rules: str | Book | None, house: House, usual: str) -> Book:
    """A book by its name, else that of the house rules, else the usual one; with the house rules on it."""
    from affray import houserules

    overlays = houserules.gathered(house)
    named = rules or next((overlay.rules for overlay in overlays if overlay.rules), usual)
    return houserules.apply(as_book(named), overlays)


def as_book(rules: str | Book) -> Book:
    return rules if isinstance(rules, Book) else shelf.get(rules)


def find(scenario: str | Path, book: Book | None) -> Encounter:
    from affray import scenario as files  # pydantic and YAML only where a file is read

    return files.load(str(scenario), book.names() if book else None)


def with_its_own(encounter: Encounter, book: Book) -> tuple[Encounter, Book]:
    """The house rules that a scenario names, laid on the book they are for; under another one they are left aside."""
    from affray import houserules

    said = houserules.of_scenario(encounter.house)
    fit = [overlay for overlay in said if (overlay.rules or encounter.rules or USUAL) == book.name]
    aside = [f"{book.name} can't take the house rules {o.name!r} of this scenario" for o in said if o not in fit]
    encounter = replace(encounter, house=(), converted=(*encounter.converted, *aside))
    return encounter, houserules.apply(book, fit)


def fought_by(encounter: Encounter, book: Book, tactics: Mapping[str, str]) -> Encounter:
    """The encounter with these tactics of this book for the sides named."""
    for word in tactics.values():
        if word not in book.tactics:
            raise AffrayError(unknown("tactic", word, book.tactics))
    return with_tactics(encounter, tactics)


def with_tactics(encounter: Encounter, tactics: Mapping[str, str]) -> Encounter:
    for name in tactics:
        if name not in [party.name for party in encounter.sides]:
            raise AffrayError(unknown("side", name, [party.name for party in encounter.sides]))
    sides = [replace(p, tactic=tactics.get(p.name, p.tactic)) for p in encounter.sides]
    return replace(encounter, sides=tuple(sides))


def begin(
    book: Book,
    encounter: Encounter,
    seed: int,
    number: int,
    options: Mapping[str, str],
    players: Players,
    dice: bool,
    functions: Mapping[str, Callable[..., Any]],
) -> Play:
    chosen = settings(book, options)
    fight, roster = book.build(encounter, chosen)
    made = deciders(players, roster.sides, dice)
    if functions:
        for name in functions:
            if name not in roster.sides:
                raise AffrayError(unknown("side", name, roster.sides))
        made = with_functions(made, {roster.sides.index(name): f for name, f in functions.items()})
    built = bool(encounter.text)
    return Play(Beginning(book, encounter, fight, roster, seed, number, chosen, made, built))


def settings(book: Book, options: Mapping[str, str]) -> dict[str, int]:
    """Options in words as the numbers the rules read."""
    known = {o.name: o for o in book.options}
    for name in options:
        if name in book.gone:
            raise AffrayError(book.gone[name])
        if name not in known:
            raise AffrayError(unknown("option", name, list(known)))
        for overlay in book.house:
            if name in overlay.options:
                where = overlay.line("options", name)
                raise AffrayError(f"{name} is set to {options[name]!r} here and by {where} too; drop one of them")
    return {name: known[name].read(str(value)) for name, value in options.items()}


def load(path: str | Path) -> Play:
    """A journal, replayed and verified: where it differs from what was told, the line is named."""
    play, error = replay(Path(path))
    if error is not None:
        raise error
    return play


def recover(path: str | Path) -> tuple[Play, JournalError | None]:
    """As much of a journal as is sound, and what is wrong with the rest."""
    return replay(Path(path))


def from_journal(text: str, name: str = "journal") -> tuple[Play, JournalError | None]:
    """As much of a journal's text as is sound, and what is wrong with the rest."""
    return replayed(Path(name), text.split("\n"))


def replay(path: Path) -> tuple[Play, JournalError | None]:
    return replayed(path, read_lines(path))


def replayed(path: Path, lines: list[str]) -> tuple[Play, JournalError | None]:
    found, error = read_what_is_sound(path, lines)
    play = from_facts(path, found)
    for line, entry, told in found.entries:
        try:
            go_on(play, entry, told)
        except (AffrayError, IndexError) as no:
            sound = len(play.entries) - isinstance(no, Differs)
            return play, JournalError(str(path), line, otherwise(no, found), sound)
    return play, error


class Differs(AffrayError):
    """What follows from an entry is not what was told then."""


def go_on(play: Play, entry: Entry, told: str) -> None:
    """Takes the next entry of a journal, and verifies what follows from it."""
    play.again(entry)
    if play.lines[-1].rpartition("#")[2] != told:
        raise Differs("what follows from this line differs from what was told then")


def otherwise(no: Exception, found: Read) -> str:
    if not isinstance(no, Differs):
        return f"can't be replayed: {no}"
    mended = "; the rules have been mended since it was written"
    return str(no) + (mended if found.facts["digest"] != rules_digest() else "")


def read_what_is_sound(path: Path, lines: list[str]) -> tuple[Read, JournalError | None]:
    """The journal; if a line of it is damaged, all before that line."""
    try:
        return parsed(path, list(lines)), None
    except JournalError as no:
        if no.sound == 0:
            raise
        return parsed(path, list(lines), until=no.line), no


def from_facts(path: Path, found: Read) -> Play:
    from affray import scenario as files

    facts = found.facts
    if "state" in facts:
        return from_text(json.dumps(facts["state"]))
    try:
        book = remembered(facts)
        encounter = files.read(found.text, facts["scenario"], book.names(), offers={})  # what it drew, it has
        encounter = with_tactics(replace(encounter, house=()), facts["tactics"])  # the header has what it named
        return begin(book, encounter, facts["seed"], facts["number"], facts["options"], facts["people"], False, {})
    except AffrayError as no:
        raise JournalError(str(path), 2, f"the header doesn't make a fight: {no}") from None


def remembered(facts: Mapping[str, Any]) -> Book:
    """The book of a journal or a state, with the house rules that it keeps."""
    from affray import houserules

    house = [houserules.remembered(str(text), str(file)) for file, text in facts.get("house", ())]
    return houserules.apply(shelf.get(facts["rules"]), house)


def remembered_names(said: Mapping[str, Any]) -> Roster:
    """The names of a state; those of older ones have no asides."""
    names: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    roster = Roster(**names)
    if not isinstance(roster.content, dict):
        raise TypeError("content has shelves")
    return replace(roster, asides=roster.asides or ("",) * len(roster.who))


def from_text(text: str) -> Play:
    """A fight from the line that Play.text() gave: the same state, ready to go on."""
    said, fight = read_state(text)
    try:
        book = remembered(said)
        encounter = Encounter(str(said["name"]), str(said["name"]), ())
        roster = remembered_names(said["roster"])
        made = deciders(said["people"], roster.sides)
        seed, number = int(said["seed"]), int(said["number"])
        pending = [read_entry(line) for line in said.get("said", [])]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise AffrayError(f"not a state of Affray: {json.dumps(text[:60])} lacks something") from None
    if len(roster.who) != fight.n or len(roster.sides) != fight.sides:
        raise AffrayError("a damaged state: the names don't fit the combatants")
    play = Play(Beginning(book, encounter, fight, roster, seed, number, {}, made, built=False))
    for entry in pending:
        play.again(entry)
    return play
