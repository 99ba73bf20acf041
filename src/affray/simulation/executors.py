"""Where fights are played: here, in other processes of this machine, on its GPU, or by the workers of a Dask scheduler.

All of them are `concurrent.futures.Executor`: whatever plays a block of fights is a call that can be sent anywhere.
A spec is what is simulated, as a value that another process can be told."""

from __future__ import annotations

import os
import pickle
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import active_children, get_context, parent_process
from time import perf_counter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from affray.compiler.kernels.building import assumptions, can_compile, report_failure
from affray.engine.encounter import Encounter
from affray.errors import AffrayError, quote
from affray.files import rules_digest
from affray.rules.book import Book
from affray.scenario import read_options, restore_book
from affray.simulation import plain as slow
from affray.simulation.plain import Player, Tally
from affray.simulation.warm import is_registered

LOCAL, PROCESSES, GPU, DASK = "local", "processes", "gpu", "dask://"
EXPECTED_NAMES = f"{LOCAL}, {PROCESSES}, {GPU} or {DASK}HOST:PORT"
ANSWER_SECONDS = 5.0  # seconds for a scheduler to answer
GPU_HINT = "CuPy is missing, which talks to the GPU: pip install 'affray[gpu]'"
DASK_HINT = "Dask is missing: pip install 'affray[cluster]'"


class Adding(Protocol):
    """Sums that come back from a block, and are added to others."""

    def __iadd__(self, other: Any) -> Any: ...


T = TypeVar("T", bound=Adding)


class Team(NamedTuple):
    """An executor and how many of its workers play at a time; no executor: this very process."""

    executor: Executor | None
    workers: int


@contextmanager
def open_team(name: str, threads: int = 1) -> Iterator[Team]:
    """Open whoever plays the fights, by the name that `--executor` takes; let go when all is done, or called off.

    Of processes there are as many as `threads` says, if that is more than one, else as many as there are cores."""
    if name == LOCAL:
        yield Team(None, threads)
    elif name == GPU:
        check_gpu()
        yield Team(Gpu(), 1)
    elif name == PROCESSES:
        with open_processes(threads if threads > 1 else os.cpu_count() or 1) as found:
            yield found
    elif name.startswith(DASK):
        with open_dask(name) as found:
            yield found
    else:
        raise AffrayError(f"{quote(name)} is no executor; expected {EXPECTED_NAMES}")


def check_executor(name: str) -> str:
    """Return the name of an executor as it may be given; nothing is started."""
    if name not in (LOCAL, PROCESSES, GPU):
        dask_address(name)
    return name


# --- other processes


@contextmanager
def open_processes(workers: int) -> Iterator[Team]:
    """Start processes afresh, so that no thread of ours is copied in the middle of something."""
    before = active_children()
    executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=start_worker)
    try:
        yield Team(executor, workers)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            if child not in before:
                child.terminate()
        raise
    executor.shutdown()


def start_worker() -> None:
    """Leave Ctrl-C to the process that asked, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """End when the parent does, which can't say so if it is killed."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


# --- the GPU


class Gpu(Executor):
    """The GPU of this machine. It takes no calls: `simulate` runs a kernel of its own on it."""


def check_gpu() -> None:
    """Raise AffrayError where there is no GPU that can be used, or nothing to use it with."""
    try:
        import cupy
    except ImportError:
        raise AffrayError(GPU_HINT) from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise AffrayError(f"no NVIDIA GPU can be used here ({error}); leave out `--executor {GPU}`") from None
    if not found:
        raise AffrayError(f"there is no NVIDIA GPU here; leave out `--executor {GPU}`")


# --- other machines


def dask_address(name: str) -> str:
    found = re.fullmatch(rf"{DASK}([^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{{1,5}})/?", name)
    if not found or not 0 < int(found[2]) < 65536:
        raise AffrayError(f"{quote(name)} is no executor; expected {EXPECTED_NAMES}, as {DASK}localhost:8786")
    return f"tcp://{found[1]}:{found[2]}"


@contextmanager
def open_dask(name: str) -> Iterator[Team]:
    client = connect_dask(name)
    try:
        workers = check_worker_rules(client, name)
        yield Team(client.get_executor(pure=False), workers)
    finally:
        client.close(timeout=ANSWER_SECONDS)


def connect_dask(name: str) -> Any:
    where = dask_address(name)
    try:
        from distributed import Client
    except ImportError:
        raise AffrayError(DASK_HINT) from None
    try:
        return Client(where, timeout=ANSWER_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        why = str(error).partition("\n")[0] or type(error).__name__
        raise AffrayError(f"no Dask scheduler answers at {name}: {why}") from None


def check_worker_rules(client: Any, name: str) -> int:
    """Return how many fights its workers can play at a time. Each must have the rules that we have."""
    threads = client.nthreads()
    if not threads:
        raise AffrayError(f"the Dask scheduler at {name} has no workers; start some with `dask worker HOST:PORT`")
    said = client.run(worker_rules, on_error="return")
    for worker, digest in said.items():
        if digest != rules_digest():
            what = "has other rules than we have here" if isinstance(digest, str) else f"can't play: {digest}"
            raise AffrayError(f"the Dask worker {worker} {what}; install the same version of affray there")
    return sum(threads.values())


def worker_rules() -> str:
    return rules_digest()


# --- what is simulated, as a value that another process can be told

CACHED_PLAYERS = 4  # players that a process keeps at hand: blocks of a few specs may come in turn


@dataclass(frozen=True)
class Spec:
    """All that the fights of a seed depend on: words and numbers alone. Tactics are in the encounter."""

    encounter: Encounter
    rules: str
    house: tuple[tuple[str, str], ...]  # file and text of each overlay
    options: tuple[tuple[str, str], ...]
    seed: int
    tally_all: bool  # count all there is to count, or the chances alone
    plain: bool

    def book(self) -> Book:
        return restore_book({"rules": self.rules, "house": self.house})

    def as_bytes(self) -> bytes:
        return pickle.dumps(self)


def make_spec(
    encounter: Encounter, book: Book, options: Mapping[str, str], seed: int, tally_all: bool = True, plain: bool = False
) -> Spec:
    if not is_registered(book):
        raise AffrayError(f"{book.name} can't be told to other processes: it is not the book that is registered")
    house = tuple((overlay.file, overlay.text) for overlay in book.overlays)
    return Spec(encounter, book.name, house, tuple(options.items()), seed, tally_all, plain)


def play_block(packed: bytes, first: int, count: int) -> Tally:
    """Play so many fights of a spec, by whichever process is asked: one call, plain values in and out."""
    one = spec_player(packed)
    one.reset()
    one.play(first, count)
    return one.total()


@lru_cache(maxsize=CACHED_PLAYERS)
def spec_player(packed: bytes) -> Player:
    """Return this process's player, compiled or read from the cache once."""
    asked: Spec = pickle.loads(packed)
    book = asked.book()
    start, _ = book.build(asked.encounter, read_options(book, dict(asked.options)))
    ready = slow.advance_to_first_die(book, start)
    if asked.plain or not can_compile(book):
        return slow.PlainPlayer(book, ready, asked.seed, asked.tally_all)
    try:
        from affray.simulation.compiled import CompiledPlayer  # needs llvmlite

        return CompiledPlayer(book, ready, asked.seed, asked.tally_all, assumptions(book, ready))
    except Exception as error:  # whatever LLVM may have: the plain rules do it all
        report_failure(book, error)
        return slow.PlainPlayer(book, ready, asked.seed, asked.tally_all)


# --- blocks of fights played by any executor

FIRST_BLOCK, MAX_BLOCK = 16, 2**20  # fights in the first blocks, and in any
SHORT_BLOCK_SECONDS, LONG_BLOCK_SECONDS = 0.5, 2.0  # seconds a block takes, with the way there and back
BLOCKS_AHEAD = 4  # blocks for each worker that run or wait
WAIT_SECONDS = 0.1


def add_tally(tally: T, more: T) -> T:
    tally.__iadd__(more)
    return tally


class ExecutorRun(Generic[T]):
    """Hands blocks to an executor and adds up what comes back, in whatever order."""

    engine = "executor"
    compiling = False

    def __init__(
        self, executor: Executor, packed: bytes, workers: int, empty: T, call: Callable[[bytes, int, int], T]
    ) -> None:
        self.executor, self.packed, self.workers = executor, packed, workers
        self.tally, self.call = empty, call
        self.waiting: dict[Future[T], float] = {}
        self.most = FIRST_BLOCK

    def play(self, first: int, count: int, tick: Callable[[], None]) -> None:
        at, end = first, first + count
        while at < end or self.waiting:
            while at < end and len(self.waiting) < BLOCKS_AHEAD * self.workers:
                size = min(self.most, end - at)
                self.waiting[self.executor.submit(self.call, self.packed, at, size)] = perf_counter()
                at += size
            self.gather()
            tick()

    def gather(self) -> None:
        """Gather what has come back by now. Blocks grow or shrink until each is worth its way."""
        done, _ = wait(self.waiting, WAIT_SECONDS, FIRST_COMPLETED)
        for future in done:
            elapsed = (perf_counter() - self.waiting.pop(future)) / BLOCKS_AHEAD
            try:
                self.tally = add_tally(self.tally, future.result())
            except (BrokenExecutor, CancelledError) as error:
                raise AffrayError(f"a worker was lost: {error}") from error
            except Exception as error:
                if type(error).__name__ == "KilledWorker":  # Dask's, when it has lost several over the same block
                    raise AffrayError(f"workers were lost, one after the other: {error}") from error
                raise
            if elapsed < SHORT_BLOCK_SECONDS:
                self.most = min(MAX_BLOCK, self.most * 2)
            elif elapsed > LONG_BLOCK_SECONDS:
                self.most = max(1, self.most // 2)

    def total(self) -> T:
        return self.tally

    def stop(self) -> None:
        for future in self.waiting:
            future.cancel()
