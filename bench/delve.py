"""How long a day of six fights takes, beside its single fights, as a ratio measured in one run.

    python bench/delve.py [DAY] [--rules BOOK] [--days 100000] [--repeats 3]

Every kernel is compiled first. Then the day and its single fights are simulated in turn, on one thread, and each counts
by its best turn in time of the processor. A single fight is that of the file with the whole party fresh and without
reinforcements. It is simulated as `affray sim` does, which counts all there is to count, and once more with
`--outcomes-only`. The day counts who dies, hit points, what is used up and XP of every fight. Ends with 1 where the day
takes more than 1.3 times as long as its single fights."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from affray.delves.blocks import CompiledDays, DayPlans
from affray.delves.model import Delve, encounter_of
from affray.delves.reader import open_delve
from affray.delves.run import MOST_AT_ONCE, take_kernels
from affray.rules.book import Book
from affray.simulation.batch import simulate

MOST, SEED = 1.3, 1


def seconds(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def play_days(delve: Delve, book: Book, days: int) -> None:
    """From nothing: what members become is worked out anew."""
    plans = DayPlans(delve, book, {}, SEED)
    take_kernels(plans, False, True)
    player = CompiledDays(plans)
    for first in range(0, days, MOST_AT_ONCE):
        player.play(first, min(MOST_AT_ONCE, days - first))
    lacking = [plan.step.title for plan in plans.plans.values() if plan.assumed != plan.target]
    if lacking:
        print(f"  by the general kernel, since an assumption was dropped: {', '.join(lacking)}")


def play_singles(delve: Delve, book: Book, fights: int, watch: bool) -> None:
    for step in delve.fights:
        members = {n: one for n, one in enumerate(delve.party.members) if delve.joins[n] <= step.number}
        encounter = encounter_of(step, delve.side, members, 0)
        simulate(encounter, book, {}, SEED, fights, watch=watch, wait=True)


def learn_kernels(delve: Delve, book: Book) -> None:
    """Compile, and play until no assumption is dropped any more."""
    dropped = -1
    for _ in range(5):
        plans = DayPlans(delve, book, {}, SEED)
        take_kernels(plans, True, True)
        CompiledDays(plans).play(0, 30_000)
        if dropped == (dropped := sum(len(plan.dropped) for plan in plans.plans.values())):
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("day", nargs="?", default="barrow")
    parser.add_argument("--rules")
    parser.add_argument("--days", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    delve, book = open_delve(given.day, given.rules)
    print(f"{delve.title}, {book.name}: {len(delve.fights)} fights, {given.days:,} days, one thread")
    learn_kernels(delve, book)
    for watch in (True, False):
        play_singles(delve, book, 1000, watch)
    turns: dict[str, list[float]] = {"the day": [], "single fights": [], "single fights, outcomes only": []}
    for _ in range(given.repeats):
        turns["the day"].append(seconds(lambda: play_days(delve, book, given.days)))
        turns["single fights"].append(seconds(lambda: play_singles(delve, book, given.days, True)))
        turns["single fights, outcomes only"].append(seconds(lambda: play_singles(delve, book, given.days, False)))
    best = {name: min(found) for name, found in turns.items()}
    for name, found in best.items():
        print(f"  {name:<30} {found:7.2f} s   day / this {best['the day'] / found:.2f}")
    sys.exit(best["the day"] > MOST * best["single fights"])


if __name__ == "__main__":
    main()
