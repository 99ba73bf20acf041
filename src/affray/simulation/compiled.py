"""The compiled rules, fight after fight. A fight that breaks an assumption of its kernel is played again without it."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import numpy as np

from affray.compiler.kernels.assumptions import GENERAL, Assumptions, Change, assumptions_hold
from affray.compiler.kernels.building import LIGHT, TALLYING, is_ready, kernel, learn_from_fight
from affray.compiler.kernels.counting import WAYS_TO_WIN, Sums, morale_clauses, spell_loss_clauses, sum_lengths
from affray.compiler.kernels.players import BATCH
from affray.compiler.kernels.record import MOST_CLAUSES, NO_COLUMNS, TALLY_COLUMNS, changing_words, fight_record
from affray.engine.dice import GAMMA, MASK, mix64
from affray.engine.state import STAND_OFF, Fight
from affray.errors import AffrayError
from affray.rules.book import Book
from affray.simulation import plain as slow
from affray.simulation.plain import FightRow, Tally

ENGINE = "compiled"
MAX_BROKEN = 20  # broken fights after which an assumption is dropped ...
BROKEN_SHARE = 1000  # ... if it was more than one fight in so many
CACHE_LINE = 64  # bytes that a processor fetches at once
TRACE_WORDS = 2  # numbers of a batch that fights add to: checksum and dice


class CompiledPlayer:
    """Plays fights from one start and adds them up. Each thread has its own; while it plays, others may."""

    def __init__(
        self, book: Book, start: Fight, seed: int, tally_all: bool = True, assumed: Assumptions = GENERAL
    ) -> None:
        self.book, self.first_state, self.seed, self.tally_all = book, start, seed, tally_all
        self.n, self.lines = start.n, start.last_round + 1
        self.sums, self.all_sums = empty_sums(start)
        self.batch = np.zeros(len(BATCH.fields), np.uint64)  # players.BATCH
        self.trace = self.batch[:TRACE_WORDS]
        self.fights = self.played = 0  # since it was made afresh, and in all
        self.broken: Counter[Change] = Counter()
        self.examples: dict[Change, int] = {}  # a fight that broke each
        self.others: slow.PlainPlayer | CompiledPlayer | None = None  # plays the fights that break an assumption
        self.flow_before = np.zeros((start.n, start.n), np.int64)
        self.use_kernel(assumed if assumptions_hold(assumed, book, start) else GENERAL)

    def use_kernel(self, assumed: Assumptions) -> None:
        """Use the kernel with these assumptions from now on."""
        book, start = self.book, self.first_state
        self.assumed, self.kernel = assumed, kernel(book, TALLYING if self.tally_all else LIGHT, assumed)
        self.start = (
            tallying_record(book, start, assumed) if self.tally_all else fight_record(book, start, NO_COLUMNS, assumed)
        )
        self.start, self.state = align(self.start), align(self.start)
        self.hp = self.state["who"]["hp"][0, : start.n]
        if self.tally_all:
            self.flow_sums = self.state["flow"][0, : self.n, : self.n]
        part = changing_words(book, self.start.dtype)
        words = [
            self.number, mix64(self.seed & MASK) + GAMMA & MASK, part.first, part.who + start.n * part.each,
            self.start.ctypes.data, self.state.ctypes.data, *(sums.ctypes.data for sums in self.sums),
        ]  # fmt: skip
        self.batch[TRACE_WORDS : TRACE_WORDS + len(words)] = words  # all begin alike: no rows

    @property
    def number(self) -> int:
        """Return the number of the fight that was played last."""
        return int(self.batch[TRACE_WORDS])

    def play(self, first: int, count: int) -> None:
        self.play_until(first, first + count)
        self.fights += count
        self.played += count
        self.drop_broken_assumptions()

    def play_until(self, first: int, end: int) -> None:
        """Play the fights from `first` to before `end`."""
        while first < end and (result := self.run(first, end - first)) < 0:
            self.broken[self.kernel.broken(result)] += 1
            self.examples[self.kernel.broken(result)] = self.number
            self.undo_broken_fight(self.number)
            self.play_without_assumptions(self.number)
            first = self.number + 1

    def run(self, first: int, count: int) -> int:
        return self.kernel.call(self.state.ctypes.data, self.batch.ctypes.data, first, count)

    def undo_broken_fight(self, broken: int) -> None:
        """Undo what was counted of a fight before it broke an assumption: it is played again up to there, and
        what that adds was added once before. The light kernel counts nothing before the end."""
        if self.tally_all:
            sums, flow = self.all_sums.copy(), self.flow_sums.copy()
            self.state["counted"][:] = 0
            self.run(broken, 1)
            self.state["counted"][:] = 0
            self.all_sums[:] = 2 * sums - self.all_sums
            self.flow_sums[:] = 2 * flow - self.flow_sums

    def play_without_assumptions(self, number: int) -> None:
        """Play by the general kernel, if it is at hand, else by the plain rules."""
        if self.others is None:
            general = is_ready(self.book, TALLYING if self.tally_all else LIGHT)
            engine = CompiledPlayer if general else slow.PlainPlayer
            self.others = engine(self.book, self.first_state, self.seed, self.tally_all)
        self.others.play(number, 1)

    def drop_broken_assumptions(self) -> None:
        often = [
            what for what, times in self.broken.items() if times > MAX_BROKEN and times * BROKEN_SHARE > self.played
        ]
        if often:
            if self.tally_all:
                self.flow_before += self.flow_sums
            examples = [self.examples[what] for what in often]
            changed = [learn_from_fight(self.book, self.first_state, self.seed, number) for number in examples]
            self.broken.clear()
            self.played = 0
            self.use_kernel(self.assumed.without(chain(*changed)))

    def total(self) -> Tally:
        checksum, dice = map(int, self.trace)
        total = Tally(self.fights, Sums(*(part.tolist() for part in self.sums)), self.flow(), checksum, dice)
        if self.others is not None:
            total += self.others.total()
            total.fights = self.fights
        return total

    def flow(self) -> list[int]:
        if not self.tally_all:
            return [0] * (self.n * self.n)
        damage: list[int] = (self.flow_before + self.flow_sums).ravel().tolist()
        return damage

    def reset(self) -> None:
        """Forget what was played."""
        self.all_sums[:] = 0
        self.trace[:] = 0
        self.flow_before[:] = 0
        if self.tally_all:
            self.flow_sums[:] = 0
        self.others = None
        self.fights = 0

    def play_one(self, number: int) -> FightRow:
        """Play one fight by itself; what it adds to the sums does not count."""
        ends, alive, before, broken = self.sums.ends, self.sums.alive, self.trace[1], self.broken.total()
        ends[:] = 0
        alive[:] = 0
        self.play_until(number, number + 1)
        if self.others is not None and self.broken.total() > broken:
            return self.others.play_one(number)
        end, rounds = divmod(int(ends.argmax()), self.lines)
        winner, way = divmod(end, len(WAYS_TO_WIN))
        live = np.flatnonzero(alive) % (self.n + 1)
        dice = int(self.trace[1] - before)
        return FightRow(number, winner + STAND_OFF, way, rounds, dice, tuple(live.tolist()), tuple(self.hp.tolist()))


def align(record: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return a copy that begins where a line of the processor's cache does: else the speed of a run is a matter of
    luck."""
    room = np.zeros(record.nbytes + CACHE_LINE, np.uint8)
    first = -room.ctypes.data % CACHE_LINE
    made: np.ndarray[Any, Any] = room[first : first + record.nbytes].view(record.dtype)
    made[:] = record
    return made


def empty_sums(start: Fight) -> tuple[Sums, Any]:
    """Return the sums as parts of one array, and that array."""
    lengths = sum_lengths(start.n, start.sides, start.last_round)
    every = np.zeros(sum(lengths), np.int64)
    parts = np.split(every, np.cumsum(lengths)[:-1])
    return Sums(*parts), every


def tallying_record(book: Book, start: Fight, assumed: Assumptions) -> np.ndarray[Any, Any]:
    """Return a fight with what is counted of it beside it, and the clauses that counting asks for."""
    made = fight_record(book, start, TALLY_COLUMNS, assumed)
    for name, clauses in (("morale", morale_clauses()), ("magic", spell_loss_clauses())):
        if len(clauses) > MOST_CLAUSES:
            raise AffrayError(
                f"the books at hand have {len(clauses)} clauses of {name}; there is room for {MOST_CLAUSES}"
            )
        made[name][0, : len(clauses)] = clauses
    return made
