"""Write a fight as a Markdown note, JSON lines, text or a page of HTML, for the referee or for players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from affray.content.yaml import dump
from affray.ending.account import give_account
from affray.ending.facts import fates
from affray.ending.story import headline, story, summary
from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.state import Combatant
from affray.engine.vocabulary import ABSENT, LURKING, NAMES, bits
from affray.errors import AffrayError, unknown
from affray.html import standalone_page
from affray.log import Chapter, Log, escape_markdown
from affray.log.narrate import one_line
from affray.play.session import Play

FIGHT_FORMATS = ("markdown", "html", "jsonl", "text")
OUT_OF_ACTION = ("dead", "fled", "surrendered", "dying", "unconscious", "petrified")  # the first of these is told


class Fate(NamedTuple):
    """What became of a combatant."""

    name: str
    hp: str
    words: str


def write_fight(play: Play, format: str, players: Sequence[str] = ()) -> str:
    """Return a fight in a format; with sides named, as their players may know it."""
    if format not in FIGHT_FORMATS:
        raise AffrayError(unknown("form of a fight", format, FIGHT_FORMATS))
    log = play.log.for_players(players) if players else play.log
    if format == "jsonl":
        return log.jsonl()
    if format == "text":
        return f"{log.text()}\n"
    return fight_note(play, log, players) if format == "markdown" else fight_page(play, log, players)


def tell_outcome(play: Play, players: Sequence[str]) -> list[str]:
    """Return how the fight ended and what it came to, and its story round by round, as its reader may know it."""
    sides = frozenset(play.roster.sides.index(name) for name in players) if players else None
    account = give_account(play, sides)
    lines = [f"Round {line.round}: {line.words}" for line in story(account)]
    return [f"{headline(account)} {summary(account, fates(account))}", *lines]


def fight_facts(play: Play, players: Sequence[str]) -> dict[str, int | str]:
    """Return the properties of a note; leave what would give away coming dice to the referee."""
    found: dict[str, int | str] = {"title": one_line(play.encounter.title), "rules": play.book.name}
    if play.book.overlays:
        found["house rules"] = ", ".join(overlay.name for overlay in play.book.overlays)
    if play.options:
        found["options"] = ", ".join(f"{name} {value}" for name, value in play.options.items())
    found["rounds"] = play.state.round
    if play.winner:
        found["winner"] = one_line(play.winner)
    return found if players else found | {"seed": play.seed, "number": play.number}


def list_fates(play: Play, players: Sequence[str]) -> Iterator[tuple[str, list[Fate]]]:
    """Return who was on each side and what became of them; players see only their own sides."""
    for number, name in enumerate(play.roster.sides):
        if not players or name in players:
            there = [
                c
                for c in play.state.who[: play.state.n]
                if c.side == number and not c.conditions & bits(ABSENT, LURKING)
            ]
            yield one_line(name), [describe_fate(c, play.roster.who[c.id]) for c in there]


def describe_fate(c: Combatant, name: str) -> Fate:
    conditions = [word for n, word in enumerate(NAMES) if c.conditions >> n & 1]
    gone = next((word for word in OUT_OF_ACTION if word in conditions), "")
    return Fate(one_line(name), f"{max(0, c.hp)} of {c.max_hp}", gone or ", ".join(conditions) or "stands")


def xp_lines(play: Play, players: Sequence[str]) -> list[str]:
    """Return what each side has earned; it names all foes, so only the referee reads it."""
    return [] if players else [one_line(str(award)) for award in play.xp]


# --- Markdown


def fight_note(play: Play, log: Log, players: Sequence[str] = ()) -> str:
    """Return a note with properties, who was there, and a heading for each round."""
    head = dump(fight_facts(play, players))
    lines = [
        f"---\n{head}---\n",
        f"# {escape_markdown(one_line(play.encounter.title))}\n",
        *(f"{escape_markdown(line)}\n" for line in tell_outcome(play, players)),
    ]
    for side, there in list_fates(play, players):
        lines += [f"| {escape_markdown(side)} | hp | |", "|---|---|---|"]
        lines += [f"| {escape_markdown(one.name)} | {one.hp} | {one.words} |" for one in there]
        lines.append("")
    lines += [f"{escape_markdown(line)}\n" for line in xp_lines(play, players)]
    return "\n".join([*lines, *map(markdown_chapter, log.chapters())])


def markdown_chapter(chapter: Chapter) -> str:
    title = [f"## {escape_markdown(chapter.title)}", ""] if chapter.title else []
    lines = [f"- {escape_markdown(line.words)} `[{line.clause}]`" for line in chapter.lines]
    return "\n".join([*title, *lines, ""])


# --- a page


def fight_page(play: Play, log: Log, players: Sequence[str] = ()) -> str:
    """Return a page of HTML with the fight and what became of everybody."""
    return log_page(play.encounter.title, page_head(play, players), log)


def log_page(name: str, head: Iterable[str], log: Log) -> str:
    """Return a log as one file of HTML that needs nothing else, light or dark, and fit to be printed."""
    title, chapters = escape(one_line(name)), log.chapters()
    sections = (line for number, chapter in enumerate(chapters) for line in html_chapter(number, chapter))
    return standalone_page(
        title, "exchange.exporters/fight.css", [f"<h1>{title}</h1>", *head, *page_contents(chapters), *sections]
    )


def page_head(play: Play, players: Sequence[str]) -> Iterator[str]:
    first, *rest = tell_outcome(play, players)
    yield f'<p class="outcome">{escape(first)}</p>'
    yield from (f"<p>{escape(line)}</p>" for line in rest)
    facts = (f"{name} {value}" for name, value in fight_facts(play, players).items() if name != "title")
    yield f'<p class="facts">{escape("; ".join(facts))}</p>'
    for side, there in list_fates(play, players):
        yield f"<table><caption>{escape(side)}</caption><tbody>"
        yield from (f"<tr><th>{escape(o.name)}</th><td>{o.hp}</td><td>{escape(o.words)}</td></tr>" for o in there)
        yield "</tbody></table>"
    yield from (f'<p class="facts">{escape(line)}</p>' for line in xp_lines(play, players))


def page_contents(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Return links to the rounds, if there are several."""
    titled = [(number, chapter.title) for number, chapter in enumerate(chapters) if chapter.title]
    if len(titled) > 2:
        links = " ".join(f'<a href="#r{number}">{escape(title)}</a>' for number, title in titled)
        yield f'<nav aria-label="Rounds">{links}</nav>'


def html_chapter(number: int, chapter: Chapter) -> Iterator[str]:
    yield f'<section id="r{number}">'
    if chapter.title:
        yield f"<h2>{escape(chapter.title)}</h2>"
    yield "<ul>"
    for line in chapter.lines:
        cited = f'<abbr title="{escape(clause_words(line.clause))}">{escape(line.clause)}</abbr>'
        yield f'<li class="{line.kind}">{escape(line.words)} {cited}</li>'
    yield "</ul>"
    yield "</section>"


def clause_words(id: str) -> str:
    return CLAUSES[BY_ID[id]].words if id in BY_ID else ""
