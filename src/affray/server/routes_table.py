"""Routes of the table: its owner, how others reach it, and setting a fight up: what there is, checks, start, import."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from affray import __version__, houserules, rules, scenario
from affray.content.entries import COVERS
from affray.engine.clauses import BY_ID, CLAUSES, Option
from affray.errors import AffrayError
from affray.play.start import start_fight as start_play
from affray.rules.book import Book
from affray.server import Json, expensive, schemas
from affray.server.auth import ANYBODY, OWNER_ONLY, AnyToken, Denied, InRegistry, Token
from affray.server.building import armour_key
from affray.server.library import PARTIES
from affray.server.live import NewFight, Registry, add_fight, store_fight
from affray.server.owner import COOKIE_PATH, COOKIE_SECONDS
from affray.server.reach import Reach
from affray.server.setup import read_scenario
from affray.server.shelf import describe_scenario
from affray.server.workers import workers_of
from affray.tools.clause_index import options_of

table_router = APIRouter(prefix="/api", tags=["the table"])
SCENARIOS = "scenario"  # the kind of document


# --- its owner


@table_router.get("/owner")
def get_owner(registry: InRegistry, token: AnyToken) -> Json:
    """Return whether it is whoever started the table who asks: by the cookie of their browser, or by their token."""
    return {"owner": registry.is_owner(token), "version": __version__}


@table_router.post("/owner", dependencies=OWNER_ONLY, status_code=204)
def remember_owner(registry: InRegistry, request: Request, response: Response) -> None:
    """Give this browser a cookie, so that it needs no token for the pages of whoever started the table."""
    cookie, encrypted = registry.cookie, request.url.scheme == "https"
    response.set_cookie(
        cookie.name, cookie.value, COOKIE_SECONDS, path=COOKIE_PATH, secure=encrypted, httponly=True, samesite="strict"
    )


@table_router.delete("/owner", dependencies=OWNER_ONLY, status_code=204)
def forget_owner(registry: InRegistry, response: Response) -> None:
    """Take the cookie from this browser again."""
    response.delete_cookie(registry.cookie.name, path=COOKIE_PATH, httponly=True, samesite="strict")


# --- how others reach it


@table_router.get("/reach", dependencies=ANYBODY, summary="Reach")
def get_reach(request: Request) -> Json:
    """Return whether others can reach the table, and by what addresses."""
    reach: Reach = request.app.state.reach
    return {"open": reach.is_open, "addresses": reach.links if reach.is_open else []}


@table_router.post("/reach", dependencies=OWNER_ONLY)
async def open_reach(request: Request) -> Json:
    """Let others in this network reach the table; or say why that can't be."""
    await request.app.state.reach.open()
    return get_reach(request)


# --- what there is


@table_router.get("/books", dependencies=ANYBODY, summary="Books")
def list_books() -> list[Json]:
    return [describe_book(book) for book in rules.books().values()]


def describe_book(book: Book) -> Json:
    names = book.names()
    return {
        "name": book.name,
        "title": book.title,
        "unit": book.unit,
        "sequence": list(book.sequence),
        "tactics": list(book.tactics),
        "armour": armour_key(book),
        "covers": list(COVERS),
        "options": [describe_option(option) for option in book.options],
        "content": {what: list(words) for what, words in names.items() if what != "tactics"},
    }


def describe_option(option: Option) -> Json:
    clause = CLAUSES[option.clause]
    return {
        "name": option.name,
        "label": option.title,
        "default": option.say(option.default),
        "values": list(option.words) or None,
        "several": option.several,
        "low": None if option.words else option.least,
        "high": None if option.words else option.most,
        "words": clause.words,
        "clause": clause.id,
    }


@table_router.get("/clauses/{id}", dependencies=ANYBODY)
def get_clause(id: str) -> Json:
    """Return the wording of a clause, and whether it is the book's, a reading of ours or an option."""
    if id not in BY_ID:
        raise Denied(404, f"there is no clause {id!r}")
    clause = CLAUSES[BY_ID[id]]
    return {
        "id": id,
        "book": clause.book,
        "wording": clause.words,
        "status": clause.status,
        "options": options_of(id),
    }


@table_router.get("/house", dependencies=ANYBODY)
def list_house_rules() -> list[Json]:
    """List the built-in house rules, and the books that each is for."""
    found = [(name, houserules.load(name)) for name in houserules.built_in_texts()]
    return [
        {"name": name, "title": o.name, "words": o.says, "rules": o.rules, "books": houserules.books_for(o)}
        for name, o in found
    ]


@table_router.get("/examples", dependencies=ANYBODY)
def list_examples(registry: InRegistry, token: Token) -> list[Json]:
    """List the built-in fights; and to whoever started the table those saved there."""
    store, ours = registry.store, {name: scenario.text_of(name) for name in scenario.examples()}
    stored = store.documents(SCENARIOS) if registry.is_owner(token) else {}
    found = [describe_scenario(store, name, text) | {"text": text} for name, text in ours.items()]
    return found + [
        describe_scenario(store, name, text) | {"text": text, "kept": True} for name, text in stored.items()
    ]


@table_router.put("/scenarios/{name}", dependencies=OWNER_ONLY, status_code=204)
def save_scenario(registry: InRegistry, name: schemas.Name, said: schemas.ScenarioText) -> None:
    """Save a scenario at this table; an empty one deletes it."""
    if said.text and name in scenario.examples():
        raise AffrayError(f"an example is called {name!r} already; choose another name")
    registry.store.save_document(SCENARIOS, name, said.text)


# --- setting one up


def stored_parties(registry: Registry, said: schemas.Scenario) -> dict[str, str]:
    """Return the parties of the library if the scenario may name one."""
    return registry.store.documents(PARTIES) if "party" in said.scenario else {}


@table_router.post("/check", dependencies=OWNER_ONLY)
async def check_scenario(registry: InRegistry, request: Request, token: Token, said: schemas.Scenario) -> Json:
    """Return the mistakes, each with its place; without any, who fights."""
    parties = await run_in_threadpool(stored_parties, registry, said)
    found: Json = await workers_of(request).run(request, token, expensive.check, said, parties)
    return found


@table_router.post("/fights", dependencies=OWNER_ONLY, status_code=201)
def start_fight(registry: InRegistry, said: schemas.Beginning) -> Json:
    """Start a fight and return the referee's link. Nobody can guess its dice: 64 random bits, unless a seed is
    given."""
    encounter, book = read_scenario(said, registry.store)
    seed = secrets.randbits(64) if said.seed is None else said.seed
    play = start_play(book, encounter, seed, 0, said.options, said.people, False)
    fight, token = add_fight(registry.store, play, said.hidden)
    return {"id": fight.id, "token": token, "link": f"/fight/{fight.id}#{token}"}


@table_router.post("/import", dependencies=OWNER_ONLY, status_code=201)
async def import_fight(registry: InRegistry, request: Request, token: Token, said: schemas.Journal) -> Json:
    """Import a fight from its journal, replayed and verified."""
    found: NewFight = await workers_of(request).run(request, token, expensive.verify, said.journal)
    fight, new = await run_in_threadpool(store_fight, registry.store, found)
    return {"id": fight.id, "token": new, "link": f"/fight/{fight.id}#{new}"}
