"""One fight of any book by the plain and by the compiled rules, compared row for row and field for field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from affray.compiler.kernels.building import LOGGING, kernel
from affray.compiler.kernels.players import LOG_ROWS
from affray.compiler.kernels.record import differences, fight_record, log_columns
from affray.engine.dice import fight_key
from affray.engine.state import Fight
from affray.rules.book import Book
from affray.scenario import load
from affray.simulation.compiled import CompiledPlayer as Compiled
from affray.simulation.plain import PlainPlayer, advance_to_first_die
from affray.simulation.random_fights import PlayedFight, RandomFight, play_random_fight


@dataclass
class Comparison:
    """What two runs of one fight differ in, and what it was about."""

    mistakes: list[str]
    rows: list[tuple[int, ...]]
    cited: set[int]  # clauses read at set-up, and those that refused other answers


def compare_engines(drawn: RandomFight, book: Book, seed: int = 1) -> Comparison:
    """Play a fight twice and compare."""
    plain = play_random_fight(drawn, book, seed)
    return Comparison(list(compiled_differences(drawn, book, plain, seed)), plain.rows, plain.cited)


def sums_that_differ(book: Book, example: str, fights: int, seed: int = 1) -> Iterator[str]:
    """Yield what is counted otherwise in so many fights of an example by the compiled rules."""
    start, _ = book.build(load(example, book.names()), {})
    ready = advance_to_first_die(book, start)
    plain, compiled = PlainPlayer(book, ready, seed), Compiled(book, ready, seed)
    plain.play(0, fights)
    compiled.play(0, fights)
    one, other = plain.total(), compiled.total()
    yield from (
        f"{book.name} {example}: {name}"
        for name in one.sums._fields
        if getattr(one.sums, name) != getattr(other.sums, name)
    )
    if replace(one, sums=other.sums) != other:
        yield f"{book.name} {example}: damage of each to each, dice or checksum"
    if [plain.play_one(number) for number in range(fights)] != [compiled.play_one(number) for number in range(fights)]:
        yield f"{book.name} {example}: the row of one fight"


def compiled_differences(drawn: RandomFight, book: Book, plain: PlayedFight, seed: int) -> Iterator[str]:
    """Yield what the compiled rules do otherwise."""
    fast = logged_record(book, plain.start, fight_key(seed, drawn.number))
    yield from (f"{drawn}: {what}" for what in record_differences(plain.end, plain.rows, fast))


def logged_record(book: Book, start: Fight, key: int) -> np.void:
    """Return the record of one fight by the compiled rules, when it is over, with its log."""
    played = fight_record(book, start, log_columns(LOG_ROWS))
    kernel(book, LOGGING).call(played.ctypes.data, key)
    end: np.void = played[0]
    return end


def compiled_rows(book: Book, start: Fight, key: int) -> list[tuple[int, ...]]:
    """Return the log of one fight, and last how many answers were not allowed, the dice and the winner."""
    end = logged_record(book, start, key)
    rows = [tuple(row) for row in end["log"][: end["events"]].tolist()]
    return [*rows, (int(end["illegal"]), int(end["rolled"]), int(end["winner"]))]


def record_differences(plain: Fight, rows: list[tuple[int, ...]], fast: np.void) -> Iterator[str]:
    if fast["events"] > LOG_ROWS:
        yield f"its log of {fast['events']} rows is too long for {LOG_ROWS}"
    if fast["illegal"]:
        yield f"{fast['illegal']} answers of the tactic are not allowed"
    compiled = [tuple(row) for row in fast["log"][: fast["events"]].tolist()]
    for number, (one, other) in enumerate(zip_longest(rows, compiled)):
        if one != other:
            yield f"row {number} is {one} plain and {other} compiled"
            break
    yield from differences(plain, fast)
