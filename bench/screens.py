"""Answers a second, and how long until every screen has heard: 1, 50 and 200 screens, beside the bare framework.

    python bench/screens.py [--seconds 4] [--screens 1,50,200] [--before ../affray-before]

The table on SQLite, on PostgreSQL, and as two workers on one PostgreSQL; and an application of the same framework
that does nothing: it takes a post and tells its sockets a number. All in one run, on this machine, which also plays
all the guests; what counts are the ratios. Four screens look on at a fight; there are four fights at least. First as
many answers as go, from four fights at once; then ten a second, while the time from the answer to each screen's frame
is taken. Who answers at a fight stays with one worker, as a page does; the screens are spread over all.
With `--before`, the table of an earlier version's checkout is measured too, by the guests of this one."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
from databases import free_port, postgres
from fastapi import FastAPI, WebSocket
from waiting import LIMIT, wait_until
from websockets.asyncio.client import connect

KEY, BARE = "key-of-the-one-who-starts-it", "bare"
AT_A_FIGHT, AT_ONCE, A_SECOND = 4, 4, 10
LONG = """
title: A long fight
distance: contact
rounds: 900
sides:
  party: {players: true, tactic: nearest, members: [
    Hero: {count: 4, class: fighter, level: 1, gear: [plate mail, shield, sword], hp: 900}]}
  orcs: {tactic: nearest, members: [Orc: {monster: orc, count: 4, hp: 900, morale: 12}]}
"""


# --- the servers, each a process of its own


def serve(port: int, place: str) -> None:
    from affray.server import connections, guard
    from affray.server.app import create_app
    from affray.server.live import Registry
    from affray.server.reach import Reach
    from affray.server.store import open_store

    guard.BURST = guard.STRANGE_BURST = 1e12  # all guests have one address here, and few tokens
    connections.MOST_OF_AN_ADDRESS, connections.AT_ONCE = connections.MOST, 1e12
    own = Reach(f"http://127.0.0.1:{port}")
    application = bare() if place == BARE else create_app(Registry(open_store(place), KEY), own)
    connections.make_server(application, port=port).run()


def bare() -> Any:
    """The framework doing nothing."""
    app = FastAPI()
    screens: dict[str, list[asyncio.Queue[int]]] = {}
    numbers = itertools.count(1)

    async def answers(fight: str) -> dict[str, Any]:
        n = next(numbers)
        for screen in screens.get(fight, []):
            screen.put_nowait(n)
        return {}

    async def events(socket: WebSocket, fight: str) -> None:
        await socket.accept()
        await socket.receive_text()
        mine: asyncio.Queue[int] = asyncio.Queue()
        screens.setdefault(fight, []).append(mine)
        await socket.send_json({"n": 0})
        while True:
            await socket.send_json({"n": await mine.get()})

    app.add_api_route("/api/fights/{fight}/answers", answers, methods=["POST"])
    app.add_api_websocket_route("/api/fights/{fight}/events", events)
    return app


def is_answering(port: int) -> bool:
    try:
        httpx.get(f"http://127.0.0.1:{port}/")
    except httpx.HTTPError:
        return False
    return True


@contextmanager
def serving(place: str, checkout: Path | None = None) -> Iterator[int]:
    """Serve by this version, or by that of another checkout."""
    port = free_port()
    file = checkout / "bench" / "screens.py" if checkout else Path(__file__)
    path = {"PYTHONPATH": str(checkout / "src")} if checkout else {}
    process = subprocess.Popen([sys.executable, str(file), "--serve", str(port), place], env={**os.environ, **path})
    try:
        assert wait_until(lambda: is_answering(port))
        yield port
    finally:
        process.kill()
        process.wait()


# --- the guests


@dataclass
class Fight:
    """One at which somebody answers and screens look on."""

    port: int  # of the worker that its answers go to
    id: str
    token: str = "none"
    screens: list[str] = field(default_factory=list)
    seen: int = 0
    words: str = "pass"
    sent: float = 0.0
    heard: int = 0
    delays: list[float] = field(default_factory=list)
    quiet: asyncio.Event = field(default_factory=asyncio.Event)
    keys: Iterator[int] = field(default_factory=itertools.count)

    def take(self, told: dict[str, Any]) -> None:
        """What the next answer has to know."""
        if told:
            self.seen, asks = told["n"], told["view"]["asks"]
            self.words = asks["legal"][-1]["words"]

    async def answer(self, client: httpx.AsyncClient) -> None:
        self.heard, self.sent = 0, time.perf_counter()
        self.quiet.clear()
        body = {"answer": self.words, "seen": self.seen, "key": f"k{next(self.keys)}"}
        headers = {"Authorization": f"Bearer {self.token}"}
        path = f"http://127.0.0.1:{self.port}/api/fights/{self.id}/answers"
        told = await client.post(path, json=body, headers=headers)
        assert told.status_code == 200, told.text
        self.take(told.json())

    async def look_on(self, port: int, token: str, ready: asyncio.Semaphore) -> None:
        async with connect(f"ws://127.0.0.1:{port}/api/fights/{self.id}/events", max_size=None) as link:
            await link.send(json.dumps({"token": token, "after": 0}))
            last = json.loads(await link.recv()).get("view", {}).get("n", 0)
            ready.release()
            async for frame in link:
                told = json.loads(frame)
                n = told["view"]["n"] if "view" in told else told["n"]
                if n == last:  # somebody has come or gone
                    continue
                last = n
                self.heard += 1
                self.delays.append(time.perf_counter() - self.sent)
                if self.heard == len(self.screens):
                    self.quiet.set()


async def set_up(ports: Sequence[int], real: bool, screens: int, many: int = 0) -> list[Fight]:
    many = many or max(AT_ONCE, screens // AT_A_FIGHT)
    fights = [Fight(ports[n % len(ports)], f"f{n}") for n in range(many)]
    for n in range(screens):
        fights[n % len(fights)].screens.append("")
    if not real:
        return fights
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=LIMIT) as client:
        people = {"party": {"targets": "person"}}
        for fight in fights:
            body = {"scenario": LONG, "people": people, "seed": 1}
            made = await client.post("/api/fights", json=body, headers={"Authorization": f"Bearer {KEY}"})
            assert made.status_code == 201, made.text
            fight.id, fight.token = made.json()["id"], made.json()["token"]
            head = {"Authorization": f"Bearer {fight.token}"}
            fight.take((await client.get(f"/api/fights/{fight.id}", headers=head)).json())
            for number in range(len(fight.screens)):
                seat = await client.post(f"/api/fights/{fight.id}/seats", json={"role": "spectator"}, headers=head)
                fight.screens[number] = seat.json()["token"]
    return fights


async def measured(ports: Sequence[int], real: bool, screens: int, seconds: float) -> tuple[float, float, float]:
    """Answers a second; and the delay of half of the frames, and of 99 in a hundred, in milliseconds."""
    fights = await set_up(ports, real, screens)
    ready = asyncio.Semaphore(0)
    places = itertools.cycle(ports)
    looking = [
        asyncio.create_task(fight.look_on(next(places), token, ready)) for fight in fights for token in fight.screens
    ]
    for _ in looking:
        await asyncio.wait_for(ready.acquire(), LIMIT)
    await asyncio.sleep(1.0)
    async with httpx.AsyncClient(timeout=LIMIT) as client:
        many = await as_many_as_go(fights[:AT_ONCE], client, seconds)
        await asyncio.sleep(1.0)
        delays = await calmly([fight for fight in fights if fight.screens], client, seconds)
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    delays.sort()
    return many / seconds, 1000 * delays[len(delays) // 2], 1000 * delays[int(len(delays) * 0.99)]


async def as_many_as_go(fights: list[Fight], client: httpx.AsyncClient, seconds: float) -> int:
    until, done = time.perf_counter() + seconds, 0

    async def play(fight: Fight) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await fight.answer(client)
            done += 1

    await asyncio.gather(*map(play, fights))
    return done


async def calmly(fights: list[Fight], client: httpx.AsyncClient, seconds: float) -> list[float]:
    """One after the other, each when all screens have heard of the one before."""
    for fight in fights:
        fight.delays.clear()
    for _, fight in zip(range(int(seconds * A_SECOND)), itertools.cycle(fights), strict=False):
        began = time.perf_counter()
        await fight.answer(client)
        await asyncio.wait_for(fight.quiet.wait(), LIMIT)
        await asyncio.sleep(max(0.0, 1 / A_SECOND - (time.perf_counter() - began)))
    return [delay for fight in fights for delay in fight.delays]


# --- the table of it


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--seconds", type=float, default=4.0)
    asked.add_argument("--screens", default="1,50,200")
    asked.add_argument("--before", type=Path, metavar="CHECKOUT", help="a checkout of an earlier version")
    asked.add_argument("--serve", nargs=2, metavar=("PORT", "PLACE"), help=argparse.SUPPRESS)
    said = asked.parse_args()
    if said.serve:
        serve(int(said.serve[0]), said.serve[1])
        return 0
    print(f"{'':30} {'screens':>7}  {'answers/s':>9} {'p50 ms':>7} {'p99 ms':>7}   of the bare framework's")
    for screens in map(int, said.screens.split(",")):
        floor = (0.0, 0.0, 0.0)
        for name, places, workers, checkout in kinds(said.before):
            with ExitStack() as stack:
                place = stack.enter_context(places)
                ports = [stack.enter_context(serving(place, checkout)) for _ in range(workers)]
                found = asyncio.run(measured(ports, place != BARE, screens, said.seconds))
            floor = floor if any(floor) else found
            row = f"{name:30} {screens:>7}  {found[0]:>9.1f} {found[1]:>7.1f} {found[2]:>7.1f}"
            ratios = [mine / least for mine, least in zip(found, floor, strict=True)]
            print(
                f"{row}   {ratios[0]:.3f} of the answers, {ratios[1]:.1f} and {ratios[2]:.1f} times as long", flush=True
            )
    return 0


def kinds(before: Path | None) -> Iterator[tuple[str, Any, int, Path | None]]:
    yield "bare framework", as_it_is(BARE), 1, None
    yield "table, SQLite", file(), 1, None
    if before is not None:
        yield "table before, SQLite", file(), 1, before.resolve()
    yield "table, PostgreSQL", database(), 1, None
    yield "table, PostgreSQL, two workers", database(), 2, None


@contextmanager
def as_it_is(place: str) -> Iterator[str]:
    yield place


@contextmanager
def file() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"{folder}/table.db"


@contextmanager
def database() -> Iterator[str]:
    with postgres() as address:
        yield f"{address}/postgres"


if __name__ == "__main__":
    sys.exit(main())
