"""SIGKILL at random moments under load: every answer that was acknowledged is there afterwards, every fight replays.

    python bench/kills.py [--database sqlite|postgres] [--kills 500] [--seed 0]

Several guests play at a real `affray table`, which is killed and started again on the same place. Ends with 1 if an
acknowledged answer is gone, a fight does not replay, or an item has another number than before. The tests kill it
fifteen times on each database."""

from __future__ import annotations

import argparse
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
from databases import free_port, postgres
from server.tables import replays
from waiting import LIMIT

from affray.server.store import open_store

KEY = "key-of-the-one-who-starts-it"
GUESTS = 3
ENOUGH = 40  # answers in a fight; then another is begun
SHORTEST, LONGEST = 0.02, 0.3  # seconds between the first answer of a life and its end
TOPICS = ("targets", "movement", "declarations", "spells", "morale")


@dataclass
class Guest:
    """Who plays one fight after the other, and writes down what was acknowledged."""

    number: int
    chance: random.Random
    fight: str = ""
    token: str = ""
    said: dict[str, list[str]] = field(default_factory=dict)  # of each fight the keys that were acknowledged
    items: dict[str, list[Any]] = field(default_factory=dict)  # and the items that were told
    keys: Iterator[int] = field(default_factory=itertools.count)
    again: dict[str, Any] | None = None  # what nobody has answered yet: it is said again, with the same key

    def play(self, port: int, ready: threading.Event) -> None:
        """Until nobody answers any more."""
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as client:
                while True:
                    self.one(client)
                    ready.set()
        except httpx.HTTPError:
            return

    def one(self, client: httpx.Client) -> None:
        if not self.fight or len(self.said[self.fight]) >= ENOUGH:
            return self.begin(client)
        path, headers = f"/api/fights/{self.fight}", {"Authorization": f"Bearer {self.token}"}
        if self.again is None:
            known = self.items[self.fight]
            told = client.get(f"{path}?after={len(known)}", headers=headers).json()
            known += told["items"]
            asks = told["view"]["asks"]
            if asks is None:
                return self.begin(client)
            words = [legal["words"] for legal in asks["legal"]]
            answer = self.chance.choice([word for word in words if word != "pass"] or words)
            self.again = {"answer": answer, "seen": told["n"], "key": f"g{self.number}-{next(self.keys)}"}
        told = client.post(f"{path}/answers", headers=headers, json=self.again)
        if told.status_code == 200:
            self.said[self.fight].append(str(self.again["key"]))
        elif told.status_code not in (409, 422, 429):
            raise AssertionError(f"{told.status_code}: {told.text}")
        self.again = None

    def begin(self, client: httpx.Client) -> None:
        people = {"party": dict.fromkeys(TOPICS, "person")}
        body = {"scenario": "orcs", "people": people, "seed": self.chance.getrandbits(63)}
        told = client.post("/api/fights", headers={"Authorization": f"Bearer {KEY}"}, json=body)
        if told.status_code == 201:
            self.fight, self.token = told.json()["id"], told.json()["token"]
            self.said[self.fight], self.items[self.fight] = [], []


class Nursery:
    """Brings up tables one after the other: each a process of its own that serves as `affray table` does. It has
    imported everything before, which takes longer than all else of a start."""

    def __init__(self, place: str) -> None:
        command = [sys.executable, __file__, "--nursery", place]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def born(self) -> tuple[int, int]:
        """The next one's number, and its port, once that is open."""
        port = free_port()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{port}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline()), port

    def close(self) -> None:
        self.process.communicate("")


def nursery(place: str) -> None:
    import uvicorn.protocols.http.h11_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    from affray.play.start import start
    from affray.server import app  # noqa: F401
    from affray.server.app import FILE, Place, serve

    start("orcs", players="party")
    where = place if place.startswith("postgresql") else Path(place) / FILE
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        if os.fork() == 0:
            serve(Place(int(line), False, where, KEY), first_word(), False)
            os._exit(0)


def first_word() -> Callable[[str], None]:
    """When the table says something for the first time its port is open: then it is told which process it is."""

    def say(words: str) -> None:
        if words.startswith("The table is ready"):
            print(os.getpid(), flush=True)

    return say


@contextmanager
def running(place: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A real table; its port, once it is open."""
    port = free_port()
    where = ["--database", place] if place.startswith("postgresql") else ["--data", place]
    command = [sys.executable, "-m", "affray", "table", "--no-browser", "--port", str(port), *where]
    environment = {**os.environ, "AFFRAY_KEY": KEY, "AFFRAY_WARM": "off"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first.startswith("The table is ready"), first + process.stdout.read()
    try:
        yield process, port
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()


def lives(place: str, kills: int, seed: int) -> list[Guest]:
    """It is killed so many times among the answers."""
    chance = random.Random(seed)
    guests = [Guest(n, random.Random(chance.random())) for n in range(GUESTS)]
    cradle = Nursery(place)
    for _ in range(kills):
        pid, port = cradle.born()
        try:
            ready = threading.Event()
            threads = [threading.Thread(target=guest.play, args=(port, ready)) for guest in guests]
            for thread in threads:
                thread.start()
            ready.wait(LIMIT)
            time.sleep(chance.uniform(SHORTEST, LONGEST))
        finally:
            os.kill(pid, signal.SIGKILL)
        for thread in threads:
            thread.join(LIMIT)
    cradle.close()
    return guests


def losses(place: str, guests: list[Guest]) -> Iterator[str]:
    """What was acknowledged and is not there, or is there otherwise."""
    store = open_store(place if place.startswith("postgresql") else Path(place) / "table.db")
    for guest in guests:
        for fight, keys in guest.said.items():
            began, lines = store.fight(fight), store.entries(fight)
            if began is None:
                yield f"fight {fight} is gone"
                continue
            kept = [line.key.rpartition(" ")[2] for line in lines]
            yield from (f"{fight}: answer {key} is gone" for key in keys if kept.count(key) != 1)
            if [line.number for line in lines] != list(range(1, len(lines) + 1)):
                yield f"{fight}: its entries have a gap"
            if not replays(began.header + "".join(f"{line.text}\n" for line in lines)):
                yield f"{fight}: does not replay"
    store.close()
    yield from other_items(place, guests)


def other_items(place: str, guests: list[Guest]) -> Iterator[str]:
    """What was told before the last end is told again in the same words, under the same numbers."""
    with running(place) as (_, port), httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as client:
        for guest in guests:
            if guest.fight:
                headers = {"Authorization": f"Bearer {guest.token}"}
                told = client.get(f"/api/fights/{guest.fight}", headers=headers).json()["items"]
                known = guest.items[guest.fight]
                if told[: len(known)] != known:
                    yield f"{guest.fight}: items are not what they were"


@contextmanager
def places(database: str) -> Iterator[str]:
    if database == "postgres":
        with postgres() as address:
            yield f"{address}/postgres"
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield folder


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    asked.add_argument("--kills", type=int, default=500)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--nursery", metavar="PLACE", help=argparse.SUPPRESS)
    said = asked.parse_args()
    if said.nursery:
        nursery(said.nursery)
        return 0
    began = time.perf_counter()
    with places(said.database) as place:
        guests = lives(place, said.kills, said.seed)
        lost = list(losses(place, guests))
    answers, fights = sum(len(k) for g in guests for k in g.said.values()), sum(len(g.said) for g in guests)
    print(
        f"{said.database}: killed {said.kills} times in {time.perf_counter() - began:.0f} s, among {answers:,} "
        f"acknowledged answers in {fights} fights: {len(lost) or 'nothing'} lost"
    )
    print("\n".join(lost[:50]))
    return 1 if lost or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
