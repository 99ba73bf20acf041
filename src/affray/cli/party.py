"""`affray party`: how a party fares, and what its characters have been through."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from affray.engine.encounter import Party

Json = dict[str, Any]


@click.command()
@click.argument("party", metavar="PARTY")
@click.argument("journals", metavar="[FIGHT]...", nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Where the table keeps everything.")
@click.option("--database", metavar="URL", help="... or in which PostgreSQL database.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def party(party: str, journals: tuple[str, ...], data: Path | None, database: str | None, as_json: bool) -> None:
    """Show how a PARTY fares: a file, or by its name one that the table keeps.

    With the journals of its FIGHTs it tells of each character: fights, kills, close calls. A party of the table knows
    them by itself.

    \b
    Example: affray party lanterns.yaml ford.fight --json
    """
    from affray.party import read_party

    if Path(party).is_file():
        found, told = read_party(party), [deed for journal in journals for deed in deeds_of(party, journal)]
    else:
        found, told = kept(party, data, database)
    click.echo(json.dumps(as_object(found, told), ensure_ascii=False) if as_json else in_words(found, told))


def deeds_of(party: str, journal: str) -> list[Json]:
    """Of those in a fight who came from a file of that name; none while it isn't over."""
    from affray.cli.keeping import load
    from affray.party.history import deeds

    play = load(journal)
    files = {side.file for side in play.encounter.sides if Path(side.file).name == Path(party).name}
    return [one.as_json() for file in files for one in deeds(play, file)] if play.over else []


def kept(name: str, data: Path | None, database: str | None) -> tuple[Party, list[Json]]:
    from affray.cli.table import there
    from affray.errors import AffrayError, unknown
    from affray.server import shelves

    store = there(data, database)
    try:
        found = shelves.of_name(store, shelves.PARTIES, name)
        if found is None:
            names = [one.name for one in shelves.everything(store, shelves.PARTIES).values()]
            raise AffrayError(f"there is no file {name!r}, and at the table: {unknown('party', name, names)}")
        standing = shelves.holding(shelves.changes(store, found)).values()
        return found.party, [deed for change in standing for deed in change.deeds]
    finally:
        store.close()


def as_object(found: Party, told: Sequence[Json]) -> Json:
    from affray.party import keys_of
    from affray.party.history import histories

    return {"party": found.name, "members": [keys_of(m) for m in found.members], "histories": histories(told)}


def in_words(found: Party, told: Sequence[Json]) -> str:
    from affray.party import as_it_fares
    from affray.party.history import Deeds, histories

    known = {history["name"]: history for history in histories(told)}
    lines = [found.name]
    for member in found.members:
        lines.append(f"{member.name or member.kind}: {as_it_fares(member)}")
        if history := known.get(member.name):
            lines.append(f"  {counted(history)}")
            lines += [f"  {Deeds(**deed).words()}" for deed in history["deeds"]]
    return "\n".join(lines)


def counted(history: Json) -> str:
    words = [(history["fights"], "fight"), (history["kills"], "kill"), (history["close"], "close call")]
    return ", ".join(f"{many} {word}{'' if many == 1 else 's'}" for many, word in words)
