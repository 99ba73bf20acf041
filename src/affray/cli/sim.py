"""`affray sim`: a fight simulated many times."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from affray.cli import EXIT_MISTAKE, EXIT_STOPPED, batch, fight, options
from affray.cli.batch import DrawingChoice, Drawings, Effort, FightCount
from affray.cli.fight import BookChoice
from affray.cli.options import clear_progress, print_json, progress_bar, show_progress, use_colour
from affray.errors import AffrayError
from affray.scenario import with_chosen_tactics
from affray.simulation.batch import simulate
from affray.simulation.result import Result
from affray.simulation.single_fights import (
    NoSuchFight,
    PickedFight,
    RowFile,
    WrittenRows,
    check_selection,
    pick_fight,
)


@click.command()
@fight.scenario_argument
@batch.fight_count_options(
    "Number of fights.  [default: 1000, without --error]",
    "Simulate until the 95% interval of every outcome is within E on either side; checked after "
    "100, 200, 500, 1000 … fights.",
)
@fight.book_options
@fight.tactics_option
@batch.effort_options
@click.option(
    "--show",
    metavar="WHICH",
    multiple=True,
    help="Print one fight in full: median, worst or best (for the players' side, else the first: it wins, then how "
    "many of it live, then their hp), longest, tpk (all of that side die), or a fight's number; may be repeated.",
)
@click.option(
    "--outcomes-only", "--brief", "brief", is_flag=True, help="Count outcomes and rounds, not who did what: faster."
)
@click.option("--data", metavar="FILE", help="Write a row for each fight (at most a million) to a .csv or .parquet.")
@batch.drawing_options
@options.json_result_option
def sim(
    scenario: str,
    count: FightCount,
    choice: BookChoice,
    tactics: dict[str, str],
    effort: Effort,
    show: tuple[str, ...],
    brief: bool,
    data: str | None,
    drawing: DrawingChoice,
    as_json: bool,
) -> None:
    """Simulate a fight many times.

    Shows how often each side wins and how, who dies, how long it takes, and a checksum over all the fights. Ctrl-C
    prints the results so far and exits with status 130.

    \b
    Example: affray sim brawl -n 100000 --seed 1 --threads 2 --show median
    """
    count.check()
    encounter, book = choice.open(scenario)
    check_selection(show)
    encounter = with_chosen_tactics(encounter, book, tactics)
    drawings = Drawings(drawing)
    sheet = None
    try:
        sheet = RowFile(data) if data is not None else None
        with effort.open_team() as (executor, workers):
            result = simulate(
                encounter, book, choice.settings, effort.seed, count.fights, workers, effort.plain,
                error=count.error, watch=not brief, executor=executor, follow=progress_bar(),
            )  # fmt: skip
        clear_progress()
        again = single_fight_command(scenario, choice, tactics, effort.seed)
        print_result(result, show, sheet, drawings, as_json, effort.plain, again)
    finally:
        clear_progress()
        drawings.discard()
        if sheet is not None:
            sheet.discard()


class Trouble(NamedTuple):
    """What went wrong besides the fights, and the exit code it deserves."""

    words: str
    code: int


def print_result(
    result: Result,
    show: Sequence[str],
    sheet: RowFile | None,
    drawings: Drawings,
    as_json: bool,
    plain: bool,
    again: str,
) -> None:
    """Print the result, the fights and files asked for, and any trouble. Whatever fails, the result is printed."""
    trouble = [] if result.complete else [stopped_early(result, show, sheet)]
    if not as_json:
        options.print_result(result.text())
    written = None if sheet is None or trouble else write_rows(sheet, result, plain, trouble)
    shown = [] if trouble else pick_fights(result, show, plain, trouble)
    drawn = drawings.write(result)
    trouble += [Trouble(*each) for each in drawn.trouble]
    if as_json:
        print_result_json(result, written, shown, drawn.files)
    else:
        for what, path in drawn.files.items():
            click.echo(f"{path}: {what}")
        if written is not None:
            click.echo(str(written))
        for picked in shown:
            print_fight(result, picked, again)
    for each in trouble:
        click.echo(each.words, err=True)
    if trouble:
        raise click.exceptions.Exit(trouble[0].code)


def stopped_early(result: Result, show: Sequence[str], sheet: RowFile | None) -> Trouble:
    left = " No fight was shown and no rows were written." if show or sheet else ""
    return Trouble(f"Stopped after {result.fights:,} fights. Results so far are above.{left}", EXIT_STOPPED)


def write_rows(sheet: RowFile, result: Result, plain: bool, trouble: list[Trouble]) -> WrittenRows | None:
    show_progress("writing the rows …")
    try:
        written = sheet.write(result, plain)
    except AffrayError as error:
        trouble.append(Trouble(str(error), EXIT_MISTAKE))
        return None
    if not written.complete:
        trouble.append(Trouble("Stopped before the last row.", EXIT_STOPPED))
    return written


def pick_fights(result: Result, show: Sequence[str], plain: bool, trouble: list[Trouble]) -> list[PickedFight]:
    """Find the fights that were asked for; where none fits, say why."""
    found: list[PickedFight] = []
    for which in show:
        show_progress(f"looking for the fight: {which} …")
        try:
            found.append(pick_fight(result, which, plain))
        except NoSuchFight as word:
            clear_progress()
            click.echo(str(word), err=True)
        except AffrayError as error:
            trouble.append(Trouble(str(error), EXIT_MISTAKE))
        except KeyboardInterrupt:
            trouble.append(Trouble("Stopped before all the fights were found.", EXIT_STOPPED))
            break
    clear_progress()
    return found


def print_result_json(
    result: Result, written: WrittenRows | None, shown: Sequence[PickedFight], drawn: dict[str, str]
) -> None:
    data: dict[str, Any] = result.as_json() | drawn
    if written is not None:
        data["data"] = written._asdict()
    if shown:
        data["shown"] = [{"which": each.which, "number": each.number} for each in shown]
    print_json(data)


def print_fight(result: Result, picked: PickedFight, again: str) -> None:
    which, number, why = picked
    click.echo(f"\n--- {which}: fight {number}, {why}; {again} --number {number}\n")
    click.echo(result.replay(number).log.text(colour=use_colour()).rstrip("\n"))


def single_fight_command(scenario: str, choice: BookChoice, tactics: dict[str, str], seed: int) -> str:
    """Write the command that fights it once."""
    words = ["affray", "fight", scenario, *(["--rules", choice.rules] if choice.rules else [])]
    words += [word for each in choice.house for word in ("--house-rules", each)]
    words += [word for item in choice.settings.items() for word in ("--set", "=".join(item))]
    words += [word for item in tactics.items() for word in ("--tactic", "=".join(item))]
    return shlex.join([*words, "--seed", str(seed)])
