"""The connections of a table: how many there may be, how long one may take, and which gives way to a newcomer.

A connection that has shown a right token is known; all others are strangers. Where there are too many, the stranger who
has been here the longest is cut off: an honest page says what it wants at once, so it is never the oldest for long."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from affray.server.buckets import Buckets

if TYPE_CHECKING:
    from fastapi import FastAPI

HEADERS, BODY, ANSWER = "headers", "body", "answer"  # what a connection waits for
LIMITS = {HEADERS: 10.0, BODY: 30.0}  # seconds until it must be there; answers have limits of their own
UNREAD_LIMIT = 60.0  # seconds in which a page must take what it is sent
SWEEP = 1.0  # seconds between two looks at all connections
MOST, MOST_OF_AN_ADDRESS = 2_000, 500  # forty phones behind one address have three hundred at most
MOST_OF_A_TOKEN = 40  # known ones; more are strangers, who may be cut off
SPARE_FILES = 100  # that the rest of the table opens
WANTED_FILES = MOST + SPARE_FILES
LONGEST_FRAME = 4_096  # of what a page sends over its socket
AT_ONCE, A_SECOND = 300.0, 50.0  # requests of one connection
MOST_REFUSED = 50  # requests of one connection; with the next one it ends
MOST_UNWANTED = 5_000_000  # bytes of a body that is still sent when it has been refused


class Connection:
    """One connection, what it waits for, and since when."""

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport, self.address = transport, address
        self.token = ""  # the hash of the token that it has shown
        self.waits_for, self.since = HEADERS, time.monotonic()
        self.unread_since: float | None = None
        self.requests = Buckets()
        self.refused = self.unwanted = 0  # requests, and bytes that nobody reads

    def wait_for(self, what: str) -> None:
        self.waits_for, self.since = what, time.monotonic()

    def is_late(self, now: float) -> bool:
        """Return whether it has taken too long to say something, or to read what it was sent."""
        if not self.transport.get_write_buffer_size():
            self.unread_since = None
        elif self.unread_since is None:
            self.unread_since = now
        elif now - self.unread_since > UNREAD_LIMIT:
            return True
        return now - self.since > LIMITS.get(self.waits_for, now)


class Connections:
    """All connections of a server."""

    def __init__(self, most: int = MOST, of_an_address: int = MOST_OF_AN_ADDRESS, behind_proxy: bool = False) -> None:
        self.most, self.of_an_address, self.behind_proxy = most, of_an_address, behind_proxy
        self.strangers: dict[str, dict[Connection, None]] = {}  # of each address, the oldest first
        self.known: dict[Connection, None] = {}
        self._tokens: dict[str, int] = {}  # how many connections each token has
        self._addresses: dict[str, int] = {}
        self._sweeping = False

    def __len__(self) -> int:
        return sum(self._addresses.values())

    def add(self, transport: asyncio.Transport) -> Connection:
        """Take a connection in; another is cut off for it where there are too many, or else itself."""
        made = Connection(transport, (transport.get_extra_info("peername") or ("",))[0])
        if self._addresses.get(made.address, 0) >= self.of_an_address:
            self.cut_off(self.oldest_stranger(made.address) or made)
        elif len(self) >= self.most:
            crowded = max(self.strangers, key=lambda address: len(self.strangers[address]), default="")
            self.cut_off(self.oldest_stranger(crowded) or made)
        if not transport.is_closing():
            self.strangers.setdefault(made.address, {})[made] = None
            self._addresses[made.address] = self._addresses.get(made.address, 0) + 1
            self.sweep_later()
        return made

    def oldest_stranger(self, address: str) -> Connection | None:
        return next(iter(self.strangers.get(address, ())), None)

    def cut_off(self, connection: Connection) -> None:
        connection.transport.abort()
        self.remove(connection)

    def recognise(self, connection: Connection, token: str) -> None:
        """Note that it has shown a right token: it does not give way to strangers any more."""
        there = connection in self.strangers.get(connection.address, ())
        if there and self._tokens.get(token, 0) < MOST_OF_A_TOKEN:
            self._forget_stranger(connection)
            self.known[connection] = None
            connection.token = token
            self._tokens[token] = self._tokens.get(token, 0) + 1

    def remove(self, connection: Connection) -> None:
        if connection in self.known:
            del self.known[connection]
            count_down(self._tokens, connection.token)
        elif not self._forget_stranger(connection):
            return
        count_down(self._addresses, connection.address)

    def _forget_stranger(self, connection: Connection) -> bool:
        here = self.strangers.get(connection.address, {})
        if connection not in here:
            return False
        del here[connection]
        if not here:
            del self.strangers[connection.address]
        return True

    def sweep_later(self) -> None:
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(SWEEP, self.sweep)

    def sweep(self) -> None:
        """Cut off all that are late, and look again while there are any."""
        self._sweeping = False
        now = time.monotonic()
        for connection in [*self.known, *(one for some in self.strangers.values() for one in some)]:
            if connection.is_late(now):
                self.cut_off(connection)
        if self._addresses:
            self.sweep_later()


def count_down(counts: dict[str, int], name: str) -> None:
    counts[name] -= 1
    if not counts[name]:
        del counts[name]


# --- uvicorn's protocols, which say when a connection begins, what it waits for, and when it ends


class LimitedHTTP(H11Protocol):
    """HTTP whose headers and bodies must come in time."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.all = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.own = self.all.add(transport)
        self.app_state = {**self.app_state, "connection": self.own, "connections": self.all}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.all.remove(self.own)

    def data_received(self, data: bytes) -> None:
        answered = self.cycle
        self.own.unwanted += len(data) if answered is not None and answered.response_complete else 0
        if self.own.unwanted > MOST_UNWANTED:
            return self.all.cut_off(self.own)
        super().data_received(data)
        if self.cycle is not answered:
            self.own.unwanted = 0
        if self.transport.get_protocol() is self:  # and not a WebSocket by now
            self.note(self.cycle is not answered)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.note(True)

    def note(self, anew: bool) -> None:
        if anew or self.waits_for() != self.own.waits_for:
            self.own.wait_for(self.waits_for())

    def waits_for(self) -> str:
        if self.cycle is None or self.cycle.response_complete:
            return HEADERS
        return BODY if self.cycle.more_body else ANSWER


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that stays in the count of all connections."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.app_state["connection"].wait_for(ANSWER)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.app_state["connections"].remove(self.app_state["connection"])


def may_ask(state: dict[str, Any]) -> bool:
    """Return whether the connection of a request may make one more. A proxy has many guests on one connection."""
    bounded = "connection" in state and not state["connections"].behind_proxy
    return not bounded or state["connection"].requests.take("", AT_ONCE, A_SECOND)


def ends_with_refusal(state: dict[str, Any]) -> bool:
    """Count a refusal; return whether its connection is to end with it."""
    if "connection" not in state or state["connections"].behind_proxy:
        return False
    state["connection"].refused += 1
    return bool(state["connection"].refused > MOST_REFUSED)


def recognise(state: dict[str, Any], token: str) -> None:
    """Note that the connection of a request, whose state this is, has shown a right token."""
    if "connection" in state:
        state["connections"].recognise(state["connection"], token)


# --- the server


class TableServer(Server):
    """A server that can be given one more socket while it runs."""

    async def listen(self, listening: socket.socket) -> None:
        def make() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(make, sock=listening, backlog=self.config.backlog))


def make_server(app: FastAPI, behind_proxy: bool = False, **more: Any) -> TableServer:
    """Return a server with these limits. Only where a proxy of this machine stands before it, its word is taken for
    the addresses of others."""
    most = min(MOST, allow_files(WANTED_FILES) - SPARE_FILES)
    connections = Connections(most, most if behind_proxy else MOST_OF_AN_ADDRESS, behind_proxy)
    config = Config(
        app,
        http=partial(LimitedHTTP, connections),  # type: ignore[arg-type]
        ws=LimitedSocket,
        log_level="warning",
        access_log=False,
        ws_max_size=LONGEST_FRAME,
        server_header=False,
        proxy_headers=behind_proxy,
        backlog=128,
        timeout_graceful_shutdown=5,
        **more,
    )
    for name in ("uvicorn.error", "asyncio", "psycopg.pool"):
        log = logging.getLogger(name)
        if not any(isinstance(each, Sparingly) for each in log.filters):
            log.addFilter(Sparingly())
    return TableServer(config)


def allow_files(wanted: int) -> int:
    """Return how many files this process may have open, and let it have as many as are wanted where it may."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == unlimited else soft


# --- a log that strangers can't fill

QUIET_SECONDS = 60.0
MOST_KINDS = 200


class Sparingly(logging.Filter):
    """Let what is said again and again pass once a minute, with how often it was said."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, kind = time.monotonic(), what_it_is(record)
        when, kept_back = self.last.get(kind, (-QUIET_SECONDS, 0))
        if now - when < QUIET_SECONDS:
            self.last[kind] = when, kept_back + 1
            return False
        if len(self.last) >= MOST_KINDS:
            self.last.clear()
        self.last[kind] = now, 0
        if kept_back:
            record.msg = f"{record.msg} (and {kept_back} times more since the last line)"
        return True


def what_it_is(record: logging.LogRecord) -> object:
    """Return what is the same whenever the same thing happens: the message and the place of its error."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return str(record.msg).partition("\n")[0]
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return str(record.msg).partition("\n")[0], type(error), place and (place.tb_frame.f_code, place.tb_lineno)
