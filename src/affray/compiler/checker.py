"""Checks functions against the rule language without running or optimising anything."""

from __future__ import annotations

from collections.abc import Iterable

from affray.compiler.errors import RuleError
from affray.compiler.program import Program
from affray.compiler.source import Function, parameters, place, type_hints
from affray.compiler.types import Type


def check(program: Program, functions: Iterable[Function]) -> list[RuleError]:
    """What is wrong with these functions, and with those they call: one error for each function at most."""
    for function in functions:
        try:
            program.instance(function, [annotated_type(program, function, name) for name in parameters(function)])
        except RuleError as error:
            program.errors.append(error)
    program.translate()
    return program.errors


def annotated_type(program: Program, function: Function, name: str) -> Type:
    said = type_hints(function).get(name)
    if said is None:
        raise RuleError(*place(function), f"the parameter {name} of {function.__name__} has no annotation")
    named = program.named_type(said)
    if named is None:
        raise RuleError(*place(function), f"the parameter {name} of {function.__name__} is not a number or a record")
    return named
