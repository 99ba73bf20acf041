"""The ending as one page of HTML to share: it needs nothing else, and is readable on a phone and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from affray.ending.account import Account, Told
from affray.ending.chart import SIDES, svg_text
from affray.ending.report import Json, describe_ending
from affray.html import read_resource, standalone_page
from affray.log.narrate import one_line

STYLE = "ending/page.css"
GLYPHS = ("server/pages/glyphs.svg", "server/pages/seldom.svg")
SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
USED = re.compile(r'href="#([\w-]+)"')


def ending_page(account: Account, title: str = "") -> str:
    """Return the page of a fight, with what its reader may know and nothing else."""
    told = describe_ending(account)
    name = escape(one_line(title or account.play.encounter.title))
    chart = [f'<div class="{size}">{svg_text(told["charts"][size])}</div>' for size in ("wide", "narrow")]
    main = [
        draw_symbols("".join(chart)),
        f'<p class="label">{name} · {account.play.book.name.capitalize()}</p>',
        f"<h1>{escape(told['headline'])}</h1>",
        f'<p class="summary">{escape(told["summary"])}</p>',
        *list_story(told["story"]),
        "<section><h2>How it went</h2>",
        *chart,
        "</section>",
        *list_casualties(told),
        *tabulate_deeds(told),
        *list_log(account.told),
        '<footer class="label">Played with Affray</footer>',
    ]
    return standalone_page(name, STYLE, main)


def draw_symbols(drawn: str) -> str:
    """Return the glyphs that these drawings use."""
    every = "".join(map(read_resource, GLYPHS))
    texts = {found[1]: found[0] for found in SYMBOL.finditer(every)}
    used = "".join(texts[name] for name in dict.fromkeys(USED.findall(drawn)))
    return f'<svg class="symbols" aria-hidden="true">{used}</svg>'


def list_story(lines: Sequence[Json]) -> Iterator[str]:
    if lines:
        yield '<ol class="story">'
        yield from (f"<li><b>{line['round']}</b> {escape(line['words'])}</li>" for line in lines)
        yield "</ol>"


def list_casualties(told: Json) -> Iterator[str]:
    """Yield what became of everybody, with the XP that they have earned."""
    yield "<section><h2>Casualties and survivors</h2><ul>"
    shares = {name: share for award in told["xp"] for name, share in award["shares"].items()}
    for one in told["fates"]:
        earned = shares.get(one["people"][0]) if len(one["people"]) == 1 else None
        xp = f" <small>+{earned:,} XP</small>" if earned else ""
        yield f'<li class="{side_class(one)}{" out" if one["end"] else ""}">{escape(one["words"])}{xp}</li>'
    yield "</ul>"
    yield from (f"<p>{escape(award['words'])}</p>" for award in told["xp"])
    yield "</section>"


def side_class(one: Json) -> str:
    return f"side-{one['side'] % SIDES}"


# --- who did what

COLUMNS = ("damage", "hits", "felled", "taken", "d20")


def tabulate_deeds(told: Json) -> Iterator[str]:
    head = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
    yield f'<section><h2>Who did what</h2><table><thead><tr><th scope="col"></th>{head}</tr></thead><tbody>'
    for row in told["deeds"]:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in deed_cells(row))
        yield f'<tr class="{side_class(row)}"><th scope="row">{escape(row["name"])}</th>{cells}</tr>'
    yield "</tbody></table>"
    if told["luck"]:
        yield f"<p>{escape(told['luck'])}</p>"
    if told["blow"]:
        yield f"<p>Best blow: {escape(told['blow'])}</p>"
    yield "</section>"


def deed_cells(row: Json) -> list[str]:
    """Return the cells of a row; a dash stands for what nobody did, or the reader may not know."""
    felled = ", ".join(filter(None, (str(row["felled"] or ""), row["disabled"]))) or "0"
    hits = f"{row['hits']} of {row['attacks']}" if row["attacks"] else "–"
    luck = row["luck"]
    return [
        say_number(row["dealt"]),
        hits,
        felled,
        say_number(row["taken"]),
        " ".join(filter(None, (f"{luck['mean']:.1f}", luck["word"]))) if luck else "–",
    ]


def say_number(number: int | None) -> str:
    return "–" if number is None else str(number)


# --- the log


def list_log(told: Sequence[Told]) -> Iterator[str]:
    """Yield the log, folded, round by round."""
    yield "<details><summary>The log, line by line</summary>"
    for round, lines in groupby(told, key=lambda one: one.event.round):
        yield f"<h3>{f'Round {round}' if round else 'Before the first round'}</h3><ul>"
        yield from (f"<li>{escape(one.line.words)}</li>" for one in lines if not one.line.heading)
        yield "</ul>"
    yield "</details>"
