"""Routes of the library (parties and bestiaries), and of what is only read: books, clauses, scenarios."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool

from affray.engine.encounter import Member
from affray.errors import AffrayError
from affray.exchange.exporters import fights
from affray.log import Log
from affray.party import as_it_fares, keys_of, party_to_yaml
from affray.party.aftermath import histories
from affray.party.aftermath import rest as days_of_rest
from affray.play.session import Play
from affray.rules.book import Rest
from affray.scenario import open_book
from affray.server import Json, expensive, library, schemas
from affray.server.auth import OWNER_ONLY, AnySeat, Denied, InFight, InRegistry, Token
from affray.server.library import (
    BACK,
    BESTIARIES,
    NAMED,
    PARTIES,
    RESTED,
    WRITTEN,
    Change,
    ChangedMeanwhile,
    LibraryItem,
)
from affray.server.routes_table import stored_parties
from affray.server.setup import check_house_rules
from affray.server.store import Store
from affray.server.viewer import Role, Viewer
from affray.server.workers import workers_of

library_router = APIRouter(prefix="/api/library", tags=["the library"], dependencies=OWNER_ONLY)
Collection = Literal["parties", "bestiaries"]
DEFAULT_BOOK = "vanguard"  # the book with the most to say of rest


@library_router.get("/{shelf}")
def list_items(registry: InRegistry, shelf: Collection) -> list[Json]:
    """List what is saved, by name."""
    found = library.read_all(registry.store, shelf).values()
    return sorted((describe_briefly(item) for item in found), key=lambda one: str(one["name"]).casefold())


def describe_briefly(item: LibraryItem) -> Json:
    said = {"id": item.id, "name": item.name or item.id, "n": item.n}
    try:
        if item.collection == PARTIES:
            return said | {"members": [describe_member(member) for member in item.party.members]}
        return said | {"creatures": list(item.creatures)}
    except AffrayError as no:
        return said | {"trouble": str(no)}


def describe_member(member: Member) -> Json:
    return {"name": member.name or member.kind, "state": as_it_fares(member), "keys": keys_of(member)}


@library_router.post("/{shelf}", status_code=201)
def create(registry: InRegistry, shelf: Collection, said: schemas.NewText) -> Json:
    """Create an item from its file's text."""
    return describe_item(registry.store, library.create_item(registry.store, shelf, said.text))


@library_router.get("/{shelf}/{id}")
def get_item(registry: InRegistry, shelf: Collection, id: str) -> Json:
    """Return all of an item: its text to take away, what has happened to it, and the history of its characters."""
    return describe_item(registry.store, find_item(registry.store, shelf, id))


def find_item(store: Store, shelf: str, id: str, seen: int | None = None) -> LibraryItem:
    item = library.read_all(store, shelf).get(id)
    if item is None:
        raise Denied(404, f"there is nothing of that name among the {shelf}")
    if seen is not None and seen != item.n:
        raise ChangedMeanwhile("it has been changed meanwhile; look again")
    return item


def describe_item(store: Store, item: LibraryItem) -> Json:
    log = library.read_changes(store, item)
    said = describe_briefly(item) | {"text": item.text, "changes": [describe_change(change) for change in log]}
    if item.collection == BESTIARIES:
        return said | {"entries": item.creatures}
    deeds = [deed for change in library.fights_in_force(log).values() for deed in change.deeds]
    return said | {"histories": histories(deeds)}


def describe_change(change: Change) -> Json:
    said = {"n": change.n, "at": change.at, "what": change.what, "why": change.why}
    return said | ({"fight": change.fight, "line": change.line} if change.fight else {})


@library_router.put("/{shelf}/{id}")
def change_text(registry: InRegistry, shelf: Collection, id: str, said: schemas.ChangedText) -> Json:
    """Replace its text; the old one stays in its history."""
    item = find_item(registry.store, shelf, id, said.seen)
    library.check_text(shelf, said.text)
    library.check_name_is_free(registry.store, shelf, library.name_in_text(shelf, said.text), id)
    return save_text(registry.store, item, WRITTEN, "", said.text)


def save_text(store: Store, item: LibraryItem, what: str, why: str, text: str, **more: Any) -> Json:
    if text == item.text:
        return describe_item(store, item)
    return describe_item(store, library.save_change(store, item, library.next_change(item, what, why, text, **more)))


@library_router.post("/{shelf}/{id}/name", summary="Name")
def rename(registry: InRegistry, shelf: Collection, id: str, said: schemas.NewName) -> Json:
    item = find_item(registry.store, shelf, id, said.seen)
    library.check_name_is_free(registry.store, shelf, said.name, id)
    text = library.check_text(shelf, library.rename_text(item, said.name))
    return save_text(registry.store, item, NAMED, f"was {item.name}", text)


@library_router.post("/{shelf}/{id}/back")
def go_back(registry: InRegistry, shelf: Collection, id: str, said: schemas.GoBack) -> Json:
    """Restore it as it was after one of its changes."""
    item = find_item(registry.store, shelf, id, said.seen)
    wanted = next((change for change in library.read_changes(registry.store, item) if change.n == said.to), None)
    if wanted is None:
        raise AffrayError(f"it has had {item.n} changes; there is none with the number {said.to}")
    done = library.next_change(item, BACK, f"as after change {said.to}", wanted.text, entry=said.to)
    notes = library.changed_notes(registry.store, item, done)
    now = library.save_change(registry.store, item, done, notes.values())
    for fight in notes:
        registry.settings(fight).reload()
    return describe_item(registry.store, now)


@library_router.delete("/{shelf}/{id}", status_code=204)
def delete(registry: InRegistry, shelf: Collection, id: str, seen: int = Query(ge=0)) -> None:
    """Delete it for good, with its history."""
    library.delete_item(registry.store, find_item(registry.store, shelf, id, seen))


@library_router.post("/parties/{id}/rest")
def rest_party(registry: InRegistry, id: str, said: schemas.Rest) -> Json:
    """Rest a party for some days, by a book's rules."""
    item = find_item(registry.store, PARTIES, id, said.seen)
    check_house_rules(said.house)
    book = open_book(said.rules, said.house, DEFAULT_BOOK)
    spent = Rest(said.days, not said.sleepless, not said.untended, said.bed, said.healed, said.remove_curse)
    seed = secrets.randbits(64) if said.seed is None else said.seed
    party, everybody = days_of_rest(item.party, book, spent, seed, said.only)
    why = f"{said.days} day{'' if said.days == 1 else 's'} by {book.title}"
    told = [{"name": one.member.name, "state": as_it_fares(one.member), "said": list(one.remarks)} for one in everybody]
    return save_text(registry.store, item, RESTED, why, party_to_yaml(party)) | {"rested": told}


@library_router.post("/bestiaries/{id}/creatures")
def add_creatures(registry: InRegistry, id: str, said: schemas.Creatures) -> Json:
    """Add creatures; one that is there already is not overwritten."""
    item = find_item(registry.store, BESTIARIES, id, said.seen)
    if clash := [kind for kind in said.creatures if kind in item.creatures]:
        raise AffrayError(f"{clash[0]} is in {item.name} already; give the new one another name")
    text = library.write_bestiary(item.name, {**item.creatures, **said.creatures})
    library.check_text(BESTIARIES, text)
    return save_text(registry.store, item, WRITTEN, f"added: {', '.join(said.creatures)}", text)


# --- what is only read


reading_router = APIRouter(prefix="/api", tags=["reading"])
Format = Literal["markdown", "jsonl", "text", "html"]
MEDIA_TYPES = {"markdown": "text/markdown", "jsonl": "application/x-ndjson", "text": "text/plain", "html": "text/html"}


@reading_router.get("/fights/{fight}/log", response_class=PlainTextResponse)
def get_log(live: InFight, seat: AnySeat, format: Format = "markdown") -> Response:
    """Return what this seat may read, as a file."""
    with live.lock:
        shown = Viewer.of(seat).readable(live.play.log, live.play)
        words = html_page(live.play, shown, seat.role) if format == "html" else getattr(shown, format)()
    return Response(words, media_type=f"{MEDIA_TYPES[format]}; charset=utf-8")


def html_page(play: Play, log: Log, role: str) -> str:
    """Return the log as a page that stands alone; what became of everybody is in the referee's alone."""
    return fights.fight_page(play, log) if role == Role.REFEREE else fights.log_page(play.encounter.title, (), log)


@reading_router.post("/read", dependencies=OWNER_ONLY)
async def read_creatures(request: Request, token: Token, said: schemas.PastedText) -> Json:
    """Return what is understood of stat blocks in any format: every field with the text it comes from, and every
    doubt."""
    found: Json = await workers_of(request).run(request, token, expensive.read_creatures, said.text, said.form)
    return found


@reading_router.post("/forecast", dependencies=OWNER_ONLY)
async def get_forecast(registry: InRegistry, request: Request, token: Token, wanted: schemas.Scenario) -> Json:
    """Forecast a fight that is being set up: thousands of it, with the pictures of the report."""
    parties = await run_in_threadpool(stored_parties, registry, wanted)
    found: Json = await workers_of(request).run(request, token, expensive.forecast, wanted, parties)
    return found
