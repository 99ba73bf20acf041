"""`affray roll`: dice rolled, or their exact odds."""

from __future__ import annotations

from fractions import Fraction
from secrets import randbits

import click

from affray.cli import options
from affray.engine.dice import Notation, distribution, fight_key, parse, throw

BAR_WIDTH = 40  # signs for the likeliest total
MAX_THROWS = 1_000_000
MAX_DENOMINATOR = 10**9  # a fraction with a larger denominator tells a reader nothing


@click.command()
@click.argument("notation")
@options.chance_seed_option
@options.whole_number_option("--times", least=1, most=MAX_THROWS, default=1, help="Number of rolls.")
@click.option("--odds", is_flag=True, help="Show the exact chance of every total instead.")
def roll(notation: str, seed: int | None, times: int, odds: bool) -> None:
    """Roll dice, or show their odds.

    Notation: d6, 2d6+1, d%, 1d6-1, 2d6x10, 4d6kh3, 2d20kl, adv, dis, d6-d6.

    \b
    Example: affray roll 4d6kh3 --times 6
             affray roll 2d6 --odds
    """
    dice = parse(notation)
    if odds:
        _print_odds(dice)
    else:
        _throw(dice, seed, times)


def _throw(dice: Notation, seed: int | None, times: int) -> None:
    """Roll the dice this often; roll k uses the dice of fight k under this seed."""
    root = randbits(64) if seed is None else seed
    for number in range(times):
        faces, total = throw(dice, fight_key(root, number), 0)
        click.echo(f"{dice}: {' '.join(map(str, faces))} = {total}" if faces else f"{dice}")


def _print_odds(dice: Notation) -> None:
    chances = distribution(dice)
    width = max(len("total"), *(len(str(total)) for total in (min(chances), max(chances))))
    click.echo(f"{dice}: {dice.minimum} to {dice.maximum}, average {_decimal(dice.mean)}")
    click.echo(f"{'total':>{width}}  {'chance':>9}  {'or more':>9}")
    likeliest, left = max(chances.values()), Fraction(1)
    for total, chance in chances.items():
        bar = "#" * round(BAR_WIDTH * chance / likeliest)
        click.echo(f"{total:>{width}}  {_percent(chance)}  {_percent(left)}  {_exact(chance)}{bar}".rstrip())
        left -= chance


def _decimal(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.4f}".rstrip("0").rstrip(".")


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):8.4f}%"


def _exact(chance: Fraction) -> str:
    return f"{chance!s:<12} " if chance.denominator < MAX_DENOMINATOR else ""
