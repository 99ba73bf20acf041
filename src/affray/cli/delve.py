"""`affray delve`: an adventuring day of several fights, played, simulated, compared and swept."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click

from affray.api import Play
from affray.cli import EXIT_STOPPED, batch, options
from affray.cli.batch import REPORT, Effort, exit_with, parameter_words, print_found
from affray.cli.completion import complete_day
from affray.cli.fight import SUFFIX, BookChoice, book_options, create_journal, tactics_option
from affray.cli.options import (
    MAX_FIGHTS,
    ColumnProgress,
    clear_progress,
    print_json,
    record_option,
    show_progress,
    time_left,
    use_colour,
    whole_number_option,
)
from affray.delves.day import Day, FightOutcome, NextFight
from affray.delves.model import CHOICES, GO_HOME, PRESS_ON, REST, Delve
from affray.delves.reader import open_delve
from affray.delves.run import run_days, with_tactics
from affray.delves.story import day_json, end_line, entry_lines, heading
from affray.delves.studies import BOOKS, RESTS, DelveComparison, compare_ways, run_ways, vary_ways
from affray.errors import AffrayError
from affray.files import AtomicFile
from affray.play.start import start_fight
from affray.rules.book import Book
from affray.simulation.batch import Progress, ProgressListener

MAX_DAYS = MAX_FIGHTS
LETTERS = {"p": PRESS_ON, "r": REST, "g": GO_HOME, "": PRESS_ON}


@dataclass(frozen=True)
class Task:
    """What is done with the day: one is told, played or watched; many are simulated, compared or swept."""

    days: int | None
    by: str | None
    vary: tuple[str, ...]
    number: int
    log: bool
    decide: bool
    play: bool
    report: str | None

    @property
    def many(self) -> bool:
        return self.days is not None or self.by is not None or bool(self.vary) or self.report is not None

    def check(self) -> None:
        if self.by is not None and self.vary:
            raise click.UsageError("--compare and --vary can't be combined; choose one.")
        if self.many and (self.log or self.decide or self.play):
            raise click.UsageError("--log, --decide and --play are for a single day; leave out -n and the like.")


@click.command("delve")
@click.argument("day", metavar="EXAMPLE|FILE", shell_complete=complete_day)
@record_option(
    "task",
    Task,
    whole_number_option("-n", "days", least=1, most=MAX_DAYS, help="Simulate so many days."),
    click.option(
        "--compare",
        "by",
        metavar=f"{RESTS}|{BOOKS}|BOOK,BOOK",
        help="Compare the day with one more rest after each fight, or under several rulebooks.",
    ),
    click.option(
        "--vary",
        metavar="NAME=VALUES",
        multiple=True,
        help="Simulate a grid of values, as rests=0..3, Hild.hp=10..30..5 or 2.goblin.count=4..12; may be repeated.",
    ),
    whole_number_option("--number", least=0, most=MAX_DAYS - 1, default=0, help="Number of the day under this seed."),
    click.option("--log", is_flag=True, help="Print the log of every fight of the day."),
    click.option("--decide", is_flag=True, help="Be asked after each fight: press on, rest or go home."),
    click.option("--play", is_flag=True, help="Play the party in every fight, and be asked after each."),
    click.option("--report", metavar="FILE", help="Write a report with pictures and figures to an .html file."),
)
@book_options
@tactics_option
@batch.effort_options
@options.json_result_option
def delve_command(
    day: str, task: Task, choice: BookChoice, tactics: dict[str, str], effort: Effort, as_json: bool
) -> None:
    """Play or simulate an adventuring day of several fights.

    Without -n, one day is told fight by fight. With -n, many days show how far the party gets, who dies where, where
    the spells go and what is earned. Ctrl-C prints the results so far and exits with status 130.

    \b
    Example: affray delve barrow
             affray delve barrow -n 100 --threads 2
             affray delve barrow --vary rests=0,2 -n 20
    """
    task.check()
    if as_json and (task.decide or task.play):
        raise click.UsageError("--json can't be combined with --decide or --play; leave out one.")
    if task.by is not None or task.vary:
        study(day, task, choice, effort, as_json)
        return
    delve, book = open_delve(day, choice.rules, choice.house)
    delve = with_tactics(delve, book, tactics)
    if task.many:
        simulate_days(delve, book, task, choice, effort, as_json)
    else:
        tell_day(delve, book, task, choice, effort.seed, as_json)


# --- many days


def simulate_days(delve: Delve, book: Book, task: Task, choice: BookChoice, effort: Effort, as_json: bool) -> None:
    sheet = AtomicFile(task.report, (".html", ".htm")) if task.report is not None else None
    try:
        if sheet is not None:
            import affray.charts  # noqa: F401  (says what is missing, if it is)
        with effort.open_team() as (executor, workers):
            result = run_days(
                delve, book, choice.settings, effort.seed, task.days, workers, effort.plain, executor, day_progress()
            )
        print_found(result, as_json)
        if sheet is not None:
            from affray.delves.report import delve_report

            sheet.put(delve_report(result, command_again(result.days)).encode())
            if not as_json:
                click.echo(f"{task.report}: {REPORT}")
    finally:
        clear_progress()
        if sheet is not None:
            sheet.discard()
    if not result.complete:
        exit_with(f"Stopped after {result.days:,} days. Results so far are above.", EXIT_STOPPED)


def study(day: str, task: Task, choice: BookChoice, effort: Effort, as_json: bool) -> None:
    """Compare or sweep the day."""
    if task.by is not None:
        ways = compare_ways(day, task.by, choice.rules, choice.house)
    else:
        ways = vary_ways(day, task.vary, choice.rules, choice.house)
    sheet = AtomicFile(task.report, (".html", ".htm")) if task.report is not None else None
    progress = ColumnProgress()
    listener = day_progress(progress)
    try:
        found = run_ways(
            ways, choice.settings, task.days, effort.seed, effort.threads, effort.plain, effort.executor,
            progress.begin, listener,
        )  # fmt: skip
        print_found(found, as_json)
        if sheet is not None:
            write_study(sheet, found)
    finally:
        clear_progress()
        if sheet is not None:
            sheet.discard()
    if not found.complete:
        exit_with(f"Stopped after {len(found.variants)} of {len(ways)}. Results so far are above.", EXIT_STOPPED)


def write_study(sheet: AtomicFile, found: DelveComparison) -> None:
    from affray.delves.report import comparison_report

    sheet.put(comparison_report(found, command_again(found.variants[0].result.days)).encode())


def command_again(days: int) -> str:
    """Write the command that was given, with the number of days even if it was left out."""
    ctx = click.get_current_context()
    words = [word for each in ctx.command.params for word in parameter_words(ctx, each)]
    return shlex.join(["affray", str(ctx.info_name), *words, *([] if ctx.params.get("days") else ["-n", str(days)])])


def day_progress(column: ColumnProgress | None = None) -> ProgressListener | None:
    """Return a function that shows how many days are played; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        return None

    def show(progress: Progress) -> None:
        done, goal = progress.done, max(1, progress.goal)
        words = f"{done / goal:4.0%} of {goal:,} days, {time_left(done, goal, progress.seconds)}"
        words += f", {done / max(progress.seconds, 1e-9):,.0f} days a second"
        words += ", compiling …" if progress.compiling else ""
        show_progress(f"{column.column}: {words}" if column is not None else words)

    return show


# --- one day


def tell_day(delve: Delve, book: Book, task: Task, choice: BookChoice, seed: int, as_json: bool) -> None:
    day = Day(delve, book, choice.settings, seed, task.number)
    if not as_json:
        click.echo(heading(day))
    fight_one = played_by_hand(delve, book, choice, seed) if task.play else watch_fights(book, choice)
    while (fight := day.next_fight()) is not None:
        told = len(day.entries)
        play = fight_one(fight)
        if not play.over:
            exit_with("You left the fight; the day ends here.", 0)
        if task.log and not as_json:
            click.echo(f"\n--- {fight.step.number + 1} {fight.step.title}\n")
            click.echo(play.log.text(colour=use_colour()).rstrip("\n"))
        day.fought(fight, FightOutcome(play.roster, play.began, play.state))
        if not day.end:
            choose = ask_choice if task.decide or task.play else advice
            tell_entries(day, told, as_json)
            told = len(day.entries)
            day.decide(choose(day))
        tell_entries(day, told, as_json)
    if as_json:
        print_json(day_json(day))
    else:
        click.echo(f"\n{end_line(day)}")


def advice(day: Day) -> str:
    return day.advice


def tell_entries(day: Day, first: int, as_json: bool) -> None:
    if not as_json:
        for entry in day.entries[first:]:
            for line in entry_lines(entry):
                click.echo(line)


def ask_choice(day: Day) -> str:
    """Ask a person what the party does next."""
    left = day.delve.most_rests - day.chosen_rests
    rests = f"{left} rest{'' if left == 1 else 's'} left"
    while True:
        click.echo(f"\n[p]ress on, [r]est ({rests}) or [g]o home?")
        said = click.prompt("", default="p", show_default=False, prompt_suffix="> ")
        if not sys.stdin.isatty():
            click.echo(said)  # what a terminal shows anyway
        word = said.strip().lower()
        choice = LETTERS.get(word, word)
        if choice == REST and left < 1:
            click.echo("No rest is left; press on or go home.")
        elif choice in CHOICES:
            return choice
        else:
            click.echo(f"Expected p, r or g, found {said!r}.")


def watch_fights(book: Book, choice: BookChoice) -> Callable[[NextFight], Play]:
    """Return what lets a fight play itself."""

    def fight_one(fight: NextFight) -> Play:
        return start_fight(book, fight.encounter, fight.seed, fight.number, choice.settings, (), False)

    return fight_one


def played_by_hand(delve: Delve, book: Book, choice: BookChoice, seed: int) -> Callable[[NextFight], Play]:
    """Return what plays a fight with a person at the terminal, saved in a file of its own."""
    from affray.cli.play import Session

    def fight_one(fight: NextFight) -> Play:
        click.echo(f"\n--- {fight.step.number + 1} {fight.step.title}")
        side = (delve.side,)
        play = start_fight(book, fight.encounter, fight.seed, fight.number, choice.settings, side, False)
        file = free_name(f"{delve.name}-{fight.step.number + 1}")
        journal = create_journal(play, file)
        with closing(journal):
            Session(play, journal, [], aside=False).run()
        return play

    return fight_one


def free_name(stem: str) -> str:
    """Return the name of a file that does not exist yet."""
    names = [f"{stem}{SUFFIX}", *(f"{stem}-{n}{SUFFIX}" for n in range(2, 1000))]
    name = next((each for each in names if not Path(each).exists()), None)
    if name is None:
        raise AffrayError(f"too many files {stem}{SUFFIX} here; remove some")
    return name
