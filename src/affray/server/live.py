"""One fight of the table as it runs: the driver over the store, a feed for each viewer, and a clock for reactions."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable
from threading import RLock
from typing import TypeVar

from affray.errors import AffrayError
from affray.log.narrate import FROM_THE_START, HIDE
from affray.play.questions import ANSWER, Choice, JournalEntry, Refused, entries_in_force, read_entry
from affray.play.questions import REFEREE as REFEREE_ENTRY
from affray.play.session import Play
from affray.play.start import from_journal, replay_and_verify
from affray.server import Json
from affray.server.feed import Feed
from affray.server.library import describe_homes
from affray.server.settings import SUMMARY, FightSettings, summarize
from affray.server.store import EntryRecord, FightRecord, Moved, Seat, Store
from affray.server.view import show_refused
from affray.server.viewer import THE_REFEREE, Role, Screens, Viewer

PASS = "pass"
TIME_OUT = "time-out"
Result = TypeVar("Result")


def entry_key(seat: Seat, key: str) -> str:
    """Return the key under which an entry of a seat is stored: a key is its owner's alone."""
    return f"{seat.hash[:16]} {key}"


class LiveFight:
    """A fight whose entries are stored before anybody is shown them. What other processes have stored is read first."""

    def __init__(self, record: FightRecord, store: Store, settings: FightSettings, screens: Screens) -> None:
        self.record, self.store, self.settings, self.screens = record, store, settings, screens
        self.lock = RLock()
        self.by = ""  # whose entry is being played
        self.entries: list[EntryRecord] = []
        self.summary: Json = {}
        self.deadline: tuple[int, float] | None = None  # at which item of the referee's feed, and when
        self._replay()
        self.catch_up()

    def _replay(self) -> None:
        """Forget all that was not stored; the store itself is not asked, as it may be in trouble."""
        self.feeds: dict[Viewer, Feed] = {}
        self._forbidden: tuple[int, dict[Choice, Refused]] = -1, {}  # after so many entries
        self.play = play_from_header(self.record)
        for entry in self.entries:
            replay_and_verify(self.play, *read_record(entry))
        self.play.on_entry = self._follow

    def _follow(self) -> None:
        for feed in self.feeds.values():
            feed.follow(self.play, self.by)

    # --- what people do

    def catch_up(self) -> None:
        """Play the entries that the store has and this doesn't."""
        with self.lock:
            for entry in self.store.entries(self.record.id, len(self.entries)):
                self.by = entry.by
                try:
                    replay_and_verify(self.play, *read_record(entry))
                except (AffrayError, IndexError) as no:
                    where = f"{self.record.title} can't be replayed from entry {entry.number} on"
                    raise AffrayError(f"{where}: {no}") from None
                self.entries.append(entry)

    def act(self, seat: Seat, seen: int, key: str, deed: Callable[[Play], Result]) -> Result | None:
        """Do something for a seat that has seen so many items, store it, and then show it. A repeat of a key does
        nothing and returns None."""
        result, asks_else = self._act(Viewer.of(seat), seen, seat.name, entry_key(seat, key), deed)
        if asks_else:
            for suggestion in self.settings.current.suggestions:
                self.settings.drop(suggestion)
            self._store_summary()
        self.wake()
        return result

    def _act(
        self, viewer: Viewer, seen: int, by: str, key: str, deed: Callable[[Play], Result]
    ) -> tuple[Result | None, bool]:
        """Return what the deed returns, and whether something else is asked now."""
        with self.lock:
            self.catch_up()
            if any(entry.key == key for entry in self.entries):
                return None, False
            self.check_seen(viewer, seen)
            asked = self.play.asks
            return self._store(by, key, deed), self.play.asks != asked

    def check_seen(self, viewer: Viewer, seen: int) -> int:
        """Return the last item of a viewer's feed; one who has not seen it is told so first."""
        last = self.feed(viewer).last
        if seen != last:
            raise Moved(self.record.id, seen, last)
        return last

    def _store(self, by: str, key: str, deed: Callable[[Play], Result]) -> Result:
        """Refused, or not stored, it has not happened."""
        self.by, before = by, len(self.entries)
        try:
            result = deed(self.play)
            if new := self.play.lines[before:]:
                self.entries += self.store.append(self.record.id, before, new, by, key)
            return result
        except BaseException as no:
            if len(self.play.lines) != before or not isinstance(no, AffrayError):
                self._replay()
            raise

    def _store_summary(self) -> None:
        now = summarize(self.play)
        if self.summary != now:
            with contextlib.suppress(AffrayError):  # it can be had from the fight itself
                self.store.save_document(SUMMARY, self.record.id, json.dumps(now))
            self.summary = now

    # --- what people see

    def feed(self, viewer: Viewer) -> Feed:
        """Return a viewer's feed as if they had watched from the beginning."""
        with self.lock:
            if viewer not in self.feeds:
                self.feeds[viewer] = replay_feed(self.record, self.entries, viewer)
            return self.feeds[viewer]

    def frame(self, seat: Seat, after: int) -> Json:
        """Return the view of a seat, with all that is not of the fight itself, and the items since a number."""
        frame = self.fight_frame(Viewer.of(seat), after)
        view, settings, referee = frame["view"], self.settings.current, seat.role == Role.REFEREE
        view["fight"] = {"id": seat.fight, **view["fight"]}
        view["you"] = describe_seat(seat, settings.values)
        view["settings"] = settings.values
        view["suggestions"] = [s.as_json() for s in settings.suggestions if referee or s.seat == seat.hash]
        view["homes"] = self.homes() if referee else []
        view["seats_here"] = sorted({screen.seat.name for screen in self.screens.at(seat.fight)})
        if view["asks"] is not None:
            view["asks"] = {**view["asks"], "deadline": self.seconds_left()}
            if seat.hash in settings.taken:
                view["asks"]["yours"] = False
        return frame

    def fight_frame(self, viewer: Viewer, after: int) -> Json:
        """Return what follows from the entries alone."""
        with self.lock:
            feed = self.feed(viewer)
            view = {"n": feed.last, **feed.view}
            if view["asks"] is not None and view["asks"]["kind"] == ANSWER:
                view["asks"] = {**view["asks"], "refused": self._refused(viewer)}
            return {"view": view, "items": feed.items[max(0, after) :]}

    def _refused(self, viewer: Viewer) -> list[Json]:
        """Return the answers that are not allowed; they take their time, and are found once for all viewers."""
        if self._forbidden[0] != len(self.entries):
            self._forbidden = len(self.entries), dict(self.play.forbidden)
        return show_refused(self.play, viewer, self._forbidden[1])

    def homes(self) -> list[Json]:
        """Return the stored parties that some of the fighters came from."""
        with self.lock:
            return describe_homes(self.store, self.play, self.settings.current.written)

    def wake(self) -> None:
        """From any thread but the event loop's: let all screens show what is new."""
        self.start_clock()
        self.screens.wake(self.record.id)

    # --- undo and the journal

    def steps_back_to(self, viewer: Viewer, item: int) -> tuple[int, list[int]]:
        """Return how many entries must be undone so that a line no longer holds, and the lines that go with it."""
        with self.lock:
            feed = self.feed(viewer)
            if not 1 <= item <= feed.last or item not in feed.told:
                raise AffrayError(f"line {item} does not hold: there is nothing to take back")
            play, steps = self.play.fork(), 0
            row = feed.told.index(item)
            while len(play.rows) > row and entries_in_force(play.entries)[0]:
                play.undo()
                steps += 1
            if len(play.rows) > row:
                raise AffrayError(f"line {item} came before anybody had said anything")
            return steps, [told for told in feed.told[len(play.rows) :] if told]

    def journal(self) -> str:
        with self.lock:
            return self.record.header + "".join(f"{entry.text}\n" for entry in self.entries)

    # --- the clock

    def seconds_left(self) -> float | None:
        """Return the seconds that are left to answer a reaction."""
        if self.deadline is None or self.deadline[0] != self.feed(THE_REFEREE).last:
            return None
        return max(0.0, round(self.deadline[1] - time.monotonic(), 1))

    def start_clock(self) -> None:
        """Pass a reaction that is asked for now when its time is over."""
        allowed = self.settings["timeout"]
        if not allowed or self.screens.loop is None:
            self.stop_clock()
            return
        feed = self.feed(THE_REFEREE)
        asked = feed.view.get("asks")
        if asked and asked.get("reaction") and (self.deadline is None or self.deadline[0] != feed.last):
            self.deadline = feed.last, time.monotonic() + allowed
            self.screens.run_later(allowed, self.time_out, feed.last)

    def stop_clock(self) -> None:
        self.deadline = None

    def time_out(self, item: int) -> None:
        if self.deadline is None or self.deadline[0] != item:
            return
        with contextlib.suppress(AffrayError):  # somebody was first
            self._act(THE_REFEREE, item, TIME_OUT, f"{TIME_OUT} {item}", lambda play: play.do(PASS))
            self.wake()


def describe_seat(seat: Seat, settings: Json) -> Json:
    """Return who a seat is and what it may do, for its own page."""
    referee, player = seat.role == Role.REFEREE, seat.role == Role.PLAYER
    return {
        "role": seat.role,
        "name": seat.name,
        "people": list(seat.people),
        "may": {
            "undo": referee or (player and settings["players_undo"]),
            "odds": referee or (player and settings["odds"]),
        },
    }


def play_from_header(record: FightRecord) -> Play:
    """Return a fight before its first entry."""
    return from_journal(record.header, record.title)[0]


def replay_feed(record: FightRecord, entries: Iterable[EntryRecord], viewer: Viewer) -> Feed:
    """Play a fight again for a viewer; nothing is told before those are hidden who are so from the start."""
    play, feed, told = play_from_header(record), Feed(viewer), False
    for entry in entries:
        if not (told or hides_from_the_start(entry)):
            feed.follow(play, "")
            told = True
        replay_and_verify(play, *read_record(entry))
        if told:
            feed.follow(play, entry.by)
    if not told:
        feed.follow(play, "")
    return feed


def hides_from_the_start(record: EntryRecord) -> bool:
    entry = read_record(record)[0]
    return entry.kind == REFEREE_ENTRY and entry.fields[0] == HIDE and FROM_THE_START in entry.fields[2:]


def read_record(record: EntryRecord) -> tuple[JournalEntry, str]:
    """Return the entry and its hash."""
    text, _, hash = record.text.rpartition("  #")
    return read_entry(text), hash
