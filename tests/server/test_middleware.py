"""What stands before every request: whose page it comes from, how much, how often; and what goes back with each."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from server.tables import OWNER, Seat, Table
from starlette.websockets import WebSocketDisconnect

from affray.server import app

PROMISED = {
    "content-security-policy": app.POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}
OTHERS = [
    "http://elsewhere.example",
    "null",
    "http://testserver.elsewhere.example",
    "http://[",
    "file://testserver",
    "",
]


def promised(told: httpx.Response) -> None:
    for name, value in PROMISED.items():
        assert told.headers.get_list(name) == [value], told.request.url
    assert len(told.headers.get_list("cache-control")) == 1


def test_every_response_has_its_headers(here: Table, referee: Seat) -> None:
    told = [
        here.client.get(path) for path in ("/", "/pages/style.css", "/pages/none.js", "/nowhere", "/api/openapi.json")
    ]
    told += [referee.get(), referee.do("nonsense"), referee.post("/words"), Seat(here, referee.fight, "no").get()]
    told += [here.client.post("/api/fights", content=b"x" * (app.LARGEST + 1)), here.client.delete("/")]
    told += [here.client.get("/", headers={"Origin": "http://elsewhere.example"})]
    assert {each.status_code for each in told} == {200, 401, 403, 404, 405, 413, 422}
    for each in told:
        promised(each)
    assert "'unsafe-inline'" not in app.POLICY
    assert "server" not in told[0].headers


@pytest.mark.parametrize("origin", OTHERS)
def test_another_sites_page_is_turned_away(here: Table, referee: Seat, origin: str) -> None:
    told = referee.get(headers={"Origin": origin})
    assert (told.status_code, told.json()["error"]) == (403, "this came from another site's page")
    client: Any = here.client
    socket = client.websocket_connect(f"{referee.path}/events", headers={"Origin": origin})
    with pytest.raises(WebSocketDisconnect) as gone, socket:
        pass
    assert gone.value.code == 4403


def test_our_own_page_is_not(here: Table, referee: Seat) -> None:
    assert referee.get(headers={"Origin": "http://testserver"}).status_code == 200
    assert referee.get(headers={"Origin": "HTTP://TESTSERVER"}).status_code == 200


def test_what_is_too_large_is_not_even_read(here: Table, referee: Seat) -> None:
    said = json.dumps({"answer": "x" * app.LARGEST, "seen": 0, "key": "k"}).encode()
    told = referee.ask("POST", f"{referee.path}/answers", content=said)
    assert (told.status_code, told.json()["error"]) == (413, "that is too much: 300,000 bytes are enough for anybody")
    pieces = referee.ask("POST", f"{referee.path}/answers", content=iter([b"x" * 100_000] * 4))
    assert pieces.status_code == 413
    longer = here.owner.ask("POST", "/api/import", content=b"x" * (app.LARGEST + 1))
    assert longer.status_code == 422
    assert here.owner.ask("POST", "/api/import", content=b"x" * (app.LARGEST_JOURNAL + 1)).status_code == 413


def test_who_knocks_too_often_must_wait(here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BURST", 20.0)
    monkeypatch.setattr(app, "A_SECOND", 0.0)
    codes = [Seat(here, "", "no").get("/api/table").status_code for _ in range(25)]
    assert (codes.count(401), codes.count(429)) == (20, 5)
    assert referee.get().status_code == 200  # another guest behind the same address is not hurt
    promised(Seat(here, "", "no").get("/api/table"))
    assert all(here.client.get("/pages/style.css").status_code == 200 for _ in range(30))


def test_many_tokens_of_one_address_share_a_larger_measure(here: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MOST_BURST", 50.0)
    monkeypatch.setattr(app, "MOST_A_SECOND", 0.0)
    codes = [Seat(here, "", f"guess{n}").get("/api/table").status_code for n in range(60)]
    assert codes.count(429) == 10


def test_a_page_can_fetch_only_what_is_a_page(here: Table) -> None:
    for path in ("..%2fapp.py", "..%5capp.py", "app.py", "%2e%2e/app.py", "style.css%00", "nul%01.css", ".html"):
        assert here.client.get(f"/pages/{path}").status_code == 404, path


def test_the_owner_is_nobody_else(here: Table) -> None:
    for token in ("", "x", OWNER[:-1], OWNER + "x", "ü"):
        told = here.client.get("/api/table", headers={b"Authorization": f"Bearer {token}".encode()})
        assert told.status_code == 401
