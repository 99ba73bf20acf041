"""Exact odds: every face of every die through the same steps, equal states merged; too big a fight is simulated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from affray.exact.whole_fights import MAX_STATES, SIMULATED_ERROR, Odds, exact_chances, fight_odds

if TYPE_CHECKING:
    from affray.rules.book import Book
    from affray.scenario import House, ScenarioChoice, TacticChoice

__all__ = ["Odds", "exact_chances", "fight_odds", "odds"]


def odds(
    scenario: ScenarioChoice,
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    error: float = SIMULATED_ERROR,
    states: int = MAX_STATES,
    seed: int = 0,
    threads: int = 1,
) -> Odds:
    """Return the exact odds of a whole fight.

    A fight with more than `states` states is simulated instead, up to `error`; `found.exact` says which it was, and
    `found.why` why. The other arguments are those of `affray.start`.

    >>> found = odds("duel")
    >>> found.exact, round(found.outcomes["fighter"].share, 4)
    (True, 0.736)
    """
    from affray.scenario import open_scenario, with_chosen_tactics

    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    return fight_odds(encounter, book, options or {}, error=error, states=states, seed=seed, threads=threads)
