"""Routes of whoever started the table: list its fights, set one up, check it, start it, import one."""

from __future__ import annotations

import secrets
from contextlib import suppress

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from affray import __version__, houserules, rules, scenario
from affray.content.entries import COVERS
from affray.engine.clauses import BY_ID, CLAUSES, Option
from affray.errors import AffrayError
from affray.log.narrate import one_line
from affray.play.start import start_fight as start_play
from affray.rules.book import Book
from affray.server import Json, expensive, schemas
from affray.server.auth import ANYBODY, OWNER_ONLY, Denied, InRegistry, Token
from affray.server.building import armour_key
from affray.server.errors import log_trouble
from affray.server.library import PARTIES
from affray.server.live import SUMMARY, NewFight, Registry, add_fight, store_fight, summarize
from affray.server.settings import read_json
from affray.server.setup import read_scenario
from affray.server.store import Damaged, FightTitle, NotStored
from affray.server.workers import workers_of
from affray.tools.clause_index import options_of

table_router = APIRouter(prefix="/api", tags=["the table"])
SCENARIOS = "scenario"  # the kind of document
LOST_ROW = "its row in the database is damaged"


@table_router.get("/table", dependencies=OWNER_ONLY, summary="Table")
def get_table(registry: InRegistry) -> Json:
    known = dict[str, str]()
    with suppress(Damaged):
        known = registry.store.documents(SUMMARY)
    fights = [describe_fight(registry, fight, known.get(fight.id)) for fight in reversed(registry.store.fights())]
    return {"version": __version__, "fights": fights}


def describe_fight(registry: Registry, fight: FightTitle, known: str | None) -> Json:
    """Describe a fight in a line; one that can't be replayed says so and harms no other."""
    common = {"id": fight.id, "title": one_line(fight.title), "made": fight.made}
    if said := read_json(known or "", None):
        return {**common, **said}
    try:
        live = registry.fight(fight.id)
        if live is None:
            raise Damaged(LOST_ROW, LOST_ROW)
    except AffrayError as no:
        return common | {"book": "", "round": 0, "over": False, "winner": None, "trouble": words_of(no)}
    return common | summarize(live.play) | ({"trouble": live.trouble} if live.trouble else {})


def words_of(no: AffrayError) -> str:
    """Say why a fight can't be had; what the database says of its files is for the log."""
    if not isinstance(no, NotStored):
        return str(no)
    if not isinstance(no, Damaged):
        raise no
    log_trouble(no)
    return no.words


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
    ours = [
        {"name": name, "title": title, "text": scenario.text_of(name)} for name, title in scenario.examples().items()
    ]
    stored = registry.store.documents(SCENARIOS).items() if registry.is_owner(token) else ()
    return ours + [{"name": name, "title": name, "text": text, "kept": True} for name, text in stored]


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
    play = start_play(book, encounter, seed, 0, said.options, said.people, False, {})
    fight, token = add_fight(registry.store, play, said.hidden)
    return {"id": fight.id, "token": token, "link": f"/fight/{fight.id}#{token}"}


@table_router.post("/import", dependencies=OWNER_ONLY, status_code=201)
async def import_fight(registry: InRegistry, request: Request, token: Token, said: schemas.Journal) -> Json:
    """Import a fight from its journal, replayed and verified."""
    found: NewFight = await workers_of(request).run(request, token, expensive.verify, said.journal)
    fight, new = await run_in_threadpool(store_fight, registry.store, found)
    return {"id": fight.id, "token": new, "link": f"/fight/{fight.id}#{new}"}
