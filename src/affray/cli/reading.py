"""`affray import`: stat blocks and exports of other tools, shown as they were read; or a journal for the table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from affray.errors import AffrayError

if TYPE_CHECKING:
    from affray.exchange.importers import Creature, Field, Page

STANDARD_INPUT = "-"
LARGEST = 800_000  # bytes: four for each character that can be read
WIDEST = 60  # characters of the original beside a field


@click.command("import")
@click.argument("file", metavar="FILE|-")
@click.option("-o", "scenario", type=click.Path(path_type=Path), metavar="NEW.yaml", help="Write it as a scenario.")
@click.option("--bestiary", type=click.Path(path_type=Path), metavar="NEW.yaml", help="Write its entries by name.")
@click.option("--form", default="", metavar="FORM", help="What it is, where that can't be found out.")
@click.option("--json", "as_json", is_flag=True, help="What was read, as JSON.")
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Of a journal: where the table is.")
@click.option("--database", metavar="URL", help="... or in which PostgreSQL database.")
def take_in(
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
    from affray.cli.keeping import SUFFIX
    from affray.cli.table import take_in_journal
    from affray.play.journal import FIRST_LINE

    text = said_in(file)
    if text.startswith(FIRST_LINE) or file.endswith(SUFFIX):
        click.echo(take_in_journal(text, file, data, database))
        return
    page = read(text, file, form)
    click.echo(as_data(page) if as_json else "\n".join(preview(page)))
    if scenario is not None:
        keep(scenario, page.scenario())
    if bestiary is not None:
        keep(bestiary, entries(page))
    for target in filter(None, (scenario, bestiary)):
        click.echo(f"Written to {target}.", err=as_json)


def said_in(file: str) -> str:
    """The text of a file or of standard input; a journal may be longer than a page."""
    from affray.play.journal import FIRST_LINE
    from affray.play.journal import LARGEST as LONGEST_JOURNAL

    with sys.stdin.buffer if file == STANDARD_INPUT else Path(file).open("rb") as stream:
        start = stream.read(len(FIRST_LINE))
        journal = start == FIRST_LINE.encode()
        most = LONGEST_JOURNAL if journal else LARGEST
        raw = start + stream.read(most + 1)
    if len(raw) > most:
        raise AffrayError(f"{file} has more than {most:,} bytes; that is no page of stat blocks")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")  # as older programs of Windows save text


def read(text: str, file: str, form: str) -> Page:
    from affray.exchange.importers import read

    page = read(text, form)
    if not page.creatures and not page.players:
        raise AffrayError(f"{file}: nothing in it looks like a stat block, an encounter or a journal of Affray")
    return page


# --- shown


def preview(page: Page) -> Iterator[str]:
    for creature in page.creatures:
        yield from shown(creature)
        yield ""
    for player in page.players:
        yield f"{player.get('name', 'a player')} (player)"
        yield from (f"  {key:<12} {value}" for key, value in player.items() if key != "name")
        yield ""
    for doubt in page.doubts:
        yield f"! {doubt}"
    for piece in page.lost:
        yield f"! not read: {one_line(piece)}"
    many = sum(len(creature.warnings) for creature in page.creatures) + len(page.doubts) + len(page.lost)
    yield f"{len(page.creatures)} creatures, {len(page.players)} players; {many or 'nothing'} to look at"


def shown(creature: Creature) -> Iterator[str]:
    many = f", {creature.count} of them" if creature.count else ""
    yield f"{creature.name} ({creature.format or 'by name'}{many})"
    width = max((len(str(field.value)) for field in creature.fields), default=0)
    for field in creature.fields:
        yield from as_read(field, min(width, WIDEST // 2))
    if creature.hp:
        yield f"  {'hp':<12} {', '.join(map(str, creature.hp))}"
    for doubt in creature.doubts:
        yield f"  ! {doubt}"
    for note in creature.notes:
        yield f"  note: {note}"


def as_read(field: Field, width: int) -> Iterator[str]:
    beside = f"  < {one_line(field.text)}" if field.text else "  (worked out)"
    yield f"  {field.key:<12} {field.value!s:<{width}}{beside}".rstrip()
    if field.doubt:
        yield f"  ! {field.key}: {field.doubt}"


def one_line(text: str) -> str:
    """Short, and with nothing in it that a terminal would obey."""
    words = "".join(c if c.isprintable() else " " for c in text)
    words = " ".join(words.split())
    return words if len(words) <= WIDEST else f"{words[: WIDEST - 1]}…"


def as_data(page: Page) -> str:
    said = {
        "creatures": [of_creature(each) for each in page.creatures],
        "players": list(page.players),
        "lost": list(page.lost),
        "warnings": list(page.warnings),
    }
    return json.dumps(said, ensure_ascii=False, indent=1)


def of_creature(creature: Creature) -> dict[str, Any]:
    fields = [{"key": f.key, "value": f.value, "text": f.text, "doubt": f.doubt} for f in creature.fields]
    same = ("text", "notes", "doubts", "warnings", "count", "hp", "hidden", "friendly")
    said = {"name": creature.name, "form": creature.format} | {name: getattr(creature, name) for name in same}
    return said | {"fields": fields, "entry": creature.entry()}


# --- written


def entries(page: Page) -> str:
    """As the file monsters.yaml of a pack has them."""
    from affray.content.yaml import dump_on_a_line
    from affray.exchange.importers.creatures import entries_by_kind as by_kind

    found = by_kind(page.creatures)
    if not found:
        raise AffrayError("there is no stat block in it, so there are no entries to write")
    return "".join(f"{dump_on_a_line({name: each.entry()})[1:-1]}\n" for name, each in found.items())


def keep(target: Path, text: str) -> None:
    from affray.play.journal import write

    if target.exists():
        raise AffrayError(f"{target} is there already; name another file")
    write(target, text)
