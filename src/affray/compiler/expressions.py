"""Expressions of the rule language: one method for each construct, which returns the value."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial, reduce
from inspect import Parameter
from itertools import groupby
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from affray.compiler import arithmetic
from affray.compiler.arithmetic import calculate, compare_numbers, convert, known_number, truth
from affray.compiler.source import RuleError, location, look_up_name, parameters
from affray.compiler.types import (
    BOOL,
    FLOAT,
    I64,
    INT,
    POINTER,
    SOUND,
    WORD,
    WORD_BITS,
    Array,
    ArrayType,
    Instance,
    Kind,
    Number,
    Record,
    Reference,
    Scalar,
    Static,
    Tuple,
    Type,
    Value,
    describe_type,
    ir_types,
    is_tuple,
    tuple_type,
    type_of,
    value_from_parts,
    value_parts,
)

if TYPE_CHECKING:
    from affray.compiler.program import Program

RARE_BRANCH = (1, 4000)  # weights of a branch that is hardly ever taken


class Expressions:
    """The state of one function while it is translated, and its expressions."""

    def __init__(self, program: Program, instance: Instance) -> None:
        self.program, self.instance = program, instance
        self.function = instance.function
        self.file, self.first_line = location(instance.function)
        self.builder = ir.IRBuilder(instance.ir.append_basic_block("entry"))
        self.variables: dict[str, tuple[Type, list[Any]]] = {}
        self.assigned: set[str] = set()
        self.loops: list[tuple[Any, Any]] = []  # where continue and break lead

    def refuse(self, node: ast.AST, reason: str) -> RuleError:
        return RuleError(self.file, getattr(node, "lineno", self.first_line), reason)

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

    # --- names and constants

    def value_of_Constant(self, node: ast.Constant) -> Value:
        if node.value is None:
            return Static(None)
        if not isinstance(node.value, int | float) or not -(1 << WORD_BITS - 1) <= node.value < 1 << WORD_BITS:
            raise self.refuse(node, f"{ast.unparse(node)} is neither a number of 64 bits, nor True, False or None")
        return known_number(node.value)

    def value_of_Name(self, node: ast.Name) -> Value:
        if node.id in self.variables:
            if node.id not in self.assigned:
                raise self.refuse(node, f"{node.id} has no value on some way to this line; set it before")
            return self.local(node.id)
        if node.id in self.function.__code__.co_varnames:
            raise self.refuse(node, f"{node.id} has no value on some way to this line; set it before")
        try:
            return self.known(look_up_name(self.function, node.id))
        except KeyError:
            raise self.refuse(node, f"{node.id} is not defined here") from None

    def local(self, name: str) -> Value:
        kind, slots = self.variables[name]
        return value_from_parts(kind, [self.builder.load(slot) for slot in slots])

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
        if name in record.record.constants:
            return self.constant_field(record.record, name)
        if name not in record.record.fields:
            raise self.refuse(node, f"{record.record.name} has no field {name}")
        place, stored = self.address(record, name), record.record.fields[name].type
        if isinstance(stored, Scalar):
            return self.load(stored, place)
        return Array(stored, place) if isinstance(stored, ArrayType) else Reference(stored, place)

    def constant_field(self, record: Record, name: str) -> Value:
        """One that takes no room. A tuple is a table of numbers, a type an array or record of constants."""
        constant = record.constants[name]
        if isinstance(constant, ArrayType):
            return Array(constant, ir.Constant(POINTER, None))
        return self.known(constant)

    def address(self, record: Reference, name: str) -> Any:
        field = record.record.fields[name]
        place = self.builder.gep(record.pointer, [I64(field.offset)], inbounds=True)
        if field.inline:
            return place
        address = self.builder.load(self.builder.bitcast(place, POINTER.as_pointer()))
        self.program.tag(address, f"{record.record.name}.{name}")
        return address

    def load(self, stored: Scalar, place: Any) -> Number:
        b = self.builder
        kept = ir.DoubleType() if stored.kind is FLOAT else ir.IntType(stored.bits)
        loaded = b.load(b.bitcast(place, kept.as_pointer()))
        self.program.tag(loaded, stored.name)
        if stored.kind is BOOL:
            self.program.bound(loaded, stored.bits)
            return Number(BOOL, b.trunc(loaded, ir.IntType(1)))
        if stored.kind is FLOAT or stored.bits == WORD_BITS:
            return Number(stored.kind, loaded)
        return Number(INT, (b.sext if stored.kind is INT else b.zext)(loaded, I64))

    def store(self, stored: Scalar, place: Any, value: Number) -> None:
        b = self.builder
        x = convert(b, value, stored.kind).ir
        kept = ir.DoubleType() if stored.kind is FLOAT else ir.IntType(stored.bits)
        if stored.kind is BOOL:
            x = b.zext(x, kept)
        elif stored.kind is not FLOAT and stored.bits < WORD_BITS:
            x = b.trunc(x, kept)
        self.program.tag(b.store(x, b.bitcast(place, kept.as_pointer())), stored.name)

    def value_of_Subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            raise self.refuse(node, "a slice stands in a for loop only")
        if isinstance(value, Static) and isinstance(value.value, tuple | list):
            return self.table_item(node, value.value)
        if not isinstance(value, Array):
            raise self.refuse(node, f"{ast.unparse(node.value)} has no items")
        return self.item(value, self.index(node.slice, value.type.count))

    def index(self, node: ast.expr, count: int) -> Any:
        """One that is written as a number is checked here; of all others the rules see to it."""
        at = self.number(node)
        written = isinstance(node, ast.Constant | ast.UnaryOp) and at.known is not None
        if at.kind is FLOAT or (written and (at.known < 0 or 0 < count <= at.known)):
            raise self.refuse(node, f"the index {ast.unparse(node)} is not one of 0 to {count - 1}")
        return convert(self.builder, at, INT).ir

    def item(self, array: Array, at: Any) -> Value:
        if array.type.constant is not None:
            return known_number(array.type.constant)
        place, stored = self.item_address(array, at), array.type.item
        if isinstance(stored, Scalar):
            return self.load(stored, place)
        return Array(stored, place) if isinstance(stored, ArrayType) else Reference(stored, place)

    def item_address(self, array: Array, at: Any) -> Any:
        return self.builder.gep(array.pointer, [self.builder.mul(at, I64(array.type.item.size))], inbounds=True)

    def table_item(self, node: ast.Subscript, table: Sequence[Any]) -> Value:
        if not all(isinstance(each, int) for each in table):
            raise self.refuse(node, f"{ast.unparse(node.value)} is not a table of whole numbers")
        at = self.number(node.slice)
        if at.kind is not FLOAT and at.known is not None and 0 <= at.known < len(table):
            return known_number(table[at.known])
        address = self.builder.bitcast(self.program.table(tuple(table)), POINTER)
        array = Array(ArrayType(Scalar(INT, WORD_BITS), len(table)), address)
        return self.item(array, self.index(node.slice, len(table)))

    # --- arithmetic

    def value_of_BinOp(self, node: ast.BinOp) -> Value:
        return self.calculated(node, node.op, self.number(node.left), self.number(node.right))

    def calculated(self, node: ast.AST, op: ast.operator, x: Number, y: Number) -> Number:
        if type(op) not in arithmetic.CALCULATIONS:
            raise self.refuse(node, f"the operator {type(op).__name__} is not part of the rule language")
        if FLOAT in (x.kind, y.kind) and not isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.Div):
            raise self.refuse(node, f"the operator {type(op).__name__} is for whole numbers")
        return calculate(self.builder, op, x, y)

    def value_of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        x = self.number(node.operand)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant) and x.known == 1 << WORD_BITS - 1:
            return known_number(-x.known)  # the least int
        if isinstance(node.op, ast.Not):
            return compare_numbers(self.builder, ast.Eq(), truth(self.builder, x), known_number(False))
        if isinstance(node.op, ast.UAdd):
            return x
        if isinstance(node.op, ast.USub):
            zero = known_number(0.0) if x.kind is FLOAT else known_number(0)
            return calculate(self.builder, ast.Sub(), zero, x)
        if x.kind is FLOAT:
            raise self.refuse(node, "~ is for whole numbers")
        return calculate(
            self.builder,
            ast.BitXor(),
            convert(self.builder, x, max(x.kind, INT, key=lambda k: k.value)),
            known_number(-1),
        )

    def value_of_Compare(self, node: ast.Compare) -> Value:
        """A chain stops at the first comparison that does not hold."""
        return self.chain(node, self.value(node.left), 0)

    def chain(self, node: ast.Compare, left: Value, n: int) -> Number:
        """The comparisons of a chain from number n on."""
        op, right = node.ops[n], node.comparators[n]
        if n == len(node.ops) - 1:
            return self.compared(node, op, left, right)
        after = self.value(right)
        held = self.compared(node, op, left, right, after)
        return self.either(held, lambda: self.chain(node, after, n + 1), lambda: known_number(False))

    def compared(
        self, node: ast.Compare, op: ast.cmpop, left: Value, right: ast.expr, value: Value | None = None
    ) -> Number:
        if isinstance(op, ast.In | ast.NotIn):
            return self.contained(node, op, left, right)
        value = value or self.value(right)
        if isinstance(op, ast.Is | ast.IsNot):
            if not (isinstance(value, Static) and value.value is None):
                raise self.refuse(node, "`is` stands before None only")
            return known_number((isinstance(left, Static) and left.value is None) == isinstance(op, ast.Is))
        if not isinstance(left, Number) or not isinstance(value, Number):
            raise self.refuse(node, f"{ast.unparse(node)}: only numbers are compared")
        return compare_numbers(self.builder, op, left, value)

    def contained(self, node: ast.Compare, op: ast.cmpop, left: Value, right: ast.expr) -> Number:
        if isinstance(right, ast.Tuple):
            items = [self.number(each) for each in right.elts]
        else:
            table = self.value(right)
            if not isinstance(table, Static) or not isinstance(table.value, tuple | list):
                raise self.refuse(node, f"{ast.unparse(right)} is not a tuple of whole numbers")
            if not all(isinstance(each, int | float) for each in table.value):
                raise self.refuse(node, f"{ast.unparse(right)} is not a tuple of whole numbers")
            items = [known_number(each) for each in table.value]
        if not isinstance(left, Number):
            raise self.refuse(node, f"{ast.unparse(node.left)} is not a number")
        found = known_number(False)
        for each in items:
            found = calculate(self.builder, ast.BitOr(), found, compare_numbers(self.builder, ast.Eq(), left, each))
        return found if isinstance(op, ast.In) else compare_numbers(self.builder, ast.Eq(), found, known_number(False))

    # --- conditions

    def value_of_BoolOp(self, node: ast.BoolOp) -> Value:
        return self.operands(isinstance(node.op, ast.And), node.values)

    def operands(self, both: bool, nodes: Sequence[ast.expr]) -> Number:
        """The first operand that decides, as in Python: of `and` one that is zero, of `or` one that is not."""
        first = self.number(nodes[0])
        if len(nodes) == 1:
            return first
        ways: list[Callable[[], Number]] = [lambda: self.operands(both, nodes[1:]), lambda: first]
        return self.either(truth(self.builder, first), *(ways if both else ways[::-1]))

    def value_of_IfExp(self, node: ast.IfExp) -> Value:
        yes, no = self.block("yes"), self.block("no")
        reached = self.branch(node.test, yes, no)
        ways = [
            (block, each) for block, each, can in zip((yes, no), (node.body, node.orelse), reached, strict=True) if can
        ]
        for block, can in zip((yes, no), reached, strict=True):
            if not can:
                self.leave_unreached(block)
        return self.joined(node, [(block, partial(self.value, each)) for block, each in ways])

    def either(self, condition: Number, yes: Callable[[], Number], no: Callable[[], Number]) -> Number:
        """One of two numbers, of which only one is computed."""
        if condition.known is not None:
            return yes() if condition.known else no()
        blocks = self.block("yes"), self.block("no")
        self.builder.cbranch(condition.ir, *blocks)
        result = self.joined(None, list(zip(blocks, (yes, no), strict=True)))
        assert isinstance(result, Number)
        return result

    def joined(self, node: ast.AST | None, ways: list[tuple[Any, Callable[[], Value]]]) -> Value:
        """The value of whichever way was taken."""
        if len(ways) == 1:
            self.builder.position_at_end(ways[0][0])
            return ways[0][1]()
        done, came = self.block("value"), []
        for block, evaluate in ways:
            self.builder.position_at_end(block)
            value = evaluate()
            came.append((value, self.builder.block))
        t = self.common_type(node, [value for value, _ in came])
        incoming = []
        for value, block in came:
            self.builder.position_at_end(block)
            incoming.append((value_parts(self.converted(node, value, t)), block))
            self.builder.branch(done)
        self.builder.position_at_end(done)
        phis = []
        for n, kind in enumerate(ir_types(t)):
            phi = self.builder.phi(kind)
            for values, block in incoming:
                phi.add_incoming(values[n], block)
            phis.append(phi)
        return value_from_parts(t, phis)

    def common_type(self, node: ast.AST | None, values: Sequence[Value]) -> Type:
        types = [type_of(value) for value in values]
        if all(isinstance(t, Kind) for t in types):
            return Kind(max(t.value for t in types if isinstance(t, Kind)))
        if any(t is not types[0] and t != types[0] for t in types) or types[0] is None:
            raise self.refuse(node or self.function_node, "both values must have the same type")
        return types[0]

    function_node: ast.FunctionDef

    def converted(self, node: ast.AST | None, value: Value, t: Type) -> Value:
        """A value where one of this type is expected."""
        if isinstance(value, Number) and isinstance(t, Kind):
            return self.fitted(node, value, t)
        if isinstance(value, Tuple) and type_of(value) == t:
            items = (convert(self.builder, x, kind) for x, kind in zip(value.items, value.type.kinds, strict=True))
            return Tuple(value.type, tuple(items))
        if isinstance(value, Static) or type_of(value) != t:
            shown = "this" if isinstance(value, Static) else describe_type(type_of(value))
            raise self.refuse(node or self.function_node, f"expected {describe_type(t)}, not {shown}")
        return value

    def fitted(self, node: ast.AST | None, x: Number, kind: Kind) -> Number:
        """A number where one of this kind is expected. Python would keep the fraction of a float."""
        if x.kind is FLOAT and kind is not FLOAT:
            raise self.refuse(node or self.function_node, f"expected {describe_type(kind)}, not float; use int(...)")
        return convert(self.builder, x, kind)

    def branch(self, node: ast.expr, yes: Any, no: Any) -> tuple[bool, bool]:
        """Goes to one of two blocks; returns which of them can be reached."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.branch(node.operand, no, yes)[::-1]
        if isinstance(node, ast.BoolOp) and not (self.loops and only_looks(node)):
            return self.branch_by_several(node, yes, no)
        test = self.at_once(node)
        if test.known is not None:
            self.builder.branch(yes if test.known else no)
            return bool(test.known), not test.known
        self.builder.cbranch(test.ir, yes, no)
        return True, True

    def branch_by_several(self, node: ast.BoolOp, yes: Any, no: Any) -> tuple[bool, bool]:
        """`and` goes on to the next operand after a yes, `or` after a no."""
        both, leaves = isinstance(node.op, ast.And), False
        values = group_operands(node) if self.loops else node.values
        for each in values[:-1]:
            following = self.block("next")
            can = self.branch(each, following, no) if both else self.branch(each, yes, following)
            leaves |= can[1] if both else can[0]
            self.builder.position_at_end(following)
            if not (can[0] if both else can[1]):
                self.builder.unreachable()
                return (False, leaves) if both else (leaves, False)
        last = self.branch(values[-1], yes, no)
        return (last[0], last[1] or leaves) if both else (last[0] or leaves, last[1])

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

    def block(self, name: str) -> Any:
        return self.instance.ir.append_basic_block(name)

    def leave_unreached(self, block: Any) -> None:
        here = self.builder.block
        self.builder.position_at_end(block)
        self.builder.unreachable()
        self.builder.position_at_end(here)

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
            raise self.refuse(
                node, f"{ast.unparse(node.func)} is not a rule, nor one of {', '.join(sorted(BUILTIN_NAMES))}"
            )
        return self.call(node, function, self.arguments(node, function))

    def arguments(self, node: ast.Call, function: FunctionType) -> list[Value]:
        wanted = parameters(function)
        given = self.by_name(node, list(wanted))
        missing = [name for name, default in wanted.items() if name not in given and default is Parameter.empty]
        if missing:
            raise self.refuse(node, f"{function.__name__} is called without {', '.join(missing)}")
        values = {name: self.value(each) for name, each in given.items()}
        return [values[name] if name in values else self.known(wanted[name]) for name in wanted]

    def by_name(self, node: ast.Call, names: Sequence[str]) -> dict[str, ast.expr]:
        if len(node.args) > len(names) or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.refuse(node, f"{ast.unparse(node)}: too many arguments")
        given = dict(zip(names, node.args, strict=False))
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in names or keyword.arg in given:
                raise self.refuse(node, f"{ast.unparse(node)}: no argument {keyword.arg}")
            given[keyword.arg] = keyword.value
        return given

    def call(self, node: ast.AST, function: FunctionType, given: Sequence[Value]) -> Value:
        types = []
        for name, value in zip(parameters(function), given, strict=True):
            types.append(self.program.type_of_parameter(function, name, value))
        values = [self.converted(node, value, t) for value, t in zip(given, types, strict=True)]
        instance = self.program.instance(function, types)
        result = self.builder.call(instance.ir, [part for value in values for part in value_parts(value)])
        value, status = self.program.unpacked(self.builder, instance, result)
        if status is not None:
            self.pass_on(node, status)
        return value

    def pass_on(self, node: ast.AST, status: Any) -> None:
        """Returns at once where the call has broken an assumption."""
        broken, sound = self.block("broken"), self.block("sound")
        test = self.builder.cbranch(self.builder.icmp_signed("!=", status, SOUND), broken, sound)
        test.set_weights(RARE_BRANCH)
        self.builder.position_at_end(broken)
        self.return_broken(node, status)
        self.builder.position_at_end(sound)

    def return_broken(self, node: ast.AST, status: Any) -> None:
        if not self.instance.breaks:
            raise self.refuse(node, "a constant list is changed under another name; change it by its field")
        returned = self.instance.ir.function_type.return_type
        if returned == status.type:
            self.builder.ret(status)
            return
        undefined = ir.Constant(returned, ir.Undefined)
        self.builder.ret(self.builder.insert_value(undefined, status, len(ir_types(self.instance.returns))))

    def tuple(self, node: ast.Call, cls: Any) -> Tuple:
        shape = tuple_type(cls)
        given = self.by_name(node, shape.names)
        default = {name: known_number(value) for name, value in cls._field_defaults.items()}
        missing = [name for name in shape.names if name not in given and name not in default]
        if missing:
            raise self.refuse(node, f"{cls.__name__} is made without {', '.join(missing)}")
        items = default | {name: self.number(each) for name, each in given.items()}
        kinds = zip(shape.names, shape.kinds, strict=True)
        return Tuple(shape, tuple(self.fitted(node, items[name], kind) for name, kind in kinds))

    # --- Python's own functions

    def builtin(self, node: ast.Call, function: Any) -> Value:
        if node.keywords or not node.args:
            raise self.refuse(node, f"{ast.unparse(node)}: expected arguments without names")
        if function is len:
            return self.length(node)
        given = [self.number(each) for each in node.args]
        if function in (max, min) and len(given) > 1:
            return self.extreme(given, ast.Gt() if function is max else ast.Lt())
        if (len(given) == 1) == (function in (max, min)):
            wanted = "several arguments" if len(given) == 1 else "one argument"
            raise self.refuse(node, f"{ast.unparse(node)}: expected {wanted}")
        if function is abs:
            if given[0].kind is WORD:
                return given[0]
            negative = calculate(self.builder, ast.Sub(), known_number(0), given[0])
            return self.extreme([given[0], negative], ast.Gt())
        return convert(self.builder, given[0], {int: INT, bool: BOOL, float: FLOAT}[function])

    def extreme(self, given: Sequence[Number], op: ast.cmpop) -> Number:
        best = given[0]
        for each in given[1:]:
            test = compare_numbers(self.builder, op, each, best)
            if test.known is not None:
                best = each if test.known else best
            else:
                best = arithmetic.select(self.builder, test.ir, each, best)
        return best

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
        ordered = all(isinstance(op, ast.Eq | ast.NotEq | ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops)
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
BUILTIN_NAMES = [each.__name__ for each in BUILTINS]
