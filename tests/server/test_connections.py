"""Hostile connections: half-sent requests, sockets that never read, thousands of them. Others are served meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.tables import OWNER, Screen, Seat, Table, served
from waiting import LIMIT, wait_until

from affray.server import connections
from affray.server.connections import Connections, Sparingly

HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"
SLOWEST = 5.0  # seconds that an honest request may take on a busy machine


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test need not wait for."""
    monkeypatch.setattr(connections, "LIMITS", {connections.HEADERS: 0.5, connections.BODY: 0.5})
    monkeypatch.setattr(connections, "UNREAD_LIMIT", 1.0)
    monkeypatch.setattr(connections, "SWEEP", 0.1)


def port(table: Table) -> int:
    return int(table.client.base_url.port or 0)


@contextlib.contextmanager
def opened(table: Table, many: int, said: bytes = HALF) -> Iterator[list[socket.socket]]:
    held: list[socket.socket] = []
    try:
        for _ in range(many):
            held.append(one := socket.create_connection(("127.0.0.1", port(table)), 5))
            with contextlib.suppress(OSError):
                one.sendall(said)
        yield held
    finally:
        for one in held:
            one.close()


def is_closed(one: socket.socket) -> bool:
    one.settimeout(LIMIT)
    try:
        while one.recv(65536):
            pass
    except OSError:
        pass
    return True


def answers_soon(seat: Seat, path: str = "") -> None:
    began = time.monotonic()
    with httpx.Client(base_url=seat.table.client.base_url, timeout=SLOWEST) as fresh:  # as a phone that comes now
        told = fresh.get(path or seat.path, headers={"Authorization": f"Bearer {seat.token}"})
    assert told.status_code == 200
    assert time.monotonic() - began < SLOWEST


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "said",
    [
        b"",
        HALF,
        b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5000\r\n\r\n{",
        b"GET /pages/style.css HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\nGET / HT",
        b"GET /pages/style.css HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 50\r\n\r\nx",
    ],
    ids=["silence", "headers", "body", "second headers", "body nobody wants"],
)
def test_what_is_half_sent_is_cut_off_in_time(place: Path, said: bytes) -> None:
    with served(place) as made, opened(made, 3, said.replace(b"PORT", str(port(made)).encode())) as held:
        assert all(map(is_closed, held))
        answers_soon(made.begin())


@pytest.mark.usefixtures("hasty")
def test_a_request_in_drops_is_cut_off_too(place: Path) -> None:
    with served(place) as made, opened(made, 1) as (one,):
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - began < LIMIT:
                one.sendall(b"X-More: x\r\n")
                time.sleep(0.05)
        assert time.monotonic() - began < LIMIT


@pytest.mark.usefixtures("hasty")
def test_who_never_reads_is_cut_off(place: Path) -> None:
    with served(place) as made:
        asked = f"GET /pages/paste.js HTTP/1.1\r\nHost: 127.0.0.1:{port(made)}\r\n\r\n".encode() * 400
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        one.connect(("127.0.0.1", port(made)))
        one.settimeout(0.2)
        with contextlib.suppress(OSError):
            one.sendall(asked)
        assert wait_until(lambda: is_reset(one))
        answers_soon(made.begin())
        one.close()


def is_reset(one: socket.socket) -> bool:
    try:
        one.send(b"x")
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


# --- floods


def test_a_connection_that_floods_is_refused_and_then_cut_off(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "AT_ONCE", 20.0)
    monkeypatch.setattr(connections, "A_SECOND", 0.0)
    monkeypatch.setattr(connections, "MOST_REFUSED", 5)
    with served(place) as made:
        referee = made.begin()
        flood = http.client.HTTPConnection("127.0.0.1", port(made), timeout=LIMIT)
        told = [ask(flood, "/pages/style.css") for _ in range(26)]
        assert [status for status, _ in told] == [200] * 20 + [429] * 6
        assert [ending for _, ending in told] == [""] * 25 + ["close"]
        assert flood.sock is None  # it has ended
        answers_soon(referee)
        answers_soon(referee, "/")


def ask(connection: http.client.HTTPConnection, path: str) -> tuple[int, str]:
    """Return the status of an answer, and whether the connection ends with it."""
    connection.request("GET", path)
    told = connection.getresponse()
    told.read()
    return told.status, told.getheader("connection", "")


def test_behind_a_proxy_no_connection_is_cut_off() -> None:
    """It carries many guests."""
    proxy = {"connections": Connections(behind_proxy=True), "connection": connections.Connection(Wire("a"), "a")}  # type: ignore[arg-type]
    assert all(connections.may_ask(proxy) for _ in range(1000))
    assert not any(connections.ends_with_refusal(proxy) for _ in range(1000))


def test_who_sends_on_what_was_refused_is_told_so_and_cut_off(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_UNWANTED", 1_000_000)
    with served(place) as made:
        head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port(made)}\r\nContent-Length: 900000000\r\n\r\n"
        one = socket.create_connection(("127.0.0.1", port(made)), LIMIT)
        one.sendall(head.encode() + b"x" * 50_000)
        assert b" 413 " in one.recv(65536)
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 800_000_000:
                sent += one.send(b"x" * 65536)
        assert sent < 100_000_000  # what the system's buffers hold is sent, and no more
        one.close()
        answers_soon(made.begin())


def test_half_open_connections_make_room_for_honest_ones(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 50)
    with served(place) as made:
        referee = made.begin()
        screen = Screen(referee)
        assert screen.wait(lambda: bool(screen.frames))
        with opened(made, 200) as held:
            for _ in range(5):
                answers_soon(referee)
                answers_soon(referee, "/")
            assert sum(is_closed(one) for one in held[:150]) == 150
            referee.do("cast sleep")
            assert screen.reaches(referee.n)  # one who has shown a token gives way to nobody
        screen.close()


def test_when_all_are_known_a_newcomer_is_refused_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_A_TOKEN", 3)
    everyone = Connections(most=4, of_an_address=4)

    async def come() -> None:
        made = [everyone.add(Wire("a")) for _ in range(4)]  # type: ignore[arg-type]
        for each in made:
            everyone.recognise(each, "token")
        assert len(everyone.known) == 3  # a token has so many and no more
        everyone.add(Wire("b"))  # type: ignore[arg-type]
        assert made[3].transport.is_closing()
        (stranger,) = everyone.strangers["b"]
        everyone.recognise(stranger, "another")
        last = everyone.add(Wire("c"))  # type: ignore[arg-type]
        assert last.transport.is_closing()
        assert len(everyone) == 4
        for each in list(everyone.known):
            everyone.remove(each)
            everyone.remove(each)
        assert [len(everyone), everyone.known, everyone.strangers, everyone._tokens] == [0, {}, {}, {}]

    asyncio.run(come())


class Wire:
    """A transport that goes nowhere."""

    def __init__(self, address: str) -> None:
        self.address, self.aborted = address, False

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return self.address, 1

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return 0


def test_forty_phones_behind_one_address_are_served(place: Path) -> None:
    with served(place) as made:
        referee = made.begin()
        phones = [referee.give("spectator", f"Phone {n}") for n in range(40)]
        screens = [Screen(phone) for phone in phones]
        with opened(made, 300):
            for phone in phones:
                for _ in range(3):
                    assert phone.get().status_code == 200
            referee.do("cast sleep")
            for screen in screens:
                assert screen.wait(lambda screen=screen: any(i["n"] == 2 for i in screen.items))  # type: ignore[misc]
        for screen in screens:
            screen.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_a_table_with_few_files_is_not_stopped_and_its_log_stays_small(tmp_path: Path) -> None:
    """As people start it, with 256 open files in all."""
    log, number = tmp_path / "log", free_port()
    shell = f"ulimit -n 256; exec {sys.executable} -m affray table --no-browser --port {number} --data {tmp_path}"
    with log.open("wb") as out:
        process = subprocess.Popen(["sh", "-c", shell], stdout=out, stderr=out, env={**os.environ, "AFFRAY_KEY": OWNER})
    held: list[socket.socket] = []
    try:
        assert wait_until(lambda: b"ready" in log.read_bytes())
        for _ in range(600):
            with contextlib.suppress(OSError):
                held.append(one := socket.create_connection(("127.0.0.1", number), 5))
                one.sendall(HALF)
        owner = {"Authorization": f"Bearer {OWNER}"}
        for _ in range(5):
            told = httpx.get(f"http://127.0.0.1:{number}/api/table", headers=owner, timeout=SLOWEST)
            assert told.status_code == 200
        for one in held[-20:]:
            with contextlib.suppress(OSError):
                one.sendall(b"nonsense\r\n\r\n")
        assert log.stat().st_size < 10_000
    finally:
        for one in held:
            one.close()
        process.send_signal(signal.SIGKILL)
        process.wait()


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        found: int = some.getsockname()[1]
        return found


# --- the log


def record(words: str, error: Exception | None = None) -> logging.LogRecord:
    info: Any = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, words, (), info)


def test_what_is_said_again_and_again_is_told_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    sparingly = Sparingly()
    assert [sparingly.filter(record("accept failed\nsocket 3")) for _ in range(100)] == [True] + [False] * 99
    assert sparingly.filter(record("another"))
    assert sparingly.filter(record("accept failed", OSError(24, "too many files")))
    monkeypatch.setattr(connections, "QUIET_SECONDS", 0.0)
    later = record("accept failed\nsocket 3")
    assert sparingly.filter(later)
    assert "99 times more" in later.msg


def test_it_remembers_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_KINDS", 5)
    sparingly = Sparingly()
    for n in range(50):
        sparingly.filter(record(f"trouble {n}"))
    assert len(sparingly.last) <= 5
