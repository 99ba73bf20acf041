"""What both databases have in common: the tables, and how fights, entries and seats are written and read."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from affray.server.store import Document, Fight, Line, Moved, Seat

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
OF_LINE = "select number, text, said_by, key, at from entries"


class Tables(ABC):
    """A store, but for the connection to its database."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """All of it or nothing; durable when it ends."""

    @abstractmethod
    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query gives; each ? stands for a value."""

    @abstractmethod
    def hold(self, fight: str) -> None:
        """Inside `writing`: nobody else adds to this fight meanwhile."""

    @abstractmethod
    def hold_documents(self) -> None:
        """Inside `writing`: nobody else exchanges one meanwhile."""

    @abstractmethod
    def announce(self, fight: str, last: int) -> None:
        """Inside `writing`: whoever listens is told when it is done."""

    # --- fights and their entries

    def begin(self, fight: Fight, texts: Sequence[str] = (), seat: Seat | None = None) -> None:
        with self.writing():
            self.rows("insert into fights values (?, ?, ?, ?)", *fight)
            self.add(fight.id, 0, texts, seat.name if seat else "", "begin")
            if seat is not None:
                self.add_seat(seat)

    def fight(self, id: str) -> Fight | None:
        found = self.rows("select id, title, header, made from fights where id = ?", id)
        return Fight(*found[0]) if found else None

    def fights(self) -> list[Fight]:
        return [Fight(*row) for row in self.rows("select id, title, header, made from fights order by made, id")]

    def append(self, fight: str, after: int, texts: Sequence[str], by: str, key: str) -> list[Line]:
        with self.writing():
            self.hold(fight)
            if said := self.rows(f"{OF_LINE} where fight = ? and key = ? order by number", fight, key):
                return [Line(*row) for row in said]
            last = self.rows("select count(*) from entries where fight = ?", fight)[0][0]
            if last != after:
                raise Moved(fight, after, last)
            lines = self.add(fight, after, texts, by, key)
            self.announce(fight, after + len(lines))
        return lines

    def add(self, fight: str, after: int, texts: Sequence[str], by: str, key: str) -> list[Line]:
        now = time.time()
        lines = [Line(after + n, text, by, key, now) for n, text in enumerate(texts, 1)]
        for line in lines:
            self.rows("insert into entries values (?, ?, ?, ?, ?, ?)", fight, *line)
        return lines

    def lines(self, fight: str, after: int = 0) -> list[Line]:
        query = f"{OF_LINE} where fight = ? and number > ? order by number"
        return [Line(*row) for row in self.rows(query, fight, after)]

    # --- seats

    def give(self, seat: Seat) -> None:
        with self.writing():
            self.add_seat(seat)

    def add_seat(self, seat: Seat) -> None:
        people = json.dumps(seat.people, ensure_ascii=False)
        self.rows("insert into seats values (?, ?, ?, ?, ?, ?)", *seat[:4], people, int(seat.withdrawn))

    def seat(self, hash: str) -> Seat | None:
        found = self.rows("select hash, fight, role, name, people, withdrawn from seats where hash = ?", hash)
        return as_seat(found[0]) if found else None

    def seats(self, fight: str) -> list[Seat]:
        query = "select hash, fight, role, name, people, withdrawn from seats where fight = ? order by hash"
        return [as_seat(row) for row in self.rows(query, fight)]

    def withdraw(self, hash: str) -> None:
        with self.writing():
            self.rows("update seats set withdrawn = 1 where hash = ?", hash)
            for (fight,) in self.rows("select fight from seats where hash = ?", hash):
                self.announce(fight, 0)

    # --- documents

    def put(self, kind: str, name: str, text: str) -> None:
        with self.writing():
            self.place(Document(kind, name, text))

    def place(self, document: Document) -> None:
        self.rows("delete from documents where kind = ? and name = ?", document.kind, document.name)
        if document.text:
            self.rows("insert into documents values (?, ?, ?)", *document)
        self.announce(document.kind, 0)

    def exchange(self, seen: Sequence[Document], put: Sequence[Document]) -> bool:
        with self.writing():
            self.hold_documents()
            if any(self.text(kind, name) != text for kind, name, text in seen):
                return False
            for document in put:
                self.place(document)
        return True

    def text(self, kind: str, name: str) -> str:
        found = self.rows("select text from documents where kind = ? and name = ?", kind, name)
        return str(found[0][0]) if found else ""

    def documents(self, kind: str) -> dict[str, str]:
        return dict(self.rows("select name, text from documents where kind = ? order by name", kind))


def as_seat(row: tuple[Any, ...]) -> Seat:
    hash, fight, role, name, people, withdrawn = row
    return Seat(hash, fight, role, name, tuple(json.loads(people)), bool(withdrawn))
