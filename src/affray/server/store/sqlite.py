"""The store in one file of SQLite: a write-ahead log, on the disk before anything is acknowledged."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.files import PRIVATE_FILE, AtomicFile, keep_folder_private, keep_private, make_private_folder
from affray.server.store import FORMAT, TABLE_NAMES, TABLES, DamagedText, FightTitle, Store, decode
from affray.server.store.outage import BUSY, FULL, ITS_FILE, MOVED, REPLACED, TROUBLE, Damaged, NotStored, Outage

APPLICATION_ID = 0x41667261  # "Afra": SQLite's application_id of our files
LOCK_TIMEOUT = 4.0  # seconds that one who writes waits for another


class SQLite(Store):
    """A file that one thread writes at a time. Who only reads has a connection of its own, and waits for no writer."""

    def __init__(self, path: Path, reading: bool = False) -> None:
        self.path = path
        self.lock, self.reading = RLock(), RLock()
        self.writer = 0  # the thread in a transaction
        self.outage = Outage()
        self.copied: tempfile.TemporaryDirectory[str] | None = None  # of a file that can't be read where it is
        self.known = dict[Path, os.stat_result]()  # the files as they were when they were opened
        with self.translate_errors():
            self.file = self.open_to_read() if reading else self.open_to_write()
            self.file.text_factory = decode
            self.reader = self.file
            try:
                self.check_format()
                if not reading:
                    self.create_tables()
                    self.reader = self.connect_reader()
                    keep_folder_private(path.parent)
                    self.known = {file: file.stat() for file in self.files if file.exists()}
            except BaseException:
                self.close()
                raise

    def connect_reader(self) -> sqlite3.Connection:
        """Open the file once more, and so that nothing is made if it has just gone."""
        reader = self.connect_uri(self.path, "rw")
        reader.text_factory = decode
        reader.execute("pragma query_only = on")
        reader.execute("select count(*) from sqlite_master")  # opens the log beside it too, which may be moved later
        return reader

    # --- the file

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the file, and the log of what is written next, without which it is nothing while it is open."""
        return self.path, self.beside("-wal")

    def beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    def open_to_write(self) -> sqlite3.Connection:
        """Open the file for its owner's eyes alone; SQLite makes those beside it alike."""
        make_private_folder(self.path.parent)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
        if self.path.is_file():
            for ending in ("", "-wal", "-shm"):
                keep_private(self.beside(ending), PRIVATE_FILE)
        return sqlite3.connect(self.path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)

    def open_to_read(self) -> sqlite3.Connection:
        """Open the file as it is; where nothing may be written beside it, as it stands there, or else a copy."""
        if os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK):
            file = self.connect_uri(self.path, "rw")  # so that nothing is left beside it
            file.execute("pragma query_only = on")
            return file
        file = self.connect_uri(self.path, "ro")
        try:
            file.execute("select count(*) from sqlite_master")
        except sqlite3.OperationalError as error:
            file.close()
            if "open" not in str(error) and "readonly" not in str(error):
                raise
            log = self.beside("-wal")
            if log.exists() and log.stat().st_size:
                return self.connect_uri(self.copy_aside(), "rw")
            return self.connect_uri(self.path, "ro&immutable=1")
        return file

    def connect_uri(self, path: Path, mode: str) -> sqlite3.Connection:
        address = f"{path.resolve().as_uri()}?mode={mode}"
        return sqlite3.connect(address, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False, uri=True)

    def copy_aside(self) -> Path:
        """Copy the file with its log to where SQLite may write."""
        self.copied = tempfile.TemporaryDirectory(prefix="affray-")
        for file in self.files:
            shutil.copyfile(file, Path(self.copied.name, file.name))
        return Path(self.copied.name, self.path.name)

    def trouble(self) -> NotStored | None:
        """Say so if the file has gone or another is in its place: what is written now would be lost."""
        for file, known in self.known.items():
            try:
                if not os.path.samestat(file.stat(), known):
                    return NotStored(REPLACED.format(file), REPLACED.format(ITS_FILE))
            except OSError:
                return NotStored(MOVED.format(file), MOVED.format(ITS_FILE))
        return None

    def check_place(self) -> None:
        if (trouble := self.trouble()) is not None:
            raise trouble

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
            cause = f"{self.path}: {explain(str(error))}"
            if "malformed" in str(error):
                raise Damaged(cause) from None
            if is_locked(str(error)):
                self.outage.note(cause)
            raise NotStored(cause, words_for_seats(str(error))) from None
        except OSError as error:
            raise NotStored(f"{self.path}: {error.strerror or error}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Store all of it or nothing, and let nobody else write meanwhile."""
        failures = self.outage.count
        with self.lock:
            self.outage.check(failures)
            with self.translate_errors():
                self.check_place()
                self.file.execute("begin immediate")
                self.writer = threading.get_ident()
                try:
                    yield
                    self.check_place()
                    self.file.execute("commit")
                except BaseException:
                    if self.file.in_transaction:
                        self.file.execute("rollback")
                    raise
                finally:
                    self.writer = 0

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        writes = self.writer == threading.get_ident()
        lock, file = (self.lock, self.file) if writes else (self.reading, self.reader)
        with lock, self.translate_errors():
            return file.execute(query, values).fetchall()

    def lock_fight(self, fight: str) -> None:
        """Do nothing: who writes locks the whole file."""

    def lock_documents(self, documents: Iterable[tuple[str, str]]) -> None:
        """Do nothing: who writes locks the whole file."""

    def notify(self, what: str, last: int) -> None:
        """Do nothing: only one process has the file."""

    def listen(
        self,
        on_change: Callable[[str, int], object],
        on_ready: Callable[[], object],
        goes_on: Callable[[], bool],
    ) -> None:
        """Do nothing: only one process has the file."""

    def fights(self) -> list[FightTitle]:
        """List all fights; where part of the file is damaged, each by itself."""
        try:
            return super().fights()
        except Damaged:
            found = [self.title_of(id) for (id,) in self.rows("select id from fights order by id")]
            return sorted(found, key=lambda fight: (fight.made, fight.id))

    def title_of(self, id: str) -> FightTitle:
        """Return what can be read of a fight's row."""
        for facts in ("title, made", "title, 0.0"):
            with suppress(Damaged):
                return FightTitle(id, *self.rows(f"select {facts} from fights where id = ?", id)[0])
        return FightTitle(id, "", 0.0)

    def backup(self, path: Path) -> None:
        """Write a copy of this very moment; the file appears once it is whole and found sound."""
        file = AtomicFile(path, (path.suffix.lower(),), private=True)
        with self.lock, self.translate_errors(), file.filling():
            copy = sqlite3.connect(file.temporary)
            try:
                self.file.backup(copy)
                if found := self.find_damage(copy):
                    raise Damaged(f"{self.path} is damaged ({found}); nothing was written to {path}")
            finally:
                copy.close()

    def find_damage(self, copy: sqlite3.Connection) -> str:
        """Return what SQLite finds wrong with a copy, or which text in it can't be read; nothing where all is well."""
        copy.text_factory = decode
        if (checked := copy.execute("pragma integrity_check(1)").fetchone()) != ("ok",):
            return str(checked[0]).splitlines()[-1]
        for table in TABLE_NAMES:
            for row in copy.execute(f"select * from {table}"):
                if any(isinstance(value, DamagedText) for value in row):
                    return f"a row of {table} is no text in UTF-8"
        return ""

    def close(self) -> None:
        with self.lock, self.reading:
            self.reader.close()
            self.file.close()
            if self.copied is not None:
                self.copied.cleanup()


def is_locked(message: str) -> bool:
    return "locked" in message


def words_for_seats(message: str) -> str:
    return BUSY if is_locked(message) else FULL if "full" in message else TROUBLE


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
    if "malformed" in message:
        return "is damaged; `affray recover` saves what can be read in it"
    if is_locked(message):
        return "another program holds it; is the table running twice?"
    return f"the database says: {message}"
