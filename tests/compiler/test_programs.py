"""Random programs of the rule language do the same plain and compiled, and so does every operator at the edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from textwrap import indent
from typing import Any, NamedTuple

import numpy as np
import pytest
from compiler_helpers import Runner, module_of, on_record, records_of
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from affray.compiler.types import MASK, Word

WIDEST = (1 << 63) - 1
NARROW = (1 << 31) - 1
CASUAL = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

# --- what programs work on


@dataclass
class Ring:
    size: int = 0
    worn: bool = False


@dataclass
class Box:
    hp: int = 0
    wide: int = 0
    on: bool = False
    key: int = 0
    cells: list[int] = field(default_factory=lambda: [0] * 8)
    rings: list[Ring] = field(default_factory=lambda: [Ring() for _ in range(4)])


class Pair(NamedTuple):
    one: int
    yes: bool = True


RING = np.dtype([("size", np.int32), ("worn", np.bool_)], align=True)
COLUMNS: list[Any] = [("hp", np.int32), ("wide", np.int64), ("on", np.bool_), ("key", np.uint64)]
LAYOUT = np.dtype([*COLUMNS, ("cells", np.int32, (8,)), ("rings", RING, (4,))], align=True)
RECORDS = records_of(LAYOUT, Box, {"rings": Ring})
TABLE = (0, 1, -1, NARROW, -NARROW - 1, 7, -100, 12345)
NAMES = {"Box": Box, "Ring": Ring, "Pair": Pair, "TABLE": TABLE, "Word": Word, "MASK": MASK}

# --- expressions, each with a bound B: its values are from -B - 1 to B


class Expression(NamedTuple):
    text: str
    bound: int


def fitted(e: Expression, limit: int) -> str:
    """Brought within a bound: high bits are shifted out."""
    shift = max(0, e.bound.bit_length() - limit.bit_length() + (e.bound >> 1 >= limit or e.bound > limit))
    return f"({e.text} >> {shift})" if e.bound > limit else f"({e.text})"


class Writer:
    """Writes one function. `calls` are the functions written before."""

    def __init__(self, random: Random, calls: list[str]) -> None:
        self.random, self.calls = random, calls
        self.loops = self.counters = 0
        self.sliced = False  # in a loop through a slice: the list must not change

    def whole(self, depth: int = 3) -> Expression:
        """A whole number."""
        if depth == 0:
            return self.leaf()
        makers = (self.leaf, self.sum, self.product, self.bits, self.quotient, self.shift, self.choice, self.unary)
        made = self.random.choice(makers)
        return made() if made == self.leaf else made(depth - 1)  # type: ignore[call-arg]

    def leaf(self) -> Expression:
        edges = (0, 1, -1, 2, -7, NARROW, -NARROW - 1, WIDEST, -WIDEST - 1, 1 << 32, -(1 << 62), 99)
        number = self.random.choice(edges)
        variable = self.random.choice(("a", "b", "c", "x", "y", "r.hp", "p.one", "c.size"))
        item = f"r.cells[{self.random.choice(('a', 'x', 'y', 'v'))} & 7]"
        return self.random.choice(
            (
                Expression(f"({number})", max(number, -number - 1)),
                Expression("r.wide" if variable == "c" else variable, WIDEST if variable in "abcv" else NARROW),
                Expression(self.random.choice(("v", "a", "b", "r.wide")), WIDEST),
                Expression(item, NARROW),
                Expression(f"TABLE[{self.random.choice('xyab')} % 8]", NARROW),
                Expression(f"r.rings[{self.random.choice('xyab')} & 3].size", NARROW),
                Expression(f"int({self.random.choice(('w', 'r.key'))} >> 40)", (1 << 24) - 1),
                Expression(self.random.choice(("t", "r.on", "c.worn", "p.yes", "len(r.cells)")), 8),
            )
        )

    def sum(self, depth: int) -> Expression:
        x, y = fitted(self.whole(depth), WIDEST >> 1), fitted(self.whole(depth), (WIDEST >> 1) - 1)
        return Expression(f"({x} {self.random.choice('+-')} {y})", WIDEST)

    def product(self, depth: int) -> Expression:
        x, y = fitted(self.whole(depth), NARROW), fitted(self.whole(depth), NARROW >> 1)
        return Expression(f"({x} * {y})", 1 << 61)

    def bits(self, depth: int) -> Expression:
        x, y = self.whole(depth), self.whole(depth)
        bound = (1 << max(x.bound, y.bound).bit_length()) - 1
        return Expression(f"({x.text} {self.random.choice('&|^')} {y.text})", bound)

    def quotient(self, depth: int) -> Expression:
        x, y = fitted(self.whole(depth), WIDEST >> 1), self.whole(depth)
        divisor = self.random.choice((f"({y.text} | 1)", "3", "(-3)", "(-1)", "(1 << 62)"))
        return Expression(f"({x} {self.random.choice(('//', '%'))} {divisor})", WIDEST)

    def shift(self, depth: int) -> Expression:
        x, y = self.whole(depth), self.whole(depth)
        if self.random.random() < 0.5:
            return Expression(f"({x.text} >> ({y.text} & 127))", x.bound)
        return Expression(f"({fitted(x, NARROW)} << ({y.text} & 31))", 1 << 62)

    def choice(self, depth: int) -> Expression:
        x, y = self.whole(depth), self.whole(depth)
        forms = ("({x} if {t} else {y})", "max({x}, {y})", "min({x}, {y}, 7)", "({x} and {y})", "({x} or {y})")
        text = self.random.choice(forms).format(x=x.text, y=y.text, t=self.truth(depth))
        return Expression(text, max(x.bound, y.bound, 7))

    def unary(self, depth: int) -> Expression:
        x = self.whole(depth)
        return self.random.choice(
            (
                Expression(f"(-{fitted(x, WIDEST >> 1)})", WIDEST),
                Expression(f"abs({fitted(x, WIDEST >> 1)})", WIDEST),
                Expression(f"(~{x.text})", x.bound),
                Expression(f"int({self.truth(depth)})", 1),
            )
        )

    def truth(self, depth: int = 2) -> str:
        if depth == 0:
            return self.random.choice(("t", "r.on", "p.yes", "c.worn", "x > y", "a < 0"))
        x, y = self.whole(depth - 1).text, self.whole(depth - 1).text
        one, other = self.truth(depth - 1), self.truth(depth - 1)
        sign, chained = self.random.choice(("<", "<=", "==", "!=", ">", ">=")), self.random.choice(("<", "<=", "!="))
        forms = (
            f"{x} {sign} {y}", f"{x} {chained} {y} {sign} b", f"{x} in (1, {y}, -7)", f"{x} not in TABLE",
            f"({one} and {other})", f"({one} or {other})", f"(not {one})", f"bool({x})", f"({one} ^ {other})",
        )  # fmt: skip
        return f"({self.random.choice(forms)})"

    def word(self) -> str:
        """A Word."""
        n, e = self.random.randint(1, 63), self.whole(1).text
        forms = (f"w * 0xBF58476D1CE4E5B9 + ({e} & 0xFF) & MASK", f"w ^ w >> {n}", f"{e} & MASK", f"w ^ r.key >> {n}",
                 f"(w << {n} | w >> {64 - n}) & MASK", f"w ^ r.key", f"max(w, r.key)", "w - 1 & MASK")  # fmt: skip  # noqa: F541
        return self.random.choice(forms)

    # --- statements

    def body(self, depth: int) -> str:
        count = self.random.randint(2, 4)
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        simple = (self.assignment, self.update, self.store, self.jump, self.pair, self.call)
        if depth == 0 or self.random.random() < 0.6:
            return self.random.choice(simple)()
        return self.random.choice((self.branch, self.repeat, self.count, self.through))(depth - 1)

    def assignment(self) -> str:
        name = self.random.choice("xyvtwc")
        if name == "t":
            return f"t = {self.truth()}"
        if name == "w":
            return f"w = {self.word()}"
        if name == "c":
            return f"c = r.rings[{self.whole(1).text} & 3] if {self.truth(1)} else c"
        if self.random.random() < 0.2:
            return f"x, y = y, {fitted(self.whole(), NARROW)}"
        return f"{name} = {fitted(self.whole(), WIDEST if name == 'v' else NARROW)}"

    def update(self) -> str:
        name = self.random.choice(("x", "y", "r.hp", "c.size", *(() if self.sliced else ("r.cells[x & 7]",))))
        small = fitted(self.whole(), NARROW >> 1)
        return self.random.choice(
            (
                f"{name} {self.random.choice('&|^')}= {fitted(self.whole(), NARROW)}",
                f"{name} >>= {self.random.randint(0, 40)}",
                f"{name} >>= 1\n{name} {self.random.choice('+-')}= {small} >> 1",
                f"{name} %= {self.random.choice((7, -7, NARROW))}",
                f"{name} >>= 8\n{name} *= {self.random.randint(-127, 127)}",
                f"{name} //= {self.random.choice((2, 3, -3))}",
                f"v ^= {self.whole().text}",
            )
        )

    def store(self) -> str:
        narrow = fitted(self.whole(), NARROW)
        forms = [f"r.hp = {narrow}", f"r.rings[{self.whole(1).text} & 3].size = {narrow}", f"c.worn = {self.truth()}",
                 f"r.wide = {self.whole().text}", f"r.on = {self.truth()}", f"r.key = {self.word()}"]  # fmt: skip
        if not self.sliced:
            forms.append(f"r.cells[{self.whole(1).text} & 7] = {narrow}")
        return self.random.choice(forms)

    def jump(self) -> str:
        if self.loops and self.random.random() < 0.7:
            return f"if {self.truth()}:\n    {self.random.choice(('break', 'continue'))}"
        return f"if {self.truth()} and x > 100:\n    return {self.whole().text}"

    def pair(self) -> str:
        one, yes = fitted(self.whole(), NARROW), self.truth()
        return self.random.choice(
            (f"p = Pair({one})", f"p = Pair(yes={yes}, one={one})", f"x, t = {one}, {yes}", "y, t = p.one, p.yes")
        )

    def call(self) -> str:
        if not self.calls or self.sliced:
            return self.update()
        name = self.random.choice(self.calls)
        given = f"r, {self.whole(1).text}, b={self.whole(1).text}"
        return self.random.choice((f"v = {name}({given})", f"x = {name}({given}) >> 40", f"{name}({given})"))

    def branch(self, depth: int) -> str:
        text = f"if {self.truth()}:\n{indented(self.body(depth))}"
        if self.random.random() < 0.3:
            text += f"\nelif {self.truth()}:\n{indented(self.body(depth))}"
        return text + (f"\nelse:\n{indented(self.body(depth))}" if self.random.random() < 0.6 else "")

    def loop(self, head: str, depth: int, sliced: bool = False) -> str:
        self.loops, before = self.loops + 1, self.sliced
        self.sliced = self.sliced or sliced
        text = f"{head}\n{indented(self.body(depth))}"
        self.loops, self.sliced = self.loops - 1, before
        return text

    def repeat(self, depth: int) -> str:
        self.counters += 1
        k = f"k{self.counters}"
        test = f"{k} < 4 and {self.truth(1)}" if self.random.random() < 0.7 else f"not {k} >= 3"
        return f"{k} = 0\n" + self.loop(f"while {test}:\n    {k} += 1", depth)

    def count(self, depth: int) -> str:
        e = self.whole(1).text
        ranges = (f"{e} & 3", f"x, x + ({e} & 3)", f"-2, {e} & 3, 2", f"5, {e} & 3, -2")
        return self.loop(f"for i in range({self.random.choice(ranges)}):\n    y ^= i", depth)

    def through(self, depth: int) -> str:
        e, more = self.whole(1).text, self.whole(1).text
        lists = ("r.cells", f"r.cells[:{e} & 7]", f"r.cells[{e} & 3 : 4 + ({more} & 3)]", "TABLE[6:]", "r.cells[5:]")
        if self.random.random() < 0.3:
            return self.loop(f"for c in r.rings[{e} & 1 : {more} & 3]:\n    c.size ^= x", depth)
        chosen = self.random.choice(lists)
        return self.loop(f"for i in {chosen}:\n    y ^= i", depth, sliced="r.cells[" in chosen)

    def function(self, name: str) -> str:
        start = "x = 5\ny = a & 0xFFFF\nv = a\nt = a > b\nw: Word = r.key\np = Pair(3)\nc = r.rings[0]\n"
        body = start + self.body(2) + "\n" + self.body(1) + f"\nreturn {self.whole().text}"
        return f"def {name}(r: Box, a: int, b: int) -> int:\n{indented(body)}\n\n\n"


def indented(text: str) -> str:
    return indent(text, "    ")


def written(random: Random) -> str:
    """A program of three functions, of which the last is `main`."""
    names = ["first", "second", "main"]
    return "".join(Writer(random, names[:n]).function(name) for n, name in enumerate(names))


INTS = st.integers(-WIDEST - 1, WIDEST) | st.sampled_from((0, 1, -1, NARROW, WIDEST, -WIDEST - 1))
SMALL = st.integers(-NARROW - 1, NARROW)
BOXES = st.builds(
    Box,
    hp=SMALL,
    wide=INTS,
    on=st.booleans(),
    key=st.integers(0, MASK),
    cells=st.lists(SMALL, min_size=8, max_size=8),
    rings=st.lists(st.builds(Ring, SMALL, st.booleans()), min_size=4, max_size=4),
)


@CASUAL
@given(random=st.randoms(use_true_random=False), box=BOXES, a=INTS, b=INTS)
def test_random_programs(random: Random, box: Box, a: int, b: int) -> None:
    text = written(random)
    note(text)
    on_record(module_of(text, NAMES).main, box, LAYOUT, RECORDS, a, b)


@pytest.mark.parametrize("seed", range(40))
def test_fixed_programs(seed: int) -> None:
    """The same every time, and larger than what hypothesis likes to draw."""
    random = Random(seed)
    box = Box(seed, -WIDEST, bool(seed & 1), MASK - seed, [random.randint(-NARROW, NARROW) for _ in range(8)])
    on_record(module_of(written(random), NAMES).main, box, LAYOUT, RECORDS, random.randint(-WIDEST, WIDEST), seed - 9)


def test_programs_do_something() -> None:
    """Most of them change their record and use every statement: the tests above compare more than zeros."""
    texts = [written(Random(seed)) for seed in range(60)]
    for part in ("while ", "for ", "break", "continue", "elif", "//", "%", "<<", ">>", "second(", "Pair(", "if "):
        assert sum(part in text for text in texts) > 10, part
    changed = 0
    for text in texts:
        box = Box(hp=77)
        module_of(text, NAMES).main(box, 12345678901234, -98765)
        changed += box != Box(hp=77)
    assert changed > 40


# --- operators

EDGES = (0, 1, 2, 3, 7, 63, 64, 100, NARROW, NARROW + 1, 1 << 32, (1 << 53) + 1, 1 << 62, WIDEST)
SIGNED = sorted({*EDGES, *(-e for e in EDGES), -WIDEST - 1})
UNSIGNED = sorted({*EDGES, MASK, MASK - 1, 1 << 63, (1 << 63) + 1})
OPERATORS = ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "<", "<=", "==", "!=", ">", ">=")


def pairs(sign: str, numbers: list[int], within: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """Those for which Python has a result that fits."""
    for a, b in product(numbers, numbers):
        if (sign in ("//", "%") and b == 0) or (sign == ">>" and b < 0) or (sign == "<<" and not 0 <= b < 64):
            continue
        if within(PYTHON[sign](a, b)):
            yield a, b


PYTHON: dict[str, Callable[[int, int], int]] = {
    sign: eval(f"lambda a, b: a {sign} b")
    for sign in OPERATORS  # the names of tests show them
}


def operation(sign: str, t: str, right: str = "b") -> Callable[[int, int], int]:
    returns = "bool" if sign[0] in "<>=!" and sign not in ("<<", ">>") else t
    made: Callable[[int, int], int] = module_of(
        f"def rule(a: {t}, b: {t}) -> {returns}:\n    return a {sign} {right}\n", NAMES
    ).rule
    return made


def is_signed(x: int) -> bool:
    return -WIDEST - 1 <= x <= WIDEST


@pytest.mark.parametrize("sign", OPERATORS)
def test_operators_of_ints(sign: str) -> None:
    rule, tried = Runner(operation(sign, "int")), 0
    for a, b in pairs(sign, SIGNED, is_signed):
        rule(a, b)
        tried += 1
    assert tried >= (100 if sign == "<<" else 200)


@pytest.mark.parametrize("sign", [sign for sign in OPERATORS if sign not in ("//", "%")])
def test_operators_of_words(sign: str) -> None:
    rule, tried = Runner(operation(sign, "Word")), 0
    for a, b in pairs(sign, UNSIGNED, lambda x: True):
        rule(a, b)
        tried += 1
    assert tried >= 100


CONSTANTS = {-WIDEST - 1, -(1 << 62), -7, -1, 0, 1, 3, 63, 64, 100, WIDEST}


@pytest.mark.parametrize("sign", OPERATORS)
def test_operators_with_a_constant(sign: str) -> None:
    """A constant on the right takes other ways through the compiler."""
    tried = list(pairs(sign, SIGNED, is_signed))
    for constant in sorted({b for _, b in tried} & CONSTANTS):
        rule = Runner(operation(sign, "int", f"({constant})"))
        for a in (a for a, b in tried if b == constant):
            rule(a, constant)


@pytest.mark.parametrize("sign", OPERATORS)
def test_operators_between_constants(sign: str) -> None:
    """The compiler itself computes them."""
    tried = [(a, b) for a, b in pairs(sign, SIGNED, is_signed) if b in CONSTANTS]
    lines = [f"    if n == {n}:\n        return int(({a}) {sign} ({b}))\n" for n, (a, b) in enumerate(tried)]
    rule = Runner(module_of(f"def rule(n: int) -> int:\n{''.join(lines)}    return 0\n").rule)
    for n, (a, b) in enumerate(tried):
        assert rule(n) == PYTHON[sign](a, b)


def test_shifts_of_negative_numbers() -> None:
    right, left = Runner(operation(">>", "int")), Runner(operation("<<", "int"))
    assert [right(-5, n) for n in (0, 1, 2, 3, 63, 64, 1000)] == [-5, -3, -2, -1, -1, -1, -1]
    assert [left(-5, n) for n in (0, 1, 3, 60)] == [-5, -10, -40, -5 << 60]


def test_division_by_zero_gives_zero_when_compiled() -> None:
    for sign in ("//", "%"):
        function = Runner(operation(sign, "int")).function
        assert [function(a, 0) for a in (0, 5, -5)] == [0, 0, 0]
        with pytest.raises(ZeroDivisionError):
            operation(sign, "int")(5, 0)
