"""A fight as one record of numbers: what the compiled rules run on."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

import numpy as np

from affray.state import ROOM, WIDE, Fight

COLUMNS = 7  # of a row of the flat log
FIRST_CHANGING = "key"  # in Fight: what stands before it is fixed while a fight lasts


def dtype(cls: type = Fight, log: int = 0) -> np.dtype[Any]:
    """The record of a dataclass: nested dataclasses are nested records, lists are arrays with room for so many."""
    columns: list[tuple[Any, ...]] = []
    hints = typing.get_type_hints(cls, localns={"Table": object})
    for name, t in hints.items():
        if typing.get_origin(t) is list:
            item = typing.get_args(t)[0]
            columns.append((name, np.int32 if item is int else dtype(item), (ROOM[name],)))
        elif dataclasses.is_dataclass(t):
            columns.append((name, dtype(typing.cast(type, t))))
        elif name == "key":
            columns.append((name, np.uint64))
        elif t in (int, bool):
            columns.append((name, np.bool_ if t is bool else np.int64 if name in WIDE else np.int32))
    if log:
        columns = [("events", np.int32), ("illegal", np.int32), ("log", np.int32, (log, COLUMNS)), *columns]
    return np.dtype(columns, align=True)


def record(f: Fight, log: int = 0) -> np.ndarray[Any, Any]:
    """A fight as an array of one record, with room for a log of so many rows."""
    r = np.zeros(1, dtype(Fight, log))
    pack(f, r[0])
    return r


def pack(x: Any, r: Any) -> None:
    for name in r.dtype.names:
        value = getattr(x, name, None)
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, int):
                    r[name][i] = item
                else:
                    pack(item, r[name][i])
        elif dataclasses.is_dataclass(value):
            pack(value, r[name])
        elif value is not None:
            r[name] = value


def used(f: Fight, layout: np.dtype[Any]) -> tuple[int, int]:
    """What of a record a fight changes, in words of 8 bytes: from its first changing field to its last combatant."""
    fields = layout.fields
    assert fields is not None
    item = layout["who"].base.itemsize
    return fields[FIRST_CHANGING][1] // 8, -(-(fields["who"][1] + f.n * item) // 8)


def differences(x: Any, r: Any, where: str = "fight") -> Iterator[str]:
    """Each field in which a record is not the state: its place, what the state has and what the record has."""
    for name in r.dtype.names:
        value, place = getattr(x, name, None), f"{where}.{name}"
        if isinstance(value, list):
            for i, item in enumerate(value):
                yield from compared(item, r[name][i], f"{place}[{i}]")
        elif value is not None:
            yield from compared(value, r[name], place)


def compared(value: Any, held: Any, place: str) -> Iterator[str]:
    if dataclasses.is_dataclass(value):
        yield from differences(value, held, place)
    elif value != held:
        yield f"{place}: {value} and {held}"
