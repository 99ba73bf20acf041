"""What a fight has in the store beside its entries: settings, seats played for, suggestions, a summary."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from typing import Any, NamedTuple

from affray.log.narrate import one_line
from affray.play.session import Play
from affray.server.store import Seat, Store

DEFAULTS: Mapping[str, Any] = {"players_undo": False, "confirm": False, "odds": False, "timeout": 0}
TAKEN_PREFIX, SUGGESTED_PREFIX = "taken ", "suggested "  # with the hash of a seat, or an id: the names of documents
WRITTEN_PREFIX = "written "  # with the id of a party that the survivors were written back into
SUMMARY = "summary"  # the kind of document that says in a line how a fight stands


class Suggestion(NamedTuple):
    """An answer that waits for the referee to confirm it."""

    id: str
    seat: str  # the hash of the one that makes it
    by: str
    who: str
    answer: str

    def as_json(self) -> dict[str, str]:
        return {"id": self.id, "by": self.by, "who": self.who, "answer": self.answer}


class Snapshot(NamedTuple):
    """All of it at one moment."""

    values: dict[str, Any]  # the settings by name
    taken: frozenset[str]  # hashes of the seats that the referee plays for
    withdrawn: frozenset[str]
    suggestions: tuple[Suggestion, ...]
    written: Mapping[str, dict[str, Any]]  # where the survivors were written back to, by the ids of parties


def document_kind(fight: str) -> str:
    """Return the kind of the documents of a fight."""
    return f"settings {fight}"


def read_snapshot(store: Store, fight: str) -> Snapshot:
    found = store.documents(document_kind(fight))
    return Snapshot(
        {name: json.loads(found[name]) if name in found else default for name, default in DEFAULTS.items()},
        frozenset(name.removeprefix(TAKEN_PREFIX) for name in found if name.startswith(TAKEN_PREFIX)),
        frozenset(seat.hash for seat in store.seats(fight) if seat.withdrawn),
        tuple(read_suggestions(found)),
        {
            name.removeprefix(WRITTEN_PREFIX): json.loads(text)
            for name, text in found.items()
            if name.startswith(WRITTEN_PREFIX)
        },
    )


def read_suggestions(documents: Mapping[str, str]) -> Iterator[Suggestion]:
    for name, text in documents.items():
        if name.startswith(SUGGESTED_PREFIX):
            yield Suggestion(name.removeprefix(SUGGESTED_PREFIX), **json.loads(text))


class FightSettings:
    """Reads it once, and again when it has changed; then on_change is called with the id of the fight."""

    def __init__(self, store: Store, fight: str, on_change: Callable[[str], None]) -> None:
        self.store, self.fight, self.on_change = store, fight, on_change
        self._lock = RLock()
        self._current: Snapshot | None = None

    @property
    def current(self) -> Snapshot:
        with self._lock:
            if self._current is None:
                self._current = read_snapshot(self.store, self.fight)
            return self._current

    def __getitem__(self, name: str) -> Any:
        return self.current.values[name]

    def reload(self) -> None:
        with self._lock:
            self._current = None
        self.on_change(self.fight)

    def change(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            self._save(name, json.dumps(value))
        self.reload()

    def play_for(self, seat: Seat, taken: bool) -> None:
        """Let the referee play for a seat, or give it back."""
        self._save(TAKEN_PREFIX + seat.hash, "yes" if taken else "")
        self.reload()

    def withdraw(self, seat: Seat) -> None:
        self.store.withdraw_seat(seat.hash)
        self.reload()

    def suggest(self, seat: Seat, who: str, answer: str) -> None:
        """Store a suggestion in place of what the same seat has suggested for the same combatant."""
        for old in self.current.suggestions:
            if (old.seat, old.who) == (seat.hash, who):
                self.drop(old)
        fields = {"seat": seat.hash, "by": one_line(seat.name), "who": who, "answer": answer}
        self._save(SUGGESTED_PREFIX + secrets.token_hex(4), json.dumps(fields))
        self.reload()

    def drop(self, suggestion: Suggestion) -> None:
        self._save(SUGGESTED_PREFIX + suggestion.id, "")
        self.reload()

    def _save(self, name: str, text: str) -> None:
        self.store.save_document(document_kind(self.fight), name, text)


def summarize(play: Play) -> dict[str, Any]:
    """Say in a line how a fight stands: it is stored, so that a list of all fights opens none of them."""
    return {"book": play.book.name, "round": play.state.round, "over": play.over, "winner": play.winner}
