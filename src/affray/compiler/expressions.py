"""Expressions of the rule language: one method for each construct, which returns the value."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial, reduce
from inspect import Parameter
from itertools import groupby
from types import FunctionType, ModuleType
from typing import Any

from llvmlite import ir

from affray.compiler import arithmetic
from affray.compiler.arithmetic import calculate, compare_numbers, convert, known_number, truth
from affray.compiler.flow import Flow
from affray.compiler.source import look_up_name, parameters
from affray.compiler.types import (
    BOOL,
    FLOAT,
    I8,
    I64,
    INT,
    POINTER,
    SOUND,
    WORD,
    WORD_BITS,
    Array,
    ArrayType,
    Kind,
    Number,
    Reference,
    Scalar,
    Static,
    Tuple,
    Type,
    Value,
    describe_type,
    is_tuple,
    tuple_type,
    type_of,
    value_from_parts,
    value_parts,
)


class Expressions(Flow):
    """Translates expressions."""

    def value(self, node: ast.expr) -> Value:
        method: Callable[[Any], Value] | None = getattr(self, f"value_of_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"{ast.unparse(node)}: {type(node).__name__} is not part of the rule language")
        return method(node)

    def number(self, node: ast.expr) -> Number:
        value = self.value(node)
        if not isinstance(value, Number):
            raise self.refuse(node, f"{ast.unparse(node)} is not a number")
        return value

    def whole_number(self, node: ast.expr) -> Number:
        return self.fitted(node, self.number(node), INT)

    # --- names and constants

    def value_of_Constant(self, node: ast.Constant) -> Value:
        value = self.known(node.value)
        if isinstance(value, Static) and node.value is not None:
            raise self.refuse(node, f"{ast.unparse(node)} is neither a number of 64 bits, nor True, False or None")
        return value

    def value_of_Name(self, node: ast.Name) -> Value:
        if node.id in self.names:
            return self.variable(node.id)
        if node.id in self.function.__code__.co_varnames:
            raise self.refuse(node, f"{node.id} has no value on some way to this line; set it before")
        return self.known(self.look_up(node))

    def look_up(self, node: ast.Name) -> Any:
        try:
            return look_up_name(self.function, node.id)
        except KeyError:
            raise self.refuse(node, f"{node.id} is not defined here") from None

    def known(self, value: Any) -> Value:
        """A Python object that is known beforehand."""
        if isinstance(value, float) or (isinstance(value, int) and -(1 << WORD_BITS - 1) <= value < 1 << WORD_BITS):
            return known_number(value)
        return Static(value)

    def value_of_Attribute(self, node: ast.Attribute) -> Value:
        value = self.value(node.value)
        if isinstance(value, Static) and isinstance(value.value, ModuleType) and hasattr(value.value, node.attr):
            return self.known(getattr(value.value, node.attr))
        if isinstance(value, Tuple) and node.attr in value.type.names:
            return value.items[value.type.names.index(node.attr)]
        if isinstance(value, Reference):
            return self.field(node, value, node.attr)
        raise self.refuse(node, f"{ast.unparse(node.value)} has no field {node.attr} that rules can read")

    # --- records and arrays

    def field(self, node: ast.AST, record: Reference, name: str) -> Value:
        """A field that is constant takes no room. A tuple is a table of numbers, a type an array of constants."""
        if name in record.record.constants:
            constant = record.record.constants[name]
            return Array(constant, POINTER(None)) if isinstance(constant, ArrayType) else self.known(constant)
        if name not in record.record.fields:
            raise self.refuse(node, f"{record.record.name} has no field {name}")
        return self.part(record.record.fields[name].type, self.address(record, name))

    def part(self, stored: Any, place: Any) -> Value:
        """What is stored at a place: a number is loaded, all else is referred to."""
        if isinstance(stored, Scalar):
            return self.load(stored, place)
        return Array(stored, place) if isinstance(stored, ArrayType) else Reference(stored, place)

    def address(self, record: Reference, name: str) -> Any:
        field = record.record.fields[name]
        place = self.builder.gep(record.pointer, [I64(field.offset)], inbounds=True, source_etype=I8)
        if field.inline:
            return place
        address = self.builder.load(place, typ=POINTER)
        self.program.tag(address, f"{record.record.name}.{name}")
        return address

    def load(self, stored: Scalar, place: Any) -> Number:
        b = self.builder
        loaded = b.load(place, typ=stored.ir_type)
        self.program.tag(loaded, stored.name)
        if stored.kind is BOOL:
            self.program.bound(loaded, stored.bits)
            return Number(BOOL, b.trunc(loaded, ir.IntType(1)))
        if stored.kind is FLOAT or stored.bits == WORD_BITS:
            return Number(stored.kind, loaded)
        return Number(INT, (b.sext if stored.kind is INT else b.zext)(loaded, I64))

    def store(self, stored: Scalar, place: Any, value: Number) -> None:
        b, x = self.builder, convert(self.builder, value, stored.kind).ir
        if stored.kind is BOOL:
            x = b.zext(x, stored.ir_type)
        elif stored.kind is not FLOAT and stored.bits < WORD_BITS:
            x = b.trunc(x, stored.ir_type)
        self.program.tag(b.store(x, place), stored.name)
        self.acts = True

    def value_of_Subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.slice, ast.Slice):
            raise self.refuse(node, "a slice stands in a for loop only")
        value = self.value(node.value)
        if isinstance(value, Static) and isinstance(value.value, tuple | list):
            at = self.number(node.slice).known
            if isinstance(at, int) and 0 <= at < len(value.value) and isinstance(value.value[at], int):
                return known_number(value.value[at])
        array = self.array(node.value, value, f"{ast.unparse(node.value)} has no items")
        return self.item(array, self.index(node.slice, array.type.count))

    def array(self, node: ast.expr, value: Value, otherwise: str) -> Array:
        """A list in a record, or a table of constants in memory."""
        if isinstance(value, Static) and isinstance(value.value, tuple | list):
            if not all(isinstance(each, int) for each in value.value):
                raise self.refuse(node, f"{ast.unparse(node)} is not a table of whole numbers")
            return Array(ArrayType(Scalar(INT, WORD_BITS), len(value.value)), self.program.table(tuple(value.value)))
        if not isinstance(value, Array):
            raise self.refuse(node, otherwise)
        return value

    def index(self, node: ast.expr, end: int, what: str = "index") -> Any:
        """One that is written as a number is checked here; of all others the rules see to it."""
        at = self.number(node)
        written = isinstance(node, ast.Constant | ast.UnaryOp) and at.known is not None
        if at.kind is FLOAT or (written and (at.known < 0 or 0 < end <= at.known)):
            raise self.refuse(node, f"the {what} {ast.unparse(node)} is not one of 0 to {end - 1}")
        return convert(self.builder, at, INT).ir

    def item(self, array: Array, at: Any) -> Value:
        if array.type.constant is not None:
            return known_number(array.type.constant)
        return self.part(array.type.item, self.item_address(array, at))

    def item_address(self, array: Array, at: Any) -> Any:
        item = array.type.item
        room = item.ir_type if isinstance(item, Scalar) else ir.ArrayType(I8, item.size)
        return self.builder.gep(array.pointer, [at], inbounds=True, source_etype=room)

    # --- arithmetic

    def value_of_BinOp(self, node: ast.BinOp) -> Value:
        return self.calculated(node, node.op, self.number(node.left), self.number(node.right))

    def calculated(self, node: ast.AST, op: ast.operator, x: Number, y: Number) -> Number:
        if type(op) not in arithmetic.PYTHON_OPERATORS:
            raise self.refuse(node, f"the operator {type(op).__name__} is not part of the rule language")
        if FLOAT in (x.kind, y.kind) and type(op) not in arithmetic.FLOAT_INSTRUCTIONS:
            raise self.refuse(node, f"the operator {type(op).__name__} is for whole numbers")
        return calculate(self.builder, op, x, y)

    def value_of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        x = self.number(node.operand)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant) and x.known is not None:
            return known_number(-x.known)  # also the least int, whose amount is no int
        if isinstance(node.op, ast.Not):
            return self.negated(truth(self.builder, x))
        if isinstance(node.op, ast.USub):
            return calculate(self.builder, ast.Sub(), arithmetic.of_kind(x.kind, 0), x)
        if isinstance(node.op, ast.UAdd):
            return x
        if x.kind is FLOAT:
            raise self.refuse(node, "~ is for whole numbers")
        return calculate(self.builder, ast.Sub(), known_number(-1), x)

    def negated(self, x: Number) -> Number:
        return compare_numbers(self.builder, ast.Eq(), x, known_number(False))

    def value_of_Compare(self, node: ast.Compare) -> Value:
        """A chain stops at the first comparison that does not hold."""
        return self.chain(node, self.value(node.left), 0)

    def chain(self, node: ast.Compare, left: Value, n: int) -> Number:
        """The comparisons of a chain from number n on."""
        op, right = node.ops[n], node.comparators[n]
        if isinstance(op, ast.In | ast.NotIn) and len(node.ops) == 1:
            return self.contained(node, left, right)
        value = self.value(right)
        if isinstance(op, ast.Is | ast.IsNot):
            if value != Static(None):
                raise self.refuse(node, "`is` stands before None only")
            held = known_number((left == Static(None)) == isinstance(op, ast.Is))
        elif not isinstance(left, Number) or not isinstance(value, Number) or type(op) not in arithmetic.SIGNS:
            raise self.refuse(node, f"{ast.unparse(node)}: only numbers are compared")
        else:
            held = compare_numbers(self.builder, op, left, value)
        if n == len(node.ops) - 1:
            return held
        return self.either(held, lambda: self.chain(node, value, n + 1), lambda: known_number(False))

    def contained(self, node: ast.Compare, left: Value, right: ast.expr) -> Number:
        if isinstance(right, ast.Tuple):
            items = [self.number(each) for each in right.elts]
        else:
            table = self.value(right)
            listed: Sequence[Any] = [None]
            if isinstance(table, Static) and isinstance(table.value, tuple | list):
                listed = table.value
            if not all(isinstance(each, int | float) for each in listed):
                raise self.refuse(node, f"{ast.unparse(right)} is not a tuple of whole numbers")
            items = [known_number(each) for each in listed]
        if not isinstance(left, Number):
            raise self.refuse(node, f"{ast.unparse(node.left)} is not a number")
        found = known_number(False)
        for each in items:
            found = calculate(self.builder, ast.BitOr(), found, compare_numbers(self.builder, ast.Eq(), left, each))
        return found if isinstance(node.ops[0], ast.In) else self.negated(found)

    # --- conditions

    def value_of_BoolOp(self, node: ast.BoolOp) -> Value:
        return self.operands(isinstance(node.op, ast.And), node.values)

    def operands(self, both: bool, nodes: Sequence[ast.expr]) -> Number:
        """The first operand that decides, as in Python: of `and` one that is zero, of `or` one that is not."""
        first = self.number(nodes[0])
        if len(nodes) == 1:
            return first
        decided = known_number(not both) if first.kind is BOOL else first
        ways: list[Callable[[], Number]] = [lambda: self.operands(both, nodes[1:]), lambda: decided]
        return self.either(truth(self.builder, first), *(ways if both else ways[::-1]))

    def value_of_IfExp(self, node: ast.IfExp) -> Value:
        yes, no = self.block("yes"), self.block("no")
        self.branch(node.test, yes, no)
        return self.joined(node, {yes: partial(self.value, node.body), no: partial(self.value, node.orelse)})

    def either(self, condition: Number, yes: Callable[[], Number], no: Callable[[], Number]) -> Number:
        """One of two numbers, of which only one is computed."""
        if condition.known is not None:
            return yes() if condition.known else no()
        blocks = self.block("yes"), self.block("no")
        self.split(condition, *blocks)
        result = self.joined(None, dict(zip(blocks, (yes, no), strict=True)))
        assert isinstance(result, Number)
        return result

    def joined(self, node: ast.AST | None, ways: dict[Any, Callable[[], Value]]) -> Value:
        """The value of whichever way is taken, of those that can be."""
        came = [(evaluate(), self.builder.block, self.facts) for block, evaluate in ways.items() if self.start(block)]
        if len(came) == 1:
            return came[0][0]
        t, done, values = self.common_type(node, [value for value, *_ in came]), self.block("value"), []
        for value, block, self.facts in came:
            self.builder.position_at_end(block)
            values.append((block, self.converted(node, value, t)))
            self.jump(done)
        self.start(done)
        return self.merge(values)

    def common_type(self, node: ast.AST | None, values: Sequence[Value]) -> Type:
        types = [type_of(value) for value in values]
        if all(isinstance(t, Kind) for t in types):
            return Kind(max(t.value for t in types if isinstance(t, Kind)))
        if any(t is not types[0] and t != types[0] for t in types) or types[0] is None:
            raise self.refuse(node, "both values must have the same type")
        return types[0]

    def converted(self, node: ast.AST | None, value: Value, t: Type) -> Value:
        """A value where one of this type is expected."""
        if isinstance(value, Number) and isinstance(t, Kind):
            return self.fitted(node, value, t)
        if isinstance(value, Static) or type_of(value) != t:
            shown = "this" if isinstance(value, Static) else describe_type(type_of(value))
            raise self.refuse(node, f"expected {describe_type(t)}, not {shown}")
        return value

    def fitted(self, node: ast.AST | None, x: Number, kind: Kind) -> Number:
        """A number where one of this kind is expected. Python would keep the fraction of a float."""
        if x.kind is FLOAT and kind is not FLOAT:
            raise self.refuse(node, f"expected {describe_type(kind)}, not float; use int(...)")
        return convert(self.builder, x, kind)

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

    def at_once(self, node: ast.expr) -> Number:
        """Evaluate a condition without branches: in a loop over combatants the processor often guesses them wrong."""
        if not isinstance(node, ast.BoolOp):
            return truth(self.builder, self.number(node))
        both = isinstance(node.op, ast.And)
        tests = [self.at_once(each) for each in node.values]
        if any(test.known is not None and bool(test.known) != both for test in tests):
            return known_number(not both)
        unknown = [test.ir for test in tests if test.known is None]
        join = self.builder.and_ if both else self.builder.or_
        return Number(BOOL, reduce(join, unknown)) if unknown else known_number(both)

    # --- calls

    def value_of_Call(self, node: ast.Call) -> Value:
        called = self.value(node.func)
        if not isinstance(called, Static):
            raise self.refuse(node, f"{ast.unparse(node.func)} is not a function")
        function = self.program.resolve(called.value)
        if function in BUILTINS:
            return self.builtin(node, function)
        if is_tuple(function):
            return self.tuple(node, function)
        if not isinstance(function, FunctionType):
            names = ", ".join(sorted(each.__name__ for each in BUILTINS))
            raise self.refuse(node, f"{ast.unparse(node.func)} is not a rule, nor one of {names}")
        return self.call(node, function, self.arguments(node, function.__name__, parameters(function)))

    def arguments(self, node: ast.Call, name: str, wanted: dict[str, Any]) -> list[Value]:
        """The value of each argument that is wanted; its default where none is given."""
        if len(node.args) > len(wanted) or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.refuse(node, f"{ast.unparse(node)}: too many arguments")
        given = dict(zip(wanted, node.args, strict=False))
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in wanted or keyword.arg in given:
                raise self.refuse(node, f"{ast.unparse(node)}: no argument {keyword.arg}")
            given[keyword.arg] = keyword.value
        missing = [each for each, default in wanted.items() if each not in given and default is Parameter.empty]
        if missing:
            raise self.refuse(node, f"{name} is called without {', '.join(missing)}")
        values = {each: self.value(argument) for each, argument in given.items()}
        return [values[each] if each in values else self.known(wanted[each]) for each in wanted]

    def call(self, node: ast.AST, function: FunctionType, given: Sequence[Value]) -> Value:
        """What is known of the result is known here as well. A call that does nothing else is left out."""
        wanted = zip(parameters(function), given, strict=True)
        types = [self.program.type_of_parameter(function, name, value) for name, value in wanted]
        values = [self.converted(node, value, t) for value, t in zip(given, types, strict=True)]
        instance = self.program.instance(function, types)
        if not instance.acts and None not in instance.known:
            return value_from_parts(instance.returns, instance.known)
        result = self.builder.call(instance.ir, [part for value in values for part in value_parts(value)])
        parts, status = self.program.unpacked(self.builder, instance, result)
        self.instance.calls.append(instance)
        self.acts |= instance.acts
        if instance.breaks and instance.signals:
            broken = Number(BOOL, self.builder.icmp_signed("!=", status, SOUND))
            self.leave_if(node, broken, status)
        known = instance.known or [None] * len(parts)
        return value_from_parts(instance.returns, [b if a is None else a for a, b in zip(known, parts, strict=True)])

    def tuple(self, node: ast.Call, cls: Any) -> Tuple:
        shape = tuple_type(cls)
        wanted = dict.fromkeys(shape.names, Parameter.empty) | cls._field_defaults
        items = zip(self.arguments(node, cls.__name__, wanted), shape.kinds, strict=True)
        return Tuple(shape, tuple(self.converted_number(node, value, kind) for value, kind in items))

    def converted_number(self, node: ast.AST, value: Value, kind: Kind) -> Number:
        made = self.converted(node, value, kind)
        assert isinstance(made, Number)
        return made

    # --- Python's own functions

    def builtin(self, node: ast.Call, function: Any) -> Value:
        if node.keywords or not node.args:
            raise self.refuse(node, f"{ast.unparse(node)}: expected arguments without names")
        if function is len:
            return self.length(node)
        given = [self.number(each) for each in node.args]
        if (len(given) == 1) == (function in (max, min)):
            wanted = "several arguments" if len(given) == 1 else "one argument"
            raise self.refuse(node, f"{ast.unparse(node)}: expected {wanted}")
        if function in (max, min):
            return reduce(partial(self.extreme, ast.Gt() if function is max else ast.Lt()), given)
        if function is abs:
            negative = calculate(self.builder, ast.Sub(), arithmetic.of_kind(given[0].kind, 0), given[0])
            return given[0] if given[0].kind is WORD else self.extreme(ast.Gt(), given[0], negative)
        return convert(self.builder, given[0], {int: INT, bool: BOOL, float: FLOAT}[function])

    def extreme(self, op: ast.cmpop, best: Number, each: Number) -> Number:
        test = compare_numbers(self.builder, op, each, best)
        if test.known is not None:
            return each if test.known else best
        kind = arithmetic.common_kind(best, each)
        both = [convert(self.builder, x, kind).ir for x in (each, best)]
        return Number(kind, self.builder.select(test.ir, *both))

    def length(self, node: ast.Call) -> Number:
        value = self.value(node.args[0])
        if isinstance(value, Static) and isinstance(value.value, tuple | list):
            return known_number(len(value.value))
        if isinstance(value, Array) and value.type.count:
            return known_number(value.type.count)
        raise self.refuse(node, f"the length of {ast.unparse(node.args[0])} is not known")


def only_looks(node: ast.expr) -> bool:
    """Return whether an expression only reads and compares numbers, constants, and fields of local records."""
    if isinstance(node, ast.BoolOp):
        return all(map(only_looks, node.values))
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name)
    if isinstance(node, ast.Compare):
        ordered = all(type(op) in arithmetic.SIGNS for op in node.ops)
        return ordered and all(map(only_looks, (node.left, *node.comparators)))
    if isinstance(node, ast.UnaryOp):
        return only_looks(node.operand)
    if isinstance(node, ast.BinOp):
        simple = isinstance(node.op, ast.BitAnd | ast.BitOr | ast.RShift)
        return simple and only_looks(node.left) and only_looks(node.right)
    return isinstance(node, ast.Name | ast.Constant)


def group_operands(node: ast.BoolOp) -> list[ast.expr]:
    """Return the operands of `and` or `or`; neighbours that only look are joined."""
    found: list[ast.expr] = []
    for looks, run in groupby(node.values, only_looks):
        each = list(run)
        found += [ast.copy_location(ast.BoolOp(node.op, each), node)] if looks and len(each) > 1 else each
    return found


BUILTINS = (max, min, abs, int, bool, float, len)
