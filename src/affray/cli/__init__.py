"""The command line: `affray` and the table of its commands, each imported when it runs or shows its own help."""

from __future__ import annotations

import errno
import sys
from importlib import import_module
from typing import Any

import click

from affray import __version__
from affray.errors import AffrayError

EXIT_MISTAKE, EXIT_STOPPED = 2, 130  # exit codes: the person's mistake, and Ctrl-C
COMMANDS = {  # the most wanted first; each with its module and function, and with the first paragraph of its help
    "table": (
        "table:table_command",
        "Run a fight with real people: a page for the referee, and one for each player's phone.",
    ),
    "fight": ("fight:fight_command", "Watch a fight that plays by itself."),
    "play": ("play:play", "Play a fight at the terminal."),
    "replay": ("fight:replay", "Tell a fight that was kept."),
    "sim": ("sim:sim", "Fight it many times over."),
    "odds": ("odds:odds", "Show exact odds: of a whole fight (affray odds brawl), or of a small question."),
    "compare": ("studies:compare_command", "Fight it under several books, house rules or tactics."),
    "sweep": ("studies:sweep", "Fight it with other numbers."),
    "balance": ("studies:balance", "Find the number that makes it as hard as wanted."),
    "rate": ("studies:rate", "Tell how many men-at-arms it is an even match for."),
    "party": ("party:party", "Show how a PARTY fares: a file, or by its name one that the table keeps."),
    "rest": ("party:rest_command", "Let a party rest, and write it back."),
    "roll": ("roll:roll", "Throw dice, or tell their odds."),
    "rules": ("rules:rules", "Look at the books and house rules."),
    "diff": ("rules:diff", "Tell how two books or house rules differ."),
    "clauses": ("rules:clauses", "Look up clauses of the rules."),
    "examples": ("scenarios:examples", "List the fights that come along."),
    "check": ("scenarios:check_command", "Find the mistakes in scenarios, house rules, or the folder of a pack."),
    "schema": ("scenarios:schema", "Print the JSON Schema of scenarios."),
    "write": ("exchange:write_command", "Write creatures, a scenario or a fight in a form that others read."),
    "sheet": (
        "exchange:sheet",
        "Make a sheet to print, for people who play on paper: one page a fight, on A4 or Letter.",
    ),
    "backup": ("table:backup", "Copy all that the table has kept into one FILE, even while it runs."),
    "export": (
        "table:export",
        "Give a FIGHT of the table as its journal: by its id, or the `last`; without one, list them.",
    ),
    "recover": (
        "table:recover_command",
        "Save what is sound in a damaged FILE: a fight's journal, or all that the table has kept.",
    ),
    "import": (
        "exchange:import_file",
        "Read stat blocks, an encounter, or another tool's export; or take a fight's journal into the table.",
    ),
    "packs": ("scenarios:packs", "List the content packs that are installed, and who wrote them."),
}


class UserError(click.ClickException):
    """What a person reads instead of a traceback."""

    exit_code = EXIT_MISTAKE

    def show(self, file: Any = None) -> None:
        click.echo(self.message, file=file, err=True)


class LazyGroup(click.Group):
    """A group that imports a command when it is wanted, and ends with a sentence when something is wrong."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"affray.cli.{module}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands as click does, but from the table, without importing them."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(limit)) for name, each in self.commands.items()])

    def invoke(self, ctx: click.Context) -> Any:
        _forgive_characters()
        try:
            return super().invoke(ctx)
        except AffrayError as error:
            raise UserError(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever read our output has had enough
                raise
            raise UserError(_describe_os_error(error)) from None
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            raise click.exceptions.Exit(EXIT_STOPPED) from None


def _forgive_characters() -> None:
    """Go on where a terminal can't show a sign, or a line is not text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _describe_os_error(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename is not None else what


@click.group(
    cls=LazyGroup,
    commands={name: click.Command(name, help=summary) for name, (_, summary) in COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="affray", message="%(prog)s %(version)s")
def main() -> None:
    """Run the fights of old-school tabletop games: at the table, by itself, and a million times over.

    \b
    Watch one:       affray fight orcs
    Play one:        affray play orcs
    What it is like: affray COMMAND --help
    """
