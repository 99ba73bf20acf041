"""The exact chances of a fight: its states and steps, and the chances sent along them until nothing is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from affray.compiler.kernels.assumptions import GENERAL, Assumptions, absent_fields
from affray.compiler.kernels.building import EXPLORING, assumptions, is_ready, learn
from affray.compiler.kernels.counting import COMBATANT_FATES, WAYS_TO_WIN
from affray.compiler.kernels.explore import order_states, pass_round
from affray.compiler.kernels.plan import Array
from affray.engine.state import MOST_SIDES, STAND_OFF, Fight, comparable_copy
from affray.odds.graph import AssumptionBroken, Explorer, GraphListener, TooBig, unused_fields
from affray.rules.book import Book
from affray.simulation.chances import Chances, chances_of, exact_measure
from affray.simulation.plain import advance_to_first_die

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
    """Of a fight from its start. Raises TooBig where there are more states than the budget."""
    return solve_from(book, [(1.0, advance_to_first_die(book, start))], sides, budget, on_progress)


def solve_from(
    book: Book,
    starts: Sequence[tuple[float, Fight]],
    sides: Sequence[str],
    budget: int = MAX_STATES,
    on_progress: GraphListener | None = None,
) -> Solved:
    """Of a fight that stands at one of these states, with these chances."""
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
    """By a kernel that assumes what seems to be absent; without assumptions, where the fight breaks one of them."""
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
KERNEL_NEEDS = [("Fight", "simultaneous"), ("Combatant", "ends_at")]


def shared_assumptions(book: Book, roots: Sequence[Fight]) -> Assumptions:
    """What holds for all of these states. A small fight is not worth compiling for, if the general kernel is there."""
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
        while self.left() > NEGLIGIBLE and (self.round < last or not alike):
            self.one_round()
        if alike and self.left() > NEGLIGIBLE:
            self.last_round()
        edges = self.graph.to[: self.graph.offset[self.states]]
        most_into = int(np.bincount(edges[edges >= 0], minlength=1).max())
        self.error += self.left() + EPSILON * (self.round + 1) * self.depth * (most_into + 2)

    def left(self) -> float:
        return float(self.now.sum())

    def one_round(self) -> None:
        g, then = self.graph, np.zeros(self.states)
        ended = np.zeros(int(self.explorer.counts[3]))
        pass_round(self.order, g.offset, g.to, g.crosses, g.chance, self.now, then, ended)
        self.ended.append((self.round, g.endings[: len(ended)], ended))
        self.now = then
        self.round += 1

    def last_round(self) -> None:
        """The states that are left, explored once more in a fight whose last round is the one they are in."""
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
        """Ends, living and spotless as counting.Sums has them, and the marks of each combatant."""
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
