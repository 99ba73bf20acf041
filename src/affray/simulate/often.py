"""Which rules a fight goes through most often, by watching a plain one: those are compiled in place of their calls.

The compiled and the plain engine run the same functions, so the slow one can say where the fast one spends its time."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType

from affray.dice import fight_key
from affray.rules.book import Book
from affray.state import clone
from affray.verbs import RULES

SAMPLE, FIGHTS = "brawl", 20  # the yardstick of every measurement
OFTEN = 8  # times a fight


def often(book: Book) -> set[Callable[..., object]]:
    """The rules that a fight of the sample calls so many times and more."""
    from affray.scenario import load

    start, _ = book.build(load(SAMPLE, book.names()), {})
    calls: Counter[CodeType] = Counter()
    for number in range(FIGHTS):
        f = clone(start)
        f.key = fight_key(0, number)
        watched(lambda f=f: book.fight(f), calls)  # type: ignore[misc]
    return {rule for rule in RULES if calls[rule.__code__] >= OFTEN * FIGHTS}


def watched(run: Callable[[], None], calls: Counter[CodeType]) -> None:
    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        run()
    finally:
        sys.setprofile(before)
