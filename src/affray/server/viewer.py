"""Who looks at a fight: seats and their tokens, what each viewer may know, and the screens that are open."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.engine.state import Combatant
from affray.log import Log
from affray.log.hidden import hide_names
from affray.play.session import Play
from affray.rules.book import Roster
from affray.server import Json
from affray.server.store import Seat


class Role:
    """What a seat may see and do, as the database has it."""

    REFEREE, PLAYER, SPECTATOR = "referee", "player", "spectator"


# --- seats and tokens


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_seat(fight: str, role: str, name: str, people: tuple[str, ...]) -> tuple[Seat, str]:
    """Return a new seat and its token, which is stored nowhere."""
    token = secrets.token_urlsafe(24)
    return Seat(hash_token(token), fight, role, name, people), token


def public_id(seat: Seat) -> str:
    """Return an id of the seat for where its hash must not be shown."""
    return hash_token(seat.hash)[:12]


def describe_seats(
    seats: Iterable[Seat], names: Sequence[str], here: Container[str], taken: Container[str]
) -> list[Json]:
    """Describe seats for the referee: players in the order of their characters, referees, screens, the withdrawn."""
    roles = (Role.PLAYER, Role.REFEREE, Role.SPECTATOR)
    places = {name: place for place, name in enumerate(names)}

    def order(seat: Seat) -> tuple[bool, int, int, str, str]:
        first = min((places.get(name, len(places)) for name in seat.people), default=len(places))
        return seat.withdrawn, roles.index(seat.role) if seat.role in roles else len(roles), first, seat.name, seat.hash

    return [
        {
            "id": public_id(one),
            "role": one.role,
            "name": one.name,
            "people": list(one.people),
            "withdrawn": one.withdrawn,
            "here": public_id(one) in here,
            "taken": one.hash in taken,
        }
        for one in sorted(seats, key=order)
    ]


# --- what a viewer may know


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody with a role, who knows what some combatants know."""

    role: str
    people: tuple[str, ...] = ()

    @classmethod
    def of(cls, seat: Seat) -> Viewer:
        return cls(seat.role, seat.people)

    @property
    def sees_all(self) -> bool:
        return self.role == Role.REFEREE

    def own_sides(self, play: Play) -> frozenset[int]:
        """Return the sides of the viewer's own people."""
        sides = {name: play.state.who[number].side for number, name in enumerate(play.roster.who)}
        return frozenset(sides[name] for name in self.people if name in sides)

    def hidden(self, play: Play) -> frozenset[int]:
        """Return the combatants of whom the viewer knows nothing."""
        if self.sees_all:
            return frozenset()
        ours = self.own_sides(play)
        return frozenset(number for number in play.hidden.now if play.state.who[number].side not in ours)

    def roster(self, play: Play) -> Roster:
        """Return the roster without the names of the hidden."""
        return hide_names(play.roster, self.hidden(play), [c.side for c in play.state.who[: play.state.n]])

    def knows_numbers(self, play: Play, who: Combatant) -> bool:
        """Return whether the viewer knows somebody's hit points and the like."""
        return self.sees_all or who.side in self.own_sides(play)

    def readable(self, log: Log, play: Play) -> Log:
        """Return what the viewer may read of a log."""
        if self.sees_all:
            return log
        return log.for_players([play.roster.sides[side] for side in self.own_sides(play)])


THE_REFEREE = Viewer(Role.REFEREE)


# --- screens


@dataclass(eq=False, slots=True)
class Screen:
    """One page that looks at a fight."""

    seat: Seat
    changed: asyncio.Event = field(default_factory=asyncio.Event)


Presence = Mapping[str, str]  # of seats that look on: their names by their public ids


class Screens:
    """The open screens of all fights, the event loop that serves them, and who looks on at other processes."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.on_change: Callable[[str], None] = lambda fight: None  # called when screens come or go
        self._by_fight: dict[str, set[Screen]] = {}
        self._elsewhere: dict[str, dict[str, Presence]] = {}  # by process and fight

    def at(self, fight: str) -> tuple[Screen, ...]:
        """Return a copy: others come and go in other threads."""
        return tuple(self._by_fight.get(fight, ()))

    def count(self) -> int:
        return sum(map(len, self._by_fight.values()))

    def add(self, screen: Screen) -> None:
        self._by_fight.setdefault(screen.seat.fight, set()).add(screen)
        self.on_change(screen.seat.fight)

    def remove(self, screen: Screen) -> None:
        """Remove a screen and show the others that it has gone. Runs in the event loop."""
        left = self._by_fight[screen.seat.fight]
        left.discard(screen)
        if not left:
            del self._by_fight[screen.seat.fight]
        self._set_changed(screen.seat.fight)
        self.on_change(screen.seat.fight)

    # --- who looks on, here and at other processes

    def fights(self) -> tuple[str, ...]:
        return tuple(self._by_fight)

    def own(self, fight: str) -> dict[str, str]:
        return {public_id(screen.seat): screen.seat.name for screen in self.at(fight)}

    def here(self, fight: str) -> Presence:
        found = self.own(fight)
        for fights in tuple(self._elsewhere.values()):
            found.update(fights.get(fight, {}))
        return found

    def hear(self, process: str, fight: str, seats: Presence) -> bool:
        """Note who looks on at a fight at another process; return whether that is new."""
        fights = self._elsewhere.setdefault(process, {})
        before = fights.pop(fight, {})
        if seats:
            fights[fight] = seats
        return before != seats

    def forget(self, process: str) -> tuple[str, ...]:
        """Forget the screens of a process that has ended; return their fights."""
        return tuple(self._elsewhere.pop(process, ()))

    # --- what they show

    def wake(self, fight: str) -> None:
        """Let the screens of a fight show what is new, from any thread."""
        self._call_in_loop(self._set_changed, fight)

    def run_later(self, seconds: float, work: Callable[..., None], *arguments: Any) -> None:
        """Run work in a thread after some seconds, if the server still runs."""
        if self.loop is not None:
            self._call_in_loop(self.loop.call_later, seconds, self._run_in_thread, work, *arguments)

    def _set_changed(self, fight: str) -> None:
        for screen in self.at(fight):
            screen.changed.set()

    def _call_in_loop(self, work: Callable[..., object], *arguments: Any) -> None:
        loop = self.loop
        with contextlib.suppress(RuntimeError):  # it has just been closed
            if loop is not None:
                loop.call_soon_threadsafe(work, *arguments)

    def _run_in_thread(self, work: Callable[..., None], *arguments: Any) -> None:
        if self.loop is not None:
            self.loop.run_in_executor(None, work, *arguments)
