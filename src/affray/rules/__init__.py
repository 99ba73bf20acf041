"""The rulebooks. Each is a room with the same furniture; `get` opens one by its name."""

from __future__ import annotations

from importlib import import_module

from affray.errors import AffrayError
from affray.mistakes import unknown
from affray.rules.book import Book

NAMES = ("classic",)


def get(name: str) -> Book:
    if name not in NAMES:
        raise AffrayError(unknown("rulebook", name, NAMES))
    book = import_module(f"affray.rules.{name}").BOOK
    assert isinstance(book, Book)
    return book


def books() -> dict[str, Book]:
    return {name: get(name) for name in NAMES}
