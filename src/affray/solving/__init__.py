"""Best play: the exact value of a small fight for a side that plays as well as can be, and the best answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from affray.solving.solution import MAX_STATES, Solution, solve_fight

if TYPE_CHECKING:
    from affray.rules.book import Book
    from affray.scenario import House, ScenarioChoice, TacticChoice

__all__ = ["MAX_STATES", "Solution", "solve", "solve_fight"]


def solve(
    scenario: ScenarioChoice,
    side: str | None = None,
    *,
    both: bool = False,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    leave_out: Sequence[str] = (),
    states: int = MAX_STATES,
) -> Solution:
    """Solve a fight for one side (the players', if none is named) against the tactics of the others.

    With `both` all others play as well as can be too: to keep that side from winning. Of answers whose kind is in
    `leave_out` ("away") none is tried. A fight with more than `states` states is searched instead: only the answers are
    tried that some tactic would give. `found.exact` says which it was. The other arguments are those of `affray.start`.
    """
    from affray.scenario import open_scenario, with_chosen_tactics

    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    return solve_fight(encounter, book, options or {}, side, both=both, leave_out=leave_out, states=states)
