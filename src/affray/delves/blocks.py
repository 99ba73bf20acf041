"""Many days at once: every step of the day for a whole block of days, with arrays of the states that members are in.

The rules of a day are those of day.py: who comes to a fight, when the day ends, what is decided. Fights run in compiled
kernels (rows.py); what they leave, what rests do and what is earned comes from `party/` and the books (states.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from affray.compiler.kernels.counting import HP_BINS
from affray.delves.conditions import Condition, Standing
from affray.delves.day import Moment, all_spells, check_choice_word, combine_facts, words_asked
from affray.delves.groups import Group
from affray.delves.model import (
    DRIVEN_OFF,
    ENDS,
    GO_HOME,
    HOME,
    LOST,
    REST,
    THROUGH,
    Chance,
    Delve,
    FightStep,
    RestStep,
    Step,
    chance_seed,
)
from affray.delves.rows import Played, StepPlan
from affray.delves.states import NOT_JOINED, Array, MemberStates, Rests, many_faces, many_keys, seed_of_rest
from affray.delves.tally import DayTally, Layout, checksum_factor, empty_day_tally, layout_of
from affray.engine.dice import MASK
from affray.rules.book import Book, Rest
from affray.scenario import read_options

GOING = -1  # instead of the number of an end


class DayPlans:
    """What all blocks of a run share: the states that have come up, and the plan of each fight."""

    def __init__(self, delve: Delve, book: Book, options: Mapping[str, str], seed: int) -> None:
        self.delve, self.book, self.seed = delve, book, seed
        self.layout = layout_of(delve)
        self.words = words_asked(delve)
        self.full_spells = all_spells(delve)
        members = delve.party.members
        self.states = [MemberStates(book, self.words, self.layout.words) for _ in members]
        self.begin = [states.number(member) for states, member in zip(self.states, members, strict=True)]
        chosen = read_options(book, options)
        self.plans = {step.number: StepPlan(delve, step, book, chosen, self.states, seed) for step in delve.fights}
        self.rests: dict[tuple[int, Rest], Rests] = {}

    def rests_of(self, place: int, spent: Rest) -> Rests:
        if (place, spent) not in self.rests:
            self.rests[place, spent] = Rests(self.states[place], self.book, spent)
        return self.rests[place, spent]


@dataclass
class Block:
    """Some days in progress: a row for each."""

    days: Array
    ids: Array  # the states of all members, by their places
    end: Array
    last: Array  # the last step with a fight or a rest
    xp: Array
    rests: Array
    chosen: Array
    fights: Array
    rested: Array

    @classmethod
    def of(cls, first: int, count: int, members: int) -> Block:
        numbers = [np.zeros(count, np.int64) for _ in range(4)]
        return cls(
            days=np.arange(first, first + count, dtype=np.int64),
            ids=np.full((count, members), NOT_JOINED, np.int64),
            end=np.full(count, GOING, np.int64),
            last=numbers[0],
            xp=np.zeros((count, members), np.int64),
            rests=numbers[1],
            chosen=numbers[2],
            fights=numbers[3],
            rested=np.zeros(count, bool),
        )


class CompiledDays:
    """Plays blocks of days and adds them up; each thread has one, and all share the plans."""

    def __init__(self, plans: DayPlans) -> None:
        self.plans, self.delve = plans, plans.delve
        self.layout: Layout = plans.layout
        self.reset()

    def reset(self) -> None:
        """Forget what was played."""
        self.tally = empty_day_tally(self.layout)
        self.sums = np.zeros(self.layout.length, np.int64)

    def total(self) -> DayTally:
        self.tally.sums = self.sums.tolist()
        return self.tally

    def play(self, first: int, count: int) -> None:
        block = Block.of(first, count, len(self.plans.states))
        self.join(block, np.arange(count), -1)
        for step in self.delve.steps:
            going = np.flatnonzero(block.end == GOING)
            if isinstance(step, RestStep):
                self.rest_step(block, step, going)
            else:
                self.fight_step(block, step, going)
        block.end[block.end == GOING] = ENDS.index(THROUGH)
        self.count_days(block)

    def join(self, block: Block, rows: Array, step: int) -> None:
        for place, joins in enumerate(self.delve.joins):
            if joins == step:
                block.ids[rows, place] = self.plans.begin[place]

    # --- how the party stands

    def standing(self, block: Block, rows: Array) -> Standing:
        ids, plans = block.ids[rows], self.plans
        facts = [states.facts(ids[:, place]) for place, states in enumerate(plans.states)]
        counts = {"fights": block.fights[rows], "rests": block.rests[rows], "xp": block.xp[rows].sum(axis=1)}
        nothing = np.zeros(len(rows), bool)
        return combine_facts(facts, plans.words, plans.full_spells, counts, block.rested[rows], nothing)

    def holds(self, block: Block, rows: Array, condition: Condition | None) -> Array:
        """Return on which of these days a condition holds; without one, on all."""
        if condition is None:
            return np.ones(len(rows), bool)
        found: Array = np.broadcast_to(condition.holds(self.standing(block, rows)), len(rows))
        return found

    def comes_true(self, chance: Chance | None, block: Block, rows: Array, step: int, die: int) -> Array:
        if chance is None:
            return np.ones(len(rows), bool)
        keys = many_keys(chance_seed(self.plans.seed, step), block.days[rows])
        return many_faces(keys, die, chance.of) <= chance.times

    def able(self, block: Block, rows: Array) -> Array:
        """Return who can fight, a column for each member."""
        found = [states.able(block.ids[rows, place]) for place, states in enumerate(self.plans.states)]
        return np.stack(found, axis=1)

    def end_days(self, block: Block, rows: Array, end: str) -> None:
        block.end[rows] = ENDS.index(end)

    def end_unable(self, block: Block, rows: Array) -> None:
        """End the days on which nobody is left to go on."""
        tried = rows[block.fights[rows] > 0]
        self.end_days(block, tried[~self.able(block, tried).any(axis=1)], LOST)

    # --- steps

    def rest_step(self, block: Block, step: RestStep, rows: Array) -> None:
        rows = rows[self.holds(block, rows, step.when)]
        self.rest(block, step, step.rest, rows, chosen=False)
        self.end_unable(block, rows)

    def rest(self, block: Block, step: Step, spent: Rest, rows: Array, chosen: bool) -> None:
        if not rows.size:
            return
        for place, states in enumerate(self.plans.states):
            seed = seed_of_rest(self.plans.seed, step.number, place, chosen)
            before = block.ids[rows, place]
            after = self.plans.rests_of(place, spent).rest(before, block.days[rows], seed)
            block.ids[rows, place] = after
            died = states.alive(before) & ~states.alive(after)
            self.sums[self.layout.at("died", step.number, place)] += int(died.sum())
        self.sums[self.layout.at("rested", step.number)] += len(rows)
        block.rests[rows] += 1
        block.rested[rows] = True
        block.last[rows] = step.number

    def fight_step(self, block: Block, step: FightStep, rows: Array) -> None:
        rows = rows[self.holds(block, rows, step.when)]
        rows = rows[self.comes_true(step.chance, block, rows, step.number, 0)]
        if not rows.size:
            return
        come = self.reinforcements(block, step, rows)
        self.join(block, rows, step.number)
        won = np.zeros(len(rows), bool)
        for group, bits, part, played in self.plans.plans[step.number].play(come, block.ids[rows], block.days[rows]):
            won[part] = played.winner == group.side
            self.count_group(block, step, group, bits, rows[part], played, won[part])
        block.fights[rows] += 1
        block.rested[rows] = False
        block.last[rows] = step.number
        self.end_unable(block, rows)
        self.end_days(block, rows[~won & (block.end[rows] == GOING)], DRIVEN_OFF)
        going = rows[block.end[rows] == GOING]
        if self.delve.is_last(step):
            self.end_days(block, going, THROUGH)
        else:
            self.decide(block, step, going)

    def reinforcements(self, block: Block, step: FightStep, rows: Array) -> Array:
        come = np.zeros(len(rows), np.int64)
        for n, each in enumerate(step.reinforcements):
            here = self.holds(block, rows, each.when)
            come |= (here & self.comes_true(each.chance, block, rows, step.number, n + 1)).astype(np.int64) << n
        return come

    def decide(self, block: Block, step: FightStep, rows: Array) -> None:
        """Go home, rest or press on, by the file or by a function."""
        may_rest = block.chosen[rows] < self.delve.most_rests
        if self.delve.policy is not None:
            said = [self.asked(block, step, int(row)) for row in rows]
            home, rest = np.array([s == GO_HOME for s in said], bool), np.array([s == REST for s in said], bool)
        else:
            conditions = self.delve.home_condition(step), self.delve.rest_condition(step)
            home, rest = (
                np.zeros(len(rows), bool) if one is None else self.holds(block, rows, one) for one in conditions
            )
        self.end_days(block, rows[home], HOME)
        resting = rows[rest & ~home & may_rest]
        block.chosen[resting] += 1
        self.rest(block, step, self.delve.rest, resting, chosen=True)
        self.end_unable(block, resting)

    def asked(self, block: Block, step: FightStep, row: int) -> str:
        """Return what the function of the day says of one day."""
        assert self.delve.policy is not None
        numbers = block.ids[row]
        there = [(states, int(n)) for states, n in zip(self.plans.states, numbers, strict=True) if n != NOT_JOINED]
        members = tuple(states[number] for states, number in there)
        counts = {"fights": int(block.fights[row]), "rests": int(block.rests[row]), "xp": int(block.xp[row].sum())}
        facts = [states.facts_of(number) for states, number in there]
        now = combine_facts(facts, self.plans.words, self.plans.full_spells, counts, bool(block.rested[row]), False)
        left = self.delve.most_rests - int(block.chosen[row])
        moment = Moment(step, members, now, counts["rests"], left, counts["fights"], counts["xp"])
        return check_choice_word(self.delve.policy(moment))

    # --- counting

    def count_group(
        self, block: Block, step: FightStep, group: Group, come: int, rows: Array, played: Played, won: Array
    ) -> None:
        """Count the fights of a group, and carry over what they have left of everybody."""
        sums, at, n = self.sums, self.layout.at, step.number
        sums[at("fought", n)] += len(rows)
        sums[at("won", n)] += int(won.sum())
        sums[at("rounds", n)] += int(played.rounds.sum())
        sums[at("dice", n)] += int(played.rolled.sum())
        for bit in range(len(step.reinforcements)):
            sums[at("reinforced", n, bit)] += (come >> bit & 1) * len(rows)
        first = at("used", n, 0)
        sums[first : first + len(played.used)] += played.used
        hp, full = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
        for seat, place in enumerate(group.places):
            states, before = self.plans.states[place], block.ids[rows, place]
            hp += states.hp(before)
            full += states.full_hp(before)
            after = played.after[seat]
            self.count_member(n, place, before, after)
            sums[at("xp", n, place)] += int(played.xp[seat].sum())
            block.xp[rows, place] += played.xp[seat]
            block.ids[rows, place] = after
        sums[at("full hp", n)] += int(full.sum())
        bands = np.where(full > 0, (hp * (HP_BINS - 1) + full - 1) // np.maximum(full, 1), HP_BINS - 1)
        first = at("bands", n, 0)
        sums[first : first + HP_BINS] += np.bincount(np.minimum(bands, HP_BINS - 1), minlength=HP_BINS)
        self.tally.checksum = self.tally.checksum + played.checksum * checksum_factor(n) & MASK

    def count_member(self, step: int, place: int, before: Array, after: Array) -> None:
        sums, at, states = self.sums, self.layout.at, self.plans.states[place]
        alive = states.alive(after)
        sums[at("there", step, place)] += len(before)
        sums[at("died", step, place)] += int((states.alive(before) & ~alive).sum())
        sums[at("out", step, place)] += int((alive & ~states.able(after)).sum())
        sums[at("hp before", step, place)] += int(states.hp(before).sum())
        sums[at("hp after", step, place)] += int(states.hp(after).sum())

    def count_days(self, block: Block) -> None:
        sums, at = self.sums, self.layout.at
        self.tally.fights += len(block.days)
        steps = len(self.delve.steps)
        ends = np.bincount(block.end * steps + block.last, minlength=len(ENDS) * steps)
        first = at("ends", 0, 0)
        sums[first : first + len(ends)] += ends
        xp = block.xp.sum(axis=1)
        sums[at("last xp", 0)] += int(xp.sum())
        sums[at("last xp", 1)] += int((xp * xp).sum())
        alive = np.stack(
            [states.alive(block.ids[:, place]) & (block.ids[:, place] != NOT_JOINED)
             for place, states in enumerate(self.plans.states)], axis=1
        )  # fmt: skip
        joined = (block.ids != NOT_JOINED).sum(axis=1)
        living = alive.sum(axis=1)
        sums[at("nobody died", 0)] += int((living == joined).sum())
        counts: Any = np.bincount(living, minlength=len(self.plans.states) + 1)
        sums[at("alive", 0) : at("alive", 0) + len(counts)] += counts
        sums[at("survives", 0) : at("survives", 0) + alive.shape[1]] += alive.sum(axis=0)
