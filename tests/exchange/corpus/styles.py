"""How publications write attacks, rates, saves and numbers; and what printing, PDFs and keyboards do to a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from exchange.corpus.records import Blow, Record

Routine = tuple[Blow, ...]
NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
LETTERS = "DWPBS"
CLASSES = {"F": "Fighter", "C": "Cleric", "T": "Thief", "M": "Magic-user"}


def refer(record: Record, keys: str, **own: Any) -> dict[str, Any]:
    """Return what a person reads of a record in a block that gives these keys."""
    known: dict[str, Any] = {
        "name": record.name,
        "ac": record.ac,
        "hd": record.hd,
        "hp": list(record.hp),
        "attacks": attacks_of(record),
        "thac0": record.thac0,
        "move": record.move,
        "saves": record.saves,
        "morale": record.morale,
        "led": record.led,
        "fly": record.fly,
        "swim": record.swim,
    }
    left = ("led", "fly", "swim")
    found = {key: known[key] for key in ("name", *keys.split()) if key not in left or known[key]}
    return found | own


def attacks_of(record: Record, named: bool = True) -> list[list[list[Any]]]:
    return [routine_of(routine, named) for routine in record.routines]


def routine_of(routine: Routine, named: bool = True) -> list[list[Any]]:
    return [[blow.number, blow.name if named else None, blow.damage] for blow in routine]


# --- attacks


def inside(blow: Blow, also: str = "") -> str:
    """Return the damage with what follows it."""
    return " + ".join(part for part in (blow.damage, blow.rider) if part) + also


def times_sign(blow: Blow, sign: str = "×", gap: str = " ", bracket: str = " ") -> str:
    """Return 2 × claw (1d4 + poison)."""
    weapon = " or by weapon" if blow.name == "weapon" else ""
    return f"{blow.number}{gap}{sign}{gap}{blow.name}{bracket}({inside(blow)}{weapon})"


def plural(blow: Blow, one: str = "") -> str:
    """Return 2 claws (1d4); one says how a single one is counted."""
    return f"{blow.number if blow.number > 1 else one} {blow.plural} ({inside(blow)})".strip()


def several(routines: Iterable[Routine], how: Callable[[Blow], str], comma: str = ", ", brackets: bool = True) -> str:
    """Return routines with "or" between them; square brackets hold one of several attacks together."""
    ways = [comma.join(map(how, routine)) for routine in routines]
    routines = list(routines)
    if brackets and len(ways) > 1:
        ways = [f"[{way}]" if len(routine) > 1 else way for way, routine in zip(ways, routines, strict=True)]
    return " or ".join(ways)


def each_damage(routine: Routine, stroke: str = "/") -> str:
    """Return 1d4/1d4/1d8, one for each attack."""
    return stroke.join(inside(blow) for blow in routine for _ in range(blow.number))


def as_range(damage: str) -> str:
    """Return 1d6 as 1-6 and 2d4+1 as 3-9, as older modules do."""
    found = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", damage)
    if not found:
        return damage
    count, sides, plus = int(found[1]), int(found[2]), int(found[3] or 0)
    return f"{count + plus}-{count * sides + plus}"


# --- rates, saves, dice


def feet(record: Record, mark: str = "'", gap: str = " ") -> str:
    """Return 120' (40') / 240' (80') flying."""
    parts = [f"{record.move}{mark}{gap}({record.move // 3}{mark})"]
    parts += [f"{record.fly}{mark}{gap}({record.fly // 3}{mark}) flying"] if record.fly else []
    parts += [f"{record.swim}{mark}{gap}({record.swim // 3}{mark}) swimming"] if record.swim else []
    return " / ".join(parts)


def round_feet(record: Record, mark: str = "'", fly: str = " Fly {}", swim: str = " Swim {}") -> str:
    """Return 40' Fly 80', the rates of a round."""
    text = f"{record.move // 3}{mark}"
    text += fly.format(f"{record.fly // 3}{mark}") if record.fly else ""
    return text + (swim.format(f"{record.swim // 3}{mark}") if record.swim else "")


def inches(record: Record, mark: str = '"', between: str = "/") -> str:
    """Return 12"/24", in tens of feet a turn."""
    return f"{record.move // 10}{mark}" + (f"{between}{record.fly // 10}{mark}" if record.fly else "")


def five_saves(record: Record, who: Callable[[Record], str] | None = None) -> str:
    """Return D12 W13 P14 B15 S16 (1)."""
    numbers = " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, record.five.split("/"), strict=True))
    return f"{numbers} ({who(record)})" if who else numbers


def saves_number(record: Record) -> str:
    return "NH" if record.saves == "NH" else record.saves[1:]


def saves_short(record: Record, human: str = "NH") -> str:
    return human if record.saves == "NH" else record.saves


def saves_long(record: Record, between: str = ": ", human: str = "Normal Man") -> str:
    """Return Fighter: 2."""
    return human if record.saves == "NH" else f"{CLASSES[record.saves[0]]}{between}{record.saves[1:]}"


def dice_text(record: Record, sides: int = 8) -> str:
    """Return 2d8+1."""
    return (
        f"{record.dice}d{sides}{record.plus:+d}" if record.plus else f"{record.dice or 1}d{sides if record.dice else 4}"
    )


def starred(record: Record) -> str:
    return record.hd + "*" * record.stars


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


# --- typography


def curly(text: str) -> str:
    return text.replace("'", "’")


def primes(text: str) -> str:
    return text.replace("'", "′").replace('"', "″")


def dashes(text: str) -> str:
    """Put en-dashes for the minus and for ranges."""
    return re.sub(r"(?<=\d)-(?=\d)|(?<=[\s(])-(?=\d)", "–", text)


def thin_spaces(text: str) -> str:
    return text.replace(" × ", "\u2009×\u2009").replace(" [", "\u00a0[")


def wrap(text: str, width: int, hyphens: bool = False) -> str:
    """Break lines as a narrow column does; with hyphens, within long words too."""
    lines = [""]
    for word in text.split(" "):
        room = width - len(lines[-1]) - 1
        if len(lines[-1]) + 1 + len(word) <= width or not lines[-1]:
            lines[-1] = f"{lines[-1]} {word}".strip()
        elif hyphens and len(word) > 8 and word.isalpha() and room > 5:
            lines[-1] += f" {word[:4]}-"
            lines.append(word[4:])
        else:
            lines.append(word)
    return "\n".join(lines)


def quirky(text: str, chance: Random) -> str:
    """Apply what publications differ in: the marks for feet, dashes and spaces."""
    for change, often in ((curly, 0.3), (primes, 0.2), (dashes, 0.3), (thin_spaces, 0.15)):
        if chance.random() < often:
            text = change(text)
    return text
