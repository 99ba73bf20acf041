"""How many rounds somebody lasts who does nothing about it: round by round through the book's own steps."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from affray.engine import events as E
from affray.engine.conditions import FALLEN
from affray.engine.state import ALWAYS, NOBODY, STAMPS, UNDECIDED, Combatant, Fight, clone
from affray.engine.verbs import PASS, Answer, Decide, Question, answer
from affray.engine.vocabulary import TARGETS
from affray.odds.enumerate import MAX_STEPS_OF_ROUND, Distribution, StepFunction, every_way, state_key
from affray.rules.book import Book

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
    """The attacker aims as its tactic does, and buys nothing; the other does nothing, and answers nothing."""

    def decide(f: Fight, q: Question) -> Answer:
        own = q.who == attacker and book.topics[q.ask] == TARGETS
        return book.decide(f, q) if own or q.who < 0 else answer(PASS)

    return decide


def rounds_to_fell(book: Book, start: Fight, attacker: int, target: int) -> RoundsToFell | None:
    """None where others are there, where it never falls so, where it heals meanwhile, or with too much to see."""
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
    """A step that is done so often and no more."""
    left = [MAX_RUNS]

    def run(f: Fight) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise TooManySteps
        step(f)

    return run


def skip_to_first_round(book: Book, start: Fight, decide: Decide) -> Fight:
    """Any one way the dice fall before it: scores that nobody spends decide who is the quicker one, and no more."""
    f = clone(start)
    f.last_round = NO_LAST_ROUND
    for _ in range(MAX_STEPS_OF_ROUND):
        if f.round > 0:
            break
        f = next(every_way(book.step, f, decide)).state
    return f


def build_chain(step: StepFunction, first: Fight, target: int, decide: Decide) -> Chain:
    """From each state at the start of a round to those of the next, with the chance of each."""
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
    """Up to the start of the next, or to the fall."""
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
    """Where a step leads. Who is the quicker one doesn't matter to somebody who does nothing: where nothing but that is
    rolled for, the likeliest outcome stands for all."""
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
    """The same in an early round: marks of rounds gone by are set back with it, and those nobody asks for forgotten."""
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
    """Of each state a number for all states from which the same follows: who was the quicker one leaves its mark in a
    state, and doesn't matter to somebody who does nothing."""
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
    """How many rounds on average; None where states come round again that were left."""
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
    """The chance of having fallen, round after round."""
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
