"""What the table's own rows may hold: keys like the others, numbers that a fight has room for, damage that is some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from affray.engine.dice import Notation
from affray.engine.state import WIDE
from affray.errors import quoted, sentence

MOST_IN_A_ROW, MOST_IN_DICE = 30, 100
HIGHEST_ROW = 99  # hit dice
MOST_DAMAGE = 200  # the worst of the books deals 32
ROOM = 2**31  # a number of a fight has 32 bits


# --- rows of a table


def misfits(name: str, there: Mapping[str, str], rows: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Rows that look like none of the others, hold too much, or are as they were."""
    forms = {form(value): value for value in there.values()}
    for row, value in rows.items():
        like = " or ".join(list(forms.values())[:3])
        most = MOST_IN_DICE if re.search(r"\dd\d", str(value)) else MOST_IN_A_ROW
        if there.get(str(row)) == str(value):
            yield row, f"{name} {row}: this changes nothing: the row is {value} already; leave it out"
        elif str(row) not in there and not fits(str(row), there):
            yield row, f"{name} {row}: " + sentence("no row is called so", rows_like(there))
        elif isinstance(value, dict | list) or form(str(value)) not in forms:
            yield row, f"{name} {row}: " + sentence(f"found {quoted(value)}", f"something like {like}")
        elif any(int(number) > most for number in re.findall(r"\d+", str(value))):
            yield row, f"{name} {row}: " + sentence(f"found {quoted(value)}", f"numbers up to {most}")


def form(value: str) -> str:
    """What a row looks like: 12/13 and 9/10 look alike, and so do any two words."""
    return re.sub(r"\d+", "0", value) if re.search(r"\d", value) else re.sub(r"\w+", "a", value)


def fits(row: str, there: Mapping[str, str]) -> bool:
    """Whether a new row would be found: by its number where rows have numbers, else by its word."""
    if any(map(str.isdecimal, there)):
        return bool(re.fullmatch("[1-9][0-9]?", row))
    return form(row) in map(form, there)


def rows_like(there: Mapping[str, str]) -> str:
    words = [row for row in there if not row.isdecimal()]
    numbers = [f"a whole number from 1 to {HIGHEST_ROW}"] if len(words) < len(there) else []
    return " or ".join([*words, *numbers])


def in_order(rows: Mapping[str, str]) -> dict[str, str]:
    """Those with numbers rising: the first that reaches is the one that holds."""
    return dict(sorted(rows.items(), key=lambda item: int(item[0]) if item[0].isdecimal() else 0))


# --- entries


def excess(value: Any) -> tuple[str, str] | None:
    """What of a weapon or a monster is nothing, or absurd: the field, and what was expected."""
    if hasattr(value, "damage") and hasattr(value, "qualities"):
        if not value.qualities:
            return "qualities", sentence("found nothing", "words such as melee or missile")
        return harmless("damage", value.damage)
    found = (harmless("attacks", each.damage) for each in getattr(value, "attacks", ()) if each.damage)
    return next(filter(None, found), None)


def harmless(field: str, damage: Notation) -> tuple[str, str] | None:
    if 1 <= damage.maximum <= MOST_DAMAGE:
        return None
    return field, sentence(f"{damage} deals at most {damage.maximum}", f"from 1 to {MOST_DAMAGE}")


# --- a fight


def too_large(thing: Any) -> str:
    """The first number of a fight that it has no room for, by name; empty where there is none."""
    for each in fields(thing):
        value = getattr(thing, each.name)
        for one in value if isinstance(value, list) else [value]:
            if type(one) is int and not -ROOM <= one < ROOM and each.name not in WIDE:
                return each.name
            if is_dataclass(one) and (inside := too_large(one)):
                return inside
    return ""
