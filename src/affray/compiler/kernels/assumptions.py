"""What a kernel may assume about a fight: fields that never change and mean that something is absent, and the options.

Nobody is mounted, nothing burns, nobody casts: told so, the compiler leaves out whole rules. Which fields change is
observed while the plain rules play some fights. A fight that breaks an assumption all the same ends at once and is
played again by other rules (compiled.py). Kernels are keyed by what is absent, not by numbers, so that a sweep over
hit points or armour classes uses one kernel."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache as once
from typing import Any, NamedTuple

from affray.compiler.kernels import cache
from affray.compiler.source import fields_used
from affray.engine.dice import fight_key
from affray.engine.state import (
    BOOK_RECORDS,
    NOBODY,
    PLAIN_ONLY,
    SHARED,
    UNDECIDED,
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
OBSERVED_FIGHTS, OBSERVED_STEPS = 40, 12_000  # that are observed: so many fights, or as many as have so many steps, but
FEWEST_OBSERVED = 3  # fights
OBSERVING_SEED = 0x0B5E  # of their dice

Change = tuple[str, str]  # the name of a record (RECORDS), and of a field of it


@dataclass(frozen=True)
class Assumptions:
    """The constant fields with their values, in order, and the option values; none of either for the general kernel."""

    constants: tuple[tuple[str, str, int], ...] = ()
    options: tuple[int, ...] = ()

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr((self.constants, self.options)).encode()).hexdigest()[:16]

    def of(self, record: str) -> dict[str, int]:
        return {field: value for name, field, value in self.constants if name == record}

    def without(self, changes: Iterable[Change]) -> Assumptions:
        """Return those that remain when these fields do change."""
        broken = set(changes)
        return Assumptions(tuple(one for one in self.constants if one[:2] not in broken), self.options)


GENERAL = Assumptions()


def absent_fields(book: Book, f: Fight) -> Assumptions:
    """Return all fields that have the value of something absent for everyone, and so may be assumed to keep it."""
    used = book_fields(book)
    found = [one for name, every in records_in(f).items() if used.has(name) for one in constant_fields(name, every)]
    return Assumptions(tuple(sorted(one for one in found if one[1] in used.mentioned)), tuple(f.rules))


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
    """Return a field of a record, or of a record in it; None where there is none."""
    for name in path.split("."):
        record = getattr(record, name, None)
    return record


def assumptions_hold(assumed: Assumptions, book: Book, f: Fight) -> bool:
    """Return whether a fight that stands like this keeps to the assumptions so far."""
    now = absent_fields(book, f)
    return assumed.options in ((), now.options) and set(assumed.constants) <= set(now.constants)


def constant_fields(record: str, every: list[Any]) -> Iterator[tuple[str, str, int]]:
    """Return the constant fields of records of one kind. Where there is none of them, all their fields are as by
    default."""
    default = RECORDS[record]()
    for field in dataclasses.fields(RECORDS[record]):
        if field.name in VARYING or field.name in HOLDING_FIELDS:
            continue
        values = {item for each in every or [default] for item in numbers_in(getattr(each, field.name))} or {0}
        if len(values) == 1 and is_absent(value := next(iter(values)), getattr(default, field.name)):
            yield record, field.name, int(value)


def numbers_in(value: Any) -> list[int]:
    return value if isinstance(value, list) else [value]


def is_absent(value: int, default: Any) -> bool:
    """Return whether a value is zero, nobody, a truth value, or what a record has by default."""
    return value in (0, NOBODY) or isinstance(value, bool) or value == default


# --- which fields a book uses

KERNEL_FIELDS = frozenset(
    "key rolled guessed winner round last_round n sides who side id hp max_hp conditions".split()
    + "size standing dead fled".split()
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
    classes = {name: observed_class(name, cls, changed) for name, cls in RECORDS.items()}
    steps, number = 0, 0
    while number < FEWEST_OBSERVED or (number < OBSERVED_FIGHTS and steps < OBSERVED_STEPS):
        f = clone(start)
        for name, every in records_in(f).items():
            for record in every if name not in FIXED_RECORDS else ():
                observe(name, record, classes[name], changed)
        f.key = fight_key(OBSERVING_SEED, number)
        while f.winner == UNDECIDED:
            book.step(f)
            steps += 1
        number += 1
    return frozenset(changed)


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
        cls.__setattr__(self, name, value)

    return type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": set_field})


class ObservedList(list[int]):
    """A list in a record, which notes when an item gets another value."""

    def __init__(self, items: Iterable[int], change: Change, changed: set[Change]) -> None:
        super().__init__(items)
        self.change, self.changed = change, changed

    def __setitem__(self, at: Any, value: Any) -> None:
        if self[at] != value:
            self.changed.add(self.change)
        super().__setitem__(at, value)
