"""All pictures of a result on one page, and the report: pictures and tables in one HTML file."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import product
from pathlib import Path
from re import MULTILINE, search
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.figure import FigureBase

from affray.charts.course import (
    describe_hp,
    describe_outcomes,
    describe_rounds,
    describe_survival,
    draw_hp,
    draw_outcomes,
    draw_rounds,
    draw_survival,
    hp,
    hp_height,
    outcomes,
    outcomes_height,
    rounds,
    rounds_height,
    survival,
    survival_height,
)
from affray.charts.harm import describe_flow, draw_flow, flow, flow_height
from affray.charts.style import (
    LIGHT,
    MAX_TITLE_LENGTH,
    PAGE,
    SMALL,
    WIDTH,
    Draw,
    Picture,
    Theme,
    blank_picture,
    clean,
    fights_text,
    inline,
    percent,
    source_line,
    theme_context,
    with_interval,
)
from affray.html import standalone_page
from affray.simulation.result import COMBATANT_COLUMNS
from affray.simulation.result import format_figure as number_text

if TYPE_CHECKING:
    from affray.simulation.chances import Share
    from affray.simulation.result import Result

PAGE_COLUMNS = 2
HEAD = 0.7  # inches, for what stands above and beneath
MAX_LENGTH = 200  # characters; in the report there is room for any name that people would read
AS_IT_STANDS = "as the book has it"


class PictureKind(NamedTuple):
    """One kind of picture."""

    heading: str
    make: Callable[[Result, Theme], Picture]
    draw: Draw
    height: Callable[[Result], float]
    words: Callable[[Result], str]
    needs_details: bool  # whether it needs more than the chances


PICTURES = {
    "outcomes": PictureKind("Who wins, and how", outcomes, draw_outcomes, outcomes_height, describe_outcomes, False),
    "rounds": PictureKind("How long it takes", rounds, draw_rounds, rounds_height, describe_rounds, False),
    "hp": PictureKind("Hit points over time", hp, draw_hp, hp_height, describe_hp, True),
    "survival": PictureKind("Who still stands", survival, draw_survival, survival_height, describe_survival, True),
    "flow": PictureKind("Who harms whom", flow, draw_flow, flow_height, describe_flow, True),
}


def available_pictures(result: Result) -> dict[str, PictureKind]:
    """Return the pictures that can be drawn of it."""
    return {name: kind for name, kind in PICTURES.items() if result.watched or not kind.needs_details}


def page(result: Result, theme: Theme = LIGHT) -> Picture:
    """Return all of them, each as high as it needs to be, in columns of about the same height."""
    columns = split_into_columns(result, list(available_pictures(result).values()))
    heights = [[kind.height(result) for kind in column] for column in columns]
    tallest = max(map(sum, heights))
    title = clean(result.title, MAX_TITLE_LENGTH)
    with theme_context(theme):
        picture = blank_picture(WIDTH * len(columns), tallest + HEAD)
        picture.suptitle(title, fontsize=14, fontweight="bold", x=0.01, ha="left")
        picture.supxlabel(source_line(result), x=0.01, ha="left", fontsize=SMALL, color=theme.muted)
        parts = picture.subfigures(1, len(columns), squeeze=False)[0]
        for part, column, high in zip(parts, columns, heights, strict=True):
            fill_column(part, column, high, tallest, result, theme)
    picture.title = f"{title}: what becomes of it"
    picture.alt = " ".join(kind.words(result) for kind in available_pictures(result).values())
    return picture


def split_into_columns(result: Result, kinds: list[PictureKind]) -> list[list[PictureKind]]:
    """Split into columns of which the longer is as short as can be; the first picture comes first."""
    heights = [kind.height(result) for kind in kinds]

    def longest(choice: tuple[int, ...]) -> float:
        return max(sum(high for high, where in zip(heights, choice, strict=True) if where == n) for n in set(choice))

    best = min(product(range(1), *(range(PAGE_COLUMNS) for _ in kinds[1:])), key=longest)
    return [[kind for kind, where in zip(kinds, best, strict=True) if where == n] for n in sorted(set(best))]


def fill_column(
    part: FigureBase, column: list[PictureKind], heights: list[float], tallest: float, result: Result, theme: Theme
) -> None:
    """Share what is left at the foot of a shorter column; leave it empty if it is too much."""
    rest = tallest - sum(heights)
    ratios = [*heights, rest] if rest > 0.25 * sum(heights) else heights
    rows = part.subfigures(len(ratios), 1, squeeze=False, height_ratios=ratios)[:, 0]
    for place, kind in zip(rows, column, strict=False):
        kind.draw(place, result, theme)


# --- the report


def report(result: Result, command: str = "") -> str:
    """Return a result as HTML: in one file, light or dark as the reader has it, and fit to be printed. `command` is
    what makes it again; without it, one is found that does."""
    title = f"{html_text(result.title)}: {fights_text(result.fights)}"
    main = [*heading_section(result), *sections(result), *method_section(result, command or default_command(result))]
    return standalone_page(title, "charts/report.css", main)


def heading_section(result: Result) -> Iterator[str]:
    rules = [result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())]
    yield f"<h1>{html_text(result.title)}</h1>"
    yield f'<p class="run">{html_text(", ".join(rules))}; {fights_text(result.fights)}, seed {result.seed}</p>'
    if not result.complete:
        yield '<p class="warning">Called off before its end: this is what was known by then.</p>'
    yield f'<p class="answer">{sentences_html(summarise(result))}</p>'


def sections(result: Result) -> Iterator[str]:
    """Return the sections in the order in which people ask."""
    pictures = {name: figure(result, name) for name in available_pictures(result)}
    yield f"<h2>Who wins, and how</h2>\n{pictures['outcomes']}\n{outcomes_table(result)}"
    yield f"<h2>Who dies</h2>\n{deaths_table(result)}"
    if result.fighters:
        yield combatants_table(result)
    yield f"<h2>How long it takes</h2>\n{pictures['rounds']}\n{rounds_table(result)}"
    for name in ("hp", "survival", "flow"):
        if name in pictures:
            yield f"<h2>{available_pictures(result)[name].heading}</h2>\n{pictures[name]}"


def figure(result: Result, name: str) -> str:
    kind = available_pictures(result)[name]
    svg = inline(kind.make(result, PAGE), name)
    return f'<figure tabindex="0">\n{svg}\n<figcaption>{sentences_html(kind.words(result))}</figcaption>\n</figure>'


def sentences_html(words: str) -> str:
    """Return sentences as HTML."""
    return escape(words)


# --- how it was measured


def method_section(result: Result, command: str) -> Iterator[str]:
    yield "<h2>How it was measured</h2>"
    yield (
        "<p>The fight was fought over and over by the rules of the book, each time with other dice; what is told here "
        "was counted. Intervals are Wilson's for shares and normal ones for means: of a hundred such intervals about "
        "ninety-five hold the true value.</p>"
    )
    yield facts_table("What was run", dict(run_facts(result)))
    yield f"<p>This makes it again, with the same checksum:</p>\n<pre><code>{escape(printable(command))}</code></pre>"
    if result.asked.encounter.text:
        text = escape(printable(result.asked.encounter.text))
        yield f"<details>\n<summary>The scenario as it was read</summary>\n<pre>{text}</pre>\n</details>"


def run_facts(result: Result) -> Iterator[tuple[str, str]]:
    wanted = result.asked.error
    last = result.first + result.fights - 1
    yield "scenario", f"{html_text(result.scenario)}: {html_text(result.title)}"
    yield "book", html_text(result.ruleset)
    yield "house rules", html_text(", ".join(result.house)) or "none"
    yield "options", html_text(", ".join(f"{name} {value}" for name, value in result.options.items())) or AS_IT_STANDS
    yield "tactics", html_text(", ".join(f"{side}: {tactic}" for side, tactic in result.tactics.items()))
    yield "seed", str(result.seed)
    yield (
        "fights",
        f"{result.fights:,}" + (f" (numbers {result.first} to {last})" if result.complete else ", stopped early"),
    )
    asked_for = f"; asked for: {100 * wanted:g}" if wanted is not None else ""
    yield "error", f"at most ±{100 * result.error:.3g} percentage points in the share of an outcome{asked_for}"
    yield "dice", f"{result.dice:,}"
    yield "checksum", f"<code>{html_text(result.checksum)}</code>"
    yield "engine", html_text(result.engine)
    yield "version", f"Affray {html_text(result.version)}"


def printable(text: str) -> str:
    return "".join(c for c in text if c.isprintable() or c == "\n")


def default_command(result: Result) -> str:
    """Return a command that makes the report again, if the scenario and the house rules are where it finds them."""
    asked = result.asked
    words = ["affray", "sim", result.scenario, "--rules", result.ruleset]
    if not search("^house rules:", asked.encounter.text, MULTILINE):  # else they come with the scenario
        words += [word for overlay in asked.book.overlays for word in ("--house", house_file(overlay.file))]
    words += [word for item in asked.options.items() for word in ("--set", "=".join(item))]
    words += [word for item in result.tactics.items() for word in ("--tactic", "=".join(item))]
    return shlex.join([*words, "-n", str(result.fights), "--seed", str(result.seed), "--report", "report.html"])


def house_file(file: str) -> str:
    """Return what to call one; those that come along have no ending."""
    along = files("affray").joinpath("houserules", "library", Path(file).name).is_file()
    return Path(file).stem if along and not Path(file).is_file() else file


def summarise(result: Result) -> str:
    """Return the answer in a sentence or two."""
    name, best = max(result.outcomes.items(), key=lambda item: item[1].share)
    verb = {"nobody": "nobody is left", "stand-off": "it ends in a stand-off"}.get(name, f"{clean(name)} wins")
    party, deaths = clean(result.party), result.chances.all_die[result.party]
    none = result.chances.none_dies[result.party]
    return (
        f"In {with_interval(best)} of the fights {verb}. All of {party} die in {with_interval(deaths)}, none of it in "
        f"{with_interval(none)}. Half of the fights are over after {result.rounds.quantiles['median']} rounds."
    )


# --- its tables


def html_text(text: str) -> str:
    """Return text as HTML shows it."""
    return escape(clean(text, MAX_LENGTH))


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as HTML; the first cell of each is its heading."""
    first = "".join(f'<th scope="col">{html_text(head)}</th>' for head in heads)
    body = "\n".join(html_row(cells) for cells in rows)
    head = f"<caption>{html_text(caption)}</caption>\n<thead><tr>{first}</tr></thead>"
    return f'<div class="wide" tabindex="0">\n<table>\n{head}\n<tbody>\n{body}\n</tbody>\n</table>\n</div>'


def html_row(cells: Sequence[str]) -> str:
    name, *others = map(html_text, cells)
    return f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>"


def facts_table(caption: str, known: Mapping[str, str]) -> str:
    """Return a table of one fact a row; the facts are HTML already."""
    body = "\n".join(f'<tr><th scope="row">{html_text(name)}</th><td>{fact}</td></tr>' for name, fact in known.items())
    return f'<table class="facts">\n<caption>{html_text(caption)}</caption>\n<tbody>\n{body}\n</tbody>\n</table>'


def interval(one: Share) -> str:
    return f"{percent(one.low)} to {percent(one.high)}"


def outcomes_table(result: Result) -> str:
    rows = []
    for name, one in result.outcomes.items():
        rows.append([name, percent(one.share), interval(one)])
        ways = result.chances.ways.get(name, {})
        rows += [[f"{name}, by {way}", percent(each.share), interval(each)] for way, each in ways.items()]
    return html_table("Each outcome, and the ways of it", ["outcome", "share", "95% interval"], rows)


def deaths_table(result: Result) -> str:
    all_die, none_dies = result.chances.all_die, result.chances.none_dies
    rows = [
        [side, percent(one.share), interval(one), percent(none_dies[side].share), interval(none_dies[side])]
        for side, one in all_die.items()
    ]
    return html_table("Each side", ["side", "all die", "95% interval", "none dies", "95% interval"], rows)


def combatants_table(result: Result) -> str:
    """Return the table without columns that have nothing but 0."""
    names = [
        name for name in COMBATANT_COLUMNS if name != "dies" and any(html_row[name] for html_row in result.combatants)
    ]
    heads = ["combatant", "side", "dies", "95% interval", *(COMBATANT_COLUMNS[name] for name in names)]
    rows = [
        [each.name, clean(each.side, 24), percent(each.dies.share), interval(each.dies)]
        + [number_text(name, line[name]) for name in names]
        for each, line in zip(result.fighters, result.combatants, strict=True)
    ]
    return html_table("Each combatant: shares of the fights, then means of a fight", heads, rows)


def rounds_table(result: Result) -> str:
    rows = [[str(n), percent(one.share), interval(one)] for n, one in result.rounds.distribution.items()]
    lines = html_table("How often a fight lasts so many rounds", ["rounds", "share", "95% interval"], rows)
    return f"<details>\n<summary>Every number of rounds</summary>\n{lines}\n</details>"
