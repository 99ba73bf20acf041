"""`affray party` and `affray rest`: a party's state and history, and days between fights."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from affray.cli import fight, options
from affray.cli.fight import load_fight
from affray.cli.options import JsonObject, print_json
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
@click.option("--data", type=click.Path(path_type=Path), metavar="FOLDER", help="The table's data folder.")
@click.option("--database", metavar="URL", help="... or its PostgreSQL URL.")
@options.json_object_option
def party(party: str, journals: tuple[str, ...], data: Path | None, database: str | None, as_json: bool) -> None:
    """Show a party's state and history.

    PARTY is a file, or the name of a party saved at the table. For a file, name its saved FIGHTs to see each
    character's fights, kills and close calls; the table knows them already.

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
            raise AffrayError(f"no file {name!r}, and at the table: {unknown('party', name, names)}")
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
@click.option("--rules", metavar="BOOK", help="Rulebook.  [default: that of the house rules, else vanguard]")
@fight.house_option
@options.whole_number_option("--days", least=0, most=MAX_DAYS, default=1, help="Number of days.")
@click.option("--sleepless", is_flag=True, help="Less than six hours of sleep a day.")
@click.option("--untended", is_flag=True, help="Nobody tends the wounded.")
@click.option("--bed-rest", "--bed", "bed", is_flag=True, help="Complete bed rest.")
@options.whole_number_option("--healed", least=0, most=MAX_DAYS, default=0, help="Hit points healed by magic.")
@options.whole_number_option(
    "--remove-curse", "lifted", least=0, most=MAX_DAYS, default=0, help="How many times *remove curse* is cast."
)
@click.option("--only", metavar="NAME", multiple=True, help="Only this member rests; may be repeated.")
@options.seed_option
@click.option("--dry-run", "--dry", "dry", is_flag=True, help="Show the result without saving.")
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
    """Rest a party and save it.

    Wounds heal, the untended may die, lost levels return, each as far as the book has a rule for it. Vanguard is the
    default because it has the most rules for rest.

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
        lines += [f"{one.member.name}: hp {one.member.hp}{f'/{one.member.max_hp}' if one.member.max_hp else ''}"]
        lines += [f"  {remark}" for remark in one.remarks]
    return "\n".join(lines) or "Nobody is left to rest."
