"""More than a dozen small fights of all five books: exact odds against ten million fights each.

    python bench/exact.py [--fights 10000000] [--only NAME]

First, in each book, two tiny fights against the plain enumeration in fractions. Ends with 1 if that differs, if an
outcome that is expected a hundred times is more than five standard errors off, if a chi-square over the rounds has
p < 1e-6, or if the exact shares don't come to 1 within their bound."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from agreement import SMALL, compared, differing_from_the_slow_one

from affray.rules import NAMES


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--fights", type=int, default=10_000_000)
    asked.add_argument("--only", help="one of the files in tests/small, without its ending")
    said = asked.parse_args()
    for book, tactic in product(NAMES, ("first", "random")) if said.only is None else ():
        off = list(differing_from_the_slow_one(book, tactic))
        told = "; ".join(off) or "the same as by the plain enumeration in fractions"
        print(f"{book}, by `{tactic}`: {told}", flush=True)
        if off:
            return 1
    sound = [shown(file, said.fights) for file in SMALL if said.only in (None, file.stem)]
    return 0 if sound and all(sound) else 1


def shown(file: Path, fights: int) -> bool:
    began = time.perf_counter()
    found = compared(file, fights)
    odds, first = found.odds, next(iter(found.odds.outcomes))
    told = f"{odds.states:,} states, {odds.steps:,} steps" if odds.exact else f"not exact: {odds.why}"
    wins = f"{first} {odds.outcomes[first].share:.6%} and {found.result.outcomes[first].share:.6%}"
    print(
        f"{'agree' if found.agree else 'DIFFER'}  {file.stem} ({odds.asked.book.name}): {told}; {wins}; farthest "
        f"{found.farthest:.2f} standard errors, p {found.p:.3g}, bound {odds.error:.1e}; "
        f"{time.perf_counter() - began:.0f} s",
        flush=True,
    )
    return found.agree


if __name__ == "__main__":
    sys.exit(main())
