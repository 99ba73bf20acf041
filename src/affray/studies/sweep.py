"""A grid over numbers of a scenario or options: every cell fought to the same error, in parallel, and resumable."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from affray.engine.digest import rules_digest
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.rules.book import Book
from affray.scenario.opening import open_scenario, restore_book, with_chosen_tactics
from affray.simulation.batch import goals_of, simulate
from affray.simulation.chances import Share
from affray.simulation.executors import LOCAL, Spec, Team, make_spec, open_team
from affray.simulation.workers import PATIENCE_SECONDS
from affray.studies.kept import Kept, Record
from affray.studies.vary import Grid, grid, written

if TYPE_CHECKING:
    from affray.scenario.opening import House

USUAL = 1000  # fights a cell, where nobody says how many
AHEAD = 2  # cells for each worker that run or wait
TICK = 0.1
Follow = Callable[[int, int], None]  # how many cells are done, of how many


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


@dataclass(frozen=True)
class Sweep:
    """The cells in the order of the grid, the last axis fastest. Nothing in it depends on how it was run."""

    asked: Mapping[str, Any]
    axes: Mapping[str, tuple[str, ...]]
    party: str
    cells: tuple[Cell, ...]
    complete: bool

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A table: a row for each cell."""
        from affray.studies.telling import sweep_row

        return [sweep_row(cell, self.party) for cell in self.cells]

    def text(self) -> str:
        from affray.studies.telling import sweep_lines

        return "\n".join(sweep_lines(self)) + "\n"

    def csv(self) -> str:
        from affray.studies.telling import commas

        return commas(self.rows)

    def as_json(self) -> dict[str, Any]:
        return {
            **self.asked,
            "party": self.party,
            "complete": self.complete,
            "cells": [{"at": dict(cell.at), **cell.record} for cell in self.cells],
        }


def sweep(
    scenario: str | Path | Encounter,
    vary: Sequence[str],
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, str] | None = None,
    n: int | None = None,
    error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    out: str | None = None,
    follow: Follow | None = None,
) -> Sweep:
    """Every cell of the grid that `vary` spans ("orc.count=1..12"), fought `n` times or to an `error`.

    `out` is a file in which the cells that are done are kept: the same call goes on from it. Ctrl-C gives those that
    are done, with `complete` False."""
    goals_of(n, error, 0)
    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    found = grid(encounter, book, options or {}, [vary] if isinstance(vary, str) else vary)
    asked = question(found, USUAL if n is None and error is None else n, error, seed)
    kept = Kept(out, asked, len(found))
    try:
        with open_team(executor, threads) as crew:
            fill(kept, Run(found, asked["n"], error, seed, plain), crew, follow)
        kept.finish()
    except KeyboardInterrupt:
        if not kept.cells:
            raise
    finally:
        kept.close()
    return gathered(found, asked, kept)


def question(found: Grid, n: int | None, error: float | None, seed: int) -> dict[str, Any]:
    """All that the answer depends on, as a file keeps it."""
    text = json.dumps([written(found.encounter), dict(found.encounter.options)], sort_keys=True)
    return {
        "scenario": found.encounter.name,
        "text": short(text),
        "ruleset": found.book.name,
        "rules": rules_digest(),
        "house": [[overlay.name, short(overlay.text)] for overlay in found.book.house],
        "options": dict(found.options),
        "tactics": {side.name: side.tactic for side in found.encounter.sides},
        "vary": {axis.name: list(axis.values) for axis in found.axes},
        "n": n,
        "error": error,
        "seed": seed,
    }


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def gathered(found: Grid, asked: Mapping[str, Any], kept: Kept) -> Sweep:
    names = [axis.name for axis in found.axes]
    cells = [
        Cell(dict(zip(names, values, strict=True)), record_of(kept.cells[number]))
        for number, values in enumerate(found.cells())
        if number in kept.cells
    ]
    party = next((kept.cells[number]["party"] for number in kept.cells), found.encounter.sides[0].name)
    return Sweep(asked, {axis.name: axis.values for axis in found.axes}, party, tuple(cells), len(cells) == len(found))


def record_of(kept: Record) -> Record:
    return {key: value for key, value in kept.items() if key not in ("cell", "party")}


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

    def named(self, values: Sequence[str], error: Exception) -> AffrayError:
        """What went wrong, with the cell it went wrong in."""
        what = str(error) if isinstance(error, AffrayError) else f"whoever played it failed: {error!r}"
        return AffrayError(f"{self.grid.called(values)}: {what}")


def fill(kept: Kept, run: Run, crew: Team, follow: Follow | None) -> None:
    """Plays what is not done yet, and keeps each cell as soon as it is."""
    left = [(cell, values) for cell, values in enumerate(run.grid.cells()) if cell not in kept.cells]
    played = here(run, left, crew.workers) if crew.executor is None else elsewhere(run, left, crew)
    for record in played:
        kept.add(record)
        if follow is not None:
            follow(len(kept.cells), kept.of)


Left = Sequence[tuple[int, tuple[str, ...]]]


def here(run: Run, left: Left, threads: int) -> Iterator[Record]:
    """One after the other. If all of them will take long, the rules are compiled first."""
    began = perf_counter()
    for done, (cell, values) in enumerate(left):
        long = (perf_counter() - began) / max(1, done) * (len(left) - done) > PATIENCE_SECONDS
        try:
            encounter, options = run.grid.cell(values)
            found = fought(encounter, run.grid.book, options, run, threads, long)
        except AffrayError as error:
            raise run.named(values, error) from None
        yield {"cell": cell, **found}


def elsewhere(run: Run, left: Left, crew: Team) -> Iterator[Record]:
    """As they come back, in whatever order. A cell is one call, so whoever loses a worker plays it again."""
    assert crew.executor is not None
    waiting, rest = dict[Future[Record], tuple[int, tuple[str, ...]]](), iter(left)
    try:
        while True:
            while len(waiting) < AHEAD * crew.workers and (one := next(rest, None)) is not None:
                packed = pickle.dumps((run.spec(one[1]), run.n, run.error))
                waiting[crew.executor.submit(play_cell, packed)] = one
            if not waiting:
                return
            for future in wait(waiting, TICK, FIRST_COMPLETED).done:
                cell, values = waiting.pop(future)
                try:
                    found = future.result()
                except Exception as error:  # whatever a worker on another machine may have
                    raise run.named(values, error) from None
                yield {"cell": cell, **found}
    finally:
        for future in waiting:
            future.cancel()


def play_cell(packed: bytes) -> Record:
    """One cell, by whichever process is asked: plain values in and out."""
    asked, n, error = pickle.loads(packed)
    book = book_of(asked.rules, asked.house)
    run = Run(Grid(asked.encounter, book, {}, ()), n, error, asked.seed, asked.plain)
    return fought(asked.encounter, book, dict(asked.options), run, 1, False)


@lru_cache(maxsize=4)
def book_of(rules: str, house: tuple[tuple[str, str], ...]) -> Book:
    """The same object for all cells: what is compiled for it serves them all."""
    return restore_book({"rules": rules, "house": house})


def fought(encounter: Encounter, book: Book, options: Mapping[str, str], run: Run, threads: int, long: bool) -> Record:
    result = simulate(
        encounter, book, options, run.seed, run.n, threads, run.plain, error=run.error, watch=False, wait=long
    )
    if not result.complete:
        raise KeyboardInterrupt
    facts = {"party": result.party, "fights": result.fights, "checksum": result.checksum}
    chances: Record = json.loads(json.dumps(result.chances.as_json()))  # as a file gives it back
    return facts | chances
