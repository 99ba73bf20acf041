"""All that the table holds: its fights, who sits where, what the referee has set, and who is looking just now."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.log.narrate import one_line
from affray.log.visibility import FROM_THE_START, HIDE
from affray.play.session import Play
from affray.server import eyes, kept
from affray.server.eyes import REFEREE, Eyes
from affray.server.kept import Kept, Suggestion
from affray.server.live import Deed, Live
from affray.server.store import FightRecord, Seat, Store

PASS = "pass"
TIME_OUT = "time-out"
MOST_OPEN = 200  # fights at once, unless more are looked at


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def id_of(seat: Seat) -> str:
    """What a seat is called where its hash must not be shown."""
    return hashed(seat.hash)[:12]


@dataclass(eq=False, slots=True)
class Screen:
    """One page that looks at a fight."""

    seat: Seat
    woken: asyncio.Event = field(default_factory=asyncio.Event)


def new_seat(fight: str, role: str, name: str, people: tuple[str, ...]) -> tuple[Seat, str]:
    """And its token, which is kept nowhere."""
    token = secrets.token_urlsafe(24)
    return Seat(hashed(token), fight, role, name, people), token


class Hall:
    """One process of the table. Fights are opened when somebody first asks for them."""

    def __init__(self, store: Store, key: str) -> None:
        self.store, self.key = store, hashed(key)
        self.lock = RLock()
        self.open: dict[str, Live] = {}
        self.opening: dict[str, RLock] = {}
        self.known: dict[str, Kept] = {}  # until somebody changes it
        self.summaries: dict[str, dict[str, Any]] = {}
        self.screens: dict[str, set[Screen]] = {}
        self.deadlines: dict[str, tuple[int, float]] = {}  # of a fight: at which item, and when
        self.loop: asyncio.AbstractEventLoop | None = None

    # --- fights

    def live(self, id: str) -> Live | None:
        """One fight being replayed keeps nobody from another."""
        if found := self.still_open(id):
            return found
        fight = self.store.fight(id)
        if fight is None:
            return None
        with self.lock:
            opening = self.opening.setdefault(id, RLock())
        with opening:
            found = self.still_open(id) or Live(fight, self.store)
            with self.lock:
                self.open[id] = found
                self.make_room()
            return found

    def still_open(self, id: str) -> Live | None:
        """The one asked for last stands last."""
        with self.lock:
            found = self.open.pop(id, None)
            if found is not None:
                self.open[id] = found
            return found

    def make_room(self) -> None:
        """Of too many fights those that nobody looks at are closed; who asks for one gets it from the store again."""
        *others, _ = self.open
        unseen = [id for id in others if not self.screens.get(id)]
        for id in unseen[: max(0, len(self.open) - MOST_OPEN)]:
            del self.open[id]

    def begin(self, play: Play, hidden: list[str]) -> tuple[FightRecord, str]:
        """A new fight, and the referee's token."""
        for name in hidden:
            play.referee(HIDE, name, FROM_THE_START)
        text = play.journal()
        header = text[: len(text) - sum(len(line) + 1 for line in play.lines)]
        fight = FightRecord(secrets.token_hex(6), play.encounter.title or play.encounter.name, header, time.time())
        seat, token = new_seat(fight.id, REFEREE, REFEREE, ())
        self.store.add_fight(fight, play.lines, seat)
        self.sum_up(fight.id, play)
        return fight, token

    def sum_up(self, fight: str, play: Play) -> None:
        """How a fight stands is kept beside it, so that a list of them all opens none of them."""
        now = kept.summary(play)
        if self.summaries.get(fight) != now:
            with contextlib.suppress(AffrayError):  # it can be had from the fight itself
                self.store.save_document(kept.SUMMARY, fight, json.dumps(now))
            self.summaries[fight] = now

    # --- seats

    def is_owner(self, token: str) -> bool:
        return secrets.compare_digest(hashed(token), self.key)

    def seat(self, token: str) -> Seat | None:
        seat = self.store.seat(hashed(token))
        return None if seat is None or seat.withdrawn else seat

    def give(self, fight: str, role: str, name: str, people: tuple[str, ...]) -> tuple[Seat, str]:
        seat, token = new_seat(fight, role, name, people)
        self.store.add_seat(seat)
        return seat, token

    def withdraw(self, seat: Seat) -> None:
        self.store.withdraw_seat(seat.hash)
        self.changed(seat.fight)

    def seats(self, fight: str) -> Iterator[dict[str, Any]]:
        here, taken = self.here(fight), self.kept(fight).taken
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
        return {screen.seat.hash for screen in self.looking(fight)}

    def looking(self, fight: str) -> tuple[Screen, ...]:
        """From any thread: a copy, as others come and go meanwhile."""
        return tuple(self.screens.get(fight, ()))

    def take(self, seat: Seat, taken: bool) -> None:
        self.store.save_document(kept.kind(seat.fight), kept.TAKEN + seat.hash, "yes" if taken else "")
        self.changed(seat.fight)

    # --- what the referee has set

    def kept(self, fight: str) -> Kept:
        """Read once, and again when it has changed."""
        with self.lock:
            if fight not in self.known:
                self.known[fight] = kept.read(self.store, fight)
            return self.known[fight]

    def changed(self, fight: str) -> None:
        with self.lock:
            self.known.pop(fight, None)
        self.wake(fight)

    def settings(self, fight: str) -> dict[str, Any]:
        return self.kept(fight).settings

    def set(self, fight: str, changed: Mapping[str, Any]) -> None:
        for name, value in changed.items():
            self.store.save_document(kept.kind(fight), name, json.dumps(value))
        self.changed(fight)

    # --- what people do

    def act(self, seat: Seat, seen: int, key: str, deed: Deed) -> None:
        live = self.live(seat.fight)
        assert live is not None
        if live.act(eyes.of(seat), seen, seat.name, f"{seat.hash[:16]} {key}", deed):
            for old in self.kept(seat.fight).suggestions:
                self.forget(seat.fight, old)
            self.sum_up(seat.fight, live.play)
        self.wake(seat.fight)

    def suggest(self, seat: Seat, who: str, answer: str) -> None:
        """In place of what the same person has suggested before."""
        for old in self.kept(seat.fight).suggestions:
            if (old.seat, old.who) == (seat.hash, who):
                self.forget(seat.fight, old)
        kept.suggest(
            self.store, seat.fight, Suggestion(secrets.token_hex(4), seat.hash, one_line(seat.name), who, answer)
        )
        self.changed(seat.fight)

    def forget(self, fight: str, old: Suggestion) -> None:
        kept.forget(self.store, fight, old)
        self.changed(fight)

    # --- what people see

    def frame(self, seat: Seat, after: int) -> dict[str, Any]:
        """A view with all that is not of the fight itself, and the items since a number."""
        live = self.live(seat.fight)
        assert live is not None
        frame = live.frame(eyes.of(seat), after)
        beside = self.kept(seat.fight)
        view, settings = frame["view"], beside.settings
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
        view["suggestions"] = [s.as_json() for s in beside.suggestions if referee or s.seat == seat.hash]
        view["homes"] = live.homes(beside.written) if referee else []
        view["seats_here"] = sorted({screen.seat.name for screen in self.looking(seat.fight)})
        if view["asks"] is not None:
            view["asks"] = {**view["asks"], "deadline": self.deadline(live)}
            if seat.hash in beside.taken:
                view["asks"]["yours"] = False
        return frame

    # --- telling the screens

    def wake(self, fight: str) -> None:
        """From any thread but the loop's: whoever looks at this fight is shown what is new."""
        self.watch_the_clock(fight)
        self.in_loop(self.woken, fight)

    def in_loop(self, work: Callable[..., object], *words: Any) -> None:
        loop = self.loop
        with contextlib.suppress(RuntimeError):  # it has just been closed
            if loop is not None:
                loop.call_soon_threadsafe(work, *words)

    def woken(self, fight: str) -> None:
        """In the loop."""
        for screen in self.looking(fight):
            screen.woken.set()

    def heard(self, what: str) -> None:
        """Some process has stored something, perhaps this one: entries of a fight, or what holds beside them."""
        fight = what.rpartition(" ")[2]
        live = self.open.get(fight)
        if live is not None:
            with contextlib.suppress(AffrayError):  # whoever looks at it next is told
                live.catch_up()
            self.changed(fight)

    def missed(self) -> None:
        """Whatever others have stored while nobody listened."""
        for fight in tuple(self.open):
            self.heard(fight)

    # --- time-outs

    def deadline(self, live: Live) -> float | None:
        """Seconds that are left to answer a reaction."""
        item, when = self.deadlines.get(live.fight.id, (-1, 0.0))
        return max(0.0, round(when - time.monotonic(), 1)) if item == live.tape(Eyes(REFEREE)).last else None

    def watch_the_clock(self, fight: str) -> None:
        """A reaction that is asked for now is passed when its time is over."""
        live = self.open.get(fight)
        allowed = self.settings(fight)["timeout"] if live is not None else 0
        if live is None or not allowed or self.loop is None:
            self.deadlines.pop(fight, None)
            return
        tape = live.tape(Eyes(REFEREE))
        asked = tape.view.get("asks")
        if asked and asked.get("reaction") and self.deadlines.get(fight, (-1, 0.0))[0] != tape.last:
            self.deadlines[fight] = tape.last, time.monotonic() + allowed
            self.in_loop(self.loop.call_later, allowed, self.run_in_thread, self.time_out, fight, tape.last)

    def run_in_thread(self, work: Callable[..., None], *words: Any) -> None:
        if self.loop is not None:
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
