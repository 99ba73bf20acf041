"""The kernel for a GPU: its code, its layout, and that its fights are those of the plain rules, without a GPU."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.compiler import machine
from affray.compiler.kernels.gpu import gpu_assumptions, gpu_code, gpu_layout
from affray.compiler.kernels.players import FAILURE_WORDS, GPU_KERNEL
from affray.compiler.kernels.programs import kernel_signature, new_program, records_in_layout
from affray.engine.state import Fight
from affray.errors import AffrayError
from affray.rules import NAMES, get
from affray.scenario import load
from affray.simulation import gpu, plain
from affray.simulation.device import Failure, GpuJob

MOST_BYTES, MOST_LINES = 1_000, 15_000  # of a thread, and of PTX, for a brawl
SEED = 3
FIGHTS = 300


@cache
def ready(book: str, example: str = "brawl") -> Fight:
    rules = get(book)
    return plain.advance_to_first_die(rules, rules.build(load(example, rules.names()), {})[0])


@pytest.mark.parametrize("book", NAMES)
def test_every_book_compiles_for_a_gpu_and_stays_small(book: str) -> None:
    start, rules = ready(book), get(book)
    assumed = gpu_assumptions(rules, start)
    code = gpu_code(rules, start.n, assumed)
    assert ".visible .entry play(" in code.ptx
    assert code.ptx.count("\n") <= MOST_LINES
    assert gpu_layout(rules, start.n, assumed).fight.itemsize <= MOST_BYTES
    assert ("Combatant", "hp>8") in code.assumptions


# --- the same kernel on this processor


class HostDevice:
    """What a GPU does, by one thread of this processor: a fight that breaks an assumption ends the call, is listed, and
    the next one begins."""

    def __init__(self, job: GpuJob) -> None:
        self.job, self.words = job, job.fight.copy()
        pitch = job.figures.shape[1]
        figures = [job.figures.ctypes.data + pitch * n for n in range(len(job.figures))]
        self.words[list(job.addresses)] = [job.tables.ctypes.data, *figures]
        self.sums = np.zeros(sum(job.lengths), np.int64)
        places = [self.sums.ctypes.data + 8 * int(n) for n in np.cumsum([0, *job.lengths[:-1]])]
        self.batch = np.array([*job.numbers.tolist(), self.words.ctypes.data, 0, *places], np.uint64)
        self.call = compiled_here[job.ptx]

    def run(self, first: int, count: int) -> tuple[list[Failure], bool]:
        own, nothing = self.words.copy(), np.zeros(FAILURE_WORDS, np.int64)
        found: list[Failure] = []
        at, end = first, first + count
        places = own.ctypes.data, own.ctypes.data, nothing.ctypes.data, nothing.ctypes.data, self.batch.ctypes.data
        while at < end and (result := self.call(*places, at, 1, end)) < 0:
            number = int(own[1])  # after the address of the tables
            found.append(Failure(number, -result))
            at = number + 1
        return found, True

    def totals(self) -> tuple[list[int], list[int]]:
        return self.batch[:2].tolist(), self.sums.tolist()


compiled_here: dict[str, Any] = {}  # by their PTX the main functions, compiled for this processor


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU whose work this processor does."""
    make = gpu.make_job

    def make_here(book: Any, start: Fight, seed: int, assumed: Any) -> Any:
        job, changes = make(book, start, seed, assumed)
        if job.ptx not in compiled_here:
            layout = gpu_layout(book, start.n, assumed)
            records = records_in_layout(book, layout.fight, assumed, layout.behind)
            program, signature = new_program(book, GPU_KERNEL, records), kernel_signature(records, GPU_KERNEL)
            program.export(GPU_KERNEL.main, signature, "main")
            library = machine.Library(machine.object_code(str(program.module)))
            compiled_here[job.ptx] = library.function("main", signature)
        return job, changes

    monkeypatch.setattr(gpu, "make_job", make_here)
    monkeypatch.setattr(gpu, "Device", HostDevice)


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("book", "example"), [("classic", "brawl"), ("vanguard", "brawl")])
def test_its_fights_are_those_of_the_plain_rules(book: str, example: str) -> None:
    start, rules = ready(book, example), get(book)
    player = gpu.GpuPlayer(rules, start, SEED, gpu_assumptions(rules, start))
    player.play(0, FIGHTS // 2)
    player.play(FIGHTS // 2, FIGHTS - FIGHTS // 2)
    oracle = plain.PlainPlayer(rules, start, SEED, tally_all=False)
    oracle.play(0, FIGHTS)
    ours, theirs = player.total(), oracle.total()
    assert (ours.checksum, ours.dice, ours.fights) == (theirs.checksum, theirs.dice, FIGHTS)
    assert ours.sums == theirs.sums


@pytest.mark.usefixtures("host")
def test_fights_that_break_an_assumption_are_played_elsewhere() -> None:
    """With the assumption that nobody ever dies."""
    start, rules = ready("classic"), get("classic")
    assumed = gpu_assumptions(rules, start)
    wrong = replace(assumed, constants=(*assumed.constants, ("Side", "dead", 0)))
    player = gpu.GpuPlayer(rules, start, SEED, wrong)
    player.play(0, 40)
    assert player.others is not None
    oracle = plain.PlainPlayer(rules, start, SEED, tally_all=False)
    oracle.play(0, 40)
    assert (player.total().checksum, player.total().sums) == (oracle.total().checksum, oracle.total().sums)
    assert "dead" not in player.assumed.of("Side")  # it was broken far too often


# --- without a GPU, or without CuPy


def test_without_cupy_a_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    said = CliRunner().invoke(main, ["sim", "duel", "-n", "10", "--outcomes-only", "--executor", "gpu"])
    assert said.exit_code == 2
    assert "affray[gpu]" in said.output
    with pytest.raises(AffrayError, match="CuPy is missing"):
        affray.simulate("duel", n=10, executor="gpu")
