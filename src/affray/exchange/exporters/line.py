"""A creature as a stat block on one line, in the classic books' form; what is more is said in sentences after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from affray.exchange.exporters.cast import Cast
from affray.exchange.exporters.losses import AFTER, LINE, beyond_a_line, heroes, scenario
from affray.exchange.importers import tables
from affray.exchange.importers.creature import Creature
from affray.exchange.importers.specials import sentences

Entry = Mapping[str, Any]
__all__ = ["AFTER", "ASCENDING", "LINE", "ascending", "block", "descending", "line"]
Written = tuple[str, tuple[str, ...]]
ATTACK = re.compile(r"(?:(\d{1,2}) )?([a-z][a-z' -]*?)(?: (\d*d[\d%+x-]+|\d+))?(?: \(([^)]*)\))?")
EFFECT = "Effect "
ASCENDING = 19  # what both armour classes, and THAC0 and bonus, come to


def descending(cast: Cast) -> Written:
    """Armour and attack in both forms, the descending one first."""
    return written(cast, False)


def ascending(cast: Cast) -> Written:
    """Only the ascending ones."""
    return written(cast, True)


def written(cast: Cast, ascending: bool) -> Written:
    text = "\n\n".join(block(creature, ascending) for creature in cast.creatures)
    return f"{text}\n", tuple(left_out(cast))


def left_out(cast: Cast) -> Iterator[str]:
    yield from heroes(cast, "characters with a class have no stat block")
    yield from scenario(cast, ["who is on which side"] if len(cast.sides) > 1 else [])
    yield from beyond_a_line(cast.creatures)


def block(creature: Creature, ascending: bool = False) -> str:
    """The name, the line, and beneath it what is said in sentences; effects of its own each on a line."""
    entry = creature.entry()
    said, own = told(entry)
    beneath = " ".join([*said, *creature.notes])
    first = f"{headed(creature)}: {line(entry, creature.hp, ascending)}"
    return "\n".join([first, *([beneath] if beneath else []), *own])


def told(entry: Entry) -> tuple[list[str], list[str]]:
    """The sentences of an entry, and those of them that are nothing but the data of an effect."""
    said = sentences(entry)
    words, own = [s for s in said if not s.startswith(EFFECT)], [s for s in said if s.startswith(EFFECT)]
    if words and not words[0][0].isalpha():
        words[0] = f"Has {words[0]}"  # or a +3 beneath the line would be taken for more of it
    return words, own


def headed(creature: Creature) -> str:
    return f"{creature.count} × {creature.name}" if creature.count else creature.name


def line(entry: Entry, hp: tuple[int, ...] = (), ascending: bool = False) -> str:
    return ", ".join(parts(entry, hp, ascending))


def parts(entry: Entry, hp: tuple[int, ...], ascending: bool) -> Iterator[str]:
    if "ac" in entry:
        yield f"AC {both(entry['ac'], ascending)}"
    if "hd" in entry:
        yield f"HD {entry['hd']}{hit_points(hp)}"
    if "attacks" in entry:
        yield f"Att {routines(entry['attacks'])}"
    if hit := thac0(entry):
        yield f"THAC0 {both(hit, ascending)}"
    if "move" in entry:
        yield f"MV {moves(entry)}"
    if "saves" in entry:
        yield f"SV {saves(str(entry['saves']))}"
    if "morale" in entry:
        yield f"ML {entry['morale']}"
    yield from (f"{word} {entry[key]}" for key, word in AFTER.items() if key in entry)


def both(descending: int, ascending: bool) -> str:
    """6 [13]; where armour ascends, only [13]."""
    other = f"[{ASCENDING - descending}]"
    return other if ascending else f"{descending} {other}"


def thac0(entry: Entry) -> int:
    """Its own, or what its hit dice give; 0 where there are none."""
    return int(entry.get("thac0") or tables.thac0_of(str(entry.get("hd", "")), str(entry.get("fights as", ""))))


def hit_points(hp: tuple[int, ...]) -> str:
    return f" ({', '.join(map(str, hp))}hp)" if hp else ""


def routines(attacks: str) -> str:
    """2 × claw (1d3), 1 × bite (1d6 + deadly poison) or 1 × weapon (1d6)."""
    ways = re.split(r",?\s+or\s+", str(attacks).strip())
    return " or ".join(", ".join(attack(part.strip()) for part in way.split(",")) for way in ways)


def attack(text: str) -> str:
    found = ATTACK.fullmatch(text)
    if found is None:
        return text
    times, name, dice, effect = found.groups()
    said = " + ".join(part for part in (dice, effect) if part)
    return f"{times or 1} × {name}" + (f" ({said})" if said else "")


def moves(entry: Entry) -> str:
    rates = ((entry.get("move"), ""), (entry.get("fly"), " flying"), (entry.get("swim"), " swimming"))
    return " / ".join(f"{rate}' ({rate // 3}'){how}" for rate, how in rates if rate is not None)


def saves(said: str) -> str:
    """D12 W13 P14 B15 S16 (F1); without the class where the numbers are those of none."""
    five = said if "/" in said else tables.saves_of(said)
    numbers = " ".join(f"{letter}{number.strip()}" for letter, number in zip("DWPBS", five.split("/"), strict=False))
    return numbers if "/" in said else f"{numbers} ({said})".strip()
