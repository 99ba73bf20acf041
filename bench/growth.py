"""How the cost of a fight grows with those who take part: 2, 4, 8 … 128 combatants, half of them on each side.

    python bench/growth.py [--book B] [--seconds 1]

The fights are those of `brawl` with more on each side. The cost is time of the processor a fight, over its dice times
its combatants. Ends with 1 if that more than doubles from 16 to 128."""

from __future__ import annotations

import argparse
import sys
import time

from sizes import of_size

from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import load
from affray.simulation.batch import simulate

SIZES = [2, 4, 8, 16, 32, 64, 128]
SEED = 1
MOST = 2.0  # times as much for 128 as for 16


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--seconds", type=float, default=1.0, help="for each size, about")
    said = asked.parse_args()
    books = NAMES if said.book == "all" else [said.book]
    return 0 if min(grows_gently(get(name), said.seconds) for name in books) else 1


def grows_gently(book: Book, seconds: float) -> bool:
    costs = {}
    for size in SIZES:
        encounter = of_size(load("brawl", book.names()), size // 2, size // 2)
        simulate(encounter, book, {}, SEED, 1, watch=False, wait=True)
        fights, spent = 10, 0.0
        while spent < seconds:
            began = time.process_time()
            result = simulate(encounter, book, {}, SEED, fights, watch=False, wait=True)
            spent, fights = time.process_time() - began, fights * 4
        dice = result.dice / result.fights
        costs[size] = spent / result.fights / dice / size * 1e9
        print(f"{book.name}: {size:4} combatants, {dice:9.1f} dice a fight, {costs[size]:.2f} ns a die and combatant")
    ratio = costs[128] / costs[16]
    print(f"{book.name}: from 16 to 128 {ratio:.2f} times as much", flush=True)
    return ratio <= MOST


if __name__ == "__main__":
    sys.exit(main())
