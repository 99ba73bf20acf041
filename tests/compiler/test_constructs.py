"""Every construct of the rule language, plain and compiled, and everything that is refused."""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from compiler_helpers import (
    Records,
    Runner,
    compiled,
    error_of,
    held,
    module_of,
    on_record,
    pack,
    records_of,
    refusal,
    same,
)

import affray.compiler.types
from affray.compiler import types
from affray.compiler.program import Program
from affray.compiler.types import INT, MASK, ArrayType, Scalar, Word, references

BIG = 1 << 59
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
LISTED = [10, -20, 30]
LEAST = -(1 << 63)
MOST = (1 << 63) - 1
STEP = 3
NEVER = False


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


def rings_in(after: dict[str, Any]) -> list[tuple[int, bool]]:
    return [(each["size"], each["worn"]) for each in after["rings"]]


# --- names, numbers, conversions


def literals() -> int:
    return 0x10 + 1_000 + True - False + 0b11


def least() -> bool:
    return -9223372036854775808 < 0 and LEAST == -9223372036854775808


def of_module() -> int:
    return affray.compiler.types.MASK // (1 << 60) + types.WORD_BITS


def booleans(a: bool, b: bool) -> int:
    return a + b * 10 + (a & b) * 100 + (a ^ b) * 1000 + (a | b) * 10_000


def conversions(a: int, b: bool) -> int:
    return int(b) + bool(a) * 10 + int(2.9) * 100 + int(-2.9) * 1000 + int(float(a) / 2)


def floats(a: int, b: int) -> int:
    x = a / b
    x += 1
    y: float = 2
    return int((x * y - 0.5 - -x) * 1000)


def float_comparisons(a: int) -> int:
    x = a / 2
    return (x > a) + (x < a) * 10 + (x == 1.5) * 100 + (x != 1.5) * 1000 + (x >= 1) * 10_000 + (x <= 1) * 100_000


def annotated(a: int) -> int:
    x: float = a
    y: Word = a
    z: int = True
    return int(x / 2) + (y >> 60) + z


def word(a: Word) -> Word:
    b = (a ^ a >> 30) * 0xBF58476D1CE4E5B9 & MASK
    b = (b ^ b >> 27) * 0x94D049BB133111EB & MASK
    return b ^ b >> 31


def word_divided(a: Word, b: Word) -> Word:
    return (a // b ^ a % b) + abs(b) & MASK


def word_compared(a: Word, b: Word) -> int:
    return (a < b) + (a > b) * 10 + (a == b) * 100


def test_numbers_and_names() -> None:
    assert same(literals) == 1020
    assert same(least) == 1
    assert same(of_module) == 15 + 64
    assert same(booleans, True, False) == 11_001
    assert same(booleans, True, True) == 10_111


def test_conversions() -> None:
    convert = Runner(conversions)
    assert convert(7, True) == 1 + 10 + 200 - 2000 + 3
    assert convert(0, False) == 200 - 2000
    assert same(annotated, 7) == 4


def test_floats() -> None:
    assert same(floats, 7, 2) == int((4.5 * 2 - 0.5 + 4.5) * 1000) == 13_000
    assert Runner(float_comparisons)(3) == 10 + 100 + 10_000


def test_words_are_computed_modulo_two_to_the_64() -> None:
    mixed = Runner(word)
    for a in (0, 1, 0x9E3779B97F4A7C15, 1 << 63, MASK):
        mixed(a)
    assert Runner(word_divided)(MASK, 10) == ((MASK // 10 ^ 5) + 10)
    assert Runner(word_compared)(1 << 63, 1) == 10
    assert Runner(word_compared)(1, MASK) == 1


# --- operators


def unary(a: int, b: bool) -> int:
    return -a + ~a * 3 + +a * 5 + (not a) * 7 + (not b) * 11 - b + ~b


def augmented(a: int, b: int) -> int:
    a += b
    a -= 3
    a *= 2
    a //= b
    a <<= 4
    a >>= 1
    a %= 1000
    a |= 1
    a &= 0xFF
    a ^= b
    return a


def chained(a: int, b: int, c: int, d: int) -> int:
    return (a < b < c) + (a <= b >= c != d) * 10 + (a == b == c == d) * 100


def member(a: int) -> int:
    return (a in (1, 2, 3)) + (a not in (1, 5)) * 10 + (a in TABLE) * 100 + (a not in LISTED) * 1000


def test_unary_operators() -> None:
    for a in (-5, 0, 9):
        for b in (True, False):
            assert same(unary, a, b) == -a + ~a * 3 + a * 5 + (a == 0) * 7 + (not b) * 11 - b + ~int(b)


def test_augmented_assignments() -> None:
    assert same(augmented, 10, 3) == (((10 * 2 // 3) << 4 >> 1) % 1000 | 1) & 0xFF ^ 3
    assert same(augmented, -100, 7) == ((-192 // 7 << 4 >> 1) % 1000 | 1) & 0xFF ^ 7


def test_comparisons_in_a_chain() -> None:
    chain = Runner(chained)
    for given in ((1, 2, 3, 4), (1, 1, 1, 1), (2, 2, 1, 0), (2, 2, 1, 1), (3, 2, 1, 0)):
        chain(*given)
    assert chain(1, 1, 1, 1) == 100
    assert chain(2, 2, 1, 0) == 10


def test_membership() -> None:
    contained = Runner(member)
    assert [contained(a) for a in (1, 3, 5, 10)] == [1101, 1111, 1100, 10]


# --- conditions, and what they leave unevaluated


def bump(b: Box, by: int) -> int:
    b.hp += by
    return b.hp


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


# --- Python's own functions


def extremes(a: int, b: int, c: int) -> int:
    return max(a, b, c) * 10_000 + min(a, b, c) * 100 + max(a, 3) + min(b, True) + abs(a) * 1_000_000


def lengths(b: Box) -> int:
    return len(b.cells) + len(b.grid) * 10 + len(b.grid[0]) * 100 + len(TABLE) * 1000 + len(b.rings) * 10_000


def extreme_floats(a: int) -> int:
    x = a / 4
    return int(max(x, 1) * 100 + min(x, 0.5, 7) * 10_000 + abs(x) * 1_000_000)


def test_builtins() -> None:
    for given in ((1, 2, 3), (-5, 0, 4), (3, -3, 3)):
        assert same(extremes, *given) == (
            max(given) * 10_000 + min(given) * 100 + max(given[0], 3) + min(given[1], 1) + abs(given[0]) * 1_000_000
        )
    assert run(lengths)[0] == 5 + 20 + 300 + 8000 + 30_000
    assert [same(extreme_floats, a) for a in (-6, 1, 10)] == [1_485_100, 252_600, 2_505_250]


# --- statements


def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def breaking(n: int) -> int:
    total = 0
    for i in range(n):
        if i == 7:
            break
        for j in range(i, n):
            if (i + j) % 3 == 0:
                continue
            if j > 5:
                break
            total += i * j
    while True:
        total -= 1
        if total % 5 == 0:
            break
        if total < 0:
            return -1
    return total


def ranges(a: int, b: int) -> int:
    total = 0
    for i in range(a, b, STEP):
        total = total * 7 + i & 0xFFFF
    for i in range(b, a, -2):
        total = total * 5 + i & 0xFFFF
        i += 100
    for _ in range(b - a):
        pass
    return total


def branches(a: int) -> int:
    """Text counts for nothing."""
    if a < 0:
        x = 1
    elif a == 0:
        x = 2
    else:
        return 3
    "nor does this"
    return x


def swapped(a: int, b: int) -> int:
    a, b = b, a + b
    a, b = b, a
    return a * 100 + b


def forever(a: int) -> int:
    while True:
        a += 3
        if a > 100:
            return a


def no_end(b: Box, a: int) -> None:
    if a > 3:
        b.hp = 1
        return
    b.hp = 2


def test_loops() -> None:
    assert [same(collatz, n) for n in (1, 6, 27)] == [0, 8, 111]
    for n in (0, 1, 5, 9, 20):
        same(breaking, n)
    assert same(forever, 0) == 102
    for given in ((0, 10), (10, 0), (-7, 8), (3, 3)):
        same(ranges, *given)
    assert same(ranges, 0, 4) == ((0 * 7 + 3) * 5 + 4) * 5 + 2


def test_if_return_and_several_targets() -> None:
    assert [same(branches, a) for a in (-1, 0, 1)] == [1, 2, 3]
    assert same(swapped, 3, 4) == 704
    assert [run(no_end, a)[1]["hp"] for a in (3, 4)] == [2, 1]


# --- records, lists, slices, tables


def fields(b: Box, a: int) -> int:
    b.hp = a
    b.hp -= 1
    b.wide = a * BIG // 100
    b.small = 200
    b.on = a > 3
    b.share = a / 4
    b.share *= 2
    b.key = 0xFFFFFFFFFFFFFFFF
    b.core.heat, b.n = b.hp + 1, b.core.heat
    return b.small + b.on + (b.key >> 60) * 1000 + int(b.share * 10) * 100_000


def items(b: Box, at: int) -> int:
    b.cells[at] = 5
    b.cells[at] += at
    b.cells[4] = b.cells[at] * 2
    b.grid[1][at] = 7
    b.core.rings[at] -= 3
    b.rings[at].size = 8
    b.rings[at].worn = not b.rings[at].worn
    row = b.grid[1]
    ring = b.rings[at]
    ring.size += 1
    return row[at] * 10 + ring.size


def through(b: Box) -> int:
    total = 0
    for cell in b.cells:
        total = total * 10 + cell
    for cell in b.cells[: b.n]:
        total += cell
    for cell in b.cells[b.n :]:
        total -= cell
    for cell in b.cells[1:3]:
        total *= cell
    for row in b.grid[1:]:
        for cell in row:
            total += cell
    for ring in b.rings[: b.n]:
        ring.size += b.n
    for number in TABLE[2:]:
        total = total * 3 + number
    for number in LISTED:
        total += number
    return total


def which(b: Box, a: int) -> int:
    ring = b.rings[0] if a > 0 else b.rings[1]
    best = ring
    for each in b.rings:
        if each.size > best.size:
            best = each
    best.worn = True
    return best.size


def tables(a: int) -> int:
    return TABLE[a] * 100 + LISTED[1] + TABLE[2] * 10_000 + TABLE[a & 1]


def nothing(b: Box) -> int:
    return (b is None) + (None is not None) * 10 + (b is not None) * 100


def test_fields() -> None:
    result, after = run(fields, 9, hp=1, core=Core(heat=77))
    assert result == 200 + 1 + 15_000 + 45 * 100_000
    assert (after["hp"], after["small"], after["on"], after["share"], after["key"]) == (8, 200, True, 4.5, MASK)
    assert (after["wide"], after["n"], after["core"]["heat"]) == (9 * BIG // 100, 77, 9)
    assert run(fields, -9)[1]["wide"] == -9 * BIG // 100


def test_items() -> None:
    result, after = run(items, 2, core=Core(0, [1, 2, 3, 4]))
    assert result == 79
    assert after["cells"] == [0, 0, 7, 0, 14]
    assert after["grid"] == [[0, 0, 0], [0, 0, 7]]
    assert after["core"] == {"heat": 0, "rings": [1, 2, 0, 4]}
    assert rings_in(after) == [(0, False), (0, False), (9, True)]


def copy_part(b: Box, first: int, end: int) -> int:
    b.grid[0][first:end] = b.grid[1][first:end]
    return b.grid[0][1]


@pytest.mark.parametrize(("first", "end", "row"), [(0, 3, [4, 5, 6]), (1, 2, [1, 5, 3]), (2, 2, [1, 2, 3])])
def test_a_part_of_a_list_is_copied(first: int, end: int, row: list[int]) -> None:
    result, after = run(copy_part, first, end, grid=[[1, 2, 3], [4, 5, 6]])
    assert (result, after["grid"]) == (row[1], [row, [4, 5, 6]])


def test_for_loops_through_lists_slices_and_tables() -> None:
    rings = [Ring(1), Ring(2), Ring(3)]
    result, after = run(through, n=2, cells=[1, 2, 3, 4, 5], grid=[[100, 100, 100], [1, 2, 3]], rings=rings)
    total = (12345 + 3 - 12) * 2 * 3 + 6
    for number in (4, 1, 5, 9, 2, 6):
        total = total * 3 + number
    assert result == total + 20
    assert [size for size, _ in rings_in(after)] == [3, 4, 3]


def test_records_are_references() -> None:
    result, after = run(which, 1, rings=[Ring(2), Ring(5), Ring(4)])
    assert result == 5
    assert rings_in(after) == [(2, False), (5, True), (4, False)]
    assert run(which, -1, rings=[Ring(9), Ring(5), Ring(4)])[0] == 9


def test_tables_and_none() -> None:
    assert [same(tables, a) for a in (0, 5, 7)] == [40_283, 40_881, 40_581]
    assert run(nothing)[0] == 100


# --- calls


class Blow(NamedTuple):
    damage: int
    hit: bool = True
    times: int = 3


def blow(a: int) -> Blow:
    if a < 0:
        return Blow(times=a, damage=-a, hit=False)
    return Blow(a)


def total_of(given: Blow, more: int = 1000) -> int:
    damage, hit, times = given
    return damage * times + hit * more + given.times


def tuples(a: int) -> int:
    dealt = blow(a) if a != 5 else Blow(50, False)
    first = total_of(dealt)
    dealt = Blow(1, a > 0)
    return first * 10_000 + total_of(more=dealt.damage * 100, given=dealt)


def recursive(n: int) -> int:
    return n if n < 2 else recursive(n - 1) + recursive(n - 2)


def ordered(b: Box) -> int:
    return pair(second=bump(b, 1), first=bump(b, 10)) + Blow(times=bump(b, 100), damage=bump(b, 1000)).times


def pair(first: int, second: int) -> int:
    return first * 1000 + second


def touch(b: Any, ring: Any, cells: list[int], at: int) -> int:
    ring.size += at
    cells[at] = b.hp
    size: int = ring.size
    return size + sum_of(cells, at)


def sum_of(cells: Any, at: int) -> int:
    total: int = cells[0] + cells[at]
    return total


def anything(b: Box) -> int:
    b.hp = 7
    return touch(b, b.rings[1], b.cells, 2) * 100 + touch(b, b.rings[2], b.core.rings, 3)


def ring_of(b: Box, at: int) -> Ring:
    return b.rings[at]


def first_worn(b: Box) -> int:
    ring_of(b, 1).worn = True
    return ring_of(b, 1).size


def test_named_tuples() -> None:
    run_tuples = Runner(tuples)
    assert run_tuples(4) == (12 + 1000 + 3) * 10_000 + 3 + 100 + 3
    assert run_tuples(-2) == (2 * -2 - 2) * 10_000 + 6
    assert run_tuples(5) == (150 + 3) * 10_000 + 106


def test_calls() -> None:
    assert same(recursive, 15) == 610
    assert run(ordered)[0] == 11 * 1000 + 1 + 111
    result, after = run(anything)
    assert result == (2 + 0 + 7) * 100 + 3 + 0 + 7
    assert after["cells"][2] == after["core"]["rings"][3] == 7
    after = run(first_worn, rings=[Ring(1), Ring(2), Ring(3)])[1]
    assert rings_in(after) == [(1, False), (2, True), (3, False)]


def adder(by: int, then: Callable[[int], int]) -> Callable[[int], int]:
    def add(a: int) -> int:
        return then(a + by)

    return add


def doubled(a: int) -> int:
    return a * 2


def tripled(a: int) -> int:
    return a * 3


add_five, add_seven = adder(5, doubled), adder(7, adder(1, doubled))


def both(a: int) -> int:
    return add_five(a) * 1000 + add_seven(a)


def test_closures_are_compiled_with_what_they_hold() -> None:
    assert same(both, 1) == 12 * 1000 + 18


def test_seams_put_one_function_in_the_place_of_another() -> None:
    assert both(1) == 12_018
    assert compiled(both, [INT], seams={doubled: tripled})(1) == 18 * 1000 + 27
    assert compiled(both, [INT], seams={add_five: add_seven})(1) == 18 * 1000 + 18


def add_up(arrays: Any, n: int) -> int:
    total: int = arrays.factor
    for number in arrays.small[:n]:
        total += number * arrays.large[0]
        arrays.large[1] += number
    return total


def test_a_record_of_addresses() -> None:
    small, large = np.array([1, 2, 3], np.int32), np.array([1 << 40, 0], np.int64)
    record = references("Arrays", {"small": small, "factor": 5, "large": large})
    addresses = np.array([small.ctypes.data, 11, large.ctypes.data], np.int64)
    assert compiled(add_up, [record, INT])(addresses.ctypes.data, 3) == 11 + (6 << 40)
    assert large.tolist() == [1 << 40, 6]


# --- constant fields and lists


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


def assumed(rule: Callable[..., Any], *given: int, **values: Any) -> tuple[int, dict[str, Any]]:
    """What a rule gives, and leaves, where some fields are constant."""
    row = np.zeros(1, NARROW)
    pack(Box(**values), row[0])
    result = compiled(rule, [ASSUMED[Box], *[INT] * len(given)], ASSUMED)(row.ctypes.data, *given)
    return result, held(row[0])


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


# --- what is refused

HEAD = """
from typing import Any, NamedTuple
from affray.compiler.types import Word
TABLE = (1, 2, 3)
WORDS = ("a", "b")
BEYOND = 1 << 64
class Blow(NamedTuple):
    damage: int
    hit: bool = True
def other(a: int) -> int:
    return a
"""
LINE = HEAD.count("\n") + 1  # of the first line of a rule


def refused(body: str) -> str:
    """The line, counted from the def as 0, and the reason."""
    text = f"{HEAD}def rule(a: int, b: Box) -> int:\n{textwrap.indent(body, '    ')}\n"
    said = refusal(text, RECORDS, {"Box": Box, "Ring": Ring})
    line, _, reason = said.partition(": ")
    return f"{int(line) - LINE}: {reason}" if line.isdigit() else said


STATEMENTS = {
    "try:\n    a += 1\nexcept ValueError:\n    pass\nreturn a": "1: Try is not part of the rule language",
    "with a:\n    pass\nreturn a": "1: With is not part of the rule language",
    "a += 1\nraise ValueError": "2: Raise is not part of the rule language",
    "assert a\nreturn a": "1: Assert is not part of the rule language",
    "def inner() -> int:\n    return 1\nreturn inner()": "1: FunctionDef is not part of the rule language",
    "import math\nreturn a": "1: Import is not part of the rule language",
    "global TABLE\nreturn a": "1: Global is not part of the rule language",
    "del a\nreturn 1": "1: Delete is not part of the rule language",
    "match a:\n    case 1:\n        return 1\nreturn 2": "1: Match is not part of the rule language",
    "while a:\n    a -= 1\nelse:\n    a = 3\nreturn a": "1: a loop has no else",
    "for i in range(3):\n    a -= 1\nelse:\n    a = 3\nreturn a": "1: a loop has no else",
    "x = y = 1\nreturn x": "1: one assignment has one target",
    "x: int\nreturn a": "1: only a variable with a value is annotated",
    "x: Unknown = 3\nreturn x": "1: Unknown is not defined here",
    "x, y = a\nreturn x": "1: a does not have 2 values",
    "x, y = 1, 2, 3\nreturn x": "1: (1, 2, 3) does not have 2 values",
    "(x, y), z = 1, 2\nreturn x": "1: (x, y) cannot be assigned to",
    "x = other\nreturn 1": "1: x is not a number, a record or a named tuple",
    "x = TABLE\nreturn 1": "1: x is not a number, a record or a named tuple",
    "x = True\nx = 5\nreturn x": "2: x was True or False before; start with a number, or use another name",
    "x = 1\nx = 2.5\nreturn 1": "2: expected int, not float; use int(...)",
    "x = 1\nx /= 2\nreturn 1": "2: expected int, not float; use int(...)",
    "x: int = 2.5\nreturn 1": "1: expected int, not float; use int(...)",
    "b.hp = a / 2\nreturn 1": "1: expected int, not float; use int(...)",
    "b.cells[0] = a / 2\nreturn 1": "1: expected int, not float; use int(...)",
    "return a / 2": "1: expected int, not float; use int(...)",
    "return other(a / 2)": "1: expected int, not float; use int(...)",
    "x = b\nx = b.rings[0]\nreturn 1": "2: expected a record Box, not a record Ring",
    "b.rings[0] = b.rings[1]\nreturn 1": "1: an item is set to something that is not a number",
    "b.core = a\nreturn 1": "1: Box has no number core",
    "b.cells = a\nreturn 1": "1: Box has no number cells",
    "b.grid[0] = a\nreturn 1": "1: only a number in a list can be set",
    "TABLE[0] = a\nreturn 1": "1: TABLE is not a list in a record",
    "a.hp = 1\nreturn 1": "1: a is not a record",
    "for i in a:\n    pass\nreturn 1": "1: a: expected range(...), a list or a slice of one",
    "for i in b.cells[::2]:\n    pass\nreturn 1": "1: a slice in a for loop has no step",
    "for i in b.cells[:-1]:\n    pass\nreturn 1": "1: the bound -1 is not one of 0 to 5",
    "for i in b.cells[-2:]:\n    pass\nreturn 1": "1: the bound -2 is not one of 0 to 5",
    "for i in b.cells[:6]:\n    pass\nreturn 1": "1: the bound 6 is not one of 0 to 5",
    "for i in range(0, 9, a):\n    pass\nreturn 1": (
        "1: expected range(end), range(first, end) or range(first, end, step) with a constant step"
    ),
    "for i in range(a / 2):\n    pass\nreturn 1": "1: expected int, not float; use int(...)",
    "for i in WORDS:\n    pass\nreturn 1": "1: a for loop goes through a table of whole numbers",
}
EXPRESSIONS = {
    "lambda: a": "lambda: a: Lambda is not part of the rule language",
    "[i for i in b.cells][0]": "[i for i in b.cells]: ListComp is not part of the rule language",
    "'text'": "'text' is neither a number of 64 bits, nor True, False or None",
    "f'{a}'": "f'{a}': JoinedStr is not part of the rule language",
    "(x := a)": "(x := a): NamedExpr is not part of the rule language",
    "[a][0]": "[a]: List is not part of the rule language",
    "18446744073709551616": "18446744073709551616 is neither a number of 64 bits, nor True, False or None",
    "a < BEYOND": "a < BEYOND: only numbers are compared",
    "a ** 2": "the operator Pow is not part of the rule language",
    "a @ 2": "the operator MatMult is not part of the rule language",
    "int(a / 2 // 2)": "the operator FloorDiv is for whole numbers",
    "int(a / 2 % 2)": "the operator Mod is for whole numbers",
    "~(a / 2)": "~ is for whole numbers",
    "b == b": "b == b: only numbers are compared",
    "Blow(1) == Blow(1)": "Blow(1) == Blow(1): only numbers are compared",
    "a is 1": "`is` stands before None only",
    "a in b.cells": "b.cells is not a tuple of whole numbers",
    "a in WORDS": "WORDS is not a tuple of whole numbers",
    "b in TABLE": "b is not a number",
    "b + 1": "b is not a number",
    "b.unknown": "Box has no field unknown",
    "a.hp": "a has no field hp that rules can read",
    "Blow(1).unknown": "Blow(1) has no field unknown that rules can read",
    "unknown": "unknown is not defined here",
    "unknown(a)": "unknown is not defined here",
    "a[0]": "a has no items",
    "Blow(1)[0]": "Blow(1) has no items",
    "b.cells[1:2]": "a slice stands in a for loop only",
    "b.cells[-1]": "the index -1 is not one of 0 to 4",
    "b.cells[5]": "the index 5 is not one of 0 to 4",
    "b.cells[1.0]": "the index 1.0 is not one of 0 to 4",
    "TABLE[3]": "the index 3 is not one of 0 to 2",
    "TABLE[1.0]": "the index 1.0 is not one of 0 to 2",
    "WORDS[a]": "WORDS is not a table of whole numbers",
    "1 if a else b": "both values must have the same type",
    "1 if a else None": "both values must have the same type",
    "a()": "a is not a function",
    "b.hp()": "b.hp is not a function",
    "print(a)": "print is not a rule, nor one of abs, bool, float, int, len, max, min",
    "other(a, 2)": "other(a, 2): too many arguments",
    "other(*TABLE)": "other(*TABLE): too many arguments",
    "other()": "other is called without a",
    "other(b=1)": "other(b=1): no argument b",
    "other(1, a=1)": "other(1, a=1): no argument a",
    "other(b)": "expected int, not a record Box",
    "other(None)": "expected int, not this",
    "Blow().damage": "Blow is made without damage",
    "Blow(a / 2).damage": "expected int, not float; use int(...)",
    "max()": "max(): expected arguments without names",
    "max(b.cells)": "b.cells is not a number",
    "max(a)": "max(a): expected several arguments",
    "abs(a, 2)": "abs(a, 2): expected one argument",
    "len(a)": "the length of a is not known",
    "b": "expected int, not a record Box",
    "None": "rule returns int",
}
UNASSIGNED = {
    "if a:\n    x = 1\nreturn x": "3: x has no value on some way to this line; set it before",
    "while a:\n    x = 1\n    a -= 1\nreturn x": "4: x has no value on some way to this line; set it before",
    "for i in range(a):\n    pass\nreturn i": "3: i has no value on some way to this line; set it before",
    "x += 1\nreturn x": "1: x has no value on some way to this line; set it before",
    "y = TABLE[0]\nTABLE = 3\nreturn y": "1: TABLE has no value on some way to this line; set it before",
    "if a:\n    return 1": "0: rule may end without a return",
    "while a:\n    a -= 1": "0: rule may end without a return",
    "return": "1: rule returns int",
}


@pytest.mark.parametrize(("body", "reason"), [*STATEMENTS.items(), *UNASSIGNED.items()])
def test_refused_statements(body: str, reason: str) -> None:
    assert refused(body) == reason


@pytest.mark.parametrize(("expression", "reason"), EXPRESSIONS.items())
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_refused_expressions(expression: str, reason: str) -> None:
    assert refused(f"a += 1\nif a:\n    return {expression}\nreturn a") == f"3: {reason}"


FUNCTIONS = {
    "def callee(a) -> int:\n    return a": "the parameter a of callee has no annotation",
    "def callee(a: int):\n    return a": "callee does not say what it returns",
    "def callee(a: int) -> str:\n    return 1": (
        "callee returns <class 'str'>; expected int, bool, float, a named tuple or a record"
    ),
    "def callee(a: Box) -> int:\n    return 1": "the parameter a of callee is not int",
    "def callee(a: Missing) -> int:\n    return 1": "callee: name 'Missing' is not defined; a type must be imported",
    "def callee(a: int, *, b: int = 1) -> int:\n    return a": "a rule has plain parameters: no *, no / and no **",
    "def callee(a: int, /) -> int:\n    return a": "a rule has plain parameters: no *, no / and no **",
}


@pytest.mark.parametrize(("function", "reason"), FUNCTIONS.items())
def test_refused_functions(function: str, reason: str) -> None:
    text = "from __future__ import annotations\nfrom typing import Any\n\n" + function
    text += "\n\ndef rule(a: int) -> int:\n    return callee(a)\n"
    assert refusal(text, RECORDS, given={"Box": Box}) == f"4: {reason}"


def test_a_rule_needs_a_source() -> None:
    made: dict[str, Any] = {}
    exec("def rule(a: int) -> int:\n    return a", made)
    text = "def rule(a: int) -> int:\n    return sourceless(a)\n"
    error = error_of(module_of(text, {"sourceless": made["rule"]}), None)
    assert str(error) == "<string>:1: the source of rule is not there: a rule is a def in a file"


def test_a_float_cannot_leave_the_program() -> None:
    assert refusal("def rule(a: int) -> float:\n    return a / 2") == (
        "1: rule is called from outside and returns a float"
    )


def test_what_cannot_be_reached_is_not_looked_at() -> None:
    assert refused("if False:\n    return [a][0]\nreturn 1\nraise ValueError") == "accepted"


def test_a_constant_list_is_changed_by_its_field_only() -> None:
    text = "def change(cells: Any) -> None:\n    cells[0] = 1\n\ndef rule(b: Box) -> None:\n    change(b.zeros)\n"
    said = refusal(text, ASSUMED, given={"Box": Box, "Any": Any})
    assert said == "2: a constant list is changed under another name; change it by its field"


def test_a_constant_list_cannot_be_set_as_a_whole() -> None:
    assert refusal("def rule(b: Box) -> None:\n    b.zeros = 1\n", ASSUMED, given={"Box": Box}) == (
        "2: Box has no number zeros"
    )


def test_every_function_is_looked_at() -> None:
    """The first reason of each function is kept, those of others come after it."""
    module: ModuleType = module_of(
        "def one(a: int) -> int:\n    return a ** 2\n\ndef two(a: int) -> int:\n    return [a]\n\n"
        "def rule(a: int) -> int:\n    return one(a) + two(a)\n"
    )
    made = Program({}, {}, [module.rule])
    made.export(module.rule, [INT])
    assert sorted(error.line for error in made.errors) == [2, 5]
