"""Fields and lists that are assumed to be constant, and what ends a call that breaks one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from compiler_boxes import ASSUMED, FIXED_BROKEN, FLAG_BROKEN, NARROW, ZEROS_BROKEN, Blow, Box, Ring, assumed, run
from compiler_helpers import held, pack

from affray.compiler.program import Program
from affray.compiler.types import INT


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
