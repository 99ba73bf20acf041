"""The store in one file of SQLite: a write-ahead log, on the disk before anything is acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.files import AtomicFile
from affray.server.store import FORMAT, TABLES, NotStored, Store

APPLICATION_ID = 0x41667261  # "Afra": SQLite's application_id of our files
LOCK_TIMEOUT = 10.0  # seconds that one who writes waits for another


class SQLite(Store):
    """A file that threads use one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = RLock()
        with self.translate_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
            try:
                self.check_format()
                self.create_tables()
            except BaseException:
                self.file.close()
                raise

    # --- the file

    def check_format(self) -> None:
        """Refuse a file of another program or a newer format before anything is touched."""
        (ours,), (format_,) = self.file.execute("pragma application_id"), self.file.execute("pragma user_version")
        (tables,) = self.file.execute("select count(*) from sqlite_master")
        if (ours[0], format_[0], tables[0]) == (0, 0, 0):
            return
        if ours[0] != APPLICATION_ID:
            raise AffrayError(f"{self.path} is a file of another program; give the table another place with --data")
        if format_[0] > FORMAT:
            raise AffrayError(
                f"{self.path} was written by a newer Affray (format {format_[0]}; this one reads up to {FORMAT}): "
                "nothing in it was touched; update Affray to open it"
            )

    def create_tables(self) -> None:
        self.file.execute("pragma journal_mode = wal")
        self.file.execute("pragma synchronous = full")
        self.file.execute("pragma foreign_keys = on")
        with self.transaction():
            if not self.file.execute("select 1 from sqlite_master").fetchone():
                for statement in TABLES.split(";"):
                    self.file.execute(statement)
                self.file.execute(f"pragma application_id = {APPLICATION_ID}")
                self.file.execute(f"pragma user_version = {FORMAT}")

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Say what SQLite and the system complain of in words that help."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise NotStored(f"{self.path}: {explain(str(error))}") from None
        except OSError as error:
            raise NotStored(f"{self.path}: {error.strerror or error}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store all of it or nothing, and let nobody else write meanwhile."""
        with self.lock, self.translate_errors():
            self.file.execute("begin immediate")
            try:
                yield
                self.file.execute("commit")
            except BaseException:
                if self.file.in_transaction:
                    self.file.execute("rollback")
                raise

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.lock, self.translate_errors():
            return self.file.execute(query, values).fetchall()

    def lock_fight(self, fight: str) -> None:
        """Do nothing: who writes locks the whole file."""

    def lock_documents(self) -> None:
        """Do nothing: who writes locks the whole file."""

    def notify(self, what: str, last: int) -> None:
        """Do nothing: only one process has the file."""

    def listen(self, on_change: Callable[[str, int], bool], on_ready: Callable[[], None] = lambda: None) -> None:
        """Do nothing: only one process has the file."""

    def backup(self, path: Path) -> None:
        """Write a copy of this very moment; the file appears once it is whole."""
        file = AtomicFile(path, (path.suffix.lower(),))
        with self.lock, self.translate_errors(), file.filling():
            copy = sqlite3.connect(file.temporary)
            try:
                self.file.backup(copy)
            finally:
                copy.close()

    def close(self) -> None:
        with self.lock:
            self.file.close()


def explain(message: str) -> str:
    """Turn a message of SQLite into one that says what to do."""
    if "full" in message:
        return "the disk is full; nothing of the last answer was kept: make room and give it again"
    if "readonly" in message or "read-only" in message:
        return "can't be written to; give the table another place with --data, or give yourself the right to write"
    if "unable to open" in message:
        return "can't be opened or made there; is it a folder, or one you may not write to?"
    if "not a database" in message:
        return "is no file of the table, or is damaged; open the last backup in its place"
    if "locked" in message:
        return "another program holds it; is the table running twice?"
    return f"the database says: {message}"
