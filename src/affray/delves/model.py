"""An adventuring day as plain frozen values: its party, its steps, and when the party rests or goes home."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from affray.delves.conditions import Condition
from affray.engine.dice import GAMMA, MASK, face, fight_key, mix64
from affray.engine.encounter import Encounter, HouseRule, Member, Party
from affray.rules.book import Rest

if TYPE_CHECKING:
    from affray.delves.day import Moment

PRESS_ON, REST, GO_HOME = CHOICES = ("press on", "rest", "go home")
Policy: TypeAlias = "Callable[[Moment], str]"  # decides after each fight: one of CHOICES

# how a day ends
THROUGH, HOME, DRIVEN_OFF, LOST = ENDS = ("through", "home", "driven off", "lost")
END_WORDS = {
    THROUGH: "gets through",
    HOME: "goes home",
    DRIVEN_OFF: "is driven off",
    LOST: "is lost",
}


class Chance(NamedTuple):
    """So many in so many."""

    times: int
    of: int

    def __str__(self) -> str:
        return f"{self.times} in {self.of}"


@dataclass(frozen=True)
class Reinforcement:
    """Members of a side who join it for one fight, or do not."""

    side: str
    first: int  # their place among the members of the side
    count: int
    chance: Chance | None
    when: Condition | None
    words: str


@dataclass(frozen=True)
class FightStep:
    """One fight of the day. Its encounter has everybody who may come: the whole party and all reinforcements."""

    number: int  # its place among the steps, from 0
    title: str
    encounter: Encounter
    chance: Chance | None = None
    when: Condition | None = None
    reinforcements: tuple[Reinforcement, ...] = ()
    rest_when: Condition | None = None  # instead of the day's
    home_when: Condition | None = None


@dataclass(frozen=True)
class RestStep:
    """A rest that the file puts between two fights."""

    number: int
    rest: Rest
    when: Condition | None = None

    @property
    def title(self) -> str:
        return "Rest"


Step: TypeAlias = FightStep | RestStep


@dataclass(frozen=True)
class Delve:
    """An adventuring day."""

    name: str
    title: str
    side: str  # of the party, in every fight
    party: Party  # with all who ever belong to it, each with a name of their own
    joins: tuple[int, ...]  # of each member the step with which they join; -1 for those who set out
    steps: tuple[Step, ...]
    rest: Rest = field(default_factory=lambda: Rest(days=1))
    most_rests: int = 1  # by choice; those of the file come besides
    rest_when: Condition | None = None
    home_when: Condition | None = None
    rules: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    house: tuple[HouseRule, ...] = ()
    text: str = ""
    folder: str = ""  # where its party files are looked for
    policy: Policy | None = None  # decides instead of the conditions

    @property
    def fights(self) -> tuple[FightStep, ...]:
        return tuple(step for step in self.steps if isinstance(step, FightStep))

    def conditions(self) -> Iterator[Condition]:
        """Yield all the conditions of the file."""
        every = [self.rest_when, self.home_when]
        for step in self.steps:
            every.append(step.when)
            if isinstance(step, FightStep):
                every += [step.rest_when, step.home_when, *(each.when for each in step.reinforcements)]
        yield from (one for one in every if one is not None)

    def rest_condition(self, step: FightStep) -> Condition | None:
        return step.rest_when if step.rest_when is not None else self.rest_when

    def home_condition(self, step: FightStep) -> Condition | None:
        return step.home_when if step.home_when is not None else self.home_when

    def is_last(self, step: Step) -> bool:
        return step.number == self.steps[-1].number


# --- who fights


def encounter_of(step: FightStep, side: str, members: Mapping[int, Member], come: int) -> Encounter:
    """Return the encounter of a step with these members of the party, by their places, and these reinforcements, as
    bits."""
    absent: dict[str, set[int]] = {}
    for n, each in enumerate(step.reinforcements):
        if not come >> n & 1:
            absent.setdefault(each.side, set()).update(range(each.first, each.first + each.count))
    sides = []
    for party in step.encounter.sides:
        if party.name == side:
            there = tuple(members[place] for place in sorted(members))
        else:
            gone = absent.get(party.name, set())
            there = tuple(one for place, one in enumerate(party.members) if place not in gone)
        sides.append(replace(party, members=there, carried=0, file=""))
    return replace(step.encounter, sides=tuple(sides))


# --- the dice of a day: each fight, chance and rest has its own, which follow from the seed and the number of the day

FIGHT_DICE, CHANCE_DICE, REST_DICE, CHOICE_REST_DICE = range(4)


def derived_seed(seed: int, *parts: int) -> int:
    """Return a seed of its own for a part of the day."""
    for part in parts:
        seed = mix64((seed + (part + 1) * GAMMA) & MASK)
    return seed


def fight_seed(seed: int, step: int) -> int:
    """Return the seed of a step's fights; the number of the day is the number of the fight."""
    return derived_seed(seed, FIGHT_DICE, step)


def rest_seed(seed: int, step: int, member: int, chosen: bool) -> int:
    """Return the seed for what a rest does for one member."""
    return derived_seed(seed, CHOICE_REST_DICE if chosen else REST_DICE, step, member)


def chance_seed(seed: int, step: int) -> int:
    return derived_seed(seed, CHANCE_DICE, step)


def comes_true(chance: Chance | None, seed: int, day: int, die: int) -> bool:
    """Return whether a chance comes true on a day: `die` tells the chances of one step apart."""
    return chance is None or face(fight_key(seed, day), die, chance.of) <= chance.times
