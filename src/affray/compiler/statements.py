"""Statements of the rule language: one method for each construct. `translate` fills in a function's body."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from affray.compiler.arithmetic import compare_numbers, known_number
from affray.compiler.expressions import RARE_BRANCH, Expressions
from affray.compiler.source import RuleError, look_up_name, syntax_tree
from affray.compiler.types import (
    I32,
    I64,
    INT,
    NUMBER_KINDS,
    POINTER,
    SOUND,
    Array,
    ArrayType,
    Instance,
    Number,
    Reference,
    Scalar,
    Static,
    Tuple,
    Value,
    describe_type,
    ir_types,
    type_of,
    value_from_parts,
    value_parts,
)

if TYPE_CHECKING:
    from affray.compiler.program import Program


def translate(program: Program, instance: Instance) -> None:
    try:
        Statements(program, instance).translate()
    except RuleError as error:
        program.errors.append(error)


class Statements(Expressions):
    """Translates one function."""

    def __init__(self, program: Program, instance: Instance) -> None:
        super().__init__(program, instance)
        self.function_node = syntax_tree(instance.function)

    def translate(self) -> None:
        self.plain_parameters(self.function_node.args)
        given = list(self.instance.ir.args)
        for argument, t in zip(self.function_node.args.args, self.instance.types, strict=True):
            count = len(ir_types(t))
            self.set_local(self.function_node, argument.arg, value_from_parts(t, given[:count]))
            given = given[count:]
        self.body(self.function_node.body)
        if self.builder.block.is_terminated:
            return
        if self.instance.returns is not None and not self.is_unreached():
            raise self.refuse(self.function_node, f"{self.function_node.name} may end without a return")
        if self.instance.returns is None:
            self.return_value(self.function_node, None)
        else:
            self.builder.unreachable()

    def plain_parameters(self, given: ast.arguments) -> None:
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
            raise self.refuse(self.function_node, "a rule has plain parameters: no *, no / and no **")

    def is_unreached(self) -> bool:
        """Whether nothing leads to the block at hand."""
        block = self.builder.block
        if block is self.instance.ir.entry_basic_block:
            return False
        ends = (each.terminator for each in self.instance.ir.blocks if each.is_terminated)
        return not any(block in end.operands for end in ends)

    def body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self.builder.block.is_terminated:
                return
            method = getattr(self, f"do_{type(statement).__name__}", None)
            if method is None:
                raise self.refuse(statement, f"{type(statement).__name__} is not part of the rule language")
            method(statement)

    # --- simple statements

    def do_Expr(self, node: ast.Expr) -> None:
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):  # a docstring
            self.value(node.value)

    def do_Pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def do_Return(self, node: ast.Return) -> None:
        self.return_value(node, None if node.value is None else self.value(node.value))

    def return_value(self, node: ast.AST, value: Value | None) -> None:
        expected = self.instance.returns
        if (value is None or value == Static(None)) != (expected is None):
            raise self.refuse(node, f"{self.function.__name__} returns {describe_type(expected)}")
        given = [] if expected is None or value is None else value_parts(self.converted(node, value, expected))
        every = [*given, *([SOUND] if self.instance.breaks else [])]
        if not every:
            self.builder.ret_void()
            return
        result = every[0]
        if len(every) > 1:
            result = ir.Constant(self.instance.ir.function_type.return_type, ir.Undefined)
            for n, part in enumerate(every):
                result = self.builder.insert_value(result, part, n)
        self.builder.ret(result)

    # --- assignments

    def do_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            raise self.refuse(node, "one assignment has one target")
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.copy_slice(node, target, node.value)
            return
        if not isinstance(target, ast.Tuple):
            self.assign(target, self.value(node.value))
            return
        values = self.several(node, node.value, len(target.elts))
        for each, value in zip(target.elts, values, strict=True):
            self.assign(each, value)

    def copy_slice(self, node: ast.Assign, target: ast.Subscript, source: ast.expr) -> None:
        """The same part of another list: `a[i:j] = b[i:j]`. The two lists do not overlap."""
        if not isinstance(source, ast.Subscript) or ast.unparse(source.slice) != ast.unparse(target.slice):
            raise self.refuse(node, "a slice is set to the same slice of another list only")
        bounds = target.slice
        assert isinstance(bounds, ast.Slice)
        to, given = self.value(target.value), self.value(source.value)
        if not isinstance(to, Array) or not isinstance(given, Array) or to.type.item != given.type.item:
            raise self.refuse(node, "a slice is copied between lists of the same kind")
        if to.type.constant is not None:
            raise self.refuse(node, "a list that may be assumed to be constant is changed item by item")
        if bounds.lower is None or bounds.upper is None or bounds.step is not None:
            raise self.refuse(node, "a slice that is copied says where it begins and ends, and has no step")
        first, end = self.whole_number(bounds.lower).ir, self.whole_number(bounds.upper).ir
        size = self.builder.mul(self.builder.sub(end, first), I64(to.type.item.size))
        copy = self.program.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, I64])
        places = [self.item_address(to, first), self.item_address(given, first)]
        self.builder.call(copy, [*places, size, ir.IntType(1)(0)])

    def several(self, node: ast.AST, given: ast.expr, count: int) -> Sequence[Value]:
        values: Sequence[Value]
        if isinstance(given, ast.Tuple):
            values = [self.value(each) for each in given.elts]
        else:
            value = self.value(given)
            values = value.items if isinstance(value, Tuple) else []
        if len(values) != count:
            raise self.refuse(node, f"{ast.unparse(given)} does not have {count} values")
        return values

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if not isinstance(node.target, ast.Name) or node.value is None:
            raise self.refuse(node, "only a variable with a value is annotated")
        value = self.value(node.value)
        if isinstance(node.annotation, ast.Name) and isinstance(value, Number):
            kind = NUMBER_KINDS.get(self.annotated(node.annotation))
            value = value if kind is None else self.fitted(node, value, kind)
        self.assign(node.target, value)

    def annotated(self, node: ast.Name) -> Any:
        try:
            return look_up_name(self.function, node.id)
        except KeyError:
            raise self.refuse(node, f"{node.id} is not defined here") from None

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            before = self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self.assign(node.target, self.augmented(node, before))
        elif isinstance(node.target, ast.Attribute):
            record = self.record(node.target.value)
            self.set_field(
                node, record, node.target.attr, self.augmented(node, self.field(node, record, node.target.attr))
            )
        else:
            array, at = self.array_and_index(node.target)
            self.set_item(node, array, at, self.augmented(node, self.item(array, at)))

    def augmented(self, node: ast.AugAssign, before: Value) -> Value:
        if not isinstance(before, Number):
            raise self.refuse(node, f"{ast.unparse(node.target)} is not a number")
        return self.calculated(node, node.op, before, self.number(node.value))

    def assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.set_local(target, target.id, value)
        elif isinstance(target, ast.Attribute):
            self.set_field(target, self.record(target.value), target.attr, value)
        else:
            self.set_item(target, *self.array_and_index(target), value)

    def set_local(self, node: ast.AST, name: str, value: Value) -> None:
        """The first value of a variable decides its type. A truth value may become a number later on."""
        if isinstance(value, Static):
            raise self.refuse(node, f"{name} is not a number, a record or a named tuple")
        t = type_of(value)
        if name not in self.variables:
            self.variables[name] = t, [self.room(each) for each in ir_types(t)]
        expected, slots = self.variables[name]
        if isinstance(value, Number) and expected in (self.BOOLEAN,) and value.kind is not expected:
            raise self.refuse(node, f"{name} was True or False before; start with a number, or use another name")
        for part, slot in zip(value_parts(self.converted(node, value, expected)), slots, strict=True):
            self.builder.store(part, slot)
        self.assigned.add(name)

    BOOLEAN = NUMBER_KINDS[bool]

    def room(self, kind: Any) -> Any:
        with self.builder.goto_entry_block():
            return self.builder.alloca(kind)

    def record(self, node: ast.expr) -> Reference:
        value = self.value(node)
        if not isinstance(value, Reference):
            raise self.refuse(node, f"{ast.unparse(node)} is not a record")
        return value

    def array_and_index(self, node: ast.expr) -> tuple[Array, Any]:
        if not isinstance(node, ast.Subscript):
            raise self.refuse(node, f"{ast.unparse(node)} cannot be assigned to")
        array = self.value(node.value)
        if not isinstance(array, Array):
            raise self.refuse(node, f"{ast.unparse(node.value)} is not a list in a record")
        return array, self.index(node.slice, array.type.count)

    def set_field(self, node: ast.AST, record: Reference, name: str, value: Value) -> None:
        if not isinstance(value, Number):
            raise self.refuse(node, f"{name} is set to something that is not a number")
        if name in record.record.constants:
            expected = record.record.constants[name]
            if not isinstance(expected, int | float):
                raise self.refuse(node, f"{record.record.name} has no number {name}")
            self.assume(node, value, expected, (record.record, name))
            return
        stored = record.record.fields[name].type if name in record.record.fields else None
        if not isinstance(stored, Scalar):
            raise self.refuse(node, f"{record.record.name} has no number {name}")
        self.store(stored, self.address(record, name), self.fitted(node, value, stored.kind))

    def set_item(self, node: ast.AST, array: Array, at: Any, value: Value) -> None:
        if not isinstance(value, Number):
            raise self.refuse(node, "an item is set to something that is not a number")
        if array.type.constant is not None:
            owner = next(each for each in self.program.assumptions if each[0].constants[each[1]] is array.type)
            self.assume(node, value, array.type.constant, owner)
        elif isinstance(array.type.item, Scalar):
            self.store(array.type.item, self.item_address(array, at), self.fitted(node, value, array.type.item.kind))
        else:
            raise self.refuse(node, "only a number in a list can be set")

    def assume(self, node: ast.AST, value: Number, expected: float, which: tuple[Any, str]) -> None:
        """Ends the kernel where a constant field would get another value."""
        same = compare_numbers(self.builder, ast.Eq(), value, known_number(expected))
        if same.known:
            return
        broken, sound = self.block("broken"), self.block("sound")
        self.builder.cbranch(same.ir, sound, broken).set_weights(RARE_BRANCH[::-1])
        self.builder.position_at_end(broken)
        self.return_broken(node, I32(self.program.assumptions.index(which) + 1))
        self.builder.position_at_end(sound)

    # --- control flow

    def do_If(self, node: ast.If) -> None:
        yes, no = self.block("then"), self.block("else")
        reached = self.branch(node.test, yes, no)
        before, done, after = set(self.assigned), self.block("endif"), list[set[str]]()
        for block, body, can in zip((yes, no), (node.body, node.orelse), reached, strict=True):
            if not can:
                self.leave_unreached(block)
                continue
            self.builder.position_at_end(block)
            self.assigned = set(before)
            self.body(body)
            if not self.builder.block.is_terminated:
                self.builder.branch(done)
                after.append(self.assigned)
        self.builder.position_at_end(done)
        self.assigned = set.intersection(*after) if after else before
        if not after:
            self.builder.unreachable()

    def do_While(self, node: ast.While) -> None:
        self.no_else(node)
        head, body, done = self.block("while"), self.block("body"), self.block("done")
        self.builder.branch(head)
        self.builder.position_at_end(head)
        can_yes, can_no = self.branch(node.test, body, done)
        self.builder.position_at_end(body)
        if can_yes:
            self.loop_body(node.body, head, done)
        else:
            self.builder.unreachable()
        self.builder.position_at_end(done)
        if not can_no and self.is_unreached():
            self.builder.unreachable()

    def loop_body(self, statements: Sequence[ast.stmt], head: Any, done: Any) -> None:
        """What is set in a loop has no value for certain after it."""
        before = set(self.assigned)
        self.loops.append((head, done))
        self.body(statements)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(head)
        self.assigned = before

    def do_For(self, node: ast.For) -> None:
        self.no_else(node)
        array, first, end, step = self.range_of(node)
        counter = self.room(I64)
        self.builder.store(first.ir, counter)
        head, body, done = self.block("for"), self.block("body"), self.block("done")
        self.builder.branch(head)
        self.builder.position_at_end(head)
        now = Number(INT, self.builder.load(counter))
        self.builder.cbranch(compare_numbers(self.builder, ast.Lt() if step > 0 else ast.Gt(), now, end).ir, body, done)
        self.builder.position_at_end(body)
        self.builder.store(self.builder.add(now.ir, I64(step)), counter)
        before = set(self.assigned)
        self.assign(node.target, now if array is None else self.item(array, now.ir))
        self.loop_body(node.body, head, done)
        self.assigned = before
        self.builder.position_at_end(done)

    def range_of(self, node: ast.For) -> tuple[Array | None, Number, Number, int]:
        """What a loop goes through: an array or None, the first number, the one after the last, the step."""
        given = node.iter
        if isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id == "range":
            return self.numbers_of(given)
        lower: ast.expr | None = None
        upper: ast.expr | None = None
        if isinstance(given, ast.Subscript) and isinstance(given.slice, ast.Slice):
            if given.slice.step is not None:
                raise self.refuse(node, "a slice in a for loop has no step")
            lower, upper, given = given.slice.lower, given.slice.upper, given.value
        array = self.value(given)
        if isinstance(array, Static) and isinstance(array.value, tuple | list):
            array = Array(ArrayType(Scalar(INT, 64), len(array.value)), self.table_address(node, array.value))
        if not isinstance(array, Array) or (upper is None and not array.type.count):
            raise self.refuse(node, f"{ast.unparse(node.iter)}: expected range(...), a list or a slice of one")
        count = array.type.count
        return array, self.bound(lower, count, 0), self.bound(upper, count, count), 1

    def bound(self, node: ast.expr | None, count: int, otherwise: int) -> Number:
        """Of a slice. One that is written as a number is checked here; of all others the rules see to it."""
        if node is None:
            return known_number(otherwise)
        at = self.whole_number(node)
        written = isinstance(node, ast.Constant | ast.UnaryOp) and at.known is not None
        if written and (at.known < 0 or 0 < count < at.known):
            raise self.refuse(node, f"the bound {ast.unparse(node)} is not one of 0 to {count}")
        return at

    def table_address(self, node: ast.AST, table: Sequence[Any]) -> Any:
        if not all(isinstance(each, int) for each in table):
            raise self.refuse(node, "a for loop goes through a table of whole numbers")
        return self.builder.bitcast(self.program.table(tuple(table)), ir.IntType(8).as_pointer())

    def numbers_of(self, node: ast.Call) -> tuple[None, Number, Number, int]:
        given = [self.whole_number(each) for each in node.args]
        step = given[2].known if len(given) == 3 else 1
        if not 1 <= len(given) <= 3 or not step:
            raise self.refuse(
                node, "expected range(end), range(first, end) or range(first, end, step) with a constant step"
            )
        first, end = (known_number(0), given[0]) if len(given) == 1 else given[:2]
        return None, first, end, int(step)

    def whole_number(self, node: ast.expr) -> Number:
        return self.fitted(node, self.number(node), INT)

    def no_else(self, node: ast.While | ast.For) -> None:
        if node.orelse:
            raise self.refuse(node, "a loop has no else")

    def do_Break(self, node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def do_Continue(self, node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])
