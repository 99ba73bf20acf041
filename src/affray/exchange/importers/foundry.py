"""Foundry's exports of actors of the OSE system: monsters, and characters for the party."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from affray.content.entries import load
from affray.engine.encounter import ABILITIES, USUAL
from affray.exchange.importers import keyed, tables
from affray.exchange.importers.attacks import Routines, routines
from affray.exchange.importers.cleaning import clean
from affray.exchange.importers.creature import Creature, Field
from affray.exchange.importers.finishing import Draft, finished
from affray.exchange.importers.structured import whole, words

SAVES = {"death": "D", "wand": "W", "paralysis": "P", "breath": "B", "spell": "S"}
KINDS = ("item", "weapon", "armor", "spell", "ability", "container")
RIDER = {"poison": "poison", "death": "poison", "paralysis": "paralysis"}


def like_actor(data: Mapping[str, Any]) -> bool:
    return data.get("type") in ("monster", "character") and isinstance(data.get("system", data.get("data")), dict)


def dug(data: Any, *path: str) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def number(data: Any, *path: str) -> int | None:
    return whole(dug(data, *path))


def monster(data: Mapping[str, Any], original: str, doubt: str = "") -> Creature:
    system = data.get("system", data.get("data"))
    draft = Draft("foundry", clean(words(data.get("name"), 60)).text.strip(), original)
    draft.doubts += [doubt] if doubt else []
    for key, text in numbers_of(system):
        draft.take(keyed.read_value(key, key, text))
    draft.hp = tuple(hp for hp in (number(system, "hp", "value"),) if hp and hp > 0)
    draft.doubts += strangers(data)
    strike(draft, system, list(items(data, "weapon")))
    spells(draft, list(items(data, "spell")))
    for item in items(data, "ability"):
        keyed.hear_text(
            draft,
            f"{plain(item.get('name'))}: {plain(dug(item.get('system', item.get('data')), 'description'))}".strip(": "),
        )
    for text in (dug(system, "details", "biography"), dug(system, "details", "notes")):
        if plain(text):
            keyed.hear_text(draft, plain(text))
    draft.friendly = number(data, "prototypeToken", "disposition") == 1 or number(data, "token", "disposition") == 1
    draft.hidden = dug(data, "prototypeToken", "hidden") is True or dug(data, "token", "hidden") is True
    return finished(draft)


def numbers_of(system: Any) -> Iterator[tuple[str, str]]:
    """Each number with its other half, as a line would have it."""
    ac, aac = number(system, "ac", "value"), number(system, "aac", "value")
    if ac is not None or aac is not None:
        yield "ac", f"{'' if ac is None or (ac == 0 and aac and aac != 19) else ac} {f'[{aac}]' if aac else ''}".strip()
    if hd := words(dug(system, "hp", "hd"), 40):
        yield "hd", hd
    thac0, bonus = number(system, "thac0", "value"), number(system, "thac0", "bba")
    if thac0:
        yield "thac0", f"{thac0} [{bonus}]" if bonus else str(thac0)
    five = [f"{letter}{value}" for key, letter in SAVES.items() if (value := number(system, "saves", key, "value"))]
    if five:
        yield "saves", " ".join(five)
    move = words(dug(system, "details", "movement"), 80) or words(dug(system, "movement", "value"), 80)
    base = number(system, "movement", "base")
    if move or base:
        yield "move", move or f"{base}'" + (f" ({base // 3}')" if base and base % 3 == 0 else "")
    yield from details(dug(system, "details"))


def details(found: Any) -> Iterator[tuple[str, str]]:
    if number(found, "morale"):
        yield "morale", words(dug(found, "morale"), 20)
    for key, text in (
        ("alignment", dug(found, "alignment")),
        ("xp", dug(found, "xp")),
        ("treasure", dug(found, "treasure", "type")),
    ):
        if words(text, 60) and words(text, 60) != "0":
            yield key, words(text, 60)
    here, lair = words(dug(found, "appearing", "d"), 20), words(dug(found, "appearing", "w"), 20)
    if here not in ("", "0") or lair not in ("", "0"):
        yield "number", f"{here or '0'} ({lair or '0'})"


def items(data: Mapping[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    found = data.get("items")
    for item in found[:200] if isinstance(found, list) else ():
        if isinstance(item, dict) and item.get("type") == kind:
            yield item


def strangers(data: Mapping[str, Any]) -> list[str]:
    """Items of no kind that the system has: whatever they say was not read."""
    found = data.get("items")
    rows = [item for item in found[:200] if isinstance(item, dict)] if isinstance(found, list) else []
    return [
        f"the item {words(row.get('name'), 40)!r} is of no known kind" for row in rows if row.get("type") not in KINDS
    ]


def plain(value: Any) -> str:
    return " ".join(clean(words(value)).text.split())


def strike(draft: Draft, system: Any, weapons: list[dict[str, Any]]) -> None:
    """One routine for each pattern of its weapons; without weapons, what the sheet says in words."""
    patterns = dict[str, list[str]]()
    for item in weapons[:20]:
        own = item.get("system", item.get("data"))
        patterns.setdefault(words(dug(own, "pattern"), 20), []).append(said(item, own))
    text = " or ".join(", ".join(each) for each in patterns.values()) or plain(dug(system, "attacks"))
    if not text:
        return
    draft.attack_text = text
    draft.routines = made(text)
    if not patterns and draft.routines.modes and not re.search(r"\dd\d", text):
        draft.routines.doubts.append("no damage is told")
    for item in weapons[:20]:
        about = plain(dug(item.get("system", item.get("data")), "description"))
        if about:
            keyed.hear_text(draft, about)


def made(text: str) -> Routines:
    return routines(clean(text).text)


def said(item: Mapping[str, Any], own: Any) -> str:
    many = number(own, "counter", "max") or 1
    dice = words(dug(own, "damage"), 40) or "1d6"
    rider = RIDER.get(words(dug(own, "save"), 20), "")
    name = re.sub(r"[^A-Za-z' -]", " ", plain(item.get("name"))).strip() or "strike"
    return f"{many} × {name} ({dice}{f' + {rider}' if rider else ''})"


def spells(draft: Draft, found: list[dict[str, Any]]) -> None:
    names = [
        plain(item.get("name")).lower() for item in found if number(item.get("system", item.get("data")), "memorized")
    ]
    known = [name for name in names if name in tables.spells()]
    if known:
        draft.put(Field("spells", ", ".join(known), ", ".join(names)))
    draft.notes += [f"Spell: {name}" for name in names if name not in known]


def character(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A member in the keys of a party file, and what is doubtful."""
    system = data.get("system", data.get("data"))
    name = clean(words(data.get("name"), 60)).text.strip() or "Somebody"
    cls, level = words(dug(system, "details", "class"), 30).strip().lower(), number(system, "details", "level") or 1
    doubts = [] if cls in tables.classes() else [f"{name}: the class {cls or '(none)'!r} is unknown; fighter guessed"]
    made: dict[str, Any] = {
        "name": name,
        "class": cls if cls in tables.classes() else "fighter",
        "level": min(14, max(1, level)),
    }
    scores = {ability: number(system, "scores", ability.lower(), "value") for ability in ABILITIES}
    made |= {ability: score for ability, score in scores.items() if score and 3 <= score <= 18}
    hp, most = number(system, "hp", "value"), number(system, "hp", "max")
    made |= {"hp": hp} if hp and hp > 0 else {}
    made |= {"max hp": most} if most and hp and most > hp else {}
    gear, unknown = carried(data)
    made |= {"gear": gear} if gear else {}
    names = [
        plain(item.get("name")).lower()
        for item in items(data, "spell")
        if number(item.get("system", item.get("data")), "memorized")
    ]
    made |= {"spells": known} if (known := [each for each in names if each in tables.spells()]) else {}
    return made, [
        *doubts,
        *(f"{name}: {thing!r} is in no book" for thing in (*unknown, *(each for each in names if each not in known))),
    ]


def carried(data: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    known = {*load(USUAL, "weapons.yaml"), *load(USUAL, "armour.yaml")}
    names = [plain(item.get("name")).lower() for kind in ("armor", "weapon") for item in items(data, kind)]
    return [n for n in names if bare(n) in known], [n for n in names if bare(n) not in known]


def bare(name: str) -> str:
    return re.sub(r"\s*[+-]\d$", "", name)
