"""The functions that read each clause, found in the sources of Affray: for the index of clauses and for mutants."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from affray.engine.clauses import BY_ID
from affray.rules import books
from affray.tools.clause_index import SHARED

Names = frozenset[str]
NONE: Names = frozenset()


@dataclass(slots=True)
class Module:
    """A module of the package: what its names stand for, and its functions."""

    name: str
    imports: dict[str, str] = field(default_factory=dict)  # a name here, and what it is: a module or a module's name
    values: dict[str, ast.expr] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)


@cache
def functions() -> dict[str, set[str]]:
    """Return for each clause the functions that read its constant, a reason or option of it, or an effect's clause."""
    modules = {module.name: module for module in sources()}
    carried: dict[str, Names] = {}
    found: dict[str, set[str]] = {}
    for module in modules.values():
        for name, function in module.functions.items():
            ids = mentioned(modules, carried, module, function.body)
            ids |= named_by_effects(module.name) if applies_effects(function) else NONE
            for id in ids:
                found.setdefault(id, set()).add(f"{module.name}.{name}")
    return found


@cache
def modifiers() -> Names:
    """Return the clauses behind the reasons of modifiers: because(f, REASON, amount)."""
    modules = {module.name: module for module in sources()}
    found, carried = NONE, dict[str, Names]()
    for module in modules.values():
        calls = (node for function in module.functions.values() for node in ast.walk(function))
        for call in calls:
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "because":
                found |= mentioned(modules, carried, module, call.args[1:2])
    return found


def sources() -> Iterator[Module]:
    """Read every module of Affray."""
    yield from parse_folder(files("affray"), "affray")


def parse_folder(folder: Traversable, package: str) -> Iterator[Module]:
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".py"):
            stem = file.name.removesuffix(".py")
            name = package if stem == "__init__" else f"{package}.{stem}"
            yield read_module(name, ast.parse(file.read_text(encoding="utf-8")))
        elif file.is_dir() and file.joinpath("__init__.py").is_file():
            yield from parse_folder(file, f"{package}.{file.name}")


def read_module(name: str, tree: ast.Module) -> Module:
    module = Module(name)
    for node in tree.body:
        if isinstance(node, ast.Import):
            module.imports |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            module.imports |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            module.values[node.targets[0].id] = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            module.values[node.target.id] = node.value
        elif isinstance(node, ast.FunctionDef):
            module.functions[node.name] = node
        elif isinstance(node, ast.ClassDef):
            module.functions |= {f"{node.name}.{n.name}": n for n in node.body if isinstance(n, ast.FunctionDef)}
    return module


Modules = dict[str, Module]


def mentioned(
    modules: Modules, carried: dict[str, Names], module: Module, nodes: list[ast.stmt] | list[ast.expr]
) -> Names:
    """Return the clauses of every constant that this piece of source mentions."""
    ids: Names = NONE
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Name):
            ids |= carries(modules, carried, module, node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = modules.get(module.imports.get(node.value.id, ""))
            ids |= carries(modules, carried, owner, node.attr) if owner else NONE
    return ids


def carries(modules: Modules, carried: dict[str, Names], module: Module, name: str) -> Names:
    """Return the clauses a module's constant stands for: itself one, a reason or option of one, a table of several."""
    key = f"{module.name}.{name}"
    if key not in carried:
        carried[key] = NONE  # while it is looked into
        if name in module.values:
            value = module.values[name]
            carried[key] = registered(value) or mentioned(modules, carried, module, [value])
        elif name in module.imports:
            origin, _, there = module.imports[name].rpartition(".")
            carried[key] = carries(modules, carried, modules[origin], there) if origin in modules else NONE
    return carried[key]


def registered(value: ast.expr) -> Names:
    """Return the id in clause("classic.attack.roll", …)."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "clause":
        return frozenset(str(part.value) for part in value.args[:1] if isinstance(part, ast.Constant))
    return NONE


def applies_effects(function: ast.FunctionDef) -> bool:
    """Say whether it cites whatever clause the content gives an effect."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "clause" and getattr(node.value, "id", "") == "effect"
        for node in ast.walk(function)
    )


@cache
def named_by_effects(module: str) -> Names:
    """Return the clauses that the content files of a module's book name; of what books share, those of every book."""
    folder = files("affray").joinpath(*module.split(".")[1:3])
    folders = [folder.joinpath("..", name) for name in books()] if folder.name == SHARED else [folder]
    contents = [each.joinpath("content") for each in folders if each.joinpath("content").is_dir()]
    found = (file.read_text(encoding="utf-8") for content in contents for file in content.iterdir())
    return frozenset({word.strip(",{}") for text in found for word in text.split()} & BY_ID.keys())
