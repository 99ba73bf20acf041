"""Reads the source of a book for everything it may say: each call of `note`, its kind and its possible clauses."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from affray.engine.clauses import CLAUSES

EFFECT = "effect.clause"  # whatever clause a spell, a touch or a breath has


class Noted(NamedTuple):
    kind: str  # as events.py spells it: CONDITION_ON
    clause: str
    alone: bool  # it concerns nobody else
    named: bool  # who it is about matters: it is not just somebody to fill the place
    value: bool  # a number is given, and not always the same
    was: bool


class Source:
    """The functions of a book's modules and of those that books share, with the module each is in."""

    def __init__(self, *packages: str) -> None:
        self.functions: list[tuple[str, ast.FunctionDef]] = []
        for package in packages:
            self.read(package)

    def read(self, package: str) -> None:
        folder = Path(importlib.import_module(package).__file__ or "").parent
        for path in sorted(folder.glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            self.functions += [(f"{package}.{path.stem}", function) for function in found]

    def notes(self) -> Iterator[Noted]:
        for module, function, call in self.calls("note"):
            kinds = [node.attr for node in ast.walk(call.args[1]) if isinstance(node, ast.Attribute)]
            who, other = (ast.unparse(arg) for arg in call.args[3:5])
            given = [not isinstance(arg, ast.Constant) for arg in call.args[5:7]] + [False, False]
            for kind in kinds:
                for clause in self.clauses(call.args[2], module, function):
                    yield Noted(kind, clause, who == other, who != "f.who[0]", given[0], given[1])

    def calls(self, name: str) -> Iterator[tuple[str, ast.FunctionDef, ast.Call]]:
        for module, function in self.functions:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and called_name(node) == name:
                    yield module, function, node

    def clauses(self, said: ast.expr, module: str, function: ast.FunctionDef) -> set[str]:
        """Every clause that an expression may stand for."""
        if ast.unparse(said) == EFFECT:
            return {EFFECT}
        if isinstance(said, ast.IfExp):
            return self.clauses(said.body, module, function) | self.clauses(said.orelse, module, function)
        if isinstance(said, ast.Attribute):
            return {CLAUSES[getattr(getattr(importlib.import_module(module), ast.unparse(said.value)), said.attr)].id}
        if isinstance(said, ast.Call):
            return self.returned(called_name(said))
        assert isinstance(said, ast.Name), ast.unparse(said)
        if said.id.isupper():
            return {CLAUSES[getattr(importlib.import_module(module), said.id)].id}
        names = [arg.arg for arg in function.args.args]
        if said.id in names:
            return self.passed(function.name, names.index(said.id))
        return self.assigned(said.id, module, function)

    def returned(self, name: str) -> set[str]:
        found: set[str] = set()
        for module, function in self.functions:
            if function.name == name:
                for node in ast.walk(function):
                    if isinstance(node, ast.Return) and node.value is not None:
                        found |= self.clauses(node.value, module, function)
        return found

    def passed(self, name: str, place: int) -> set[str]:
        found: set[str] = set()
        for module, function, call in self.calls(name):
            found |= self.clauses(call.args[place], module, function)
        return found

    def assigned(self, name: str, module: str, function: ast.FunctionDef) -> set[str]:
        found: set[str] = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                for target, value in pairs(node.targets[0], node.value):
                    if isinstance(target, ast.Name) and target.id == name:
                        found |= self.clauses(value, module, function)
        return found


def called_name(call: ast.Call) -> str:
    """Return the name of what is called, directly or by its seam."""
    return ast.unparse(call.func).removeprefix("seams.")


def pairs(target: ast.expr, value: ast.expr) -> Sequence[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]
