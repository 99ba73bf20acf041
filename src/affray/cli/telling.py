"""How a fight is started, shown and kept: what `fight`, `replay` and `play` have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from affray.cli.arguments import JSON, MARKDOWN, known_side
from affray.errors import AffrayError

if TYPE_CHECKING:
    from affray.engine.encounter import Encounter
    from affray.log import Log
    from affray.play.session import Play
    from affray.rules.book import Book


def opened(scenario: str, rules: str | None, house: Sequence[str]) -> tuple[Encounter, Book]:
    """The scenario and its book, with all house rules: the one asked for, else the file's own, else the usual one."""
    from affray.cli.keeping import is_journal
    from affray.scenario import opening

    if is_journal(scenario):
        raise AffrayError(
            f"{scenario} is a fight that was kept: `affray replay` tells it, `affray play` goes on with it"
        )
    return opening.open_scenario(scenario, rules, house)


def seen_by(log: Log, view: Sequence[str], play: Play) -> Log:
    """The log as the players of these sides may read it; all of it where no side is named."""
    return log.for_players([known_side(name, play.roster.sides) for name in view]) if view else log


def colourful() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def tell(log: Log, form: str) -> None:
    if form == JSON:
        text = log.jsonl()
    elif form == MARKDOWN:
        text = log.markdown()
    else:
        text = log.text(colour=colourful())
    click.echo(text.rstrip("\n"))


def tell_back(play: Play) -> None:
    """Writes the survivors back into their party files, and says so; not into the log. If the end was taken back since
    it was written, the files are as they were before the fight."""
    from affray.party.write_back import take_back, write_back

    if not play.over:
        for file in take_back(play):
            click.echo(f"The fight is not over any more: {file} is as it was before it.", err=True)
        return
    for one in write_back(play):
        state = one.member.fate or f"hp {one.member.hp} of {one.member.max_hp}"
        click.echo(f"{one.member.name}: {state}, kept in {one.file}", err=True)
        for remark in one.remarks:
            click.echo(f"  {remark}", err=True)
