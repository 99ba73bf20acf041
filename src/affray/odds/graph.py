"""All the states a fight can come to, and with which chance each step leads from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any

import numpy as np

from affray.compiler.kernels.assumptions import GENERAL, LISTED_RECORDS, Assumptions, Change
from affray.compiler.kernels.building import EXPLORING, kernel
from affray.compiler.kernels.explore import (
    DONE,
    MORE_ROOM,
    NEW_WORDS,
    PAUSE,
    TOO_DEEP,
    TOO_WIDE,
    compiled_function,
    fill_tables,
)
from affray.compiler.kernels.plan import BLOCK, PROGRESS, Array, Plan, addresses, empty_graph, empty_ways, flatten
from affray.compiler.kernels.record import (
    HALF_WORD,
    MAX_DRAWS,
    SCRIPT_COLUMNS,
    WORD,
    ChangingWords,
    changing_words,
    fight_record,
    places_in,
)
from affray.engine.conditions import DEAD, UNCONSCIOUS
from affray.engine.state import STAMPS, Fight, clone
from affray.rules.book import Book

MAX_BYTES = 2**30  # bytes of states, at most
STEPS_PER_STATE = 100  # that are tried for each state of the budget, at most
MAX_WAYS = 1_000_000  # that one step can fall in, at most
STEPS_PER_CALL = 2_000_000  # steps, some seconds: then somebody may have called it off
COUNTING_TACTICS = ("focus", "spread")  # tactics that look at how many have aimed at one already


GraphListener = Callable[[int, int], None]  # is told now and then how many states were seen, and steps tried


class TooBig(Exception):
    """More states or steps than the budget allows, or a step with more dice or ways than can be tried."""


class AssumptionBroken(Exception):
    """A fight can do what the kernel assumes that it does not."""

    def __init__(self, what: Change) -> None:
        super().__init__(what)
        self.what = what


class Explorer:
    """Explores a fight from one state or several of the same round; the graph grows as it needs."""

    def __init__(
        self,
        book: Book,
        roots: Sequence[Fight],
        budget: int,
        on_progress: GraphListener | None = None,
        assumed: Assumptions = GENERAL,
    ) -> None:
        self.kernel = kernel(book, EXPLORING, assumed)
        self.book, self.budget, self.on_progress = book, budget, on_progress
        self.state = fight_record(book, roots[0], SCRIPT_COLUMNS, assumed)
        words = np.array([fight_record(book, root, SCRIPT_COLUMNS, assumed).view(np.uint64) for root in roots])
        self.plan = make_plan(book, roots[0], self.state, assumed)
        self.counts = np.zeros(len(PROGRESS), np.int64)
        self.ways = empty_ways(len(self.plan.still))
        changed = self.plan.still[(words != words[0]).any(axis=0)[self.plan.still]]
        self.start_from(changed, words[:, changed])

    def start_from(self, live: Array, rows: Array) -> None:
        """From these states, told by these words."""
        self.set_live_words(live, self.plan.still[~np.isin(self.plan.still, live)])
        room = 1 << max(10, int(2 * len(rows)).bit_length())
        self.graph = empty_graph(room, 1 << 12, 1 << 8, len(live))
        self.graph.states[: len(rows)] = rows
        self.counts[:] = len(rows), 0, 0, 0, 0
        self.fill_tables()

    def for_last_round(self, which: Array) -> Explorer:
        """From some of its states, in a fight whose last round is the one that late rounds are told as."""
        other = copy(self)
        rows, live = self.graph.states[which], self.plan.live
        place = places_in(self.state.dtype)["last_round"]
        base = self.plan.base.copy()
        base.view(np.int32)[place // HALF_WORD] = self.plan.rounds
        rows[:, live == place // WORD] = base[place // WORD]
        other.plan, other.counts = self.plan._replace(base=base), self.counts.copy()
        other.state = base.copy().view(self.state.dtype)
        other.start_from(live, rows)
        return other

    def explore(self) -> None:
        while (why := self.call_kernel()) != DONE:
            if why < 0:
                raise AssumptionBroken(self.kernel.broken(why))
            if why == TOO_DEEP:
                raise TooBig(f"one of its steps has more than {MAX_DRAWS} dice")
            if why == TOO_WIDE:
                raise TooBig(f"one of its steps can fall in more than {MAX_WAYS:,} ways")
            if why == NEW_WORDS:
                self.widen()
            elif why == MORE_ROOM:
                self.check_states()
                self.grow()
            elif why == PAUSE:
                self.check_steps(int(self.counts[0]), int(self.counts[4]))

    def call_kernel(self) -> int:
        """Why the kernel came back."""
        plan, graph, ways = (addresses(flatten(parts)) for parts in (self.plan, self.graph, self.ways))
        state, rest = self.state.ctypes.data, (plan, graph, self.counts, ways)
        return self.kernel.call(state, state, state, *(part.ctypes.data for part in rest))

    def check_steps(self, seen: int, steps: int) -> None:
        most = STEPS_PER_STATE * self.budget
        if steps > most:
            raise TooBig(f"it takes more than {most:,} steps, the most that are tried ({seen:,} states were seen)")
        if self.on_progress:
            self.on_progress(seen, steps)

    def check_states(self) -> None:
        seen, explored = self.counts[:2].tolist()
        known = f"it has more than {seen:,} states ({explored:,} of them were explored)"
        if seen >= self.budget:
            raise TooBig(f"{known}, and {self.budget:,} can be counted")
        if 2 * self.graph.states.nbytes > MAX_BYTES:
            raise TooBig(f"{known}, and room for twice as many would take more than a gigabyte")

    def widen(self) -> None:
        """Room in every state for the words that were found to change."""
        new = self.plan.still[self.plan.found]
        still = self.plan.still[~self.plan.found]
        live = np.concatenate([self.plan.live, new])
        self.set_live_words(live, still)
        states = np.empty((len(self.graph.states), len(live)), np.uint64)  # row by row, as the kernel reads them
        states[:, : len(live) - len(new)] = self.graph.states
        states[:, len(live) - len(new) :] = self.plan.base[new]
        self.graph = self.graph._replace(states=states)

    def changed_fields(self) -> list[Change]:
        """The fields that lie in the words by which states differ."""
        live = set(self.plan.live.tolist())
        return [(record, name) for record, name, words in words_of_fields(self.state.dtype) if live & words]

    def set_live_words(self, live: Array, still: Array) -> None:
        found, mask = np.zeros(len(still), bool), mask_of(still, self.plan.base)
        self.plan = self.plan._replace(live=live, still=still, found=found, mask=mask)

    def grow(self) -> None:
        """Double the room of whatever is more than half full, or of everything if one state alone needs more."""
        g, (states, _, edges, endings, _) = self.graph, self.counts.tolist()
        room = [len(g.states), len(g.to), len(g.endings)]
        full = [i for i, used in enumerate((states, edges, endings)) if 2 * used > room[i]]
        for i in full or range(len(room)):
            room[i] *= 2
        new = empty_graph(room[0], room[1], room[2], g.states.shape[1])
        for name in ("states", "endings", "offset", "to", "crosses", "chance"):
            getattr(new, name)[: len(getattr(g, name))] = getattr(g, name)
        self.graph = new
        self.fill_tables()

    def fill_tables(self) -> None:
        """Fills the tables of the graph."""
        compiled_function(fill_tables)(addresses(flatten(self.plan)), addresses(flatten(self.graph)), self.counts)


POOLS = "vanguard.pools"  # the list of burning pools in a fight


def make_plan(book: Book, start: Fight, state: Array, assumed: Assumptions) -> Plan:
    parts = changing_words(book, state.dtype)
    places = list(range(parts.first, parts.who))
    for j in range(start.n):
        places += range(parts.who + j * parts.each, parts.who + j * parts.each + parts.part)
    stamps, windows, untils = round_mark_places(state.dtype, start)
    still = np.array(places, np.int64)
    return Plan(
        base=state.view(np.uint64).copy(),
        live=np.zeros(0, np.int64),
        still=still,
        found=np.zeros(len(still), bool),
        mask=mask_of(still, state.view(np.uint64)),
        saved=np.zeros(state.nbytes // WORD, np.uint64),
        unused=unused_places(book, state.dtype, start),
        stamps=stamps,
        windows=windows,
        untils=untils,
        dead_words=words_of_dead(book, start, assumed, parts),
        lasting=lasting_places(book, state.dtype, start),
        waking=waking_place(state.dtype),
        together=places_in(state.dtype).get("simultaneous", 0) // WORD,
        together_bits=flag_bits(state.dtype, "simultaneous"),
        first=parts.first,
        end=parts.first + -(-(parts.who + start.n * parts.each - parts.first) // BLOCK) * BLOCK,
        who=parts.who,
        each=parts.each,
        part=parts.part,
        rounds=distinct_rounds(book, start),
        max_ways=MAX_WAYS,
        pause_after=STEPS_PER_CALL,
    )


def flag_bits(whole: np.dtype[Any], name: str) -> np.uint64:
    """The bits of a yes or no of the fight, in the word it is in; none where the record doesn't have it."""
    places = places_in(whole)
    return np.uint64(0xFF) << np.uint64(8 * (places[name] % WORD)) if name in places else np.uint64(0)


def distinct_rounds(book: Book, start: Fight) -> int:
    """How many rounds are told apart: those that rules call by their number, and those they look back to."""
    back = max((STAMPS["hurt_round"] if c.regenerates > 0 else 1 for c in start.who), default=1)
    by_number = 3 if any(c.caster for c in start.who) else book.alike
    return max(back + 1, by_number)


def mask_of(still: Array, words: Array) -> Array:
    mask = np.zeros_like(words)
    mask[still] = ~np.uint64(0)
    return mask


def unused_places(book: Book, whole: np.dtype[Any], start: Fight) -> Array:
    """Where numbers stand that no rule asks for in this fight."""
    one, first = whole["who"].base, places_in(whole)["who"]
    inside = places_in(one)
    names = [name for name in unused_fields(book, start) if name in inside]
    begins = [first + c.id * one.itemsize for c in start.who]
    return np.array([(begin + inside[name]) // HALF_WORD for begin in begins for name in names], np.int64)


def unused_fields(book: Book, start: Fight) -> Iterator[str]:
    """Fields that only some combatants make any use of, where there are no such combatants."""
    if not any(c.regenerates or c.caster for c in start.who):
        yield "hurt_round"
    if not any(book.tactics[c.tactic] in COUNTING_TACTICS for c in start.who):
        yield "times_attacked"


def round_mark_places(whole: np.dtype[Any], start: Fight) -> tuple[Array, Array, Array]:
    """Where marks of rounds are in the record, in half words: of those gone by, for how many rounds more they are asked
    for, and of those to come."""
    one, places = whole["who"].base, places_in(whole)
    inside = places_in(one)
    stamps, windows, untils = [], [], []
    for c in start.who:
        begin = places["who"] + c.id * one.itemsize
        for name in STAMPS.keys() & inside.keys():
            stamps.append((begin + inside[name]) // HALF_WORD)
            windows.append(STAMPS[name] if name != "hurt_round" or c.regenerates > 0 else 0)
        if "ends_at" in inside:
            untils += [(begin + inside["ends_at"]) // HALF_WORD + k for k in range(one["ends_at"].shape[0])]
    if POOLS in places and "ends_at" in places_in(whole[POOLS].base):
        pool = whole[POOLS].base
        first = places[POOLS] + places_in(pool)["ends_at"]
        untils += [(first + k * pool.itemsize) // HALF_WORD for k in range(whole[POOLS].shape[0])]
    return np.array(stamps, np.int64), np.array(windows, np.int64), np.array(untils, np.int64)


def lasting_places(book: Book, whole: np.dtype[Any], start: Fight) -> Array:
    """None where somebody may be healed and wake."""
    if any(c.caster or c.potions or c.regenerates for c in start.who):
        return np.zeros(0, np.int64)
    one = whole["who"].base
    inside = places_in(one)
    room = {name: one[name].itemsize // HALF_WORD for name in book.lasting if name in inside}
    return np.array([inside[name] // HALF_WORD + k for name in room for k in range(room[name])], np.int64)


def waking_place(whole: np.dtype[Any]) -> int:
    return places_in(whole["who"].base).get("ends_at", 0) // HALF_WORD + UNCONSCIOUS


def words_of_dead(book: Book, start: Fight, assumed: Assumptions, parts: ChangingWords) -> Array:
    """The words of each combatant once it is dead, whatever befell it before: no rule asks the dead."""
    f = clone(start)
    for c in f.who:
        c.conditions, c.in_fight, c.able, c.hp = 1 << DEAD, False, False, 0
    words = fight_record(book, f, SCRIPT_COLUMNS, assumed).view(np.uint64)
    begins = [parts.who + j * parts.each for j in range(f.n)]
    return np.array([words[begin : begin + parts.part] for begin in begins])


def words_of_fields(whole: np.dtype[Any]) -> Iterator[tuple[str, str, set[int]]]:
    """Of each field of a fight, and of the records in it, the words that it lies in; of a list those of all items."""
    yield from words_within("Fight", whole, 0, 1, whole.itemsize)
    for name, place in places_in(whole).items():
        if name in LISTED_RECORDS:
            one = whole[name].base
            yield from words_within(LISTED_RECORDS[name], one, place, whole[name].shape[0], one.itemsize)


def words_within(
    record: str, kind: np.dtype[Any], at: int, count: int, each: int
) -> Iterator[tuple[str, str, set[int]]]:
    for name, place in places_in(kind).items():
        if name not in LISTED_RECORDS:
            firsts = [at + n * each + place for n in range(count)]
            size = kind[name].itemsize
            words = {byte // WORD for first in firsts for byte in range(first, first + size, HALF_WORD)}
            part, _, field = name.rpartition(".")
            yield f"{record}.{part}" if part else record, field, words
