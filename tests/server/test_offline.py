"""Nothing leaves the machine: not from the server, not from its pages, not from the API's own page."""

from __future__ import annotations

import ipaddress
import random
import re
import socket
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from server.tables import play, table

ADDRESS = re.compile(r"(?:https?|wss?):?//[^\s\"'`<>)]+|@import|(?:src|href)=[\"']//")
NAMESPACE = re.compile(r"http://www\.w3\.org/(2000/svg|1999/xhtml|1999/xlink|1998/Math/MathML)$")
OWN = re.compile(r"(https?|wss?)://\$\{?")  # made of the page's own place
PAGES = sorted(file.name for file in files("affray.server").joinpath("pages").iterdir())


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """No connection to the outside and no question to a name server; those that were tried."""
    tried: list[Any] = []
    connects = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "sendto")}

    def guarded(name: str) -> Any:
        def go(self: socket.socket, *words: Any) -> Any:
            where = words[-1]
            if self.family != socket.AF_UNIX and not ipaddress.ip_address(where[0]).is_loopback:
                tried.append(where)
                raise OSError("the network is switched off")
            return connects[name](self, *words)

        return go

    def nameless(host: Any, *rest: Any, **more: Any) -> Any:
        tried.append(host)
        raise socket.gaierror("the network is switched off")

    for name in connects:
        monkeypatch.setattr(socket.socket, name, guarded(name))
    monkeypatch.setattr(socket, "getaddrinfo", nameless)
    return tried


def test_the_guard_of_this_test_works(offline: list[Any]) -> None:
    with socket.socket() as some, pytest.raises(OSError, match="switched off"):
        some.connect(("192.0.2.1", 80))
    assert offline == [("192.0.2.1", 80)]


def test_a_fight_is_run_without_a_network(place: Path, offline: list[Any]) -> None:
    with table(place) as here:
        referee = here.begin()
        ann = referee.give("player", "Ann", ["Fighter", "Cleric", "Thief", "Magic-user"])
        with ann.socket() as screen:
            screen.receive_json()
            play(referee, [ann], random.Random(1), 12)
        for path in ("/log?format=html", "/ending", "/ending/page", "/journal", "/seats"):
            assert referee.get(path).status_code == 200, path
        for path in (
            "/",
            "/api",
            f"/fight/{referee.fight}",
            "/api/openapi.json",
            *(f"/pages/{name}" for name in PAGES),
        ):
            assert here.client.get(path).status_code == 200, path
        for path in ("/api/books", "/api/house", "/api/examples", "/api/table"):
            assert here.owner.get(path).status_code == 200
        assert here.owner.post("/api/forecast", scenario="duel").status_code == 200
    assert offline == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_no_address_elsewhere(name: str) -> None:
    text = files("affray.server").joinpath("pages", name).read_text(encoding="utf-8")
    found = [word for word in ADDRESS.findall(text) if not NAMESPACE.match(word) and not OWN.match(word)]
    assert found == []


def test_the_apis_own_page_names_none_either(place: Path) -> None:
    with table(place) as here:
        told = here.client.get("/api").text + here.client.get("/api/openapi.json").text
        log = here.begin().get("/log?format=html").text
    assert ADDRESS.findall(told + log) == []
