"""Names and docstrings: functions are verbs or nouns, a public name means one thing, a docstring says what to do."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

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
# Words with which a docstring says what something is instead of what is done. Any other first word is taken for a verb.
NO_VERBS = frozenset(
    "a all an and another any anybody as at both by each either every everybody everything for from half he how if in"
    " is it its many most nobody none not nothing of on once one only or several she so some somebody something such"
    " that the their them then there these they this those to what whatever when where whether which while who whoever"
    " whom whose why will with without".split()
)
BOOKS = frozenset("classic tempo procedure vanguard fourfold".split())  # siblings have the same names on purpose


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def place(file: Path) -> str:
    """Return the module; the same module of several books counts as one."""
    parts = ["BOOK" if part in BOOKS else part for part in file.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts)


def definitions(file: Path) -> list[str]:
    """List the functions, classes and constants that a module defines for others."""
    names: list[str] = []
    for node in tree(file).body:
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
        for node in tree(file).body
        if isinstance(node, ast.FunctionDef) and is_participle(node.name)
    ]
    assert found == []


def is_participle(name: str) -> bool:
    return name in PARTICIPLES or (name.endswith("ed") and not name.endswith("eed") and "_" not in name)


def test_docstrings_of_functions_say_what_to_do() -> None:
    found = [
        f"{file.relative_to(PACKAGE.parent)}:{node.lineno} {node.name}: {complaint}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for node in functions(file)
        if (complaint := complain(ast.get_docstring(node)))
    ]
    assert found == [], "\n".join(["", *found])


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield all functions of a module, those inside classes and functions too."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def complain(docstring: str | None) -> str:
    """Return what to write instead of the first word of a docstring; nothing if it may stay."""
    if docstring is None:
        return ""
    first = docstring.split(maxsplit=1)[0].rstrip(".,:;") if docstring.strip() else ""
    plain = first.replace("-", "")
    if not (plain.isalpha() and plain[0].isupper()):
        return (
            f'begin with a verb, "Return ..." or "Roll ...", not with "{first}"; put a clause at the end, in brackets'
        )
    if first.lower() in NO_VERBS:
        return f'say what the function does, "Return {first.lower()} ..." or "Roll ...", not "{first} ..."'
    if first.endswith("s") and not first.endswith("ss"):
        return f'say it as a command, such as "Return ...", not "{first} ..."'
    return ""


@pytest.mark.parametrize(
    ("docstring", "advice"),
    [
        ("Whether anybody is left.", '"Return whether ..."'),
        ("The side that won.", '"Return the ..."'),
        ("Returns the side that won.", '"Return ..."'),
        ("classic.attack.natural: hit with a 20.", "in brackets"),
        ("`who` strikes.", "begin with a verb"),
        ("", "begin with a verb"),
    ],
)
def test_the_advice_says_what_to_write(docstring: str, advice: str) -> None:
    assert advice in complain(docstring)


@pytest.mark.parametrize(
    "docstring", ["Return whether anybody is left.", "Pass.", "Re-orient, which ends the turn.", None]
)
def test_a_docstring_that_says_what_to_do_may_stay(docstring: str | None) -> None:
    assert complain(docstring) == ""


# --- names of files


ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "affray"  # of the clone: the package that is tested may be an installed copy
DOCUMENTS = [*SOURCE.rglob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]
SOURCES = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.yaml")]


def test_files_named_in_documents_and_comments_are_there() -> None:
    """`CHANGELOG.md` tells of the past and `rule-language.md` of a made-up book."""
    there = [
        f"/{file.relative_to(ROOT)}" for folder in ("src", "tests", "bench") for file in (ROOT / folder).rglob("*.py")
    ]
    told = [file for file in DOCUMENTS if file.name not in ("CHANGELOG.md", "rule-language.md")]
    named = {(file, name) for file in told for name in re.findall(r"`([\w/]+\.py)`", file.read_text(encoding="utf-8"))}
    named |= {
        (file, name) for file in SOURCES for name in re.findall(r"[\w/]+\.py\b", file.read_text(encoding="utf-8"))
    }
    lost = [
        f"{file.relative_to(ROOT)}: {name}"
        for file, name in sorted(named)
        if not any(path.endswith(f"/{name}") for path in there) and "BOOK" not in name
    ]
    assert lost == []


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_the_readme_of_a_book_lists_its_modules(book: str) -> None:
    rows = re.findall(r"^\| (`.*?\.py`) \|", (PACKAGE / "rules" / book / "README.md").read_text(encoding="utf-8"), re.M)
    listed = {name for row in rows for name in re.findall(r"`(\w+\.py)`", row)}
    assert {file.name for file in (PACKAGE / "rules" / book).glob("*.py")} <= listed
