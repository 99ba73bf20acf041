"""The ways on from one state of exact odds, in the rule language: each is followed once.

Dice that change the same words to the same values lead to the same state. What a way leads to is therefore looked for
only when its changes are new."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from affray.compiler.types import references
from affray.dice import GAMMA, Word, mix64
from affray.odds.plan import BLOCK, Array, flat, kinds

ROOM = 1024  # ways of one state that are remembered; with more of them it begins anew
UNTRIED, ITSELF = -1, -2  # instead of an edge: nothing is known yet, or it leads back to its state


class Ways(NamedTuple):
    """What the kernel remembers of the ways on from the state that it explores."""

    table: Array  # numbers of ways, at a place that their changes give
    slot: Array  # of each way, its place in the table: whatever else the table holds is of states before
    edge: Array  # ... and its edge in the graph
    first: Array  # ... and its first change
    places: Array  # of each change, the word
    values: Array  # ... and what it is now
    known: int  # how many ways there are so far


def no_ways(words: int) -> Ways:
    """Room for the ways of a record with so many words that may change."""
    changes = max(16 * ROOM, 4 * words)
    table, slot, edge, first = (np.zeros(n, np.int64) for n in (2 * ROOM, ROOM, ROOM, ROOM + 1))
    return Ways(table, slot, edge, first, np.zeros(changes, np.int64), np.zeros(changes, np.uint64), 0)


def way_of(words: Any, plan: Any, ways: Any) -> int:
    """The number of the way that has led here from the saved words; a new one is untried."""
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
    """Writes down which words are not the saved ones."""
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
    """Where the first block with a change begins, from this one on."""
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
