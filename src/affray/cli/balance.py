"""`affray balance`: which value of a number gives the wanted chance."""

from __future__ import annotations

import click

from affray.cli import arguments, studying
from affray.cli.studying import Plot


@click.command()
@click.argument("scenario", metavar="EXAMPLE|FILE")
@click.option(
    "--vary", metavar="NAME[=VALUES]", required=True, help="What to turn: as orc.count, or orc.count=1..12 with bounds."
)
@click.option(
    "--target",
    metavar="TARGET",
    required=True,
    help="What is wanted: 'party wins 0.7', 'tpk <= 0.05', 'orcs all die 0.5', 'party none dies 0.5', 'rounds <= 6'.",
)
@arguments.number_option(
    "--budget", least=1, most=arguments.MOST_FIGHTS, default=1_000_000, help="The most fights for any one value."
)
@arguments.rules
@arguments.house
@arguments.settings
@arguments.tactics
@arguments.seed
@arguments.workers
@studying.plot
@studying.as_json
def balance(
    scenario: str,
    vary: str,
    target: str,
    budget: int,
    rules: str | None,
    house: tuple[str, ...],
    settings: dict[str, str],
    tactics: dict[str, str],
    seed: int,
    threads: int,
    plain: bool,
    executor: str,
    plot: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Find the number that makes it as hard as wanted.

    Tells the two neighbouring values on either side of the target, each with its interval: every value is fought until
    it is clear on which side it lies, or taken from exact odds. A target that can't be met ends with 2,
    Ctrl-C with 130.

    \b
    Example: affray balance brawl --vary orc.count --target 'party wins 0.7'
    """
    from affray.cli.telling import opened
    from affray.studies.balance import balance as run
    from affray.studies.balance import verdict

    encounter, book = opened(scenario, rules, house)
    picture = Plot(plot, theme)
    try:
        found = run(
            encounter, vary, target, rules=book, options=settings, tactics=tactics, budget=budget, seed=seed,
            threads=threads, plain=plain, executor=executor,
            follow=lambda value, fights: studying.say(f"{value}: {fights:,} fights …"),
        )  # fmt: skip
        studying.tell(found, as_json)
        if picture.file is not None:
            from affray.studies.drawing import of_balance

            picture.draw(of_balance, found)
    finally:
        picture.discard()
    if not found.complete:
        studying.stop("Stopped; this is what is known so far.")
    if not found.met:
        studying.refuse(verdict(found))
