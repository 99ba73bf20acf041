"""Scenarios built in Python, side by side, without a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Scenario:
    """A scenario in the making. Every method returns a new one.

    >>> ford = Scenario("The ford", distance=60)
    >>> ford = ford.side("party", {"Anna": {"class": "fighter", "level": 2, "gear": ["sword"]}}, players=True)
    >>> ford = ford.side("goblins", "6 goblin")
    >>> list(ford.values()["sides"])
    ['party', 'goblins']
    """

    title: str = ""
    distance: int | str | None = None
    keys: Values = field(default_factory=dict)  # further keys of a scenario file

    def side(self, name: str, *members: str | Values, **keys: Any) -> Scenario:
        """Return the scenario with one more side: its members as in a file, and keys such as `tactic` or `players`."""
        settings = {key.replace("_", " "): value for key, value in keys.items()}
        sides = {**self.keys.get("sides", {}), name: {**settings, "members": list(members)}}
        return replace(self, keys={**self.keys, "sides": sides})

    def set(self, **keys: Any) -> Scenario:
        """Return the scenario with further keys: `rules`, `terrain`, `options`, `rounds` and others."""
        return replace(self, keys={**self.keys, **{key.replace("_", " "): value for key, value in keys.items()}})

    def values(self) -> dict[str, Any]:
        """Return the scenario as the plain values of a file."""
        head = {"title": self.title, "distance": self.distance}
        return {key: value for key, value in head.items() if value not in ("", None)} | dict(self.keys)
