"""`affray compare`: the same fight under several books, house rules or tactics."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from affray.cli import arguments, studying
from affray.cli.arguments import pairs
from affray.cli.studying import Plot


def listed(ctx: click.Context, option: click.Parameter, given: Iterable[str]) -> dict[str, list[str]]:
    said = pairs("SIDE=NAME,NAME", "orcs=nearest,focus")(ctx, option, given)
    return {side: words(names) for side, names in said.items()}


def words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


@click.command()
@click.argument("scenario", metavar="EXAMPLE|FILE")
@click.option("--rules", metavar="all|BOOK,BOOK", help="The rulebooks.  [default: all, if nothing else differs]")
@click.option(
    "--house",
    metavar="NAME|FILE",
    multiple=True,
    help="House rules to compare with the book as it is: each by itself, those with commas between them together.",
)
@click.option(
    "--tactics",
    metavar="SIDE=NAME,NAME",
    multiple=True,
    callback=listed,
    help="How a side may fight; may be repeated.",
)
@studying.how_many("10000, without --error")
@arguments.settings
@arguments.seed
@arguments.workers
@studying.plot
@studying.as_json
def compare(
    scenario: str,
    rules: str | None,
    house: tuple[str, ...],
    tactics: dict[str, list[str]],
    fights: int | None,
    error: float | None,
    settings: dict[str, str],
    seed: int,
    threads: int,
    plain: bool,
    executor: str,
    plot: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Fight it under several books, house rules or tactics.

    Each is a column; what differs from the first is told with its interval, and with what was counted that may have
    made it. Ctrl-C tells what is done, and ends with 130.

    \b
    Example: affray compare brawl --rules all -n 100000
             affray compare brawl --tactics orcs=nearest,focus -n 100000
    """
    if fights is not None and error is not None:
        raise click.UsageError("-n and --error exclude each other.")

    from affray.studies.compare import compare as run

    picture = Plot(plot, theme)
    try:
        found = run(
            scenario, rules=words(rules or ""), house=[together(each) for each in house], options=settings,
            tactics=tactics, n=fights, error=error, seed=seed, threads=threads, plain=plain, executor=executor,
            follow=lambda name: studying.say(f"{name} …"),
        )  # fmt: skip
        studying.tell(found, as_json)
        if picture.file is not None:
            from affray.studies.drawing import of_comparison

            picture.draw(of_comparison, found)
    finally:
        picture.discard()
    if not found.complete:
        studying.stop(f"Stopped after {len(found.variants)} of them.")


def together(house: str) -> list[str]:
    """House rules that are laid on the book together; unless it is one file with a comma in its name."""
    return [house] if Path(house).exists() else words(house)
