"""Expressions of the rule language: one method for each construct, which returns the value."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import groupby
from types import FunctionType, ModuleType
from typing import Any

from llvmlite import ir

from affray.compiler import arithmetic, types
from affray.compiler.arithmetic import calculate, compare_numbers, convert, known_number
from affray.compiler.flow import Flow
from affray.compiler.source import look_up_name, resolve_call, signature
from affray.compiler.types import BOOL, FLOAT, I64, INT, ArrayType, Kind, Scalar, Static, Type, Value


class Expressions(Flow):
    """Translates expressions."""

    def value(self, node: ast.expr) -> Value:
        method: Callable[[Any], Value] | None = getattr(self, f"value_of_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"{ast.unparse(node)}: {type(node).__name__} is not part of the rule language")
        return method(node)

    def number(self, node: ast.expr) -> Value:
        return self.of_type(Kind, node, "a number")

    def of_type(self, wanted: type, node: ast.expr, what: str, value: Value | None = None) -> Value:
        """Return the value of an expression, unless it is known already, if it is of this sort."""
        value = value or self.value(node)
        if not isinstance(value.type, wanted):
            raise self.refuse(node, f"{ast.unparse(node)} is not {what}")
        return value

    # --- names and constants

    def value_of_Constant(self, node: ast.Constant) -> Value:
        return self.known_value(node.value)

    def value_of_Name(self, node: ast.Name) -> Value:
        if node.id in self.names:
            return self.variable(node.id)
        if node.id in self.function.__code__.co_varnames:
            raise self.refuse(node, f"{node.id} has no value on some way to this line; set it before")
        return self.known_value(self.look_up(node))

    def look_up(self, node: ast.Name) -> Any:
        try:
            return look_up_name(self.function, node.id)
        except KeyError:
            raise self.refuse(node, f"{node.id} is not defined here") from None

    def known_value(self, value: Any) -> Value:
        """Return a Python object that is known beforehand."""
        fits = isinstance(value, int) and types.LEAST <= value <= types.MASK
        return known_number(value) if fits or isinstance(value, float) else Value(Static(value))

    def value_of_Attribute(self, node: ast.Attribute) -> Value:
        value = self.value(node.value)
        match value.type:
            case types.Record():
                return self.field(node, value, node.attr)
            case types.TupleType(names=names, kinds=kinds) if node.attr in names:
                at = names.index(node.attr)
                return Value(kinds[at], [value.parts[at]])
            case Static(ModuleType() as module) if hasattr(module, node.attr):
                return self.known_value(getattr(module, node.attr))
        raise self.refuse(node, f"{ast.unparse(node.value)} has no field {node.attr} that rules can read")

    # --- records and arrays

    def field(self, node: ast.AST, record: Value, name: str) -> Value:
        """Return the value of a constant field, which takes no room. A tuple is a table of numbers, a type an array of
        constants."""
        if name in record.type.constants:
            constant = record.type.constants[name]
            if not isinstance(constant, ArrayType):
                return self.known_value(constant)
            return Value(constant, [self.address(record, name) if constant.varying else types.POINTER(None)])
        if name not in record.type.fields:
            raise self.refuse(node, f"{record.type.name} has no field {name}")
        return self.part(record.type.fields[name].type, self.address(record, name))

    def part(self, stored: Any, place: Any) -> Value:
        """Return what is stored at a place: a number is loaded, all else is referred to."""
        return self.load(stored, place) if isinstance(stored, Scalar) else Value(stored, [place])

    def address(self, record: Value, name: str) -> Any:
        field, base = record.type.fields[name], record.ir
        if field.through is not None:
            base = self.builder.load(self.bytes_on(base, field.through), typ=types.POINTER)
            self.program.tag(base, f"address in {record.type.name} at {field.through}")
        return self.bytes_on(base, field.offset)

    def bytes_on(self, base: Any, count: int) -> Any:
        """Return the place so many bytes after another."""
        return self.builder.gep(base, [I64(count)], inbounds=True, source_etype=types.I8)

    def load(self, stored: Scalar, place: Any) -> Value:
        b, kind = self.builder, stored.kind
        loaded = b.load(place, typ=stored.ir_type)
        self.program.tag(loaded, stored.name)
        if kind is BOOL:
            self.program.bound(loaded, stored.bits)
            return Value(BOOL, [b.trunc(loaded, ir.IntType(1))])
        if kind is FLOAT or stored.bits == types.WORD_BITS:
            return Value(kind, [loaded])
        return Value(INT, [(b.sext if kind is INT else b.zext)(loaded, I64)])

    def store(self, node: ast.AST, stored: Scalar, place: Any, value: Value) -> None:
        b, x = self.builder, self.convert_to(node, value, stored.kind).ir
        if stored.limit is not None:
            self.check_limit(node, stored, known_number(value.known) if value.known is not None else Value(INT, [x]))
        if stored.kind is BOOL:
            x = b.zext(x, stored.ir_type)
        elif stored.kind is not FLOAT and stored.bits < types.WORD_BITS:
            x = b.trunc(x, stored.ir_type)
        self.program.tag(b.store(x, place), stored.name)
        self.acts = True

    def check_limit(self, node: ast.AST, stored: Scalar, value: Value) -> None:
        """End the kernel where a number does not fit into the bits that it is assumed to need."""
        assert stored.limit is not None
        most = 1 << stored.bits - 1
        if value.known is None:
            cut = self.builder.sext(self.builder.trunc(value.ir, stored.ir_type), I64)
            beyond = Value(BOOL, [self.builder.icmp_signed("!=", cut, value.ir)])
        else:
            beyond = known_number(not -most <= value.known < most)
        self.leave_if(node, beyond, types.I32(self.program.limits[stored.limit] + 1))

    def value_of_Subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        at = self.index(node.slice, value.count)
        if value.table and isinstance(at, ir.Constant) and isinstance(known := value.table[at.constant], int):
            return known_number(known)
        return self.item(self.array(node.value, value), at)

    def array(self, node: ast.expr, value: Value) -> Value:
        """Return a list in a record, or a table of constants in memory."""
        if value.table is not None:
            if not all(isinstance(each, int) for each in value.table):
                raise self.refuse(node, f"{ast.unparse(node)} is not a table of whole numbers")
            shape = ArrayType(Scalar(INT, types.WORD_BITS), value.count)
            return Value(shape, [self.program.table(tuple(value.table))])
        return self.of_type(ArrayType, node, "a list or a table", value)

    def index(self, node: ast.expr, end: int, what: str = "index") -> Any:
        """Return an index. One written as a number is checked here; rules see to all others."""
        at = self.number(node)
        written = isinstance(node, ast.Constant | ast.UnaryOp) and at.known is not None
        if at.type is FLOAT or (written and (at.known < 0 or 0 < end <= at.known)):
            raise self.refuse(node, f"the {what} {ast.unparse(node)} is not one of 0 to {end - 1}")
        return convert(self.builder, at, INT).ir

    def item(self, array: Value, at: Any) -> Value:
        if array.type.constant is None:
            return self.part(array.type.item, self.item_address(array, at))
        varies, place = self.find_item(array, at)
        constant = known_number(array.type.constant)
        if varies.known is not None:
            return self.part(array.type.item, place) if varies.known else constant
        loaded = self.part(array.type.item, place)
        return Value(constant.type, [self.builder.select(varies.ir, loaded.ir, constant.ir)])

    def find_item(self, array: Value, at: Any) -> tuple[Value, Any]:
        """Return whether an item of a list varies whose others are constant, and its place: after the varying ones
        before it."""
        b, bits = self.builder, array.type.varying
        if isinstance(at, ir.Constant) or not bits:
            index = at.constant if bits and at.constant >= 0 else array.count  # none varies at NOBODY
            slot = I64((bits & (1 << index) - 1).bit_count())
            return known_number(bool(bits >> index & 1)), self.item_address(array, slot)
        here = b.shl(I64(1), at)
        varies = b.icmp_signed("!=", b.and_(I64(bits), here), I64(0))
        slot = b.ctpop(b.and_(I64(bits), b.sub(here, I64(1))))
        return Value(BOOL, [varies]), self.item_address(array, b.select(varies, slot, I64(0)))

    def item_address(self, array: Value, at: Any) -> Any:
        item = array.type.item
        room = item.ir_type if isinstance(item, Scalar) else ir.ArrayType(types.I8, item.size)
        return self.builder.gep(array.ir, [at], inbounds=True, source_etype=room)

    # --- arithmetic

    def value_of_BinOp(self, node: ast.BinOp) -> Value:
        return self.operate(node, node.op, self.number(node.left), self.number(node.right))

    def operate(self, node: ast.AST, op: ast.operator, x: Value, y: Value) -> Value:
        kind = arithmetic.result_kind(op, x, y)
        if type(op) not in arithmetic.OPERATIONS[kind]:
            raise self.refuse(
                node, f"{type(op).__name__} of {types.describe_type(kind)} is not part of the rule language"
            )
        return calculate(self.builder, op, x, y)

    def value_of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        x = self.number(node.operand)
        match node.op:
            case ast.Not():
                return self.negate(convert(self.builder, x, BOOL))
            case ast.USub() if isinstance(node.operand, ast.Constant):
                return known_number(-x.known)  # also the least int, whose amount is no int
            case ast.USub():
                return calculate(self.builder, ast.Sub(), known_number(0, x.type), x)
            case ast.Invert() if x.type is not FLOAT:
                return calculate(self.builder, ast.Sub(), known_number(-1), x)
        raise self.refuse(
            node, f"{type(node.op).__name__} of {types.describe_type(x.type)} is not part of the rule language"
        )

    def negate(self, x: Value) -> Value:
        return compare_numbers(self.builder, ast.Eq(), x, known_number(False))

    def value_of_Compare(self, node: ast.Compare, n: int = 0, before: Value | None = None) -> Value:
        """Return the comparisons of a chain from number n on. It stops at the first that does not hold."""
        op, left = node.ops[n], before or self.value(node.left)
        if isinstance(op, ast.In | ast.NotIn) and len(node.ops) == 1:
            return self.is_contained(node, left, node.comparators[0])
        right = self.value(node.comparators[n])
        held = self.compare(node, op, left, right)
        if n == len(node.ops) - 1:
            return held
        ways = partial(self.value_of_Compare, node, n + 1, right), partial(known_number, False)
        return self.either(node, partial(self.split, held), *ways)

    def compare(self, node: ast.Compare, op: ast.cmpop, x: Value, y: Value) -> Value:
        if isinstance(op, ast.Is | ast.IsNot) and y.type == types.NOTHING:
            return known_number((x.type == types.NOTHING) == isinstance(op, ast.Is))
        if isinstance(x.type, Kind) and isinstance(y.type, Kind) and type(op) in arithmetic.SIGNS:
            return compare_numbers(self.builder, op, x, y)
        raise self.refuse(node, f"{ast.unparse(node)}: only numbers are compared, and `is` stands before None only")

    def is_contained(self, node: ast.Compare, left: Value, right: ast.expr) -> Value:
        if isinstance(right, ast.Tuple):
            items = [self.value(each) for each in right.elts]
        elif (table := self.value(right).table) is not None:
            items = [self.known_value(each) for each in table]
        else:
            raise self.refuse(node, f"{ast.unparse(right)} is not a tuple of whole numbers")
        found = known_number(False)
        for each in items:
            found = calculate(self.builder, ast.BitOr(), found, self.compare(node, ast.Eq(), left, each))
        return found if isinstance(node.ops[0], ast.In) else self.negate(found)

    # --- conditions

    def value_of_BoolOp(self, node: ast.BoolOp, n: int = 0) -> Value:
        """Return the first operand, from number n on, that decides: of `and` one that is zero, of `or` one that is
        not."""
        first, both = self.number(node.values[n]), isinstance(node.op, ast.And)
        if n == len(node.values) - 1:
            return first
        decided = known_number(not both) if first.type is BOOL else first
        ways: list[Callable[[], Value]] = [lambda: self.value_of_BoolOp(node, n + 1), lambda: decided]
        test = convert(self.builder, first, BOOL)
        return self.either(node, partial(self.split, test), *(ways if both else ways[::-1]))

    def value_of_IfExp(self, node: ast.IfExp) -> Value:
        ways = (partial(self.value, each) for each in (node.body, node.orelse))
        return self.either(node, partial(self.branch, node.test), *ways)

    def either(self, node: ast.expr, go: Callable[[Any, Any], None], *ways: Callable[[], Value]) -> Value:
        """Return one of two values, of which only one is computed. `go` leads to the block of one or of the other."""
        blocks = self.block("yes"), self.block("no")
        go(*blocks)
        both = zip(blocks, ways, strict=True)
        came = [(evaluate(), self.builder.block, self.facts) for block, evaluate in both if self.start(block)]
        if len(came) == 1:
            return came[0][0]
        (one, *_), (other, *_) = came
        numbers = isinstance(one.type, Kind) and isinstance(other.type, Kind)
        t, done, values = arithmetic.common_kind(one, other) if numbers else one.type, self.block("value"), []
        for value, block, self.facts in came:
            self.builder.position_at_end(block)
            values.append((block, self.convert_to(node, value, t)))
            self.jump(done)
        self.start(done)
        return self.merge(values)

    def convert_to(self, node: ast.AST | None, value: Value, t: Type) -> Value:
        """Return a value where one of this type is expected. No float becomes an int: Python would keep its
        fraction."""
        cut = value.type is FLOAT and t is not FLOAT
        if isinstance(value.type, Kind) and isinstance(t, Kind) and not cut:
            return convert(self.builder, value, t)
        if value.type != t:
            hint = "; use int(...)" if cut else ""
            raise self.refuse(node, f"expected {types.describe_type(t)}, not {types.describe_type(value.type)}{hint}")
        return value

    def branch(self, node: ast.expr, yes: Any, no: Any) -> None:
        """Go to one of two blocks. `and` goes on to its next operand after a yes, `or` after a no."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
        elif isinstance(node, ast.BoolOp) and not (self.loops and only_looks(node)):
            *values, last = group_operands(node) if self.loops else node.values
            for each in values:
                following = self.block("next")
                self.branch(each, *((following, no) if isinstance(node.op, ast.And) else (yes, following)))
                if not self.start(following):
                    return
            self.branch(last, yes, no)
        else:
            self.split(self.at_once(node), yes, no)

    def at_once(self, node: ast.expr) -> Value:
        """Evaluate a condition without branches: in a loop over combatants the processor often guesses them wrong."""
        if not isinstance(node, ast.BoolOp):
            return convert(self.builder, self.number(node), BOOL)
        both = isinstance(node.op, ast.And)
        tests = [self.at_once(each) for each in node.values]
        if any(test.known is not None and bool(test.known) != both for test in tests):
            return known_number(not both)
        unknown = [test.ir for test in tests if test.known is None]
        join = self.builder.and_ if both else self.builder.or_
        return Value(BOOL, [reduce(join, unknown)]) if unknown else known_number(both)

    # --- calls

    def value_of_Call(self, node: ast.Call) -> Value:
        called = self.value(node.func).type
        function = resolve_call(self.program.seams, called.value) if isinstance(called, Static) else None
        if function in BUILTINS:
            return self.builtin(node, function)
        if function is not None and function in self.program.emitters:
            given = [part for value in self.arguments(node, function) for part in value.parts]
            self.acts = True
            made = self.program.emitters[function](self.builder, *given)
            return Value(self.program.annotated_type(function, "return"), [] if made is None else [made])
        if isinstance(function, FunctionType):
            return self.call(node, function, self.arguments(node, function))
        if shape := types.tuple_type(function):
            items = zip(self.arguments(node, function), shape.kinds, strict=True)
            return Value(shape, [self.convert_to(node, value, kind).ir for value, kind in items])
        names = ", ".join(sorted(each.__name__ for each in BUILTINS))
        raise self.refuse(node, f"{ast.unparse(node.func)} is not a rule, nor one of {names}")

    def arguments(self, node: ast.Call, called: Any) -> list[Value]:
        """Return the value of each parameter; its default where none is given."""
        given = [self.value(each) for each in node.args]
        named = {str(each.arg): self.value(each.value) for each in node.keywords}
        try:
            bound = signature(called).bind(*given, **named)
        except TypeError as error:
            raise self.refuse(node, f"{ast.unparse(node)}: {error}") from None
        bound.apply_defaults()
        return [each if isinstance(each, Value) else self.known_value(each) for each in bound.arguments.values()]

    def call(self, node: ast.AST, function: FunctionType, given: Sequence[Value]) -> Value:
        """Return the result of a call. What is known of it is known here too; a call without effect is left out."""
        wanted = zip(signature(function).parameters, given, strict=True)
        expected = [self.program.annotated_type(function, name, value.type) for name, value in wanted]
        values = [self.convert_to(node, value, t) for value, t in zip(given, expected, strict=True)]
        instance = self.program.instance(function, expected)
        if not instance.acts and None not in instance.known:
            return Value(instance.returns, instance.known)
        result = self.builder.call(instance.ir, [part for value in values for part in value.parts])
        parts, status = self.program.unpack(self.builder, instance, result)
        self.instance.calls.append(instance)
        self.acts |= instance.acts
        if instance.breaks and instance.signals:
            broken = Value(BOOL, [self.builder.icmp_signed("!=", status, types.SOUND)])
            self.leave_if(node, broken, status)
        known = instance.known or [None] * len(parts)
        return Value(instance.returns, [b if a is None else a for a, b in zip(known, parts, strict=True)])

    # --- Python's own functions

    def builtin(self, node: ast.Call, function: Any) -> Value:
        given = [self.value(each) if function is len else self.number(each) for each in node.args]
        if node.keywords or (len(given) > 1) != (function in EXTREMES):
            wanted = "several arguments" if function in EXTREMES else "one argument"
            raise self.refuse(node, f"{ast.unparse(node)}: expected {wanted} without names")
        if function in CASTS:
            return convert(self.builder, given[0], CASTS[function])
        if function is len:
            return self.length(node, given[0])
        if function is abs and given[0].type is not types.WORD:  # which has no sign
            given.append(calculate(self.builder, ast.Sub(), known_number(0, given[0].type), given[0]))
        return reduce(partial(self.extreme, EXTREMES.get(function, ast.Gt())), given)

    def extreme(self, op: ast.cmpop, best: Value, each: Value) -> Value:
        test = compare_numbers(self.builder, op, each, best)
        if test.known is not None:
            return each if test.known else best
        kind = arithmetic.common_kind(best, each)
        both = [convert(self.builder, x, kind).ir for x in (each, best)]
        return Value(kind, [self.builder.select(test.ir, *both)])

    def length(self, node: ast.Call, value: Value) -> Value:
        if value.table is None and not value.count:
            raise self.refuse(node, f"the length of {ast.unparse(node.args[0])} is not known")
        return known_number(value.count)


def only_looks(node: ast.expr) -> bool:
    """Return whether an expression only reads and compares numbers, constants, and fields of local records."""
    every = list(ast.walk(node))
    local = all(isinstance(each.value, ast.Name) for each in every if isinstance(each, ast.Attribute))
    return local and all(isinstance(each, LOOKS) for each in every)


def group_operands(node: ast.BoolOp) -> list[ast.expr]:
    """Return the operands of `and` or `or`; neighbours that only look are joined."""
    found: list[ast.expr] = []
    for looks, run in groupby(node.values, only_looks):
        each = list(run)
        found += [ast.copy_location(ast.BoolOp(node.op, each), node)] if looks and len(each) > 1 else each
    return found


LOOKS = (
    ast.Name,
    ast.Constant,
    ast.Attribute,
    ast.expr_context,
    ast.Compare,
    *arithmetic.SIGNS,
    ast.BoolOp,
    ast.boolop,
)
LOOKS += (ast.UnaryOp, ast.unaryop, ast.BinOp, ast.BitAnd, ast.BitOr, ast.RShift)
EXTREMES = {max: ast.Gt(), min: ast.Lt()}
CASTS = {int: INT, bool: BOOL, float: FLOAT}
BUILTINS: tuple[Any, ...] = (*EXTREMES, *CASTS, abs, len)
