"""What whoever started the table does: look at its fights, set one up, check it, begin it, take one in."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Depends, Request

from affray import __version__, houserules, rules, scenario
from affray.content.yaml import compose, plain_values
from affray.engine.encounter import Encounter
from affray.engine.options import Option
from affray.errors import AffrayError, ScenarioError, unknown
from affray.log.narrate import one_line
from affray.play.start import from_journal, start_fight
from affray.rules.book import Book
from affray.scenario.opening import open_scenario
from affray.server import shapes
from affray.server.doors import Denied, InHall, anybody, owner
from affray.server.kept import SUMMARY, summary
from affray.server.store import FightRecord, NotStored, Store
from affray.server.survivors import with_copies
from affray.tools.clause_index import entry

router = APIRouter(prefix="/api", tags=["the table"])
Json = dict[str, Any]
OWNER, ANYBODY = [Depends(owner)], [Depends(anybody)]
NAME = "scenario"
KEPT = "scenario"  # the kind of document


@router.get("/table", dependencies=OWNER)
def table(hall: InHall, request: Request) -> Json:
    known = hall.store.documents(SUMMARY)
    fights = [of_fight(hall, fight, known.get(fight.id)) for fight in reversed(hall.store.fights())]
    addresses = request.app.state.addresses
    return {"version": __version__, "fights": fights, "addresses": addresses, "lan": request.app.state.lan}


def of_fight(hall: InHall, fight: FightRecord, known: str | None) -> Json:
    """A fight in a line; one that can't be replayed says so and harms no other."""
    said = {"id": fight.id, "title": one_line(fight.title), "made": fight.made}
    if known is not None:
        return {**said, **json.loads(known)}
    try:
        live = hall.live(fight.id)
        assert live is not None
    except NotStored:
        raise
    except AffrayError as no:
        return said | {"book": "", "round": 0, "over": False, "winner": None, "trouble": str(no)}
    return said | summary(live.play)


# --- what there is


@router.get("/books", dependencies=ANYBODY)
def books() -> list[Json]:
    return [of_book(book) for book in rules.books().values()]


def of_book(book: Book) -> Json:
    names = book.names()
    return {
        "name": book.name,
        "title": book.title,
        "unit": book.unit,
        "sequence": list(book.sequence),
        "tactics": list(book.tactics),
        "options": [of_option(option) for option in book.options],
        "content": {what: list(words) for what, words in names.items() if what != "tactics"},
    }


def of_option(option: Option) -> Json:
    clause = clause_of(option)
    return {
        "name": option.name,
        "default": option.say(option.default),
        "values": list(option.words) or None,
        "several": option.several,
        "low": None if option.words else option.least,
        "high": None if option.words else option.most,
        "words": clause["wording"],
        "clause": clause["id"],
    }


def clause_of(option: Option) -> Json:
    from affray.engine.clauses import CLAUSES

    return {"id": CLAUSES[option.clause].id, "wording": CLAUSES[option.clause].words}


@router.get("/clauses/{id}", dependencies=ANYBODY)
def clause(id: str) -> Json:
    """The wording of a clause, and whether it is the book's, a ruling or an option."""
    from affray.engine.clauses import BY_ID, CLAUSES

    if id not in BY_ID:
        raise Denied(404, f"there is no clause {id!r}")
    found = entry(CLAUSES[BY_ID[id]])
    return {name: found[name] for name in ("id", "book", "wording", "status", "options")}


@router.get("/house", dependencies=ANYBODY)
def house() -> list[Json]:
    """House rules that come with Affray."""
    found = [(name, houserules.load(name)) for name in houserules.built_in_texts()]
    return [{"name": name, "title": o.name, "words": o.says, "rules": o.rules} for name, o in found]


@router.get("/examples", dependencies=ANYBODY)
def examples(hall: InHall) -> list[Json]:
    """The fights that come with Affray, and those kept at this table."""
    ours = [
        {"name": name, "title": title, "text": scenario.text_of(name)} for name, title in scenario.examples().items()
    ]
    kept = hall.store.documents(KEPT).items()
    return ours + [{"name": name, "title": name, "text": text, "kept": True} for name, text in kept]


@router.put("/scenarios/{name}", dependencies=OWNER, status_code=204)
def keep(hall: InHall, name: shapes.Name, said: shapes.Kept) -> None:
    """Keeps a scenario at this table; an empty one takes it away."""
    if said.text and name in scenario.examples():
        raise AffrayError(f"an example is called {name!r} already; choose another name")
    hall.store.save_document(KEPT, name, said.text)


# --- setting one up


def read(said: shapes.Scenario, store: Store) -> tuple[Encounter, Book]:
    """An example by its name, or the text of a scenario, under its book with all house rules; kept parties that it
    names are copied into it."""
    check_house(said.house)
    if said.scenario in scenario.examples():
        return open_scenario(said.scenario, said.rules, said.house)
    named = said.rules or next((o.rules for o in map(houserules.load, said.house) if o.rules), None)
    known = rules.get(named).names() if named else None
    check_house(house_named(said.scenario))
    encounter = scenario.read(with_copies(store, said.scenario, NAME), NAME, known)
    return open_scenario(encounter, said.rules, said.house)


def house_named(text: str) -> list[str]:
    """The house rules that a scenario names, before anything else of it is read."""
    try:
        data, _ = plain_values(compose(text.removeprefix("\ufeff"), NAME), NAME)
    except ScenarioError:
        return []  # whoever reads it says what is wrong
    said = data.get(scenario.HOUSE_RULES) if isinstance(data, dict) else None
    return [one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str)]


def check_house(names: Sequence[str]) -> None:
    """Only those that come along: whoever sends a scenario reads no files of this machine."""
    for name in names:
        if name not in houserules.built_in_texts():
            raise AffrayError(unknown("house rules", name, list(houserules.built_in_texts())))


@router.post("/check", dependencies=OWNER)
def check(hall: InHall, said: shapes.Scenario) -> Json:
    """Every mistake at once, each with its place; without any, who fights."""
    try:
        encounter, book = read(said, hall.store)
        play = start_fight(book, encounter, 0, 0, said.options, (), False, {})
    except ScenarioError as no:
        return {"mistakes": [{"line": m.line, "column": m.column, "what": m.message} for m in no.mistakes]}
    except AffrayError as no:
        return {"mistakes": [{"line": 1, "column": 1, "what": str(no)}]}
    return {
        "mistakes": [],
        "title": encounter.title,
        "book": book.name,
        "notes": play.log.notes(),
        "sides": sides(play),
    }


def sides(play: Any) -> list[Json]:
    found = []
    for number, party in enumerate(play.encounter.sides):
        members = [c.id for c in play.state.who if c.side == number]
        people = [{"name": play.roster.who[c], "kind": play.roster.kinds[c]} for c in members]
        found.append({"name": party.name, "tactic": party.tactic, "players": party.players, "people": people})
    return found


@router.post("/fights", dependencies=OWNER, status_code=201)
def start(hall: InHall, said: shapes.Beginning) -> Json:
    """A new fight, with the referee's link. Its dice are nobody's guess: 64 random bits, unless a seed is given."""
    encounter, book = read(said, hall.store)
    seed = secrets.randbits(64) if said.seed is None else said.seed
    play = start_fight(book, encounter, seed, 0, said.options, said.people, False, {})
    fight, token = hall.begin(play, said.hidden)
    return {"id": fight.id, "token": token, "link": f"/fight/{fight.id}#{token}"}


@router.post("/import", dependencies=OWNER, status_code=201)
def take_in(hall: InHall, said: shapes.Journal) -> Json:
    """A fight from its journal, replayed and verified."""
    play, error = from_journal(said.journal)
    if error is not None:
        raise error
    fight, token = hall.begin(play, [])
    return {"id": fight.id, "token": token, "link": f"/fight/{fight.id}#{token}"}
