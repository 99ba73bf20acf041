"""What the table keeps: nothing acknowledged is lost, nothing half-written is kept, a repeat is harmless."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

import pytest
from optional import library
from waiting import LIMIT

import affray
from affray.errors import AffrayError
from affray.server.store import FORMAT, FightRecord, Moved, Seat, SQLite, Store, open_store
from affray.server.store.postgres import Postgres

FORD = FightRecord("ford", "At the ford", "affray fight 1\n", 1.5)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be made: a file, or a database without anything in it."""
    if request.param == "sqlite":
        return str(tmp_path / "table" / "fights.db")
    address: str = request.getfixturevalue("address")
    return address


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    made = open_store(place)
    made.add_fight(FORD)
    yield made
    made.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Of a file with a fight in it."""
    made = open_store(tmp_path / "fights.db")
    made.add_fight(FORD)
    made.close()
    return tmp_path / "fights.db"


def texts(store: Store, fight: str = "ford") -> list[str]:
    return [line.text for line in store.entries(fight)]


# --- entries


def test_what_was_kept_is_there_when_it_is_opened_again(place: str, store: Store) -> None:
    store.append("ford", 0, ["one", "two"], "referee", "k1")
    store.append("ford", 2, ["three – ünï"], "Anna", "k2")
    store.close()
    again = open_store(place)
    assert again.fights() == [FORD]
    assert [(line.number, line.text, line.by) for line in again.entries("ford")] == [
        (1, "one", "referee"),
        (2, "two", "referee"),
        (3, "three – ünï", "Anna"),
    ]
    assert [line.number for line in again.entries("ford", after=2)] == [3]
    assert again.fight("weir") is None
    again.close()


def test_a_repeat_is_harmless(store: Store) -> None:
    first = store.append("ford", 0, ["one", "two"], "Anna", "k1")
    store.append("ford", 2, ["three"], "Bert", "k2")
    assert store.append("ford", 0, ["one", "two"], "Anna", "k1") == first
    assert texts(store) == ["one", "two", "three"]


def test_of_two_at_once_one_is_first_and_the_other_is_told(store: Store) -> None:
    store.append("ford", 0, ["one"], "Anna", "k1")
    with pytest.raises(Moved, match="has moved on: expected its entry 0 to be the last, but that is 1") as no:
        store.append("ford", 0, ["another"], "Bert", "k2")
    assert no.value.last == 1
    assert texts(store) == ["one"]


def test_many_at_once_leave_no_gap(store: Store) -> None:
    store.add_fight(FightRecord("weir", "At the weir", "", 2.0))

    def say(n: int) -> None:
        fight = "ford" if n % 2 else "weir"
        while True:
            try:
                store.append(fight, len(store.entries(fight)), [f"{n}a", f"{n}b"], "all", f"k{n}")
            except Moved:
                continue
            return

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(say, range(60)))
    for fight in ("ford", "weir"):
        lines = store.entries(fight)
        assert [line.number for line in lines] == list(range(1, 61))
        assert all(lines[i].text[:-1] == lines[i + 1].text[:-1] for i in range(0, 60, 2))


def test_entries_need_a_fight(store: Store) -> None:
    with pytest.raises(AffrayError, match=r"(?i)foreign key"):
        store.append("weir", 0, ["one"], "Anna", "k1")


def test_a_fight_is_its_header_and_its_entries(store: Store, tmp_path: Path) -> None:
    play = affray.start("duel", seed=3, players="fighter")
    while not play.over:
        play.do(play.legal[0])
    store.add_fight(FightRecord("duel", "A duel", play.journal()[: -sum(len(line) + 1 for line in play.lines)], 3.0))
    store.append("duel", 0, play.lines, "Anna", "k1")
    kept = store.fight("duel")
    assert kept is not None
    file = tmp_path / "duel.fight"
    file.write_text(kept.header + "".join(f"{text}\n" for text in texts(store, "duel")), encoding="utf-8")
    assert affray.load(file).log.text() == play.log.text()


# --- seats


def test_seats_are_given_and_withdrawn(store: Store) -> None:
    anna, room = (
        Seat("h1", "ford", "player", "Anna", ("Ann's fighter, Grünwald", "Dog")),
        Seat("h2", "ford", "spectator", "", ()),
    )
    store.add_seat(anna)
    store.add_seat(room)
    assert store.seat("h1") == anna
    assert store.seats("ford") == [anna, room]
    store.withdraw_seat("h1")
    assert store.seat("h1") == anna._replace(withdrawn=True)
    assert store.seat("h3") is None


# --- accidents

SAYING = """
import sys
from affray.server.store import open_store
store = open_store(sys.argv[1])
last = len(store.entries("ford"))
while True:
    store.append("ford", last, [f"entry {last + 1}", f"entry {last + 2}"], "Anna", f"k{last}")
    last += 2
    print(last, flush=True)
"""


def test_killed_at_any_moment_nothing_acknowledged_is_lost(place: str, store: Store) -> None:
    store.close()
    chance, acknowledged = random.Random(5), 0
    for _ in range(15):
        run = subprocess.Popen([sys.executable, "-c", SAYING, place], stdout=subprocess.PIPE, text=True)
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(chance.uniform(0, 0.03))
        run.kill()
        told = run.communicate()[0].split()
        acknowledged = max([acknowledged, *map(int, told)])
        again = open_store(place)
        kept = texts(again)
        again.close()
        assert kept == [f"entry {n + 1}" for n in range(len(kept))]
        assert len(kept) >= acknowledged
        assert len(kept) % 2 == 0


def test_a_full_disk_keeps_what_was_there(path: Path) -> None:
    made = SQLite(path)
    made.append("ford", 0, ["one"], "Anna", "k1")
    (pages,) = made.file.execute("pragma page_count").fetchone()
    made.file.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(AffrayError, match=r"fights\.db: the disk is full; nothing of the last answer was kept"):
        made.append("ford", 1, ["x" * 100_000], "Anna", "k2")
    assert texts(made) == ["one"]
    made.file.execute("pragma max_page_count = 100000")
    made.append("ford", 1, ["two"], "Anna", "k2")
    assert texts(made) == ["one", "two"]
    made.close()


def test_a_place_that_can_t_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(AffrayError, match="can't be opened or made there"):
        open_store(tmp_path / "folder")
    (tmp_path / "file").write_text("")
    with pytest.raises(AffrayError, match=r"file/fights\.db: (File exists|Not a directory)"):
        open_store(tmp_path / "file" / "fights.db")


def test_a_file_that_may_only_be_read_is_said(path: Path) -> None:
    made = SQLite(path)
    made.file.execute("pragma query_only = on")
    with pytest.raises(AffrayError, match="can't be written to"):
        made.append("ford", 0, ["one"], "Anna", "k1")
    made.close()


def test_files_of_others_and_of_newer_versions_are_left_alone(tmp_path: Path, path: Path) -> None:
    text, others = tmp_path / "notes.txt", tmp_path / "others.db"
    changed(path, f"pragma user_version = {FORMAT + 1}")
    text.write_text("Dear diary, " * 500)
    changed(others, "create table things (name text)")
    for each, why in (
        (path, f"newer Affray .format {FORMAT + 1}; this one reads up to {FORMAT}.: nothing in it was touched"),
        (text, "is no file of the table, or is damaged"),
        (others, "a file of another program"),
    ):
        before = each.read_bytes()
        with pytest.raises(AffrayError, match=why):
            open_store(each)
        assert each.read_bytes() == before


def changed(path: Path, how: str) -> None:
    with sqlite3.connect(path) as file:
        file.execute(how)
    file.close()


# --- a club's server


def test_processes_on_one_database_hear_of_each_other(address: str) -> None:
    one, other, heard = Postgres(address), Postgres(address), Queue[tuple[str, int]]()
    one.add_fight(FORD)

    def hear(fight: str, last: int) -> bool:
        heard.put((fight, last))
        return last < 3

    ready = threading.Event()
    listener = threading.Thread(target=one.listen, args=(hear, ready.set))
    listener.start()
    assert ready.wait(LIMIT)
    other.append("ford", 0, ["one", "two"], "Anna", "k1")
    assert heard.get(timeout=LIMIT) == ("ford", 2)
    assert texts(one) == ["one", "two"]
    one.append("ford", 2, ["three"], "Bert", "k2")
    assert heard.get(timeout=LIMIT) == ("ford", 3)
    listener.join(LIMIT)
    assert texts(other) == ["one", "two", "three"]
    one.close()
    other.close()


def test_a_lost_connection_is_made_anew(address: str) -> None:
    made = Postgres(address)
    made.add_fight(FORD)
    with library("psycopg").connect(address, autocommit=True) as connection:
        connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid != pg_backend_pid()")
    assert texts(made) == []
    with library("psycopg").connect(address, autocommit=True) as connection:
        connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid != pg_backend_pid()")
    made.append("ford", 0, ["one"], "Anna", "k1")
    assert texts(made) == ["one"]
    made.close()


def test_a_newer_database_is_left_alone_and_a_missing_one_is_said(address: str) -> None:
    made = Postgres(address)
    made.rows("update affray set format = ?", FORMAT + 1)
    made.close()
    with pytest.raises(AffrayError, match=f"newer Affray .format {FORMAT + 1}"):
        open_store(address)
    with pytest.raises(AffrayError, match=r'the database says: .*"nowhere" does not exist'):
        open_store(address.rpartition("/")[0] + "/nowhere")


# --- a copy


def test_a_backup_is_a_store_of_its_own(tmp_path: Path, path: Path) -> None:
    store = open_store(path)
    store.append("ford", 0, ["one"], "Anna", "k1")
    store.backup(tmp_path / "copy.db")
    store.append("ford", 1, ["two"], "Anna", "k2")
    copy = open_store(tmp_path / "copy.db")
    assert texts(copy) == ["one"]
    assert texts(store) == ["one", "two"]
    with pytest.raises(AffrayError, match="can't be written"):
        store.backup(tmp_path / "nowhere" / "copy.db")
    copy.close()
    store.close()
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "fights.db"]


def test_a_database_has_tools_of_its_own_for_that(address: str, tmp_path: Path) -> None:
    made = Postgres(address)
    with pytest.raises(AffrayError, match="pg_dump"):
        made.backup(tmp_path / "copy.db")
    made.close()
