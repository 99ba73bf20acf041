"""An account of a fight: its trace and the lines of its log, as far as the players of some sides may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from affray.engine.state import Combatant
from affray.engine.vocabulary import ABSENT, LURKING, bits
from affray.log import Event
from affray.log.hidden import hide_names
from affray.log.narrate import Description, one_line
from affray.play.session import Play
from affray.play.trace import Stance, Stances, Trace, trace
from affray.rules.book import Roster


class Told(NamedTuple):
    """A line of the log as its reader knows it: its row in the fight, the event without what is secret, the words."""

    row: int
    event: Event
    line: Description


@dataclass(frozen=True, slots=True)
class Account:
    """A fight for the players of these sides; without an audience, for the referee."""

    play: Play
    trace: Trace
    audience: frozenset[int] | None
    hidden: frozenset[int]  # those of whom the reader knows nothing
    names: Roster
    told: tuple[Told, ...]

    def knows(self, side: int) -> bool:
        """Return whether the reader knows the numbers of a side."""
        return self.audience is None or side in self.audience

    def name(self, number: int) -> str:
        return one_line(self.names.who[number])

    def side_name(self, side: int) -> str:
        return one_line(self.names.sides[side])

    def kind(self, number: int) -> str:
        return one_line(self.names.kinds[number]) if number < len(self.names.kinds) else ""

    @property
    def people(self) -> list[Combatant]:
        """Return everybody who took part, as far as they are known."""
        return [c for c in self.play.state.who[: self.play.state.n] if c.id not in self.hidden and took_part(c)]

    def members(self, side: int) -> list[Combatant]:
        return [c for c in self.people if c.side == side]

    @property
    def sides(self) -> list[int]:
        """Return the sides of which anybody is known."""
        return [side for side in range(self.play.state.sides) if self.members(side)]

    def known_stances(self, row: int, stances: Stances) -> Iterator[tuple[int, Stance]]:
        """Yield everybody in the fight after a row of whom the reader knew then, and knows still."""
        unknown = self.unknown_at(row)
        yield from ((n, one) for n, one in enumerate(stances) if one.there and n not in unknown)

    def unknown_at(self, row: int) -> frozenset[int]:
        """Return of whom the reader did not know as a row was noted, or knows nothing still."""
        return self.hidden | self.hidden_at(row)

    def hidden_at(self, row: int) -> frozenset[int]:
        """Return of whom the reader did not know as a row was noted."""
        if self.audience is None:
            return frozenset()
        now = self.play.hidden.hidden_at(max(0, row))
        return frozenset(n for n in now if self.play.state.who[n].side not in self.audience)


def took_part(c: Combatant) -> bool:
    return c.conditions & bits(ABSENT, LURKING) == 0


def give_account(play: Play, audience: frozenset[int] | None = None, known: Trace | None = None) -> Account:
    """Return the account of a fight for these sides' players, from its trace if that is known already."""
    sides = [c.side for c in play.state.who[: play.state.n]]
    hidden = frozenset[int]() if audience is None else frozenset(n for n in play.hidden.now if sides[n] not in audience)
    log = play.log if audience is None else play.log.for_players([play.roster.sides[side] for side in audience])
    lines = zip(log.rows_shown, log, (line for _, line in log.descriptions()), strict=True)
    names = hide_names(play.roster, hidden, sides)
    return Account(play, known or trace(play), audience, hidden, names, tuple(Told(*one) for one in lines))


def join_names(names: Sequence[str]) -> str:
    """Return "Anna, Brom and Cass"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
