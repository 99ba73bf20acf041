"""Routes of whoever started the table: list its fights, set one up, check it, start it, import one."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence

from fastapi import APIRouter, Request

from affray import __version__, houserules, rules, scenario
from affray.content.yaml import compose, plain_values
from affray.engine.clauses import BY_ID, CLAUSES, Option
from affray.engine.encounter import Encounter
from affray.errors import AffrayError, ScenarioError, unknown
from affray.log.narrate import one_line
from affray.play.session import Play
from affray.play.start import from_journal
from affray.play.start import start_fight as start_play
from affray.rules.book import Book
from affray.scenario import open_scenario
from affray.server import Json, schemas
from affray.server.auth import ANYBODY, OWNER_ONLY, Denied, InRegistry, Token
from affray.server.library import embed_parties
from affray.server.live import SUMMARY, Registry, add_fight, summarize
from affray.server.store import FightRecord, NotStored, Store
from affray.tools.clause_index import options_of

table_router = APIRouter(prefix="/api", tags=["the table"])
SCENARIO_NAME = "scenario"  # in messages
SCENARIOS = "scenario"  # the kind of document


@table_router.get("/table", dependencies=OWNER_ONLY, summary="Table")
def get_table(registry: InRegistry, request: Request) -> Json:
    known = registry.store.documents(SUMMARY)
    fights = [describe_fight(registry, fight, known.get(fight.id)) for fight in reversed(registry.store.fights())]
    addresses = request.app.state.addresses
    return {"version": __version__, "fights": fights, "addresses": addresses, "lan": request.app.state.lan}


def describe_fight(registry: Registry, fight: FightRecord, known: str | None) -> Json:
    """Describe a fight in a line; one that can't be replayed says so and harms no other."""
    common = {"id": fight.id, "title": one_line(fight.title), "made": fight.made}
    if known is not None:
        return {**common, **json.loads(known)}
    try:
        live = registry.fight(fight.id)
        assert live is not None
    except NotStored:
        raise
    except AffrayError as no:
        return common | {"book": "", "round": 0, "over": False, "winner": None, "trouble": str(no)}
    return common | summarize(live.play) | ({"trouble": live.trouble} if live.trouble else {})


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
        "options": [describe_option(option) for option in book.options],
        "content": {what: list(words) for what, words in names.items() if what != "tactics"},
    }


def describe_option(option: Option) -> Json:
    clause = CLAUSES[option.clause]
    return {
        "name": option.name,
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
    """Return the wording of a clause, and whether it is the book's, a ruling or an option."""
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


def read_scenario(said: schemas.Scenario, store: Store) -> tuple[Encounter, Book]:
    """Read an example by its name, or the text of a scenario, under its book with all house rules; parties of the
    library that it names are copied into it."""
    check_house_rules(said.house)
    if said.scenario in scenario.examples():
        return open_scenario(said.scenario, said.rules, said.house)
    named = said.rules or next((o.rules for o in map(houserules.load, said.house) if o.rules), None)
    known = rules.get(named).names() if named else None
    check_house_rules(house_rules_in(said.scenario))
    encounter = scenario.read(embed_parties(store, said.scenario, SCENARIO_NAME), SCENARIO_NAME, known)
    return open_scenario(encounter, said.rules, said.house)


def house_rules_in(text: str) -> list[str]:
    """Return the house rules that a scenario names, before anything else of it is read."""
    try:
        data, _ = plain_values(compose(text.removeprefix("\ufeff"), SCENARIO_NAME), SCENARIO_NAME)
    except ScenarioError:
        return []  # whoever reads it says what is wrong
    said = data.get(scenario.HOUSE_RULES) if isinstance(data, dict) else None
    return [one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str)]


def check_house_rules(names: Sequence[str]) -> None:
    """Refuse all but the built-in ones: whoever sends a scenario reads no files of this machine."""
    for name in names:
        if name not in houserules.built_in_texts():
            raise AffrayError(unknown("house rules", name, list(houserules.built_in_texts())))


@table_router.post("/check", dependencies=OWNER_ONLY)
def check_scenario(registry: InRegistry, said: schemas.Scenario) -> Json:
    """Return every mistake at once, each with its place; without any, who fights."""
    try:
        encounter, book = read_scenario(said, registry.store)
        play = start_play(book, encounter, 0, 0, said.options, (), False, {})
    except ScenarioError as no:
        return {"mistakes": [{"line": m.line, "column": m.column, "what": m.message} for m in no.mistakes]}
    except AffrayError as no:
        return {"mistakes": [{"line": 1, "column": 1, "what": str(no)}]}
    return {
        "mistakes": [],
        "title": encounter.title,
        "book": book.name,
        "notes": play.log.notes(),
        "sides": describe_sides(play),
    }


def describe_sides(play: Play) -> list[Json]:
    found = []
    for number, party in enumerate(play.encounter.sides):
        members = [c.id for c in play.state.who if c.side == number]
        people = [{"name": play.roster.who[c], "kind": play.roster.kinds[c]} for c in members]
        found.append({"name": party.name, "tactic": party.tactic, "players": party.players, "people": people})
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
def import_fight(registry: InRegistry, said: schemas.Journal) -> Json:
    """Import a fight from its journal, replayed and verified."""
    play, error = from_journal(said.journal)
    if error is not None:
        raise error
    fight, token = add_fight(registry.store, play, [])
    return {"id": fight.id, "token": token, "link": f"/fight/{fight.id}#{token}"}
