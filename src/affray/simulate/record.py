"""A fight as one record of numbers: what the compiled rules run on."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

import numpy as np

from affray.rules.book import Book
from affray.simulate.layout import Fields, fields
from affray.state import ROOM, SHARED, WIDE, Combatant, Fight

COLUMNS = 7  # of a row of the flat log
WORD = 8  # bytes


def layout(book: Book, log: int = 0) -> np.dtype[Any]:
    """The record of a fight of this book, with room for a log of so many rows."""
    columns = columns_of(Fight, fields(book.fight))
    if log:
        columns = [("events", np.int32), ("illegal", np.int32), ("log", np.int32, (log, COLUMNS)), *columns]
    return np.dtype(columns, align=True)


def columns_of(cls: type, used: Fields) -> list[tuple[Any, ...]]:
    """Nested dataclasses are nested records, lists are arrays with room for so many. Of a fight the fixed tables come
    first and its combatants last; of a combatant what changes comes first, numbers before lists."""
    hints = typing.get_type_hints(cls, localns={"Table": object})
    columns = [column(name, hints[name], used) for name in hints if name in used.mentioned and name != "table"]
    if cls is Combatant:
        columns.sort(key=lambda column: (column[0] not in used.written, len(column)))
    return columns


def column(name: str, t: Any, used: Fields) -> tuple[Any, ...]:
    if typing.get_origin(t) is list:
        item = typing.get_args(t)[0]
        inner = np.int32 if item is int else np.dtype(columns_of(item, used), align=True)
        return name, inner, (ROOM[name],)
    if dataclasses.is_dataclass(t):
        return name, np.dtype(columns_of(typing.cast(type, t), used), align=True)
    if name == "key":
        return name, np.uint64
    return name, np.bool_ if t is bool else np.int64 if name in WIDE else np.int32


def record(book: Book, f: Fight, log: int = 0) -> np.ndarray[Any, Any]:
    """A fight as an array of one record."""
    r = np.zeros(1, layout(book, log))
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


class Changing(typing.NamedTuple):
    """What of a record a fight changes, in words: the fight's own part, then the first part of each combatant."""

    first: int
    who: int  # where combatants begin
    each: int  # from one to the next
    part: int  # of each


def changing(book: Book, whole: np.dtype[Any]) -> Changing:
    assert whole.fields is not None
    one = whole["who"].base
    assert one.fields is not None
    first = min(place for name, (_, place, *_) in whole.fields.items() if name not in SHARED)
    fixed = [place for name, (_, place, *_) in one.fields.items() if name not in fields(book.fight).written]
    part = min(fixed, default=one.itemsize)
    return Changing(first // WORD, whole.fields["who"][1] // WORD, one.itemsize // WORD, -(-part // WORD))


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
