"""`affray examples`, `affray check`, `affray schema` and `affray packs`: scenario files and packs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from affray import houserules, scenario
from affray.cli.completion import complete_scenario
from affray.cli.options import print_json
from affray.delves import reader as delves
from affray.delves.run import check_fights
from affray.errors import AffrayError, ScenarioError, unknown
from affray.packs import install as installed
from affray.packs.install import check_pack
from affray.packs.reader import Pack, folders, is_on, read_installed
from affray.party import is_party_file, read_party

SCHEMAS = ("scenario", "party", "house-rules", "pack", "monsters", "delve")


@click.command()
@click.argument("name", required=False, shell_complete=complete_scenario)
def examples(name: str | None) -> None:
    """List the built-in fights, or print one.

    Use a name instead of a file; with NAME, its scenario is printed.

    \b
    Example: affray examples
             affray examples duel > mine.yaml
    """
    if name is not None:
        click.echo(text_of_example(name), nl=False)
        return
    days = {name: f"{title} (a day, for `affray delve`)" for name, title in delves.examples().items()}
    titles = {**scenario.examples(), **scenario.of_packs(), **days}
    width = max(map(len, titles))
    for name, title in titles.items():
        click.echo(f"{name:<{width}}  {title}")


def text_of_example(name: str) -> str:
    """Return the scenario of an example or of an enabled pack."""
    if name in scenario.examples():
        return scenario.text_of(name)
    if name in (packed := scenario.of_packs()):
        return scenario.load(name).text
    if name in delves.example_names():
        return delves.text_of(name)
    raise AffrayError(unknown("example", name, [*scenario.examples(), *packed, *delves.example_names()]))


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def check_command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Check scenarios, parties, house rules or packs for mistakes.

    Shows every mistake with its place, what was expected, and the nearest word that is known. Doubtful parts of a
    stat block, and lines of house rules without effect, are notes.

    \b
    Example: affray check ford.yaml
    """
    wrong = False
    for file in files:
        mistakes, notes = find_mistakes(file)
        wrong |= bool(mistakes)
        for line in mistakes or [*notes, f"{file}: OK"]:
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
    if is_party_file(file):
        read_party(file)
        return ()
    if delves.is_delve_file(file):
        delve, book = delves.open_delve(file)
        check_fights(delve, book, {})
        return [f"{file}: note: {note}" for step in delve.fights for note in step.encounter.converted]
    found = scenario.load(file)
    encounter, book = scenario.open_scenario(found)
    book.build(encounter, {})
    return [f"{file}: note: {note}" for note in found.converted]


@click.command()
@click.argument("kind", type=click.Choice(SCHEMAS), default="scenario")
def schema(kind: str) -> None:
    """Print the JSON Schema of a kind of file.

    For editors with completion and checking. KIND is scenario, party, house-rules, pack (its pack.yaml), monsters
    (those of a pack) or delve (a day).

    \b
    Example: affray schema > affray.schema.json
             affray schema party > party.schema.json
    """
    from affray.tools.schemas import schema as schema_of

    print_json(schema_of(kind), indent=2)


# --- packs: the content packs that are installed; install, switch off and on, remove

data = click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Data folder.")


class Renamed(click.Group):
    """A group whose commands also go by their old names."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, OLD_NAMES.get(cmd_name, cmd_name))


OLD_NAMES = {"on": "enable", "off": "disable"}


@click.group(cls=Renamed, invoke_without_command=True)
@data
@click.pass_context
def packs(ctx: click.Context, data: Path | None) -> None:
    """List the installed content packs.

    A pack is a folder of YAML files: monsters, gear, spells, tactics, house rules, scenarios. Scenarios can use the
    content of every enabled pack.

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
        state = "" if is_on(folder) else " (disabled)"
        try:
            yield from describe_pack(read_installed(folder), state)
        except AffrayError as error:
            yield f"{folder.name}{state}: {error}"
    if not folders(data):
        yield "No packs are installed; `affray packs install FOLDER` installs one."


def describe_pack(pack: Pack, state: str) -> Iterator[str]:
    yield f"{pack.slug} {pack.version}{state}: {pack.says}"
    counts = {**pack.content, "house rules": pack.house, "scenarios": pack.scenarios}
    yield "  " + ", ".join(
        f"{len(there)} {one_of(kind) if len(there) == 1 else kind}" for kind, there in counts.items() if there
    )
    yield f"  by {pack.by}; {pack.licence}"


def one_of(kind: str) -> str:
    """Return the singular of a kind of content."""
    return {"tactics": "tactic"}.get(kind, kind.removesuffix("s"))


@packs.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.pass_obj
def install(data: Path | None, folder: Path) -> None:
    """Install a pack, replacing any installed version.

    \b
    Example: affray packs install marsh
    """
    pack, before = installed.install(folder, data)
    was = f", replacing {before}" if before else ""
    click.echo(f"{pack.name} {pack.version} is installed{was}, and enabled. By {pack.by}; {pack.licence}.")
    for note in pack.notes:
        click.echo(f"  note: {note}")


@packs.command()
@click.argument("name")
@click.pass_obj
def disable(data: Path | None, name: str) -> None:
    """Disable a pack: scenarios can no longer use its content.

    \b
    Example: affray packs disable marsh
    """
    click.echo(f"{installed.switch_off(name, data).name} is disabled.")


@packs.command()
@click.argument("name")
@click.pass_obj
def enable(data: Path | None, name: str) -> None:
    """Enable a disabled pack.

    \b
    Example: affray packs enable marsh
    """
    click.echo(f"{installed.switch_on(name, data).name} is enabled.")


@packs.command()
@click.argument("name")
@click.pass_obj
def remove(data: Path | None, name: str) -> None:
    """Delete an installed pack. Saved fights replay without it.

    \b
    Example: affray packs remove marsh
    """
    click.echo(f"{installed.remove(name, data).name} is removed.")
