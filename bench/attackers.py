"""Guests and strangers who want to stop a table, for `siege.py`: each a coroutine that goes on until it is ended.

    python bench/attackers.py PORT FIGHT SECONDS TOKEN...

They come from 127.0.0.1, as from behind one router with the honest guests, and from other addresses of the machine.
In the end each tells what it was answered."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

ADDRESSES = tuple(f"127.0.0.{n}" for n in range(1, 9))
HALF_OPEN, DRIPPING, SILENT = 300, 40, 40  # connections of each kind
PAUSE = 0.001  # seconds between two requests of a flood: one process plays them all
TIMEOUT = 20.0


class Target(NamedTuple):
    """A table, a fight, and links to it that these guests have."""

    port: int
    fight: str
    tokens: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"/api/fights/{self.fight}"


Seen = Counter[str]
Attack = Callable[[Target, Seen], Awaitable[None]]


@asynccontextmanager
async def connected(
    target: Target, address: str = ADDRESSES[0]
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


def head(target: Target, line: str, *headers: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: 127.0.0.1:{target.port}", *headers, "", ""]).encode()


async def status_of(reader: asyncio.StreamReader) -> str:
    """Read a response and return its status; nothing where the connection has ended."""
    top = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
    sizes = [line.partition(b":")[2] for line in top.lower().split(b"\r\n") if line.startswith(b"content-length")]
    await asyncio.wait_for(reader.readexactly(int(sizes[0]) if sizes else 0), TIMEOUT)
    return top.split(b" ", 2)[1].decode()


# --- connections that say little


async def half_open(target: Target, seen: Seen) -> None:
    """Begin a request and say no more."""
    async with connected(target, random.choice(ADDRESSES)) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        await reader.read()
        seen["cut off"] += 1


async def dripping(target: Target, seen: Seen) -> None:
    """Send a body a byte a second."""
    async with connected(target, random.choice(ADDRESSES)) as (_, writer):
        writer.write(head(target, "POST /api/check", "Content-Length: 5000"))
        for _ in range(5000):
            writer.write(b"x")
            await writer.drain()
            seen["bytes"] += 1
            await asyncio.sleep(1.0)


async def silent(target: Target, seen: Seen) -> None:
    """Ask for everything, many times at once, and read nothing of it."""
    async with connected(target) as (_, writer):
        one = head(target, f"GET {target.path}", f"Authorization: Bearer {target.tokens[2]}")
        writer.write(one * 20)
        await asyncio.sleep(TIMEOUT)
        seen["ended"] += 1


# --- floods


async def flood(target: Target, seen: Seen, address: str, *said: bytes) -> None:
    """Ask for the same as fast as it goes, on one connection after the other."""
    async with connected(target, address) as (reader, writer):
        for one in itertools.cycle(said):
            writer.write(one)
            seen[await status_of(reader)] += 1
            await asyncio.sleep(PAUSE)


async def flooding_player(target: Target, seen: Seen) -> None:
    body = json.dumps({"answer": "pass", "seen": 0, "key": "k"})
    token = f"Authorization: Bearer {target.tokens[0]}"
    size = f"Content-Length: {len(body)}"
    post = head(target, f"POST {target.path}/answers", token, size, "Content-Type: application/json") + body.encode()
    await flood(target, seen, ADDRESSES[0], head(target, f"GET {target.path}", token), post)


async def flooding_stranger(target: Target, seen: Seen) -> None:
    await flood(target, seen, random.choice(ADDRESSES), head(target, "GET /api/openapi.json"), head(target, "GET /"))


async def guessing(target: Target, seen: Seen) -> None:
    guess = f"Authorization: Bearer {random.getrandbits(128):x}"
    await flood(target, seen, random.choice(ADDRESSES), head(target, "GET /api/table", guess))


async def asking_much(target: Target, seen: Seen) -> None:
    """Ask for what takes long, and leave."""
    async with connected(target) as (_, writer):
        token = f"Authorization: Bearer {target.tokens[1]}"
        writer.write(head(target, f"GET {target.path}/chances", token))
        await asyncio.sleep(0.05)
        seen["left"] += 1


# --- too much at once


async def oversized(target: Target, seen: Seen) -> None:
    """Send a body, headers or a path without an end."""
    address, kind = random.choice(ADDRESSES), random.randrange(3)
    async with connected(target, address) as (reader, writer):
        if kind == 0:
            token = f"Authorization: Bearer {target.tokens[0]}"
            writer.write(head(target, f"POST {target.path}/answers", token, "Content-Length: 900000000"))
        else:
            writer.write(b"GET /" + b"x" * 100_000 if kind == 1 else b"GET / HTTP/1.1\r\n")
        answered = asyncio.create_task(status_of(reader))
        with suppress(OSError):
            for _ in range(1000):
                writer.write(b"x: y\r\n" * 5_000)
                await writer.drain()
        seen[await answered] += 1


async def reopening(target: Target, seen: Seen) -> None:
    """Open a screen again and again, with a right token and a frame that is far too large."""
    async with connected(target) as (reader, writer):
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        writer.write(head(target, f"GET {target.path}/events", *upgrade, key))
        seen[await status_of(reader)] += 1
        hello = json.dumps({"token": target.tokens[2], "after": 0}).encode()
        writer.write(b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello)
        await asyncio.wait_for(reader.read(65536), TIMEOUT)
        if random.random() < 0.2:
            writer.write(b"\x81\xff" + (1 << 20).to_bytes(8, "big") + bytes(4) + b"x" * (1 << 20))
            await writer.drain()


ATTACKS: tuple[tuple[Attack, int], ...] = (
    (half_open, HALF_OPEN),
    (dripping, DRIPPING),
    (silent, SILENT),
    (flooding_player, 4),
    (flooding_stranger, 8),
    (guessing, 4),
    (asking_much, 2),
    (oversized, 4),
    (reopening, 4),
)


async def go_on(attack: Attack, target: Target, seen: Seen) -> None:
    """Come back whenever it was cut off."""
    while True:
        try:
            await attack(target, seen)
        except (OSError, EOFError, asyncio.LimitOverrunError, TimeoutError, ValueError):
            seen["lost"] += 1
        await asyncio.sleep(PAUSE)


async def attack_all(target: Target, seconds: float) -> None:
    seen = {attack.__name__: Seen() for attack, _ in ATTACKS}
    tasks = [  # noqa: F841 (a task that nobody refers to may vanish)
        asyncio.create_task(go_on(attack, target, seen[attack.__name__]))
        for attack, many in ATTACKS
        for _ in range(many)
    ]
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    with suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), seconds)
    for name, counts in seen.items():
        print(f"{name.replace('_', ' ')}: {', '.join(f'{n:,} {what}' for what, n in sorted(counts.items()))}")
    sys.stdout.flush()
    os._exit(0)  # wait_for may swallow a cancellation, and an attacker would go on


def main() -> None:
    port, fight, seconds, *tokens = sys.argv[1:]
    asyncio.run(attack_all(Target(int(port), fight, tuple(tokens)), float(seconds)))


if __name__ == "__main__":
    main()
