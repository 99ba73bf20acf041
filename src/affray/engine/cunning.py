"""The tactic `cunning` as a value: how far a side looks ahead. The package `exact` does the thinking."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol

from affray.errors import AffrayError, quote

CUNNING = "cunning"
USUAL_FIGHTS = 100  # of each answer
MOST_FIGHTS, MOST_SECONDS = 100_000, 60.0
WORD = re.compile(r"cunning(?::(?P<number>[0-9]{1,6}(?:\.[0-9]{1,3})?)(?P<unit>s?))?")


class Thinker(Protocol):
    """Whoever looks ahead: in a fight that people play, and in a simulated one."""

    def in_play(self, cunning: Cunning, play: Any) -> tuple[Any, str]: ...
    def in_step(self, cunning: Cunning, step: Any) -> Any: ...


@dataclass(frozen=True)
class Cunning:
    """Plays so many fights forward for each answer, at most so many seconds long, and takes the best answer."""

    fights: int = USUAL_FIGHTS
    seconds: float = inf
    thinker: ClassVar[Thinker]  # `affray.api` provides it

    @classmethod
    def read(cls, word: str) -> Cunning:
        """Read `cunning`, `cunning:400` (fights of each answer) or `cunning:0.5s` (seconds for each answer given)."""
        found = WORD.fullmatch(word)
        number = float(found["number"]) if found and found["number"] else None
        if found and number is None:
            return cls()
        if found and number and found["unit"] and number <= MOST_SECONDS:
            return cls(MOST_FIGHTS, number)
        if found and number and not found["unit"] and number == int(number) <= MOST_FIGHTS:
            return cls(int(number))
        expected = (
            f"cunning, cunning:400 (1 to {MOST_FIGHTS:,} fights) or cunning:0.5s (up to {MOST_SECONDS:g} seconds)"
        )
        raise AffrayError(f"unknown tactic {quote(word)}; expected {expected}")

    def __call__(self, *_: Any) -> Any:
        """Refuse: it must know more of a step than a function is told."""
        raise AffrayError("cunning is asked by the driver, not called")


def looks_ahead(word: str) -> bool:
    """Return whether a tactic is `cunning`, whatever its strength."""
    return word.partition(":")[0] == CUNNING
