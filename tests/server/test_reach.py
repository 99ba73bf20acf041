"""How others reach a table: by the addresses of this machine in its networks, from the start or from a button on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server.tables import OWNER, Table, served, table
from waiting import LIMIT

from affray.errors import AffrayError
from affray.server import reach as reaching
from affray.server.app import find_reach
from affray.server.reach import Reach, network_addresses, open_socket

OTHER = "127.0.0.2"  # an address of this machine that no test needs a network for


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses in the network, as a test would have them."""
    found = [OTHER]
    monkeypatch.setattr(reaching, "network_addresses", lambda: list(found))
    try:
        open_socket(OTHER, 0).close()
    except AffrayError:
        pytest.skip("this system has one address for itself")
    return found


@pytest.fixture
def running(place: Path) -> Iterator[Table]:
    with served(place) as made:
        yield made


def is_answered(address: str) -> bool:
    try:
        return httpx.get(address, timeout=LIMIT).status_code == 200
    except httpx.ConnectError:
        return False


def test_phones_are_let_in_while_it_runs(running: Table, networks: list[str]) -> None:
    port = running.client.base_url.port
    there = f"http://{OTHER}:{port}"
    assert running.owner.get("/api/reach").json() == {"open": False, "addresses": []}
    assert not is_answered(there)
    assert running.owner.post("/api/reach").json() == {"open": True, "addresses": [there]}
    assert is_answered(there)
    assert running.owner.post("/api/reach").json()["addresses"] == [there]  # a second press is no mistake
    link = running.begin().post("/seats", role="player", name="Ann", people=["Fighter"]).json()
    assert link["link"].startswith(f"{there}/fight/")
    assert link["links"] == [link["link"]]  # nobody is sent to 127.0.0.1
    assert link["qr"].startswith("<svg")


def test_another_port_is_taken_where_that_one_is_not_free(running: Table, networks: list[str]) -> None:
    with open_socket(OTHER, running.client.base_url.port or 0):
        (there,) = running.owner.post("/api/reach").json()["addresses"]
        assert there.startswith(f"http://{OTHER}:")
        assert is_answered(there)


def test_it_is_said_why_phones_cannot_come(running: Table, networks: list[str], place: Path) -> None:
    networks.clear()
    told = running.owner.post("/api/reach")
    assert (told.status_code, told.json()["error"]) == (422, reaching.NO_NETWORK)
    assert running.owner.get("/api/reach").json()["open"] is False


def test_a_table_that_listens_to_nobody_says_so(here: Table, networks: list[str]) -> None:
    told = here.owner.post("/api/reach")
    assert (told.status_code, told.json()["error"]) == (422, reaching.NO_SECOND)


def test_an_address_that_the_machine_has_lost_is_shown_no_more(running: Table, networks: list[str]) -> None:
    first = running.owner.post("/api/reach").json()["addresses"]
    networks[:] = ["127.0.0.3"]
    second = running.owner.post("/api/reach").json()["addresses"]
    assert [httpx.URL(address).host for address in second] == ["127.0.0.3"]
    networks[:] = [OTHER, "127.0.0.3"]
    assert running.owner.post("/api/reach").json()["addresses"] == first + second


def test_only_whoever_started_the_table_lets_phones_in(here: Table) -> None:
    referee = here.begin()
    assert referee.post("/api/reach").status_code == 403
    assert referee.get("/api/reach").json()["open"] is False
    assert here.client.post("/api/reach").status_code == 401


@pytest.mark.parametrize("lan", [True, False])
def test_what_is_shown_is_what_others_reach(lan: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from affray.server import app

    monkeypatch.setattr(app, "network_addresses", lambda: ["192.0.2.7", "10.0.0.2"])
    found = find_reach(8787, lan, [])
    assert found.is_open is lan
    assert found.links == (["http://192.0.2.7:8787", "http://10.0.0.2:8787"] if lan else ["http://127.0.0.1:8787"])
    assert "127.0.0.1:8787" in found.names
    assert ("192.0.2.7:8787" in found.names) is lan
    assert find_reach(8787, lan, ["https://table.example"]).links[0] == "https://table.example"


def test_no_address_of_this_machine_alone_is_one_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, 0, 0, "", (address, 0)) for address in ("127.0.1.1", "192.0.2.9", "192.0.2.9")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: found)
    addresses = network_addresses()
    assert "127.0.1.1" not in addresses
    assert addresses.count("192.0.2.9") == 1


def test_with_every_address_served_a_new_one_needs_no_socket(place: Path, networks: list[str]) -> None:
    with table(place) as here:
        reach: Reach = here.reach
        reach.everywhere = True
        told = here.client.post("/api/reach", headers={"Authorization": f"Bearer {OWNER}"}).json()
        assert told["addresses"] == [f"http://{OTHER}:80"]
