"""All that is kept of many fights, however many: sums, so that it doesn't matter in which order they are added."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from affray.compiler.kernels.counting import Sums, sum_lengths
from affray.engine.dice import MASK
from affray.engine.state import Fight


@dataclass(slots=True)
class Tally:
    """Plain numbers throughout, so that it can go from one process to another."""

    fights: int
    sums: Sums
    flow: list[int]  # the damage of each to each, a row for each who deals it
    checksum: int = 0
    dice: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.fights += other.fights
        self.sums = Sums(*(list(map(add, mine, theirs)) for mine, theirs in zip(self.sums, other.sums, strict=True)))
        self.flow = list(map(add, self.flow, other.flow))
        self.checksum = self.checksum + other.checksum & MASK
        self.dice += other.dice
        return self


def empty(start: Fight) -> Tally:
    """For fights from this start."""
    lengths = sum_lengths(start.n, start.sides, start.last_round)
    return Tally(0, Sums(*([0] * length for length in lengths)), [0] * (start.n * start.n))


class Row(NamedTuple):
    """How one fight ended."""

    number: int
    winner: int  # the number of a side, NOBODY_LEFT or STAND_OFF
    way: int  # of counting.WAYS
    rounds: int
    dice: int
    alive: tuple[int, ...]  # how many of each side live
    hp: tuple[int, ...]  # of each combatant
