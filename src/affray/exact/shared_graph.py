"""Several weightings of one graph: the exact chances after each answer to a question, explored once for all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.compiler.kernels.packing import Packer
from affray.compiler.kernels.record import NO_COLUMNS
from affray.engine.state import MOST_SIDES, STAND_OFF, UNDECIDED, Fight, comparable_copy
from affray.exact.graph import MAX_COMBATANTS, ChanceWalk, Explorer, TooBig
from affray.rules.book import Book

__all__ = ["TooBig", "count_wins"]
Ways = Sequence[tuple[float, Fight]]
STEPS_PER_LOOK = 20_000  # between two looks at whether there is too much to count


def count_wins(book: Book, futures: Sequence[Ways], side: int, budget: int) -> tuple[list[float], float, int]:
    """Return for each list of ways how often a side wins, with the error of that and the states that were counted."""
    wins = [sum(weight for weight, f in ways if f.winner == side) for ways in futures]
    error, states = 0.0, 0
    going_on = [[(weight, f) for weight, f in ways if f.winner == UNDECIDED] for ways in futures]
    for number in sorted({f.round for ways in going_on for _, f in ways}):
        now = [[(weight, f) for weight, f in ways if f.round == number] for ways in going_on]
        more, wrong, seen = count_round(book, now, side, budget - states)
        wins = [won + some for won, some in zip(wins, more, strict=True)]
        error, states = error + wrong, states + seen
    return wins, error, states


def count_round(book: Book, futures: Sequence[Ways], side: int, budget: int) -> tuple[list[float], float, int]:
    """Return the same for ways that end in the same round."""
    roots, weights = merge_equal(book, futures)
    if roots[0].n > MAX_COMBATANTS:
        raise TooBig(f"it has {roots[0].n} combatants, and {MAX_COMBATANTS} is the most")
    explorer = Explorer(book, roots, budget)
    explorer.plan = explorer.plan._replace(pause_after=STEPS_PER_LOOK)
    explorer.explore()
    wins, error = [], 0.0
    for row in weights:
        if not any(row):
            wins.append(0.0)
            continue
        walk = ChanceWalk(explorer, roots[0], row)
        walk.run()
        ends = walk.weights()[0].reshape(MOST_SIDES - STAND_OFF, len(WAYS_TO_WIN), -1)
        wins.append(float(ends[side - STAND_OFF].sum()))
        error = max(error, walk.error)
    return wins, error, int(explorer.counts[0])


def merge_equal(book: Book, futures: Sequence[Ways]) -> tuple[list[Fight], list[list[float]]]:
    """Return the different states in these ways, and for each list of ways the chance of each state."""
    packer = None
    places: dict[bytes, int] = {}
    roots: list[Fight] = []
    chances = []
    for ways in futures:
        row: dict[int, float] = {}
        for weight, f in ways:
            root = comparable_copy(f)
            packer = packer or Packer(book, root, NO_COLUMNS)
            place = places.setdefault(packer.pack(root).tobytes(), len(roots))
            if place == len(roots):
                roots.append(root)
            row[place] = row.get(place, 0.0) + weight
        chances.append(row)
    return roots, [np.array([row.get(n, 0.0) for n in range(len(roots))]).tolist() for row in chances]
