"""Where the table stores its fights: entries as a journal has them, numbered and never changed.

A fight is deleted whole, and only if somebody says so."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, NamedTuple

from affray.errors import AffrayError, nearest, quote, sentence
from affray.files import FileLock, Held, make_private_folder
from affray.server.store.outage import Damaged, NotStored, Outage

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
    "Seat",
    "SeatTaken",
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


class SeatTaken(AffrayError):
    """Somebody else plays that character."""


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

    def last_said(self) -> dict[str, float]:
        """Return when the last entry of each fight was stored, by their ids."""
        last = "select at from entries where fight = fights.id order by number desc limit 1"
        return {id: at for id, at in self.rows(f"select id, ({last}) from fights") if at is not None}

    def rename_fight(self, fight: str, title: str, beside: Document) -> None:
        """Store another title, and a document with it."""
        with self.transaction():
            self.rows("update fights set title = ? where id = ?", title, fight)
            self._write_document(beside)
            self.notify(fight, 0)

    def copy_fight(self, fight: FightRecord, of: str, documents: Sequence[Document]) -> None:
        """Store a fight with the entries of another, and documents of its own."""
        with self.transaction():
            self.rows("insert into fights values (?, ?, ?, ?)", *fight)
            copied = "select ?, number, text, said_by, key, at from entries where fight = ?"
            self.rows(f"insert into entries {copied}", fight.id, of)
            for document in documents:
                self._write_document(document)

    def delete_fight(self, fight: str, documents: Sequence[tuple[str, str]]) -> None:
        """Delete a fight with its entries and seats, and these documents, by kind and name."""
        with self.transaction():
            self.lock_fight(fight)
            for kind, name in documents:
                self._write_document(Document(kind, name, ""))
            for table in ("entries", "seats"):
                self.rows(f"delete from {table} where fight = ?", fight)
            self.rows("delete from fights where id = ?", fight)
            self.notify(fight, 0)

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
            self.notify(seat.fight, 0)

    def claim_seat(self, seat: Seat, most: int) -> None:
        """Store a seat if nobody else has one of its people, and there are fewer than so many."""
        with self.transaction():
            self.lock_fight(seat.fight)
            there = [one for one in self.seats(seat.fight) if not one.withdrawn]
            had = {name for one in there for name in one.people}
            if name := next((name for name in seat.people if name in had), ""):
                raise SeatTaken(f"{name} is taken: somebody else was first")
            if len(there) >= most:
                raise AffrayError(f"{most} seats are taken here, and there are no more")
            self._insert_seat(seat)
            self.notify(seat.fight, 0)

    def change_seat(self, seat: Seat) -> None:
        """Store another name and other people of a seat."""
        with self.transaction():
            people = json.dumps(seat.people, ensure_ascii=False)
            self.rows("update seats set name = ?, people = ? where hash = ?", seat.name, people, seat.hash)
            self.notify(seat.fight, 0)

    def replace_seat(self, old: Seat, new: Seat) -> None:
        """Store a seat in the place of another, which is withdrawn."""
        with self.transaction():
            self.rows("update seats set withdrawn = 1 where hash = ?", old.hash)
            self._insert_seat(new)
            self.notify(new.fight, 0)

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

    def documents_and_seats(self, kind: str, fight: str) -> tuple[dict[str, str], list[Seat]]:
        """Return the documents of a kind, and the seats of a fight; in one query, as each answer asks."""
        documents = "select name, text, null, null, null, null from documents where kind = ?"
        seats = "select hash, null, role, name, people, withdrawn from seats where fight = ?"
        found = self.rows(f"{documents} union all {seats}", kind, fight)
        texts = sorted((name, text) for name, text, *_ in found if text is not None)
        return dict(texts), [read_seat((one[0], fight, *one[2:])) for one in found if one[1] is None]


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
    from affray.server.store.sqlite import SQLite

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
