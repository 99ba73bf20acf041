"""The table's library: parties and bestiaries, each a text with all its changes; survivors go back there."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

from yaml import Node

from affray import scenario
from affray.content.yaml import compose, dump, dump_on_a_line, pairs, plain_values
from affray.engine.encounter import Party
from affray.errors import AffrayError, Mistake, ScenarioError, unknown
from affray.log.narrate import one_line
from affray.party import members_to_yaml, party_from_text, party_to_yaml
from affray.party.aftermath import MemberAfter, aftermath, deeds, ends, with_last_end, without_fight
from affray.play.session import Play
from affray.scenario.reader import PartyFile
from affray.scenario.reader import embed_parties as embed
from affray.server import Json, settings
from affray.server.store import DamagedText, Document, Store

HomeChange = Callable[[Store, Play, str, int, Mapping[str, Json]], None]
PARTIES, BESTIARIES = "parties", "bestiaries"
MADE, WRITTEN, NAMED, RESTED, BACK = "made", "written", "named", "rested", "back"
FOUGHT, TAKEN_BACK = "fought", "taken back"
MOST_ITEMS = 500  # in one collection
FILE_PREFIX = "table:"  # before the id of a party in the scenario that has a copy of it


class ChangedMeanwhile(AffrayError):
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
class LibraryItem:
    """A party or a bestiary as it is now."""

    collection: str
    id: str
    n: int  # of its last change
    text: str

    @property
    def document(self) -> Document:
        return Document(self.collection, self.id, json.dumps({"n": self.n, "text": self.text}, ensure_ascii=False))

    @property
    def name(self) -> str:
        """Return its name, or nothing where this Affray can't read it any more."""
        try:
            return name_in_text(self.collection, self.text)
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


def check_text(collection: str, text: str) -> str:
    """Return the text if it is one of that collection; else raise every mistake in it."""
    if collection == PARTIES:
        party_from_text(text, "party")
        return text
    name, creatures = read_bestiary(text)
    check_creatures(name, creatures)
    return text


@lru_cache(MOST_ITEMS)
def name_in_text(collection: str, text: str) -> str:
    return party_from_text(text, "party").name if collection == PARTIES else read_bestiary(text)[0]


def read_bestiary(text: str) -> tuple[str, dict[str, Any]]:
    """Return its name and its creatures: `bestiary: …` and `creatures: {name: entry}`."""
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
    """Check creatures as a scenario that has them would; each alone, so that it is said which is wrong."""
    for kind, entry in creatures.items():
        sides = {"one": {"members": [{f"1 {kind}": {"hp": 1}}]}, "other": {"members": ["normal human"]}}
        try:
            scenario.read(dump({"title": name, "creatures": {kind: entry}, "sides": sides}), "bestiary")
        except ScenarioError as no:
            raise AffrayError(f"{kind}: {no.mistakes[0].message}") from None


def write_bestiary(name: str, creatures: dict[str, Any]) -> str:
    rows = "".join(f"  {dump_on_a_line({kind: entry})[1:-1]}\n" for kind, entry in creatures.items())
    return dump({"bestiary": name}) + ("creatures:\n" + rows if rows else "creatures: {}\n")


def rename_text(item: LibraryItem, name: str) -> str:
    if item.collection == BESTIARIES:
        return write_bestiary(name, item.creatures)
    return party_to_yaml(replace(item.party, name=name))


# --- the store


class Documents(Protocol):
    """The texts of a store, or a copy of some."""

    def documents(self, kind: str) -> dict[str, str]: ...


def read_all(store: Documents, collection: str) -> dict[str, LibraryItem]:
    """Return all that can be read; an item that is damaged harms no other."""
    found = {id: read_item(collection, id, text) for id, text in store.documents(collection).items()}
    return {id: item for id, item in found.items() if item is not None}


def read_item(collection: str, id: str, text: str) -> LibraryItem | None:
    try:
        said = json.loads(text)
        return None if isinstance(text, DamagedText) else LibraryItem(collection, id, said["n"], said["text"])
    except (ValueError, KeyError, TypeError):
        return None


def find_by_name(store: Documents, collection: str, name: str) -> LibraryItem | None:
    """Find an item by its id or its name."""
    all_of_it = read_all(store, collection)
    if name in all_of_it:
        return all_of_it[name]
    return next((item for item in all_of_it.values() if item.name.casefold() == name.strip().casefold()), None)


def changes_kind(collection: str, id: str) -> str:
    """Return the kind of the documents that have its changes."""
    return f"{collection} {id}"


def read_changes(store: Store, item: LibraryItem) -> list[Change]:
    """Return its history, without what is damaged there."""
    found = [read_change(text) for text in store.documents(changes_kind(item.collection, item.id)).values()]
    return [change for change in found if change is not None]


def read_change(text: str) -> Change | None:
    try:
        said = json.loads(text)
        return None if isinstance(text, DamagedText) else Change(**{**said, "deeds": tuple(said["deeds"])})
    except (ValueError, KeyError, TypeError):
        return None


def create_item(store: Store, collection: str, text: str, why: str = "") -> LibraryItem:
    check_text(collection, text)
    if len(store.documents(collection)) >= MOST_ITEMS:
        raise AffrayError(f"there are {MOST_ITEMS} {collection} already; take one away first")
    check_name_is_free(store, collection, name_in_text(collection, text))
    item = LibraryItem(collection, secrets.token_hex(6), 0, "")
    return save_change(store, item, Change(1, time.time(), MADE, why, text))


def check_name_is_free(store: Store, collection: str, name: str, but: str = "") -> None:
    other = find_by_name(store, collection, name)
    if other is not None and other.id != but:
        raise AffrayError(f"another of the {collection} is called {other.name!r} already; choose another name")


def save_change(store: Store, item: LibraryItem, change: Change, beside: Iterable[Document] = ()) -> LibraryItem:
    now, documents = apply_change(item, change)
    swap_items(store, [item], [*documents, *beside])
    return now


def swap_items(store: Store, seen: Sequence[LibraryItem], new: Sequence[Document]) -> None:
    """Store new documents if the items are still as they were seen."""
    as_seen = [item.document if item.n else Document(item.collection, item.id, "") for item in seen]
    if not store.swap_documents(as_seen, new):
        raise ChangedMeanwhile("it has been changed meanwhile: somebody else was first; look again")


def apply_change(item: LibraryItem, change: Change) -> tuple[LibraryItem, list[Document]]:
    """Return the item after a change, and the documents to store."""
    now = LibraryItem(item.collection, item.id, change.n, change.text)
    said = json.dumps(asdict(change), ensure_ascii=False)
    return now, [now.document, Document(changes_kind(item.collection, item.id), f"{change.n:06}", said)]


def next_change(item: LibraryItem, what: str, why: str, text: str, **more: Any) -> Change:
    return Change(item.n + 1, time.time(), what, why, text, **more)


def delete_item(store: Store, item: LibraryItem) -> None:
    """Delete an item and its history."""
    log = changes_kind(item.collection, item.id)
    gone = [Document(item.collection, item.id, ""), *(Document(log, n, "") for n in store.documents(log))]
    swap_items(store, [item], gone)


def fights_in_force(log: Iterable[Change]) -> dict[str, Change]:
    """Return the fights that still count: not taken back, and of each only the last change. Who went back to an
    earlier text went back to what had been fought by then."""
    standing: dict[str, Change] = {}
    at: dict[int, dict[str, Change]] = {}
    for change in log:
        if change.what == FOUGHT:
            standing = {**standing, change.fight: change}
        elif change.what == TAKEN_BACK:
            standing = {fight: one for fight, one in standing.items() if fight != change.fight}
        elif change.what == BACK:
            standing = at.get(change.entry, {})
        at[change.n] = standing
    return standing


# --- parties into a fight


def embed_parties(store: Documents, text: str, name: str) -> str:
    """Return a scenario with a copy of every party of the library that it names, in the place of its name."""
    try:
        root = compose(text.removeprefix("\ufeff"), name)
    except ScenarioError:
        return text  # whoever reads it says what is wrong
    companies = {side: find_company(store, node, name) for side, node in party_names(root)}
    return embed(text.removeprefix("\ufeff"), root, companies) if companies else text


def party_names(root: Node) -> list[tuple[str, Node]]:
    """Return the sides that name a party, with the place of the name."""
    found = []
    for _, _, sides in (pair for pair in pairs(root) if pair[0] == "sides"):
        for side, _, value in pairs(sides):
            found += [(side, node) for key, _, node in pairs(value) if key == "party" and isinstance(node.value, str)]
    return found


def find_company(store: Documents, node: Node, file: str) -> PartyFile:
    item = find_by_name(store, PARTIES, node.value)
    if item is None:
        names = [one.name for one in read_all(store, PARTIES).values()]
        mark = node.start_mark
        raise ScenarioError([Mistake(file, mark.line + 1, mark.column + 1, unknown("party", node.value, names))])
    root = compose(item.text, item.name)
    return PartyFile(f"{FILE_PREFIX}{item.id}", root, plain_values(root, item.name)[0])


# --- survivors back into their parties


def home_files(sides: Sequence[Party]) -> list[str]:
    return list(dict.fromkeys(side.file for side in sides if side.file.startswith(FILE_PREFIX)))


def find_homes(store: Store, play: Play) -> dict[str, LibraryItem]:
    """Return the parties that some of this fight came from and that are still there, by the names of their files."""
    files = home_files(play.encounter.sides)
    there = read_all(store, PARTIES) if files else {}
    return {file: there[id] for file in files if (id := file.removeprefix(FILE_PREFIX)) in there}


def fingerprint(left: Sequence[MemberAfter]) -> str:
    """Return a fingerprint of an end: another end has another one."""
    return hashlib.sha256(members_to_yaml([one.member for one in left]).encode()).hexdigest()[:16]


def describe_homes(store: Store, play: Play, written: Mapping[str, Json]) -> list[Json]:
    """Return where the survivors would go, and whether what was written there still holds."""
    now = fingerprint(aftermath(play)) if play.over and written else ""
    return [
        {"id": item.id, "name": item.name, "written": describe_written(written.get(item.id), now)}
        for item in find_homes(store, play).values()
    ]


def describe_written(said: Json | None, now: str) -> Json | None:
    return said and {"line": said["line"], "at": said["at"], "change": said["change"], "holds": said["end"] == now}


def write_survivors(store: Store, play: Play, fight: str, line: int, written: Mapping[str, Json]) -> None:
    """Write survivors into all of their parties or none. The same end changes nothing; another one replaces it."""
    left, homes = aftermath(play), find_homes(store, play)
    if not homes:
        raise AffrayError("nobody in this fight comes from a party that the table keeps")
    had, end = ends(play), fingerprint(left)
    new = {file: item for file, item in homes.items() if written.get(item.id, {}).get("end") != end}
    why = f"{play.encounter.title}, after line {line}"
    documents: list[Document] = []
    for file, item in new.items():
        text = party_to_yaml(with_last_end(item.party, file, had))
        done = [one.as_json() for one in deeds(play, file)]
        change = next_change(
            item, FOUGHT, why, text, fight=fight, line=line, entry=len(play.entries), deeds=tuple(done), end=end
        )
        documents += [*apply_change(item, change)[1], written_note(item, change)]
    if new:
        swap_items(store, list(new.values()), documents)


def take_back_survivors(store: Store, play: Play, fight: str, line: int, written: Mapping[str, Json]) -> None:
    """Restore the parties as they were before: from their history where nothing has happened since."""
    seen = {file: item for file, item in find_homes(store, play).items() if item.id in written}
    if not seen:
        raise AffrayError("nothing of this fight has been written back")
    had, documents = ends(play), list[Document]()
    for file, item in seen.items():
        text = text_before(read_changes(store, item), fight) or party_to_yaml(without_fight(item.party, file, had))
        why = f"taken back: {play.encounter.title}"
        change = next_change(item, TAKEN_BACK, why, text, fight=fight, line=line, entry=len(play.entries))
        documents += [*apply_change(item, change)[1], no_note(item, fight)]
    swap_items(store, list(seen.values()), documents)


def text_before(log: Sequence[Change], fight: str) -> str:
    """Return the very text, if this fight was the last that happened to the party."""
    first = len(log)
    while first and log[first - 1].what == FOUGHT and log[first - 1].fight == fight:
        first -= 1
    return log[first - 1].text if 0 < first < len(log) else ""


def written_note(item: LibraryItem, change: Change) -> Document:
    """Return the fight's note that it has been written, and which end."""
    said = {"change": change.n, "line": change.line, "at": change.at, "end": change.end}
    return Document(settings.document_kind(change.fight), settings.WRITTEN_PREFIX + item.id, json.dumps(said))


def no_note(item: LibraryItem, fight: str) -> Document:
    return Document(settings.document_kind(fight), settings.WRITTEN_PREFIX + item.id, "")


def changed_notes(store: Store, item: LibraryItem, change: Change) -> dict[str, Document]:
    """Return the notes of every fight that counts again, or no longer, when a party goes back in its history."""
    log = read_changes(store, item)
    was, now = fights_in_force(log), fights_in_force([*log, change])
    gone = {fight: no_note(item, fight) for fight in was if fight not in now}
    return gone | {fight: written_note(item, one) for fight, one in now.items() if was.get(fight) != one}
