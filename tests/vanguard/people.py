"""Short forms for the vanguard book's tests: people with plain numbers, and fights under its rules."""

from __future__ import annotations

from functools import partial
from typing import Any

import helpers
from helpers import Group, side, someone

READY = "d6=6 "  # the one roll of a side without players, or a single player's
scripted = partial(helpers.scripted, book="vanguard")

__all__ = [
    "READY",
    "exposed",
    "players",
    "scripted",
    "someone",
]  # someone has AC 11, Combat Bonus 1, 1d6, 8 hp and 12 metres here


def players(*members: Group, **keys: Any) -> Group:
    return side(*members, players=True, **keys)


def exposed(group: Group) -> Group:
    """A side of which the scenario doesn't say whether it is surprised."""
    return {key: value for key, value in group.items() if key != "surprised"}
