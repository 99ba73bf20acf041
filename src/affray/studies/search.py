"""Where a measure crosses a wanted number, as something is turned up step by step: bisection on intervals.

Each step is tried with more and more fights until it is clear on which side of the wanted number it lies, or the
budget is used up. That the measure only rises or only falls is assumed, and looked at again in all that was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import erfc, inf, isfinite, sqrt
from typing import Any

from affray.simulation.chances import Z_95, Mean, Share

SURE = 4.0  # standard errors from the wanted number at which it is clear: one look in 30,000 errs
FIRST_LOOK = 1000  # fights of the first look
BUDGET = 1_000_000  # fights of the last
Follow = Callable[[str, int], None]  # the value that is tried, with how many fights


@dataclass(frozen=True, slots=True)
class Trial:
    """One value, and what was measured there."""

    at: int  # its place among the values
    value: str
    got: float
    low: float  # 95 %
    high: float
    wanted: float
    fights: int  # 0 where it is exact
    looks: int
    errors: float  # how many standard errors lie between it and what is wanted

    @property
    def exact(self) -> bool:
        return self.fights == 0

    @property
    def above(self) -> bool:
        return self.got > self.wanted

    @property
    def clear(self) -> bool:
        return self.errors >= SURE

    @property
    def confidence(self) -> float:
        """That it lies on the side of the wanted number on which it seems to."""
        return 1 - normal_tail(self.errors)

    def as_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "got": self.got,
            "low": self.low if isfinite(self.low) else None,
            "high": self.high if isfinite(self.high) else None,
            "exact": self.exact,
            "fights": self.fights,
            "clear": self.clear,
            "confidence": self.confidence,
        }


def normal_tail(errors: float) -> float:
    """Return the chance of a normal variable beyond so many standard deviations."""
    return erfc(errors / sqrt(2)) / 2


def trial_of(at: int, value: str, one: Share | Mean, wanted: float, fights: int, looks: int) -> Trial:
    """Return what was measured at a value; `fights` is 0 where it is exact."""
    got = one.share if isinstance(one, Share) else one.mean
    if fights == 0:
        apart = inf if not one.low <= wanted <= one.high else 0.0
    elif isinstance(one, Share):
        apart = errors_apart(got - wanted, sqrt(wanted * (1 - wanted) / fights))
    else:
        apart = errors_apart(got - wanted, (one.high - one.low) / (2 * Z_95))
    return Trial(at, value, got, one.low, one.high, wanted, fights, looks, apart)


def errors_apart(gap: float, error: float) -> float:
    if error == 0:
        return inf if gap else 0.0
    return abs(gap) / error


def fight_counts(budget: int) -> Iterator[int]:
    """Yield 1000, 2000, 5000, 10,000 … and the budget itself."""
    goal = FIRST_LOOK
    while goal < budget:
        yield goal
        goal = goal * 5 // 2 if str(goal)[0] == "2" else goal * 2
    yield budget


class Search:
    """The trials by their place; `look` makes one."""

    def __init__(self, look: Callable[[int], Trial]) -> None:
        self.look, self.found = look, dict[int, Trial]()

    def __getitem__(self, at: int) -> Trial:
        if at not in self.found:
            self.found[at] = self.look(at)
        return self.found[at]

    def between(self, low: int, high: int) -> None:
        """Search from low to high; where both ends lie on one side, the middle is looked at too."""
        if self[low].above == self[high].above:
            middle = (low + high) // 2
            if self[middle].above == self[low].above:
                return
            high = middle
        self.halve(low, high)

    def from_here(self, start: int, up: Iterator[int], down: Iterator[int]) -> None:
        """Search away from a place in growing steps, first where it gets nearer; `up` and `down` give the places."""
        ways = [(first, way) for way in (up, down) if (first := next(way, None)) is not None]
        for number, (first, rest) in enumerate(sorted(ways, key=lambda way: self.gap(way[0]))):
            if number and self.gap(first) > self.gap(start) and self[first].clear:
                return  # it leads away
            before = start
            for place in chain([first], rest):
                if self[place].above != self[before].above:
                    return self.halve(before, place)
                before = place

    def gap(self, at: int) -> float:
        return abs(self[at].got - self[at].wanted)

    def halve(self, low: int, high: int) -> None:
        """Search between two places on either side."""
        while abs(high - low) > 1:
            middle = (low + high) // 2
            if self[middle].above == self[low].above:
                low = middle
            else:
                high = middle

    @property
    def tried(self) -> tuple[Trial, ...]:
        return tuple(self.found[at] for at in sorted(self.found))


def steps(start: int, sign: int, allowed: Callable[[int], bool]) -> Iterator[int]:
    """Yield 1, 2, 4 … away from a number, at last the farthest that is allowed."""
    good, step = start, 1
    while allowed(start + sign * step):
        good = start + sign * step
        yield good
        step *= 2
    bad = start + sign * step
    last = good
    while abs(bad - last) > 1:
        middle = (last + bad) // 2
        last, bad = (middle, bad) if allowed(middle) else (last, middle)
    if last != good:
        yield last


def bracket(found: Sequence[Trial]) -> tuple[Trial, Trial] | None:
    """Find the nearest two on either side of the wanted number."""
    pairs = [(one, other) for one, other in pairwise(found) if one.above != other.above]
    return min(pairs, key=lambda pair: pair[1].at - pair[0].at) if pairs else None


def against_the_trend(found: Sequence[Trial]) -> tuple[Trial, Trial] | None:
    """Find two neighbours whose intervals say that it falls where all in all it rises, or rises where it falls."""
    rises = bool(found) and found[-1].got > found[0].got
    for one, other in pairwise(found):
        if (other.high < one.low) if rises else (other.low > one.high):
            return one, other
    return None


def confidence(found: Sequence[Trial]) -> float:
    """Return at least how likely all of them lie on the side on which they seem to, however they hang together."""
    return max(0.0, 1 - sum(one.looks * normal_tail(one.errors) for one in found if not one.exact))


def trials_json(found: Sequence[Trial]) -> list[Mapping[str, Any]]:
    return [one.as_json() for one in found]
