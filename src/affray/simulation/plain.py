"""The plain rules, fight after fight, where functions decide too; what is kept of fights; what every player can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add
from typing import NamedTuple, Protocol

from affray.compiler.kernels.counting import (
    COUNTED_EVENTS,
    TALLIES,
    Sums,
    checksum,
    count_each,
    count_end,
    count_event,
    count_round,
    morale_clauses,
    spell_loss_clauses,
    sum_lengths,
    way_won,
)
from affray.engine.dice import MASK, face, fight_key
from affray.engine.encounter import Cunning
from affray.engine.state import UNDECIDED, Combatant, Fight, Side, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal, sum_of_dice, thought
from affray.engine.vocabulary import Purpose
from affray.play.functions import StepSoFar, Tactic, ask_function, wants_state_before
from affray.rules.book import Book, Roster


@dataclass(slots=True)
class Tally:
    """Plain numbers throughout, so that it can go from one process to another."""

    fights: int
    sums: Sums
    flow: list[int]  # the damage of each to each, a row for each who deals it
    checksum: int = 0
    dice: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.fights += other.fights
        self.sums = Sums(*(list(map(add, mine, theirs)) for mine, theirs in zip(self.sums, other.sums, strict=True)))
        self.flow = list(map(add, self.flow, other.flow))
        self.checksum = self.checksum + other.checksum & MASK
        self.dice += other.dice
        return self


def empty_tally(start: Fight) -> Tally:
    """Return an empty tally for fights from this start."""
    lengths = sum_lengths(start.n, start.sides, start.last_round)
    return Tally(0, Sums(*([0] * length for length in lengths)), [0] * (start.n * start.n))


class FightRow(NamedTuple):
    """How one fight ended."""

    number: int
    winner: int  # the number of a side, NOBODY_LEFT or STAND_OFF
    way: int  # of counting.WAYS_TO_WIN
    rounds: int
    dice: int
    alive: tuple[int, ...]  # how many of each side live
    hp: tuple[int, ...]  # of each combatant


class Player(Protocol):
    """One engine and what it has played so far."""

    def play(self, first: int, count: int) -> None: ...
    def total(self) -> Tally: ...
    def reset(self) -> None: ...
    def play_one(self, number: int) -> FightRow: ...


# --- the plain rules

ENGINE = "plain"
COUNTED = frozenset(COUNTED_EVENTS)


class PlainPlayer:
    """Plays fights from one start and adds them up."""

    def __init__(self, book: Book, start: Fight, seed: int, tally_all: bool = True) -> None:
        self.book, self.start, self.seed = book, start, seed
        self.tally = empty_tally(start)
        self.counter = EventCounter(start.n) if tally_all else None
        self.last = start

    def play(self, first: int, count: int) -> None:
        for number in range(first, first + count):
            f = self.last = clone(self.start)
            f.key = fight_key(self.seed, number)
            if self.counter is None:
                self.book.fight(f)
            else:
                self.play_tallied(f, self.counter)
            self.add(f, number)

    def play_tallied(self, f: Fight, counter: EventCounter) -> None:
        """Play it as the tallying kernel does."""
        f.observer, sums, now, step = counter, self.tally.sums, 0, self.book.step
        while f.winner == UNDECIDED:
            if f.round != now:
                now = f.round
                count_round(f, sums)
            step(f)
        count_each(counter.with_fight(f), sums)

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

    def reset(self) -> None:
        """Forget what was played."""
        self.tally = empty_tally(self.start)
        if self.counter is not None:
            self.counter = EventCounter(self.start.n)

    def play_one(self, number: int) -> FightRow:
        """Play one fight by itself; what it adds to the sums does not count."""
        self.play(number, 1)
        f = self.last
        alive = tuple(side.size - side.dead for side in f.side)
        return FightRow(number, f.winner, way_won(f), f.round, f.rolled, alive, tuple(c.hp for c in f.who))


class EventCounter:
    """What stands beside a plain run that is counted, as log.Recorder beside one that is told."""

    def __init__(self, n: int) -> None:
        self.counted = [[0] * len(TALLIES) for _ in range(n)]
        self.flow = [[0] * n for _ in range(n)]
        self.morale, self.magic = morale_clauses(), spell_loss_clauses()
        self.events = 0
        self.who: list[Combatant] = []
        self.side: list[Side] = []
        self.n = self.sides = self.round = 0

    def with_fight(self, f: Fight) -> EventCounter:
        """Return it with the fight in it as counting wants it."""
        self.who, self.n, self.side, self.sides, self.round = f.who, f.n, f.side, f.sides, f.round
        return self

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        if count == 1:  # as most are
            f.rolled += 1
            return face(f.key, f.rolled - 1, sides)
        return sum_of_dice(f, sides, count)

    def reason(self, reason: int, amount: int) -> None:
        pass

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        if kind in COUNTED:  # asked here too: most are not, and a call would take longer than the question
            self.count(kind, clause, who, other, value, was)

    def count(self, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        if kind in COUNTED:
            self.events += 1
            count_event(self, kind, clause, who, other, value, was)

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        return decide(f, q)

    def guess(self, f: Fight, sides: int) -> int:
        return thought(f, sides)

    def mark(self) -> int:
        return 0


def advance_to_first_die(book: Book, start: Fight) -> Fight:
    """Return the start moved on as far as all its fights are the same and nothing is counted: within the first
    round."""
    f, counter = start, EventCounter(start.n)
    while True:
        ahead = clone(f)
        ahead.observer = counter
        book.step(ahead)
        if ahead.rolled or ahead.guessed or counter.events or ahead.round > 1 or ahead.winner != UNDECIDED:
            return f
        ahead.observer = None
        f = ahead


# --- fights in which Python functions decide for sides: uncompiled, and so slower, with the same tallies


class FunctionPlayer(PlainPlayer):
    """Plays fights in which functions answer for some sides."""

    def __init__(self, book: Book, start: Fight, roster: Roster, functions: Mapping[str, Tactic], seed: int) -> None:
        super().__init__(book, start, seed)
        by_side = {roster.sides.index(name): function for name, function in functions.items()}
        self.counter = self.new_counter = FunctionCounter(book, roster, by_side, start.n)

    def reset(self) -> None:
        """Forget what was played."""
        super().reset()
        old = self.new_counter
        self.counter = self.new_counter = FunctionCounter(old.book, old.roster, old.functions, old.n)

    def play_tallied(self, f: Fight, counter: EventCounter) -> None:
        """Play it step by step, and remember how each step begins for those who look ahead."""
        f.observer, now, watched = counter, 0, self.new_counter
        while f.winner == UNDECIDED:
            if f.round != now:
                now = f.round
                count_round(f, self.tally.sums)
            watched.begin_step(self.start, f)
            self.book.step(f)
        count_each(counter.with_fight(f), self.tally.sums)


class FunctionCounter(EventCounter):
    """Counts the events of a fight, and lets functions answer the questions to their sides."""

    def __init__(self, book: Book, roster: Roster, functions: Mapping[int, Tactic], n: int) -> None:
        super().__init__(n)
        self.book, self.roster, self.functions = book, roster, functions
        self.look_ahead = any(isinstance(one, Cunning) or wants_state_before(one) for one in functions.values())
        self.start = self.before = Fight()
        self.shown: list[int] = []
        self.said: list[tuple[Question, Answer]] = []

    def begin_step(self, start: Fight, f: Fight) -> None:
        if self.look_ahead:
            self.start, self.before, self.shown, self.said = start, clone(f), [], []

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        self.shown += [face(f.key, f.rolled + n, sides) for n in range(count)]
        return EventCounter.die(self, f, owner, purpose, sides, count)

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        made = self.decide(f, q, decide)
        self.said.append((q, made))
        return made

    def decide(self, f: Fight, q: Question, decide: Decide) -> Answer:
        side = f.who[q.who].side if q.who >= 0 else q.who
        if side not in self.functions:
            return decide(f, q)
        tactic = self.functions[side]
        if isinstance(tactic, Cunning):
            so_far = self.book, self.roster, self.start, self.before, self.shown, self.said
            answer: Answer = tactic.thinker.in_step(tactic, StepSoFar(*so_far, f, q))
            return answer
        return ask_function(tactic, self.book, self.roster, f, q, self.before)
