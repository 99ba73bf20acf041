"""`affray table`, and its saved fights as files: `backup`, `export`, `recover`, and the import of a journal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from affray.cli.fight import has_journal_header
from affray.errors import AffrayError, unknown
from affray.exchange.exporters import fights as exported
from affray.files import data_folder, make_private_folder, name_in_errors, write_whole
from affray.play.journal import RULE, JournalError, parse_journal, read_lines
from affray.play.start import from_journal, replay_file
from affray.server import app
from affray.server.live import add_fight
from affray.server.owner import forget_key
from affray.server.store import Damaged, DamagedText, FightTitle, Store, hold, is_database, open_store
from affray.server.store.recovery import Recovered, recover_store

DEFAULT_PORT = 8787
LAST, ALL = "last", "all"
EXIT_PARTLY = 1  # exit code: something was left out
JOURNAL = "journal"  # the form of a fight from which it can be played on
ENDINGS = {JOURNAL: "fight", "markdown": "md", "text": "txt"}  # of files in a form; of others the form itself


@click.command("table")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0: any free port."
)
@click.option("--lan", is_flag=True, help="Let phones and other machines in this network join.")
@click.option("--new-key", is_flag=True, help="Make a new owner's link; the old one stops working.")
@click.option("--no-browser", is_flag=True, help="Don't open the page.")
@click.option(
    "--address",
    "addresses",
    multiple=True,
    metavar="URL",
    help="Address of a proxy in front; may be repeated.",
)
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Data folder.")
@click.option("--database", metavar="URL", help="PostgreSQL database instead: postgresql://…")
def table_command(
    port: int,
    lan: bool,
    new_key: bool,
    no_browser: bool,
    addresses: tuple[str, ...],
    data: Path | None,
    database: str | None,
) -> None:
    """Run a fight for a group, in the browser.

    Opens the referee's page; players join from their phones.

    Example: affray table --lan
    """
    if new_key:
        forget_key(store_address(data, database))
    place = app.Place(port, lan, store_address(data, database), named=addresses)
    app.serve(place, lambda words: click.echo(words), not no_browser)


def store_address(data: Path | None, database: str | None) -> Path | str:
    """Return the file or the database in which a table keeps its fights."""
    if data is not None and database is not None:
        raise AffrayError("--data and --database can't be combined; choose one")
    if database and not is_database(database):
        raise AffrayError("--database takes postgresql://USER@HOST/NAME; a folder is named with --data")
    return database or (data or data_folder()) / app.FILE


def open_existing_store(data: Path | None, database: str | None) -> Store:
    """Open a table's store to read it; nothing is created or changed."""
    place = store_address(data, database)
    if isinstance(place, Path) and not os.path.isfile(place):
        raise AffrayError(f"no saved table at {place}; name its folder with --data")
    return open_store(place, reading=True)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="The table's data folder.")
def backup(file: Path, data: Path | None) -> None:
    """Back up all saved fights to one file.

    Works while the table runs. The copy is verified before it replaces an older one.

    Example: affray backup all-fights.db
    """
    store = open_existing_store(data, None)
    try:
        store.backup(file)
    except Damaged as error:
        raise AffrayError(f"{error}. {what_can_be_had(store)}") from None
    finally:
        store.close()
    click.echo(f"Everything is saved in {file}.")


def what_can_be_had(store: Store) -> str:
    way = "`affray recover` saves everything readable to a new file"
    try:
        fights = store.fights()
    except AffrayError:
        return way
    readable = sum(not trouble for _, trouble in map(partial(journal_or_trouble, store), fights))
    return f"{readable} of {len(fights)} fights can still be exported (`affray export all`); {way}"


def export_from_table(
    fight: str | None, data: Path | None, database: str | None, form: str | None, file: Path | None
) -> None:
    """List the fights of the table, or export one of them or all into a folder; damaged ones are named."""
    store = open_existing_store(data, database)
    try:
        if fight is None:
            list_fights(store)
        elif fight == ALL:
            export_all(store, form or JOURNAL, file)
        else:
            export_one(journal_of(store, fight), fight, form or JOURNAL, file)
    finally:
        store.close()


def list_fights(store: Store) -> None:
    fights = store.fights()
    for one in fights:
        click.echo(f"{one.id}  {one.title}")
    if not fights:
        click.echo("no fights yet")
    exit_naming([trouble for _, trouble in map(partial(journal_or_trouble, store), fights) if trouble])


def export_all(store: Store, form: str, folder: Path | None) -> None:
    """Write all fights into a folder, each under its id, and name those that are damaged."""
    if folder is None:
        raise AffrayError("`all` is written into a folder; name it with --save")
    troubles, written = list[str](), 0
    with name_in_errors(folder):
        make_private_folder(folder)
    for one in store.fights():
        text, trouble = journal_or_trouble(store, one)
        try:
            if not trouble:
                write_whole(folder / f"{one.id}.{ENDINGS.get(form, form)}", in_form(text, one.id, form), private=True)
                written += 1
        except JournalError as error:
            trouble = f"{one.id}  {one.title}: {error}"
        troubles += [trouble] if trouble else []
    click.echo(f"{written} fight{'' if written == 1 else 's'} saved in {folder}.")
    exit_naming(troubles)


def exit_naming(troubles: Sequence[str]) -> None:
    for trouble in troubles:
        click.echo(f"Damaged and left out: {trouble}", err=True)
    if troubles:
        click.echo("`affray recover` saves what can be read of them.", err=True)
        raise click.exceptions.Exit(EXIT_PARTLY)


def export_one(text: str, fight: str, form: str, file: Path | None) -> None:
    text = in_form(text, fight, form)
    if file is None:
        click.echo(text, nl=False)
        return
    write_whole(file, text, private=True)
    again = f"; `affray replay {file}` replays it." if form == JOURNAL else "."
    click.echo(f"Saved in {file}{again}")


def in_form(text: str, fight: str, form: str) -> str:
    """Write the fight of a journal in another form."""
    if form == JOURNAL:
        return text
    play, error = from_journal(text, fight)
    if error is not None:
        raise error
    return exported.write_fight(play, form)


def journal_or_trouble(store: Store, fight: FightTitle) -> tuple[str, str]:
    """Return the journal of a fight, or which fight it is and why it can't be had."""
    try:
        return read_fight(store, fight), ""
    except AffrayError as error:
        return "", f"{fight.id}  {fight.title}: {error}"


def read_fight(store: Store, fight: FightTitle) -> str:
    """Return the journal of a fight, if nothing in it is damaged."""
    record = store.fight(fight.id)
    if record is None:
        raise Damaged("its row in the database can't be found")
    entries = store.entries(fight.id)
    for entry in entries:
        if isinstance(entry.text, DamagedText):
            raise Damaged(f"its entry {entry.number} of {len(entries)} is damaged in the database")
    text = record.header + "".join(f"{entry.text}\n" for entry in entries)
    parse_journal(Path(fight.id), text.split("\n"))
    return text


def journal_of(store: Store, id: str) -> str:
    fights = {fight.id: fight for fight in store.fights()}
    if id == LAST and fights:
        id = list(fights)[-1]
    if id not in fights:
        raise AffrayError(unknown("fight", id, [*fights, LAST, ALL]))
    try:
        return read_fight(store, fights[id])
    except (Damaged, JournalError) as error:
        raise AffrayError(f"{error}; `affray recover` saves what can be read of it") from None


def import_journal(text: str, name: str, data: Path | None, database: str | None) -> str:
    """Put a fight into the table's store by its journal; say where it is."""
    play, error = from_journal(text, name)
    if error is not None:
        raise error
    place = store_address(data, database)
    with hold(place), closing(open_store(place)) as store:
        fight, _ = add_fight(store, play, [])
    return f"{fight.title} is at the table now, as {fight.id}."


# --- damaged files


@click.command("recover")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--save", "-o", "target", type=click.Path(path_type=Path), metavar="NEW", help="The new file.")
def recover_command(file: Path | None, target: Path | None) -> None:
    """Recover what can be read of a damaged file.

    FILE is a saved fight or a table's database; the default is the table's own. The result is a new file,
    NAME-recovered; the damaged one stays as it is. Losses are named, and the exit status is then 1.

    \b
    Example: affray recover ford.fight
             affray recover all-fights.db --save sound.db
    """
    source = file or data_folder() / app.FILE
    place = target or source.with_name(f"{source.stem}-recovered{source.suffix}")
    if os.path.exists(place):
        raise AffrayError(f"{place} already exists; choose another name with --save")
    found = recover_journal(source, place) if has_journal_header(source) else recover_store(source, place)
    click.echo(found.summary)
    for line in found.lost:
        click.echo(line, err=True)
    if found.lost:
        raise click.exceptions.Exit(EXIT_PARTLY)


def recover_journal(source: Path, target: Path) -> Recovered:
    """Save the sound part of a journal."""
    play, trouble = replay_file(source)
    play.save(target)
    known = len(play.entries)
    lines = read_lines(source)
    of = sum(line != "" for line in lines[lines.index(RULE) + 1 :])
    lost = [str(trouble)] if trouble else [f"{source}: the last line is incomplete"] if of > known else []
    return Recovered(f"{known} of {of} entries are readable and saved in {target}.", lost)
