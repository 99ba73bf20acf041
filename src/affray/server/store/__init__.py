"""Where the table keeps its fights: entries as a journal has them, numbered, never changed and never deleted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from affray.errors import AffrayError

__all__ = ["FORMAT", "Document", "Fight", "Line", "Moved", "NotKept", "Seat", "Store", "opened"]

FORMAT = 1  # of what is kept; a newer one is left alone


class Fight(NamedTuple):
    """A fight as it began: all that its entries are played upon (the header of its journal)."""

    id: str
    title: str
    header: str
    made: float  # seconds since 1970


class Line(NamedTuple):
    """One entry of a fight."""

    number: int  # from 1, without a gap
    text: str  # as the journal has it
    by: str  # the seat that said it
    key: str  # that makes a repeat harmless
    at: float


class Seat(NamedTuple):
    """Who may what: a link that was given out. Of its token only the hash is kept."""

    hash: str
    fight: str
    role: str  # referee, player or spectator
    name: str
    people: tuple[str, ...]  # the combatants it speaks for
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


class NotKept(AffrayError):
    """The database can't do it: the disk is full, it may not be written to, it is not there."""


class Store(Protocol):
    """Durable when it returns. Whatever fails is an AffrayError, and nothing of it is kept."""

    def begin(self, fight: Fight, texts: Sequence[str] = (), seat: Seat | None = None) -> None:
        """A new fight with its first entries and the seat that said them: all of it or nothing."""

    def fight(self, id: str) -> Fight | None: ...
    def fights(self) -> list[Fight]: ...

    def append(self, fight: str, after: int, texts: Sequence[str], by: str, key: str) -> list[Line]:
        """Adds entries behind the one that was last. What was added under the same key before is given again, and
        nothing is added; if another has been added meanwhile it is Moved."""

    def lines(self, fight: str, after: int = 0) -> list[Line]: ...

    def give(self, seat: Seat) -> None: ...
    def seat(self, hash: str) -> Seat | None: ...
    def seats(self, fight: str) -> list[Seat]: ...
    def withdraw(self, hash: str) -> None: ...

    def put(self, kind: str, name: str, text: str) -> None:
        """Keeps a document, in place of the one of that kind and name; an empty one takes it away."""

    def exchange(self, seen: Sequence[Document], put: Sequence[Document]) -> bool:
        """Keeps documents, all of them or none, if others are still as they were seen (without text: not there);
        else nothing is kept, and it is False."""

    def documents(self, kind: str) -> dict[str, str]:
        """By their names: scenarios, parties, the settings of a fight."""

    def backup(self, path: Path) -> None: ...
    def close(self) -> None: ...


def opened(place: Path | str) -> Store:
    """The store in a file, which is made if there is none; or in the database of a postgresql:// address."""
    if str(place).startswith(("postgresql://", "postgres://")):
        from affray.server.store.postgres import Postgres

        return Postgres(str(place))
    from affray.server.store.sqlite import SQLite

    return SQLite(Path(place))
