"""What a sweep and a comparison found, in words: tables for a terminal and for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from affray.simulation.chances import NOBODY, STANDING_OFF, Share

if TYPE_CHECKING:
    from affray.studies.compare import Comparison
    from affray.studies.sweep import Cell, Sweep

ENDED_BY_MORALE = "fights ended by morale"  # a sign of a comparison


def text_table(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay out columns as wide as they must be, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        rest = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([f"{first:<{widths[0]}}", *rest]).rstrip()


def percent_with_error(one: Share) -> str:
    """Write a share and half the width of its interval."""
    return f"{one.share:.1%} ±{one.error:.1%}"


def signed_points(value: float) -> str:
    """Write a difference of shares."""
    return f"{value * 100:+.1f}".replace("-", "−")


def difference_text(one: Share) -> str:
    return f"{signed_points(one.share)} ({signed_points(one.low)} to {signed_points(one.high)})"


# --- a sweep


def sweep_lines(sweep: Sweep) -> Iterator[str]:
    yield sweep_headline(sweep)
    if len(sweep.axes) == 2 and sweep.complete:
        yield f"{sweep.party} wins:"
        yield from square_lines(sweep)
        return
    names = list(sweep.axes)
    outcomes = [name for name in sweep.cells[0].outcomes if any(cell.outcomes[name].share for cell in sweep.cells)]
    heads = [*names, *map(outcome_heading, outcomes), f"all of {sweep.party} die", "rounds", "fights"]
    yield from text_table([heads, *(cell_texts(cell, names, outcomes, sweep.party) for cell in sweep.cells)])


def sweep_headline(sweep: Sweep) -> str:
    asked = sweep.asked
    rules = [asked["ruleset"], *(name for name, _ in asked["house"])]
    rules += [f"{name} {value}" for name, value in asked["options"].items()]
    each = f"{asked['n']:,} fights each" if asked["n"] else f"each to ±{asked['error']:g}"
    stopped = "" if sweep.complete else ", called off before the last"
    return f"{asked['scenario']}: {len(sweep.cells):,} cells, {each}, {', '.join(rules)}, seed {asked['seed']}{stopped}"


def cell_texts(cell: Cell, names: Sequence[str], outcomes: Sequence[str], party: str) -> list[str]:
    shares = [percent_with_error(cell.outcomes[name]) for name in outcomes]
    return [
        *(cell.at[name] for name in names),
        *shares,
        percent_with_error(cell.all_die(party)),
        f"{cell.rounds:.2f}",
        f"{cell.fights:,}",
    ]


def square_lines(sweep: Sweep) -> Iterator[str]:
    """Lay out two axes: the first downwards, the second across."""
    (down, rows), (across, columns) = sweep.axes.items()
    shares = iter([f"{cell.outcomes[sweep.party].share:.1%}" for cell in sweep.cells])
    yield from text_table(
        [[f"{down} \\ {across}", *columns], *([row, *(next(shares) for _ in columns)] for row in rows)]
    )
    widest = max(cell.outcomes[sweep.party].error for cell in sweep.cells)
    yield f"each up to ±{widest:.1%}"


def cell_row(cell: Cell, party: str) -> dict[str, Any]:
    row: dict[str, Any] = {**cell.at, "fights": cell.fights}
    ends = {outcome_heading(name): one for name, one in cell.outcomes.items()}
    for name, one in {**ends, f"all of {party} die": cell.all_die(party)}.items():
        row |= {name: one.share, f"{name} low": one.low, f"{name} high": one.high}
    return {**row, "mean rounds": cell.rounds, "checksum": cell.record["checksum"]}


def outcome_heading(name: str) -> str:
    """Write an outcome as the head of a column: no side can be called like anything else there."""
    return name if name in (NOBODY, STANDING_OFF) else f"{name} wins"


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# --- a comparison


def comparison_lines(found: Comparison) -> Iterator[str]:
    results = [variant.result for variant in found.variants]
    first = results[0]
    fights = sorted({result.fights for result in results})
    many = f"{fights[0]:,}" if len(fights) == 1 else f"{fights[0]:,} to {fights[-1]:,}"
    yield f"{first.title}: {many} fights each"
    rows = [["", *(variant.name for variant in found.variants)]]
    for name in first.outcomes:
        if any(result.outcomes[name].share for result in results):
            rows.append([name, *(percent_with_error(result.outcomes[name]) for result in results)])
    rows.append(
        [f"all of {found.party} die", *(percent_with_error(result.chances.all_die[found.party]) for result in results)]
    )
    rows.append(
        [f"none of {found.party} dies", *(percent_with_error(r.chances.none_dies[found.party]) for r in results)]
    )
    rows.append([ENDED_BY_MORALE, *(f"{variant.signs[ENDED_BY_MORALE]:.1%}" for variant in found.variants)])
    rows.append(["rounds", *(f"{result.rounds['mean']:.2f}" for result in results)])
    yield from text_table(rows)
    yield ""
    for variant in found.variants[1:]:
        yield variant.sentence
    yield "Intervals are of 95 %: Wilson's, and Newcombe's for differences; each column has a seed of its own."
    yield "Seeds and checksums: " + ", ".join(
        f"{variant.name} {variant.result.seed} {variant.result.checksum}" for variant in found.variants
    )
