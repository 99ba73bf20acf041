"""A grid over numbers of a scenario or options: every cell fought to the same error, in parallel, and resumable."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

from affray.engine.encounter import Encounter
from affray.errors import AffrayError, quote
from affray.files import reason, replacement, rules_digest
from affray.html import Displayed
from affray.rules.book import Book
from affray.scenario import open_scenario, restore_book, with_chosen_tactics
from affray.simulation.batch import PATIENCE_SECONDS, goals_of, simulate
from affray.simulation.chances import Share
from affray.simulation.executors import LOCAL, Gpu, Spec, Team, make_spec, open_team
from affray.studies.compare import cell_row, csv_text, sweep_lines
from affray.studies.vary import Grid, file_data, read_grid

if TYPE_CHECKING:
    from affray.scenario import House, ScenarioChoice, TacticChoice

DEFAULT_FIGHTS = 1000  # fights a cell, where nobody says how many
AHEAD = 2  # cells for each worker that run or wait
TICK = 0.1
KIND, FORMAT = "affray sweep", 1
MAX_VALUE = 60  # characters of a value that differs
Record = dict[str, Any]
FollowCells = Callable[[int, int], None]  # how many cells are done, of how many


@dataclass(frozen=True)
class Cell:
    """What was varied and what came of it; `record` is the cell as JSON has it."""

    at: Mapping[str, str]
    record: Mapping[str, Any]

    @property
    def outcomes(self) -> dict[str, Share]:
        return {name: share_of(one) for name, one in self.record["outcomes"].items()}

    @property
    def fights(self) -> int:
        return int(self.record["fights"])

    def all_die(self, side: str) -> Share:
        return share_of(self.record["all_die"][side])

    @property
    def rounds(self) -> float:
        return float(self.record["rounds"]["mean"])


def share_of(said: Mapping[str, Any]) -> Share:
    return Share(said["share"], said["low"], said["high"])


@dataclass(frozen=True, repr=False)
class Sweep(Displayed):
    """The cells in the order of the grid, the last axis fastest. Nothing in it depends on how it was run."""

    asked: Mapping[str, Any]
    axes: Mapping[str, tuple[str, ...]]
    party: str
    cells: tuple[Cell, ...]
    complete: bool

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Return a table with a row for each cell."""
        return [cell_row(cell, self.party) for cell in self.cells]

    def text(self) -> str:
        return "\n".join(sweep_lines(self)) + "\n"

    def csv(self) -> str:
        return csv_text(self.rows)

    def as_json(self) -> dict[str, Any]:
        return {
            **self.asked,
            "party": self.party,
            "complete": self.complete,
            "cells": [{"at": dict(cell.at), **cell.record} for cell in self.cells],
        }


def sweep(
    scenario: ScenarioChoice,
    vary: Sequence[str],
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    n: int | None = None,
    error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    out: str | None = None,
    follow: FollowCells | None = None,
) -> Sweep:
    """Fight every cell of the grid that `vary` spans ("orc.count=1..12") `n` times, or to an `error`.

    `out` is a file in which the cells that are done are kept: the same call goes on from it. Ctrl-C gives those that
    are done, with `complete` False."""
    goals_of(n, error, 0)
    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    found = read_grid(encounter, book, options or {}, [vary] if isinstance(vary, str) else vary)
    asked = describe_question(found, DEFAULT_FIGHTS if n is None and error is None else n, error, seed)
    file = SweepFile(out, asked, len(found))
    try:
        with open_team(executor, threads) as crew:
            play_cells(file, Run(found, asked["n"], error, seed, plain), crew, follow)
        file.finish()
    except KeyboardInterrupt:
        if not file.cells:
            raise
    finally:
        file.close()
    return collect_cells(found, asked, file)


def describe_question(found: Grid, n: int | None, error: float | None, seed: int) -> dict[str, Any]:
    """List all that the answer depends on, as a file has it."""
    text = json.dumps([file_data(found.encounter), dict(found.encounter.options)], sort_keys=True)
    return {
        "scenario": found.encounter.name,
        "text": short_digest(text),
        "ruleset": found.book.name,
        "rules": rules_digest(),
        "house": [[overlay.name, short_digest(overlay.text)] for overlay in found.book.overlays],
        "options": dict(found.options),
        "tactics": {side.name: side.tactic for side in found.encounter.sides},
        "vary": {axis.name: list(axis.values) for axis in found.axes},
        "n": n,
        "error": error,
        "seed": seed,
    }


def short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def collect_cells(found: Grid, asked: Mapping[str, Any], file: SweepFile) -> Sweep:
    names = [axis.name for axis in found.axes]
    cells = [
        Cell(dict(zip(names, values, strict=True)), cell_record(file.cells[number]))
        for number, values in enumerate(found.cells())
        if number in file.cells
    ]
    party = next((file.cells[number]["party"] for number in file.cells), found.encounter.sides[0].name)
    return Sweep(asked, {axis.name: axis.values for axis in found.axes}, party, tuple(cells), len(cells) == len(found))


def cell_record(record: Record) -> Record:
    return {key: value for key, value in record.items() if key not in ("cell", "party")}


# --- playing the cells


@dataclass(frozen=True)
class Run:
    """How each cell is fought."""

    grid: Grid
    n: int | None
    error: float | None
    seed: int
    plain: bool

    def spec(self, values: Sequence[str]) -> Spec:
        encounter, options = self.grid.cell(values)
        return make_spec(encounter, self.grid.book, options, self.seed, False, self.plain)

    def locate_error(self, values: Sequence[str], error: Exception) -> AffrayError:
        """Say what went wrong, with the cell it went wrong in."""
        what = str(error) if isinstance(error, AffrayError) else f"whoever played it failed: {error!r}"
        return AffrayError(f"{self.grid.values_text(values)}: {what}")


def play_cells(file: SweepFile, run: Run, crew: Team, follow: FollowCells | None) -> None:
    """Play what is not done yet, and save each cell as soon as it is."""
    left = [(cell, values) for cell, values in enumerate(run.grid.cells()) if cell not in file.cells]
    here = crew.executor is None or isinstance(crew.executor, Gpu)
    played = play_here(run, left, crew) if here else play_elsewhere(run, left, crew)
    for record in played:
        file.add(record)
        if follow is not None:
            follow(len(file.cells), file.of)


Left = Sequence[tuple[int, tuple[str, ...]]]


def play_here(run: Run, left: Left, crew: Team) -> Iterator[Record]:
    """Play one after the other. If all of them will take long, the rules are compiled first."""
    began = perf_counter()
    for done, (cell, values) in enumerate(left):
        long = (perf_counter() - began) / max(1, done) * (len(left) - done) > PATIENCE_SECONDS
        try:
            encounter, options = run.grid.cell(values)
            found = simulate_cell(encounter, run.grid.book, options, run, crew, long)
        except AffrayError as error:
            raise run.locate_error(values, error) from None
        yield {"cell": cell, **found}


def play_elsewhere(run: Run, left: Left, crew: Team) -> Iterator[Record]:
    """Yield cells as they come back, in any order. A cell is one call, so whoever loses a worker plays it again."""
    assert crew.executor is not None
    waiting, rest = dict[Future[Record], tuple[int, tuple[str, ...]]](), iter(left)
    try:
        while True:
            while len(waiting) < AHEAD * crew.workers and (one := next(rest, None)) is not None:
                packed = pickle.dumps((run.spec(one[1]), run.n, run.error))
                try:
                    waiting[crew.executor.submit(play_cell, packed)] = one
                except OSError as error:  # a pool that has just lost a process cannot start another
                    raise run.locate_error(one[1], BrokenExecutor(str(error))) from None
            if not waiting:
                return
            for future in wait(waiting, TICK, FIRST_COMPLETED).done:
                cell, values = waiting.pop(future)
                try:
                    found = future.result()
                except Exception as error:  # whatever a worker on another machine may have
                    raise run.locate_error(values, error) from None
                yield {"cell": cell, **found}
    finally:
        for future in waiting:
            future.cancel()


def play_cell(packed: bytes) -> Record:
    """Play one cell, in whichever process: plain values in and out."""
    asked, n, error = pickle.loads(packed)
    book = cached_book(asked.rules, asked.house)
    run = Run(Grid(asked.encounter, book, {}, ()), n, error, asked.seed, asked.plain)
    return simulate_cell(asked.encounter, book, dict(asked.options), run, Team(None, 1), False)


@lru_cache(maxsize=4)
def cached_book(rules: str, house: tuple[tuple[str, str], ...]) -> Book:
    """Return the same object for all cells: what is compiled for it serves them all."""
    return restore_book({"rules": rules, "house": house})


def simulate_cell(
    encounter: Encounter, book: Book, options: Mapping[str, str], run: Run, crew: Team, long: bool
) -> Record:
    result = simulate(
        encounter, book, options, run.seed, run.n, crew.workers, run.plain,
        error=run.error, watch=False, wait=long, executor=crew.executor,
    )  # fmt: skip
    if not result.complete:
        raise KeyboardInterrupt
    facts = {"party": result.party, "fights": result.fights, "checksum": result.checksum}
    chances: Record = json.loads(json.dumps(result.chances.as_json()))  # as a file gives it back
    return facts | chances


# --- the file of a sweep


def question_digest(asked: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


def json_line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def parse_line(raw: bytes) -> Record | None:
    """Read a line, if it is whole."""
    with suppress(ValueError):
        data = json.loads(raw) if raw.endswith(b"\n") else None
        return data if isinstance(data, dict) else None
    return None


class SweepFile:
    """The cells that are done, by their number, in a file or (without a path) in memory alone.

    A line says what was asked, then there is one for each cell, as it comes. A sweep that was killed goes on from it;
    at the end the lines are put in the order of the grid."""

    def __init__(self, path: str | None, asked: Mapping[str, Any], cells: int) -> None:
        self.path, self.of = Path(path) if path is not None else None, cells
        self.head: Record = {KIND: FORMAT, "digest": question_digest(asked), "asked": dict(asked)}
        self.cells = dict[int, Record]()
        self.file: IO[bytes] | None = None
        if self.path is not None:
            self.open(self.path)

    def open(self, path: Path) -> None:
        try:
            there = os.path.isfile(path)
            sound = self.read(path) if there else 0
            self.file = path.open("r+b" if there else "wb")
            if there:
                self.file.truncate(sound)
                self.file.seek(sound)
            if not sound:
                self.write(self.head)
        except (OSError, ValueError) as error:
            raise self.write_error(error) from None

    def read(self, path: Path) -> int:
        """Read what is there; return how many of its bytes are sound: what was being written last may be torn."""
        first, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
        if parse_line(first) is None and json_line(self.head).startswith(first):
            return 0
        self.check_same(parse_line(first) or {}, path)
        sound = len(first)
        for number, raw in enumerate(lines, 2):
            data = parse_line(raw)
            if data is None and number == len(lines) + 1:
                return sound
            self.read_cell(data or {}, path, number)
            sound += len(raw)
        return sound

    def check_same(self, head: Record, path: Path) -> None:
        """Refuse the file of another sweep, and say what differs."""
        if KIND not in head or not isinstance(head.get("asked"), dict):
            raise AffrayError(f"{path}: is no sweep of Affray; choose another file, or remove this one")
        if head[KIND] != FORMAT:
            raise AffrayError(f"{path}: is a sweep of another version of Affray; choose another file")
        there, here = head["asked"], self.head["asked"]
        differ = [key for key in dict.fromkeys([*there, *here]) if there.get(key) != here.get(key)]
        if differ:
            differences = "; ".join(
                f"{key}: {short_value(there.get(key))} there, {short_value(here.get(key))} here" for key in differ
            )
            raise AffrayError(f"{path} holds another sweep ({differences}); choose another file, or remove this one")

    def read_cell(self, data: Record, path: Path, number: int) -> None:
        cell = data.get("cell")
        if type(cell) is not int or not 0 <= cell < self.of or self.cells.get(cell, data) != data:
            raise AffrayError(f"{path}: line {number} is damaged; choose another file, or remove this one")
        self.cells[cell] = data

    def add(self, record: Record) -> None:
        """Write a cell that is done, before the next one is begun."""
        self.cells[record["cell"]] = record
        if self.file is not None:
            try:
                self.write(record)
            except OSError as error:
                del self.cells[record["cell"]]
                raise self.write_error(error) from None

    def write(self, data: Mapping[str, Any]) -> None:
        assert self.file is not None
        self.file.write(json_line(data))
        self.file.flush()

    def finish(self) -> None:
        """Write all cells in the order of the grid, whichever came first: a new file, then in the place of the old."""
        if self.path is None or self.file is None or not self.path.is_file() or list(self.cells) == sorted(self.cells):
            return
        try:
            with replacement(self.path) as part, part.open("wb") as file:
                file.writelines([json_line(self.head), *(json_line(self.cells[cell]) for cell in sorted(self.cells))])
        except OSError as error:
            raise self.write_error(error) from None

    def close(self) -> None:
        if self.file is not None:
            with suppress(OSError):  # it has been told already
                self.file.close()
            self.file = None

    def write_error(self, error: OSError | ValueError) -> AffrayError:
        done = f"; {len(self.cells)} of {self.of} cells are in it" if self.cells else ""
        return AffrayError(f"{self.path} can't be written: {reason(error)}{done}")


def short_value(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return quote(text[:MAX_VALUE]) if isinstance(value, str) else text[:MAX_VALUE]
