"""`affray compare`, `sweep`, `balance` and `rate`: studies of many simulated fights."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict

import click

from affray.cli import EXIT_MISTAKE, batch, options, setup
from affray.cli.batch import Effort, FightCount, PlotChoice, StudyPlot, exit_with, print_found
from affray.cli.options import MAX_FIGHTS, clear_progress, read_pairs, show_progress, split_words, whole_number_option
from affray.cli.setup import BookChoice
from affray.files import AtomicFile
from affray.studies import balance as balances
from affray.studies import compare as comparisons
from affray.studies import rate as ratings
from affray.studies import sweep as sweeps

# --- several books, house rules or tactics


def read_tactics(ctx: click.Context, option: click.Parameter, values: Iterable[str]) -> dict[str, list[str]]:
    """Read SIDE=NAME,NAME, as often as it is given."""
    pairs = read_pairs("SIDE=NAME,NAME", "orcs=nearest,focus")(ctx, option, values)
    return {side: split_words(names) for side, names in pairs.items()}


def split_house_rules(house: str) -> list[str]:
    """Split house rules that are used together; unless it is one file with a comma in its name."""
    return [house] if os.path.exists(house) else split_words(house)


@click.command("compare")
@setup.scenario_argument
@click.option("--rules", metavar="all|BOOK,BOOK", help="The rulebooks.  [default: all, if nothing else differs]")
@click.option(
    "--house",
    metavar="NAME|FILE",
    multiple=True,
    help="House rules to compare with the book as it is: each by itself, those with commas between them together.",
)
@click.option(
    "--tactics",
    metavar="SIDE=NAME,NAME",
    multiple=True,
    callback=read_tactics,
    help="How a side may fight; may be repeated.",
)
@batch.fight_count_of_each_options("10000, without --error")
@setup.settings_option
@batch.effort_options
@batch.plot_options
@options.json_result_option
def compare_command(
    scenario: str,
    rules: str | None,
    house: tuple[str, ...],
    tactics: dict[str, list[str]],
    count: FightCount,
    settings: dict[str, str],
    effort: Effort,
    picture: PlotChoice,
    as_json: bool,
) -> None:
    """Fight it under several books, house rules or tactics.

    Each is a column; what differs from the first is told with its interval, and with what was counted that may have
    made it. Ctrl-C tells what is done, and ends with 130.

    \b
    Example: affray compare brawl --rules all -n 100000
             affray compare brawl --tactics orcs=nearest,focus -n 100000
    """
    count.check()
    plot = StudyPlot(picture)
    try:
        found = comparisons.compare(
            scenario, rules=split_words(rules or ""), house=[split_house_rules(each) for each in house],
            options=settings, tactics=tactics, n=count.fights, error=count.error, **asdict(effort),
            follow=lambda name: show_progress(f"{name} …"),
        )  # fmt: skip
        print_found(found, as_json)
        plot.draw(found)
    finally:
        plot.discard()
    if not found.complete:
        exit_with(f"Stopped after {len(found.variants)} of them.")


# --- a grid over numbers of a scenario or options


@click.command()
@setup.scenario_argument
@click.option(
    "--vary",
    metavar="NAME=VALUES",
    multiple=True,
    required=True,
    help="What to vary: COMBATANT.count, .hp, .ac …, SIDE.level, distance, option.NAME; values as 1..12, 0..60..10 or "
    "1,2,4; may be repeated.",
)
@batch.fight_count_of_each_options("1000, without --error")
@setup.book_options
@setup.tactics_option
@batch.effort_options
@click.option("--out", metavar="FILE", help="Keep each cell as it is done; the same command goes on from there.")
@click.option("--csv", "csv_path", metavar="FILE", help="Write a row for each cell to a .csv.")
@batch.plot_options
@options.json_result_option
def sweep(
    scenario: str,
    vary: tuple[str, ...],
    count: FightCount,
    choice: BookChoice,
    tactics: dict[str, str],
    effort: Effort,
    out: str | None,
    csv_path: str | None,
    picture: PlotChoice,
    as_json: bool,
) -> None:
    """Fight it with other numbers.

    Every cell of the grid is fought alike, and a heat map can be drawn of it. What was done is kept with --out: a sweep
    that was stopped or killed goes on from there, and comes to the very same. Ctrl-C tells what is done, and ends with
    130.

    \b
    Example: affray sweep brawl --vary 'orc.count=1..12' --vary 'fighter.hp=4..12..2' --error 0.01 --out grid.jsonl
    """
    count.check()
    encounter, book = choice.open(scenario)
    sheet = AtomicFile(csv_path, [".csv"]) if csv_path is not None else None
    plot = StudyPlot(picture, len(vary))
    try:
        found = sweeps.sweep(
            encounter, vary, rules=book, options=choice.settings, tactics=tactics, n=count.fights, error=count.error,
            **asdict(effort), out=out, follow=lambda done, of: show_progress(f"{done:,} of {of:,} cells"),
        )  # fmt: skip
        print_found(found, as_json)
        if sheet is not None:
            sheet.put(found.csv().encode())
        plot.draw(found)
    finally:
        plot.discard()
        if sheet is not None:
            sheet.discard()
    if not found.complete:
        done = f" They are kept in {out}: the same command goes on from there." if out else ""
        exit_with(f"Stopped after {len(found.cells):,} cells.{done}")


# --- the value of a number that gives the wanted chance


@click.command()
@setup.scenario_argument
@click.option(
    "--vary", metavar="NAME[=VALUES]", required=True, help="What to turn: as orc.count, or orc.count=1..12 with bounds."
)
@click.option(
    "--target",
    metavar="TARGET",
    required=True,
    help="What is wanted: 'party wins 0.7', 'tpk <= 0.05', 'orcs all die 0.5', 'party none dies 0.5', 'rounds <= 6'.",
)
@whole_number_option("--budget", least=1, most=MAX_FIGHTS, default=1_000_000, help="The most fights for any one value.")
@setup.book_options
@setup.tactics_option
@batch.effort_options
@batch.plot_options
@options.json_result_option
def balance(
    scenario: str,
    vary: str,
    target: str,
    budget: int,
    choice: BookChoice,
    tactics: dict[str, str],
    effort: Effort,
    picture: PlotChoice,
    as_json: bool,
) -> None:
    """Find the number that makes it as hard as wanted.

    Tells the two neighbouring values on either side of the target, each with its interval: every value is fought until
    it is clear on which side it lies, or taken from exact odds. A target that can't be met ends with 2,
    Ctrl-C with 130.

    \b
    Example: affray balance brawl --vary orc.count --target 'party wins 0.7'
    """
    encounter, book = choice.open(scenario)
    plot = StudyPlot(picture)
    try:
        found = balances.balance(
            encounter, vary, target, rules=book, options=choice.settings, tactics=tactics, budget=budget,
            **asdict(effort), follow=lambda value, fights: show_progress(f"{value}: {fights:,} fights …"),
        )  # fmt: skip
        print_found(found, as_json)
        plot.draw(found)
    finally:
        plot.discard()
    if not found.complete:
        exit_with("Stopped; this is what is known so far.")
    if not found.met:
        exit_with(balances.verdict(found), EXIT_MISTAKE)


# --- the strength of a monster or a party


@click.command()
@click.argument("what", metavar="MONSTER|PARTY-FILE")
@whole_number_option("-n", "fights", least=1, most=MAX_FIGHTS, default=10_000, help="The most fights of a rung.")
@setup.book_options
@batch.effort_options
@options.json_result_option
def rate(what: str, fights: int, choice: BookChoice, effort: Effort, as_json: bool) -> None:
    """Tell how many men-at-arms it is an even match for.

    They have the same plain numbers in every book, stand in contact and fight without fear; the one that is rated has
    the morale its book gives it. Who loses to one of them is put up in numbers of its own.

    \b
    Example: affray rate ogre --rules vanguard -n 100000
    """
    try:
        found = ratings.rate(
            what, rules=choice.rules, house=choice.house, options=choice.settings, n=fights, **asdict(effort),
            follow=lambda rung, many: show_progress(f"{rung}: {many:,} fights …"),
        )  # fmt: skip
        print_found(found, as_json)
    finally:
        clear_progress()
    if not found.complete:
        exit_with("Stopped; this is what is known so far.")
