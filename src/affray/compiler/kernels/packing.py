"""Many states of one fight as records, quickly: the fixed tables once, then what changes, column by column."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import numpy as np

from affray.compiler.kernels.assumptions import GENERAL, Assumptions, value_at
from affray.compiler.kernels.record import Columns, fight_record, pack
from affray.engine.state import SHARED, Combatant, Fight
from affray.rules.book import Book


class Packer:
    """Packs states that share their fixed tables with a first one: rules, weapons, effects, groups and cover."""

    def __init__(self, book: Book, first: Fight, beside: Columns, assumed: Assumptions = GENERAL) -> None:
        self.book = book
        self.tables = [getattr(first, name) for name in sorted(SHARED)]  # held, so that no other takes their place
        self.base = fight_record(book, first, beside, assumed)
        self.digest = blake2b(self.base.tobytes(), digest_size=16).digest()  # of the fixed tables, and the first state
        self.n = first.n
        people = self.base["who"][0, : self.n]
        people.view(np.uint8)[:] = 0  # padding too: states are compared word by word
        own = [name for name in self.base.dtype.names or () if value_at(first, name) is not None]
        self.fight_columns = [name for name in own if name.partition(".")[0] not in (*SHARED, "who")]
        kinds = self.base["who"].dtype
        there = [name for name in kinds.names or () if first.who and value_at(first.who[0], name) is not None]
        self.numbers = [(name, getter(name)) for name in there if not kinds[name].shape]
        self.lists = [(name, getter(name)) for name in there if kinds[name].shape and is_flat(first.who, name)]
        self.nested = [name for name in there if kinds[name].shape and not is_flat(first.who, name)]

    def fits(self, f: Fight) -> bool:
        """Return whether a state has the same fixed tables, and as many combatants."""
        mine = [getattr(f, name) for name in sorted(SHARED)]
        return f.n == self.n and all(one is other for one, other in zip(mine, self.tables, strict=True))

    def pack(self, f: Fight) -> np.ndarray[Any, Any]:
        """Return a state as an array of one record."""
        made: np.ndarray[Any, Any] = self.base.view(np.uint8).copy().view(self.base.dtype)
        record = made[0]
        for name in self.fight_columns:
            pack_column(f, name, record)
        who, people = made["who"][0], f.who[: f.n]
        for name, get in self.numbers:
            who[name][: f.n] = [get(c) for c in people]
        for name, get in self.lists:
            column = who[name]
            for at, c in enumerate(people):
                values = get(c)
                column[at, : len(values)] = values
        for name in self.nested:
            for at, c in enumerate(people):
                pack_column(c, name, who[at])
        return made


def getter(path: str) -> Callable[[Combatant], Any]:
    """Return what reads a field of a combatant, of a record in it, or an item of a list."""
    whole, _, index = path.removesuffix("]").partition("[")
    read = attrgetter(whole)
    return (lambda who: read(who)[int(index)]) if index else read


def is_flat(people: list[Combatant], name: str) -> bool:
    """Return whether a list of a combatant holds plain numbers."""
    return not any(value_at(c, name) for c in people) or isinstance(value_at(people[0], name)[0], int)


def pack_column(x: Any, name: str, record: Any) -> None:
    value = value_at(x, name)
    if not isinstance(value, list):
        record[name] = value
        return
    for at, item in enumerate(value):
        if isinstance(item, int):
            record[name][at] = item
        else:
            pack(item, record[name][at])
