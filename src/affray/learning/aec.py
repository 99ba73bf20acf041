"""A PettingZoo AEC environment over a fight in progress: its agents are sides, asked as people at the table are."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from affray.engine.dice import MAX_SEED
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.learning.actions import actions_of
from affray.learning.observing import LIMIT, Observer
from affray.play.session import Play
from affray.play.start import start_fight
from affray.rules.book import Book
from affray.scenario import read_options

WON, LOST, DRAWN = 1.0, -1.0, 0.0  # rewards at the end of a fight; there are none before


class FightEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One fight after the other. Reset with a seed begins the first fight of that seed, reset without one the next."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "affray",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        encounter: Encounter,
        book: Book,
        options: Mapping[str, str],
        players: str | Sequence[str],
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise AffrayError(f"render mode {render_mode!r}; expected ansi, human or none")
        self.encounter, self.book, self.options, self.render_mode = encounter, book, options, render_mode
        start, roster = book.build(encounter, read_options(book, options))
        self.possible_agents = agents_of(roster.sides, players)
        self.actions, self.observer = actions_of(book, start), Observer(book, start.n)
        self.seed, self.number, self.told = random.randrange(MAX_SEED), -1, 0
        box = spaces.Box(-LIMIT, LIMIT, (self.observer.length,), np.float32)
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.number += 1
        if seed is not None:
            self.seed, self.number = seed, 0
        self.play: Play = start_fight(
            self.book, self.encounter, self.seed, self.number, self.options, self.possible_agents, False
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection, self.told = self.agents[0], 0
        self.go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.legal
        if action is None or not 0 <= action < len(self.actions) or not self.actions.mask(legal)[action]:
            raise AffrayError(f"action {action} of {agent} is not legal now; expected one that the action mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.play.do(self.actions.answer(int(action), legal))
        self.go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    @property
    def legal(self) -> list[Any]:
        """Return the legal answers to the question that stands."""
        return [choice.answer for choice in self.play.legal]

    def go_on(self) -> None:
        """Let the next one answer, or end the fight."""
        if self.play.over:
            winner = self.play.winner
            drawn = winner not in self.play.roster.sides
            for agent in self.agents:
                self.rewards[agent] = DRAWN if drawn else WON if agent == winner else LOST
                self.terminations[agent] = True
        else:
            self.agent_selection = self.asked

    @property
    def asked(self) -> str:
        asked = self.play.asks
        assert asked is not None
        assert asked.question is not None
        return self.play.roster.sides[self.play.state.who[asked.question.who].side]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a side may know before the step in which a question stands, and its legal actions."""
        play = self.play
        asked = play.asks
        mine = asked is not None and not play.over and self.asked == agent
        question = asked.question if mine and asked is not None else None
        side, f = play.roster.sides.index(agent), play.state_before_step
        mask = self.actions.mask(self.legal) if mine else np.zeros(len(self.actions), np.int8)
        return {"observation": self.observer.vector(f, side, question, play.hidden.now), "action_mask": mask}

    def words(self, action: int) -> str:
        """Return the words for an action, as the question stands."""
        return next(
            (choice.words for choice in self.play.legal if self.actions.answer(action, self.legal) == choice.answer),
            "not legal now",
        )

    def render(self) -> str | None:
        """Print what was told since the last time; with the mode `ansi` return it."""
        lines = str(self.play.log).splitlines()
        new, self.told = lines[self.told :], len(lines)
        if self.render_mode == "ansi":
            return "\n".join(new)
        if new:
            print("\n".join(new))
        return None

    def close(self) -> None:
        """Do nothing: a fight holds on to nothing outside."""


def agents_of(sides: Sequence[str], players: str | Sequence[str]) -> list[str]:
    if players in ("both", "all"):
        return list(sides)
    wanted = [players] if isinstance(players, str) else list(players)
    for name in wanted:
        if name not in sides:
            raise AffrayError(f"no side {name!r}; expected {', '.join(sides)} or both")
    return [side for side in sides if side in wanted]
