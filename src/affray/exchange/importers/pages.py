"""Read a whole page: split it into prose, JSON and YAML, send each part to its format, and join what comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from affray.content.yaml import compose, plain_values
from affray.errors import AffrayError, ScenarioError
from affray.exchange.importers import blocks, foreign, json_exports, lines, obsidian
from affray.exchange.importers.creatures import Creature, Page
from affray.exchange.importers.labels import find_labels, key_of_label
from affray.exchange.importers.layouts import lay_out
from affray.exchange.importers.text import as_integer, as_text, clean

FORMATS = ("one-line", "basic", "without-number", "encounter", "statblock", "improved-initiative", "foundry")
LINE_FORMATS = ("one-line", "basic", "without-number")
DATA_KINDS = {"encounter": "encounter", "statblock": "statblock", "improved-initiative": "json", "foundry": "json"}
NUMBER_NEXT = re.compile(r"[\s:.\[(+#-]{0,4}\d")
LONGEST_TEXT = 4_000_000
LONGEST_PART = 200_000  # of what is read at once
MOST_CREATURES = 3_000
MOST_ENCOUNTERS = 50  # in one block


def read(text: str, format: str = "") -> Page:
    """Read the creatures of a page, in whatever formats they are; with a format, read all of it as that one."""
    if not isinstance(text, str):
        raise TypeError(f"expected text, found {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise AffrayError(f"the text has {len(text):,} characters; at most {LONGEST_TEXT:,} are read at once")
    if format and format not in FORMATS:
        raise AffrayError(f"there is no form {format!r}; expected one of {', '.join(FORMATS)}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    page = join_pages([read_safely(part, format) for piece in split_long(text) for part in split_parts(piece, format)])
    return Page(
        tuple(number_duplicates(merge_encounters(page.creatures[:MOST_CREATURES]))),
        page.players,
        tuple(piece for piece in page.lost if piece.strip() and (not page.creatures or holds_numbers(piece))),
        tuple(dict.fromkeys(page.doubts)),
        tuple(piece for piece in page.lost if piece.strip() and page.creatures and not holds_numbers(piece)),
    )


def split_long(text: str) -> Iterator[str]:
    """Split a chapter or a pack into parts that are read one by one; cut between two blocks or two rows of data."""
    if len(text) <= LONGEST_PART:
        yield text
    elif text.lstrip()[:1] in BRACKETS and (rows := list_rows(text)):
        yield from (f"[{each}]" for each in join_pieces(rows, ","))
    else:
        yield from join_pieces(re.split(r"\n(?=#|---+$|\{|\n)", text, flags=re.MULTILINE), "\n")


def list_rows(text: str) -> list[str]:
    """Return the creatures of a long list as texts of their own; nothing if it is no list."""
    value = parse_json(text)[0]
    lists = [value] if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    rows = next((each for each in lists if isinstance(each, list) and any(isinstance(row, dict) for row in each)), [])
    return [json.dumps(row, ensure_ascii=False) for row in rows]


def join_pieces(pieces: Sequence[str], between: str) -> Iterator[str]:
    """Join pieces to parts that are as long as may be."""
    part, size = list[str](), 0
    for piece in pieces:
        if part and size + len(piece) > LONGEST_PART:
            yield between.join(part)
            part, size = [], 0
        part.append(piece)
        size += len(piece) + 1
    if part:
        yield between.join(part)


UNREADABLE = (AffrayError, ArithmeticError, LookupError, TypeError, ValueError)


def read_safely(part: PagePart, format: str) -> Page:
    """Read a part; if that fails, only this part is lost."""
    try:
        return read_part(part, format)
    except UNREADABLE:
        return Page(lost=(part.original,), doubts=("a part could not be read; the others were",))


def split_parts(text: str, format: str) -> Iterator[PagePart]:
    """Split a page; with a format, read prose as that format too."""
    if format in LINE_FORMATS:
        yield PagePart("text", text, text)
    elif format in DATA_KINDS and "```" not in text and "~~~" not in text:
        kind = "json" if format == "statblock" and text.lstrip()[:1] in ("{", "[") else DATA_KINDS[format]
        yield PagePart(kind, text, text)
    else:
        yield from split_page(text)


def read_part(part: PagePart, format: str) -> Page:
    if game := foreign.find_game_of_text(part.text) if part.kind in ("text", "statblock") else "":
        return Page(doubts=(foreign.decline(game),))
    if part.kind == "json":
        return read_json_part(part)
    if part.kind == "encounter":
        return read_encounter_part(part)
    if part.kind == "statblock":
        return read_yaml_part(part)
    return read_text_part(part, format)


def read_text_part(part: PagePart, format: str) -> Page:
    found, lost = blocks.find_blocks(lay_out(part.original))
    format = format if format in LINE_FORMATS else ""
    creatures = list[Creature]()
    for block in found:
        try:
            creatures.append(lines.read_stat_line(block, format))
        except UNREADABLE:
            lost.append(block.text)
    return Page(tuple(creatures), (), tuple(lost))


def holds_numbers(text: str) -> bool:
    """Return whether a text has a label of a stat block with a number, so that something was missed."""
    page = clean(text).text
    return any(
        label.key in ("ac", "aac", "hd", "thac0", "attacks", "saves") and NUMBER_NEXT.match(page, label.end)
        for label in find_labels(page)
    )


def read_yaml_part(part: PagePart) -> Page:
    """Read one creature or a list of them; without any key, read it as stat lines."""
    value, wrong = parse_yaml(part.text)
    value = name_by_key(value)
    rows = [row for row in iter_mappings(value) if obsidian.is_statblock(row)]
    keys = {key_of_label(key) for key in value} if isinstance(value, dict) else set()
    if not rows and isinstance(value, dict) and "name" in keys and keys & {"ac", "hd", "hp", "attacks"}:
        rows = [value]
    if not rows:
        if isinstance(value, dict) and not wrong and not keys & {"ac", "hd", "hp", "thac0", "attacks"}:
            return Page()  # the head of a note
        page = read_text_part(part, "")
        return replace(page, doubts=(*page.doubts, wrong)) if wrong else page
    return Page(
        tuple(obsidian.read_statblock(row, part.original.strip(), "statblock", wrong) for row in rows[:MOST_CREATURES])
    )


def read_encounter_part(part: PagePart) -> Page:
    """Read all encounters of a block; lines of dashes divide them."""
    texts = [text for text in re.split(r"^\s*-{3,}\s*$", part.text, flags=re.MULTILINE) if text.strip()]
    return join_pages([read_encounter_text(text) for text in texts[:MOST_ENCOUNTERS]])


def read_encounter_text(text: str) -> Page:
    value, wrong = parse_yaml(text)
    if isinstance(value, dict):
        return obsidian.read_encounter(value, wrong)
    return Page(lost=(text.strip(),), doubts=(wrong,) if wrong else ())


def join_pages(pages: Sequence[Page]) -> Page:
    return Page(
        tuple(creature for page in pages for creature in page.creatures),
        tuple(player for page in pages for player in page.players),
        tuple(lost for page in pages for lost in page.lost),
        tuple(doubt for page in pages for doubt in page.doubts),
    )


def name_by_key(value: Any) -> Any:
    """Return mappings with the key as their name where they have none: {"Bog gaunt": {"ac": 6, "hd": 4}}."""
    rows = value if isinstance(value, dict) and not any(key_of_label(str(key)) == "name" for key in value) else {}
    named = {key: {"name": key, **row} for key, row in rows.items() if isinstance(row, dict) and is_nameless(row)}
    return {**rows, **named} if named else value


def is_nameless(row: Mapping[str, Any]) -> bool:
    keys = {key_of_label(str(key)) for key in row}
    return "name" not in keys and len(keys & {"ac", "aac", "hd", "hp", "attacks", "move", "saves", "morale"}) >= 3


def read_json_part(part: PagePart) -> Page:
    value, wrong = parse_json(part.text)
    value = {key: name_by_key(each) for key, each in value.items()} if isinstance(value, dict) else value
    value = name_by_key(value)
    pages, done = list[Page](), set[int]()
    for row in iter_mappings(value):
        if game := foreign.find_game_of_mapping(row):
            done |= {id(inner) for inner in iter_mappings(row)}
            name = as_text(row.get("name"), 60)
            pages.append(Page(doubts=(f"{name}: {foreign.decline(game)}".removeprefix(": "),)))
            continue
        page = None if id(row) in done else read_mapping(row, part.original.strip(), wrong)
        if page is not None:
            pages.append(page)
            done |= {id(inner) for inner in iter_mappings(row)}
    if pages:
        return join_pages(pages)
    if value is None:
        page = read_text_part(part, "")
        if page.creatures:
            return page
    return Page(lost=(part.original.strip(),), doubts=(wrong,) if wrong else ())


def read_mapping(row: dict[str, Any], text: str, wrong: str) -> Page | None:
    """Return the creature or player that a mapping is, or None."""
    if json_exports.is_combatant(row) or json_exports.is_tool_statblock(row):
        return read_tool_mapping(row, text, wrong)
    if json_exports.is_actor(row) and row["type"] == "character":
        player, doubts = json_exports.read_character(row)
        return Page(players=(player,), doubts=tuple(doubts))
    if json_exports.is_actor(row):
        return Page((json_exports.read_monster(row, text, wrong),))
    if obsidian.is_statblock(row):
        return Page((obsidian.read_statblock(row, text, "statblock", wrong),))
    return None


def read_tool_mapping(row: dict[str, Any], text: str, wrong: str) -> Page:
    """Return a combatant or stat block of Improved Initiative."""
    block = row["StatBlock"] if json_exports.is_combatant(row) else row
    if json_exports.is_player(block):
        player, doubt = json_exports.read_player(block, as_integer(row.get("CurrentHP")))
        return Page(players=(player,), doubts=(doubt,))
    if block is row:
        return Page((json_exports.read_tool_statblock(row, text, wrong),))
    return Page((json_exports.read_combatant(row, text, wrong),))


def number_duplicates(creatures: Iterable[Creature]) -> Iterator[Creature]:
    """Give the second of two creatures with one name a number if they differ, and say so."""
    kinds = dict[str, dict[str, Any]]()
    for creature in creatures:
        entry, name, n = {**creature.entry(), "notes": None}, creature.name, 1
        while creature.fields and kinds.setdefault(creature.kind, entry) != entry:
            n += 1
            creature = replace(creature, name=f"{name} {n}")
        doubt = (f"another {name} with other numbers stands before it",) if n > 1 else ()
        yield replace(creature, doubts=(*creature.doubts, *doubt))


def merge_encounters(creatures: tuple[Creature, ...]) -> Iterator[Creature]:
    """Give an encounter's count to the block of that name on the same page."""
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


# --- parts of a page

DEEPEST_DATA = 40
MOST_JSON_TRIES = 4_000
FENCE = re.compile(r"^[> \t]{0,8}(`{3,9}|~{3,9})[ \t]*(?:ad-)?([\w-]{0,30})[^\n`]{0,200}$", re.MULTILINE)
BRACKETS = {"{": "}", "[": "]"}
STRAIGHT_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"', "\u00a0": " "})
DAMAGED = "the data was damaged and has been mended; look at every field"
YAML_KEY = re.compile(
    r"^[ ]{0,6}(?:- )?(name|monster|creature|creatures|layout|statblock|hit_dice|hp|ac|hd|nom|CA|DV|PV|TAC0)"
    r"[ ]?:(?:[ ]|$)",
    re.MULTILINE,
)


class PagePart(NamedTuple):
    """A part of a page: prose, or data in some language."""

    kind: str  # text, json, yaml, encounter, statblock
    text: str
    original: str


def split_page(page: str) -> Iterator[PagePart]:
    """Split a page into fenced blocks, JSON and YAML outside fences, and prose."""
    last = 0
    for start, end, language, inside in find_fences(page):
        yield from split_unfenced(page[last:start])
        yield make_fenced_part(language, inside, page[start:end])
        last = end
    yield from split_unfenced(page[last:])


def find_fences(page: str) -> Iterator[tuple[int, int, str, str]]:
    """Return start, end, language and content of each fenced block."""
    opened: re.Match[str] | None = None
    for found in FENCE.finditer(page):
        if opened is None:
            opened = found
        elif not found[2] and found[1].startswith(opened[1]):
            yield opened.start(), found.end(), opened[2].lower(), page[opened.end() : found.start()]
            opened = None
        elif found[2]:
            yield opened.start(), found.start(), opened[2].lower(), page[opened.end() : found.start()]
            opened = found
    if opened is not None:
        yield opened.start(), len(page), opened[2].lower(), page[opened.end() :]


def make_fenced_part(language: str, inside: str, original: str) -> PagePart:
    text = re.sub(r"^[ \t]{0,4}>[ ]?", "", inside, flags=re.MULTILINE) if original.lstrip().startswith(">") else inside
    kind = "encounter" if language.startswith("encounter") else language
    if kind not in ("encounter", "statblock", "json"):
        kind = guess_kind(text)
    return PagePart(
        "json" if kind == "statblock" and text.lstrip()[:1] in BRACKETS else kind, text.strip("\n"), original
    )


def guess_kind(text: str) -> str:
    if text.lstrip()[:1] in BRACKETS and '"' in text.translate(STRAIGHT_QUOTES):
        return "json"
    if re.search(r"^creatures[ ]?:", text, re.MULTILINE):
        return "encounter"
    return "statblock" if len(YAML_KEY.findall(text)) >= 2 else "text"


def split_unfenced(text: str) -> Iterator[PagePart]:
    """Split text outside fences into JSON that begins a line, a whole page of YAML, and prose."""
    last = 0
    for tried, found in enumerate(re.finditer(r"^[ \t]{0,20}(?=[{\[])", text, re.MULTILINE)):
        if tried >= MOST_JSON_TRIES:
            break
        if found.end() >= last and (end := find_json_end(text, found.end())):
            yield from split_prose(text[last : found.start()])
            yield PagePart("json", text[found.end() : end], text[found.start() : end])
            last = end
    yield from split_prose(text[last:])


def split_prose(text: str) -> Iterator[PagePart]:
    if not text.strip():
        return
    kind = guess_kind(text) if YAML_KEY.search(text) else "text"
    if kind in ("encounter", "statblock"):
        for piece in re.split(r"^---[ \t]*$", text, flags=re.MULTILINE):
            if piece.strip():
                yield PagePart(guess_kind(piece) if YAML_KEY.search(piece) else "text", piece, piece)
    else:
        yield PagePart("text", text, text)


# --- JSON and YAML


def find_json_end(text: str, start: int) -> int:
    """Return where the data that begins here ends, by its brackets; 0 if it is none."""
    if not re.compile(r"\[\s*\{|\{\s*[\"\u201c\u201d'}]").match(text, start):
        return 0
    depth, inside = 0, False
    skip = False
    for at in range(start, len(text)):
        letter = text[at]
        if skip:
            skip = False
        elif letter == "\\":
            skip = True
        elif letter == '"':
            inside = not inside
        elif not inside and letter in "{[":
            depth += 1
        elif not inside and letter in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(text)


def nesting_depth(text: str) -> int:
    """Return the deepest nesting of brackets, counting those inside strings too: an upper bound."""
    deepest = depth = 0
    for letter in text:
        depth += (letter in "{[") - (letter in "}]")
        deepest = max(deepest, depth)
    return deepest


def parse_json(text: str) -> tuple[Any, str]:
    """Return the value, and what was wrong with it; None if there is no value."""
    if nesting_depth(text) > DEEPEST_DATA:
        return None, "the data is nested too deep"
    for repaired, wrong in (
        (text, ""),
        (text.translate(STRAIGHT_QUOTES), DAMAGED),
        (close_brackets(text.translate(STRAIGHT_QUOTES)), DAMAGED),
    ):
        try:
            value = json.JSONDecoder(strict=False).raw_decode(repaired.lstrip())[0]
            return value, wrong or (DAMAGED if any(map(has_damaged_key, iter_mappings(value))) else "")
        except (ValueError, RecursionError):
            continue
    return None, "this is no JSON"


def has_damaged_key(row: dict[str, Any]) -> bool:
    """Return whether a key is empty or has a line break in it."""
    return any(not key.strip() or re.search(r"\n|- ", key) for key in row)


def close_brackets(text: str) -> str:
    """Drop commas before a bracket, and close what was left open."""
    text = re.sub(r",(\s{0,200}[}\]])", r"\1", text.strip())
    stack, inside, skip = list[str](), False, False
    for letter in text:
        if skip:
            skip = False
        elif letter == "\\":
            skip = inside
        elif letter == '"':
            inside = not inside
        elif not inside and letter in BRACKETS:
            stack.append(BRACKETS[letter])
        elif not inside and stack and letter == stack[-1]:
            stack.pop()
    text = re.sub(r"[,:\s]{1,200}$", "", text + '"' * inside)
    return text + "".join(reversed(stack))


def parse_yaml(text: str) -> tuple[Any, str]:
    """Return the value, and what was wrong with it; read what is no YAML line by line."""
    body = text.strip("\n").replace("\t", "  ")
    try:
        value, mistakes = plain_values(compose(body, "block"), "block")
    except ScenarioError as error:
        return parse_by_line(
            body
        ), f"not proper YAML ({error.mistakes[0].message[:80] if error.mistakes else 'unreadable'}): read line by line"
    return value, mistakes[0].message if mistakes else ""


def parse_by_line(text: str) -> dict[str, Any]:
    """Return keys at the beginning of lines with the text after them, and lists below a key."""
    found, key = dict[str, Any](), ""
    for line in text.splitlines()[:2_000]:
        pair = re.match(r"[\"']?([A-Za-z][\w .-]{0,40})[\"']?\s?:\s?(.{0,2000})$", line)
        item = re.match(r"\s{0,12}-\s?(.{1,2000})$", line)
        if pair:
            key = pair[1].strip()
            found.setdefault(key, pair[2].strip().strip("\"'") or None)
        elif item and key and (found[key] is None or isinstance(found[key], list)):
            found[key] = [*(found[key] or []), parse_item(item[1])]
        elif key and line.strip() and isinstance(found[key], str):
            found[key] += " " + line.strip()
    return found


def parse_item(text: str) -> Any:
    pair = re.match(r"[\"']?([\w+-]{1,12})[\"']?\s?:\s(.{1,2000})$", text)
    return {pair[1]: pair[2].strip("\"'")} if pair else text.strip("\"'")


def iter_mappings(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Return every mapping in a value, outermost first, within bounds."""
    if depth > 12:
        return
    if isinstance(value, dict):
        yield value
        for inner in list(value.values())[:2_000]:
            yield from iter_mappings(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value[:2_000]:
            yield from iter_mappings(inner, depth + 1)
