"""The direction of imports, and the shape the code keeps."""

from __future__ import annotations

import ast
import functools
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.compiler.kernels import cache

PACKAGE = Path(affray.__file__).parent
MODULES = {
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted(PACKAGE.rglob("*.py"))
}
HEAVY = "llvmlite numpy scipy matplotlib click rich fastapi uvicorn pydantic".split()
COMPILING = [  # the modules that can't be imported without llvmlite; others import them inside a function
    *(f"affray.compiler.{name}" for name in "arithmetic expressions flow gpu".split()),
    *(
        f"affray.compiler.kernels.{name}"
        for name in "asking best_answers choosing explore gpu layouts plan players programs racing".split()
    ),
    *(f"affray.compiler.{name}" for name in "machine program statements types".split()),
    *(f"affray.delves.{name}" for name in "blocks rows".split()),
    *(f"affray.exact.{name}" for name in "compiled_races graph shared_graph".split()),
    "affray.learning.fight_batch",
    *(f"affray.simulation.{name}" for name in "compiled gpu twins".split()),
    *(f"affray.solving.{name}" for name in "exploring guide policy search values".split()),
]
MOST_LINES = 600


@functools.cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imported(node: ast.AST, module: str) -> Iterator[str]:
    """What is imported anywhere below a node, by full name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom):
            assert each.level == 0, f"{module}: imports say the whole name"
            yield from (f"{each.module}.{alias.name}" for alias in each.names)


def everywhere(module: str) -> list[str]:
    return list(imported(tree(module), module))


def at_once(module: str) -> list[str]:
    """What is imported as soon as the module is, not inside a function or for types alone."""
    now = [node for node in tree(module).body if isinstance(node, ast.Import | ast.ImportFrom)]
    return [name for node in now for name in imported(node, module)]


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


RULES = [module for module in MODULES if within(module, "affray.engine", "affray.rules")]
LIGHT = [
    m
    for m in MODULES
    if m not in ("affray.content.yaml", "affray.content.entries")
    and within(m, *(f"affray.{p}" for p in "content houserules log play party packs".split()))
]


def compiled(module: str) -> bool:
    """Whether it holds rules: functions that the simulator compiles."""
    marks = (mark for node in tree(module).body if isinstance(node, ast.FunctionDef) for mark in node.decorator_list)
    return any(isinstance(mark, ast.Name) and mark.id == "rule" for mark in marks)


@pytest.mark.parametrize("module", [m for m in RULES if compiled(m)])
def test_rules_import_the_engine_and_books_alone(module: str) -> None:
    assert [name for name in everywhere(module) if not within(name, "affray.engine", "affray.rules")] == []


@pytest.mark.parametrize("module", [*RULES, *LIGHT])
def test_rules_and_driver_start_with_the_standard_library_alone(module: str) -> None:
    assert [name for name in at_once(module) if not within(name, "affray", *sys.stdlib_module_names)] == []
    assert [name for name in everywhere(module) if within(name, *HEAVY)] == []


def test_every_function_that_is_compiled_into_a_kernel_is_in_the_digest() -> None:
    """Of every kind of kernel and every book, wherever the function lives."""
    from affray.compiler.kernels.explore import HELPERS
    from affray.compiler.kernels.players import step_of_book
    from affray.compiler.kernels.programs import KERNEL_KINDS
    from affray.compiler.source import location, reachable_functions
    from affray.rules import books

    every = list(KERNEL_KINDS.values())
    seams = [
        {**book.implementations, step_of_book: book.step, **kind.verbs} for book in books().values() for kind in every
    ]
    roots: list[Any] = [*(kind.main for kind in every), *HELPERS]
    files = {Path(location(function)[0]) for each in seams for function in reachable_functions(roots, each)}
    ours = {file.relative_to(PACKAGE) for file in files if file.is_relative_to(PACKAGE)}
    assert len(ours) > 50
    assert sorted(file for file in ours if file.parts[0] not in cache.SOURCE_FOLDERS) == []


def test_only_the_compiler_imports_llvmlite() -> None:
    users = [m for m in MODULES if any(within(name, "numba", "llvmlite") for name in everywhere(m))]
    assert [m for m in users if not within(m, "affray.compiler")] == []


def test_whoever_needs_no_compiled_rules_needs_no_llvmlite() -> None:
    needed = {m for m in MODULES if any(within(name, "llvmlite") for name in at_once(m))}
    while more := {m for m in MODULES if not needed.isdisjoint(modules_at_once(m))} - needed:
        needed |= more
    assert sorted(needed) == COMPILING


def modules_at_once(module: str) -> set[str]:
    """The modules of ours among what is imported as soon as the module is."""
    named = {name for each in at_once(module) for name in (each, each.rpartition(".")[0])}
    return named & MODULES.keys()


def test_what_is_public_is_where_it_is_said_to_be() -> None:
    for name in affray.__all__:
        assert getattr(affray, name) is not None
    assert set(affray.__all__) <= set(dir(affray))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        affray.nonsense  # noqa: B018


def test_only_scenario_files_need_pydantic() -> None:
    users = [m for m in MODULES if any(within(name, "pydantic", "pydantic_core") for name in everywhere(m))]
    ours = ("affray.scenario", "affray.server", "affray.content.entries", "affray.delves.shapes")
    assert [m for m in users if not m.startswith(ours)] == []


@pytest.mark.parametrize("module", [m for m in MODULES if within(m, "affray.cli", "affray.server")])
def test_adapters_reach_the_rules_through_the_book(module: str) -> None:
    ways_in = tuple(f"affray.rules.{name}" for name in "book books commands get display".split())
    inside = [name for name in everywhere(module) if within(name, "affray.rules") and name != "affray.rules"]
    assert [name for name in inside if not within(name, *ways_in)] == []


def test_the_top_of_the_package_stays_small() -> None:
    assert len([path for path in PACKAGE.iterdir() if path.is_file()]) <= 8


@pytest.mark.parametrize(
    ("start", "unwanted"), [("import affray", [*HEAVY, "yaml"]), ("import affray.rules.classic", HEAVY)]
)
def test_starting_is_light(start: str, unwanted: list[str]) -> None:
    script = f"import sys; {start}; print(*[name for name in {unwanted!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


# --- the shape of the code


@pytest.mark.parametrize("module", MODULES)
def test_the_first_line_says_what_lives_there(module: str) -> None:
    first = (ast.get_docstring(tree(module)) or "").partition("\n")[0]
    assert len(first) > 20
    assert first.rstrip().endswith((".", "”", ":", "?"))


@pytest.mark.parametrize("module", MODULES)
def test_modules_are_short(module: str) -> None:
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_functions_are_short() -> None:
    """Half of them 8 lines or shorter, and hardly any above 30."""
    found = [node for module in MODULES for node in ast.walk(tree(module)) if isinstance(node, ast.FunctionDef)]
    lines = {f"{node.name} in line {node.lineno}": (node.end_lineno or 0) - node.lineno + 1 for node in found}
    assert statistics.median((node.end_lineno or 0) - node.lineno + 1 for node in found) <= 8
    assert len([name for name, length in lines.items() if length > 30]) <= len(found) // 100
