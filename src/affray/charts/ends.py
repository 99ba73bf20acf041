"""How fights end: who wins in which way, and after how many rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from affray.charts.style import (
    COLOURS,
    GREY,
    HATCHES,
    LIGHT,
    PALE,
    SMALL,
    Picture,
    Theme,
    clean,
    join_words,
    make_picture,
    percent,
    set_heading,
    side_colour,
    tick,
    with_interval,
)
from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.simulation.chances import NOBODY, STANDING_OFF, Chances, Share

if TYPE_CHECKING:
    from affray.simulation.result import Result

MOST_BARS = 60
WHISKERS = 30  # more bars than that have none


# --- who wins


def outcomes(result: Result, theme: Theme = LIGHT) -> Picture:
    """How often each side wins, and in which way."""
    return make_picture(
        draw_outcomes, result, theme, outcomes_height(result), "who wins, and how", describe_outcomes(result)
    )


def outcomes_height(result: Result) -> float:
    return 1.25 + 0.5 * len(result.outcomes)


def draw_outcomes(figure: FigureBase, result: Result, theme: Theme) -> None:
    axes, chances = figure.add_subplot(), result.chances
    names = list(chances.outcomes)
    for place, name in enumerate(names):
        draw_outcome(axes, place, shares_of_ways(chances, name), outcome_colour(result, name), theme)
        draw_interval(axes, place, chances.outcomes[name], theme)
        write_outcome(axes, place, chances, name, theme)
    axes.set_yticks(range(len(names)), [clean(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(FuncFormatter(tick))
    axes.grid(axis="x")
    axes.set_xlabel("share of the fights, with its 95 % interval")
    set_heading(axes, "Who wins, and how")
    legend_of_ways(figure, chances, theme)


def outcome_colour(result: Result, name: str) -> str:
    return {NOBODY: GREY, STANDING_OFF: PALE}.get(name) or side_colour(result, name)


def shares_of_ways(chances: Chances, name: str) -> dict[str, float]:
    """Of an outcome: the share of each way, or all of it where there are no ways."""
    ways = chances.ways.get(name) or {WAYS_TO_WIN[0]: chances.outcomes[name]}
    return {way: one.share for way, one in ways.items()}


def draw_outcome(axes: Axes, place: int, ways: dict[str, float], fill: str, theme: Theme) -> None:
    left = 0.0
    for way, share in ways.items():
        if not share:
            continue
        hatch = HATCHES[WAYS_TO_WIN.index(way)]
        axes.barh(place, share, 0.62, left, color=fill, edgecolor=theme.ink, linewidth=0.7, hatch=hatch)
        left += share


def draw_interval(axes: Axes, place: int, one: Share, theme: Theme) -> None:
    below, above = [max(0.0, one.share - one.low)], [max(0.0, one.high - one.share)]
    axes.errorbar(one.share, place, xerr=(below, above), fmt="none", ecolor=theme.ink, elinewidth=1.3, capsize=4)


def write_outcome(axes: Axes, place: int, chances: Chances, name: str, theme: Theme) -> None:
    one, ways = chances.outcomes[name], chances.ways.get(name, {})
    words = f"{percent(one.share)}  ({percent(one.low)} to {percent(one.high)})"
    beside = axes.get_yaxis_transform()
    axes.text(1.02, place - (0.16 if ways else 0), words, transform=beside, va="center")
    how = ", ".join(f"{way} {percent(each.share)}" for way, each in ways.items())
    if how:
        how = how.replace(", surrender", ",\nsurrender") if len(ways) > 2 else how
        axes.text(1.02, place + 0.02, how, transform=beside, va="top", fontsize=SMALL, color=theme.muted)


def legend_of_ways(figure: FigureBase, chances: Chances, theme: Theme) -> None:
    seen = [way for way in WAYS_TO_WIN if any(way in ways for ways in chances.ways.values())]
    if not seen:
        return
    marks = [Patch(facecolor=theme.paper, edgecolor=theme.ink, hatch=HATCHES[WAYS_TO_WIN.index(way)]) for way in seen]
    figure.legend(marks, [f"by {way}" for way in seen], loc="outside lower center", ncols=len(seen), handlelength=2.5)


def describe_outcomes(result: Result) -> str:
    told = [f"{clean(name)} {with_interval(one)}" for name, one in result.outcomes.items()]
    ways = [
        f"{clean(name)} by " + join_words([f"{way} {percent(one.share)}" for way, one in ways.items()])
        for name, ways in result.chances.ways.items()
        if ways
    ]
    how = f" Of these, {'; '.join(ways)}." if ways else ""
    return f"Bars: how often each outcome comes about: {join_words(told)}.{how}"


# --- how long it takes


def rounds(result: Result, theme: Theme = LIGHT) -> Picture:
    """How many rounds fights last."""
    return make_picture(draw_rounds, result, theme, rounds_height(result), "how long it takes", describe_rounds(result))


def rounds_height(result: Result) -> float:
    return 3.0


def draw_rounds(figure: FigureBase, result: Result, theme: Theme) -> None:
    axes, lasted = figure.add_subplot(), result.rounds
    step = -(-len(lasted.distribution) // MOST_BARS)
    bars = add_up({n: one.share for n, one in lasted.distribution.items()}, step)
    middles = [first + (step - 1) / 2 for first in bars]
    axes.bar(middles, list(bars.values()), 0.82 * step, color=COLOURS[4], edgecolor=theme.ink, linewidth=0.6)
    if len(bars) <= WHISKERS and step == 1:
        draw_whiskers(axes, list(lasted.distribution.items()), theme)
    lines = draw_averages(axes, result, theme)
    axes.set_xlim(lasted.least - 0.8, max(lasted.most, lasted.least + 3) + 0.8)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=16))
    axes.yaxis.set_major_formatter(FuncFormatter(tick))
    axes.grid(axis="y")
    axes.set_xlabel("rounds")
    axes.set_ylabel("share of the fights" + (f", by {step} rounds" if step > 1 else ""))
    set_heading(axes, "How long it takes", above=14)
    figure.legend(handles=lines, loc="outside lower center", ncols=len(lines), handlelength=2.5)


def add_up(shares: dict[int, float], step: int) -> dict[int, float]:
    """So many numbers together, by the first of them."""
    numbers = list(shares)
    return {numbers[at]: sum(shares[n] for n in numbers[at : at + step]) for at in range(0, len(numbers), step)}


def draw_whiskers(axes: Axes, bars: list[tuple[int, Share]], theme: Theme) -> None:
    shares = [one for _, one in bars]
    below = [max(0.0, one.share - one.low) for one in shares]
    above = [max(0.0, one.high - one.share) for one in shares]
    where = [n for n, _ in bars]
    tops = [one.share for one in shares]
    axes.errorbar(where, tops, (below, above), fmt="none", ecolor=theme.ink, elinewidth=0.9, capsize=2)


def draw_averages(axes: Axes, result: Result, theme: Theme) -> list[Line2D]:
    lasted = result.rounds
    median, mean = lasted.quantiles["median"], lasted.mean.mean
    low, high = lasted.quantiles["5%"], lasted.quantiles["95%"]
    solid = axes.axvline(median, color=theme.ink, linewidth=1.6, label=f"median {median}")
    dashed = axes.axvline(mean, color=theme.ink, linewidth=1.6, linestyle=(0, (3, 2)), label=f"mean {mean:.2f}")
    (span,) = axes.plot(
        [low, high],
        [1.03, 1.03],
        color=theme.ink,
        linewidth=1,
        marker="|",
        transform=axes.get_xaxis_transform(),
        clip_on=False,
        label=f"nine in ten fights: {low} to {high} rounds",
    )
    return [solid, dashed, span]


def describe_rounds(result: Result) -> str:
    lasted = result.rounds
    low, high = lasted.quantiles["5%"], lasted.quantiles["95%"]
    likely = max(lasted.distribution, key=lambda n: lasted.distribution[n].share)
    return (
        f"Bars: how many rounds fights last. From {lasted.least} to {lasted.most}, most often {likely}; median "
        f"{lasted.quantiles['median']}, mean {lasted.mean.mean:.2f}, nine in ten fights {low} to {high}."
    )
