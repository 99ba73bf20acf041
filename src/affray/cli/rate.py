"""`affray rate`: how strong a monster or a party is."""

from __future__ import annotations

import click

from affray.cli import arguments, studying


@click.command()
@click.argument("what", metavar="MONSTER|PARTY-FILE")
@arguments.number_option(
    "-n", "fights", least=1, most=arguments.MOST_FIGHTS, default=10_000, help="The most fights of a rung."
)
@arguments.rules
@arguments.house
@arguments.settings
@arguments.seed
@arguments.workers
@studying.as_json
def rate(
    what: str,
    fights: int,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    seed: int,
    threads: int,
    plain: bool,
    executor: str,
    as_json: bool,
) -> None:
    """Tell how many men-at-arms it is an even match for.

    They have the same plain numbers in every book, stand in contact and fight without fear; the one that is rated has
    the morale its book gives it. Who loses to one of them is put up in numbers of its own.

    \b
    Example: affray rate ogre --rules vanguard -n 100000
    """
    from affray.cli.progress import clear
    from affray.studies.rate import rate as run

    try:
        found = run(
            what, rules=rules, house=house, options=settings, n=fights, seed=seed, threads=threads, plain=plain,
            executor=executor, follow=lambda rung, many: studying.say(f"{rung}: {many:,} fights …"),
        )  # fmt: skip
        studying.tell(found, as_json)
    finally:
        clear()
    if not found.complete:
        studying.stop("Stopped; this is what is known so far.")
