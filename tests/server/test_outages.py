"""A database that is locked, frozen, restarted or full: everybody is told so in time, and it goes on by itself."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from databases import backends, frozen, lose_connections, postmaster
from optional import library
from server.tables import Json, Screen, Seat, Table, served
from waiting import LIMIT, wait_until

from affray.server.store.outage import BUSY
from affray.server.store.sqlite import LOCK_TIMEOUT, SQLite

STATED = 10.0  # seconds: docs/table.md
SLACK = 3.0  # on a busy machine


def timed(work: Callable[[], httpx.Response]) -> tuple[float, httpx.Response]:
    began = time.monotonic()
    told = work()
    return time.monotonic() - began, told


def everybody(work: Sequence[Callable[[], httpx.Response]]) -> list[tuple[float, httpx.Response]]:
    """All of it at once."""
    with ThreadPoolExecutor(len(work)) as pool:
        return [each.result(LIMIT) for each in [pool.submit(timed, one) for one in work]]


def say(seat: Seat, answer: str = "cast sleep") -> Callable[[], httpx.Response]:
    return lambda: seat.act("/answers", answer=answer)


def tells_no_place(told: httpx.Response, *places: object) -> None:
    assert told.status_code == 503
    assert told.json()["error"] == BUSY
    assert not any(str(place) in told.text for place in places)


# --- SQLite, held by another program


@contextmanager
def held(place: Path) -> Iterator[None]:
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("begin immediate")
    yield
    other.execute("rollback")
    other.close()


def test_those_behind_a_locked_file_wait_no_longer_than_the_first(place: Path) -> None:
    with served(place) as made:
        fights = [made.begin() for _ in range(4)]
        seats = [fights[0].give("player", f"P{n}", ["Magic-user"]) for n in range(4)]
        with held(place):
            told = everybody([say(seat) for seat in [*seats, *fights[1:]]])
            assert max(took for took, _ in told) < LOCK_TIMEOUT + SLACK
            for _, each in told:
                tells_no_place(each, place, "table.db")
            assert timed(lambda: fights[1].get())[0] < SLACK  # reading waits for no writer
        assert wait_until(lambda: seats[0].act("/answers", answer="cast sleep").status_code == 200)


def test_many_requests_at_a_locked_file_are_told_in_time(place: Path) -> None:
    with served(place) as made:
        fights = [made.begin() for _ in range(5)]
        with held(place):
            told = everybody([say(fights[n % 5]) for n in range(120)])
            assert max(took for took, _ in told) < STATED + SLACK
            assert {each.status_code for _, each in told} <= {503, 409}


def test_reading_needs_no_writers_lock(place: Path) -> None:
    store = SQLite(place)
    with store.lock, ThreadPoolExecutor(1) as pool:  # as if another thread were writing
        assert pool.submit(store.fights).result(SLACK) == []
    store.close()


def test_a_writer_reads_what_it_has_written(place: Path) -> None:
    store = SQLite(place)
    with store.transaction():
        store.rows("insert into documents values ('kind', 'name', 'text')")
        assert store.documents("kind") == {"name": "text"}
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(store.documents, "kind").result(SLACK) == {}
    store.close()


def test_a_screen_is_told_without_a_place_and_comes_back(
    place: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(place) as made:
        referee = made.begin()
        ann = referee.give("player", "Ann", ["Magic-user"])
        real = made.store.seat

        def broken(hash: str) -> Json:
            with made.store.translate_errors():  # type: ignore[attr-defined]
                raise sqlite3.OperationalError("unable to open database file")

        monkeypatch.setattr(made.store, "seat", broken)
        screen = Screen(ann)
        assert screen.wait(lambda: screen.end != 0)
        assert "error" in screen.frames[0]
        assert str(place) not in str(screen.frames)
        monkeypatch.setattr(made.store, "seat", real)
        again = Screen(ann)
        assert again.wait(lambda: bool(again.frames) and "view" in again.frames[0])
        again.close()
    assert str(place) in capfd.readouterr().err  # the log has it


@pytest.mark.parametrize(
    "message", ["database or disk is full", "disk I/O error", "attempt to write a readonly database"]
)
def test_no_trouble_of_the_disk_tells_a_place(
    here: Table, referee: Seat, place: Path, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    ann = referee.give("player", "Ann", ["Magic-user"])

    def broken(*_: object) -> Json:
        with here.store.translate_errors():  # type: ignore[attr-defined]
            raise sqlite3.OperationalError(message)

    monkeypatch.setattr(here.store, "append", broken)
    told = ann.do("cast sleep")
    assert told.status_code == 503
    assert told.json()["error"].startswith("the table")
    assert str(place) not in told.text
    assert place.name not in told.text


# --- PostgreSQL, frozen and restarted


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_frozen_connections_are_given_up_and_others_made(address: str) -> None:
    with served(address) as made:
        one, other = made.begin(), made.begin()
        with frozen(backends(address)):
            told = everybody([say(one), lambda: made.owner.get("/api/table"), lambda: other.get()])
            assert max(took for took, _ in told) < STATED + SLACK
            assert {each.status_code for _, each in told} <= {200, 503}
            assert wait_until(lambda: other.get().status_code == 200)
            assert other.do("cast sleep").status_code == 200
            assert made.owner.get("/api/table").status_code == 200
        assert wait_until(lambda: one.get().status_code == 200)
        assert one.do("pass").status_code in (200, 422)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_frozen_database_is_told_in_time_and_the_table_recovers(address: str) -> None:
    with served(address) as made:
        fights = [made.begin() for _ in range(6)]
        ann = fights[0].give("player", "Ann", ["Magic-user"])
        with frozen([postmaster(address), *backends(address)]):
            told = everybody([say(ann), *(say(fights[n % 6]) for n in range(60))])
            assert max(took for took, _ in told) < STATED + SLACK
            for _, each in told:
                assert each.status_code in (409, 503)
            tells_no_place(told[0][1], "127.0.0.1", "postgres", "table_")
            assert made.client.get("/").status_code == 200
        assert wait_until(lambda: ann.get().status_code == 200)
        assert ann.do("cast sleep").status_code == 200


def test_the_first_request_after_a_restart_is_no_503(address: str) -> None:
    with served(address) as made:
        referee = made.begin()
        asks: list[Callable[[], httpx.Response]] = [
            lambda: referee.get(),
            lambda: referee.act("/answers", answer="cast sleep"),
            lambda: made.owner.get("/api/table"),
        ]
        for ask in asks:
            lose_connections(address)
            assert ask().status_code == 200


def test_fights_do_not_wait_for_each_other(address: str) -> None:
    with served(address) as made:
        one, other = made.begin(), made.begin()
        with library("psycopg").connect(address) as connection:
            connection.execute("select 1 from fights where id = %s for update", [one.fight])
            with ThreadPoolExecutor(1) as pool:
                waiting = pool.submit(say(one))
                assert timed(say(other))[0] < SLACK
                assert waiting.result(LIMIT).status_code == 503
        assert one.do("cast sleep").status_code == 200
