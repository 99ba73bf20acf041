"""What belongs to a fight at the table beside its journal: settings, seats the referee plays for, messages, images."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from typing import Any, NamedTuple

from affray.log.narrate import one_line
from affray.server.images import IMAGE_PREFIX, Placed, read_images
from affray.server.store import Document, Seat, Store

DEFAULTS: Mapping[str, Any] = {"players_undo": False, "confirm": False, "odds": False, "timeout": 0, "waiting": False}
TITLE = "title"  # the name of a document
# with the hash of a seat, or an id: the names of others
TAKEN_PREFIX, SUGGESTED_PREFIX, MESSAGE_PREFIX = "taken ", "suggested ", "message "
MOST_SEATS = 120  # of one fight that are taken at its door
NEXT = "next"  # the name of a document: the fight that goes on from this one, once it was begun
FOLLOWED_PREFIX = "followed "  # with the ids of the next fight and of a seat here: the hash of its seat there
WRITTEN_PREFIX = "written "  # with the id of a party that the survivors were written back into


class Suggestion(NamedTuple):
    """An answer that waits for the referee to confirm it."""

    id: str
    seat: str  # the hash of the one that makes it
    by: str
    who: str
    answer: str

    def as_json(self) -> dict[str, str]:
        return {"id": self.id, "by": self.by, "who": self.who, "answer": self.answer}


class Message(NamedTuple):
    """Words of the referee to one player: part of that seat, so that nothing that others are sent changes with it."""

    id: str
    seat: str  # the hash of the one it is for
    to: str  # what that seat is called
    words: str

    def as_json(self) -> dict[str, str]:
        return {"id": self.id, "to": self.to, "words": self.words}


class Snapshot(NamedTuple):
    """All of it at one moment."""

    values: dict[str, Any]  # the settings by name
    title: str  # another one than the scenario's; empty where it has that
    taken: frozenset[str]  # hashes of the seats that the referee plays for
    seats: Mapping[str, Seat]  # by their hashes
    suggestions: tuple[Suggestion, ...]
    images: tuple[Placed, ...]
    messages: tuple[Message, ...]  # the oldest first
    next: str  # the fight that goes on from this one; empty before it was begun
    followed: Mapping[str, str]  # of seats that have gone on there, the hashes of their seats
    written: Mapping[str, dict[str, Any]]  # where the survivors were written back to, by the ids of parties


def document_kind(fight: str) -> str:
    """Return the kind of the documents of a fight."""
    return f"settings {fight}"


def read_snapshot(store: Store, fight: str) -> Snapshot:
    found, seats = store.documents_and_seats(document_kind(fight), fight)
    return Snapshot(
        {name: read_json(found.get(name, ""), default) for name, default in DEFAULTS.items()},
        str(read_json(found.get(TITLE, ""), "")),
        frozenset(name.removeprefix(TAKEN_PREFIX) for name in found if name.startswith(TAKEN_PREFIX)),
        {seat.hash: seat for seat in seats},
        tuple(read_suggestions(found)),
        tuple(read_images(found)),
        tuple(read_messages(found)),
        str(read_json(found.get(NEXT, ""), "")),
        {name.removeprefix(FOLLOWED_PREFIX): text for name, text in found.items() if name.startswith(FOLLOWED_PREFIX)},
        {
            name.removeprefix(WRITTEN_PREFIX): said
            for name, text in found.items()
            if name.startswith(WRITTEN_PREFIX) and (said := read_json(text, None))
        },
    )


def read_json(text: str, default: Any) -> Any:
    """Read a document; one that is damaged says nothing."""
    try:
        return json.loads(text)
    except ValueError:
        return default


def read_suggestions(documents: Mapping[str, str]) -> Iterator[Suggestion]:
    for name, text in documents.items():
        if name.startswith(SUGGESTED_PREFIX) and (said := read_json(text, None)):
            yield Suggestion(name.removeprefix(SUGGESTED_PREFIX), **said)


def read_messages(documents: Mapping[str, str]) -> Iterator[Message]:
    """Return the messages in the order in which they were written: an id begins with a number."""
    for name, text in sorted(documents.items()):
        if name.startswith(MESSAGE_PREFIX) and (said := read_json(text, None)):
            yield Message(name.removeprefix(MESSAGE_PREFIX), **said)


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

    def check(self) -> None:
        """Read it again where another process may have changed it."""
        if not self.store.shared:
            return
        with self._lock:
            before, self._current = self._current, read_snapshot(self.store, self.fight)
            changed = before != self._current
        if changed:
            self.on_change(self.fight)

    def rename(self, title: str) -> None:
        """Give the fight another title, in the list and on its pages."""
        self.store.rename_fight(self.fight, title, Document(document_kind(self.fight), TITLE, json.dumps(title)))
        self.reload()

    def change(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            self._save(name, json.dumps(value))
        self.reload()

    def play_for(self, seat: Seat, taken: bool) -> None:
        """Let the referee play for a seat, or give it back."""
        self._save(TAKEN_PREFIX + seat.hash, "yes" if taken else "")
        self.reload()

    def seat(self, hash: str) -> Seat | None:
        """Return a seat as it is now, unless it was withdrawn; one that is not known here yet may be stored."""
        found = self.current.seats.get(hash) or self.store.seat(hash)
        return None if found is None or found.withdrawn else found

    def add_seat(self, seat: Seat) -> None:
        self.store.add_seat(seat)
        self.reload()

    def claim_seat(self, seat: Seat) -> None:
        """Add a seat if its people are free."""
        self.store.claim_seat(seat, MOST_SEATS)
        self.reload()

    def change_seat(self, seat: Seat) -> None:
        self.store.change_seat(seat)
        self.reload()

    def replace_seat(self, old: Seat, new: Seat) -> None:
        self.store.replace_seat(old, new)
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

    def place_image(self, image: Placed) -> None:
        self._save(IMAGE_PREFIX + image.id, json.dumps(image._asdict()))
        self.reload()

    def drop_image(self, image: Placed) -> None:
        self._save(IMAGE_PREFIX + image.id, "")
        self.reload()

    def drop(self, suggestion: Suggestion) -> None:
        self._save(SUGGESTED_PREFIX + suggestion.id, "")
        self.reload()

    def write(self, seat: Seat, words: str) -> None:
        """Store the referee's words to one player."""
        last = max((int(one.id.partition("-")[0]) for one in self.current.messages), default=0)
        fields = {"seat": seat.hash, "to": one_line(seat.name), "words": words}
        self._save(f"{MESSAGE_PREFIX}{last + 1:06}-{secrets.token_hex(4)}", json.dumps(fields))
        self.reload()

    def drop_message(self, message: Message) -> None:
        self._save(MESSAGE_PREFIX + message.id, "")
        self.reload()

    def lead_on(self, fight: str) -> None:
        """Say which fight goes on from this one."""
        self._save(NEXT, json.dumps(fight))
        self.reload()

    def followed_by(self, seat: Seat, there: Seat) -> None:
        """Store which seat at the next fight is that of a seat here."""
        self._save(FOLLOWED_PREFIX + f"{there.fight} {seat.hash}", there.hash)
        self.reload()

    def _save(self, name: str, text: str) -> None:
        self.store.save_document(document_kind(self.fight), name, text)
