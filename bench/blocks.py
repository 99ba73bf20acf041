"""What a thousand million fights cost on 1, 16 and 1,000 cores, worked out from blocks that are measured here.

    python bench/blocks.py [--book B] [--scenario brawl] [--fights 1000000] [--repeats 5]

A block is what a worker is sent: one call of `affray.simulation.executors.play_block`. Measured are its fights a second
in time of the processor, what it costs beside them (one of a single fight), and how much comes back. The clock of many
cores is worked out: whole blocks, handed out in turn, and the start of a worker before its first."""

from __future__ import annotations

import argparse
import pickle
import statistics
import time
from math import ceil
from typing import NamedTuple

from affray.rules import NAMES, get
from affray.scenario import load
from affray.simulation.executors import MAX_BLOCK, SHORT_BLOCK_SECONDS, make_spec, play_block, spec_player

GOAL = 10**9
CORES = (1, 16, 1000)
SEED = 1


class Block(NamedTuple):
    rate: float  # fights a second of one core
    beside: float  # seconds that any block costs
    reply: int  # bytes
    start: float  # seconds until a worker is ready, with the compiled rules in the cache


def measured(book: str, scenario: str, fights: int, repeats: int, watch: bool) -> Block:
    rules = get(book)
    packed = make_spec(load(scenario, rules.names()), rules, {}, SEED, watch).as_bytes()
    play_block(packed, 0, 1)  # compiles, if it must
    spec_player.cache_clear()
    began = time.perf_counter()
    play_block(packed, 0, 1)
    start = time.perf_counter() - began
    beside = statistics.median(spent(packed, 1) for _ in range(repeats))
    whole = statistics.median(spent(packed, fights) for _ in range(repeats))
    return Block(fights / (whole - beside), beside, len(pickle.dumps(play_block(packed, 0, 1))), start)


def spent(packed: bytes, fights: int) -> float:
    began = time.process_time()
    play_block(packed, 0, fights)
    return time.process_time() - began


def cost(block: Block, cores: int) -> tuple[float, float, int]:
    """Seconds by the clock, hours of processors, and blocks; each as large as it may be, or as long as it should."""
    size = min(MAX_BLOCK, max(1, int(block.rate * SHORT_BLOCK_SECONDS)))
    blocks = ceil(GOAL / size)
    each = size / block.rate + block.beside
    return block.start + ceil(blocks / cores) * each, blocks * each / 3600, blocks


def clock(seconds: float) -> str:
    return (
        f"{seconds:.0f} s"
        if seconds < 120
        else f"{seconds / 60:.0f} min"
        if seconds < 7200
        else f"{seconds / 3600:.1f} h"
    )


def told(book: str, kind: str, block: Block) -> str:
    clocks = " | ".join(clock(cost(block, cores)[0]) for cores in CORES)
    _, hours, blocks = cost(block, 1)
    return f"| {book} | {kind} | {block.rate:,.0f} | {block.reply:,} | {blocks:,} | {clocks} | {hours:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", default="all", choices=["all", *NAMES])
    parser.add_argument("--scenario", default="brawl")
    parser.add_argument("--fights", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    heads = " | ".join(f"{cores:,} core{'s' if cores > 1 else ''}" for cores in CORES)
    print(f"| book | counted | fights/s a core | bytes a reply | blocks | {heads} | core hours |")
    print("|---|---|--:|--:|--:|" + "--:|" * (len(CORES) + 1))
    for book in NAMES if args.book == "all" else [args.book]:
        for kind, watch in (("chances", False), ("all", True)):
            print(told(book, kind, measured(book, args.scenario, args.fights, args.repeats, watch)), flush=True)


if __name__ == "__main__":
    main()
