"""How strong a monster or a party is: how many men-at-arms it is an even match for, in any book.

The ladder is 1, 2, 3 … men-at-arms with the same plain numbers in every book (each converts them as it does those of
any scenario): REFERENCE, and no fear. Both sides stand in contact in the open, nobody is surprised, nobody can get
away, and each strikes at the nearest foe; the one that is rated has the morale its book gives it. A fight that nobody
wins counts half.
The strength is where the line between two rungs crosses one half. A monster that loses to one man-at-arms is put up in
numbers of its own, and the strength is one part of those; a party stays as it is, and against nobody it wins."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray import scenario
from affray.content.spelling import find_name
from affray.engine.encounter import Encounter
from affray.errors import AffrayError, unknown
from affray.html import Displayed
from affray.party import read_party
from affray.rules.book import Book
from affray.scenario import open_book
from affray.simulation.batch import simulate
from affray.simulation.chances import NOBODY, STANDING_OFF, Chances, Share, wilson_share
from affray.simulation.executors import LOCAL, Team, open_team
from affray.studies.balance import Follow, Search, Trial, bracket, fight_counts, steps, trial_of, trials_json
from affray.studies.vary import Spot, find_spot, with_values

if TYPE_CHECKING:
    from affray.scenario import House

EVEN_ODDS = 0.5
FIGHTS_PER_RUNG = 10_000  # of each rung that decides
MAX_MEN = 120  # on a rung
RATED, LADDER = "rated", "men-at-arms"
MAN, ONE = "Man-at-arms", "Rated"
REFERENCE = {"ac": 5, "hp": 5, "thac0": 19, "damage": "1d6", "saves": "12/13/14/15/16", "morale": 12, "move": 120}
SIDE_SETTINGS: dict[str, Any] = {"tactic": "nearest", "way out": False, "surprised": False}


@dataclass(frozen=True, repr=False)
class Rating(Displayed):
    """`strength` men-at-arms are an even match; None where it is beyond the ladder on either end."""

    name: str
    ruleset: str
    seed: int
    strength: float | None
    low: float | None
    high: float | None
    reversed: bool  # several of it were put up against one man-at-arms
    tried: tuple[Trial, ...]
    complete: bool

    def text(self) -> str:
        return "\n".join(rating_lines(self)) + "\n"

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "reference": {"name": MAN, **REFERENCE},
            "seed": self.seed,
            "strength": self.strength,
            "low": self.low,
            "high": self.high,
            "reversed": self.reversed,
            "complete": self.complete,
            "tried": trials_json(self.tried),
        }


def rate(
    what: str | Path,
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    n: int = FIGHTS_PER_RUNG,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    follow: Follow | None = None,
) -> Rating:
    """Measure a monster of the book, or a party file, in men-at-arms; each rung is fought up to `n` times."""
    if n < 1:
        raise AffrayError(f"{n} fights can't be simulated; expected at least 1")
    book = open_book(rules, house, scenario.USUAL)
    encounter = build_ring(str(what), book)
    with open_team(executor, threads) as crew:
        rungs = Rungs(book, options or {}, seed, n, plain, crew, follow)
        return rate_encounter(encounter, str(what), rungs)


# --- the ring


def build_ring(what: str, book: Book) -> Encounter:
    """Put the rated against one man-at-arms."""
    monsters = scenario.monsters_known(book)
    if monster := find_name(what, monsters):
        return put_against_ladder([{ONE: {"monster": monster}}], False, book)
    if not os.path.isfile(what):
        raise AffrayError(unknown("monster or party file", what, monsters))
    party = read_party(what, book.names())
    members = tuple(member for member in party.members if not member.fate)
    if not members:
        raise AffrayError(f"{what}: nobody of this party is left to fight")
    stand_in = put_against_ladder([{ONE: REFERENCE}], True, book)
    ours = replace(stand_in.sides[0], members=members, carried=len(members), file=what)
    return replace(stand_in, name=Path(what).stem, title=party.name, sides=(ours, stand_in.sides[1]))


def put_against_ladder(members: list[Any], players: bool, book: Book) -> Encounter:
    sides = {
        RATED: {**SIDE_SETTINGS, "players": players, "members": members},
        LADDER: {**SIDE_SETTINGS, "members": [{MAN: REFERENCE}]},
    }
    text = json.dumps({"title": "A rating", "rules": book.name, "distance": "contact", "sides": sides})
    return scenario.read(text, RATED, book.names())


@dataclass(frozen=True)
class Rungs:
    """How a rung is fought."""

    book: Book
    options: Mapping[str, str]
    seed: int
    most: int
    plain: bool
    crew: Team
    follow: Follow | None

    def ladder(self, encounter: Encounter, where: Spot) -> Callable[[int], Trial]:
        """Return what fights with so many there: until it is clear who is stronger, or the most was fought."""

        def look(number: int) -> Trial:
            for looks, fights in enumerate(fight_counts(self.most), 1):
                found = self.simulate(encounter, where, number, fights, looks)
                if found.clear:
                    break
            return found

        return look

    def simulate(self, encounter: Encounter, where: Spot, number: int, fights: int, looks: int = 1) -> Trial:
        if self.follow is not None:
            self.follow(f"{where.name}={number}", fights)
        scene, options = with_values(encounter, self.book, self.options, [where], [str(number)])
        result = simulate(
            scene, self.book, options, self.seed, fights, self.crew.workers, self.plain,
            watch=False, executor=self.crew.executor,
        )  # fmt: skip
        if not result.complete:
            raise KeyboardInterrupt
        return trial_of(number, str(number), score(result.chances, fights), EVEN_ODDS, fights, looks)


def score(chances: Chances, fights: int) -> Share:
    """Count wins, and half of what nobody won. Its interval is that of a share, which is never too narrow."""
    won, drawn = chances.outcomes[RATED].share, chances.outcomes[NOBODY].share + chances.outcomes[STANDING_OFF].share
    return wilson_share((won + drawn / 2) * fights, fights)


# --- climbing


def rate_encounter(encounter: Encounter, name: str, rungs: Rungs) -> Rating:
    """Fight first against one; then more men-at-arms, or more of the rated."""
    men = find_spot(f"{MAN}.count", encounter, rungs.book)
    up = Search(rungs.ladder(encounter, men))
    if up[1].above:
        return climb(up, encounter, men, name, rungs, False)
    if not is_single(encounter):
        up.found[0] = Trial(0, "0", 1.0, 1.0, 1.0, EVEN_ODDS, 0, 0, inf)  # whom nobody opposes wins
        return climb(up, encounter, men, name, rungs, False)
    ours = find_spot(f"{ONE}.count", encounter, rungs.book)
    down = Search(rungs.ladder(encounter, ours))
    down.found[1] = up[1]  # one against one is the same either way
    return climb(down, encounter, ours, name, rungs, True)


def is_single(encounter: Encounter) -> bool:
    """Return whether it is a monster; a party stays as it is."""
    return encounter.sides[0].carried == 0


def climb(found: Search, encounter: Encounter, where: Spot, name: str, rungs: Rungs, backwards: bool) -> Rating:
    complete = True
    try:
        if not bracket(found.tried):
            found.from_here(1, steps(1, 1, lambda number: number <= MAX_MEN), iter(()))
        for one in [one for one in bracket(found.tried) or () if not one.exact]:
            found.found[one.at] = rungs.simulate(encounter, where, one.at, rungs.most, one.looks)
    except KeyboardInterrupt:
        if not found.found:
            raise
        complete = False
    bounds = crossing(found.tried, backwards) if complete else (None, None, None)
    return Rating(name, rungs.book.name, rungs.seed, *bounds, backwards, found.tried, complete)


def crossing(found: tuple[Trial, ...], backwards: bool) -> tuple[float | None, float | None, float | None]:
    """Find where the line between two rungs is at one half; and where those between their bounds are."""
    pair = bracket(found)
    if pair is None:
        return None, None, None
    one, other = pair
    numbers = [
        interpolate(one, other, a, b) for a, b in ((one.got, other.got), (one.low, other.low), (one.high, other.high))
    ]
    middle, *ends = [1 / number if backwards else number for number in numbers]
    return middle, min(ends), max(ends)


def interpolate(one: Trial, other: Trial, first: float, second: float) -> float:
    """Draw a line through both; where it is cut off at an end it stays within the two rungs around."""
    if first == second:
        return (one.at + other.at) / 2
    number = one.at + (EVEN_ODDS - first) / (second - first) * (other.at - one.at)
    return min(max(number, one.at - 0.5), other.at + 0.5)


# --- in words


def rating_lines(found: Rating) -> Iterator[str]:
    whose = found.name if found.reversed else MAN
    yield f"{found.name}, {found.ruleset}, seed {found.seed}: strength {strength_text(found)}"
    for one in [one for one in found.tried if not one.exact]:
        got = f"{one.got:.1%} ({one.low:.1%} to {one.high:.1%})"
        yield f"  {one.value} {whose}: {found.name} wins {got}, {one.fights:,} fights"
    yield f"A strength of 1 is one man-at-arms: {', '.join(f'{key} {value}' for key, value in REFERENCE.items())}."


def strength_text(found: Rating) -> str:
    if found.strength is not None:
        return f"{found.strength:.3g} ({found.low:.3g} to {found.high:.3g}) men-at-arms"
    last = found.tried[-1]
    if not found.complete:
        return "not known so far"
    if found.reversed:
        return f"less than 1/{last.value} of a man-at-arms"
    return f"more than {last.value} men-at-arms"
