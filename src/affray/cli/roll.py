"""`affray roll`: dice as people write them, thrown or reckoned."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from affray.cli import arguments

if TYPE_CHECKING:
    from affray.engine.dice import Notation

BAR = 40  # signs for the likeliest total
MOST_THROWS = 1_000_000
FEW = 10**9  # a fraction with a larger denominator tells a reader nothing


@click.command()
@click.argument("notation")
@arguments.chance_seed
@arguments.number_option("--times", least=1, most=MOST_THROWS, default=1, help="How many throws.")
@click.option("--odds", is_flag=True, help="Instead of throwing, print the exact chance of every total.")
def roll(notation: str, seed: int | None, times: int, odds: bool) -> None:
    """Throw dice, or tell their odds.

    They are written d6, 2d6+1, d%, 1d6-1, 2d6x10, 4d6kh3, 2d20kl, adv, dis.

    \b
    Example: affray roll 4d6kh3 --times 6
             affray roll 2d6 --odds
    """
    from affray.engine.dice import parse

    dice = parse(notation)
    if odds:
        _tell_odds(dice)
    else:
        _throw(dice, seed, times)


def _throw(dice: Notation, seed: int | None, times: int) -> None:
    """Throw k is thrown with the dice of fight k under this seed."""
    from secrets import randbits

    from affray.engine.dice import fight_key, throw

    root = randbits(64) if seed is None else seed
    for number in range(times):
        faces, total = throw(dice, fight_key(root, number), 0)
        click.echo(f"{dice}: {' '.join(map(str, faces))} = {total}" if faces else f"{dice}")


def _tell_odds(dice: Notation) -> None:
    from affray.engine.dice import distribution

    chances = distribution(dice)
    width = max(len("total"), *(len(str(total)) for total in (min(chances), max(chances))))
    click.echo(f"{dice}: from {dice.minimum} to {dice.maximum}, on average {_decimal(dice.mean)}")
    click.echo(f"{'total':>{width}}  {'chance':>9}  {'or more':>9}")
    likeliest, left = max(chances.values()), Fraction(1)
    for total, chance in chances.items():
        bar = "#" * round(BAR * chance / likeliest)
        click.echo(f"{total:>{width}}  {_percent(chance)}  {_percent(left)}  {_exact(chance)}{bar}".rstrip())
        left -= chance


def _decimal(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.4f}".rstrip("0").rstrip(".")


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):8.4f}%"


def _exact(chance: Fraction) -> str:
    return f"{chance!s:<12} " if chance.denominator < FEW else ""
