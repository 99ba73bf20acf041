"""How far exact odds reach: states, steps and seconds for 1 against 1 to 6 against 8, in each book.

    python bench/sizes.py [--book B] [--states 1000000] [--repeats 3]

The fights are those of `brawl` with fewer or more on each side. First, for classic, the brawl itself: exact odds and
a simulation to ±0.1 point (960,400 fights), in one run, both after compilation. Ends with 1 if exact is slower."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace

from affray.engine.dice import Notation
from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.exact.graph import TooBig, solve
from affray.exact.whole_fights import guess_states
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import load
from affray.simulation.batch import simulate

SIZES = [(1, 1), (1, 2), (2, 2), (2, 4), (3, 4), (4, 6), (6, 8)]
COMPILING = 10  # seconds: what takes less is solved twice, since the first time may compile
FIGHTS = 960_400  # whose interval is ±0.1 point at most


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--states", type=int, default=1_000_000)
    asked.add_argument("--repeats", type=int, default=3)
    said = asked.parse_args()
    books = NAMES if said.book == "all" else [said.book]
    faster = "classic" not in books or exact_is_faster(get("classic"), said.repeats)
    for name in books:
        reach(get(name), said.states)
    return 0 if faster else 1


def exact_is_faster(book: Book, repeats: int) -> bool:
    """In the median of so many turns."""
    encounter = load("brawl", book.names())
    start, roster = book.build(encounter, {})
    solve(book, start, roster.sides)
    simulate(encounter, book, {}, 1, 1000, watch=False, wait=True)
    ratios = []
    for turn in range(repeats):
        began = time.process_time()
        solve(book, start, roster.sides)
        between = time.process_time()
        simulate(encounter, book, {}, turn, FIGHTS, watch=False, wait=True)
        ended = time.process_time()
        ratios.append((ended - between) / (between - began))
        print(f"brawl: exact {between - began:.2f} s, {FIGHTS:,} fights {ended - between:.2f} s", flush=True)
    ratio = sorted(ratios)[len(ratios) // 2]
    print(f"brawl: exact odds are {ratio:.2f} times as fast as simulating to ±0.1 point")
    return ratio > 1


def reach(book: Book, states: int) -> None:
    print(f"--- {book.name}")
    for size in SIZES:
        start, sides = started(book, size)
        told, seconds = timed(book, start, sides, states)
        if seconds < COMPILING:
            told, seconds = timed(book, start, sides, states)
        guess = guess_states(book, start)
        print(f"{size[0]} against {size[1]}: {told}, {seconds:.2f} s; guessed {guess:,} states", flush=True)


def timed(book: Book, start: Fight, sides: tuple[str, ...], states: int) -> tuple[str, float]:
    began = time.process_time()
    try:
        found = solve(book, start, sides, states)
        told = f"{found.states:>9,} states {found.steps:>12,} steps, error {found.error:.0e}"
    except TooBig as no:
        told = f"too big: {no}"
    return told, time.process_time() - began


def started(book: Book, size: tuple[int, int]) -> tuple[Fight, tuple[str, ...]]:
    start, roster = book.build(of_size(load("brawl", book.names()), *size), {})
    return start, roster.sides


def of_size(brawl: Encounter, party: int, orcs: int) -> Encounter:
    """So many of the party, from the first on and then again, and so many orcs."""
    one, other = brawl.sides
    again = [one.members[n % len(one.members)] for n in range(party)]
    members = tuple(replace(m, name=f"{m.name} {n + 1}") for n, m in enumerate(again))
    crowd = replace(other.members[0], count=Notation(0, 1, plus=orcs))
    return replace(brawl, sides=(replace(one, members=members), replace(other, members=(crowd,))))


if __name__ == "__main__":
    sys.exit(main())
