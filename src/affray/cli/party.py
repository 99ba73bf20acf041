"""`affray party` and `affray rest`: how a party fares, its history, and days between fights."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from affray.cli import options, setup
from affray.cli.options import JsonObject, print_json
from affray.cli.setup import load_fight
from affray.engine.encounter import Party
from affray.errors import AffrayError, unknown
from affray.party import aftermath, as_it_fares, keys_of, read_party, write_party
from affray.party.aftermath import Deeds, MemberAfter, deeds, histories
from affray.rules.book import Rest
from affray.scenario import open_book

MAX_DAYS = 10_000
DEFAULT_BOOK = "vanguard"  # the book with the most to say of rest


@click.command()
@click.argument("party", metavar="PARTY")
@click.argument("journals", metavar="[FIGHT]...", nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="Where the table keeps everything.")
@click.option("--database", metavar="URL", help="... or in which PostgreSQL database.")
@options.json_object_option
def party(party: str, journals: tuple[str, ...], data: Path | None, database: str | None, as_json: bool) -> None:
    """Show how a PARTY fares: a file, or by its name one that the table keeps.

    With the journals of its FIGHTs it tells of each character: fights, kills, close calls. A party of the table knows
    them by itself.

    \b
    Example: affray party lanterns.yaml ford.fight --json
    """
    if os.path.isfile(party):
        found, done = read_party(party), [deed for journal in journals for deed in deeds_in(party, journal)]
    else:
        found, done = stored_party(party, data, database)
    if as_json:
        print_json(party_json(found, done))
    else:
        click.echo(party_text(found, done))


def deeds_in(party: str, journal: str) -> list[JsonObject]:
    """List the deeds of those in a fight who came from a file of that name; none while it isn't over."""
    play = load_fight(journal)
    files = {side.file for side in play.encounter.sides if Path(side.file).name == Path(party).name}
    return [one.as_json() for file in files for one in deeds(play, file)] if play.over else []


def stored_party(name: str, data: Path | None, database: str | None) -> tuple[Party, list[JsonObject]]:
    """Find a party that the table keeps, and its deeds."""
    from affray.cli.table import open_existing_store
    from affray.server import library

    store = open_existing_store(data, database)
    try:
        found = library.find_by_name(store, library.PARTIES, name)
        if found is None:
            names = [one.name for one in library.read_all(store, library.PARTIES).values()]
            raise AffrayError(f"there is no file {name!r}, and at the table: {unknown('party', name, names)}")
        standing = library.fights_in_force(library.read_changes(store, found)).values()
        return found.party, [deed for change in standing for deed in change.deeds]
    finally:
        store.close()


def party_json(found: Party, done: Sequence[JsonObject]) -> JsonObject:
    return {"party": found.name, "members": [keys_of(m) for m in found.members], "histories": histories(done)}


def party_text(found: Party, done: Sequence[JsonObject]) -> str:
    known = {history["name"]: history for history in histories(done)}
    lines = [found.name]
    for member in found.members:
        lines.append(f"{member.name or member.kind}: {as_it_fares(member)}")
        if history := known.get(member.name):
            lines.append(f"  {history_counts(history)}")
            lines += [f"  {Deeds(**deed).words()}" for deed in history["deeds"]]
    return "\n".join(lines)


def history_counts(history: JsonObject) -> str:
    words = [(history["fights"], "fight"), (history["kills"], "kill"), (history["close"], "close call")]
    counts = [f"{many} {word}{'' if many == 1 else 's'}" for many, word in words]
    return ", ".join([*counts, *([f"{history['xp']:,} XP"] if history["xp"] else [])])


# --- days between fights


@click.command("rest")
@click.argument("party", metavar="PARTY")
@click.option("--rules", metavar="BOOK", help="The rulebook.  [default: that of the house rules, else vanguard]")
@setup.house_option
@options.whole_number_option("--days", least=0, most=MAX_DAYS, default=1, help="How many days.")
@click.option("--sleepless", is_flag=True, help="Without six hours of sleep a day.")
@click.option("--untended", is_flag=True, help="Nobody looks after those who can't themselves.")
@click.option("--bed", is_flag=True, help="Nothing but rest.")
@options.whole_number_option("--healed", least=0, most=MAX_DAYS, default=0, help="Hit points that magic gives back.")
@options.whole_number_option(
    "--remove-curse", "lifted", least=0, most=MAX_DAYS, default=0, help="How often it is spoken."
)
@click.option("--only", metavar="NAME", multiple=True, help="For this one alone; may be repeated.")
@options.seed_option
@click.option("--dry", is_flag=True, help="Tell what would be, and leave the file as it is.")
@options.json_object_option
def rest_command(
    party: str,
    rules: str | None,
    house: tuple[str, ...],
    days: int,
    sleepless: bool,
    untended: bool,
    bed: bool,
    healed: int,
    lifted: int,
    only: tuple[str, ...],
    seed: int,
    dry: bool,
    as_json: bool,
) -> None:
    """Let a party rest, and write it back.

    Wounds close, the unattended die, lost levels return: as far as the book says so.

    \b
    Example: affray rest lanterns.yaml --rules vanguard --days 7
    """
    spent = Rest(days, not sleepless, not untended, bed, healed, lifted)
    book = open_book(rules, house, DEFAULT_BOOK)
    rested, everybody = aftermath.rest(read_party(party), book, spent, seed, only)
    if not dry:
        write_party(party, rested)
    if as_json:
        print_json(rest_json(book.name, days, everybody))
    else:
        click.echo(rest_text(everybody))


def rest_json(rules: str, days: int, everybody: Sequence[MemberAfter]) -> JsonObject:
    members = [{"before": keys_of(one.before), "after": keys_of(one.member), "said": one.remarks} for one in everybody]
    return {"ruleset": rules, "days": days, "members": members}


def rest_text(everybody: Sequence[MemberAfter]) -> str:
    lines = []
    for one in everybody:
        lines += [f"{one.member.name}: hp {one.member.hp}{f' of {one.member.max_hp}' if one.member.max_hp else ''}"]
        lines += [f"  {remark}" for remark in one.remarks]
    return "\n".join(lines) or "Nobody is left to rest."
