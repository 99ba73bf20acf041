"""What players may know of a fight: a list of what is shown (sayings.SEEN), and nothing beside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.events import KINDS
from affray.engine.phrases import ALL, BENT, HIDDEN, SEEN
from affray.log.recorder import Event

__all__ = ["ALL", "HIDDEN", "bent", "redacted", "seen"]

DOERS = ("roll", "check", "move", "declared", "lost", "due")  # told of who does it; the others of whom it happens to


def seen(e: Event, sides: Sequence[int], audience: Collection[int] | None) -> str:
    """The parts of an event that the sides of an audience may know; without an audience it is the referee's."""
    if audience is None:
        return ALL
    kind = KINDS[e.kind]
    own, others = SEEN.get(f"{kind} {CLAUSES[e.clause].id}") or SEEN[kind]
    return own if any(0 <= c < len(sides) and sides[c] in audience for c in concerned(e)) else others


def concerned(e: Event) -> tuple[int, ...]:
    """Whose business the numbers of an event are; how long a condition lasts is known to both."""
    kind = KINDS[e.kind]
    if kind == "condition-on":
        return e.who, e.other
    return (e.who,) if kind in DOERS else (e.other,)


def bent(e: Event, reason: int) -> bool:
    """Whether a modifier belongs to what is rolled against."""
    kind = KINDS[e.kind]
    return REASONS[reason].words in BENT.get(f"{kind} {CLAUSES[e.clause].id}", BENT.get(kind, ()))


def redacted(e: Event, parts: str) -> Event:
    """The event as far as it is known; its other numbers are 0, and narrate leaves them out. Dice have no numbers."""
    because = tuple(b for b in e.because if ("w" if bent(e, b[0]) else "b") in parts)
    return e._replace(
        value=e.value if "v" in parts else 0,
        was=e.was if "w" in parts else 0,
        dice=e.dice if "d" in parts else (),
        because=because,
        rolled=0,
    )
