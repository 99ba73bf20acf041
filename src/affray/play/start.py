"""How a fight begins: from a scenario, from a journal, from a line of text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from affray.engine.dice import MAX_NUMBER, MAX_SEED
from affray.engine.encounter import Encounter
from affray.errors import AffrayError, quote
from affray.files import rules_digest
from affray.log import Answered, Event
from affray.play.changes import describe_changes
from affray.play.journal import JournalError, JournalFile, parse_journal, read_lines, read_state
from affray.play.questions import JournalEntry, Players, deciders, read_entry, with_functions
from affray.play.session import Play
from affray.play.stepper import FightSetup
from affray.rules.book import Book, Roster
from affray.scenario import (
    House,
    ScenarioChoice,
    TacticChoice,
    open_scenario,
    read,
    read_options,
    restore_book,
    with_chosen_tactics,
    with_tactics,
)


def start(
    scenario: ScenarioChoice,
    *,
    rules: str | Book | None = None,
    house: House = (),
    seed: int = 0,
    number: int = 0,
    options: Mapping[str, str] | None = None,
    players: Players = (),
    dice: bool = False,
    tactics: Mapping[str, TacticChoice] | None = None,
) -> Play:
    """Start a fight from an example's name, a file, or an encounter. Sides that no player holds play by themselves.

    `rules` is a book or its name; left out, that of the house rules, else the scenario's own, else classic. `house` are
    house rules by name or file, or as they were read; those that the scenario names hold too."""
    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    return start_fight(book, encounter, seed, number, options or {}, players, dice)


def start_fight(
    book: Book,
    encounter: Encounter,
    seed: int,
    number: int,
    options: Mapping[str, str],
    players: Players,
    dice: bool,
) -> Play:
    play = new_play(book, encounter, seed, number, options, players, dice)
    play.let_functions_answer()
    return play


def new_play(
    book: Book,
    encounter: Encounter,
    seed: int,
    number: int,
    options: Mapping[str, str],
    players: Players,
    dice: bool,
) -> Play:
    """Return a fight in which nobody has answered anything yet."""
    check_range("seed", seed, MAX_SEED)
    check_range("number", number, MAX_NUMBER)
    chosen = read_options(book, options)
    fight, roster = book.build(encounter, chosen)
    made = deciders(players, roster.sides, dice)
    if encounter.functions:
        made = with_functions(made, {roster.sides.index(name): f for name, f in encounter.functions.items()})
    built = bool(encounter.text)
    return Play(FightSetup(book, encounter, fight, roster, seed, number, chosen, made, built))


def check_range(name: str, value: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise AffrayError(f"{name} {quote(value)}; expected a number from 0 to {most}")


def load(path: str | Path) -> Play:
    """Load a journal, replayed and verified: where it differs from what was recorded, the line is named."""
    play, error = replay_file(Path(path))
    if error is not None:
        raise error
    play.let_functions_answer()  # where the file ends before they had
    return play


def recover(path: str | Path) -> tuple[Play, JournalError | None]:
    """Load as much of a journal as is sound; return it and what is wrong with the rest."""
    return replay_file(Path(path))


def from_journal(text: str, name: str = "journal") -> tuple[Play, JournalError | None]:
    """Load as much of a journal's text as is sound; return it and what is wrong with the rest."""
    return replay_lines(Path(name), text.split("\n"))


def replay_file(path: Path) -> tuple[Play, JournalError | None]:
    return replay_lines(path, read_lines(path))


def replay_lines(path: Path, lines: list[str]) -> tuple[Play, JournalError | None]:
    found, error = read_sound_part(path, lines)
    play = start_from_header(path, found)
    for sound, (line, entry, told) in enumerate(found.entries):
        try:
            replay_and_verify(play, entry, told)
        except (AffrayError, IndexError) as no:
            return replay_sound_part(path, found, sound), describe_difference(path, line, no, found, play, sound)
    return play, error


def replay_sound_part(path: Path, found: JournalFile, sound: int) -> Play:
    """Return the fight with its first entries, all that come out as they did."""
    play = start_from_header(path, found)
    for _, entry, _ in found.entries[:sound]:
        play.replay_entry(entry)
    return play


class Differs(AffrayError):
    """What follows from an entry is not what was told then."""


class RulesChanged(JournalError):
    """A saved fight that comes out otherwise since rules have changed: all before that line can be read."""


def replay_and_verify(play: Play, entry: JournalEntry, told: str) -> None:
    """Apply the next entry of a journal, and verify what follows from it."""
    play.replay_entry(entry)
    if play.lines[-1].rpartition("#")[2] != told:
        raise Differs("what follows from this line differs from what was told then")


def describe_difference(
    path: Path, line: int, no: Exception, found: JournalFile, play: Play, sound: int
) -> JournalError:
    """Say why a fight doesn't replay; if other rules wrote it, which of them have changed."""
    what = str(no) if isinstance(no, Differs) else f"can't be replayed: {no}"
    if found.facts["digest"] == rules_digest():
        return JournalError(str(path), line, what, sound)
    changed = describe_changes(play.book.name, events_of(play.rows[play.news_start :]), bool(play.hidden.now))
    return RulesChanged(str(path), line, f"{what}; since it was saved {changed}", sound)


def events_of(rows: Sequence[Event | Answered]) -> list[Event]:
    return [row for row in rows if isinstance(row, Event)]


def read_sound_part(path: Path, lines: list[str]) -> tuple[JournalFile, JournalError | None]:
    """Return the journal; if a line of it is damaged, all before that line."""
    try:
        return parse_journal(path, list(lines)), None
    except JournalError as no:
        if no.sound == 0:
            raise
        return parse_journal(path, list(lines), until=no.line), no


def start_from_header(path: Path, found: JournalFile) -> Play:
    facts = found.facts
    if "state" in facts:
        return from_text(json.dumps(facts["state"]))
    try:
        book = restore_book(facts)
        encounter = read(found.text, facts["scenario"], book.names(), offers={})  # what it drew, it has
        encounter = with_tactics(replace(encounter, house=()), facts["tactics"])  # the header has what it named
        return new_play(book, encounter, facts["seed"], facts["number"], facts["options"], facts["people"], False)
    except AffrayError as no:
        raise JournalError(str(path), 2, f"the header doesn't make a fight: {no}") from None


def read_roster(said: Mapping[str, Any]) -> Roster:
    """Return the names of a state; those of older ones have no asides."""
    names: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    roster = Roster(**names)
    if not isinstance(roster.content, dict):
        raise TypeError("content has shelves")
    return replace(roster, asides=roster.asides or ("",) * len(roster.who))


def from_text(text: str) -> Play:
    """Restore a fight from the line that Play.text() gave: the same state, ready to continue."""
    said, fight = read_state(text)
    try:
        book = restore_book(said)
        book.attach(fight)
        encounter = Encounter(str(said["name"]), str(said["name"]), ())
        roster = read_roster(said["roster"])
        made = deciders(said["people"], roster.sides)
        seed, number = int(said["seed"]), int(said["number"])
        pending = [read_entry(line) for line in said.get("said", [])]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise AffrayError(f"not a state of Affray: {json.dumps(text[:60])} lacks something") from None
    if len(roster.who) != fight.n or len(roster.sides) != fight.sides:
        raise AffrayError("a damaged state: the names don't fit the combatants")
    try:
        play = Play(FightSetup(book, encounter, fight, roster, seed, number, {}, made, built=False))
        for entry in pending:
            play.replay_entry(entry)
    except IndexError:
        raise AffrayError("a damaged state: a number in it points to nothing") from None
    return play
