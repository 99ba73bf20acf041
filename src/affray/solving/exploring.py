"""The states that a fight can reach whatever the solved sides answer: a graph with questions, by compiled rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from affray.compiler.kernels.assumptions import Assumptions
from affray.compiler.kernels.building import CHOOSING
from affray.compiler.kernels.choosing import CHOICE_COLUMNS, TREE_COUNTS, TREE_TYPES, Tree
from affray.compiler.kernels.plan import Array, addresses, empty_graph, flatten
from affray.compiler.kernels.record import HALF_WORD, last_name, places_in
from affray.engine.state import ROOM, Fight, clone
from affray.exact.graph import (
    MAX_BYTES,
    POOLS,
    Explorer,
    GraphListener,
    TooBig,
)
from affray.rules.book import Book
from affray.rules.shared.tactics import WHIM

PER_ROW = {"run_answer": 3, "choice_asked": 4}  # numbers that belong to one run or question
STATES, EDGES, ENDINGS = 0, 2, 3  # places of PROGRESS
STEPS_PER_STATE = 1000  # that are tried for each state of the budget, at most
MOST_MEMORY = 3 * MAX_BYTES


class ChoiceExplorer(Explorer):
    """Explores a fight in which every answer of the solved sides is tried."""

    kind, columns = CHOOSING, CHOICE_COLUMNS

    def __init__(
        self,
        book: Book,
        root: Fight,
        budget: int,
        on_progress: GraphListener | None,
        assumed: Assumptions,
        narrow: bool = False,
        left_out: int = 0,
    ) -> None:
        self.root, self.assumed = root, assumed
        super().__init__(book, [root], budget, on_progress, assumed)
        self.state["narrow"], self.state["left_out"] = narrow, left_out

    def start_from(self, live: Array, rows: Array) -> None:
        super().start_from(live, rows)
        self.sums = np.zeros(len(TREE_COUNTS), np.int64)
        tree = empty_tree(len(self.graph.states), len(self.graph.to), 1 << 10, 1 << 10)
        movable = int(in_the_open(self.root))
        self.tree = tree._replace(
            anchored=anchored_places(self.state.dtype, self.root.n),
            hints=hint_places(self.state.dtype),
            movable=movable,
        )

    def explore(self) -> None:
        """Explore every state."""
        while (known := int(self.counts[STATES])) > self.sums[0]:
            self.enqueue(np.arange(self.sums[0], known))
            self.explore_queue()

    def enqueue(self, states: Array) -> None:
        first = int(self.sums[0])
        if first + len(states) > len(self.tree.queue):
            self.tree = grown(self.tree, {"queue": 2 * (first + len(states))})
        self.tree.queue[first : first + len(states)] = states
        self.sums[0] = first + len(states)

    def explore_queue(self) -> None:
        """Explore the states of the queue."""
        super().explore()

    def call_kernel(self) -> int:
        parts = [addresses(flatten(parts)) for parts in (self.plan, self.graph, self.ways, self.tree)]
        plan, graph, ways, tree = parts
        state, rest = self.state.ctypes.data, (plan, graph, self.counts, ways, tree, self.sums)
        return self.kernel.call(state, state, state, *(part.ctypes.data for part in rest))

    def check_steps(self, seen: int, steps: int) -> None:
        most = STEPS_PER_STATE * self.budget
        if steps > most:
            raise TooBig(f"it takes more than {most:,} steps, the most that are tried ({seen:,} states were seen)")
        if self.on_progress:
            self.on_progress(seen, steps)

    def check_states(self) -> None:
        seen = int(self.counts[STATES])
        if seen >= self.budget:
            raise TooBig(f"it has more than {seen:,} states, and {self.budget:,} are the most")
        room = sum(part.nbytes for part in (*self.graph, *self.tree) if isinstance(part, np.ndarray))
        if 2 * room > MOST_MEMORY:
            raise TooBig(f"it has more than {seen:,} states, and more would take over {MOST_MEMORY >> 30} gigabytes")

    def grow(self) -> None:
        """Double the room of whatever is more than half full, or of everything if one state alone needs more."""
        g, t = self.graph, self.tree
        used = [int(n) for n in (*self.counts[[STATES, EDGES, ENDINGS]], *self.sums[1:])]
        room = [len(g.states), len(g.to), len(g.endings), len(t.run_before), len(t.choice_last)]
        full = [i for i in range(len(room)) if 2 * used[i] > room[i]] or range(len(room))
        states, edges, endings, runs, choices = (2 * n if i in full else n for i, n in enumerate(room))
        new = empty_graph(states, edges, endings, g.states.shape[1])
        for name in ("states", "endings", "offset", "to", "crosses", "chance"):
            getattr(new, name)[: len(getattr(g, name))] = getattr(g, name)
        self.graph = new
        longer = empty_tree(states, edges, runs, choices)._asdict()
        self.tree = grown(t, {name: longer[name] for name in longer if name not in ("anchored", "hints", "movable")})
        self.fill_tables()


def empty_tree(states: int, edges: int, runs: int, choices: int) -> Tree:
    room = {"run_first": states + 1, "choice_first": states + 1, "queue": states, "edge_run": edges}
    per = {"run": runs, "choice": choices}
    arrays = zip(Tree._fields, TREE_TYPES.split(), strict=True)
    lengths = {name: room.get(name, per.get(name.partition("_")[0], 0) * PER_ROW.get(name, 1)) for name in Tree._fields}
    return Tree(*(np.zeros(lengths[name], kind) if kind != "-" else 0 for name, kind in arrays))  # type: ignore[arg-type]


def bare_tree() -> Tree:
    """Return an empty one, of a fight whose states are not told from the ground."""
    return empty_tree(0, 0, 0, 0)


HINTS = ("scan_end",)
TIED = "leave_x leave_y leave_z newcomer_x newcomer_y charge_x charge_y mount_x mount_y cover_x cover_y".split()


def in_the_open(f: Fight) -> bool:
    """Return whether nothing but the combatants has a place: no walls, no cover, no oil on the ground."""
    return f.width == 0 and not f.covers and not f.has_cover


def hint_places(whole: np.dtype[Any]) -> Array:
    places = places_in(whole)
    return np.array([places[name] // HALF_WORD for name in HINTS if name in places], np.int64)


def anchored_places(whole: np.dtype[Any], n: int) -> Array:
    """Return where places on the ground are noted, in half words: for the fight, for n combatants, for burning oil."""
    places = places_in(whole)
    found = [place for name, place in places.items() if last_name(name) in TIED]
    for listed, count, names in (("who", n, TIED), (POOLS, ROOM["pools"], ["ends_at"])):
        if listed in places:
            one = whole[listed].base
            mine = [place for name, place in places_in(one).items() if last_name(name) in names]
            found += [places[listed] + i * one.itemsize + place for i in range(count) for place in mine]
    return np.array(found, np.int64) // HALF_WORD


def grown(tree: Tree, new: dict[str, int | Array]) -> Tree:
    """Return the tree in longer arrays: of these lengths, or these themselves."""
    made = {}
    for name, room in new.items():
        old = getattr(tree, name)
        made[name] = np.zeros(room, old.dtype) if isinstance(room, int) else room
        made[name][: len(old)] = old
    return tree._replace(**made)  # type: ignore[arg-type]


def solved_start(book: Book, start: Fight, sides: Sequence[int]) -> Fight:
    """Return the start with every answer open for these sides."""
    f = clone(start)
    for c in f.who:
        if c.side in sides:
            c.tactic = WHIM
    return f
