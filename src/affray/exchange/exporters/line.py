"""A creature as a stat block on one line, in the classic books' form; what is more is said in sentences after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from affray.exchange.exporters.cast import Participants
from affray.exchange.exporters.losses import (
    TRAILING_LABELS,
    lost_beside_line,
    lost_circumstances,
    lost_heroes,
)
from affray.exchange.importers import tables
from affray.exchange.importers.creature import Creature
from affray.exchange.importers.specials import describe_entry

Entry = Mapping[str, Any]
Export = tuple[str, tuple[str, ...]]
ATTACK_PATTERN = re.compile(r"(?:(\d{1,2}) )?([a-z][a-z' -]*?)(?: (\d*d[\d%+x-]+|\d+))?(?: \(([^)]*)\))?")
EFFECT_SENTENCE = "Effect "
BOTH_WAYS_SUM = 19  # what both armour classes, and THAC0 and bonus, come to


def write_one_line(participants: Participants) -> Export:
    """Armour and attack in both forms, the descending one first."""
    return write_stat_lines(participants, False)


def write_ascending(participants: Participants) -> Export:
    """Only the ascending ones."""
    return write_stat_lines(participants, True)


def write_stat_lines(participants: Participants, ascending: bool) -> Export:
    text = "\n\n".join(line_block(creature, ascending) for creature in participants.creatures)
    return f"{text}\n", tuple(line_losses(participants))


def line_losses(participants: Participants) -> Iterator[str]:
    yield from lost_heroes(participants, "characters with a class have no stat block")
    yield from lost_circumstances(participants, ["who is on which side"] if len(participants.sides) > 1 else [])
    yield from lost_beside_line(participants.creatures)


def line_block(creature: Creature, ascending: bool = False) -> str:
    """The name, the line, and beneath it what is said in sentences; effects of its own each on a line."""
    entry = creature.entry()
    said, own = describe_specials(entry)
    beneath = " ".join([*said, *creature.notes])
    first = f"{count_and_name(creature)}: {stat_line(entry, creature.hp, ascending)}"
    return "\n".join([first, *([beneath] if beneath else []), *own])


def describe_specials(entry: Entry) -> tuple[list[str], list[str]]:
    """The sentences of an entry, and those of them that are nothing but the data of an effect."""
    said = describe_entry(entry)
    words, own = (
        [s for s in said if not s.startswith(EFFECT_SENTENCE)],
        [s for s in said if s.startswith(EFFECT_SENTENCE)],
    )
    if words and not words[0][0].isalpha():
        words[0] = f"Has {words[0]}"  # or a +3 beneath the line would be taken for more of it
    return words, own


def count_and_name(creature: Creature) -> str:
    return f"{creature.count} × {creature.name}" if creature.count else creature.name


def stat_line(entry: Entry, hp: tuple[int, ...] = (), ascending: bool = False) -> str:
    return ", ".join(stat_line_parts(entry, hp, ascending))


def stat_line_parts(entry: Entry, hp: tuple[int, ...], ascending: bool) -> Iterator[str]:
    if "ac" in entry:
        yield f"AC {format_both_ways(entry['ac'], ascending)}"
    if "hd" in entry:
        yield f"HD {entry['hd']}{format_hit_points(hp)}"
    if "attacks" in entry:
        yield f"Att {format_routines(entry['attacks'])}"
    if hit := thac0_of_entry(entry):
        yield f"THAC0 {format_both_ways(hit, ascending)}"
    if "move" in entry:
        yield f"MV {format_movement(entry)}"
    if "saves" in entry:
        yield f"SV {format_saves(str(entry['saves']))}"
    if "morale" in entry:
        yield f"ML {entry['morale']}"
    yield from (f"{word} {entry[key]}" for key, word in TRAILING_LABELS.items() if key in entry)


def format_both_ways(descending: int, ascending: bool) -> str:
    """6 [13]; where armour ascends, only [13]."""
    other = f"[{BOTH_WAYS_SUM - descending}]"
    return other if ascending else f"{descending} {other}"


def thac0_of_entry(entry: Entry) -> int:
    """Its own, or what its hit dice give; 0 where there are none."""
    return int(entry.get("thac0") or tables.thac0_of(str(entry.get("hd", "")), str(entry.get("fights as", ""))))


def format_hit_points(hp: tuple[int, ...]) -> str:
    return f" ({', '.join(map(str, hp))}hp)" if hp else ""


def format_routines(attacks: str) -> str:
    """2 × claw (1d3), 1 × bite (1d6 + deadly poison) or 1 × weapon (1d6)."""
    ways = re.split(r",?\s+or\s+", str(attacks).strip())
    return " or ".join(", ".join(format_attack(part.strip()) for part in way.split(",")) for way in ways)


def format_attack(text: str) -> str:
    found = ATTACK_PATTERN.fullmatch(text)
    if found is None:
        return text
    times, name, dice, effect = found.groups()
    said = " + ".join(part for part in (dice, effect) if part)
    return f"{times or 1} × {name}" + (f" ({said})" if said else "")


def format_movement(entry: Entry) -> str:
    rates = ((entry.get("move"), ""), (entry.get("fly"), " flying"), (entry.get("swim"), " swimming"))
    return " / ".join(f"{rate}' ({rate // 3}'){how}" for rate, how in rates if rate is not None)


def format_saves(said: str) -> str:
    """D12 W13 P14 B15 S16 (F1); without the class where the numbers are those of none."""
    five = said if "/" in said else tables.saves_of(said)
    numbers = " ".join(f"{letter}{number.strip()}" for letter, number in zip("DWPBS", five.split("/"), strict=False))
    return numbers if "/" in said else f"{numbers} ({said})".strip()
