"""What a die that is asked for must show: each face is tried, and where the blow begins to land is said."""

from __future__ import annotations

from affray.engine import events as E
from affray.odds.futures import carried_out
from affray.play.session import Play


def needed(play: Play) -> str:
    """In words, for a single die that decides whether a blow lands; empty for all others."""
    asked = play.asks
    if asked is None or asked.die is None or asked.die.count != 1:
        return ""
    sides = asked.die.sides
    lands = [lands_with(play, face) for face in range(1, sides + 1)]
    if None in lands or not any(lands):
        return "" if None in lands else "no face hits"
    least = lands.index(True) + 1
    without_gaps = all(lands[least - 1 :])
    if without_gaps:
        return f"{least} or more hits"
    return f"hits on {', '.join(str(n + 1) for n, hit in enumerate(lands) if hit)}"


def lands_with(play: Play, face: int) -> bool | None:
    """Whether the next blow hits with this face; None where it isn't a blow that the die decides."""
    faces = iter([face])

    def draw(sides: int, count: int) -> list[int]:
        return [next(faces, 1)] * count

    _, events = carried_out(play, None, draw)
    first = next((e for e in events if e.dice), None)
    return None if first is None or first.kind not in (E.HIT, E.MISS) else first.kind == E.HIT
