"""The fights of one server process: opened when somebody first asks for them, closed when nobody looks any more."""

from __future__ import annotations

import contextlib
import json
import secrets
import time
from threading import RLock

from affray.errors import AffrayError
from affray.log.narrate import FROM_THE_START, HIDE
from affray.play.session import Play
from affray.server.live import LiveFight
from affray.server.settings import SUMMARY, FightSettings, summarize
from affray.server.store import FightRecord, Seat, Store
from affray.server.viewer import Role, Screens, hash_token, new_seat

MOST_OPEN = 200  # fights at once, unless more are looked at


def add_fight(store: Store, play: Play, hidden: list[str]) -> tuple[FightRecord, str]:
    """Store a new fight; return it and the referee's token."""
    for name in hidden:
        play.referee(HIDE, name, FROM_THE_START)
    text = play.journal()
    header = text[: len(text) - sum(len(line) + 1 for line in play.lines)]
    record = FightRecord(secrets.token_hex(6), play.encounter.title or play.encounter.name, header, time.time())
    seat, token = new_seat(record.id, Role.REFEREE, Role.REFEREE, ())
    store.add_fight(record, play.lines, seat)
    with contextlib.suppress(AffrayError):  # it can be had from the fight itself
        store.save_document(SUMMARY, record.id, json.dumps(summarize(play)))
    return record, token


class Registry:
    """All fights of a store, and the key of whoever started the table."""

    def __init__(self, store: Store, key: str) -> None:
        self.store, self.key_hash = store, hash_token(key)
        self.screens = Screens()
        self.open: dict[str, LiveFight] = {}  # the one asked for last is last
        self._lock = RLock()
        self._opening: dict[str, RLock] = {}
        self._settings: dict[str, FightSettings] = {}

    def is_owner(self, token: str) -> bool:
        return secrets.compare_digest(hash_token(token), self.key_hash)

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

    def settings(self, fight: str) -> FightSettings:
        with self._lock:
            if fight not in self._settings:
                self._settings[fight] = FightSettings(self.store, fight, self.wake)
            return self._settings[fight]

    # --- changes

    def wake(self, fight: str) -> None:
        """From any thread but the event loop's: let the screens of a fight show what is new."""
        live = self.open.get(fight)
        if live is not None:
            live.wake()
        else:
            self.screens.wake(fight)

    def refresh(self, what: str) -> None:
        """Read again what some process has stored: entries of a fight, or what holds beside them."""
        fight = what.rpartition(" ")[2]
        live = self.open.get(fight)
        if live is not None:
            with contextlib.suppress(AffrayError):  # whoever looks at it next is told
                live.catch_up()
        if fight in self._settings:
            self._settings[fight].reload()

    def refresh_all(self) -> None:
        """Read again what others have stored while nobody listened."""
        for fight in tuple(self._settings):
            self.refresh(fight)
