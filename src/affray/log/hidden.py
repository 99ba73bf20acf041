"""What the referee keeps from the players: who is hidden from them, and notes. No rule knows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from affray.errors import AffrayError, unknown
from affray.rules.book import Roster

HIDE, REVEAL, NOTE = "hide", "reveal", "note"
VERBS = (HIDE, REVEAL, NOTE)
FROM_THE_START = "from the start"  # said after a name: nothing that was told before had it either
SOMEBODY = "somebody"


@dataclass(frozen=True, slots=True)
class Veil:
    """Who is hidden now, who was from which row of the log on, and the notes on combatants."""

    hidden: frozenset[int] = frozenset()
    since: tuple[tuple[int, frozenset[int]], ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)

    def at(self, row: int) -> frozenset[int]:
        """Who was hidden when this row of the log was told."""
        return next((hidden for first, hidden in reversed(self.since) if first <= row), frozenset())

    def words(self, roster: Roster) -> list[tuple[str, ...]]:
        """The referee's words that make it again."""
        hidden = [(HIDE, roster.who[number]) for number in sorted(self.hidden)]
        return [*hidden, *((NOTE, roster.who[number], text) for number, text in sorted(self.notes.items()))]

    def said(self, roster: Roster, said: Sequence[str], row: int) -> tuple[Veil, int]:
        """What the referee's word makes of it from this row on, and of whom it spoke."""
        verb, who = said[0], named(roster, said)
        if verb == NOTE:
            notes = {number: text for number, text in self.notes.items() if number != who}
            words = " ".join(said[2:]).strip()
            return replace(self, notes=notes | ({who: words} if words else {})), who
        hidden = self.hidden | {who} if verb == HIDE else self.hidden - {who}
        if hidden == self.hidden:
            raise AffrayError(f"{roster.who[who]} is {'hidden already' if verb == HIDE else 'not hidden'}")
        row = 0 if FROM_THE_START in said[2:] else row
        return replace(self, hidden=hidden, since=(*self.since, (row, hidden))), who


def named(roster: Roster, said: Sequence[str]) -> int:
    if len(said) < 2:
        raise AffrayError(f"{said[0]} whom? name a combatant")
    known = {name.lower(): number for number, name in enumerate(roster.who)}
    if said[1].lower() not in known:
        raise AffrayError(unknown("combatant", said[1], roster.who))
    return known[said[1].lower()]


def veiled(roster: Roster, hidden: frozenset[int], sides: Sequence[int] = ()) -> Roster:
    """The names as players know them. `sides` has the side of each: one that is wholly hidden has no name either."""
    seen = {side for number, side in enumerate(sides) if number not in hidden}

    def known(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(SOMEBODY if number in hidden else name for number, name in enumerate(names))

    shown = tuple(SOMEBODY if sides and n not in seen else name for n, name in enumerate(roster.sides))
    return replace(roster, who=known(roster.who), kinds=known(roster.kinds), sides=shown) if hidden else roster
