"""Turn monsters of a book and members of a scenario into creatures, as the importers return them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from affray.content.entries import load_content
from affray.engine.encounter import AVERAGE, NEAREST, USUAL, Encounter, Member, Party, Terrain
from affray.errors import AffrayError, unknown
from affray.exchange.importers.creatures import EFFECT_PREFIX, Creature, Field, Value, dump_effect
from affray.exchange.importers.reference import BOTH_WAYS_SUM
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
