"""The plain rules, fight after fight: the slow twin, and the one that runs everywhere."""

from __future__ import annotations

from affray.compiler.kernels.counting import (
    COUNTED_EVENTS,
    TALLIES,
    checksum,
    count_each,
    count_end,
    count_event,
    count_round,
    morale_clauses,
    spell_loss_clauses,
    way_won,
)
from affray.engine.dice import MASK, face, fight_key
from affray.engine.state import UNDECIDED, Combatant, Fight, Side, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal, thought
from affray.rules.book import Book
from affray.simulation.tally import Row, Tally, empty

ENGINE = "plain"


class Player:
    """Plays fights from one start and adds them up."""

    def __init__(self, book: Book, start: Fight, seed: int, watch: bool = True) -> None:
        self.book, self.start, self.seed = book, start, seed
        self.tally = empty(start)
        self.counter = Counter(start.n) if watch else None
        self.last = start

    def play(self, first: int, count: int) -> None:
        for number in range(first, first + count):
            f = self.last = clone(self.start)
            f.key = fight_key(self.seed, number)
            if self.counter is None:
                self.book.fight(f)
            else:
                self.watch(f, self.counter)
            self.add(f, number)

    def watch(self, f: Fight, counter: Counter) -> None:
        """As the kernel `watched` does it."""
        f.table, sums, now = counter, self.tally.sums, 0
        while f.winner == UNDECIDED:
            if f.round != now:
                now = f.round
                count_round(f, sums)
            self.book.step(f)
        count_each(counter.seeing(f), sums)

    def add(self, f: Fight, number: int) -> None:
        tally = self.tally
        count_end(f, tally.sums)
        tally.fights += 1
        tally.dice += f.rolled
        tally.checksum = tally.checksum + checksum(f, number) & MASK

    def total(self) -> Tally:
        if self.counter is not None:
            self.tally.flow = [damage for row in self.counter.flow for damage in row]
        return self.tally

    def afresh(self) -> None:
        """Forgets what it has played."""
        self.tally = empty(self.start)
        if self.counter is not None:
            self.counter = Counter(self.start.n)

    def one(self, number: int) -> Row:
        """One fight by itself; what it adds to the sums is nobody's business."""
        self.play(number, 1)
        f = self.last
        alive = tuple(side.size - side.dead for side in f.side)
        return Row(number, f.winner, way_won(f), f.round, f.rolled, alive, tuple(c.hp for c in f.who))


class Counter:
    """What stands beside a plain run that is counted, as recorder.Recorder beside one that is told."""

    def __init__(self, n: int) -> None:
        self.counted = [[0] * len(TALLIES) for _ in range(n)]
        self.flow = [[0] * n for _ in range(n)]
        self.morale, self.magic = morale_clauses(), spell_loss_clauses()
        self.events = 0
        self.who: list[Combatant] = []
        self.side: list[Side] = []
        self.n = self.sides = self.round = 0

    def seeing(self, f: Fight) -> Counter:
        """With the fight in it as counting wants it."""
        self.who, self.n, self.side, self.sides, self.round = f.who, f.n, f.side, f.sides, f.round
        return self

    def die(self, f: Fight, sides: int, count: int) -> int:
        total = 0
        for _ in range(count):
            total += face(f.key, f.rolled, sides)
            f.rolled += 1
        return total

    def reason(self, reason: int, amount: int) -> None:
        pass

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        self.told(kind, clause, who, other, value, was)

    def told(self, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        if kind in COUNTED_EVENTS:
            self.events += 1
            count_event(self, kind, clause, who, other, value, was)

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        return decide(f, q)

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides)

    def mark(self) -> int:
        return 0


def before_the_first_die(book: Book, start: Fight) -> Fight:
    """The start moved on as far as all its fights are the same and nothing is counted: within the first round."""
    f, counter = start, Counter(start.n)
    while True:
        ahead = clone(f)
        ahead.table = counter
        book.step(ahead)
        if ahead.rolled or ahead.guessed or counter.events or ahead.round > 1 or ahead.winner != UNDECIDED:
            return f
        ahead.table = None
        f = ahead
