"""Pictures of plain numbers: heat map, curve, comparison."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from matplotlib.collections import QuadMesh
from matplotlib.text import Text

from affray import charts
from affray.charts import DARK, Picture
from affray.errors import AffrayError

GRID: dict[str, Any] = {"x_label": "orcs", "y_label": "level", "value_label": "party wins", "title": "A brawl"}
LINE: dict[str, Any] = {"x_label": "orcs", "value_label": "party wins", "title": "A brawl"}
ROWS = [("classic", 0.52, 0.5, 0.55), ("tempo", 0.33, 0.31, 0.35)]


def texts(picture: Picture) -> list[str]:
    return [each.get_text() for each in picture.findobj(Text) if isinstance(each, Text) and each.get_text()]


def drawn(picture: Picture) -> list[tuple[list[float], list[float]]]:
    """The points of each line."""
    lines: Any = picture.axes[0].lines
    return [(list(line.get_xdata()), list(line.get_ydata())) for line in lines]


def test_a_cell_has_its_value_error_and_shade() -> None:
    picture = charts.heat_map([4, 6], [1, 2], [[0.9, None], [1.0, 0.25]], [[0.02, None], [0.01, 0.03]], **GRID)
    axes = picture.axes[0]
    cells = {each.get_position(): each.get_text() for each in axes.texts}
    assert cells == {(0, 0): "90%\n±2.0%", (0, 1): "100%\n±1.0%", (1, 1): "25%\n±3.0%"}
    (mesh,) = [each for each in axes.collections if isinstance(each, QuadMesh)]
    shades: Any = mesh.get_array()
    assert shades.filled(-1).tolist() == [[0.9, -1], [1.0, 0.25]]
    assert "The least, 25.0%, at 6 and 2; the most, 100.0%, at 4 and 2." in picture.alt


def test_what_is_written_in_a_cell_can_be_read() -> None:
    """Black on bright shades, white on dark ones: on the light page much is dark."""
    axes = charts.heat_map([1, 2], [1], [[0.0, 1.0]], **GRID).axes[0]
    assert [each.get_color() for each in axes.texts] == ["#000000", "#ffffff"]
    axes = charts.heat_map([1, 2], [1], [[0.0, 1.0]], **GRID, theme=DARK).axes[0]
    assert [each.get_color() for each in axes.texts] == ["#ffffff", "#000000"]


def test_a_great_grid_has_shades_alone_and_few_ticks() -> None:
    axes = charts.heat_map(
        range(100), range(100), [[x * y / 1e4 for x in range(100)] for y in range(100)], **GRID
    ).axes[0]
    assert list(axes.texts) == []
    assert len(axes.get_xticks()) <= 24


def test_words_may_be_varied_too() -> None:
    said = texts(charts.heat_map(["on", "off"], [1], [[0.1, 0.2]], **GRID))
    assert {"on", "off"} <= set(said)


@pytest.mark.parametrize("values", [[[None, None]], [[0.1]], [[0.1, 0.2], [0.1, 0.2]], []])
def test_a_grid_that_is_none_is_refused(values: list[list[float | None]]) -> None:
    with pytest.raises(AffrayError, match="a heat map of 2 by 1"):
        charts.heat_map([1, 2], [1], values, **GRID)


def test_a_curve_goes_through_what_is_known() -> None:
    picture = charts.curve([1, 2, 4], [0.9, None, 0.01], [0.02, None, 0.03], **LINE, target=0.7)
    axes = picture.axes[0]
    assert drawn(picture)[0] == ([1, 4], [0.9, 0.01])
    assert "target 70.0%" in texts(picture)
    low, high = axes.collections[0].get_segments()[1][:, 1]  # type: ignore[attr-defined]
    assert (low, high) == pytest.approx((0.0, 0.04))  # a share is not below 0
    assert "1: 90.0% and 4: 1.0%" in picture.alt


def test_a_curve_over_words_keeps_their_order() -> None:
    picture = charts.curve(["keen", "dull"], [0.5, 0.25], **LINE)
    assert [tick.get_text() for tick in picture.axes[0].get_xticklabels()] == ["keen", "dull"]
    assert drawn(picture)[0][1] == [0.5, 0.25]


def test_a_curve_of_other_than_shares() -> None:
    picture = charts.curve([1, 2], [4.5, 7.25], **LINE, tell=lambda value: f"{value:.2f} rounds", bounds=None)
    assert "2: 7.25 rounds" in picture.alt


def test_a_comparison_has_a_row_for_each() -> None:
    picture = charts.forest(ROWS, value_label="party wins", title="Two books", reference=0.52)
    axes = picture.axes[0]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["classic", "tempo"]
    across = [where for where, _ in drawn(picture)]
    assert [0.5, 0.55] in across
    assert [0.33] in across
    assert "33.0%  (31.0% to 35.0%)" in texts(picture)
    assert "tempo 33.0% (31.0% to 35.0%)" in picture.alt


def test_differences_may_be_below_nothing() -> None:
    rows = [("tempo", -0.19, -0.22, -0.15)]
    assert "−19.0%  (−22.0% to −15.0%)" in texts(charts.forest(rows, value_label="more", title="t", reference=0))


def test_nothing_is_refused() -> None:
    with pytest.raises(AffrayError, match="at least one row"):
        charts.forest([], value_label="", title="")
    with pytest.raises(AffrayError, match="at least one value"):
        charts.curve([1], [None], **LINE)


SOME: list[Callable[[], Picture]] = [
    lambda: charts.heat_map([1, 2], [1], [[None, 0.2]], **GRID, source="a line"),
    lambda: charts.curve([1, 2], [0.1, 0.2], [0.1, 0.1], **LINE),
    lambda: charts.forest(ROWS, value_label="v", title="t"),
]


@pytest.mark.parametrize("make", SOME)
def test_they_are_the_same_bytes_every_time(make: Callable[[], Picture]) -> None:
    for ending in charts.ENDINGS:
        assert charts.data_of(make(), ending) == charts.data_of(make(), ending)
