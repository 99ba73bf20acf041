"""A fight step by step, to be watched again: each line of its log, and what has changed since the line before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from affray.ending.account import Account
from affray.ending.facts import ENDS, HEALTH_SHARES, HELPLESS_ENDS
from affray.ending.report import Json, side_place
from affray.engine.vocabulary import NAMES
from affray.log.hidden import visible_health
from affray.log.narrate import TENTHS
from affray.play.trace import Stance, Stances


def list_steps(account: Account) -> Json:
    """Return the fight line by line: who is there, and for each line of the log what has changed of them since the line
    before. People are told by their places in this list, so that nobody who is hidden leaves a gap."""
    places = {c.id: place for place, c in enumerate(account.people)}
    people = [
        {"name": account.name(c.id), "kind": account.kind(c.id), "side": side_place(account, c.id)}
        for c in account.people
    ]
    return {"people": people, "steps": list(map_steps(account, places))}


def map_steps(account: Account, places: dict[int, int]) -> Iterator[Json]:
    before, start = dict[int, Json](), starting_stances(account, places)
    for told in (None, *account.told):
        row = told.row if told else -1
        stances = place_as(start, account.trace.after(row)) if row < start.row else account.trace.after(row)
        now = {places[n]: glance_at(account, one) for n, one in account.known_stances(row, stances) if n in places}
        yield {
            "round": told.event.round if told else 0,
            "words": told.line.words if told else "The fight begins.",
            "kind": told.line.kind if told else "round",
            "clause": told.line.clause if told else None,
            "changes": [{"who": n, **one} for n, one in now.items() if before.get(n) != one],
            "gone": [n for n in before if n not in now],
        }
        before = now


class Start(NamedTuple):
    """The first row at which it is known where everybody stands, and how they stand then."""

    row: int
    stances: Stances


def starting_stances(account: Account, places: dict[int, int]) -> Start:
    """Return where the fight begins: until the sides meet, their distance is not in their places."""
    began = account.trace.began
    for row in range(len(account.trace.rows)):
        now = account.trace.after(row)
        if any((now[n].x, now[n].y) != (began[n].x, began[n].y) for n in places if n < len(began)):
            return Start(row, now)
    return Start(-1, began)


def place_as(start: Start, stances: Stances) -> Stances:
    """Return how everybody stands, in the places where they stand at the start."""
    return tuple(one._replace(x=then.x, y=then.y) for one, then in zip(stances, start.stances, strict=False))


def glance_at(account: Account, one: Stance) -> Json:
    """Return where somebody stands and how they are, as the reader can see it at that moment."""
    known, rolled = account.knows(one.side), one.max_hp > 0
    health = visible_health(one) if rolled else "fresh"
    share = max(0, one.hp) / one.max_hp if known and rolled else HEALTH_SHARES[health]
    return {
        "x": one.x / TENTHS,
        "y": one.y / TENTHS,
        "up": one.stands and one.in_fight,
        "share": round(share, 2),
        "health": f"{max(0, one.hp)} of {one.max_hp} hp" if known and rolled else health,
        "state": next((NAMES[end] for end in (*ENDS, *HELPLESS_ENDS) if one.conditions >> end & 1), ""),
    }
