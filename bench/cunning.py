"""`cunning` against every built-in tactic: both sides of ten examples under five books, by a sequential test.

For each book, example, side and tactic of the foes, the built-in tactics fight 2,000 fights each. Where the best of
them wins 5 to 95%, `cunning` fights in blocks until the 99% interval of the difference to that best says better or
worse by more than two points, or within two, or until --most fights. Finished cells are kept in --out and not fought
again, so that it can be stopped at any time; --table prints what there is."""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import affray.api  # noqa: F401  (completes fights: sides that are cunning think)
from affray.rules import names
from affray.scenario import examples, open_scenario, with_chosen_tactics
from affray.simulation.batch import simulate
from affray.studies.skill import without_own_tactics

TRIED, BLOCK = 2_000, 20
FEWEST = 100  # fights of cunning before anything is said
LEAST, MOST = 0.05, 0.95
POINTS = 0.02
Z = 2.576  # standard errors: 99%
LEFT_TO_CHANCE = ("random", "whim")
BETTER, AS_GOOD, WORSE, OPEN, ONE_SIDED = "better", "within two", "worse", "open", "not counted"


class Cell(NamedTuple):
    book: str
    example: str
    side: str
    foes: str

    @property
    def key(self) -> str:
        return " ".join(self)


def cells(books: list[str], chosen: list[str]) -> Iterator[Cell]:
    for book in books:
        for example in chosen:
            encounter, found = open_scenario(example, book)
            for side in encounter.sides:
                yield from (Cell(book, example, side.name, foes) for foes in found.tactics)


def wins(cell: Cell, tactic: str, fights: int, seed: int = 0) -> int:
    """Return how many fights the side of a cell wins by a tactic; all members fight as their side does."""
    encounter, book = open_scenario(cell.example, cell.book)
    tactics = {side.name: cell.foes for side in encounter.sides} | {cell.side: tactic}
    for side in tactics:
        encounter = without_own_tactics(encounter, side)
    chosen = with_chosen_tactics(encounter, book, tactics)
    result = simulate(chosen, book, {}, seed, fights, watch=False, wait=True)
    return round(result.outcomes[cell.side].share * fights)


def play_cell(cell: Cell, strength: str, most: int) -> dict[str, Any]:
    """Return what a cell came to."""
    _, book = open_scenario(cell.example, cell.book)
    tried = {name: wins(cell, name, TRIED) / TRIED for name in book.tactics if name not in LEFT_TO_CHANCE}
    best = max(tried, key=lambda name: tried[name])
    told = {**cell._asdict(), "best": best, "best wins": tried[best], "cunning": strength}
    if not LEAST <= tried[best] <= MOST:
        return told | {"verdict": ONE_SIDED}
    truth = wins(cell, best, 10 * TRIED, 1) / (10 * TRIED)  # the best of ten looks better than it is
    won = fights = 0
    verdict = OPEN
    while fights < most and verdict == OPEN:
        won += wins(cell, strength, BLOCK, 1_000_000 + fights)
        fights += BLOCK
        verdict = judge(won, fights, truth)
    return told | {"best wins": truth, "wins": won, "fights": fights, "verdict": verdict}


def judge(won: int, fights: int, truth: float) -> str:
    """Say what is known of the difference; the share is drawn to one half by two fights of each kind."""
    share = (won + 2) / (fights + 4)
    lead, error = share - truth, Z * sqrt(share * (1 - share) / (fights + 4) + truth * (1 - truth) / (10 * TRIED))
    if fights < FEWEST:
        return OPEN
    if lead - error > POINTS:
        return BETTER
    if lead + error < -POINTS:
        return WORSE
    return AS_GOOD if lead - error > -POINTS and lead + error < POINTS else OPEN


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield "| book | example | side | foes | best built-in | wins | cunning wins | fights | verdict |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for row in sorted(rows, key=lambda row: (row["book"], row["example"], row["side"], row["foes"])):
        if "wins" in row:
            n, share = row["fights"], row["wins"] / row["fights"]
            mine = f"{share:.0%} ±{sqrt(share * (1 - share) / n):.1%}"
            head = [row[name] for name in ("book", "example", "side", "foes", "best")]
            yield f"| {' | '.join(head)} | {row['best wins']:.1%} | {mine} | {n} | {row['verdict']} |"
    counted = [row for row in rows if "wins" in row]
    leads = sorted(row["wins"] / row["fights"] - row["best wins"] for row in counted)
    yield ""
    yield f"{len(rows)} cells, {len(counted)} counted: {dict(Counter(row['verdict'] for row in counted))}"
    if leads:
        yield f"mean lead {sum(leads) / len(leads):+.1%}, median {leads[len(leads) // 2]:+.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", choices=names(), action="append")
    parser.add_argument("--example", action="append")
    parser.add_argument("--strength", default="cunning")
    parser.add_argument("--most", type=int, default=2_000)
    parser.add_argument("--cells", type=int, help="so many cells, drawn by lot")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("cunning.jsonl"))
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    if not given.table:
        done = {Cell(*(row[name] for name in Cell._fields)) for row in rows}
        left = [cell for cell in cells(given.book or names(), given.example or sorted(examples())) if cell not in done]
        random.Random(0).shuffle(left)
        with ProcessPoolExecutor(given.jobs) as pool, given.out.open("a") as out:
            waiting = [pool.submit(play_cell, cell, given.strength, given.most) for cell in left[: given.cells]]
            for one in as_completed(waiting):
                rows.append(one.result())
                out.write(json.dumps(rows[-1]) + "\n")
                out.flush()
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
