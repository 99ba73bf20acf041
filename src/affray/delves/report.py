"""The report of a day, and of a comparison of days: pictures and tables in one HTML file, for desks and phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter

from affray.charts.course import draw_band
from affray.charts.report import facts_table, html_table, html_text, printable, sentences_html
from affray.charts.style import (
    COLOURS,
    GREY,
    LIGHT,
    PAGE,
    Picture,
    Theme,
    blank_picture,
    clean,
    inline,
    join_words,
    percent,
    set_heading,
    theme_context,
    tick,
    whole_percent,
    with_interval,
)
from affray.delves.model import DRIVEN_OFF, END_WORDS, ENDS, HOME, LOST, THROUGH
from affray.delves.result import DelveResult, StepResult, Table, deaths_table, steps_table, used_table
from affray.delves.studies import DelveComparison
from affray.html import standalone_page
from affray.simulation.chances import Share

NARROW = 4.6  # inches: letters are large enough on a phone
PAINTS = {THROUGH: COLOURS[0], HOME: GREY, DRIVEN_OFF: COLOURS[1], LOST: COLOURS[3]}
HATCHES = {THROUGH: "", HOME: "//", DRIVEN_OFF: "..", LOST: "xx"}
STILL = "still going"


def days_text(days: int) -> str:
    return "1 day" if days == 1 else f"{days:,} days"


# --- pictures


def progress_picture(result: DelveResult, theme: Theme = LIGHT) -> Picture:
    """Draw how many days still go on after each fight, and how the others have ended by then."""
    steps = result.fight_steps
    with theme_context(theme):
        picture = blank_picture(NARROW, 1.3 + 0.52 * len(steps))
        axes = picture.subplots()
        for place, step in enumerate(steps):
            draw_bar(axes, -place, shares_after(result, step))
            axes.text(0, -place + 0.3, f"{step.number} {clean(step.title, 44)}", fontsize=8, va="bottom")
        axes.set_ylim(-len(steps) + 0.6, 0.75)
        axes.set_xlim(0, 1)
        axes.set_yticks([])
        axes.xaxis.set_major_formatter(FuncFormatter(tick))
        axes.set_xlabel("share of the days, after each fight")
        for side in ("left", "top", "right"):
            axes.spines[side].set_visible(False)
        names = {THROUGH: STILL, **{end: END_WORDS[end] for end in ENDS[1:]}}
        patches = [Patch(facecolor=PAINTS[e], hatch=HATCHES[e], edgecolor=theme.ink, linewidth=0.5) for e in names]
        picture.legend(patches, list(names.values()), loc="outside lower center", ncols=2)
        set_heading(axes, "How far the party gets")
    picture.title, picture.alt = f"{clean(result.title)}: how far the party gets", describe_progress(result)
    return picture


def shares_after(result: DelveResult, step: StepResult) -> dict[str, float]:
    """Return how days stand after a step: how many go on, and how many have ended in each way."""
    so_far = [one for one in result.steps if one.number <= step.number]
    ended = {end: sum(one.ends[end].share for one in so_far if end in one.ends) for end in ENDS[1:]}
    return {THROUGH: max(0.0, 1 - sum(ended.values())), **ended}


def draw_bar(axes: object, at: float, shares: dict[str, float]) -> None:
    left = 0.0
    for end, share in shares.items():
        axes.barh(  # type: ignore[attr-defined]
            at, share, left=left, height=0.46, color=PAINTS[end], hatch=HATCHES[end], edgecolor="black", linewidth=0.4
        )
        left += share


def describe_progress(result: DelveResult) -> str:
    words = [f"{percent(shares_after(result, step)[THROUGH])} after fight {step.number}" for step in result.fight_steps]
    return f"Bars: the share of the days that still go on: {join_words(words, len(words))}."


def hp_picture(result: DelveResult, theme: Theme = LIGHT) -> Picture:
    """Draw with how much of its hit points the party begins each fight."""
    steps = [step for step in result.fight_steps if step.bands]
    with theme_context(theme):
        picture = blank_picture(NARROW, 2.7)
        axes = picture.subplots()
        draw_band(axes, [step.bands for step in steps], COLOURS[0], theme)
        axes.set_xticks(range(len(steps)), [str(step.number) for step in steps])
        axes.set_ylim(-0.02, 1.04)
        axes.yaxis.set_major_formatter(FuncFormatter(tick))
        axes.grid()
        axes.set_xlabel("number of the fight")
        axes.set_ylabel("share of its hit points")
        set_heading(axes, "Hit points as each fight begins")
    picture.title, picture.alt = f"{clean(result.title)}: hit points as each fight begins", describe_hp(steps)
    return picture


def describe_hp(steps: Sequence[StepResult]) -> str:
    words = [f"{whole_percent(step.bands[2])} before fight {step.number}" for step in steps]
    return (
        "Bands: the hit points of those who begin the fight, as a share of all they can have: the median, the middle "
        f"half and nine in ten of the days. The median is {join_words(words, len(words))}."
    )


# --- the report of one day


def delve_report(result: DelveResult, command: str) -> str:
    """Return a result as HTML; `command` is what makes it again."""
    title = f"{html_text(result.title)}: {days_text(result.days)}"
    main = [*heading_section(result), *sections(result), *method_section(result, command)]
    return standalone_page(title, "charts/report.css", main)


def heading_section(result: DelveResult) -> Iterator[str]:
    rules = [result.ruleset, *result.house, *(f"{name} {value}" for name, value in result.options.items())]
    yield f"<h1>{html_text(result.title)}</h1>"
    yield f'<p class="run">{html_text(", ".join(rules))}; {days_text(result.days)}, seed {result.seed}</p>'
    if not result.complete:
        yield '<p class="warning">Stopped early: this is what was known by then.</p>'
    yield f'<p class="answer">{sentences_html(summarise(result))}</p>'


def summarise(result: DelveResult) -> str:
    """Return the answer in a few sentences."""
    deadliest = max(result.steps, key=lambda step: step.deaths)
    most = f" Most die in {clean(deadliest.title)}." if deadliest.deaths else ""
    return (
        f"The party gets through in {with_interval(result.gets_through)} of the days, and nobody dies in "
        f"{with_interval(result.nobody_dies)}. A day has {result.fights:.1f} fights and {result.rests:.1f} rests on "
        f"average, and earns {result.xp.mean:,.0f} XP for all together.{most}"
    )


def sections(result: DelveResult) -> Iterator[str]:
    yield f"<h2>How far the party gets</h2>\n{figure(progress_picture(result, PAGE), 'progress')}"
    yield share_table("How the day ends", "the party", {END_WORDS[end]: one for end, one in result.ends.items()})
    yield table_html("Each step: shares of all days; won, hp, XP and rounds of the days with it", steps_table(result))
    yield f"<h2>Hit points as each fight begins</h2>\n{figure(hp_picture(result, PAGE), 'hp')}"
    yield "<h2>Who dies where</h2>"
    yield table_html("By the numbers of the steps: shares of all days", deaths_table(result))
    living = {f"{many} alive": one for many, one in sorted(result.alive.items(), reverse=True)}
    yield share_table("How many are alive at the end", "of the party", living)
    if used_table(result)[1]:
        yield "<h2>Where the spells and things go</h2>"
        yield table_html("By the numbers of the steps: how many for each time it is fought", used_table(result))
    yield "<h2>What is earned</h2>"
    yield html_table("XP of a day on average", ["member", "XP"], xp_rows(result))


def xp_rows(result: DelveResult) -> list[list[str]]:
    rows = [[one.name, f"{one.xp:,.1f}"] for one in result.members]
    return [*rows, ["all together", f"{result.xp.mean:,.1f} ({result.xp.low:,.1f} to {result.xp.high:,.1f})"]]


def share_table(caption: str, head: str, shares: dict[str, Share]) -> str:
    rows = [[name, percent(one.share), f"{percent(one.low)} to {percent(one.high)}"] for name, one in shares.items()]
    return html_table(caption, [head, "share", "95 % interval"], rows)


def table_html(caption: str, table: Table) -> str:
    heads, rows = table
    return html_table(caption, heads, [[cell.replace("%", " %") for cell in row] for row in rows])


def figure(picture: Picture, name: str) -> str:
    words = sentences_html(picture.alt)
    return f"<figure>\n{inline(picture, name)}\n<figcaption>{words}</figcaption>\n</figure>"


def method_section(result: DelveResult, command: str) -> Iterator[str]:
    yield "<h2>How it was measured</h2>"
    yield (
        "<p>The day was played over and over by the rules of the book, each time with other dice: what a fight leaves "
        "of everybody is how they begin the next. Intervals are Wilson's for shares and normal ones for means: of a "
        "hundred such intervals about ninety-five hold the true value.</p>"
    )
    yield facts_table("What was run", dict(run_facts(result)))
    yield f"<p>This makes it again, with the same checksum:</p>\n<pre><code>{escape(printable(command))}</code></pre>"
    if result.asked.delve.text:
        text = escape(printable(result.asked.delve.text))
        yield f"<details>\n<summary>The day as it was read</summary>\n<pre>{text}</pre>\n</details>"


def run_facts(result: DelveResult) -> Iterable[tuple[str, str]]:
    options = ", ".join(f"{name} {value}" for name, value in result.options.items())
    yield "day", f"{html_text(result.name)}: {html_text(result.title)}"
    yield "book", html_text(result.ruleset)
    yield "house rules", html_text(", ".join(result.house)) or "none"
    yield "options", html_text(options) or "as the book has it"
    yield "seed", str(result.seed)
    yield "days", f"{result.days:,}" + ("" if result.complete else ", stopped early")
    yield "dice", f"{result.dice:,}"
    yield "checksum", f"<code>{html_text(result.checksum)}</code>"
    yield "engine", html_text(result.engine)
    yield "version", f"Affray {html_text(result.version)}"


# --- the report of a comparison


def comparison_report(found: DelveComparison, command: str) -> str:
    """Return a comparison as HTML."""
    first = found.variants[0].result
    main = [f"<h1>{html_text(found.title)}</h1>"]
    main.append(f'<p class="run">{days_text(first.days)} of each, seeds from {first.seed}</p>')
    if not found.complete:
        main.append('<p class="warning">Stopped early: this is what was known by then.</p>')
    main.append(f'<p class="answer">{sentences_html(compare_in_words(found))}</p>')
    main.append(f"<h2>How often the party gets through</h2>\n{figure(comparison_picture(found, PAGE), 'compare')}")
    main.append(ends_by_variant(found))
    main.append(rest_by_variant(found))
    main.append("<h2>How it was measured</h2>")
    main.append(
        "<p>Each variant was played with dice of its own. Intervals are Wilson's for shares and Newcombe's for "
        "differences to the first.</p>"
    )
    checks = [[one.name, one.result.checksum] for one in found.variants]
    main.append(html_table("Checksums", ["variant", "checksum"], checks))
    main.append(f"<pre><code>{escape(printable(command))}</code></pre>")
    return standalone_page(f"{html_text(found.title)}: compared", "charts/report.css", main)


def ends_by_variant(found: DelveComparison) -> str:
    rows = []
    for one in found.variants:
        ends = [percent(share.share) for share in one.result.ends.values()]
        rows.append([one.name, *ends, percent(one.result.nobody_dies.share)])
    return html_table("How the day ends", ["variant", *END_WORDS.values(), "nobody dies"], rows)


def rest_by_variant(found: DelveComparison) -> str:
    rows = []
    for one in found.variants:
        through = one.through
        change = f"{points(through.share)} ({points(through.low)} to {points(through.high)})" if through else ""
        means = [f"{one.result.fights:.2f}", f"{one.result.rests:.2f}", f"{one.result.xp.mean:,.0f}"]
        rows.append([one.name, change, *means])
    return html_table(
        "Points of difference to the first, and means", ["variant", "gets through", "fights", "rests", "XP"], rows
    )


def points(value: float) -> str:
    return f"{100 * value:+.1f}".replace("-", "−")


def compare_in_words(found: DelveComparison) -> str:
    best = max(found.variants, key=lambda one: one.result.gets_through.share)
    return (
        f"The party gets through most often with {best.name}: in {with_interval(best.result.gets_through)} of the days."
    )


def comparison_picture(found: DelveComparison, theme: Theme = LIGHT) -> Picture:
    """Draw how often the party gets through in each variant, with its interval."""
    with theme_context(theme):
        picture = blank_picture(NARROW, 0.9 + 0.45 * len(found.variants))
        axes = picture.subplots()
        for place, one in enumerate(found.variants):
            share = one.result.gets_through
            axes.plot([share.low, share.high], [-place, -place], color=theme.ink, linewidth=1.4)
            axes.plot([share.share], [-place], marker="o", color=COLOURS[0], markeredgecolor=theme.ink, markersize=6)
            axes.text(0, -place + 0.18, clean(one.name, 48), fontsize=8, va="bottom")
        axes.set_ylim(-len(found.variants) + 0.5, 0.8)
        axes.set_xlim(0, 1)
        axes.set_yticks([])
        axes.grid(axis="x")
        axes.xaxis.set_major_formatter(FuncFormatter(tick))
        axes.set_xlabel("share of the days that the party gets through")
        axes.spines["left"].set_visible(False)
    picture.title = f"{clean(found.title)}: how often the party gets through"
    picture.alt = " ".join(
        f"{clean(one.name, 60)}: {with_interval(one.result.gets_through)}." for one in found.variants
    )
    return picture
