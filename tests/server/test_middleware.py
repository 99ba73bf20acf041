"""What stands before every request: whose page it comes from, how much, how often; and what goes back with each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.tables import OWNER, Seat, Table
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from affray.errors import AffrayError
from affray.server import buckets, guard
from affray.server.app import create_app
from affray.server.live import Registry
from affray.server.reach import Reach, check_address
from affray.server.store import open_store

PROMISED = {
    "content-security-policy": guard.POLICY,
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
    told += [here.client.post("/api/fights", content=b"x" * (guard.LARGEST + 1)), here.client.delete("/")]
    told += [here.client.get("/", headers={"Origin": "http://elsewhere.example"})]
    assert {each.status_code for each in told} == {200, 401, 403, 404, 405, 413, 422}
    for each in told:
        promised(each)
    assert "'unsafe-inline'" not in guard.POLICY
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
    said = json.dumps({"answer": "x" * guard.LARGEST, "seen": 0, "key": "k"}).encode()
    told = referee.ask("POST", f"{referee.path}/answers", content=said)
    assert (told.status_code, told.json()["error"]) == (413, "that is too much: 300,000 bytes are enough for anybody")
    stranger = Seat(here, referee.fight, "no").ask(
        "POST", "/api/import", content=b"x" * (guard.LARGEST_OF_STRANGERS + 1)
    )
    assert stranger.status_code == 413  # a thousand of them must not fill the memory
    assert referee.ask("POST", "/api/import", content=b"x" * (guard.LARGEST + 1)).status_code == 413
    pieces = referee.ask("POST", f"{referee.path}/answers", content=iter([b"x" * 100_000] * 4))
    assert pieces.status_code == 413
    longer = here.owner.ask("POST", "/api/import", content=b"x" * (guard.LARGEST + 1))
    assert longer.status_code == 422
    assert here.owner.ask("POST", "/api/import", content=b"x" * (guard.LARGEST_JOURNAL + 1)).status_code == 413


def test_who_knocks_too_often_must_wait(here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BURST", 20.0)
    monkeypatch.setattr(guard, "A_SECOND", 0.0)
    codes = [here.owner.get("/api/table").status_code for _ in range(25)]
    assert (codes.count(200), codes.count(429)) == (20, 5)
    assert referee.get().status_code == 200  # another guest behind the same address is not hurt
    promised(here.owner.get("/api/table"))
    assert all(here.client.get("/pages/style.css").status_code == 200 for _ in range(30))


def test_who_goes_on_although_refused_is_shut_out(here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BURST", 20.0)
    monkeypatch.setattr(guard, "A_SECOND", 0.0)
    monkeypatch.setattr(buckets, "MOST_REFUSALS", 10.0)
    monkeypatch.setattr(buckets, "REFUSALS_A_SECOND", 0.0)
    told = [here.owner.get("/api/table") for _ in range(40)]
    assert [each.status_code for each in told] == [200] * 20 + [429] * 20
    assert [each.json()["error"] for each in told[20:31]] == [guard.TOO_OFTEN] * 11
    assert {each.json()["error"] for each in told[31:]} == {guard.SHUT_OUT.format(30)}
    monkeypatch.setattr(guard, "BURST", 1e9)
    assert here.owner.get("/api/table").status_code == 429  # however few they send now
    assert referee.get().status_code == 200


def test_nobody_is_shut_out_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    out = buckets.ShutOuts(lambda: now[0])
    for _ in range(int(buckets.MOST_REFUSALS)):
        out.note_refusal("eve")
    assert out.seconds_left("eve") == 0
    out.note_refusal("eve")
    assert (out.seconds_left("eve"), out.seconds_left("ann")) == (buckets.SHUT_OUT_SECONDS, 0)
    now[0] += buckets.SHUT_OUT_SECONDS
    assert out.seconds_left("eve") == 0
    assert not out.until
    monkeypatch.setattr(buckets, "MOST_BUCKETS", 10)
    monkeypatch.setattr(buckets, "MOST_REFUSALS", 0.0)
    for n in range(30):
        out.note_refusal(f"{n}")
    assert len(out.until) == 10


def test_wrong_tokens_are_counted_by_their_address_and_right_ones_are_not_hurt(
    here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "WRONG_BURST", 50.0)
    monkeypatch.setattr(guard, "WRONG_A_SECOND", 0.0)
    told = [Seat(here, "", f"guess{n}").get("/api/table") for n in range(60)]
    assert [each.status_code for each in told] == [401] * 50 + [429] * 10
    assert "a right one works" in told[-1].json()["error"]
    promised(told[-1])
    assert here.owner.get("/api/table").status_code == 200
    assert referee.do("cast sleep").status_code in (200, 422)


def test_strangers_share_a_measure_that_is_not_the_guests(
    here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "STRANGE_BURST", 20.0)
    monkeypatch.setattr(guard, "STRANGE_A_SECOND", 0.0)
    codes = [here.client.get("/api/openapi.json").status_code for _ in range(25)]
    assert (codes.count(200), codes.count(429)) == (20, 5)
    assert referee.give("player", "Ann", ["Magic-user"]).get().status_code == 200
    assert here.client.get("/").status_code == 200


def test_measures_do_not_grow_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "MOST_BUCKETS", 10)
    measures = buckets.Buckets()
    assert not any([measures.take("somebody", 1, 0) for _ in range(3)][1:])
    for n in range(30):
        measures.take(f"another {n}", 1, 0)
    assert len(measures.left) == 10


# --- by what name the table is called: a page elsewhere may have made its own name lead here


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8787", "testserver.evil.example", "", "testserver:81"])
def test_another_name_is_not_answered(here: Table, referee: Seat, host: str) -> None:
    for path, how in (("/", {}), ("/api/table", {"Authorization": f"Bearer {OWNER}"})):
        told = here.client.get(path, headers={"Host": host, "Origin": f"http://{host}", **how})
        assert told.status_code == 403
        assert "does not go by that name" in told.json()["error"]
    client: Any = here.client
    socket = client.websocket_connect(f"{referee.path}/events", headers={"Host": host})
    with pytest.raises(WebSocketDisconnect) as gone, socket:
        pass
    assert gone.value.code == 4403


def test_its_own_names_are(place: Path) -> None:
    store = open_store(place)
    app = create_app(
        Registry(store, OWNER),
        Reach("http://127.0.0.1:8787", ["http://10.0.0.2:8787"], ["https://table.example"], ["http://box:8787"]),
    )
    with TestClient(app) as client:
        for host, origin in (
            ("table.example", "https://table.example"),
            ("table.example:443", "https://table.example"),
            ("10.0.0.2:8787", "http://10.0.0.2:8787"),
            ("BOX:8787", "http://box:8787"),
        ):
            assert client.get("/", headers={"Host": host, "Origin": origin}).status_code == 200
        told = client.get("/", headers={"Host": "table.example", "Origin": "http://table.example"})
        assert told.status_code == 403  # somebody between changed what was sent without encryption
        owner = {"Authorization": f"Bearer {OWNER}", "Host": "box:8787"}
        fight = client.post("/api/fights", json={"scenario": "orcs", "seed": 7}, headers=owner).json()["id"]
        seat = client.post(f"/api/fights/{fight}/seats", json={"role": "referee"}, headers=owner).json()
    assert seat["link"].startswith("https://table.example/fight/")
    store.close()


@pytest.mark.parametrize(
    "wrong", ["table.example", "ftp://table.example", "https://", "https://a.example/path", "http://["]
)
def test_an_address_is_one(wrong: str) -> None:
    with pytest.raises(AffrayError, match="no address of a table"):
        check_address(wrong)


def test_a_page_can_fetch_only_what_is_a_page(here: Table) -> None:
    for path in (
        "..%2fapp.py",
        "..%5capp.py",
        "app.py",
        "%2e%2e/app.py",
        "style.css%00",
        "nul%01.css",
        ".html",
        "a" * 5000 + ".js",
    ):
        assert here.client.get(f"/pages/{path}").status_code == 404, path


def test_the_owner_is_nobody_else(here: Table) -> None:
    for token in ("", "x", OWNER[:-1], OWNER + "x", "ü"):
        told = here.client.get("/api/table", headers={b"Authorization": f"Bearer {token}".encode()})
        assert told.status_code == 401
