"""Sends chances along the steps of a fight, round after round: functions in the rule language."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.compiler.kernels.building import helpers
from affray.compiler.kernels.explore import find_homes
from affray.compiler.kernels.plan import COUNTS, GRAPH, PLAN
from affray.compiler.types import FLOAT, INT, ArrayType, Scalar

TINY = 1e-300
WIDE, NARROW, BYTES = (ArrayType(Scalar(INT, bits), 0) for bits in (64, 32, 8))
FLOATS = ArrayType(Scalar(FLOAT, 64), 0)
HELPERS = "graph"


def sort_states(
    offset: Any, to: Any, crosses: Any, states: int, before: Any, depth: Any, order: Any, placed: Any
) -> int:
    """Fills `order` with the states so that each comes after those that lead to it within a round, as far as that can
    be; returns how many steps the longest way through a round has. `before`, `depth` and `placed` begin as zeros."""
    for k in range(offset[states]):
        if to[k] >= 0 and crosses[k] == 0:
            before[to[k]] += 1
    count = 0
    for s in range(states):
        if before[s] == 0:
            order[count] = s
            placed[s] = 1
            count += 1
    first, deepest = 0, 0
    while first < count:
        s = order[first]
        first += 1
        deepest = max(deepest, depth[s])
        for k in range(offset[s], offset[s + 1]):
            t = to[k]
            if t >= 0 and crosses[k] == 0:
                depth[t] = max(depth[t], depth[s] + 1)
                deepest = max(deepest, depth[t])
                before[t] -= 1
                if before[t] == 0:
                    order[count] = t
                    placed[t] = 1
                    count += 1
    for s in range(states):
        if placed[s] == 0:
            order[count] = s
            count += 1
    return deepest + 1


def send_on(
    order: Any, states: int, offset: Any, to: Any, crosses: Any, chance: Any, now: Any, then: Any, ended: Any
) -> None:
    """Empties `now` into the states of the next round and the endings of this one."""
    left = 1.0
    while left > TINY:
        left = 0.0
        for n in range(states):
            s = order[n]
            x = now[s]
            if x == 0.0:
                continue
            now[s] = 0.0
            for k in range(offset[s], offset[s + 1]):
                t, part = to[k], x * chance[k]
                if t < 0:
                    ended[-1 - t] += part
                elif crosses[k]:
                    then[t] += part
                else:
                    now[t] += part
        for s in range(states):
            left += now[s]


FUNCTIONS = {
    find_homes: (PLAN, GRAPH, COUNTS),
    sort_states: (WIDE, NARROW, BYTES, INT, WIDE, WIDE, WIDE, BYTES),
    send_on: (WIDE, INT, WIDE, NARROW, BYTES, FLOATS, FLOATS, FLOATS, FLOATS),
}


def compiled(function: Any) -> Any:
    """One of these functions, for NumPy arrays, addresses and numbers."""
    call = helpers(HELPERS, FUNCTIONS)[function.__name__]
    return lambda *given: call(*(one.ctypes.data if isinstance(one, np.ndarray) else one for one in given))


def in_order(offset: Any, to: Any, crosses: Any, states: int) -> tuple[Any, int]:
    before, depth, order = (np.zeros(states, np.int64) for _ in range(3))
    longest = compiled(sort_states)(offset, to, crosses, states, before, depth, order, np.zeros(states, np.int8))
    return order, longest


def one_round(order: Any, offset: Any, to: Any, crosses: Any, chance: Any, now: Any, then: Any, ended: Any) -> None:
    compiled(send_on)(order, len(order), offset, to, crosses, chance, now, then, ended)
