"""A fight as one record of numbers: what the compiled rules run on."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

import numpy as np

from affray.compiler.kernels.assumptions import GENERAL, Assumptions, Fields, book_fields, list_name, value_at
from affray.compiler.kernels.counting import TALLIES
from affray.engine.state import MOST_COMBATANTS, PLAIN_ONLY, SHARED, WIDE, Combatant, Fight
from affray.rules.book import Book

MOST_CLAUSES = 64  # of morale, and of magic
# what rules ask of everybody again and again
HOT_FIELDS = frozenset("id side in_fight able conditions x y z hp turn".split())
MAX_DRAWS = 48  # draws of one step
LOG_COLUMNS = 7  # of a row of the flat log
WORD = 8  # bytes
HALF_WORD = WORD // 2
Column = tuple[Any, ...]
Columns = list[Column]
NO_COLUMNS: Columns = []
TALLY_COLUMNS: Columns = [  # beside a fight that is counted
    ("counted", np.int32, (MOST_COMBATANTS, len(TALLIES))),
    ("flow", np.int64, (MOST_COMBATANTS, MOST_COMBATANTS)),
    ("morale", np.int32, (MOST_CLAUSES,)),
    ("magic", np.int32, (MOST_CLAUSES,)),
]
SCRIPT_COLUMNS: Columns = [  # beside one whose dice fall as they are told
    ("made", np.int32),
    ("script", np.int32, (MAX_DRAWS,)),
    ("faces", np.int32, (MAX_DRAWS,)),
    ("weight", np.float64),
]
MOST_SHOWN, MOST_SAID = 160, 48  # dice and answers of a step that are given again
SAID_COLUMNS = 6  # of an answer: what was asked, of whom, about whom; kind, target, option
RACE_COLUMNS: Columns = [  # beside one that goes on from within a step
    ("asked", np.int32),  # how many of the answers below have been given
    ("said_count", np.int32),
    ("shown_count", np.int32),
    ("said", np.int32, (MOST_SAID, SAID_COLUMNS)),
    ("shown", np.int32, (MOST_SHOWN,)),  # faces
]


def log_columns(rows: int) -> Columns:
    """Return the columns beside a fight with a log of so many rows."""
    return [("events", np.int32), ("illegal", np.int32), ("log", np.int32, (rows, LOG_COLUMNS))]


def record_layout(book: Book, beside: Columns = NO_COLUMNS, assumed: Assumptions = GENERAL) -> np.dtype[Any]:
    """Return the record of a fight of this book, without the fields that are assumed to be constant."""
    return np.dtype([*beside, *columns_of(Fight, "Fight", book_fields(book), assumed)], align=True)


def columns_of(cls: type, record: str, used: Fields, assumed: Assumptions) -> Columns:
    """Return the columns of a record. Those of a nested record are among them, with its name and a dot before theirs.
    Lists are arrays with room for so many; of one with constant items each other item has a column. Of a fight the
    fixed tables come first and its combatants last. Of a combatant what changes comes first, numbers before lists, and
    among the numbers those by which rules look for somebody: they share a line of the processor's cache."""
    hints = typing.get_type_hints(cls, localns={"Observer": object})
    left_out = {*PLAIN_ONLY, *assumed.of(record), *(("rules",) if assumed.options else ())}
    partly, limits = assumed.varying_items(record), assumed.limits(record)
    names = [name for name in hints if name in used.mentioned and name not in left_out]
    columns: Columns = []
    for name in names:
        if dataclasses.is_dataclass(t := hints[name]):
            inner = columns_of(typing.cast(type, t), f"{record}.{name}", used, assumed)
            columns += [(f"{name}.{column[0]}", *column[1:]) for column in inner]
        elif name in partly:
            columns += [(f"{name}[{n}]", number_type(limits.get(name))) for n in partly[name]]
        else:
            columns.append(column_of(name, t, used, assumed, limits.get(name)))
    if cls is Combatant:
        columns.sort(key=lambda column: place_in_combatant(column, used))
    return columns


def place_in_combatant(column: tuple[Any, ...], used: Fields) -> tuple[bool, bool, bool]:
    """Return by what the columns of a combatant are sorted."""
    name = last_name(column[0])
    is_list = len(column) > 2 or "[" in column[0]
    return name not in used.written, is_list, name not in HOT_FIELDS


def last_name(path: str) -> str:
    """Return the name of a field, or of the list of an item, without that of the nested record it is in."""
    return list_name(path).rpartition(".")[2]


def number_type(bits: int | None) -> Any:
    """Return NumPy's type for whole numbers of so many bits, 32 where nothing is assumed."""
    return np.dtype(f"i{(bits or 32) // 8}")


def column_of(name: str, t: Any, used: Fields, assumed: Assumptions, bits: int | None = None) -> tuple[Any, ...]:
    if typing.get_origin(t) is list:
        item = typing.get_args(t)[0]
        nothing = [("nothing", np.int32)]
        columns = [] if item is int else columns_of(item, item.__name__, used, assumed) or nothing
        return name, np.dtype(columns, align=True) if columns else number_type(bits), (assumed.room(name),)
    if name == "key":
        return name, np.uint64
    return name, np.bool_ if t is bool else np.int64 if name in WIDE else number_type(bits)


def fight_record(
    book: Book, f: Fight, beside: Columns = NO_COLUMNS, assumed: Assumptions = GENERAL
) -> np.ndarray[Any, Any]:
    """Return a fight as an array of one record."""
    r = np.zeros(1, record_layout(book, beside, assumed))
    pack(f, r[0])
    return r


def pack(x: Any, r: Any) -> None:
    for name in r.dtype.names:
        value = value_at(x, name)
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, int):
                    r[name][i] = item
                else:
                    pack(item, r[name][i])
        elif value is not None:
            r[name] = value


class ChangingWords(typing.NamedTuple):
    """What of a record a fight changes, in words: the fight's own part, then the first part of each combatant."""

    first: int
    who: int  # where combatants begin
    each: int  # from one to the next
    part: int  # of each


def changing_words(book: Book, whole: np.dtype[Any]) -> ChangingWords:
    assert whole.fields is not None
    one = whole["who"].base
    assert one.fields is not None
    own = Fight.__annotations__.keys() - SHARED
    first = min(place for name, (_, place, *_) in whole.fields.items() if name.partition(".")[0] in own)
    fixed = [place for name, (_, place, *_) in one.fields.items() if last_name(name) not in book_fields(book).written]
    part = min(fixed, default=one.itemsize)
    return ChangingWords(first // WORD, whole.fields["who"][1] // WORD, one.itemsize // WORD, -(-part // WORD))


def places_in(kind: np.dtype[Any]) -> dict[str, int]:
    """Return the place of each field of a record, in bytes."""
    assert kind.fields is not None
    return {name: place for name, (_, place, *_) in kind.fields.items()}


def differences(x: Any, r: Any, where: str = "fight") -> Iterator[str]:
    """Yield each field in which a record is not the state: its place, what the state has and what the record has."""
    for name in r.dtype.names:
        value, place = value_at(x, name), f"{where}.{name}"
        if isinstance(value, list):
            for i, item in enumerate(value):
                yield from compare_value(item, r[name][i], f"{place}[{i}]")
        elif value is not None:
            yield from compare_value(value, r[name], place)


def compare_value(value: Any, held: Any, place: str) -> Iterator[str]:
    if dataclasses.is_dataclass(value):
        yield from differences(value, held, place)
    elif value != held:
        yield f"{place}: {value} and {held}"
