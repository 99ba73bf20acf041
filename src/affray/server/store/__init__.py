"""Where the table stores its fights: entries as a journal has them, numbered, never changed and never deleted."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from affray.errors import AffrayError, nearest, quote, sentence
from affray.files import (
    PRIVATE_FILE,
    AtomicFile,
    FileLock,
    Held,
    keep_folder_private,
    keep_private,
    make_private_folder,
)
from affray.server.store.outage import BUSY, FULL, ITS_FILE, MOVED, REPLACED, TROUBLE, Damaged, NotStored, Outage

__all__ = [
    "FORMAT",
    "Damaged",
    "DamagedText",
    "Document",
    "EntryRecord",
    "FightRecord",
    "FightTitle",
    "Moved",
    "NotStored",
    "SQLite",
    "Seat",
    "Store",
    "hold",
    "is_database",
    "open_store",
]

FORMAT = 1  # of the tables; a newer one is left alone
TABLES = """
create table fights (
  id text primary key, title text not null, header text not null, made double precision not null
);
create table entries (
  fight text not null references fights (id), number integer not null, text text not null,
  said_by text not null, key text not null, at double precision not null,
  primary key (fight, number)
);
create index keys on entries (fight, key);
create table seats (
  hash text primary key, fight text not null references fights (id), role text not null, name text not null,
  people text not null, withdrawn integer not null
);
create table documents (kind text not null, name text not null, text text not null, primary key (kind, name))
"""
TABLE_NAMES = ("fights", "entries", "seats", "documents")
SELECT_ENTRIES = "select number, text, said_by, key, at from entries"
OR_REPLACE = "on conflict (kind, name) do update set text = excluded.text"
SELECT_SEATS = "select hash, fight, role, name, people, withdrawn from seats"


class FightRecord(NamedTuple):
    """A fight as it began: the header of its journal."""

    id: str
    title: str
    header: str
    made: float  # seconds since 1970


class FightTitle(NamedTuple):
    """A fight in the list of all, which reads no headers: a damaged one harms no other."""

    id: str
    title: str
    made: float


class EntryRecord(NamedTuple):
    """One entry of a fight."""

    number: int  # from 1, without a gap
    text: str  # as the journal has it
    by: str  # the name of the seat
    key: str  # makes a repeat harmless
    at: float


class Seat(NamedTuple):
    """A link that was given out, and what it lets one do. Of its token only the hash is stored."""

    hash: str
    fight: str
    role: str  # referee, player or spectator
    name: str
    people: tuple[str, ...]  # the combatants it answers for
    withdrawn: bool = False


class Document(NamedTuple):
    """A text of some kind, under its name; without any text it is not there."""

    kind: str
    name: str
    text: str


class Moved(AffrayError):
    """The fight has gone on since: somebody else was first."""

    def __init__(self, fight: str, after: int, last: int) -> None:
        super().__init__(f"fight {fight} has moved on: expected its entry {after} to be the last, but that is {last}")
        self.last = last


class DamagedText(str):
    """A text of which some bytes are damaged; each of them is shown as a sign of its own."""

    __slots__ = ()


def decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return DamagedText(data.decode(errors="replace"))


class Store(ABC):
    """The tables of a database. What a method writes is durable when it returns; whatever fails is an AffrayError,
    and nothing of it is stored."""

    shared = False  # whether other processes may use it at the same time
    outage: Outage

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Store all of it or nothing; it is durable at the end."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query, in which each ? stands for a value."""

    @abstractmethod
    def lock_fight(self, fight: str) -> None:
        """Let nobody else add to this fight, inside a transaction."""

    @abstractmethod
    def lock_documents(self, documents: Iterable[tuple[str, str]]) -> None:
        """Let nobody else swap any of these, by kind and name, inside a transaction."""

    @abstractmethod
    def notify(self, what: str, last: int) -> None:
        """Tell those who listen; inside a transaction, once it is done."""

    @abstractmethod
    def listen(
        self,
        on_change: Callable[[str, int], object],
        on_ready: Callable[[], object],
        goes_on: Callable[[], bool],
    ) -> None:
        """Report what other processes store for as long as goes_on, which is called every few seconds."""

    @abstractmethod
    def backup(self, path: Path) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    # --- fights and their entries

    def add_fight(self, fight: FightRecord, texts: Sequence[str] = (), seat: Seat | None = None) -> None:
        """Store a new fight with its first entries and the seat that made them."""
        with self.transaction():
            self.rows("insert into fights values (?, ?, ?, ?)", *fight)
            self._insert_entries(fight.id, 0, texts, seat.name if seat else "", "begin")
            if seat is not None:
                self._insert_seat(seat)

    def trouble(self) -> NotStored | None:
        """Return why nothing can be stored just now, as far as that is known without trying."""
        return None

    def fight(self, id: str) -> FightRecord | None:
        found = self.rows("select id, title, header, made from fights where id = ?", id)
        if not found:
            return None
        record = FightRecord(*found[0])
        if isinstance(record.header, DamagedText):
            what = f"{record.title}: the beginning of this fight is damaged in the database"
            raise Damaged(what, what)
        return record

    def fights(self) -> list[FightTitle]:
        return [FightTitle(*row) for row in self.rows("select id, title, made from fights order by made, id")]

    def append(self, fight: str, after: int, texts: Sequence[str], by: str, key: str) -> list[EntryRecord]:
        """Add entries behind the one that was last. If the key is known, return its entries and add nothing; if
        another has been added meanwhile, raise Moved."""
        with self.transaction():
            self.lock_fight(fight)
            if known := self.rows(f"{SELECT_ENTRIES} where fight = ? and key = ? order by number", fight, key):
                return [EntryRecord(*row) for row in known]
            last = self.rows("select coalesce(max(number), 0) from entries where fight = ?", fight)[0][0]
            if last != after:
                raise Moved(fight, after, last)
            entries = self._insert_entries(fight, after, texts, by, key)
        with suppress(NotStored):  # it is stored; who listens looks for what it was not told
            self.notify(fight, after + len(entries))
        return entries

    def _insert_entries(self, fight: str, after: int, texts: Sequence[str], by: str, key: str) -> list[EntryRecord]:
        now = time.time()
        entries = [EntryRecord(after + n, text, by, key, now) for n, text in enumerate(texts, 1)]
        for entry in entries:
            self.rows("insert into entries values (?, ?, ?, ?, ?, ?)", fight, *entry)
        return entries

    def entries(self, fight: str, after: int = 0) -> list[EntryRecord]:
        query = f"{SELECT_ENTRIES} where fight = ? and number > ? order by number"
        return [EntryRecord(*row) for row in self.rows(query, fight, after)]

    def last_entries(self, fights: Sequence[str]) -> dict[str, int]:
        """Return the number of the last entry of each of these fights."""
        last = "select id, (select coalesce(max(number), 0) from entries where fight = fights.id) from fights"
        return dict(self.rows(f"{last} where id in ({', '.join('?' * len(fights))})", *fights)) if fights else {}

    # --- seats

    def add_seat(self, seat: Seat) -> None:
        with self.transaction():
            self._insert_seat(seat)

    def _insert_seat(self, seat: Seat) -> None:
        people = json.dumps(seat.people, ensure_ascii=False)
        self.rows("insert into seats values (?, ?, ?, ?, ?, ?)", *seat[:4], people, int(seat.withdrawn))

    def seat(self, hash: str) -> Seat | None:
        found = self.rows(f"{SELECT_SEATS} where hash = ?", hash)
        return read_seat(found[0]) if found else None

    def seats(self, fight: str) -> list[Seat]:
        return [read_seat(row) for row in self.rows(f"{SELECT_SEATS} where fight = ? order by hash", fight)]

    def withdraw_seat(self, hash: str) -> None:
        with self.transaction():
            self.rows("update seats set withdrawn = 1 where hash = ?", hash)
            for (fight,) in self.rows("select fight from seats where hash = ?", hash):
                self.notify(fight, 0)

    # --- documents

    def save_document(self, kind: str, name: str, text: str) -> None:
        """Store a document in place of the one of that kind and name; an empty text deletes it."""
        with self.transaction():
            self._write_document(Document(kind, name, text))
            self.notify(kind, 0)

    def keep_document(self, kind: str, name: str, text: str) -> None:
        """Store a document that nobody waits to hear of."""
        with self.transaction():
            self._write_document(Document(kind, name, text))

    def _write_document(self, document: Document) -> None:
        if document.text:
            self.rows(f"insert into documents values (?, ?, ?) {OR_REPLACE}", *document)
        else:
            self.rows("delete from documents where kind = ? and name = ?", document.kind, document.name)

    def swap_documents(self, seen: Sequence[Document], new: Sequence[Document]) -> bool:
        """Store all new documents if those seen are still as they were (without text: not there); else store nothing
        and return False."""
        with self.transaction():
            self.lock_documents((document.kind, document.name) for document in (*seen, *new))
            if any(self.document(kind, name) != text for kind, name, text in seen):
                return False
            for document in new:
                self._write_document(document)
            for kind in sorted({document.kind for document in new}):
                self.notify(kind, 0)
        return True

    def document(self, kind: str, name: str) -> str:
        """Return the text of a document; empty where there is none."""
        found = self.rows("select text from documents where kind = ? and name = ?", kind, name)
        return str(found[0][0]) if found else ""

    def documents(self, kind: str) -> dict[str, str]:
        """Return the texts of all documents of a kind by their names."""
        return dict(self.rows("select name, text from documents where kind = ? order by name", kind))

    def documents_and_withdrawn(self, kind: str, fight: str) -> tuple[dict[str, str], frozenset[str]]:
        """Return the documents of a kind, and the hashes of a fight's withdrawn seats; in one query, as each answer
        asks."""
        withdrawn = "select hash, null from seats where fight = ? and withdrawn <> 0"
        found = self.rows(f"select name, text from documents where kind = ? union all {withdrawn}", kind, fight)
        documents = sorted((name, text) for name, text in found if text is not None)
        return dict(documents), frozenset(hash for hash, text in found if text is None)


def read_seat(row: tuple[Any, ...]) -> Seat:
    """Return a seat; one that is damaged is withdrawn."""
    hash, fight, role, name, people, withdrawn = row
    try:
        return Seat(hash, fight, role, name, tuple(json.loads(people)), bool(withdrawn))
    except (ValueError, TypeError):
        return Seat(hash, fight, role, name, (), True)


SCHEMES = ("postgresql", "postgres")


def is_database(place: Path | str) -> bool:
    """Return whether it is the address of a database, and refuse one of a kind that we don't know. Addresses may hold
    passwords: none is shown."""
    scheme, colon, _ = str(place).partition("://")
    if isinstance(place, Path) or (colon and scheme in SCHEMES):
        return bool(colon) and not isinstance(place, Path)
    if colon:
        what = f"the database's address begins with {quote(scheme)}"
        raise AffrayError(sentence(what, "postgresql://USER@HOST/NAME", nearest(scheme, SCHEMES)))
    return False


def open_store(place: Path | str, reading: bool = False) -> Store:
    """Open the store in a file, which is created if there is none, or in the database of a postgresql:// address.
    `reading` changes nothing, and needs no right to."""
    if is_database(place):
        from affray.server.store.postgres import Postgres

        return Postgres(str(place))
    return SQLite(Path(place), reading)


def hold(place: Path | str) -> FileLock | nullcontext[None]:
    """Keep other programs from writing the file of a store; many may write a database."""
    if is_database(place):
        return nullcontext()
    path = Path(place)
    try:
        make_private_folder(path.parent)
        return FileLock(path)
    except OSError as error:
        raise NotStored(f"{path}: {error.strerror or error}") from None
    except Held as no:
        at = f"; you find it at {no.holder.address}" if no.holder and no.holder.address else ""
        raise AffrayError(
            f"a table keeps its fights in {path} already: {no.holder or 'another process'}{at}; "
            "end that one first, or give this one another folder with --data"
        ) from None


# --- the store in one file of SQLite: a write-ahead log, on the disk before anything is acknowledged

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
