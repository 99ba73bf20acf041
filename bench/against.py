"""How fast this version is against an earlier one, in alternating turns of one run.

    python bench/against.py BEFORE [--repeats 15] [--fights BOOK/EXAMPLE/light|tallies ...]

BEFORE is the Python of a virtual environment in which the other version is installed. Each version has a process of its
own, which holds the compiled rules of every fight that is compared; they take turns of a tenth of a second, measured in
time of the processor. Prints the ratio of the best turns, which other work on the machine disturbs least, and the
median of the ratios of neighbouring turns."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from typing import Any

USUAL = [
    f"{book}/brawl/{kind}"
    for book in "classic tempo procedure vanguard fourfold".split()
    for kind in ("light", "tallies")
]
USUAL += [f"classic/{example}/light" for example in "orcs crypt dragon crossroads".split()]
USUAL += ["tempo/crypt/light", "tempo/crossroads/light"]
PLAYER = """
import json, sys, time
try:
    from affray.compiler.kernels.building import assumptions
    try:
        from affray.scenario import open_scenario, read_options
    except ImportError:  # before they moved there
        from affray.scenario.opening import open_scenario, read_options
    from affray.simulation.compiled import CompiledPlayer as Player
    from affray.simulation.plain import advance_to_first_die as before_the_first_die
except ImportError:  # before the packages of today
    from affray.simulate.building import assumptions
    from affray.simulate.compiled import Player
    from affray.simulate.plain import before_the_first_die
    from affray.table import opened as open_scenario, settings as read_options

def player(name):
    book, example, kind = name.split("/")
    encounter, book = open_scenario(example, book, ())
    start = before_the_first_die(book, book.build(encounter, read_options(book, {}))[0])
    made = Player(book, start, 0, kind == "tallies", assumptions(book, start))
    made.turn, elapsed = 50, 0.0
    while elapsed < 0.1:
        began, made.turn = time.process_time(), 2 * made.turn
        made.play(0, made.turn)
        elapsed = time.process_time() - began
    made.next = made.turn
    return made

players = {name: player(name) for name in json.loads(sys.argv[1])}
print("ready", flush=True)
for name in map(str.strip, sys.stdin):
    one = players[name]
    began = time.process_time()
    one.play(one.next, one.turn)
    print(one.turn / (time.process_time() - began), flush=True)
    one.next += one.turn
"""


def started(python: str, fights: list[str]) -> subprocess.Popen[str]:
    command = [python, "-c", PLAYER, json.dumps(fights)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, text=True, env={**os.environ, "AFFRAY_WARM": "off"}, **pipes)


def ask(process: subprocess.Popen[str], name: str) -> float:
    assert process.stdin
    assert process.stdout
    print(name, file=process.stdin, flush=True)
    return float(process.stdout.readline())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", help="the Python of the other version")
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--fights", nargs="+", default=USUAL)
    asked = parser.parse_args()
    both = [started(python, asked.fights) for python in (asked.before, sys.executable)]
    for process in both:
        assert process.stdout
        if process.stdout.readline().strip() != "ready":
            sys.exit("a process has failed; is the other version installed there, with the extra `sim`?")
    for name in asked.fights:
        turns = [[ask(process, name) for process in both] for _ in range(asked.repeats)]
        before, now = (max(speeds) for speeds in zip(*turns, strict=True))
        median = statistics.median(after / earlier for earlier, after in turns)
        print(f"{name}: {before:,.0f} and {now:,.0f} fights a second; ratio {now / before:.2f}, median {median:.2f}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
