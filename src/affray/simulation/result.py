"""What many fights come to: what was run, the chances, and of each combatant what became of it and what it did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, Any

from affray.compiler.kernels.counting import FATES, HP_BINS, TALLIES, VALUES_PER_COMBATANT
from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.rules.book import Book, Roster
from affray.simulation.chances import QUANTILES, Chances, Mean, Measure, Rounds, Share, chances, counted, quantile
from affray.simulation.tally import Tally

if TYPE_CHECKING:
    from affray.play.session import Play

NAMES = {"lost": "spells_lost", "passed": "morale_passed", "failed": "morale_failed"}  # what is counted, as it is told


@dataclass(frozen=True, slots=True)
class Fighter:
    """One combatant: what becomes of it, and what it does in a fight on average."""

    name: str
    side: str
    dies: Share
    out: Share
    fled: Share
    surrendered: Share
    hp: Mean  # left at the end
    kills: Mean
    dealt: Mean  # damage
    taken: Mean
    hits: Mean
    misses: Mean
    spells_lost: Mean
    morale_passed: Mean
    morale_failed: Mean

    def figures(self) -> Iterator[tuple[str, Share | Mean]]:
        for name in self.__slots__[2:]:
            yield name, getattr(self, name)

    def row(self) -> dict[str, Any]:
        """A row of a table: each figure alone."""
        return {"name": self.name, "side": self.side} | {name: middle(one) for name, one in self.figures()}

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "side": self.side} | {name: one.as_json() for name, one in self.figures()}


def middle(one: Share | Mean) -> float:
    return one.share if isinstance(one, Share) else one.mean


@dataclass(frozen=True)
class Asked:
    """What was asked for."""

    encounter: Encounter
    book: Book
    options: Mapping[str, str]
    start: Fight
    roster: Roster
    seed: int
    first: int
    error: float | None
    watch: bool

    def chances(self, tally: Tally, fights: int = 0) -> Chances:
        sums = tally.sums
        return chances(sums.ends, sums.alive, sums.spotless, self.roster.sides, counted(fights or tally.fights))

    @property
    def changed(self) -> dict[str, str]:
        """The options that differ from the book's defaults, in words."""
        rules = self.start.rules
        return {o.name: o.say(rules[o.number]) for o in self.book.options if rules[o.number] != o.default}

    @property
    def party(self) -> str:
        """The side whose fate people ask for: that of the players, or else the first."""
        return next((self.roster.sides[s.id] for s in self.start.side if s.players), self.roster.sides[0])


@dataclass(frozen=True)
class Result:
    scenario: str
    title: str
    ruleset: str
    house: tuple[str, ...]  # the names of the house rules
    options: Mapping[str, str]  # those that differ from the book's defaults
    tactics: Mapping[str, str]  # of each side
    seed: int
    first: int  # the number of the first fight
    fights: int
    version: str
    engine: str
    party: str  # the side of the players, or the first
    chances: Chances
    dice: int
    checksum: str  # over winner, rounds, dice and every hp of every fight
    fights_per_second: float
    complete: bool  # False if it was called off before its end
    watched: bool  # whether all was counted, or the chances alone: then what follows is empty
    fighters: tuple[Fighter, ...]
    flow: Mapping[str, Mapping[str, float]]  # the mean damage of each to each, where there was any
    standing: Mapping[str, tuple[float, ...]]  # of each combatant: stands as round 1, 2 … begins, and when all is over
    bands: Mapping[str, tuple[tuple[float, ...], ...]]  # of each side, likewise: QUANTILES of its share of its hp
    asked: Asked = field(repr=False, compare=False)

    @property
    def outcomes(self) -> Mapping[str, Share]:
        return self.chances.outcomes

    @property
    def rounds(self) -> Rounds:
        return self.chances.rounds

    @property
    def error(self) -> float:
        """Half the width of the widest interval among the outcomes."""
        return self.chances.error

    @cached_property
    def combatants(self) -> list[dict[str, Any]]:
        """A table: a row for each combatant."""
        return [fighter.row() for fighter in self.fighters]

    @cached_property
    def ends(self) -> list[dict[str, Any]]:
        """A table: a row for each outcome and way."""
        return [
            {"outcome": name, "way": way, "share": one.share, "low": one.low, "high": one.high}
            for name, outcome in self.outcomes.items()
            for way, one in {"": outcome, **self.chances.ways.get(name, {})}.items()
        ]

    @cached_property
    def durations(self) -> list[dict[str, Any]]:
        """A table: a row for each number of rounds."""
        return [{"rounds": n, **one.as_json()} for n, one in self.rounds.distribution.items()]

    @cached_property
    def damage(self) -> list[dict[str, Any]]:
        """A table: a row for each who harmed whom."""
        return [{"by": by, "to": to, "damage": n} for by, row in self.flow.items() for to, n in row.items()]

    def replay(self, number: int) -> Play:
        """One of the fights, by its number, with its full log."""
        from affray.play.start import begin

        asked = self.asked
        return begin(asked.book, asked.encounter, self.seed, number, asked.options, (), False, {})

    def text(self) -> str:
        from affray.simulation.report import lines

        return "\n".join(lines(self)) + "\n"

    def _repr_html_(self) -> str:
        from affray.simulation.report import html

        return html(self)

    def as_json(self) -> dict[str, Any]:
        from affray.simulation.report import as_json

        return as_json(self)


def result(asked: Asked, tally: Tally, engine: str, seconds: float, complete: bool) -> Result:
    from affray import __version__

    book, encounter, roster = asked.book, asked.encounter, asked.roster
    return Result(
        scenario=encounter.name,
        title=encounter.title,
        ruleset=book.name,
        house=tuple(overlay.name for overlay in book.house),
        options=asked.changed,
        tactics={side.name: side.tactic for side in encounter.sides},
        seed=asked.seed,
        first=asked.first,
        fights=tally.fights,
        version=__version__,
        engine=engine,
        party=asked.party,
        chances=asked.chances(tally),
        dice=tally.dice,
        checksum=f"{tally.checksum:016x}",
        fights_per_second=tally.fights / max(seconds, 1e-9),
        complete=complete,
        watched=asked.watch,
        fighters=fighters(asked, tally) if asked.watch else (),
        flow=flow(tally, roster) if asked.watch else {},
        standing=standing(asked, tally) if asked.watch else {},
        bands=bands(asked, tally) if asked.watch else {},
        asked=asked,
    )


# --- from sums


def fighters(asked: Asked, tally: Tally) -> tuple[Fighter, ...]:
    measure, roster = counted(tally.fights), asked.roster
    return tuple(
        Fighter(
            name,
            roster.sides[asked.start.who[number].side],
            **fates(tally, number, measure),
            **means(tally, number, measure),
        )
        for number, name in enumerate(roster.who)
    )


def fates(tally: Tally, number: int, measure: Measure) -> dict[str, Any]:
    return dict(zip(FATES, map(measure.share, part(tally.sums.marks, number, len(FATES))), strict=True))


def means(tally: Tally, number: int, measure: Measure) -> dict[str, Any]:
    names = [*(NAMES.get(name, name) for name in TALLIES), "hp"]
    sums, squares = (
        part(tally.sums.sums, number, VALUES_PER_COMBATANT),
        part(tally.sums.squares, number, VALUES_PER_COMBATANT),
    )
    return dict(zip(names, map(measure.mean, sums, squares), strict=True))


def part(flat: Sequence[int], number: int, length: int) -> Sequence[int]:
    return flat[number * length : (number + 1) * length]


def flow(tally: Tally, roster: Roster) -> dict[str, dict[str, float]]:
    n, found = len(roster.who), dict[str, dict[str, float]]()
    for by, name in enumerate(roster.who):
        dealt = part(tally.flow, by, n)
        if any(dealt):
            found[name] = {roster.who[to]: damage / tally.fights for to, damage in enumerate(dealt) if damage}
    return found


def standing(asked: Asked, tally: Tally) -> dict[str, tuple[float, ...]]:
    """Who fell stays down, and who stood at the end of a fight stands in all rounds after it."""
    table = by_round(tally.sums.stood, tally.sums.kept, asked, asked.start.n)
    there = [sum(line) for line in by_round(tally.sums.bands, tally.sums.last, asked, asked.start.sides * HP_BINS)]
    fights = [total / asked.start.sides or 1 for total in there]
    return {
        name: tuple(line[number] / of for line, of in zip(table, fights, strict=True))
        for number, name in enumerate(asked.roster.who)
    }


def bands(asked: Asked, tally: Tally) -> dict[str, tuple[tuple[float, ...], ...]]:
    table = by_round(tally.sums.bands, tally.sums.last, asked, asked.start.sides * HP_BINS)
    return {
        name: tuple(quantiles(part(line, number, HP_BINS)) for line in table)
        for number, name in enumerate(asked.roster.sides)
    }


def quantiles(bins: Sequence[int]) -> tuple[float, ...]:
    """Each as the upper bound of the bin it falls in."""
    return tuple(quantile(bins, q * sum(bins)) / (HP_BINS - 1) for q in QUANTILES.values())


def by_round(during: Sequence[int], after: Sequence[int], asked: Asked, width: int) -> list[list[int]]:
    """For rounds 1, 2 … and the end of all: the fights that still go on, and those that were over before."""
    lines = [part(during, n, width) for n in range(asked.start.last_round + 1)]
    ended = [part(after, n, width) for n in range(asked.start.last_round + 1)]
    last = max((n for n, line in enumerate(ended) if any(line)), default=0)
    over = list(accumulate(ended[: last + 1], lambda a, b: list(map(add, a, b))))
    rounds = [list(map(add, lines[n], over[n - 1])) for n in range(1, last + 1)]
    return [*rounds, list(over[-1])]
