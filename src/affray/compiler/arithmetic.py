"""Arithmetic in LLVM IR as Python does it: division, shifts, comparisons, conversions; known numbers are folded."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from affray.compiler.types import BOOL, DOUBLE, FLOAT, I1, I64, INT, MASK, WORD, WORD_BITS, Kind, Number

PYTHON_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Div: operator.truediv,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
BITWISE = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
INSTRUCTIONS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", **BITWISE}
FLOAT_INSTRUCTIONS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
KEEPS_ZERO = (ast.Mult, ast.BitAnd, ast.LShift, ast.RShift)  # 0 on their left stays 0


def known_number(value: float) -> Number:
    """A number that is known. One that no int has room for is a Word."""
    if isinstance(value, bool):
        return Number(BOOL, I1(int(value)))
    if isinstance(value, float):
        return Number(FLOAT, DOUBLE(value))
    return of_kind(WORD if value >= 1 << WORD_BITS - 1 else INT, value)


def of_kind(kind: Kind, value: float) -> Number:
    if kind is FLOAT:
        return Number(FLOAT, DOUBLE(float(value)))
    if kind is BOOL:
        return Number(BOOL, I1(int(value)))
    return Number(kind, I64(wrap(int(value), kind)))


def wrap(value: int, kind: Kind) -> int:
    """The low 64 bits, with a sign for an int."""
    value &= MASK
    return value - (1 << WORD_BITS) if kind is INT and value >> WORD_BITS - 1 else value


def convert(b: Any, x: Number, kind: Kind) -> Number:
    """The same number of another kind. Between int and Word the 64 bits stay as they are."""
    if x.kind is kind:
        return x
    if x.known is not None and kind is not BOOL:
        return of_kind(kind, x.known)
    if kind is BOOL:
        return truth(b, x)
    if x.kind is BOOL:
        return convert(b, Number(INT, b.zext(x.ir, I64)), kind)
    if kind is FLOAT:
        return Number(FLOAT, b.sitofp(x.ir, DOUBLE) if x.kind is INT else b.uitofp(x.ir, DOUBLE))
    return Number(kind, b.fptosi(x.ir, I64) if x.kind is FLOAT else x.ir)


def truth(b: Any, x: Number) -> Number:
    if x.kind is BOOL:
        return x
    return compare_numbers(b, ast.NotEq(), x, of_kind(x.kind, 0))


def common_kind(x: Number, y: Number) -> Kind:
    return Kind(max(x.kind.value, y.kind.value))


def compare_numbers(b: Any, op: ast.cmpop, x: Number, y: Number) -> Number:
    if x.known is not None and y.known is not None:
        return known_number(bool(PYTHON_OPERATORS[type(op)](x.known, y.known)))
    kind = common_kind(x, y)
    left, right, sign = convert(b, x, kind).ir, convert(b, y, kind).ir, SIGNS[type(op)]
    if kind is FLOAT:
        return Number(BOOL, b.fcmp_ordered(sign, left, right) if sign != "!=" else b.fcmp_unordered(sign, left, right))
    return Number(BOOL, (b.icmp_signed if kind is INT else b.icmp_unsigned)(sign, left, right))


def calculate(b: Any, op: ast.operator, x: Number, y: Number) -> Number:
    """x op y."""
    kind = common_kind(x, y)
    if kind is BOOL and type(op) not in BITWISE:
        kind = INT
    if isinstance(op, ast.Div):
        kind = FLOAT
    if isinstance(op, ast.LShift | ast.RShift):
        kind = convert(b, x, INT).kind if x.kind is BOOL else x.kind
    if folded := fold(op, x, y, kind):
        return folded
    left, right = convert(b, x, kind), convert(b, y, kind)
    if type(op) in CALCULATIONS:
        return Number(kind, CALCULATIONS[type(op)](b, left, right))
    instruction = (FLOAT_INSTRUCTIONS if kind is FLOAT else INSTRUCTIONS)[type(op)]
    return Number(kind, getattr(b, instruction)(left.ir, right.ir))


def fold(op: ast.operator, x: Number, y: Number, kind: Kind) -> Number | None:
    """The result, where both numbers are known and Python can tell it, or the first is 0 and decides alone."""
    if x.known == 0 and kind is not FLOAT and isinstance(op, KEEPS_ZERO):
        return of_kind(kind, 0)
    if x.known is None or y.known is None:
        return None
    try:
        return of_kind(kind, PYTHON_OPERATORS[type(op)](x.known, y.known))
    except (ArithmeticError, ValueError):  # divided by zero, or shifted by a negative number
        return None


def divisor(b: Any, y: Number) -> Any:
    """A number that the processor can divide by: 1 instead of 0 and -1, on which it would stop."""
    if y.known not in (None, 0, -1):
        return y.ir
    harmless = b.icmp_unsigned(">", b.add(y.ir, I64(1)), I64(1))
    return b.select(harmless, y.ir, I64(1))


def quotient(b: Any, x: Number, y: Number) -> Any:
    """Rounded down, as in Python. By 0 it is 0, where Python raises."""
    if x.kind is WORD:
        zero = b.icmp_unsigned("==", y.ir, I64(0))
        return b.select(zero, I64(0), b.udiv(x.ir, b.select(zero, I64(1), y.ir)))
    by = divisor(b, y)
    rounded = b.sub(b.sdiv(x.ir, by), b.zext(rounds_up(b, x.ir, by), I64))
    if y.known not in (None, 0, -1):
        return rounded
    negative = b.select(b.icmp_signed("==", y.ir, I64(-1)), b.neg(x.ir), rounded)
    return b.select(b.icmp_signed("==", y.ir, I64(0)), I64(0), negative)


def remainder(b: Any, x: Number, y: Number) -> Any:
    """Of the sign of the divisor, as in Python. By 0 it is 0, where Python raises."""
    if x.kind is WORD:
        return b.urem(x.ir, b.select(b.icmp_unsigned("==", y.ir, I64(0)), I64(1), y.ir))
    by = divisor(b, y)
    left = b.srem(x.ir, by)
    return b.select(rounds_up(b, x.ir, by), b.add(left, by), left)


def rounds_up(b: Any, x: Any, y: Any) -> Any:
    """Whether the processor's quotient, rounded towards zero, is above Python's."""
    left = b.srem(x, y)
    return b.and_(b.icmp_signed("!=", left, I64(0)), b.icmp_signed("<", b.xor(left, y), I64(0)))


def shift_left(b: Any, x: Number, y: Number) -> Any:
    """By 0 to 63 bits."""
    return b.shl(x.ir, I64(y.known & WORD_BITS - 1) if y.known is not None else b.and_(y.ir, I64(WORD_BITS - 1)))


def shift_right(b: Any, x: Number, y: Number) -> Any:
    """By 64 bits or more it gives 0 or -1, as in Python."""
    most = I64(WORD_BITS - 1)
    far = compare_numbers(b, ast.Gt(), convert(b, y, WORD), Number(WORD, most))
    by = y.ir if far.known == 0 else b.select(far.ir, most, y.ir)
    if x.kind is INT:
        return b.ashr(x.ir, by)
    shifted = b.lshr(x.ir, by)
    return shifted if far.known == 0 else b.select(far.ir, I64(0), shifted)


CALCULATIONS: dict[type[ast.operator], Callable[[Any, Number, Number], Any]] = {
    ast.FloorDiv: quotient, ast.Mod: remainder, ast.LShift: shift_left, ast.RShift: shift_right,
}  # fmt: skip
