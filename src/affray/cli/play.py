"""`affray play`: a fight with a person at the terminal, kept in a journal as it goes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from affray.cli import arguments
from affray.cli.arguments import TEXT, form_of, known_side
from affray.cli.telling import opened, seen_by, tell, tell_back

if TYPE_CHECKING:
    from affray.engine.encounter import Encounter
    from affray.play.session import Play

ONLY_FOR_NEW = ("rules", "house", "settings", "tactics", "seed", "number", "sides", "my_dice", "referee", "journal")


@click.command()
@arguments.scenario
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@arguments.chance_seed
@arguments.number
@arguments.forms
@arguments.save
@arguments.back
@arguments.view
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
    from affray.cli.keeping import begin_journal, go_on_with_journal, is_journal, save_copy
    from affray.cli.session import Session

    form, file = form_of(given["as_json"], given["as_markdown"]), given["scenario"]
    resumed = is_journal(file)
    if resumed:
        _refuse_second_start(ctx)
    fight = _resume(file) if resumed else _start(given)
    view = [known_side(name, fight.roster.sides) for name in given["view"]]
    keeper = go_on_with_journal(fight, file) if resumed else begin_journal(fight, given["journal"])
    with closing(keeper):
        Session(fight, keeper, view, aside=form != TEXT).run()
    if given["save"] is not None:
        save_copy(fight, given["save"])
    if form != TEXT:
        tell(seen_by(fight.log, view, fight), form)
    if given["write_back"]:
        tell_back(fight)


def _refuse_second_start(ctx: click.Context) -> None:
    for name in ONLY_FOR_NEW:
        if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = next(p.opts[0] for p in ctx.command.params if p.name == name)
            raise click.UsageError(f"{option} is for a new fight; this one has begun, and its journal knows.")


def _resume(file: str) -> Play:
    from affray.cli.keeping import drop_torn_line, load

    if torn := drop_torn_line(Path(file)):
        click.echo(f"The last line of {file} was never finished and is dropped: {torn}", err=True)
    return load(file)


def _start(given: dict[str, Any]) -> Play:
    from secrets import randbits

    import affray

    encounter, rules = opened(given["scenario"], given["rules"], given["house"])
    people = [*_sides(given["sides"], encounter), *(["referee"] if given["referee"] else [])]
    return affray.start(
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
        return [known_side(name, [side.name for side in encounter.sides]) for name in named]
    return [side.name for side in encounter.sides if side.players] or [encounter.sides[0].name]
