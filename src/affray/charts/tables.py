"""The tables of the report, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from affray.charts.style import clean, percent
from affray.simulation.result import COMBATANT_COLUMNS
from affray.simulation.result import format_figure as told_number

if TYPE_CHECKING:
    from affray.simulation.chances import Share
    from affray.simulation.result import Result

LONG = 200  # characters; in the report there is room for any name that people would read


def said(text: str) -> str:
    """Text as HTML shows it."""
    return escape(clean(text, LONG))


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first cell of each row is its heading."""
    first = "".join(f'<th scope="col">{said(head)}</th>' for head in heads)
    body = "\n".join(row(cells) for cells in rows)
    head = f"<caption>{said(caption)}</caption>\n<thead><tr>{first}</tr></thead>"
    return f'<div class="wide" tabindex="0">\n<table>\n{head}\n<tbody>\n{body}\n</tbody>\n</table>\n</div>'


def row(cells: Sequence[str]) -> str:
    name, *others = map(said, cells)
    return f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>"


def facts(caption: str, known: Mapping[str, str]) -> str:
    """One fact a row; the facts are HTML already."""
    body = "\n".join(f'<tr><th scope="row">{said(name)}</th><td>{fact}</td></tr>' for name, fact in known.items())
    return f'<table class="facts">\n<caption>{said(caption)}</caption>\n<tbody>\n{body}\n</tbody>\n</table>'


def interval(one: Share) -> str:
    return f"{percent(one.low)} to {percent(one.high)}"


def of_outcomes(result: Result) -> str:
    rows = []
    for name, one in result.outcomes.items():
        rows.append([name, percent(one.share), interval(one)])
        ways = result.chances.ways.get(name, {})
        rows += [[f"{name}, by {way}", percent(each.share), interval(each)] for way, each in ways.items()]
    return table("Each outcome, and the ways of it", ["outcome", "share", "95 % interval"], rows)


def of_deaths(result: Result) -> str:
    all_die, none_dies = result.chances.all_die, result.chances.none_dies
    rows = [
        [side, percent(one.share), interval(one), percent(none_dies[side].share), interval(none_dies[side])]
        for side, one in all_die.items()
    ]
    return table("Each side", ["side", "all die", "95 % interval", "none dies", "95 % interval"], rows)


def of_combatants(result: Result) -> str:
    """Without columns that have nothing but 0."""
    names = [name for name in COMBATANT_COLUMNS if name != "dies" and any(row[name] for row in result.combatants)]
    heads = ["combatant", "side", "dies", "95 % interval", *(COMBATANT_COLUMNS[name] for name in names)]
    rows = [
        [each.name, clean(each.side, 24), percent(each.dies.share), interval(each.dies)]
        + [told_number(name, line[name]).replace("%", " %") for name in names]
        for each, line in zip(result.fighters, result.combatants, strict=True)
    ]
    return table("Each combatant: shares of the fights, then means of a fight", heads, rows)


def of_rounds(result: Result) -> str:
    rows = [[str(n), percent(one.share), interval(one)] for n, one in result.rounds.distribution.items()]
    lines = table("How often a fight lasts so many rounds", ["rounds", "share", "95 % interval"], rows)
    return f"<details>\n<summary>Every number of rounds</summary>\n{lines}\n</details>"
