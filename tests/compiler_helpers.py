"""What tests of the compiler share: rules from text or from a module, run plain and compiled on the same inputs."""

from __future__ import annotations

import copy
import dataclasses
import linecache
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from types import ModuleType
from typing import Any, get_type_hints

import numpy as np

from affray.compiler import machine
from affray.compiler.kernels.layouts import Layout
from affray.compiler.program import Program
from affray.compiler.source import RuleError
from affray.compiler.types import MASK, NUMBER_KINDS, WORD, Kind, Record, Type, Word

Rule = Callable[..., Any]
Records = Mapping[type, Record]
NUMBER = count()


def module_of(text: str, given: Mapping[str, Any] | None = None) -> ModuleType:
    """Text as a module whose source can be found again. `given`: names that it has besides."""
    made = ModuleType(f"rules_{next(NUMBER)}")
    made.__dict__.update(given or {})
    file = f"<{made.__name__}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    exec(compile(text, file, "exec"), made.__dict__)
    return made


# --- records


Constants = Mapping[str, Mapping[str, Any]]


def records_of(
    dtype: np.dtype[Any], cls: type, fields: Mapping[str, type], constants: Constants | None = None
) -> Records:
    """The layout of a dataclass, and of those in its fields."""
    names = {name: each.__name__ for name, each in fields.items()}
    layout = Layout(names, constants or {})
    layout.record(dtype, cls.__name__)
    return {each: layout.records[each.__name__] for each in (cls, *fields.values())}


def pack(x: Any, row: Any) -> None:
    for name in row.dtype.names:
        value = getattr(x, name)
        if dataclasses.is_dataclass(value):
            pack(value, row[name])
        elif isinstance(value, list) and dataclasses.is_dataclass(value[0]):
            for n, each in enumerate(value):
                pack(each, row[name][n])
        else:
            row[name] = value


def contents(x: Any, dtype: np.dtype[Any]) -> dict[str, Any]:
    """What a dataclass holds, of that what has room in the layout."""
    row = np.zeros(1, dtype)
    pack(x, row[0])
    made: dict[str, Any] = held(row[0])
    return made


def held(row: Any) -> Any:
    """The numbers of a record, of an array or of one number."""
    if row.dtype.names and not row.shape:
        return {name: held(row[name]) for name in row.dtype.names}
    return [held(each) for each in row] if row.shape else row.item()


# --- compiling


def compiled(
    rule: Rule, types: Sequence[Type], records: Records | None = None, seams: Mapping[Any, Any] | None = None
) -> Callable[..., int]:
    made = Program(records or {}, seams or {}, [rule])
    made.export(rule, types, "main")
    if made.errors:
        raise made.errors[0]
    return machine.Library(machine.object_code(str(made.module))).function("main", types)


def types_of(rule: Rule, records: Records) -> list[Type]:
    """As the annotations of the rule have it."""
    hints = get_type_hints(rule, include_extras=True)
    return [NUMBER_KINDS[t] if t in NUMBER_KINDS else records[t] for name, t in hints.items() if name != "return"]


def returned(rule: Rule, result: Any) -> int:
    """What a compiled rule gives back for this result: 64 bits, and 0 for nothing."""
    if get_type_hints(rule, include_extras=True).get("return") is Word:
        return signed(int(result) & MASK)
    return int(result or 0)


class Runner:
    """A rule that is compiled once and run on many inputs."""

    def __init__(self, rule: Rule, records: Records | None = None, seams: Mapping[Any, Any] | None = None) -> None:
        self.rule, self.types = rule, types_of(rule, records or {})
        self.function = compiled(rule, self.types, records, seams)

    def __call__(self, *given: int | float) -> int:
        """The result of the compiled rule, which must be that of the plain one."""
        result = self.rule(*given)
        assert self.function(*map(bits, self.types, given)) == returned(self.rule, result), given
        return int(result or 0)


def bits(t: Type, value: Any) -> Any:
    return signed(value) if t is WORD else value if isinstance(t, Kind) else int(value)


def signed(word: int) -> int:
    """The int of the same 64 bits."""
    return word - (word >> 63 << 64)


def same(rule: Rule, *given: int | float) -> int:
    """The result of a rule, plain and compiled."""
    return Runner(rule)(*given)


def on_record(rule: Rule, x: Any, dtype: np.dtype[Any], records: Records, *given: int) -> tuple[int, dict[str, Any]]:
    """What a rule returns and leaves in its record, plain and compiled."""
    row, plain = np.zeros(1, dtype), copy.deepcopy(x)
    pack(x, row[0])
    result = compiled(rule, types_of(rule, records), records)(row.ctypes.data, *given)
    expected = rule(plain, *given)
    assert result == returned(rule, expected)
    assert held(row[0]) == contents(plain, dtype)
    return int(expected or 0), held(row[0])


def error_of(module: ModuleType, records: Records | None) -> RuleError | None:
    try:
        compiled(module.rule, types_of(module.rule, records or {}), records)
    except RuleError as error:
        return error
    return None


def refusal(text: str, records: Records | None = None, given: Mapping[str, Any] | None = None) -> str:
    """Line and reason of the error for the function `rule` of a module; the file must be the module's own."""
    module = module_of(text, given)
    error = error_of(module, records)
    if error is None:
        return "accepted"
    file, _, said = str(error).partition(":")
    assert file == f"<{module.__name__}>"
    return said
