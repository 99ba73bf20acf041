"""The kernel that sends chances along the steps of a fight, round after round."""

from __future__ import annotations

import numpy as np

from affray.simulate.fast.kernels import of_no_book


@of_no_book
def in_order(offset, to, crosses, states):  # type: ignore[no-untyped-def]
    """The states so that each comes after those that lead to it within a round, as far as that can be; and how many
    steps the longest way through a round has."""
    before = np.zeros(states, np.int64)
    for k in range(offset[states]):
        if to[k] >= 0 and not crosses[k]:
            before[to[k]] += 1
    order = np.empty(states, np.int64)
    depth = np.zeros(states, np.int64)
    placed = np.zeros(states, np.bool_)
    count = 0
    for s in range(states):
        if before[s] == 0:
            order[count] = s
            placed[s] = True
            count += 1
    first = 0
    while first < count:
        s = order[first]
        first += 1
        for k in range(offset[s], offset[s + 1]):
            t = to[k]
            if t >= 0 and not crosses[k]:
                depth[t] = max(depth[t], depth[s] + 1)
                before[t] -= 1
                if before[t] == 0:
                    order[count] = t
                    placed[t] = True
                    count += 1
    for s in range(states):
        if not placed[s]:
            order[count] = s
            count += 1
    return order, depth.max() + 1


@of_no_book
def one_round(order, offset, to, crosses, chance, now, then, ended):  # type: ignore[no-untyped-def]
    """Empties `now` into the states of the next round and the endings of this one."""
    left = 1.0
    while left > 0.0:
        left = 0.0
        for s in order:
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
        for s in order:
            left += now[s]
        if left < 1e-300:
            break
