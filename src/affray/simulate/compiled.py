"""The compiled rules, fight after fight."""

from __future__ import annotations

import numpy as np

from affray.dice import GAMMA, MASK, mix64
from affray.rules.book import Book
from affray.simulate import fast
from affray.simulate.record import changing, record
from affray.simulate.result import ROWS, Tally
from affray.state import Fight

ENGINE = "compiled"


class Player:
    """Plays fights from one start and adds them up. Each thread has its own; while it plays, others may."""

    def __init__(self, book: Book, start: Fight, seed: int) -> None:
        self.many = fast.kernel(book)
        self.start = record(book, start)
        self.state = self.start.copy()
        self.changing = changing(book, self.start.dtype)
        self.key = np.uint64(mix64(seed & MASK) + GAMMA & MASK)
        self.ends = np.zeros((ROWS, start.last_round + 1), np.int64)
        self.sums = np.zeros(2, np.uint64)
        self.play(0, 0)  # compiles

    def play(self, first: int, count: int) -> None:
        self.many(self.start, self.state, self.changing, self.key, first, count, self.ends, self.sums)

    def total(self) -> Tally:
        tally = Tally(self.ends.shape[1] - 1)
        tally.ends = self.ends.tolist()
        tally.checksum, tally.dice = map(int, self.sums)
        return tally
