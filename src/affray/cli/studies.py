"""`affray compare`, `sweep`, `balance`, `rate` and `skill`: studies of many simulated fights."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict

import click

from affray.cli import EXIT_MISTAKE, batch, fight, options
from affray.cli.batch import Effort, FightCount, PlotChoice, StudyPlot, exit_with, print_found
from affray.cli.fight import BookChoice
from affray.cli.options import (
    MAX_FIGHTS,
    ColumnProgress,
    Countdown,
    clear_progress,
    read_pairs,
    show_progress,
    split_words,
    whole_number_option,
)
from affray.content.spelling import count_of
from affray.engine.encounter import CUNNING
from affray.files import AtomicFile
from affray.studies import balance as balances
from affray.studies import compare as comparisons
from affray.studies import rate as ratings
from affray.studies import skill as skills
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
@fight.scenario_argument
@click.option("--rules", metavar="all|BOOK,BOOK", help="Rulebooks.  [default: all, if nothing else differs]")
@click.option(
    "--house-rules",
    "--house",
    "house",
    metavar="NAME|FILE",
    multiple=True,
    help="House rules to compare with the book alone; names joined by commas are used together; may be repeated.",
)
@click.option(
    "--tactics",
    metavar="SIDE=NAME,NAME",
    multiple=True,
    callback=read_tactics,
    help="Tactics to compare for a side; may be repeated.",
)
@batch.fight_count_of_each_options("10000, without --error")
@fight.settings_option
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
    """Compare a fight under several books, house rules or tactics.

    Each is a column. Differences from the first are shown with their intervals, and with the counts that may explain
    them. Ctrl-C prints the finished columns and exits with status 130.

    \b
    Example: affray compare brawl --rules all -n 100000
             affray compare brawl --tactics orcs=nearest,focus -n 100000
    """
    count.check()
    plot, columns = StudyPlot(picture), ColumnProgress()
    try:
        found = comparisons.compare(
            scenario, rules=split_words(rules or ""), house=[split_house_rules(each) for each in house],
            options=settings, tactics=tactics, n=count.fights, error=count.error, **asdict(effort),
            follow=columns.begin, follow_fights=columns.follow,
        )  # fmt: skip
        print_found(found, as_json)
        plot.draw(found)
    finally:
        plot.discard()
    if not found.complete:
        exit_with(f"Stopped after {count_of(len(found.variants), 'column')}.")


# --- a grid over numbers of a scenario or options


@click.command()
@fight.scenario_argument
@click.option(
    "--vary",
    metavar="NAME=VALUES",
    multiple=True,
    required=True,
    help="The value to vary: COMBATANT.count, .hp, .ac …, SIDE.level, distance, option.NAME, with values as 1..12, "
    "0..60..10 or 1,2,4; may be repeated.",
)
@batch.fight_count_of_each_options("1000, without --error")
@fight.book_options
@fight.tactics_option
@batch.effort_options
@click.option("--out", metavar="FILE", help="Save each finished cell; the same command continues from there.")
@click.option("--csv", "csv_path", metavar="FILE", help="Write a row for each cell to a .csv file.")
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
    """Simulate a fight over a grid of values.

    Every cell has the same number of fights, and --plot draws a heat map. With --out, a sweep that was stopped or
    killed continues where it stopped, with the same result. Ctrl-C prints the finished cells and exits with status
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
            **asdict(effort), out=out, follow=Countdown("cells").show,
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
        done = f" They are saved in {out}; the same command continues from there." if out else ""
        exit_with(f"Stopped after {len(found.cells):,} cells.{done}")


# --- the value that gives a wanted chance


@click.command()
@fight.scenario_argument
@click.option(
    "--vary",
    metavar="NAME[=VALUES]",
    required=True,
    help="The value to vary: orc.count, or with bounds orc.count=1..12.",
)
@click.option(
    "--target",
    metavar="TARGET",
    required=True,
    help="The target: 'party wins 70%', 'tpk <= 0.05', 'orcs all die 0.5', 'party none dies 0.5', 'rounds <= 6'.",
)
@whole_number_option("--budget", least=1, most=MAX_FIGHTS, default=1_000_000, help="Most fights for any one value.")
@fight.book_options
@fight.tactics_option
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
    """Find the value that gives the difficulty you want.

    Shows the two neighbouring values on either side of the target, each with its interval: every value is simulated
    until its side of the target is clear, or solved exactly. Exits with status 2 if the target can't be met, and with
    130 after Ctrl-C.

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
        exit_with("Stopped early; the results so far are above.")
    if not found.met:
        exit_with(balances.verdict(found), EXIT_MISTAKE)


# --- the strength of a monster or a party


@click.command()
@click.argument("what", metavar="MONSTER|PARTY-FILE")
@whole_number_option("-n", "fights", least=1, most=MAX_FIGHTS, default=10_000, help="Most fights per comparison.")
@fight.book_options
@batch.effort_options
@click.option("--report", metavar="FILE", help="Write a report with all figures to an .html file.")
@options.json_result_option
def rate(what: str, fights: int, choice: BookChoice, effort: Effort, report: str | None, as_json: bool) -> None:
    """Rate a monster or a party in men-at-arms.

    The rating is the number of men-at-arms that makes an even match. Men-at-arms have the same plain numbers in every
    book, stand in contact and never check morale; the monster has its book's morale. A creature that loses to one
    man-at-arms is rated in groups.

    \b
    Example: affray rate ogre --rules vanguard -n 100000
    """
    file = batch.open_report(report)
    try:
        found = ratings.rate(
            what, rules=choice.rules, house=choice.house, options=choice.settings, n=fights, **asdict(effort),
            follow=lambda rung, many: show_progress(f"{rung}: {many:,} fights …"),
        )  # fmt: skip
        print_found(found, as_json)
        batch.write_report(file, found)
    finally:
        clear_progress()
        if file is not None:
            file.discard()
    if not found.complete:
        exit_with("Stopped early; the results so far are above.")


# --- what skill is worth


@click.command()
@fight.scenario_argument
@click.option("--side", metavar="NAME", help="The side whose skill counts.  [default: the players' side]")
@click.option("--rules", metavar="all|BOOK,BOOK", help="Rulebooks.  [default: the scenario's]")
@whole_number_option("-n", "fights", least=1, most=MAX_FIGHTS, default=skills.FIGHTS, help="Fights for each tactic.")
@click.option(
    "--cunning", "strength", metavar="STRENGTH", default=CUNNING, show_default=True, help="How far cunning looks ahead."
)
@whole_number_option(
    "--cunning-fights", least=0, most=MAX_FIGHTS, default=skills.CUNNING_FIGHTS, help="Fights with cunning; 0: none."
)
@fight.settings_option
@batch.effort_options
@click.option("--report", metavar="FILE", help="Write the table to an .html file.")
@options.json_result_option
def skill(
    scenario: str,
    side: str | None,
    rules: str | None,
    fights: int,
    strength: str,
    cunning_fights: int,
    settings: dict[str, str],
    effort: Effort,
    report: str | None,
    as_json: bool,
) -> None:
    """Show what skill is worth in a fight.

    How often a side wins with each tactic, and when it is cunning: whether dice or decisions decide the fight. A fight
    with cunning takes a second or so; fewer of them give a wider interval.

    \b
    Example: affray skill duel -n 1000 --cunning cunning:20 --cunning-fights 20
    """
    if effort.executor != batch.LOCAL:
        raise click.UsageError("skill runs in this process alone, because cunning does; leave out --executor")
    file = AtomicFile(report, [".html"]) if report else None
    try:
        found = skills.skill(
            scenario, side=side, rules=split_words(rules or ""), options=settings, n=fights, cunning=strength,
            cunning_fights=cunning_fights, seed=effort.seed, threads=effort.threads, plain=effort.plain,
            follow=lambda what: show_progress(f"{what} …"),
        )  # fmt: skip
        print_found(found, as_json)
        if file is not None:
            file.put(found.report().encode())
    finally:
        clear_progress()
        if file is not None:
            file.discard()
    if not found.complete:
        exit_with("Stopped early; the results so far are above.")
