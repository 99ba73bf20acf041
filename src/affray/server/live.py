"""Fights of the table as they run: their settings, the driver over the store, and all those that a process has open."""

from __future__ import annotations

import contextlib
import json
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import affray.api  # noqa: F401  (completes fights: sides that are cunning think)
from affray.errors import AffrayError
from affray.files import rules_digest
from affray.log.hidden import FROM_THE_START, HIDE
from affray.log.narrate import one_line
from affray.play.changes import describe_changes
from affray.play.journal import parse_journal
from affray.play.questions import ANSWER, Choice, JournalEntry, Refused, entries_in_force, read_entry
from affray.play.questions import hides_from_the_start as hides
from affray.play.session import Play
from affray.play.start import events_of, from_journal, replay_and_verify
from affray.server import Json
from affray.server.doors import DOORS, Doors
from affray.server.images import visible_images
from affray.server.library import describe_homes
from affray.server.owner import OwnerCookie
from affray.server.settings import FightSettings, document_kind
from affray.server.store import DamagedText, EntryRecord, FightRecord, Moved, Seat, Store
from affray.server.view import Feed, show_refused
from affray.server.view_map import find_scene
from affray.server.view_question import pass_over, step_back, undo_last
from affray.server.viewer import THE_REFEREE, Role, Screens, Viewer, describe_seats, hash_token, new_seat

MOST_NAMES = 8  # of a party, in a list
SUMMARY = "summary"  # the kind of document that says in a line how a fight stands


def summarize(play: Play) -> dict[str, Any]:
    """Say in a line how a fight stands: it is stored, so that a list of all fights opens none of them."""
    return {
        "book": play.book.name,
        "round": play.state.round,
        "over": play.over,
        "winner": play.winner,
        "party": name_party(play),
        "scene": find_scene(play.state, play.encounter.title),
    }


def name_party(play: Play) -> list[str]:
    """Return the names of those on the sides of players."""
    there = play.state.who[: play.state.n]
    return [one_line(play.roster.who[c.id]) for c in there if play.state.side[c.side].players][:MOST_NAMES]


# --- one fight as it runs: the driver over the store, a feed for each viewer, and a clock for reactions

PASS = "pass"
TIME_OUT = "time-out"
Result = TypeVar("Result")


def entry_key(seat: Seat, key: str) -> str:
    """Return the key under which an entry of a seat is stored: a key is its owner's alone."""
    return f"{seat.hash[:16]} {key}"


class WayBack(NamedTuple):
    """What an undo would take back: so many entries, those of them that somebody chose, and lines of the log."""

    steps: int
    chosen: list[JournalEntry]
    lines: list[int]


class LiveFight:
    """A fight whose entries are stored before anybody is shown them. What other processes have stored is read first."""

    def __init__(self, record: FightRecord, store: Store, settings: FightSettings, screens: Screens) -> None:
        self.record, self.store, self.settings, self.screens = record, store, settings, screens
        self.lock = RLock()
        self.by = ""  # whose entry is being played
        self.entries: list[EntryRecord] = []
        self.shown = 0  # how many of them the screens have been told of
        self.summary: Json = {}
        self.trouble = ""  # why the entries after these can't be played: a rule has changed since
        self.unplayed: list[EntryRecord] = []
        self.chances: tuple[int, dict[str, Json]] = -1, {}  # after so many entries: of each answer with an attack in it
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
            for entry in self.store.entries(self.record.id, len(self.entries)) if not self.trouble else ():
                self.by = entry.by
                try:
                    replay_and_verify(self.play, *read_record(entry))
                except (AffrayError, IndexError):
                    self._stop_before(entry)
                    return
                self.entries.append(entry)

    def refresh(self) -> None:
        """Read what other processes have stored, if there may be others, before it is shown to anybody."""
        if self.store.shared:
            self.catch_up()
            self.settings.check()
            self._show()

    def follow(self, last: int) -> None:
        """Catch up with what another process has stored, up to its last entry, and let the screens show it."""
        with self.lock:
            if len(self.entries) < last:
                self.catch_up()
        self._show()

    def _show(self) -> None:
        if self.shown != len(self.entries):
            self.wake()

    def _stop_before(self, entry: EntryRecord) -> None:
        """Keep what comes before an entry that can't be played any more: it is read and exported, and not continued."""
        where = f"{self.record.title} can't be replayed from entry {entry.number} on"
        self.trouble = f"{where}: {self._why_not(entry)}"
        self.unplayed = list(self.store.entries(self.record.id, len(self.entries)))
        self._replay()

    def _why_not(self, entry: EntryRecord) -> str:
        if isinstance(entry.text, DamagedText) or is_of_these_rules(self.record):
            return "it is damaged in the database"
        events, hides_anybody = events_of(self.play.rows[self.play.news_start :]), bool(self.play.hidden.now)
        changed = describe_changes(self.play.book.name, events, hides_anybody)
        return f"since it was saved {changed}"

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
        failures = self.store.outage.count
        with self.lock:
            self.store.outage.check(failures)  # whoever had the lock may have waited for the database in vain
            self.catch_up()
            self.settings.check()
            if self.trouble:
                raise AffrayError(f"{self.trouble}. It can be read and saved as a file, but not continued")
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

    def _store(self, by: str, key: str, deed: Callable[[Play], Result]) -> Result | None:
        """Store it. What is refused or not stored has not happened. A repeat returns None."""
        self.by, before = by, len(self.entries)
        try:
            result = deed(self.play)
            self._pass_over()
            if new := self.play.lines[before:]:
                stored = self.store.append(self.record.id, before, new, by, key)
                if [(entry.number, entry.text) for entry in stored] != list(enumerate(new, before + 1)):
                    self._play_as_stored()
                    return None
                self.entries += stored
            return result
        except BaseException as no:
            if len(self.play.lines) != before or not isinstance(no, AffrayError):
                self._replay()
            raise

    def _play_as_stored(self) -> None:
        """Play what the store has: another process was given the same, and had heard more before it."""
        self._replay()
        self.catch_up()

    def _pass_over(self) -> None:
        """Pass for whoever has nothing to choose, unless the table wants to be asked whom to wait for."""
        if not self.settings["waiting"]:
            pass_over(self.play)

    def _store_summary(self) -> None:
        now = summarize(self.play)
        if self.summary != now:
            with contextlib.suppress(AffrayError):  # it can be had from the fight itself
                self.store.keep_document(SUMMARY, self.record.id, json.dumps(now))
            self.summary = now

    # --- what people see

    @property
    def title(self) -> str:
        return one_line(self.settings.current.title or self.record.title)

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
        troubled = self.store.trouble() if referee else None
        trouble = self.trouble or (troubled.words if troubled else "")
        view["fight"] = {"id": seat.fight, **view["fight"]} | ({"trouble": trouble} if trouble else {})
        if settings.title:
            view["fight"]["title"] = one_line(settings.title)
        view["you"] = describe_seat(seat, settings.values)
        view["settings"] = settings.values
        view["suggestions"] = [s.as_json() for s in settings.suggestions if referee or s.seat == seat.hash]
        view["images"] = visible_images(self.play, Viewer.of(seat), settings.images)
        view["next"] = bool(settings.next)
        view["messages"] = [m.as_json() for m in settings.messages if referee or m.seat == seat.hash]
        view["homes"] = self.homes() if referee else []
        if referee:
            view["seats"] = self.seats()
        view["seats_here"] = sorted(set(self.screens.here(seat.fight).values()))
        if view["asks"] is not None:
            view["asks"] = {**view["asks"], "deadline": self.seconds_left()}
            if seat.hash in settings.taken:
                view["asks"]["yours"] = False
            if referee:
                view["asks"]["chooser"] = self.who_chooses(view["asks"]["who"])
        return frame

    def seats(self) -> list[Json]:
        """Return who plays whom: the seats that were not withdrawn."""
        current = self.settings.current
        living = [seat for seat in current.seats.values() if not seat.withdrawn]
        here = self.screens.here(self.record.id)
        return describe_seats(living, self.play.roster.who, here, current.taken)

    def who_chooses(self, who: str) -> str | None:
        """Return the name of the player's seat, with a page open, that will answer for somebody."""
        taken = self.settings.current.taken
        seats = (screen.seat for screen in self.screens.at(self.record.id))
        here = (s.name for s in seats if s.role == Role.PLAYER and who in s.people and s.hash not in taken)
        return next(here, None)

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
        """Let, from any thread but the event loop's, all screens show what is new."""
        self.shown = len(self.entries)
        self.start_clock()
        self.screens.wake(self.record.id)

    # --- undo and the journal

    def step_back(self, play: Play) -> list[JournalEntry]:
        """Undo the last thing that somebody chose; return what was undone, that thing last."""
        return [undo_last(play)] if self.settings["waiting"] else step_back(play)

    def way_back_to(self, viewer: Viewer, item: int) -> WayBack:
        """Return what must be undone so that a line no longer holds, and the lines that go with it."""
        with self.lock:
            feed = self.feed(viewer)
            if not 1 <= item <= feed.last or item not in feed.told:
                raise AffrayError(f"line {item} does not hold: there is nothing to take back")
            play, steps, chosen = self.play.fork(), 0, []
            row = feed.told.index(item)
            while len(play.rows) > row and entries_in_force(play.entries)[0]:
                undone = self.step_back(play)
                steps += len(undone)
                chosen.append(undone[-1])
            if len(play.rows) > row:
                raise AffrayError(f"line {item} came before anybody had said anything")
            return WayBack(steps, chosen, [told for told in feed.told[len(play.rows) :] if told])

    def journal(self) -> str:
        with self.lock:
            return self.record.header + "".join(f"{entry.text}\n" for entry in [*self.entries, *self.unplayed])

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


def is_of_these_rules(record: FightRecord) -> bool:
    """Return whether today's rules began a fight: then its entries follow from them, unless something is damaged."""
    facts = parse_journal(Path(record.title), record.header.split("\n")).facts
    return str(facts["digest"]) == rules_digest()


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
    return hides(read_record(record)[0])


def read_record(record: EntryRecord) -> tuple[JournalEntry, str]:
    """Return the entry and its hash."""
    text, _, hash = record.text.rpartition("  #")
    return read_entry(text), hash


# --- the fights of one server process: opened when somebody first asks for them, closed when nobody looks any more

MOST_OPEN = 100  # fights at once, unless more are looked at


class NewFight(NamedTuple):
    """What is stored of a fight that is added."""

    title: str
    header: str
    lines: tuple[str, ...]
    summary: Json


def add_fight(store: Store, play: Play, hidden: list[str]) -> tuple[FightRecord, str]:
    """Store a new fight; return it and the referee's token."""
    for name in hidden:
        play.referee(HIDE, name, FROM_THE_START)
    pass_over(play)
    return store_fight(store, describe_new_fight(play))


def describe_new_fight(play: Play) -> NewFight:
    text = play.journal()
    header = text[: len(text) - sum(len(line) + 1 for line in play.lines)]
    return NewFight(play.encounter.title or play.encounter.name, header, tuple(play.lines), summarize(play))


def store_fight(store: Store, new: NewFight) -> tuple[FightRecord, str]:
    record = FightRecord(secrets.token_hex(6), new.title, new.header, time.time())
    seat, token = new_seat(record.id, Role.REFEREE, Role.REFEREE, ())
    store.add_fight(record, new.lines, seat)
    with contextlib.suppress(AffrayError):  # it can be had from the fight itself
        store.keep_document(SUMMARY, record.id, json.dumps(new.summary))
    return record, token


class Registry:
    """All fights of a store, and the key of whoever started the table."""

    def __init__(self, store: Store, key: str) -> None:
        self.store, self.key_hash, self.cookie = store, hash_token(key), OwnerCookie.of(key)
        self.screens, self.doors = Screens(), Doors(store)
        self.open: dict[str, LiveFight] = {}  # the one asked for last is last
        self._lock = RLock()
        self._opening: dict[str, RLock] = {}
        self._settings: dict[str, FightSettings] = {}

    def is_owner(self, token: str) -> bool:
        """Return whether a token is the key, or the cookie that stands for it."""
        return secrets.compare_digest(hash_token(token), self.key_hash) or secrets.compare_digest(
            token.encode(), self.cookie.value.encode()
        )

    def seat(self, token: str) -> Seat | None:
        """Return the seat of a token unless it was withdrawn."""
        seat = self.store.seat(hash_token(token))
        return None if seat is None or seat.withdrawn else seat

    # --- fights

    def fight(self, id: str) -> LiveFight | None:
        """Return a fight; while one is opened, others can be used."""
        if found := self._open_fight(id):
            return found
        record = self.store.fight(id)
        if record is None:
            return None
        with self._lock:
            opening = self._opening.setdefault(id, RLock())
        with opening:
            found = self._open_fight(id) or LiveFight(record, self.store, self.settings(id), self.screens)
            with self._lock:
                self.open[id] = found
                self._close_unseen()
            return found

    def _open_fight(self, id: str) -> LiveFight | None:
        with self._lock:
            found = self.open.pop(id, None)
            if found is not None:
                self.open[id] = found
            return found

    def _close_unseen(self) -> None:
        """Close some of too many fights that nobody looks at; the store has them."""
        *others, _ = self.open
        unseen = [id for id in others if not self.screens.at(id)]
        for id in unseen[: max(0, len(self.open) - MOST_OPEN)]:
            self.open.pop(id).stop_clock()

    def delete(self, fight: str) -> None:
        """Delete a fight with all that belongs to it; its screens are told that they have no seat any more."""
        kind = document_kind(fight)
        there = [(kind, name) for name in self.store.documents(kind)]
        self.store.delete_fight(fight, [*there, (SUMMARY, fight), (DOORS, fight)])
        with self._lock:
            live = self.open.pop(fight, None)
        if live is not None:
            live.stop_clock()
        self.settings(fight).reload()
        self.screens.wake(fight)

    def settings(self, fight: str) -> FightSettings:
        with self._lock:
            if fight not in self._settings:
                self._settings[fight] = FightSettings(self.store, fight, self.wake)
            return self._settings[fight]

    # --- changes

    def wake(self, fight: str) -> None:
        """Let, from any thread but the event loop's, the screens of a fight show what is new."""
        live = self.open.get(fight)
        if live is not None:
            live.wake()
        else:
            self.screens.wake(fight)

    def known_settings(self, fight: str) -> FightSettings | None:
        """Return the settings of a fight if this process has read them."""
        return self._settings.get(fight)

    def fights_with_settings(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._settings)

    def wake_all(self) -> None:
        """Let the screens of all fights show how the store is."""
        for fight in tuple(self.open):
            self.screens.wake(fight)
