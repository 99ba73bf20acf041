"""The rulebooks: packages with the same modules. `get` returns one by its name, ours or another package's.

Another package registers a book under the entry point group `affray.books` (a name, and a Book), and rules for seams
under `affray.seams` (a name, and a Donor). Nobody looks for them before a name is asked for that is not ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from affray.errors import AffrayError, unknown
from affray.rules.book import Book, Donor

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAMES = ("classic", "tempo", "procedure", "vanguard", "fourfold")
OWN_DONORS = {"below-zero": "affray.rules.house.below_zero"}  # rules for seams that belong to no book
BOOKS, SEAMS = "affray.books", "affray.seams"  # the groups of entry points
T = TypeVar("T", Book, Donor)


def get(name: str) -> Book:
    if name not in NAMES:
        return get_from_package(name)
    book = import_module(f"affray.rules.{name}").BOOK
    assert isinstance(book, Book)
    return book


def books() -> dict[str, Book]:
    """Return every book that can be opened; `broken` has the others."""
    return {name: get(name) for name in names() if name in NAMES or name not in broken()}


def names() -> list[str]:
    return [*NAMES, *(name for name in find_entry_points(BOOKS) if name not in NAMES)]


@cache
def get_from_package(name: str) -> Book:
    """Return a book of another package."""
    if name not in find_entry_points(BOOKS):
        raise AffrayError(unknown("rulebook", name, names()))
    return load_entry_point(BOOKS, name, Book, lambda book: book.name)


def donor(name: str) -> Book | Donor:
    """Return whatever has rules for seams under this name: a book, or a package that registers some."""
    if name in names():
        return get(name)
    if name in OWN_DONORS:
        own = import_module(OWN_DONORS[name]).RULES
        assert isinstance(own, Donor)
        return own
    if name in find_entry_points(SEAMS):
        return load_entry_point(SEAMS, name, Donor, lambda donor: donor.name)
    raise AffrayError(unknown("rulebook", name, donors()))


def donors() -> list[str]:
    ours = [*names(), *OWN_DONORS]
    return [*ours, *(name for name in find_entry_points(SEAMS) if name not in ours)]


@cache
def broken() -> dict[str, str]:
    """Return, for every book and donor of another package that can't be opened, why."""
    wrong = {name: clash(group, name) for group in (BOOKS, SEAMS) for name in find_entry_points(group) if name in NAMES}
    for name in [name for name in donors() if name not in NAMES]:
        try:
            donor(name)
        except AffrayError as error:
            wrong[name] = str(error)
    return wrong


@cache
def find_entry_points(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import

    return {point.name: point for point in entry_points(group=group)}


def clash(group: str, name: str) -> str:
    where = f"{name!r} of the entry point {find_entry_points(group)[name].value} ({group})"
    return f"{where} has the name of a book that comes along; register it under another one"


def load_entry_point(group: str, name: str, kind: type[T], called: Callable[[T], str]) -> T:
    """Load what an entry point leads to. Name it in the error if anything goes wrong, and harm nothing else."""
    point = find_entry_points(group)[name]
    where = f"{name!r} of the entry point {point.value} ({group})"
    try:
        thing = point.load()
    except (Exception, SystemExit) as error:  # a module may also leave
        raise AffrayError(f"{where} can't be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(thing, kind):
        raise AffrayError(f"{where} is no {kind.__name__} but a {type(thing).__name__}")
    if called(thing) != name:
        raise AffrayError(f"{where} calls itself {called(thing)!r}; register it under that name")
    return thing


def forget() -> None:
    """Forget what other packages register: look for it anew the next time somebody asks."""
    for kept in (get_from_package, broken, find_entry_points):
        kept.cache_clear()
