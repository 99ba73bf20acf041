"""How much room fights take: resident memory and bytes on the disk, for each fight and for each answer.

    python bench/room.py [--fights 50] [--answers 20]

A table on SQLite begins so many fights, four screens look on at each, and each is given so many answers. What a process
takes before its first fight is told apart."""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
import screens
from databases import free_port
from screens import AT_A_FIGHT, Fight, is_answering, set_up
from siege import memory_of
from waiting import LIMIT, wait_until


@contextmanager
def serving(folder: str) -> Iterator[tuple[int, int]]:
    """A server process; its port and its number."""
    port = free_port()
    process = subprocess.Popen([sys.executable, screens.__file__, "--serve", str(port), f"{folder}/table.db"])
    try:
        assert wait_until(lambda: is_answering(port))
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


async def look_on(fights: list[Fight], port: int) -> list[asyncio.Task[None]]:
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(fight.look_on(port, token, ready)) for fight in fights for token in fight.screens]
    for _ in tasks:
        await asyncio.wait_for(ready.acquire(), LIMIT)
    return tasks


async def fill(port: int, process: int, folder: str, many: int, answers: int) -> list[tuple[int, int]]:
    """Return memory and disk: with one fight, with all of them, and after all answers."""
    looking, found = list[asyncio.Task[None]](), []
    for number in (1, many):
        fights = await set_up([port], True, number * AT_A_FIGHT, number)
        looking += await look_on(fights, port)
        await asyncio.sleep(2.0)
        found.append((memory_of(process), size_of(folder)))
    async with httpx.AsyncClient(timeout=LIMIT) as client:
        for _ in range(answers):
            for fight in fights:
                await fight.answer(client)
                await asyncio.wait_for(fight.quiet.wait(), LIMIT)
    found.append((memory_of(process), size_of(folder)))
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return found


def size_of(folder: str) -> int:
    """Return the bytes of the database once it is tidied up."""
    copy = Path(folder) / "copy.db"
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(f"{folder}/table.db")) as file:
        file.execute("vacuum into ?", [str(copy)])
    return copy.stat().st_size


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--fights", type=int, default=50)
    asked.add_argument("--answers", type=int, default=20)
    said = asked.parse_args()
    os.environ["AFFRAY_WARM"] = "off"
    with tempfile.TemporaryDirectory() as folder, serving(folder) as (port, process):
        first, begun, ended = asyncio.run(fill(port, process, folder, said.fights, said.answers))
    given = said.fights * said.answers
    print(f"with one fight: {first[0] / 1e6:.0f} MB of memory")
    for what, before, after, many in (("fight", first, begun, said.fights), ("answer", begun, ended, given)):
        memory, disk = ((after[n] - before[n]) / many / 1e3 for n in (0, 1))
        print(f"each further {what}: {memory:.0f} KB of memory, {disk:.1f} KB on the disk")
    return 0


if __name__ == "__main__":
    sys.exit(main())
