"""The table's library, for whoever started it: parties and bestiaries, made, changed, rested, taken away."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from fastapi import APIRouter, Depends, Query

from affray.engine.encounter import Member
from affray.errors import AffrayError
from affray.party import as_it_fares, keys_of, party_to_yaml
from affray.party.aftermath import rest as days_of_rest
from affray.party.history import histories
from affray.rules.book import Rest
from affray.scenario.opening import open_book
from affray.server import shapes, shelves, survivors
from affray.server.doors import Denied, InHall, owner
from affray.server.home import check_house
from affray.server.shelves import BACK, BESTIARIES, NAMED, PARTIES, RESTED, WRITTEN, Change, Kept, Meanwhile
from affray.server.store import Store

router = APIRouter(prefix="/api/library", tags=["the library"], dependencies=[Depends(owner)])
Json = dict[str, Any]
Shelf = Literal["parties", "bestiaries"]
USUAL = "vanguard"  # the book with the most to say of rest


@router.get("/{shelf}")
def shelf(hall: InHall, shelf: Shelf) -> list[Json]:
    """What stands there, by name."""
    found = shelves.everything(hall.store, shelf).values()
    return sorted((in_a_line(kept) for kept in found), key=lambda one: str(one["name"]).casefold())


def in_a_line(kept: Kept) -> Json:
    said = {"id": kept.id, "name": kept.name or kept.id, "n": kept.n}
    try:
        return said | ({"members": members(kept)} if kept.shelf == PARTIES else {"creatures": list(kept.creatures)})
    except AffrayError as no:
        return said | {"trouble": str(no)}


def members(kept: Kept) -> list[Json]:
    return [of_member(member) for member in kept.party.members]


def of_member(member: Member) -> Json:
    return {"name": member.name or member.kind, "state": as_it_fares(member), "keys": keys_of(member)}


@router.post("/{shelf}", status_code=201)
def make(hall: InHall, shelf: Shelf, said: shapes.NewText) -> Json:
    """A new one from its file's text."""
    return whole(hall.store, shelves.make(hall.store, shelf, said.text))


@router.get("/{shelf}/{id}")
def one(hall: InHall, shelf: Shelf, id: str) -> Json:
    """All of it: its text to take away, what has happened to it, and the history of its characters."""
    return whole(hall.store, found(hall.store, shelf, id))


def found(store: Store, shelf: str, id: str, seen: int | None = None) -> Kept:
    kept = shelves.everything(store, shelf).get(id)
    if kept is None:
        raise Denied(404, f"there is nothing of that name among the {shelf}")
    if seen is not None and seen != kept.n:
        raise Meanwhile("it has been changed meanwhile; look again")
    return kept


def whole(store: Store, kept: Kept) -> Json:
    log = shelves.changes(store, kept)
    said = in_a_line(kept) | {"text": kept.text, "changes": [of_change(change) for change in log]}
    if kept.shelf == BESTIARIES:
        return said | {"entries": kept.creatures}
    return said | {"histories": histories([deed for change in shelves.holding(log).values() for deed in change.deeds])}


def of_change(change: Change) -> Json:
    said = {"n": change.n, "at": change.at, "what": change.what, "why": change.why}
    return said | ({"fight": change.fight, "line": change.line} if change.fight else {})


@router.put("/{shelf}/{id}")
def write(hall: InHall, shelf: Shelf, id: str, said: shapes.Rewritten) -> Json:
    """Another text in its place; the old one stays in its history."""
    kept = found(hall.store, shelf, id, said.seen)
    shelves.checked(shelf, said.text)
    shelves.check_name(hall.store, shelf, shelves.name_of(shelf, said.text), id)
    return changed(hall.store, kept, WRITTEN, "", said.text)


def changed(store: Store, kept: Kept, what: str, why: str, text: str, **more: Any) -> Json:
    if text == kept.text:
        return whole(store, kept)
    return whole(store, shelves.put(store, kept, shelves.next_change(kept, what, why, text, **more)))


@router.post("/{shelf}/{id}/name")
def name(hall: InHall, shelf: Shelf, id: str, said: shapes.Named) -> Json:
    kept = found(hall.store, shelf, id, said.seen)
    shelves.check_name(hall.store, shelf, said.name, id)
    text = shelves.checked(shelf, shelves.renamed(kept, said.name))
    return changed(hall.store, kept, NAMED, f"was {kept.name}", text)


@router.post("/{shelf}/{id}/back")
def back(hall: InHall, shelf: Shelf, id: str, said: shapes.GoneBack) -> Json:
    """As it was after one of its changes."""
    kept = found(hall.store, shelf, id, said.seen)
    wanted = next((change for change in shelves.changes(hall.store, kept) if change.n == said.to), None)
    if wanted is None:
        raise AffrayError(f"it has had {kept.n} changes; there is none with the number {said.to}")
    done = shelves.next_change(kept, BACK, f"as after change {said.to}", wanted.text, entry=said.to)
    notes = survivors.noted_anew(hall.store, kept, done)
    now = shelves.put(hall.store, kept, done, notes.values())
    for fight in notes:
        hall.changed(fight)
    return whole(hall.store, now)


@router.delete("/{shelf}/{id}", status_code=204)
def drop(hall: InHall, shelf: Shelf, id: str, seen: int = Query(ge=0)) -> None:
    """For good, with its history."""
    shelves.drop(hall.store, found(hall.store, shelf, id, seen))


@router.post("/parties/{id}/rest")
def rest(hall: InHall, id: str, said: shapes.Resting) -> Json:
    """Days between fights, by a book's rules."""
    kept = found(hall.store, PARTIES, id, said.seen)
    check_house(said.house)
    book = open_book(said.rules, said.house, USUAL)
    spent = Rest(said.days, not said.sleepless, not said.untended, said.bed, said.healed, said.remove_curse)
    seed = secrets.randbits(64) if said.seed is None else said.seed
    party, everybody = days_of_rest(kept.party, book, spent, seed, said.only)
    why = f"{said.days} day{'' if said.days == 1 else 's'} by {book.title}"
    told = [{"name": one.member.name, "state": as_it_fares(one.member), "said": list(one.remarks)} for one in everybody]
    return changed(hall.store, kept, RESTED, why, party_to_yaml(party)) | {"rested": told}


@router.post("/bestiaries/{id}/creatures")
def add(hall: InHall, id: str, said: shapes.Creatures) -> Json:
    """More creatures; one that is there already is not written over."""
    kept = found(hall.store, BESTIARIES, id, said.seen)
    if clash := [kind for kind in said.creatures if kind in kept.creatures]:
        raise AffrayError(f"{clash[0]} is in {kept.name} already; give the new one another name")
    text = shelves.bestiary_text(kept.name, {**kept.creatures, **said.creatures})
    return changed(hall.store, kept, WRITTEN, f"added: {', '.join(said.creatures)}", shelves.checked(BESTIARIES, text))
