"""Remembers how the dice of one step can change a state, so that exact odds follow equal changes once.

Dice that change the same words to the same values lead to the same state. The explorer looks for that state only when
the changes are new. The functions here are written in the rule language."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from affray.compiler.kernels.plan import BLOCK, Array, flat, kinds
from affray.compiler.types import references
from affray.engine.dice import GAMMA, Word, mix64

ROOM = 1024  # ways of one state that are remembered; after that all are forgotten and the list starts again
UNTRIED, ITSELF = -1, -2  # instead of an edge: not followed yet, or back to the same state


class Ways(NamedTuple):
    """The ways found so far from the state that is being explored."""

    table: Array  # a hash table of their numbers
    slot: Array  # the slot of each way; other entries of the table are left over from earlier states
    edge: Array  # the edge of each way in the graph
    first: Array  # the first change of each way
    places: Array  # the changed word of each change
    values: Array  # the new value of that word
    known: int  # how many ways there are


def no_ways(words: int) -> Ways:
    """Return an empty list with room for records in which so many words may change."""
    changes = max(16 * ROOM, 4 * words)
    table, slot, edge, first = (np.zeros(n, np.int64) for n in (2 * ROOM, ROOM, ROOM, ROOM + 1))
    return Ways(table, slot, edge, first, np.zeros(changes, np.int64), np.zeros(changes, np.uint64), 0)


def way_of(words: Any, plan: Any, ways: Any) -> int:
    """Return the number of the way that leads from the saved words to these. A new way is untried."""
    if ways.known + 1 >= ROOM or 2 * ways.first[ways.known] > ways.places_count:
        ways.known = 0
    new: int = ways.known
    note_changes(words, plan, ways, new)
    last = ways.table_count - 1
    slot = hash_of_changes(ways, new) & last
    while True:
        k: int = ways.table[slot]
        if k >= new or ways.slot[k] != slot:
            break
        if are_same(ways, k, new):
            return k
        slot = slot + 1 & last
    ways.table[slot] = new
    ways.slot[new] = slot
    ways.edge[new] = UNTRIED
    ways.known += 1
    return new


def undo_changes(words: Any, plan: Any, ways: Any, way: int) -> None:
    for c in range(ways.first[way], ways.first[way + 1]):
        words[ways.places[c]] = plan.saved[ways.places[c]]


def note_changes(words: Any, plan: Any, ways: Any, way: int) -> None:
    """List the words that differ from the saved ones."""
    count = ways.first[way]
    block = next_change(words, plan, plan.first)
    while block < plan.end:
        for i in range(block, block + BLOCK):
            if words[i] != plan.saved[i]:
                ways.places[count] = i
                ways.values[count] = words[i]
                count += 1
        block = next_change(words, plan, block + BLOCK)
    ways.first[way + 1] = count


def next_change(words: Any, plan: Any, block: int) -> int:
    """Return the first block, from this one on, in which a word differs from the saved ones."""
    while block < plan.end:
        changed: Word = 0
        for i in range(BLOCK):
            changed |= words[block + i] ^ plan.saved[block + i]
        if changed != 0:
            break
        block += BLOCK
    return block


def hash_of_changes(ways: Any, way: int) -> int:
    h: Word = 0
    for c in range(ways.first[way], ways.first[way + 1]):
        t = (ways.values[c] + ways.places[c]) * GAMMA
        h = (h ^ (t >> 29) ^ t) * GAMMA
    return mix64(h)


def are_same(ways: Any, one: int, other: int) -> bool:
    begin, count = ways.first[one], ways.first[one + 1] - ways.first[one]
    apart = ways.first[other] - begin
    if ways.first[other + 1] - ways.first[other] != count:
        return False
    for c in range(begin, begin + count):
        if ways.places[c] != ways.places[c + apart] or ways.values[c] != ways.values[c + apart]:
            return False
    return True


WAYS = references("Ways", flat(kinds(Ways, "i8 i8 i8 i8 i8 u8 -")))
