"""Books are bound from rules: the same functions, each calling at a seam what this book or this table puts there.

A rule calls others by the names of its module. Binding copies every rule a book can reach, and gives the copies names
of their own: where one function is to stand instead of another, its name leads there. The text of a rule is never
touched, plain and compiled runs go through the same copies, and a book that changes nothing needs none."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any, cast

from affray.rules.book import Book
from affray.verbs import CHOOSERS, RULES, RULINGS, chooser, referee

Function = Callable[..., Any]
Instead = Mapping[Function, Function]

ROOMS = "affray.rules"
BOUND = "step fight decide refusal legal build words read word".split()  # what of a book is bound
_copies: dict[Function, list[Function]] = {}


def bind(book: Book, instead: Instead, key: str = "") -> Book:
    """The book with these functions instead of those, wherever any of its rules calls them."""
    binder = Binder(instead, book.step.__module__.partition(".")[0])
    parts: dict[str, Any] = {name: binder.bound(getattr(book, name)) for name in BOUND}
    return replace(book, **parts, key=key or f"{book.name}-{digest(instead)}", origin=binder.origin)


def digest(instead: Instead) -> str:
    """The same for the same functions in the same places."""
    lines = sorted(f"{called(old)} {called(new)}" for old, new in instead.items())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def called(function: Function) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def copies(function: Function) -> list[Function]:
    """Every bound copy that was made of a function."""
    return _copies.get(function, [])


class Binder:
    """The copies made for one book, and the names its modules go by."""

    def __init__(self, instead: Instead, package: str) -> None:
        self.instead = dict(instead)
        self.packages = (ROOMS, package) if package != "affray" else (ROOMS,)
        self.origin: dict[Function, Function] = {}  # of each copy what it is a copy of
        self._made: dict[Function, Function] = {}
        self._names: dict[str, dict[str, Any]] = {}
        self._asking = {choose: (chooser, decide, refusal) for choose, decide, refusal in CHOOSERS}
        self._asking |= {ruling: (referee, decide, refusal) for ruling, decide, refusal in RULINGS}

    def bound(self, function: Function) -> Function:
        """What stands for a function in this book."""
        function = self.instead.get(function, function)
        if function in self._made:
            return self._made[function]
        if function in self._asking:
            return self.asking(function)
        if not self.is_of_a_room(function):
            return function
        return self.copy(cast(FunctionType, function))

    def asking(self, verb: Function) -> Function:
        """A book's own `choose` or `ruling`, made anew for the copies of its tactics and refusals."""
        make, decide, refusal = self._asking[verb]
        self._made[verb] = verb  # while it is made
        made = make(self.bound(decide), self.bound(refusal))
        self.keep(verb, made)
        for names in self._names.values():
            for name, value in names.items():
                if value is verb:
                    names[name] = made
        return made

    def copy(self, function: FunctionType) -> Function:
        names = self.names(function.__module__)
        if function in self._made:
            return self._made[function]
        made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
        made.__doc__, made.__annotations__ = function.__doc__, function.__annotations__
        made.__module__ = function.__module__
        self.keep(function, made)
        if function in RULES:
            RULES.append(made)
        return made

    def keep(self, function: Function, made: Function) -> None:
        self._made[function] = made
        self.origin[made] = function
        _copies.setdefault(function, []).append(made)

    def names(self, module: str) -> dict[str, Any]:
        """The names of a module as they are in this book."""
        if module not in self._names:
            self._names[module] = names = dict(vars(sys.modules[module]))
            for name, value in list(names.items()):
                names[name] = self.value(value)
        return self._names[module]

    def value(self, value: Any) -> Any:
        """Functions are bound, also those that a table of a module holds."""
        if isinstance(value, dict) and any(isinstance(each, FunctionType) for each in value.values()):
            return {key: self.value(each) for key, each in value.items()}
        if type(value) in (tuple, list) and any(isinstance(each, FunctionType) for each in value):
            return type(value)(self.value(each) for each in value)
        return self.bound(value) if isinstance(value, FunctionType) else value

    def is_of_a_room(self, function: Function) -> bool:
        """Rules, tactics, words: what lives with a book. What all books share is shared."""
        module = function.__module__
        shared = module in (f"{ROOMS}.binding", f"{ROOMS}.book")
        return not shared and any(module == package or module.startswith(f"{package}.") for package in self.packages)
