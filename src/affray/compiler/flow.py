"""Control flow: the blocks of a function while it is translated, and the value that each variable has in them.

Variables take no memory: a name stands for the last value that was assigned to it. Where several ways meet with
different values, LLVM's phi instruction chooses among them. A block to which no way leads is never translated."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from llvmlite import ir

from affray.compiler.source import RuleError, location, syntax_tree
from affray.compiler.types import INT, Instance, Type, Value, ir_types

if TYPE_CHECKING:
    from affray.compiler.program import Program

RARE_BRANCH = (1, 4000)  # weights of a branch that is hardly ever taken
RESULT, STATUS = "return value", "return status"  # stand among the variables on the way to the end; no name has a space


class Way(NamedTuple):
    """One way to a block: where it comes from, and what is known on it."""

    origin: Any
    names: Mapping[str, Value]
    facts: Mapping[Any, Any]


class Flow:
    """The state of one function while it is translated."""

    def __init__(self, program: Program, instance: Instance) -> None:
        self.program, self.instance, self.function = program, instance, instance.function
        self.node = syntax_tree(instance.function)
        self.builder = ir.IRBuilder()
        self.names: Mapping[str, Value] = {}  # the variables that have a value here; replaced, never changed
        self.types: dict[str, Type] = {}  # of every variable so far
        self.loops: list[tuple[Any, Any]] = []  # where continue and break lead
        self.facts: Mapping[Any, Any] = {}  # numbers that are known here, since they were compared with a constant
        self.ways: dict[Any, list[Way]] = {}  # those that lead to each block
        self.end = self.block("end")
        self.acts = self.breaks = False  # whether it stores anything, and whether it may break an assumption

    def refuse(self, node: ast.AST | None, reason: str) -> RuleError:
        file, first_line = location(self.function)
        return RuleError(file, getattr(node, "lineno", first_line), reason)

    # --- blocks

    def block(self, name: str) -> Any:
        return ir.Block(self.instance.ir, name)

    @property
    def is_reached(self) -> bool:
        """Return whether anything leads to the current block."""
        return not self.builder.block.is_terminated

    def start(self, block: Any) -> bool:
        """Go on in this block; False if no way leads there."""
        if block not in self.ways:
            return False
        self.instance.ir.blocks.append(block)
        self.builder.position_at_end(block)
        ways = self.ways[block]
        common = [name for name in ways[0].names if all(name in way.names for way in ways)]
        self.names = {name: self.merge([(way.origin, way.names[name]) for way in ways]) for name in common}
        facts = ways[0].facts.items()
        self.facts = {x: known for x, known in facts if all(way.facts.get(x) == known for way in ways)}
        return True

    def add_way(self, block: Any, names: Mapping[str, Value], facts: Mapping[Any, Any]) -> None:
        self.ways.setdefault(block, []).append(Way(self.builder.block, names, facts))

    def jump(self, block: Any) -> None:
        if self.is_reached:
            self.add_way(block, self.names, self.facts)
            self.builder.branch(block)

    def split(self, test: Value, yes: Any, no: Any) -> None:
        if test.known is not None:
            self.jump(yes if test.known else no)
            return
        equal, facts = None, self.facts
        if isinstance(test.ir, ir.ICMPInstr) and isinstance(test.ir.operands[1], ir.Constant):
            equal = {"eq": yes, "ne": no}.get(test.ir.op)
            facts = {**facts, test.ir.operands[0]: test.ir.operands[1]}
        for block in (yes, no):
            self.add_way(block, self.names, facts if block is equal else self.facts)
        self.builder.cbranch(test.ir, yes, no)

    @contextmanager
    def loop(self, node: ast.While | ast.For, head: Any, done: Any) -> Iterator[None]:
        """Repeat what is translated meanwhile, from `head` on. Variables that are set in it differ each time."""
        if node.orelse:
            raise self.refuse(node, "a loop has no else")
        self.jump(head)
        self.start(head)
        origin, stored = self.ways[head][0].origin, names_stored(node)
        varying = {
            name: Value(value.type, [self.choice([origin], [part]) for part in value.parts])
            for name, value in self.names.items()
            if name in stored
        }
        self.names = {**self.names, **varying}
        yield
        self.jump(head)
        for way in self.ways[head][1:]:
            for name, value in varying.items():
                for phi, part in zip(value.parts, way.names[name].parts, strict=True):
                    phi.add_incoming(part, way.origin)
        self.start(done)

    # --- values

    def variable(self, name: str) -> Value:
        value = self.names[name]
        return Value(value.type, [self.facts.get(part, part) for part in value.parts]) if self.facts else value

    def merge(self, came: list[tuple[Any, Value]]) -> Value:
        """Return the value of whichever way was taken. All are of the same type."""
        first = came[0][1]
        if all(value is first for _, value in came):
            return first
        columns = zip(*(value.parts for _, value in came), strict=True)
        return Value(first.type, [self.phi([origin for origin, _ in came], parts) for parts in columns])

    def phi(self, origins: list[Any], parts: tuple[Any, ...]) -> Any:
        first = next((part for part in parts if not is_undefined(part)), parts[0])
        if all(part == first or (is_undefined(part) and isinstance(first, ir.Constant)) for part in parts):
            return first
        return self.choice(origins, parts)

    def choice(self, origins: Sequence[Any], parts: Sequence[Any]) -> Any:
        made = self.builder.phi(parts[0].type)
        for origin, part in zip(origins, parts, strict=True):
            made.add_incoming(part, origin)
        return made

    # --- the end

    def leave_if(self, node: ast.AST, broken: Value, status: Any) -> None:
        """Return the number of an assumption at once where it is broken; or note it, where programs do that."""
        if broken.known == 0:
            return
        if self.program.note_broken is not None:
            self.acts = True
            with self.builder.if_then(broken.ir, likely=False):
                self.program.note_broken(self.builder, status)
            return
        if not self.instance.signals:
            raise self.refuse(node, "a constant list is changed under another name; change it by its field")
        self.breaks = True
        undefined = [ir.Constant(kind, ir.Undefined) for kind in ir_types(self.instance.returns)]
        result = Value(self.instance.returns, undefined)
        self.add_way(self.end, {RESULT: result, STATUS: Value(INT, [status])}, {})
        if broken.known:
            self.builder.branch(self.end)
            return
        sound = self.block("sound")
        self.add_way(sound, self.names, self.facts)
        self.builder.cbranch(broken.ir, self.end, sound).set_weights(RARE_BRANCH)
        self.start(sound)

    def finish(self) -> None:
        """Return what came to the end, and tell callers what is known of it."""
        if self.start(self.end):
            parts = self.names[RESULT].parts
            self.instance.known = [part if isinstance(part, ir.Constant) else None for part in parts]
            self.return_parts([*parts, *(self.names[STATUS].parts if self.instance.signals else [])])
        self.instance.acts, self.instance.breaks = self.acts or self.breaks, self.breaks

    def return_parts(self, parts: list[Any]) -> None:
        if not parts:
            self.builder.ret_void()
            return
        result = parts[0]
        if len(parts) > 1:
            result = ir.Constant(self.instance.ir.function_type.return_type, ir.Undefined)
            for n, part in enumerate(parts):
                result = self.builder.insert_value(result, part, n)
        self.builder.ret(result)


def is_undefined(part: Any) -> bool:
    return isinstance(part, ir.Constant) and part.constant is ir.Undefined


def names_stored(node: ast.While | ast.For) -> set[str]:
    """Return the variables that a loop sets, and its own counter."""
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return stored | {counter_name(each) for each in ast.walk(node) if isinstance(each, ast.For)}


def counter_name(node: ast.For) -> str:
    """Return a variable for the count of a loop, which no name in the text can be."""
    return f"count of {node.lineno}"
