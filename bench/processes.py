"""Several processes on one database: what two cost beside one, and what becomes of the other when one is killed.

    python bench/processes.py [--seconds 20] [--screens 200]

On PostgreSQL, screens look on at a quarter as many fights, and ten answers a second are given, one after the other,
with one server process, with two of which each has whole fights, as behind a proxy that goes by the fight
(docs/scaling.md), and with two over which the screens of each fight are spread. Compared is the processor time of the
servers per answer. Then one of the two is killed in the midst of the answers: whoever had it sends the answer
again, with the same key, to the other, and its screens connect there. On SQLite, a second table on the same folder must
be told who has it, and be refused, while export reads. Ends with 1 if two with whole fights cost more than 1.2 times
what one does, if an answer that was acknowledged is gone or there twice, if a screen does not come to know all of its
fight, or if the second table is not refused."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
import screens
from databases import free_port, postgres
from screens import KEY, Fight, calmly, is_answering, set_up
from waiting import LIMIT, wait_until
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from affray.server.store import open_store

MOST = 1.2  # times the processor time of one
AFTER_THE_KILL = 3  # answers to each fight
Placing = Callable[[Fight, Sequence[int]], Iterator[int]]  # the processes of a fight's screens


@contextmanager
def serving(place: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server process on a database; its port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, screens.__file__, "--serve", str(port), place])
    try:
        assert wait_until(lambda: is_answering(port))
        yield port, process
    finally:
        process.kill()
        process.wait()


def processor_time(process: int) -> float:
    """Return the seconds of the processor that a process and its threads have taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- what an answer costs


def with_their_fight(fight: Fight, ports: Sequence[int]) -> Iterator[int]:
    """Let all screens of a fight be where its answers go."""
    return itertools.repeat(fight.port)


def spread(fight: Fight, ports: Sequence[int]) -> Iterator[int]:
    return itertools.cycle(ports)


async def cost(ports: Sequence[int], processes: Sequence[int], many: int, seconds: float, place: Placing) -> float:
    """Return the milliseconds of processor time per answer."""
    fights, ready = await set_up(ports, True, many), asyncio.Semaphore(0)
    looking = [
        asyncio.create_task(fight.look_on(port, token, ready))
        for fight in fights
        for port, token in zip(place(fight, ports), fight.screens, strict=False)
    ]
    for _ in looking:
        await asyncio.wait_for(ready.acquire(), LIMIT)
    await asyncio.sleep(2.0)
    async with httpx.AsyncClient(timeout=LIMIT) as client:
        await calmly(fights, client, 2.0)
        before = sum(map(processor_time, processes))
        await calmly(fights, client, seconds)
        spent = sum(map(processor_time, processes)) - before
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return 1000 * spent / int(seconds * screens.A_SECOND)


def cost_with(number: int, address: str, many: int, seconds: float, place: Placing = with_their_fight) -> float:
    """Return what an answer costs with so many processes."""
    with ExitStack() as stack:
        there = [stack.enter_context(serving(address)) for _ in range(number)]
        ports, processes = [port for port, _ in there], [process.pid for _, process in there]
        return asyncio.run(cost(ports, processes, many, seconds, place))


# --- one is killed


async def look_on(fight: Fight, ports: Sequence[int], token: str, known: list[int]) -> None:
    """Look on at any process that answers, and note the last item that was shown."""
    for port in itertools.cycle(ports):
        with suppress(OSError, WebSocketException):
            async with connect(f"ws://127.0.0.1:{port}/api/fights/{fight.id}/events", max_size=None) as link:
                await link.send(json.dumps({"token": token, "after": known[0]}))
                async for frame in link:
                    known[0] = json.loads(frame)["view"]["n"]
        await asyncio.sleep(0.1)


async def answer(fight: Fight, ports: Sequence[int], client: httpx.AsyncClient, key: str) -> None:
    """Give an answer until some process acknowledges it."""
    body = {"answer": fight.words, "seen": fight.seen, "key": key}
    head = {"Authorization": f"Bearer {fight.token}"}
    for port in itertools.cycle(ports):
        with suppress(httpx.HTTPError):
            told = await client.post(f"http://127.0.0.1:{port}/api/fights/{fight.id}/answers", json=body, headers=head)
            assert told.status_code == 200, told.text
            return fight.take(told.json())
        await asyncio.sleep(0.05)


async def lose_one(
    ports: Sequence[int], doomed: subprocess.Popen[bytes], many: int
) -> tuple[dict[str, list[str]], list[str]]:
    """Kill a process among the answers; return the keys that were acknowledged, and what has gone wrong."""
    fights = await set_up(ports, True, many)
    shown = [(fight, token, [0]) for fight in fights for token in fight.screens]
    looking = [asyncio.create_task(look_on(fight, ports, token, known)) for fight, token, known in shown]
    said: dict[str, list[str]] = {}

    async def play(number: int, fight: Fight) -> None:
        mine = [*ports[number % len(ports) :], *ports[: number % len(ports)]]
        for turn in range(2 * AFTER_THE_KILL):
            await answer(fight, mine, client, f"k{turn}")
            said.setdefault(fight.id, []).append(f"k{turn}")
            if turn == AFTER_THE_KILL and doomed.poll() is None:
                doomed.send_signal(signal.SIGKILL)

    async with httpx.AsyncClient(timeout=LIMIT) as client:
        await asyncio.gather(*(play(number, fight) for number, fight in enumerate(fights)))
        behind = [known for fight, _, known in shown if known[0] != fight.seen]
        for _ in range(600):
            if not behind:
                break
            await asyncio.sleep(0.1)
            behind = [known for fight, _, known in shown if known[0] != fight.seen]
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return said, [f"{len(behind)} of {len(shown)} screens do not know all"] if behind else []


def lost(address: str, said: dict[str, list[str]]) -> Iterator[str]:
    store = open_store(address)
    for fight, keys in said.items():
        there = [line.key.rpartition(" ")[2] for line in store.entries(fight)]
        yield from (f"{fight}: {key} is there {there.count(key)} times" for key in keys if key not in there)
        numbers = [line.number for line in store.entries(fight)]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{fight}: its entries have a gap"
    store.close()


def kill_one_of_two(address: str, many: int) -> list[str]:
    with serving(address) as (one, _), serving(address) as (other, doomed):
        said, wrong = asyncio.run(lose_one([one, other], doomed, many))
    wrong += lost(address, said)
    print(f"killed one of two among {sum(map(len, said.values()))} answers with {many} screens: ", end="")
    print("; ".join(wrong) or "nothing is lost, and all screens know everything")
    return wrong


# --- one folder


def affray(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "affray", *words], capture_output=True, text=True, timeout=LIMIT)


def second_table(folder: str) -> list[str]:
    """Return what is wrong with how a second table on the same folder, and one who only reads, are treated."""
    port, environment = free_port(), {**os.environ, "AFFRAY_KEY": KEY}
    command = [sys.executable, "-m", "affray", "table", "--no-browser", "--data", folder, "--port", str(port)]
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    try:
        assert wait_until(lambda: is_answering(port))
        second = affray("table", "--no-browser", "--data", folder, "--port", str(free_port()))
        reading = affray("export", "--data", folder)
    finally:
        first.kill()
        first.wait()
    print(f"a second table on one folder: {second.stderr.strip()}")
    wrong = []
    if second.returncode != 2 or f"process {first.pid} " not in second.stderr or f":{port}" not in second.stderr:
        wrong.append("the second table is not told who has the folder")
    if reading.returncode != 0:
        wrong.append(f"export does not read: {reading.stderr}")
    return wrong


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--seconds", type=float, default=20.0)
    asked.add_argument("--screens", type=int, default=200)
    said = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = second_table(folder)
    with tempfile.TemporaryDirectory() as folder:
        alone = cost_with(1, f"{folder}/table.db", said.screens, said.seconds)
    with postgres() as server:
        address = f"{server}/postgres"
        one, two = (cost_with(number, address, said.screens, said.seconds) for number in (1, 2))
        mixed = cost_with(2, address, said.screens, said.seconds, spread)
        print(f"{said.screens} screens, processor time per answer: {alone:.1f} ms on SQLite; ", end="")
        print(f"on PostgreSQL {one:.1f} ms with one process, ", end="")
        print(f"{two:.1f} with two that have whole fights, {mixed:.1f} with screens spread over two", flush=True)
        if two > MOST * one:
            wrong.append(f"two processes cost {two / one:.2f} times as much as one")
        wrong += kill_one_of_two(address, said.screens)
    print("\n".join(wrong) or "all as promised")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
