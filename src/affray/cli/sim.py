"""`affray sim`: the same fight many times over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from affray.cli import arguments, picturing
from affray.cli.arguments import MISTAKE, MOST_FIGHTS, STOPPED, error_of, several
from affray.cli.telling import opened
from affray.errors import AffrayError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from affray.simulation.result import Result
    from affray.simulation.single_fights import PickedFight, RowFile, WrittenRows

how_many = several(
    arguments.number_option(
        "-n", "fights", least=1, most=MOST_FIGHTS, help="How many fights.  [default: 1000, without --error]"
    ),
    click.option(
        "--error",
        metavar="E",
        callback=error_of,
        help="Fight until the 95 % interval of every outcome is no wider than E on either side: "
        "after 100, 200, 500, 1000 … fights.",
    ),
)


@click.command()
@click.argument("scenario", metavar="EXAMPLE|FILE")
@how_many
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@arguments.seed
@arguments.workers
@click.option(
    "--show",
    metavar="WHICH",
    multiple=True,
    help="Tell such a fight in full: median, worst or best (for the players' side, else the first: it wins, then how "
    "many of it live, then their hp), longest, tpk (all of that side die), or a fight's number; may be repeated.",
)
@click.option("--brief", is_flag=True, help="Count outcomes and rounds alone, not who did what: faster.")
@click.option("--data", metavar="FILE", help="Write a row for each fight, at most a million: to a .csv or .parquet.")
@picturing.options
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON object.")
def sim(
    scenario: str,
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
    show: tuple[str, ...],
    brief: bool,
    data: str | None,
    plot: str | None,
    picture: str | None,
    theme: str,
    report: str | None,
    as_json: bool,
) -> None:
    """Fight it many times over.

    Tells how often each side wins and how, who dies, how long it takes, and a checksum over all the fights. Ctrl-C
    tells what is known so far, and ends with 130.

    \b
    Example: affray sim brawl -n 100000 --seed 1 --threads 2 --show median
    """
    if fights is not None and error is not None:
        raise click.UsageError("-n and --error exclude each other.")
    encounter, book = opened(scenario, rules, house)

    from affray.cli.progress import clear, follower
    from affray.scenario.opening import with_chosen_tactics
    from affray.simulation.batch import simulate
    from affray.simulation.executors import open_team
    from affray.simulation.single_fights import RowFile, check_selection

    check_selection(show)
    encounter = with_chosen_tactics(encounter, book, tactics)
    drawings = picturing.Drawings(plot, picture, theme, report)
    sheet = None
    try:
        sheet = RowFile(data) if data is not None else None
        with open_team(executor, threads) as crew:
            result = simulate(
                encounter, book, settings, seed, fights, crew.workers, plain,
                error=error, watch=not brief, executor=crew.executor, follow=follower(),
            )  # fmt: skip
        clear()
        tell(result, show, sheet, drawings, as_json, plain, again(scenario, rules, house, settings, tactics, seed))
    finally:
        clear()
        drawings.discard()
        if sheet is not None:
            sheet.discard()


class Trouble(NamedTuple):
    """What went wrong besides the fights, and the exit code it deserves."""

    words: str
    code: int


def tell(
    result: Result,
    show: Sequence[str],
    sheet: RowFile | None,
    drawings: picturing.Drawings,
    as_json: bool,
    plain: bool,
    fight: str,
) -> None:
    """The result, what it was asked for besides, and how it ended. Whatever happens now, the result is told."""
    trouble = [] if result.complete else [stopped(result, show, sheet)]
    if not as_json:
        click.echo(result.text().rstrip("\n"))
    written = None if sheet is None or trouble else kept(sheet, result, plain, trouble)
    shown = [] if trouble else stories(result, show, plain, trouble)
    drawn = drawings.write(result)
    trouble += [Trouble(*each) for each in drawn.trouble]
    if as_json:
        tell_json(result, written, shown, drawn.files)
    else:
        for what, path in drawn.files.items():
            click.echo(f"{path}: {what}")
        if written is not None:
            click.echo(str(written))
        for picked in shown:
            tell_story(result, picked, fight)
    for each in trouble:
        click.echo(each.words, err=True)
    if trouble:
        raise click.exceptions.Exit(trouble[0].code)


def stopped(result: Result, show: Sequence[str], sheet: RowFile | None) -> Trouble:
    left = " No fight was shown and no rows were written." if show or sheet else ""
    return Trouble(f"Stopped after {result.fights:,} fights; this is what they came to.{left}", STOPPED)


def kept(sheet: RowFile, result: Result, plain: bool, trouble: list[Trouble]) -> WrittenRows | None:
    from affray.cli.progress import say

    say("writing the rows …")
    try:
        written = sheet.write(result, plain)
    except AffrayError as error:
        trouble.append(Trouble(str(error), MISTAKE))
        return None
    if not written.complete:
        trouble.append(Trouble("Stopped before the last row.", STOPPED))
    return written


def stories(result: Result, show: Sequence[str], plain: bool, trouble: list[Trouble]) -> list[PickedFight]:
    """The fights that were asked for; where there is none such, why."""
    from affray.cli.progress import clear, say
    from affray.simulation.single_fights import NoSuchFight, pick_fight

    found: list[PickedFight] = []
    for which in show:
        say(f"looking for the fight: {which} …")
        try:
            found.append(pick_fight(result, which, plain))
        except NoSuchFight as word:
            clear()
            click.echo(str(word), err=True)
        except AffrayError as error:
            trouble.append(Trouble(str(error), MISTAKE))
        except KeyboardInterrupt:
            trouble.append(Trouble("Stopped before all the fights were found.", STOPPED))
            break
    clear()
    return found


def tell_json(result: Result, written: WrittenRows | None, shown: Sequence[PickedFight], drawn: dict[str, str]) -> None:
    import json

    said: dict[str, Any] = result.as_json() | drawn
    if written is not None:
        said["data"] = written._asdict()
    if shown:
        said["shown"] = [{"which": each.which, "number": each.number} for each in shown]
    click.echo(json.dumps(said, ensure_ascii=False))


def tell_story(result: Result, picked: PickedFight, fight: str) -> None:
    from affray.cli.telling import colourful

    which, number, why = picked
    click.echo(f"\n--- {which}: fight {number}, {why}; {fight} --number {number}\n")
    click.echo(result.replay(number).log.text(colour=colourful()).rstrip("\n"))


def again(
    scenario: str, rules: str | None, house: Sequence[str], settings: dict[str, str], tactics: dict[str, str], seed: int
) -> str:
    """The command that fights it once."""
    import shlex

    words = ["affray", "fight", scenario, *(["--rules", rules] if rules else [])]
    words += [word for each in house for word in ("--house", each)]
    words += [word for item in settings.items() for word in ("--set", "=".join(item))]
    words += [word for item in tactics.items() for word in ("--tactic", "=".join(item))]
    return shlex.join([*words, "--seed", str(seed)])
