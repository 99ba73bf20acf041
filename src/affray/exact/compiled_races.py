"""Races by the compiled rules: the futures of all answers in one call of a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from affray.compiler.kernels.building import RACING, Kernel, kernel
from affray.compiler.kernels.packing import Packer
from affray.compiler.kernels.racing import RACE
from affray.compiler.kernels.record import RACE_COLUMNS, SAID_COLUMNS, changing_words
from affray.engine.dice import GAMMA, MASK, mix64
from affray.engine.state import UNDECIDED, Fight
from affray.engine.verbs import Answer
from affray.exact.moments import Moment, Said
from affray.exact.races import Winners, futures_seed
from affray.rules.book import Book
from affray.simulation.compiled import ENGINE as COMPILED

NO_ANSWER = Answer(0)
_packers: dict[tuple[str, int], Packer] = {}  # of each book and table of weapons, the last one


def packer_for(book: Book, f: Fight) -> Packer:
    """Return a packer for states like this one, made before if there is one."""
    key = book.name, id(f.arms)
    packer = _packers.get(key)
    if packer is None or packer.book is not book or not packer.fits(f):
        if len(_packers) > 8:
            _packers.clear()
        packer = _packers[key] = Packer(book, f, RACE_COLUMNS)
    return packer


class CompiledRace:
    """Plays the futures of all answers in one call of the kernel."""

    engine = COMPILED

    def __init__(self, moment: Moment, answers: Sequence[Answer], seed: int) -> None:
        self.answers = tuple(answers)
        book, first = moment.book, moment.state
        self.kernel: Kernel = kernel(book, RACING)
        packer = packer_for(book, first)
        packed = [packer.pack(f) for f in moment.states]
        self.state = packed[0].view(np.uint8).copy().view(packed[0].dtype)
        write_script(self.state[0], moment, bool(answers))
        self.script = moment.book.name, moment.said, moment.shown, moment.question
        self.table = packer.digest
        part = changing_words(book, self.state.dtype)
        end = part.who + first.n * part.each
        self.starts = np.concatenate([one.view(np.uint64)[part.first : end] for one in packed])
        self.said = np.array(self.answers or (NO_ANSWER,), np.int64).ravel()
        self.numbers = {
            "key": mix64(futures_seed(seed) & MASK) + GAMMA & MASK,
            "first_word": part.first,
            "width": end - part.first,
            "start_count": len(packed),
            "runner_count": max(1, len(self.answers)),
            "tries": int(bool(answers)),
        }

    def key(self) -> object:
        """Return all that the kernel works on."""
        return self.starts.tobytes(), self.script, self.answers, self.table

    def play(self, running: Sequence[int], first: int, count: int) -> Winners:
        """Return who won each of these fights after each answer, a row for each fight."""
        runners = self.numbers["runner_count"]
        winners = np.full((count, runners), UNDECIDED, np.int8)
        which = np.array(running, np.int64)
        arrays = {"starts": self.starts, "state": self.state, "running": which, "answers": self.said}
        values = self.numbers | {"running_count": len(which), "base": first}
        values |= {name: array.ctypes.data for name, array in arrays.items()} | {"winners": winners.ctypes.data}
        race = np.array([values[name] for name in RACE.fields], np.uint64)
        self.kernel.call(self.state.ctypes.data, race.ctypes.data, first, count)
        found: Winners = winners.tolist()
        return found


def write_script(record: Any, moment: Moment, tries: bool) -> None:
    """Write beside a record what fell and was said in the step; the last answer is the one that is tried."""
    said: list[Said] = [*moment.said]
    if tries and moment.question is not None:
        said.append((moment.question, NO_ANSWER))
    record["said_count"], record["shown_count"] = len(said), len(moment.shown)
    record["shown"][: len(moment.shown)] = moment.shown
    for at, (q, a) in enumerate(said):
        record["said"][at, :SAID_COLUMNS] = (q.ask, q.who, q.other, *a)
