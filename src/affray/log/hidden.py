"""What players know: who is hidden since when, notes and marks, the names left, and what can be seen of a body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from affray.engine.state import ALWAYS
from affray.engine.vocabulary import FALLEN
from affray.errors import AffrayError, unknown
from affray.rules.book import Roster

HIDE, REVEAL, ENTER, NOTE, MARK, UNMARK = "hide", "reveal", "enter", "note", "mark", "unmark"
HIDING_COMMANDS = (HIDE, REVEAL, ENTER, NOTE, MARK, UNMARK)  # what changes what is known of somebody
UNSEEN, IN_WAIT = "unseen", "in wait"  # said after a name: who fights on; who lies in wait already
FROM_THE_START = "from the start"  # said after a name: nothing that was told before had it either
SOMEBODY = "somebody"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Who is hidden now, who was from which row of the log on; notes on combatants, and marks."""

    now: frozenset[int] = frozenset()
    since: tuple[tuple[int, frozenset[int]], ...] = ()
    unseen: frozenset[int] = frozenset()  # those of them who take part in the fight now
    notes: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[tuple[int, str], int] = field(default_factory=dict)  # the referee's own conditions, and until when

    def marks_on(self, who: int, round: int) -> dict[str, int | None]:
        """Return the referee's own conditions of somebody, each with its last round; None for the rest of the fight."""
        own = {words: until for (number, words), until in self.marks.items() if number == who and until >= round}
        return {words: until if until < ALWAYS else None for words, until in own.items()}

    def hidden_at(self, row: int) -> frozenset[int]:
        """Return who was hidden when this row of the log was recorded."""
        return next((hidden for first, hidden in reversed(self.since) if first <= row), frozenset())

    @classmethod
    def from_the_start(cls, numbers: Iterable[int]) -> Hidden:
        hidden = frozenset(numbers)
        return cls(hidden, ((0, hidden),) if hidden else ())

    def change(self, row: int, hidden: frozenset[int], unseen: frozenset[int]) -> Hidden:
        """Return it with these hidden from this row on, and of them those who take part."""
        since = (*self.since, (row, hidden)) if hidden != self.now else self.since
        return replace(self, now=hidden, since=since, unseen=unseen)

    def reveal(self, who: int, row: int) -> Hidden:
        """Return it with somebody seen from this row on."""
        return self.change(row, self.now - {who}, self.unseen - {who})

    def commands(self, roster: Roster, round: int) -> list[tuple[str, ...]]:
        """Return the referee's commands that make it again in this round."""
        hidden = [(HIDE, roster.who[n], UNSEEN if n in self.unseen else IN_WAIT) for n in sorted(self.now)]
        notes = [(NOTE, roster.who[number], text) for number, text in sorted(self.notes.items())]
        marks = [
            (MARK, roster.who[number], str(until - round if until < ALWAYS else 0), words)
            for (number, words), until in sorted(self.marks.items())
            if until > round
        ]
        return [*hidden, *notes, *marks]

    def after_command(self, roster: Roster, said: Sequence[str], row: int, round: int) -> Hidden:
        """Return what a referee's command makes of it from this row on."""
        verb, who = said[0].lower(), find_combatant(roster, said)
        if verb == NOTE:
            notes = {number: text for number, text in self.notes.items() if number != who}
            words = " ".join(said[2:]).strip()
            return replace(self, notes=notes | ({who: words} if words else {}))
        if verb in (MARK, UNMARK):
            return replace(self, marks=self._marks_after(roster, who, said, round))
        if (who in self.now) == (verb == HIDE):
            raise AffrayError(f"{roster.who[who]} is {'hidden already' if verb == HIDE else 'not hidden'}")
        if verb == REVEAL:
            return self.reveal(who, row)
        if verb == ENTER:
            return self.change(row, self.now, self.unseen | {who})
        row = 0 if FROM_THE_START in said[2:] else row
        return self.change(row, self.now | {who}, self.unseen | ({who} if UNSEEN in said[2:] else set()))

    def _marks_after(self, roster: Roster, who: int, said: Sequence[str], round: int) -> dict[tuple[int, str], int]:
        words = " ".join(said[3:] if said[0].lower() == MARK else said[2:]).strip()
        kept = {key: until for key, until in self.marks.items() if (key[0], key[1].lower()) != (who, words.lower())}
        if said[0].lower() == UNMARK:
            if len(kept) == len(self.marks):
                raise AffrayError(f"{roster.who[who]} is not marked as {words!r}")
            return kept
        rounds = int(said[2]) if len(said) > 2 and said[2].isdecimal() else 0
        return kept | {(who, words): round + rounds if rounds > 0 else ALWAYS}


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

    def known_names(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(SOMEBODY if number in hidden else name for number, name in enumerate(names))

    shown = tuple(SOMEBODY if sides and n not in seen else name for n, name in enumerate(roster.sides))
    return (
        replace(roster, who=known_names(roster.who), kinds=known_names(roster.kinds), sides=shown) if hidden else roster
    )


class Body(Protocol):
    """Somebody as anybody can see them."""

    @property
    def hp(self) -> int: ...
    @property
    def max_hp(self) -> int: ...
    @property
    def conditions(self) -> int: ...
    @property
    def in_fight(self) -> bool: ...


def visible_health(who: Body) -> str:
    """Return what anybody can see of somebody's hit points."""
    if not who.in_fight or who.conditions & FALLEN or who.hp <= 0:
        return "down"
    if who.hp >= who.max_hp:
        return "fresh"
    return "hurt" if who.hp * 2 > who.max_hp else "badly hurt"
