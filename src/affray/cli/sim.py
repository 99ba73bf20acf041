"""`affray sim`: the same fight many times over."""

from __future__ import annotations

import click

from affray.cli import arguments
from affray.cli.telling import opened

MOST_FIGHTS = 2**44


@click.command()
@click.argument("scenario", metavar="EXAMPLE|FILE")
@arguments.number_option("-n", "fights", least=1, most=MOST_FIGHTS, default=1000, help="How many fights.")
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@arguments.seed
@arguments.number_option("--threads", least=1, most=256, default=1, help="How many at a time.")
@click.option("--plain", is_flag=True, help="Don't compile the rules: slower, and the same outcome.")
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON object.")
def sim(
    scenario: str,
    fights: int,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    tactics: dict[str, str],
    seed: int,
    threads: int,
    plain: bool,
    as_json: bool,
) -> None:
    """Fight it many times over.

    Tells how often each side wins, how long it takes, and a checksum over all the fights.

    \b
    Example: affray sim brawl -n 100000 --seed 1 --threads 2
    """
    import json

    encounter, book = opened(scenario, rules, house)

    from affray.simulate.batch import simulate
    from affray.table import fought_by

    encounter = fought_by(encounter, book, tactics)
    result = simulate(encounter, book, settings, seed, fights, threads, plain)
    click.echo(json.dumps(result.as_json(), ensure_ascii=False) if as_json else result.text().rstrip("\n"))
