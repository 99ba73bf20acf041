"""Arithmetic in LLVM IR as Python does it: division, shifts, comparisons, conversions; known numbers are folded."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from affray.compiler.types import BOOL, DOUBLE, FLOAT, I64, INT, IR_TYPES, MASK, WORD, WORD_BITS, Kind, Value

PYTHON_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Div: operator.truediv,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
KEEPS_ZERO = (ast.Mult, ast.BitAnd, ast.LShift, ast.RShift)  # 0 on their left stays 0


def known_number(value: float, kind: Kind | None = None) -> Value:
    """Return a number that is known, of its own kind or of this one. A whole number that no int has room for is a
    Word."""
    if kind is None:
        whole = WORD if value >= 1 << WORD_BITS - 1 else INT
        kind = BOOL if isinstance(value, bool) else FLOAT if isinstance(value, float) else whole
    if kind is FLOAT:
        return Value(FLOAT, [DOUBLE(float(value))])
    low = int(value) & MASK  # an int has a sign
    return Value(kind, [IR_TYPES[kind](low - (1 << WORD_BITS) if kind is INT and low >> WORD_BITS - 1 else low)])


def convert(b: Any, x: Value, kind: Kind) -> Value:
    """Return the same number of another kind. Between int and Word the 64 bits stay as they are."""
    if x.type is kind:
        return x
    if kind is BOOL:
        return compare_numbers(b, ast.NotEq(), x, known_number(0, x.type))
    if x.known is not None:
        return known_number(x.known, kind)
    if x.type is BOOL:
        return convert(b, Value(INT, [b.zext(x.ir, I64)]), kind)
    if kind is FLOAT:
        return Value(FLOAT, [b.sitofp(x.ir, DOUBLE) if x.type is INT else b.uitofp(x.ir, DOUBLE)])
    return Value(kind, [b.fptosi(x.ir, I64) if x.type is FLOAT else x.ir])


def common_kind(x: Value, y: Value) -> Kind:
    return Kind(max(x.type.value, y.type.value))


def compare_numbers(b: Any, op: ast.cmpop, x: Value, y: Value) -> Value:
    if x.known is not None and y.known is not None:
        return known_number(bool(PYTHON_OPERATORS[type(op)](x.known, y.known)))
    kind = common_kind(x, y)
    left, right, sign = convert(b, x, kind).ir, convert(b, y, kind).ir, SIGNS[type(op)]
    if kind is FLOAT:
        return Value(BOOL, [(b.fcmp_unordered if sign == "!=" else b.fcmp_ordered)(sign, left, right)])
    return Value(BOOL, [(b.icmp_signed if kind is INT else b.icmp_unsigned)(sign, left, right)])


def result_kind(op: ast.operator, x: Value, y: Value) -> Kind:
    kind: Kind = x.type if isinstance(op, ast.LShift | ast.RShift) and y.type is WORD else common_kind(x, y)
    if isinstance(op, ast.Div):
        return FLOAT
    return INT if kind is BOOL and type(op) not in BITWISE else kind


def calculate(b: Any, op: ast.operator, x: Value, y: Value) -> Value:
    """Return x op y."""
    kind = result_kind(op, x, y)
    if folded := fold(op, x, y, kind):
        return folded
    left, right, operation = convert(b, x, kind), convert(b, y, kind), OPERATIONS[kind][type(op)]
    done = operation(b, left, right) if callable(operation) else getattr(b, operation)(left.ir, right.ir)
    return Value(kind, [done])


def fold(op: ast.operator, x: Value, y: Value, kind: Kind) -> Value | None:
    """Return the result, where both numbers are known and Python can tell it, or the first is 0 and decides alone."""
    if x.known == 0 and kind is not FLOAT and isinstance(op, KEEPS_ZERO):
        return known_number(0, kind)
    if x.known is None or y.known is None:
        return None
    try:
        return known_number(PYTHON_OPERATORS[type(op)](x.known, y.known), kind)
    except (ArithmeticError, ValueError):  # divided by zero, or shifted by a negative number
        return None


def divisor(b: Any, y: Value) -> Any:
    """Return a number that the processor can divide by: 1 instead of 0 and -1, on which it would stop."""
    if y.known not in (None, 0, -1):
        return y.ir
    harmless = b.icmp_unsigned(">", b.add(y.ir, I64(1)), I64(1))
    return b.select(harmless, y.ir, I64(1))


def quotient(b: Any, x: Value, y: Value) -> Any:
    """Divide and round down, as in Python. By 0 it is 0, where Python raises."""
    by = divisor(b, y)
    rounded = b.sub(b.sdiv(x.ir, by), b.zext(rounds_up(b, x.ir, by), I64))
    if y.known not in (None, 0, -1):
        return rounded
    negative = b.select(b.icmp_signed("==", y.ir, I64(-1)), b.neg(x.ir), rounded)
    return b.select(b.icmp_signed("==", y.ir, I64(0)), I64(0), negative)


def remainder(b: Any, x: Value, y: Value) -> Any:
    """Return a remainder of the sign of the divisor, as in Python. By 0 it is 0, where Python raises."""
    by = divisor(b, y)
    left = b.srem(x.ir, by)
    return b.select(rounds_up(b, x.ir, by), b.add(left, by), left)


def rounds_up(b: Any, x: Any, y: Any) -> Any:
    """Return whether the processor's quotient, rounded towards zero, is above Python's."""
    left = b.srem(x, y)
    return b.and_(b.icmp_signed("!=", left, I64(0)), b.icmp_signed("<", b.xor(left, y), I64(0)))


def shift_left(b: Any, x: Value, y: Value) -> Any:
    """Shift by 0 to 63 bits."""
    return b.shl(x.ir, I64(y.known & WORD_BITS - 1) if y.known is not None else b.and_(y.ir, I64(WORD_BITS - 1)))


def shift_right(b: Any, x: Value, y: Value) -> Any:
    """Shift right. By 64 bits or more it gives 0 or -1, as in Python."""
    most = I64(WORD_BITS - 1)
    far = compare_numbers(b, ast.Gt(), convert(b, y, WORD), Value(WORD, [most]))
    by = y.ir if far.known == 0 else b.select(far.ir, most, y.ir)
    if x.type is INT:
        return b.ashr(x.ir, by)
    shifted = b.lshr(x.ir, by)
    return shifted if far.known == 0 else b.select(far.ir, I64(0), shifted)


Operations = dict[type[ast.operator], str | Callable[[Any, Value, Value], Any]]  # a method of LLVM's builder, or above
BITWISE: Operations = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
OF_WORDS: Operations = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: shift_left, ast.RShift: shift_right, **BITWISE
}  # fmt: skip
OPERATIONS: dict[Kind, Operations] = {
    BOOL: BITWISE,
    INT: {ast.FloorDiv: quotient, ast.Mod: remainder, **OF_WORDS},
    WORD: OF_WORDS,
    FLOAT: {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"},
}
