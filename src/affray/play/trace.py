"""The trace of a fight: how everybody stood after each row of its log, and whose each die was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.engine.vocabulary import ABSENT, FALLEN, LURKING, Purpose, bits
from affray.log import People, Recorder
from affray.play.session import Play
from affray.play.stepper import replay_entries


class Stance(NamedTuple):
    """How somebody stands at one moment."""

    side: int
    hp: int
    max_hp: int
    conditions: int
    in_fight: bool
    x: int
    y: int
    z: int
    weapon: int  # in hand, by its number; NOBODY for none

    @property
    def stands(self) -> bool:
        return self.conditions & FALLEN == 0

    @property
    def there(self) -> bool:
        """Return whether they have come into the fight."""
        return self.conditions & bits(ABSENT, LURKING) == 0


class Throw(NamedTuple):
    """One die: whose it was, what for, and what it showed."""

    owner: int  # a combatant; below 0 the referee's or a side's
    purpose: Purpose
    sides: int
    face: int


Stances = tuple[Stance, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Of a fight, for each row of its log everybody by their numbers; and each die by its number."""

    began: Stances
    rows: tuple[Stances, ...]  # as each row was noted
    end: Stances
    throws: Mapping[int, Throw]

    def after(self, row: int) -> Stances:
        """Return how everybody stood after a row: hit points and places as it was noted, and the conditions that
        followed, which rules put on once they have noted them. Before the first row it is -1."""
        if row < 0:
            return self.began
        if row + 1 >= len(self.rows):
            return self.end
        return tuple(map(with_conditions_of, self.rows[row], self.rows[row + 1]))


class Tracer(Recorder):
    """The log of a run, and beside each row of it how everybody stands."""

    __slots__ = ("stances", "throws")

    def __init__(self, people: People | None = None) -> None:
        super().__init__(people)
        self.stances: list[Stances] = []
        self.throws: dict[int, Throw] = {}

    def die(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> int:
        first = f.rolled
        total = super().die(f, owner, purpose, sides, count)
        for number, (_, face) in enumerate(self.dice[-count:], first):
            self.throws[number] = Throw(owner, purpose, sides, face)
        return total

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        super().event(f, kind, clause, who, other, value, was)
        self.stances.append(self.look(f))

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        answer = super().answer(f, q, decide, refusal)
        self.stances.append(self.look(f))
        return answer

    def back_to(self, mark: int) -> None:
        super().back_to(mark)
        del self.stances[mark:]

    def look(self, f: Fight) -> Stances:
        """Return how everybody stands; whoever stands as before is the same object, since most do."""
        before = self.stances[-1] if self.stances else ()
        now = tuple(map(stance_of, f.who[: f.n]))
        if now == before:
            return before
        return tuple(old if old == new else new for old, new in zip(before, now, strict=False)) + now[len(before) :]


def with_conditions_of(now: Stance, later: Stance) -> Stance:
    if now.conditions == later.conditions and now.in_fight == later.in_fight:
        return now
    return now._replace(conditions=later.conditions, in_fight=later.in_fight)


def stance_of(c: Combatant) -> Stance:
    weapon = c.kit[c.hand] if c.hand < len(c.kit) else NOBODY
    return Stance(c.side, c.hp, c.max_hp, c.conditions, c.in_fight, c.x, c.y, c.z, weapon)


def trace(play: Play) -> Trace:
    """Play a fight once more from its entries, and look at everybody at each row of its log."""
    tracer: list[Tracer] = []

    def record(people: People) -> Recorder:
        tracer.append(Tracer(people))
        return tracer[-1]

    stepper = replay_entries(play.setup, play.entries, record)
    seen = tracer[-1]
    began = tuple(map(stance_of, stepper.setup.fight.who[: stepper.setup.fight.n]))
    end = tuple(map(stance_of, stepper.state.who[: stepper.state.n]))
    throws = {number: throw for number, throw in seen.throws.items() if number < stepper.state.rolled}
    return Trace(began, tuple(seen.stances), end, throws)
