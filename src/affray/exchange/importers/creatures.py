"""Creatures as they are read: fields with their original text and doubts, creatures, and a page of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from affray.content.yaml import compose, dump, dump_on_a_line, plain_values
from affray.exchange.importers import reference

Value = int | str | bool
Pairs = list[tuple[str, Value]]  # keys with their values
MatchReader = Callable[[re.Match[str]], Pairs]
CreatureEntry = Mapping[str, Any]

# The keys of an entry in the order people are used to; every other key follows in the order it was read.
ENTRY_KEYS = tuple(
    "ac|hd|attacks|thac0|breath|breaths|move|fly|swim|saves|morale|led|pack|in pack|against fire|fights as|regenerates|"
    "turns undead|turned as|acts last|dive|hates|hatred|daylight|hurt by|half by|surprise|aura|hug|spells|tags|"
    "sees dark|also".split("|")
)
STAND_IN = {"Stand-in": {"class": "fighter", "level": 1, "gear": ["sword", "shield", "chain mail"]}}
STAND_IN_FOE = "orc"  # a scenario needs two sides, and nobody was read for one
EFFECT_PREFIX = "effect "  # before the name of an effect the block needs: its value is written as in effects.yaml
LINE_KEYS = tuple("ac hd attacks thac0 move fly swim saves morale".split())  # what a stat line has
EXTRA_KEYS = tuple("alignment xp number treasure instinct source".split())  # what a fight doesn't read and people keep


def key_order(field: Field) -> int:
    """Return the place of a field in an entry."""
    return ENTRY_KEYS.index(field.key) if field.key in ENTRY_KEYS else len(ENTRY_KEYS)


@dataclass(frozen=True, slots=True)
class Field:
    """One key of an entry, with the text it comes from."""

    key: str
    value: Value
    text: str = ""  # the piece of the original; empty where it was worked out
    doubt: str = ""  # why a person should look
    remark: str = ""  # where the value comes from if not from the text; no reason to look


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature as it was read."""

    name: str
    fields: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    text: str = ""  # the original block, letter for letter
    format: str = ""
    doubts: tuple[str, ...] = ()  # about the block as a whole
    count: str = ""  # "3", "1d6"
    hp: tuple[int, ...] = ()
    hidden: bool = False
    friendly: bool = False
    remarks: tuple[str, ...] = ()  # what was added or taken for granted, and no reason to look

    @property
    def kind(self) -> str:
        """Return the name as a word of content."""
        return kind_of(self.name)

    def get(self, key: str) -> Value | None:
        return next((field.value for field in self.fields if field.key == key), None)

    def entry(self) -> dict[str, Any]:
        """Return the entry for `creatures:` in a scenario, with the best guess where there is doubt."""
        found = {field.key: field.value for field in self.fields}
        own = {
            key.removeprefix(EFFECT_PREFIX): parse_effect(value)
            for key, value in found.items()
            if key.startswith(EFFECT_PREFIX)
        }
        entry: dict[str, Any] = {key: found[key] for key in ENTRY_KEYS if key in found}
        entry |= {key: value for key, value in found.items() if key not in entry and not key.startswith(EFFECT_PREFIX)}
        if entry.get("thac0") == reference.thac0_of(str(entry.get("hd", "")), str(entry.get("fights as", ""))):
            del entry["thac0"]
        if own:
            entry["effects"] = own
        if self.notes:
            entry["notes"] = list(self.notes)
        return entry

    def member(self) -> dict[str, Any] | str:
        """Return the line for `members:`: 3 goblin, or {3 goblin: {hp: 4}}. See `members` for unequal hit points."""
        head = f"{self.count or '1'} {self.kind}"
        if len(set(self.hp)) == 1:
            return {head: {"hp": self.hp[0]}}
        return head if self.count else self.kind

    def members(self) -> list[dict[str, Any] | str]:
        """Return the lines for `members:`, one for each creature if their hit points differ."""
        if len(set(self.hp)) <= 1:
            return [self.member()]
        alone = [{f"1 {self.kind}": {"hp": hp}} for hp in self.hp]
        more = int(self.count) - len(self.hp) if self.count.isdecimal() else 0
        return [*alone, *([f"{more} {self.kind}"] if more > 0 else [])]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return every doubt as a sentence."""
        return (*(f"{display_key(f.key)}: {f.doubt}" for f in self.fields if f.doubt), *self.doubts)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return what the text does not say, as sentences: taken from the book, from the hit dice, or as usual."""
        return (*(f"{display_key(f.key)}: {f.remark}" for f in self.fields if f.remark), *self.remarks)


@dataclass(frozen=True, slots=True)
class Page:
    """All that was read in one text."""

    creatures: tuple[Creature, ...] = ()
    players: tuple[dict[str, Any], ...] = ()  # in the keys of a party file
    lost: tuple[str, ...] = ()  # pieces of the text that could not be used
    doubts: tuple[str, ...] = ()  # about the page as a whole
    skipped: tuple[str, ...] = ()  # prose and headings with no number of a stat block in them

    @property
    def warnings(self) -> tuple[str, ...]:
        of_all = [f"{creature.name}: {warning}" for creature in self.creatures for warning in creature.warnings]
        return (*of_all, *self.doubts, *(f"not read: {shorten(piece)}" for piece in self.lost))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return what was taken for granted of each creature."""
        return tuple(f"{creature.name}: {each}" for creature in self.creatures for each in creature.assumptions)

    def scenario(self, title: str = "Imported", party: str = "") -> str:
        """Return a scenario file: who was read, with the entries of the creatures; against a party file if given."""
        found = entries_by_kind(self.creatures)
        lines = dump({"title": title}) + ("creatures:\n" if found else "")
        for name, creature in found.items():
            lines += f"  {dump_on_a_line({name: creature.entry()})[1:-1]}\n"
        return lines + dump({"sides": scenario_sides(self, party)})


def scenario_sides(page: Page, party: str = "") -> dict[str, Any]:
    """Return the sides of a scenario file: players and friends against all others; a side without anybody has one."""
    friends = [member for c in page.creatures if c.friendly for member in c.members()]
    foes = [member for c in page.creatures if not c.friendly for member in c.members()]
    ours = [*page.players, *friends]
    ours = ours or ([] if party else [dict(STAND_IN)])
    said: dict[str, Any] = {"party": party} if party else {}
    return {
        "party": {"players": True, **said, **({"members": ours} if ours else {})},
        "foes": {"members": foes or [STAND_IN_FOE]},
    }


def missing_sides(page: Page) -> list[str]:
    """Name the sides of `scenario_sides` that have only a stand-in."""
    friendly = {creature.friendly for creature in page.creatures}
    return [
        *(["party"] if not page.players and True not in friendly else []),
        *(["foes"] if False not in friendly else []),
    ]


def entries_by_kind(creatures: tuple[Creature, ...]) -> dict[str, Creature]:
    """Return creatures by kind; of two with one name, take the one with more fields."""
    found: dict[str, Creature] = {}
    for creature in creatures:
        other = found.get(creature.kind)
        if creature.fields and (other is None or len(creature.fields) > len(other.fields)):
            found[creature.kind] = creature
    return found


def dump_effect(effect: Mapping[str, Any]) -> str:
    """Return an effect as the text of a field."""
    return dump_on_a_line(dict(effect))


def own_effect(name: str, effect: Mapping[str, Any]) -> Pairs:
    """Return an effect as a field, or nothing if the default book has it."""
    known = dict(reference.effects().get(name, {})) == dict(effect)
    return [] if known else [(EFFECT_PREFIX + name, dump_effect(effect))]


def parse_effect(value: Value) -> Any:
    """Return the values in an effect's text."""
    return plain_values(compose(str(value), "effect"), "effect")[0]


def kind_of(name: str) -> str:
    """Return a name as content has it: no digit first, no comma or line break, which a member's text can't have."""
    words = re.sub(r"[^\w '\u2019-]+", " ", name).replace("\u2019", "'").replace("_", " ")
    word = " ".join(words.split()).strip("-' ").lower()[:50].strip()
    return word if word and not word[0].isdecimal() else f"creature {word}".strip()


def display_key(key: str) -> str:
    """Return a key as people write it."""
    return {"ac": "AC", "hd": "HD", "thac0": "THAC0", "xp": "XP", "hp": "hp"}.get(key, key)


def shorten(text: str, longest: int = 80) -> str:
    """Return a text on one line, cut to a length."""
    words = " ".join(text.split())
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"
