"""A table under load, and what befalls it: every answer that was acknowledged is there afterwards, every fight replays.

    python bench/kills.py [--fault kill] [--database sqlite|postgres] [--times 500] [--seed 0]

Several guests play at a real table. What befalls it, or the database, is in `faults.py`: with `--fault kill` SIGKILL
and nothing else; after each other fault the table must go on by itself, and now and then it is killed in the midst of
it. Ends with 1 if an acknowledged answer is gone, a fight does not replay, an item has another number than before, a
response is another 5xx than the 503 of an outage, or the table does not go on. The tests do each a few times."""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import faults
import httpx
from databases import free_port, postgres
from faults import FAULTS, Victim
from server.tables import replays
from waiting import LIMIT, wait_until

from affray.server.store import EntryRecord, is_database, open_store

KEY = "key-of-the-one-who-starts-it"
GUESTS = 3
ENOUGH = 40  # answers in a fight; then another is begun
SHORTEST, LONGEST = 0.02, 0.3  # seconds between the first answer after a fault and the next fault
TOPICS = ("targets", "movement", "declarations", "spells", "morale")
REFUSED = (409, 422, 429)
OUTAGE = 503
NOT_CHOSEN = re.compile(r"answer .* pass  #")  # of somebody with nothing to choose


# --- the guests


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
    answers: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    longest: float = 0.0  # seconds that it waited for anything, refused or not

    def play(self, table: Cradle) -> None:
        """Play until the end, whatever befalls the table."""
        with httpx.Client(timeout=LIMIT) as client:
            while not table.over.is_set():
                try:
                    self.one(client, f"http://127.0.0.1:{table.port}")
                except httpx.HTTPError:
                    table.over.wait(0.01)

    def one(self, client: httpx.Client, table: str) -> None:
        if not self.fight or len(self.said[self.fight]) >= ENOUGH:
            return self.begin(client, table)
        path = f"{table}/api/fights/{self.fight}"
        if self.again is None:
            known = self.items[self.fight]
            seen = self.ask(client, "GET", f"{path}?after={len(known)}")
            if seen.status_code != 200:
                return
            told = seen.json()
            known += told["items"]
            asks = told["view"]["asks"]
            if asks is None:
                return self.begin(client, table)
            words = [legal["words"] for legal in asks["legal"]]
            answer = self.chance.choice([word for word in words if word != "pass"] or words)
            self.again = {"answer": answer, "seen": told["n"], "key": f"g{self.number}-{next(self.keys)}"}
        told = self.ask(client, "POST", f"{path}/answers", self.again)
        if told.status_code == 200:
            self.said[self.fight].append(str(self.again["key"]))
            self.answers += 1
        if told.status_code == 200 or told.status_code in REFUSED:
            self.again = None

    def begin(self, client: httpx.Client, table: str) -> None:
        people = {"party": dict.fromkeys(TOPICS, "person")}
        body = {"scenario": "orcs", "people": people, "seed": self.chance.getrandbits(63)}
        told = self.ask(client, "POST", f"{table}/api/fights", body, KEY)
        if told.status_code == 201:
            self.fight, self.token = told.json()["id"], told.json()["token"]
            self.said[self.fight], self.items[self.fight] = [], []

    def ask(self, client: httpx.Client, method: str, path: str, body: Any = None, token: str = "") -> httpx.Response:
        headers, began = {"Authorization": f"Bearer {token or self.token}"}, time.monotonic()
        told = client.request(method, path, headers=headers, json=body)
        self.longest = max(self.longest, time.monotonic() - began)
        self.codes[told.status_code] += 1
        if told.status_code not in (200, 201, OUTAGE, *REFUSED):
            self.wrong.append(f"{told.status_code}: {method} {path}: {told.text[:200]}")
        if told.status_code >= 500:
            time.sleep(0.05)
        return told


# --- the table, of which one process after the other serves


class Cradle:
    """A table on some place. Each of its processes comes from one that has imported everything before, which takes
    longer than all else of a start."""

    def __init__(self, place: str) -> None:
        self.place, self.pid, self.port = place, 0, 1
        self.over = threading.Event()
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        command = [sys.executable, __file__, "--nursery"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
        )

    def conceive(self, place: str = "") -> None:
        """Begin a process, which is not ready yet."""
        port = free_port()
        assert self.process.stdin is not None
        self.process.stdin.write(f"{port} {place or self.place}\n")
        self.process.stdin.flush()
        self.pid, self.port = int(self.listen("born")), port

    def listen(self, *words: str) -> str:
        """Return what comes after one of these words."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            word, _, rest = line.strip().partition(" ")
            if word in words:
                return rest
        raise AssertionError(f"the table can't be started:\n{self.said()}")

    def revive(self) -> None:
        """Start it and wait until its port is open; a database that is still mending may refuse it for a while."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            self.conceive()
            if self.listen("open", "not") == str(self.pid):
                return
            time.sleep(0.1)
        raise AssertionError(f"the table does not start:\n{self.said()}")

    @property
    def is_alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        assert wait_until(lambda: not self.is_alive)

    def said(self) -> str:
        """Return the end of the log."""
        self.log.seek(0)
        return self.log.read()[-3000:]

    def close(self) -> None:
        self.over.set()
        self.kill()
        self.process.communicate("")
        self.log.close()


def nursery() -> None:
    import uvicorn.protocols.http.h11_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    from affray.play.start import start
    from affray.server import app  # noqa: F401

    start("orcs", players="party")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        port, _, place = line.strip().partition(" ")
        if (pid := os.fork()) == 0:
            live(int(port), place)
        print("born", pid, flush=True)


def live(port: int, place: str) -> None:
    """Serve until it is killed."""
    from affray.errors import AffrayError
    from affray.server import connections, guard
    from affray.server.app import FILE, Place, serve

    guard.BURST = connections.AT_ONCE = 1e12  # its guests answer faster than people do
    faults.let_clock_jump()
    try:
        serve(Place(port, False, place if is_database(place) else Path(place) / FILE, KEY), first_word(), False)
    except AffrayError as no:
        print(no, file=sys.stderr)
        print("not", 0, flush=True)
    os._exit(0)


def first_word() -> Callable[[str], None]:
    """When the table says something for the first time its port is open: then it is told which process it is."""

    def say(words: str) -> None:
        if words.startswith("The table is ready"):
            print("open", os.getpid(), flush=True)

    return say


@contextmanager
def running(place: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A real table; its port, once it is open."""
    port = free_port()
    where = ["--database", place] if is_database(place) else ["--data", place]
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


# --- what befalls it


def lives(place: str, times: int, seed: int, fault: str = "kill") -> list[Guest]:
    """It befalls the table so many times among the answers."""
    chance = random.Random(seed)
    guests = [Guest(n, random.Random(chance.random())) for n in range(GUESTS)]
    table = Cradle(place)
    table.revive()
    threads = [threading.Thread(target=guest.play, args=(table,)) for guest in guests]
    for thread in threads:
        thread.start()
    try:
        for _ in range(times):
            if not goes_on(guests, any):
                break
            time.sleep(chance.uniform(SHORTEST, LONGEST))
            befall(table, fault, chance)
        if not goes_on(guests, all):
            guests[0].wrong.append(f"the table does not go on for all:\n{table.said()}")
    finally:
        table.close()
    for thread in threads:
        thread.join(LIMIT)
    return guests


def goes_on(guests: Sequence[Guest], some: Callable[[Iterator[bool]], bool]) -> bool:
    """Wait until any or all of them have been acknowledged another answer."""
    before = [guest.answers for guest in guests]
    return wait_until(lambda: some(guest.answers > n for guest, n in zip(guests, before, strict=True)))


def befall(table: Cradle, fault: str, chance: random.Random) -> None:
    found = FAULTS[fault]
    with found.harm(Victim(table.place, table.pid), chance):
        time.sleep(chance.uniform(*found.seconds))
        if chance.random() < found.killed:
            table.kill()
    if not table.is_alive:
        table.revive()


def losses(place: str, guests: list[Guest]) -> Iterator[str]:
    """What was acknowledged and is not there, or is there otherwise."""
    store = open_store(place if is_database(place) else Path(place) / "table.db")
    for guest in guests:
        yield from guest.wrong
        for fight, keys in guest.said.items():
            began, lines = store.fight(fight), store.entries(fight)
            if began is None:
                yield f"fight {fight} is gone"
                continue
            kept = [key.rpartition(" ")[2] for key in answers_kept(lines)]
            yield from (f"{fight}: answer {key} is gone" for key in keys if kept.count(key) != 1)
            if [line.number for line in lines] != list(range(1, len(lines) + 1)):
                yield f"{fight}: its entries have a gap"
            if not replays(began.header + "".join(f"{line.text}\n" for line in lines)):
                yield f"{fight}: does not replay"
    store.close()
    yield from other_items(place, guests)


def answers_kept(lines: Sequence[EntryRecord]) -> Iterator[str]:
    """The keys of what was answered, once for each answer: passes that nobody chose follow it under its key."""
    for before, line in zip([None, *lines], lines, strict=False):
        if before is None or line.key != before.key or not NOT_CHOSEN.match(line.text):
            yield line.key


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


# --- all of it


@contextmanager
def places(database: str, fault: str) -> Iterator[str]:
    if database == "postgres":
        with postgres() as address:
            yield f"{address}/postgres"
        return
    with tempfile.TemporaryDirectory() as folder, faults.small_disk(folder) if fault == "disk" else nullcontext():
        yield f"{folder}/table"


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--fault", choices=FAULTS, default="kill")
    asked.add_argument("--database", choices=("sqlite", "postgres"))
    asked.add_argument("--times", type=int, default=500)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--nursery", action="store_true", help=argparse.SUPPRESS)
    said = asked.parse_args()
    if said.nursery:
        nursery()
        return 0
    databases = FAULTS[said.fault].databases
    database = said.database or databases[0]
    if database not in databases:
        asked.error(f"--fault {said.fault} is for {' and '.join(databases)}")
    began = time.perf_counter()
    with places(database, said.fault) as place:
        guests = lives(place, said.times, said.seed, said.fault)
        lost = list(losses(place, guests))
    answers, fights = sum(guest.answers for guest in guests), sum(len(guest.said) for guest in guests)
    codes = sum((guest.codes for guest in guests), Counter[int]())
    print(
        f"{database}, {said.fault}: {said.times} times in {time.perf_counter() - began:.0f} s, among {answers:,} "
        f"acknowledged answers in {fights} fights ({codes[OUTAGE]} times 503, longest wait "
        f"{max(guest.longest for guest in guests):.1f} s): {len(lost) or 'nothing'} lost"
    )
    print("\n".join(lost[:50]))
    return 1 if lost or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
