"""Write creatures as stat lines of the classic books, plain or in Markdown, and say what a format can't carry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from affray.engine.encounter import ABILITIES, NUMBERS, Member
from affray.exchange.exporters.creatures import Participants, SideMembers
from affray.exchange.importers import reference
from affray.exchange.importers.creatures import EXTRA_KEYS, LINE_KEYS, Creature, CreatureEntry
from affray.exchange.importers.reference import BOTH_WAYS_SUM
from affray.exchange.importers.specials import describe_entry
from affray.exchange.importers.text import join_words
from affray.log import escape_markdown

Export = tuple[str, tuple[str, ...]]  # the text, and sentences about what it can't carry
TRAILING_LABELS = {"alignment": "AL", "xp": "XP", "number": "NA", "treasure": "TT"}
DESCRIBED_KEYS = ("led",)  # numbers that have a sentence
ATTACK_PATTERN = re.compile(r"(?:(\d{1,2}) )?([a-z][a-z' -]*?)(?: (\d*d[\d%+x-]+|\d+))?(?: \(([^)]*)\))?")
EFFECT_SENTENCE = "Effect "


def write_one_line(participants: Participants) -> Export:
    """Return stat lines with armour and attack both ways, the descending number first."""
    return write_stat_lines(participants, False)


def write_ascending(participants: Participants) -> Export:
    """Return stat lines with only the ascending numbers."""
    return write_stat_lines(participants, True)


def write_stat_lines(participants: Participants, ascending: bool) -> Export:
    text = "\n\n".join(line_block(creature, ascending) for creature in participants.creatures)
    return f"{text}\n", tuple(line_losses(participants))


def line_losses(participants: Participants) -> Iterator[str]:
    yield from lost_heroes(participants, "characters with a class have no stat block")
    yield from lost_circumstances(participants, ["who is on which side"] if len(participants.sides) > 1 else [])
    yield from lost_beside_line(participants.creatures)


def line_block(creature: Creature, ascending: bool = False) -> str:
    """Return the name with the stat line, and the sentences beneath; own effects each on a line."""
    entry = creature.entry()
    sentences, own = describe_specials(entry)
    beneath = " ".join([*sentences, *creature.notes])
    first = f"{count_and_name(creature)}: {stat_line(entry, creature.hp, ascending)}"
    return "\n".join([first, *([beneath] if beneath else []), *own])


def describe_specials(entry: CreatureEntry) -> tuple[list[str], list[str]]:
    """Return the sentences of an entry, and apart from them those that are only the data of an effect."""
    sentences = describe_entry(entry)
    words, own = (
        [s for s in sentences if not s.startswith(EFFECT_SENTENCE)],
        [s for s in sentences if s.startswith(EFFECT_SENTENCE)],
    )
    if words and not words[0][0].isalpha():
        words[0] = f"Has {words[0]}"  # or a +3 beneath the line would be taken for more of it
    return words, own


def count_and_name(creature: Creature) -> str:
    return f"{creature.count} × {creature.name}" if creature.count else creature.name


def stat_line(entry: CreatureEntry, hp: tuple[int, ...] = (), ascending: bool = False) -> str:
    return ", ".join(stat_line_parts(entry, hp, ascending))


def stat_line_parts(entry: CreatureEntry, hp: tuple[int, ...], ascending: bool) -> Iterator[str]:
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
    """Return 6 [13]; if armour ascends, only [13]."""
    other = f"[{BOTH_WAYS_SUM - descending}]"
    return other if ascending else f"{descending} {other}"


def thac0_of_entry(entry: CreatureEntry) -> int:
    """Return its own THAC0, or that of its hit dice; 0 if there are none."""
    return int(entry.get("thac0") or reference.thac0_of(str(entry.get("hd", "")), str(entry.get("fights as", ""))))


def format_hit_points(hp: tuple[int, ...]) -> str:
    return f" ({', '.join(map(str, hp))}hp)" if hp else ""


def format_routines(attacks: str) -> str:
    """Return 2 × claw (1d3), 1 × bite (1d6 + deadly poison) or 1 × weapon (1d6)."""
    ways = re.split(r",?\s+or\s+", str(attacks).strip())
    return " or ".join(", ".join(format_attack(part.strip()) for part in way.split(",")) for way in ways)


def format_attack(text: str) -> str:
    found = ATTACK_PATTERN.fullmatch(text)
    if found is None:
        return text
    times, name, dice, effect = found.groups()
    inside = " + ".join(part for part in (dice, effect) if part)
    return f"{times or 1} × {name}" + (f" ({inside})" if inside else "")


def format_movement(entry: CreatureEntry) -> str:
    rates = ((entry.get("move"), ""), (entry.get("fly"), " flying"), (entry.get("swim"), " swimming"))
    return " / ".join(f"{rate}' ({rate // 3}'){how}" for rate, how in rates if rate is not None)


def format_saves(saves: str) -> str:
    """Return D12 W13 P14 B15 S16 (F1), without the class if the numbers belong to none."""
    five = saves if "/" in saves else reference.saves_of(saves)
    numbers = " ".join(f"{letter}{number.strip()}" for letter, number in zip("DWPBS", five.split("/"), strict=False))
    return numbers if "/" in saves else f"{numbers} ({saves})".strip()


# --- Markdown


def write_markdown(participants: Participants) -> Export:
    """Return a note with a heading for each side and a block for each creature."""
    title = [f"# {escape_markdown(participants.title)}\n"] if participants.title else []
    parts = [part for side in participants.sides for part in side_parts(side)]
    return "\n".join([*title, *parts]), (*lost_circumstances(participants), *lost_beside_line(participants.creatures))


def side_parts(side: SideMembers) -> Iterator[str]:
    if side.name:
        yield f"## {escape_markdown(side.name)}\n"
    if side.heroes:
        yield "".join(f"- {describe_hero(member)}\n" for member in side.heroes)
    yield from map(markdown_block, side.creatures)


def markdown_block(creature: Creature) -> str:
    """Return the name in bold with the stat line, and a list of what is beside it."""
    entry = creature.entry()
    sentences, own = describe_specials(entry)
    beside = "".join(f"- {sentence}\n" for sentence in (*sentences, *creature.notes, *own))
    return f"**{count_and_name(creature)}**: {stat_line(entry, creature.hp)}\n{beside}"


def describe_hero(member: Member) -> str:
    """Return a character with a class in words."""
    hp = [f"hp {member.hp}"] if isinstance(member.hp, int) else []
    abilities = [f"{name} {member.abilities[name]}" for name in ABILITIES if name in member.abilities]
    parts = [f"{member.cls} {member.level}", *abilities, *hp, *member.gear]
    spells = f"; spells: {', '.join(member.spells)}" if member.spells else ""
    return f"**{escape_markdown(member.name or member.cls)}**: {', '.join(parts)}{spells}"


# --- what a format can't carry


def lost_heroes(participants: Participants, why: str) -> Iterator[str]:
    if participants.heroes:
        yield f"Not in this form: {join_words((hero.name or hero.cls for hero in participants.heroes), 'and')}; {why}."


def lost_circumstances(participants: Participants, also: Iterable[str] = ()) -> Iterator[str]:
    aside = [*participants.circumstances, *also]
    if aside:
        yield f"Not in this form: {join_words(aside, 'and')}."


def lost_beside_line(creatures: Iterable[Creature]) -> Iterator[str]:
    """Name the keys of each creature that have no place in a line and no sentence."""
    for creature in creatures:
        if beyond := [f"{key} {value}" for key, value in keys_beside_line(creature.entry()).items()]:
            yield f"{creature.name}: not in this form: {', '.join(beyond)}."
        yield from lost_ranks([creature])


def lost_ranks(creatures: Iterable[Creature]) -> Iterator[str]:
    """Name the undead whose rank no format has."""
    for creature in creatures:
        entry = creature.entry()
        if "undead" in str(entry.get("tags", "")).split() and not entry.get("turned as"):
            yield f"{creature.name}: an undead without a rank is given one, by its hit dice, when it is read."


def keys_beside_line(entry: Mapping[str, Any]) -> dict[str, Any]:
    within = (*LINE_KEYS, *TRAILING_LABELS, *DESCRIBED_KEYS)
    return {key: value for key, value in entry.items() if key in (*NUMBERS, *EXTRA_KEYS) and key not in within}
