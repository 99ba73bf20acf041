"""The sheet as one page of HTML, to be printed on A4 or Letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain

from affray.exchange.exporters.sheet import LESS, MORE, NO_HARM, AttackTable, Sheet, SheetGroup, drop_ruling
from affray.html import standalone_page

ROUND_COLUMNS = 16
SAVE_COLUMNS = ("D", "W", "P", "B", "S")
BOXES_TOGETHER = 5


def render_sheet(sheet: Sheet) -> str:
    """One file that needs nothing else."""
    sides = (render_groups(party.name, sheet.book.unit, sheet.of(side)) for side, party in enumerate(sheet.sides))
    parts = [
        render_head(sheet),
        render_round(sheet),
        render_round_track(sheet),
        *sides,
        *map(render_attacks, sheet.blocks),
        render_foot(sheet),
    ]
    title = f"{escape(sheet.title)}: a sheet to play it on paper"
    return standalone_page(
        title, "exchange.exporters/sheet.css", chain.from_iterable(parts), script="exchange.exporters/fit.js"
    )


def render_head(sheet: Sheet) -> Iterator[str]:
    house = "".join(f"; {overlay.name}" for overlay in sheet.book.house)
    yield f"<header><h1>{escape(sheet.title)}</h1><p>{escape(sheet.book.title + house)}</p>"
    yield f'<p class="ground">{escape(" · ".join(sheet.ground))}</p></header>'


def render_round(sheet: Sheet) -> Iterator[str]:
    yield '<section class="round">'
    yield f"<div><h2>The round</h2><ol>{list_items(sheet.book.sequence)}</ol></div>"
    told = (f'{escape(drop_ruling(c.words))} <span class="clause">{c.id}</span>' for c in sheet.morale)
    ratings = (f"<p>{escape(party)}: {escape(said)}</p>" for party, said in list_morale(sheet))
    yield f"<div><h2>Morale</h2><ul>{''.join(f'<li>{words}</li>' for words in told)}</ul>{''.join(ratings)}</div>"
    yield "</section>"


def list_items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{escape(line)}</li>" for line in lines)


def list_morale(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Of each side how many they are, and their ratings."""
    for side, party in enumerate(sheet.sides):
        groups = sheet.of(side)
        ratings = sorted({group.morale for group in groups}, key=lambda words: (number_in(words), words))
        told = (f"{', '.join(g.name for g in groups if g.morale == rating)} {rating}" for rating in ratings)
        yield f"{party.name}, {count_combatants(groups)} in all", "; ".join(told)


def number_in(words: str) -> int:
    """The first; those who never check come last."""
    return next((int(word) for word in words.replace(",", " ").split() if word.isdecimal()), 99)


def count_combatants(groups: Iterable[SheetGroup]) -> str:
    """How many there are, as far as that isn't rolled."""
    known = sum(int(group.many) for group in groups if group.many.isdecimal())
    dice = [group.many for group in groups if not group.many.isdecimal()]
    return " + ".join([*([str(known)] if known else []), *dice])


def render_round_track(sheet: Sheet) -> Iterator[str]:
    """A box a round and side: who is first is written there."""
    yield '<table class="track"><thead><tr><th>Round</th>'
    yield "".join(f"<th>{n}</th>" for n in range(1, ROUND_COLUMNS + 1))
    yield "</tr></thead><tbody>"
    for party in sheet.sides:
        yield f"<tr><th>{escape(party.name)}</th>{'<td></td>' * ROUND_COLUMNS}</tr>"
    yield "</tbody></table>"


def render_groups(side: str, unit: str, groups: list[SheetGroup]) -> Iterator[str]:
    words = ("AC", "", f"move ({unit})", "morale", *SAVE_COLUMNS)
    yield f'<table class="people"><thead><tr><th>{escape(side)}</th>'
    yield "".join(f'<th class="number">{word}</th>' for word in words)
    yield "<th>hp</th></tr></thead><tbody>"
    yield from map(render_group, groups)
    yield "</tbody></table>"


def render_group(group: SheetGroup) -> str:
    many = f" × {group.many}" if group.most > 1 else ""
    rating = group.morale.removeprefix("morale ")
    numbers = (group.armour, group.dice, group.move, rating, *group.saves)
    cells = "".join(f'<td class="number">{escape(text)}</td>' for text in numbers)
    hp = f"{escape(group.rolled)}:" if group.rolled else f"{group.hp - group.lost}:"
    notes = f" <small>{escape('; '.join(group.notes))}</small>" if group.notes else ""
    ones = "".join(render_combatant(group, n) for n in range(1, group.most + 1))
    return f'<tr><td class="name">{escape(group.name + many)}</td>{cells}<td class="hp">{hp} {ones}{notes}</td></tr>'


def render_combatant(group: SheetGroup, n: int) -> str:
    label = f"<b>{n}</b> " if group.most > 1 else ""
    wanted = ([" "] if group.rolled else []) + ([" score "] if group.scores else [])
    blanks = "".join(f'{word.lstrip()}<span class="blank">&nbsp;</span> ' for word in wanted)
    kind = "one" if group.most > 1 else "alone"
    return f'<span class="{kind}">{label}{blanks}{hit_point_boxes(group.hp, group.lost)}</span>'


def hit_point_boxes(many: int, gone: int) -> str:
    marks = ['<i class="gone"></i>' if n < gone else "<i></i>" for n in range(many)]
    fives = ["".join(marks[n : n + BOXES_TOGETHER]) for n in range(0, many, BOXES_TOGETHER)]
    return "".join(f'<span class="five">{five}</span>' for five in fives)


def render_attacks(block: AttackTable) -> Iterator[str]:
    yield f'<table class="targets"><thead><tr><th>{escape(block.side)}</th>'
    yield "<th>attack, at short/…/long range</th><th>damage</th>"
    yield "".join(f'<th class="number">{escape(target.name)}</th>' for target in block.targets)
    yield "</tr></thead><tbody>"
    last = ""
    for row in block.rows:
        name = "" if row.group.name == last else escape(row.group.name)
        last = row.group.name
        cells = "".join(f'<td class="number">{escape(needs)}</td>' for needs in row.needs)
        yield f'<tr><th>{name}</th><td class="arm">{escape(row.weapon)}</td><td>{escape(row.damage)}</td>{cells}</tr>'
    yield "</tbody></table>"


def render_foot(sheet: Sheet) -> Iterator[str]:
    marks = f"{NO_HARM} it does no harm, {LESS} less, {MORE} more than usual"
    told = f"What the d20 must show at least, face to face, with nobody doing anything about it; {marks}."
    yield f"<footer><small>{told} Saves are the least d20 against death, wands, paralysis, breath, spells."
    yield f" {escape('; '.join(sheet.notes))}" if sheet.notes else ""
    yield "</small></footer>"
