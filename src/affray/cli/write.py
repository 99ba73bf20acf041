"""`affray write` and `affray sheet`: what people take away, in the forms that others read, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from affray import scenario as scenarios
from affray.cli import options, setup
from affray.cli.options import find_side
from affray.cli.saving import load_fight
from affray.cli.setup import BookChoice, has_journal_header, is_journal
from affray.content.yaml import read_file
from affray.errors import AffrayError
from affray.exchange import exporters
from affray.exchange.exporters.creatures import creature_of, from_encounter
from affray.exchange.exporters.fights import write_fight
from affray.exchange.exporters.sheet import make_sheet, render_sheet
from affray.exchange.importers import read
from affray.exchange.importers.creatures import Creature
from affray.play import journal

SCENARIO_ENDINGS = (".yaml", ".yml")
DEFAULT_FORM, DEFAULT_FORM_OF_FIGHTS = "one-line", "markdown"


@click.command("write")
@click.argument("what", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option("--as", "form", metavar="FORM", help="The form.  [default: one-line; of a fight markdown]")
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@options.view_option
def write_command(what: tuple[str, ...], form: str | None, file: Path | None, view: tuple[str, ...]) -> None:
    """Write creatures, a scenario or a fight in a form that others read.

    A NAME is a monster or an example; a FILE a scenario (.yaml), a fight that was kept, or any text with stat blocks
    in it. Creatures and scenarios: one-line, ascending, markdown, obsidian, statblock, improved-initiative. A fight:
    markdown, html, jsonl, text. What a form can't carry is said.

    \b
    Example: affray write goblin "owl bear" --as ascending
             affray write orcs --as obsidian -o orcs.md
             affray write page.txt --as improved-initiative -o page.json
             affray write ford.fight --as html -o ford.html
    """
    journals = [name for name in what if is_journal(name)]
    if journals and len(what) > 1:
        raise AffrayError(f"{journals[0]} is a fight that was kept; a fight is written alone")
    lost: tuple[str, ...] = ()
    if journals:
        text = fight_text(what[0], form or DEFAULT_FORM_OF_FIGHTS, view)
    else:
        refuse_view(view)
        text, lost = creatures_text(what, form or DEFAULT_FORM)
    print_or_write(text, file, what)
    for sentence in lost:
        click.echo(sentence, err=True)


def refuse_view(view: Sequence[str]) -> None:
    if view:
        raise AffrayError("--players is for a fight; creatures and scenarios are the referee's")


def fight_text(file: str, form: str, view: Sequence[str]) -> str:
    play = load_fight(file)
    return write_fight(play, form, [find_side(name, play.roster.sides) for name in view])


def creatures_text(what: Sequence[str], form: str) -> tuple[str, tuple[str, ...]]:
    """Write a scenario alone with its title and its sides, all else as creatures; and say what the form can't carry."""
    if len(what) == 1 and is_scenario(what[0]):
        return exporters.write(scenarios.load(what[0]), form)
    return exporters.write([creature for name in what for creature in find_creatures(name)], form)


def is_scenario(name: str) -> bool:
    return name in scenarios.examples() or name.lower().endswith(SCENARIO_ENDINGS)


def find_creatures(name: str) -> list[Creature]:
    """Find the creatures of a scenario, of a text, or the one of that name."""
    if is_scenario(name):
        return list(from_encounter(scenarios.load(name)).creatures)
    if Path(name).exists() or Path(name).suffix:
        return creatures_in_text(name)
    return [creature_of(name)]


def creatures_in_text(file: str) -> list[Creature]:
    found = read(read_file(file, "a text with stat blocks"))
    if not found.creatures:
        raise AffrayError(f"{file}: there is no stat block in this text; expected for example AC 6 [13], HD 1, …")
    for warning in found.warnings:
        click.echo(f"{file}: {warning}", err=True)
    return list(found.creatures)


def print_or_write(text: str, file: Path | None, source: Sequence[str]) -> None:
    """Print a text, or write it to a file; never over what it was made from, or over a fight."""
    if file is None:
        click.echo(text.rstrip("\n"))
        return
    if has_journal_header(file) or any(
        file.exists() and Path(name).exists() and file.samefile(name) for name in source
    ):
        raise AffrayError(f"{file} would be lost; name another file")
    journal.write_whole(file, text)
    click.echo(f"Saved in {file}.")


@click.command()
@setup.scenario_or_orcs_argument
@setup.book_options
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def sheet(scenario: str, choice: BookChoice, file: Path | None) -> None:
    """Make a sheet to print, for people who play on paper: one page a fight, on A4 or Letter.

    What each must roll against each, boxes for hit points, the round step by step, morale, saves, notes. It is a page
    of HTML; print it from a browser.

    \b
    Example: affray sheet king --rules vanguard -o king.html
    """
    encounter, book = choice.open(scenario)
    print_or_write(render_sheet(make_sheet(encounter, book, choice.settings)), file, [scenario])
