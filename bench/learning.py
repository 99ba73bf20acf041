"""Steps per second of the learning environments, and PettingZoo's tests for every example under every book.

python bench/learning.py speed [EXAMPLE BOOK]   the batch against the plain driver
python bench/learning.py tests [EXAMPLE …]      api_test and seed_test, every book"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path

import numpy as np
from pettingzoo.test import api_test, seed_test

import affray.scenario
from affray import learning
from affray.rules import NAMES

SECONDS, FIGHTS = 10.0, 1024
EXAMPLES = sorted(path.stem for path in (Path(affray.scenario.__file__).parent / "examples").glob("*.yaml"))


def batch_speed(example: str, book: str) -> float:
    fights = learning.batch(example, FIGHTS, rules=book)
    chance, masks = np.random.default_rng(1), fights.masks()
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        _, _, _, masks = fights.step((chance.random(masks.shape) * masks).argmax(axis=1))
        steps += FIGHTS
    return steps / (time.perf_counter() - begun)


def plain_speed(example: str, book: str) -> float:
    env = learning.env(example, rules=book, players=learning.env(example, rules=book).possible_agents[0])
    chance, begun, steps, seed = np.random.default_rng(1), time.perf_counter(), 0, 0
    while time.perf_counter() - begun < SECONDS:
        env.reset(seed=seed)
        seed += 1
        while env.agents and not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int((chance.random(len(mask)) * mask).argmax()))
            steps += 1
    return steps / (time.perf_counter() - begun)


def main() -> None:
    warnings.simplefilter("ignore")
    what, *rest = sys.argv[1:] or ["speed"]
    if what == "speed":
        example, book = rest or ("duel", "classic")
        fast, slow = batch_speed(example, book), plain_speed(example, book)
        print(f"{example}, {book}: batch {fast:,.0f} steps a second, plain driver {slow:,.0f}: {fast / slow:.0f} times")
        return
    for example in rest or EXAMPLES:
        for book in NAMES:
            api_test(learning.env(example, rules=book), num_cycles=200)
            seed_test(lambda example=example, book=book: learning.env(example, rules=book), num_cycles=60)
            print(f"{example}, {book}: passed", flush=True)


if __name__ == "__main__":
    main()
