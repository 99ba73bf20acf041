"""`affray import`: stat blocks and exports of other tools, shown as they were read; or a journal for the table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from affray.cli.setup import SUFFIX
from affray.content.yaml import dump_on_a_line
from affray.errors import AffrayError
from affray.exchange import importers
from affray.exchange.importers import Creature, Field, Page
from affray.exchange.importers.creatures import entries_by_kind
from affray.play import journal
from affray.play.journal import FIRST_LINE

STANDARD_INPUT = "-"
MAX_BYTES = 800_000  # bytes: four for each character that can be read
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
    """Read stat blocks, an encounter, or another tool's export; or take a fight's journal into the table.

    Every field is shown as it was read, with the words it was read from, and whatever a person should look at. FILE
    may be - for standard input.

    \b
    Example: affray import page.txt -o marsh.yaml
             affray import ford.fight
    """
    text = read_text(file)
    if text.startswith(FIRST_LINE) or file.endswith(SUFFIX):
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
        start = stream.read(len(FIRST_LINE))
        most = journal.LARGEST if start == FIRST_LINE.encode() else MAX_BYTES
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
    for note in creature.notes:
        yield f"  note: {note}"


def preview_field(field: Field, width: int) -> Iterator[str]:
    beside = f"  < {shorten(field.text)}" if field.text else "  (worked out)"
    yield f"  {field.key:<12} {field.value!s:<{width}}{beside}".rstrip()
    if field.doubt:
        yield f"  ! {field.key}: {field.doubt}"


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
    if target.exists():
        raise AffrayError(f"{target} is there already; name another file")
    journal.write_whole(target, text)
