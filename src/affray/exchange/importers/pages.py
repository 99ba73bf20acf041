"""A whole page: its parts go to their grammars, and what an encounter counts is joined with what a block describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from affray.exchange.importers import blocks, encounters, foundry, improved, keyed, lines
from affray.exchange.importers.cleaning import clean
from affray.exchange.importers.creature import Creature, Page
from affray.exchange.importers.structured import PagePart, as_integer, iter_mappings, parse_json, parse_yaml, split_page

LINE_FORMATS = ("one-line", "basic", "without-number")
DATA_KINDS = {"encounter": "encounter", "statblock": "statblock", "improved-initiative": "json", "foundry": "json"}
MOST_CREATURES = 300


def read_page(text: str, format: str) -> Page:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    pages = [read_part(part, format) for part in split_parts(text, format)]
    creatures = tuple(creature for page in pages for creature in page.creatures)[:MOST_CREATURES]
    return Page(
        tuple(number_duplicates(merge_encounters(creatures))),
        tuple(player for page in pages for player in page.players),
        tuple(lost for page in pages for lost in page.lost if lost.strip()),
        tuple(dict.fromkeys(doubt for page in pages for doubt in page.doubts)),
    )


def split_parts(text: str, format: str) -> Iterator[PagePart]:
    """With a form said, prose is that form's too."""
    if format in LINE_FORMATS:
        yield PagePart("text", text, text)
    elif format in DATA_KINDS and "```" not in text and "~~~" not in text:
        kind = "json" if format == "statblock" and text.lstrip()[:1] in ("{", "[") else DATA_KINDS[format]
        yield PagePart(kind, text, text)
    else:
        yield from split_page(text)


def read_part(part: PagePart, format: str) -> Page:
    if part.kind == "json":
        return read_json_part(part)
    if part.kind == "encounter":
        return encounters.read_encounters(part.text)
    if part.kind == "statblock":
        return read_yaml_part(part)
    return read_text_part(part, format)


def read_text_part(part: PagePart, format: str) -> Page:
    found, lost = blocks.find_blocks(clean(part.original))
    return Page(
        tuple(lines.read_stat_line(block, format if format in LINE_FORMATS else "") for block in found), (), tuple(lost)
    )


def read_yaml_part(part: PagePart) -> Page:
    """One creature, or a list of them; what has no keys at all is read as lines."""
    value, wrong = parse_yaml(part.text)
    rows = [row for row in iter_mappings(value) if keyed.is_statblock(row)]
    if (
        not rows
        and isinstance(value, dict)
        and {keyed.normalize_key(key) for key in value} & {"name", *keyed.STATBLOCK_KEYS}
    ):
        rows = [value]
    if not rows:
        page = read_text_part(part, "")
        return replace(page, doubts=(*page.doubts, wrong)) if wrong else page
    return Page(
        tuple(keyed.read_statblock(row, part.original.strip(), "statblock", wrong) for row in rows[:MOST_CREATURES])
    )


def read_json_part(part: PagePart) -> Page:
    value, wrong = parse_json(part.text)
    creatures, players, doubts = list[Creature](), list[dict[str, Any]](), list[str]()
    done = set[int]()
    for row in iter_mappings(value) if value is not None else ():
        if id(row) not in done:
            done |= {id(inner) for inner in read_mapping(row, part.original, wrong, creatures, players, doubts)}
    if creatures or players:
        return Page(tuple(creatures), tuple(players), (), tuple(doubts))
    page = read_text_part(part, "")
    return page if page.creatures else Page(lost=(part.original.strip(),), doubts=(wrong,) if wrong else ())


def read_mapping(
    row: dict[str, Any],
    original: str,
    wrong: str,
    creatures: list[Creature],
    players: list[dict[str, Any]],
    doubts: list[str],
) -> list[dict[str, Any]]:
    """What one mapping is; all that is inside of it is then done with."""
    text = original.strip()
    if improved.is_combatant(row) or improved.is_tool_statblock(row):
        block = row["StatBlock"] if improved.is_combatant(row) else row
        if improved.is_player(block):
            made, doubt = improved.read_player(block, as_integer(row.get("CurrentHP")))
            players.append(made)
            doubts.append(doubt)
        else:
            creatures.append(
                improved.read_combatant(row, text, wrong)
                if block is not row
                else improved.read_tool_statblock(row, text, wrong)
            )
    elif foundry.is_actor(row):
        if row["type"] == "character":
            made, found = foundry.read_character(row)
            players.append(made)
            doubts += found
        else:
            creatures.append(foundry.read_monster(row, text, wrong))
    elif keyed.is_statblock(row):
        creatures.append(keyed.read_statblock(row, text, "statblock", wrong))
    else:
        return []
    return list(iter_mappings(row))


def number_duplicates(creatures: Iterable[Creature]) -> Iterator[Creature]:
    """Two of one name that differ are two kinds: the second gets a number, and that is said."""
    kinds = dict[str, dict[str, Any]]()
    for creature in creatures:
        entry, name, n = {**creature.entry(), "notes": None}, creature.name, 1
        while creature.fields and kinds.setdefault(creature.kind, entry) != entry:
            n += 1
            creature = replace(creature, name=f"{name} {n}")
        said = (f"another {name} with other numbers stands before it",) if n > 1 else ()
        yield replace(creature, doubts=(*creature.doubts, *said))


def merge_encounters(creatures: tuple[Creature, ...]) -> Iterator[Creature]:
    """An encounter's count goes to the block of that name on the same page."""
    described = {c.kind: c for c in creatures if c.format != "encounter"}
    counted = [c for c in creatures if c.format == "encounter" and c.kind in described]
    used = {c.kind for c in counted}
    for creature in creatures:
        if creature.format == "encounter" and creature.kind in described:
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
        elif creature.kind not in used or creature.format == "encounter":
            yield creature
