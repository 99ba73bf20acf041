"""Learning environments: fights as PettingZoo's agents meet them, and many at once by compiled rules (extra `rl`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from affray.errors import AffrayError
from affray.scenario import open_scenario, with_chosen_tactics

if TYPE_CHECKING:
    from affray.engine.encounter import Encounter
    from affray.learning.aec import FightEnv
    from affray.learning.fight_batch import FightBatch
    from affray.rules.book import Book
    from affray.scenario import House, ScenarioChoice, TacticChoice

__all__ = ["batch", "env"]
BOTH = "both"


def env(
    scenario: ScenarioChoice,
    *,
    rules: str | Book | None = None,
    players: str | Sequence[str] = BOTH,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    render_mode: str | None = None,
) -> FightEnv:
    """Return a PettingZoo AEC environment of this fight. Its agents are the sides in `players`, all of them if it is
    "both"; the others play by their tactics. The other arguments are those of `affray.start`."""
    if find_spec("pettingzoo") is None:
        raise AffrayError("learning environments need PettingZoo, which is missing; pip install 'affray[rl]'")
    from affray.learning.aec import FightEnv

    return FightEnv(*open_for(scenario, rules, house, tactics), options or {}, players, render_mode)


def batch(
    scenario: ScenarioChoice,
    fights: int,
    *,
    rules: str | Book | None = None,
    player: str | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    seed: int = 0,
) -> FightBatch:
    """Return so many fights at once, by compiled rules, with the same actions and observations as `env`. The side
    `player` (the players', if none is named) is asked; the others play by their tactics."""
    from affray.learning.fight_batch import FightBatch

    return FightBatch(*open_for(scenario, rules, house, tactics), options or {}, player, fights, seed)


def open_for(
    scenario: ScenarioChoice,
    rules: str | Book | None,
    house: House,
    tactics: Mapping[str, TacticChoice] | None,
) -> tuple[Encounter, Book]:
    encounter, book = open_scenario(scenario, rules, house)
    return with_chosen_tactics(encounter, book, tactics or {}), book
