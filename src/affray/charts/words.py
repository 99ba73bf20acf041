"""What the pictures of a result show, in words: for those who can't see them, and for the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.charts.style import clean, percent, whole_percent

if TYPE_CHECKING:
    from affray.simulation.chances import Share
    from affray.simulation.result import Result

NAMED = 12  # more are not named one by one


def between(one: Share) -> str:
    return f"{percent(one.share)} ({percent(one.low)} to {percent(one.high)})"


def listed(parts: Sequence[str], most: int = NAMED) -> str:
    """One, two and three; too many are cut."""
    if len(parts) > most:
        parts = [*parts[:most], f"{len(parts) - most} more"]
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def of_outcomes(result: Result) -> str:
    told = [f"{clean(name)} {between(one)}" for name, one in result.outcomes.items()]
    ways = [
        f"{clean(name)} by " + listed([f"{way} {percent(one.share)}" for way, one in ways.items()])
        for name, ways in result.chances.ways.items()
        if ways
    ]
    how = f" Of these, {'; '.join(ways)}." if ways else ""
    return f"Bars: how often each outcome comes about: {listed(told)}.{how}"


def of_rounds(result: Result) -> str:
    lasted = result.rounds
    low, high = lasted.quantiles["5%"], lasted.quantiles["95%"]
    likely = max(lasted.distribution, key=lambda n: lasted.distribution[n].share)
    return (
        f"Bars: how many rounds fights last. From {lasted.least} to {lasted.most}, most often {likely}; median "
        f"{lasted.quantiles['median']}, mean {lasted.mean.mean:.2f}, nine in ten fights {low} to {high}."
    )


def of_hp(result: Result) -> str:
    ends = [
        f"{clean(side)} {whole_percent(median)} (in half of the fights {whole_percent(low)} to {whole_percent(high)})"
        for side, band in result.bands.items()
        for _, low, median, high, _ in band[-1:]
    ]
    return (
        "Bands: the hit points each side has left after each round, as a share of those it began with: the median, "
        f"the middle half and nine in ten of the fights. At the end the median is: {listed(ends)}."
    )


def of_survival(result: Result) -> str:
    stand = [f"{clean(name)} {percent(line[-1])}" for name, line in result.standing.items()]
    return (
        "Falling steps: in what share of the fights each combatant still stands after each round. "
        f"At the end: {listed(stand)}."
    )


def of_flow(result: Result) -> str:
    rows = sorted(result.damage, key=lambda row: -float(row["damage"]))
    if not rows:
        return "A table of who harms whom: nobody was harmed."
    most = [f"{clean(row['by'])} to {clean(row['to'])} {row['damage']:.2f}" for row in rows[:5]]
    return f"A shaded table: the mean damage of each to each in a fight. The most: {listed(most)}."


def answer(result: Result) -> str:
    """The answer in a sentence or two."""
    name, best = max(result.outcomes.items(), key=lambda item: item[1].share)
    verb = {"nobody": "nobody is left", "stand-off": "it ends in a stand-off"}.get(name, f"{clean(name)} wins")
    party, deaths = clean(result.party), result.chances.all_die[result.party]
    none = result.chances.none_dies[result.party]
    return (
        f"In {between(best)} of the fights {verb}. All of {party} die in {between(deaths)}, none of it in "
        f"{between(none)}. Half of the fights are over after {result.rounds.quantiles['median']} rounds."
    )
