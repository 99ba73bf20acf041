"""Which fields of the state a book's rules read, and which they change, according to their source.

One state serves all books, but a kernel needs room only for what its book reads, and exact odds tell states apart only
by what it writes. So a fight of one book doesn't pay for the fields of the others."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache as once
from pathlib import Path
from typing import Any, NamedTuple

from affray.compiler.kernels import cache
from affray.compiler.source import fields_used, named, place, reached, syntax_tree
from affray.rules.binding import HOME, package, unbound
from affray.rules.book import Book

KERNEL = frozenset(
    "key rolled guessed winner round last_round n sides who side id hp max_hp on size standing dead fled".split()
)  # what a kernel itself reads
FILE = "fields.json"


class Fields(NamedTuple):
    mentioned: frozenset[str]
    written: frozenset[str]


@once
def fields(book: Book) -> Fields:
    """Of all the rules that a fight goes through; by name, whatever record they are in. Once found they are kept in the
    cache, since it takes a while to go through all the rules."""
    if (saved := cache.load(key_of(book), FILE)) is not None:
        return Fields(*(frozenset(names) for names in json.loads(saved)))
    mentioned, written = fields_used([unbound(book, book.fight)], book.instead)
    found = Fields(mentioned | KERNEL, written | KERNEL)
    cache.save(key_of(book), FILE, json.dumps([sorted(names) for names in found]).encode())
    return found


@once
def key_of(book: Book) -> str:
    """The folder of a book's kernels. One that is not ours is known by the text of its rules and their numbers."""
    name = book.key or book.name
    functions = [unbound(book, book.step), *book.instead.values()]
    if all(package(function) == HOME for function in functions):
        return name
    every = reached(functions[:1], book.instead)
    files = {place(function)[0] for function in every}
    text = b"".join(Path(file).read_bytes() for file in sorted(files) if Path(file).exists())
    numbers = repr([[*constants(function)] for function in every if package(function) != HOME]).encode()
    return f"{name}-{hashlib.sha256(text + numbers).hexdigest()[:12]}"


def constants(function: Any) -> Iterator[tuple[str, Any]]:
    """The numbers and tables that a function names. They are compiled into it, wherever they come from: another file,
    or the place of an option, which depends on what other books there are."""
    for node in ast.walk(syntax_tree(function)):
        with suppress(KeyError):  # a local variable
            value = named(function, node)
            items = value if isinstance(value, tuple | list) else [value]
            if all(isinstance(item, int | float) for item in items):
                yield ast.unparse(node), value
