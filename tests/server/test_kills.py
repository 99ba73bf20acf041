"""What happens to the machine: it is killed, its disk is full, its folder may not be written to. Nothing is lost."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from kills import KEY, lives, losses, running
from server.tables import Screen, Seat, Table, replays, served, table
from waiting import LIMIT

from affray.server.store.outage import FULL, TROUBLE
from affray.server.store.sqlite import SQLite

KILLS = 15


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_killed_at_any_moment_it_has_kept_all_that_it_acknowledged(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path) if database == "sqlite" else request.getfixturevalue("address")
    guests = lives(place, KILLS, seed=1)
    assert list(losses(place, guests)) == []
    assert sum(len(keys) for guest in guests for keys in guest.said.values()) > KILLS


# --- the disk


@contextmanager
def full(store: SQLite) -> Iterator[None]:
    """No page more than there are."""
    (pages,) = store.file.execute("pragma page_count").fetchone()
    store.file.execute(f"pragma max_page_count = {pages}")
    yield
    store.file.execute("pragma max_page_count = 1000000")


@contextmanager
def read_only(store: SQLite) -> Iterator[None]:
    store.file.execute("pragma query_only = on")
    yield
    store.file.execute("pragma query_only = off")


def until_it_is_full(referee: Seat) -> tuple[int, str]:
    """Long notes fill what is left of the last pages."""
    for _ in range(60):
        told = referee.say(["note", "Grub", "x" * 399])
        if told.status_code != 200:
            return told.status_code, told.json()["error"]
    return 200, ""


@pytest.mark.parametrize(
    ("trouble", "words", "cause"),
    [
        (full, FULL, "the disk is full; nothing of the last answer was kept: make room and give it again"),
        (read_only, TROUBLE, "can't be written to"),
    ],
)
def test_what_cannot_be_kept_is_said_and_has_not_happened(
    place: Path, trouble: object, words: str, cause: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(place) as here:
        referee = here.begin()
        screen = Screen(referee)
        assert isinstance(here.store, SQLite)
        with trouble(here.store):  # type: ignore[operator]
            status, error = until_it_is_full(referee)
            assert (status, error) == (503, words)
            check_readable(here, referee, screen)
        assert referee.do("pass").status_code == 200
        assert screen.reaches(referee.n)
        screen.close()
        assert replays(referee.journal())
    with table(place) as again:
        assert Seat(again, referee.fight, referee.token, "referee").n == referee.n
    assert f"not stored: {place}: {cause}" in capfd.readouterr().err  # the log has it


def check_readable(here: Table, referee: Seat, screen: Screen) -> None:
    """The fight is still there as it was, and so is the store; nothing is half-written."""
    kept, seen, fights = referee.entries(), referee.look()["view"], len(here.store.fights())
    for attempt in (
        referee.act("/words", words=[["note", "Grub", "y" * 399]] * 60),
        here.owner.post("/api/fights", scenario=here.owner.get("/api/examples").json()[0]["text"] + "# x" * 3000),
        here.owner.ask("PUT", "/api/scenarios/ours", json={"text": "x" * 100_000}),
    ):
        assert attempt.status_code == 503, attempt.text
        assert attempt.json()["error"] in (FULL, TROUBLE)
    assert referee.entries() == kept
    assert len(here.store.fights()) == fights
    assert {**referee.look()["view"], "seats_here": []} == {**seen, "seats_here": []}
    assert screen.frames[-1]["view"]["n"] == referee.n
    assert replays(referee.journal())


def test_a_real_disk_that_is_full(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(tmp_path)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        with table(tmp_path / "table.db") as here:
            referee = here.begin()
            with (tmp_path / "filler").open("wb", 0) as file, contextlib.suppress(OSError):
                while file.write(b"x" * 512):
                    pass
            status, error = until_it_is_full(referee)
            assert (status, error) == (503, FULL)
            kept = referee.entries()
            (tmp_path / "filler").unlink()
            assert referee.do("pass").status_code == 200
            assert referee.entries()[:-1] == kept
            assert replays(referee.journal())
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


@pytest.mark.parametrize("folder", ["file", "/sys/kernel", "/sys/kernel/affray"])
def test_a_folder_that_may_not_be_written_to_is_said_at_once(folder: str, tmp_path: Path) -> None:
    """Even root can make no folder of a file, and nothing in the kernel's own."""
    (tmp_path / "file").write_text("")
    place = tmp_path / folder
    command = [sys.executable, "-m", "affray", "table", "--no-browser", "--port", "0", "--data", str(place)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    assert run.returncode == 2
    assert str(place) in run.stderr
    assert "Traceback" not in run.stderr


# --- the real command


def test_the_real_command_is_for_this_machine_alone_and_says_no_token_twice(tmp_path: Path) -> None:
    with running(str(tmp_path)) as (process, port):
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}) as client:
            client.post("/api/fights", json={"scenario": "orcs"})
            fights = client.get("/api/table").json()["fights"]
            made = client.post(f"/api/fights/{fights[0]['id']}/seats", json={"role": "referee"}).json()
            client.post("/api/fights", content=b"{")
            client.get(f"/fight/{fights[0]['id']}?token={made['token']}")
        assert fights[0]["title"] == "Orcs at the ford"
        assert listening(port) == {"0100007F"}
        process.terminate()
        assert process.stdout is not None
        said = process.stdout.read()
    assert made["token"] not in said
    assert "Traceback" not in said
    assert "#" not in said  # the owner's link stands in the line before


def listening(port: int) -> set[str]:
    """On which addresses anything listens on this port, as the system writes them."""
    rows = [row.split() for name in ("tcp", "tcp6") for row in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return {row[1].partition(":")[0] for row in rows if row[3] == "0A" and int(row[1].partition(":")[2], 16) == port}
