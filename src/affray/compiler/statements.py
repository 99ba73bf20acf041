"""Statements of the rule language: one method for each construct."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from affray.compiler import types
from affray.compiler.arithmetic import compare_numbers, known_number
from affray.compiler.expressions import Expressions
from affray.compiler.flow import RESULT, STATUS, Way, counter_name
from affray.compiler.types import I64, INT, NOTHING, NUMBER_KINDS, ArrayType, Kind, Record, Scalar, Value


class Target(NamedTuple):
    """What is assigned to: how to read and to set it; the type and the place of a number that several threads add
    to."""

    read: Callable[[], Value]
    write: Callable[[Value], None]
    shared: tuple[Any, Callable[[], Any]] | None = None


class Statements(Expressions):
    """Translates one function."""

    def translate(self) -> None:
        given = self.node.args
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
            raise self.refuse(self.node, "a rule has plain parameters: no *, no / and no **")
        entry, parts = self.block("entry"), list(self.instance.ir.args)
        self.ways[entry] = [Way(None, {}, {})]
        self.start(entry)
        for argument, t in zip(given.args, self.instance.types, strict=True):
            count = len(types.ir_types(t))
            self.set_local(self.node, argument.arg, Value(t, parts[:count]))
            parts = parts[count:]
        self.body(self.node.body)
        if self.is_reached:
            if self.instance.returns != NOTHING:
                raise self.refuse(self.node, f"{self.node.name} may end without a return")
            self.return_value(self.node, Value(NOTHING))
        self.finish()

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Translate statements. Skip what comes after a return, or cannot be reached for another reason."""
        for statement in statements:
            if not self.is_reached:
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
        """Do nothing."""

    def do_Return(self, node: ast.Return) -> None:
        self.return_value(node, Value(NOTHING) if node.value is None else self.value(node.value))

    def return_value(self, node: ast.AST, value: Value) -> None:
        result = self.convert_to(node, value, self.instance.returns)
        self.names = {RESULT: result, STATUS: Value(INT, [types.SOUND])}
        self.jump(self.end)

    # --- assignments

    def do_Assign(self, node: ast.Assign) -> None:
        match node.targets, node.value:
            case [ast.Subscript(to, ast.Slice() as part)], ast.Subscript(given, same) if is_same(part, same):
                self.copy_slice(node, to, given, part)
            case [ast.Tuple(targets)], ast.Tuple(given) if len(targets) == len(given):
                for target, value in zip(targets, [self.value(each) for each in given], strict=True):
                    self.assign(target, value)
            case [ast.Tuple(targets)], given:
                raise self.refuse(node, f"{ast.unparse(given)} is not a tuple of {len(targets)} values")
            case [target], given:
                self.assign(target, self.value(given))
            case _:
                raise self.refuse(node, "one assignment has one target")

    def copy_slice(self, node: ast.Assign, target: ast.expr, source: ast.expr, part: ast.Slice) -> None:
        """Copy the same part of another list: `a[i:j] = b[i:j]`. The two lists do not overlap."""
        to, given = (self.of_type(ArrayType, each, "a list in a record") for each in (target, source))
        if to.type.item != given.type.item or to.type.constant is not None:
            raise self.refuse(node, "a slice is copied between lists of the same kind that are never assumed constant")
        first, end = (each.ir for each in self.bounds(node, part, to))
        size = self.builder.mul(self.builder.sub(end, first), I64(to.type.item.size))
        places = [self.item_address(each, first) for each in (to, given)]
        copy = self.program.module.declare_intrinsic("llvm.memcpy", [types.POINTER, types.POINTER, I64])
        self.builder.call(copy, [*places, size, types.I1(0)])
        self.acts = True

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise self.refuse(node, "only a variable with a value is annotated")
        value = self.value(node.value)
        kind = NUMBER_KINDS.get(self.look_up(node.annotation)) if isinstance(node.annotation, ast.Name) else None
        self.assign(node.target, value if kind is None else self.convert_to(node, value, kind))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        target = self.place(node.target)
        if target.shared is not None:
            self.add_to_shared(node, *target.shared)
            return
        before = self.of_type(Kind, node.target, "a number", target.read())
        target.write(self.operate(node, node.op, before, self.number(node.value)))

    def add_to_shared(self, node: ast.AugAssign, stored: Scalar, find: Callable[[], Any]) -> None:
        """Add to a number that other threads add to at the same time."""
        if not isinstance(node.op, ast.Add):
            raise self.refuse(node, "several threads may add to this number, and nothing else")
        value = self.convert_to(node, self.number(node.value), stored.kind)
        self.builder.atomic_rmw("add", find(), value.ir, "monotonic")
        self.acts = True

    def assign(self, target: ast.expr, value: Value) -> None:
        if self.is_reached:  # the target before this one may have broken an assumption
            self.place(target).write(value)

    def place(self, node: ast.expr) -> Target:
        """Return what is assigned to. The way there is evaluated once."""
        if isinstance(node, ast.Name):
            return Target(partial(self.value_of_Name, node), partial(self.set_local, node, node.id))
        if isinstance(node, ast.Attribute):
            record = self.of_type(Record, node.value, "a record")
            stored = record.type.fields[node.attr].type if node.attr in record.type.fields else None
            return Target(
                partial(self.field, node, record, node.attr),
                partial(self.set_field, node, record, node.attr),
                (stored, partial(self.address, record, node.attr)) if is_shared(stored) else None,
            )
        if isinstance(node, ast.Subscript):
            array = self.of_type(ArrayType, node.value, "a list in a record")
            at, stored = self.index(node.slice, array.count), array.type.item
            return Target(
                partial(self.item, array, at),
                partial(self.set_item, node, array, at),
                (stored, partial(self.item_address, array, at)) if is_shared(stored) else None,
            )
        raise self.refuse(node, f"{ast.unparse(node)} cannot be assigned to")

    def set_local(self, node: ast.AST, name: str, value: Value) -> None:
        """Set a variable, whose first value decides its type. A truth value may become a number later on."""
        expected = self.types.setdefault(name, value.type)
        if expected is types.BOOL and value.type in (INT, types.WORD, types.FLOAT):
            raise self.refuse(node, f"{name} was True or False before; start with a number, or use another name")
        self.names = {**self.names, name: self.convert_to(node, value, expected)}

    def set_field(self, node: ast.AST, record: Value, name: str, value: Value) -> None:
        constant, field = record.type.constants.get(name), record.type.fields.get(name)
        if isinstance(constant, int | float):
            self.assume(node, value, constant, (record.type, name))
        elif field is None or not isinstance(field.type, Scalar):
            raise self.refuse(node, f"{record.type.name} has no number {name}")
        else:
            self.store(node, field.type, self.address(record, name), value)

    def set_item(self, node: ast.AST, array: Value, at: Any, value: Value) -> None:
        if not isinstance(array.type.item, Scalar):
            raise self.refuse(node, "only a number in a list can be set")
        if array.type.constant is None:
            self.store(node, array.type.item, self.item_address(array, at), value)
            return
        varies, place = self.find_item(array, at)
        constant, stored = self.block("constant"), self.block("stored")
        varying = self.block("varying")
        owner = next(each for each in self.program.assumptions if each[0].constants.get(each[1]) is array.type)
        self.split(varies, varying, constant)
        if self.start(varying):
            self.store(node, array.type.item, place, value)
            self.jump(stored)
        if self.start(constant):
            self.assume(node, value, array.type.constant, owner)
            self.jump(stored)
        self.start(stored)

    def assume(self, node: ast.AST, value: Value, expected: float, which: tuple[Any, str]) -> None:
        """End the kernel where a constant field would get another value."""
        constant = known_number(expected)
        other = compare_numbers(self.builder, ast.NotEq(), self.convert_to(node, value, constant.type), constant)
        self.leave_if(node, other, types.I32(self.program.assumptions.index(which) + 1))

    # --- control flow

    def do_If(self, node: ast.If) -> None:
        yes, done = self.block("then"), self.block("endif")
        no = self.block("else") if node.orelse else done
        self.branch(node.test, yes, no)
        for block, body in ((yes, node.body), (no, node.orelse)):
            if block is not done and self.start(block):
                self.body(body)
                self.jump(done)
        self.start(done)

    def do_While(self, node: ast.While) -> None:
        head, body, done = self.block("while"), self.block("body"), self.block("done")
        with self.loop(node, head, done):
            self.branch(node.test, body, done)
            if self.start(body):
                self.loop_body(node.body, head, done)

    def do_For(self, node: ast.For) -> None:
        array, first, end, step = self.range_of(node)
        order, count = ast.Lt() if step > 0 else ast.Gt(), counter_name(node)
        if compare_numbers(self.builder, order, first, end).known == 0:
            return  # there is nothing to go through
        self.names = {**self.names, count: first}
        head, body, done = self.block("for"), self.block("body"), self.block("done")
        with self.loop(node, head, done):
            now = self.names[count]
            self.split(compare_numbers(self.builder, order, now, end), body, done)
            self.start(body)
            self.names = {**self.names, count: Value(INT, [self.builder.add(now.ir, I64(step))])}
            self.assign(node.target, now if array is None else self.item(array, now.ir))
            self.loop_body(node.body, head, done)

    def loop_body(self, statements: Sequence[ast.stmt], head: Any, done: Any) -> None:
        self.loops.append((head, done))
        self.body(statements)
        self.loops.pop()

    def range_of(self, node: ast.For) -> tuple[Value | None, Value, Value, int]:
        """Return what a loop goes through: an array or None, the first number, the one after the last, the step."""
        given, part = node.iter, ast.Slice()
        match given:
            case ast.Call(ast.Name("range"), arguments):
                return None, *self.numbers_of(
                    node, [self.convert_to(each, self.value(each), INT) for each in arguments]
                )
            case ast.Subscript(whole, ast.Slice() as said):
                given, part = whole, said
        array = self.array(given, self.value(given))
        return array, *self.bounds(node, part, array), 1

    def bounds(self, node: ast.AST, part: ast.Slice, array: Value) -> tuple[Value, Value]:
        """Return the first index of a slice, and the one after its last."""
        if part.step is not None or (part.upper is None and not array.count):
            raise self.refuse(node, "a slice has no step, and says where it ends unless the length is known")
        first = I64(0) if part.lower is None else self.index(part.lower, array.count + 1, "bound")
        end = I64(array.count) if part.upper is None else self.index(part.upper, array.count + 1, "bound")
        return Value(INT, [first]), Value(INT, [end])

    def numbers_of(self, node: ast.For, given: Sequence[Value]) -> tuple[Value, Value, int]:
        match given:
            case [end]:
                return known_number(0), end, 1
            case [first, end]:
                return first, end, 1
            case [first, end, Value(known=int(step))] if step:
                return first, end, step
        wanted = "range(end), range(first, end) or range(first, end, step) with a constant step"
        raise self.refuse(node, f"expected {wanted}")

    def do_Break(self, node: ast.Break) -> None:
        self.jump(self.loops[-1][1])

    def do_Continue(self, node: ast.Continue) -> None:
        self.jump(self.loops[-1][0])


def is_shared(stored: Any) -> bool:
    return isinstance(stored, Scalar) and stored.shared


def is_same(one: ast.AST, other: ast.AST) -> bool:
    return ast.unparse(one) == ast.unparse(other)
