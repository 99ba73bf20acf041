"""Statements of the rule language: one method for each construct. `translate` fills in a function's body."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from affray.compiler import types
from affray.compiler.arithmetic import compare_numbers, known_number
from affray.compiler.expressions import Expressions
from affray.compiler.flow import RESULT, STATUS, Way, counter_name
from affray.compiler.source import RuleError
from affray.compiler.types import I64, INT, NOTHING, NUMBER_KINDS, ArrayType, Instance, Kind, Record, Scalar, Value

if TYPE_CHECKING:
    from affray.compiler.program import Program


def translate(program: Program, instance: Instance) -> None:
    try:
        Statements(program, instance).translate()
    except RuleError as error:
        program.errors.append(error)


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
        """What comes after a return, or cannot be reached for another reason, is not looked at."""
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
        """Nothing."""

    def do_Return(self, node: ast.Return) -> None:
        self.return_value(node, Value(NOTHING) if node.value is None else self.value(node.value))

    def return_value(self, node: ast.AST, value: Value) -> None:
        result = self.converted(node, value, self.instance.returns)
        self.names = {RESULT: result, STATUS: Value(INT, [types.SOUND])}
        self.jump(self.end)

    # --- assignments

    def do_Assign(self, node: ast.Assign) -> None:
        match node.targets, node.value:
            case [ast.Subscript(slice=ast.Slice())], _:
                self.copy_slice(node)
            case [ast.Tuple(targets)], ast.Tuple(given) if len(targets) == len(given):
                for target, value in zip(targets, [self.value(each) for each in given], strict=True):
                    self.assign(target, value)
            case [ast.Tuple(targets)], given:
                raise self.refuse(node, f"{ast.unparse(given)} is not a tuple of {len(targets)} values")
            case [target], given:
                self.assign(target, self.value(given))
            case _:
                raise self.refuse(node, "one assignment has one target")

    def copy_slice(self, node: ast.Assign) -> None:
        """The same part of another list: `a[i:j] = b[i:j]`. The two lists do not overlap."""
        match node.targets[0], node.value:
            case ast.Subscript(to, ast.Slice(ast.expr() as first, ast.expr() as end, None) as part), ast.Subscript(
                given, same
            ) if ast.unparse(part) == ast.unparse(same):
                self.copy(node, self.value(to), self.value(given), *map(self.whole_number, (first, end)))
            case _:
                raise self.refuse(node, "a slice is set to the same slice of another list only: a[i:j] = b[i:j]")

    def copy(self, node: ast.Assign, to: Value, given: Value, first: Value, end: Value) -> None:
        if (
            not isinstance(to.type, ArrayType)
            or not isinstance(given.type, ArrayType)
            or to.type.item != given.type.item
        ):
            raise self.refuse(node, "a slice is copied between lists of the same kind")
        if to.type.constant is not None:
            raise self.refuse(node, "a list that may be assumed to be constant is changed item by item")
        size = self.builder.mul(self.builder.sub(end.ir, first.ir), I64(to.type.item.size))
        copy = self.program.module.declare_intrinsic("llvm.memcpy", [types.POINTER, types.POINTER, I64])
        self.builder.call(
            copy, [self.item_address(to, first.ir), self.item_address(given, first.ir), size, types.I1(0)]
        )
        self.acts = True

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise self.refuse(node, "only a variable with a value is annotated")
        value = self.value(node.value)
        kind = NUMBER_KINDS.get(self.look_up(node.annotation)) if isinstance(node.annotation, ast.Name) else None
        self.assign(node.target, value if kind is None else self.converted(node, value, kind))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        read, write = self.place(node.target)
        before = self.of_type(Kind, node.target, "a number", read())
        write(self.calculated(node, node.op, before, self.number(node.value)))

    def assign(self, target: ast.expr, value: Value) -> None:
        if self.is_reached:  # the target before this one may have broken an assumption
            self.place(target)[1](value)

    def place(self, node: ast.expr) -> tuple[Callable[[], Value], Callable[[Value], None]]:
        """How to read and how to set what is assigned to. The way there is evaluated once."""
        if isinstance(node, ast.Name):
            return partial(self.value_of_Name, node), partial(self.set_local, node, node.id)
        if isinstance(node, ast.Attribute):
            record = self.of_type(Record, node.value, "a record")
            return partial(self.field, node, record, node.attr), partial(self.set_field, node, record, node.attr)
        if isinstance(node, ast.Subscript):
            array = self.of_type(ArrayType, node.value, "a list in a record")
            at = self.index(node.slice, array.count)
            return partial(self.item, array, at), partial(self.set_item, node, array, at)
        raise self.refuse(node, f"{ast.unparse(node)} cannot be assigned to")

    def set_local(self, node: ast.AST, name: str, value: Value) -> None:
        """The first value of a variable decides its type. A truth value may become a number later on."""
        if isinstance(value.type, types.Static):
            raise self.refuse(node, f"{name} is not a number, a record or a named tuple")
        expected = self.types.setdefault(name, value.type)
        if expected is types.BOOL and value.type in NUMBER_KINDS.values() and value.type is not types.BOOL:
            raise self.refuse(node, f"{name} was True or False before; start with a number, or use another name")
        self.names = {**self.names, name: self.converted(node, value, expected)}

    def set_field(self, node: ast.AST, record: Value, name: str, value: Value) -> None:
        constant, field = record.type.constants.get(name), record.type.fields.get(name)
        if isinstance(constant, int | float):
            self.assume(node, value, constant, (record.type, name))
        elif field is None or not isinstance(field.type, Scalar):
            raise self.refuse(node, f"{record.type.name} has no number {name}")
        else:
            self.store(node, field.type, self.address(record, name), value)

    def set_item(self, node: ast.AST, array: Value, at: Any, value: Value) -> None:
        if array.type.constant is not None:
            owner = next(each for each in self.program.assumptions if each[0].constants[each[1]] is array.type)
            self.assume(node, value, array.type.constant, owner)
        elif not isinstance(array.type.item, Scalar):
            raise self.refuse(node, "only a number in a list can be set")
        else:
            self.store(node, array.type.item, self.item_address(array, at), value)

    def assume(self, node: ast.AST, value: Value, expected: float, which: tuple[Any, str]) -> None:
        """End the kernel where a constant field would get another value."""
        constant = known_number(expected)
        other = compare_numbers(self.builder, ast.NotEq(), self.converted(node, value, constant.type), constant)
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
        """What a loop goes through: an array or None, the first number, the one after the last, the step."""
        given, part = node.iter, ast.Slice()
        if isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id == "range":
            return self.numbers_of(given)
        if isinstance(given, ast.Subscript) and isinstance(given.slice, ast.Slice):
            part, given = given.slice, given.value
        if part.step is not None:
            raise self.refuse(node, "a slice in a for loop has no step")
        otherwise = f"{ast.unparse(node.iter)}: expected range(...), a list or a slice of one"
        array = self.array(given, self.value(given), otherwise)
        count = array.type.count
        if part.upper is None and not count:
            raise self.refuse(node, otherwise)
        bounds = [I64(0) if part.lower is None else self.index(part.lower, count + 1, "bound")]
        bounds.append(I64(count) if part.upper is None else self.index(part.upper, count + 1, "bound"))
        return array, Value(INT, bounds[:1]), Value(INT, bounds[1:]), 1

    def numbers_of(self, node: ast.Call) -> tuple[None, Value, Value, int]:
        given = [self.whole_number(each) for each in node.args]
        step = given[2].known if len(given) == 3 else 1
        if not 1 <= len(given) <= 3 or not step:
            wanted = "range(end), range(first, end) or range(first, end, step) with a constant step"
            raise self.refuse(node, f"expected {wanted}")
        first, end = (known_number(0), given[0]) if len(given) == 1 else given[:2]
        return None, first, end, int(step)

    def do_Break(self, node: ast.Break) -> None:
        self.jump(self.loops[-1][1])

    def do_Continue(self, node: ast.Continue) -> None:
        self.jump(self.loops[-1][0])
