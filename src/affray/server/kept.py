"""What holds at a fight beside its entries, in the store: the referee's settings, seats played for, suggestions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from affray.play.session import Play
from affray.server.store import Store

SETTINGS: Mapping[str, Any] = {"players_undo": False, "confirm": False, "odds": False, "timeout": 0}
TAKEN, SUGGESTED = "taken ", "suggested "  # with the hash of a seat, or an id: the names of documents
WRITTEN = "written "  # with the id of a party that the survivors were written back into


class Suggestion(NamedTuple):
    """An answer that waits for the referee's nod."""

    id: str
    seat: str  # the hash of the one that makes it
    by: str
    who: str
    answer: str

    def as_json(self) -> dict[str, str]:
        return {"id": self.id, "by": self.by, "who": self.who, "answer": self.answer}


class Kept(NamedTuple):
    settings: dict[str, Any]
    taken: frozenset[str]  # hashes of the seats that the referee plays for
    withdrawn: frozenset[str]
    suggestions: tuple[Suggestion, ...]
    written: Mapping[str, dict[str, Any]]  # by the ids of parties


SUMMARY = "summary"  # the kind of document that says in a line how a fight stands


def summary(play: Play) -> dict[str, Any]:
    return {"book": play.book.name, "round": play.state.round, "over": play.over, "winner": play.winner}


def kind(fight: str) -> str:
    """Of the documents of a fight."""
    return f"settings {fight}"


def read(store: Store, fight: str) -> Kept:
    found = store.documents(kind(fight))
    return Kept(
        {name: json.loads(found[name]) if name in found else usual for name, usual in SETTINGS.items()},
        frozenset(name.removeprefix(TAKEN) for name in found if name.startswith(TAKEN)),
        frozenset(seat.hash for seat in store.seats(fight) if seat.withdrawn),
        tuple(suggestions(found)),
        {name.removeprefix(WRITTEN): json.loads(text) for name, text in found.items() if name.startswith(WRITTEN)},
    )


def suggestions(found: Mapping[str, str]) -> Iterator[Suggestion]:
    for name, text in found.items():
        if name.startswith(SUGGESTED):
            yield Suggestion(name.removeprefix(SUGGESTED), **json.loads(text))


def suggest(store: Store, fight: str, made: Suggestion) -> None:
    said = {"seat": made.seat, "by": made.by, "who": made.who, "answer": made.answer}
    store.save_document(kind(fight), SUGGESTED + made.id, json.dumps(said))


def forget(store: Store, fight: str, made: Suggestion) -> None:
    store.save_document(kind(fight), SUGGESTED + made.id, "")
