"""Who harms whom: a shaded table of damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import matplotlib
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Normalize
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle

from affray.charts.groups import Group, alone, fitting, flow_between
from affray.charts.style import LIGHT, SMALL, Picture, Theme, clean, drawn, empty, headed, watched
from affray.charts.words import of_flow

if TYPE_CHECKING:
    from affray.simulation.result import Result

EACH = 12  # more combatants than that: those of a kind stand together
MOST = 30  # rows
SHADES = 64  # of the bar beside it
BRIGHT = 0.46  # a cell brighter than that is written on in black


def flow(result: Result, theme: Theme = LIGHT) -> Picture:
    """The mean damage of each to each in a fight."""
    watched(result)
    return drawn(draw_flow, result, theme, flow_height(result), "who harms whom", of_flow(result))


def flow_height(result: Result) -> float:
    return 1.7 + 0.27 * max(3, len(groups_of(result)))


def groups_of(result: Result) -> list[Group]:
    return alone(result) if len(result.fighters) <= EACH else fitting(result, MOST)


def draw_flow(figure: FigureBase, result: Result, theme: Theme) -> None:
    axes, groups = figure.add_subplot(), groups_of(result)
    headed(axes, "Who harms whom: mean damage in a fight", above=18)
    table = flow_between(result.flow, groups)
    most = max(map(max, table))
    if not most:
        return empty(axes, "Nobody was harmed.")
    norm, colours = Normalize(0, most), matplotlib.colormaps[theme.scale]
    for row, line in enumerate(table):
        for column, value in enumerate(line):
            draw_cell(axes, (column, row), value, colours(norm(value)), text_size(len(groups)))
    frame(axes, groups, theme)
    bar_of(figure, axes, norm, theme).set_label("mean damage in a fight")
    return None


def bar_of(figure: FigureBase, axes: Axes, norm: Normalize, theme: Theme) -> Colorbar:
    """What the shades mean."""
    shades = matplotlib.colormaps[theme.scale].resampled(SHADES)
    bar = figure.colorbar(ScalarMappable(norm, shades), ax=axes, fraction=0.035, pad=0.02)
    if bar.solids is not None:
        bar.solids.set(rasterized=False, edgecolor="face")
    bar.outline.set_edgecolor(theme.muted)
    return bar


def text_size(count: int) -> float:
    return SMALL if count <= 16 else 6 if count <= 22 else 5


def draw_cell(axes: Axes, place: tuple[int, int], value: float, fill: tuple[float, ...], size: float) -> None:
    """Empty where there was nothing."""
    if not value:
        return
    column, row = place
    axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=fill, linewidth=0))
    axes.text(column, row, figure_of(value), ha="center", va="center", fontsize=size, color=readable(fill))


def figure_of(value: float) -> str:
    """In three characters or so."""
    if value < 0.05:
        return "·"
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def readable(fill: tuple[float, ...]) -> str:
    """Black or white, whichever can be read on it."""
    red, green, blue = fill[:3]
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT else "#ffffff"


def frame(axes: Axes, groups: Sequence[Group], theme: Theme) -> None:
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
        between = 0 < edge < count and groups[edge - 1].side != groups[edge].side
        paint, width = (theme.ink, 1.3) if between else (theme.faint, 0.5)
        axes.axhline(edge - 0.5, color=paint, linewidth=width)
        axes.axvline(edge - 0.5, color=paint, linewidth=width)
    for spine in axes.spines.values():
        spine.set_visible(True)
    axes.tick_params(length=0)
    say_sides(axes, groups, theme)


def say_sides(axes: Axes, groups: Sequence[Group], theme: Theme) -> None:
    """The name of each side over its columns."""
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
