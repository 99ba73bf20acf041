"""Blocks of fights played by any `concurrent.futures.Executor`: other processes, other machines."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from time import perf_counter

from affray.engine.state import Fight
from affray.errors import AffrayError
from affray.simulation.spec import play_block
from affray.simulation.tally import Tally, empty

FIRST, MOST = 16, 2**20  # fights in the first blocks, and in any
SHORT, LONG = 0.5, 2.0  # seconds a block takes, with the way there and back
AHEAD = 4  # blocks for each worker that run or wait
TICK = 0.1


class Elsewhere:
    """Hands blocks to an executor and adds up what comes back, in whatever order."""

    engine = "executor"
    compiling = False

    def __init__(self, executor: Executor, packed: bytes, workers: int, start: Fight) -> None:
        self.executor, self.packed, self.workers = executor, packed, workers
        self.tally = empty(start)
        self.waiting: dict[Future[Tally], float] = {}
        self.most = FIRST

    def play(self, first: int, count: int, tick: Callable[[], None]) -> None:
        at, end = first, first + count
        while at < end or self.waiting:
            while at < end and len(self.waiting) < AHEAD * self.workers:
                size = min(self.most, end - at)
                self.waiting[self.executor.submit(play_block, self.packed, at, size)] = perf_counter()
                at += size
            self.gather()
            tick()

    def gather(self) -> None:
        """What has come back by now. Blocks grow or shrink until each is worth its way."""
        done, _ = wait(self.waiting, TICK, FIRST_COMPLETED)
        for future in done:
            elapsed = (perf_counter() - self.waiting.pop(future)) / AHEAD
            try:
                self.tally += future.result()
            except (BrokenExecutor, CancelledError) as error:
                raise AffrayError(f"a worker was lost: {error}") from error
            except Exception as error:
                if type(error).__name__ == "KilledWorker":  # Dask's, when it has lost several over the same block
                    raise AffrayError(f"workers were lost, one after the other: {error}") from error
                raise
            if elapsed < SHORT:
                self.most = min(MOST, self.most * 2)
            elif elapsed > LONG:
                self.most = max(1, self.most // 2)

    def total(self) -> Tally:
        return self.tally

    def stop(self) -> None:
        for future in self.waiting:
            future.cancel()
