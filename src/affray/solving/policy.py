"""A solved policy: the best answer in each state, found again from a fight in progress, and played in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from affray.compiler.kernels.asking import Fights, empty_fights
from affray.compiler.kernels.assumptions import Assumptions
from affray.compiler.kernels.building import ASKING, kernel
from affray.compiler.kernels.choosing import CHOICE_COLUMNS, MOST_GIVEN, Tree
from affray.compiler.kernels.plan import Array, Plan, addresses, flatten
from affray.compiler.kernels.record import WORD, fight_record, places_in
from affray.engine.dice import fight_key
from affray.engine.state import UNDECIDED, Fight, clone
from affray.engine.verbs import Answer, Question
from affray.exact.graph import AssumptionBroken
from affray.rules.book import Book, Roster
from affray.rules.shared.tactics import FIRST, WHIM
from affray.solving.exploring import ChoiceExplorer, bare_tree
from affray.solving.values import Values


@dataclass(frozen=True)
class Layout:
    """How the record of a fight is read: what compiled rules that ask questions need to know of it."""

    book: Book
    plan: Plan
    tree: Tree
    assumed: Assumptions
    record: np.dtype[Any]
    narrow: int = 0
    left_out: int = 0


def layout_of(explorer: ChoiceExplorer) -> Layout:
    narrow, left_out = (int(explorer.state[name][0]) for name in ("narrow", "left_out"))
    tree = bare_tree()._replace(
        anchored=explorer.tree.anchored, hints=explorer.tree.hints, movable=explorer.tree.movable
    )
    return Layout(explorer.book, explorer.plan, tree, explorer.assumed, explorer.state.dtype, narrow, left_out)


@dataclass(frozen=True)
class Policy:
    """Answers by what a state and the dice of its step come to. It is a tactic too: give it to a side in
    `affray.start(…, tactics={"party": found.policy})` or to `affray.simulate`."""

    book: Book
    roster: Roster
    root: Fight
    layout: Layout
    keys: Array  # in order
    answers: Array  # of each key: kind, target, option

    wants_state_before = True  # it is called with the state before the step too: ask_function

    def __len__(self) -> int:
        return len(self.keys)

    def __repr__(self) -> str:
        return f"<Policy: {len(self):,} questions>"

    def find(self, keys: Array) -> tuple[Array, Array]:
        """Return the answer for each key, and whether it is known; a pass where it is not."""
        if not len(self.keys):
            return np.zeros((len(keys), 3), np.int32), np.zeros(len(keys), bool)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = self.keys[at] == keys
        return np.where(known[:, None], self.answers[at], np.array([0, -1, 0], np.int32)), known

    def __call__(self, f: Fight, q: Question, legal: Sequence[Answer], before: Fight | None = None) -> Answer:
        """Return the best answer; where the state is not known what the tactic `first` would say."""
        found = self.answer_from(before, q) if before is not None else None
        if found is not None and found in legal:
            return Answer(*found)
        return self.book.decide(self.with_tactic(f, FIRST), q)

    def answer_from(self, before: Fight, q: Question) -> Answer | None:
        """Run the step from its beginning to this question, and return the best answer."""
        batch = Batch(self.layout, 1)
        batch.put(np.zeros(1, np.int64), self.with_tactic(before, WHIM))
        for _ in range(MOST_GIVEN):
            batch.run(np.zeros(1, np.int64))
            fights = batch.fights
            if fights.winner[0] != UNDECIDED and not fights.listed[0]:
                return None
            answers, known = self.find(fights.key)
            if not known[0]:
                return None
            if tuple(fights.question[0]) == tuple(q):
                return Answer(*map(int, answers[0]))
            batch.answer(np.zeros(1, np.int64), answers)
        return None

    def with_tactic(self, f: Fight, tactic: int) -> Fight:
        """Return a copy in which the solved sides have this tactic."""
        copy = clone(f)
        copy.observer, copy.has_referee = None, False
        for side in copy.side:
            side.engine_questions = 0
        for c in copy.who:
            if c.id < self.root.n and self.root.who[c.id].tactic == WHIM:
                c.tactic = tactic
        return copy

    def play(self, fights: int, seed: int = 0, at_once: int = 4096) -> PolicyResult:
        """Play so many fights by compiled rules, their dice those of this seed."""
        wins: dict[int, int] = {}
        asked = unknown = 0
        for first in range(0, fights, at_once):
            batch = Batch(self.layout, min(at_once, fights - first))
            batch.begin(self.root, seed, first)
            waiting = np.arange(batch.count)
            while len(waiting):
                batch.run(waiting)
                waiting = waiting[batch.fights.winner[waiting] == UNDECIDED]
                answers, known = self.find(batch.fights.key[waiting])
                asked, unknown = asked + len(waiting), unknown + int((~known).sum())
                batch.answer(waiting, answers)
            for winner, times in zip(*np.unique(batch.fights.winner, return_counts=True), strict=True):
                wins[int(winner)] = wins.get(int(winner), 0) + int(times)
        return PolicyResult(fights, wins, asked, unknown)


@dataclass(frozen=True)
class PolicyResult:
    fights: int
    wins: dict[int, int]  # of each side (or NOBODY_LEFT, STAND_OFF) how often it won
    asked: int
    unknown: int  # questions in a state that the policy doesn't know


class Batch:
    """Many fights that run from question to question, by compiled rules."""

    def __init__(self, layout: Layout, count: int, listed: int = 0) -> None:
        self.layout, self.count = layout, count
        self.kernel = kernel(layout.book, ASKING, layout.assumed)
        self.work = layout.plan.base.copy()
        state = self.work.view(layout.record)
        state["narrow"], state["left_out"] = layout.narrow, layout.left_out
        self.fights: Fights = empty_fights(count, layout.plan.end, listed)

    def begin(self, root: Fight, seed: int, first: int) -> None:
        """Let all begin from this state, with the dice of fights `first` and on."""
        self.put(np.arange(self.count), root)
        self.set_keys(np.arange(self.count), [fight_key(seed, first + i) for i in range(self.count)])

    def put(self, which: Array, f: Fight) -> None:
        """Let these fights stand at a state."""
        record = fight_record(self.layout.book, f, CHOICE_COLUMNS, self.layout.assumed)
        self.fights.states[which] = record.view(np.uint64)[: self.layout.plan.end]
        self.fights.given[which] = self.fights.listed[which] = 0
        self.fights.winner[which] = UNDECIDED

    def set_keys(self, which: Array, keys: Sequence[int]) -> None:
        self.fights.states[which, places_in(self.layout.record)["key"] // WORD] = np.array(keys, np.uint64)

    def run(self, which: Array) -> None:
        """Run these fights to their next questions."""
        fights = self.fights._replace(which=np.ascontiguousarray(which, np.int64))
        parts = [addresses(flatten(part)) for part in (self.layout.plan, self.layout.tree, fights)]
        at = self.work.ctypes.data
        result = self.kernel.call(at, at, at, *(part.ctypes.data for part in parts))
        if result < 0:
            raise AssumptionBroken(self.kernel.broken(result))

    def answer(self, which: Array, answers: Array) -> None:
        """Give each of these fights its answer: kind, target, option. One that is not legal is a pass."""
        f = self.fights
        f.answers[which, f.given[which]] = answers
        f.given[which] += 1


def make_policy(book: Book, roster: Roster, explorer: ChoiceExplorer, values: Values, best: Array) -> Policy:
    keys = values.tree.choice_key[: values.choices]
    answers = values.tree.run_answer[: 3 * values.runs].reshape(-1, 3)[best]
    order = np.argsort(keys, kind="stable")
    return Policy(book, roster, explorer.root, layout_of(explorer), keys[order].copy(), answers[order].copy())
