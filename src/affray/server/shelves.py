"""What the table's library keeps: parties and bestiaries, each a text with every change it has had and the reason."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from affray.content.yaml import compose, dump, dump_on_a_line, plain_values
from affray.engine.encounter import Party
from affray.errors import AffrayError, ScenarioError
from affray.log.narrate import one_line
from affray.party import party_from_text, party_to_yaml
from affray.server.store import Document, Store

PARTIES, BESTIARIES = "parties", "bestiaries"
SHELVES = (PARTIES, BESTIARIES)
MADE, WRITTEN, NAMED, RESTED, BACK = "made", "written", "named", "rested", "back"
FOUGHT, TAKEN_OFF = "fought", "taken back"
MOST = 500  # on one shelf
FILE = "table:"  # before the id of a party in the scenario that has a copy of it


class Meanwhile(AffrayError):
    """It is no longer as it was seen."""


@dataclass(frozen=True, slots=True)
class Change:
    """One of the things that have happened to a text, and how it stood then."""

    n: int
    at: float
    what: str
    why: str
    text: str
    fight: str = ""  # by which fight ...
    line: int = 0  # ... after which line of its log, as the referee counts them
    entry: int = 0  # ... and after how many entries of its journal; or the change that was gone back to
    deeds: tuple[dict[str, Any], ...] = ()
    end: str = ""  # the fingerprint of the fight's end


@dataclass(frozen=True, slots=True)
class Kept:
    shelf: str
    id: str
    n: int  # of its last change
    text: str

    @property
    def document(self) -> Document:
        return Document(self.shelf, self.id, json.dumps({"n": self.n, "text": self.text}, ensure_ascii=False))

    @property
    def name(self) -> str:
        """None where this Affray can't read it any more."""
        try:
            return name_of(self.shelf, self.text)
        except AffrayError:
            return ""

    @property
    def party(self) -> Party:
        return party_from_text(self.text, "party")

    @property
    def creatures(self) -> dict[str, Any]:
        found: dict[str, Any] = read_bestiary(self.text)[1]
        return found


# --- texts


def checked(shelf: str, text: str) -> str:
    """The text, if it is one of that shelf; else every mistake in it is told."""
    if shelf == PARTIES:
        party_from_text(text, "party")
        return text
    name, creatures = read_bestiary(text)
    check_creatures(name, creatures)
    return text


@lru_cache(MOST)
def name_of(shelf: str, text: str) -> str:
    return party_from_text(text, "party").name if shelf == PARTIES else read_bestiary(text)[0]


def read_bestiary(text: str) -> tuple[str, dict[str, Any]]:
    """Its name and its creatures: `bestiary: …` and `creatures: {name: entry}`."""
    data, mistakes = plain_values(compose(text.removeprefix("\ufeff"), "bestiary"), "bestiary")
    if mistakes:
        raise ScenarioError(mistakes)
    name, creatures = (data.get("bestiary"), data.get("creatures", {})) if isinstance(data, dict) else (None, None)
    if not isinstance(name, str) or not one_line(name).strip() or len(name) > 120:
        raise AffrayError("a bestiary needs a name of its own: `bestiary: Beasts of the fen`")
    if not isinstance(creatures, dict) or not all(isinstance(entry, dict) for entry in creatures.values()):
        raise AffrayError("a bestiary has its creatures under `creatures:`, each with a name and its keys")
    if more := sorted(set(data) - {"bestiary", "creatures"}):
        raise AffrayError(f"a bestiary has `bestiary` and `creatures`; what is {more[0]!r}?")
    return one_line(name), creatures


def check_creatures(name: str, creatures: dict[str, Any]) -> None:
    """As a scenario would that has them; each alone, so that it is said which is wrong."""
    from affray import scenario

    for kind, entry in creatures.items():
        sides = {"one": {"members": [{f"1 {kind}": {"hp": 1}}]}, "other": {"members": ["normal human"]}}
        try:
            scenario.read(dump({"title": name, "creatures": {kind: entry}, "sides": sides}), "bestiary")
        except ScenarioError as no:
            raise AffrayError(f"{kind}: {no.mistakes[0].message}") from None


def bestiary_text(name: str, creatures: dict[str, Any]) -> str:
    rows = "".join(f"  {dump_on_a_line({kind: entry})[1:-1]}\n" for kind, entry in creatures.items())
    return dump({"bestiary": name}) + ("creatures:\n" + rows if rows else "creatures: {}\n")


def renamed(kept: Kept, name: str) -> str:
    if kept.shelf == BESTIARIES:
        return bestiary_text(name, kept.creatures)
    return party_to_yaml(replace(kept.party, name=name))


# --- the store


def everything(store: Store, shelf: str) -> dict[str, Kept]:
    return {id: read(shelf, id, text) for id, text in store.documents(shelf).items()}


def read(shelf: str, id: str, text: str) -> Kept:
    said = json.loads(text)
    return Kept(shelf, id, said["n"], said["text"])


def of_name(store: Store, shelf: str, name: str) -> Kept | None:
    """By its id or its name."""
    all_of_it = everything(store, shelf)
    if name in all_of_it:
        return all_of_it[name]
    return next((kept for kept in all_of_it.values() if kept.name.casefold() == name.strip().casefold()), None)


def log_of(shelf: str, id: str) -> str:
    """The kind of the documents that have its changes."""
    return f"{shelf} {id}"


def changes(store: Store, kept: Kept) -> list[Change]:
    found = store.documents(log_of(kept.shelf, kept.id)).values()
    return [Change(**{**said, "deeds": tuple(said["deeds"])}) for said in map(json.loads, found)]


def make(store: Store, shelf: str, text: str, why: str = "") -> Kept:
    checked(shelf, text)
    if len(store.documents(shelf)) >= MOST:
        raise AffrayError(f"there are {MOST} {shelf} already; take one away first")
    check_name(store, shelf, name_of(shelf, text))
    kept = Kept(shelf, secrets.token_hex(6), 0, "")
    return put(store, kept, Change(1, time.time(), MADE, why, text))


def check_name(store: Store, shelf: str, name: str, but: str = "") -> None:
    other = of_name(store, shelf, name)
    if other is not None and other.id != but:
        raise AffrayError(f"another of the {shelf} is called {other.name!r} already; choose another name")


def put(store: Store, kept: Kept, change: Change, beside: Iterable[Document] = ()) -> Kept:
    now, documents = changed(kept, change)
    exchange(store, [kept], [*documents, *beside])
    return now


def exchange(store: Store, seen: Sequence[Kept], put: Sequence[Document]) -> None:
    as_seen = [kept.document if kept.n else Document(kept.shelf, kept.id, "") for kept in seen]
    if not store.swap_documents(as_seen, put):
        raise Meanwhile("it has been changed meanwhile: somebody else was first; look again")


def changed(kept: Kept, change: Change) -> tuple[Kept, list[Document]]:
    now = Kept(kept.shelf, kept.id, change.n, change.text)
    said = json.dumps(asdict(change), ensure_ascii=False)
    return now, [now.document, Document(log_of(kept.shelf, kept.id), f"{change.n:06}", said)]


def next_change(kept: Kept, what: str, why: str, text: str, **more: Any) -> Change:
    return Change(kept.n + 1, time.time(), what, why, text, **more)


def drop(store: Store, kept: Kept) -> None:
    """Away with it and all that was known of it."""
    log = log_of(kept.shelf, kept.id)
    gone = [Document(kept.shelf, kept.id, ""), *(Document(log, n, "") for n in store.documents(log))]
    exchange(store, [kept], gone)


def holding(log: Iterable[Change]) -> dict[str, Change]:
    """The fights that still count: not taken off again, and of each only the last word. Who went back to an earlier
    text went back to what had been fought by then."""
    standing: dict[str, Change] = {}
    at: dict[int, dict[str, Change]] = {}
    for change in log:
        if change.what == FOUGHT:
            standing = {**standing, change.fight: change}
        elif change.what == TAKEN_OFF:
            standing = {fight: one for fight, one in standing.items() if fight != change.fight}
        elif change.what == BACK:
            standing = at.get(change.entry, {})
        at[change.n] = standing
    return standing
