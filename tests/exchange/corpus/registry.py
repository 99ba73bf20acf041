"""The layouts of a corpus: each writes records as one kind of publication does, in several variants."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from exchange.corpus.records import Record

Text = tuple[str, list[dict[str, Any]] | None]  # a block, and what a person reads in it
Writer = Callable[[list[Record], Random, int], Text]


class Layout(NamedTuple):
    """A kind of publication."""

    kind: str
    ending: str
    variants: int
    held: tuple[int, ...]  # variants that nobody looks at while mending
    each: int  # how many records a block has at most
    write: Writer


LAYOUTS: list[Layout] = []


def layout(
    kind: str, ending: str, variants: int, held: tuple[int, ...] = (), each: int = 1
) -> Callable[[Writer], Writer]:
    """Register a function that writes records in one of several variants."""

    def register(write: Writer) -> Writer:
        LAYOUTS.append(Layout(kind, ending, variants, held, each, write))
        return write

    return register
