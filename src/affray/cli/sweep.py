"""`affray sweep`: a grid over numbers of a scenario or options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from affray.cli import arguments, studying
from affray.cli.studying import Plot

if TYPE_CHECKING:
    from affray.files import AtomicFile


@click.command()
@click.argument("scenario", metavar="EXAMPLE|FILE")
@click.option(
    "--vary",
    metavar="NAME=VALUES",
    multiple=True,
    required=True,
    help="What to vary: COMBATANT.count, .hp, .ac …, SIDE.level, distance, option.NAME; values as 1..12, 0..60..10 or "
    "1,2,4; may be repeated.",
)
@studying.how_many("1000, without --error")
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@arguments.seed
@arguments.workers
@click.option("--out", metavar="FILE", help="Keep each cell as it is done; the same command goes on from there.")
@click.option("--csv", "commas", metavar="FILE", help="Write a row for each cell to a .csv.")
@studying.plot
@studying.as_json
def sweep(
    scenario: str,
    vary: tuple[str, ...],
    fights: int | None,
    error: float | None,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    tactics: dict[str, str],
    seed: int,
    threads: int,
    plain: bool,
    executor: str,
    out: str | None,
    commas: str | None,
    plot: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Fight it with other numbers.

    Every cell of the grid is fought alike, and a heat map can be drawn of it. What was done is kept with --out: a sweep
    that was stopped or killed goes on from there, and comes to the very same. Ctrl-C tells what is done, and ends with
    130.

    \b
    Example: affray sweep brawl --vary 'orc.count=1..12' --vary 'fighter.hp=4..12..2' --error 0.01 --out grid.jsonl
    """
    if fights is not None and error is not None:
        raise click.UsageError("-n and --error exclude each other.")

    from affray.cli.telling import opened
    from affray.studies.sweep import sweep as run

    encounter, book = opened(scenario, rules, house)
    sheet = csv_file(commas)
    picture = plot_of(plot, theme, len(vary))
    try:
        found = run(
            encounter, vary, rules=book, options=settings, tactics=tactics, n=fights, error=error, seed=seed,
            threads=threads, plain=plain, executor=executor, out=out, follow=tell_progress,
        )  # fmt: skip
        studying.tell(found, as_json)
        if sheet is not None:
            sheet.put(found.csv().encode())
        if picture.file is not None:
            from affray.studies.drawing import of_sweep

            picture.draw(of_sweep, found)
    finally:
        picture.discard()
        if sheet is not None:
            sheet.discard()
    if not found.complete:
        kept = f" They are kept in {out}: the same command goes on from there." if out else ""
        studying.stop(f"Stopped after {len(found.cells):,} cells.{kept}")


def csv_file(path: str | None) -> AtomicFile | None:
    from affray.files import AtomicFile

    return None if path is None else AtomicFile(path, [".csv"])


def plot_of(path: str | None, theme: str, axes: int) -> Plot:
    picture = Plot(path, theme)
    if path is not None:
        from affray.studies.drawing import check_axes

        check_axes(axes)
    return picture


def tell_progress(done: int, of: int) -> None:
    studying.say(f"{done:,} of {of:,} cells")
