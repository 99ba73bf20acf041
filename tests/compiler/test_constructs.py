"""Every construct of the rule language, plain and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from compiler_boxes import Blow, Box, Core, Ring, bump, rings_in, run
from compiler_helpers import (
    Runner,
    compiled,
    same,
)

import affray.compiler.types
from affray.compiler import types
from affray.compiler.program import Program
from affray.compiler.types import INT, MASK, Word, references

BIG = 1 << 59
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
LISTED = [10, -20, 30]
LEAST = -(1 << 63)
MOST = (1 << 63) - 1
STEP = 3
NEVER = False


# --- names, numbers, conversions


def literals() -> int:
    return 0x10 + 1_000 + True - False + 0b11


def least() -> bool:
    return -9223372036854775808 < 0 and LEAST == -9223372036854775808


def of_module() -> int:
    return (affray.compiler.types.MASK >> 60) + types.WORD_BITS


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


def word_amount(a: Word) -> Word:
    return abs(a)


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
    assert Runner(word_amount)(MASK) == MASK
    assert Runner(word_compared)(1 << 63, 1) == 10
    assert Runner(word_compared)(1, MASK) == 1


# --- operators


def unary(a: int, b: bool) -> int:
    return -a + ~a * 3 + (not a) * 7 + (not b) * 11 - b + ~b


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
            assert same(unary, a, b) == -a + ~a * 3 + (a == 0) * 7 + (not b) * 11 - b + ~int(b)


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


def looked_up(b: Box) -> int:
    return TABLE[bump(b, 1)] * 10 + b.hp


def renamed(a: int) -> int:
    table, call = TABLE, tripled
    for _ in range(a):
        a = call(table[a & 3])
    return a


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


def test_a_table_and_a_function_may_have_another_name() -> None:
    assert same(renamed, 2) == 9


def test_an_index_is_evaluated_once() -> None:
    assert run(looked_up)[0] == 11


# --- calls


def blow(a: int) -> Blow:
    if a < 0:
        return Blow(times=a, damage=-a, hit=False)
    return Blow(a)


def total_of(given: Blow, more: int = 1000) -> int:
    return given.damage * given.times + given.hit * more + given.times


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


def add_together(arrays: Any, n: int) -> int:
    for number in range(n):
        arrays.factor += number
        arrays.large[1] += 2 * number
    return 1


def test_what_several_threads_add_to_is_added_at_once() -> None:
    large = np.array([5, 7], np.int64)
    record = references("Arrays", {"factor": 5, "large": large}, shared=True)
    numbers = np.array([11, large.ctypes.data], np.int64)
    assert compiled(add_together, [record, INT])(numbers.ctypes.data, 4) == 1
    assert (numbers[0], large.tolist()) == (11 + 6, [5, 7 + 12])
    made = Program({}, {}, [add_together])
    made.export(add_together, [record, INT])
    assert str(made.module).count("atomicrmw add") == 2


def test_a_record_of_addresses() -> None:
    small, large = np.array([1, 2, 3], np.int32), np.array([1 << 40, 0], np.int64)
    record = references("Arrays", {"small": small, "factor": 5, "large": large})
    addresses = np.array([small.ctypes.data, 11, large.ctypes.data], np.int64)
    assert compiled(add_up, [record, INT])(addresses.ctypes.data, 3) == 11 + (6 << 40)
    assert large.tolist() == [1 << 40, 6]
