"""One row a fight, for those who want to look for themselves: CSV, or Parquet where pyarrow is there."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.engine.state import NOBODY_LEFT
from affray.errors import AffrayError
from affray.files import AtomicFile
from affray.simulation.chances import NOBODY, STANDING_OFF
from affray.simulation.examples import player_of
from affray.simulation.result import Asked, Result
from affray.simulation.spec import Player
from affray.simulation.tally import Row

MOST_ROWS = 1_000_000
AT_ONCE = 8192  # rows
CSV, PARQUET = ".csv", ".parquet"
HOW = "Parquet needs pyarrow, which is missing: pip install 'affray[data]', or write to a .csv"


class Written(NamedTuple):
    file: str
    rows: int
    of: int  # fights
    complete: bool

    def __str__(self) -> str:
        sample = "" if self.rows == self.of else f", the first of {self.of:,}"
        return f"{self.file}: {self.rows:,} rows{sample}" + ("" if self.complete else "; called off before the last")


class Writer(Protocol):
    def write(self, rows: Sequence[Sequence[Any]]) -> None: ...
    def close(self) -> None: ...


class Sheet(AtomicFile):
    """Made before the fights."""

    def __init__(self, path: str) -> None:
        if path.lower().endswith(PARQUET):
            pyarrow()
        super().__init__(path, (CSV, PARQUET))

    def write(self, result: Result, plain: bool = False, most: int = MOST_ROWS) -> Written:
        """As many rows as there may be. Ctrl-C keeps those that are there."""
        wanted = min(result.fights, most)
        with self.filling():
            rows, complete = self.fill(result, player_of(result.asked, plain), wanted)
        return Written(str(self.path), rows, result.fights, complete)

    def fill(self, result: Result, player: Player, wanted: int) -> tuple[int, bool]:
        writer, done = writer_of(self.ending, self.temporary, result.asked, wanted, result), 0
        numbers = iter(range(result.first, result.first + wanted))
        try:
            while some := list(islice(numbers, AT_ONCE)):
                writer.write([values(player.one(number), result.asked) for number in some])
                done += len(some)
        except KeyboardInterrupt:
            return done, False
        finally:
            writer.close()
        return done, True


def columns(asked: Asked) -> list[str]:
    alive = [f"alive {name}" for name in asked.roster.sides]
    return ["number", "winner", "way", "rounds", "dice", *alive, *(f"hp {name}" for name in asked.roster.who)]


def values(row: Row, asked: Asked) -> list[Any]:
    way = WAYS_TO_WIN[row.way] if row.winner >= 0 else ""
    return [row.number, winner(row, asked), way, row.rounds, row.dice, *row.alive, *row.hp]


def winner(row: Row, asked: Asked) -> str:
    if row.winner < 0:
        return NOBODY if row.winner == NOBODY_LEFT else STANDING_OFF
    return asked.roster.sides[row.winner]


# --- the two kinds of file


def writer_of(kind: str, file: Path, asked: Asked, rows: int, result: Result) -> Writer:
    if kind == CSV:
        return Commas(file, columns(asked))
    return Parquet(file, columns(asked), dict(facts(result, rows)))


def facts(result: Result, rows: int) -> Iterator[tuple[str, str]]:
    """What a file says about itself."""
    yield "affray", result.version
    yield "scenario", result.scenario
    yield "rules", ", ".join((result.ruleset, *result.house))
    yield "options", ", ".join(f"{name}={value}" for name, value in result.options.items())
    yield "seed", str(result.seed)
    yield "rows", f"{rows} of {result.fights} fights, the first ones"


class Commas:
    def __init__(self, file: Path, heads: Sequence[str]) -> None:
        self.file = file.open("w", newline="", encoding="utf-8")
        self.csv = csv.writer(self.file)
        self.csv.writerow(heads)

    def write(self, rows: Sequence[Sequence[Any]]) -> None:
        self.csv.writerows(rows)

    def close(self) -> None:
        self.file.close()


class Parquet:
    def __init__(self, file: Path, heads: Sequence[str], facts: dict[str, str]) -> None:
        arrow, parquet = pyarrow()
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


def pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise AffrayError(HOW) from None
    return pyarrow, parquet
