"""Whose eyes a fight is seen with: the referee's, a player's, a spectator's; and what those may know."""

from __future__ import annotations

from dataclasses import dataclass

from affray.engine.state import Combatant
from affray.log import Log
from affray.log.visibility import hide_names
from affray.play.session import Play
from affray.rules.book import Roster
from affray.server.store import Seat

REFEREE, PLAYER, SPECTATOR = "referee", "player", "spectator"
ROLES = (REFEREE, PLAYER, SPECTATOR)


@dataclass(frozen=True, slots=True)
class Eyes:
    role: str
    people: tuple[str, ...] = ()

    @property
    def all_seeing(self) -> bool:
        return self.role == REFEREE

    def audience(self, play: Play) -> frozenset[int]:
        """The sides whose business they know: those of their own people."""
        sides = {name: play.state.who[number].side for number, name in enumerate(play.roster.who)}
        return frozenset(sides[name] for name in self.people if name in sides)

    def hidden(self, play: Play) -> frozenset[int]:
        """Of whom they know nothing."""
        if self.all_seeing:
            return frozenset()
        ours = self.audience(play)
        return frozenset(number for number in play.hidden.now if play.state.who[number].side not in ours)

    def roster(self, play: Play) -> Roster:
        return hide_names(play.roster, self.hidden(play), [c.side for c in play.state.who[: play.state.n]])

    def intimate(self, play: Play, who: Combatant) -> bool:
        """Whether they know its numbers."""
        return self.all_seeing or who.side in self.audience(play)

    def log(self, log: Log, play: Play) -> Log:
        if self.all_seeing:
            return log
        return log.for_players([play.roster.sides[side] for side in self.audience(play)])


def of(seat: Seat) -> Eyes:
    return Eyes(seat.role, seat.people)
