"""Every way the dice can fall, by the plain rules and with fractions; and how many rounds somebody lasts that way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from affray.engine import events as E
from affray.engine.dice import ways_to_sum
from affray.engine.state import (
    ALWAYS,
    NESTED,
    NOBODY,
    SHARED,
    STAMPS,
    UNDECIDED,
    Act,
    Blow,
    Combatant,
    ExtraBlow,
    Fight,
    Pool,
    Side,
    clone,
)
from affray.engine.verbs import PASS, Answer, Decide, Question, Refusal, answer
from affray.engine.vocabulary import FALLEN, TARGETS, Purpose
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
        """Return how much the next draw shows over its least sum."""
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
    """Yield what a step, or whatever else is done to a fight, leads to, for every way its dice can fall. The chances of
    all come to 1; the start stays as it is."""
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
    """Return what reads all that tells two records of one kind apart."""
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
for _cls in (Act, Blow, ExtraBlow, Pool, Side, *NESTED, Combatant, Fight):  # what is held before what holds it
    KEY_READERS[_cls.__name__] = key_reader(_cls)


def state_key(f: Fight) -> tuple[Any, ...]:
    """Return all that tells one state of a fight from another."""
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
        """Return all but those that are equal to this one."""
        here = state_key(f)
        return [pair for key, pair in self.states.items() if key != here]

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[tuple[Fight, Fraction]]:
        return iter(self.states.values())


# --- a whole fight


def enumerate_fight(book: Book, start: Fight, most_rounds: int) -> Outcomes:
    """Return the exact chance of every (winner, round) in which the fight can end, up to this round, and of what is
    left: round by round, step by step."""
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
    """Take everybody's next step; whoever comes to another round waits there, and what has ended is counted."""
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
    """Yield where a step leads. What leads back to where it was (a tie that is rolled again) is tried until it
    doesn't."""
    found = Distribution()
    for way in every_way(run, f, decide):
        found.add(way.state, way.chance)
    moves = 1 - found.chance_of(f)
    for state, chance in found.without(f):
        yield chance / moves, state


# --- survival


EARLY_ROUNDS = 2  # rounds that are told apart; no rule that matters here looks back further
MAX_RUNS = 12_000  # of steps: a second
LISTED_ROUNDS = 10  # rounds whose chances are told
NO_LAST_ROUND = 1_000_000
Chain = dict[Hashable, dict[Hashable, Fraction]]
FELL = "fell"
INITIATIVE_EVENTS = (E.SCORE, E.ROUND, E.ROLL)  # what is noted of initiative


@dataclass(frozen=True)
class RoundsToFell:
    """`within`: the chance that it has fallen when round 1, 2, 3 … is over."""

    mean: Fraction
    within: tuple[Fraction, ...]


def only_attacker_acts(book: Book, attacker: int) -> Decide:
    """Return the attacker aims as its tactic does, and buys nothing; the other does nothing, and answers nothing."""

    def decide(f: Fight, q: Question) -> Answer:
        own = q.who == attacker and book.topics[q.ask] == TARGETS
        return book.decide(f, q) if own or q.who < 0 else answer(PASS)

    return decide


def rounds_to_fell(book: Book, start: Fight, attacker: int, target: int) -> RoundsToFell | None:
    """Return None where others are there, where it never falls so, where it heals meanwhile, or with too much to
    see."""
    if start.n > 2 or start.who[target].regenerates > 0:
        return None
    decide = only_attacker_acts(book, attacker)
    first = skip_to_first_round(book, start, decide)
    try:
        chain = build_chain(limit_runs(book.step), first, target, decide)
    except TooManySteps:
        return None
    block = equivalence_classes(chain)
    chain = {block[state]: sum_by_class(row, block) for state, row in chain.items()}
    mean = mean_rounds(chain, block[state_key(first)])
    return None if mean is None else RoundsToFell(mean, tuple(fallen_by_round(chain, block[state_key(first)])))


class TooManySteps(Exception):
    """There is too much to see."""


def limit_runs(step: StepFunction) -> StepFunction:
    """Return a step that is done so often and no more."""
    left = [MAX_RUNS]

    def run(f: Fight) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise TooManySteps
        step(f)

    return run


def skip_to_first_round(book: Book, start: Fight, decide: Decide) -> Fight:
    """Follow any one way the dice fall before it: scores that nobody spends decide who is the quicker one, and no
    more."""
    f = clone(start)
    f.last_round = NO_LAST_ROUND
    for _ in range(MAX_STEPS_OF_ROUND):
        if f.round > 0:
            break
        f = next(every_way(book.step, f, decide)).state
    return f


def build_chain(step: StepFunction, first: Fight, target: int, decide: Decide) -> Chain:
    """Lead from each state at the start of a round to those of the next, with the chance of each."""
    chain: Chain = {}
    waiting = [first]
    while waiting:
        f = waiting.pop()
        if state_key(f) in chain:
            continue
        row = chain[state_key(f)] = {}
        for state, chance in one_round_on(step, f, target, decide):
            key: Hashable = FELL if has_fallen(state, target) else state_key(state)
            row[key] = row.get(key, Fraction(0)) + chance
            if key != FELL:
                waiting.append(state)
    return chain


def has_fallen(f: Fight, target: int) -> bool:
    return f.who[target].conditions & FALLEN != 0 or f.winner != UNDECIDED


def one_round_on(step: StepFunction, f: Fight, target: int, decide: Decide) -> Distribution:
    """Play up to the start of the next round, or to the fall."""
    now, later = Distribution(), Distribution()
    now.add(f, Fraction(1))
    while now:
        then = Distribution()
        for state, so_far in now:
            for chance, after in step_without_order(step, state, decide):
                over = has_fallen(after, target) or after.round != f.round
                (later if over else then).add(shift_to_early_round(after) if over else after, so_far * chance)
        now = then
    return later


def step_without_order(step: StepFunction, f: Fight, decide: Decide) -> Iterator[tuple[Fraction, Fight]]:
    """Yield where a step leads. Who is the quicker one doesn't matter to somebody who does nothing: where nothing but
    that is rolled for, the likeliest outcome stands for all."""
    found, order = Distribution(), True
    for way in every_way(step, f, decide):
        order = order and bool(way.events) and all(event.kind in INITIATIVE_EVENTS for event in way.events)
        found.add(way.state, way.chance)
    others, moves = found.without(f), 1 - found.chance_of(f)
    if order and others:
        yield Fraction(1), max(others, key=itemgetter(1))[0]
    else:
        yield from ((chance / moves, state) for state, chance in others)


def shift_to_early_round(f: Fight) -> Fight:
    """Return the same in an early round: marks of rounds gone by are set back with it, and those nobody asks for
    forgotten."""
    now, back = f.round, f.round - EARLY_ROUNDS
    if back <= 0:
        return f
    f.round = EARLY_ROUNDS
    for c in f.who:
        for path, window in STAMPS.items():
            shift_mark(c, path, window, now, back)
        c.ends_at = [u if u >= ALWAYS else u - back if u >= now else 0 for u in c.ends_at]
    for pool in f.vanguard.pools if f.vanguard is not None else ():
        pool.ends_at -= back if NOBODY < pool.ends_at < ALWAYS else 0
    return f


def shift_mark(c: Combatant, path: str, window: int, now: int, back: int) -> None:
    """Set one mark of a round back by so many rounds, or to 0 where nobody asks for it any more."""
    part, _, name = path.rpartition(".")
    record = getattr(c, part) if part else c
    if record is None:  # another book's
        return
    mark = getattr(record, name)
    asked = mark > 0 and mark + window >= now and name != "hurt_round"
    setattr(record, name, max(0, mark - back) if asked else 0)


def equivalence_classes(chain: Chain) -> dict[Hashable, Hashable]:
    """Return for each state a number for all states from which the same follows: who was the quicker one leaves its
    mark in a state, and doesn't matter to somebody who does nothing."""
    block: dict[Hashable, Hashable] = {FELL: FELL} | dict.fromkeys(chain, 0)
    while True:
        follows = {s: (block[s], frozenset(sum_by_class(row, block).items())) for s, row in chain.items()}
        numbers = {what: n for n, what in enumerate(dict.fromkeys(follows.values()))}
        if len(numbers) == len(set(block.values())) - 1:
            return block
        block = {FELL: FELL} | {s: numbers[what] for s, what in follows.items()}


def sum_by_class(row: dict[Hashable, Fraction], block: dict[Hashable, Hashable]) -> dict[Hashable, Fraction]:
    found: dict[Hashable, Fraction] = {}
    for to, chance in row.items():
        found[block[to]] = found.get(block[to], Fraction(0)) + chance
    return found


def mean_rounds(chain: Chain, first: Hashable) -> Fraction | None:
    """Return how many rounds on average; None where states come round again that were left."""
    found: dict[Hashable, Fraction] = {FELL: Fraction(0)}
    path: list[Hashable] = [first]
    while path:
        here = path[-1]
        open_ones = [to for to in chain[here] if to != here and to not in found]
        if any(to in path for to in open_ones):
            return None
        if open_ones:
            path.append(open_ones[0])
            continue
        stays = chain[here].get(here, Fraction(0))
        if stays == 1:
            return None
        found[here] = (1 + sum(chance * found[to] for to, chance in chain[here].items() if to != here)) / (1 - stays)
        path.pop()
    return found[first]


def fallen_by_round(chain: Chain, first: Hashable) -> list[Fraction]:
    """Return the chance of having fallen, round after round."""
    now: dict[Hashable, Fraction] = {first: Fraction(1)}
    fell, said = Fraction(0), []
    for _ in range(LISTED_ROUNDS):
        then: dict[Hashable, Fraction] = {}
        for state, so_far in now.items():
            for to, chance in chain[state].items():
                then[to] = then.get(to, Fraction(0)) + so_far * chance
        fell += then.pop(FELL, Fraction(0))
        said.append(fell)
        now = then
        if not now:
            break
    return said
