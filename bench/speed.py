"""How fast, as ratios measured in one run: the C floor, the compiled and the plain engine on the same fights.

    python bench/speed.py [--fights 1000000] [--repeats 5]

The floor (floor.c) is `brawl` by hand and nothing else. Everything is run in turn, several times over, and the medians
of the ratios count: machines are noisy. One against one is measured in time of the processor, two against two by the
clock. The outcome of every fight is the same for all, as the checksums show."""

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
from affray.rules import get
from affray.scenario import load
from affray.simulate.batch import simulate
from affray.state import clone

SEED = 1
BOOK = get("classic")
BRAWL = load("brawl", BOOK.names())


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


def compiled(fights: int, threads: int) -> Run:
    began = time.process_time()
    result = simulate(BRAWL, BOOK, {}, SEED, fights * threads, threads=threads)
    spent = time.process_time() - began
    return Run(result.fights_per_second, fights * threads / spent, result.checksum)


def plain_with_log(fights: int) -> float:
    start, _ = BOOK.build(BRAWL, {})
    began = time.process_time()
    for number in range(fights):
        f = clone(start)
        f.key, f.table = fight_key(SEED, number), Recorder()
        BOOK.fight(f)
    return fights / (time.process_time() - began)


def memory(fights: int) -> int:
    """The most memory a run of its own takes, in kilobytes."""
    command = [sys.executable, "-m", "affray", "sim", "brawl", "-n", str(fights)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"affray sim ended with {status}")
    return usage.ru_maxrss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fights", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    made, n = build_floor(), asked.fights
    began = time.perf_counter()
    compiled(1000, 1)
    print(f"ready to run compiled after {time.perf_counter() - began:.1f} s")
    print(f"memory: {memory(100_000):,} kB for 100,000 fights, {memory(1_000_000):,} kB for 1,000,000")
    one, two, plain = [], [], []
    for _ in range(asked.repeats):
        before, fast, slow, after = floor(made, n, 1), compiled(n, 1), plain_with_log(1500), floor(made, n, 1)
        assert before.checksum == fast.checksum, "the floor and the compiled engine differ"
        base = (before.by_processor + after.by_processor) / 2
        gain = compiled(n, 2).by_clock / fast.by_clock
        gain_of_floor = floor(made, n, 2).by_clock * 2 / (before.by_clock + after.by_clock)
        one.append(fast.by_processor / base)
        plain.append(base / slow)
        two.append(gain / gain_of_floor)
        print(
            f"floor {base:,.0f} a second, compiled {fast.by_processor:,.0f} ({one[-1]:.3f}), plain with log "
            f"{slow:,.0f} (1/{plain[-1]:.0f}), two threads gain {gain:.2f}, two floors {gain_of_floor:.2f}"
        )
    print(f"compiled / floor           {statistics.median(one):.3f}")
    print(f"plain with log / floor     1/{statistics.median(plain):.0f}")
    print(f"gain of two threads / gain of two floors  {statistics.median(two):.2f}")


if __name__ == "__main__":
    main()
