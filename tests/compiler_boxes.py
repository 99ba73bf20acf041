"""The records on which tests of the compiler work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from compiler_helpers import Records, compiled, held, on_record, pack, records_of

from affray.compiler.types import INT, ArrayType, Scalar


@dataclass
class Ring:
    size: int = 0
    worn: bool = False


@dataclass
class Core:
    heat: int = 0
    rings: list[int] = field(default_factory=lambda: [0] * 4)


@dataclass
class Box:
    hp: int = 0
    wide: int = 0
    small: int = 0
    on: bool = False
    share: float = 0.0
    key: int = 0
    n: int = 0
    fixed: int = 0
    flag: bool = False
    cells: list[int] = field(default_factory=lambda: [0] * 5)
    grid: list[list[int]] = field(default_factory=lambda: [[0] * 3 for _ in range(2)])
    zeros: list[int] = field(default_factory=lambda: [0] * 4)
    core: Core = field(default_factory=Core)
    rings: list[Ring] = field(default_factory=lambda: [Ring() for _ in range(3)])


class Blow(NamedTuple):
    damage: int
    hit: bool = True
    times: int = 3


RING = np.dtype([("size", np.int32), ("worn", np.bool_)], align=True)
CORE = np.dtype([("heat", np.int32), ("rings", np.int32, (4,))], align=True)
NUMBERS: list[Any] = [
    ("hp", np.int32), ("wide", np.int64), ("small", np.uint8), ("on", np.bool_), ("share", np.float64),
    ("key", np.uint64), ("n", np.int32),
]  # fmt: skip
PARTS: list[Any] = [("cells", np.int32, (5,)), ("grid", np.int32, (2, 3)), ("core", CORE), ("rings", RING, (3,))]
LAYOUT = np.dtype([*NUMBERS, ("fixed", np.int32), ("flag", np.bool_), *PARTS], align=True)
NARROW = np.dtype([*NUMBERS, *PARTS], align=True)
FIELDS = {"core": Core, "rings": Ring}
RECORDS = records_of(LAYOUT, Box, FIELDS)


def constant(**values: Any) -> Records:
    """Layouts in which these fields of a box are constant."""
    return records_of(NARROW, Box, FIELDS, {"Box": values})


ZEROS = ArrayType(Scalar(INT, 32), 0, 0)
ASSUMED = constant(fixed=7, flag=False, zeros=ZEROS)
FIXED_BROKEN, FLAG_BROKEN, ZEROS_BROKEN = -1, -2, -3


def run(rule: Callable[..., Any], *given: int, **fields: Any) -> tuple[int, dict[str, Any]]:
    return on_record(rule, Box(**fields), LAYOUT, RECORDS, *given)


def bump(b: Box, by: int) -> int:
    b.hp += by
    return b.hp


def rings_in(after: dict[str, Any]) -> list[tuple[int, bool]]:
    return [(each["size"], each["worn"]) for each in after["rings"]]


def assumed(rule: Callable[..., Any], *given: int, **values: Any) -> tuple[int, dict[str, Any]]:
    """What a rule gives, and leaves, where some fields are constant."""
    row = np.zeros(1, NARROW)
    pack(Box(**values), row[0])
    result = compiled(rule, [ASSUMED[Box], *[INT] * len(given)], ASSUMED)(row.ctypes.data, *given)
    return result, held(row[0])
