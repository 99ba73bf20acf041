"""What many fights came to, told: as text for a terminal, as JSON, and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from affray.simulation.result import Result

COLUMNS = {  # of the table of combatants: what is told, under which heading
    "dies": "dies",
    "out": "out",
    "fled": "fled",
    "surrendered": "gave up",
    "hp": "hp left",
    "kills": "kills",
    "dealt": "dealt",
    "taken": "taken",
    "hits": "hits",
    "misses": "misses",
    "spells_lost": "spells lost",
    "morale_passed": "morale kept",
    "morale_failed": "broke",
}
SHARES = ("dies", "out", "fled", "surrendered")


def lines(result: Result) -> Iterator[str]:
    yield headline(result)
    yield from result.chances.lines(result.party)
    if result.fighters:
        yield ""
        yield from table(result.combatants)
        yield ""
    yield f"dice: {result.dice / result.fights:.1f} a fight; checksum {result.checksum}"
    yield f"{result.fights_per_second:,.0f} fights a second ({result.engine})"


def headline(result: Result) -> str:
    rules = [result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())]
    first = f" from number {result.first}" if result.first else ""
    stopped = "" if result.complete else ", called off before its end"
    return f"{result.fights:,} fights, {', '.join(rules)}, seed {result.seed}{first}{stopped}"


def table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The combatants; without columns that have nothing but 0."""
    names = [name for name in COLUMNS if any(row[name] for row in rows)]
    cells = [["", *(COLUMNS[name] for name in names)]]
    cells += [[row["name"], *(told(name, row[name]) for name in names)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        rest = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join([f"{first:<{widths[0]}}", *rest]).rstrip()


def told(name: str, value: float) -> str:
    if not value:
        return "–"
    return f"{value:.1%}" if name in SHARES else f"{value:.2f}"


def as_json(result: Result) -> dict[str, Any]:
    chances = result.chances.as_json()
    return {
        "scenario": result.scenario,
        "title": result.title,
        "ruleset": result.ruleset,
        **({"house": list(result.house)} if result.house else {}),
        "options": dict(result.options),
        "tactics": dict(result.tactics),
        "seed": result.seed,
        "first": result.first,
        "fights": result.fights,
        "complete": result.complete,
        "error": result.error,
        "party": result.party,
        **chances,
        **(watched(result) if result.watched else {}),
        "dice": result.dice,
        "checksum": result.checksum,
        "fights_per_second": round(result.fights_per_second, 1),
        "engine": result.engine,
        "version": result.version,
    }


def watched(result: Result) -> dict[str, Any]:
    return {
        "combatants": [fighter.as_json() for fighter in result.fighters],
        "flow": {by: dict(row) for by, row in result.flow.items()},
        "standing": {name: list(line) for name, line in result.standing.items()},
        "bands": {side: [list(line) for line in band] for side, band in result.bands.items()},
    }


def html(result: Result) -> str:
    """Two small tables, as a notebook shows them."""
    outcomes = [[name, f"{one.share:.2%}", f"{one.low:.2%} to {one.high:.2%}"] for name, one in result.outcomes.items()]
    parts = [f"<p><b>{escape(result.title)}</b>: {escape(headline(result))}</p>"]
    parts.append(html_table(["outcome", "share", "95 %"], outcomes))
    if result.fighters:
        names = [name for name in COLUMNS if any(row[name] for row in result.combatants)]
        rows = [[row["name"], *(told(name, row[name]) for name in names)] for row in result.combatants]
        parts.append(html_table(["", *(COLUMNS[name] for name in names)], rows))
    parts.append(f"<p>{result.rounds['mean']:.2f} rounds on average; checksum {result.checksum}</p>")
    return "\n".join(parts)


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
