"""What was read: fields with the text they come from and what is doubtful in them, creatures, and a page of both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from affray.content.yaml import compose, dump, dump_on_a_line, plain
from affray.exchange.importers import reference

Value = int | str | bool
Pairs = list[tuple[str, Value]]

# The keys of an entry in the order people are used to; every other key follows in the order it was read.
ENTRY_KEYS = tuple(
    "ac|hd|attacks|thac0|breath|breaths|move|fly|swim|saves|morale|led|pack|in pack|against fire|fights as|regenerates|"
    "turns undead|turned as|acts last|dive|hates|hatred|daylight|hurt by|half by|surprise|aura|hug|spells|tags|"
    "sees dark|also".split("|")
)
EFFECT_PREFIX = "effect "  # before the name of an effect the block needs: its value is written as in effects.yaml
EXTRA_KEYS = tuple("alignment xp number treasure instinct source".split())  # what a fight doesn't read and people keep


def key_order(field: Field) -> int:
    return ENTRY_KEYS.index(field.key) if field.key in ENTRY_KEYS else len(ENTRY_KEYS)


@dataclass(frozen=True, slots=True)
class Field:
    key: str
    value: Value
    text: str = ""  # the piece of the original; empty where it was worked out
    doubt: str = ""  # why a person should look


@dataclass(frozen=True, slots=True)
class Creature:
    name: str
    fields: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    text: str = ""  # the original block, letter for letter
    format: str = ""
    doubts: tuple[str, ...] = ()  # of the block as a whole
    count: str = ""  # "3", "1d6"
    hp: tuple[int, ...] = ()
    hidden: bool = False
    friendly: bool = False

    @property
    def kind(self) -> str:
        """Its name as a word of content: small letters, and none that a member's text would trip over."""
        return kind_of(self.name)

    def get(self, key: str) -> Value | None:
        return next((field.value for field in self.fields if field.key == key), None)

    def entry(self) -> dict[str, Any]:
        """As it stands under `creatures:`; what is doubtful is in it too, as best guessed."""
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
        """How it stands under `members:`: 3 goblin, or {3 goblin: {hp: 4}}. Unequal hit points are in `members`."""
        head = f"{self.count or '1'} {self.kind}"
        if len(set(self.hp)) == 1:
            return {head: {"hp": self.hp[0]}}
        return head if self.count else self.kind

    def members(self) -> list[dict[str, Any] | str]:
        """As `member`, but one for each where their hit points differ."""
        if len(set(self.hp)) <= 1:
            return [self.member()]
        alone = [{f"1 {self.kind}": {"hp": hp}} for hp in self.hp]
        more = int(self.count) - len(self.hp) if self.count.isdecimal() else 0
        return [*alone, *([f"{more} {self.kind}"] if more > 0 else [])]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Every doubt as a sentence."""
        return (*(f"{display_key(f.key)}: {f.doubt}" for f in self.fields if f.doubt), *self.doubts)


@dataclass(frozen=True, slots=True)
class Page:
    creatures: tuple[Creature, ...] = ()
    players: tuple[dict[str, Any], ...] = ()  # in the keys of a party file
    lost: tuple[str, ...] = ()  # pieces of the text that nobody could use
    doubts: tuple[str, ...] = ()  # of no creature

    @property
    def warnings(self) -> tuple[str, ...]:
        of_all = [f"{creature.name}: {warning}" for creature in self.creatures for warning in creature.warnings]
        return (*of_all, *self.doubts, *(f"not read: {shorten(piece)}" for piece in self.lost))

    def scenario(self, title: str = "What was read") -> str:
        """A scenario file: a party where there are players or friends, foes, and the entries of both."""
        found = entries_by_kind(self.creatures)
        lines = dump({"title": title}) + ("creatures:\n" if found else "")
        for name, creature in found.items():
            lines += f"  {dump_on_a_line({name: creature.entry()})[1:-1]}\n"
        return lines + dump({"sides": scenario_sides(self)})


def scenario_sides(page: Page) -> dict[str, Any]:
    friends = [member for c in page.creatures if c.friendly for member in c.members()]
    foes = [member for c in page.creatures if not c.friendly for member in c.members()]
    party = {"players": True, "members": [*page.players, *friends]}
    return {**({"party": party} if party["members"] else {}), **({"foes": {"members": foes}} if foes else {})}


def entries_by_kind(creatures: tuple[Creature, ...]) -> dict[str, Creature]:
    """By kind; where a name stands twice the one that says more is taken."""
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
    """What an effect's text says, as plain values."""
    return plain(compose(str(value), "effect"), "effect")[0]


def kind_of(name: str) -> str:
    """No digit first, no comma, no line break: a member's text could not name it otherwise."""
    words = re.sub(r"[^\w '\u2019-]+", " ", name).replace("\u2019", "'").replace("_", " ")
    word = " ".join(words.split()).strip("-' ").lower()[:50].strip()
    return word if word and not word[0].isdecimal() else f"creature {word}".strip()


def display_key(key: str) -> str:
    """A key as people say it."""
    return {"ac": "AC", "hd": "HD", "thac0": "THAC0", "xp": "XP", "hp": "hp"}.get(key, key)


def shorten(text: str, longest: int = 80) -> str:
    words = " ".join(text.split())
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"
