"""What can be saved of a damaged file of the table: row by row, into a new file, with a word on all that is lost."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from affray.errors import AffrayError
from affray.files import AtomicFile
from affray.play.start import RulesChanged, from_journal
from affray.server.store import TABLE_NAMES, DamagedText
from affray.server.store.sqlite import SQLite

MOST_BEYOND = 10_000  # row numbers that are tried after the last one known
SUMMARY = "summary"  # the kind of documents that can be had from the fights themselves
PLAIN_TEXTS = ("scenario",)  # kinds of documents that are no JSON

Row = tuple[Any, ...]


class Recovered(NamedTuple):
    """What was saved, in a sentence, and a line for each thing that was lost."""

    summary: str
    lost: list[str]


class SavedFight(NamedTuple):
    """A fight as it can be saved: its row, its sound entries, and what is missing."""

    row: Row
    entries: list[Row]
    of: int
    trouble: str


def recover_store(source: Path, target: Path) -> Recovered:
    """Save all that is sound in a file of the table into a new one."""
    if not source.is_file():
        raise AffrayError(f"{source}: no such file; expected a fight's journal, or a file of the table")
    with closing(SQLite(source, reading=True)) as store:
        tables = {name: list(read_rows(store.file, name)) for name in TABLE_NAMES}
    fights, lost = sound_fights(tables)
    names = {fight.row[0] for fight in fights}
    seats = [row for row in tables["seats"] if is_sound(row) and row[1] in names and is_json(row[4])]
    whole = {fight.row[0] for fight in fights if not fight.trouble}
    there = [row for row in tables["documents"] if row[0] != SUMMARY or row[1] in whole]
    documents = [row for row in there if is_sound(row) and (row[0] in PLAIN_TEXTS or is_json(row[2]))]
    lost += [f"Lost: {row[0]} {row[1]}" for row in there if row not in documents]
    if missing := len(tables["seats"]) - len(seats):
        lost.append(f"Lost: {missing} links to fights")
    if not (fights or documents):
        raise AffrayError(f"{source}: nothing in it can be saved; open the last backup in its place")
    write_tables(target, fights, seats, documents)
    of = len(tables["fights"])
    return Recovered(
        f"{len(fights)} of {of} fights, {len(seats)} links and {len(documents)} other texts are saved in {target}.",
        lost,
    )


# --- reading


def read_rows(file: sqlite3.Connection, table: str) -> Iterator[Row]:
    """Yield every row that can be read: from both ends up to the damage, and then one by one between."""
    found: dict[int, Row] = {}
    ends = list[int]()
    for order in ("asc", "desc"):
        last = 0
        try:
            for rowid, *row in file.execute(f"select rowid, * from {table} order by rowid {order}"):
                found[rowid] = tuple(row)
                last = rowid
        except sqlite3.DatabaseError:
            ends.append(last)
        else:
            break
    else:
        low, high = ends
        read_singly(
            file, table, {*range(low + 1, high or low + MOST_BEYOND), *find_in_index(file, table)} - set(found), found
        )
    yield from (found[rowid] for rowid in sorted(found))


def read_singly(file: sqlite3.Connection, table: str, rowids: Iterable[int], found: dict[int, Row]) -> None:
    for rowid in rowids:
        with suppress(sqlite3.DatabaseError):
            for row in file.execute(f"select * from {table} where rowid = ?", (rowid,)):
                found[rowid] = row


def find_in_index(file: sqlite3.Connection, table: str) -> list[int]:
    """Return the rows that the table's index knows of."""
    key = {"fights": "id", "entries": "fight, number", "seats": "hash", "documents": "kind, name"}[table]
    found = list[int]()
    with suppress(sqlite3.DatabaseError):
        for (rowid,) in file.execute(f"select rowid from {table} order by {key}"):
            found.append(rowid)
    return found


def is_sound(row: Row) -> bool:
    return not any(isinstance(value, DamagedText) for value in row)


def is_json(text: Any) -> bool:
    try:
        json.loads(text)
    except (ValueError, TypeError):
        return False
    return True


# --- which fights can be played on


def sound_fights(tables: dict[str, list[Row]]) -> tuple[list[SavedFight], list[str]]:
    """Return the fights as far as they replay, and what is lost of them."""
    entries: defaultdict[str, list[Row]] = defaultdict(list)
    for row in tables["entries"]:
        entries[row[0]].append(row)
    saved, lost = list[SavedFight](), list[str]()
    for row in tables["fights"]:
        name = f"{row[1]} ({row[0]})"
        try:
            found = sound_fight(row, sorted(entries.pop(row[0], []), key=lambda entry: entry[1]))
        except AffrayError as error:
            lost.append(f"Lost: {name}: {error}")
            continue
        saved.append(found)
        if found.trouble:
            lost.append(f"In part: {name}: {len(found.entries)} of {found.of} entries are saved; {found.trouble}")
    lost += [f"Lost: {len(rows)} entries of a fight without its beginning ({id})" for id, rows in entries.items()]
    return saved, lost


def sound_fight(row: Row, entries: list[Row]) -> SavedFight:
    if not all(type(value) is str for value in (row[0], row[2])):
        raise AffrayError("its beginning is damaged")
    whole = [entry for number, entry in enumerate(entries, 1) if entry[1] == number and is_sound(entry)]
    sound = [entry for number, entry in enumerate(whole, 1) if entry[1] == number]
    text = row[2] + "".join(f"{entry[2]}\n" for entry in sound)
    _, error = from_journal(text, row[0])
    trouble = "" if len(sound) == len(entries) else f"entry {len(sound) + 1} is damaged"
    if error is not None and not isinstance(error, RulesChanged):
        sound, trouble = sound[: error.sound], str(error)
    return SavedFight((row[0], str(row[1]), *row[2:]), sound, len(entries), trouble)


# --- writing


def write_tables(target: Path, fights: list[SavedFight], seats: list[Row], documents: list[Row]) -> None:
    made = AtomicFile(target, (target.suffix.lower(),), private=True)
    with made.filling(), closing(SQLite(made.temporary)) as store, store.transaction():
        for fight in fights:
            insert(store, "fights", [fight.row])
            insert(store, "entries", fight.entries)
        insert(store, "seats", seats)
        insert(store, "documents", documents)


def insert(store: SQLite, table: str, rows: Iterable[Row]) -> None:
    for row in rows:
        store.rows(f"insert into {table} values ({', '.join('?' * len(row))})", *row)
