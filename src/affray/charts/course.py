"""The course of a fight (hit points of each side, who still stands, round by round), and how fights end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from affray.charts.harm import Group, group_by_kind, single_groups
from affray.charts.style import (
    COLOURS,
    DASHES,
    GREY,
    HATCHES,
    HEADING,
    LIGHT,
    MARKERS,
    PALE,
    SMALL,
    Picture,
    Theme,
    clean,
    join_words,
    make_picture,
    percent,
    require_details,
    set_heading,
    side_colour,
    tick,
    whole_percent,
    with_interval,
)
from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.simulation.chances import NOBODY, STANDING_OFF, Chances, Share

if TYPE_CHECKING:
    from affray.simulation.result import Result


LINES = 6  # in one panel
ACROSS = 2  # panels beside each other
MIN_ROUNDS, NEARLY_ALL = 20, 0.99  # so many rounds are shown, and as many more as so many fights don't outlast
APART = 0.085  # of a panel's height, between two labels


def rounds_to_show(result: Result) -> int:
    """Return how many rounds to show: a few endless fights should not press all the others into a corner."""
    so_far = 0.0
    for n, one in result.rounds.distribution.items():
        so_far += one.share
        if so_far >= NEARLY_ALL:
            return min(result.rounds.most, max(MIN_ROUNDS, n))
    return result.rounds.most


def make_panels(figure: FigureBase, count: int) -> list[Axes]:
    """Make so many, beside and beneath each other, with the same scales."""
    across = min(count, ACROSS)
    down = -(-count // across)
    grid = figure.subplots(down, across, sharey=True, squeeze=False)
    places: list[Axes] = list(grid.flat)
    for spare in places[count:]:
        spare.set_axis_off()
    return places[:count]


def set_scales(axes: Axes, result: Result) -> None:
    last = rounds_to_show(result)
    axes.set_xlim(0, last or 1)
    axes.set_ylim(-0.02, 1.04)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    axes.yaxis.set_major_formatter(FuncFormatter(tick))
    axes.grid()
    cut = f" (the longest fight has {result.rounds.most})" if last < result.rounds.most else ""
    axes.set_xlabel(f"rounds fought{cut}")


# --- hit points


def hp(result: Result, theme: Theme = LIGHT) -> Picture:
    """Return the hit points of each side over time, as bands."""
    require_details(result)
    return make_picture(draw_hp, result, theme, hp_height(result), "hit points over time", describe_hp(result))


def hp_height(result: Result) -> float:
    return 1.1 + 2.0 * -(-len(result.bands) // ACROSS)


def draw_hp(figure: FigureBase, result: Result, theme: Theme) -> None:
    for place, (axes, side) in enumerate(zip(make_panels(figure, len(result.bands)), result.bands, strict=True)):
        draw_band(axes, result.bands[side][: rounds_to_show(result) + 1], side_colour(result, side), theme)
        set_scales(axes, result)
        set_heading(axes, clean(side, 30))
        if place % ACROSS == 0:
            axes.set_ylabel("share of its hit points")
    figure.suptitle("Hit points over time", **HEADING)
    wide = Patch(facecolor=GREY, alpha=0.3, edgecolor=theme.ink, linestyle=":")
    half = Patch(facecolor=GREY, alpha=0.7, edgecolor=theme.ink)
    names = ["median", "middle half of the fights", "nine in ten"]
    line = Line2D([], [], color=theme.ink, linewidth=1.8, marker="o", markersize=3.5)
    figure.legend([line, half, wide], names, loc="outside lower center", ncols=3)


def draw_band(axes: Axes, band: Sequence[Sequence[float]], paint: str, theme: Theme) -> None:
    after = range(len(band))
    low, lower, median, upper, high = zip(*band, strict=True)
    axes.fill_between(after, low, high, color=paint, alpha=0.25, linewidth=0)
    axes.fill_between(after, lower, upper, color=paint, alpha=0.55, linewidth=0)
    for edge in (low, high):
        axes.plot(after, edge, color=theme.ink, linewidth=0.9, linestyle=":")
    for edge in (lower, upper):
        axes.plot(after, edge, color=theme.ink, linewidth=0.5)
    axes.plot(after, median, color=theme.ink, linewidth=1.8, marker="o", markersize=3.5 if len(band) <= 40 else 0)


def describe_hp(result: Result) -> str:
    ends = [
        f"{clean(side)} {whole_percent(median)} (in half of the fights {whole_percent(low)} to {whole_percent(high)})"
        for side, band in result.bands.items()
        for _, low, median, high, _ in band[-1:]
    ]
    return (
        "Bands: the hit points each side has left after each round, as a share of those it began with: the median, "
        f"the middle half and nine in ten of the fights. At the end the median is: {join_words(ends)}."
    )


# --- who still stands


def survival(result: Result, theme: Theme = LIGHT) -> Picture:
    """Draw in what share of the fights each combatant still stands, round by round."""
    require_details(result)
    return make_picture(
        draw_survival, result, theme, survival_height(result), "who still stands", describe_survival(result)
    )


def survival_height(result: Result) -> float:
    return 0.6 + 2.2 * -(-len(plan_panels(result)) // ACROSS)


def plan_panels(result: Result) -> list[list[Group]]:
    """Return who stands in which panel: each side apart, and those of a kind together where it has many."""
    found: list[list[Group]] = []
    for side in dict.fromkeys(each.side for each in result.fighters):
        members = [each for each in result.fighters if each.side == side]
        groups = (
            group_by_kind(members) if len(members) > LINES else [g for g in single_groups(result) if g.side == side]
        )
        found += [list(some) for some in split_evenly(groups)]
    return found


def split_evenly(groups: Sequence[Group]) -> list[Sequence[Group]]:
    """Split into as few panels as will do, about as many in each."""
    count = -(-len(groups) // LINES)
    each = -(-len(groups) // count)
    return [groups[at : at + each] for at in range(0, len(groups), each)]


def draw_survival(figure: FigureBase, result: Result, theme: Theme) -> None:
    groups = plan_panels(result)
    figure.suptitle("Who still stands", **HEADING)
    for place, (axes, some) in enumerate(zip(make_panels(figure, len(groups)), groups, strict=True)):
        ends = [draw_steps(axes, result, group, number, theme) for number, group in enumerate(some)]
        set_scales(axes, result)
        set_heading(axes, clean(some[0].side, 26))
        label_lines(axes, [clean(group.label, 20) for group in some], ends)
        if place % ACROSS == 0:
            axes.set_ylabel("share of the fights")


def draw_steps(axes: Axes, result: Result, group: Group, number: int, theme: Theme) -> tuple[float, float]:
    """Return the steps of one group; where they end, and how much lies beneath them.

    Of several it is the mean, with what lies between the best and the worst of them."""
    last = rounds_to_show(result)
    lines = list(zip(*(result.standing[name][: last + 1] for name in group.names), strict=True))
    after, middle = range(len(lines)), [float(sum(line)) / len(line) for line in lines]
    paint = COLOURS[number % len(COLOURS)]
    if len(group.names) > 1:
        worst, best = list(map(min, lines)), list(map(max, lines))
        axes.fill_between(after, worst, best, step="post", color=paint, alpha=0.2, linewidth=0)
    axes.step(
        after,
        middle,
        where="post",
        color=paint,
        linestyle=DASHES[number % len(DASHES)],
        linewidth=1.7,
        marker=MARKERS[number % len(MARKERS)],
        markersize=4,
        markevery=(number % 3, max(1, len(lines) // 6)),
        markeredgecolor=theme.paper,
        markeredgewidth=0.4,
    )
    return middle[-1], sum(middle)


def label_lines(axes: Axes, names: Sequence[str], ends: Sequence[tuple[float, float]]) -> None:
    """Write names at the right, beside the ends of their lines, and apart from each other."""
    edge = axes.get_xlim()[1]
    order = sorted(range(len(names)), key=lambda n: ends[n])
    for number, height in zip(order, spread_out([ends[n][0] for n in order]), strict=True):
        axes.annotate(
            names[number],
            (edge, ends[number][0]),
            xytext=(1.05, height),
            textcoords=("axes fraction", "data"),
            va="center",
            fontsize=SMALL,
            arrowprops=leader_style(COLOURS[number % len(COLOURS)]),
            annotation_clip=False,
        )


def leader_style(paint: str) -> dict[str, Any]:
    """Return a line from the end of another to its name."""
    return {"arrowstyle": "-", "color": paint, "linewidth": 0.9, "shrinkA": 1, "shrinkB": 0, "relpos": (0, 0.5)}


def spread_out(heights: Sequence[float]) -> list[float]:
    """Move rising heights apart as little as it takes, and keep them between 0 and 1."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + APART) if found else max(height, 0.02))
    top = 1.0
    for place in reversed(range(len(found))):
        found[place] = min(found[place], top)
        top = found[place] - APART
    return found


def describe_survival(result: Result) -> str:
    stand = [f"{clean(name)} {percent(line[-1])}" for name, line in result.standing.items()]
    return (
        "Falling steps: in what share of the fights each combatant still stands after each round. "
        f"At the end: {join_words(stand)}."
    )


# --- how fights end: who wins in which way, and after how many rounds

MOST_BARS = 60
WHISKERS = 30  # more bars than that have none


# --- who wins


def outcomes(result: Result, theme: Theme = LIGHT) -> Picture:
    """Return how often each side wins, and in which way."""
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
    axes.set_xlabel("share of the fights, with its 95% interval")
    set_heading(axes, "Who wins, and how")
    legend_of_ways(figure, chances, theme)


def outcome_colour(result: Result, name: str) -> str:
    return {NOBODY: GREY, STANDING_OFF: PALE}.get(name) or side_colour(result, name)


def shares_of_ways(chances: Chances, name: str) -> dict[str, float]:
    """Return of an outcome the share of each way, or all of it where there are no ways."""
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
    """Return how many rounds fights last."""
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
    """Add up so many numbers at a time, by the first of them."""
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
