"""The survivors of a fight, written back into the parties that the table keeps, and taken off them again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from yaml import Node

from affray.content.yaml import compose, pairs, plain_values
from affray.engine.encounter import Party
from affray.errors import AffrayError, Mistake, ScenarioError, unknown
from affray.party import members_to_yaml, party_to_yaml
from affray.party.aftermath import MemberAfter, aftermath
from affray.party.history import deeds
from affray.party.write_back import ends, with_last_end, without_fight
from affray.play.session import Play
from affray.scenario.reader import PartyFile, embed_parties
from affray.server import kept as beside
from affray.server.shelves import (
    FILE,
    FOUGHT,
    PARTIES,
    TAKEN_OFF,
    Change,
    Kept,
    changed,
    changes,
    everything,
    exchange,
    holding,
    next_change,
    of_name,
)
from affray.server.store import Document, Store

Json = dict[str, Any]


# --- into a fight


def with_copies(store: Store, text: str, name: str) -> str:
    """A scenario with a copy of every kept party that it names, in the place of its name."""
    try:
        root = compose(text.removeprefix("\ufeff"), name)
    except ScenarioError:
        return text  # whoever reads it says what is wrong
    companies = {side: company(store, node, name) for side, node in named(root)}
    return embed_parties(text.removeprefix("\ufeff"), root, companies) if companies else text


def named(root: Node) -> list[tuple[str, Node]]:
    """The sides that name a party, with the place of the name."""
    found = []
    for _, _, sides in (pair for pair in pairs(root) if pair[0] == "sides"):
        for side, _, value in pairs(sides):
            found += [(side, node) for key, _, node in pairs(value) if key == "party" and isinstance(node.value, str)]
    return found


def company(store: Store, node: Node, file: str) -> PartyFile:
    kept = of_name(store, PARTIES, node.value)
    if kept is None:
        names = [one.name for one in everything(store, PARTIES).values()]
        mark = node.start_mark
        raise ScenarioError([Mistake(file, mark.line + 1, mark.column + 1, unknown("party", node.value, names))])
    root = compose(kept.text, kept.name)
    return PartyFile(f"{FILE}{kept.id}", root, plain_values(root, kept.name)[0])


# --- and back


def files(sides: Sequence[Party]) -> list[str]:
    return list(dict.fromkeys(side.file for side in sides if side.file.startswith(FILE)))


def homes(store: Store, play: Play) -> dict[str, Kept]:
    """The kept parties that some of this fight came from and that are still there, by the names of their files."""
    there = everything(store, PARTIES) if files(play.encounter.sides) else {}
    return {file: there[id] for file in files(play.encounter.sides) if (id := file.removeprefix(FILE)) in there}


def print_of(left: Sequence[MemberAfter]) -> str:
    """A fingerprint of an end: another end has another one."""
    return hashlib.sha256(members_to_yaml([one.member for one in left]).encode()).hexdigest()[:16]


def shown(store: Store, play: Play, written: Mapping[str, Json]) -> list[Json]:
    """For the referee: where the survivors would go, and whether what was written there still holds."""
    now = print_of(aftermath(play)) if play.over and written else ""
    return [
        {"id": kept.id, "name": kept.name, "written": of_written(written.get(kept.id), now)}
        for kept in homes(store, play).values()
    ]


def of_written(said: Json | None, now: str) -> Json | None:
    return said and {"line": said["line"], "at": said["at"], "change": said["change"], "holds": said["end"] == now}


def write(store: Store, play: Play, fight: str, line: int, written: Mapping[str, Json]) -> list[Kept]:
    """All of the parties or none. The same end again changes nothing; another one takes the place of the first."""
    left, homes_of_it = aftermath(play), homes(store, play)
    if not homes_of_it:
        raise AffrayError("nobody in this fight comes from a party that the table keeps")
    had, end = ends(play), print_of(left)
    new = {file: kept for file, kept in homes_of_it.items() if written.get(kept.id, {}).get("end") != end}
    why = f"{play.encounter.title}, after line {line}"
    put: list[Document] = []
    for file, kept in new.items():
        text = party_to_yaml(with_last_end(kept.party, file, had))
        done = [one.as_json() for one in deeds(play, file)]
        change = next_change(
            kept, FOUGHT, why, text, fight=fight, line=line, entry=len(play.entries), deeds=tuple(done), end=end
        )
        put += [*changed(kept, change)[1], note(kept, change)]
    if new:
        exchange(store, list(new.values()), put)
    return list(homes(store, play).values())


def take_off(store: Store, play: Play, fight: str, line: int, written: Mapping[str, Json]) -> list[Kept]:
    """The parties as they were before they were written: from their history where nothing has happened since."""
    seen = {file: kept for file, kept in homes(store, play).items() if kept.id in written}
    if not seen:
        raise AffrayError("nothing of this fight has been written back")
    had, put = ends(play), list[Document]()
    for file, kept in seen.items():
        text = before(changes(store, kept), fight) or party_to_yaml(without_fight(kept.party, file, had))
        why = f"taken back: {play.encounter.title}"
        change = next_change(kept, TAKEN_OFF, why, text, fight=fight, line=line, entry=len(play.entries))
        put += [*changed(kept, change)[1], Document(beside.kind(fight), beside.WRITTEN + kept.id, "")]
    exchange(store, list(seen.values()), put)
    return list(homes(store, play).values())


def before(log: Sequence[Change], fight: str) -> str:
    """The very text, if this fight was the last that happened to the party."""
    first = len(log)
    while first and log[first - 1].what == FOUGHT and log[first - 1].fight == fight:
        first -= 1
    return log[first - 1].text if 0 < first < len(log) else ""


def note(kept: Kept, change: Change) -> Document:
    """For the fight: that it has been written, and which end."""
    said = {"change": change.n, "line": change.line, "at": change.at, "end": change.end}
    return Document(beside.kind(change.fight), beside.WRITTEN + kept.id, json.dumps(said))


def noted_anew(store: Store, kept: Kept, change: Change) -> dict[str, Document]:
    """The same for every fight that a party which goes back in its history has then fought, or not fought."""
    log = changes(store, kept)
    was, now = holding(log), holding([*log, change])
    gone = {fight: Document(beside.kind(fight), beside.WRITTEN + kept.id, "") for fight in was if fight not in now}
    return gone | {fight: note(kept, one) for fight, one in now.items() if was.get(fight) != one}
