"""A fight solved: its value with the bound of its error, the best answers, and how it was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from affray.compiler.kernels.building import can_compile
from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.errors import AffrayError, unknown
from affray.rules.book import Book, Roster
from affray.scenario import read_options

if TYPE_CHECKING:
    from affray.exact.graph import GraphListener
    from affray.solving.guide import Guide
    from affray.solving.policy import Policy

MAX_STATES = 1_000_000  # states, unless somebody says otherwise


@dataclass(frozen=True)
class Solution:
    """What best play comes to. `exact`: every answer that is listed was tried; else only those of tactics, and the true
    value is at least this."""

    encounter: Encounter
    book: Book
    options: Mapping[str, str]
    side: str
    both: bool
    value: float  # the chance that the side wins
    error: float  # the value is no further off
    exact: bool
    why: str  # it was searched instead
    left_out: tuple[str, ...]
    states: int
    questions: int  # states in which somebody has a choice
    steps: int
    played: float  # what the policy of the best answers wins, which doesn't count rounds
    policy: Policy
    guide: Guide

    def as_json(self) -> dict[str, Any]:
        return {
            "scenario": self.encounter.name,
            "ruleset": self.book.name,
            "house": [overlay.name for overlay in self.book.overlays],
            "options": dict(self.options),
            "side": self.side,
            "both": self.both,
            "value": self.value,
            "error": self.error,
            "exact": self.exact,
            "why": self.why,
            "left_out": list(self.left_out),
            "states": self.states,
            "questions": self.questions,
            "steps": self.steps,
            "played": self.played,
            "guide": self.guide.as_json(),
        }

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> Iterator[str]:
        against = "best play of the others" if self.both else "the tactics of the others"
        yield f"{self.encounter.title}: best play of {self.side} against {against}, {self.book.name}"
        if self.exact:
            yield f"{self.side} wins {self.value:.2%}, right to within {self.error:.1e}"
        else:
            yield f"{self.side} wins at least {self.value:.2%}: searched; {self.why}"
            yield "tried: a pass, a yes, and in each state what any of the tactics would answer"
        if self.left_out:
            yield f"left out: {', '.join(self.left_out)}"
        yield f"{self.states:,} states, {self.questions:,} questions, {self.steps:,} steps"
        yield ""
        yield from self.guide.lines()


def solve_fight(
    encounter: Encounter,
    book: Book,
    options: Mapping[str, str],
    side: str | None = None,
    *,
    both: bool = False,
    leave_out: Sequence[str] = (),
    states: int = MAX_STATES,
    on_progress: GraphListener | None = None,
) -> Solution:
    """Solve a fight; see `affray.solve`."""
    start, roster = book.build(encounter, read_options(book, options))
    ours = side_number(start, roster, side)
    bits = kinds_left_out(book, leave_out)
    if encounter.functions:
        raise AffrayError("a function decides for a side; expected tactics, which a fight can be solved against")
    if not can_compile(book):
        raise AffrayError("solving needs compiled rules, which are not available; pip install 'affray[sim]'")
    from affray.solving.search import explore_fight  # these need llvmlite

    found = explore_fight(book, start, range(start.sides) if both else [ours], bits, states, on_progress)
    from affray.solving.guide import make_guide
    from affray.solving.policy import make_policy
    from affray.solving.values import Values

    values = Values(found.explorer, ours)
    value = values.solve()
    best = values.best.copy()
    best = values.by_key(best, values.follow(best).met)
    followed = values.follow(best)
    return Solution(
        *(encounter, book, dict(options), roster.sides[ours], both, value, values.error, not found.why, found.why),
        *(tuple(leave_out), values.states, values.choices, int(found.explorer.counts[4]), followed.value),
        make_policy(book, roster, found.explorer, values, best),
        make_guide(book, start, roster, found.explorer, values, best, followed),
    )


def side_number(start: Fight, roster: Roster, side: str | None) -> int:
    if side is None:
        return next((s.id for s in start.side if s.players), 0)
    if side not in roster.sides:
        raise AffrayError(unknown("side", side, roster.sides))
    return roster.sides.index(side)


def kinds_left_out(book: Book, names: Sequence[str]) -> int:
    for name in names:
        if name not in book.kinds[1:]:
            raise AffrayError(unknown("kind of answer", name, book.kinds[1:]))
    return sum(1 << book.kinds.index(name) for name in set(names))
