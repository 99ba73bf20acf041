"""Statements of the rule language: one method for each construct. `translate` fills in a function's body."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from affray.compiler.arithmetic import compare_numbers, known_number
from affray.compiler.expressions import Expressions
from affray.compiler.flow import RESULT, STATUS, Way, counter_name
from affray.compiler.source import RuleError
from affray.compiler.types import (
    BOOL,
    I1,
    I32,
    I64,
    INT,
    NUMBER_KINDS,
    POINTER,
    SOUND,
    Array,
    Instance,
    Number,
    Reference,
    Scalar,
    Static,
    Value,
    describe_type,
    ir_types,
    type_of,
    value_from_parts,
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

    def translate(self) -> None:
        given = self.node.args
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
            raise self.refuse(self.node, "a rule has plain parameters: no *, no / and no **")
        entry, parts = self.block("entry"), list(self.instance.ir.args)
        self.ways[entry] = [Way(None, {}, {})]
        self.start(entry)
        for argument, t in zip(given.args, self.instance.types, strict=True):
            count = len(ir_types(t))
            self.set_local(self.node, argument.arg, value_from_parts(t, parts[:count]))
            parts = parts[count:]
        self.body(self.node.body)
        if self.is_reached:
            if self.instance.returns is not None:
                raise self.refuse(self.node, f"{self.node.name} may end without a return")
            self.return_value(self.node, Static(None))
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
        self.return_value(node, Static(None) if node.value is None else self.value(node.value))

    def return_value(self, node: ast.AST, value: Value) -> None:
        expected = self.instance.returns
        if (value == Static(None)) != (expected is None):
            raise self.refuse(node, f"{self.function.__name__} returns {describe_type(expected)}")
        result = value if expected is None else self.converted(node, value, expected)
        self.names = {RESULT: result, STATUS: Number(INT, SOUND)}
        self.jump(self.end)

    # --- assignments

    def do_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            raise self.refuse(node, "one assignment has one target")
        target, given = node.targets[0], node.value
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.copy_slice(node, target, target.slice, given)
        elif not isinstance(target, ast.Tuple):
            self.assign(target, self.value(given))
        elif not isinstance(given, ast.Tuple) or len(given.elts) != len(target.elts):
            raise self.refuse(node, f"{ast.unparse(given)} is not a tuple of {len(target.elts)} values")
        else:
            values = [self.value(each) for each in given.elts]
            for each, value in zip(target.elts, values, strict=True):
                self.assign(each, value)

    def copy_slice(self, node: ast.Assign, target: ast.Subscript, part: ast.Slice, source: ast.expr) -> None:
        """The same part of another list: `a[i:j] = b[i:j]`. The two lists do not overlap."""
        if not isinstance(source, ast.Subscript) or ast.unparse(source.slice) != ast.unparse(part):
            raise self.refuse(node, "a slice is set to the same slice of another list only")
        if part.lower is None or part.upper is None or part.step is not None:
            raise self.refuse(node, "a slice that is copied says where it begins and ends, and has no step")
        to, given = self.value(target.value), self.value(source.value)
        if not isinstance(to, Array) or not isinstance(given, Array) or to.type.item != given.type.item:
            raise self.refuse(node, "a slice is copied between lists of the same kind")
        if to.type.constant is not None:
            raise self.refuse(node, "a list that may be assumed to be constant is changed item by item")
        first, end = self.whole_number(part.lower).ir, self.whole_number(part.upper).ir
        size = self.builder.mul(self.builder.sub(end, first), I64(to.type.item.size))
        copy = self.program.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, I64])
        self.builder.call(copy, [self.item_address(to, first), self.item_address(given, first), size, I1(0)])
        self.acts = True

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if not isinstance(node.target, ast.Name) or node.value is None:
            raise self.refuse(node, "only a variable with a value is annotated")
        value = self.value(node.value)
        if isinstance(node.annotation, ast.Name) and isinstance(value, Number):
            kind = NUMBER_KINDS.get(self.look_up(node.annotation))
            value = value if kind is None else self.fitted(node, value, kind)
        self.assign(node.target, value)

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.assign(node.target, self.augmented(node, self.value_of_Name(node.target)))
        elif isinstance(node.target, ast.Attribute):
            record, name = self.record(node.target.value), node.target.attr
            self.set_field(node, record, name, self.augmented(node, self.field(node, record, name)))
        else:
            array, at = self.array_and_index(node.target)
            self.set_item(node, array, at, self.augmented(node, self.item(array, at)))

    def augmented(self, node: ast.AugAssign, before: Value) -> Value:
        if not isinstance(before, Number):
            raise self.refuse(node, f"{ast.unparse(node.target)} is not a number")
        return self.calculated(node, node.op, before, self.number(node.value))

    def assign(self, target: ast.expr, value: Value) -> None:
        if not self.is_reached:  # the target before this one has broken an assumption
            return
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
        expected = self.types.setdefault(name, type_of(value))
        if isinstance(value, Number) and expected is BOOL and value.kind is not BOOL:
            raise self.refuse(node, f"{name} was True or False before; start with a number, or use another name")
        self.names = {**self.names, name: self.converted(node, value, expected)}

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
        owner = record.record
        if not isinstance(value, Number):
            raise self.refuse(node, f"{name} is set to something that is not a number")
        if isinstance(expected := owner.constants.get(name), int | float):
            self.assume(node, value, expected, (owner, name))
        elif name in owner.fields and isinstance(stored := owner.fields[name].type, Scalar):
            self.store(stored, self.address(record, name), self.fitted(node, value, stored.kind))
        else:
            raise self.refuse(node, f"{owner.name} has no number {name}")

    def set_item(self, node: ast.AST, array: Array, at: Any, value: Value) -> None:
        item = array.type.item
        if not isinstance(value, Number):
            raise self.refuse(node, "an item is set to something that is not a number")
        if array.type.constant is not None:
            owner = next(each for each in self.program.assumptions if each[0].constants[each[1]] is array.type)
            self.assume(node, value, array.type.constant, owner)
        elif isinstance(item, Scalar):
            self.store(item, self.item_address(array, at), self.fitted(node, value, item.kind))
        else:
            raise self.refuse(node, "only a number in a list can be set")

    def assume(self, node: ast.AST, value: Number, expected: float, which: tuple[Any, str]) -> None:
        """End the kernel where a constant field would get another value."""
        other = compare_numbers(self.builder, ast.NotEq(), value, known_number(expected))
        self.leave_if(node, other, I32(self.program.assumptions.index(which) + 1))

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
            assert isinstance(now, Number)
            self.split(compare_numbers(self.builder, order, now, end), body, done)
            self.start(body)
            self.names = {**self.names, count: Number(INT, self.builder.add(now.ir, I64(step)))}
            self.assign(node.target, now if array is None else self.item(array, now.ir))
            self.loop_body(node.body, head, done)

    def loop_body(self, statements: Sequence[ast.stmt], head: Any, done: Any) -> None:
        self.loops.append((head, done))
        self.body(statements)
        self.loops.pop()

    def range_of(self, node: ast.For) -> tuple[Array | None, Number, Number, int]:
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
        return array, Number(INT, bounds[0]), Number(INT, bounds[1]), 1

    def numbers_of(self, node: ast.Call) -> tuple[None, Number, Number, int]:
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
