"""Compiled helpers of best play: values back along the steps of a fight, and chances forward by one policy."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.compiler.kernels.building import helpers
from affray.compiler.kernels.choosing import FIRST_CHOICE
from affray.compiler.kernels.explore import FLOAT_ARRAY, INT8_ARRAY, INT64_ARRAY
from affray.compiler.types import INT, ArrayType, Scalar

INT32_ARRAY = ArrayType(Scalar(INT, 32), 0)
LIBRARY = "choices"


def back_up(
    order: Any,
    count: int,
    queue: Any,
    offset: Any,
    to: Any,
    crosses: Any,
    chance: Any,
    edge_run: Any,
    run_first: Any,
    run_before: Any,
    choice_last: Any,
    greatest: Any,
    ends: Any,
    later: Any,
    now: Any,
    run_value: Any,
    best: Any,
    change: Any,
) -> None:
    """Work out once what each explored state is worth, the last first, from what those after it are worth: `later` in
    the next round, `now` in this. The run of the best answer to each question goes to `best`, the greatest change of
    a value to `change`."""
    change[0] = 0.0
    for n in range(count):
        i = order[count - 1 - n]
        s = queue[i]
        for r in range(run_first[i], run_first[i + 1]):
            run_value[r] = 0.0
        edges = offset[i + 1] - offset[i]
        for e in range(edges):
            k = offset[i + 1] - 1 - e
            t, x = to[k], 0.0
            if t <= FIRST_CHOICE:
                x = value_of_choice(FIRST_CHOICE - t, run_before, choice_last, greatest, run_value, best)
            elif t < 0:
                x = ends[-1 - t]
            elif crosses[k]:
                x = later[t]
            else:
                x = now[t]
            run_value[edge_run[k]] += chance[k] * x
        x = run_value[run_first[i]]
        change[0] = max(change[0], x - now[s], now[s] - x)
        now[s] = x


def value_of_choice(c: int, run_before: Any, choice_last: Any, greatest: Any, run_value: Any, best: Any) -> float:
    """Return what the best answer to a question is worth. Of equals the one listed first is best."""
    r = choice_last[c]
    chosen = r
    value: float = run_value[r]
    while run_before[r] >= 0:
        r = run_before[r]
        better = run_value[r] >= value if greatest[c] else run_value[r] <= value
        if better:
            chosen = r
            value = run_value[r]
    best[c] = chosen
    return value


def follow_policy(
    order: Any,
    count: int,
    queue: Any,
    offset: Any,
    to: Any,
    crosses: Any,
    chance: Any,
    edge_run: Any,
    run_first: Any,
    best: Any,
    now: Any,
    then: Any,
    ended: Any,
    run_share: Any,
    met: Any,
) -> None:
    """Send the chances of this round on by one policy: into the next round, the endings, and how often each question
    is met. What leads back within the round stays in `now`."""
    for n in range(count):
        i = order[n]
        s = queue[i]
        x = now[s]
        if x == 0.0:
            continue
        now[s] = 0.0
        for r in range(run_first[i], run_first[i + 1]):
            run_share[r] = 0.0
        run_share[run_first[i]] = x
        for k in range(offset[i], offset[i + 1]):
            t, part = to[k], run_share[edge_run[k]] * chance[k]
            if part == 0.0:
                continue
            if t <= FIRST_CHOICE:
                run_share[best[FIRST_CHOICE - t]] = part
                met[FIRST_CHOICE - t] += part
            elif t < 0:
                ended[-1 - t] += part
            elif crosses[k]:
                then[t] += part
            else:
                now[t] += part


HELPERS = {
    back_up: (
        *(INT64_ARRAY, INT, INT64_ARRAY, INT64_ARRAY, INT32_ARRAY, INT8_ARRAY, FLOAT_ARRAY, INT32_ARRAY, INT64_ARRAY),
        *(INT32_ARRAY, INT32_ARRAY, INT8_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY, INT32_ARRAY),
        FLOAT_ARRAY,
    ),
    follow_policy: (
        *(INT64_ARRAY, INT, INT64_ARRAY, INT64_ARRAY, INT32_ARRAY, INT8_ARRAY, FLOAT_ARRAY, INT32_ARRAY, INT64_ARRAY),
        *(INT32_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY, FLOAT_ARRAY),
    ),
}


def compiled_helper(function: Any) -> Any:
    """Return one of these functions, for NumPy arrays and numbers."""
    call = helpers(LIBRARY, HELPERS)[function.__name__]
    return lambda *given: call(*(one.ctypes.data if isinstance(one, np.ndarray) else one for one in given))
