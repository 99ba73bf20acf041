"""`affray import`, `affray write` and `affray sheet`: what comes from other tools and on paper, and what goes there."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from affray import scenario as scenarios
from affray.cli import options, setup
from affray.cli.options import find_side
from affray.cli.setup import SUFFIX, BookChoice, has_journal_header, is_journal, load_readable
from affray.content.yaml import dump_on_a_line, read_file
from affray.errors import AffrayError
from affray.exchange import exporters, importers
from affray.exchange.exporters.creatures import creature_of, from_encounter
from affray.exchange.exporters.fights import write_fight
from affray.exchange.exporters.sheet import make_sheet, render_sheet
from affray.exchange.importers import Creature, Field, Page, read
from affray.exchange.importers.creatures import entries_by_kind
from affray.files import write_whole
from affray.play import journal
from affray.play.journal import FIRST_WORDS

STANDARD_INPUT = "-"
MAX_BYTES = 16_000_000  # four for each character that can be read
MAX_WIDTH = 60  # characters of the original beside a field


@click.command("import")
@click.argument("file", metavar="FILE|-")
@click.option("-o", "scenario", type=click.Path(path_type=Path), metavar="NEW.yaml", help="Write it as a scenario.")
@click.option("--bestiary", type=click.Path(path_type=Path), metavar="NEW.yaml", help="Write its entries by name.")
@click.option("--form", default="", metavar="FORM", help="What it is, where that can't be found out.")
@click.option("--json", "as_json", is_flag=True, help="What was read, as JSON.")
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Of a journal: where the table is.")
@click.option("--database", metavar="URL", help="... or in which PostgreSQL database.")
def import_file(
    file: str,
    scenario: Path | None,
    bestiary: Path | None,
    form: str,
    as_json: bool,
    data: Path | None,
    database: str | None,
) -> None:
    """Import stat blocks, encounters or a saved fight.

    Every field is shown as it was read, with the words it was read from, and whatever a person should look at. FILE
    may be - for standard input.

    \b
    Example: affray import page.txt -o marsh.yaml
             affray import ford.fight
    """
    text = read_text(file)
    if text.startswith(FIRST_WORDS) or file.endswith(SUFFIX):
        from affray.cli.table import import_journal

        click.echo(import_journal(text, file, data, database))
        return
    page = read_page(text, file, form)
    click.echo(page_json(page) if as_json else "\n".join(preview(page)))
    if scenario is not None:
        write_new(scenario, page.scenario())
    if bestiary is not None:
        write_new(bestiary, bestiary_text(page))
    for target in filter(None, (scenario, bestiary)):
        click.echo(f"Written to {target}.", err=as_json)


def read_text(file: str) -> str:
    """Read the text of a file or of standard input; a journal may be longer than a page."""
    with sys.stdin.buffer if file == STANDARD_INPUT else Path(file).open("rb") as stream:
        start = stream.read(len(FIRST_WORDS))
        most = journal.LARGEST if start == FIRST_WORDS.encode() else MAX_BYTES
        raw = start + stream.read(most + 1)
    if len(raw) > most:
        raise AffrayError(f"{file} has more than {most:,} bytes; that is no page of stat blocks")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")  # as older programs of Windows save text


def read_page(text: str, file: str, form: str) -> Page:
    """Read whatever a text holds, and refuse one that holds nothing."""
    page = importers.read(text, form)
    if not page.creatures and not page.players:
        raise AffrayError(f"{file}: nothing in it looks like a stat block, an encounter or a journal of Affray")
    return page


# --- what was read


def preview(page: Page) -> Iterator[str]:
    for creature in page.creatures:
        yield from preview_creature(creature)
        yield ""
    for player in page.players:
        yield f"{player.get('name', 'a player')} (player)"
        yield from (f"  {key:<12} {value}" for key, value in player.items() if key != "name")
        yield ""
    for doubt in page.doubts:
        yield f"! {doubt}"
    for piece in page.lost:
        yield f"! not read: {shorten(piece)}"
    for piece in page.skipped:
        yield f"no stat block: {shorten(piece)}"
    many = sum(len(creature.warnings) for creature in page.creatures) + len(page.doubts) + len(page.lost)
    yield f"{len(page.creatures)} creatures, {len(page.players)} players; {many or 'nothing'} to look at"


def preview_creature(creature: Creature) -> Iterator[str]:
    many = f", {creature.count} of them" if creature.count else ""
    yield f"{creature.name} ({creature.format or 'by name'}{many})"
    width = max((len(str(field.value)) for field in creature.fields), default=0)
    for field in creature.fields:
        yield from preview_field(field, min(width, MAX_WIDTH // 2))
    if creature.hp:
        yield f"  {'hp':<12} {', '.join(map(str, creature.hp))}"
    for doubt in creature.doubts:
        yield f"  ! {doubt}"
    for remark in creature.remarks:
        yield f"    {remark}"
    for note in creature.notes:
        yield f"  note: {note}"


def preview_field(field: Field, width: int) -> Iterator[str]:
    beside = f"  < {shorten(field.text)}" if field.text else "  (worked out)"
    yield f"  {field.key:<12} {field.value!s:<{width}}{beside}".rstrip()
    if field.doubt:
        yield f"  ! {field.key}: {field.doubt}"
    if field.remark:
        yield f"    {field.key}: {field.remark}"


def shorten(text: str) -> str:
    """Cut a text to one line, without anything that a terminal would obey."""
    words = "".join(c if c.isprintable() else " " for c in text)
    words = " ".join(words.split())
    return words if len(words) <= MAX_WIDTH else f"{words[: MAX_WIDTH - 1]}…"


def page_json(page: Page) -> str:
    data = {
        "creatures": [creature_json(each) for each in page.creatures],
        "players": list(page.players),
        "lost": list(page.lost),
        "warnings": list(page.warnings),
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def creature_json(creature: Creature) -> dict[str, Any]:
    fields = [{"key": f.key, "value": f.value, "text": f.text, "doubt": f.doubt} for f in creature.fields]
    same = ("text", "notes", "doubts", "warnings", "count", "hp", "hidden", "friendly")
    data = {"name": creature.name, "form": creature.format} | {name: getattr(creature, name) for name in same}
    return data | {"fields": fields, "entry": creature.entry()}


# --- new files


def bestiary_text(page: Page) -> str:
    """Write the creatures as the file monsters.yaml of a pack has them."""
    found = entries_by_kind(page.creatures)
    if not found:
        raise AffrayError("there is no stat block in it, so there are no entries to write")
    return "".join(f"{dump_on_a_line({name: each.entry()})[1:-1]}\n" for name, each in found.items())


def write_new(target: Path, text: str) -> None:
    """Write a file that is not there yet."""
    if os.path.exists(target):
        raise AffrayError(f"{target} is there already; name another file")
    write_whole(target, text)


# --- write and sheet: what people take away, in the forms that others read, and on paper

SCENARIO_ENDINGS = (".yaml", ".yml")
DEFAULT_FORM, DEFAULT_FORM_OF_FIGHTS = "one-line", "markdown"


@click.command("write")
@click.argument("what", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option("--as", "form", metavar="FORM", help="The form.  [default: one-line; of a fight markdown]")
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@options.view_option
def write_command(what: tuple[str, ...], form: str | None, file: Path | None, view: tuple[str, ...]) -> None:
    """Export creatures, scenarios or fights to other formats.

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
    play, trouble = load_readable(file)
    if trouble is not None:
        click.echo(f"{trouble}; written is what comes before", err=True)
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
    if os.path.exists(name) or Path(name).suffix:
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
        os.path.exists(file) and os.path.exists(name) and os.path.samefile(file, name) for name in source
    ):
        raise AffrayError(f"{file} would be lost; name another file")
    write_whole(file, text)
    click.echo(f"Saved in {file}.")


@click.command()
@setup.scenario_or_orcs_argument
@setup.book_options
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def sheet(scenario: str, choice: BookChoice, file: Path | None) -> None:
    """Make a printable sheet of a fight.

    What each must roll against each, boxes for hit points, the round step by step, morale, saves, notes. It is a page
    of HTML; print it from a browser.

    \b
    Example: affray sheet king --rules vanguard -o king.html
    """
    encounter, book = choice.open(scenario)
    print_or_write(render_sheet(make_sheet(encounter, book, choice.settings)), file, [scenario])
