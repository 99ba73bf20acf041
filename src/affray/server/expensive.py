"""What may take long: scenarios that are checked or forecast, texts that are read, odds, journals that are replayed.
It runs in a worker, so arguments and results are plain values; no store is at hand."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, NamedTuple

import affray.api  # noqa: F401  (completes fights: sides that are cunning think)
from affray import houserules
from affray.engine.encounter import NEAREST, Encounter, looks_ahead
from affray.errors import AffrayError, ScenarioError, suggestion
from affray.exact import position
from affray.exact.advice import Budget, advise, advise_side
from affray.exchange.exporters.sheet import make_sheet, render_sheet
from affray.exchange.importers import read as read_text
from affray.exchange.importers.creatures import Creature
from affray.play.session import Play
from affray.play.start import from_journal
from affray.play.start import start_fight as start_play
from affray.rules.book import Book
from affray.rules.display import place_at_start
from affray.server import Json, schemas
from affray.server.building import describe_members, describe_mistakes
from affray.server.live import NewFight, describe_new_fight
from affray.server.setup import read_scenario, text_with_parties
from affray.server.view_map import TENTHS, describe_ground
from affray.server.viewer import THE_REFEREE

MOST_PREVIEWS = 40  # answers whose chances are looked at
FORECAST_FIGHTS = 2_000  # before the rules are compiled


def be_ready() -> None:
    """Do nothing: this module has been imported."""


class Shelf(NamedTuple):
    """The parties of a table, as a store has them."""

    parties: dict[str, str]

    def documents(self, kind: str) -> dict[str, str]:
        return self.parties


# --- a scenario


def check(said: schemas.Scenario, parties: dict[str, str]) -> Json:
    try:
        encounter, book = read_scenario(said, Shelf(parties))
        play = start_play(book, encounter, 0, 0, said.options, (), False)
        members = describe_members(encounter, book, said.options)
    except ScenarioError as no:
        return {"mistakes": describe_mistakes(no, text_with_parties(said, Shelf(parties)))}
    except AffrayError as no:
        return {"mistakes": [{"line": 1, "column": 1, "what": str(no), "near": suggestion(str(no)), "path": []}]}
    return {
        "mistakes": [],
        "title": encounter.title,
        "book": book.name,
        "notes": play.log.notes(),
        "sides": describe_sides(play, members),
        "ground": describe_start(play),
    }


def describe_start(play: Play) -> Json:
    """Describe the ground before anybody has moved; `known`: whether the file itself says where they stand."""
    placed = any(one.x or one.y for one in play.began.who[: play.began.n])
    return describe_ground(play, THE_REFEREE, play.began.who[: play.began.n]) | {"known": placed, "acting": None}


def describe_sides(play: Play, shown: list[list[Json]]) -> list[Json]:
    """Return the sides with everybody in them, and their members as the file lists them: first those of a party."""
    found = []
    for number, party in enumerate(play.encounter.sides):
        members = [c.id for c in play.began.who[: play.began.n] if c.side == number]
        people = [describe_person(play, c) for c in members]
        about = {"name": party.name, "tactic": party.tactic, "players": party.players}
        found.append(about | {"people": people, "members": shown[number], "carried": party.carried})
    return found


def describe_person(play: Play, c: int) -> Json:
    """Say who somebody is, and where they will stand when the sides have been drawn up."""
    x, y = place_at_start(play.began, play.began.who[c])
    return {"name": play.roster.who[c], "kind": play.roster.kinds[c], "x": x / TENTHS, "y": y / TENTHS}


def estimate(said: schemas.Estimate, parties: dict[str, str]) -> Json:
    """Return the chances alone: sooner than a forecast."""
    from affray.simulation.batch import simulate

    encounter, book = read_scenario(said, Shelf(parties))
    result = simulate(without_thinking(encounter), book, said.options, 0, said.fights, watch=False)
    told = result.as_json()
    return {name: told[name] for name in ("fights", "party", "outcomes", "all_die", "none_dies", "rounds")}


def without_thinking(encounter: Encounter) -> Encounter:
    """Return a fight in which sides that are cunning fight by `nearest`: thousands of theirs would take minutes."""
    sides = [replace(side, tactic=NEAREST) if looks_ahead(side.tactic) else side for side in encounter.sides]
    return replace(encounter, sides=tuple(sides))


def sheet(said: schemas.Scenario, parties: dict[str, str]) -> str:
    """Return a page to play the fight on paper."""
    encounter, book = read_scenario(said, Shelf(parties))
    return render_sheet(make_sheet(encounter, book, said.options))


def read_house_rules(text: str) -> Json:
    """Return house rules as a scenario may hold them, or what is wrong with them."""
    found = houserules.from_text(text)
    books = houserules.books_for(found)
    return {"name": found.name, "words": found.says, "books": books, "entry": found.written.data}


def forecast(said: schemas.Scenario, parties: dict[str, str]) -> Json:
    encounter, book = read_scenario(said, Shelf(parties))
    result = simulate_fights(without_thinking(encounter), book, said.options)
    outcomes = {name: share.as_json() for name, share in result.outcomes.items()}
    told = result.as_json()
    return {
        "exact": False,
        "fights": result.fights,
        "outcomes": outcomes,
        "deaths": {name: told[name] for name in ("all_die", "none_dies") if name in told},
        "rounds": told["rounds"],
        "pictures": draw_pictures(result),
        "sentence": answer_sentence(result),
    }


def simulate_fights(encounter: Encounter, book: Book, options: dict[str, str]) -> Any:
    from affray.simulation.batch import simulate

    return simulate(encounter, book, options, 0, FORECAST_FIGHTS)


def answer_sentence(result: Any) -> str:
    try:
        from affray.charts.report import summarise
    except AffrayError:
        return ""
    return summarise(result)


def draw_pictures(result: Any) -> list[Json]:
    """Return the pictures of the report, none without matplotlib."""
    try:
        from affray.charts import LIGHT
        from affray.charts.report import available_pictures
        from affray.charts.style import svg_text
    except AffrayError:
        return []
    drawn = [(kind.heading, kind.make(result, LIGHT)) for kind in available_pictures(result).values()]
    return [{"title": heading, "alt": picture.alt, "svg": svg_text(picture, LIGHT)} for heading, picture in drawn]


# --- stat blocks


def read_creatures(text: str, form: str) -> Json:
    page = read_text(text, form)
    return {
        "creatures": [describe_creature(creature) for creature in page.creatures],
        "players": list(page.players),
        "lost": list(page.lost),
        "warnings": list(page.warnings),
    }


def describe_creature(creature: Creature) -> Json:
    fields = [
        {"key": f.key, "value": f.value, "text": f.text, "doubt": f.doubt, "remark": f.remark} for f in creature.fields
    ]
    return {
        "name": creature.name,
        "kind": creature.kind,
        "form": creature.format,
        "text": creature.text,
        "fields": fields,
        "notes": list(creature.notes),
        "doubts": list(creature.doubts),
        "warnings": list(creature.warnings),
        "count": creature.count,
        "hp": list(creature.hp),
        "hidden": creature.hidden,
        "friendly": creature.friendly,
        "entry": creature.entry(),
    }


# --- a fight, by its journal


def replay(journal: str) -> Play:
    play, error = from_journal(journal)
    if error is not None:
        raise error
    return play


def odds(journal: str, answer: str) -> Json:
    play = replay(journal)
    chosen = next((choice.answer for choice in play.legal if choice.words == answer), None)
    if answer and chosen is None:
        raise AffrayError(f"{answer!r} is not a legal answer now")
    found = position.odds_from_here(play, chosen=chosen)
    return {**found.as_json(), "sentence": found.text().splitlines()[0]}


def advice(journal: str, seconds: float, sees_all: bool) -> Json:
    """Return advice as the referee may have it, or as somebody may who knows what the side that is asked knows."""
    ask = advise if sees_all else advise_side
    return ask(replay(journal), budget=Budget(seconds)).as_json()


def chances(journal: str) -> dict[str, Json]:
    """Return for each legal answer what the attack in it would come to, by its words; of a reaction what the attack
    that it answers would."""
    play = replay(journal)
    if play.asks is None or play.asks.question is None:
        return {}
    against = play.book.asks[play.asks.question.ask] in play.book.reactions
    preview = position.preview_defence if against else position.preview_attack
    found = {choice.words: preview(play, choice) for choice in play.legal[:MOST_PREVIEWS]}
    return {words: asdict(one) | {"against": against} for words, one in found.items() if one is not None}


def verify(journal: str) -> NewFight:
    return describe_new_fight(replay(journal))
