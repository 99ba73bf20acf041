"""Names: functions are verbs or nouns, and a public name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import affray
from affray.rules import seams

PACKAGE = Path(affray.__file__).parent
MOST_MODULES = 3
SEAMS = frozenset(vars(seams))
# Bare participles that do not end in -ed. As names of functions they do not say what is done to what.
PARTICIPLES = frozenset(
    "bent bound built done drawn found given gone held hidden kept known laid led left lent made met said seen sent"
    " sewn shown spoken spent struck taken told thrown worn written".split()
)
BOOKS = frozenset("classic tempo procedure vanguard fourfold".split())  # siblings have the same names on purpose


def place(file: Path) -> str:
    """Return the module; the same module of several books counts as one."""
    parts = ["BOOK" if part in BOOKS else part for part in file.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts)


def definitions(file: Path) -> list[str]:
    """List the functions, classes and constants that a module defines for others."""
    names: list[str] = []
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return [name for name in names if not name.startswith("_")]


def test_a_public_name_is_defined_in_three_modules_at_most() -> None:
    where = defaultdict(set)
    for file in PACKAGE.rglob("*.py"):
        for name in definitions(file):
            if len(name) > 1 and name not in SEAMS:  # every book provides its own for a seam
                where[name].add(place(file))
    assert {name: sorted(places) for name, places in where.items() if len(places) > MOST_MODULES} == {}


def test_no_function_is_a_bare_participle() -> None:
    """`opened` says neither what is opened nor what is done; `open_scenario` does."""
    found = [
        f"{place(file)}.{node.name}"
        for file in PACKAGE.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and is_participle(node.name)
    ]
    assert found == []


def is_participle(name: str) -> bool:
    return name in PARTICIPLES or (name.endswith("ed") and not name.endswith("eed") and "_" not in name)
