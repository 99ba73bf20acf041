"""What befalls a running table and what it stands on. Each fault is lifted again at the end of its block."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from databases import backends, crash, frozen, lose_connections, postmaster, restart

SQLITE, POSTGRES = "sqlite", "postgres"


class Victim(NamedTuple):
    """A table: where it keeps its fights, and the process that serves."""

    place: str
    pid: int


class Fault(NamedTuple):
    """What befalls a table, on which databases, for how many seconds, and how often it is killed meanwhile."""

    harm: Callable[[Victim, random.Random], AbstractContextManager[None]]
    databases: tuple[str, ...]
    seconds: tuple[float, float] = (0.0, 0.3)
    killed: float = 0.2


@contextmanager
def nothing_else(victim: Victim, chance: random.Random) -> Iterator[None]:
    yield


# --- PostgreSQL


@contextmanager
def lose_backend(victim: Victim, chance: random.Random) -> Iterator[None]:
    """End the table's connections, let a backend be killed, after which the server starts all of them anew, or stop
    the server at once and start it."""
    chance.choice((lose_connections, crash, restart))(victim.place)
    yield


@contextmanager
def freeze(victim: Victim, chance: random.Random) -> Iterator[None]:
    """Stop one backend, all those of the table, or the whole server, as on a machine that hangs."""
    here = backends(victim.place)
    stopped = chance.choice((here[:1], here, [postmaster(victim.place), *here]))
    with frozen(stopped):
        yield


# --- memory


@contextmanager
def give_no_memory(victim: Victim, chance: random.Random) -> Iterator[None]:
    """Let the system refuse the process all memory beyond what it has and a little more: what it wants then fails in
    the midst of anything. (Where the system kills instead, that is SIGKILL.)"""
    limits = resource.prlimit(victim.pid, resource.RLIMIT_DATA)
    most = memory_of(victim.pid) + chance.choice((0, 0, 0, 1 << 16, 1 << 18, 1 << 20))
    resource.prlimit(victim.pid, resource.RLIMIT_DATA, (most, limits[1]))
    yield
    with suppress(ProcessLookupError):
        resource.prlimit(victim.pid, resource.RLIMIT_DATA, limits)


def memory_of(pid: int) -> int:
    """Return the bytes of its own that a process may write to."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmData:")[2].split()[0]) * 1024


# --- the clock

HOUR, YEAR = 3600.0, 365.25 * 24 * 3600
JUMPS = (-60 * YEAR, -YEAR, -25 * HOUR, -HOUR, -1.0, 0.0, 1.0, HOUR, 25 * HOUR, YEAR, 200 * YEAR)


def let_clock_jump() -> None:
    """Let the wall clock of this process jump at each SIGUSR1: `time.time`, the only one that the table reads. The
    machine's own stays, since everything else on it goes by that."""
    real, ahead = time.time, [0.0]

    def jump(*_: object) -> None:
        ahead[0] = random.choice(JUMPS)

    time.time = lambda: real() + ahead[0]
    signal.signal(signal.SIGUSR1, jump)


@contextmanager
def jump(victim: Victim, chance: random.Random) -> Iterator[None]:
    os.kill(victim.pid, signal.SIGUSR1)
    yield
    with suppress(ProcessLookupError):
        os.kill(victim.pid, signal.SIGUSR1)


# --- the disk

ROOM = 64 << 20  # bytes of the small disk


@contextmanager
def small_disk(folder: str) -> Iterator[None]:
    """Lay a small disk over a folder, where that is allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", folder]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield
    finally:
        if mounted:
            subprocess.run(["umount", "-l", folder], check=True)


@contextmanager
def fill_disk(victim: Victim, chance: random.Random) -> Iterator[None]:
    """Fill a small disk but for a few pages, or where there is none let no file of the process grow beyond the largest
    that it has."""
    folder = Path(victim.place)
    spare = chance.choice((0, 0, 4096, 20_000, 100_000))
    if os.path.ismount(folder.parent) and chance.random() < 0.7:
        filler = folder.parent / "filler"
        while not filler.exists():
            with suppress(OSError):  # the table has just taken some of the room
                fill(filler, spare)
        yield
        filler.unlink()
        return
    limits = resource.prlimit(victim.pid, resource.RLIMIT_FSIZE)
    most = max(file.stat().st_size for file in folder.iterdir()) + spare
    resource.prlimit(victim.pid, resource.RLIMIT_FSIZE, (most, limits[1]))
    yield
    with suppress(ProcessLookupError):
        resource.prlimit(victim.pid, resource.RLIMIT_FSIZE, limits)


def fill(filler: Path, spare: int) -> None:
    room = os.statvfs(filler.parent)
    with filler.open("wb") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, max(1, room.f_bavail * room.f_frsize - spare))
        except OSError:
            filler.unlink()
            raise


# --- the folder


@contextmanager
def move_away(victim: Victim, chance: random.Random) -> Iterator[None]:
    """Move the folder or a file in it to another name, and back."""
    folder = Path(victim.place)
    there = [path for path in (folder, folder / "table.db", folder / "table.db-wal") if path.exists()]
    moved = chance.choice(there)
    aside = moved.with_name(f"{moved.name}.aside")
    moved.rename(aside)
    yield
    aside.rename(moved)


FAULTS: Mapping[str, Fault] = {
    "kill": Fault(nothing_else, (SQLITE, POSTGRES), (0.0, 0.0), killed=1.0),
    "backend": Fault(lose_backend, (POSTGRES,)),
    "frozen": Fault(freeze, (POSTGRES,), (0.1, 7.0)),
    "memory": Fault(give_no_memory, (SQLITE, POSTGRES), (0.05, 0.5)),
    "clock": Fault(jump, (SQLITE, POSTGRES)),
    "disk": Fault(fill_disk, (SQLITE,), (0.05, 0.5)),
    "folder": Fault(move_away, (SQLITE,), (0.05, 1.5)),
}
