"""The store in PostgreSQL, for a club's server: several processes on one database see the same fights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.server.store import FORMAT, NotKept
from affray.server.store.tables import TABLES, Tables

CHANNEL = "affray"
FIRST = 4166  # an advisory lock: one at a time makes the tables
PAPERS = 4167  # ... and exchanges documents
HOW = "PostgreSQL needs psycopg, which is missing: pip install 'affray[postgres]'"


class Postgres(Tables):
    """Each thread may use it: one at a time. A connection that was lost is made anew."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lock = RLock()
        self.driver = driver()
        self.link: Any = None
        self.prepare()

    # --- the connection

    def connected(self) -> Any:
        if self.link is None or self.link.closed or self.link.broken:
            self.link = self.driver.connect(self.url, autocommit=True, connect_timeout=10)
        return self.link

    def prepare(self) -> None:
        """Makes the tables in an empty database; a newer format is left alone."""
        with self.writing():
            self.rows("select pg_advisory_xact_lock(?)", FIRST)
            if self.rows("select to_regclass('affray')")[0][0] is None:
                for statement in TABLES.split(";"):
                    self.rows(statement)
                self.rows("create table affray (format integer not null)")
                self.rows("insert into affray values (?)", FORMAT)
            found = self.rows("select format from affray")[0][0]
        if found > FORMAT:
            raise AffrayError(
                f"this database was written by a newer Affray (format {found}; this one reads up to {FORMAT}): "
                "nothing in it was touched; update Affray to open it"
            )

    @contextmanager
    def told(self) -> Iterator[None]:
        try:
            yield
        except self.driver.Error as error:
            said = str(error).strip().splitlines()
            raise NotKept(f"the database says: {said[0] if said else type(error).__name__}") from None

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self.lock, self.told(), self.connected().transaction():
            yield

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.lock, self.told():
            found = self.connected().execute(query.replace("?", "%s"), values or None)
            return found.fetchall() if found.description else []

    def hold(self, fight: str) -> None:
        self.rows("select 1 from fights where id = ? for update", fight)

    def hold_documents(self) -> None:
        self.rows("select pg_advisory_xact_lock(?)", PAPERS)

    def announce(self, fight: str, last: int) -> None:
        self.rows("select pg_notify(?, ?)", CHANNEL, f"{fight} {last}")

    def listen(self, heard: Callable[[str, int], bool], ready: Callable[[], None] = lambda: None) -> None:
        """Tells of every entry that anybody adds, from a connection of its own, until `heard` says False. What was
        added before it was `ready` is not told."""
        with self.told(), self.driver.connect(self.url, autocommit=True) as link:
            link.execute(f"listen {CHANNEL}")
            ready()
            for note in link.notifies():
                fight, _, last = note.payload.rpartition(" ")
                if not heard(fight, int(last)):
                    return

    def backup(self, path: Path) -> None:
        raise AffrayError("a database is backed up with its own tools: pg_dump")

    def close(self) -> None:
        with self.lock:
            if self.link is not None:
                self.link.close()


def driver() -> Any:
    try:
        import psycopg
    except ImportError:
        raise AffrayError(HOW) from None
    return psycopg
