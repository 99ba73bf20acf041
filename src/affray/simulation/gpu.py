"""Fights on an NVIDIA GPU: a player like the others, for `--executor gpu`."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np

from affray.compiler.kernels.assumptions import Assumptions, Change
from affray.compiler.kernels.building import LIGHT, is_ready, learn_from_fight
from affray.compiler.kernels.counting import Sums, sum_lengths
from affray.compiler.kernels.gpu import address_places, changing_words, gpu_code, gpu_layout, gpu_record
from affray.compiler.kernels.players import FAILURE_WORDS
from affray.engine.dice import GAMMA, MASK, mix64
from affray.engine.state import Fight
from affray.rules.book import Book
from affray.simulation import plain
from affray.simulation.compiled import BROKEN_SHARE, MAX_BROKEN, CompiledPlayer
from affray.simulation.device import Device, GpuJob
from affray.simulation.plain import FightRow, Tally

ENGINE = "gpu"


def make_job(book: Book, start: Fight, seed: int, assumed: Assumptions) -> tuple[GpuJob, tuple[Change, ...]]:
    """Return what a GPU needs to play fights from this start, and the assumptions by their numbers."""
    code, layout = gpu_code(book, start.n, assumed), gpu_layout(book, start.n, assumed)
    record = gpu_record(layout, start)
    first, end = changing_words(layout)
    lengths = [int(length) for length in sum_lengths(start.n, start.sides, start.last_round)]
    job = GpuJob(
        code.ptx,
        record.fight.view(np.uint64),
        address_places(layout, start.n),
        record.tables.view(np.uint8),
        record.figures.view(np.uint8).reshape(start.n, -1),
        np.array([0, 0, 0, mix64(seed & MASK) + GAMMA & MASK, first, end], np.uint64),  # players.BATCH_NUMBERS
        lengths,
        FAILURE_WORDS,
    )
    return job, code.assumptions


class GpuPlayer:
    """Plays fights from one start on a GPU and adds them up: who won, how, when, and how many live."""

    def __init__(self, book: Book, start: Fight, seed: int, assumed: Assumptions) -> None:
        self.book, self.start, self.seed = book, start, seed
        self.fights, self.broken = 0, Counter[Change]()
        self.examples: dict[Change, int] = {}  # a fight that broke each assumption
        self.others: CompiledPlayer | plain.PlainPlayer | None = None  # plays the fights that break an assumption
        self.played = plain.empty_tally(start)  # by kernels with other assumptions
        self.use_kernel(assumed)

    def use_kernel(self, assumed: Assumptions) -> None:
        job, self.assumptions = make_job(self.book, self.start, self.seed, assumed)
        self.assumed, self.device, self.lengths = assumed, Device(job), job.lengths

    def play(self, first: int, count: int) -> None:
        failures, complete = self.device.run(first, count)
        for failure in failures:
            what = self.assumptions[failure.assumption - 1]
            self.broken[what] += 1
            self.examples[what] = failure.fight
        if not complete:  # far too many
            self.drop_assumptions(list(self.broken))
            self.play(first, count)
            return
        for failure in failures:
            self.play_without_assumptions(failure.fight)
        self.fights += count
        most = max(MAX_BROKEN, self.fights // BROKEN_SHARE)
        self.drop_assumptions([what for what, times in self.broken.items() if times > most])

    def play_without_assumptions(self, number: int) -> None:
        """Play by the general kernel, if it is at hand, else by the plain rules."""
        if self.others is None:
            engine = CompiledPlayer if is_ready(self.book, LIGHT) else plain.PlainPlayer
            self.others = engine(self.book, self.start, self.seed, False)
        self.others.play(number, 1)

    def drop_assumptions(self, often: list[Change]) -> None:
        """Go on with a kernel that doesn't assume these."""
        if often:
            examples = [self.examples[what] for what in often]
            changed = [learn_from_fight(self.book, self.start, self.seed, number) for number in examples]
            self.played += self.of_device()
            self.broken.clear()
            self.use_kernel(self.assumed.without(chain(*changed)))

    def of_device(self) -> Tally:
        """Return what the device has counted."""
        (checksum, dice), every = self.device.totals()
        parts = np.split(np.array(every), np.cumsum(self.lengths)[:-1])
        tally = plain.empty_tally(self.start)
        tally.sums, tally.checksum, tally.dice = Sums(*(part.tolist() for part in parts)), checksum & MASK, dice
        return tally

    def total(self) -> Tally:
        tally = self.of_device()
        tally += self.played
        if self.others is not None:
            tally += self.others.total()
        tally.fights = self.fights
        return tally

    def reset(self) -> None:
        """Forget what was played."""
        self.device.reset()
        self.played, self.others, self.fights = plain.empty_tally(self.start), None, 0

    def play_one(self, number: int) -> FightRow:
        """Play one fight by itself, by the plain rules."""
        return plain.PlainPlayer(self.book, self.start, self.seed, False).play_one(number)
