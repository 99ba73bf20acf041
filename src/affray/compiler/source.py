"""The source of functions: syntax trees, annotations, which names and fields they use; the error where it is wrong."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import typing
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from affray.errors import AffrayError


class RuleError(AffrayError):
    """A rule that cannot be compiled: the file, the line and the reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file, self.line, self.reason = file, line, reason

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


Function = Callable[..., Any]
Seams = Mapping[Any, Any]


@cache
def functions_in(file: str) -> dict[int, ast.FunctionDef]:
    """Return every function of a file by the line where it begins, decorators included."""
    tree = ast.parse("".join(linecache.getlines(file)))
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in found}


def location(function: Function) -> tuple[str, int]:
    code = function.__code__
    return code.co_filename, code.co_firstlineno


def function_error(function: Function, reason: str) -> RuleError:
    return RuleError(*location(function), reason)


@cache
def syntax_tree(function: Function) -> ast.FunctionDef:
    file, line = location(function)
    node = functions_in(file).get(line)
    if node is None or node.name != function.__name__:
        raise function_error(function, f"the source of {function.__qualname__} is not there: a rule is a def in a file")
    return node


@cache
def type_hints(function: Function) -> dict[str, Any]:
    """Return the types of its parameters and of what it returns."""
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        raise function_error(function, f"{function.__qualname__}: {error}; a type must be imported") from None


signature = cache(inspect.signature)


def look_up_name(function: FunctionType, name: str) -> Any:
    """Return what a name that is not a local variable stands for. Raises KeyError."""
    around = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    outside = {name: cell.cell_contents for name, cell in around}
    return ChainMap(outside, function.__globals__, vars(builtins))[name]


def resolve_call(seams: Seams, called: Any) -> Any:
    """Return the function that is called: what the seams put in its place, without the caches around it."""
    try:
        called = seams.get(called, called)
    except TypeError:  # something that cannot be a key is not at a seam
        return called
    found = inspect.unwrap(called) if callable(called) else called
    return seams.get(found, found)


def limit_name(field: str, bits: int) -> str:
    """Return the name of the assumption that a field needs no more bits."""
    return f"{field}>{bits}"


# --- what functions use


@dataclass(frozen=True)
class Usage:
    """What the text of a function mentions: functions, fields that it reads, fields that it writes."""

    calls: tuple[Any, ...]
    reads: frozenset[str]
    writes: frozenset[str]


@cache
def usage(function: Function) -> Usage:
    calls, reads, writes = list[Any](), set[str](), set[str]()
    for node in ast.walk(syntax_tree(function)):
        with suppress(KeyError):  # a local variable
            if callable(found := resolve_name(typing.cast(FunctionType, function), node)):
                calls.append(found)
        if isinstance(node, ast.Attribute):
            (reads if isinstance(node.ctx, ast.Load) else writes).add(node.attr)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
            reads.add(node.target.attr)
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            writes |= {part.attr for part in ast.walk(node.value) if isinstance(part, ast.Attribute)}
    return Usage(tuple(calls), frozenset(reads), frozenset(writes))


def resolve_name(function: FunctionType, node: ast.AST) -> Any:
    """Return what a name, or a name in a module, stands for; None for all else. Raises KeyError."""
    if isinstance(node, ast.Name):
        return look_up_name(function, node.id)
    module = resolve_name(function, node.value) if isinstance(node, ast.Attribute) else None
    return getattr(module, getattr(node, "attr", ""), None) if isinstance(module, ModuleType) else None


def reachable_functions(roots: Iterable[Function], seams: Seams) -> list[Function]:
    """Return these functions and all that they call, however far, with the seams filled in."""
    found: dict[Any, None] = {}
    waiting = [resolve_call(seams, root) for root in roots]
    while waiting:
        function = waiting.pop()
        if function not in found and isinstance(function, FunctionType) and has_source(function):
            found[function] = None
            waiting += [resolve_call(seams, called) for called in usage(function).calls]
    return list(found)


def has_source(function: FunctionType) -> bool:
    file, line = location(function)
    return line in functions_in(file)


def fields_used(roots: Iterable[Function], seams: Seams) -> tuple[frozenset[str], frozenset[str]]:
    """Return the fields that any of these functions reads or writes, and those that it writes."""
    uses = [usage(function) for function in reachable_functions(roots, seams)]
    written = frozenset[str]().union(*(one.writes for one in uses))
    return written.union(*(one.reads for one in uses)), written
