"""One fight of the day, played on many days at once by a compiled kernel: each row begins with members of its own.

All fights of a step share their shelves of weapons and effects, so that a member is the same words in each. Days are
played together whose parties have the same members there, and on whom nothing else in the fight depends: a group. Its
start is a fight put together for one of its days; for others the kernel exchanges what tells their members apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import RLock
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from affray.compiler.kernels import cache
from affray.compiler.kernels.assumptions import GENERAL, Assumptions, Change, absent_fields
from affray.compiler.kernels.building import LIGHT, Kernel, assumptions, is_ready, kernel
from affray.compiler.kernels.counting import Sums, checksum
from affray.compiler.kernels.players import ROW_NUMBERS, ROW_PLACES, ROW_WORDS
from affray.compiler.kernels.record import NO_COLUMNS, fight_record, pack, record_layout
from affray.delves.day import NextFight, play_plainly
from affray.delves.groups import WORD, Group, broken_assumptions, field_places, put_field, with_sign
from affray.delves.model import Delve, FightStep, encounter_of, fight_seed
from affray.delves.states import Array, MemberStates, Transitions, hash_rows
from affray.engine.dice import GAMMA, MASK, mix64
from affray.engine.encounter import Encounter, Member
from affray.engine.state import Combatant, Fight, clone
from affray.engine.vocabulary import ABSENT, DEAD, FLED, LURKING, OUT, PETRIFIED, SURRENDERED, bits
from affray.party.aftermath import AFTER_CONDITIONS, AFTER_FIELDS, after_fight
from affray.rules.book import Book, Roster
from affray.rules.shared.experience import awards, stake
from affray.rules.shared.house import XP_PRIME
from affray.rules.shared.setup import brings_fire, with_shelves

STAKE = OUT | bits(ABSENT, LURKING, SURRENDERED, FLED, DEAD, PETRIFIED)  # conditions that what is earned depends on
CHARISMA = 5
KEY_BITS = 60  # of the key of a group
MAX_BROKEN, BROKEN_SHARE = 8, 20_000  # an assumption is dropped that so many fights break, and one in so many


class Played(NamedTuple):
    """What a step came to on some days: arrays over its rows."""

    winner: Array
    rounds: Array
    rolled: Array
    checksum: int
    transitions: list[Array]  # of each member there
    xp: list[Array]
    after: list[Array]  # the state of each member there
    used: Array  # of each spell and thing that is counted, how many were used up


class StepPlan:
    """One fight of the day: its shelves, its kernel, and everything that has come up on the days so far."""

    def __init__(
        self,
        delve: Delve,
        step: FightStep,
        book: Book,
        options: Mapping[str, int],
        states: Sequence[MemberStates],
        seed: int,
    ) -> None:
        self.delve, self.step, self.book, self.options, self.states = delve, step, book, options, states
        self.seed, self.lock = fight_seed(seed, step.number), RLock()
        shelved = with_shelves(book.setup(), step.encounter)
        assert shelved.shelves is not None
        self.shelves, self.builder = shelved.shelves, replace(book, setup=lambda: shelved)
        members = {place: one for place, one in enumerate(delve.party.members) if delve.joins[place] <= step.number}
        self.everybody, _ = self.build(encounter_of(step, delve.side, members, (1 << len(step.reinforcements)) - 1))
        self.side = next(n for n, side in enumerate(step.encounter.sides) if side.name == delve.side)
        self.target = self.assumed = GENERAL
        self.dropped: set[Change] = set()
        self.broken_by: Counter[Change] = Counter()
        self.played = 0
        self.combatants: list[dict[int, Combatant]] = [{} for _ in states]
        self.joint = [Numbered() for _ in states]  # of each state what the rest of the fight depends on
        self.fire = [Numbered() for _ in states]  # ... and whether they bring fire
        self.joint_kinds: dict[tuple[Any, ...], int] = {}
        self.groups: dict[Any, Group] = {}
        self.stakes = Stakes()
        self.use(GENERAL)

    def build(self, encounter: Encounter) -> tuple[Fight, Roster]:
        return self.builder.build(encounter, self.options)

    # --- the kernel

    def use(self, assumed: Assumptions) -> None:
        """Play with these assumptions from now on; what depends on the layout of the record is worked out again."""
        self.assumed, self.program = assumed, kernel(self.book, LIGHT, assumed)
        self.layout = record_layout(self.book, NO_COLUMNS, assumed)
        one = self.layout["who"].base
        self.each = one.itemsize // WORD
        paths = [*AFTER_FIELDS, *self.book.after_fields]
        self.carried_fields = [(path, found) for path in paths if (found := field_places(one, path))]
        self.carried_places = [place for _, places in self.carried_fields for place in places]
        self.tables: tuple[tuple[int, int], Array] | None = None
        self.member_rows = [Numbered() for _ in self.states]
        self.member_words = np.zeros((0, self.each), np.uint64)
        columns = len({place.byte // WORD for place in self.carried_places})
        self.transitions = [Transitions(columns) for _ in self.states]
        self.losses = [np.zeros((0, len(states.counted)), np.int64) for states in self.states]

    def aim(self) -> Assumptions:
        """Return what may be assumed of this step's fights, as far as is known."""
        if self.target == GENERAL:
            with self.lock:
                every = assumptions(self.book, self.everybody)
                self.dropped |= known_changes(self.book, self.everybody)
                self.target = every.without(self.dropped)
                self.combatants = [{} for _ in self.states]  # they are looked at again
        return self.target

    def choose(self, wait: bool) -> None:
        """Take the kernel for these fights as soon as it is ready; with `wait`, compile it."""
        with self.lock:
            if self.assumed != self.target and (wait or is_ready(self.book, LIGHT, self.target)):
                self.use(self.target)

    def keep_to(self, broken: set[Change]) -> None:
        """Drop assumptions that a start breaks: members come with wounds that nobody had in the morning."""
        if not broken:
            return
        self.dropped |= broken
        save_changes(self.book, self.everybody, self.dropped)
        self.target = self.target.without(broken)
        if self.assumed != GENERAL:
            self.use(self.target if is_ready(self.book, LIGHT, self.target) else GENERAL)
            raise BrokenStart

    def tables_record(self, shelved: tuple[int, int]) -> Array:
        """Return a record with nothing but what the fights of this step share: options, weapons, effects."""
        if self.tables is None or self.tables[0] != shelved:
            bare = replace(self.everybody, who=[], side=[], groups=[], covers=[])
            self.tables = shelved, fight_record(self.book, bare, NO_COLUMNS, self.assumed)
        return self.tables[1]

    # --- members as words

    def row_of(self, place: int, number: int) -> int:
        """Return where the words of a member in a state are."""
        words = self.words_of(place, number)
        self.member_words = np.concatenate([self.member_words, words[np.newaxis]])
        return len(self.member_words) - 1

    def words_of(self, place: int, number: int) -> Array:
        """Return a member as words of the record, as they are in a fight of their own."""
        record = np.zeros(1, self.layout["who"].base)
        pack(self.combatant(place, number), record[0])
        words: Array = record.view(np.uint64).reshape(-1)
        return words

    def combatant(self, place: int, number: int) -> Combatant:
        """Return a member put into a fight against one of the others of this step."""
        if number not in self.combatants[place]:
            member = self.states[place][number]
            alone = encounter_of(self.step, self.delve.side, {place: member}, 0)
            others = tuple(
                side if side.name == self.delve.side else replace(side, members=side.members[:1])
                for side in alone.sides
            )
            fight, _ = self.build(replace(alone, sides=others, objectives=(), speaker=""))
            who = next(c for c in fight.who if c.side == self.side)
            self.combatants[place][number] = who
            self.keep_to(broken_assumptions(self.target, replace(fight, who=[who]), "Combatant"))
        return self.combatants[place][number]

    # --- groups

    def grouped(self, come: Array, ids: Array) -> list[tuple[Group, int, Array]]:
        """Return the days of each group: whom the rest of the fight finds there is the same."""
        key, fire = come.astype(np.int64), np.zeros(len(ids), bool)
        kinds, most = [], len(self.step.reinforcements) + 1
        for place, states in enumerate(self.states):
            able = states.able(ids[:, place])
            self.joint[place].reach(len(states.members))
            self.fire[place].reach(len(states.members))
            self.joint[place].fill(ids[able, place], partial(self.joint_kind, place))
            kind = np.where(able, self.joint[place].table[ids[:, place]], 0)
            fire |= able & (self.fire[place].table[ids[:, place]] > 0)
            kinds.append(kind)
            if (most := most + (len(self.joint_kinds) + 1).bit_length()) > KEY_BITS:
                key = np.unique(key, return_inverse=True)[1]
                most = len(key).bit_length() + (len(self.joint_kinds) + 1).bit_length()
            key = (key << (len(self.joint_kinds) + 1).bit_length()) + kind
        key = key * 2 + fire
        found = []
        order = np.argsort(key, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(key[order])) + 1):
            row = rows[0]
            name = (int(come[row]), tuple(int(kind[row]) for kind in kinds), bool(fire[row]))
            if name not in self.groups:
                there = {place: int(ids[row, place]) for place in range(len(kinds)) if kinds[place][row]}
                self.groups[name] = Group(self, name[0], there)
            found.append((self.groups[name], name[0], rows))
        return found

    def joint_kind(self, place: int, number: int) -> int:
        """Return a number for what the rest of the fight depends on in a member, from 1; and note who brings fire,
        which some foes fear."""
        who = self.combatant(place, number)
        fire = brings_fire(SimpleNamespace(arms=self.shelves), who)  # type: ignore[arg-type]
        self.fire[place].put(number, int(fire))
        facts = (who.conditions, who.abilities[CHARISMA], who.aura, who.regenerates)
        return self.joint_kinds.setdefault(facts, len(self.joint_kinds) + 1)

    # --- what an end means

    def new_transitions(self, group: Group, seat: int, words: Array) -> None:
        """Work out what ends that have not come up before make of a member."""
        place = group.places[seat]
        afters = [self.state_after(group, seat, row) for row in words]
        lost = [self.states[place].losses(int(row[-1]), after) for row, after in zip(words, afters, strict=True)]
        self.losses[place] = np.concatenate([self.losses[place], np.array(lost, np.int64).reshape(len(lost), -1)])
        self.transitions[place].add(words, afters)

    def state_after(self, group: Group, seat: int, words: Array) -> int:
        place, before = group.places[seat], int(words[-1])
        began = self.combatant(place, before)
        now = self.combatant_after(began, group, seat, words)
        fights: list[Any] = [SimpleNamespace(who=[one], arms=group.fight.arms) for one in (began, now)]
        member = self.states[place][before]
        left, _ = after_fight(self.book, fights[0], fights[1], 0, member, self.shelves.arms.names)
        return self.states[place].number(left)

    def combatant_after(self, began: Combatant, group: Group, seat: int, words: Array) -> Combatant:
        """Return a combatant as a fight has left it, in all that is asked of it afterwards."""
        now, kept = clone(began), words.tolist()
        for (path, places), fields in zip(self.carried_fields, group.decoders[seat], strict=True):
            values = [with_sign(kept[column] >> shift & (1 << size) - 1, size) for column, shift, size in fields]
            put_field(now, path, places, values)
        return now

    def shares(self, group: Group, kept: Array, transitions: Sequence[Array]) -> list[Array]:
        """Return what each member there has earned on each day: worked out once for equal stakes."""
        conditions = kept[:, group.conditions] & np.uint64(STAKE)
        stakes = self.stakes.of(group.fight, conditions)
        parts = [np.sort(stakes[:, alike], axis=1) if len(alike) > 1 else stakes[:, alike] for alike in group.alike]
        words = np.concatenate(parts, axis=1).astype(np.uint64)
        if group.fight.rules[XP_PRIME]:
            words = np.concatenate([words, *(kept[:, seat] for seat in group.carried)], axis=1)
        _, first, back = np.unique(hash_rows(words), return_index=True, return_inverse=True)
        assert (words[first][back] == words).all(), "two ends with one hash"
        table = []
        for row in first:
            key = words[row].tobytes()
            if key not in group.xp:
                how = [int(each[row]) for each in transitions]
                group.xp[key] = self.work_out_xp(group, conditions[row].tolist(), how)
            table.append(group.xp[key])
        found = np.array(table, np.int64).reshape(len(first), len(group.places))[back]
        return [found[:, seat] for seat in range(len(group.places))]

    def work_out_xp(self, group: Group, conditions: Sequence[int], transitions: Sequence[int]) -> tuple[int, ...]:
        now = group.ended
        for who, word in zip(now.who, conditions, strict=True):
            who.conditions = with_sign(word, 64)
        for seat, number in enumerate(group.numbers) if group.fight.rules[XP_PRIME] else ():
            words = self.transitions[group.places[seat]].words[transitions[seat]]
            began = self.combatant(group.places[seat], int(words[-1]))
            now.who[number].abilities = self.combatant_after(began, group, seat, words).abilities
        found = [award for award in awards(self.book, group.roster, group.fight, now) if award.side == self.delve.side]
        shares = {name: share for award in found for name, share in award.shares.items()}
        return tuple(shares.get(group.roster.who[number], 0) for number in group.numbers)

    # --- playing

    def play(self, come: Array, ids: Array, days: Array) -> Iterator[tuple[Group, int, Array, Played]]:
        """Play the fights of these days, group by group; `ids` are the states of all members, a row for each day."""
        left = np.arange(len(days))
        while left.size:
            with self.lock:
                try:
                    groups = self.grouped(come[left], ids[left])
                except BrokenStart:
                    continue
            layout, again = self.layout, list[Array]()
            for group, bits_come, rows in groups:
                mine = left[rows]
                played = self.play_group(group, bits_come, ids[mine][:, group.places], days[mine], layout)
                if played is None:
                    again.append(mine)
                else:
                    yield group, bits_come, mine, played
            left = np.concatenate(again) if again else left[:0]

    def play_group(self, group: Group, come: int, ids: Array, days: Array, layout: object) -> Played | None:
        """Play the fights of a group; None where the layout of the record has changed meanwhile."""
        with self.lock:
            try:
                rows = self.chosen_rows(group, ids)
                group.lay_out(self)
            except BrokenStart:
                return None
            if layout is not self.layout:
                return None
            members, program = self.member_words, self.program
        kept, total, broken = self.run(group, rows, members, days, program)
        with self.lock:
            if layout is not self.layout:
                return None
            found = self.found(group, ids, kept, broken)
            for row in broken:
                total += self.play_plainly(group, come, ids, days, row, found)
            found = self.carried_over(group, found)._replace(checksum=total & MASK)
            self.count_broken(len(days))
        return found

    def carried_over(self, group: Group, found: Played) -> Played:
        """Return the states after, and how much was used up, from the transitions."""
        used = []
        for place, how in zip(group.places, found.transitions, strict=True):
            lost = self.losses[place]
            used.append(np.bincount(how, minlength=len(lost)) @ lost)
        after = [self.transitions[place].after[how] for place, how in zip(group.places, found.transitions, strict=True)]
        return found._replace(after=after, used=sum(used, np.zeros(len(self.states[0].counted), np.int64)))

    def chosen_rows(self, group: Group, ids: Array) -> Array:
        """Return for each row and member where its words are."""
        rows = np.zeros(ids.shape, np.int64)
        for seat, place in enumerate(group.places):
            self.member_rows[place].fill(ids[:, seat], partial(self.row_of, place))
            rows[:, seat] = self.member_rows[place].table[ids[:, seat]]
        return rows

    def run(
        self, group: Group, rows: Array, members: Array, days: Array, program: Kernel
    ) -> tuple[Array, int, list[int]]:
        """Run the kernel over all rows; return what it kept, the checksum, and the rows that broke an assumption."""
        mine = group.buffers()
        kept = np.zeros((len(days), len(group.kept_places)), np.uint64)
        arrays = {
            "members": members, "masks": group.kept_masks, "ends_kept": kept, "dice_numbers": days,
            "seats": group.seats, "chosen": rows, "places": group.kept_places,
        }  # fmt: skip
        numbers = {"carried": len(group.places), "member_words": self.each, "words_kept": len(group.kept_places)}
        batch = np.array(
            [0, 0, 0, mix64(self.seed & MASK) + GAMMA & MASK, group.first, group.end,
             group.start.ctypes.data, mine.state.ctypes.data, *[mine.sums.ctypes.data] * len(Sums._fields),
             *(numbers[name] for name in ROW_NUMBERS),
             *(arrays[name].ctypes.data for name in (*ROW_WORDS, *ROW_PLACES))], np.uint64,
        )  # fmt: skip
        first, broken = 0, list[int]()
        while first < len(days):
            result = program.call(mine.state.ctypes.data, batch.ctypes.data, first, len(days) - first)
            if result >= 0:
                break
            broken.append(int(batch[2]))
            self.broken_by[program.broken(result)] += 1
            first = broken[-1] + 1
        return kept, int(batch[0]), broken

    def count_broken(self, days: int) -> None:
        """Drop assumptions that break often."""
        self.played += days
        often = {c for c, n in self.broken_by.items() if n > MAX_BROKEN and n * BROKEN_SHARE > self.played}
        if often:
            self.broken_by.clear()
            self.played = 0
            with suppress(BrokenStart):
                self.keep_to(often)

    def found(self, group: Group, ids: Array, kept: Array, broken: list[int]) -> Played:
        """Return what the kept words mean; rows that broke an assumption are left for the plain rules."""
        sound = np.ones(len(kept), bool)
        sound[broken] = False
        part, own = (kept, ids) if not broken else (kept[sound], ids[sound])
        transitions = [self.look_up(group, seat, own[:, seat], part) for seat in range(len(group.places))]
        xp = self.shares(group, part, transitions) if len(part) else [t.copy() for t in transitions]
        every = [group.winner.of(part), group.round.of(part), group.rolled.of(part), *transitions, *xp]
        if broken:
            whole = [np.zeros(len(kept), np.int64) for _ in every]
            for into, values in zip(whole, every, strict=True):
                into[sound] = values
            every = whole
        many = len(group.places)
        return Played(every[0], every[1], every[2], 0, every[3 : 3 + many], every[3 + many :], [], kept[:0, 0])

    def look_up(self, group: Group, seat: int, ids: Array, kept: Array) -> Array:
        """Return the transition of one member on each day."""
        known = self.transitions[group.places[seat]]
        words = np.empty((len(kept), known.width + 1), np.uint64)
        words[:, :-1] = kept[:, group.carried[seat]]
        words[:, 0] &= np.uint64(AFTER_CONDITIONS)
        group.clear_negative_hp(seat, words)
        words[:, -1] = ids
        hashes = hash_rows(words)
        found = known.look_up(words, hashes)
        if (missing := np.flatnonzero(found < 0)).size:
            _, first = np.unique(hashes[missing], return_index=True)
            self.new_transitions(group, seat, words[missing[first]])
            found = known.look_up(words, hashes)
            assert (found >= 0).all(), "two ends with one hash"
        return found

    def play_plainly(self, group: Group, come: int, ids: Array, days: Array, row: int, found: Played) -> int:
        """Play a fight that broke an assumption by the plain rules, write what it came to into its row, and return what
        it adds to the checksum."""
        members = {place: self.states[place][int(ids[row, seat])] for seat, place in enumerate(group.places)}
        encounter = encounter_of(self.step, self.delve.side, members, come)
        fight = NextFight(self.step, encounter, group.places, come, self.seed, int(days[row]))
        roster, began, now = play_plainly(self.book, self.options, fight)
        found.winner[row], found.rounds[row], found.rolled[row] = now.winner, now.round, now.rolled
        earned = [award for award in awards(self.book, roster, began, now) if award.side == self.delve.side]
        shares = {name: share for award in earned for name, share in award.shares.items()}
        for seat, (place, member) in enumerate(members.items()):
            number = group.numbers[seat]
            left, _ = after_fight(self.book, began, now, number, member, roster.arms)
            found.transitions[seat][row] = self.direct_transition(place, int(ids[row, seat]), left)
            found.xp[seat][row] = shares.get(roster.who[number], 0)
        return checksum(now, int(days[row]))

    def direct_transition(self, place: int, before: int, left: Member) -> int:
        """Return a transition from one state to another that no words lead to."""
        known, states = self.transitions[place], self.states[place]
        after = states.number(left)
        words = np.full((1, known.width + 1), MASK, np.uint64)
        words[0, 0], words[0, -1] = after, before
        found = int(known.look_up(words, hash_rows(words))[0])
        if found < 0:
            known.add(words, [after])
            lost = np.array([states.losses(before, after)], np.int64)
            self.losses[place] = np.concatenate([self.losses[place], lost])
            found = len(known.after) - 1
        return found


class Stakes:
    """What an award asks of conditions that somebody has ended with, as numbers."""

    def __init__(self) -> None:
        self.conditions, self.numbers = np.zeros(0, np.uint64), np.zeros(0, np.int64)  # the conditions are sorted

    def of(self, fight: Fight, conditions: Array) -> Array:
        """Return the stakes of many conditions."""
        at = self.find(conditions)
        if (missing := conditions[self.conditions[at] != conditions] if len(self.conditions) else conditions).size:
            every = np.unique(np.concatenate([self.conditions, missing.reshape(-1)]))
            some: list[Any] = [SimpleNamespace(conditions=with_sign(int(each), 64)) for each in every]
            self.conditions, self.numbers = every, np.array([stake(fight, who) for who in some], np.int64)
            at = self.find(conditions)
        found: Array = self.numbers[at]
        return found

    def find(self, conditions: Array) -> Array:
        return np.minimum(np.searchsorted(self.conditions, conditions), max(0, len(self.conditions) - 1))


class Numbered:
    """A number for each state, worked out when it is first asked for."""

    def __init__(self) -> None:
        self.table = np.full(64, -1, np.int64)

    def put(self, number: int, value: int) -> None:
        self.reach(number)
        self.table[number] = value

    def reach(self, number: int) -> None:
        if number >= len(self.table):
            more = np.full(max(number + 1, 2 * len(self.table)) - len(self.table), -1, np.int64)
            self.table = np.concatenate([self.table, more])

    def fill(self, ids: Array, work_out: Callable[[int], int]) -> None:
        """Work out what is missing for these states."""
        if not ids.size:
            return
        self.reach(int(ids.max()))
        for number in np.unique(ids[self.table[ids] < 0]):
            self.put(int(number), work_out(int(number)))


class BrokenStart(Exception):
    """A day begins a fight as the kernel assumes that nobody does; it is played with fewer assumptions."""


# --- assumptions that days break, remembered beside those of single fights


def changes_file(book: Book, start: Fight) -> tuple[str, str]:
    return cache.kernel_folder(book), f"days-{absent_fields(book, start).digest}.json"


def known_changes(book: Book, start: Fight) -> set[Change]:
    text = cache.load_bytes(*changes_file(book, start))
    return {(record, name) for record, name in json.loads(text)} if text else set()


def save_changes(book: Book, start: Fight, changes: set[Change]) -> None:
    cache.save_bytes(*changes_file(book, start), json.dumps(sorted(changes)).encode())
