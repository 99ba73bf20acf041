"""Which rules a fight goes through again and again, and which way it goes at every fork, by watching plain ones.

Both engines run the same functions, so the slow one can say where the fast one will spend its time: what is common is
compiled in place of its calls, what is rare is kept out of the way, and the usual way is the straight one. It changes
no outcome, only the speed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from types import CodeType, FrameType
from typing import Any

from affray.dice import fight_key
from affray.rules.book import Book
from affray.state import Fight, clone
from affray.verbs import RULES

YARDSTICK, USUAL = "brawl", "orcs"  # the examples that are watched
FIGHTS = 10  # of each, and how many of them instruction by instruction
CLOSELY = 3
MANY = 70  # rules that are inlined: with a hundred the first compilation of tempo takes a third longer

Rules = set[Callable[..., object]]
Tracer = Callable[[FrameType, str, object], Any]


def common_and_rare(book: Book) -> tuple[Rules, Rules]:
    """The rules that the yardstick calls most often, and those that no fight called at all."""
    brawls, others = calls(book, YARDSTICK), calls(book, USUAL)
    often = sorted(RULES, key=lambda rule: brawls[rule.__code__], reverse=True)
    common = {rule for rule in often[:MANY] if brawls[rule.__code__] > 0}
    return common, {rule for rule in RULES if brawls[rule.__code__] + others[rule.__code__] == 0}


def calls(book: Book, example: str) -> Counter[CodeType]:
    """How often each function is called in some fights of an example."""
    counted: Counter[CodeType] = Counter()

    def watch(frame: FrameType, event: str, _: object) -> None:
        counted[frame.f_code] += 1  # no more of it is traced than its call

    follow((example,), book, FIGHTS, watch)
    return counted


def follow(examples: Iterable[str], book: Book, many: int, tracer: Tracer) -> None:
    """Some fights of each, traced: whoever traces or profiles this process goes on afterwards."""
    before = sys.gettrace()
    for f in chain.from_iterable(fights(book, example, many) for example in examples):
        sys.settrace(tracer)
        try:
            book.fight(f)
        finally:
            sys.settrace(before)


def fights(book: Book, example: str, many: int) -> Iterator[Fight]:
    """The first of them, about to begin."""
    from affray.scenario import load

    start, _ = book.build(load(example, book.names()), {})
    for number in range(many):
        f = clone(start)
        f.key = fight_key(0, number)
        yield f


def ways_through(book: Book) -> dict[CodeType, list[int]]:
    """For each function how often some fights came by each of its instructions, by its place in the code."""
    passed: dict[CodeType, list[int]] = {}
    follow((YARDSTICK, USUAL), book, CLOSELY, follower(passed))
    return passed


def follower(passed: dict[CodeType, list[int]]) -> Tracer:
    """What is told of each call, and gives what is told of each instruction in it: one for each function."""
    known: dict[int, Tracer] = {}

    def at_call(frame: FrameType, event: str, _: object) -> Tracer:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if id(frame.f_code) not in known:
            places = passed[frame.f_code] = [0] * len(frame.f_code.co_code)
            known[id(frame.f_code)] = counter(places)
        return known[id(frame.f_code)]

    return at_call


def counter(places: list[int]) -> Tracer:
    def at_instruction(frame: FrameType, event: str, _: object) -> Tracer:
        if event == "opcode":
            places[frame.f_lasti] += 1
        return at_instruction

    return at_instruction
