"""The store in PostgreSQL, for a club's server: several processes on one database see the same fights."""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from affray.errors import AffrayError
from affray.server.store import FORMAT, TABLES, NotStored, Store
from affray.server.store.outage import BUSY, TROUBLE, Outage

CHANNEL = "affray"
CREATING_LOCK = 4166  # an advisory lock: one at a time creates the tables
DOCUMENTS_LOCK = 4167  # ... and swaps documents
MISSING_DRIVER = "PostgreSQL needs psycopg and psycopg_pool, which are missing: pip install 'affray[postgres]'"
MOST_CONNECTIONS, MOST_WAITING = 10, 200  # of one process: more wait, and still more are refused
POOL_SECONDS = 5.0  # until one of them is free
STATEMENT_SECONDS, LOCK_SECONDS, IDLE_SECONDS = 3.0, 2.0, 10.0  # in which the database must do it, or give up
DRIVER_SECONDS = 4.0  # ... or the driver does
LISTEN_SECONDS = 2.0  # between two looks whether the connection that listens still works; less than the driver's
CONNECTION = {
    "autocommit": True,
    "connect_timeout": 4,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
}
UNREACHABLE = ("PoolTimeout", "TooManyRequests", "ConnectionTimeout")  # errors that nobody else need wait for


class Postgres(Store):
    """A database that threads use over a few connections. One that is lost or does not answer is made anew."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.driver = import_driver()
        check_address(self.driver, url)
        self.outage, self.local = Outage(), threading.local()
        with self.translate_errors():
            self.connect().close()  # what is wrong with the address is said at once
        self.pool = self.open_pool()
        try:
            self.create_tables()
        except BaseException:
            self.close()
            raise

    # --- connections

    def connect(self) -> Any:
        return impatient(self.driver).connect(self.url, **CONNECTION)

    def open_pool(self) -> Any:
        return pool_class()(
            self.url,
            connection_class=impatient(self.driver),
            kwargs=CONNECTION,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=POOL_SECONDS,
            max_waiting=MOST_WAITING,
            reconnect_timeout=POOL_SECONDS,  # then the next that needs one tries
            configure=configure,
            open=True,
            name="affray",
        )

    @property
    def current(self) -> Any:
        """Return this thread's connection in a transaction, if it is in one."""
        return getattr(self.local, "connection", None)

    @contextmanager
    def connection(self, check: bool) -> Iterator[Any]:
        """Borrow a connection that works, as far as can be checked without harm."""
        self.outage.check(self.outage.count)
        with self.translate_errors():
            found = self.working_connection() if check else self.pool.getconn()
            try:
                with found:
                    yield found
            except self.driver.OperationalError as error:
                if found.closed and not found.late:
                    raise ConnectionLost(first_line(error), BUSY) from None
                raise
            finally:
                self.pool.putconn(found)

    def working_connection(self) -> Any:
        """Return one that answers; those that were lost, as after a restart of the database, are thrown away."""
        while True:
            found = self.pool.getconn()
            try:
                found.execute("")
                return found
            except self.driver.OperationalError:
                self.pool.putconn(found)
                if found.late:
                    raise

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
            cause = first_line(error)
            if type(error).__name__ in UNREACHABLE:
                self.outage.note(cause)
            raise NotStored(cause, BUSY if isinstance(error, self.driver.OperationalError) else TROUBLE) from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if self.current is not None:
            with self.translate_errors(), self.current.transaction():
                yield
            return
        with self.connection(check=True) as found, found.transaction():
            self.local.connection = found
            try:
                yield
            finally:
                self.local.connection = None

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Outside a transaction a lost connection is tried once more: nothing is
        written."""
        if self.current is not None:
            with self.translate_errors():
                return read_rows(self.current, query, values)
        try:
            with self.connection(check=False) as found:
                return read_rows(found, query, values)
        except ConnectionLost:
            pass
        with self.connection(check=True) as found:
            return read_rows(found, query, values)

    def lock_fight(self, fight: str) -> None:
        self.rows("select 1 from fights where id = ? for update", fight)

    def lock_documents(self, documents: Iterable[tuple[str, str]]) -> None:
        for number in sorted({number_of(*document) for document in documents}):  # in one order: none waits in a ring
            self.rows("select pg_advisory_xact_lock(?, ?)", DOCUMENTS_LOCK, number)

    def notify(self, what: str, last: int) -> None:
        self.rows("select pg_notify(?, ?)", CHANNEL, f"{what} {last}")

    def listen(
        self,
        on_change: Callable[[str, int], object],
        on_ready: Callable[[], object],
        goes_on: Callable[[], bool],
    ) -> None:
        """Report all that anybody stores after on_ready was called, over a connection of its own. It is asked now and
        then whether it still works."""
        with self.translate_errors(), self.connect() as connection:
            connection.execute(f"listen {CHANNEL}")
            on_ready()
            while goes_on():
                for note in connection.notifies(timeout=LISTEN_SECONDS):
                    what, _, last = note.payload.rpartition(" ")
                    if last.isdecimal():  # another program may use the channel
                        on_change(what, int(last))
                connection.execute("")

    def backup(self, path: Path) -> None:
        raise AffrayError("a database is backed up with its own tools: pg_dump")

    def close(self) -> None:
        self.pool.close(timeout=1.0)


class ConnectionLost(NotStored):
    """The database has closed a connection."""


def number_of(kind: str, name: str) -> int:
    """Return the number by which a document is locked, one of those that a lock may have."""
    return zlib.crc32(f"{kind}\n{name}".encode()) - (1 << 31)


def first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"the database says: {lines[0] if lines else type(error).__name__}"


def read_rows(connection: Any, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
    found = connection.execute(query.replace("?", "%s"), values or None)
    return found.fetchall() if found.description else []


def configure(connection: Any) -> None:
    """Let the database end what takes too long; the driver does where the database itself hangs."""
    for name, seconds in (("statement_timeout", STATEMENT_SECONDS), ("lock_timeout", LOCK_SECONDS)):
        connection.execute(f"set {name} = {int(seconds * 1000)}")
    connection.execute(f"set idle_in_transaction_session_timeout = {int(IDLE_SECONDS * 1000)}")


# --- the driver


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


def pool_class() -> Any:
    try:
        from psycopg_pool import ConnectionPool
    except ImportError:
        raise AffrayError(MISSING_DRIVER) from None
    return ConnectionPool


@cache
def impatient(driver: Any) -> Any:
    """Return the driver's connection as one that closes itself when the database hangs: a stopped process keeps its
    connections, and the network never says that anything is wrong."""

    class ImpatientConnection(driver.Connection):  # type: ignore[misc]
        late = False

        def wait(self, work: Any, *how: Any, **more: Any) -> Any:
            try:
                return super().wait(stop_after(work, DRIVER_SECONDS), *how, **more)
            except TooLate:
                self.late = True
                self.close()
                raise driver.OperationalError(f"no answer within {DRIVER_SECONDS:g} seconds") from None

    return ImpatientConnection


class TooLate(Exception):
    """The database has not answered in time."""


def stop_after(work: Any, seconds: float) -> Any:
    """Go on with the driver's work, which is asked several times a second, until it is done or the time is over."""
    end = time.monotonic() + seconds
    try:
        wanted = next(work)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise TooLate
            wanted = work.send(ready)
    except StopIteration as done:
        return done.value
