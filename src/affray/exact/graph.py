"""The exact chances of a fight: the graph of its states, and the chances sent along it until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from affray.compiler.kernels.assumptions import GENERAL, LISTED_RECORDS, Assumptions, Change, absent_fields, list_name
from affray.compiler.kernels.building import EXPLORING, assumptions, is_ready, kernel, learn
from affray.compiler.kernels.counting import COMBATANT_FATES, WAYS_TO_WIN
from affray.compiler.kernels.explore import (
    DONE,
    MORE_ROOM,
    NEW_WORDS,
    PAUSE,
    TOO_DEEP,
    TOO_WIDE,
    compiled_function,
    fill_tables,
    order_states,
    pass_round,
)
from affray.compiler.kernels.packing import Packer
from affray.compiler.kernels.plan import BLOCK, PROGRESS, Array, Plan, addresses, empty_graph, empty_ways, flatten
from affray.compiler.kernels.record import (
    HALF_WORD,
    MAX_DRAWS,
    SCRIPT_COLUMNS,
    WORD,
    ChangingWords,
    Columns,
    changing_words,
    fight_record,
    places_in,
)
from affray.engine.state import MOST_SIDES, STAMPS, STAND_OFF, Fight, clone, comparable_copy
from affray.engine.vocabulary import DEAD, UNCONSCIOUS
from affray.rules.book import Book
from affray.simulation.chances import Chances, chances_of, exact_measure
from affray.simulation.plain import advance_to_first_die

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

    kind, columns = EXPLORING, SCRIPT_COLUMNS

    def __init__(
        self,
        book: Book,
        roots: Sequence[Fight],
        budget: int,
        on_progress: GraphListener | None = None,
        assumed: Assumptions = GENERAL,
    ) -> None:
        self.kernel = kernel(book, self.kind, assumed)
        self.book, self.budget, self.on_progress = book, budget, on_progress
        packer = Packer(book, roots[0], self.columns, assumed)
        self.state = packer.pack(roots[0])
        words = np.array([packer.pack(root).view(np.uint64) for root in roots])
        self.plan = make_plan(book, roots[0], self.state, assumed, self.columns)
        self.counts = np.zeros(len(PROGRESS), np.int64)
        self.ways = empty_ways(len(self.plan.still))
        changed = self.plan.still[(words != words[0]).any(axis=0)[self.plan.still]]
        self.start_from(changed, words[:, changed])

    def start_from(self, live: Array, rows: Array) -> None:
        """Start from these states, told by these words."""
        self.set_live_words(live, self.plan.still[~np.isin(self.plan.still, live)])
        room = 1 << max(10, int(2 * len(rows)).bit_length())
        self.graph = empty_graph(room, 1 << 12, 1 << 8, len(live))
        self.graph.states[: len(rows)] = rows
        self.counts[:] = len(rows), 0, 0, 0, 0
        self.fill_tables()

    def for_last_round(self, which: Array) -> Explorer:
        """Start from some of its states, in a fight whose last round is the one that late rounds are told as."""
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
        """Return why the kernel came back."""
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
        """Make room in every state for the words that were found to change."""
        new = self.plan.still[self.plan.found]
        still = self.plan.still[~self.plan.found]
        live = np.concatenate([self.plan.live, new])
        self.set_live_words(live, still)
        states = np.empty((len(self.graph.states), len(live)), np.uint64)  # row by row, as the kernel reads them
        states[:, : len(live) - len(new)] = self.graph.states
        states[:, len(live) - len(new) :] = self.plan.base[new]
        self.graph = self.graph._replace(states=states)

    def changed_fields(self) -> list[Change]:
        """Return the fields that lie in the words by which states differ."""
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
        """Fill the tables of the graph."""
        compiled_function(fill_tables)(addresses(flatten(self.plan)), addresses(flatten(self.graph)), self.counts)


POOLS = "vanguard.pools"  # the list of burning pools in a fight


def make_plan(book: Book, start: Fight, state: Array, assumed: Assumptions, columns: Columns) -> Plan:
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
        dead_words=words_of_dead(book, start, assumed, parts, columns),
        lasting=lasting_places(book, state.dtype, start),
        waking=waking_place(state.dtype) or 0,
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
    """Return the bits of a yes or no of the fight, in the word it is in; none where the record doesn't have it."""
    places = places_in(whole)
    return np.uint64(0xFF) << np.uint64(8 * (places[name] % WORD)) if name in places else np.uint64(0)


def distinct_rounds(book: Book, start: Fight) -> int:
    """Return how many rounds are told apart: those that rules call by their number, and those they look back to."""
    back = max((STAMPS["hurt_round"] if c.regenerates > 0 else 1 for c in start.who), default=1)
    by_number = 3 if any(c.caster for c in start.who) else book.steady_from_round
    return max(back + 1, by_number)


def mask_of(still: Array, words: Array) -> Array:
    mask = np.zeros_like(words)
    mask[still] = ~np.uint64(0)
    return mask


def unused_places(book: Book, whole: np.dtype[Any], start: Fight) -> Array:
    """Return where numbers stand that no rule asks for in this fight."""
    one, first = whole["who"].base, places_in(whole)["who"]
    inside = places_in(one)
    names = [name for name in unused_fields(book, start) if name in inside]
    begins = [first + c.id * one.itemsize for c in start.who]
    return np.array([(begin + inside[name]) // HALF_WORD for begin in begins for name in names], np.int64)


def unused_fields(book: Book, start: Fight) -> Iterator[str]:
    """Return fields that only some combatants make any use of, where there are no such combatants."""
    if not any(c.regenerates or c.caster for c in start.who):
        yield "hurt_round"
    if not any(book.tactics[c.tactic] in COUNTING_TACTICS for c in start.who):
        yield "times_attacked"


def round_mark_places(whole: np.dtype[Any], start: Fight) -> tuple[Array, Array, Array]:
    """Return where marks of rounds are in the record, in half words: of those gone by, for how many rounds more they
    are asked for, and of those to come."""
    one, places = whole["who"].base, places_in(whole)
    inside = places_in(one)
    stamps, windows, untils = [], [], []
    for c in start.who:
        begin = places["who"] + c.id * one.itemsize
        for name in STAMPS.keys() & inside.keys():
            stamps.append((begin + inside[name]) // HALF_WORD)
            windows.append(STAMPS[name] if name != "hurt_round" or c.regenerates > 0 else 0)
        for name in inside:
            if list_name(name) == "ends_at":
                room = one[name].itemsize // HALF_WORD
                untils += [(begin + inside[name]) // HALF_WORD + k for k in range(room)]
    if POOLS in places and "ends_at" in places_in(whole[POOLS].base):
        pool = whole[POOLS].base
        first = places[POOLS] + places_in(pool)["ends_at"]
        untils += [(first + k * pool.itemsize) // HALF_WORD for k in range(whole[POOLS].shape[0])]
    return np.array(stamps, np.int64), np.array(windows, np.int64), np.array(untils, np.int64)


def lasting_places(book: Book, whole: np.dtype[Any], start: Fight) -> Array:
    """Return the places within a combatant of what nobody asks of one who won't wake; none where somebody may be healed
    and wake, or nobody ever loses consciousness."""
    one = whole["who"].base
    inside = places_in(one)
    if waking_place(whole) is None or any(c.caster or c.potions or c.regenerates for c in start.who):
        return np.zeros(0, np.int64)
    room = {name: one[name].itemsize // HALF_WORD for name in inside if list_name(name) in book.lasting_fields}
    return np.array([inside[name] // HALF_WORD + k for name in room for k in range(room[name])], np.int64)


def waking_place(whole: np.dtype[Any]) -> int | None:
    """Return the place within a combatant of the round in which it wakes; None where it never loses consciousness."""
    inside = places_in(whole["who"].base)
    if "ends_at" in inside:
        return inside["ends_at"] // HALF_WORD + UNCONSCIOUS
    item = inside.get(f"ends_at[{UNCONSCIOUS}]")
    return item // HALF_WORD if item is not None else None


def words_of_dead(book: Book, start: Fight, assumed: Assumptions, parts: ChangingWords, columns: Columns) -> Array:
    """Return the words of each combatant once it is dead, whatever befell it before: no rule asks the dead."""
    f = clone(start)
    for c in f.who:
        c.conditions, c.in_fight, c.able, c.hp = 1 << DEAD, False, False, 0
    words = fight_record(book, f, columns, assumed).view(np.uint64)
    begins = [parts.who + j * parts.each for j in range(f.n)]
    return np.array([words[begin : begin + parts.part] for begin in begins])


def words_of_fields(whole: np.dtype[Any]) -> Iterator[tuple[str, str, set[int]]]:
    """Return for each field of a fight, and of the records in it, the words that it lies in; of a list those of all
    items."""
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


# --- solving


NEGLIGIBLE = 1e-15  # chances below this are left aside, and counted in the error
MAX_STATES = 1_000_000  # states
MAX_COMBATANTS = 62  # combatants: an ending has a bit for each
EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Solved:
    """All that is known of a fight: chances with their error, and how much there was to see."""

    chances: Chances
    marks: tuple[dict[str, float], ...]  # of each combatant: dies, is out, fled, surrendered
    error: float
    states: int
    steps: int  # that were tried
    endings: int


def solve(
    book: Book, start: Fight, sides: Sequence[str], budget: int = MAX_STATES, on_progress: GraphListener | None = None
) -> Solved:
    """Solve a fight from its start. Raises TooBig where there are more states than the budget."""
    return solve_from(book, [(1.0, advance_to_first_die(book, start))], sides, budget, on_progress)


def solve_from(
    book: Book,
    starts: Sequence[tuple[float, Fight]],
    sides: Sequence[str],
    budget: int = MAX_STATES,
    on_progress: GraphListener | None = None,
) -> Solved:
    """Solve a fight that stands at one of these states, with these chances."""
    first = starts[0][1]
    if first.n > MAX_COMBATANTS:
        raise TooBig(f"it has {first.n} combatants, and {MAX_COMBATANTS} is the most")
    walks = [walk_by_assumptions(book, group, budget, on_progress) for group in by_round(starts)]
    parts = [walk.weights() for walk in walks]
    ends, alive, spotless, marks = (np.sum([part[i] for part in parts], axis=0) for i in range(4))
    error = sum(walk.error for walk in walks)
    found = chances_of(ends.tolist(), alive.tolist(), spotless.tolist(), tuple(sides), exact_measure(error))
    counts = np.sum([walk.explorer.counts for walk in walks], axis=0)
    told = tuple(dict(zip(COMBATANT_FATES, map(float, row), strict=True)) for row in marks)
    return Solved(found, told, error, int(counts[0]), int(counts[4]), int(counts[3]))


def by_round(starts: Sequence[tuple[float, Fight]]) -> Iterator[list[tuple[float, Fight]]]:
    for number in sorted({f.round for _, f in starts}):
        yield [(weight, f) for weight, f in starts if f.round == number]


def walk_by_assumptions(
    book: Book, starts: Sequence[tuple[float, Fight]], budget: int, on_progress: GraphListener | None
) -> ChanceWalk:
    """Explore by a kernel that assumes what seems to be absent; without assumptions, where the fight breaks one of
    them."""
    roots = [comparable_copy(f) for _, f in starts]
    try:
        return explore_and_walk(book, roots, starts, budget, on_progress, shared_assumptions(book, roots))
    except AssumptionBroken as broken:
        found = explore_and_walk(book, roots, starts, budget, on_progress, GENERAL)
        unseen = [("Combatant", name) for name in unused_fields(book, roots[0])]  # the explorer puts them back to 0
        learn(book, roots[0], [broken.what, *found.explorer.changed_fields(), *unseen])
        return found


def explore_and_walk(
    book: Book,
    roots: Sequence[Fight],
    starts: Sequence[tuple[float, Fight]],
    budget: int,
    on_progress: GraphListener | None,
    assumed: Assumptions,
) -> ChanceWalk:
    explorer = Explorer(book, roots, budget, on_progress, assumed)
    explorer.explore()
    made = ChanceWalk(explorer, starts[0][1], [weight for weight, _ in starts])
    made.run()
    return made


# fields that the kernel itself looks at, or changes
KERNEL_NEEDS = [("Fight", "simultaneous")]


def shared_assumptions(book: Book, roots: Sequence[Fight]) -> Assumptions:
    """Return what holds for all of these states. A small fight is not worth compiling for, if the general kernel is
    there."""
    found = assumptions(book, roots[0])
    kept = [set(absent_fields(book, root).constants) for root in roots[1:]]
    differ = [one[:2] for one in found.constants if not all(one in constants for constants in kept)]
    assumed = found.without([*KERNEL_NEEDS, *differ])
    general = is_ready(book, EXPLORING) and not is_ready(book, EXPLORING, assumed) and len(roots) > 1
    return GENERAL if general else assumed


class ChanceWalk:
    """The chances on their way from round to round."""

    def __init__(self, explorer: Explorer, start: Fight, weights: Sequence[float]) -> None:
        self.explorer, self.start = explorer, start
        self.graph, self.states = explorer.graph, int(explorer.counts[0])
        self.order, self.depth = order_states(self.graph.offset, self.graph.to, self.graph.crosses, self.states)
        self.now = np.zeros(self.states)
        self.now[: len(weights)] = weights
        self.round = start.round
        self.ended: list[tuple[int, Array, Array]] = []  # a round, endings, and the chance of each
        self.error = 0.0

    def run(self) -> None:
        last = self.start.last_round
        alike = last > self.explorer.plan.rounds  # then the graph doesn't know which round is the last
        while self.chance_left() > NEGLIGIBLE and (self.round < last or not alike):
            self.one_round()
        if alike and self.chance_left() > NEGLIGIBLE:
            self.last_round()
        edges = self.graph.to[: self.graph.offset[self.states]]
        most_into = int(np.bincount(edges[edges >= 0], minlength=1).max())
        self.error += self.chance_left() + EPSILON * (self.round + 1) * self.depth * (most_into + 2)

    def chance_left(self) -> float:
        return float(self.now.sum())

    def one_round(self) -> None:
        g, then = self.graph, np.zeros(self.states)
        ended = np.zeros(int(self.explorer.counts[3]))
        pass_round(self.order, g.offset, g.to, g.crosses, g.chance, self.now, then, ended)
        self.ended.append((self.round, g.endings[: len(ended)], ended))
        self.now = then
        self.round += 1

    def last_round(self) -> None:
        """Explore the states that are left once more in a fight whose last round is the one they are in."""
        which = np.flatnonzero(self.now)
        explorer = self.explorer.for_last_round(which)
        explorer.explore()
        walk = ChanceWalk(explorer, self.start, self.now[which].tolist())
        walk.round = self.round
        walk.one_round()
        self.ended += walk.ended
        self.now = walk.now
        self.round += 1

    # --- what they come to

    def weights(self) -> tuple[Array, Array, Array, Array]:
        """Return ends, living and spotless as counting.Sums has them, and the marks of each combatant."""
        f, lines = self.start, self.start.last_round + 1
        ends = np.zeros((MOST_SIDES - STAND_OFF) * len(WAYS_TO_WIN) * lines)
        alive, spotless = np.zeros(f.sides * (f.n + 1)), np.zeros(f.sides)
        marks = np.zeros((f.n, len(COMBATANT_FATES)))
        members = [sum(1 << c.id for c in f.who if c.side == side) for side in range(f.sides)]
        for number, endings, chance in self.ended:
            won, way = endings[:, 0] // 16, endings[:, 0] % 16
            np.add.at(ends, (won * len(WAYS_TO_WIN) + way) * lines + number, chance)
            for side in range(f.sides):
                np.add.at(alive, side * (f.n + 1) + (endings[:, 5] >> 8 * side & 255), chance)
                spotless[side] += chance[endings[:, 1] & members[side] == 0].sum()
            for i in range(f.n):
                marks[i] += [chance[endings[:, 1 + mark] >> i & 1 == 1].sum() for mark in range(len(COMBATANT_FATES))]
        return ends, alive, spotless, marks
