"""`affray import`, `affray export`, `affray sheet`: what comes from other tools and on paper, and what goes there."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence, Sized
from pathlib import Path
from typing import Any

import click

from affray import scenario as scenarios
from affray.cli import fight, options
from affray.cli.fight import SUFFIX, BookChoice, has_journal_header, is_journal, load_readable
from affray.cli.options import find_side
from affray.content.yaml import dump, dump_on_a_line, read_file
from affray.errors import AffrayError, unknown
from affray.exchange import exporters, importers
from affray.exchange.exporters.creatures import creature_of, from_encounter
from affray.exchange.exporters.fights import write_fight
from affray.exchange.exporters.sheet import make_sheet, render_sheet
from affray.exchange.importers import Creature, Field, Page, read
from affray.exchange.importers.creatures import entries_by_kind, kind_of
from affray.files import write_whole
from affray.party import read_party
from affray.play import journal
from affray.play.journal import FIRST_WORDS

STANDARD_INPUT = "-"
MAX_BYTES = 16_000_000  # four for each character that can be read
MAX_WIDTH = 60  # characters of the original beside a field


@click.command("import")
@click.argument("file", metavar="FILE|-")
@click.option("-o", "--save", "scenario", type=click.Path(path_type=Path), metavar="NEW.yaml", help="Save a scenario.")
@click.option("--against", type=click.Path(path_type=Path), metavar="PARTY.yaml", help="The party they fight there.")
@click.option("--bestiary", type=click.Path(path_type=Path), metavar="NEW.yaml", help="Save the entries by name.")
@click.option("--block", default="", metavar="NAME", help="Print the entry of one creature, for a scenario.")
@click.option("--form", default="", metavar="FORM", help="The format, if it is not recognized.")
@click.option("--json", "as_json", is_flag=True, help="Print what was read as JSON.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option(
    "--data", type=click.Path(path_type=Path), metavar="FOLDER", help="For a saved fight: the table's folder."
)
@click.option("--database", metavar="URL", help="... or its PostgreSQL URL.")
def import_file(
    file: str,
    scenario: Path | None,
    against: Path | None,
    bestiary: Path | None,
    block: str,
    form: str,
    as_json: bool,
    force: bool,
    data: Path | None,
    database: str | None,
) -> None:
    """Import stat blocks, encounters or a saved fight.

    Every field is shown with the words it was read from. Lines with ! are things to check; what a block leaves out is
    taken from the book's creature of that name, from the hit dice, or assumed, and the line says so. FILE may be - for
    standard input, and as long as a whole chapter or pack.

    \b
    Example: affray import page.txt -o marsh.yaml --against lanterns.yaml
             affray import page.txt --bestiary monsters.yaml
             affray import page.txt --block "bog hound"
             affray import ford.fight
    """
    text = read_text(file)
    if text.startswith(FIRST_WORDS) or file.endswith(SUFFIX):
        from affray.cli.table import import_journal

        click.echo(import_journal(text, file, data, database))
        return
    if against is not None and scenario is None:
        raise AffrayError("--against belongs to a scenario; name its file with -o")
    page = read_page(text, file, form)
    if block:
        one = find_block(page, block)
        click.echo(dump({"creatures": {one.kind: one.entry()}}), nl=False)
    else:
        click.echo(page_json(page) if as_json else "\n".join(preview(page)))
    if scenario is not None:
        write_new(scenario, page.scenario(title_of_page(page, file), party_beside(against, scenario)), force)
    if bestiary is not None:
        write_new(bestiary, bestiary_text(page), force)
    for target in filter(None, (scenario, bestiary)):
        click.echo(f"Written to {target}.", err=as_json or bool(block))


def find_block(page: Page, name: str) -> Creature:
    """Find the creature of a page that has this name."""
    kinds = entries_by_kind(page.creatures)
    if (found := kinds.get(kind_of(name))) is None:
        raise AffrayError(unknown("creature", name, list(kinds)))
    return found


def title_of_page(page: Page, file: str) -> str:
    """Return the title of a scenario: the name of the file, or of the first creature."""
    words = " ".join(re.split(r"[\W_]+", Path(file).stem)).strip() if file != STANDARD_INPUT else ""
    return words.capitalize() or (page.creatures[0].name if page.creatures else "Imported")


def party_beside(party: Path | None, scenario: Path) -> str:
    """Return the path of a party file as a scenario beside it names it."""
    if party is None:
        return ""
    if not party.exists():
        raise AffrayError(f"{party}: no such file; expected a party file, which `affray new party` makes")
    read_party(party)
    return Path(os.path.relpath(party, scenario.parent)).as_posix()


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
    if not page.creatures and not page.players and page.doubts:
        raise AffrayError(f"{file}: {page.doubts[0]}")
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
    found = [number_of(page.creatures, "creature"), *([number_of(page.players, "player")] if page.players else [])]
    yield f"{', '.join(found)}; {number_of(range(many), 'thing') if many else 'nothing'} to check"


def number_of(things: Sized, word: str) -> str:
    """Return 1 creature, 2 creatures."""
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"


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
    beside = f"  < {shorten(field.text)}" if field.text else "  (derived)"
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
    fields = [
        {"key": f.key, "value": f.value, "text": f.text, "doubt": f.doubt, "remark": f.remark} for f in creature.fields
    ]
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


def write_new(target: Path, text: str, force: bool = False) -> None:
    """Write a file that is not there yet."""
    if os.path.exists(target) and not force:
        raise AffrayError(f"{target} already exists; name another file, or use --force")
    write_whole(target, text)


# --- write and sheet: what people take away, in the forms that others read, and on paper

SCENARIO_ENDINGS = (".yaml", ".yml")
FIGHT_ID = re.compile(r"[0-9a-f]{12}")  # of the table
DEFAULT_FORM, DEFAULT_FORM_OF_FIGHTS = "one-line", "markdown"


@click.command("export")
@click.argument("what", nargs=-1, metavar="[NAME|FILE|FIGHT]...")
@click.option("--as", "form", metavar="FORM", help="The format.  [default: one-line; for a fight markdown or journal]")
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Output file.")
@options.view_option
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="For a fight: the table's folder.")
@click.option("--database", metavar="URL", help="... or its PostgreSQL URL.")
def export_command(
    what: tuple[str, ...],
    form: str | None,
    file: Path | None,
    view: tuple[str, ...],
    data: Path | None,
    database: str | None,
) -> None:
    """Export creatures, scenarios and fights to other formats.

    A NAME is a monster or an example; a FILE a scenario (.yaml), a saved fight, or any text with stat blocks. A FIGHT
    is one of the table: its id, `last`, or `all`, which saves each into a folder; without anything these are listed.

    Creatures and scenarios: one-line, ascending, markdown, obsidian, statblock, improved-initiative, foundry, yaml. A
    fight: markdown, html, jsonl, text; from the table also journal. What a format can't carry is printed.

    \b
    Example: affray export goblin "owl bear" --as foundry -o goblins.json
             affray export orcs --as obsidian -o orcs.md
             affray export ford.fight --as html -o ford.html
             affray export last -o ford.fight
    """
    if not what or (len(what) == 1 and is_fight_of_table(what[0], data, database)):
        from affray.cli.table import export_from_table

        refuse_view(view)
        export_from_table(what[0] if what else None, data, database, form, file)
    else:
        write_what(what, form, file, view)


def is_fight_of_table(name: str, data: Path | None, database: str | None) -> bool:
    """Return whether a name is a fight of the table: its id, which no monster, example or file has."""
    if data is not None or database is not None or name in ("last", "all"):
        return True
    return bool(FIGHT_ID.fullmatch(name)) and not (os.path.exists(name) or is_scenario(name))


@click.command("write")
@click.argument("what", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option("--as", "form", metavar="FORM", help="The format.  [default: one-line; for a fight markdown]")
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Output file.")
@options.view_option
def write_command(what: tuple[str, ...], form: str | None, file: Path | None, view: tuple[str, ...]) -> None:
    """Export creatures, scenarios or fights to other formats.

    The old name of `affray export`.

    \b
    Example: affray write goblin "owl bear" --as ascending
    """
    write_what(what, form, file, view)


def write_what(what: tuple[str, ...], form: str | None, file: Path | None, view: tuple[str, ...]) -> None:
    """Write creatures or a saved fight in a format, and say what it can't carry."""
    journals = [name for name in what if is_journal(name)]
    if journals and len(what) > 1:
        raise AffrayError(f"{journals[0]} is a saved fight; a fight is exported alone")
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
@fight.scenario_or_orcs_argument
@fight.book_options
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
