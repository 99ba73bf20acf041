"""The store in one file of SQLite: a write-ahead log, on the disk before anything is acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.files import AtomicFile
from affray.server.store import FORMAT, NotKept
from affray.server.store.tables import TABLES, Tables

OURS = 0x41667261  # "Afra": SQLite's application_id of our files
PATIENCE = 10.0  # seconds that one who writes waits for another


class SQLite(Tables):
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
            raise NotKept(f"{self.path}: {trouble(str(error))}") from None
        except OSError as error:
            raise NotKept(f"{self.path}: {error.strerror or error}") from None

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

    def hold(self, fight: str) -> None:
        """Who writes holds the whole file."""

    def hold_documents(self) -> None:
        """... and all that is in it."""

    def announce(self, fight: str, last: int) -> None:
        """One process has the file: it knows."""

    def backup(self, path: Path) -> None:
        """A copy of this very moment, in its place when it is whole."""
        file = AtomicFile(path, (path.suffix.lower(),))
        with self.lock, self.told(), file.filling():
            copy = sqlite3.connect(file.temporary)
            try:
                self.file.backup(copy)
            finally:
                copy.close()

    def close(self) -> None:
        with self.lock:
            self.file.close()


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
