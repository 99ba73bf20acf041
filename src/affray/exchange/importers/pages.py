"""A whole page: its parts go to their grammars, and what an encounter counts is joined with what a block describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from affray.exchange.importers import blocks, encounters, foundry, improved, keyed, lines
from affray.exchange.importers.cleaning import clean
from affray.exchange.importers.creature import Creature, Page
from affray.exchange.importers.structured import Part, from_json, from_yaml, parts, walk, whole

LINES = ("one-line", "basic", "without-number")
DATA = {"encounter": "encounter", "statblock": "statblock", "improved-initiative": "json", "foundry": "json"}
MOST = 300


def whole_page(text: str, form: str) -> Page:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    pages = [one_part(part, form) for part in parts_of(text, form)]
    creatures = tuple(creature for page in pages for creature in page.creatures)[:MOST]
    return Page(
        tuple(apart(together(creatures))),
        tuple(player for page in pages for player in page.players),
        tuple(lost for page in pages for lost in page.lost if lost.strip()),
        tuple(dict.fromkeys(doubt for page in pages for doubt in page.doubts)),
    )


def parts_of(text: str, form: str) -> Iterator[Part]:
    """With a form said, prose is that form's too."""
    if form in LINES:
        yield Part("text", text, text)
    elif form in DATA and "```" not in text and "~~~" not in text:
        kind = "json" if form == "statblock" and text.lstrip()[:1] in ("{", "[") else DATA[form]
        yield Part(kind, text, text)
    else:
        yield from parts(text)


def one_part(part: Part, form: str) -> Page:
    if part.kind == "json":
        return of_json(part)
    if part.kind == "encounter":
        return encounters.page(part.text)
    if part.kind == "statblock":
        return of_yaml(part)
    return of_text(part, form)


def of_text(part: Part, form: str) -> Page:
    found, lost = blocks.blocks(clean(part.original))
    return Page(tuple(lines.creature(block, form if form in LINES else "") for block in found), (), tuple(lost))


def of_yaml(part: Part) -> Page:
    """One creature, or a list of them; what has no keys at all is read as lines."""
    value, wrong = from_yaml(part.text)
    rows = [row for row in walk(value) if keyed.like_statblock(row)]
    if not rows and isinstance(value, dict) and {keyed.plain_key(key) for key in value} & {"name", *keyed.MARKS}:
        rows = [value]
    if not rows:
        page = of_text(part, "")
        return replace(page, doubts=(*page.doubts, wrong)) if wrong else page
    return Page(tuple(keyed.statblock(row, part.original.strip(), "statblock", wrong) for row in rows[:MOST]))


def of_json(part: Part) -> Page:
    value, wrong = from_json(part.text)
    creatures, players, doubts = list[Creature](), list[dict[str, Any]](), list[str]()
    done = set[int]()
    for row in walk(value) if value is not None else ():
        if id(row) not in done:
            done |= {id(inner) for inner in take(row, part.original, wrong, creatures, players, doubts)}
    if creatures or players:
        return Page(tuple(creatures), tuple(players), (), tuple(doubts))
    page = of_text(part, "")
    return page if page.creatures else Page(lost=(part.original.strip(),), doubts=(wrong,) if wrong else ())


def take(
    row: dict[str, Any],
    original: str,
    wrong: str,
    creatures: list[Creature],
    players: list[dict[str, Any]],
    doubts: list[str],
) -> list[dict[str, Any]]:
    """What one mapping is; all that is inside of it is then done with."""
    text = original.strip()
    if improved.like_combatant(row) or improved.like_statblock(row):
        block = row["StatBlock"] if improved.like_combatant(row) else row
        if improved.is_player(block):
            made, doubt = improved.player(block, whole(row.get("CurrentHP")))
            players.append(made)
            doubts.append(doubt)
        else:
            creatures.append(
                improved.combatant(row, text, wrong) if block is not row else improved.creature(row, text, wrong)
            )
    elif foundry.like_actor(row):
        if row["type"] == "character":
            made, found = foundry.character(row)
            players.append(made)
            doubts += found
        else:
            creatures.append(foundry.monster(row, text, wrong))
    elif keyed.like_statblock(row):
        creatures.append(keyed.statblock(row, text, "statblock", wrong))
    else:
        return []
    return list(walk(row))


def apart(creatures: Iterable[Creature]) -> Iterator[Creature]:
    """Two of one name that differ are two kinds: the second gets a number, and that is said."""
    kinds = dict[str, dict[str, Any]]()
    for creature in creatures:
        entry, name, n = {**creature.entry(), "notes": None}, creature.name, 1
        while creature.fields and kinds.setdefault(creature.kind, entry) != entry:
            n += 1
            creature = replace(creature, name=f"{name} {n}")
        said = (f"another {name} with other numbers stands before it",) if n > 1 else ()
        yield replace(creature, doubts=(*creature.doubts, *said))


def together(creatures: tuple[Creature, ...]) -> Iterator[Creature]:
    """An encounter's count goes to the block of that name on the same page."""
    described = {c.kind: c for c in creatures if c.form != "encounter"}
    counted = [c for c in creatures if c.form == "encounter" and c.kind in described]
    used = {c.kind for c in counted}
    for creature in creatures:
        if creature.form == "encounter" and creature.kind in described:
            block = described[creature.kind]
            notes = tuple(dict.fromkeys((*block.notes, *creature.notes)))
            yield replace(
                block,
                count=creature.count or "1",
                hp=creature.hp or block.hp,
                hidden=creature.hidden,
                friendly=creature.friendly,
                notes=notes,
            )
        elif creature.kind not in used or creature.form == "encounter":
            yield creature
