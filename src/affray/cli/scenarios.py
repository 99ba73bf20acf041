"""`affray examples`, `affray check`, `affray schema` and `affray packs`: scenario files and packs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from affray import houserules, scenario
from affray.cli.options import print_json
from affray.errors import AffrayError, ScenarioError
from affray.packs import install as installed
from affray.packs.install import check_pack
from affray.packs.reader import Pack, folders, is_on, read_installed
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
    is a note, and so is what house rules say in vain.

    \b
    Example: affray check ford.yaml
    """
    wrong = False
    for file in files:
        mistakes, notes = find_mistakes(file)
        wrong |= bool(mistakes)
        for line in mistakes or [*notes, f"{file}: sound"]:
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
    """Read house rules, a pack, or a scenario that its book can build; return what was doubtful or in vain."""
    if os.path.isdir(file):
        return [f"{file}: note: {note}" for note in check_pack(Path(file)).notes]
    if houserules.is_house_rules_file(file):
        said_in_vain = houserules.find_ineffective(houserules.read(file))
        return [str(replace(each, message=f"note: {each.message}")) for each in said_in_vain]
    found = scenario.load(file)
    encounter, book = scenario.open_scenario(found)
    book.build(encounter, {})
    return [f"{file}: note: {note}" for note in found.converted]


@click.command()
def schema() -> None:
    """Print the JSON Schema of scenarios.

    For editors that complete and check as one writes.

    \b
    Example: affray schema > affray.schema.json
    """
    print_json(scenario.schema(get(scenario.USUAL).names()), indent=2)


# --- packs: the content packs that are installed; install, switch off and on, remove

data = click.option(
    "--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Where everything is kept, instead of the usual."
)


@click.group(invoke_without_command=True)
@data
@click.pass_context
def packs(ctx: click.Context, data: Path | None) -> None:
    """List the content packs that are installed, and who wrote them.

    A pack is a folder of YAML: monsters, gear, spells, tactics, house rules, scenarios. Scenarios know the words of
    those that are on.

    \b
    Example: affray packs
             affray packs install marsh
    """
    ctx.obj = data
    if ctx.invoked_subcommand is None:
        for line in list_packs(data):
            click.echo(line)


def list_packs(data: Path | None) -> Iterator[str]:
    """Describe each pack in two or three lines, or say what is wrong with it."""
    for folder in folders(data):
        state = "" if is_on(folder) else " (off)"
        try:
            yield from describe_pack(read_installed(folder), state)
        except AffrayError as error:
            yield f"{folder.name}{state}: {error}"
    if not folders(data):
        yield "No packs are installed; `affray packs install FOLDER` takes one in."


def describe_pack(pack: Pack, state: str) -> Iterator[str]:
    yield f"{pack.slug} {pack.version}{state}: {pack.says}"
    counts = {**pack.content, "house rules": pack.house, "scenarios": pack.scenarios}
    yield "  " + ", ".join(f"{len(there)} {kind}" for kind, there in counts.items() if there)
    yield f"  by {pack.by}; {pack.licence}"


@packs.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.pass_obj
def install(data: Path | None, folder: Path) -> None:
    """Check a pack and take it in; a version that is there already gives way.

    \b
    Example: affray packs install marsh
    """
    pack, before = installed.install(folder, data)
    was = f", instead of {before}" if before else ""
    click.echo(f"{pack.name} {pack.version} is installed{was}, and on. By {pack.by}; {pack.licence}.")
    for note in pack.notes:
        click.echo(f"  note: {note}")


@packs.command()
@click.argument("name")
@click.pass_obj
def off(data: Path | None, name: str) -> None:
    """Switch a pack off: scenarios don't know its words any more.

    \b
    Example: affray packs off marsh
    """
    click.echo(f"{installed.switch_off(name, data).name} is off.")


@packs.command()
@click.argument("name")
@click.pass_obj
def on(data: Path | None, name: str) -> None:
    """Switch a pack on again.

    \b
    Example: affray packs on marsh
    """
    click.echo(f"{installed.switch_on(name, data).name} is on.")


@packs.command()
@click.argument("name")
@click.pass_obj
def remove(data: Path | None, name: str) -> None:
    """Delete a pack that is installed. Fights that were kept replay without it.

    \b
    Example: affray packs remove marsh
    """
    click.echo(f"{installed.remove(name, data).name} is removed.")
