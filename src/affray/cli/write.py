"""`affray write` and `affray sheet`: what people take away, in the forms that others read, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from affray.cli import arguments
from affray.errors import AffrayError

if TYPE_CHECKING:
    from affray.exchange.importers.creatures import Creature

SCENARIOS = (".yaml", ".yml")
USUAL, USUAL_OF_FIGHTS = "one-line", "markdown"


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option("--as", "form", metavar="FORM", help="The form.  [default: one-line; of a fight markdown]")
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@arguments.view
def write(what: tuple[str, ...], form: str | None, file: Path | None, view: tuple[str, ...]) -> None:
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
    from affray.cli.keeping import is_journal

    journals = [name for name in what if is_journal(name)]
    if journals and len(what) > 1:
        raise AffrayError(f"{journals[0]} is a fight that was kept; a fight is written alone")
    lost: tuple[str, ...] = ()
    if journals:
        text = of_fight(what[0], form or USUAL_OF_FIGHTS, view)
    else:
        refuse_view(view)
        text, lost = of_creatures(what, form or USUAL)
    give(text, file, what)
    for sentence in lost:
        click.echo(sentence, err=True)


def refuse_view(view: Sequence[str]) -> None:
    if view:
        raise AffrayError("--players is for a fight; creatures and scenarios are the referee's")


def of_fight(file: str, form: str, view: Sequence[str]) -> str:
    from affray.cli.keeping import load
    from affray.exchange.exporters import fights

    play = load(file)
    return fights.write_fight(play, form, [arguments.known_side(name, play.roster.sides) for name in view])


def of_creatures(what: Sequence[str], form: str) -> tuple[str, tuple[str, ...]]:
    """A scenario alone is written with its title and its sides; all else as creatures."""
    from affray import scenario
    from affray.exchange.exporters import write

    if len(what) == 1 and (what[0] in scenario.examples() or what[0].lower().endswith(SCENARIOS)):
        return write(scenario.load(what[0]), form)
    return write([creature for name in what for creature in found(name)], form)


def found(name: str) -> list[Creature]:
    from affray import scenario
    from affray.exchange.exporters.creatures import creature_of, from_encounter

    if name in scenario.examples() or name.lower().endswith(SCENARIOS):
        return list(from_encounter(scenario.load(name)).creatures)
    if Path(name).exists() or Path(name).suffix:
        return in_text(name)
    return [creature_of(name)]


def in_text(file: str) -> list[Creature]:
    from affray.content.yaml import opened
    from affray.exchange.importers import read

    page = read(opened(file, "a text with stat blocks"))
    if not page.creatures:
        raise AffrayError(f"{file}: there is no stat block in this text; expected for example AC 6 [13], HD 1, …")
    for warning in page.warnings:
        click.echo(f"{file}: {warning}", err=True)
    return list(page.creatures)


def give(text: str, file: Path | None, source: Sequence[str]) -> None:
    """On the screen, or into a file; never over what it was made from, or over a fight."""
    from affray.cli.keeping import begins_like_one
    from affray.play.journal import write as put

    if file is None:
        click.echo(text.rstrip("\n"))
        return
    if begins_like_one(file) or any(file.exists() and Path(name).exists() and file.samefile(name) for name in source):
        raise AffrayError(f"{file} would be lost; name another file")
    put(file, text)
    click.echo(f"Saved in {file}.")


@click.command()
@arguments.scenario
@arguments.rules
@arguments.house
@arguments.settings
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def sheet(
    scenario: str, rules: str | None, house: tuple[str, ...], settings: dict[str, str], file: Path | None
) -> None:
    """Make a sheet to print, for people who play on paper: one page a fight, on A4 or Letter.

    What each must roll against each, boxes for hit points, the round step by step, morale, saves, notes. It is a page
    of HTML; print it from a browser.

    \b
    Example: affray sheet king --rules vanguard -o king.html
    """
    from affray.cli.telling import opened
    from affray.exchange.exporters.sheet import make_sheet, render_sheet

    encounter, book = opened(scenario, rules, house)
    give(render_sheet(make_sheet(encounter, book, settings)), file, [scenario])
