"""All that the table holds: its fights, who sits where, what the referee has set, and who is looking just now."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.fight import Play
from affray.store import Fight, Seat, Store
from affray.web import eyes
from affray.web.eyes import REFEREE, Eyes
from affray.web.live import Deed, Live

SETTINGS: Mapping[str, Any] = {"players_undo": False, "confirm": False, "odds": False, "timeout": 0}
PASS = "pass"
TAKEN = "taken "  # and the hash of a seat: the referee plays for it
TIME_OUT = "time-out"


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def id_of(seat: Seat) -> str:
    """What a seat is called where its hash must not be shown."""
    return hashed(seat.hash)[:12]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An answer that waits for the referee's nod."""

    id: str
    seat: Seat
    who: str
    answer: str

    def as_json(self) -> dict[str, str]:
        return {"id": self.id, "by": self.seat.name, "who": self.who, "answer": self.answer}


@dataclass(eq=False, slots=True)
class Screen:
    """One page that looks at a fight."""

    seat: Seat
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class Hall:
    """One process of the table. Fights are opened when somebody first asks for them."""

    def __init__(self, store: Store, key: str) -> None:
        self.store, self.key = store, hashed(key)
        self.lock = RLock()
        self.open: dict[str, Live] = {}
        self.screens: dict[str, set[Screen]] = {}
        self.suggestions: dict[str, list[Suggestion]] = {}
        self.deadlines: dict[str, tuple[int, float]] = {}  # of a fight: at which item, and when
        self.loop: asyncio.AbstractEventLoop | None = None

    # --- fights

    def live(self, id: str) -> Live | None:
        with self.lock:
            if id not in self.open:
                fight = self.store.fight(id)
                if fight is None:
                    return None
                self.open[id] = Live(fight, self.store)
            return self.open[id]

    def begin(self, play: Play, hidden: list[str], lines: list[str] | None = None) -> tuple[Fight, str]:
        """A new fight, and the referee's token."""
        for name in hidden:
            play.referee("hide", name)
        text = play.journal()
        header = text[: len(text) - sum(len(line) + 1 for line in play.lines)]
        fight = Fight(secrets.token_hex(6), play.encounter.title or play.encounter.name, header, time.time())
        self.store.begin(fight)
        said = lines if lines is not None else play.lines
        if said:
            self.store.append(fight.id, 0, said, REFEREE, secrets.token_hex(8))
        return fight, self.give(fight.id, REFEREE, REFEREE, ())[1]

    # --- seats

    def is_owner(self, token: str) -> bool:
        return secrets.compare_digest(hashed(token), self.key)

    def seat(self, token: str) -> Seat | None:
        seat = self.store.seat(hashed(token))
        return None if seat is None or seat.withdrawn else seat

    def give(self, fight: str, role: str, name: str, people: tuple[str, ...]) -> tuple[Seat, str]:
        token = secrets.token_urlsafe(24)
        seat = Seat(hashed(token), fight, role, name, people)
        self.store.give(seat)
        return seat, token

    def seats(self, fight: str) -> Iterator[dict[str, Any]]:
        here, taken = self.here(fight), self.taken(fight)
        for seat in self.store.seats(fight):
            yield {
                "id": id_of(seat),
                "role": seat.role,
                "name": seat.name,
                "people": list(seat.people),
                "withdrawn": seat.withdrawn,
                "here": seat.hash in here,
                "taken": seat.hash in taken,
            }

    def find_seat(self, fight: str, id: str) -> Seat | None:
        return next((seat for seat in self.store.seats(fight) if id_of(seat) == id), None)

    def here(self, fight: str) -> set[str]:
        return {screen.seat.hash for screen in self.screens.get(fight, ())}

    def taken(self, fight: str) -> set[str]:
        """The seats that the referee plays for."""
        kept = self.store.documents(f"settings {fight}")
        return {name.removeprefix(TAKEN) for name in kept if name.startswith(TAKEN)}

    def take(self, seat: Seat, taken: bool) -> None:
        self.store.put(f"settings {seat.fight}", TAKEN + seat.hash, "yes" if taken else "")
        self.wake(seat.fight)

    # --- what the referee has set

    def settings(self, fight: str) -> dict[str, Any]:
        kept = self.store.documents(f"settings {fight}")
        return {name: json.loads(kept[name]) if name in kept else usual for name, usual in SETTINGS.items()}

    def set(self, fight: str, changed: Mapping[str, Any]) -> None:
        for name, value in changed.items():
            self.store.put(f"settings {fight}", name, json.dumps(value))
        self.wake(fight)

    # --- what people do

    def act(self, seat: Seat, seen: int, key: str, deed: Deed) -> None:
        live = self.live(seat.fight)
        assert live is not None
        live.act(eyes.of(seat), seen, seat.name, f"{seat.hash[:16]} {key}", deed)
        self.suggestions.pop(seat.fight, None)
        self.wake(seat.fight)

    def suggest(self, seat: Seat, who: str, answer: str) -> None:
        """In place of what the same person has suggested before."""
        others = [s for s in self.suggestions.get(seat.fight, []) if s.seat.hash != seat.hash or s.who != who]
        self.suggestions[seat.fight] = [*others, Suggestion(secrets.token_hex(4), seat, who, answer)]
        self.wake(seat.fight)

    # --- what people see

    def frame(self, seat: Seat, after: int) -> dict[str, Any]:
        """A view with all that is not of the fight itself, and the items since a number."""
        live = self.live(seat.fight)
        assert live is not None
        frame = live.frame(eyes.of(seat), after)
        view, settings = frame["view"], self.settings(seat.fight)
        referee = seat.role == REFEREE
        view["fight"] = {"id": seat.fight, **view["fight"]}
        view["you"] = {
            "role": seat.role,
            "name": seat.name,
            "people": list(seat.people),
            "may": {
                "undo": referee or (seat.role == eyes.PLAYER and settings["players_undo"]),
                "odds": referee or (seat.role == eyes.PLAYER and settings["odds"]),
            },
        }
        view["settings"] = settings
        view["suggestions"] = [s.as_json() for s in self.suggestions.get(seat.fight, []) if referee or s.seat == seat]
        view["seats_here"] = sorted({screen.seat.name for screen in self.screens.get(seat.fight, ())})
        if view["asks"] is not None:
            view["asks"] = {**view["asks"], "deadline": self.deadline(live)}
            if seat.hash in self.taken(seat.fight):
                view["asks"]["yours"] = False
        return frame

    # --- telling the screens

    def wake(self, fight: str) -> None:
        """From any thread: whoever looks at this fight is shown what is new."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.woken, fight)

    def woken(self, fight: str) -> None:
        for screen in self.screens.get(fight, ()):
            screen.woken.set()
        self.watch_the_clock(fight)

    def heard(self, fight: str, last: int) -> None:
        """Another process has stored something."""
        live = self.open.get(fight)
        if live is not None and len(live.lines) < last:
            live.catch_up()
            self.wake(fight)

    # --- time-outs

    def deadline(self, live: Live) -> float | None:
        """Seconds that are left to answer a reaction."""
        item, when = self.deadlines.get(live.fight.id, (-1, 0.0))
        return max(0.0, round(when - time.monotonic(), 1)) if item == live.tape(Eyes(REFEREE)).last else None

    def watch_the_clock(self, fight: str) -> None:
        """In the loop: a reaction that is asked for now is passed when its time is over."""
        live = self.open.get(fight)
        allowed = self.settings(fight)["timeout"] if live is not None else 0
        if live is None or not allowed or self.loop is None:
            self.deadlines.pop(fight, None)
            return
        tape = live.tape(Eyes(REFEREE))
        asked = tape.view.get("asks")
        if asked and asked.get("reaction") and self.deadlines.get(fight, (-1, 0.0))[0] != tape.last:
            self.deadlines[fight] = tape.last, time.monotonic() + allowed
            self.loop.call_later(allowed, self.run_in_thread, self.time_out, fight, tape.last)

    def run_in_thread(self, work: Callable[..., None], *words: Any) -> None:
        assert self.loop is not None
        self.loop.run_in_executor(None, work, *words)

    def time_out(self, fight: str, item: int) -> None:
        live = self.open.get(fight)
        if live is None or self.deadlines.get(fight, (-1, 0.0))[0] != item:
            return
        try:
            live.act(Eyes(REFEREE), item, TIME_OUT, f"{TIME_OUT} {item}", lambda play: play.do(PASS))
        except AffrayError:
            return  # somebody was first
        self.wake(fight)
