"""A table under siege: guests who play, guests who look on, and guests who want to stop it, for an hour.

    python bench/siege.py [--seconds 3600] [--screens 200] [--fights 50] [--a-second 2]

The table is the real command with its real limits. First it is left in peace for a sixth of the time, then all of
`attackers.py` come at once, from the address of the honest guests and from others. Measured is how long an honest seat
waits for the response to its answer and until every screen of its fight shows it, in peace and under siege; and the
resident memory and the open files of the table's process. Ends with 1 if honest seats wait more than three times as
long on average, if any of them is refused, if memory grows by more than 5% over the last five sixths of the siege, or
if the log grows beyond a megabyte. Everybody shares this machine: the attackers run at the lowest priority, as if
their machines were others. What fights leave in memory is level once a hundred are open (`MOST_OPEN`), which is after
eight minutes; a short siege with more answers a second gets there sooner."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
from databases import free_port
from screens import KEY, Fight, is_answering, set_up
from waiting import LIMIT, wait_until

ENOUGH = 20  # answers in a fight; then another is begun
SLOWER, GROWTH, LOG = 3.0, 1.05, 1_000_000  # what is still good
PEACE = 6  # one in so many seconds
HOSTILE = {"Eve": "Hero 3", "Mal": "Hero 4"}  # guests, and whom they play


class Waits(NamedTuple):
    """How long honest seats waited, in seconds: for responses, and for screens."""

    responses: list[float]
    screens: list[float]

    def of(self, share: float) -> tuple[float, float]:
        return tuple(sorted(some)[int(len(some) * share)] for some in self)  # type: ignore[return-value]


@contextmanager
def table(folder: Path) -> Iterator[tuple[int, int]]:
    """The real command; its port and its process."""
    port = free_port()
    command = [sys.executable, "-m", "affray", "table", "--no-browser", "--port", str(port), "--data", str(folder)]
    with (folder / "log").open("wb") as log:
        environment = {**os.environ, "AFFRAY_KEY": KEY, "AFFRAY_WARM": "off"}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        assert wait_until(lambda: is_answering(port))
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


@contextmanager
def attackers(port: int, fight: Fight, tokens: Sequence[str], seconds: float) -> Iterator[subprocess.Popen[str]]:
    """A process with all attackers, who have these links to a fight."""
    file = str(Path(__file__).with_name("attackers.py"))
    command = ["nice", "-n", "19", sys.executable, file, str(port), fight.id, str(seconds), *tokens]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def memory_of(process: int) -> int:
    """Return the resident bytes of a process."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def files_of(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd"))


class Evening:
    """The honest guests, who go on all the time: when a fight has had enough answers, they begin another."""

    def __init__(self, port: int, process: int, a_second: float) -> None:
        self.port, self.process, self.pause = port, process, 1 / a_second
        self.fights: list[Fight] = []
        self.looking: dict[str, list[asyncio.Task[None]]] = {}  # by fights, the screens
        self.waits = Waits([], [])
        self.samples: list[tuple[float, int, int]] = []  # the time, and the table's memory and files

    async def begin(self, fights: int, screens: int) -> None:
        self.fights = await set_up([self.port], True, screens, fights)
        for number, fight in enumerate(self.fights):
            await self.look_on(fight)
            fight.keys = itertools.count(number % ENOUGH)  # they don't all end at the same time

    async def look_on(self, fight: Fight) -> None:
        ready = asyncio.Semaphore(0)
        tasks = [asyncio.create_task(fight.look_on(self.port, token, ready)) for token in fight.screens]
        for _ in tasks:
            await asyncio.wait_for(ready.acquire(), LIMIT)
        self.looking[fight.id] = tasks

    async def leave(self, fight: Fight) -> None:
        tasks = self.looking.pop(fight.id)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def end(self) -> None:
        for fight in self.fights:
            await self.leave(fight)

    async def go_on(self, seconds: float, client: httpx.AsyncClient) -> Waits:
        """Answer here and there, and note how long it takes; a response that is no 200 ends it all."""
        self.waits, began, number = Waits([], []), time.monotonic(), 0
        while (now := time.monotonic()) - began < seconds:
            place = number % len(self.fights)
            number += 1
            await self.answer(self.fights[place], client)
            if next(self.fights[place].keys) >= ENOUGH:
                self.fights[place] = await self.another(self.fights[place])
            self.samples.append((now, memory_of(self.process), files_of(self.process)))
            await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - now)))
        return self.waits

    async def answer(self, fight: Fight, client: httpx.AsyncClient) -> None:
        fight.delays.clear()
        sent = time.perf_counter()
        await fight.answer(client)
        self.waits.responses.append(time.perf_counter() - sent)
        await asyncio.wait_for(fight.quiet.wait(), LIMIT)
        self.waits.screens.extend(fight.delays)

    async def another(self, fight: Fight) -> Fight:
        await self.leave(fight)
        (made,) = await set_up([self.port], True, len(fight.screens), 1)
        await self.look_on(made)
        return made


async def besiege(evening: Evening, fights: int, screens: int, seconds: float) -> tuple[Waits, Waits]:
    """Return how long honest seats waited in peace and under siege."""
    await evening.begin(fights, screens)
    async with httpx.AsyncClient(timeout=LIMIT) as client:
        theirs = evening.fights[0]
        tokens = await hostile_seats(client, evening.port, theirs)
        in_peace = await evening.go_on(seconds / PEACE, client)
        evening.samples.clear()
        with attackers(evening.port, theirs, tokens, seconds) as others:
            under_siege = await evening.go_on(seconds - seconds / PEACE, client)
            others.terminate()
            print((await asyncio.to_thread(others.communicate))[0])
    await evening.end()
    return in_peace, under_siege


async def hostile_seats(client: httpx.AsyncClient, port: int, fight: Fight) -> list[str]:
    """Return the links of guests whom the referee has let in and who mean no good: players and a spectator."""
    path, head = f"http://127.0.0.1:{port}/api/fights/{fight.id}/seats", {"Authorization": f"Bearer {fight.token}"}
    players = [{"role": "player", "name": name, "people": [whose]} for name, whose in HOSTILE.items()]
    seats = [*players, {"role": "spectator"}]
    return [(await client.post(path, json=seat, headers=head)).json()["token"] for seat in seats]


def verdict(in_peace: Waits, under_siege: Waits, evening: Evening, log: int) -> list[str]:
    """Print what was measured, and return what is not good."""
    wrong = []
    for number, name in enumerate(Waits._fields):
        for share in (0.5, 0.95, 0.99):
            before, after = in_peace.of(share)[number], under_siege.of(share)[number]
            print(f"{name}, {share:.0%} within: {1000 * before:.1f} ms in peace, {1000 * after:.1f} ms under siege")
        before, after = mean(in_peace[number]), mean(under_siege[number])
        print(f"{name}, mean: {1000 * before:.1f} ms in peace, {1000 * after:.1f} ms under siege")
        if after > SLOWER * before:
            wrong.append(f"{name} take {after / before:.1f} times as long")
    start, *_, end = evening.samples[len(evening.samples) // PEACE :]
    print(f"memory {start[1] / 1e6:.1f} MB after a sixth of the siege, {end[1] / 1e6:.1f} MB at its end; ", end="")
    print(f"at most {max(files for *_, files in evening.samples)} files open; {log:,} bytes of log")
    if end[1] > GROWTH * start[1]:
        wrong.append(f"memory has grown by {end[1] / start[1] - 1:.1%}")
    if log > LOG:
        wrong.append("the log grows")
    return wrong


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--seconds", type=float, default=3600.0)
    asked.add_argument("--screens", type=int, default=200)
    asked.add_argument("--fights", type=int, default=50)
    asked.add_argument("--a-second", type=float, default=2.0, help="answers of honest guests")
    said = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as (port, process):
        evening = Evening(port, process, said.a_second)
        found = asyncio.run(besiege(evening, said.fights, said.screens, said.seconds))
        wrong = verdict(*found, evening, (Path(folder) / "log").stat().st_size)
    print("\n".join(wrong) or "the honest were served")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
