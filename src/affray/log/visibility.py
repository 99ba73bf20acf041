"""What players may know of a fight: which parts of an event, and whom the referee hides from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.events import KINDS
from affray.engine.phrases import ALL, BENT, HIDDEN, SEEN
from affray.errors import AffrayError, unknown
from affray.log.recorder import Event
from affray.rules.book import Roster

__all__ = ["ALL", "HIDDEN", "is_target_modifier", "parts_for", "redact"]

DOERS = ("roll", "check", "move", "declared", "lost", "due")  # told of who does it; the others of whom it happens to
HIDE, REVEAL, NOTE = "hide", "reveal", "note"
HIDING_COMMANDS = (HIDE, REVEAL, NOTE)
FROM_THE_START = "from the start"  # said after a name: nothing that was told before had it either
SOMEBODY = "somebody"


# --- parts of an event


def parts_for(e: Event, sides: Sequence[int], audience: Collection[int] | None) -> str:
    """Return the parts of an event that the sides of an audience may know; without an audience, all."""
    if audience is None:
        return ALL
    kind = KINDS[e.kind]
    own, others = SEEN.get(f"{kind} {CLAUSES[e.clause].id}") or SEEN[kind]
    return own if any(0 <= c < len(sides) and sides[c] in audience for c in combatants_concerned(e)) else others


def combatants_concerned(e: Event) -> tuple[int, ...]:
    """Return whose business the numbers of an event are; how long a condition lasts is known to both."""
    kind = KINDS[e.kind]
    if kind == "condition-on":
        return e.who, e.other
    return (e.who,) if kind in DOERS else (e.other,)


def is_target_modifier(e: Event, reason: int) -> bool:
    """Whether a modifier belongs to what is rolled against."""
    kind = KINDS[e.kind]
    return REASONS[reason].words in BENT.get(f"{kind} {CLAUSES[e.clause].id}", BENT.get(kind, ()))


def redact(e: Event, parts: str) -> Event:
    """Return the event as far as it is known; its other numbers are 0, and narrate leaves them out."""
    because = tuple(b for b in e.because if ("w" if is_target_modifier(e, b[0]) else "b") in parts)
    return e._replace(
        value=e.value if "v" in parts else 0,
        was=e.was if "w" in parts else 0,
        dice=e.dice if "d" in parts else (),
        because=because,
        rolled=0,
    )


# --- whom the referee hides


@dataclass(frozen=True, slots=True)
class Hidden:
    """Who is hidden now, who was from which row of the log on, and the notes on combatants."""

    now: frozenset[int] = frozenset()
    since: tuple[tuple[int, frozenset[int]], ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)

    def hidden_at(self, row: int) -> frozenset[int]:
        """Return who was hidden when this row of the log was recorded."""
        return next((hidden for first, hidden in reversed(self.since) if first <= row), frozenset())

    def commands(self, roster: Roster) -> list[tuple[str, ...]]:
        """Return the referee's commands that make it again."""
        hidden = [(HIDE, roster.who[number]) for number in sorted(self.now)]
        return [*hidden, *((NOTE, roster.who[number], text) for number, text in sorted(self.notes.items()))]

    def after_command(self, roster: Roster, said: Sequence[str], row: int) -> tuple[Hidden, int]:
        """Return what a referee's command makes of it from this row on, and whom it named."""
        verb, who = said[0], find_combatant(roster, said)
        if verb == NOTE:
            notes = {number: text for number, text in self.notes.items() if number != who}
            words = " ".join(said[2:]).strip()
            return replace(self, notes=notes | ({who: words} if words else {})), who
        hidden = self.now | {who} if verb == HIDE else self.now - {who}
        if hidden == self.now:
            raise AffrayError(f"{roster.who[who]} is {'hidden already' if verb == HIDE else 'not hidden'}")
        row = 0 if FROM_THE_START in said[2:] else row
        return replace(self, now=hidden, since=(*self.since, (row, hidden))), who


def find_combatant(roster: Roster, said: Sequence[str]) -> int:
    if len(said) < 2:
        raise AffrayError(f"{said[0]} whom? name a combatant")
    known = {name.lower(): number for number, name in enumerate(roster.who)}
    if said[1].lower() not in known:
        raise AffrayError(unknown("combatant", said[1], roster.who))
    return known[said[1].lower()]


def hide_names(roster: Roster, hidden: frozenset[int], sides: Sequence[int] = ()) -> Roster:
    """Return the names as players know them. `sides` has the side of each: a wholly hidden one has no name either."""
    seen = {side for number, side in enumerate(sides) if number not in hidden}

    def known(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(SOMEBODY if number in hidden else name for number, name in enumerate(names))

    shown = tuple(SOMEBODY if sides and n not in seen else name for n, name in enumerate(roster.sides))
    return replace(roster, who=known(roster.who), kinds=known(roster.kinds), sides=shown) if hidden else roster
