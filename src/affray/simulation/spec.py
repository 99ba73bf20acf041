"""What is simulated, as a value that another process or machine can be told, and a block of its fights played there."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from affray import rules as shelf
from affray.compiler.kernels.building import assumptions, can_compile, report_failure
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.rules.book import Book
from affray.scenario.opening import read_options, restore_book
from affray.simulation import plain as slow
from affray.simulation.tally import Row, Tally

HELD = 4  # players that a process keeps at hand: blocks of a few specs may come in turn


class Player(Protocol):
    """One engine and what it has played so far."""

    def play(self, first: int, count: int) -> None: ...
    def total(self) -> Tally: ...
    def afresh(self) -> None: ...
    def one(self, number: int) -> Row: ...


@dataclass(frozen=True)
class Spec:
    """All that the fights of a seed depend on: words and numbers alone. Tactics are in the encounter."""

    encounter: Encounter
    rules: str
    house: tuple[tuple[str, str], ...]  # file and text of each overlay
    options: tuple[tuple[str, str], ...]
    seed: int
    watch: bool  # count all there is to count, or the chances alone
    plain: bool

    def book(self) -> Book:
        return restore_book({"rules": self.rules, "house": self.house})

    def packed(self) -> bytes:
        return pickle.dumps(self)


def spec(
    encounter: Encounter, book: Book, options: Mapping[str, str], seed: int, watch: bool = True, plain: bool = False
) -> Spec:
    if not is_on_the_shelf(book):
        raise AffrayError(f"{book.name} can't be told to other processes: it is not the book that is registered")
    house = tuple((overlay.file, overlay.text) for overlay in book.house)
    return Spec(encounter, book.name, house, tuple(options.items()), seed, watch, plain)


def is_on_the_shelf(book: Book) -> bool:
    """Whether another process would find it by its name, and lay its house rules on it."""
    try:
        return shelf.get(book.name) is (book.base or book)
    except AffrayError:
        return False


def play_block(packed: bytes, first: int, count: int) -> Tally:
    """So many fights of a spec, by whichever process is asked: one call, plain values in and out."""
    one = player(packed)
    one.afresh()
    one.play(first, count)
    return one.total()


@lru_cache(maxsize=HELD)
def player(packed: bytes) -> Player:
    """For this process; it is compiled or read from the cache once."""
    asked: Spec = pickle.loads(packed)
    book = asked.book()
    start, _ = book.build(asked.encounter, read_options(book, dict(asked.options)))
    ready = slow.before_the_first_die(book, start)
    if asked.plain or not can_compile(book):
        return slow.Player(book, ready, asked.seed, asked.watch)
    try:
        from affray.simulation import compiled

        return compiled.Player(book, ready, asked.seed, asked.watch, assumptions(book, ready))
    except Exception as error:  # whatever LLVM may have: the plain rules do it all
        report_failure(book, error)
        return slow.Player(book, ready, asked.seed, asked.watch)
