"""20,000 fights of each book by the plain and the compiled rules: equal row for row, and everything occurred in them.

    python bench/equal.py [--book B] [--fights N] [--seed S] [--jobs N]

All examples with all tactics (the one of random legal answers among them) and options as they fall. What the simulator
counts of each example is compared too. Ends with 1 if anything differs, or if a clause, a reason, a kind of question,
answer or event never occurred that a fight can show."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from twins import Coverage, compare_engines, draw_fight

from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.events import KINDS
from affray.engine.verbs import YES
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import examples
from affray.simulation.twins import sums_that_differ

NEVER = Path(__file__).parent / "equal_excused.txt"
BLOCK = 100  # fights that a process takes at a time
TOLD = 1000  # fights between two words of how far it is
SHOWN = 3  # differences of one fight
COUNTED = 200  # fights of each example whose sums are compared


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--fights", type=int, default=20_000, help="of each book")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2, help="processes that share the fights")
    said = asked.parse_args()
    names = NAMES if said.book == "all" else [said.book]
    sound = [is_sound(get(name), said.fights, said.seed, said.jobs) for name in names]
    return 0 if all(sound) else 1


def is_sound(book: Book, fights: int, seed: int, jobs: int) -> bool:
    """Nothing differs, and nothing is missing that has no excuse."""
    played = play(book, fights, seed, jobs)
    never = [what for what in missing(book, played.seen) if what not in excused()]
    told = f"{played.different} differ, {played.seen.rows:,} rows of log; never occurred: {len(never)}"
    print(f"{book.name}: {played.fights:,} fights: {told}", *never, sep="\n", flush=True)
    miscounted = [what for example in examples() for what in sums_that_differ(book, example, COUNTED, seed)]
    print(f"{book.name}: {len(miscounted)} sums of what is counted differ", *miscounted, sep="\n", flush=True)
    return not played.different and not never and not miscounted


# --- playing


@dataclass
class Played:
    """Some fights, and what came of comparing them."""

    fights: int = 0
    different: int = 0
    mistakes: list[str] = field(default_factory=list)
    seen: Coverage = field(default_factory=Coverage)

    def __iadd__(self, other: Played) -> Played:
        self.fights += other.fights
        self.different += other.different
        self.mistakes += other.mistakes
        self.seen |= other.seen
        return self


def play(book: Book, fights: int, seed: int, jobs: int) -> Played:
    """Any book, also one with house rules: the processes are forked, so that it need not go through a pipe."""
    total, began = compare_some(book, seed, range(1)), time.perf_counter()  # the first one compiles
    if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        for numbers in blocks(fights):
            tell(total, compare_some(book, seed, numbers), began)
        return total
    with multiprocessing.get_context("fork").Pool(jobs, share, (book, seed)) as pool:
        for played in pool.imap_unordered(compare_shared, blocks(fights)):
            tell(total, played, began)
    return total


def blocks(fights: int) -> list[range]:
    """All fights but the first."""
    return [range(at, min(at + BLOCK, fights)) for at in range(1, fights, BLOCK)]


def tell(total: Played, played: Played, began: float) -> None:
    before = total.fights
    total += played
    if played.mistakes:
        print(*played.mistakes, sep="\n")
    if total.fights // TOLD > before // TOLD:
        print(f"{total.fights:,} fights, {time.perf_counter() - began:.0f} s, {total.different} differ", flush=True)


SHARED: list[tuple[Book, int]] = []  # in each process the book and the seed


def share(book: Book, seed: int) -> None:
    SHARED.append((book, seed))


def compare_shared(numbers: range) -> Played:
    return compare_some(*SHARED[-1], numbers)


def compare_some(book: Book, seed: int, numbers: range) -> Played:
    """Every example with every tactic, again and again: these of them."""
    ways = list(product(examples(), book.tactics))
    played = Played(len(numbers))
    for number in numbers:
        example, tactic = ways[number % len(ways)]
        compared = compare_engines(draw_fight(example, tactic, number // len(ways), book), book, seed)
        played.seen.add(compared.rows, compared.cited)
        if compared.mistakes:
            played.different += 1
            played.mistakes += compared.mistakes[:SHOWN]
    return played


# --- what occurred


def missing(book: Book, seen: Coverage) -> Iterator[str]:
    """What could have occurred and did not. A clause's id names its book; the others are named here."""
    cited = seen.cited_clauses(book)
    yield from (f"clause {id}" for id, n in BY_ID.items() if CLAUSES[n].book == book.name and n not in cited)
    yield from (f"{book.name} event {kind}" for n, kind in enumerate(KINDS) if n not in seen.kinds)
    yield from (f"{book.name} question {ask}" for n, ask in enumerate(book.asks) if n not in seen.asks)
    answered = {kind for _, kind in seen.answers}
    yield from (f"{book.name} answer {kind}" for n, kind in enumerate(book.kinds) if n not in answered and n != YES)


def excused() -> list[str]:
    """What no fight of two engines can show: a line each, and after a colon the reason."""
    lines = NEVER.read_text(encoding="utf-8").splitlines()
    return [line.partition(":")[0].strip() for line in lines if line.strip() and not line.startswith("#")]


if __name__ == "__main__":
    raise SystemExit(main())
