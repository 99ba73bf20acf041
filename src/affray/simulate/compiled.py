"""The compiled rules, fight after fight."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.dice import GAMMA, MASK, mix64
from affray.errors import AffrayError
from affray.rules.book import Book
from affray.simulate import fast
from affray.simulate.counting import WAYS, Sums, of_magic, of_morale, sizes
from affray.simulate.record import COUNTS, MOST_CLAUSES, PLAIN, changing, record
from affray.simulate.tally import Row, Tally
from affray.state import STAND_OFF, Fight

ENGINE = "compiled"


class Player:
    """Plays fights from one start and adds them up. Each thread has its own; while it plays, others may."""

    def __init__(self, book: Book, start: Fight, seed: int, watch: bool = True) -> None:
        self.kernel = fast.watched_kernel(book) if watch else fast.kernel(book)
        self.start = watched_record(book, start) if watch else record(book, start, PLAIN)
        self.n, self.lines, self.watch = start.n, start.last_round + 1, watch
        self.state = self.start.copy()
        self.hp = self.state["who"]["hp"][0, : start.n]
        self.changing = changing(book, self.start.dtype)
        self.key = np.uint64(mix64(seed & MASK) + GAMMA & MASK)
        self.sums = Sums(*(np.zeros(size, np.int64) for size in sizes(start.n, start.sides, start.last_round)))
        self.trace = np.zeros(2, np.uint64)
        self.fights = 0
        self.play(0, 0)  # compiles

    def play(self, first: int, count: int) -> None:
        self.kernel(self.start, self.state, self.changing, self.key, first, count, self.sums, self.trace)
        self.fights += count

    def total(self) -> Tally:
        checksum, dice = map(int, self.trace)
        return Tally(self.fights, Sums(*(part.tolist() for part in self.sums)), self.flow(), checksum, dice)

    def flow(self) -> list[int]:
        if not self.watch:
            return [0] * (self.n * self.n)
        damage: list[int] = self.state["flow"][0, : self.n, : self.n].ravel().tolist()
        return damage

    def afresh(self) -> None:
        """Forgets what it has played."""
        for part in (*self.sums, self.trace):
            part[:] = 0
        if self.watch:
            self.state["flow"][:] = 0
        self.fights = 0

    def one(self, number: int) -> Row:
        """One fight by itself; what it adds to the sums is nobody's business."""
        ends, alive, before = self.sums.ends, self.sums.alive, self.trace[1]
        ends[:] = 0
        alive[:] = 0
        self.play(number, 1)
        end, rounds = divmod(int(ends.argmax()), self.lines)
        winner, way = divmod(end, len(WAYS))
        live = np.flatnonzero(alive) % (self.n + 1)
        dice = int(self.trace[1] - before)
        return Row(number, winner + STAND_OFF, way, rounds, dice, tuple(live.tolist()), tuple(self.hp.tolist()))


def watched_record(book: Book, start: Fight) -> np.ndarray[Any, Any]:
    """A fight with what is counted of it beside it, and the clauses that counting asks for."""
    made = record(book, start, COUNTS)
    for name, clauses in (("morale", of_morale()), ("magic", of_magic())):
        if len(clauses) > MOST_CLAUSES:
            raise AffrayError(
                f"the books at hand have {len(clauses)} clauses of {name}; there is room for {MOST_CLAUSES}"
            )
        made[name][0, : len(clauses)] = clauses
    return made
