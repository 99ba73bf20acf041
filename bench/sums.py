"""Random fights of each book: every number of their logs must add up.

    python bench/sums.py [--book B] [--fights 10000] [--seed S] [--jobs N]

Reads the lines as a person does (affray.log.audit, which knows no rule). Exits with 1 if anything doesn't come out."""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial

from affray.rules import NAMES, get
from affray.simulation.random_fights import audit_random_fights

BLOCK = 100  # fights that a process takes at a time
SHOWN = 20


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--fights", type=int, default=10_000, help="of each book")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2, help="processes that share the fights")
    said = asked.parse_args()
    wrong = 0
    for name in NAMES if said.book == "all" else [said.book]:
        with multiprocessing.Pool(said.jobs) as pool:
            blocks = pool.map(partial(audit_block, name, said.fights, said.seed), range(0, said.fights, BLOCK))
        found = [what for block in blocks for what in block]
        wrong += len(found)
        print(f"{name}: {said.fights:,} fights: {len(found)} lines don't add up", *found[:SHOWN], sep="\n", flush=True)
    return 1 if wrong else 0


def audit_block(name: str, fights: int, seed: int, first: int) -> list[str]:
    return audit_random_fights(get(name), min(BLOCK, fights - first), seed, first)


if __name__ == "__main__":
    raise SystemExit(main())
