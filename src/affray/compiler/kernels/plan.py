"""What the kernel of exact odds works on: the plan of a record, the graph of states, and the ways from one state.

Dice that change the same words to the same values lead to the same state. The explorer looks for that state only when
the changes are new. The functions for ways are written in the rule language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from affray.compiler.types import MASK, references
from affray.engine.dice import GAMMA, Word, mix64

Array = np.ndarray[Any, Any]
ENDING_WORDS = 6  # winner and way; bits of who is dead, out, fled, surrendered; the living of each side
BLOCK = 8  # words that are compared at once
PROGRESS = "states explored edges endings steps".split()  # how far it has come


class Plan(NamedTuple):
    """What the kernel must know of the record: where its words and marks of rounds are."""

    base: Array  # all words, as they are at the start
    live: Array  # places of the words that tell states apart
    still: Array  # places of those that never changed so far
    found: Array  # of these, which have changed now
    mask: Array  # all bits of a word that never changed so far, none of others
    saved: Array  # the words before the first die of a state, at their places
    unused: Array  # places in half words of what nobody asks for here
    stamps: Array  # places of marks of rounds, in half words
    windows: Array  # for how many rounds more each is asked for
    untils: Array  # ... of rounds to come
    dead_words: Array  # of each combatant, its words when it is dead
    lasting: Array  # places within a combatant, in half words, of what nobody asks of one who won't wake
    waking: int  # ... and of the round in which it would
    together: int  # the word that says whether all act at the same moment, the fallen among them
    together_bits: np.uint64  # ... and its bits
    first: int  # of the words that may change
    end: int  # a whole number of blocks from there
    who: int  # where combatants begin
    each: int
    part: int
    rounds: int  # that are told apart
    max_ways: int  # the most that one step can fall in
    pause_after: int  # steps after which the kernel comes back for a word


class Graph(NamedTuple):
    states: Array
    home: Array  # of each state, its place in the table
    table: Array
    endings: Array
    end_home: Array
    end_table: Array
    offset: Array  # of each state, its first edge
    to: Array  # the state an edge leads to, or the ending, from -1 down
    crosses: Array  # whether it leads into the next round
    chance: Array
    mark: Array


def empty_graph(states: int, edges: int, endings: int, width: int) -> Graph:
    return Graph(
        states=np.zeros((states, width), np.uint64),
        home=np.zeros(states, np.int64),
        table=np.full(2 * states, -1, np.int32),
        endings=np.zeros((endings, ENDING_WORDS), np.int64),
        end_home=np.zeros(endings, np.int64),
        end_table=np.full(2 * endings, -1, np.int32),
        offset=np.zeros(states + 1, np.int64),
        to=np.zeros(edges, np.int32),
        crosses=np.zeros(edges, np.int8),
        chance=np.zeros(edges, np.float64),
        mark=np.full(2 * states + endings, -1, np.int64),
    )


# --- as the kernel sees them


def flatten(parts: Any) -> dict[str, Any]:
    """Return every array and number, with how many items each array has."""
    found: dict[str, Any] = {}
    for name, value in parts._asdict().items():
        if isinstance(value, np.ndarray):
            found |= {name: value, f"{name}_count": len(value)}
        else:
            found[name] = int(value)
    if "base" in found:
        found["base_marks"] = found["base"].view(np.int32)
    return found


def addresses(parts: Mapping[str, Any]) -> Array:
    """Return a record of references to these arrays, and of these numbers."""
    assert all(p.flags.c_contiguous for p in parts.values() if isinstance(p, np.ndarray)), "kernels read row by row"
    return np.array([p.ctypes.data if isinstance(p, np.ndarray) else p & MASK for p in parts.values()], np.uint64)


def empty_example(cls: Any, types: str) -> Any:
    """Return an empty one, for its layout: of each field its NumPy type, or a dash for a number."""
    given = [np.zeros(0, t) if t != "-" else 0 for t in types.split()]
    return cls(*given)


PLAN_TYPE = references("Plan", flatten(empty_example(Plan, "u8 i8 i8 ? u8 u8 i8 i8 i8 i8 u8 i8 - - - - - - - - - - -")))
GRAPH_TYPE = references("Graph", flatten(empty_example(Graph, "u8 i8 i4 i8 i8 i4 i8 i4 i1 f8 i8")))
PROGRESS_TYPE = references("Counts", dict.fromkeys(PROGRESS, 0))


# --- ways that are remembered

REMEMBERED_WAYS = 1024  # ways of one state that are remembered; after that all are forgotten and the list starts again
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


def empty_ways(words: int) -> Ways:
    """Return an empty list with room for records in which so many words may change."""
    room, changes = REMEMBERED_WAYS, max(16 * REMEMBERED_WAYS, 4 * words)
    table, slot, edge, first = (np.zeros(n, np.int64) for n in (2 * room, room, room, room + 1))
    return Ways(table, slot, edge, first, np.zeros(changes, np.int64), np.zeros(changes, np.uint64), 0)


def find_or_add_way(words: Any, plan: Any, ways: Any) -> int:
    """Return the number of the way that leads from the saved words to these. A new way is untried."""
    if ways.known + 1 >= REMEMBERED_WAYS or 2 * ways.first[ways.known] > ways.places_count:
        ways.known = 0
    new: int = ways.known
    note_changes(words, plan, ways, new)
    last = ways.table_count - 1
    slot = hash_of_changes(ways, new) & last
    while True:
        k: int = ways.table[slot]
        if k >= new or ways.slot[k] != slot:
            break
        if changes_are_equal(ways, k, new):
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


def changes_are_equal(ways: Any, one: int, other: int) -> bool:
    begin, count = ways.first[one], ways.first[one + 1] - ways.first[one]
    apart = ways.first[other] - begin
    if ways.first[other + 1] - ways.first[other] != count:
        return False
    for c in range(begin, begin + count):
        if ways.places[c] != ways.places[c + apart] or ways.values[c] != ways.values[c + apart]:
            return False
    return True


WAYS_TYPE = references("Ways", flatten(empty_example(Ways, "i8 i8 i8 i8 i8 u8 -")))
