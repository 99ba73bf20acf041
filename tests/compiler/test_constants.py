"""Fields and lists that are assumed to be constant, and what ends a call that breaks one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from compiler_boxes import (
    ASSUMED,
    FIELDS,
    FIXED_BROKEN,
    FLAG_BROKEN,
    NARROW,
    NUMBERS,
    PARTS,
    ZEROS_BROKEN,
    Blow,
    Box,
    Ring,
    assumed,
    run,
)
from compiler_helpers import Records, compiled, held, pack, records_of

from affray.compiler.kernels.layouts import Layout
from affray.compiler.program import Program
from affray.compiler.types import INT, ArrayType, Scalar


def reads_constants(b: Box, at: int) -> int:
    total = b.fixed * 10 + b.zeros[at] + b.flag
    for each in b.zeros[: b.n]:
        total += each
    return total


def stores(b: Box, value: int) -> int:
    b.hp = 1
    b.fixed = value
    b.hp = 2
    return 50


def stores_flag(b: Box, value: int) -> int:
    b.flag = value > 3
    b.hp = 3
    return 60


def stores_item(b: Box, value: int) -> int:
    b.zeros[1] = value
    b.zeros[2] += value
    b.hp = 4
    return 70


def outer(b: Box, value: int) -> int:
    made = middle(b, value)
    b.hp += 100
    return made.damage


def middle(b: Box, value: int) -> Blow:
    for n in range(3):
        quiet(b, value, n)
        b.n += 1
    return Blow(9)


def quiet(b: Box, value: int, n: int) -> None:
    if n == 1:
        b.core.heat = ring_with(b, value).size
    b.n += 10


def ring_with(b: Box, value: int) -> Ring:
    stores(b, value)
    return b.rings[0]


@pytest.mark.parametrize("rule", [reads_constants, stores, stores_flag, stores_item, outer])
def test_constants_that_hold_change_nothing(rule: Callable[..., Any]) -> None:
    values: dict[str, Any] = {"fixed": 7, "hp": 9, "n": 2}
    given = 7 if rule in (stores, outer) else 0
    plain = Box(**values)
    expected = rule(plain, given)
    row = np.zeros(1, NARROW)
    pack(plain, row[0])
    assert assumed(rule, given, **values) == (expected, held(row[0]))


def test_a_store_of_another_value_ends_the_call_at_once() -> None:
    assert assumed(stores, 8)[0] == FIXED_BROKEN
    assert assumed(stores, 8)[1]["hp"] == 1
    assert assumed(stores_flag, 4)[0] == FLAG_BROKEN
    assert assumed(stores_flag, 4, hp=30)[1]["hp"] == 30
    assert assumed(stores_item, 4)[0] == ZEROS_BROKEN
    assert assumed(stores_item, 4, hp=30)[1]["hp"] == 30


def test_a_broken_assumption_ends_every_call_on_the_way() -> None:
    result, after = assumed(outer, 8)
    assert result == FIXED_BROKEN
    assert (after["hp"], after["n"], after["core"]["heat"]) == (1, 11, 0)
    assert assumed(outer, 7)[1]["n"] == 33


# --- a list of which some items are constant

FIVE = 5  # the value of the others
SOME = ArrayType(Scalar(INT, 32, "Box.zeros"), 4, FIVE, 0b1010)
PARTLY = np.dtype([*NUMBERS, ("zeros[1]", np.int32), ("zeros[3]", np.int32), *PARTS], align=True)


def reads_items(b: Box, at: int) -> int:
    total = b.zeros[0] + 10 * b.zeros[1] + 100 * b.zeros[at]
    for each in b.zeros:
        total += 1000 * each
    return total


def sets_item(b: Box, at: int, value: int) -> int:
    b.hp = 1
    b.zeros[at] = value
    b.zeros[3] += 2
    b.hp = 2
    return b.zeros[at]


def partly(rule: Callable[..., Any], *given: int) -> tuple[int, dict[str, Any]]:
    """What a rule gives, and leaves, where `zeros` is 5, 60, 5, 70, and the fives are constant."""
    row = np.zeros(1, PARTLY)
    row["zeros[1]"], row["zeros[3]"] = 60, 70
    records = records_of(PARTLY, Box, FIELDS, {"Box": {"zeros": SOME}})
    result = compiled(rule, [records[Box], *[INT] * len(given)], records)(row.ctypes.data, *given)
    return result, held(row[0])


@pytest.mark.parametrize("at", range(4))
def test_items_that_vary_are_found_among_those_that_do_not(at: int) -> None:
    whole = [FIVE, 60, FIVE, 70]
    assert partly(reads_items, at)[0] == FIVE + 600 + 100 * whole[at] + 1000 * sum(whole)


def test_items_that_vary_are_set_in_their_places() -> None:
    result, after = partly(sets_item, 1, 8)
    assert (result, after["zeros[1]"], after["zeros[3]"], after["hp"]) == (8, 8, 72, 2)
    result, after = partly(sets_item, 3, 8)
    assert (result, after["zeros[1]"], after["zeros[3]"]) == (10, 60, 10)


def test_another_value_for_a_constant_item_ends_the_call() -> None:
    assert partly(sets_item, 2, FIVE)[0] == FIVE
    result, after = partly(sets_item, 2, 8)
    assert result == -1
    assert (after["hp"], after["zeros[1]"], after["zeros[3]"]) == (1, 60, 70)


# --- numbers that are assumed to need few bits

BITS = np.dtype([("hp", np.int8), ("n", np.int32), ("cells", np.int16, (5,))], align=True)
LIMITS = {"hp": 8, "cells": 16}
HP_TOO_LARGE, CELL_TOO_LARGE = -1, -2


def adds(b: Box, value: int) -> int:
    b.hp += value
    b.cells[1] = 3 * value
    b.n = 4
    return b.hp


def narrow(rule: Callable[..., Any], *given: int) -> tuple[int, dict[str, Any]]:
    """What a rule gives, and leaves, where hp is 100 and has 8 bits."""
    row = np.zeros(1, BITS)
    row["hp"] = 100
    layout = Layout({}, {}, narrow={"Box": LIMITS})
    records: Records = {Box: layout.record(BITS, "Box")}
    result = compiled(rule, [records[Box], *[INT] * len(given)], records)(row.ctypes.data, *given)
    return result, held(row[0])


def test_numbers_that_fit_are_stored_in_few_bits() -> None:
    assert narrow(adds, 27) == (127, {"hp": 127, "n": 4, "cells": [0, 81, 0, 0, 0]})
    assert narrow(adds, -228)[0] == -128


def test_a_number_that_does_not_fit_ends_the_call() -> None:
    assert narrow(adds, 28) == (HP_TOO_LARGE, {"hp": 100, "n": 0, "cells": [0] * 5})
    assert narrow(adds, -229)[0] == HP_TOO_LARGE


def cell(b: Box, value: int) -> int:
    b.n = 1
    b.cells[2] = value
    return 7


def test_an_item_that_does_not_fit_ends_it_too() -> None:
    assert narrow(cell, 32_767)[0] == 7
    assert narrow(cell, 32_768) == (CELL_TOO_LARGE, {"hp": 100, "n": 1, "cells": [0] * 5})


def test_loads_of_constants_are_folded() -> None:
    made = Program(ASSUMED, {}, [reads_constants])
    made.export(reads_constants, [ASSUMED[Box], INT])
    assert not made.errors
    assert "70" in str(made.module)
    assert reads_constants(Box(fixed=7, n=0), 0) == 70


def test_the_same_text_runs_with_and_without_constants() -> None:
    before = Box(fixed=7)
    after = copy.deepcopy(before)
    assert stores(after, 8) == 50
    assert run(stores, 8, fixed=7)[1]["fixed"] == 8
