"""Checksums of compiled fights, logs and exact odds, compared with those that an earlier version recorded.

    python bench/fingerprints.py [--book B] [--write]

The ten examples under five books: with several seeds, with every tactic, with options and conditions drawn at random,
and under house rules. Each line of fingerprints.txt is one digest. `--write` records them; without it every digest is
computed again, and the exit code is 1 if any of them differs. Exact odds are recorded as numbers and may differ by
1e-12."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent))

from overlays import can_be_fought
from sizes import of_size

from affray.content.yaml import dump
from affray.engine.dice import fight_key
from affray.engine.state import Fight
from affray.errors import AffrayError
from affray.exact.graph import TooBig, solve
from affray.houserules import apply, built_in_texts, from_text
from affray.houserules import load as load_house
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import examples, load, with_chosen_tactics
from affray.simulation.compiled import CompiledPlayer
from affray.simulation.plain import advance_to_first_die
from affray.simulation.random_fights import draw_fight, start_of
from affray.simulation.twins import compiled_rows

FILE = Path(__file__).with_name("fingerprints.txt")
SEEDS = (0, 1, 77)
FIGHTS, FEW = 400, 60  # of an example, and of one drawn at random
DRAWN = 2  # of each example and tactic
OVERLAYS = Path(__file__).with_name("fingerprint_overlays.json")  # house rules with seams, once drawn at random
SMALL = ((1, 1), (1, 2), (2, 2), (2, 3))  # fighters against orcs, counted exactly
STATES = 100_000  # larger fights are left out
CLOSE = 1e-12
Line = tuple[str, str]


def digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def fingerprints(name: str) -> Iterator[Line]:
    book = get(name)
    yield from of_examples(book)
    yield from of_drawn(book, name, DRAWN)
    yield from of_houses(book)
    yield from of_odds(book)


def of_examples(book: Book) -> Iterator[Line]:
    for example in examples():
        start = advance_to_first_die(book, book.build(load(example, book.names()), {})[0])
        for seed in SEEDS:
            yield (
                f"{book.name} {example} seed {seed}",
                f"{light(book, start, seed)} {tallied(book, start, seed, FIGHTS)}",
            )


def light(book: Book, start: Fight, seed: int) -> str:
    player = CompiledPlayer(book, start, seed, False)
    player.play(0, FIGHTS)
    total = player.total()
    return digest((total.fights, total.sums.ends, total.sums.alive, total.sums.spotless, total.checksum, total.dice))


def tallied(book: Book, start: Fight, seed: int, fights: int) -> str:
    player = CompiledPlayer(book, start, seed, True)
    player.play(10, fights)
    total = player.total()
    return digest((total.fights, tuple(total.sums), total.flow, total.checksum, total.dice))


def of_drawn(book: Book, words: str, many: int) -> Iterator[Line]:
    """Every example with every tactic, options and conditions as they fall: every tally, and the log of one fight."""
    for example in examples():
        if not can_be_fought(example, book):
            continue
        for tactic in book.tactics:
            for number in range(many):
                drawn = draw_fight(example, tactic, number, book)
                start = start_of(drawn, book)
                rows = compiled_rows(book, start, fight_key(5, number))
                yield f"{words} {example} {tactic} {number}", f"{tallied(book, start, 5, FEW)} {digest(rows)}"


def of_houses(base: Book) -> Iterator[Line]:
    for name in built_in_texts():
        try:
            book = apply(base, [load_house(name)])
        except AffrayError:
            continue  # it is for another book
        yield from of_drawn(book, f"{base.name}+{name}", 1)
    for words, data in json.loads(OVERLAYS.read_text(encoding="utf-8")).items():
        name, _, number = words.partition("+seams")
        if name == base.name:
            text = dump({"name": f"number {number}", "says": "Whatever falls.", "rules": base.name} | data)
            yield from of_drawn(apply(base, [from_text(text)]), words, 1)


def of_odds(book: Book) -> Iterator[Line]:
    for mine, yours in SMALL:
        for tactic in ("first", "random", "weakest"):
            encounter = of_size(load("brawl", book.names()), mine, yours)
            start, roster = book.build(with_chosen_tactics(encounter, book, {"party": tactic, "orcs": tactic}), {})
            try:
                found = solve(book, start, roster.sides, STATES)
            except TooBig:
                continue
            shares = [f"{one.share:.15f}" for one in found.chances.outcomes.values()]
            marks = [f"{share:.15f}" for fates in found.marks for share in fates.values()]
            yield f"odds {book.name} {mine} against {yours} {tactic}", " ".join([str(found.states), *shares, *marks])


def differs(line: str, one: str, other: str) -> bool:
    if not line.startswith("odds"):
        return one != other
    numbers = [list(map(float, text.split())) for text in (one, other)]
    return len(numbers[0]) != len(numbers[1]) or any(abs(a - b) > CLOSE for a, b in zip(*numbers, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--book", choices=[*NAMES, "all"], default="all")
    parser.add_argument("--write", action="store_true", help="record them instead of comparing")
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    names = NAMES if asked.book == "all" else [asked.book]
    found = dict(line for name in names for line in fingerprints(name))
    if asked.write:
        asked.file.write_text("".join(f"{line}: {value}\n" for line, value in found.items()), encoding="utf-8")
        return 0
    known = dict(line.split(": ", 1) for line in asked.file.read_text(encoding="utf-8").splitlines())
    wrong = [line for line, value in found.items() if line not in known or differs(line, known[line], value)]
    print(f"{len(found)} fingerprints, {len(wrong)} differ", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
