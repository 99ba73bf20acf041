"""All pictures of a result on one page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.figure import FigureBase

from affray.charts import course, ends, harm, words
from affray.charts.style import LIGHT, LONGEST_TITLE, SMALL, WIDTH, Draw, Picture, Theme, blank, clean, dressed, source

if TYPE_CHECKING:
    from affray.simulation.result import Result

COLUMNS = 2
HEAD = 0.7  # inches, for what stands above and beneath


class Kind(NamedTuple):
    """One kind of picture."""

    heading: str
    make: Callable[[Result, Theme], Picture]
    draw: Draw
    height: Callable[[Result], float]
    words: Callable[[Result], str]
    watched: bool  # whether it needs more than the chances


PICTURES = {
    "outcomes": Kind(
        "Who wins, and how", ends.outcomes, ends.draw_outcomes, ends.outcomes_height, words.of_outcomes, False
    ),
    "rounds": Kind("How long it takes", ends.rounds, ends.draw_rounds, ends.rounds_height, words.of_rounds, False),
    "hp": Kind("Hit points over time", course.hp, course.draw_hp, course.hp_height, words.of_hp, True),
    "survival": Kind(
        "Who still stands", course.survival, course.draw_survival, course.survival_height, words.of_survival, True
    ),
    "flow": Kind("Who harms whom", harm.flow, harm.draw_flow, harm.flow_height, words.of_flow, True),
}


def there(result: Result) -> dict[str, Kind]:
    """The pictures that can be drawn of it."""
    return {name: kind for name, kind in PICTURES.items() if result.watched or not kind.watched}


def page(result: Result, theme: Theme = LIGHT) -> Picture:
    """All of them, each as high as it needs to be, in columns of about the same height."""
    columns = share_out(result, list(there(result).values()))
    heights = [[kind.height(result) for kind in column] for column in columns]
    tallest = max(map(sum, heights))
    title = clean(result.title, LONGEST_TITLE)
    with dressed(theme):
        picture = blank(WIDTH * len(columns), tallest + HEAD)
        picture.suptitle(title, fontsize=14, fontweight="bold", x=0.01, ha="left")
        picture.supxlabel(source(result), x=0.01, ha="left", fontsize=SMALL, color=theme.muted)
        parts = picture.subfigures(1, len(columns), squeeze=False)[0]
        for part, column, high in zip(parts, columns, heights, strict=True):
            fill(part, column, high, tallest, result, theme)
    picture.title = f"{title}: what becomes of it"
    picture.alt = " ".join(kind.words(result) for kind in there(result).values())
    return picture


def share_out(result: Result, kinds: list[Kind]) -> list[list[Kind]]:
    """Into columns of which the longer is as short as can be; the first picture comes first."""
    heights = [kind.height(result) for kind in kinds]

    def longest(choice: tuple[int, ...]) -> float:
        return max(sum(high for high, where in zip(heights, choice, strict=True) if where == n) for n in set(choice))

    best = min(product(range(1), *(range(COLUMNS) for _ in kinds[1:])), key=longest)
    return [[kind for kind, where in zip(kinds, best, strict=True) if where == n] for n in sorted(set(best))]


def fill(
    part: FigureBase, column: list[Kind], heights: list[float], tallest: float, result: Result, theme: Theme
) -> None:
    """What is left at the foot of a shorter column stays empty, if it is too much to be shared."""
    rest = tallest - sum(heights)
    ratios = [*heights, rest] if rest > 0.25 * sum(heights) else heights
    rows = part.subfigures(len(ratios), 1, squeeze=False, height_ratios=ratios)[:, 0]
    for place, kind in zip(rows, column, strict=False):
        kind.draw(place, result, theme)
