"""The built-in house rules for any book, alone and in random combinations: plain equals compiled, event for event.

    python bench/ready_made.py [--book tempo] [--combinations N] [--fights N] [--seed S]

Every fight is drawn anew, half of them with random answers. Ends with 1 if anything differs."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from twins import compare_engines, draw_fight

from affray import houserules
from affray.houserules.plan import HouseRuleError
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import examples

READY_MADE = [name for name in houserules.built_in_texts() if not houserules.load(name).rules]
MOST_TOGETHER = 5
TACTICS = ("nearest", "whim")


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--book", choices=[*NAMES, "all"], default="all")
    asked.add_argument("--combinations", type=int, default=10, help="of each book, beside each house rule alone")
    asked.add_argument("--fights", type=int, default=40, help="of each")
    asked.add_argument("--seed", type=int, default=1)
    said = asked.parse_args()
    different = 0
    for book in NAMES if said.book == "all" else [said.book]:
        random = Random(f"{book} {said.seed}")
        for names in [*((name,) for name in READY_MADE), *combinations(book, said.combinations, random)]:
            if bent := with_rules(book, names):
                different += compare(bent, f"{book}: {' '.join(names)}", said.fights, random)
    return 1 if different else 0


def with_rules(book: str, names: tuple[str, ...]) -> Book | None:
    """Return the book with these house rules; None where it can't carry them together."""
    try:
        return houserules.apply(get(book), [houserules.load(name) for name in names])
    except HouseRuleError:
        return None


def combinations(book: str, many: int, random: Random) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    while len(found) < many:
        names = tuple(random.sample(READY_MADE, random.randint(2, MOST_TOGETHER)))
        found += [names] if with_rules(book, names) else []
    return found


def compare(book: Book, what: str, fights: int, random: Random) -> int:
    """Play some fights by both engines, print what differs, and return in how many."""
    began, wrong = time.perf_counter(), 0
    for n in range(fights):
        fight = draw_fight(random.choice(list(examples())), TACTICS[n % 2], random.randrange(10**6), book)
        if mistakes := compare_engines(fight, book).mistakes:
            wrong += 1
            print(f"  {fight}: {mistakes[0]}")
    print(f"{what}: {fights} fights, {wrong} differ, {time.perf_counter() - began:.0f} s", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
