"""How few states any merging could leave: equal combatants who change places, marks that nobody asks for, anything.

    python bench/merging.py [--book B] [--tactic T] [--most 100000] [--who OURS THEIRS]...

Two states are the same to every question about the end of a fight if each step leads from both, with the same chance,
to states that are the same again. This counts such classes among the states that exact odds go through, for the fights
of bench/sizes.py, up to `--most` states: what lies between the two numbers is all that merging could still gain. The
third number is of those who don't ask which of the orcs it was, only how many: then orcs may change places too.

Where a book lets equals change places (by the tactic `random`), the last number is how many states exact odds then go
through. Ends with 1 if a chance differs from what it is with each of them for itself: an outcome, a number of rounds,
or what becomes of anybody."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

import numpy as np
from sizes import SIZES, of_size

from affray.compiler.kernels.plan import Graph
from affray.engine.state import untouched
from affray.odds.graph import Explorer, TooBig
from affray.odds.solving import Solved, solve
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import load
from affray.scenario.opening import with_chosen_tactics
from affray.simulation.plain import before_the_first_die

Array = np.ndarray[Any, Any]
DIGITS = 10  # of a chance
NEAR = 1e-12  # two chances that are the same


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--most", type=int, default=100_000)
    asked.add_argument("--tactic", default="first", help="of both sides")
    asked.add_argument("--who", type=int, nargs=2, action="append", help="how many against how many, instead of all")
    said = asked.parse_args()
    off = 0.0
    for name in NAMES if said.book == "all" else [said.book]:
        print(f"--- {name}", flush=True)
        for size in said.who or SIZES:
            try:
                off = max(off, told(get(name), (size[0], size[1]), said.tactic, said.most))
            except TooBig as no:
                print(f"{size[0]} against {size[1]}: {no}", flush=True)
                break
    return 0 if off <= NEAR else 1


def told(book: Book, size: tuple[int, int], tactic: str, most: int) -> float:
    """How far off anything is with equals as one."""
    brawl = of_size(load("brawl", book.names()), *size)
    start, roster = book.build(with_chosen_tactics(brawl, book, {side.name: tactic for side in brawl.sides}), {})
    apart = replace(book, impartial=())
    explorer = Explorer(apart, [untouched(before_the_first_die(book, start))], most)
    explorer.explore()
    states, graph = int(explorer.counts[0]), explorer.graph
    classes, alike = fewest(graph, states, graph.endings), fewest(graph, states, of_sorts(graph.endings, size))
    found = f"{states:,} states, {classes:,} at the least, {alike:,} if equal combatants are alike"
    merged = solve(book, start, roster.sides, most)
    off = farthest(merged, solve(apart, start, roster.sides, most))
    if merged.states < states:
        found += f"; {merged.states:,} with equals as one, no chance off by more than {off:.1e}"
    print(f"{size[0]} against {size[1]}: {found}", flush=True)
    return off


def farthest(one: Solved, other: Solved) -> float:
    """The largest difference of two chances that both tell."""
    pairs = [(p.share, other.chances.outcomes[name].share) for name, p in one.chances.outcomes.items()]
    lasted = other.chances.rounds.distribution
    pairs += [(p.share, lasted[n].share) for n, p in one.chances.rounds.distribution.items()]
    pairs += [(mine[mark], yours[mark]) for mine, yours in zip(one.marks, other.marks, strict=True) for mark in mine]
    return max(abs(p - q) for p, q in pairs)


def of_sorts(endings: Array, size: tuple[int, int]) -> Array:
    """Endings by the fate of each of the party, and of how many orcs."""
    party, orcs = (1 << size[0]) - 1, ((1 << size[1]) - 1) << size[0]
    told = endings.copy()
    for mark in range(1, 5):
        told[:, mark] = (endings[:, mark] & party) | np.bitwise_count(endings[:, mark] & orcs).astype(np.int64) << 32
    return told


def fewest(graph: Graph, states: int, endings: Array) -> int:
    """All are taken for the same, until a step tells some of them apart; as often as one does."""
    edges = int(graph.offset[states])
    source = np.repeat(np.arange(states), np.diff(graph.offset[: states + 1]))
    to, crosses, chance = graph.to[:edges].astype(np.int64), graph.crosses[:edges], graph.chance[:edges]
    same = np.unique(endings, axis=0, return_inverse=True)[1].ravel()
    to = np.where(to < 0, -1 - same[np.where(to < 0, -1 - to, 0)], to)
    classes, count = np.zeros(states, np.int64), 0
    while True:
        leads_to = np.where(to < 0, to, 2 * classes[np.maximum(to, 0)] + crosses)
        classes = apart(classes, source, leads_to, chance)
        if classes.max() + 1 == count:
            return count
        count = int(classes.max()) + 1


def apart(classes: Array, source: Array, leads_to: Array, chance: Array) -> Array:
    """The classes once more, by what they were and by where the steps lead with which chance."""
    order = np.lexsort((leads_to, source))
    source, leads_to = source[order], leads_to[order]
    first = np.flatnonzero((np.diff(source, prepend=-1) != 0) | (np.diff(leads_to, prepend=leads_to[0]) != 0))
    sums = np.round(np.add.reduceat(chance[order], first), DIGITS)
    steps = scrambled(leads_to[first].view(np.uint64), sums.view(np.uint64))
    marks = np.zeros(len(classes), np.uint64)
    np.add.at(marks, source[first], steps)
    return np.unique(np.stack([classes.view(np.uint64), marks]), axis=1, return_inverse=True)[1].ravel()


def scrambled(*words: Array) -> Array:
    """One number for several: states with equal sums of these are taken for equal."""
    mixed = np.zeros_like(words[0])
    for word in words:
        mixed = (mixed ^ word) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(32)
    return mixed


if __name__ == "__main__":
    raise SystemExit(main())
