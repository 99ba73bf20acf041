"""How fast, as ratios measured in one run: the C floor, the compiled and the plain engine on the same fights.

    python bench/speed.py [--book B] [--fights 400000] [--repeats 20]

The floor (floor.c) is `brawl` of the classic book by hand and nothing else. Everything is run in turn, many times over
in short turns, and each by its best turn: whatever else a machine does only ever makes a turn longer, and it is rarely
quiet for long. The median of the turns' own ratios stands beside it. One against one is measured in time of the
processor, two against two by the clock. For classic the outcome of every fight is the same for all, as the checksums
show; another book's `brawl` is measured against the same floor, with so many fewer fights a turn as it must be slower.
How long the first compilation takes, from an empty cache and again from a filled one, is in CPU seconds."""

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

from affray.engine.dice import fight_key
from affray.engine.state import clone
from affray.log import Recorder
from affray.rules import NAMES, get
from affray.rules.book import Book
from affray.scenario import load
from affray.simulation.batch import simulate

SEED = 1
FLOOR_IS = "classic"  # the book that the floor plays
REQUIRED = {"classic": 0.42, "procedure": 0.15, "vanguard": 0.15, "fourfold": 0.15, "tempo": 0.03}  # compiled / floor
COUNTED = {"classic": 0.2}  # ... with every tally
PLAIN_FIGHTS = 300


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
    encounter = load("brawl", book.names())
    began = time.process_time()
    result = simulate(encounter, book, {}, SEED, fights * threads, threads=threads, watch=watch, wait=True)
    spent = time.process_time() - began
    return Run(result.fights_per_second, fights * threads / spent, result.checksum)


def plain_with_log(book: Book, fights: int) -> float:
    start, _ = book.build(load("brawl", book.names()), {})
    began = time.process_time()
    for number in range(fights):
        f = clone(start)
        f.key, f.observer = fight_key(SEED, number), Recorder()
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


PROGRAM = """
import sys, time
from affray.rules import get
from affray.scenario import load
from affray.compiler.kernels.building import GENERAL, LIGHT, assumptions, kernel
from affray.simulation.plain import advance_to_first_die
book = get({book!r})
start = advance_to_first_die(book, book.build(load("brawl", book.names()), {{}})[0])
began = time.process_time()
kernel(book, LIGHT, {assumed})
print(time.process_time() - began)
"""


def first_and_again(book: str, assumed: str) -> tuple[float, float]:
    """CPU seconds until a kernel is there, from an empty cache and from the filled one."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "AFFRAY_CACHE": empty}
        return seconds(book, assumed, environment), seconds(book, assumed, environment)


def seconds(book: str, assumed: str, environment: dict[str, str]) -> float:
    program = PROGRAM.format(book=book, assumed=assumed)
    run = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    return float(run.stdout)


# --- in turn


class Turn(NamedTuple):
    """Fights a second of the processor's time."""

    floor: float
    compiled: float
    watched: float  # ... with every tally
    plain: float  # ... with its log
    two: float  # what two threads gain, to what two floors do


def turn(book: Book, made: Path, n: int) -> Turn:
    """Everything once, with the floor before and after."""
    played = n if book.name == FLOOR_IS else round(n * REQUIRED[book.name] / REQUIRED[FLOOR_IS])
    before, fast, slow = floor(made, n, 1), compiled(book, played, 1), plain_with_log(book, PLAIN_FIGHTS)
    watched, after = compiled(book, played, 1, watch=True), floor(made, n, 1)
    if book.name == FLOOR_IS:
        assert before.checksum == fast.checksum, "the floor and the compiled engine differ"
    gain = compiled(book, played, 2).by_clock / fast.by_clock
    gain_of_floor = floor(made, n, 2).by_clock * 2 / (before.by_clock + after.by_clock)
    base = (before.by_processor + after.by_processor) / 2
    return Turn(base, fast.by_processor, watched.by_processor, slow, gain / gain_of_floor)


def measure(book: Book, made: Path, fights: int, repeats: int) -> bool:
    """Prints one book's figures; whether it is as fast as it must be."""
    print(f"--- {book.name}")
    for what, assumed in (("the kernel for brawl", "assumptions(book, start)"), ("the general kernel", "GENERAL")):
        first, again = first_and_again(book.name, assumed)
        print(f"{what}: {first:.2f} CPU seconds from an empty cache, {again:.2f} from the filled one", flush=True)
    for watch in (False, True):
        compiled(book, 1000, 1, watch)  # what follows finds it compiled
    few, many = memory(book.name, 100_000), memory(book.name, 1_000_000)
    print(f"memory: {few:,} kB for 100,000 fights, {many:,} kB for 1,000,000", flush=True)
    turns = [turn(book, made, fights) for _ in range(repeats)]
    best = Turn(*map(max, zip(*turns, strict=True)))
    print(
        f"best: floor {best.floor:,.0f} fights a second, compiled {best.compiled:,.0f}, with every tally "
        f"{best.watched:,.0f}, plain with log {best.plain:,.0f}"
    )
    least, tallies = REQUIRED[book.name], COUNTED.get(book.name, 0)
    told("compiled / floor", [t.compiled / t.floor for t in turns], best.compiled / best.floor, least)
    told("with every tally / floor", [t.watched / t.floor for t in turns], best.watched / best.floor, tallies)
    print(f"plain with log / floor: 1/{best.floor / best.plain:.0f} by the best")
    two = statistics.median(t.two for t in turns)
    print(f"gain of two threads / gain of two floors: median {two:.2f}", flush=True)
    return best.compiled / best.floor >= least and best.watched / best.floor >= tallies


def told(what: str, ratios: list[float], best: float, least: float) -> None:
    must = f", and must be {least}" if least else ""
    print(
        f"{what}: {best:.3f} by the best, median {statistics.median(ratios):.3f} "
        f"({min(ratios):.3f} to {max(ratios):.3f}){must}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", choices=[*NAMES, "all"], default=FLOOR_IS)
    parser.add_argument("--fights", type=int, default=400_000)
    parser.add_argument("--repeats", type=int, default=20)
    asked = parser.parse_args()
    made, names = build_floor(), NAMES if asked.book == "all" else [asked.book]
    fast_enough = [measure(get(name), made, asked.fights, asked.repeats) for name in names]
    return 0 if all(fast_enough) else 1


if __name__ == "__main__":
    raise SystemExit(main())
