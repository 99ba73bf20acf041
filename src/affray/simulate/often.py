"""Which rules a fight goes through again and again, and which hardly ever, by watching plain ones.

Both engines run the same functions, so the slow one can say where the fast one will spend its time: what is common is
compiled in place of its calls, what is rare is kept out of the way. It changes no outcome, only the speed, by half."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType

from affray.dice import fight_key
from affray.rules.book import Book
from affray.state import clone
from affray.verbs import RULES

YARDSTICK, USUAL = "brawl", "orcs"  # the examples that are watched
FIGHTS = 20  # of each
OFTEN = 8  # times a fight of the yardstick

Rules = set[Callable[..., object]]


def common_and_rare(book: Book) -> tuple[Rules, Rules]:
    """The rules that the yardstick calls so often, and those that no fight called at all."""
    brawls, others = calls(book, YARDSTICK), calls(book, USUAL)
    common = {rule for rule in RULES if brawls[rule.__code__] >= OFTEN * FIGHTS}
    return common, {rule for rule in RULES if brawls[rule.__code__] + others[rule.__code__] == 0}


def calls(book: Book, example: str) -> Counter[CodeType]:
    """How often each function is called in some fights of an example."""
    from affray.scenario import load

    start, _ = book.build(load(example, book.names()), {})
    counted: Counter[CodeType] = Counter()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            counted[frame.f_code] += 1

    for number in range(FIGHTS):
        f = clone(start)
        f.key = fight_key(0, number)
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            book.fight(f)
        finally:
            sys.setprofile(before)
    return counted
