"""What a kernel may assume: fields that never change and mean that something is absent, the sides, the options.

Of a list each item is a field of its own: `ends_at[3]`.

Nobody is mounted, nothing burns, nobody casts: told so, the compiler leaves out whole rules. Which fields change is
observed while the plain rules play some fights. A fight that breaks an assumption all the same ends at once and is
played again by other rules (compiled.py). Kernels are keyed by what is absent, not by numbers, so that a sweep over
hit points or armour classes uses one kernel."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache as once
from typing import Any, NamedTuple

from affray.compiler.kernels import cache
from affray.compiler.source import fields_used, limit_name
from affray.engine.dice import fight_key
from affray.engine.state import (
    BOOK_RECORDS,
    MOST_SIDES,
    NOBODY,
    PLAIN_ONLY,
    ROOM,
    SHARED,
    UNDECIDED,
    WIDE,
    Act,
    Blow,
    Combatant,
    CoveredPlace,
    Effect,
    ExtraBlow,
    Fight,
    Group,
    Pool,
    Side,
    Weapon,
    clone,
)
from affray.rules.book import Book

LISTED_RECORDS = {  # the records in each list of a fight
    "side": "Side",
    "who": "Combatant",
    "arms": "Weapon",
    "effects": "Effect",
    "groups": "Group",
    "covers": "CoveredPlace",
    "vanguard.pools": "Pool",
}
NESTED_RECORDS: dict[str, type] = {"Fight.act": Act, "Fight.blow": Blow, "Fight.extra_blow": ExtraBlow} | {
    f"{owner.__name__}.{book}": nested for book, kinds in BOOK_RECORDS.items() for owner, nested in kinds.items()
}
RECORDS: dict[str, type] = {
    each.__name__: each for each in (Fight, Side, Combatant, Weapon, Effect, Group, CoveredPlace, Pool)
} | NESTED_RECORDS
# fields that hold records, and no numbers
HOLDING_FIELDS = frozenset(path.rpartition(".")[2] for path in (*LISTED_RECORDS, *NESTED_RECORDS))
# never assumed to be constant; `conditions` is also what makes a combatant begin at a whole word
VARYING = frozenset((*PLAIN_ONLY, *"key n sides rolled guessed id hp conditions rules winner round last_round".split()))
FIXED_LISTS = [LISTED_RECORDS[path] for path in LISTED_RECORDS if path in SHARED]  # tables that fights share
FIXED_RECORDS = frozenset(name for name in RECORDS if name.partition(".")[0] in FIXED_LISTS)
NARROW = 16, 8  # bits that a field may be assumed to need at most
OBSERVED_FIGHTS, OBSERVED_STEPS = 40, 12_000  # that are observed: so many fights, or as many as have so many steps, but
FEWEST_OBSERVED = 3  # fights
OBSERVING_SEED = 0x0B5E  # of their dice

Change = tuple[str, str]  # the name of a record (RECORDS), and of a field of it, or of one item: ends_at[3]


@dataclass(frozen=True)
class Assumptions:
    """The constant fields with their values, in order, the option values, and the number of sides; nothing of that for
    the general kernel."""

    constants: tuple[tuple[str, str, int], ...] = ()
    options: tuple[int, ...] = ()
    sides: int = MOST_SIDES
    narrow: tuple[tuple[str, str, int], ...] = ()  # fields with the bits that they are assumed to need at most

    @property
    def digest(self) -> str:
        every = self.constants, self.options, self.sides, self.narrow
        return hashlib.sha256(repr(every).encode()).hexdigest()[:16]

    def room(self, name: str) -> int:
        """Return how many items of a list the record has room for."""
        return self.sides if name == "side" else ROOM[name]

    def of(self, record: str) -> dict[str, int]:
        """Return the constant fields of a record; of lists those whose items all are."""
        found = {field: value for name, field, value in self.constants if name == record and "[" not in field}
        return found | {field: value for field, (value, varying) in self.lists(record).items() if not varying}

    def varying_items(self, record: str) -> dict[str, list[int]]:
        """Return the lists of a record of which some items are constant: the others."""
        return {field: varying for field, (_, varying) in self.lists(record).items() if varying}

    def lists(self, record: str) -> dict[str, tuple[int, list[int]]]:
        """Return the lists of a record with constant items: their value, and the other items."""
        items = [(list_name(field), field, value) for name, field, value in self.constants if name == record]
        constant = {field for _, field, _ in items}
        return {
            name: (value, [n for n in range(ROOM[name]) if f"{name}[{n}]" not in constant])
            for name, field, value in items
            if name != field
        }

    def without(self, changes: Iterable[Change]) -> Assumptions:
        """Return those that remain when these fields do change."""
        broken = set(changes)
        kept = (one for one in self.constants if broken.isdisjoint({one[:2], (one[0], list_name(one[1]))}))
        narrow = (one for one in self.narrow if (one[0], limit_name(*one[1:])) not in broken)
        return replace(self, constants=tuple(kept), narrow=tuple(narrow))

    def limits(self, record: str) -> dict[str, int]:
        """Return the bits of the narrow fields of a record: the fewest that are assumed."""
        found = sorted((one for one in self.narrow if one[0] == record), key=lambda one: -one[2])
        return {field: bits for _, field, bits in found}


GENERAL = Assumptions()


def absent_fields(book: Book, f: Fight) -> Assumptions:
    """Return all fields that have the value of something absent for everyone, and so may be assumed to keep it."""
    used = book_fields(book)
    found = [one for name, every in records_in(f).items() if used.has(name) for one in constant_fields(name, every)]
    constants = sorted(one for one in found if list_name(one[1]) in used.mentioned)
    return Assumptions(tuple(constants), tuple(f.rules), f.sides)


def narrow_fields(book: Book, f: Fight) -> tuple[tuple[str, str, int], ...]:
    """Return the fields whose numbers need few bits as the fight begins, with the bits: both of a field that needs the
    fewest."""
    used, found = book_fields(book), list[tuple[str, str, int]]()
    for name, every in records_in(f).items():
        for field in dataclasses.fields(RECORDS[name]) if used.has(name) and name not in FIXED_RECORDS else ():
            if field.name in used.mentioned and is_number(str(field.type)) and field.name not in WIDE:
                numbers = [n for each in every for n in numbers_in(getattr(each, field.name))]
                found += [(name, field.name, bits) for bits in NARROW if all(fits(n, bits) for n in numbers)]
    return tuple(found)


def is_number(kind: str) -> bool:
    return kind in ("int", "list[int]")


def numbers_in(value: Any) -> list[int]:
    return value if isinstance(value, list) else [value]


def fits(number: int, bits: int) -> bool:
    return -1 << bits - 1 <= number < 1 << bits - 1


def list_name(field: str) -> str:
    """Return the name of the list that an item belongs to, or of the field itself."""
    return field.partition("[")[0]


def records_in(f: Fight) -> dict[str, list[Any]]:
    """Return all records of each kind in a fight."""
    found: dict[str, list[Any]] = {"Fight": [f]}
    for path, name in LISTED_RECORDS.items():
        found[name] = value_at(f, path) or []
    for path in NESTED_RECORDS:
        owner, _, part = path.partition(".")
        found[path] = [nested for each in found[owner] if (nested := getattr(each, part)) is not None]
    return found


def value_at(record: Any, path: str) -> Any:
    """Return a field of a record, or of a record in it, or an item of a list; None where there is none."""
    whole, _, index = path.removesuffix("]").partition("[")
    for name in whole.split("."):
        record = getattr(record, name, None)
    if not index or record is None:
        return record
    return record[int(index)] if int(index) < len(record) else None


def assumptions_hold(assumed: Assumptions, book: Book, f: Fight) -> bool:
    """Return whether a fight that stands like this keeps to the assumptions so far."""
    now = absent_fields(book, f)
    same = assumed.options in ((), now.options) and assumed.sides in (MOST_SIDES, now.sides)
    return same and set(assumed.constants) <= set(now.constants)


def constant_fields(record: str, every: list[Any]) -> Iterator[tuple[str, str, int]]:
    """Return the constant fields of records of one kind. Where there is none of them, all their fields are as by
    default."""
    default = RECORDS[record]()
    for field in dataclasses.fields(RECORDS[record]):
        if field.name in VARYING or field.name in HOLDING_FIELDS:
            continue
        usual = getattr(default, field.name)
        if isinstance(usual, list):
            lists = [getattr(each, field.name) for each in every or [default]]
            yield from ((record, f"{field.name}[{n}]", value) for n, value in constant_items(lists, ROOM[field.name]))
        else:
            values = {getattr(each, field.name) for each in every or [default]}
            if len(values) == 1 and is_absent(value := values.pop(), usual):
                yield record, field.name, int(value)


def constant_items(lists: list[list[int]], room: int) -> Iterator[tuple[int, int]]:
    """Return the items that all these lists have alike, with their value. It is the same for all items: the value of
    something absent that most of them have."""
    items = [{every[n] if n < len(every) else 0 for every in lists} for n in range(room)]
    alike = {n: values.pop() for n, values in enumerate(items) if len(values) == 1}
    absent = Counter(value for value in alike.values() if value in (0, NOBODY))
    value = max(absent, key=lambda each: absent[each], default=0)
    return ((n, value) for n, each in alike.items() if each == value)


def is_absent(value: int, default: Any) -> bool:
    """Return whether a value is zero, nobody, a truth value, or what a record has by default."""
    return value in (0, NOBODY) or isinstance(value, bool) or value == default


# --- which fields a book uses

KERNEL_FIELDS = frozenset(
    "key rolled guessed winner round last_round n sides who side id hp max_hp conditions".split()
    + "size standing dead fled phase action_kind".split()
)  # what a kernel itself reads
FIELDS_FILE = "fields.json"


class Fields(NamedTuple):
    """The names of fields that rules mention and write, whatever record they are in."""

    mentioned: frozenset[str]
    written: frozenset[str]

    def has(self, record: str) -> bool:
        """Return whether rules mention a record: one within another by its field."""
        return "." not in record or record.partition(".")[2] in self.mentioned


@once
def book_fields(book: Book) -> Fields:
    """Return the fields of all the rules that a fight goes through; by name, whatever record they are in. Once found
    they are kept in the cache, since it takes a while to go through all the rules."""
    if (saved := cache.load_bytes(cache.kernel_folder(book), FIELDS_FILE)) is not None:
        return Fields(*(frozenset(names) for names in json.loads(saved)))
    mentioned, written = fields_used([book.fight], book.implementations)
    found = Fields(mentioned | KERNEL_FIELDS, written | KERNEL_FIELDS)
    cache.save_bytes(cache.kernel_folder(book), FIELDS_FILE, json.dumps([sorted(names) for names in found]).encode())
    return found


# --- what changes


def observed_changes(book: Book, start: Fight) -> frozenset[Change]:
    """Return the fields that change in some fights from this start, played by the plain rules."""
    changed: set[Change] = set()
    steps, number = 0, 0
    while number < FEWEST_OBSERVED or (number < OBSERVED_FIGHTS and steps < OBSERVED_STEPS):
        steps += observe_fight(book, start, OBSERVING_SEED, number, changed)
        number += 1
    return frozenset(changed)


def observe_fight(book: Book, start: Fight, seed: int, number: int, changed: set[Change]) -> int:
    """Play a fight by the plain rules and note the fields that change; return how many steps it took."""
    f, steps = clone(start), 0
    classes = {name: observed_class(name, cls, changed) for name, cls in RECORDS.items()}
    for name, every in records_in(f).items():
        for record in every if name not in FIXED_RECORDS else ():
            observe(name, record, classes[name], changed)
    f.key = fight_key(seed, number)
    while f.winner == UNDECIDED:
        book.step(f)
        steps += 1
    return steps


def observe(name: str, record: Any, observed: type, changed: set[Change]) -> None:
    """Note from now on which fields of a record get another value."""
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if isinstance(value, list) and field.name not in HOLDING_FIELDS and field.name not in SHARED:
            setattr(record, field.name, ObservedList(value, (name, field.name), changed))
    record.__class__ = observed


def observed_class(record: str, cls: Any, changed: set[Change]) -> type:
    """Return the class, except that it notes which fields get another value."""

    def set_field(self: Any, name: str, value: Any) -> None:
        if getattr(self, name) != value:
            changed.add((record, name))
            if isinstance(value, int):
                changed.update((record, limit_name(name, bits)) for bits in NARROW if not fits(value, bits))
        cls.__setattr__(self, name, value)

    return type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": set_field})


class ObservedList(list[int]):
    """A list in a record, which notes when an item gets another value."""

    def __init__(self, items: Iterable[int], change: Change, changed: set[Change]) -> None:
        super().__init__(items)
        self.change, self.changed = change, changed

    def __setitem__(self, at: Any, value: Any) -> None:
        if self[at] != value:
            record, name = self.change
            self.changed.add((record, f"{name}[{at}]"))
            self.changed.update((record, limit_name(name, bits)) for bits in NARROW if not fits(value, bits))
        super().__setitem__(at, value)
