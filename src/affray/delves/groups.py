"""A fight of a day as a record: where its members stand in it, which words of its end are kept, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from affray.compiler.kernels.assumptions import Assumptions, Change, constant_fields, records_in, value_at
from affray.compiler.kernels.counting import sum_lengths
from affray.compiler.kernels.record import changing_words, pack
from affray.delves.model import encounter_of
from affray.delves.states import Array
from affray.engine.state import Combatant, Fight, clone
from affray.rules.book import Roster
from affray.rules.shared.experience import kind_of, worth

if TYPE_CHECKING:
    from affray.delves.rows import StepPlan

WORD = 8  # bytes
TABLES_OF_STEP = ("rules", "arms", "effects")  # that all fights of a step share


class Field(NamedTuple):
    """A number in kept words: its column, and where in it."""

    column: int
    shift: int
    bits: int

    def of(self, kept: Array) -> Array:
        """Return the numbers of many rows."""
        left = (kept[:, self.column] << np.uint64(64 - self.shift - self.bits)).view(np.int64)
        return left >> np.int64(64 - self.bits)


class Kept:
    """The words that are kept of an end, put together field by field."""

    def __init__(self) -> None:
        self.columns: dict[int, int] = {}  # of each place its mask, in the order in which they are kept
        self.wanted: list[tuple[int, int, int]] = []

    def want(self, byte: int, size: int) -> tuple[int, int, int]:
        place, shift = byte // WORD, byte % WORD * 8
        self.columns[place] = self.columns.get(place, 0) | ((1 << 8 * size) - 1) << shift
        return place, shift, 8 * size

    def field(self, wanted: tuple[int, int, int]) -> Field:
        return Field(list(self.columns).index(wanted[0]), wanted[1], wanted[2])


class Place(NamedTuple):
    """Where a number is in a record: that of a field, or of an item of a list."""

    item: int  # -1 where the field is no list
    byte: int
    size: int


def field_places(kind: np.dtype[Any], path: str) -> list[Place]:
    """Return where the numbers of a field are in a record; without those that are assumed constant. A path that ends
    with a number is one item of a list."""
    assert kind.fields is not None
    name, _, item = path.rpartition(".")
    if item.isdecimal():
        return [place for place in field_places(kind, name) if place.item == int(item)]
    if path in kind.fields:
        part, first = kind.fields[path][:2]
        size, is_list = part.base.itemsize, bool(part.shape)
        return [Place(n if is_list else -1, first + n * size, size) for n in range(part.itemsize // size)]
    items = [each for each in kind.names or () if each.startswith(f"{path}[")]
    return [
        Place(int(each.removesuffix("]").rpartition("[")[2]), kind.fields[each][1], kind.fields[each][0].itemsize)
        for each in items
    ]


def broken_assumptions(assumed: Assumptions, fight: Fight, kind: str = "") -> set[Change]:
    """Return the assumptions that a start does not keep to; with a kind, those about records of this kind."""
    every = records_in(fight)
    holding = {one for name, some in every.items() if name.startswith(kind) for one in constant_fields(name, some)}
    wanted = (one for one in assumed.constants if one[0].startswith(kind))
    return {(record, field) for record, field, value in wanted if (record, field, value) not in holding}


class Group:
    """Days whose fights of one step differ in nothing but what their members are themselves."""

    def __init__(self, plan: StepPlan, come: int, there: Mapping[int, int]) -> None:
        self.places, self.there = tuple(sorted(there)), dict(there)
        members = {place: plan.states[place][number] for place, number in there.items()}
        encounter = encounter_of(plan.step, plan.delve.side, members, come)
        self.fight, self.roster = plan.build(encounter)
        plan.keep_to(broken_assumptions(plan.target, self.fight))
        self.side = self.roster.sides.index(plan.delve.side)
        self.numbers = [c.id for c in self.fight.who if c.side == self.side]
        self.shelved = len(self.fight.arms), len(self.fight.effects)
        self.ended = clone(self.fight)  # to say how it ended, where that is asked
        self.xp: dict[Any, tuple[int, ...]] = {}
        self.alike = equal_in_xp(self.fight, self.roster, self.side)
        self.layout: object = None

    def lay_out(self, plan: StepPlan) -> None:
        """Write the start as a record, without what tells the members of its own day apart; and list what is kept."""
        if self.layout is plan.layout and self.shelved == (len(self.fight.arms), len(self.fight.effects)):
            return
        self.shelved = len(self.fight.arms), len(self.fight.effects)
        record = plan.tables_record(self.shelved).copy()
        pack_own(self.fight, record[0])
        part, kind = changing_words(plan.book, record.dtype), record.dtype
        words = record.view(np.uint64).reshape(-1)
        self.seats = np.array([part.who + number * part.each for number in self.numbers], np.int64)
        for place, seat in zip(self.places, self.seats, strict=True):
            words[seat : seat + part.each] ^= plan.words_of(place, self.there[place])
        self.start, self.first, self.end = words, part.first, part.who + self.fight.n * part.each
        self.keep(plan, kind, part.who, part.each)
        lengths = sum_lengths(self.fight.n, self.fight.sides, self.fight.last_round)
        self.room = max(lengths.ends, lengths.alive, lengths.spotless)
        self.layout = plan.layout
        self.local = local()

    def clear_negative_hp(self, seat: int, words: Array) -> None:
        """Count hit points below 0 as none: nobody asks how far below, once the fight is over."""
        column, shift, size = self.decoders[seat][self.hp_field][0]
        below = words[:, column] >> np.uint64(shift + size - 1) & np.uint64(1) != 0
        words[below, column] &= np.uint64(~(((1 << size) - 1) << shift) & (1 << 64) - 1)

    def keep(self, plan: StepPlan, kind: np.dtype[Any], who: int, each: int) -> None:
        """List the words that are kept: how the fight ended, everybody's conditions, and what members carry on."""
        kept, one = Kept(), plan.layout["who"].base
        assert one.fields is not None
        own = {name: kept.want(*field_places(kind, name)[0][1:]) for name in ("winner", "round", "rolled")}
        at = [(who + n * each) * WORD for n in range(self.fight.n)]
        conditions = [kept.want(first + one.fields["conditions"][1], WORD) for first in at]
        carried = []
        for number in self.numbers:
            found = [kept.want(at[number] + place.byte, place.size) for place in plan.carried_places]
            carried.append(found)
        self.winner, self.round, self.rolled = (kept.field(own[name]) for name in own)
        self.conditions = [kept.field(wanted).column for wanted in conditions]
        self.carried = [[kept.field(wanted).column for wanted in found] for found in carried]
        self.carried = [list(dict.fromkeys(columns)) for columns in self.carried]
        self.hp_field = [path for path, _ in plan.carried_fields].index("hp")
        self.decoders = [
            decoder(plan, [kept.field(wanted) for wanted in found], columns)
            for found, columns in zip(carried, self.carried, strict=True)
        ]
        self.kept_places = np.array(list(kept.columns), np.int64)
        self.kept_masks = np.array(list(kept.columns.values()), np.uint64)

    def buffers(self) -> Any:
        """Return this thread's record and sums."""
        mine = self.local
        if not hasattr(mine, "state"):
            room = np.zeros(len(self.start) + 8, np.uint64)
            first = -(room.ctypes.data // WORD) % 8
            mine.state = room[first : first + len(self.start)]
            mine.state[:] = self.start
            mine.sums = np.zeros(self.room, np.int64)
        return mine


def equal_in_xp(fight: Fight, roster: Roster, side: int) -> list[list[int]]:
    """Return the numbers of those who count alike in what is earned: foes of one kind that are worth the same."""
    found: dict[Any, list[int]] = {}
    for who in fight.who:
        kind = who.id if who.side == side else (who.side, kind_of(roster, who), worth(fight, who), who.character)
        found.setdefault(kind, []).append(who.id)
    return list(found.values())


def decoder(plan: StepPlan, fields: Sequence[Field], columns: Sequence[int]) -> list[list[Field]]:
    """Return for each carried field where its numbers are in the words of a member."""
    found, at = [], 0
    for _, places in plan.carried_fields:
        found.append([each._replace(column=columns.index(each.column)) for each in fields[at : at + len(places)]])
        at += len(places)
    return found


def with_sign(value: int, size: int) -> int:
    """Return a number from its bits."""
    return value - (1 << size) if value >> size - 1 else value


def pack_own(fight: Fight, record: Any) -> None:
    """Write what a fight does not share with others of its step into its record."""
    for name in record.dtype.names:
        if name in TABLES_OF_STEP:
            continue
        value = value_at(fight, name)
        if isinstance(value, list):
            for place, item in enumerate(value):
                pack(item, record[name][place])  # sides, people, groups and places: no list of mere numbers
        elif value is not None:
            record[name] = value


def put_field(who: Combatant, path: str, places: Sequence[Place], values: Sequence[int]) -> None:
    """Set a field, or those items of a list that the record has."""
    *owners, name = path.split(".")
    if name.isdecimal():
        name = owners.pop()
    record: Any = who
    for owner in owners:
        record = getattr(record, owner)
    now = getattr(record, name)
    for place, value in zip(places, values, strict=True):
        if place.item < 0:
            setattr(record, name, bool(value) if isinstance(now, bool) else value)
        elif place.item < len(now):
            now[place.item] = value
