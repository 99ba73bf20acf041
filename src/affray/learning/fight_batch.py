"""Many fights at once, by compiled rules: the same actions and observations as the environment, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from affray.compiler.kernels.asking import ASKING_KERNEL
from affray.compiler.kernels.assumptions import GENERAL
from affray.compiler.kernels.choosing import MOST_LISTED
from affray.compiler.kernels.record import HALF_WORD, fight_record, places_in
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter
from affray.engine.state import NOBODY, UNDECIDED
from affray.engine.verbs import Question
from affray.engine.vocabulary import FALLEN
from affray.engine.vocabulary import NAMES as CONDITIONS
from affray.exact.graph import make_plan
from affray.learning.actions import actions_of
from affray.learning.observing import FEET, HEALTH, LIMIT, PEOPLE, SCORE, Observer
from affray.rules.book import Book
from affray.scenario import read_options
from affray.solving.exploring import bare_tree, solved_start
from affray.solving.policy import Batch, Layout
from affray.solving.solution import side_number

Numbers = npt.NDArray[np.float32]
WON, LOST, DRAWN = 1.0, -1.0, 0.0


class FightBatch:
    """So many fights that run side by side. One that is over is followed by the next at once."""

    def __init__(
        self, encounter: Encounter, book: Book, options: Mapping[str, str], player: str | None, fights: int, seed: int
    ) -> None:
        start, roster = book.build(encounter, read_options(book, options))
        self.side, self.roster = side_number(start, roster, player), roster
        self.book, self.start, self.count = book, solved_start(book, start, [self.side]), fights
        self.actions, self.observer = actions_of(book, start), Observer(book, start.n)
        record = fight_record(book, self.start, ASKING_KERNEL.beside, GENERAL)
        plan = make_plan(book, self.start, record, GENERAL, ASKING_KERNEL.beside)
        layout = Layout(book, plan, bare_tree(), GENERAL, record.dtype)
        self.batch = Batch(layout, fights, min(MOST_LISTED, len(self.actions) + 1))
        self.lookup, self.offset = lookup_table(self.actions.answers)
        self.seed, self.next_number = seed, 0
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[Numbers, npt.NDArray[np.int8]]:
        """Begin fights 0, 1, 2 … of a seed. Return what is observed in each, and the masks of its legal actions."""
        self.seed, self.next_number = self.seed if seed is None else seed, 0
        self.begin(np.arange(self.count))
        self.run(np.arange(self.count))
        return self.observations(), self.masks()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Numbers, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.int8]]:
        """Act in every fight. Return observations, rewards, which fights were over, and the masks: of a fight that was
        over, those of the fight after it."""
        answers = np.array(self.actions.answers, np.int32)[actions]
        self.batch.answer(np.arange(self.count), answers)
        rewards, over = self.run(np.arange(self.count))
        return self.observations(), rewards, over, self.masks()

    def begin(self, which: npt.NDArray[np.int64]) -> None:
        self.batch.put(which, self.start)
        numbers = range(self.next_number, self.next_number + len(which))
        self.batch.set_keys(which, [fight_key(self.seed, number) for number in numbers])
        self.next_number += len(which)

    def run(self, which: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Run these fights to their next questions; replace those that are over, until all wait."""
        rewards, over = np.zeros(self.count, np.float32), np.zeros(self.count, bool)
        while len(which):
            self.batch.run(which)
            winner = self.batch.fights.winner
            which = which[winner[which] != UNDECIDED]
            first = which[~over[which]]
            rewards[first] = np.where(winner[first] == self.side, WON, np.where(winner[first] < 0, DRAWN, LOST))
            over[which] = True
            self.begin(which)
        return rewards, over

    # --- what is seen

    def masks(self) -> npt.NDArray[np.int8]:
        """Return 1 for each action that is legal now, in a row for each fight."""
        f, masks = self.batch.fights, np.zeros((self.count, len(self.actions) + 1), np.int8)
        kind, target, option = (f.legal[:, :, i] for i in range(3))
        there = np.arange(f.legal.shape[1]) < f.listed[:, None]
        at = self.lookup[
            np.where(there, kind, 0), np.where(there, target + 1, 0), np.where(there, option + self.offset, 0)
        ]
        np.put_along_axis(masks, np.where(there, at, len(self.actions)), 1, axis=1)
        return masks[:, :-1]

    def observations(self) -> Numbers:
        """Return what the side may know, in a row for each fight: the numbers that the environment's vectors have."""
        f, n, book, layout = self.batch.fights, self.start.n, self.book, self.batch.layout
        plan, halves, places = layout.plan, f.states.view(np.int32), places_in(layout.record)
        who = np.ascontiguousarray(f.states[:, plan.who : plan.who + n * plan.each]).view(layout.record["who"].base)
        scales = {"round": 100, "phase": len(book.phases), "turn": 10}
        nothing = np.zeros(self.count)  # of a field that no rule of the book uses
        found = {name: halves[:, places[name] // HALF_WORD] if name in places else nothing for name in scales}
        general = np.stack([found[name] / scale for name, scale in scales.items()], axis=1)
        asks, whom, about = (one_hot(f.question[:, i], size) for i, size in enumerate((len(book.asks), n, n)))
        value = f.question[:, 3:] / SCORE
        parts = [self.people(who), general, value, asks, whom, about]
        return np.clip(np.concatenate(parts, axis=1).astype(np.float32), -LIMIT, LIMIT)

    def people(self, who: Any) -> npt.NDArray[np.float64]:
        """Return what Observer.person returns, for everybody in every fight."""
        mine = np.array([c.side == self.side for c in self.start.who])
        names = who.dtype.names
        score = who["tempo.score"] if "tempo.score" in names else np.zeros(who.shape)
        hp, most = who["hp"], np.maximum(1, who["max_hp"])
        fallen = ~who["in_fight"] | (who["conditions"] & FALLEN != 0) | (hp <= 0)
        health = np.where(fallen, 0, np.where(hp >= who["max_hp"], 3, np.where(hp * 2 > who["max_hp"], 2, 1)))
        parts = {
            "there": who["in_fight"],
            "mine": np.broadcast_to(mine, who.shape),
            "health": health / (len(HEALTH) - 1),
            "hp": np.where(mine, hp / most, 0),
            "max_hp": np.where(mine, who["max_hp"] / 100, 0),
            "able": who["able"],
            "spells": np.where(mine, (who["spells"] != NOBODY).sum(axis=2) / 10, 0),
            "score": np.where(mine, score / SCORE, 0),
            **{axis: who[axis] / FEET for axis in "xyz"},
        }
        columns = [parts[name] for name in PEOPLE]
        columns += [who["conditions"] >> i & 1 for i in range(len(CONDITIONS))]
        return np.stack([np.asarray(c, np.float64) for c in columns], axis=2).reshape(len(who), -1)

    def question(self, i: int) -> Question:
        """Return what is asked in one of the fights."""
        return Question(*map(int, self.batch.fights.question[i]))


def one_hot(numbers: npt.NDArray[np.int32], n: int) -> npt.NDArray[np.float64]:
    return np.asarray((numbers[:, None] == np.arange(n)), np.float64)


def lookup_table(answers: Any) -> tuple[npt.NDArray[np.int64], int]:
    """Return the number of each action by kind, target + 1, and option plus an offset; that after the last where there
    is none."""
    low = min(0, min(a.option for a in answers))
    shape = (
        max(a.kind for a in answers) + 1,
        max(a.target for a in answers) + 2,
        max(a.option for a in answers) - low + 1,
    )
    table = np.full(shape, len(answers), np.int64)
    for number, a in enumerate(answers):
        table[a.kind, a.target + 1, a.option - low] = number
    return table, -low
