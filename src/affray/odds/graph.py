"""All the states a fight can come to, and with which chance each step leads from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np

from affray.conditions import DEAD, UNCONSCIOUS
from affray.odds.equals import Equals, bits_at, equals
from affray.rules.book import Book
from affray.simulate.fast.explore import (
    DONE,
    ENDING,
    FOR_A_WORD,
    MORE_ROOM,
    NEW_WORDS,
    TOO_DEEP,
    TOO_WIDE,
    explore_kernel,
    find_homes,
)
from affray.simulate.record import HALF, SCRIPT, WORD, changing, places_in, record
from affray.simulate.script import DEPTH
from affray.state import STAMPS, Fight, clone

Array = np.ndarray[Any, Any]
MEMORY = 2**30  # bytes of states, at most
STEPS = 100  # that are tried for each state of the budget, at most
WAYS = 1_000_000  # that one step can fall in, at most
TURN = 2_000_000  # steps, some seconds: then somebody may have called it off
COUNTING = ("focus", "spread")  # tactics that look at how many have aimed at one already


class Plan(NamedTuple):
    """What the kernel must know of the record: where its words and marks of rounds are."""

    base: Array  # all words, as they are at the start
    live: Array  # places of the words that tell states apart
    still: Array  # places of those that never changed so far
    found: Array  # of these, which have changed now
    mask: Array  # all bits of a word that never changed so far, none of others
    saved: Array  # the live words, before the first die of a state
    mute: Array  # places in half words of what nobody asks for here
    stamps: Array  # places of marks of rounds, in half words
    windows: Array  # for how many rounds more each is asked for
    untils: Array  # ... of rounds to come
    corpses: Array  # of each combatant, its words when it is dead
    lasting: Array  # places within a combatant, in half words, of what nobody asks of one who won't wake
    asleep: int  # ... and of the round in which it would
    together: int  # the word that says whether all act at the same moment, the fallen among them
    at_once: np.uint64  # ... and its bits
    first: int  # of the words that may change
    who: int  # where combatants begin
    each: int
    part: int
    rounds: int  # that are told apart
    ways: int  # the most that one step can fall in
    turn: int  # steps after which the kernel comes back for a word
    equals: Equals  # who may change places


class Graph(NamedTuple):
    states: Array
    home: Array  # of each state, its place in the table
    table: Array
    endings: Array
    end_home: Array
    end_table: Array
    offset: Array  # of each state, its first edge
    to: Array  # the state an edge leads to, or the ending, from -1 down
    crosses: Array  # whether it leads into the next round
    chance: Array
    mark: Array


Hear = Callable[[int, int], None]  # is told now and then how many states were seen, and steps tried


class TooBig(Exception):
    """More states or steps than the budget allows, or a step with more dice or ways than can be tried."""


class Explorer:
    """Explores a fight from one state or several of the same round; the graph grows as it needs."""

    def __init__(self, book: Book, roots: Sequence[Fight], budget: int, hear: Hear | None = None) -> None:
        self.kernel: Callable[..., int] = explore_kernel(book)
        self.book, self.budget, self.hear = book, budget, hear
        self.state = record(book, roots[0], SCRIPT)
        words = np.array([record(book, root, SCRIPT).view(np.uint64) for root in roots])
        self.plan = plan(book, roots, self.state, words)
        self.counts = np.zeros(5, np.int64)
        changed = self.plan.still[(words != words[0]).any(axis=0)[self.plan.still]]
        self.begin_with(changed, words[:, changed])

    def begin_with(self, live: Array, rows: Array) -> None:
        """From these states, told by these words."""
        self.keep_still(live, self.plan.still[~np.isin(self.plan.still, live)])
        room = 1 << max(10, int(2 * len(rows)).bit_length())
        self.graph = blank(room, 1 << 12, 1 << 8, len(live))
        self.graph.states[: len(rows)] = rows
        self.counts[:] = len(rows), 0, 0, 0, 0
        find_homes(self.plan, self.graph, len(rows), 0)

    def in_the_last_round(self, which: Array) -> Explorer:
        """From some of its states, in a fight whose last round is the one that late rounds are told as."""
        other = copy(self)
        rows, live = self.graph.states[which], self.plan.live
        place = places_in(self.state.dtype)["last_round"]
        base = self.plan.base.copy()
        base.view(np.int32)[place // HALF] = self.plan.rounds
        rows[:, live == place // WORD] = base[place // WORD]
        other.plan, other.counts = self.plan._replace(base=base), self.counts.copy()
        other.state = base.copy().view(self.state.dtype)
        other.begin_with(live, rows)
        return other

    def explore(self) -> None:
        while (why := self.kernel(self.state, self.plan, self.graph, self.counts)) != DONE:
            if why == TOO_DEEP:
                raise TooBig(f"one of its steps has more than {DEPTH} dice")
            if why == TOO_WIDE:
                raise TooBig(f"one of its steps can fall in more than {WAYS:,} ways")
            if why == NEW_WORDS:
                self.widen()
            elif why == MORE_ROOM:
                self.keep_to_the_budget()
                self.grow()
            elif why == FOR_A_WORD:
                self.have_a_word(int(self.counts[0]), int(self.counts[4]))

    def have_a_word(self, seen: int, steps: int) -> None:
        most = STEPS * self.budget
        if steps > most:
            raise TooBig(f"it takes more than {most:,} steps, the most that are tried ({seen:,} states were seen)")
        if self.hear:
            self.hear(seen, steps)

    def keep_to_the_budget(self) -> None:
        seen, explored = self.counts[:2].tolist()
        known = f"it has more than {seen:,} states ({explored:,} of them were explored)"
        if seen >= self.budget:
            raise TooBig(f"{known}, and {self.budget:,} can be counted")
        if 2 * self.graph.states.nbytes > MEMORY:
            raise TooBig(f"{known}, and room for twice as many would take more than a gigabyte")

    def widen(self) -> None:
        """Room in every state for the words that were found to change."""
        new = self.plan.still[self.plan.found]
        still = self.plan.still[~self.plan.found]
        live = np.concatenate([self.plan.live, new])
        self.keep_still(live, still)
        columns = np.broadcast_to(self.plan.base[new], (len(self.graph.states), len(new)))
        self.graph = self.graph._replace(states=np.concatenate([self.graph.states, columns], axis=1))

    def keep_still(self, live: Array, still: Array) -> None:
        found, mask = np.zeros(len(still), bool), mask_of(still, self.plan.base)
        self.plan = self.plan._replace(live=live, still=still, found=found, mask=mask)

    def grow(self) -> None:
        """Twice the room for whatever is more than half full."""
        g, (states, _, edges, endings, _) = self.graph, self.counts.tolist()
        room = [len(g.states), len(g.to), len(g.endings)]
        for i, used in enumerate((states, edges, endings)):
            if 2 * used > room[i]:
                room[i] *= 2
        new = blank(room[0], room[1], room[2], g.states.shape[1])
        for name in ("states", "endings", "offset", "to", "crosses", "chance"):
            getattr(new, name)[: len(getattr(g, name))] = getattr(g, name)
        self.graph = new
        find_homes(self.plan, new, states, endings)


def blank(states: int, edges: int, endings: int, width: int) -> Graph:
    return Graph(
        states=np.zeros((states, width), np.uint64),
        home=np.zeros(states, np.int64),
        table=np.full(2 * states, -1, np.int32),
        endings=np.zeros((endings, ENDING), np.int64),
        end_home=np.zeros(endings, np.int64),
        end_table=np.full(2 * endings, -1, np.int32),
        offset=np.zeros(states + 1, np.int64),
        to=np.zeros(edges, np.int32),
        crosses=np.zeros(edges, np.int8),
        chance=np.zeros(edges, np.float64),
        mark=np.full(2 * states + endings, -1, np.int64),
    )


def plan(book: Book, roots: Sequence[Fight], state: Array, words: Array) -> Plan:
    start, parts = roots[0], changing(book, state.dtype)
    places = list(range(parts.first, parts.who))
    for j in range(start.n):
        places += range(parts.who + j * parts.each, parts.who + j * parts.each + parts.part)
    stamps, windows, untils = places_of_rounds(state.dtype, start)
    still = np.array(places, np.int64)
    return Plan(
        base=state.view(np.uint64).copy(),
        live=np.zeros(0, np.int64),
        still=still,
        found=np.zeros(len(still), bool),
        mask=mask_of(still, state.view(np.uint64)),
        saved=np.zeros(len(still), np.uint64),
        mute=mute(book, state.dtype, start),
        stamps=stamps,
        windows=windows,
        untils=untils,
        corpses=corpses(book, start, parts.who, parts.each, parts.part),
        lasting=lasting(book, state.dtype, start),
        asleep=asleep(state.dtype),
        together=places_in(state.dtype).get("together", 0) // WORD,
        at_once=bits_at(state.dtype, "together"),
        first=parts.first,
        who=parts.who,
        each=parts.each,
        part=parts.part,
        rounds=early(book, start),
        ways=WAYS,
        turn=TURN,
        equals=equals(book, roots, state.dtype, words),
    )


def early(book: Book, start: Fight) -> int:
    """How many rounds are told apart: those that rules call by their number, and those they look back to."""
    back = max((STAMPS["wounded"] if c.regenerates > 0 else 1 for c in start.who), default=1)
    by_number = 3 if any(c.caster for c in start.who) else book.alike
    return max(back + 1, by_number)


def mask_of(still: Array, words: Array) -> Array:
    mask = np.zeros_like(words)
    mask[still] = ~np.uint64(0)
    return mask


def mute(book: Book, whole: np.dtype[Any], start: Fight) -> Array:
    """Where numbers stand that no rule asks for in this fight."""
    one, first = whole["who"].base, places_in(whole)["who"]
    inside = places_in(one)
    names = [name for name in unasked(book, start) if name in inside]
    begins = [first + c.id * one.itemsize for c in start.who]
    return np.array([(begin + inside[name]) // HALF for begin in begins for name in names], np.int64)


def unasked(book: Book, start: Fight) -> Iterator[str]:
    """Fields that only some combatants make any use of, where there are no such combatants."""
    if not any(c.regenerates or c.caster for c in start.who):
        yield "wounded"
    if not any(book.tactics[c.tactic] in COUNTING for c in start.who):
        yield "beset"


def places_of_rounds(whole: np.dtype[Any], start: Fight) -> tuple[Array, Array, Array]:
    """Where marks of rounds are in the record, in half words: of those gone by, for how many rounds more they are asked
    for, and of those to come."""
    one, places = whole["who"].base, places_in(whole)
    inside = places_in(one)
    stamps, windows, untils = [], [], []
    for c in start.who:
        begin = places["who"] + c.id * one.itemsize
        for name in STAMPS.keys() & inside.keys():
            stamps.append((begin + inside[name]) // HALF)
            windows.append(STAMPS[name] if name != "wounded" or c.regenerates > 0 else 0)
        if "until" in inside:
            untils += [(begin + inside["until"]) // HALF + k for k in range(one["until"].shape[0])]
    if "pools" in places:
        pool = whole["pools"].base
        first = places["pools"] + places_in(pool)["until"]
        untils += [(first + k * pool.itemsize) // HALF for k in range(whole["pools"].shape[0])]
    return np.array(stamps, np.int64), np.array(windows, np.int64), np.array(untils, np.int64)


def lasting(book: Book, whole: np.dtype[Any], start: Fight) -> Array:
    """None where somebody may be healed and wake."""
    if any(c.caster or c.potions or c.regenerates for c in start.who):
        return np.zeros(0, np.int64)
    one = whole["who"].base
    inside = places_in(one)
    room = {name: one[name].itemsize // HALF for name in book.lasting if name in inside}
    return np.array([inside[name] // HALF + k for name in room for k in range(room[name])], np.int64)


def asleep(whole: np.dtype[Any]) -> int:
    return places_in(whole["who"].base).get("until", 0) // HALF + UNCONSCIOUS


def corpses(book: Book, start: Fight, who: int, each: int, part: int) -> Array:
    """The words of each combatant once it is dead, whatever befell it before: no rule asks the dead."""
    f = clone(start)
    for c in f.who:
        c.on, c.up, c.able, c.hp = 1 << DEAD, False, False, 0
    words = record(book, f, SCRIPT).view(np.uint64)
    return np.array([words[who + j * each : who + j * each + part] for j in range(f.n)])
