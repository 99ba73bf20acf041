"""What the table keeps: nothing acknowledged is lost, nothing half-written is kept, a repeat is harmless."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
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
from affray.files import FileLock
from affray.server.store import (
    FORMAT,
    Damaged,
    FightRecord,
    FightTitle,
    Moved,
    NotStored,
    Seat,
    SeatTaken,
    Store,
    hold,
    open_store,
)
from affray.server.store.postgres import Postgres
from affray.server.store.sqlite import SQLite

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
    assert again.fights() == [FightTitle(FORD.id, FORD.title, FORD.made)]
    assert again.fight("ford") == FORD
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


def test_a_character_is_claimed_once(store: Store) -> None:
    made = [Seat(f"h{n}", "ford", "player", f"Guest {n}", ("Anna",)) for n in range(8)]

    def claim(seat: Seat) -> bool:
        try:
            store.claim_seat(seat, 10)
        except SeatTaken:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(claim, made)) == 1
    assert len(store.seats("ford")) == 1
    store.withdraw_seat(store.seats("ford")[0].hash)
    assert claim(Seat("h9", "ford", "player", "Guest 9", ("Bert", "Anna")))
    assert not claim(Seat("h10", "ford", "player", "Guest 10", ("Cid", "Bert")))
    assert claim(Seat("h11", "ford", "spectator", "room", ()))
    with pytest.raises(AffrayError, match="2 seats are taken here"):
        store.claim_seat(Seat("h12", "ford", "player", "Guest 12", ("Cid",)), 2)


def test_seats_are_changed_and_replaced_and_read_with_what_was_set(store: Store) -> None:
    anna = Seat("h1", "ford", "player", "Anna", ("Anna",))
    store.add_seat(anna)
    store.change_seat(anna._replace(name="Ann", people=("Bert", "Dog")))
    assert store.seat("h1") == Seat("h1", "ford", "player", "Ann", ("Bert", "Dog"))
    store.replace_seat(anna, anna._replace(hash="h2"))
    store.save_document("settings ford", "odds", "true")
    store.save_document("settings weir", "odds", "false")
    texts, seats = store.documents_and_seats("settings ford", "ford")
    assert texts == {"odds": "true"}
    assert {seat.hash: (seat.name, seat.withdrawn) for seat in seats} == {"h1": ("Ann", True), "h2": ("Anna", False)}


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


# --- whose eyes it is for


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights there")
def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        made = SQLite(tmp_path / "table" / "table.db")
        made.add_fight(FORD)
        made.backup(tmp_path / "copy.db")
        assert {file.name: mode(file) for file in (tmp_path / "table").iterdir()} == {
            "table.db": 0o600,
            "table.db-wal": 0o600,
            "table.db-shm": 0o600,
        }
        assert (mode(tmp_path / "table"), mode(tmp_path / "copy.db")) == (0o700, 0o600)
        made.close()
    finally:
        os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights there")
def test_files_that_others_could_read_are_tightened_when_they_are_opened(path: Path) -> None:
    path.parent.chmod(0o755)
    path.chmod(0o644)
    made = open_store(path)
    assert (mode(path), mode(path.parent)) == (0o600, 0o700)
    made.close()
    shared = path.parent / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    open_store(shared / "table.db").close()
    assert (mode(shared), mode(shared / "table.db")) == (0o1777, 0o600)


# --- the file itself


def test_an_address_of_another_kind_is_refused_and_shows_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for address in ("postgresq://me:hunter2@db/club", "sqlite://hunter2", "mysql://me:hunter2@db/club"):
        for opened in (open_store, hold):
            with pytest.raises(AffrayError, match="expected postgresql://USER@HOST/NAME") as no:
                opened(address)
            assert "hunter2" not in str(no.value)
    assert os.listdir() == []


def test_an_address_that_can_t_be_read_shows_no_password() -> None:
    library("psycopg")
    for address in ("me:hunter2@[db/club", "me:hunter2%zz@db/club", "me:hunter2@db/club?hunter2=1"):
        with pytest.raises(AffrayError, match="the database's address can't be read; expected postgresql://") as no:
            open_store(f"postgresql://{address}")
        assert "hunter2" not in str(no.value)


@pytest.mark.parametrize("what", ["moved", "deleted", "replaced", "its log"])
def test_nothing_is_acknowledged_while_the_file_is_not_in_its_place(path: Path, what: str) -> None:
    made = SQLite(path)
    made.append("ford", 0, ["one"], "Anna", "k1")
    lost = path.with_name("fights.db-wal") if what == "its log" else path
    aside = path.with_name("aside")
    lost.rename(aside)
    if what == "replaced":
        lost.write_bytes(aside.read_bytes())
    assert str(lost) in str(made.trouble())
    with pytest.raises(NotStored, match="nothing is kept until"):
        made.append("ford", 1, ["two"], "Anna", "k2")
    assert texts(made) == ["one"]
    if what != "deleted":
        aside.replace(lost)
        assert made.trouble() is None
        made.append("ford", 1, ["two"], "Anna", "k2")
        assert texts(made) == ["one", "two"]
    made.close()


def test_who_has_the_file_is_said(path: Path) -> None:
    held = hold(path)
    assert isinstance(held, FileLock)
    held.tell("http://127.0.0.1:8787")
    with pytest.raises(AffrayError, match=rf"process {os.getpid()} on .* since .*; you find it at http://127.0.0.1:87"):
        hold(path)
    reading = open_store(path, reading=True)
    assert reading.fight("ford") == FORD
    reading.close()
    held.release()
    with hold(path) as again:
        assert again is not None
    assert os.listdir(path.parent) == ["fights.db"]


READ = """
import sys
from affray.server.store import open_store
store = open_store(sys.argv[1], reading=True)
print([line.text for line in store.entries("ford")])
store.close()
"""


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs to mount something read-only")
@pytest.mark.parametrize("left", ["closed", "running", "killed", "without its index"])
def test_it_is_read_from_a_medium_that_can_t_be_written_to(path: Path, left: str, tmp_path: Path) -> None:
    made = SQLite(path)
    made.append("ford", 0, ["one"], "Anna", "k1")
    if left == "closed":
        made.close()
    stick, seen = tmp_path / "stick", tmp_path / "seen"
    shutil.copytree(path.parent, stick, ignore=shutil.ignore_patterns("stick", "seen"))
    seen.mkdir()
    if left in ("killed", "without its index"):
        (stick / "fights.db-shm").unlink()
    mount = f"mount --bind {stick} {seen} && mount -o remount,bind,ro {seen}"
    script = f"{mount} && {sys.executable} -c '{READ}' {seen / 'fights.db'}"
    run = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True)
    if "permi" in run.stderr.lower():
        pytest.skip("no mounts here")
    assert (run.stdout, run.stderr) == ("['one']\n", "")
    made.close()


def test_to_read_it_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    made = open_store(path, reading=True)
    assert made.fight("ford") == FORD
    with pytest.raises(AffrayError, match="can't be written to"):
        made.append("ford", 0, ["one"], "Anna", "k1")
    made.close()
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["fights.db"]


# --- damaged files


def damage(path: Path, found: bytes, put: bytes) -> None:
    data = path.read_bytes()
    assert len(found) == len(put)
    assert data.count(found) == 1
    path.write_bytes(data.replace(found, put))


def test_a_damaged_row_costs_one_fight(path: Path) -> None:
    made = open_store(path)
    made.add_fight(FightRecord("weir", "At the weir", "affray fight one\n", 2.0))
    made.close()
    damage(path, b"affray fight one", b"affray f\xffght one")
    made = open_store(path)
    assert [fight.id for fight in made.fights()] == ["ford", "weir"]
    assert made.fight("ford") == FORD
    with pytest.raises(Damaged, match="At the weir: the beginning of this fight is damaged") as no:
        made.fight("weir")
    assert "affray f" not in str(no.value)
    made.close()


def test_a_damaged_file_replaces_no_backup(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    made = open_store(path)
    made.backup(copy)
    made.close()
    before = copy.read_bytes()
    for how in ("a byte", "a page"):
        if how == "a byte":
            damage(path, b"At the ford", b"At th\xff ford")
        else:
            data = bytearray(path.read_bytes())
            data[-4096:-3000] = b"\xa5" * 1096
            path.write_bytes(data)
        made = open_store(path, reading=True)
        with pytest.raises(Damaged, match=r"is damaged \(.*\); nothing was written"):
            made.backup(copy)
        made.close()
        assert copy.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "fights.db"]


# --- a club's server


def test_processes_on_one_database_hear_of_each_other(address: str) -> None:
    one, other, heard = Postgres(address), Postgres(address), Queue[tuple[str, int]]()
    one.add_fight(FORD)

    ready, done = threading.Event(), threading.Event()

    def hear(fight: str, last: int) -> None:
        heard.put((fight, last))

    listener = threading.Thread(target=one.listen, args=(hear, ready.set, lambda: not done.is_set()))
    listener.start()
    assert ready.wait(LIMIT)
    other.append("ford", 0, ["one", "two"], "Anna", "k1")
    assert heard.get(timeout=LIMIT) == ("ford", 2)
    assert texts(one) == ["one", "two"]
    one.append("ford", 2, ["three"], "Bert", "k2")
    assert heard.get(timeout=LIMIT) == ("ford", 3)
    done.set()
    listener.join(LIMIT)
    assert not listener.is_alive()
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
