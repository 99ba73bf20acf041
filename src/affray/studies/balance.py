"""Which value of a number gives the wanted chance: `party wins 0.7`, `tpk <= 0.05`, `rounds <= 6`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from affray.engine.encounter import Encounter
from affray.errors import AffrayError, quote, unknown
from affray.exact import exact_chances
from affray.html import Displayed
from affray.rules.book import Book
from affray.scenario import open_scenario, with_chosen_tactics
from affray.simulation.batch import simulate
from affray.simulation.chances import Chances, Mean, Share
from affray.simulation.executors import LOCAL, Team, open_team
from affray.studies.vary import WHOLE_NUMBER, Spot, file_data, find_spot, read_axis, sides_by_name, with_values

if TYPE_CHECKING:
    from affray.scenario import House, ScenarioChoice, TacticChoice
from collections.abc import Callable
from itertools import chain, pairwise
from math import erfc, inf, isfinite, sqrt

from affray.simulation.chances import Z_95

SURE = 4.0  # standard errors from the wanted number at which it is clear: one look in 30,000 errs
FIRST_LOOK = 1000  # fights of the first look
BUDGET = 1_000_000  # fights of the last
Follow = Callable[[str, int], None]  # the value that is tried, with how many fights


@dataclass(frozen=True, slots=True)
class Trial:
    """One value, and what was measured there."""

    at: int  # its place among the values
    value: str
    got: float
    low: float  # 95%
    high: float
    wanted: float
    fights: int  # 0 where it is exact
    looks: int
    errors: float  # how many standard errors lie between it and what is wanted

    @property
    def exact(self) -> bool:
        return self.fights == 0

    @property
    def above(self) -> bool:
        return self.got > self.wanted

    @property
    def clear(self) -> bool:
        return self.errors >= SURE

    @property
    def confidence(self) -> float:
        """Return the chance that the value lies on the side of the wanted number on which it seems to."""
        return 1 - normal_tail(self.errors)

    def as_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "got": self.got,
            "low": self.low if isfinite(self.low) else None,
            "high": self.high if isfinite(self.high) else None,
            "exact": self.exact,
            "fights": self.fights,
            "clear": self.clear,
            "confidence": self.confidence,
        }


def normal_tail(errors: float) -> float:
    """Return the chance of a normal variable beyond so many standard deviations."""
    return erfc(errors / sqrt(2)) / 2


def trial_of(at: int, value: str, one: Share | Mean, wanted: float, fights: int, looks: int) -> Trial:
    """Return what was measured at a value; `fights` is 0 where it is exact."""
    got = one.share if isinstance(one, Share) else one.mean
    if fights == 0:
        apart = inf if not one.low <= wanted <= one.high else 0.0
    elif isinstance(one, Share):
        apart = errors_apart(got - wanted, sqrt(wanted * (1 - wanted) / fights))
    else:
        apart = errors_apart(got - wanted, (one.high - one.low) / (2 * Z_95))
    return Trial(at, value, got, one.low, one.high, wanted, fights, looks, apart)


def errors_apart(gap: float, error: float) -> float:
    if error == 0:
        return inf if gap else 0.0
    return abs(gap) / error


def fight_counts(budget: int) -> Iterator[int]:
    """Yield 1000, 2000, 5000, 10,000 … and the budget itself."""
    goal = FIRST_LOOK
    while goal < budget:
        yield goal
        goal = goal * 5 // 2 if str(goal)[0] == "2" else goal * 2
    yield budget


class Search:
    """The trials by their place; `look` makes one."""

    def __init__(self, look: Callable[[int], Trial]) -> None:
        self.look, self.found = look, dict[int, Trial]()

    def __getitem__(self, at: int) -> Trial:
        if at not in self.found:
            self.found[at] = self.look(at)
        return self.found[at]

    def between(self, low: int, high: int) -> None:
        """Search from low to high; where both ends lie on one side, the middle is looked at too."""
        if self[low].above == self[high].above:
            middle = (low + high) // 2
            if self[middle].above == self[low].above:
                return
            high = middle
        self.halve(low, high)

    def from_here(self, start: int, up: Iterator[int], down: Iterator[int]) -> None:
        """Search away from a place in growing steps, first where it gets nearer; `up` and `down` give the places."""
        ways = [(first, way) for way in (up, down) if (first := next(way, None)) is not None]
        for number, (first, rest) in enumerate(sorted(ways, key=lambda way: self.gap(way[0]))):
            if number and self.gap(first) > self.gap(start) and self[first].clear:
                return  # it leads away
            before = start
            for place in chain([first], rest):
                if self[place].above != self[before].above:
                    return self.halve(before, place)
                before = place

    def gap(self, at: int) -> float:
        return abs(self[at].got - self[at].wanted)

    def halve(self, low: int, high: int) -> None:
        """Search between two places on either side."""
        while abs(high - low) > 1:
            middle = (low + high) // 2
            if self[middle].above == self[low].above:
                low = middle
            else:
                high = middle

    @property
    def tried(self) -> tuple[Trial, ...]:
        return tuple(self.found[at] for at in sorted(self.found))


def steps(start: int, sign: int, allowed: Callable[[int], bool]) -> Iterator[int]:
    """Yield 1, 2, 4 … away from a number, at last the farthest that is allowed."""
    good, step = start, 1
    while allowed(start + sign * step):
        good = start + sign * step
        yield good
        step *= 2
    bad = start + sign * step
    last = good
    while abs(bad - last) > 1:
        middle = (last + bad) // 2
        last, bad = (middle, bad) if allowed(middle) else (last, middle)
    if last != good:
        yield last


def bracket(found: Sequence[Trial]) -> tuple[Trial, Trial] | None:
    """Find the nearest two on either side of the wanted number."""
    pairs = [(one, other) for one, other in pairwise(found) if one.above != other.above]
    return min(pairs, key=lambda pair: pair[1].at - pair[0].at) if pairs else None


def against_the_trend(found: Sequence[Trial]) -> tuple[Trial, Trial] | None:
    """Find two neighbours whose intervals say that it falls where all in all it rises, or rises where it falls."""
    rises = bool(found) and found[-1].got > found[0].got
    for one, other in pairwise(found):
        if (other.high < one.low) if rises else (other.low > one.high):
            return one, other
    return None


def confidence(found: Sequence[Trial]) -> float:
    """Return at least how likely all of them lie on the side on which they seem to, however they hang together."""
    return max(0.0, 1 - sum(one.looks * normal_tail(one.errors) for one in found if not one.exact))


def trials_json(found: Sequence[Trial]) -> list[Mapping[str, Any]]:
    return [one.as_json() for one in found]


WINS, ALL_DIE, NONE_DIES, ROUNDS, TPK = "wins", "all die", "none dies", "rounds", "tpk"
TARGET_FORMAT = "as 'party wins 70%', 'tpk <= 0.05', 'orcs all die >= 0.5', 'party none dies 0.5' or 'rounds <= 6'"
TARGET = re.compile(r"(.+?)\s*(<=|>=|=|≤|≥)?\s*([0-9]*\.?[0-9]+)\s*(%?)")
SIGNS = {"": "=", "≤": "<=", "≥": ">="}
MAX_ROUNDS = 1000
MAX_CONFIDENCE = 0.99999  # more is never said of what was counted


@dataclass(frozen=True, slots=True)
class Target:
    what: str  # WINS, ALL_DIE, NONE_DIES or ROUNDS
    side: str  # empty for rounds
    sign: str  # =, <= or >=
    wanted: float

    def measure(self, chances: Chances) -> Share | Mean:
        if self.what == ROUNDS:
            return chances.rounds.mean
        of = {WINS: chances.outcomes, ALL_DIE: chances.all_die, NONE_DIES: chances.none_dies}
        return of[self.what][self.side]

    def is_met(self, one: Trial) -> bool:
        return one.got == self.wanted or (self.sign == "<=" and not one.above) or (self.sign == ">=" and one.above)

    @property
    def is_share(self) -> bool:
        return self.what != ROUNDS

    def format(self, number: float) -> str:
        return f"{number:.2%}" if self.is_share else f"{number:.2f}"

    @property
    def words(self) -> str:
        return f"{self.side} {self.what}".strip()

    def __str__(self) -> str:
        return f"{self.words} {self.sign} {self.wanted:g}"


def parse_target(text: str, encounter: Encounter) -> Target:
    if re.fullmatch(r"[<>=≤≥]*\s*[0-9.]+\s*%?", text.strip()):
        raise AffrayError(f"{quote(text)} does not say of what; expected a target {TARGET_FORMAT}")
    found = TARGET.fullmatch(text.strip())
    if not found:
        raise AffrayError(f"{quote(text)} is no target; expected one {TARGET_FORMAT}")
    sign = SIGNS.get(found[2] or "", found[2] or "=")
    wanted = float(found[3]) / (100 if found[4] else 1)
    what, side = parse_subject(found[1], encounter)
    most = MAX_ROUNDS if what == ROUNDS else 1
    if not 0 <= wanted <= most or (what == ROUNDS and found[4]):
        raise AffrayError(f"{quote(text)}: {found[3]}{found[4]} can't be; expected a number from 0 to {most}")
    return Target(what, side, sign, wanted)


def parse_subject(words: str, encounter: Encounter) -> tuple[str, str]:
    """Read what is measured, and of which side."""
    said = " ".join(words.lower().split())
    sides = sides_by_name(file_data(encounter)["sides"])
    if said == ROUNDS:
        return ROUNDS, ""
    if said == TPK:
        return ALL_DIE, next((party.name for party in encounter.sides if party.players), encounter.sides[0].name)
    for what in (WINS, ALL_DIE, NONE_DIES):
        if said.endswith(f" {what}"):
            side = said.removesuffix(what).strip()
            if side not in sides:
                raise AffrayError(unknown("side", side, [party.name for party in encounter.sides]))
            return what, sides[side]
    raise AffrayError(f"{quote(words)} can't be measured; expected a target {TARGET_FORMAT}")


@dataclass(frozen=True, repr=False)
class Balance(Displayed):
    """The two neighbouring values on either side of the target, where there are such; and all that was tried."""

    scenario: str
    ruleset: str
    name: str  # of what was varied
    target: Target
    seed: int
    below: Trial | None  # the lower value of the two
    above: Trial | None
    best: Trial  # that meets the target, or comes nearest
    met: bool
    tried: tuple[Trial, ...]
    complete: bool

    @property
    def clear(self) -> bool:
        """Return whether every value that was tried is clear of the target."""
        return all(one.clear for one in self.tried)

    @property
    def confidence(self) -> float:
        return confidence(self.tried)

    @property
    def monotone(self) -> bool:
        return against_the_trend(self.tried) is None

    def text(self) -> str:
        return "\n".join(balance_lines(self)) + "\n"

    def as_json(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario,
            "ruleset": self.ruleset,
            "vary": self.name,
            "target": str(self.target),
            "seed": self.seed,
            "met": self.met,
            "best": self.best.as_json(),
            "below": self.below.as_json() if self.below else None,
            "above": self.above.as_json() if self.above else None,
            "clear": self.clear,
            "monotone": self.monotone,
            "confidence": self.confidence,
            "complete": self.complete,
            "tried": trials_json(self.tried),
        }


def balance(
    scenario: ScenarioChoice,
    vary: str,
    target: str,
    *,
    rules: str | Book | None = None,
    house: House = (),
    options: Mapping[str, str] | None = None,
    tactics: Mapping[str, TacticChoice] | None = None,
    budget: int = BUDGET,
    seed: int = 0,
    threads: int = 1,
    plain: bool = False,
    executor: str = LOCAL,
    follow: Follow | None = None,
) -> Balance:
    """Find the value of `vary` ("orc.count", or with bounds "orc.count=1..12") at which the target is reached.

    Each value is fought until it is clear on which side of the target it lies, at most `budget` times; where exact odds
    can be had, these are taken. Ctrl-C gives what is known so far, with `complete` False."""
    if budget < 1:
        raise AffrayError(f"a budget of {budget} fights; expected at least 1")
    encounter, book = open_scenario(scenario, rules, house)
    encounter = with_chosen_tactics(encounter, book, tactics or {})
    aim = parse_target(target, encounter)
    knob = read_knob(vary, encounter, book, options or {})
    with open_team(executor, threads) as crew:
        scale = Scale(knob, aim, seed, budget, plain, crew, follow)
        found = Search(scale.look)
        complete = run_search(found, knob)
    return make_balance(found.tried, aim, knob, seed, complete)


def make_balance(tried: Sequence[Trial], aim: Target, knob: Knob, seed: int, complete: bool) -> Balance:
    pair = bracket(tried)
    below, above = pair if pair else (None, None)
    near = [one for one in pair or tried if aim.is_met(one)] or list(pair or tried)
    best = min(near, key=lambda one: abs(one.got - aim.wanted))
    met = aim.is_met(best) or pair is not None or not best.clear
    return Balance(
        knob.encounter.name, knob.book.name, knob.spot.name, aim, seed, below, above, best, met, tuple(tried), complete
    )


# --- what is turned


@dataclass(frozen=True)
class Knob:
    """A number of the scenario, between bounds or as far as a scenario may have it."""

    encounter: Encounter
    book: Book
    options: Mapping[str, str]
    spot: Spot
    values: tuple[str, ...]  # empty: all that are allowed

    def value(self, at: int) -> str:
        return self.values[at] if self.values else str(at)

    def scene(self, at: int) -> tuple[Encounter, dict[str, str]]:
        return with_values(self.encounter, self.book, self.options, [self.spot], [self.value(at)])

    def is_allowed(self, at: int) -> bool:
        try:
            self.scene(at)
        except AffrayError:
            return False
        return True

    @property
    def start(self) -> int:
        """Return the value in the scenario; 1 where that is no number."""
        numbers = {option.name: option.default for option in self.book.options if not option.words}
        data: Any = {**file_data(self.encounter), "options": numbers}
        for step in self.spot.paths[0]:
            data = data.get(step, {}) if isinstance(data, dict) else data[int(step)]
        return data if type(data) is int else 1


def read_knob(vary: str, encounter: Encounter, book: Book, options: Mapping[str, str]) -> Knob:
    """Read what `--vary` names, with values or without."""
    if "=" not in vary:
        knob = Knob(encounter, book, options, find_spot(vary.strip(), encounter, book), ())
        knob.scene(knob.start)
        return knob
    found = read_axis(vary, encounter, book)
    for value in found.values:
        if not WHOLE_NUMBER.fullmatch(value):
            raise AffrayError(f"{found.name}: {quote(value)} is no number; expected whole numbers, as 1..12")
    if len(found.values) < 2:
        raise AffrayError(f"{found.name}: one value alone leaves nothing to find; expected some, as 1..12")
    knob = Knob(encounter, book, options, found.spot, tuple(sorted(found.values, key=int)))
    for at in range(len(knob.values)):
        knob.scene(at)
    return knob


def run_search(found: Search, knob: Knob) -> bool:
    """Try what must be tried, and a step beyond on either side; return False if it was stopped early."""
    try:
        if knob.values:
            found.between(0, len(knob.values) - 1)
        else:
            up, down = (steps(knob.start, sign, knob.is_allowed) for sign in (1, -1))
            found.from_here(knob.start, up, down)
        if pair := bracket(found.tried):
            for beyond in (pair[0].at - 1, pair[1].at + 1):
                if (0 <= beyond < len(knob.values)) if knob.values else knob.is_allowed(beyond):
                    found[beyond]
    except KeyboardInterrupt:
        if not found.found:
            raise
        return False
    return True


@dataclass
class Scale:
    """Measures one value after the other: exactly, as long as that can be done (and the rules may be compiled)."""

    knob: Knob
    target: Target
    seed: int
    budget: int
    plain: bool
    crew: Team
    follow: Follow | None
    small: bool = True  # no value so far had too many states to be counted

    def look(self, at: int) -> Trial:
        value, (encounter, options) = self.knob.value(at), self.knob.scene(at)
        if known := self.count_exactly(encounter, options):
            return trial_of(at, value, self.target.measure(known), self.target.wanted, 0, 0)
        for looks, fights in enumerate(fight_counts(self.budget), 1):
            if self.follow is not None:
                self.follow(f"{self.knob.spot.name}={value}", fights)
            got = self.target.measure(self.simulate(encounter, options, fights))
            found = trial_of(at, value, got, self.target.wanted, fights, looks)
            if found.clear:
                break
        return found

    def count_exactly(self, encounter: Encounter, options: Mapping[str, str]) -> Chances | None:
        known = exact_chances(encounter, self.knob.book, options) if self.small and not self.plain else None
        self.small = known is not None
        return known

    def simulate(self, encounter: Encounter, options: Mapping[str, str], fights: int) -> Chances:
        result = simulate(
            encounter, self.knob.book, options, self.seed, fights, self.crew.workers, self.plain,
            watch=False, executor=self.crew.executor,
        )  # fmt: skip
        if not result.complete:
            raise KeyboardInterrupt
        return result.chances


# --- in words


def balance_lines(found: Balance) -> Iterator[str]:
    aim, name = found.target, found.name
    yield f"{found.scenario}, {found.ruleset}, seed {found.seed}: {name} for {aim}"
    for one in found.tried:
        mark = " *" if one in (found.below, found.above) else ""
        yield f"  {name} {one.value}: {aim.words} {trial_text(one, aim)}{mark}"
    yield verdict(found)
    if trend := against_the_trend(found.tried):
        one, other = trend
        both = f"{name} {one.value} and {other.value}"
        yield f"It does not only rise or only fall: look at {both}. There may be other answers."
    for one in found.tried:
        if not one.clear:
            many = "even exactly" if one.exact else f"after {one.fights:,} fights; a larger budget may tell"
            yield f"{name} {one.value} is not clear of the target {many}."
    yield confidence_line(found)


def confidence_line(found: Balance) -> str:
    if all(one.exact for one in found.tried):
        return "All of these are exact."
    sure = min(found.confidence, MAX_CONFIDENCE)
    return f"Confidence that all of these lie on their side of the target: at least {sure:.3%}."


def trial_text(one: Trial, aim: Target) -> str:
    if one.exact:
        return f"{aim.format(one.got)}, exact"
    return f"{aim.format(one.got)} ({aim.format(one.low)} to {aim.format(one.high)}), {one.fights:,} fights"


def verdict(found: Balance) -> str:
    aim, best = found.target, found.best
    if found.below and found.above:
        gap = int(found.above.value) - int(found.below.value)
        between = "" if gap == 1 else f", {gap} apart"
        pair = f"{found.name} {found.below.value} and {found.above.value}{between} lie on either side of the target"
        which = "meets it" if aim.is_met(best) else "comes nearer"
        return f"{pair}; {best.value} {which}."
    if found.met:
        return f"{found.name} {best.value} meets the target, as does all that was tried."
    word = "can't be met" if found.complete else "was not met so far"
    return f"The target {aim} {word}: the best is {found.name} {best.value} with {aim.format(best.got)}."
