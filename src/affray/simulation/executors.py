"""Where fights are played: here, in other processes of this machine, or by the workers of a Dask scheduler.

All of them are `concurrent.futures.Executor`: whatever plays a block of fights is a call that can be sent anywhere."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any, NamedTuple

from affray.errors import AffrayError, quoted

LOCAL, PROCESSES, DASK = "local", "processes", "dask://"
FORM = f"{LOCAL}, {PROCESSES} or {DASK}HOST:PORT"
PATIENCE = 5.0  # seconds for a scheduler to answer
HOW = "Dask is missing: pip install 'affray[cluster]'"


class Team(NamedTuple):
    """An executor and how many of its workers play at a time; no executor: this very process."""

    executor: Executor | None
    workers: int


@contextmanager
def team(name: str, threads: int = 1) -> Iterator[Team]:
    """Whoever plays the fights, by the name that `--executor` takes; let go when all is done, or called off.

    Of processes there are as many as `threads` says, if that is more than one, else as many as there are cores."""
    if name == LOCAL:
        yield Team(None, threads)
    elif name == PROCESSES:
        with processes(threads if threads > 1 else os.cpu_count() or 1) as found:
            yield found
    elif name.startswith(DASK):
        with dask(name) as found:
            yield found
    else:
        raise AffrayError(f"{quoted(name)} is no executor; expected {FORM}")


def check(name: str) -> str:
    """The name of an executor as it may be given; nothing is started."""
    if name not in (LOCAL, PROCESSES):
        address(name)
    return name


# --- other processes


@contextmanager
def processes(workers: int) -> Iterator[Team]:
    """Started afresh, so that no thread of ours is copied in the middle of something."""
    before = active_children()
    executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=begin)
    try:
        yield Team(executor, workers)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            if child not in before:
                child.terminate()
        raise
    executor.shutdown()


def begin() -> None:
    """Ctrl-C is for the one who asked, not for those who play; and these don't outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """Whoever is killed can't say so."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


# --- other machines


def address(name: str) -> str:
    found = re.fullmatch(rf"{DASK}([^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{{1,5}})/?", name)
    if not found or not 0 < int(found[2]) < 65536:
        raise AffrayError(f"{quoted(name)} is no executor; expected {FORM}, as {DASK}localhost:8786")
    return f"tcp://{found[1]}:{found[2]}"


@contextmanager
def dask(name: str) -> Iterator[Team]:
    client = connected(name)
    try:
        workers = same_rules(client, name)
        yield Team(client.get_executor(pure=False), workers)
    finally:
        client.close(timeout=PATIENCE)


def connected(name: str) -> Any:
    where = address(name)
    try:
        from distributed import Client
    except ImportError:
        raise AffrayError(HOW) from None
    try:
        return Client(where, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        why = str(error).partition("\n")[0] or type(error).__name__
        raise AffrayError(f"no Dask scheduler answers at {name}: {why}") from None


def same_rules(client: Any, name: str) -> int:
    """How many fights its workers can play at a time. Each must have the rules that we have."""
    from affray.engine.digest import rules_digest

    threads = client.nthreads()
    if not threads:
        raise AffrayError(f"the Dask scheduler at {name} has no workers; start some with `dask worker HOST:PORT`")
    said = client.run(rules_of_a_worker, on_error="return")
    for worker, digest in said.items():
        if digest != rules_digest():
            what = "has other rules than we have here" if isinstance(digest, str) else f"can't play: {digest}"
            raise AffrayError(f"the Dask worker {worker} {what}; install the same version of affray there")
    return sum(threads.values())


def rules_of_a_worker() -> str:
    from affray.engine.digest import rules_digest

    return rules_digest()
