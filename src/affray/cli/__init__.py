"""The command line: `affray` and its commands. Each imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import errno
import sys
from typing import Any

import click

from affray import __version__
from affray.cli import (
    balance,
    clauses,
    compare,
    diff,
    fight,
    files,
    odds,
    packs,
    party,
    play,
    rate,
    reading,
    rest,
    roll,
    rules,
    sim,
    sweep,
    table,
    write,
)
from affray.errors import AffrayError

MISTAKE, STOPPED = 2, 130  # exit codes: the person's mistake, and Ctrl-C


class Mistaken(click.ClickException):
    """What a person reads instead of a traceback."""

    exit_code = MISTAKE

    def show(self, file: Any = None) -> None:
        click.echo(self.message, file=file, err=True)


class Commands(click.Group):
    """A group whose commands end with a sentence when something is wrong."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """As they are listed below, the most wanted first."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        _forgive_characters()
        try:
            return super().invoke(ctx)
        except AffrayError as error:
            raise Mistaken(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever read our output has had enough
                raise
            raise Mistaken(_unfit_file(error)) from None
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            raise click.exceptions.Exit(STOPPED) from None


def _forgive_characters() -> None:
    """A terminal that can't show a sign, or a line that is not text, is no reason to fail."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _unfit_file(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename is not None else what


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="affray", message="%(prog)s %(version)s")
def main() -> None:
    """Run the fights of old-school tabletop games: at the table, by itself, and a million times over.

    \b
    Watch one:       affray fight orcs
    Play one:        affray play orcs
    What it is like: affray COMMAND --help
    """


for command in (
    table.table,
    fight.fight,
    play.play,
    fight.replay,
    sim.sim,
    odds.odds,
    compare.compare,
    sweep.sweep,
    balance.balance,
    rate.rate,
    party.party,
    rest.rest,
    roll.roll,
    rules.rules,
    diff.diff,
    clauses.clauses,
    files.examples,
    files.check,
    files.schema,
    write.write,
    write.sheet,
    table.backup,
    table.export,
    reading.take_in,
    packs.packs,
):
    main.add_command(command)
