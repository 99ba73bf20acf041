"""What a fight came to: who fell, who did what, and how lucky the dice were against expectation."""

from __future__ import annotations

from typing import Any

from affray.log.narrate import one_line
from affray.log.recorder import Event
from affray.party.history import count_deeds
from affray.play.session import Play
from affray.server.eyes import Eyes
from affray.server.view import person, winner

SHOWN = ("dealt", "taken", "kills", "hits", "misses")


def summary(play: Play, eyes: Eyes) -> dict[str, Any]:
    events = [row for row in play.rows if isinstance(row, Event)]
    counts, luck = (
        count_deeds(play, events),
        {c.id: fortune([e for e in events if e.who == c.id]) for c in play.state.who},
    )
    hidden, found = eyes.hidden(play), []
    for side, name in enumerate(play.roster.sides):
        members = [c for c in play.state.who[: play.state.n] if c.side == side and c.id not in hidden]
        rows = [row(play, eyes, c.id, counts[c.id], luck[c.id]) for c in members]
        if rows:
            found.append({"name": one_line(name), "rows": rows})
    return {
        "over": play.over,
        "winner": winner(play, eyes),
        "rounds": play.state.round,
        "sides": found,
        "dice": all_dice(list(eyes.log(play.log, play))),
    }


def row(play: Play, eyes: Eyes, number: int, counts: dict[str, int], luck: dict[str, Any]) -> dict[str, Any]:
    """Of the others only what everybody has seen."""
    seen = person(play, eyes, play.state.who[number])
    said = {"name": seen["name"], "fate": seen["out"] or seen["health"]}
    known = eyes.intimate(play, play.state.who[number])
    return said | ({**{name: counts[name] for name in SHOWN}, "luck": luck["words"]} if known else {})


def fortune(events: list[Event]) -> dict[str, Any]:
    """How far the d20s lay from what they show on average, in standard errors."""
    shown = [face for e in events for sides, face in e.dice if sides == 20]
    if len(shown) < 3:
        return {"words": ""}
    mean, spread = sum(shown) / len(shown), ((20**2 - 1) / 12 / len(shown)) ** 0.5
    off = (mean - 10.5) / spread
    how = "lucky" if off > 1 else "unlucky" if off < -1 else "as expected"
    return {"words": f"{how}: d20 {mean:.1f} on average of {len(shown)}"}


def all_dice(events: list[Event]) -> dict[str, Any]:
    dice = [die for e in events for die in e.dice]
    expected = sum((sides + 1) / 2 for sides, _ in dice)
    total = sum(face for _, face in dice)
    words = f"{len(dice)} dice came to {total}; {expected:g} is what they show on average"
    return {"rolled": len(dice), "sum": total, "expected": expected, "words": words}
