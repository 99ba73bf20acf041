"""`affray examples`, `affray check` and `affray schema`: the scenario files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from affray import houserules, scenario
from affray.cli.output import print_json
from affray.errors import AffrayError, ScenarioError
from affray.packs.install import check_pack
from affray.rules import get


@click.command()
def examples() -> None:
    """List the fights that come along.

    They are named without a path.

    \b
    Example: affray examples
    """
    titles = {**scenario.examples(), **scenario.of_packs()}
    width = max(map(len, titles))
    for name, title in titles.items():
        click.echo(f"{name:<{width}}  {title}")


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def check_command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Find the mistakes in scenarios, house rules, or the folder of a pack.

    All of them at once: the place, what was expected, and the nearest right word. What was doubtful in a stat block
    is a note.

    \b
    Example: affray check ford.yaml
    """
    wrong = False
    for file in files:
        mistakes, notes = find_mistakes(file)
        wrong |= bool(mistakes)
        for line in mistakes or [*(f"{file}: note: {note}" for note in notes), f"{file}: sound"]:
            click.echo(line)
    if wrong:
        ctx.exit(2)


def find_mistakes(file: str) -> tuple[list[str], Sequence[str]]:
    """Find all that is wrong with a file or a folder, and what is only doubtful."""
    try:
        return [], read_notes(file)
    except ScenarioError as error:
        return [str(mistake) for mistake in error.mistakes], ()
    except AffrayError as error:
        return [f"{file}: {error}"], ()


def read_notes(file: str) -> Sequence[str]:
    """Read house rules, a pack, or a scenario that its book can build; return what was doubtful in stat blocks."""
    if Path(file).is_dir():
        return check_pack(Path(file)).notes
    if houserules.is_house_rules_file(file):
        houserules.read(file)
        return ()
    found = scenario.load(file)
    encounter, book = scenario.open_scenario(found)
    book.build(encounter, {})
    return found.converted


@click.command()
def schema() -> None:
    """Print the JSON Schema of scenarios.

    For editors that complete and check as one writes.

    \b
    Example: affray schema > affray.schema.json
    """
    print_json(scenario.schema(get(scenario.USUAL).names()), indent=2)
