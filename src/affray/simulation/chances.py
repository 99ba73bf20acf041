"""The chances of a fight: who wins and how, who dies, how long it takes. The same object for counted and exact ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.engine.state import MOST_SIDES, NOBODY_LEFT, STAND_OFF

NOBODY, STANDING_OFF = "nobody", "stand-off"
Z_95 = 1.959963984540054  # 95% of a normal distribution lie within so many standard deviations
QUANTILES = {"5%": 0.05, "25%": 0.25, "median": 0.5, "75%": 0.75, "95%": 0.95}
BAR_WIDTH, MAX_BARS = 40, 20  # a histogram's longest bar in characters, and its most lines
RARE_SHARE = 0.002  # what of it may share the last line
QUANTILE_SLACK = 1e-9  # sums of floats may fall short of a quantile by so little


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happens, and between which bounds its chance lies."""

    share: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2

    def as_json(self) -> dict[str, float]:
        return {"share": self.share, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Mean:
    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        return {"mean": self.mean, "low": finite_or_none(self.low), "high": finite_or_none(self.high)}


def finite_or_none(bound: float) -> float | None:
    """Return None for infinity, which JSON lacks."""
    return bound if isfinite(bound) else None


class Measure(NamedTuple):
    """What weights mean: shares and means with the bounds they have. Weights are fights that were counted, or exact
    chances that come to 1."""

    total: float
    share: Callable[[float], Share]  # of a weight
    mean: Callable[[float, float], Mean]  # of the sum of values by weight, and of that of their squares
    exact: bool


def counted_measure(fights: int) -> Measure:
    """Return a measure of so many fights, with intervals of 95%."""
    return Measure(fights, lambda times: wilson_share(times, fights), lambda s, q: mean_interval(s, q, fights), False)


def exact_measure(error: float) -> Measure:
    """Return a measure of chances that are right up to this error."""

    def certain(weight: float) -> Share:
        return Share(weight, max(0.0, weight - error), min(1.0, weight + error))

    def middle(total: float, squares: float) -> Mean:
        off = error * (1 + abs(total))
        return Mean(total, total - off, total + off)

    return Measure(1.0, certain, middle, True)


def wilson_share(times: float, of: int) -> Share:
    """Return a share with Wilson's interval, 95%."""
    p, spread = times / of, Z_95**2 / of
    middle = (p + spread / 2) / (1 + spread)
    around = Z_95 / (1 + spread) * sqrt(p * (1 - p) / of + spread / (4 * of))
    low = 0.0 if times == 0 else max(0.0, middle - around)
    return Share(p, low, 1.0 if times == of else min(1.0, middle + around))


def mean_interval(total: float, squares: float, of: int) -> Mean:
    """Return the normal interval, 95%. One fight alone tells nothing about the next."""
    middle = total / of
    variance = max(0.0, squares - total * middle) / (of - 1) if of > 1 else inf
    around = Z_95 * sqrt(variance / of)
    return Mean(middle, middle - around, middle + around)


@dataclass(frozen=True, slots=True)
class Rounds:
    mean: Mean
    least: int
    quantiles: Mapping[str, int]  # of QUANTILES: the least number of rounds that so many fights don't outlast
    most: int
    distribution: Mapping[int, Share]  # of every number of rounds from the least to the most

    def __getitem__(self, name: str) -> float:
        """Return one of its numbers by the name it has in JSON."""
        return self.numbers()[name]

    def numbers(self) -> dict[str, float]:
        return {"mean": self.mean.mean, "least": self.least, **self.quantiles, "most": self.most}

    def as_json(self) -> dict[str, Any]:
        spread = {str(n): one.as_json() for n, one in self.distribution.items()}
        return {
            **self.numbers(),
            "low": finite_or_none(self.mean.low),
            "high": finite_or_none(self.mean.high),
            "distribution": spread,
        }


@dataclass(frozen=True, slots=True)
class Chances:
    exact: bool
    outcomes: Mapping[str, Share]  # of each side by its name, of nobody, and of the stand-off
    ways: Mapping[str, Mapping[str, Share]]  # of each winner: counting.WAYS_TO_WIN in which it wins
    all_die: Mapping[str, Share]  # of each side
    none_dies: Mapping[str, Share]
    survivors: Mapping[str, Mapping[int, Share]]  # of each side: how many of it live
    rounds: Rounds

    @property
    def error(self) -> float:
        """Return half the width of the widest interval among the outcomes."""
        return max(one.error for one in self.outcomes.values())

    def as_json(self) -> dict[str, Any]:
        return {
            "exact": self.exact,
            "outcomes": {name: {**o.as_json(), **self._ways_of(name)} for name, o in self.outcomes.items()},
            "all_die": {side: one.as_json() for side, one in self.all_die.items()},
            "none_dies": {side: one.as_json() for side, one in self.none_dies.items()},
            "survivors": {side: {str(n): one.as_json() for n, one in d.items()} for side, d in self.survivors.items()},
            "rounds": self.rounds.as_json(),
        }

    def _ways_of(self, winner: str) -> dict[str, Any]:
        ways = self.ways.get(winner)
        return {"ways": {way: one.as_json() for way, one in ways.items()}} if ways else {}

    def lines(self, party: str) -> Iterator[str]:
        """Yield the lines that people read; `party` is the side whose deaths are told."""
        width = max(map(len, self.outcomes))
        for name, one in self.outcomes.items():
            how = ", ".join(f"{way} {self.tell(each)}" for way, each in self.ways.get(name, {}).items())
            yield f"  {name:{width}}  {self.tell(one):>{self.width}}{self.interval(one)}" + (f"  {how}" if how else "")
        yield f"all of {party} die: {self.tell(self.all_die[party])}{self.interval(self.all_die[party])}"
        yield f"none of {party} dies: {self.tell(self.none_dies[party])}{self.interval(self.none_dies[party])}"
        told = ", ".join(f"{name} {value:.4g}" for name, value in self.rounds.numbers().items())
        yield f"rounds: {told}"
        yield from histogram({n: one.share for n, one in self.rounds.distribution.items()})

    def tell(self, one: Share) -> str:
        return f"{one.share:.6%}" if self.exact else f"{one.share:.2%}"

    @property
    def width(self) -> int:
        return 11 if self.exact else 7

    def interval(self, one: Share) -> str:
        return "" if self.exact else f"  ({one.low:.2%} to {one.high:.2%})"


def histogram(shares: Mapping[int, float]) -> Iterator[str]:
    """Yield a bar for each number of rounds. Where there are too many for that, a rare end of the list is one line, and
    some numbers are taken together."""
    numbers = list(shares)
    rare = next((at for at in range(MAX_BARS) if sum(shares[n] for n in numbers[at:]) < RARE_SHARE), MAX_BARS)
    rest = numbers[rare:] if len(numbers) > MAX_BARS and rare < MAX_BARS else []
    numbers = numbers[: len(numbers) - len(rest)]
    step = -(-len(numbers) // MAX_BARS)
    groups = [numbers[at : at + step] for at in range(0, len(numbers), step)] + ([rest] if rest else [])
    heights = [sum(shares[n] for n in group) for group in groups]
    names = [str(group[0]) if group[0] == group[-1] else f"{group[0]}–{group[-1]}" for group in groups]
    width, tallest = max(map(len, names)), max(heights)
    for name, height in zip(names, heights, strict=True):
        bar = "█" * round(BAR_WIDTH * height / tallest) or ("▏" if height else "")
        yield f"  {name:>{width}}  {height:6.1%}  {bar}".rstrip()


def chances_of(
    ends: Sequence[float], alive: Sequence[float], spotless: Sequence[float], sides: Sequence[str], measure: Measure
) -> Chances:
    """Return chances from weights in flat lists as counting.Sums has them."""
    lines = len(ends) // (len(WAYS_TO_WIN) * (MOST_SIDES - STAND_OFF))
    names = {**dict(enumerate(sides)), NOBODY_LEFT: NOBODY, STAND_OFF: STANDING_OFF}
    won = {winner: weights_by_way(ends, winner, lines) for winner in names}
    return Chances(
        exact=measure.exact,
        outcomes={name: measure.share(sum(won[winner])) for winner, name in names.items()},
        ways={
            name: {way: measure.share(weight) for way, weight in zip(WAYS_TO_WIN, won[winner], strict=True) if weight}
            for winner, name in names.items()
            if winner >= 0
        },
        all_die={name: measure.share(part_of(alive, side, len(sides))[0]) for side, name in enumerate(sides)},
        none_dies={name: measure.share(spotless[side]) for side, name in enumerate(sides)},
        survivors={
            name: {n: measure.share(w) for n, w in enumerate(part_of(alive, side, len(sides))) if w}
            for side, name in enumerate(sides)
        },
        rounds=summarise_rounds([sum(ends[n::lines]) for n in range(lines)], measure),
    )


def weights_by_way(ends: Sequence[float], winner: int, lines: int) -> list[float]:
    """Return the weight of each way in which this winner wins."""
    first = (winner - STAND_OFF) * len(WAYS_TO_WIN)
    return [sum(ends[at * lines : (at + 1) * lines]) for at in range(first, first + len(WAYS_TO_WIN))]


def part_of(flat: Sequence[float], number: int, of: int) -> Sequence[float]:
    """Return one of so many equal parts of a flat list."""
    length = len(flat) // of
    return flat[number * length : (number + 1) * length]


def summarise_rounds(weights: Sequence[float], measure: Measure) -> Rounds:
    """Summarise the weights of each number of rounds."""
    lasted = [n for n, weight in enumerate(weights) if weight]
    least, most = (lasted[0], lasted[-1]) if lasted else (0, 0)
    total = sum(n * weight for n, weight in enumerate(weights))
    squares = sum(n * n * weight for n, weight in enumerate(weights))
    return Rounds(
        measure.mean(total, squares),
        least,
        {name: quantile(weights, q * measure.total) for name, q in QUANTILES.items()},
        most,
        {n: measure.share(weights[n]) for n in range(least, most + 1)},
    )


def quantile(weights: Iterable[float], target: float) -> int:
    """Return the least number at which so much weight is reached."""
    at = 0
    for at, so_far in enumerate(accumulate(weights)):
        if so_far >= target * (1 - QUANTILE_SLACK):
            return at
    return at
