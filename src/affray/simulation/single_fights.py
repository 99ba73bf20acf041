"""Single fights among many: which was the middling, the worst, the best, the longest; and a file with a row for each.

Worst and best are as the players' side sees it (the first side, where there are no players): it wins or it doesn't,
then how many of it live, then the hit points they have left. Of equal fights it is the one with the lowest number."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from affray.compiler.kernels.building import LIGHT, TALLYING, best_ready, can_compile
from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.engine.state import NOBODY_LEFT
from affray.errors import AffrayError, unknown
from affray.files import AtomicFile
from affray.simulation import plain as slow
from affray.simulation.chances import NOBODY, STANDING_OFF
from affray.simulation.interrupts import Interrupts
from affray.simulation.plain import FightRow, FunctionPlayer, Player
from affray.simulation.result import Request, Result

MEDIAN, WORST, BEST, LONGEST_FIGHT, TPK = WHICH = ("median", "worst", "best", "longest", "tpk")
MAX_SCORED = 100_000  # fights among which the middling, the worst and the best are sought
SEARCH_BLOCK = 4096  # fights that are looked at together where a rare one is sought


class NoSuchFight(AffrayError):
    """There is no such fight: a word, not a mistake."""


class PickedFight(NamedTuple):
    which: str
    number: int
    why: str  # among how many


def ready_player(asked: Request, plain: bool = False) -> Player:
    """Return a player that can begin at once."""
    if asked.encounter.functions:
        return FunctionPlayer(asked.book, asked.start, asked.roster, asked.encounter.functions, asked.seed)
    book, ready = asked.book, slow.advance_to_first_die(asked.book, asked.start)
    if not plain and can_compile(book):
        assumed = best_ready(book, TALLYING if asked.tally_all else LIGHT, ready)
        if assumed is not None:
            with suppress(Exception):  # whatever the cache may hold: the plain rules can always begin
                from affray.simulation.compiled import CompiledPlayer  # needs llvmlite

                return CompiledPlayer(book, ready, asked.seed, asked.tally_all, assumed)
    return slow.PlainPlayer(book, ready, asked.seed, tally_all=False)


def check_selection(asked: Iterable[str]) -> None:
    """Raise AffrayError where somebody asks for a fight that can't be."""
    for which in asked:
        if which not in WHICH and not which.isdecimal():
            raise AffrayError(unknown("kind of fight", which, (*WHICH, "a fight's number")))


def pick_fight(result: Result, which: str, plain: bool = False) -> PickedFight:
    """Return a fight by what it is like, or by its number. Raises AffrayError where it is not among them, NoneSuch
    where none is like that."""
    check_selection([which])
    if which.isdecimal():
        return find_by_number(result, int(which))
    player = ready_player(result.asked, plain)
    if which in (LONGEST_FIGHT, TPK):
        return PickedFight(which, find_rare(result, which, player), f"the first such of {result.fights:,}")
    fights = min(result.fights, MAX_SCORED)
    return PickedFight(which, find_by_score(result, which, player, fights), f"of the first {fights:,}")


def find_by_number(result: Result, number: int) -> PickedFight:
    last = result.first + result.fights - 1
    if not result.first <= number <= last:
        raise AffrayError(f"fight {number} is not among these; expected {result.first} to {last}")
    return PickedFight(str(number), number, "as asked for")


def find_rare(result: Result, which: str, player: Player) -> int:
    """Return the first fight of its kind: whole blocks are passed over that have none."""
    side, start = result.asked.roster.sides.index(result.party), result.asked.start
    most, lines = result.rounds.most, start.last_round + 1
    if which == TPK and not result.chances.all_die[result.party].share:
        raise NoSuchFight(f"in none of these {result.fights:,} fights did all of {result.party} die")
    for first, count in blocks_of_fights(result):
        player.reset()
        player.play(first, count)
        sums = player.total().sums
        if sums.alive[side * (start.n + 1)] if which == TPK else any(sums.ends[most::lines]):
            rows = map(player.play_one, range(first, first + count))
            return next(row.number for row in rows if (row.alive[side] == 0 if which == TPK else row.rounds == most))
    raise AssertionError("what was counted is found")


def blocks_of_fights(result: Result) -> Iterator[tuple[int, int]]:
    end = result.first + result.fights
    for first in range(result.first, end, SEARCH_BLOCK):
        yield first, min(SEARCH_BLOCK, end - first)


def find_by_score(result: Result, which: str, player: Player, fights: int) -> int:
    """Find it among the first so many."""
    side = result.asked.roster.sides.index(result.party)
    own = [c.id for c in result.asked.start.who if c.side == side]

    def score(row: FightRow) -> tuple[int, int, int]:
        won = 2 if row.winner == side else 1 if row.winner < 0 else 0
        return won, row.alive[side], sum(max(0, row.hp[n]) for n in own)

    numbers = range(result.first, result.first + fights)
    found = sorted((score(player.play_one(number)), number) for number in numbers)
    if which == BEST:
        return min(number for points, number in found if points == found[-1][0])
    return found[0 if which == WORST else (len(found) - 1) // 2][1]


# --- a row for each fight: CSV, or Parquet where pyarrow is there

MAX_ROWS = 1_000_000
ROWS_AT_ONCE = 8192  # rows
CSV, PARQUET = ".csv", ".parquet"
PYARROW_HINT = "Parquet needs pyarrow, which is missing: pip install 'affray[data]', or write to a .csv"


class WrittenRows(NamedTuple):
    file: str
    rows: int
    of: int  # fights
    complete: bool

    def __str__(self) -> str:
        sample = "" if self.rows == self.of else f", the first of {self.of:,}"
        return f"{self.file}: {self.rows:,} rows{sample}" + ("" if self.complete else "; stopped early")


class RowWriter(Protocol):
    def write(self, rows: Sequence[Sequence[Any]]) -> None: ...
    def close(self) -> None: ...


class RowFile(AtomicFile):
    """Made before the fights."""

    def __init__(self, path: str) -> None:
        if path.lower().endswith(PARQUET):
            import_pyarrow()
        super().__init__(path, (CSV, PARQUET))

    def write(self, result: Result, plain: bool = False, most: int = MAX_ROWS) -> WrittenRows:
        """Write as many rows as there may be. Ctrl-C keeps those that are there."""
        wanted = min(result.fights, most)
        with self.filling():
            rows, complete = self.fill(result, ready_player(result.asked, plain), wanted)
        return WrittenRows(str(self.path), rows, result.fights, complete)

    def fill(self, result: Result, player: Player, wanted: int) -> tuple[int, bool]:
        writer, done = open_writer(self.ending, self.temporary, result.asked, wanted, result), 0
        numbers = iter(range(result.first, result.first + wanted))
        try:
            with Interrupts() as interrupts, interrupts.hold_back():
                while some := list(islice(numbers, ROWS_AT_ONCE)):
                    rows = [self.row(result, player, number, interrupts) for number in some]
                    writer.write(rows)
                    done += len(rows)
        except KeyboardInterrupt:
            return done, False
        finally:
            writer.close()
        return done, True

    def row(self, result: Result, player: Player, number: int, interrupts: Interrupts) -> list[Any]:
        interrupts.check()
        return row_values(player.play_one(number), result.asked)


def fight_rows(result: Result) -> Iterator[dict[str, Any]]:
    """Yield a row for each fight of a result, by the names of its columns."""
    player, columns = ready_player(result.asked), row_columns(result.asked)
    for number in range(result.first, result.first + result.fights):
        yield dict(zip(columns, row_values(player.play_one(number), result.asked), strict=True))


def row_columns(asked: Request) -> list[str]:
    alive = [f"alive {name}" for name in asked.roster.sides]
    return ["number", "winner", "way", "rounds", "dice", *alive, *(f"hp {name}" for name in asked.roster.who)]


def row_values(row: FightRow, asked: Request) -> list[Any]:
    way = WAYS_TO_WIN[row.way] if row.winner >= 0 else ""
    return [row.number, winner_name(row, asked), way, row.rounds, row.dice, *row.alive, *row.hp]


def winner_name(row: FightRow, asked: Request) -> str:
    if row.winner < 0:
        return NOBODY if row.winner == NOBODY_LEFT else STANDING_OFF
    return asked.roster.sides[row.winner]


# --- the two kinds of file


def open_writer(kind: str, file: Path, asked: Request, rows: int, result: Result) -> RowWriter:
    if kind == CSV:
        return CsvWriter(file, row_columns(asked))
    return ParquetWriter(file, row_columns(asked), dict(file_facts(result, rows)))


def file_facts(result: Result, rows: int) -> Iterator[tuple[str, str]]:
    """Yield what a file says about itself."""
    yield "affray", result.version
    yield "scenario", result.scenario
    yield "rules", ", ".join((result.ruleset, *result.house))
    yield "options", ", ".join(f"{name}={value}" for name, value in result.options.items())
    yield "seed", str(result.seed)
    yield "rows", f"{rows} of {result.fights} fights, the first ones"


class CsvWriter:
    def __init__(self, file: Path, heads: Sequence[str]) -> None:
        self.file = file.open("w", newline="", encoding="utf-8")
        self.csv = csv.writer(self.file)
        self.csv.writerow(heads)

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        self.csv.writerows(rows)

    def close(self) -> None:
        self.file.close()


class ParquetWriter:
    def __init__(self, file: Path, heads: Sequence[str], facts: dict[str, str]) -> None:
        arrow, parquet = import_pyarrow()
        kinds = {"number": arrow.int64(), "winner": arrow.string(), "way": arrow.string()}
        self.schema = arrow.schema([(head, kinds.get(head, arrow.int32())) for head in heads], metadata=facts)
        self.arrow, self.writer = arrow, parquet.ParquetWriter(file, self.schema)

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        arrays = [
            self.arrow.array(column, kind)
            for column, kind in zip(zip(*rows, strict=True), self.schema.types, strict=True)
        ]
        self.writer.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))

    def close(self) -> None:
        self.writer.close()


def import_pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise AffrayError(PYARROW_HINT) from None
    return pyarrow, parquet
