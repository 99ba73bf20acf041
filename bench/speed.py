"""How fast, as ratios measured in one run: the C floor, the compiled and the plain engine on the same fights.

    python bench/speed.py [--book B] [--fights 1000000] [--repeats 5]

The floor (floor.c) is `brawl` of the classic book by hand and nothing else. Everything is run in turn, several times
over, and the medians of the ratios count: machines are noisy. One against one is measured in time of the processor, two
against two by the clock. For classic the outcome of every fight is the same for all, as the checksums show; another
book's `brawl` is measured against the same floor. How long the first compilation takes, from an empty cache and again
from a filled one, is in seconds."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from affray.dice import fight_key
from affray.recorder import Recorder
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import load
from affray.simulate.batch import simulate
from affray.simulate.cache import VARIABLE
from affray.state import clone

SEED = 1
FLOOR_IS = "classic"  # the book that the floor plays
REQUIRED = {"classic": 0.35, "procedure": 0.15, "vanguard": 0.15, "fourfold": 0.15, "tempo": 0.03}  # compiled / floor
COUNTED = {"classic": 0.2}  # ... with every tally
PLAIN_FIGHTS = 1500


def build_floor() -> Path:
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit("no C compiler: there is no floor to measure against")
    made = Path(tempfile.mkdtemp()) / "floor"
    source = Path(__file__).with_name("floor.c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(made), str(source)], check=True)
    return made


class Run(NamedTuple):
    """Fights a second, by the clock and by the time the processor spent on them, and the checksum."""

    by_clock: float
    by_processor: float
    checksum: str


def floor(made: Path, fights: int, copies: int) -> Run:
    """So many copies at once."""
    began, before = time.perf_counter(), spent_by_children()
    command = [str(made), str(SEED), "0", str(fights)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(copies)]
    said = [json.loads(one.communicate()[0]) for one in running]
    elapsed, spent = time.perf_counter() - began, spent_by_children() - before
    return Run(copies * fights / elapsed, copies * fights / spent, said[0]["checksum"])


def spent_by_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def compiled(book: Book, fights: int, threads: int, watch: bool = False) -> Run:
    """Outcomes and rounds; with `watch` every tally."""
    began = time.process_time()
    encounter = load("brawl", book.names())
    result = simulate(encounter, book, {}, SEED, fights * threads, threads=threads, watch=watch, wait=True)
    spent = time.process_time() - began
    return Run(result.fights_per_second, fights * threads / spent, result.checksum)


def plain_with_log(book: Book, fights: int) -> float:
    start, _ = book.build(load("brawl", book.names()), {})
    began = time.process_time()
    for number in range(fights):
        f = clone(start)
        f.key, f.table = fight_key(SEED, number), Recorder()
        book.fight(f)
    return fights / (time.process_time() - began)


# --- from the start of a process


PEAK = """
import sys
from affray.cli import main
main(sys.argv[1:], standalone_mode=False)
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""


def memory(book: str, fights: int) -> int:
    """The most memory a run of its own takes, in kilobytes: as the process itself knows it, since what the system says
    of a child begins with the memory of who started it."""
    words = ["sim", "brawl", "--rules", book, "-n", str(fights)]
    run = subprocess.run([sys.executable, "-c", PEAK, *words], capture_output=True, text=True, check=True)
    return int(run.stderr.split()[-1])


def first_and_again(book: str) -> tuple[float, float]:
    """Seconds until the compiled rules are there, from an empty cache and from the filled one."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, VARIABLE: empty}
        return seconds(book, environment), seconds(book, environment)


def seconds(book: str, environment: dict[str, str]) -> float:
    began = time.perf_counter()
    program = f"from affray.rules import get; from affray.simulate.warm import warm; warm(get({book!r}), False)"
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


# --- in turn


class Ratios(NamedTuple):
    """Of one turn."""

    compiled: float  # to the floor
    watched: float  # ... with every tally
    plain: float  # the floor to it
    two: float  # what two threads gain, to what two floors do


def turn(book: Book, made: Path, n: int) -> Ratios:
    """Everything once, with the floor before and after."""
    before, fast, slow = floor(made, n, 1), compiled(book, n, 1), plain_with_log(book, PLAIN_FIGHTS)
    watched, after = compiled(book, n, 1, watch=True), floor(made, n, 1)
    if book.name == FLOOR_IS:
        assert before.checksum == fast.checksum, "the floor and the compiled engine differ"
    base = (before.by_processor + after.by_processor) / 2
    gain = compiled(book, n, 2).by_clock / fast.by_clock
    gain_of_floor = floor(made, n, 2).by_clock * 2 / (before.by_clock + after.by_clock)
    ratios = Ratios(fast.by_processor / base, watched.by_processor / base, base / slow, gain / gain_of_floor)
    print(
        f"floor {base:,.0f} a second, compiled {fast.by_processor:,.0f} ({ratios.compiled:.3f}), with every "
        f"tally {watched.by_processor:,.0f} ({ratios.watched:.3f}), plain with log {slow:,.0f} (1/{ratios.plain:.0f}), "
        f"two threads gain {gain:.2f}, two floors {gain_of_floor:.2f}",
        flush=True,
    )
    return ratios


def measure(book: Book, made: Path, fights: int, repeats: int) -> bool:
    """Prints one book's figures; whether it is as fast as it must be."""
    print(f"--- {book.name}")
    first, again = first_and_again(book.name)
    print(f"compiled after {first:.1f} s from an empty cache, {again:.1f} s from the filled one", flush=True)
    for watch in (False, True):
        compiled(book, 1000, 1, watch)  # what follows finds it compiled
    few, many = memory(book.name, 100_000), memory(book.name, 1_000_000)
    print(f"memory: {few:,} kB for 100,000 fights, {many:,} kB for 1,000,000", flush=True)
    turns = [turn(book, made, fights) for _ in range(repeats)]
    ratio, watched, plain, two = (statistics.median(column) for column in zip(*turns, strict=True))
    least, tallies = REQUIRED.get(book.name, 0), COUNTED.get(book.name, 0)
    print(f"compiled / floor           {ratio:.3f}" + (f", and must be {least}" if least else ""))
    print(f"with every tally / floor   {watched:.3f}" + (f", and must be {tallies}" if tallies else ""))
    print(f"plain with log / floor     1/{plain:.0f}")
    print(f"gain of two threads / gain of two floors  {two:.2f}")
    return ratio >= least and watched >= tallies


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", choices=[*NAMES, "all"], default=FLOOR_IS)
    parser.add_argument("--fights", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    made, names = build_floor(), NAMES if asked.book == "all" else [asked.book]
    fast_enough = [measure(get(name), made, asked.fights, asked.repeats) for name in names]
    return 0 if all(fast_enough) else 1


if __name__ == "__main__":
    raise SystemExit(main())
