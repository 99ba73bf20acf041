"""Obsidian's `encounter` blocks: who plays, and how many of what with which numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from affray.exchange.importers import tables
from affray.exchange.importers.cleaning import clean
from affray.exchange.importers.creature import Creature, Field, Page, kind_of
from affray.exchange.importers.finishing import Draft, finished
from affray.exchange.importers.speech import singular
from affray.exchange.importers.structured import from_yaml, whole, words
from affray.exchange.importers.values import one_armour

HIDDEN = ("hidden", "hide", "invisible")
FRIENDLY = ("friendly", "friend", "ally", "allied")
FLAGS = (*HIDDEN, *FRIENDLY)
DICE = re.compile(r"\d{1,3}|\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?")
MOST = 200


def page(text: str) -> Page:
    """All encounters of a block; several are divided by lines of dashes."""
    pages = [one(each) for each in re.split(r"^\s*-{3,}\s*$", text, flags=re.MULTILINE) if each.strip()][:50]
    return Page(
        tuple(c for each in pages for c in each.creatures),
        tuple(p for each in pages for p in each.players),
        tuple(text for each in pages for text in each.lost),
        tuple(d for each in pages for d in each.doubts),
    )


def one(text: str) -> Page:
    data, wrong = from_yaml(text)
    if not isinstance(data, dict):
        return Page(lost=(text.strip(),), doubts=(wrong,) if wrong else ())
    low = {str(key).strip().lower(): value for key, value in data.items()}
    listed = low.get("creatures")
    rows = listed if isinstance(listed, list) else [listed] if listed else []
    found = [creature for row in rows[:MOST] for creature in each(row)]
    players, doubts = players_of(low.get("players"))
    strange = [
        f"{key}: {words(low[key], 80)}"
        for key in low
        if key not in ("name", "creatures", "players", "party", "hide", "xp", "rollhp", "rollHP")
    ]
    lost = [words(row, 200) for row in rows if not list(each(row))]
    return Page(tuple(found), tuple(players), (*strange, *lost), tuple(d for d in (wrong, *doubts) if d))


def players_of(value: Any) -> tuple[list[dict[str, Any]], list[str]]:
    if value is None or value is False or words(value).strip().lower() in ("none", "false", ""):
        return [], []
    if value is True or words(value).strip().lower() == "true":
        return [], ["players: who they are stands in the settings of the other tool"]
    names = [clean(words(name, 60)).text.strip() for name in (value if isinstance(value, list) else [value])[:60]]
    doubts = [f"{name}: nothing but a name is told; fighter of level 1 guessed" for name in names if name]
    return [{"name": name, "class": "fighter"} for name in names if name], doubts


def each(row: Any, count: str = "") -> Iterator[Creature]:
    """One row: a text, a list, a mapping with keys, or how many and one of these."""
    if isinstance(row, dict) and len(row) == 1 and DICE.fullmatch(str(next(iter(row))).strip()):
        ((many, inner),) = row.items()
        yield from each(inner, str(many).strip())
    elif isinstance(row, dict):
        yield from keyed_row(row, count)
    elif isinstance(row, list):
        yield from from_list(row, count)
    elif row is not None and words(row).strip():
        text = clean(words(row, 400)).text.strip()
        if found := re.match(rf"({DICE.pattern})\s?[:×x]?\s+(?=[A-Za-z\[])", text):
            count, text = count or found[1], text[found.end() :]
        yield from from_list([part.strip() for part in text.strip("[]").split(",")], count)


def keyed_row(row: Mapping[str, Any], count: str) -> Iterator[Creature]:
    low = {str(key).strip().lower(): value for key, value in row.items()}
    name = words(low.get("creature") or low.get("name") or low.get("monster"), 60)
    alias = words(low.get("name"), 60) if low.get("creature") else ""
    flags = [flag for flag in FLAGS if low.get(flag) is True]
    if name:
        numbers = [low.get("hp"), low.get("ac"), low.get("mod") or low.get("modifier"), low.get("xp")]
        yield creature(
            name, alias, numbers, flags, count or words(low.get("count") or low.get("number"), 8), words(row, 300)
        )


def from_list(row: list[Any], count: str) -> Iterator[Creature]:
    """Name, hp, ac, modifier, xp, and flags; the name may be a list of kind and own name."""
    parts = [inner for part in row for inner in ([part] if not isinstance(part, list) or part is row[0] else part)]
    head, *rest = parts or [""]
    names = [words(each, 60) for each in head] if isinstance(head, list) else [words(head, 60)]
    flags = [words(part, 20).strip().lower() for part in rest if words(part, 20).strip().lower() in FLAGS]
    others = [part for part in rest if words(part, 20).strip().lower() not in FLAGS]
    if (
        others
        and whole(others[0]) is None
        and len(names) == 1
        and words(others[0], 60).strip()
        and not re.search(r"\d", words(others[0]))
    ):
        names.append(words(others.pop(0), 60))
    name = names[0].strip("[]").partition("|")[0]
    if re.search(r"[^\W\d_]", name):
        yield creature(name, names[1].strip("[]") if len(names) > 1 else "", others, flags, count, words(row, 300))


def creature(name: str, alias: str, numbers: list[Any], flags: list[str], count: str, text: str) -> Creature:
    draft = Draft("encounter", clean(name).text.strip(), text, "" if count == "1" else count)
    hp, ac, modifier, xp = (whole(n) for n in (*numbers, None, None, None, None)[:4])
    strange = [
        words(n, 40)
        for n, read in zip(numbers, (hp, ac, modifier, xp), strict=False)
        if read is None and words(n).strip()
    ]
    draft.doubts += [
        f"“{each}” was not understood" for each in (*strange, *(words(n, 40) for n in numbers[4:] if words(n).strip()))
    ]
    draft.hp = (hp,) if hp and hp > 0 else ()
    draft.hidden, draft.friendly = any(f in HIDDEN for f in flags), any(f in FRIENDLY for f in flags)
    draft.notes += ([f"Called {alias.strip()}."] if alias.strip() else []) + (
        [f"Initiative {modifier:+d}."] if modifier else []
    )
    kind = known_kind(draft.name)
    if kind and ac in (None, tables.monsters()[kind]["ac"], 19 - tables.monsters()[kind]["ac"]):
        return replace(plainly(draft), name=draft.name if kind_of(draft.name) == kind else kind.capitalize())
    if kind:
        return of_book(draft, kind, ac, xp)
    if ac is not None:
        draft.put(inline_armour(ac, text))
    if xp is not None:
        draft.put(Field("xp", xp, text))
    return finished(draft)


def known_kind(name: str) -> str:
    """The book's word for it, if it has one."""
    word = kind_of(name)
    return next((each for each in (word, singular(word)) if each in tables.monsters()), "")


def inline_armour(ac: int, text: str) -> Field:
    value, doubt = one_armour(ac, False) or (9, "")
    return Field("ac", value, text, doubt or f"{ac} is taken as descending")


def plainly(draft: Draft) -> Creature:
    """A monster of the book as it is there: no fields."""
    return Creature(
        draft.name,
        (),
        tuple(draft.notes),
        draft.text,
        draft.form,
        tuple(draft.doubts),
        draft.count,
        draft.hp,
        draft.hidden,
        draft.friendly,
    )


def of_book(draft: Draft, kind: str, ac: int | None, xp: int | None) -> Creature:
    """A monster of the book with numbers of its own."""
    own = [inline_armour(ac, draft.text)] if ac is not None else []
    own += [Field("xp", xp, draft.text)] if xp is not None else []
    told = {field.key for field in own}
    book = [Field(key, value) for key, value in tables.monsters()[kind].items() if key not in told]
    return replace(plainly(draft), fields=(*own, *book))
