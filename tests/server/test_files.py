"""The table and its files: one table a folder, files that vanish or are damaged, and what is said about it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from databases import free_port
from server.browsers import running
from server.tables import Table, served, table
from waiting import wait_until

from affray.server.store import FORMAT


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "affray", *words], capture_output=True, text=True, timeout=60)


# --- one table a folder


def test_a_second_table_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        for port in (str(free_port()), str(first.port)):
            second = run("table", "--no-browser", "--data", str(tmp_path), "--port", port)
            assert second.returncode == 2
            assert f"process {first.process.pid} on " in second.stderr
            assert f"you find it at {first.address};" in second.stderr
            assert "Traceback" not in second.stderr
        fight = first.begin()
        kept = run("export", "last", "--data", str(tmp_path))  # who only reads is welcome
        assert kept.stdout == fight.journal()
        (tmp_path / "some.fight").write_text(kept.stdout)
        brought = run("import", str(tmp_path / "some.fight"), "--data", str(tmp_path))
        assert brought.returncode == 2
        assert first.address in brought.stderr
        first.process.send_signal(signal.SIGTERM)
        first.process.wait(30)
        assert sorted(os.listdir(tmp_path)) == ["some.fight", "table.db"]
        first.start()  # and after one that was killed
        first.kill()
        first.start()


# --- files that vanish


@pytest.mark.parametrize("role", ["referee", "player"])
def test_while_its_file_is_gone_nothing_is_acknowledged(place: Path, role: str) -> None:
    with served(place) as here:
        referee = here.begin()
        seat = referee if role == "referee" else referee.give("player", "Ann", ["Fighter"])
        screen = seat.screen()
        assert screen.wait(lambda: bool(screen.frames))
        n, aside = referee.n, place.with_name("aside.db")
        place.rename(aside)
        told = referee.do("pass")
        assert told.status_code == 503
        assert "nothing is kept until it is back in its place" in told.json()["error"]
        if role == "referee":
            assert screen.wait(lambda: "moved or deleted" in screen.frames[-1]["view"]["fight"].get("trouble", ""))
        aside.rename(place)
        assert wait_until(lambda: "trouble" not in referee.look()["view"]["fight"])
        assert referee.do("pass").status_code == 200
        assert referee.n > n
        assert screen.reaches(seat.look()["n"])
        if role == "player":
            assert all("trouble" not in frame["view"]["fight"] for frame in screen.frames)
        else:
            assert "trouble" not in screen.frames[-1]["view"]["fight"]
        screen.close()


def test_a_player_is_told_of_no_path(place: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served(place) as here:
        referee = here.begin()
        player = referee.give("player", "Ann", ["Magic-user"])
        aside = place.with_name("aside.db")
        place.rename(aside)
        words = "the table's file has been moved or deleted: nothing is kept until it is back in its place"
        told = [seat.do("cast sleep") for seat in (player, referee)]
        told.append(referee.post("/seats", role="player", name="Bob", people=["Thief"]))
        for one in told:
            assert (one.status_code, one.json()["error"]) == (503, words)
        screens = [player.screen(), referee.screen()]
        for screen in screens:
            assert screen.wait(lambda screen=screen: bool(screen.frames))  # type: ignore[misc]
        assert screens[1].wait(lambda: screens[1].frames[-1]["view"]["fight"].get("trouble") == words)
        shown = [one.text for one in told] + [str(frame) for screen in screens for frame in screen.frames]
        assert not [text for text in shown for path in (place.parent, place.name, aside.name) if str(path) in text]
        for screen in screens:
            screen.close()
        aside.rename(place)
    assert f"not stored: {place} has been moved or deleted" in capfd.readouterr().err  # the log has it


# --- damaged rows


def spoil(place: Path, table_name: str, column: str, where: str = "1 = 1") -> None:
    """Put a byte that is no text into a column."""
    with sqlite3.connect(place) as file:
        value = f"cast(x'ff' || cast(substr({column}, 2) as blob) as text)"
        file.execute(f"update {table_name} set {column} = {value} where {where}")
    file.close()


def begun(place: Path) -> tuple[Any, Any]:
    with table(place) as here:
        one, other = here.begin(), here.begin()
        for seat in (one, other):
            assert seat.do("pass").status_code == 200
        here.owner.post("/api/library/parties", text="party: The Moths\nmembers:\n  - normal human\n")
    return one, other


def again(here: Table, seat: Any) -> Any:
    from server.tables import Seat

    return Seat(here, seat.fight, seat.token, "referee")


def listed(here: Table) -> dict[str, Any]:
    return {fight["id"]: fight.get("trouble", "") for fight in here.owner.get("/api/table").json()["fights"]}


def test_a_damaged_beginning_costs_one_fight(place: Path) -> None:
    one, other = begun(place)
    spoil(place, "fights", "header", f"id = '{one.fight}'")
    spoil(place, "documents", "text", f"kind = 'summary' and name = '{one.fight}'")
    with table(place) as here:
        assert set(listed(here)) == {one.fight, other.fight}
        assert "the beginning of this fight is damaged" in listed(here)[one.fight]
        assert listed(here)[other.fight] == ""
        told = here.client.get(f"/api/fights/{one.fight}", headers={"Authorization": f"Bearer {one.token}"})
        assert told.status_code == 503
        assert "the beginning of this fight is damaged" in told.json()["error"]
        assert again(here, other).do("pass").status_code == 200


def test_a_damaged_entry_costs_what_comes_after_it(place: Path) -> None:
    one, other = begun(place)
    spoil(place, "entries", "text", f"fight = '{one.fight}' and number = 1")
    with table(place) as here:
        seat = again(here, one)
        assert "can't be replayed from entry 1 on: it is damaged in the database" in seat.view["fight"]["trouble"]
        assert seat.do("pass").status_code == 422
        assert again(here, other).do("pass").status_code == 200


@pytest.mark.parametrize(
    ("table_name", "column"),
    [("fights", "title"), ("fights", "id"), ("documents", "text"), ("documents", "name"), ("seats", "people")],
)
def test_no_damaged_row_closes_the_table(place: Path, table_name: str, column: str) -> None:
    begun(place)
    with sqlite3.connect(place) as file:
        file.execute("pragma foreign_keys = off")
    spoil(place, table_name, column)
    with table(place) as here:
        for path in ("/api/table", "/api/examples", "/api/library/parties"):
            told = here.owner.get(path)
            assert told.status_code == 200, told.text
        assert here.begin().do("pass").status_code == 200


# --- files of other versions


def test_the_format_is_written_into_the_file(place: Path) -> None:
    begun(place)
    with sqlite3.connect(place) as file:
        assert file.execute("pragma user_version").fetchone() == (FORMAT,)
    file.close()
