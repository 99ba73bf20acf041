"""`affray fight`: a fight that plays itself. `affray replay`: a saved fight."""

from __future__ import annotations

import click

from affray import api
from affray.cli import options, setup, standing
from affray.cli.options import TEXT, log_for, log_format, print_log
from affray.cli.setup import BookChoice, load_readable, save_copy
from affray.party.aftermath import undo_write_back, write_back


@click.command("fight")
@setup.scenario_or_orcs_argument
@setup.book_options
@setup.tactics_option
@options.seed_option
@options.fight_number_option
@options.form_options
@options.save_option
@options.write_back_option
@options.view_option
def fight_command(
    scenario: str,
    choice: BookChoice,
    tactics: dict[str, str],
    seed: int,
    number: int,
    as_json: bool,
    as_markdown: bool,
    save: str | None,
    write_back: bool,
    view: tuple[str, ...],
) -> None:
    """Watch a fight play itself.

    Defaults to the example `orcs`. The same seed and number always give the same fight.

    \b
    Example: affray fight orcs --seed 7 --set initiative.tie=simultaneous --save ford.fight
    """
    form = log_format(as_json, as_markdown)
    encounter, book = choice.open(scenario)
    play = api.start(encounter, rules=book, options=choice.settings, seed=seed, number=number, tactics=tactics)
    log, told = log_for(play.log, view, play), form == TEXT and not view
    if save is not None:
        save_copy(play, save)
    if told:
        click.echo(standing.heading(play, seed, number), err=True)
    print_log(log, form)
    if told:
        click.echo(standing.closing(play), err=True)
        print_xp(play)
    if write_back:
        update_party_files(play)


@click.command()
@click.argument("file")
@options.form_options
@options.save_option
@options.view_option
@click.option("--recover", is_flag=True, help="Read as much as possible of a damaged file.")
def replay(file: str, as_json: bool, as_markdown: bool, save: str | None, view: tuple[str, ...], recover: bool) -> None:
    """Replay a saved fight.

    Affray plays the fight again from its file and checks that it comes out the same. If rules have changed since, the
    replay ends where that shows, and names them.

    \b
    Example: affray replay ford.fight --markdown > ford.md
    """
    form = log_format(as_json, as_markdown)
    play, trouble = api.recover(file) if recover else load_readable(file)
    log = log_for(play.log, view, play)
    if save is not None:
        save_copy(play, save)
    print_log(log, form)
    if form == TEXT and not view:
        print_xp(play)
    if trouble is not None:
        click.echo(f"{trouble}; shown is what comes before", err=True)
    elif not play.over:
        click.echo(f"The fight is not over; `affray play {file}` continues it.", err=True)


def print_xp(play: api.Play) -> None:
    """Print each side's XP, on standard error like all that is no part of the log."""
    for award in play.xp:
        click.echo(str(award), err=True)


def update_party_files(play: api.Play) -> None:
    """Write the survivors back into their party files, and say so on standard error.

    If the end was undone since it was written, the files are as they were before the fight."""
    if not play.over:
        for file in undo_write_back(play):
            click.echo(f"The fight is no longer over: {file} is as it was before the fight.", err=True)
        return
    for one in write_back(play):
        state = one.member.fate or f"hp {one.member.hp}/{one.member.max_hp}"
        click.echo(f"{one.member.name}: {state}, saved in {one.file}", err=True)
        for remark in one.remarks:
            click.echo(f"  {remark}", err=True)
