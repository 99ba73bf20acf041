"""`affray packs`: the content packs that are installed; install, switch off and on, remove."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from affray.errors import AffrayError
from affray.packs import install as installed
from affray.packs.reader import Pack, folders, is_on, read_installed

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
