"""`affray table`: a small server and its page; and what it keeps, as files: backup, export, import."""

from __future__ import annotations

from pathlib import Path

import click

from affray.errors import AffrayError, unknown
from affray.exchange.exporters import fights as exported
from affray.files import data_folder
from affray.play import journal
from affray.play.start import from_journal
from affray.server import app
from affray.server.live import add_fight
from affray.server.store import Store, open_store

DEFAULT_PORT = 8787
LAST = "last"
JOURNAL = "journal"  # the form of a fight from which it can be played on


@click.command("table")
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="0 takes any.")
@click.option("--lan", is_flag=True, help="Let phones and other machines in this network join.")
@click.option("--no-browser", is_flag=True, help="Don't open the page.")
@click.option("--address", "addresses", multiple=True, metavar="URL", help="Where a proxy before it is reached.")
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Where it keeps everything.")
@click.option("--database", metavar="URL", help="A PostgreSQL database instead: postgresql://…")
def table_command(
    port: int, lan: bool, no_browser: bool, addresses: tuple[str, ...], data: Path | None, database: str | None
) -> None:
    """Run a fight with real people: a page for the referee, and one for each player's phone.

    Example: affray table --lan
    """
    place = app.Place(port, lan, store_address(data, database), app.new_key(), addresses)
    app.serve(place, lambda words: click.echo(words), not no_browser)


def store_address(data: Path | None, database: str | None) -> Path | str:
    """Return the file or the database in which a table keeps its fights."""
    if data is not None and database is not None:
        raise AffrayError("--data and --database are two places; name one of them")
    return database or (data or data_folder()) / app.FILE


def open_existing_store(data: Path | None, database: str | None) -> Store:
    """Open what a table has kept; nothing is made here."""
    place = store_address(data, database)
    if isinstance(place, Path) and not place.is_file():
        raise AffrayError(f"no table has kept anything at {place}; name its folder with --data")
    return open_store(place)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Where the table keeps everything.")
def backup(file: Path, data: Path | None) -> None:
    """Copy all that the table has kept into one FILE, even while it runs.

    Example: affray backup all-fights.db
    """
    store = open_existing_store(data, None)
    try:
        store.backup(file)
    finally:
        store.close()
    click.echo(f"Everything is in {file}.")


@click.command()
@click.argument("fight", required=False)
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Where the table keeps everything.")
@click.option("--database", metavar="URL", help="... or in which PostgreSQL database.")
@click.option("--as", "form", metavar="FORM", help="journal, markdown, html, jsonl or text.  [default: journal]")
@click.option("-o", "--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def export(fight: str | None, data: Path | None, database: str | None, form: str | None, file: Path | None) -> None:
    """Give a FIGHT of the table as its journal: by its id, or the `last`; without one, list them.

    As what else it can be had, `affray write` says.

    Example: affray export last --save ford.fight
    """
    store = open_existing_store(data, database)
    try:
        text = journal_of(store, fight) if fight else fight_list(store)
    finally:
        store.close()
    other = form not in (None, JOURNAL)
    if fight and other:
        text = convert_journal(text, fight, str(form))
    if file is None or not fight:
        click.echo(text, nl=False)
        return
    journal.write_whole(file, text)
    click.echo(f"Saved in {file}" + ("." if other else f"; `affray replay {file}` tells it again."))


def convert_journal(text: str, fight: str, form: str) -> str:
    """Write the fight of a journal in another form."""
    play, error = from_journal(text, fight)
    if error is not None:
        raise error
    return exported.write_fight(play, form)


def fight_list(store: Store) -> str:
    return "".join(f"{fight.id}  {fight.title}\n" for fight in store.fights()) or "no fights yet\n"


def journal_of(store: Store, id: str) -> str:
    fights = {fight.id: fight for fight in store.fights()}
    if id == LAST and fights:
        id = list(fights)[-1]
    if id not in fights:
        raise AffrayError(unknown("fight", id, [*fights, LAST]))
    return fights[id].header + "".join(f"{line.text}\n" for line in store.entries(id))


def import_journal(text: str, name: str, data: Path | None, database: str | None) -> str:
    """Put a fight into the table's store by its journal; say where it is."""
    play, error = from_journal(text, name)
    if error is not None:
        raise error
    store = open_store(store_address(data, database))
    try:
        fight, _ = add_fight(store, play, [])
    finally:
        store.close()
    return f"{fight.title} is at the table now, as {fight.id}."
