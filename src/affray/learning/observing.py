"""What a side may know of a fight, as numbers: of its own people what they know, of others what can be seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Question
from affray.engine.vocabulary import NAMES as CONDITIONS
from affray.log.hidden import visible_health
from affray.rules.book import Book

Vector = npt.NDArray[np.float32]
HEALTH = "down", "badly hurt", "hurt", "fresh"
FEET = 1000.0  # tenths of the book's unit that count as 1
SCORE = 10.0  # points of a score that count as 1
PEOPLE = "there mine health hp max_hp able spells score x y z".split()  # numbers for each combatant, before conditions
GENERAL = "round phase turn value".split()  # ... for the fight and what is asked


@dataclass(frozen=True)
class Observer:
    """Makes vectors of one length for all states of a fight. Everybody has the same place in all of them."""

    book: Book
    n: int

    @property
    def names(self) -> list[str]:
        """Return what each number is."""
        people = [*PEOPLE, *(f"is {condition}" for condition in CONDITIONS)]
        asked = [f"asked {ask}" for ask in self.book.asks]
        about = [f"{what} {i}" for what in ("asked of", "asked about") for i in range(self.n)]
        return [*(f"{i} {what}" for i in range(self.n) for what in people), *GENERAL, *asked, *about]

    @property
    def length(self) -> int:
        return self.n * (len(PEOPLE) + len(CONDITIONS)) + len(GENERAL) + len(self.book.asks) + 2 * self.n

    def vector(self, f: Fight, side: int, q: Question | None, hidden: frozenset[int] = frozenset()) -> Vector:
        """Return what a side knows of a state, and of the question if it is asked one."""
        people = [x for c in f.who[: self.n] for x in self.person(c, side, c.id in hidden and c.side != side)]
        missing = (self.n - min(self.n, f.n)) * (len(PEOPLE) + len(CONDITIONS))
        asks, whom, about = [0.0] * len(self.book.asks), [0.0] * self.n, [0.0] * self.n
        if q is not None:
            asks[q.ask] = 1.0
            for where, who in ((whom, q.who), (about, q.other)):
                if 0 <= who < self.n and not (who in hidden and f.who[who].side != side):
                    where[who] = 1.0
        general = [
            f.round / 100,
            f.phase / len(self.book.phases),
            f.turn / 10,
            q.value / SCORE if q is not None else 0.0,
        ]
        numbers = [*people, *[0.0] * missing, *general, *asks, *whom, *about]
        return np.clip(np.array(numbers, np.float32), -LIMIT, LIMIT)

    def person(self, c: Combatant, side: int, hidden: bool) -> list[float]:
        if hidden:
            return [0.0] * (len(PEOPLE) + len(CONDITIONS))
        mine = c.side == side
        score = c.tempo.score if mine and c.tempo is not None else 0
        spells = sum(1 for spell in c.spells if spell != NOBODY) if mine else 0
        health = HEALTH.index(visible_health(c)) / (len(HEALTH) - 1)
        own = [c.hp / max(1, c.max_hp), c.max_hp / 100] if mine else [0.0, 0.0]
        place = [c.x / FEET, c.y / FEET, c.z / FEET]
        conditions = [float(c.conditions >> i & 1) for i in range(len(CONDITIONS))]
        return [
            float(c.in_fight),
            float(mine),
            health,
            *own,
            float(c.able),
            spells / 10,
            score / SCORE,
            *place,
            *conditions,
        ]


LIMIT = 1000.0  # no number is further from 0
