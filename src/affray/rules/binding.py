"""Books are bound from rules: the same functions, each calling at a seam what this book or this table puts there.

A rule calls others by the names of its module. Binding copies every rule that leads to a replaced one, and gives the
copies names of their own: where one function is to stand instead of another, its name leads there. The text of a rule
is never touched, plain and compiled runs go through the same copies, and what leads nowhere else is shared."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

from affray.engine.verbs import CHOOSERS, RULES, RULINGS, chooser, referee
from affray.rules.book import Book

Function = Callable[..., Any]
Instead = Mapping[Function, Function]

HOME, RULES_PACKAGE = "affray", "affray.rules"
SHARED = f"{RULES_PACKAGE}.shared"  # rules that several books have
NO_RULES = (f"{RULES_PACKAGE}.binding", f"{RULES_PACKAGE}.book")
BOUND = "step fight decide refusal legal names build words read word".split()  # what of a book is bound
_copies: dict[Function, list[Function]] = {}


def bind(book: Book, instead: Instead, key: str = "") -> Book:
    """The book with these functions instead of those, wherever any of its rules calls them. If it is bound already,
    both hold, and what the new ones don't touch stays the same function: so rules that stay have one kernel."""
    binder = Binder(book, instead)
    parts: dict[str, Any] = {name: binder.bound(unbound(book, getattr(book, name))) for name in BOUND}
    same = parts["step"] is book.step and parts["fight"] is book.fight
    kept = book.key if same else key or f"{book.name}-{digest(binder.instead)}"
    return replace(book, **parts, key=kept, instead=binder.instead, origin={**book.origin, **binder.origin})


def unbound(book: Book, function: Function) -> Function:
    """What a function of a book is a copy of; itself, if it is none."""
    return book.origin.get(function, function)


def version(book: Book, function: Function) -> Function:
    """What stands for a function in a book: the copy that was bound for it, if there is one."""
    copied = {rule: copy for copy, rule in book.origin.items()}
    function = book.instead.get(function, function)
    return copied.get(function, function)


def digest(instead: Instead) -> str:
    """The same for the same functions in the same places."""
    lines = sorted(f"{called(old)} {called(new)}{text_elsewhere(new)}" for old, new in instead.items() if old != new)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def called(function: Function) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def text_elsewhere(function: Function) -> str:
    """A digest of a file that is not ours: its kernels must not outlive it."""
    file = getattr(sys.modules.get(function.__module__), "__file__", None)
    if package(function) == HOME or not file:
        return ""
    return f" {hashlib.sha256(Path(file).read_bytes()).hexdigest()}"


def copies(function: Function) -> list[Function]:
    """Every bound copy that was made of a function."""
    return _copies.get(function, [])


def is_copy(function: Function) -> bool:
    """Whether it was bound for some book."""
    return any(function in made for made in _copies.values())


# --- who calls whom


def package(function: Function) -> str:
    return function.__module__.partition(".")[0]


def names_in(code: CodeType) -> Iterator[str]:
    """Every name that a function says, also inside its lambdas and comprehensions."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def functions_in(value: Any) -> Iterator[Function]:
    """A function, or those that a table of a module holds."""
    if isinstance(value, FunctionType):
        yield value
    elif type(value) in (dict, tuple, list):
        for each in value.values() if isinstance(value, dict) else value:
            if isinstance(each, FunctionType):
                yield each


def verbs() -> dict[Function, tuple[Function, Function, Function]]:
    """Of each book's own `choose` and `ruling` what makes it, the tactics and the refusals behind it."""
    asking: dict[Function, tuple[Function, Function, Function]] = {}
    asking |= {choose: (chooser, decide, refusal) for choose, decide, refusal in CHOOSERS}
    asking |= {ruling: (referee, decide, refusal) for ruling, decide, refusal in RULINGS}
    return asking


class Calls:
    """Who calls whom among the functions of some packages, by the names their modules have for them."""

    def __init__(self, packages: Iterable[str]) -> None:
        self.packages = {each for each in packages if each != HOME}
        self.asking = verbs()
        self._known: dict[Function, list[Function]] = {}

    def of(self, function: Function) -> list[Function]:
        if function not in self._known:
            self._known[function] = list(self._find(function))
        return self._known[function]

    def _find(self, function: Function) -> Iterator[Function]:
        if function in self.asking:
            yield from self.asking[function][1:]
        elif isinstance(function, FunctionType) and self.belongs_to_rules(function):
            for name in dict.fromkeys(names_in(function.__code__)):
                yield from functions_in(function.__globals__.get(name))

    def belongs_to_rules(self, function: Function) -> bool:
        """Whether it is a rule, a tactic or a wording: of a book, or of what books share."""
        module = function.__module__
        return (module.startswith(f"{RULES_PACKAGE}.") and module not in NO_RULES) or package(function) in self.packages

    def reached(self, starts: Iterable[Function], through: Instead) -> dict[Function, list[Function]]:
        """Every function that these lead to, each with those that call it; a replaced one leads to what replaces it."""
        callers: dict[Function, list[Function]] = {start: [] for start in starts}
        queue = list(callers)
        seen = set(queue)
        while queue:
            caller = queue.pop()
            for function in self.of(caller):
                target = through.get(function, function)
                for each in {function, target}:
                    callers.setdefault(each, []).append(caller)
                queue += [target] if target not in seen else []
                seen.add(target)
        return callers

    def leading_to(self, ends: Iterable[Function], starts: Iterable[Function], through: Instead) -> set[Function]:
        """Those on the way from these starts to one of these ends."""
        callers = self.reached(starts, through)
        found: set[Function] = set()
        queue = [end for end in ends if end in callers]
        while queue:
            new = [caller for caller in callers[queue.pop()] if caller not in found]
            found.update(new)
            queue += new
        return found


class Binder:
    """The copies made for one book, and the names its modules go by."""

    def __init__(self, book: Book, instead: Instead) -> None:
        self.instead = {old: instead.get(new, new) for old, new in book.instead.items()} | dict(instead)
        self.origin: dict[Function, Function] = {}  # of each copy what it is a copy of
        self._before = {rule: copy for copy, rule in book.origin.items()}
        self._made: dict[Function, Function] = {}
        self._names: dict[str, dict[str, Any]] = {}
        starts = [unbound(book, getattr(book, name)) for name in BOUND]
        new = [*self.instead.values()]
        self._calls = Calls(map(package, [*starts, *new]))
        self._touched = self._calls.leading_to(self.instead, [*starts, *new], {})
        self._stale = self._calls.leading_to(instead, starts, book.instead)

    def bound(self, function: Function) -> Function:
        """What stands for a function in this book."""
        function = self.instead.get(function, function)
        if function in self._made:
            return self._made[function]
        if function not in self._touched:
            return function
        if function not in self._stale and function in self._before:
            return self._before[function]
        if function in self._calls.asking:
            return self.asking(function)
        return self.copy(cast(FunctionType, function))

    def asking(self, verb: Function) -> Function:
        """A book's own `choose` or `ruling`, made anew for the copies of its tactics and refusals."""
        make, decide, refusal = self._calls.asking[verb]
        self._made[verb] = verb  # while it is made
        made: Function = make(self.bound(decide), self.bound(refusal))
        self.keep(verb, made)
        for names in self._names.values():
            for name, value in names.items():
                if value is verb:
                    names[name] = made
        return made

    def copy(self, function: FunctionType) -> Function:
        names = self._names.setdefault(function.__module__, dict(vars(sys.modules[function.__module__])))
        made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
        made.__doc__, made.__annotations__ = function.__doc__, function.__annotations__
        made.__module__ = function.__module__
        self.keep(function, made)
        if function in RULES:
            RULES.append(made)
        for name in names_in(function.__code__):
            if name in names:
                names[name] = self.value(names[name])
        return made

    def keep(self, function: Function, made: Function) -> None:
        self._made[function] = made
        self.origin[made] = function
        _copies.setdefault(function, []).append(made)

    def value(self, value: Any) -> Any:
        """Functions are bound, also those that a table of a module holds."""
        if type(value) is dict and any(functions_in(value)):
            return {key: self.value(each) for key, each in value.items()}
        if type(value) in (tuple, list) and any(functions_in(value)):
            return type(value)(self.value(each) for each in value)
        return self.bound(value) if isinstance(value, FunctionType) else value
