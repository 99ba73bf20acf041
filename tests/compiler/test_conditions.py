"""Conditions: what they evaluate, what they leave alone, and what they look at all at once in a loop."""

from __future__ import annotations

from typing import Any

import pytest
from compiler_boxes import Box, Ring, assumed, bump, run
from compiler_helpers import Runner, same

TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
LISTED = [10, -20, 30]
STEP = 3
NEVER = False


def lazily(b: Box, a: int) -> int:
    first = a > 0 and bump(b, 1) > 0
    second = a > 0 or bump(b, 10) > 0
    third = bump(b, 100) if a > 0 else bump(b, 1000)
    fourth = 0 < a < bump(b, 10_000)
    fifth = 0 < a < bump(b, 100_000) < bump(b, 1_000_000)
    return first + second * 2 + fourth * 4 + fifth * 8 + third * 16


def deciding(a: int, b: int) -> int:
    return (a and b) * 1000 + (a or b) + ((a and b) or 7) * 100_000


def negated(a: int, b: int) -> int:
    if not (a > 1 and not b > 1):
        return 1
    return 2


def folded(a: int) -> int:
    result = 0
    if NEVER or STEP == 4 or a == 1:
        result += 1
    if NEVER and a == 1:
        result += 10
    if STEP == 3 and a == 2:
        result += 100
    if not NEVER:
        chosen = 1000
    return result + chosen + (TABLE if STEP == 3 else LISTED)[0]


def chosen(a: int) -> int:
    return (1 if a > 0 else -1 if a < 0 else 0) * (True if a & 1 else 5)


def test_conditions_evaluate_only_what_they_need() -> None:
    assert run(lazily, 0)[1]["hp"] == 1010
    assert run(lazily, 3)[1]["hp"] == 1_110_101
    assert run(lazily, 3)[0] == 1 + 2 + 4 + 8 + 101 * 16


def test_and_and_or_give_the_operand_that_decides() -> None:
    decide = Runner(deciding)
    assert decide(5, 3) == 303_005
    assert decide(0, 3) == 700_003
    assert decide(4, 0) == 700_004


def test_conditions() -> None:
    assert [same(negated, *given) for given in ((2, 1), (2, 2), (1, 1))] == [2, 1, 1]
    assert [same(folded, a) for a in (0, 1, 2)] == [1003, 1004, 1103]
    assert [same(chosen, a) for a in (3, 2, 0, -3, -2)] == [1, 5, 0, -1, -5]


def looked_for(b: Box, least: int) -> int:
    """Operands that only look stand before, between and after others."""
    total = 0
    for ring in b.rings:
        if ring.worn and ring.size >= least:
            total += 1
        if ring.size > 1 or not ring.worn or bump(b, 1) > 100:
            total += 10
        if bump(b, 10) > 0 and ring.worn and 0 < ring.size & 3 < 3:
            total += 100
        if not (ring.worn or ring.size == least) and least > 0:
            total += 1000
    while total > 0 and b.on and b.small > 0:
        b.small -= 1
        total += 10_000
    return total


def looks_at_constants(b: Box, least: int) -> int:
    total = 0
    for ring in b.rings:
        if b.flag and ring.size > least and bump(b, 1000) > 0:
            total += 1
        if b.flag or ring.size > least:
            total += 10
        if b.fixed == 7 and ring.size > least:
            total += 100
        if b.fixed == 7 or b.flag:
            total += 1000
    return total


RINGS: list[dict[str, Any]] = [{"size": 0}, {"size": 2, "worn": True}, {"size": 5, "worn": True}]


@pytest.mark.parametrize("least", [0, 1, 2, 5, 6])
@pytest.mark.parametrize("on", [False, True])
def test_in_a_loop_what_only_looks_is_looked_at_at_once(least: int, on: bool) -> None:
    """Whatever does more than look is still evaluated only where it is needed: hp counts how often it was."""
    rings = [Ring(**each) for each in RINGS]
    _, after = run(looked_for, least, rings=rings, on=on, small=3)
    assert after["hp"] == 30


@pytest.mark.parametrize("least", [1, 3, 9])
def test_constants_decide_conditions_in_a_loop(least: int) -> None:
    rings = [Ring(**each) for each in RINGS]
    total, after = assumed(looks_at_constants, least, rings=rings, fixed=7)
    assert total == looks_at_constants(Box(rings=rings, fixed=7), least)
    assert after["hp"] == 0
