"""What many fights come to: how each ended, added up, and what that says about the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from typing import Any

from affray.state import MOST_SIDES, STAND_OFF

NOBODY, STANDING_OFF = "nobody", "stand-off"
ROWS = MOST_SIDES - STAND_OFF  # one for each winner, the stand-off first
NORMAL = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
QUANTILES = {"5%": 0.05, "25%": 0.25, "median": 0.5, "75%": 0.75, "95%": 0.95}


@dataclass(slots=True)
class Tally:
    """All that is kept of the fights, however many: sums, so that it doesn't matter in which order they are added."""

    rounds: int  # the most a fight can last
    ends: list[list[int]] = field(init=False)  # for each winner, how many fights ended after so many rounds
    checksum: int = 0
    dice: int = 0

    def __post_init__(self) -> None:
        self.ends = [[0] * (self.rounds + 1) for _ in range(ROWS)]

    def __iadd__(self, other: Tally) -> Tally:
        for mine, theirs in zip(self.ends, other.ends, strict=True):
            mine[:] = map(int.__add__, mine, theirs)
        self.checksum = (self.checksum + other.checksum) % 2**64
        self.dice += other.dice
        return self

    def won(self, winner: int) -> int:
        """How many fights this side won, or were a stand-off, or left nobody."""
        return sum(self.ends[winner - STAND_OFF])

    @property
    def histogram(self) -> list[int]:
        """How many fights lasted so many rounds."""
        return [sum(column) for column in zip(*self.ends, strict=True)]


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, and between which bounds its chance lies (Wilson's interval, 95 %)."""

    share: float
    low: float
    high: float


def share(times: int, of: int) -> Share:
    p, spread = times / of, NORMAL**2 / of
    middle = (p + spread / 2) / (1 + spread)
    around = NORMAL / (1 + spread) * sqrt(p * (1 - p) / of + spread / (4 * of))
    low = 0.0 if times == 0 else max(0.0, middle - around)
    return Share(p, low, 1.0 if times == of else min(1.0, middle + around))


@dataclass(frozen=True, slots=True)
class Result:
    ruleset: str
    options: Mapping[str, str]  # those that differ from the book's defaults
    seed: int
    fights: int
    outcomes: Mapping[str, Share]  # of each side by its name, of nobody, and of the stand-off
    rounds: Mapping[str, float]  # mean, least and most, and quantiles
    dice: int
    checksum: str  # over winner, rounds, dice and every hp of every fight
    fights_per_second: float
    engine: str
    house: tuple[str, ...] = ()  # the names of the house rules, if there are any

    def as_json(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            **({"house": list(self.house)} if self.house else {}),
            "options": dict(self.options),
            "seed": self.seed,
            "fights": self.fights,
            "outcomes": {name: {"share": o.share, "low": o.low, "high": o.high} for name, o in self.outcomes.items()},
            "rounds": dict(self.rounds),
            "checksum": self.checksum,
            "fights_per_second": round(self.fights_per_second, 1),
            "engine": self.engine,
        }

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> Iterator[str]:
        rules = ", ".join([self.ruleset, *self.house, *(f"{name} {value}" for name, value in self.options.items())])
        yield f"{self.fights:,} fights, {rules}, seed {self.seed}"
        width = max(map(len, self.outcomes))
        for name, o in self.outcomes.items():
            yield f"  {name:{width}}  {o.share:7.2%}  ({o.low:.2%} to {o.high:.2%})"
        yield "rounds: " + ", ".join(f"{name} {value:.4g}" for name, value in self.rounds.items())
        yield f"dice: {self.dice / self.fights:.1f} a fight; checksum {self.checksum}"
        yield f"{self.fights_per_second:,.0f} fights a second ({self.engine})"


def outcomes(tally: Tally, sides: tuple[str, ...], fights: int) -> dict[str, Share]:
    names = {**dict(enumerate(sides)), STAND_OFF + 1: NOBODY, STAND_OFF: STANDING_OFF}
    return {name: share(tally.won(winner), fights) for winner, name in names.items()}


def rounds(histogram: list[int]) -> dict[str, float]:
    """Mean, least and most, and the quantiles: the least number of rounds that so many fights don't outlast."""
    fights, below = sum(histogram), list(accumulate(histogram))
    lasted = [n for n, times in enumerate(histogram) if times]
    marks = {name: next(n for n, so_far in enumerate(below) if so_far >= q * fights) for name, q in QUANTILES.items()}
    mean = sum(n * times for n, times in enumerate(histogram)) / fights
    return {"mean": mean, "least": lasted[0], **marks, "most": lasted[-1]}
