"""One wrong number at a time: every modifier zeroed, every refusal lifted, every number of a table or a rule shifted.

Functions are changed where they stand (their code is exchanged), so that whoever has imported them sees the change."""

from __future__ import annotations

import ast
import re
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import clause_readers
import yaml
from clause_readers import Module
from fields import FIELDS

from affray.content import entries
from affray.engine import clauses, verbs
from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.encounter import USUAL
from affray.rules import get
from affray.rules.shared.house import refuse_house, refuse_named

FOOT = 10  # distances are kept in tenths
OTHER = frozenset("tactics aims".split())  # they decide what to do; no clause says how


class Mutant(NamedTuple):
    name: str
    clauses: frozenset[str]  # a test marked with one of these must kill it
    make: Callable[[], None]


def mutants(book: str) -> list[Mutant]:
    """Every one of a book; what books share is mutated with the usual one. Names are unique and say what is changed."""
    homes = [f"affray.rules.{book}.", *(["affray.rules.shared."] if book == USUAL else [])]
    rules = {m.name: m for m in clause_readers.sources() if f"{m.name}.".startswith(tuple(homes))}
    read = readers()
    made = [*zeroed(rules), *lifted(book, rules), *set_otherwise(book), *shifted_constants(rules, read)]
    made += [*shifted_numbers(rules, read), *shifted_content(book)]
    return made


def readers() -> dict[str, frozenset[str]]:
    """Of each function the clauses it reads."""
    read: dict[str, set[str]] = {}
    for id, names in clause_readers.functions().items():
        for name in names:
            read.setdefault(name, set()).add(id)
    return {name: frozenset(ids) for name, ids in read.items()}


def short(name: str) -> str:
    return name.removeprefix("affray.rules.")


# --- modifiers and refusals


def reasons(rules: dict[str, Module]) -> dict[int, str]:
    """The number of each reason of a book and what it is called: clause and words, and where two are alike, where."""
    found = {
        getattr(import_module(module.name), name): short(module.name)
        for module in rules.values()
        for name, value in module.values.items()
        if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "reason"
    }
    called = {number: f"{CLAUSES[REASONS[number].clause].id} ({REASONS[number].words})" for number in found}
    alike = Counter(called.values())
    return {number: name if alike[name] == 1 else f"{name} in {found[number]}" for number, name in called.items()}


def modifiers(rules: dict[str, Module]) -> dict[int, bool]:
    """The reasons of because(f, REASON, amount), and whether each is a stated 0."""
    found: dict[int, bool] = {}
    for module in rules.values():
        for function in module.functions.values():
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "because":
                    nought = isinstance(call.args[2], ast.Constant) and call.args[2].value == 0
                    found |= dict.fromkeys(numbers_named(module, call.args[1]), nought)
    return found


def numbers_named(module: Module, value: ast.expr) -> Iterator[int]:
    """The constants that an expression mentions, by their own name or as one of a module's."""
    known = vars(import_module(module.name))
    for node in ast.walk(value):
        if isinstance(node, ast.Name) and (node.id in module.values or node.id in module.imports):
            named = known[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in module.imports:
            named = getattr(known[node.value.id], node.attr, None)
        else:
            continue
        if isinstance(named, int):
            yield named


def zeroed(rules: dict[str, Module]) -> Iterator[Mutant]:
    """Each modifier counts for nothing; one that is a stated 0 counts for 1."""
    names, nought = reasons(rules), modifiers(rules)
    for number, name in names.items():
        if number in nought:
            change = f"{name} counts 1" if nought[number] else f"{name} counts 0"
            yield Mutant(change, clause_of(number), partial(weigh, number, int(nought[number])))


def weigh(reason: int, amount: int) -> None:
    source = """
def because(f, reason, amount, when=True):
    return as_it_is(f, reason, MUTANT_AMOUNT if reason == MUTANT else amount, when)
"""
    recode(verbs.because, source, MUTANT=reason, MUTANT_AMOUNT=amount)


def lifted(book: str, rules: dict[str, Module]) -> Iterator[Mutant]:
    """Each refusal is no refusal."""
    weighed = modifiers(rules)
    for number, name in reasons(rules).items():
        if number not in weighed:
            yield Mutant(f"{name} is lifted", clause_of(number), partial(lift, book, number))


def lift(book: str, reason: int) -> None:
    """Lift it in the book's own refusals, and in those of house rules."""
    for refusal, args in (
        (import_module(f"affray.rules.{book}.legality").refusal, "f, q, a"),
        (refuse_house, "f, q, a, which"),
        (refuse_named, "f, who, target"),
    ):
        was = f"{refusal.__name__}_as_it_is"
        source = f"""
def {refusal.__name__}({args}):
    why = {was}({args})
    return 0 if why == MUTANT else why
"""
        recode(refusal, source, was, MUTANT=reason)


def clause_of(reason: int) -> frozenset[str]:
    return frozenset([CLAUSES[REASONS[reason].clause].id])


def recode(function: Any, source: str | ast.Module, was: str = "as_it_is", **more: object) -> None:
    """Give a function another body. Its new text may call the function as it was, by the name `was`."""
    space: dict[str, Any] = {}
    exec(compile(source, "mutant", "exec"), dict(function.__globals__), space)
    calls_itself = was in space[function.__name__].__code__.co_names
    before = types.FunctionType(function.__code__, function.__globals__, was, function.__defaults__)
    function.__globals__.update(more, **({was: before} if calls_itself else {}))
    function.__code__ = space[function.__name__].__code__


# --- options


def set_otherwise(book: str) -> Iterator[Mutant]:
    """Each option has another default."""
    for option in get(book).options:
        if option.several:
            others = [option.default ^ 1 << bit for bit in range(len(option.words))]
        elif option.words:
            others = [value for value in range(len(option.words)) if value != option.default]
        else:
            others = [v for v in (option.default - 1, option.default + 1) if option.least <= v <= option.most]
        for value in others:
            name = f"{book} option {option.name} is {option.say(value)}"
            make = partial(object.__setattr__, option, "default", value)
            yield Mutant(name, frozenset([CLAUSES[option.clause].id]), make)


# --- numbers in the rules


def shifted_constants(rules: dict[str, Module], read: dict[str, frozenset[str]]) -> Iterator[Mutant]:
    """Each number that a module gives a name, where functions that read clauses use it."""
    for module in rules.values():
        for name, value in module.values.items():
            number = getattr(import_module(module.name), name)
            if isinstance(value, ast.Constant) and type(number) is int and number > 1:
                ids = named_in_comment(module, value) or users(rules, read, module, name)
                step = FOOT if number % (5 * FOOT) == 0 else 1
                for other in (number - step, number + step):
                    if ids:
                        change = f"{short(module.name)}.{name} is {other}"
                        yield Mutant(change, ids, partial(put, rules, module, name, other))


def named_in_comment(module: Module, value: ast.expr) -> frozenset[str]:
    line = Path(str(import_module(module.name).__file__)).read_text(encoding="utf-8").splitlines()[value.lineno - 1]
    return frozenset(re.findall(r"[\w.-]+\w", line)) & clauses.BY_ID.keys()


def users(rules: dict[str, Module], read: dict[str, frozenset[str]], module: Module, name: str) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for here, as_named in bound(rules, module, name):
        for function, node in here.functions.items():
            if any(isinstance(n, ast.Name) and n.id == as_named for n in ast.walk(node)):
                found |= read.get(f"{here.name}.{function}", frozenset())
    return found


def bound(rules: dict[str, Module], module: Module, name: str) -> Iterator[tuple[Module, str]]:
    """Where a constant goes by which name."""
    yield module, name
    for other in rules.values():
        for alias, origin in other.imports.items():
            if origin == f"{module.name}.{name}":
                yield other, alias


def put(rules: dict[str, Module], module: Module, name: str, value: int) -> None:
    for here, alias in bound(rules, module, name):
        vars(sys.modules[here.name])[alias] = value


def shifted_numbers(rules: dict[str, Module], read: dict[str, frozenset[str]]) -> Iterator[Mutant]:
    """Each number of 2 or more inside a rule."""
    for module in rules.values():
        for name, function in module.functions.items():
            is_rule = any(getattr(mark, "id", "") == "rule" for mark in function.decorator_list)
            if is_rule and module.name.rpartition(".")[2] not in OTHER:
                ids = clauses_of(rules, read, module.name, name)
                for place, number in enumerate(numbers(function)):
                    for other in (number.value - 1, number.value + 1):
                        change = f"{short(module.name)}.{name}: {number.value} (number {place + 1}) is {other}"
                        yield Mutant(change, ids, partial(shift, module.name, name, place, other))


def numbers(function: ast.FunctionDef) -> list[Any]:
    found = [n for n in ast.walk(function) if isinstance(n, ast.Constant) and type(n.value) is int and n.value > 1]
    return sorted(found, key=lambda n: (n.lineno, n.col_offset))


def clauses_of(rules: dict[str, Module], read: dict[str, frozenset[str]], module: str, name: str) -> frozenset[str]:
    """Those a function reads or its first lines name; else those of the functions that call it."""
    doc = ast.get_docstring(rules[module].functions[name]) or ""
    own = read.get(f"{module}.{name}", frozenset()) | frozenset(re.findall(r"[\w.-]+\w", doc)) & clauses.BY_ID.keys()
    seen, level = {(module, name)}, [(module, name)]
    while not own and level:
        level = [caller for each in level for caller in callers(rules, *each) if caller not in seen]
        seen |= set(level)
        for caller in level:
            own |= read.get(".".join(caller), frozenset())
    return own


def callers(rules: dict[str, Module], module: str, name: str) -> Iterator[tuple[str, str]]:
    for here, alias in bound(rules, rules[module], name):
        for function, node in here.functions.items():
            if any(isinstance(n, ast.Name) and n.id == alias for n in ast.walk(node)):
                yield here.name, function


def shift(module: str, name: str, place: int, value: int) -> None:
    function: Any = getattr(import_module(module), name)
    tree = ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8"))
    node = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
    numbers(node)[place].value = value
    node.decorator_list = []
    recode(function, ast.Module([node], []))


# --- numbers in content files


class Number(NamedTuple):
    """A number in a content file: where it stands, and under which keys."""

    start: int
    end: int
    keys: tuple[str, ...]
    clause: str  # what the entry itself names


def shifted_content(book: str) -> Iterator[Mutant]:
    fields = FIELDS.get(book, {})
    content_files = files("affray").joinpath("rules", book, "content")
    for file in sorted(content_files.iterdir(), key=lambda f: f.name) if content_files.is_dir() else []:
        text = file.read_text(encoding="utf-8")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        seen: Counter[tuple[str, ...]] = Counter()
        for number in found(text, root, (), ""):
            seen[number.keys] += 1
            value = int(text[number.start : number.end])
            named = " ".join([number.clause, *(fields.get(key, "") for key in number.keys)]).split()
            for other in (value - 1, value + 1):
                changed = text[: number.start] + str(other) + text[number.end :]
                name = f"{book} {file.name} {' '.join(number.keys)}: {value} (number {seen[number.keys]}) is {other}"
                yield Mutant(name, frozenset(named), partial(serve, book, file.name, changed))


def found(text: str, node: Any, keys: tuple[str, ...], clause: str) -> Iterator[Number]:
    """The numbers of an entry, its keys' too."""
    if isinstance(node, yaml.MappingNode):
        names = {key.value: value.value for key, value in node.value}
        for key, value in node.value:
            inside = (*keys, key.value)
            yield from found(text, key, inside, names.get("clause", clause))
            yield from found(text, value, inside, names.get("clause", clause))
    elif isinstance(node, yaml.ScalarNode):
        start, end = node.start_mark.index, node.end_mark.index
        for number in re.finditer(r"\d+", text[start:end]):
            yield Number(start + number.start(), start + number.end(), keys, clause)


class Shelf:
    """Stands where content.py looks for files, and has one of them changed."""

    def __init__(self, book: str, file: str, text: str) -> None:
        self.place, self.text = ("rules", book, "content", file), text

    def files(self, package: str) -> Shelf:
        return self

    def joinpath(self, *parts: str) -> Any:
        if parts == self.place:
            return types.SimpleNamespace(read_text=lambda encoding: self.text)
        return files("affray").joinpath(*parts)


def serve(book: str, file: str, text: str) -> None:
    entries.resources = Shelf(book, file, text)  # type: ignore[assignment,attr-defined]
    yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # type: ignore[misc]
    forget()


def forget() -> None:
    """Whatever was read from content files is read again."""
    for name in [name for name in sys.modules if name.startswith("affray.")]:
        for value in list(vars(sys.modules[name]).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()
