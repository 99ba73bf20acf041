"""A package of somebody else, as if it were installed: its entry points are found, and forgotten afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any

import pytest

from affray import rules
from affray.engine.clauses import BY_ID, CLAUSES, EVERY
from affray.houserules.plan import owner

POINTS = EntryPoints(
    [
        EntryPoint("stranger", "stranger:BOOK", rules.BOOKS),
        EntryPoint("gone", "nowhere_to_be_found:BOOK", rules.BOOKS),
        EntryPoint("mute", "stranger:DEPTH", rules.BOOKS),
        EntryPoint("alias", "stranger:BOOK", rules.BOOKS),
        EntryPoint("hard", "stranger:HARD_TO_KILL", rules.SEAMS),
        EntryPoint("misfit", "stranger:MISFIT", rules.SEAMS),
    ]
)


def with_points(**asked: Any) -> Any:
    """Those of ours, for others whatever is really there."""
    return POINTS.select(**asked) if asked.get("group") in (rules.BOOKS, rules.SEAMS) else entry_points(**asked)


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("importlib.metadata.entry_points", with_points)
    rules.forget()
    yield
    rules.forget()
    for id in [id for id in BY_ID if id.startswith("stranger.")]:
        CLAUSES.pop(BY_ID.pop(id))
    EVERY[:] = [option for option in EVERY if owner(option) != "stranger"]
    sys.modules.pop("stranger", None)
