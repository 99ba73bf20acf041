"""Pictures of studies (a sweep, a comparison, a balance), and the heat map, curve and forest plot they consist of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import matplotlib
import numpy
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.ticker import FuncFormatter, MaxNLocator

from affray.charts.harm import add_colour_bar, text_colour
from affray.charts.report import page
from affray.charts.style import (
    COLOURS,
    LIGHT,
    MAX_TITLE_LENGTH,
    SMALL,
    WIDTH,
    Picture,
    Theme,
    blank_picture,
    clean,
    join_words,
    percent,
    set_heading,
    theme_context,
    tick,
    whole_percent,
)
from affray.errors import AffrayError
from affray.simulation.result import Result
from affray.studies.balance import Balance
from affray.studies.compare import Comparison
from affray.studies.sweep import Cell, Sweep

Point = float | int | str
Tell = Callable[[float], str]
BOTH, ALONE = 9, 18  # so many columns have room for value and error, or for the value alone
TICKS = 24  # more values than that are not all named
SHARES = (0.0, 1.0)
MAX_AXES = 2


# --- over two things


def heat_map(
    xs: Sequence[Point],
    ys: Sequence[Point],
    values: Sequence[Sequence[float | None]],
    errors: Sequence[Sequence[float | None]] | None = None,
    *,
    x_label: str,
    y_label: str,
    value_label: str,
    title: str,
    source: str = "",
    tell: Tell = percent,
    bounds: tuple[float, float] | None = SHARES,
    theme: Theme = LIGHT,
) -> Picture:
    """Return a grid of shades, a cell for each of `ys` (rows, the first at the foot) and `xs` (columns).

    `values[row][column]` may be None where nothing is known; `errors` are half the widths of the intervals, likewise.
    `tell` says a value, `bounds` are the ends of the scale (None: those of the values), `source` stands beneath."""
    known = [value for value in chain.from_iterable(values) if value is not None]
    if not known or len(values) != len(ys) or any(len(row) != len(xs) for row in values):
        raise AffrayError(f"a heat map of {len(xs)} by {len(ys)} needs a row of values for each of these, some known")
    norm = Normalize(*(bounds or range_of(known)))
    with theme_context(theme):
        picture = blank_picture(WIDTH, 1.9 + min(6.0, max(1.2, 0.42 * len(ys))))
        axes = picture.add_subplot()
        draw_cells(axes, values, errors, norm, tell, theme)
        name_cells(axes, xs, ys)
        add_captions(picture, axes, x_label, y_label, title, source, theme)
        bar = add_colour_bar(picture, axes, norm, theme)
        bar.set_label(clean(value_label, 40))
        bar.ax.yaxis.set_major_formatter(axis_formatter(tell))
    picture.alt = describe_grid(xs, ys, values, x_label, y_label, value_label, tell)
    return picture


def range_of(known: Sequence[float]) -> tuple[float, float]:
    low, high = min(known), max(known)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def short_text(tell: Tell, value: float) -> str:
    return whole_percent(value) if tell is percent else tell(value)


def axis_formatter(tell: Tell) -> FuncFormatter:
    return FuncFormatter(tick if tell is percent else lambda value, _: tell(value))


def draw_cells(
    axes: Axes,
    values: Sequence[Sequence[float | None]],
    errors: Sequence[Sequence[float | None]] | None,
    norm: Normalize,
    tell: Tell,
    theme: Theme,
) -> None:
    many = max(len(values[0]), len(values) / 2)
    grid = numpy.ma.masked_invalid(numpy.array(values, dtype=float))
    edges = {"edgecolors": theme.paper, "linewidth": 0.5} if many <= ALONE else {"edgecolors": "face", "linewidth": 0.1}
    axes.patch.set(hatch="////", edgecolor=theme.faint)  # seen where nothing is known
    axes.pcolormesh(*borders(values), grid, cmap=theme.scale, norm=norm, **edges)  # type: ignore[arg-type]
    if many > ALONE:
        return
    colours = matplotlib.colormaps[theme.scale]
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            if value is not None:
                error = errors[row][column] if errors is not None else None
                paint = text_colour(colours(norm(value)))
                words = cell_text(value, error, tell, many)
                axes.text(column, row, words, ha="center", va="center", fontsize=SMALL, color=paint)


def borders(values: Sequence[Sequence[object]]) -> tuple[list[float], list[float]]:
    """Return the borders of the columns and the rows."""
    return [n - 0.5 for n in range(len(values[0]) + 1)], [n - 0.5 for n in range(len(values) + 1)]


def cell_text(value: float, error: float | None, tell: Tell, many: float) -> str:
    """Return what a cell has room for."""
    if many > BOTH or error is None:
        return short_text(tell, value).replace("%", "")
    return f"{short_text(tell, value)}\n±{tell(error)}"


def name_cells(axes: Axes, xs: Sequence[Point], ys: Sequence[Point]) -> None:
    axes.set_xlim(-0.5, len(xs) - 0.5)
    axes.set_ylim(-0.5, len(ys) - 0.5)
    for axis, points in ((axes.xaxis, xs), (axes.yaxis, ys)):
        every = -(-len(points) // TICKS)
        axis.set_ticks(range(0, len(points), every), [point_text(point) for point in points[::every]])
    if sum(len(point_text(point)) + 1 for point in xs) > 60 and len(xs) <= TICKS:
        axes.tick_params("x", rotation=50, rotation_mode="anchor")
        for tick in axes.get_xticklabels():
            tick.set_horizontalalignment("right")
    axes.tick_params(length=0)


def point_text(point: Point) -> str:
    return clean(point, 20) if isinstance(point, str) else f"{point:g}"


def add_captions(
    picture: Picture, axes: Axes, x_label: str, y_label: str, title: str, source: str, theme: Theme
) -> None:
    axes.set_xlabel(clean(x_label, 60))
    axes.set_ylabel(clean(y_label, 40))
    picture.title = clean(title, MAX_TITLE_LENGTH)
    set_heading(axes, picture.title)
    if source:
        picture.supxlabel(clean(source, 130), x=0.015, ha="left", fontsize=SMALL, color=theme.muted)


def describe_grid(
    xs: Sequence[Point],
    ys: Sequence[Point],
    values: Sequence[Sequence[float | None]],
    x_label: str,
    y_label: str,
    value_label: str,
    tell: Tell,
) -> str:
    cells = [
        (v, x, y) for y, row in zip(ys, values, strict=True) for x, v in zip(xs, row, strict=True) if v is not None
    ]
    (low, low_x, low_y), (high, high_x, high_y) = min(cells, key=lambda c: c[0]), max(cells, key=lambda c: c[0])
    words = f"A shaded grid: {clean(value_label, 60)} for each {clean(x_label, 60)} and {clean(y_label, 60)}. "
    least = f"The least, {tell(low)}, at {point_text(low_x)} and {point_text(low_y)}"
    return f"{words}{least}; the most, {tell(high)}, at {point_text(high_x)} and {point_text(high_y)}."


# --- over one thing


def curve(
    xs: Sequence[Point],
    values: Sequence[float | None],
    errors: Sequence[float | None] | None = None,
    *,
    x_label: str,
    value_label: str,
    title: str,
    target: float | None = None,
    source: str = "",
    tell: Tell = percent,
    bounds: tuple[float, float] | None = SHARES,
    theme: Theme = LIGHT,
) -> Picture:
    """Return a line through a value for each of `xs`, with whiskers.

    `values` and `errors` (half the widths of the intervals) may have None where nothing is known. Words among `xs`
    stand in their order. `target` is a level to be met, drawn across; the rest as in `heat_map`."""
    known = [(x, value) for x, value in zip(xs, values, strict=True) if value is not None]
    if not known:
        raise AffrayError("a curve needs at least one value")
    numbers = [x for x in xs if not isinstance(x, str)]
    where: Sequence[float] = numbers if len(numbers) == len(xs) else range(len(xs))
    with theme_context(theme):
        picture = blank_picture(WIDTH, 3.6)
        axes = picture.add_subplot()
        draw_curve(axes, where, values, errors, bounds, theme)
        if target is not None:
            draw_target(axes, target, tell, theme)
        name_points(axes, xs, where)
        axes.yaxis.set_major_formatter(axis_formatter(tell))
        axes.grid()
        if bounds is not None:
            margin = 0.03 * (bounds[1] - bounds[0])
            axes.set_ylim(bounds[0] - margin, bounds[1] + margin)
        add_captions(picture, axes, x_label, value_label, title, source, theme)
    points = join_words([f"{point_text(x)}: {tell(value)}" for x, value in known])
    picture.alt = f"A line: {clean(value_label, 60)} for each {clean(x_label, 60)}. {points}."
    return picture


def draw_curve(
    axes: Axes,
    where: Sequence[float],
    values: Sequence[float | None],
    errors: Sequence[float | None] | None,
    bounds: tuple[float, float] | None,
    theme: Theme,
) -> None:
    least, most = bounds or (float("-inf"), float("inf"))
    places = [n for n, value in enumerate(values) if value is not None]
    known = [value for value in values if value is not None]
    off = [(errors[n] or 0.0) if errors is not None else 0.0 for n in places]
    below = [value - max(least, value - e) for value, e in zip(known, off, strict=True)]
    above = [min(most, value + e) - value for value, e in zip(known, off, strict=True)]
    at = [where[n] for n in places]
    size = 5 if len(at) <= 40 else 2
    style = {"color": COLOURS[0], "ecolor": theme.ink, "elinewidth": 1.0, "capsize": 3 if len(at) <= 40 else 0}
    axes.errorbar(at, known, (below, above), marker="o", markersize=size, linewidth=1.4, **style)  # type: ignore[arg-type]


def draw_target(axes: Axes, target: float, tell: Tell, theme: Theme) -> None:
    axes.axhline(target, color=theme.ink, linestyle="--", linewidth=1)
    beside = axes.get_yaxis_transform()
    axes.text(1.01, target, f"target {tell(target)}", transform=beside, va="center", fontsize=SMALL)


def name_points(axes: Axes, xs: Sequence[Point], where: Sequence[float]) -> None:
    if any(isinstance(x, str) for x in xs):
        every = -(-len(xs) // TICKS)
        turned = sum(len(point_text(x)) + 1 for x in xs[::every]) > 70
        axes.set_xticks(list(where)[::every], [point_text(x) for x in xs[::every]])
        if turned:
            axes.tick_params("x", rotation=50)
    elif len(xs) <= TICKS:
        axes.set_xticks(list(where), [point_text(x) for x in xs])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(nbins=12))


# --- a comparison


def forest(
    rows: Sequence[tuple[str, float, float, float]],
    *,
    value_label: str,
    title: str,
    reference: float | None = None,
    source: str = "",
    tell: Tell = percent,
    theme: Theme = LIGHT,
) -> Picture:
    """Return a dot with its interval for each row: (label, share, low, high), from the top down.

    `reference` is a value to hold the others against (that of the first row, or 0 for differences), drawn down."""
    if not rows:
        raise AffrayError("a comparison needs at least one row")
    with theme_context(theme):
        picture = blank_picture(WIDTH, min(20.0, 1.3 + 0.32 * len(rows)))
        axes = picture.add_subplot()
        if reference is not None:
            axes.axvline(reference, color=theme.ink, linestyle="--", linewidth=1)
        for place, row in enumerate(rows):
            draw_row(axes, place, row, tell, theme)
        axes.set_yticks(range(len(rows)), [clean(row[0], 36) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.margins(x=0.06)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=7))
        axes.xaxis.set_major_formatter(axis_formatter(tell))
        axes.grid(axis="x")
        add_captions(picture, axes, value_label, "", title, source, theme)
    told = join_words([f"{clean(name, 36)} {tell(v)} ({tell(low)} to {tell(high)})" for name, v, low, high in rows])
    picture.alt = f"Dots with intervals: {clean(value_label, 60)}. {told}."
    return picture


def draw_row(axes: Axes, place: int, row: tuple[str, float, float, float], tell: Tell, theme: Theme) -> None:
    _, value, low, high = row
    axes.plot([low, high], [place, place], color=theme.ink, linewidth=1.4, marker="|", markersize=7)
    axes.plot([value], [place], color=COLOURS[0], marker="D", markersize=6, markeredgecolor=theme.ink, linestyle="")
    words = f"{tell(value)}  ({tell(low)} to {tell(high)})"
    axes.text(1.02, place, words, transform=axes.get_yaxis_transform(), va="center", fontsize=SMALL)


# --- studies


def draw_study(found: Sweep | Comparison | Balance, theme: Theme = LIGHT) -> Picture:
    """Draw what a study found."""
    if isinstance(found, Sweep):
        return draw_sweep(found, theme)
    return draw_comparison(found, theme) if isinstance(found, Comparison) else draw_balance(found, theme)


def draw_result(found: object, theme: Theme = LIGHT) -> Picture | None:
    """Draw whatever a call in Python has found; None where it has no picture."""
    if isinstance(found, Result):
        return page(found, theme)
    if isinstance(found, Sweep) and len(found.axes) > MAX_AXES:
        return None
    return draw_study(found, theme) if isinstance(found, Comparison | Balance | Sweep) else None


def check_axes(many: int) -> None:
    if many > MAX_AXES:
        raise AffrayError(f"a picture shows one or two things that are varied, not {many}; leave out --plot")


def draw_sweep(found: Sweep, theme: Theme = LIGHT) -> Picture:
    """Draw a curve over one axis; a heat map over two, the first from the foot upwards and the second across."""
    check_axes(len(found.axes))
    title, label = f"{found.asked['scenario']}, {found.asked['ruleset']}", f"{found.party} wins"
    known = {tuple(cell.at.values()): cell for cell in found.cells}
    if len(found.axes) == 1:
        ((name, values),) = found.axes.items()
        line = [known.get((value,)) for value in values]
        return curve(
            [point_of(value) for value in values], [share_of_cell(cell, found.party) for cell in line],
            [error_of_cell(cell, found.party) for cell in line],
            x_label=name, value_label=label, title=title, theme=theme,
        )  # fmt: skip
    (down, rows), (across, columns) = found.axes.items()
    cells = [[known.get((row, column)) for column in columns] for row in rows]
    return heat_map(
        [point_of(value) for value in columns], [point_of(value) for value in rows],
        [[share_of_cell(cell, found.party) for cell in line] for line in cells],
        [[error_of_cell(cell, found.party) for cell in line] for line in cells],
        x_label=across, y_label=down, value_label=label, title=title, theme=theme,
    )  # fmt: skip


def draw_comparison(found: Comparison, theme: Theme = LIGHT) -> Picture:
    """Draw how often the party wins in each variant, against the first."""
    shares = [(variant.name, variant.result.outcomes[found.party]) for variant in found.variants]
    return forest(
        [(name, one.share, one.low, one.high) for name, one in shares], value_label=f"{found.party} wins",
        title=found.variants[0].result.title, reference=shares[0][1].share, theme=theme,
    )  # fmt: skip


def draw_balance(found: Balance, theme: Theme = LIGHT) -> Picture:
    """Draw all that was tried, and the target across."""
    target = found.target
    return curve(
        [int(one.value) for one in found.tried], [one.got for one in found.tried],
        [(one.high - one.low) / 2 for one in found.tried], x_label=found.name, value_label=target.words,
        title=f"{found.scenario}, {found.ruleset}", target=target.wanted,
        tell=percent if target.is_share else target.format,
        bounds=(0.0, 1.0) if target.is_share else None, theme=theme,
    )  # fmt: skip


def point_of(text: str) -> int | str:
    return int(text) if text.lstrip("+-").isdecimal() else text


def share_of_cell(cell: Cell | None, party: str) -> float | None:
    return None if cell is None else cell.outcomes[party].share


def error_of_cell(cell: Cell | None, party: str) -> float | None:
    return None if cell is None else cell.outcomes[party].error
