"""What of a scenario may be varied, by the names it has in the file, and the scenario with other values in its place.

    orc.count=1..12             a combatant by the name it goes by, or its kind: any key that has one value
    party.level=1..5            a side: all of its members who have a class
    orcs.morale=7,8,9           ... or a key of the side itself
    distance=contact,30,60      the scenario's own: distance, rounds, terrain.width
    option.initiative.tie=simultaneous,reroll

Values are whole numbers from..to, or from..to..step, or words; several of them with commas. Whatever a file may not say
is refused here too, by the same checks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from itertools import product
from math import prod
from typing import Any

from affray.content.entries import KnownWords
from affray.engine.encounter import Encounter, Objective, Party, Terrain
from affray.errors import AffrayError, quote, sentence, unknown
from affray.party import keys_of
from affray.rules.book import Book
from affray.scenario import known_words, read_options
from affray.scenario.checks import check_all, people
from affray.scenario.models import CARRIED_KEYS, MEMBER_KEYS, ScenarioShape, SideShape, TerrainShape, validate_shape

MAX_CELLS = 10_000
OPTIONS_KEY, PARTY = "options", "party"
SCENARIO_KEYS = ("distance", "rounds")
NOT_SINGLE = frozenset(
    "name gear spells conditions tags position marks notes fate party members".split()
)  # no single values
VARY_FORMAT = "NAME=VALUES, as orc.count=1..12 or option.initiative.tie=simultaneous,reroll"
RANGE = re.compile(r"([+-]?\d{1,9})\s*\.\.\s*([+-]?\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?")
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")
SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

KeyPath = tuple[str | int, ...]
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """What is varied: by the name that people read, and where it stands in the file's plain values."""

    name: str
    paths: tuple[KeyPath, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    spot: Spot
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.spot.name


@dataclass(frozen=True)
class Grid:
    """A scenario under a book, and what of it is varied: a cell for each choice of one value of every axis."""

    encounter: Encounter
    book: Book
    options: Mapping[str, str]
    axes: tuple[Axis, ...]

    def __len__(self) -> int:
        return prod(len(axis.values) for axis in self.axes)

    def cells(self) -> Iterator[tuple[str, ...]]:
        """Return the values of each, the last axis fastest."""
        return product(*(axis.values for axis in self.axes))

    def cell(self, values: Sequence[str]) -> tuple[Encounter, dict[str, str]]:
        """Return the scenario and the options with these values."""
        return with_values(self.encounter, self.book, self.options, [axis.spot for axis in self.axes], values)

    def values_text(self, values: Sequence[str]) -> str:
        return values_text([axis.spot for axis in self.axes], values)


def values_text(spots: Sequence[Spot], values: Sequence[str]) -> str:
    return ", ".join(f"{spot.name}={value}" for spot, value in zip(spots, values, strict=True))


def read_grid(encounter: Encounter, book: Book, options: Mapping[str, str], vary: Sequence[str]) -> Grid:
    """Read what is varied, and find every cell possible before anything is fought."""
    if not vary:
        raise AffrayError(f"nothing is varied; expected {VARY_FORMAT}")
    found = Grid(encounter, book, dict(options), tuple(read_axis(text, encounter, book) for text in vary))
    names = [each.name for each in found.axes]
    for name in names:
        if names.count(name) > 1:
            raise AffrayError(f"{name} is varied twice; put its values together, with commas")
        if name.removeprefix("option.") in options and name.startswith("option."):
            raise AffrayError(f"{name} is set and varied; leave out one of the two")
    if len(found) > MAX_CELLS:
        sizes = " × ".join(str(len(each.values)) for each in found.axes)
        raise AffrayError(f"{sizes} = {len(found):,} cells; expected at most {MAX_CELLS:,}: vary less, or in steps")
    for values in found.cells():
        found.cell(values)
    return found


def read_axis(text: str, encounter: Encounter, book: Book) -> Axis:
    name, equals, values = (part.strip() for part in text.partition("="))
    if not (name and equals):
        raise AffrayError(f"{quote(text)} names nothing to vary; expected {VARY_FORMAT}")
    where = find_spot(name, encounter, book)
    if not values:
        raise AffrayError(f"{name}: no values; expected {VARY_FORMAT}")
    found = [
        value for part in re.findall(r"\[[^\]]*\]|[^,]*", values) if part for value in expand_values(part.strip(), name)
    ]
    twice = next((value for value in found if found.count(value) > 1), None) if len(found) <= MAX_CELLS else None
    if twice is not None:
        raise AffrayError(f"{name}: the value {twice} stands there twice; leave out one")
    if values.startswith(",") or values.endswith(",") or ",," in values.replace(" ", ""):
        raise AffrayError(f"{name}: a value is missing between the commas of {quote(values)}")
    return Axis(where, tuple(found))


def expand_values(text: str, name: str) -> Sequence[str]:
    """List one value, or all from one number to another."""
    if ".." not in text:
        return [str(int(text)) if WHOLE_NUMBER.fullmatch(text) else text]
    found = RANGE.fullmatch(text)
    if not found:
        raise AffrayError(f"{name}: {quote(text)} is no range; expected whole numbers, as 1..12, or 0..100..10")
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if high < low:
        raise AffrayError(f"{name}: {text} goes backwards; write {high}..{low}")
    if step < 1 or (high - low) // step >= MAX_CELLS:
        many = "a step of 0" if step < 1 else f"{(high - low) // step + 1:,} values"
        raise AffrayError(f"{name}: {text} has {many}; expected at most {MAX_CELLS:,} values, or a step")
    return [str(number) for number in range(low, high + 1, step)]


# --- what a name stands for


def find_spot(name: str, encounter: Encounter, book: Book) -> Spot:
    head, dot, key = name.rpartition(".")
    first, _, rest = name.partition(".")
    if first.lower() in ("option", OPTIONS_KEY) and rest:
        return option_spot(rest, book)
    if not dot:
        return scenario_spot(name)
    if head.lower() == "terrain":
        return Spot(f"terrain.{terrain_key(key)}", (("terrain", terrain_key(key)),))
    return people_spot(head, key, file_data(encounter))


def option_spot(name: str, book: Book) -> Spot:
    if name in book.removed_options:
        raise AffrayError(book.removed_options[name])
    known = [option.name for option in book.options]
    if name not in known:
        raise AffrayError(unknown("option", name, known))
    return Spot(f"option.{name}", ((OPTIONS_KEY, name),))


def scenario_spot(name: str) -> Spot:
    if name.lower() not in SCENARIO_KEYS:
        what = [*SCENARIO_KEYS, "terrain.width", "COMBATANT.count", "SIDE.level", "option.NAME"]
        raise AffrayError(sentence(f"unknown name {quote(name)} to vary", f"one of {', '.join(what)}"))
    return Spot(name.lower(), ((name.lower(),),))


def terrain_key(key: str) -> str:
    return find_key(key, TerrainShape.keys(), "terrain")


def people_spot(head: str, key: str, data: Data) -> Spot:
    """Find a key of a combatant; or of a side, or of all who belong to it."""
    everybody = people(data)
    goes_by = {person.path: person.name or person.keys.get("monster") or person.keys["class"] for person in everybody}
    alike = [person for person in everybody if goes_by[person.path].lower() == head.lower()]
    sides = sides_by_name(data["sides"])
    if alike:
        named = [person for person in alike if person.name] or alike
        if len(named) > 1:
            raise AffrayError(f"{len(named)} entries go by the name {quote(head)}; give them names, to tell which")
        return member_spot(goes_by[named[0].path], key, named)
    if head.lower() in sides:
        side = sides[head.lower()]
        return side_spot(side, key, [person for person in everybody if person.side == side])
    raise AffrayError(unknown("combatant or side", head, [*dict.fromkeys(goes_by.values()), *data["sides"]]))


def sides_by_name(sides: Mapping[str, Data]) -> dict[str, str]:
    """Map names in lower case to sides; and the players' side is the party, if no other is called so."""
    players = next((name for name, side in sides.items() if side["players"]), next(iter(sides)))
    return {PARTY: players} | {name.lower(): name for name in sides}


def side_spot(side: str, key: str, members: Sequence[Any]) -> Spot:
    every = SideShape.keys()
    own = [name for name in every if name not in NOT_SINGLE]
    if key.replace("_", " ").lower() in own:
        key = find_key(key, own, side)
        return Spot(f"{side}.{key}", (("sides", side, key),))
    with_class = [person for person in members if "class" in person.keys]
    if key.lower() == "level" and with_class:
        members = with_class
    if key.lower() == "count" and len(members) > 1:
        raise AffrayError(f"{side}.count: {side} has {len(members)} kinds of members; say which, as COMBATANT.count")
    return member_spot(side, key, members)


def member_spot(name: str, key: str, members: Sequence[Any]) -> Spot:
    known = CARRIED_KEYS if all(person.carried for person in members) else MEMBER_KEYS
    key = find_key(key, sorted(key for key in known if key not in NOT_SINGLE), name)
    if key == "level" and not any("class" in person.keys for person in members):
        raise AffrayError(f"{name}.level: {name} has no class, and so no level")
    return Spot(f"{name}.{key}", tuple((*person.path, key) for person in members))


def find_key(word: str, keys: Sequence[str], whose: str) -> str:
    """Find a key as the file writes it: in any case, and `max_hp` is as good as `max hp`."""
    wanted = word.replace("_", " ").strip().lower()
    for key in keys:
        if key.lower() == wanted:
            return key
    raise AffrayError(f"{whose}: {unknown('number to vary', word, keys)}")


# --- other values in their place


def with_values(
    encounter: Encounter, book: Book, options: Mapping[str, str], spots: Sequence[Spot], values: Sequence[str]
) -> tuple[Encounter, dict[str, str]]:
    """Return the scenario and the options with these values; raise an AffrayError if a file might not say so."""
    data, chosen = deepcopy(file_data(encounter)), dict(options)
    for where, value in zip(spots, values, strict=True):
        for path in where.paths:
            if path[0] == OPTIONS_KEY:
                chosen[str(path[1])] = value
            else:
                set_value(data, path, value)
    try:
        read_options(book, chosen)
        return rebuild(encounter, book, data), chosen
    except AffrayError as error:
        raise AffrayError(f"{values_text(spots, values)}: {error}") from None


def set_value(data: Any, path: KeyPath, value: str) -> None:
    for step in path[:-1]:
        data = data.setdefault(step, {}) if isinstance(data, dict) else data[step]
    data[path[-1]] = int(value) if WHOLE_NUMBER.fullmatch(value) else SWITCHES.get(value.lower(), value)
    for other in EXCLUDES.get(str(path[-1]), ()):
        data.pop(other, None)


EXCLUDES = {"ac": ("aac",), "aac": ("ac",), "thac0": ("bonus",), "bonus": ("thac0",)}  # two ways to say one thing


def rebuild(encounter: Encounter, book: Book, data: Data) -> Encounter:
    """Return the encounter with the sides, the place and the limits of these plain values, if a file may have them."""
    words = KnownWords(known_words(encounter, book))
    shape, found = validate_shape(ScenarioShape, data, words)
    found += check_all(data, words)
    if found or shape is None:
        raise AffrayError("; ".join(dict.fromkeys(each.message for each in found)))  # no places: nobody wrote it
    added = {"content": encounter.content} if encounter.content else {}
    new = shape.value(encounter.name, json.dumps({**data, **added, OPTIONS_KEY: dict(encounter.options)}))
    return replace(
        encounter, sides=new.sides, distance=new.distance, terrain=new.terrain, rounds=new.rounds, text=new.text
    )


def file_data(encounter: Encounter) -> Data:
    """Write an encounter as the plain values of a file; without its options, which the book checks."""
    data = {
        "title": encounter.title,
        "rules": encounter.rules,
        "distance": encounter.distance,
        "terrain": plain_values(encounter.terrain),
        "rounds": encounter.rounds,
        "sides": {party.name: side_data(party) for party in encounter.sides},
        "objectives": [plain_values(objective) for objective in encounter.objectives],
        "speaker": encounter.speaker,
    }
    return {key: value for key, value in data.items() if value or (key == "distance" and value == 0)}


def plain_values(one: Terrain | Objective) -> Data:
    values = {field.name.replace("_", " "): plain_value(getattr(one, field.name)) for field in fields(one)}
    return {key: value for key, value in values.items() if value}


def plain_value(value: Any) -> Any:
    """Return a value as a file has it: places with cover are mappings."""
    if not isinstance(value, tuple):
        return value
    return [{"position": list(place.position), "cover": place.cover} for place in value]


def side_data(party: Party) -> Data:
    members = [keys_of(member) for member in party.members]
    data = {
        "party": {"party": party.name, "members": members[: party.carried], "file": party.file},
        "members": members[party.carried :],
        "players": party.players,
        "tactic": party.tactic,
        "way out": party.way_out,
        "surprised": party.surprised,
        "wary": party.wary,
        "morale": party.morale,
        "ambush": party.ambush,
    }
    empty = {key for key in ("members", "ambush") if not data[key]} | (set() if party.carried else {"party"})
    return {key: value for key, value in data.items() if value is not None and key not in empty}
