"""The report of a study, in one HTML file: what was found, its picture, its tables, and how to make it again."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import chain

from affray.charts.report import facts_table, html_table, html_text, interval, printable, sentences_html
from affray.charts.studies import MAX_AXES, draw_study
from affray.charts.style import PAGE, Picture, inline, percent
from affray.html import standalone_page
from affray.simulation.chances import Share
from affray.studies.balance import Balance, Trial, verdict
from affray.studies.compare import Comparison
from affray.studies.rate import MAN, REFERENCE, Rating, strength_text
from affray.studies.sweep import Cell, Sweep

Study = Comparison | Sweep | Balance | Rating
METHOD = (
    "Every fight was fought by the rules of the book, each time with other dice; what is told here was counted. "
    "Intervals are Wilson's for shares and Newcombe's for differences of shares: of a hundred such intervals about "
    "ninety-five hold the true value."
)


def study_report(found: Study, command: str = "") -> str:
    """Return what a study found as HTML, light or dark as the reader has it; `command` is what makes it again."""
    main = [
        f"<h1>{html_text(title_of(found))}</h1>",
        f'<p class="run">{html_text(run_of(found))}</p>',
        *(['<p class="warning">Stopped early: this is what was known by then.</p>'] if not found.complete else []),
        *(f'<p class="answer">{sentences_html(words)}</p>' for words in answers(found)),
        *figure_of(picture_of(found)),
        *tables(found),
        "<h2>How it was measured</h2>",
        f"<p>{METHOD}</p>",
        facts_table("What was run", dict(facts(found))),
        *([f"<p>This makes it again:</p>\n<pre><code>{escape(printable(command))}</code></pre>"] if command else []),
    ]
    return standalone_page(html_text(title_of(found)), "charts/report.css", main)


def title_of(found: Study) -> str:
    if isinstance(found, Comparison):
        return f"{found.variants[0].result.title}: compared"
    if isinstance(found, Sweep):
        return f"{found.asked['scenario']}: {' and '.join(found.axes)} varied"
    if isinstance(found, Balance):
        return f"{found.scenario}: {found.name} balanced"
    return f"{found.name}: rated in men-at-arms"


def run_of(found: Study) -> str:
    """Return the book and the size of a study in a line."""
    if isinstance(found, Comparison):
        return f"{len(found.variants)} variants, {found.variants[0].result.fights:,} fights each"
    if isinstance(found, Sweep):
        return f"{found.asked['ruleset']}; {len(found.cells):,} cells, seed {found.asked['seed']}"
    return f"{found.ruleset}; {sum(one.fights for one in found.tried):,} fights, seed {found.seed}"


def answers(found: Study) -> list[str]:
    """Return the answer in sentences; the first is the shortest that there is."""
    if isinstance(found, Comparison):
        first = found.variants[0]
        share = percent(first.result.outcomes[found.party].share)
        told = [variant.sentence for variant in found.variants[1:]]
        return [f"{first.name}: {found.party} wins {share} of the fights.", *told]
    if isinstance(found, Sweep):
        cells = sorted(found.cells, key=lambda cell: cell.outcomes[found.party].share)
        return [f"{found.party} wins most at {place_of(cells[-1], found)}, least at {place_of(cells[0], found)}."]
    if isinstance(found, Balance):
        return [verdict(found)]
    return [f"{found.name} is worth {strength_text(found)}."]


def place_of(cell: Cell, found: Sweep) -> str:
    where = ", ".join(f"{name} {value}" for name, value in cell.at.items())
    return f"{where} ({percent(cell.outcomes[found.party].share)})"


def picture_of(found: Study) -> Picture | None:
    if isinstance(found, Rating) or (isinstance(found, Sweep) and len(found.axes) > MAX_AXES):
        return None
    return draw_study(found, PAGE)


def figure_of(picture: Picture | None) -> Iterator[str]:
    if picture is not None:
        caption = f"<figcaption>{sentences_html(picture.alt)}</figcaption>"
        yield f'<figure tabindex="0">\n{inline(picture, "study")}\n{caption}\n</figure>'


# --- tables


def tables(found: Study) -> Iterator[str]:
    yield "<h2>All figures</h2>"
    if isinstance(found, Comparison):
        yield variants_table(found)
    elif isinstance(found, Sweep):
        yield cells_table(found)
    elif isinstance(found, Balance):
        yield balance_table(found)
    else:
        yield rungs_table(found)


def variants_table(found: Comparison) -> str:
    named = found.variants[0].result.chances.all_die
    sides = [name for name in found.variants[0].result.outcomes if happens(found, name)]
    heads = ["variant", f"{found.party} all die", "rounds"]
    for side in sides:
        heads += [f"{side} wins" if side in named else side, "95% interval"]
    rows = [
        [
            each.name,
            percent(each.result.chances.all_die[found.party].share),
            f"{each.result.rounds['mean']:.1f}",
            *chain.from_iterable(shares(each.result.outcomes[side]) for side in sides),
        ]
        for each in found.variants
    ]
    return html_table("Each variant", heads, rows)


def happens(found: Comparison, outcome: str) -> bool:
    """Return whether an outcome was seen in any variant."""
    return any(each.result.outcomes[outcome].share for each in found.variants)


def shares(one: Share) -> tuple[str, str]:
    return percent(one.share), interval(one)


def cells_table(found: Sweep) -> str:
    heads = [*found.axes, f"{found.party} wins", "95% interval", f"{found.party} all die", "rounds", "fights"]
    rows = [
        [
            *cell.at.values(),
            *shares(cell.outcomes[found.party]),
            percent(cell.all_die(found.party).share),
            f"{cell.rounds:.1f}",
            f"{cell.fights:,}",
        ]
        for cell in found.cells
    ]
    return html_table("Each cell", heads, rows)


def balance_table(found: Balance) -> str:
    tell = percent if found.target.is_share else found.target.format
    rows = [trial_row(one, tell(one.got), f"{tell(one.low)} to {tell(one.high)}") for one in found.tried]
    return html_table("All that was tried", [found.name, found.target.words, "95% interval", "fights"], rows)


def rungs_table(found: Rating) -> str:
    whose = found.name if found.reversed else MAN
    rows = [trial_row(one, *shares(Share(one.got, one.low, one.high))) for one in found.tried]
    return html_table(
        "All that was tried", [f"how many: {whose}", f"{found.name} wins", "95% interval", "fights"], rows
    )


def trial_row(one: Trial, got: str, within: str) -> list[str]:
    return [one.value, got, "exact" if one.exact else within, "exact" if one.exact else f"{one.fights:,}"]


def facts(found: Study) -> Iterator[tuple[str, str]]:
    """Yield what somebody needs who checks it; the values are HTML already."""
    if isinstance(found, Comparison):
        for variant in found.variants:
            result = variant.result
            yield variant.name, f"seed {result.seed}, checksum <code>{html_text(result.checksum)}</code>"
        yield "version", f"Affray {html_text(found.variants[0].result.version)}"
        return
    if isinstance(found, Sweep):
        yield "scenario", html_text(str(found.asked["scenario"]))
        yield "book", html_text(str(found.asked["ruleset"]))
        yield "seed", str(found.asked["seed"])
        return
    yield "book", html_text(found.ruleset)
    yield "seed", str(found.seed)
    if isinstance(found, Balance):
        yield "scenario", html_text(found.scenario)
        yield "target", html_text(str(found.target))
    else:
        yield "a man-at-arms", html_text(", ".join(f"{key} {value}" for key, value in REFERENCE.items()))
