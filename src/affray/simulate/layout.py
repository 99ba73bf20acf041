"""Which fields of the state a book's rules mention, and which they change, read off their code.

One state serves all books, but a kernel needs room only for what its book reads, and exact odds tell states apart only
by what it writes. So a fight of one book doesn't pay for the fields of the others."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from affray.state import ROOM

KERNEL = frozenset(
    "key rolled guessed winner round last_round n sides who side id hp max_hp on size standing dead fled".split()
)  # what a kernel itself reads


class Fields(NamedTuple):
    mentioned: frozenset[str]
    written: frozenset[str]


@cache
def fields(fight: Callable[..., Any]) -> Fields:
    """Of all the rules that a fight goes through; by name, whatever record they are in."""
    mentioned, written = set(KERNEL), set(KERNEL)
    for function in reached(fight):
        loads, stores, into_a_list = attributes(function)
        mentioned |= loads | stores
        written |= stores
        if into_a_list:
            written |= loads & ROOM.keys()
    return Fields(frozenset(mentioned), frozenset(written))


def reached(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """A function and all that it calls by name, however far."""
    seen, todo = set[Any](), [function]
    while todo:
        one = todo.pop()
        if not isinstance(one, FunctionType) or one in seen or not one.__module__:
            continue
        seen.add(one)
        yield one
        todo += [one.__globals__[name] for name in one.__code__.co_names if name in one.__globals__]
        todo += [cell.cell_contents for cell in one.__closure__ or ()]


def attributes(function: FunctionType) -> tuple[set[str], set[str], bool]:
    """The attributes it reads, those it sets, and whether it sets an item of anything."""
    loads, stores, into_a_list = set[str](), set[str](), False
    for step in dis.get_instructions(function.__code__):
        if step.opname == "STORE_ATTR":
            stores.add(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            loads.add(step.argval)
        into_a_list = into_a_list or step.opname == "STORE_SUBSCR"
    return loads, stores, into_a_list
