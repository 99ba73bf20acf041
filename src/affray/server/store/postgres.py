"""The store in PostgreSQL, for a club's server: several processes on one database see the same fights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.server.store import FORMAT, TABLES, NotStored, Store

CHANNEL = "affray"
CREATING_LOCK = 4166  # an advisory lock: one at a time creates the tables
DOCUMENTS_LOCK = 4167  # ... and swaps documents
MISSING_DRIVER = "PostgreSQL needs psycopg, which is missing: pip install 'affray[postgres]'"


class Postgres(Store):
    """A database that threads use one at a time. A connection that was lost is made anew."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.lock = RLock()
        self.driver = import_driver()
        check_address(self.driver, url)
        self.connection: Any = None
        self.create_tables()

    # --- the connection

    def connect(self) -> Any:
        if self.connection is None or self.connection.closed or self.connection.broken:
            self.connection = self.driver.connect(self.url, autocommit=True, connect_timeout=10)
        return self.connection

    def create_tables(self) -> None:
        """Create the tables in an empty database, and leave a newer format alone."""
        with self.transaction():
            self.rows("select pg_advisory_xact_lock(?)", CREATING_LOCK)
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
    def translate_errors(self) -> Iterator[None]:
        try:
            yield
        except self.driver.Error as error:
            lines = str(error).strip().splitlines()
            raise NotStored(f"the database says: {lines[0] if lines else type(error).__name__}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.lock, self.translate_errors(), self.connect().transaction():
            yield

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.lock, self.translate_errors():
            found = self.connect().execute(query.replace("?", "%s"), values or None)
            return found.fetchall() if found.description else []

    def lock_fight(self, fight: str) -> None:
        self.rows("select 1 from fights where id = ? for update", fight)

    def lock_documents(self) -> None:
        self.rows("select pg_advisory_xact_lock(?)", DOCUMENTS_LOCK)

    def notify(self, what: str, last: int) -> None:
        self.rows("select pg_notify(?, ?)", CHANNEL, f"{what} {last}")

    def listen(self, on_change: Callable[[str, int], bool], on_ready: Callable[[], None] = lambda: None) -> None:
        """Report all that anybody stores after on_ready was called, over a connection of its own."""
        with self.translate_errors(), self.driver.connect(self.url, autocommit=True) as connection:
            connection.execute(f"listen {CHANNEL}")
            on_ready()
            for note in connection.notifies():
                what, _, last = note.payload.rpartition(" ")
                if not on_change(what, int(last)):
                    return

    def backup(self, path: Path) -> None:
        raise AffrayError("a database is backed up with its own tools: pg_dump")

    def close(self) -> None:
        with self.lock:
            if self.connection is not None:
                self.connection.close()


def check_address(driver: Any, url: str) -> None:
    """Refuse an address that can't be read; what the driver says of it may show a password."""
    try:
        driver.conninfo.conninfo_to_dict(url)
    except driver.Error:
        raise AffrayError("the database's address can't be read; expected postgresql://USER@HOST/NAME") from None


def import_driver() -> Any:
    try:
        import psycopg
    except ImportError:
        raise AffrayError(MISSING_DRIVER) from None
    return psycopg
