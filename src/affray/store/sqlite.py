"""The store in one file of SQLite: a write-ahead log, on the disk before anything is acknowledged."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from affray.beside import Beside
from affray.errors import AffrayError
from affray.store import FORMAT, Fight, Line, Moved, Seat

OURS = 0x41667261  # "Afra": SQLite's application_id of our files
PATIENCE = 10.0  # seconds that one who writes waits for another
TABLES = """
create table fights (id text primary key, title text not null, header text not null, made real not null);
create table entries (
  fight text not null references fights (id), number integer not null, text text not null,
  said_by text not null, key text not null, at real not null,
  primary key (fight, number)
) without rowid;
create index keys on entries (fight, key);
create table seats (
  hash text primary key, fight text not null references fights (id), role text not null, name text not null,
  people text not null, withdrawn integer not null
) without rowid;
"""


class SQLite:
    """Each thread may use it: one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = RLock()
        with self.told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            try:
                self.check()
                self.prepare()
            except BaseException:
                self.file.close()
                raise

    # --- the file

    def check(self) -> None:
        """Before anything is touched: whose file it is, and which format it has."""
        (ours,), (format_,) = self.file.execute("pragma application_id"), self.file.execute("pragma user_version")
        (tables,) = self.file.execute("select count(*) from sqlite_master")
        if (ours[0], format_[0], tables[0]) == (0, 0, 0):
            return
        if ours[0] != OURS:
            raise AffrayError(f"{self.path} is a file of another program; give the table another place with --data")
        if format_[0] > FORMAT:
            raise AffrayError(
                f"{self.path} was written by a newer Affray (format {format_[0]}; this one reads up to {FORMAT}): "
                "nothing in it was touched; update Affray to open it"
            )

    def prepare(self) -> None:
        self.file.execute("pragma journal_mode = wal")
        self.file.execute("pragma synchronous = full")
        self.file.execute("pragma foreign_keys = on")
        with self.writing():
            if not self.file.execute("select 1 from sqlite_master").fetchone():
                for statement in TABLES.split(";"):
                    self.file.execute(statement)
                self.file.execute(f"pragma application_id = {OURS}")
                self.file.execute(f"pragma user_version = {FORMAT}")

    @contextmanager
    def told(self) -> Iterator[None]:
        """What SQLite and the system complain of, in words that help."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise AffrayError(f"{self.path}: {trouble(str(error))}") from None
        except OSError as error:
            raise AffrayError(f"{self.path}: {error.strerror or error}") from None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All of it or nothing, and nobody else meanwhile."""
        with self.lock, self.told():
            self.file.execute("begin immediate")
            try:
                yield
                self.file.execute("commit")
            except BaseException:
                if self.file.in_transaction:
                    self.file.execute("rollback")
                raise

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.lock, self.told():
            return self.file.execute(query, values).fetchall()

    def backup(self, path: Path) -> None:
        """A copy of this very moment, in its place when it is whole."""
        beside = Beside(path, (path.suffix.lower(),))
        with self.lock, self.told(), beside.filling():
            copy = sqlite3.connect(beside.beside)
            try:
                self.file.backup(copy)
            finally:
                copy.close()

    def close(self) -> None:
        with self.lock:
            self.file.close()

    # --- fights and their entries

    def begin(self, fight: Fight) -> None:
        with self.writing():
            self.file.execute("insert into fights values (?, ?, ?, ?)", fight)

    def fight(self, id: str) -> Fight | None:
        found = self.rows("select * from fights where id = ?", id)
        return Fight(*found[0]) if found else None

    def fights(self) -> list[Fight]:
        return [Fight(*row) for row in self.rows("select * from fights order by made, id")]

    def append(self, fight: str, after: int, texts: Sequence[str], by: str, key: str) -> list[Line]:
        with self.writing():
            if said := self.under_key(fight, key):
                return said
            (last,) = self.file.execute("select count(*) from entries where fight = ?", (fight,)).fetchone()
            if last != after:
                raise Moved(fight, after, last)
            now = time.time()
            lines = [Line(after + n, text, by, key, now) for n, text in enumerate(texts, 1)]
            self.file.executemany("insert into entries values (?, ?, ?, ?, ?, ?)", [(fight, *line) for line in lines])
        return lines

    def under_key(self, fight: str, key: str) -> list[Line]:
        query = "select number, text, said_by, key, at from entries where fight = ? and key = ? order by number"
        return [Line(*row) for row in self.file.execute(query, (fight, key))]

    def lines(self, fight: str, after: int = 0) -> list[Line]:
        query = "select number, text, said_by, key, at from entries where fight = ? and number > ? order by number"
        return [Line(*row) for row in self.rows(query, fight, after)]

    # --- seats

    def give(self, seat: Seat) -> None:
        with self.writing():
            values = (*seat[:4], json.dumps(seat.people, ensure_ascii=False), seat.withdrawn)
            self.file.execute("insert into seats values (?, ?, ?, ?, ?, ?)", values)

    def seat(self, hash: str) -> Seat | None:
        found = self.rows("select * from seats where hash = ?", hash)
        return as_seat(found[0]) if found else None

    def seats(self, fight: str) -> list[Seat]:
        return [as_seat(row) for row in self.rows("select * from seats where fight = ? order by hash", fight)]

    def withdraw(self, hash: str) -> None:
        with self.writing():
            self.file.execute("update seats set withdrawn = 1 where hash = ?", (hash,))


def as_seat(row: tuple[Any, ...]) -> Seat:
    hash, fight, role, name, people, withdrawn = row
    return Seat(hash, fight, role, name, tuple(json.loads(people)), bool(withdrawn))


def trouble(said: str) -> str:
    """SQLite's words for what people can do something about."""
    if "full" in said:
        return "the disk is full; nothing of the last answer was kept: make room and give it again"
    if "readonly" in said or "read-only" in said:
        return "can't be written to; give the table another place with --data, or give yourself the right to write"
    if "unable to open" in said:
        return "can't be opened or made there; is it a folder, or one you may not write to?"
    if "not a database" in said:
        return "is no file of the table, or is damaged; open the last backup in its place"
    if "locked" in said:
        return "another program holds it; is the table running twice?"
    return f"the database says: {said}"
