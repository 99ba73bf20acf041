"""Play random fights twice with the same inputs, with and without somebody hidden who does nothing, and compare what
players and spectators receive.

python bench/hidden_twins.py --fights 2000
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import twin_fights


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=2_000, help="in all books together")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--book", choices=twin_fights.BOOKS, help="in this book alone")
    said = parser.parse_args()
    books = [said.book] if said.book else list(twin_fights.BOOKS)
    found, began = Counter[str](), time.process_time()
    for n in range(said.first, said.first + said.fights):
        book = books[n % len(books)]
        outcome = twin_fights.compare(twin_fights.draw(n, book))
        found["inputs"] += outcome.inputs
        if outcome.difference:
            found["differences"] += 1
            print(f"{n} {book}, after {outcome.inputs} inputs: {outcome.difference}")
    spent = time.process_time() - began
    print(f"{said.fights} fights, {found['inputs']} inputs, {found['differences']} differences, {spent:.0f} s")
    return 1 if found["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
