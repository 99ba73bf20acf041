"""What the kernel of exact odds works on: the plan of a record, the graph of states, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from affray.compiler.types import MASK, references

Array = np.ndarray[Any, Any]
ENDING = 6  # words of an ending: winner and way, bits of who is dead, out, fled, surrendered, the living of each side
BLOCK = 8  # words that are compared at once
COUNTED = "states explored edges endings steps".split()  # how far it has come


class Plan(NamedTuple):
    """What the kernel must know of the record: where its words and marks of rounds are."""

    base: Array  # all words, as they are at the start
    live: Array  # places of the words that tell states apart
    still: Array  # places of those that never changed so far
    found: Array  # of these, which have changed now
    mask: Array  # all bits of a word that never changed so far, none of others
    saved: Array  # the words before the first die of a state, at their places
    mute: Array  # places in half words of what nobody asks for here
    stamps: Array  # places of marks of rounds, in half words
    windows: Array  # for how many rounds more each is asked for
    untils: Array  # ... of rounds to come
    corpses: Array  # of each combatant, its words when it is dead
    lasting: Array  # places within a combatant, in half words, of what nobody asks of one who won't wake
    asleep: int  # ... and of the round in which it would
    together: int  # the word that says whether all act at the same moment, the fallen among them
    at_once: np.uint64  # ... and its bits
    first: int  # of the words that may change
    end: int  # a whole number of blocks from there
    who: int  # where combatants begin
    each: int
    part: int
    rounds: int  # that are told apart
    ways: int  # the most that one step can fall in
    turn: int  # steps after which the kernel comes back for a word


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


def blank(states: int, edges: int, endings: int, width: int) -> Graph:
    return Graph(
        states=np.zeros((states, width), np.uint64),
        home=np.zeros(states, np.int64),
        table=np.full(2 * states, -1, np.int32),
        endings=np.zeros((endings, ENDING), np.int64),
        end_home=np.zeros(endings, np.int64),
        end_table=np.full(2 * endings, -1, np.int32),
        offset=np.zeros(states + 1, np.int64),
        to=np.zeros(edges, np.int32),
        crosses=np.zeros(edges, np.int8),
        chance=np.zeros(edges, np.float64),
        mark=np.full(2 * states + endings, -1, np.int64),
    )


# --- as the kernel sees them


def flat(parts: Any) -> dict[str, Any]:
    """Every array and number, with how many items each array has."""
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
    """A record of references to these arrays, and of these numbers."""
    assert all(p.flags.c_contiguous for p in parts.values() if isinstance(p, np.ndarray)), "kernels read row by row"
    return np.array([p.ctypes.data if isinstance(p, np.ndarray) else p & MASK for p in parts.values()], np.uint64)


def kinds(cls: Any, types: str) -> Any:
    """An empty one, for its layout: of each field its NumPy type, or a dash for a number."""
    given = [np.zeros(0, t) if t != "-" else 0 for t in types.split()]
    return cls(*given)


PLAN = references("Plan", flat(kinds(Plan, "u8 i8 i8 ? u8 u8 i8 i8 i8 i8 u8 i8 - - - - - - - - - - -")))
GRAPH = references("Graph", flat(kinds(Graph, "u8 i8 i4 i8 i8 i4 i8 i4 i1 f8 i8")))
COUNTS = references("Counts", dict.fromkeys(COUNTED, 0))
