"""Who harms whom: a shaded table of damage; and combatants of a kind put together, so that many can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import fullmatch
from typing import TYPE_CHECKING

import matplotlib
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Normalize
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle

from affray.charts.style import (
    LIGHT,
    SMALL,
    Picture,
    Theme,
    clean,
    draw_no_data,
    join_words,
    make_picture,
    require_details,
    set_heading,
)

if TYPE_CHECKING:
    from affray.simulation.result import Fighter, Result

MAX_SINGLE = 12  # more combatants than that: those of a kind stand together
MAX_ROWS = 30  # rows
SHADES = 64  # of the bar beside it
BRIGHT = 0.46  # a cell brighter than that is written on in black


def flow(result: Result, theme: Theme = LIGHT) -> Picture:
    """Return the mean damage of each to each in a fight."""
    require_details(result)
    return make_picture(draw_flow, result, theme, flow_height(result), "who harms whom", describe_flow(result))


def flow_height(result: Result) -> float:
    return 1.7 + 0.27 * max(3, len(groups_of(result)))


def groups_of(result: Result) -> list[Group]:
    return single_groups(result) if len(result.fighters) <= MAX_SINGLE else groups_that_fit(result, MAX_ROWS)


def draw_flow(figure: FigureBase, result: Result, theme: Theme) -> None:
    axes, groups = figure.add_subplot(), groups_of(result)
    set_heading(axes, "Who harms whom: mean damage in a fight", above=18)
    table = flow_between(result.flow, groups)
    most = max(map(max, table))
    if not most:
        return draw_no_data(axes, "Nobody was harmed.")
    norm, colours = Normalize(0, most), matplotlib.colormaps[theme.scale]
    for row, line in enumerate(table):
        for column, value in enumerate(line):
            draw_cell(axes, (column, row), value, colours(norm(value)), text_size(len(groups)))
    draw_frame(axes, groups, theme)
    add_colour_bar(figure, axes, norm, theme).set_label("mean damage in a fight")
    return None


def add_colour_bar(figure: FigureBase, axes: Axes, norm: Normalize, theme: Theme) -> Colorbar:
    """Return what the shades mean."""
    shades = matplotlib.colormaps[theme.scale].resampled(SHADES)
    bar = figure.colorbar(ScalarMappable(norm, shades), ax=axes, fraction=0.035, pad=0.02)
    if bar.solids is not None:
        bar.solids.set(rasterized=False, edgecolor="face")
    bar.outline.set_edgecolor(theme.muted)
    return bar


def text_size(count: int) -> float:
    return SMALL if count <= 16 else 6 if count <= 22 else 5


def draw_cell(axes: Axes, place: tuple[int, int], value: float, fill: tuple[float, ...], size: float) -> None:
    """Draw one cell; leave it empty where there was nothing."""
    if not value:
        return
    column, row = place
    axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=fill, linewidth=0))
    axes.text(column, row, short_number(value), ha="center", va="center", fontsize=size, color=text_colour(fill))


def short_number(value: float) -> str:
    """Return a number in three characters or so."""
    if value < 0.05:
        return "·"
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def text_colour(fill: tuple[float, ...]) -> str:
    """Return black or white, whichever can be read on it."""
    red, green, blue = fill[:3]
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT else "#ffffff"


def draw_frame(axes: Axes, groups: Sequence[Group], theme: Theme) -> None:
    count, labels = len(groups), [clean(group.label, 22) for group in groups]
    turned = {"rotation": 90, "fontsize": 6.5} if count > 16 else {"rotation": 50} if count > 3 else {}
    axes.set_xlim(-0.5, count - 0.5)
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_xticks(range(count), labels, **turned, ha="right" if turned else "center")
    for tick in axes.get_xticklabels():
        tick.set_rotation_mode("anchor" if turned else "default")
        tick.set_verticalalignment("center" if count > 16 else "top")
    axes.set_yticks(range(count), labels, fontsize=8 if count <= 16 else 6.5)
    axes.set_xlabel("who is harmed")
    axes.set_ylabel("who harms")
    for edge in range(count + 1):
        with_interval = 0 < edge < count and groups[edge - 1].side != groups[edge].side
        paint, width = (theme.ink, 1.3) if with_interval else (theme.faint, 0.5)
        axes.axhline(edge - 0.5, color=paint, linewidth=width)
        axes.axvline(edge - 0.5, color=paint, linewidth=width)
    for spine in axes.spines.values():
        spine.set_visible(True)
    axes.tick_params(length=0)
    write_sides(axes, groups, theme)


def write_sides(axes: Axes, groups: Sequence[Group], theme: Theme) -> None:
    """Write the name of each side over its columns."""
    for side in dict.fromkeys(group.side for group in groups):
        places = [n for n, group in enumerate(groups) if group.side == side]
        room = max(6, round(len(places) * 60 / len(groups)))
        at = (places[0] + places[-1]) / 2
        axes.annotate(
            clean(side, room),
            (at, 1),
            xytext=(0, 3),
            xycoords=axes.get_xaxis_transform(),
            textcoords="offset points",
            ha="center",
            fontsize=SMALL,
            color=theme.muted,
        )


def describe_flow(result: Result) -> str:
    rows = sorted(result.damage, key=lambda row: -float(row["damage"]))
    if not rows:
        return "A table of who harms whom: nobody was harmed."
    most = [f"{clean(row['by'])} to {clean(row['to'])} {row['damage']:.2f}" for row in rows[:5]]
    return f"A shaded table: the mean damage of each to each in a fight. The most: {join_words(most)}."


# --- groups of combatants


@dataclass(frozen=True, slots=True)
class Group:
    """One combatant, or several of a side that differ by their number alone."""

    label: str
    side: str
    names: tuple[str, ...]


def single_groups(result: Result) -> list[Group]:
    return [Group(clean(each.name), each.side, (each.name,)) for each in result.fighters]


def group_by_kind(fighters: Sequence[Fighter]) -> list[Group]:
    """Group Orc 1 and Orc 2 as Orc ×2; in the order of the first of each."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in fighters:
        found.setdefault((each.side, stem(each.name)), []).append(each.name)
    return [Group(group_label(kind, names), side, tuple(names)) for (side, kind), names in found.items()]


def stem(name: str) -> str:
    """Return a name without the number at its end."""
    match = fullmatch(r"(.+?) \d+", name)
    return match[1] if match else name


def group_label(kind: str, names: Sequence[str]) -> str:
    return clean(names[0]) if len(names) == 1 else f"{clean(kind, 24)} ×{len(names)}"


def groups_that_fit(result: Result, most: int) -> list[Group]:
    """Return at most so many, or one more for each side: those with the least to do with damage become its `others`."""
    groups = group_by_kind(result.fighters)
    if len(groups) <= most:
        return groups
    busy = {each.name: each.dealt.mean + each.taken.mean for each in result.fighters}
    kept = set(sorted(range(len(groups)), key=lambda n: -sum(busy[name] for name in groups[n].names))[:most])
    shown = [group for n, group in enumerate(groups) if n in kept]
    rest = [group for n, group in enumerate(groups) if n not in kept]
    return [
        each for side in dict.fromkeys(group.side for group in groups) for each in groups_of_side(side, shown, rest)
    ]


def groups_of_side(side: str, shown: Sequence[Group], rest: Sequence[Group]) -> Iterator[Group]:
    yield from (group for group in shown if group.side == side)
    names = tuple(name for group in rest if group.side == side for name in group.names)
    if names:
        yield Group(f"{len(names)} others", side, names)


def flow_between(flow: Mapping[str, Mapping[str, float]], groups: Sequence[Group]) -> list[list[float]]:
    """Return the damage of each group to each."""
    return [
        [sum(flow.get(by, {}).get(to, 0.0) for by in rows.names for to in columns.names) for columns in groups]
        for rows in groups
    ]
