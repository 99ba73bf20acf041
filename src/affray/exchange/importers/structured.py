"""Data on a page: fenced blocks, JSON and YAML, read within bounds; damaged data is mended, and that is said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from affray.errors import ScenarioError

DEEPEST_DATA = 40
MOST_JSON_TRIES = 40
MOST_VALUES = 20_000
FENCE = re.compile(r"^[> \t]{0,8}(`{3,9}|~{3,9})[ \t]*(?:ad-)?([\w-]{0,30})[^\n`]{0,200}$", re.MULTILINE)
BRACKETS = {"{": "}", "[": "]"}
STRAIGHT_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"', "\u00a0": " "})
DAMAGED = "the data was damaged and has been mended; look at every field"
YAML_KEY = re.compile(
    r"^(name|monster|creature|creatures|layout|statblock|hit_dice|hp|ac|hd)[ ]?:(?:[ ]|$)", re.MULTILINE
)


class PagePart(NamedTuple):
    """A stretch of a page: prose, or data of some language."""

    kind: str  # text, json, yaml, encounter, statblock
    text: str
    original: str


def split_page(page: str) -> Iterator[PagePart]:
    """Fenced blocks first; JSON and YAML that stand on the page as they are; prose in between."""
    last = 0
    for start, end, language, inside in find_fences(page):
        yield from split_unfenced(page[last:start])
        yield make_fenced_part(language, inside, page[start:end])
        last = end
    yield from split_unfenced(page[last:])


def find_fences(page: str) -> Iterator[tuple[int, int, str, str]]:
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
    """Outside of fences: JSON that begins a line, a whole page of YAML, or prose."""
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


def find_json_end(text: str, start: int) -> int:
    """Where the data that begins here ends, by its brackets; 0 where it is none."""
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
    """The deepest nesting of brackets, those inside of words counted too: an upper bound."""
    deepest = depth = 0
    for letter in text:
        depth += (letter in "{[") - (letter in "}]")
        deepest = max(deepest, depth)
    return deepest


def parse_json(text: str) -> tuple[Any, str]:
    """The value, and what had to be done to it; None where there is none."""
    if nesting_depth(text) > DEEPEST_DATA:
        return None, "the data is nested too deep"
    for mended, said in (
        (text, ""),
        (text.translate(STRAIGHT_QUOTES), DAMAGED),
        (close_brackets(text.translate(STRAIGHT_QUOTES)), DAMAGED),
    ):
        try:
            value = json.JSONDecoder(strict=False).raw_decode(mended.lstrip())[0]
            return value, said or (DAMAGED if any(map(has_damaged_key, iter_mappings(value))) else "")
        except (ValueError, RecursionError):
            continue
    return None, "this is no JSON"


def has_damaged_key(row: dict[str, Any]) -> bool:
    """Whether a key has lost its word, or has a line break in it."""
    return any(not key.strip() or re.search(r"\n|- ", key) for key in row)


def close_brackets(text: str) -> str:
    """Commas before a bracket dropped; what was left open is closed."""
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
    """The value, and what is wrong with it. What is no YAML is read line by line."""
    from affray.content.yaml import compose, plain

    body = text.strip("\n").replace("\t", "  ")
    try:
        value, mistakes = plain(compose(body, "block"), "block")
    except ScenarioError as error:
        return parse_by_line(
            body
        ), f"not proper YAML ({error.mistakes[0].message[:80] if error.mistakes else 'unreadable'}): read line by line"
    return value, mistakes[0].message if mistakes else ""


def parse_by_line(text: str) -> dict[str, Any]:
    """Keys at the beginning of lines with what stands behind them; lists below a key."""
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
    """Every mapping in a value, outermost first, within bounds."""
    if depth > 12:
        return
    if isinstance(value, dict):
        yield value
        for inner in list(value.values())[:2_000]:
            yield from iter_mappings(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value[:2_000]:
            yield from iter_mappings(inner, depth + 1)


def as_text(value: Any, longest: int = 4_000) -> str:
    """A value as text: lists with commas, mappings as pairs; numbers without their point where it says nothing."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false"}.get(value, "") if value is not None else ""
    if isinstance(value, float):
        return str(int(value)) if value == value and abs(value) < 1e9 and value == int(value) else str(value)[:40]
    if isinstance(value, list):
        return ", ".join(as_text(each, 400) for each in value[:50])[:longest]
    if isinstance(value, dict):
        return ", ".join(f"{key} {as_text(each, 400)}".strip() for key, each in list(value.items())[:50])[:longest]
    return str(value)[:longest]


def as_integer(value: Any) -> int | None:
    """A whole number, if it is one and not absurd."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value) if value == value and abs(value) < 1e6 and value == int(value) else None
    found = re.fullmatch(r"\s*([+-]?\d{1,6})\s*", str(value)[:40])
    return int(found[1]) if found else None
