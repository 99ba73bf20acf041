"""20,000 fights by the plain and the compiled rules: equal row for row, and everything there is occurred in them.

    python bench/equal.py [--fights N] [--seed S]

All examples with all tactics (the one of random legal answers among them) and options as they fall. Ends with 1 if
anything differs, or if a clause, a reason, a kind of question, answer or event never occurred that a fight can show."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count, islice, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from twins import Drawn, Seen, compare, draw

from affray.clauses import BY_ID, CLAUSES, REASONS
from affray.events import KINDS
from affray.rules import get
from affray.rules.book import Book
from affray.scenario import examples
from affray.verbs import YES

NEVER = Path(__file__).parent / "equal_excused.txt"


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--fights", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    said = asked.parse_args()
    book = get("classic")
    seen, different, began = Seen(), 0, time.perf_counter()
    for number, drawn in enumerate(islice(drawings(book), said.fights), 1):
        compared = compare(drawn, book, said.seed)
        seen.add(compared)
        if compared.mistakes:
            different += 1
            print(*compared.mistakes[:3], sep="\n")
        if number % 1000 == 0:
            print(f"{number:,} fights, {time.perf_counter() - began:.0f} s, {different} differ", flush=True)
    never = [what for what in missing(book, seen) if what not in excused()]
    print(f"{said.fights:,} fights: {different} differ, {seen.rows:,} rows of log; never occurred: {len(never)}")
    print(*never, sep="\n")
    return 1 if different or never else 0


def drawings(book: Book) -> Iterator[Drawn]:
    """Every example with every tactic, again and again."""
    for number in count():
        for example, tactic in product(examples(), book.tactics):
            yield draw(example, tactic, number, book)


def missing(book: Book, seen: Seen) -> Iterator[str]:
    """What could have occurred and did not."""
    cited = (
        seen.clauses | {REASONS[reason].clause for reason in seen.reasons} | {book.clauses[ask] for ask in seen.asks}
    )
    yield from (f"clause {id}" for id, n in BY_ID.items() if CLAUSES[n].book == book.name and n not in cited)
    yield from (f"event {kind}" for n, kind in enumerate(KINDS) if n not in seen.kinds)
    yield from (f"question {ask}" for n, ask in enumerate(book.asks) if n not in seen.asks)
    answered = {kind for _, kind in seen.answers}
    yield from (f"answer {kind}" for n, kind in enumerate(book.kinds) if n not in answered and n != YES)


def excused() -> list[str]:
    """What no fight of two engines can show: a line each, and after a colon the reason."""
    lines = NEVER.read_text(encoding="utf-8").splitlines()
    return [line.partition(":")[0].strip() for line in lines if line.strip() and not line.startswith("#")]


if __name__ == "__main__":
    raise SystemExit(main())
