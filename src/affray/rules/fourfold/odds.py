"""The odds of the fourfold book: 1d20 against a target, plain, with advantage and with disadvantage."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from affray.engine.clauses import cite
from affray.errors import AffrayError
from affray.rules.fourfold import clauses as C

FACES = range(1, 21)


class Row(NamedTuple):
    """A target, the chance to reach it with each kind of roll, and the flat bonus that either is worth."""

    target: int
    plain: Fraction
    advantage: Fraction
    bonus: int
    disadvantage: Fraction
    penalty: int


def table() -> tuple[Row, ...]:
    """fourfold.odds.table: targets 2 to 20, counted over the faces of the dice."""
    cite(C.ODDS_TABLE)
    return tuple(row(target) for target in range(2, 21))


def row(target: int) -> Row:
    plain = Fraction(sum(face >= target for face in FACES), len(FACES))
    pairs = [(one, other) for one in FACES for other in FACES]
    best = Fraction(sum(max(pair) >= target for pair in pairs), len(pairs))
    worst = Fraction(sum(min(pair) >= target for pair in pairs), len(pairs))
    return Row(target, plain, best, points(best - plain), worst, points(worst - plain))


def points(difference: Fraction) -> int:
    """In twentieths; halves away from 0."""
    twentieths = abs(difference) * 20
    whole = int(twentieths + Fraction(1, 2))
    return whole if difference >= 0 else -whole


def gauge(attacks: int, hit_dice: int, levels: int, size: int) -> tuple[float, str]:
    """How hard an encounter is: attacks × hit dice of all foes against levels × heads of the party, and what it means.

    A rough gauge for the referee, no rule of the fight.
    """
    if levels < 1 or size < 1:
        raise AffrayError(f"a party of {size} with {levels} levels; expected 1 or more of each")
    ratio = attacks * hit_dice / (levels * size)
    if ratio <= 1:
        return ratio, "an easy win"
    if ratio < 2:
        return ratio, "someone may drop"
    return ratio, "dangerous" if ratio <= 4 else "a rout"
