"""The odds of a whole fight: exact where it is small enough, else simulated to a stated error, and it says which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from affray.compiler.kernels.building import EXPLORING, can_compile, report_failure
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter
from affray.engine.state import NOBODY_LEFT, STAND_OFF, UNDECIDED, Fight, clone
from affray.exact.enumerate import enumerate_fight, state_key
from affray.html import Displayed
from affray.rules.book import Book
from affray.scenario import read_options
from affray.simulation.batch import ProgressListener, simulate
from affray.simulation.chances import NOBODY, STANDING_OFF, Chances, Share
from affray.simulation.result import Request, Result
from affray.simulation.warm import prepare_general

if TYPE_CHECKING:
    from affray.exact.graph import GraphListener, Solved

MAX_STATES = 1_000_000  # states, unless somebody says otherwise
HOPELESS_FACTOR = 20  # times the budget: then nobody begins to count
SIMULATED_ERROR = 0.001  # of what is simulated instead
FRACTION_STEPS, FRACTION_ROUNDS = 20_000, 4  # steps and rounds up to which there are fractions too


@dataclass(frozen=True, repr=False)
class Odds(Displayed):
    """What a fight comes to. Exact, with the bound of its error and the states there were; or simulated, and why."""

    asked: Request
    chances: Chances
    error: float  # no share is further off, if it is exact; else none is in 95 of 100
    guess: int  # how many states it was thought to have
    states: int = 0
    steps: int = 0
    fates: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # of each: counting.COMBATANT_FATES
    fractions: Mapping[str, Fraction] = field(default_factory=dict)  # of the outcomes, where that is little work
    why: str = ""  # it was not counted exactly
    simulated: Result | None = None

    @property
    def exact(self) -> bool:
        return self.chances.exact

    @property
    def outcomes(self) -> Mapping[str, Share]:
        return self.chances.outcomes

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {
            "scenario": self.asked.encounter.name,
            "ruleset": self.asked.book.name,
            **({"house": list(self.house)} if self.house else {}),
            "options": self.asked.changed,
            **self.chances.as_json(),
            "error": self.error,
            "guessed_states": self.guess,
        }
        if self.simulated is None:
            shown = {"fractions": {name: str(one) for name, one in self.fractions.items()}} if self.fractions else {}
            return said | shown | {"states": self.states, "steps": self.steps, "combatants": dict(self.fates)}
        more = {"why": self.why, "fights": self.simulated.fights, "seed": self.simulated.seed}
        return said | more | {"checksum": self.simulated.checksum, "complete": self.simulated.complete}

    @property
    def house(self) -> tuple[str, ...]:
        return tuple(overlay.name for overlay in self.asked.book.overlays)

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> Iterator[str]:
        options = (f"{name} {value}" for name, value in self.asked.changed.items())
        rules = ", ".join([self.asked.book.name, *self.house, *options])
        title = self.asked.encounter.title
        if self.simulated is None:
            yield f"{title}: exact odds, {rules}; each right to within {self.error:.1e}"
        else:
            yield f"{title}: simulated, {rules}; {self.why}"
            yield f"{self.simulated.fights:,} fights, seed {self.simulated.seed}: each share to within {self.error:.2%}"
        yield from self.chances.lines(self.asked.party)
        if self.simulated is None:
            if self.fractions:
                yield "in fractions: " + ", ".join(f"{name} {one}" for name, one in self.fractions.items())
            yield "dies: " + ", ".join(f"{name} {fate['dies']:.2%}" for name, fate in self.fates.items())
            yield f"{self.states:,} states, {self.steps:,} steps"


def fight_odds(
    encounter: Encounter,
    book: Book,
    options: Mapping[str, str],
    *,
    error: float = SIMULATED_ERROR,
    states: int = MAX_STATES,
    seed: int = 0,
    threads: int = 1,
    follow: ProgressListener | None = None,
    on_progress: GraphListener | None = None,
) -> Odds:
    """Return the odds of this fight; simulated up to `error` where it has more states than `states`. Followed as a
    simulation is; while it is counted `on_progress` is told of states and steps, every few seconds."""
    start, roster = book.build(encounter, read_options(book, options))
    asked = Request(encounter, book, dict(options), start, roster, seed, 0, error, False)
    found = (
        NotCounted("a function decides for a side", 0)
        if encounter.functions
        else count_states(book, start, roster.sides, states, on_progress)
    )
    if isinstance(found, NotCounted):
        result = simulate(encounter, book, options, seed, None, threads, error=error, watch=False, follow=follow)
        return Odds(asked, result.chances, result.error, found.guess, why=found.why, simulated=result)
    s, fates = found.solved, dict(zip(roster.who, found.solved.marks, strict=True))
    return Odds(asked, s.chances, s.error, found.guess, s.states, s.steps, fates, outcome_fractions(asked, s.steps))


def outcome_fractions(asked: Request, steps: int) -> dict[str, Fraction]:
    """Return the outcomes once more, by the plain rules: none where that would take long, or the fight might."""
    if steps > FRACTION_STEPS or asked.start.last_round > FRACTION_ROUNDS:
        return {}
    found = enumerate_fight(asked.book, asked.start, asked.start.last_round).ends
    names = {**dict(enumerate(asked.roster.sides)), NOBODY_LEFT: NOBODY, STAND_OFF: STANDING_OFF}
    return {
        name: sum((chance for (won, _), chance in found.items() if won == winner), Fraction(0))
        for winner, name in names.items()
    }


def exact_chances(
    encounter: Encounter, book: Book, options: Mapping[str, str], states: int = MAX_STATES
) -> Chances | None:
    """Return the exact chances, or None where there are too many states."""
    if encounter.functions:
        return None
    start, roster = book.build(encounter, read_options(book, options))
    found = count_states(book, start, roster.sides, states)
    return found.solved.chances if isinstance(found, Counted) else None


# --- small enough?


@dataclass(frozen=True)
class Counted:
    solved: Solved
    guess: int


@dataclass(frozen=True)
class NotCounted:
    why: str
    guess: int


def count_states(
    book: Book, start: Fight, sides: tuple[str, ...], states: int, on_progress: GraphListener | None = None
) -> Counted | NotCounted:
    """Guess how many there are, then count them as far as the budget goes."""
    if not can_compile(book):
        return NotCounted("counting needs compiled rules, which are not available", 0)
    guess = guess_states(book, start)
    if guess > HOPELESS_FACTOR * states:
        return NotCounted(f"it has some {guess:,} states or more, and {states:,} can be counted", guess)
    try:
        return solve_fight(book, start, sides, states, guess, on_progress)
    except Exception as error:  # whatever LLVM, the disk or a rule may have: the fight can be simulated
        report_failure(book, error)
        return NotCounted("counting needs compiled rules, which are not available", guess)


def solve_fight(
    book: Book, start: Fight, sides: tuple[str, ...], states: int, guess: int, on_progress: GraphListener | None
) -> Counted | NotCounted:
    from affray.exact.graph import (
        TooBig,  # these need llvmlite
        solve,
    )

    try:
        found = solve(book, start, sides, states, on_progress)
    except TooBig as no:
        return NotCounted(str(no), guess)
    prepare_general(book, EXPLORING)
    return Counted(found, guess)


# --- how many states it may have

GUESSING_FIGHTS, GUESSING_STATES = 40, 3000  # that are looked at, at most


def guess_states(book: Book, start: Fight) -> int:
    """Return Chao's estimate: what was seen, and half the square of what was seen once, over what was seen twice. A
    fight that never meets a state again has more states than anybody can say: then it is a lower bound."""
    seen: Counter[int] = Counter()
    for number in range(GUESSING_FIGHTS):
        f = clone(start)
        f.key = fight_key(0, number)
        seen.update(states_of_fight(book, f))
        if seen.total() > GUESSING_STATES:
            break
    once, twice = (sum(1 for times in seen.values() if times == n) for n in (1, 2))
    return len(seen) + once * (once - 1) // (2 * (twice + 1))


def states_of_fight(book: Book, f: Fight) -> set[int]:
    """Return those of one fight, without the number of the round."""
    states = set()
    while f.winner == UNDECIDED:
        book.step(f)
        number, f.round = f.round, 0
        states.add(hash(state_key(f)))
        f.round = number
    return states
