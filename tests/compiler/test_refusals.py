"""All that is outside the rule language: the line, and the reason."""

from __future__ import annotations

import textwrap
from types import ModuleType
from typing import Any

import pytest
from compiler_boxes import ASSUMED, RECORDS, Box, Ring
from compiler_helpers import error_of, module_of, refusal

from affray.compiler.program import Program
from affray.compiler.types import INT

HEAD = """
from typing import Any, NamedTuple
from affray.compiler.types import Word
TABLE = (1, 2, 3)
WORDS = ("a", "b")
BEYOND = 1 << 64
class Blow(NamedTuple):
    damage: int
    hit: bool = True
def other(a: int) -> int:
    return a
"""
LINE = HEAD.count("\n") + 1  # of the first line of a rule


def refused(body: str) -> str:
    """The line, counted from the def as 0, and the reason."""
    text = f"{HEAD}def rule(a: int, b: Box) -> int:\n{textwrap.indent(body, '    ')}\n"
    said = refusal(text, RECORDS, {"Box": Box, "Ring": Ring})
    line, _, reason = said.partition(": ")
    return f"{int(line) - LINE}: {reason}" if line.isdigit() else said


STATEMENTS = {
    "try:\n    a += 1\nexcept ValueError:\n    pass\nreturn a": "1: Try is not part of the rule language",
    "with a:\n    pass\nreturn a": "1: With is not part of the rule language",
    "a += 1\nraise ValueError": "2: Raise is not part of the rule language",
    "assert a\nreturn a": "1: Assert is not part of the rule language",
    "def inner() -> int:\n    return 1\nreturn inner()": "1: FunctionDef is not part of the rule language",
    "import math\nreturn a": "1: Import is not part of the rule language",
    "global TABLE\nreturn a": "1: Global is not part of the rule language",
    "del a\nreturn 1": "1: Delete is not part of the rule language",
    "match a:\n    case 1:\n        return 1\nreturn 2": "1: Match is not part of the rule language",
    "while a:\n    a -= 1\nelse:\n    a = 3\nreturn a": "1: a loop has no else",
    "for i in range(3):\n    a -= 1\nelse:\n    a = 3\nreturn a": "1: a loop has no else",
    "x = y = 1\nreturn x": "1: one assignment has one target",
    "x: int\nreturn a": "1: only a variable with a value is annotated",
    "x: Unknown = 3\nreturn x": "1: Unknown is not defined here",
    "x, y = a\nreturn x": "1: a is not a tuple of 2 values",
    "x, y = 1, 2, 3\nreturn x": "1: (1, 2, 3) is not a tuple of 2 values",
    "(x, y), z = 1, 2\nreturn x": "1: (x, y) cannot be assigned to",
    "x = TABLE\nx = (a, 1)\nreturn 1": "2: (a, 1): Tuple is not part of the rule language",
    "x = TABLE\nx = 1\nreturn 1": "2: expected (1, 2, 3), not int",
    "b.cells[:2] = b.rings[:2]\nreturn 1": (
        "1: a slice is copied between lists of the same kind that are never assumed constant"
    ),
    "b.cells[:2] = b.cells[1:3]\nreturn 1": "1: 1:3: Slice is not part of the rule language",
    "x = True\nx = 5\nreturn x": "2: x was True or False before; start with a number, or use another name",
    "x = 1\nx = 2.5\nreturn 1": "2: expected int, not float; use int(...)",
    "x = 1\nx /= 2\nreturn 1": "2: expected int, not float; use int(...)",
    "x: int = 2.5\nreturn 1": "1: expected int, not float; use int(...)",
    "b.hp = a / 2\nreturn 1": "1: expected int, not float; use int(...)",
    "b.cells[0] = a / 2\nreturn 1": "1: expected int, not float; use int(...)",
    "return a / 2": "1: expected int, not float; use int(...)",
    "return other(a / 2)": "1: expected int, not float; use int(...)",
    "x = b\nx = b.rings[0]\nreturn 1": "2: expected a record Box, not a record Ring",
    "b.rings[0] = b.rings[1]\nreturn 1": "1: only a number in a list can be set",
    "b.core = a\nreturn 1": "1: Box has no number core",
    "b.cells = a\nreturn 1": "1: Box has no number cells",
    "b.grid[0] = a\nreturn 1": "1: only a number in a list can be set",
    "TABLE[0] = a\nreturn 1": "1: TABLE is not a list in a record",
    "a.hp = 1\nreturn 1": "1: a is not a record",
    "for i in a:\n    pass\nreturn 1": "1: a is not a list or a table",
    "for i in b.cells[::2]:\n    pass\nreturn 1": (
        "1: a slice has no step, and says where it ends unless the length is known"
    ),
    "for i in b.cells[:-1]:\n    pass\nreturn 1": "1: the bound -1 is not one of 0 to 5",
    "for i in b.cells[-2:]:\n    pass\nreturn 1": "1: the bound -2 is not one of 0 to 5",
    "for i in b.cells[:6]:\n    pass\nreturn 1": "1: the bound 6 is not one of 0 to 5",
    "for i in range(0, 9, a):\n    pass\nreturn 1": (
        "1: expected range(end), range(first, end) or range(first, end, step) with a constant step"
    ),
    "for i in range(a / 2):\n    pass\nreturn 1": "1: expected int, not float; use int(...)",
    "for i in WORDS:\n    pass\nreturn 1": "1: WORDS is not a table of whole numbers",
}
EXPRESSIONS = {
    "lambda: a": "lambda: a: Lambda is not part of the rule language",
    "[i for i in b.cells][0]": "[i for i in b.cells]: ListComp is not part of the rule language",
    "'text'": "expected int, not 'text'",
    "f'{a}'": "f'{a}': JoinedStr is not part of the rule language",
    "(x := a)": "(x := a): NamedExpr is not part of the rule language",
    "[a][0]": "[a]: List is not part of the rule language",
    "18446744073709551616": "expected int, not 18446744073709551616",
    "a < BEYOND": "a < BEYOND: only numbers are compared, and `is` stands before None only",
    "a ** 2": "Pow of int is not part of the rule language",
    "a @ 2": "MatMult of int is not part of the rule language",
    "int(a / 2 // 2)": "FloorDiv of float is not part of the rule language",
    "int(a / 2 % 2)": "Mod of float is not part of the rule language",
    "int(b.key // 2)": "FloorDiv of Word is not part of the rule language",
    "+a": "UAdd of int is not part of the rule language",
    "~(a / 2)": "Invert of float is not part of the rule language",
    "b == b": "b == b: only numbers are compared, and `is` stands before None only",
    "Blow(1) == Blow(1)": "Blow(1) == Blow(1): only numbers are compared, and `is` stands before None only",
    "a is 1": "a is 1: only numbers are compared, and `is` stands before None only",
    "a in b.cells": "b.cells is not a tuple of whole numbers",
    "a in WORDS": "a in WORDS: only numbers are compared, and `is` stands before None only",
    "b in TABLE": "b in TABLE: only numbers are compared, and `is` stands before None only",
    "b + 1": "b is not a number",
    "b.unknown": "Box has no field unknown",
    "a.hp": "a has no field hp that rules can read",
    "Blow(1).unknown": "Blow(1) has no field unknown that rules can read",
    "unknown": "unknown is not defined here",
    "unknown(a)": "unknown is not defined here",
    "a[0]": "a is not a list or a table",
    "Blow(1)[0]": "Blow(1) is not a list or a table",
    "b.cells[1:2]": "1:2: Slice is not part of the rule language",
    "b.cells[-1]": "the index -1 is not one of 0 to 4",
    "b.cells[5]": "the index 5 is not one of 0 to 4",
    "b.cells[1.0]": "the index 1.0 is not one of 0 to 4",
    "TABLE[3]": "the index 3 is not one of 0 to 2",
    "TABLE[1.0]": "the index 1.0 is not one of 0 to 2",
    "WORDS[a]": "WORDS is not a table of whole numbers",
    "1 if a else b": "expected int, not a record Box",
    "1 if a else None": "expected int, not None",
    "a()": "a is not a rule, nor one of abs, bool, float, int, len, max, min",
    "b.hp()": "b.hp is not a rule, nor one of abs, bool, float, int, len, max, min",
    "print(a)": "print is not a rule, nor one of abs, bool, float, int, len, max, min",
    "other(a, 2)": "other(a, 2): too many positional arguments",
    "other(*TABLE)": "*TABLE: Starred is not part of the rule language",
    "other()": "other(): missing a required argument: 'a'",
    "other(a, b=1)": "other(a, b=1): got an unexpected keyword argument 'b'",
    "other(1, a=1)": "other(1, a=1): multiple values for argument 'a'",
    "other(b)": "expected int, not a record Box",
    "other(None)": "expected int, not None",
    "other(TABLE)": "expected int, not (1, 2, 3)",
    "Blow().damage": "Blow(): missing a required argument: 'damage'",
    "Blow(a / 2).damage": "expected int, not float; use int(...)",
    "max()": "max(): expected several arguments without names",
    "max(b.cells)": "b.cells is not a number",
    "max(a)": "max(a): expected several arguments without names",
    "abs(a, 2)": "abs(a, 2): expected one argument without names",
    "len(a)": "the length of a is not known",
    "b": "expected int, not a record Box",
    "None": "expected int, not None",
}
UNASSIGNED = {
    "if a:\n    x = 1\nreturn x": "3: x has no value on some way to this line; set it before",
    "while a:\n    x = 1\n    a -= 1\nreturn x": "4: x has no value on some way to this line; set it before",
    "for i in range(a):\n    pass\nreturn i": "3: i has no value on some way to this line; set it before",
    "x += 1\nreturn x": "1: x has no value on some way to this line; set it before",
    "y = TABLE[0]\nTABLE = 3\nreturn y": "1: TABLE has no value on some way to this line; set it before",
    "if a:\n    return 1": "0: rule may end without a return",
    "while a:\n    a -= 1": "0: rule may end without a return",
    "return": "1: expected int, not None",
}


@pytest.mark.parametrize(("body", "reason"), [*STATEMENTS.items(), *UNASSIGNED.items()])
def test_refused_statements(body: str, reason: str) -> None:
    assert refused(body) == reason


@pytest.mark.parametrize(("expression", "reason"), EXPRESSIONS.items())
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_refused_expressions(expression: str, reason: str) -> None:
    assert refused(f"a += 1\nif a:\n    return {expression}\nreturn a") == f"3: {reason}"


FUNCTIONS = {
    "def callee(a) -> int:\n    return a": "callee: a has no annotation",
    "def callee(a: int):\n    return a": "callee: return has no annotation",
    "def callee(a: int) -> str:\n    return 1": (
        "callee: return is <class 'str'>; expected int, bool, float, a named tuple or a record"
    ),
    "def callee(a: str) -> int:\n    return 1": (
        "callee: a is <class 'str'>; expected int, bool, float, a named tuple or a record"
    ),
    "def callee(a: Missing) -> int:\n    return 1": "callee: name 'Missing' is not defined; a type must be imported",
    "def callee(a: int, *, b: int = 1) -> int:\n    return a": "a rule has plain parameters: no *, no / and no **",
    "def callee(a: int, /) -> int:\n    return a": "a rule has plain parameters: no *, no / and no **",
}


@pytest.mark.parametrize(("function", "reason"), FUNCTIONS.items())
def test_refused_functions(function: str, reason: str) -> None:
    text = "from __future__ import annotations\nfrom typing import Any\n\n" + function
    text += "\n\ndef rule(a: int) -> int:\n    return callee(a)\n"
    assert refusal(text, RECORDS, given={"Box": Box}) == f"4: {reason}"


def test_a_call_gives_what_is_wanted() -> None:
    text = "def callee(b: Box) -> int:\n    return 1\n\ndef rule(a: int) -> int:\n    return callee(a)\n"
    assert refusal(text, RECORDS, given={"Box": Box}) == "5: expected a record Box, not int"


def test_a_rule_needs_a_source() -> None:
    made: dict[str, Any] = {}
    exec("def rule(a: int) -> int:\n    return a", made)
    text = "def rule(a: int) -> int:\n    return sourceless(a)\n"
    error = error_of(module_of(text, {"sourceless": made["rule"]}), None)
    assert str(error) == "<string>:1: the source of rule is not there: a rule is a def in a file"


def test_a_float_cannot_leave_the_program() -> None:
    assert refusal("def rule(a: int) -> float:\n    return a / 2") == (
        "1: rule is called from outside and returns a float"
    )


def test_what_cannot_be_reached_is_not_looked_at() -> None:
    assert refused("if False:\n    return [a][0]\nreturn 1\nraise ValueError") == "accepted"


def test_a_constant_list_is_changed_by_its_field_only() -> None:
    text = "def change(cells: Any) -> None:\n    cells[0] = 1\n\ndef rule(b: Box) -> None:\n    change(b.zeros)\n"
    said = refusal(text, ASSUMED, given={"Box": Box, "Any": Any})
    assert said == "2: a constant list is changed under another name; change it by its field"


def test_a_constant_list_cannot_be_set_as_a_whole() -> None:
    assert refusal("def rule(b: Box) -> None:\n    b.zeros = 1\n", ASSUMED, given={"Box": Box}) == (
        "2: Box has no number zeros"
    )


def test_every_function_is_looked_at() -> None:
    """The first reason of each function is kept, those of others come after it."""
    module: ModuleType = module_of(
        "def one(a: int) -> int:\n    return a ** 2\n\ndef two(a: int) -> int:\n    return [a]\n\n"
        "def rule(a: int) -> int:\n    return one(a) + two(a)\n"
    )
    made = Program({}, {}, [module.rule])
    made.export(module.rule, [INT])
    assert sorted(error.line for error in made.errors) == [2, 5]
