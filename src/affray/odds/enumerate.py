"""Every way the dice can fall, through the plain rules: the slow and obvious one, with fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from affray.engine.dice import ways_to_sum
from affray.engine.purposes import Purpose
from affray.engine.state import NESTED, SHARED, UNDECIDED, Act, Blow, Combatant, Fight, Pool, Side, clone
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.errors import AffrayError
from affray.log import Event
from affray.rules.book import Book

StepFunction = Callable[[Fight], object]
MAX_WAYS_OF_STEP = 2_000_000  # of one step: a minute
MAX_STEPS_OF_ROUND = 10_000  # of one round
IGNORED_FIELDS = SHARED | {"key", "rolled", "guessed"}  # no rule asks for these


class Way(NamedTuple):
    """One way the dice fell: its chance, what it led to, and what was noted on it."""

    chance: Fraction
    state: Fight
    events: tuple[Event, ...]


class Outcomes(NamedTuple):
    ends: dict[tuple[int, int], Fraction]  # of (winner, round)
    left: Fraction  # still undecided


class Script:
    """Dice that fall as they are told, one way after the other, until every way was seen. A draw is a sum of dice."""

    def __init__(self) -> None:
        self.over: list[int] = []  # of each draw, how much over its least sum
        self.most: list[int] = []  # ... and the most it can be
        self.restart()

    def restart(self) -> None:
        self.draws, self.chance = 0, Fraction(1)

    def draw(self, sides: int, count: int) -> int:
        """How much the next draw shows over its least sum."""
        n = self.draws
        self.draws += 1
        if n == len(self.over):
            self.over.append(0)
            self.most.append(count * (sides - 1))
        self.chance *= Fraction(ways_to_sum(sides, count, self.over[n]), sides**count)
        return self.over[n]

    def advance(self) -> bool:
        """Move on to the next way, like the wheels of a counter; return False when all were seen."""
        del self.over[self.draws :], self.most[self.draws :]
        while self.over and self.over[-1] == self.most[-1]:
            self.over.pop()
            self.most.pop()
        if not self.over:
            return False
        self.over[-1] += 1
        return True


class ScriptedObserver(Script):
    """What stands beside a plain run with such dice (verbs.Observer)."""

    def __init__(self, decide: Decide | None = None) -> None:
        self.decide = decide  # instead of the tactics
        super().__init__()

    def restart(self) -> None:
        super().restart()
        self.events: list[Event] = []
        self.dice: list[tuple[int, int]] = []
        self.reasons: list[tuple[int, int]] = []

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        shown = count + self.draw(sides, count)
        f.rolled += count
        self.dice.append((sides, shown))
        return shown

    def reason(self, reason: int, amount: int) -> None:
        self.reasons.append((reason, amount))

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        dice, reasons = tuple(self.dice), tuple(self.reasons)
        self.events.append(Event(kind, clause, who, other, int(value), int(was), f.rolled, f.round, dice, reasons))
        self.dice.clear()
        self.reasons.clear()

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        return decide(f, q) if self.decide is None else self.decide(f, q)

    def guess(self, f: Fight, sides: int) -> int:
        return 1 + self.draw(sides, 1)

    def mark(self) -> int:
        return len(self.events)


def every_way(run: StepFunction, start: Fight, decide: Decide | None = None) -> Iterator[Way]:
    """What a step, or whatever else is done to a fight, leads to, for every way its dice can fall. The chances of all
    come to 1; the start stays as it is."""
    table = ScriptedObserver(decide)
    for _ in range(MAX_WAYS_OF_STEP):
        table.restart()
        f = clone(start)
        f.observer = table
        run(f)
        f.observer = None
        yield Way(table.chance, f, tuple(table.events))
        if not table.advance():
            return
    raise AffrayError(f"the dice of one step can fall in more than {MAX_WAYS_OF_STEP:,} ways")


# --- equal states


def key_reader(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all that tells two records of one kind apart."""
    kinds = {name: str(kind) for name, kind in cls.__annotations__.items() if name not in IGNORED_FIELDS}
    numbers = attrgetter(*(name for name, kind in kinds.items() if kind in ("int", "bool")))
    parts = [(attrgetter(name), KEY_READERS[kind]) for name, kind in kinds.items() if kind in KEY_READERS]
    rows = [(attrgetter(name), KEY_READERS[kind[5:-1]]) for name, kind in kinds.items() if kind[5:-1] in KEY_READERS]
    plain = [attrgetter(name) for name, kind in kinds.items() if kind == "list[int]"]

    def read(x: Any) -> tuple[Any, ...]:
        found = [numbers(x)]
        found += [tuple(get(x)) for get in plain]
        found += [read_one(part) for get, read_one in parts if (part := get(x)) is not None]
        found += [tuple(map(read_one, get(x))) for get, read_one in rows]
        return tuple(found)

    return read


KEY_READERS: dict[str, Callable[[Any], tuple[Any, ...]]] = {}
for _cls in (Act, Blow, Pool, Side, *NESTED, Combatant, Fight):  # what is held before what holds it
    KEY_READERS[_cls.__name__] = key_reader(_cls)


def state_key(f: Fight) -> tuple[Any, ...]:
    """All that tells one state of a fight from another."""
    return KEY_READERS["Fight"](f)


class Distribution:
    """States with their chances; equal ones are one."""

    def __init__(self) -> None:
        self.states: dict[tuple[Any, ...], tuple[Fight, Fraction]] = {}

    def add(self, f: Fight, chance: Fraction) -> None:
        key = state_key(f)
        there = self.states.get(key)
        self.states[key] = (f, chance) if there is None else (there[0], there[1] + chance)

    def chance_of(self, f: Fight) -> Fraction:
        return self.states.get(state_key(f), (f, Fraction(0)))[1]

    def without(self, f: Fight) -> list[tuple[Fight, Fraction]]:
        """All but those that are equal to this one."""
        here = state_key(f)
        return [pair for key, pair in self.states.items() if key != here]

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[tuple[Fight, Fraction]]:
        return iter(self.states.values())


# --- a whole fight


def enumerate_fight(book: Book, start: Fight, most_rounds: int) -> Outcomes:
    """The exact chance of every (winner, round) in which the fight can end, up to this round, and of what is left:
    round by round, step by step."""
    ends: dict[tuple[int, int], Fraction] = {}
    now = Distribution()
    now.add(start, Fraction(1))
    while now and min(f.round for f, _ in now) <= most_rounds:
        now = enumerate_round(book, now, ends)
    return Outcomes(ends, sum((chance for _, chance in now), Fraction(0)))


def enumerate_round(book: Book, now: Distribution, ends: dict[tuple[int, int], Fraction]) -> Distribution:
    later = Distribution()
    for _ in range(MAX_STEPS_OF_ROUND):
        if not now:
            return later
        now = enumerate_step(book, now, later, ends)
    raise AffrayError(f"a round of more than {MAX_STEPS_OF_ROUND:,} steps: it goes round in a circle")


def enumerate_step(
    book: Book, now: Distribution, later: Distribution, ends: dict[tuple[int, int], Fraction]
) -> Distribution:
    """Everybody's next step; whoever comes to another round waits there, and what has ended is counted."""
    then = Distribution()
    for f, so_far in now:
        for chance, state in next_states(book.step, f):
            end = (state.winner, state.round)
            if state.winner != UNDECIDED:
                ends[end] = ends.get(end, Fraction(0)) + so_far * chance
            else:
                (then if state.round == f.round else later).add(state, so_far * chance)
    return then


def next_states(run: StepFunction, f: Fight, decide: Decide | None = None) -> Iterator[tuple[Fraction, Fight]]:
    """Where a step leads. What leads back to where it was (a tie that is rolled again) is tried until it doesn't."""
    found = Distribution()
    for way in every_way(run, f, decide):
        found.add(way.state, way.chance)
    moves = 1 - found.chance_of(f)
    for state, chance in found.without(f):
        yield chance / moves, state
