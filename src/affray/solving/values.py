"""Value iteration over the states of a fight: what each is worth under best play, round by round, and the best answers.

The fight ends after its last round, so value iteration from the end needs no more sweeps than there are rounds, and
nothing is left open. It stops early once a sweep changes nothing any more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from affray.compiler.kernels.best_answers import back_up, compiled_helper, follow_policy
from affray.compiler.kernels.explore import order_states
from affray.compiler.kernels.plan import Array
from affray.engine.state import NOBODY, STAND_OFF
from affray.exact.graph import EPSILON
from affray.solving.exploring import ChoiceExplorer

SMALLEST_CHANGE = 1e-15  # of a value within a round, below which it counts as settled
MOST_SWEEPS = 10_000  # sweeps of one round
NEGLIGIBLE = 1e-15  # chances below this are left aside by a policy that is followed


@dataclass(frozen=True)
class Followed:
    """What a policy comes to: the chance to win, the chance that was left aside, and how often each question is met."""

    value: float
    left: float
    met: Array


class Values:
    """The values of all states, for one side that wants to win and, where it is solved too, another that wants it not
    to."""

    def __init__(self, explorer: ChoiceExplorer, side: int) -> None:
        g, t, root = explorer.graph, explorer.tree, explorer.root
        self.states, edges = int(explorer.counts[0]), int(explorer.counts[2])
        self.runs, self.choices = int(explorer.sums[1]), int(explorer.sums[2])
        self.offset, self.to, self.crosses, self.chance = g.offset, g.to[:edges], g.crosses[:edges], g.chance[:edges]
        self.tree, self.queue = t, t.queue[: self.states]
        itself = self.to == np.repeat(np.arange(self.states), np.diff(g.offset[: self.states + 1]))
        inner = np.where(itself & (self.crosses == 0), -1, self.to).astype(np.int32)
        self.order, self.depth = order_states(self.offset, inner, self.crosses, self.states)
        winner = g.endings[: int(explorer.counts[3]), 0] // 16 + STAND_OFF
        self.ends = (winner == side).astype(np.float64)
        asked = t.choice_asked[: 4 * self.choices].reshape(-1, 4)
        members = np.array([c.side for c in root.who])
        self.greatest = (members[asked[:, 1]] == side).astype(np.int8)
        self.best = np.zeros(self.choices, np.int32)
        self.run_value = np.zeros(self.runs)
        self.rounds = max(1, root.last_round - root.round)
        self.at_the_end = float(root.holding_side == side)
        self.most_ways = int(np.diff(g.offset[: self.states + 1]).max(initial=1))

    def solve(self) -> float:
        """Return what the first state is worth."""
        later, sweeps = np.full(self.states, self.at_the_end), 0
        for _ in range(self.rounds + 1):
            now = np.zeros(self.states)
            sweeps += self.settle_round(later, now)
            changed = float(np.abs(now - later).max(initial=0.0))
            later = now
            if changed == 0.0:
                break
        self.values, self.sweeps = later, sweeps
        return float(later[0])

    def settle_round(self, later: Array, now: Array) -> int:
        """Work out one round from the next; return in how many sweeps."""
        change, call, t = np.zeros(1), compiled_helper(back_up), self.tree
        for sweep in range(1, MOST_SWEEPS):
            call(
                *(self.order, self.states, self.queue, self.offset, self.to, self.crosses, self.chance, t.edge_run),
                *(t.run_first, t.run_before, t.choice_last, self.greatest, self.ends, later, now, self.run_value),
                *(self.best, change),
            )
            if change[0] <= SMALLEST_CHANGE:
                return sweep
        return MOST_SWEEPS

    @property
    def error(self) -> float:
        """Return a bound of the rounding of floats: each step of each round adds up so many products."""
        return EPSILON * (self.rounds + 1) * self.depth * (self.most_ways + 2)

    # --- policies: of each question the run of the answer

    def follow(self, policy: Array, rounds: int | None = None) -> Followed:
        """Send chances through the fight by one policy, from its start to its last round."""
        now, ended, met = np.zeros(self.states), np.zeros(len(self.ends)), np.zeros(self.choices)
        now[0], share, call, t = 1.0, np.zeros(self.runs), compiled_helper(follow_policy), self.tree
        for _ in range(self.rounds + 1):
            then = np.zeros(self.states)
            for _ in range(MOST_SWEEPS):
                call(
                    *(self.order, self.states, self.queue, self.offset, self.to, self.crosses, self.chance, t.edge_run),
                    *(t.run_first, policy, now, then, ended, share, met),
                )
                if now.sum() <= NEGLIGIBLE:
                    break
            now = then
            if now.sum() <= NEGLIGIBLE:
                break
        return Followed(float(ended @ self.ends) + self.at_the_end * float(now.sum()), float(now.sum()), met)

    def by_key(self, best: Array, met: Array) -> Array:
        """Return the policy with one answer for all questions of one key: that of the one which is met most."""
        runs, of = self.answers()
        said = self.tree.run_answer[: 3 * self.runs].reshape(-1, 3)
        keys, group = np.unique(self.tree.choice_key[: self.choices], return_inverse=True)
        order = np.argsort(met, kind="stable")
        leader = np.zeros(len(keys), np.int64)
        leader[group[order]] = order  # the last one written is met most
        same = (said[runs] == said[best[leader[group[of]]]]).all(axis=1)
        merged = best.copy()
        merged[of[same]] = runs[same]
        return merged

    def answers(self) -> tuple[Array, Array]:
        """Return all runs that follow an answer, and the question of each: in the order of the runs."""
        question = np.full(self.runs, NOBODY, np.int64)
        runs, of = self.tree.choice_last[: self.choices].astype(np.int64), np.arange(self.choices)
        while len(runs):
            question[runs] = of
            before = self.tree.run_before[runs].astype(np.int64)
            there = before >= 0
            runs, of = before[there], of[there]
        found = np.flatnonzero(question >= 0)
        return found, question[found]

    def states_of_questions(self) -> Array:
        """Return the state in which each question is met."""
        first = self.tree.choice_first[: self.states + 1]
        return np.repeat(np.arange(self.states), np.diff(first))
