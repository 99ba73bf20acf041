"""An NVIDIA GPU, through CuPy: runs prepared kernels on it. It knows nothing of fights, and needs only NumPy and CuPy.

CuPy is well kept, loads PTX by its public interface (`RawModule`), and moves NumPy arrays to the device and back in one
call each."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ENTRY = "play"  # the function in the PTX
BLOCK, BLOCKS = 256, 2  # threads in a block, and blocks on a multiprocessor
SHARED_NUMBERS = 2  # of the batch, to which all threads add


class GpuJob(NamedTuple):
    """A kernel and what it works on: plain arrays and numbers, which can be saved and sent to another machine."""

    ptx: str
    fight: np.ndarray[Any, Any]  # the record that every fight starts from, in words
    addresses: Sequence[int]  # places in it for addresses: of the tables, then of each row of the figures
    tables: np.ndarray[Any, Any]  # in bytes
    figures: np.ndarray[Any, Any]  # in bytes, a row for each combatant
    numbers: np.ndarray[Any, Any]  # with which the batch begins, in words
    lengths: Sequence[int]  # of the lists to which all threads add
    failure_words: int  # of each thread's list of failures: how many, then two words for each


class Failure(NamedTuple):
    """A fight that broke an assumption, and the number of the assumption."""

    fight: int
    assumption: int


class Device:
    """A GPU with one job on it."""

    def __init__(self, job: GpuJob, block: int = BLOCK, blocks: int = BLOCKS) -> None:
        import cupy

        self.cupy, self.job = cupy, job
        self.kernel = load_kernel(cupy, job.ptx)
        self.grid, self.block = (blocks * cupy.cuda.Device().attributes["MultiProcessorCount"],), (block,)
        self.tables, self.figures = cupy.asarray(job.tables), cupy.asarray(job.figures)
        words = job.fight.copy()
        pitch = job.figures.shape[1]
        words[list(job.addresses)] = [
            self.tables.data.ptr, *(self.figures.data.ptr + pitch * n for n in range(len(job.addresses) - 1))
        ]  # fmt: skip
        self.start = cupy.asarray(words)
        self.sums = cupy.zeros(sum(job.lengths), np.int64)
        places = [self.sums.data.ptr + 8 * int(n) for n in np.cumsum([0, *job.lengths[:-1]])]
        self.batch = cupy.asarray(np.array([*job.numbers, self.start.data.ptr, 0, *places], np.uint64))
        self.failures = cupy.zeros((self.grid[0] * block, job.failure_words), np.int64)

    def run(self, first: int, count: int) -> tuple[list[Failure], bool]:
        """Play so many fights. Return those that broke an assumption, which are not counted; and whether all of them
        are listed: if not, nothing of this call is counted."""
        before = self.batch.copy(), self.sums.copy()
        self.failures[:, 0] = 0
        given = (self.start.data.ptr, self.batch.data.ptr, np.int64(first), np.int64(first + count))
        self.kernel(self.grid, self.block, (*given, self.failures.data.ptr))
        most = int(self.failures[:, 0].max())
        complete = 2 * most < self.job.failure_words
        if not complete:
            self.batch[:], self.sums[:] = before
        return (self.read_failures() if most else []), complete

    def read_failures(self) -> list[Failure]:
        """Return what the threads have listed."""
        found = []
        for count, *rest in self.failures[self.failures[:, 0] > 0].get().tolist():
            found += [Failure(*rest[n : n + 2]) for n in range(0, min(2 * count, len(rest)), 2)]
        return found

    def totals(self) -> tuple[list[int], list[int]]:
        """Return the numbers and the lists to which the fights have added so far."""
        return self.batch[:SHARED_NUMBERS].get().tolist(), self.sums.get().tolist()

    def reset(self) -> None:
        """Forget what was played."""
        self.batch[:SHARED_NUMBERS] = 0
        self.sums[:] = 0


def load_kernel(cupy: Any, ptx: str) -> Any:
    """Return the entry of a module in PTX. CuPy takes PTX from files alone; `code` is for CUDA C++."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.ptx"
        path.write_text(ptx)
        kernel = cupy.RawModule(path=str(path)).get_function(ENTRY)
        kernel.num_regs  # noqa: B018  # CuPy loads the file when something of it is asked for first
    return kernel
