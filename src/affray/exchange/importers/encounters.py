"""Obsidian's `encounter` blocks: who plays, and how many of what with which numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from affray.exchange.importers import tables
from affray.exchange.importers.cleaning import clean
from affray.exchange.importers.creature import Creature, Field, Page, kind_of
from affray.exchange.importers.finishing import Draft, finish
from affray.exchange.importers.speech import singularize
from affray.exchange.importers.structured import as_integer, as_text, parse_yaml
from affray.exchange.importers.values import convert_armour

HIDDEN_FLAGS = ("hidden", "hide", "invisible")
FRIENDLY_FLAGS = ("friendly", "friend", "ally", "allied")
CREATURE_FLAGS = (*HIDDEN_FLAGS, *FRIENDLY_FLAGS)
COUNT_DICE = re.compile(r"\d{1,3}|\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?")
MOST_ROWS = 200


def read_encounters(text: str) -> Page:
    """All encounters of a block; several are divided by lines of dashes."""
    pages = [read_encounter(each) for each in re.split(r"^\s*-{3,}\s*$", text, flags=re.MULTILINE) if each.strip()][:50]
    return Page(
        tuple(c for each in pages for c in each.creatures),
        tuple(p for each in pages for p in each.players),
        tuple(text for each in pages for text in each.lost),
        tuple(d for each in pages for d in each.doubts),
    )


def read_encounter(text: str) -> Page:
    data, wrong = parse_yaml(text)
    if not isinstance(data, dict):
        return Page(lost=(text.strip(),), doubts=(wrong,) if wrong else ())
    low = {str(key).strip().lower(): value for key, value in data.items()}
    listed = low.get("creatures")
    rows = listed if isinstance(listed, list) else [listed] if listed else []
    found = [creature for row in rows[:MOST_ROWS] for creature in read_row(row)]
    players, doubts = read_players(low.get("players"))
    strange = [
        f"{key}: {as_text(low[key], 80)}"
        for key in low
        if key not in ("name", "creatures", "players", "party", "hide", "xp", "rollhp", "rollHP")
    ]
    lost = [as_text(row, 200) for row in rows if not list(read_row(row))]
    return Page(tuple(found), tuple(players), (*strange, *lost), tuple(d for d in (wrong, *doubts) if d))


def read_players(value: Any) -> tuple[list[dict[str, Any]], list[str]]:
    if value is None or value is False or as_text(value).strip().lower() in ("none", "false", ""):
        return [], []
    if value is True or as_text(value).strip().lower() == "true":
        return [], ["players: who they are stands in the settings of the other tool"]
    names = [clean(as_text(name, 60)).text.strip() for name in (value if isinstance(value, list) else [value])[:60]]
    doubts = [f"{name}: nothing but a name is told; fighter of level 1 guessed" for name in names if name]
    return [{"name": name, "class": "fighter"} for name in names if name], doubts


def read_row(row: Any, count: str = "") -> Iterator[Creature]:
    """One row: a text, a list, a mapping with keys, or how many and one of these."""
    if isinstance(row, dict) and len(row) == 1 and COUNT_DICE.fullmatch(str(next(iter(row))).strip()):
        ((many, inner),) = row.items()
        yield from read_row(inner, str(many).strip())
    elif isinstance(row, dict):
        yield from read_mapping_row(row, count)
    elif isinstance(row, list):
        yield from read_list_row(row, count)
    elif row is not None and as_text(row).strip():
        text = clean(as_text(row, 400)).text.strip()
        if found := re.match(rf"({COUNT_DICE.pattern})\s?[:×x]?\s+(?=[A-Za-z\[])", text):
            count, text = count or found[1], text[found.end() :]
        yield from read_list_row([part.strip() for part in text.strip("[]").split(",")], count)


def read_mapping_row(row: Mapping[str, Any], count: str) -> Iterator[Creature]:
    low = {str(key).strip().lower(): value for key, value in row.items()}
    name = as_text(low.get("creature") or low.get("name") or low.get("monster"), 60)
    alias = as_text(low.get("name"), 60) if low.get("creature") else ""
    flags = [flag for flag in CREATURE_FLAGS if low.get(flag) is True]
    if name:
        numbers = [low.get("hp"), low.get("ac"), low.get("mod") or low.get("modifier"), low.get("xp")]
        yield make_creature(
            name, alias, numbers, flags, count or as_text(low.get("count") or low.get("number"), 8), as_text(row, 300)
        )


def read_list_row(row: list[Any], count: str) -> Iterator[Creature]:
    """Name, hp, ac, modifier, xp, and flags; the name may be a list of kind and own name."""
    parts = [inner for part in row for inner in ([part] if not isinstance(part, list) or part is row[0] else part)]
    head, *rest = parts or [""]
    names = [as_text(each, 60) for each in head] if isinstance(head, list) else [as_text(head, 60)]
    flags = [as_text(part, 20).strip().lower() for part in rest if as_text(part, 20).strip().lower() in CREATURE_FLAGS]
    others = [part for part in rest if as_text(part, 20).strip().lower() not in CREATURE_FLAGS]
    if (
        others
        and as_integer(others[0]) is None
        and len(names) == 1
        and as_text(others[0], 60).strip()
        and not re.search(r"\d", as_text(others[0]))
    ):
        names.append(as_text(others.pop(0), 60))
    name = names[0].strip("[]").partition("|")[0]
    if re.search(r"[^\W\d_]", name):
        yield make_creature(
            name, names[1].strip("[]") if len(names) > 1 else "", others, flags, count, as_text(row, 300)
        )


def make_creature(name: str, alias: str, numbers: list[Any], flags: list[str], count: str, text: str) -> Creature:
    draft = Draft("encounter", clean(name).text.strip(), text, "" if count == "1" else count)
    hp, ac, modifier, xp = (as_integer(n) for n in (*numbers, None, None, None, None)[:4])
    strange = [
        as_text(n, 40)
        for n, read in zip(numbers, (hp, ac, modifier, xp), strict=False)
        if read is None and as_text(n).strip()
    ]
    draft.doubts += [
        f"“{each}” was not understood"
        for each in (*strange, *(as_text(n, 40) for n in numbers[4:] if as_text(n).strip()))
    ]
    draft.hp = (hp,) if hp and hp > 0 else ()
    draft.hidden, draft.friendly = any(f in HIDDEN_FLAGS for f in flags), any(f in FRIENDLY_FLAGS for f in flags)
    draft.notes += ([f"Called {alias.strip()}."] if alias.strip() else []) + (
        [f"Initiative {modifier:+d}."] if modifier else []
    )
    kind = find_book_kind(draft.name)
    if kind and ac in (None, tables.monsters()[kind]["ac"], 19 - tables.monsters()[kind]["ac"]):
        return replace(without_fields(draft), name=draft.name if kind_of(draft.name) == kind else kind.capitalize())
    if kind:
        return with_book_fields(draft, kind, ac, xp)
    if ac is not None:
        draft.add_field(make_armour_field(ac, text))
    if xp is not None:
        draft.add_field(Field("xp", xp, text))
    return finish(draft)


def find_book_kind(name: str) -> str:
    """The book's word for it, if it has one."""
    word = kind_of(name)
    return next((each for each in (word, singularize(word)) if each in tables.monsters()), "")


def make_armour_field(ac: int, text: str) -> Field:
    value, doubt = convert_armour(ac, False) or (9, "")
    return Field("ac", value, text, doubt or f"{ac} is taken as descending")


def without_fields(draft: Draft) -> Creature:
    """A monster of the book as it is there: no fields."""
    return Creature(
        draft.name,
        (),
        tuple(draft.notes),
        draft.text,
        draft.format,
        tuple(draft.doubts),
        draft.count,
        draft.hp,
        draft.hidden,
        draft.friendly,
    )


def with_book_fields(draft: Draft, kind: str, ac: int | None, xp: int | None) -> Creature:
    """A monster of the book with numbers of its own."""
    own = [make_armour_field(ac, draft.text)] if ac is not None else []
    own += [Field("xp", xp, draft.text)] if xp is not None else []
    told = {field.key for field in own}
    book = [Field(key, value) for key, value in tables.monsters()[kind].items() if key not in told]
    return replace(without_fields(draft), fields=(*own, *book))
