"""Many fights at once: batches, tallies, workers and executors. `affray.simulate` is the way in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from affray.rules.book import Book
    from affray.scenario import House, ScenarioChoice, TacticChoice
    from affray.simulation.batch import ProgressListener
    from affray.simulation.result import Result


def simulate(
    scenario: ScenarioChoice,
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    n: int | None = None,
    error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    watch: bool = True,
    executor: Executor | str | None = None,
    follow: ProgressListener | None = None,
) -> Result:
    """Simulate a fight many times.

    >>> result = simulate("duel", n=200, plain=True)
    >>> result.fights, sorted(result.outcomes)
    (200, ['fighter', 'nobody', 'orc', 'stand-off'])

    `scenario`, `rules`, `house` and `options` are as in `affray.start`. `tactics` gives sides a tactic, by name or as a
    function, which is slower. The fight runs `n` times, or until every outcome's share is known up to an `error`;
    1,000 times if neither is given. `watch=False` counts the chances alone, which is faster. An `executor` of
    `concurrent.futures` runs the fights in other processes, `threads` of them; "processes" and "gpu" are the names of
    two. `follow` is called with a `Progress` a few times a second."""
    if isinstance(executor, str):
        from affray.simulation.executors import open_team  # multiprocessing, only where other processes play

        with open_team(executor, threads) as (found, workers):
            return simulate(
                scenario, rules=rules, house=house, options=options, tactics=tactics, n=n, error=error, seed=seed,
                threads=workers, plain=plain, watch=watch, executor=found, follow=follow,
            )  # fmt: skip
    from affray.scenario import open_scenario, with_chosen_tactics
    from affray.simulation.batch import simulate as play_batch

    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    return play_batch(
        encounter,
        book,
        options or {},
        seed,
        n,
        threads,
        plain,
        error=error,
        watch=watch,
        executor=executor,
        follow=follow,
    )
