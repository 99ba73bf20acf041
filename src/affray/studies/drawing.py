"""Pictures of what the studies found; the drawing itself is that of affray.charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.charts import LIGHT, Picture, Theme, curve, forest, heat_map
from affray.errors import AffrayError

if TYPE_CHECKING:
    from affray.studies.balance import Balance
    from affray.studies.compare import Comparison
    from affray.studies.sweep import Cell, Sweep

MOST_AXES = 2


def check_axes(many: int) -> None:
    if many > MOST_AXES:
        raise AffrayError(f"a picture shows one or two things that are varied, not {many}; leave out --plot")


def of_sweep(found: Sweep, theme: Theme = LIGHT) -> Picture:
    """A curve over one axis; a heat map over two, the first from the foot upwards and the second across."""
    check_axes(len(found.axes))
    title, label = f"{found.asked['scenario']}, {found.asked['ruleset']}", f"{found.party} wins"
    known = {tuple(cell.at.values()): cell for cell in found.cells}
    if len(found.axes) == 1:
        ((name, values),) = found.axes.items()
        line = [known.get((value,)) for value in values]
        return curve(
            [number(value) for value in values], [share(cell, found.party) for cell in line],
            [error(cell, found.party) for cell in line], x_label=name, value_label=label, title=title, theme=theme,
        )  # fmt: skip
    (down, rows), (across, columns) = found.axes.items()
    cells = [[known.get((row, column)) for column in columns] for row in rows]
    return heat_map(
        [number(value) for value in columns], [number(value) for value in rows],
        [[share(cell, found.party) for cell in line] for line in cells],
        [[error(cell, found.party) for cell in line] for line in cells],
        x_label=across, y_label=down, value_label=label, title=title, theme=theme,
    )  # fmt: skip


def of_comparison(found: Comparison, theme: Theme = LIGHT) -> Picture:
    """How often the party wins in each variant, against the first."""
    shares = [(variant.name, variant.result.outcomes[found.party]) for variant in found.variants]
    return forest(
        [(name, one.share, one.low, one.high) for name, one in shares], value_label=f"{found.party} wins",
        title=found.variants[0].result.title, reference=shares[0][1].share, theme=theme,
    )  # fmt: skip


def of_balance(found: Balance, theme: Theme = LIGHT) -> Picture:
    """All that was tried, and the target across."""
    target = found.target
    return curve(
        [int(one.value) for one in found.tried], [one.got for one in found.tried],
        [(one.high - one.low) / 2 for one in found.tried], x_label=found.name, value_label=target.words,
        title=f"{found.scenario}, {found.ruleset}", target=target.wanted, tell=target.told,
        bounds=(0.0, 1.0) if target.is_share else None, theme=theme,
    )  # fmt: skip


def number(text: str) -> int | str:
    return int(text) if text.lstrip("+-").isdecimal() else text


def share(cell: Cell | None, party: str) -> float | None:
    return None if cell is None else cell.outcomes[party].share


def error(cell: Cell | None, party: str) -> float | None:
    return None if cell is None else cell.outcomes[party].error
