"""The socket of a fight: a view, then every item in order; over restarts, over two workers, and within bounds."""

from __future__ import annotations

import contextlib
import json
import threading
from pathlib import Path

import pytest
from optional import library
from server.tables import Json, Screen, Seat, Table, replays, served, table
from starlette.websockets import WebSocketDisconnect
from waiting import LIMIT, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from affray.server import routes_fights


def first(seat: Seat) -> str:
    words: str = seat.look()["view"]["asks"]["legal"][-1]["words"]
    return words


def test_a_view_comes_first_and_then_items_in_order(referee: Seat) -> None:
    with referee.socket() as socket:
        frame = socket.receive_json()
        assert set(frame) == {"view", "items"}
        assert frame["view"]["people"]
        seen = [item["n"] for item in frame["items"]]
        for _ in range(5):
            referee.do(first(referee))
            while not seen or seen[-1] < referee.n:
                seen += [item["n"] for item in socket.receive_json()["items"]]
        assert seen == list(range(1, referee.n + 1))


def test_it_resumes_after_a_number(referee: Seat) -> None:
    referee.do(first(referee))
    with referee.socket(after=referee.n - 1) as socket:
        assert [item["n"] for item in socket.receive_json()["items"]] == [referee.n]
    with referee.socket(after=2**31) as socket:
        assert socket.receive_json()["items"] == []


def test_after_a_restart_all_numbers_and_items_are_the_same(place: Path) -> None:
    told: dict[str, Json] = {}
    with table(place) as before:
        referee = before.begin(rules="procedure", hidden=["Grub"])
        seats = [referee, referee.give("player", "Ann", ["Fighter"]), referee.give("spectator")]
        seats[1].act("/ahead", who="Fighter", ask="declare", answer="defend")
        for _ in range(6):
            referee.do(first(referee))
        referee.act("/undo", steps=2)
        referee.act("/redo")
        told = {seat.token: (seat.get().json(), seat.get("/log").text) for seat in seats}
    with table(place) as after:
        for token, before_it in told.items():
            seat = Seat(after, referee.fight, token)
            assert (seat.get().json(), seat.get("/log").text) == before_it
        again = Seat(after, referee.fight, referee.token)
        with again.socket(after=3) as socket:
            assert socket.receive_json()["items"][0]["n"] == 4
        assert again.do(first(again)).status_code == 200
        assert replays(again.journal())


@pytest.mark.parametrize(
    "hello",
    ["{}", "nonsense", '{"token": "guess"}', '{"token": 5}', "[]", '{"token": "\\ud800"}', "[" * 3000, '{"after": -1}'],
)
def test_a_bad_hello_is_turned_away(here: Table, referee: Seat, hello: str) -> None:
    client: Json = here.client
    with client.websocket_connect(f"{referee.path}/events") as socket:
        socket.send_text(hello)
        assert "link you were given" in socket.receive_json()["error"]
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == 4401


def test_so_is_a_token_of_another_fight_and_one_who_says_nothing(
    here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = here.begin("duel", sides=["fighter"])
    with Seat(here, referee.fight, other.token).socket() as socket:
        assert "error" in socket.receive_json()
    monkeypatch.setattr(routes_fights, "HELLO_TIMEOUT", 0.05)
    client: Json = here.client
    with client.websocket_connect(f"{referee.path}/events") as socket:
        assert "error" in socket.receive_json()
    with client.websocket_connect(f"{referee.path}/events") as socket:
        socket.send_bytes(b"\x00\xff")
        assert "error" in socket.receive_json()


def test_too_many_screens_are_told_so(referee: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes_fights, "MOST_OF_A_SEAT", 2)
    with contextlib.ExitStack() as many:
        for _ in range(2):
            many.enter_context(referee.socket()).receive_json()
        with referee.socket() as socket:
            assert socket.receive_json() == {"error": "too many screens look at this already; close one of them"}
        monkeypatch.setattr(routes_fights, "MOST_SCREENS", 2)
        with referee.give("spectator").socket() as socket:
            assert "too many screens" in socket.receive_json()["error"]
    with referee.socket() as socket:
        assert "view" in socket.receive_json()


def test_a_page_that_is_opened_again_and_again_must_wait(
    here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes_fights, "OPENED_AT_ONCE", 3.0)
    monkeypatch.setattr(routes_fights, "OPENED_A_SECOND", 0.0)
    for _ in range(3):
        with referee.socket() as socket:
            assert "view" in socket.receive_json()
    with referee.socket() as socket:
        assert socket.receive_json() == {"error": routes_fights.OPENED_TOO_OFTEN}
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == routes_fights.FULL
    with referee.give("spectator").socket() as socket:
        assert "view" in socket.receive_json()


def test_frames_are_bounded_in_size_and_number(place: Path) -> None:
    with served(place) as made:
        referee = made.begin()
        address = f"ws://127.0.0.1:{made.client.base_url.port}{referee.path}/events"
        with connect(address) as link:
            link.send(json.dumps({"token": referee.token, "after": 0, "more": "x" * 5000}))
            with pytest.raises(ConnectionClosed):
                link.recv(timeout=LIMIT)
        with connect(address) as link:
            link.send(json.dumps({"token": referee.token}))
            with contextlib.suppress(ConnectionClosed):
                for _ in range(routes_fights.MOST_FRAMES + 50):
                    link.send("and another thing")
                while True:
                    link.recv(timeout=LIMIT)
            assert link.close_code == routes_fights.FULL
        assert referee.get().status_code == 200


def test_two_workers_on_one_database_see_the_same(address: str) -> None:
    with served(address) as one, served(address) as other:
        referee = one.begin()
        ann = referee.give("player", "Ann", ["Magic-user"])
        there = Seat(other, ann.fight, ann.token)
        screen = Screen(there)
        until_listened(address, 2)
        assert screen.wait(lambda: bool(screen.frames))
        referee.do("cast sleep")
        assert screen.reaches(ann.look()["n"])
        assert screen.items == ann.get().json()["items"]
        assert there.look()["view"] == {**ann.look()["view"], "seats_here": ["Ann"]}
        check_what_is_set(referee, there, screen)
        number = next(seat["id"] for seat in referee.get("/seats").json() if seat["name"] == "Ann")
        referee.ask("DELETE", f"{referee.path}/seats/{number}")
        assert screen.wait(lambda: screen.end == 4401)


def check_what_is_set(referee: Seat, there: Seat, screen: Screen) -> None:
    """Settings, and suggestions one way and the nod the other."""
    referee.ask("PATCH", f"{referee.path}/settings", json={"confirm": True})
    assert screen.wait(lambda: bool(screen.frames[-1]["view"]["settings"]["confirm"]))
    while referee.look()["view"]["asks"]["who"] != "Magic-user":
        referee.do(first(referee))
    assert screen.reaches(there.look()["n"])
    assert there.do("pass").status_code == 202
    assert wait_until(lambda: referee.look()["view"]["suggestions"])
    (made,) = referee.view["suggestions"]
    assert referee.act(f"/suggestions/{made['id']}", accept=True).status_code == 200


def until_listened(address: str, many: int) -> None:
    with library("psycopg").connect(address, autocommit=True) as connection:
        query = "select count(*) from pg_stat_activity where query like 'listen%' and datname = current_database()"
        assert wait_until(lambda: connection.execute(query).fetchone()[0] >= many)


def test_two_workers_at_once_still_have_one_result(address: str) -> None:
    with served(address) as one, served(address) as other:
        referee = one.begin()
        people = [referee.give("player", f"P{n}", ["Magic-user"]) for n in range(4)]
        for seat in people[::2]:
            seat.table = other
        said: list[int] = []
        threads = [threading.Thread(target=lambda s=seat: said.append(s.do("pass").status_code)) for seat in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(said)[0] == 200
        assert set(sorted(said)[1:]) <= {403, 409, 422}
        assert len(referee.entries()) == 1
        assert replays(referee.journal())
