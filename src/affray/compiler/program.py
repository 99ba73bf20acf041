"""A program: the functions that are compiled together, each once for the types it is called with; and their check.

A call that meets a seam goes to the implementation that belongs to the program's records. Where a record has constant
fields, a store of another value ends the call of the kernel at once: every function on the way returns the number of
the assumption that was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import FunctionType, MappingProxyType
from typing import Any, get_origin

from llvmlite import ir

from affray.compiler import source, types
from affray.compiler.source import Function, RuleError, Seams, function_error, resolve_call
from affray.compiler.statements import Statements
from affray.compiler.types import BOOL, FLOAT, I32, I64, SOUND, Instance, Kind, Record, Static, Type, ir_types

LARGEST = 4000  # instructions, with those of the functions that are called here only


class Program:
    """Functions in LLVM IR. `records` gives the layout of each class, `seams` what is called instead of a function,
    `roots` every function that is going to be exported.

    Where an assumption is broken, the call ends; or `note_broken` emits what happens instead, given the builder and the
    number of the assumption, and the call goes on. `emitters` emit what a call of some functions does instead.

    Functions in `inline` are compiled into their callers. Those in `vectors` may read several numbers at once; for all
    others that is slow, since rules read again what they have just written one by one."""

    def __init__(
        self,
        records: Mapping[type, Record],
        seams: Seams,
        roots: Sequence[Function],
        inline: Iterable[Function] = (),
        vectors: Iterable[Function] = (),
        note_broken: Callable[[Any, Any], None] | None = None,
        emitters: Mapping[Function, Callable[..., Any]] = MappingProxyType({}),
    ) -> None:
        self.note_broken, self.emitters = note_broken, emitters
        self.records, self.seams, self.roots = records, seams, roots
        self.inline, self.vectors = frozenset(inline), frozenset(vectors)
        self.module = ir.Module(name="rules")
        self.assumptions = [(r, name) for r in dict.fromkeys(records.values()) for name in r.assumptions]
        self.limits = {(r.name, name): n for n, (r, name) in enumerate(self.assumptions) if name not in r.constants}
        self.errors: list[RuleError] = []
        self._instances: dict[Any, Instance] = {}
        self._translated: list[Instance] = []
        self._tables: dict[tuple[Any, ...], Any] = {}
        self._tags: dict[str, Any] = {}

    # --- functions

    def export(self, function: Function, types: Sequence[Type], name: str = "") -> None:
        """Emit a function that can be called from outside. It returns its result, or minus the number of an
        assumption."""
        instance = self.instance(function, types)
        if instance.returns is FLOAT:
            raise function_error(function, f"{function.__name__} is called from outside and returns a float")
        arguments = [t for each in types for t in ir_types(each)]
        outside = ir.Function(self.module, ir.FunctionType(I64, arguments), name or function.__name__)
        builder = ir.IRBuilder(outside.append_basic_block())
        parts, status = self.unpack(builder, instance, builder.call(instance.ir, outside.args))
        value = parts[0] if isinstance(instance.returns, Kind) else I64(0)
        value = builder.zext(value, I64) if instance.returns is BOOL else value
        if status is not None:
            broken = builder.neg(builder.zext(status, I64))
            value = builder.select(builder.icmp_signed("==", status, SOUND), value, broken)
        builder.ret(value)
        self.separate()

    def instance(self, function: Any, types: Sequence[Type]) -> Instance:
        """Return the function for these types. It is translated when it is asked for first, before those that call it,
        so that they know what it does."""
        key = (function, *types)
        if key not in self._instances:
            self._instances[key] = made = self._declare(function, tuple(types))
            try:
                Statements(self, made).translate()
            except RuleError as error:
                self.errors.append(error)
            self._translated.append(made)
        return self._instances[key]

    def _declare(self, function: FunctionType, types: tuple[Type, ...]) -> Instance:
        returns = self.annotated_type(function, "return")
        signals = self.note_broken is None and function in self._breaking
        arguments = [t for each in types for t in ir_types(each)]
        name = f"{function.__module__}.{function.__qualname__}.{len(self._instances)}"
        declared = ir.Function(self.module, ir.FunctionType(self.ir_return_type(returns, signals), arguments), name)
        declared.linkage = "internal"
        for attribute in ["noinline"] if function in self.vectors else ["noimplicitfloat"]:
            declared.attributes.add(attribute)
        if function in self.inline:
            declared.attributes.add("alwaysinline")
        return Instance(function, types, returns, signals, declared)

    def separate(self) -> None:
        """Keep large functions apart. LLVM puts a function that is called once into its caller, however large it is,
        and optimises it again there, and again in the caller of that."""
        callers = Counter(called for instance in self._translated for called in instance.calls)
        whole: dict[Instance, int] = {}
        for instance in self._translated:  # those that are called come before those that call them
            size = own_size(instance) + sum(whole.get(each, 0) for each in instance.calls if callers[each] == 1)
            whole[instance] = size if size <= LARGEST else 0
            if size > LARGEST and instance.function not in self.inline:
                instance.ir.attributes.add("noinline")
        for instance in sorted(self._translated, key=own_size):
            self.module.globals.move_to_end(instance.ir.name)  # the small ones, which are called most, lie together

    @cached_property
    def _breaking(self) -> set[Function]:
        """Find the functions that write a constant field, or call one that does."""
        constant = {name.partition(">")[0] for _, name in self.assumptions}
        every = {
            function: {resolve_call(self.seams, called) for called in source.usage(function).calls}
            for function in source.reachable_functions(self.roots, self.seams)
        }
        found = {function for function in every if source.usage(function).writes & constant}
        while new := {function for function, calls in every.items() if calls & found} - found:
            found |= new
        return found

    # --- types

    def annotated_type(self, function: Function, name: str, given: Type | None = None) -> Type:
        """Return what is said of a parameter, or of `return`; the type of the argument, where any may be given."""
        hints = source.type_hints(function)
        if name not in hints:
            raise function_error(function, f"{function.__name__}: {name} has no annotation")
        said = getattr(hints[name], "__supertype__", hints[name])  # of a NewType
        named = types.PLAIN_TYPES.get(said) or self.records.get(said) or types.tuple_type(said)
        if named is not None:
            return named
        if given is not None and not isinstance(given, Static) and (said is Any or get_origin(said)):
            return given
        wanted = "int, bool, float, a named tuple or a record"
        raise function_error(function, f"{function.__name__}: {name} is {said}; expected {wanted}")

    def ir_return_type(self, returns: Type, signals: bool) -> Any:
        """Return the parts of the result, and the number of a broken assumption after them."""
        every = [*ir_types(returns), *([I32] if signals else [])]
        if not every:
            return ir.VoidType()
        return every[0] if len(every) == 1 else ir.LiteralStructType(every)

    def unpack(self, builder: Any, instance: Instance, given: Any) -> tuple[list[Any], Any]:
        """Return the parts of a call's result, and the number of the assumption that it broke (None where it breaks
        none)."""
        count = len(ir_types(instance.returns)) + instance.signals
        every = [given] if count == 1 else [builder.extract_value(given, n) for n in range(count)]
        return every, every.pop() if instance.signals else None

    # --- what LLVM is told about memory

    def tag(self, access: Any, name: str) -> None:
        """Say that this load or store touches nothing but what has this name. No name says nothing."""
        if name and name not in self._tags:
            kind = self.module.add_metadata([name, self.module.add_metadata(["rules"]), I64(0)])
            self._tags[name] = self.module.add_metadata([kind, kind, I64(0)])
        if name:
            access.set_metadata("tbaa", self._tags[name])

    def bound(self, load: Any, bits: int) -> None:
        """Say that a truth value is 0 or 1 in memory."""
        kept = ir.IntType(bits)
        load.set_metadata("range", self.module.add_metadata([kept(0), kept(2)]))

    # --- tables

    def table(self, numbers: tuple[int, ...]) -> Any:
        """Return the address of a table of constants."""
        if numbers not in self._tables:
            kind = ir.ArrayType(I64, len(numbers))
            made = ir.GlobalVariable(self.module, kind, f"table.{len(self._tables)}")
            made.linkage, made.global_constant = "internal", True
            made.initializer = ir.Constant(kind, [I64(int(number)) for number in numbers])
            self._tables[numbers] = made.bitcast(types.POINTER)
        return self._tables[numbers]


def own_size(instance: Instance) -> int:
    return sum(len(block.instructions) for block in instance.ir.blocks)


# --- checks without running or optimising anything


def check_functions(program: Program, functions: Iterable[Function]) -> list[RuleError]:
    """Return what is wrong with these functions, and with those they call: one error for each function at most."""
    for function in functions:
        try:
            names = source.signature(function).parameters
            program.instance(function, [program.annotated_type(function, name) for name in names])
        except RuleError as error:
            program.errors.append(error)
    return program.errors
