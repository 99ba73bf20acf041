"""Turn monsters of a book and members of a scenario into creatures, and write creatures as stat lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from affray.content.entries import load_content
from affray.engine.encounter import ABILITIES, AVERAGE, NEAREST, NUMBERS, USUAL, Encounter, Member, Party, Terrain
from affray.errors import AffrayError, unknown
from affray.exchange.importers import reference
from affray.exchange.importers.creatures import (
    EFFECT_PREFIX,
    EXTRA_KEYS,
    LINE_KEYS,
    Creature,
    CreatureEntry,
    Field,
    Value,
    dump_effect,
)
from affray.exchange.importers.reference import BOTH_WAYS_SUM
from affray.exchange.importers.specials import describe_entry
from affray.exchange.importers.text import join_words
from affray.log import escape_markdown
from affray.rules import get

MONSTERS_FILE = "monsters.yaml"
REQUIRED_KEYS = ("ac", "hd", "attacks", "move", "saves", "morale")  # of an entry in the classic format


def creature_of(name: str, book: str = USUAL) -> Creature:
    """Return a monster of a book; of the default book if that book has it in another format or not at all."""
    word = " ".join(name.lower().split())
    for shelf in dict.fromkeys((book, USUAL)):
        if found := find_monster(word, shelf):
            return creature_from_entry(*found)
    raise AffrayError(unknown("monster", name, monster_names()))


def find_monster(name: str, book: str) -> tuple[str, Mapping[str, Any]] | None:
    for word, entry in monster_entries(book).items():
        also = [other.strip() for other in str(entry.get("also", "")).split(",")]
        if name in (word, *also) and all(key in entry for key in REQUIRED_KEYS):
            return word, entry
    return None


def monster_entries(book: str = USUAL) -> Mapping[str, Mapping[str, Any]]:
    try:
        return load_content(book, MONSTERS_FILE)
    except AffrayError:  # a book may have none of its own
        return {}


def monster_names() -> list[str]:
    return list(monster_entries())


def creature_from_entry(
    name: str,
    entry: Mapping[str, Any],
    *,
    count: str = "",
    hp: Iterable[int] = (),
    friendly: bool = False,
    notes: Iterable[str] = (),
) -> Creature:
    """Return an entry as a creature: each key a field, what isn't data a note."""
    own = [Field(EFFECT_PREFIX + effect, dump_effect(row)) for effect, row in entry.get("effects", {}).items()]
    fields = [
        Field(key, normalize_value(key, value)) for key, value in entry.items() if key not in ("effects", "notes")
    ]
    written = entry.get("notes", ())
    own_notes = [written] if isinstance(written, str) else list(written)
    return Creature(name, (*fields, *own), (*own_notes, *notes), count=count, hp=tuple(hp), friendly=friendly)


def normalize_value(key: str, value: Value) -> Value:
    """Return whole hit dice as a number, as the importers do."""
    return int(value) if key == "hd" and str(value).isdecimal() else value


# --- scenarios

Kinds = Mapping[str, Mapping[str, Any]]
DEFAULT_ENTRY: Mapping[str, Any] = {"ac": 9, "hd": 1, "attacks": "weapon 1d6", "move": 120, "saves": "NH", "morale": 7}
RENAMED_NUMBERS = ("aac", "bonus", "damage", "attacks", "shield")  # numbers for which an entry has other keys


@dataclass(frozen=True, slots=True)
class SideMembers:
    """One side of a scenario: characters with a class, and creatures."""

    name: str
    players: bool
    heroes: tuple[Member, ...]  # those with a class
    creatures: tuple[Creature, ...]


@dataclass(frozen=True, slots=True)
class Participants:
    """Who is to be written, by side, and what else the scenario has."""

    title: str
    sides: tuple[SideMembers, ...]
    circumstances: tuple[str, ...] = ()  # what is in the scenario beside its people

    @property
    def creatures(self) -> tuple[Creature, ...]:
        return tuple(one for side in self.sides for one in side.creatures)

    @property
    def heroes(self) -> tuple[Member, ...]:
        return tuple(one for side in self.sides for one in side.heroes)


def from_creatures(creatures: Iterable[Creature], title: str = "") -> Participants:
    return Participants(title, (SideMembers("", False, (), tuple(creatures)),))


def from_encounter(encounter: Encounter) -> Participants:
    kinds, known = encounter.content.get("monsters", {}), equipped_numbers(encounter)
    sides = tuple(make_side(party, kinds, known) for party in encounter.sides)
    return Participants(encounter.title, sides, tuple(list_circumstances(encounter)))


def equipped_numbers(encounter: Encounter) -> dict[int, dict[str, int]]:
    """Return armour and morale with gear and service, as the default book counts them, by the id of each member."""
    try:
        fight, _ = get(USUAL).build(replace(encounter, house=(), options={}), {})
    except AffrayError:  # written for another book, whose gear this one doesn't know
        return {}
    found, first = dict[int, dict[str, int]](), 0
    for member in (member for party in encounter.sides for member in party.members):
        c = fight.who[first]
        first += member.count.maximum
        worn = {"ac": c.ac - c.shield} if member.gear else {}
        found[id(member)] = worn | ({"morale": c.morale} if member.mercenary else {})
    return found


def make_side(party: Party, kinds: Kinds, known: Mapping[int, Mapping[str, int]]) -> SideMembers:
    heroes = tuple(member for member in party.members if member.cls)
    others = [member for member in party.members if not member.cls]
    found = tuple(creature_from_member(member, party, kinds, known.get(id(member), {})) for member in others)
    return SideMembers(party.name, party.players, heroes, distinguish_names(others, found))


def distinguish_names(members: list[Member], creatures: tuple[Creature, ...]) -> tuple[Creature, ...]:
    """Add the first thing they carry to the names of members who share a name but differ."""
    first: dict[str, Creature] = {}
    found = []
    for member, one in zip(members, creatures, strict=True):
        known = first.setdefault(one.name, one)
        if (known.fields, known.notes) != (one.fields, one.notes) and member.gear:
            one = replace(one, name=f"{one.name} with {member.gear[0]}")
        found.append(one)
    return tuple(found)


def creature_from_member(member: Member, party: Party, kinds: Kinds, equipped: Mapping[str, int]) -> Creature:
    """Return a member's kind with what the scenario says about it."""
    entry: dict[str, Any] = {**kind_entry(member, kinds), **equipped}
    entry |= {key: value for key, value in member.numbers.items() if key not in RENAMED_NUMBERS}
    entry |= dict(convert_numbers(member, entry))
    if party.morale is not None:
        entry["morale"] = party.morale
    many = str(member.count)
    hp = (member.hp,) if isinstance(member.hp, int) else ()
    return creature_from_entry(
        member.name or member.kind.capitalize() or "Somebody",
        entry,
        count="" if many == "1" else many,
        hp=hp,
        friendly=party.players,
        notes=member_notes(member),
    )


def kind_entry(member: Member, kinds: Kinds) -> Mapping[str, Any]:
    """Return the entry of a member's kind."""
    if not member.kind:
        return DEFAULT_ENTRY
    own = kinds.get(" ".join(member.kind.lower().split()))
    return own if own is not None else creature_of(member.kind).entry()


def convert_numbers(member: Member, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return the numbers of a member in the keys that an entry has for them."""
    numbers = member.numbers
    if "aac" in numbers:
        yield "ac", BOTH_WAYS_SUM - int(numbers["aac"])
    if "bonus" in numbers:
        yield "thac0", BOTH_WAYS_SUM - int(numbers["bonus"])
    if "damage" in numbers:
        times = f"{numbers['attacks']} " if str(numbers.get("attacks", 1)) != "1" else ""
        yield "attacks", f"{times}weapon {numbers['damage']}"
    for key in ("hd", "saves"):  # 1 to 3: the level says which
        if found := re.fullmatch(r"([A-Z]?)\d+ to \d+", str(entry.get(key, ""))):
            yield key, f"{found[1]}{member.level}"
    if member.spells:
        yield "spells", ", ".join(member.spells)
    if member.tags:
        yield "tags", " ".join(dict.fromkeys([*str(entry.get("tags", "")).split(), *member.tags]))
    if member.sees_dark is not None:
        yield "sees dark", member.sees_dark


def member_notes(member: Member) -> Iterator[str]:
    """Return what an entry has no keys for, in words."""
    if member.name and member.kind and member.name.lower() != member.kind.lower():
        yield f"Kind: {member.kind}."
    if member.gear:
        yield f"Carries {', '.join(member.gear)}."
    if member.leader:
        yield "Leads its side."
    if member.mount:
        yield f"Rides a {member.mount}."
    if member.retainer:
        yield f"Retainer with loyalty {member.retainer}."
    if member.mercenary:
        yield f"Mercenary: {member.mercenary}."
    if member.conditions:
        yield f"At the start {' and '.join(member.conditions)}."
    if member.hp == AVERAGE:
        yield "Average hp."
    yield from (note if note.endswith((".", "!", "?")) else f"{note}." for note in member.notes)


def list_circumstances(encounter: Encounter) -> Iterator[str]:
    """Name what belongs to the fight and to nobody in it."""
    if encounter.distance:
        yield "the distance"
    if encounter.terrain != Terrain():
        yield "the terrain"
    if encounter.options or encounter.house:
        yield "options and house rules"
    if encounter.objectives:
        yield "the objectives"
    members = [member for party in encounter.sides for member in party.members]
    if any(party.tactic != NEAREST for party in encounter.sides) or any(member.tactic for member in members):
        yield "the tactics"
    if any(member.position for member in members):
        yield "where everybody stands"
    if any(party.surprised is not None or party.ambush or party.wary or not party.way_out for party in encounter.sides):
        yield "surprise, ambush and ways out"


# --- stat lines


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
