"""`affray play`: a fight with a person at the terminal, saved in a journal as it goes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from secrets import randbits
from typing import Any

import click
from click.core import ParameterSource

from affray.api import Play, start
from affray.cli import options, setup
from affray.cli.fight import update_party_files
from affray.cli.options import TEXT, find_side, log_format
from affray.cli.output import log_for, print_log
from affray.cli.saving import continue_journal, create_journal, drop_torn_line, load_fight, save_copy
from affray.cli.session import Session
from affray.cli.setup import is_journal
from affray.engine.encounter import Encounter

ONLY_FOR_NEW = ("rules", "house", "settings", "tactics", "seed", "number", "sides", "my_dice", "referee", "journal")


@click.command()
@setup.scenario_or_orcs_argument
@setup.rules_option
@setup.house_option
@setup.settings_option
@setup.tactics_option
@options.chance_seed_option
@options.fight_number_option
@options.form_options
@options.save_option
@options.write_back_option
@options.view_option
@click.option("--side", "sides", metavar="NAME", multiple=True, help="Whom you play.  [default: the players' side]")
@click.option("--my-dice", is_flag=True, help="Type in what your own dice show.")
@click.option("--referee", is_flag=True, help="Be asked for the referee's rulings too.")
@click.option("--journal", metavar="FILE", help="Where every answer is kept.  [default: NAME.fight, or NAME-2.fight …]")
@click.pass_context
def play(ctx: click.Context, /, **given: Any) -> None:
    """Play a fight at the terminal.

    Choose by number or in words, take it back, ask why; `help` tells what else can be said. Every answer is
    in the journal before it is confirmed; name the journal instead of a scenario to go on with it. With --json
    or --markdown the log follows when you leave.

    \b
    Example: affray play orcs --my-dice
             affray play orcs.fight
    """
    form, file = log_format(given["as_json"], given["as_markdown"]), given["scenario"]
    resumed = is_journal(file)
    if resumed:
        _refuse_second_start(ctx)
    fight = _resume(file) if resumed else _start(given)
    view = [find_side(name, fight.roster.sides) for name in given["view"]]
    journal = continue_journal(fight, file) if resumed else create_journal(fight, given["journal"])
    with closing(journal):
        Session(fight, journal, view, aside=form != TEXT).run()
    if given["save"] is not None:
        save_copy(fight, given["save"])
    if form != TEXT:
        print_log(log_for(fight.log, view, fight), form)
    if given["write_back"]:
        update_party_files(fight)


def _refuse_second_start(ctx: click.Context) -> None:
    for name in ONLY_FOR_NEW:
        if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = next(p.opts[0] for p in ctx.command.params if p.name == name)
            raise click.UsageError(f"{option} is for a new fight; this one has begun, and its journal knows.")


def _resume(file: str) -> Play:
    if torn := drop_torn_line(Path(file)):
        click.echo(f"The last line of {file} was never finished and is dropped: {torn}", err=True)
    return load_fight(file)


def _start(given: dict[str, Any]) -> Play:
    encounter, rules = setup.open_scenario(given["scenario"], given["rules"], given["house"])
    people = [*_sides(given["sides"], encounter), *(["referee"] if given["referee"] else [])]
    return start(
        encounter,
        rules=rules,
        options=given["settings"],
        seed=randbits(32) if given["seed"] is None else given["seed"],
        number=given["number"],
        players=people,
        tactics=given["tactics"],
        dice=given["my_dice"],
    )


def _sides(named: Sequence[str], encounter: Encounter) -> list[str]:
    """Whom the person plays: those named; else those that players play; else the first."""
    if named:
        return [find_side(name, [side.name for side in encounter.sides]) for name in named]
    return [side.name for side in encounter.sides if side.players] or [encounter.sides[0].name]
