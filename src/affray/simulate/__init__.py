"""Many fights at once: batches, tallies, and the compiled rules. `affray.simulate(...)` calls this very module."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from affray.encounter import Encounter
    from affray.rules.book import Book
    from affray.simulate.result import Result
    from affray.table import House


class Simulate(ModuleType):
    """A package that can be called: Python puts it where a function of its name would be."""

    def __call__(
        self,
        scenario: str | Path | Encounter,
        *,
        rules: str | Book | None = None,
        house: House = (),
        options: Mapping[str, str] | None = None,
        tactics: Mapping[str, str] | None = None,
        n: int | None = None,
        error: float | None = None,
        seed: int = 0,
        threads: int = 1,
        plain: bool = False,
        watch: bool = True,
        executor: Executor | None = None,
    ) -> Result:
        """The same fight many times over, and what came of it.

        `scenario`, `rules`, `house` and `options` are as in `affray.start`, `tactics` names one for a side. It is
        fought `n` times, or until every outcome's share is known up to an `error`; 1,000 times if neither is said.
        `watch=False` counts the chances alone, which is faster. An `executor` of `concurrent.futures` plays the fights
        in other processes, `threads` of them."""
        from affray.simulate.batch import simulate
        from affray.table import fought_by, opened

        encounter, book = opened(scenario, rules, house)
        encounter = fought_by(encounter, book, tactics or {})
        return simulate(
            encounter, book, options or {}, seed, n, threads, plain, error=error, watch=watch, executor=executor
        )


sys.modules[__name__].__class__ = Simulate
