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
GROUPS = {  # the headings of the help, each with its commands
    "Play": "table fight play replay party rest roll",
    "Explore": "sim delve odds solve compare sweep balance rate skill",
    "Write": "new examples check schema import export sheet packs",
    "Read the rules": "rules diff clauses",
    "Saved fights": "backup recover",
}
COMMANDS = {  # each with its module and function, and with the first paragraph of its help
    "table": ("table:table_command", "Run a fight for a group, in the browser."),
    "fight": ("fight:fight_command", "Watch a fight play itself."),
    "play": ("play:play", "Play a fight at the terminal."),
    "replay": ("fight:replay", "Replay a saved fight."),
    "party": ("party:party", "Show a party's state and history."),
    "rest": ("party:rest_command", "Rest a party and save it."),
    "roll": ("roll:roll", "Roll dice, or show their odds."),
    "sim": ("sim:sim", "Simulate a fight many times."),
    "delve": ("delve:delve_command", "Play or simulate an adventuring day of several fights."),
    "odds": ("odds:odds", "Show exact odds of a fight, an attack, a save …"),
    "solve": ("solve:solve", "Solve a small fight for best play."),
    "compare": ("studies:compare_command", "Compare a fight under several books, house rules or tactics."),
    "sweep": ("studies:sweep", "Simulate a fight over a grid of values."),
    "balance": ("studies:balance", "Find the value that gives the difficulty you want."),
    "rate": ("studies:rate", "Rate a monster or a party in men-at-arms."),
    "skill": ("studies:skill", "Show what skill is worth in a fight."),
    "new": ("new:new", "Create a scenario, party, pack or house rules."),
    "examples": ("scenarios:examples", "List the built-in fights, or print one."),
    "check": ("scenarios:check_command", "Check scenarios, parties, house rules or packs for mistakes."),
    "schema": ("scenarios:schema", "Print the JSON Schema of a kind of file."),
    "import": ("exchange:import_file", "Import stat blocks, encounters or a saved fight."),
    "export": ("exchange:export_command", "Export creatures, scenarios and fights to other formats."),
    "write": ("exchange:write_command", "Export creatures, scenarios or fights to other formats."),
    "sheet": ("exchange:sheet", "Make a printable sheet of a fight."),
    "packs": ("scenarios:packs", "List the installed content packs."),
    "rules": ("rules:rules", "Show the books and house rules."),
    "diff": ("rules:diff", "Show how two books or house rules differ."),
    "clauses": ("rules:clauses", "Look up clauses of the rules."),
    "backup": ("table:backup", "Back up all saved fights to one file."),
    "recover": ("table:recover_command", "Recover what can be read of a damaged file."),
}


class UserError(click.ClickException):
    """A mistake of the person, printed without a traceback."""

    exit_code = EXIT_MISTAKE

    def show(self, file: Any = None) -> None:
        click.echo(self.message, file=file, err=True)


class LazyGroup(click.Group):
    """A group that imports a command when it is used, and prints a sentence when something is wrong."""

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
        """List the commands by group, from the table, without importing them."""
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<8}", COMMANDS[name][1]) for name in names.split()])

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
    """Replace characters that a terminal can't show, and bytes that are not text."""
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
    """Run, play and simulate fights of old-school tabletop games.

    \b
    Watch a fight:      affray fight orcs
    Play a fight:       affray play orcs
    Help on a command:  affray COMMAND --help
    """
