"""A table for the tests: in this process over a store of its own, with seats that see and do things by their tokens."""

from __future__ import annotations

import itertools
import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from databases import free_port
from fastapi import FastAPI
from starlette.testclient import TestClient, WebSocketTestSession
from waiting import LIMIT, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from affray.engine.vocabulary import TOPICS
from affray.play.start import from_journal
from affray.server.app import create_app
from affray.server.connections import make_server
from affray.server.live import Registry
from affray.server.reach import Reach
from affray.server.store import Store, open_store

OWNER = "the-owners-own-token"
DECIDED = [topic for topic in TOPICS if topic != "rolls"]
KEYS = itertools.count(1)
Json = Any
Heard = Callable[[str, bytes], None]  # who was told what, byte for byte


def quiet(who: str, said: bytes) -> None:
    """Nobody writes down what is said."""


class Table:
    """One process of the table, as its guests meet it."""

    app: FastAPI  # where it has a port
    reach: Reach

    def __init__(self, store: Store, client: httpx.Client, registry: Registry) -> None:
        self.store, self.client, self.registry = store, client, registry
        self.owner = Seat(self, "", OWNER)

    def begin(self, scenario: str = "orcs", *, sides: Sequence[str] = ("party",), **how: Any) -> Seat:
        """A new fight: the referee's seat."""
        people = {side: dict.fromkeys(DECIDED, "person") for side in sides}
        made = self.owner.post("/api/fights", scenario=scenario, **{"seed": 7, "people": people, **how})
        assert made.status_code == 201, made.text
        return Seat(self, made.json()["id"], made.json()["token"], "referee")


class Seat:
    """Whoever has this token. `n` is the last item it knows of."""

    def __init__(self, table: Table, fight: str, token: str, name: str = "", heard: Heard = quiet) -> None:
        self.table, self.fight, self.token, self.name, self.heard = table, fight, token, name, heard
        self.n = 0
        self.people: tuple[str, ...] = ()
        self.view: Json = {}
        if name == "referee":
            self.look()

    @property
    def path(self) -> str:
        return f"/api/fights/{self.fight}"

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", **how.pop("headers", {})}
        told = self.table.client.request(method, path, headers=headers, **how)
        self.heard(self.name, told.content)
        return told

    def get(self, path: str = "", **how: Any) -> httpx.Response:
        return self.ask("GET", path if path.startswith("/api") else self.path + path, **how)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path if path.startswith("/api") else self.path + path, json=body)

    def look(self) -> Json:
        told = self.get(f"?after={self.n}").json()
        self.n, self.view = told["n"], told["view"]
        return told

    def act(self, path: str, **body: Any) -> httpx.Response:
        """A deed, with all that it has seen and a key of its own."""
        told = self.post(path, **{"seen": self.n, "key": f"k{next(KEYS)}", **body})
        if told.status_code == 200:
            self.n, self.view = told.json()["n"], told.json()["view"]
        return told

    def do(self, answer: str, **more: Any) -> httpx.Response:
        self.look()
        return self.act("/answers", answer=answer, **more)

    def say(self, *words: Sequence[str], reason: str = "") -> httpx.Response:
        self.look()
        return self.act("/words", words=[list(word) for word in words], reason=reason)

    def give(self, role: str, name: str = "", people: Sequence[str] = (), heard: Heard = quiet) -> Seat:
        made = self.post("/seats", role=role, name=name, people=list(people))
        assert made.status_code == 201, made.text
        seat = Seat(self.table, self.fight, made.json()["token"], name or role, heard)
        seat.people = tuple(people)
        seat.look()
        return seat

    @contextmanager
    def socket(self, after: int = 0) -> Iterator[WebSocketTestSession]:
        client = self.table.client
        assert isinstance(client, TestClient)
        with client.websocket_connect(f"{self.path}/events") as socket:
            socket.send_json({"token": self.token, "after": after})
            yield socket

    def screen(self, after: int = 0) -> Screen:
        """A page that looks at the fight, where there is a real port."""
        return Screen(self, after)

    # what can be known from outside

    def journal(self) -> str:
        return self.get("/journal").text

    def entries(self) -> list[str]:
        return [line.text for line in self.table.store.entries(self.fight)]


class Screen:
    """What a real socket is sent, frame by frame, in a thread of its own."""

    def __init__(self, seat: Seat, after: int = 0) -> None:
        port = seat.table.client.base_url.port
        self.seat, self.frames, self.end = seat, list[Json](), 0
        self.link = connect(f"ws://127.0.0.1:{port}{seat.path}/events", max_size=None, legacy=True)
        self.link.send(json.dumps({"token": seat.token, "after": after}))
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        try:
            for said in self.link:
                self.seat.heard(self.seat.name, str(said).encode())
                with self.changed:
                    self.frames.append(json.loads(said))
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        self.end = self.link.close_code or 0
        with self.changed:
            self.changed.notify_all()

    def wait(self, until: Callable[[], bool], seconds: float = LIMIT) -> bool:
        with self.changed:
            return self.changed.wait_for(until, seconds)

    @property
    def items(self) -> list[Json]:
        return [item for frame in self.frames for item in frame.get("items", [])]

    @property
    def others(self) -> int:
        """How many are here, as far as it has heard."""
        return len(self.frames[-1]["view"]["seats_here"]) if self.frames else 0

    def reaches(self, n: int) -> bool:
        return self.wait(lambda: bool(self.frames) and self.frames[-1].get("view", {}).get("n") == n)

    def close(self) -> None:
        self.link.close()
        self.thread.join(LIMIT)


@contextmanager
def table(place: Path | str) -> Iterator[Table]:
    """In this process and without a port."""
    store = open_store(place)
    registry = Registry(store, OWNER)
    reach = Reach("http://testserver")
    try:
        with TestClient(create_app(registry, reach), raise_server_exceptions=False) as client:
            made = Table(store, client, registry)
            made.reach = reach
            yield made
    finally:
        store.close()


@contextmanager
def served(place: Path | str) -> Iterator[Table]:
    """... and with a real one."""
    store = open_store(place)
    registry = Registry(store, OWNER)
    port = free_port()
    reach = Reach(f"http://127.0.0.1:{port}")
    app = create_app(registry, reach)
    server = make_server(app, port=port)
    reach.listen = server.listen
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert wait_until(lambda: server.started)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as client:
            made = Table(store, client, registry)
            made.app, made.reach = app, reach
            yield made
    finally:
        server.should_exit = True
        thread.join(LIMIT)
        store.close()


# --- playing


def some_answer(asks: Json, chance: random.Random) -> str:
    """Any of the legal ones, hardly ever a pass; dice as they fall."""
    if asks["kind"] == "dice":
        return " ".join(str(chance.randint(1, asks["dice"]["sides"])) for _ in range(asks["dice"]["count"]))
    words: list[str] = [legal["words"] for legal in asks["legal"]]
    return chance.choice([w for w in words if w != "pass"] or words)


def play(referee: Seat, players: Sequence[Seat], chance: random.Random, answers: int) -> None:
    """Whoever is asked answers, so many times or until it is over; what belongs to no player is the referee's."""
    for _ in range(answers):
        asks = referee.look()["view"]["asks"]
        if asks is None:
            return
        asked = next((p for p in players if asks["who"] in p.people), referee)
        asked.look()
        told = asked.act("/answers", answer=some_answer(asked.view["asks"], chance))
        assert told.status_code == 200, told.text


def replays(journal: str) -> bool:
    return from_journal(journal)[1] is None
