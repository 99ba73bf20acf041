"""The states that members of the party are in on any day, numbered as they come up; and what leads from one to another.

On many days a member is in the same state: as many hit points, the same spells left. What a fight's end or a rest makes
of a state is worked out once, by the rules of `party/`, and looked up for all other days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from affray.delves.day import DEAD_FATE, MemberFacts, member_facts, things_of
from affray.delves.model import rest_seed
from affray.delves.tally import full_hp_of, hp_of
from affray.engine.dice import GAMMA, MASK, face, mix64
from affray.engine.encounter import Member
from affray.party.aftermath import rest_member
from affray.rules.book import Book, Rest

Array = np.ndarray[Any, Any]
NOT_JOINED = 0  # the state of a member who is not of the party yet
FIELDS = tuple(field.name for field in fields(Member))


def state_key(member: Member) -> tuple[Any, ...]:
    """Return what is equal for equal states of one member."""
    values = (getattr(member, name) for name in FIELDS)
    return tuple(tuple(sorted(v.items())) if isinstance(v, dict) else v for v in values)


class MemberStates:
    """All states of one member, by number, and what is asked of each as arrays over the numbers."""

    def __init__(self, book: Book, words: Sequence[str], counted: Sequence[str]) -> None:
        self.book, self.words, self.counted = book, words, counted
        self.members: list[Member | None] = [None]
        self.numbers: dict[tuple[Any, ...], int] = {}
        zero = MemberFacts(0, 0, 0, 0, 0, [0] * len(words), 0)
        self.rows: list[list[int]] = [self.row(zero, 0, 0, True)]
        self.lock = Lock()
        self.table = np.array(self.rows, np.int64)

    def row(self, facts: MemberFacts, hp: int, full: int, alive: bool) -> list[int]:
        named = [facts.hp, facts.full_hp, facts.able, facts.dead, facts.out, facts.spells, hp, full, int(alive)]
        return [*named, *facts.things]

    def number(self, member: Member) -> int:
        """Return the number of a state; a new one, if it has not come up yet."""
        key = state_key(member)
        with self.lock:
            if key not in self.numbers:
                facts = member_facts(member, self.book, self.words)
                self.numbers[key] = len(self.members)
                self.members.append(member)
                self.rows.append(self.row(facts, hp_of(member), full_hp_of(member), member.fate != DEAD_FATE))
            return self.numbers[key]

    def __getitem__(self, number: int) -> Member:
        member = self.members[number]
        assert member is not None, "somebody who is of the party"
        return member

    def column(self, ids: Array, n: int) -> Array:
        """Return one of the numbers of these states."""
        if len(self.table) < len(self.rows):
            more = np.array(self.rows[len(self.table) :], np.int64)
            self.table = np.concatenate([self.table, more])
        found: Array = self.table[ids, n]
        return found

    def facts(self, ids: Array) -> MemberFacts:
        hp, full, able, dead, out, spells = (self.column(ids, n) for n in range(6))
        things = [self.column(ids, 9 + n) for n in range(len(self.words))]
        return MemberFacts(hp, full, able, dead, out, things, spells)

    def facts_of(self, number: int) -> MemberFacts:
        return member_facts(self[number], self.book, self.words)

    def able(self, ids: Array) -> Array:
        found: Array = self.column(ids, 2) != 0
        return found

    def hp(self, ids: Array) -> Array:
        return self.column(ids, 6)

    def full_hp(self, ids: Array) -> Array:
        return self.column(ids, 7)

    def alive(self, ids: Array) -> Array:
        found: Array = self.column(ids, 8) != 0
        return found

    def losses(self, before: int, after: int) -> list[int]:
        """Return how many of each counted thing and spell have been used up."""
        lost = things_of(self[before]) - things_of(self[after])
        return [lost[word] for word in self.counted]


# --- the dice of many days at once: the functions of engine/dice on arrays


def many_keys(seed: int, days: Array) -> Array:
    """Return `fight_key(seed, day)` of many days."""
    start = np.uint64(mix64(seed & MASK) + GAMMA & MASK)
    return start + (days.astype(np.uint64) << np.uint64(20)) * np.uint64(GAMMA)


def keys_of_seeds(seeds: Array) -> Array:
    """Return `fight_key(seed, 0)` of many seeds."""
    mixed: Any = mix64(seeds)  # type: ignore[arg-type]
    found: Array = mixed + np.uint64(GAMMA)
    return found


def many_faces(keys: Array, n: int, sides: int) -> Array:
    """Return `face(key, n, sides)` of many keys."""
    shown: Any = face(keys + np.uint64(n * GAMMA & MASK), 0, sides)  # type: ignore[arg-type]
    found: Array = shown.astype(np.int64)
    return found


# --- rests


class NeedDice(Exception):
    """A rest asks for dice that are not rolled yet."""

    def __init__(self, sides: int, count: int) -> None:
        super().__init__()
        self.sides, self.count = sides, count


class Asks(NamedTuple):
    sides: int
    many: int


class Rests:
    """What a rest makes of each state of one member, for whatever its dice show."""

    def __init__(self, states: MemberStates, book: Book, spent: Rest) -> None:
        self.states, self.book, self.spent = states, book, spent
        self.found: dict[tuple[int, tuple[int, ...]], int | Asks] = {}

    def after(self, number: int, shown: tuple[int, ...]) -> int | Asks:
        """Return the state after the rest if its dice show this; or the dice that it asks for next."""
        if (number, shown) not in self.found:
            self.found[number, shown] = self.work_out(number, shown)
        return self.found[number, shown]

    def work_out(self, number: int, shown: tuple[int, ...]) -> int | Asks:
        member = self.states[number]
        if member.fate == DEAD_FATE:
            return number
        ready = list(shown)

        def die(sides: int, count: int) -> int:
            if not ready:
                raise NeedDice(sides, count)
            return ready.pop(0)

        try:
            now, _ = rest_member(member, self.book, self.spent, die)
        except NeedDice as asked:
            return Asks(asked.sides, asked.count)
        return self.states.number(now)

    def rest(self, ids: Array, days: Array, seed: int) -> Array:
        """Return the states of many days after it; `seed` is that of this rest of this member."""
        new = ids.copy()
        for number in np.unique(ids):
            if number != NOT_JOINED:
                rows = np.flatnonzero(ids == number)
                self.settle(int(number), (), rows, days, seed, 0, new)
        return new

    def settle(
        self, number: int, shown: tuple[int, ...], rows: Array, days: Array, seed: int, rolled: int, new: Array
    ) -> None:
        """Follow the dice of these days until each has its state."""
        found = self.after(number, shown)
        if not isinstance(found, Asks):
            new[rows] = found
            return
        keys = keys_of_seeds(many_keys(seed, days[rows]))
        sums = sum(many_faces(keys, n, found.sides) for n in range(rolled, rolled + found.many))
        for total in np.unique(sums):
            part = rows[sums == total]
            self.settle(number, (*shown, int(total)), part, days, seed, rolled + found.many, new)


def seed_of_rest(seed: int, step: int, member: int, chosen: bool) -> int:
    return rest_seed(seed, step, member, chosen)


# --- what a fight leaves


class Transitions:
    """What the ends of fights make of one member: from the state before and the words of its record to the state after.

    Words are found again by a hash; that they are the same words is compared, so no two are ever mixed up."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.hashes = np.zeros(0, np.uint64)  # sorted
        self.order = np.zeros(0, np.int64)  # of each hash the transition
        self.words = np.zeros((0, width + 1), np.uint64)
        self.after = np.zeros(0, np.int64)
        self.extra: list[tuple[int, int]] = []

    def look_up(self, words: Array, hashes: Array) -> Array:
        """Return the number of each transition; -1 for words that are new."""
        if not len(self.hashes):
            return np.full(len(words), -1, np.int64)
        at = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
        found = self.order[at]
        same = (self.hashes[at] == hashes) & (self.words[found] == words).all(axis=1)
        return np.where(same, found, -1)

    def add(self, words: Array, after: Sequence[int]) -> None:
        """Add transitions that are new."""
        self.words = np.concatenate([self.words, words])
        self.after = np.concatenate([self.after, np.array(after, np.int64)])
        hashes = hash_rows(self.words)
        order = np.argsort(hashes, kind="stable")
        self.hashes, self.order = hashes[order], order


def hash_rows(words: Array) -> Array:
    """Return a hash of each row of words: a sum in which each column has an odd factor of its own."""
    h: Array = (words ^ words >> np.uint64(29)) @ column_factors(words.shape[1])
    mixed: Array = h ^ h >> np.uint64(32)
    return mixed


@cache
def column_factors(columns: int) -> Array:
    return np.array([mix64(n + 1) | 1 for n in range(columns)], np.uint64)
