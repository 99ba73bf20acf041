"""`affray rest`: days between fights, for a party file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from affray.cli import arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from affray.party.aftermath import Left

MOST = 10_000
USUAL = "vanguard"  # the book with the most to say of rest


@click.command()
@click.argument("party", metavar="PARTY")
@click.option("--rules", metavar="BOOK", help="The rulebook.  [default: that of the house rules, else vanguard]")
@arguments.house
@arguments.number_option("--days", least=1, most=MOST, default=1, help="How many days.")
@click.option("--sleepless", is_flag=True, help="Without six hours of sleep a day.")
@click.option("--untended", is_flag=True, help="Nobody looks after those who can't themselves.")
@click.option("--bed", is_flag=True, help="Nothing but rest.")
@arguments.number_option("--healed", least=0, most=MOST, default=0, help="Hit points that magic gives back.")
@arguments.number_option("--remove-curse", "lifted", least=0, most=MOST, default=0, help="How often it is spoken.")
@click.option("--only", metavar="NAME", multiple=True, help="For this one alone; may be repeated.")
@arguments.seed
@click.option("--dry", is_flag=True, help="Tell what would be, and leave the file as it is.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def rest(
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
    from affray.party import aftermath, read_party, write_party
    from affray.rules.book import Rest
    from affray.scenario.opening import open_book

    spent = Rest(days, not sleepless, not untended, bed, healed, lifted)
    book = open_book(rules, house, USUAL)
    rested, everybody = aftermath.rest(read_party(party), book, spent, seed, only)
    if not dry:
        write_party(party, rested)
    click.echo(json.dumps(as_object(book.name, days, everybody), ensure_ascii=False) if as_json else told(everybody))


def as_object(rules: str, days: int, everybody: Sequence[Left]) -> dict[str, object]:
    from affray.party import keys_of

    members = [{"before": keys_of(one.before), "after": keys_of(one.member), "said": one.remarks} for one in everybody]
    return {"ruleset": rules, "days": days, "members": members}


def told(everybody: Sequence[Left]) -> str:
    lines = []
    for one in everybody:
        lines += [f"{one.member.name}: hp {one.member.hp}{f' of {one.member.max_hp}' if one.member.max_hp else ''}"]
        lines += [f"  {remark}" for remark in one.remarks]
    return "\n".join(lines) or "Nobody is left to rest."
