"""The report: what many fights came to, as one HTML file that needs nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from re import MULTILINE, search
from typing import TYPE_CHECKING

from affray.charts import tables
from affray.charts.inline import PAGE, inline
from affray.charts.page import there
from affray.charts.style import so_many
from affray.charts.tables import facts, said
from affray.charts.words import answer
from affray.html import standalone_page

if TYPE_CHECKING:
    from affray.simulation.result import Result

AS_IT_STANDS = "as the book has it"


def report(result: Result, command: str = "") -> str:
    """A result as HTML: in one file, light or dark as the reader has it, and fit to be printed. `command` is what
    makes it again; without it, one is found that does."""
    title = f"{said(result.title)}: {so_many(result.fights)}"
    main = [*head(result), *sections(result), *measured(result, command or command_of(result))]
    return standalone_page(title, "charts/report.css", main)


def head(result: Result) -> Iterator[str]:
    rules = [result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())]
    yield f"<h1>{said(result.title)}</h1>"
    yield f'<p class="run">{said(", ".join(rules))}; {so_many(result.fights)}, seed {result.seed}</p>'
    if not result.complete:
        yield '<p class="warning">Called off before its end: this is what was known by then.</p>'
    yield f'<p class="answer">{spoken(answer(result))}</p>'


def sections(result: Result) -> Iterator[str]:
    """In the order in which people ask."""
    pictures = {name: figure(result, name) for name in there(result)}
    yield f"<h2>Who wins, and how</h2>\n{pictures['outcomes']}\n{tables.of_outcomes(result)}"
    yield f"<h2>Who dies</h2>\n{tables.of_deaths(result)}"
    if result.fighters:
        yield tables.of_combatants(result)
    yield f"<h2>How long it takes</h2>\n{pictures['rounds']}\n{tables.of_rounds(result)}"
    for name in ("hp", "survival", "flow"):
        if name in pictures:
            yield f"<h2>{there(result)[name].heading}</h2>\n{pictures[name]}"


def figure(result: Result, name: str) -> str:
    kind = there(result)[name]
    svg = inline(kind.make(result, PAGE), name)
    return f"<figure>\n{svg}\n<figcaption>{spoken(kind.words(result))}</figcaption>\n</figure>"


def spoken(words: str) -> str:
    """Sentences as HTML; no line ends before a percent sign."""
    return escape(words).replace(" %", "&nbsp;%")


# --- how it was measured


def measured(result: Result, command: str) -> Iterator[str]:
    yield "<h2>How it was measured</h2>"
    yield (
        "<p>The fight was fought over and over by the rules of the book, each time with other dice; what is told here "
        "was counted. Intervals are Wilson's for shares and normal ones for means: of a hundred such intervals about "
        "ninety-five hold the true value.</p>"
    )
    yield facts("What was run", dict(run(result)))
    yield f"<p>This makes it again, with the same checksum:</p>\n<pre><code>{escape(printable(command))}</code></pre>"
    if result.asked.encounter.text:
        text = escape(printable(result.asked.encounter.text))
        yield f"<details>\n<summary>The scenario as it was read</summary>\n<pre>{text}</pre>\n</details>"


def run(result: Result) -> Iterator[tuple[str, str]]:
    wanted = result.asked.error
    last = result.first + result.fights - 1
    yield "scenario", f"{said(result.scenario)}: {said(result.title)}"
    yield "book", said(result.ruleset)
    yield "house rules", said(", ".join(result.house)) or "none"
    yield "options", said(", ".join(f"{name} {value}" for name, value in result.options.items())) or AS_IT_STANDS
    yield "tactics", said(", ".join(f"{side}: {tactic}" for side, tactic in result.tactics.items()))
    yield "seed", str(result.seed)
    yield (
        "fights",
        f"{result.fights:,}" + (f" (numbers {result.first} to {last})" if result.complete else ", called off"),
    )
    asked_for = f"; asked for: {100 * wanted:g}" if wanted is not None else ""
    yield "error", f"at most ±{100 * result.error:.3g} percentage points in the share of an outcome{asked_for}"
    yield "dice", f"{result.dice:,}"
    yield "checksum", f"<code>{said(result.checksum)}</code>"
    yield "engine", said(result.engine)
    yield "version", f"Affray {said(result.version)}"


def printable(text: str) -> str:
    return "".join(c for c in text if c.isprintable() or c == "\n")


def command_of(result: Result) -> str:
    """A command that makes the report again, if the scenario and the house rules are where it finds them."""
    asked = result.asked
    words = ["affray", "sim", result.scenario, "--rules", result.ruleset]
    if not search("^house rules:", asked.encounter.text, MULTILINE):  # else they come with the scenario
        words += [word for overlay in asked.book.house for word in ("--house", house_file(overlay.file))]
    words += [word for item in asked.options.items() for word in ("--set", "=".join(item))]
    words += [word for item in result.tactics.items() for word in ("--tactic", "=".join(item))]
    return shlex.join([*words, "-n", str(result.fights), "--seed", str(result.seed), "--report", "report.html"])


def house_file(file: str) -> str:
    """Those that come along are named without an ending."""
    along = files("affray").joinpath("houserules", "library", Path(file).name).is_file()
    return Path(file).stem if along and not Path(file).is_file() else file
