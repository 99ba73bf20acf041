"""Whoever started the table: their key is kept with the fights, and their browser is known again by a cookie."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import pytest
from server.tables import OWNER, Table, table

from affray.errors import AffrayError
from affray.server.owner import OwnerCookie, find_key, forget_key

ORIGIN = "http://testserver"
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def no_key_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AFFRAY_KEY", raising=False)


# --- the key


def test_the_key_is_the_same_after_a_restart(place: Path) -> None:
    key = find_key(place)
    assert len(key) == 32
    assert find_key(place) == key
    assert find_key(place.with_name("another.db")) != key


@posix
def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    place = tmp_path / "new" / "table.db"
    find_key(place)
    assert (tmp_path / "new" / "table.key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


@posix
@pytest.mark.parametrize("mode", [0o644, 0o602, 0o620])
def test_a_key_that_others_could_read_or_write_is_replaced(place: Path, mode: int) -> None:
    key, file = find_key(place), place.with_suffix(".key")
    file.chmod(mode)
    assert find_key(place) != key
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("wrong", [b"", b"short", b"x" * 300, b"\xff" * 40, b"two words are no key of this table"])
def test_a_file_that_holds_no_key_gets_one(place: Path, wrong: bytes) -> None:
    file = place.with_suffix(".key")
    file.write_bytes(wrong)
    file.chmod(0o600)
    key = find_key(place)
    assert len(key) == 32
    assert file.read_text() == f"{key}\n"


def test_a_key_can_be_given_or_forgotten(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = find_key(place)
    forget_key(place)
    forget_key(place)
    assert find_key(place) != key
    monkeypatch.setenv("AFFRAY_KEY", "given")
    assert find_key(place) == "given"
    with pytest.raises(AffrayError, match="AFFRAY_KEY"):
        forget_key(place)


def test_a_database_has_no_folder_for_a_key() -> None:
    keys = {find_key("postgresql://localhost/affray") for _ in range(2)}
    assert len(keys) == 2


# --- the cookie


def remembered(here: Table) -> httpx.Response:
    told = here.owner.post("/api/owner")
    assert told.status_code == 204
    return told


def test_the_browser_is_known_by_its_cookie_after_a_restart(place: Path) -> None:
    with table(place) as here:
        remembered(here)
        kept = dict(here.client.cookies)
    with table(place) as here:
        assert here.client.get("/api/table").status_code == 401
        here.client.cookies.update(kept)
        assert here.client.get("/api/owner").json()["owner"] is True
        assert here.client.get("/api/table").status_code == 200
        made = here.client.post("/api/fights", json={"scenario": "orcs"}, headers={"Origin": ORIGIN})
        assert made.status_code == 201


def test_the_cookie_is_kept_from_scripts_and_other_sites_and_holds_no_key(here: Table) -> None:
    said = remembered(here).headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/api", "Max-Age=34560000"):
        assert part in said
    assert "Secure" not in said  # over http a browser would not send it
    assert OWNER not in said


def test_over_https_the_cookie_is_never_sent_without_it(here: Table) -> None:
    told = here.client.post("https://testserver/api/owner", headers={"Authorization": f"Bearer {OWNER}"})
    assert "Secure" in told.headers["set-cookie"]


def test_another_page_on_this_machine_can_do_nothing_with_the_cookie(here: Table) -> None:
    """A page at another port of 127.0.0.1 is no other site: its browser sends the cookie along."""
    remembered(here)
    there = {"Origin": "http://testserver:9999", "Sec-Fetch-Site": "same-site"}
    for headers, refused in ((there, 403), ({}, 401)):  # the second names no page at all
        told = here.client.post("/api/fights", json={"scenario": "orcs"}, headers=headers)
        assert told.status_code == refused
    for site in ("same-site", "cross-site"):
        assert here.client.get("/api/table", headers={"Sec-Fetch-Site": site}).status_code == 401
    assert here.client.get("/api/table", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert here.store.fights() == []


def test_a_token_that_is_sent_counts_and_not_the_cookie(here: Table) -> None:
    """A player's page in the owner's browser stays a player's."""
    ann = here.begin().give("player", "Ann", ["Fighter"])
    remembered(here)
    assert ann.get("/api/table").status_code == 403
    assert ann.get("/api/owner").json()["owner"] is False


def test_a_cookie_of_another_table_or_a_guess_is_none(here: Table) -> None:
    ours, other = here.registry.cookie, OwnerCookie.of("another key of another table")
    assert ours.name != other.name
    near = f"{ours.name}={other.value}", f"{ours.name}=", f"{other.name}={ours.value}", f"{ours.name}=\xff"
    for wrong in (*near, "=;;="):
        told = here.client.get("/api/owner", headers={b"Cookie": wrong.encode("latin-1")})
        assert told.json()["owner"] is False
    among = f"theirs=1; {ours.name}={ours.value} ; x"
    assert here.client.get("/api/owner", headers={"Cookie": among}).json()["owner"] is True


def test_a_browser_can_be_forgotten(here: Table) -> None:
    remembered(here)
    assert here.client.request("DELETE", "/api/owner", headers={"Origin": ORIGIN}).status_code == 204
    assert here.client.get("/api/owner").json()["owner"] is False


def test_only_the_owner_gets_the_cookie(here: Table) -> None:
    referee = here.begin()
    assert referee.post("/api/owner").status_code == 403
    assert here.client.post("/api/owner").status_code == 401
    assert not here.client.cookies
