"""How fast, as ratios measured in one run: the C floor, the compiled and the plain engine on the same fights.

    python bench/speed.py [--fights 1000000] [--repeats 5]

The floor (floor.c) is `brawl` by hand and nothing else. Everything is run in turn, several times over, and the medians
of the ratios count: machines are noisy. The outcome of every fight is the same for all, as the checksums show."""

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


def floor(made: Path, fights: int, copies: int) -> tuple[float, str]:
    """Fights a second of so many copies at once, and the checksum of one."""
    began = time.perf_counter()
    running = [
        subprocess.Popen([str(made), str(SEED), "0", str(fights)], stdout=subprocess.PIPE, text=True)
        for _ in range(copies)
    ]
    said = [json.loads(one.communicate()[0]) for one in running]
    return copies * fights / (time.perf_counter() - began), said[0]["checksum"]


def compiled(fights: int, threads: int) -> tuple[float, str]:
    result = simulate(BRAWL, BOOK, {}, SEED, fights * threads, threads=threads)
    return result.fights_per_second, result.checksum


def plain_with_log(fights: int) -> float:
    start, _ = BOOK.build(BRAWL, {})
    began = time.perf_counter()
    for number in range(fights):
        f = clone(start)
        f.key, f.table = fight_key(SEED, number), Recorder()
        BOOK.fight(f)
    return fights / (time.perf_counter() - began)


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
        base, told = floor(made, n, 1)
        fast, same = compiled(n, 1)
        assert told == same, "the floor and the compiled engine differ"
        slow = plain_with_log(1500)
        again, _ = floor(made, n, 1)
        base = (base + again) / 2
        base_two, fast_two = floor(made, n, 2)[0], compiled(n, 2)[0]
        one.append(fast / base)
        plain.append(base / slow)
        two.append((fast_two / fast) / (base_two / base))
        print(
            f"floor {base:,.0f} a second, compiled {fast:,.0f} ({one[-1]:.3f}), plain with log {slow:,.0f} "
            f"(1/{plain[-1]:.0f}), two threads gain {fast_two / fast:.2f}, two floors {base_two / base:.2f}"
        )
    print(f"compiled / floor           {statistics.median(one):.3f}")
    print(f"plain with log / floor     1/{statistics.median(plain):.0f}")
    print(f"gain of two threads / gain of two floors  {statistics.median(two):.2f}")


if __name__ == "__main__":
    main()
