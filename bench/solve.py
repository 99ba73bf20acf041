"""Confirm solved policies: play each a million times by compiled rules, and compare with the value.

python bench/solve.py [FIGHTS] [EXAMPLE BOOK …]"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import affray

PAIR = str(Path(__file__).parent / "one_against_two.yaml")
CASES = ["duel", "classic", PAIR, "classic", "duel", "vanguard", PAIR, "vanguard"]


def main() -> None:
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    cases = sys.argv[2:] or CASES
    for example, book in zip(cases[::2], cases[1::2], strict=True):
        begun = time.perf_counter()
        found = affray.solve(example, rules=book)
        solved = time.perf_counter() - begun
        played = found.policy.play(fights, seed=1)
        share = played.wins.get(found.policy.roster.sides.index(found.side), 0) / fights
        spread = (found.value * (1 - found.value) / fights) ** 0.5
        kind = "exact" if found.exact else "searched"
        print(f"{example}, {book}: value {found.value:.5f} ({kind}, {found.states:,} states, {solved:.0f} s)")
        off = f"{(share - found.value) / spread:+.2f} standard errors"
        known = f"{played.unknown} unknown questions of {played.asked:,}"
        print(
            f"  played {fights:,} times: {share:.5f}, {off}; {known}; {time.perf_counter() - begun:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
