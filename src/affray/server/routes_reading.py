"""Routes to read: the log of a fight, its outcome, the chances of a blow; stat blocks, and forecasts of new fights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.exchange.exporters import fights
from affray.exchange.importers import read as read_text
from affray.exchange.importers.creatures import Creature
from affray.log import Event, Log
from affray.log.narrate import one_line
from affray.odds.position import preview_attack
from affray.party.aftermath import count_deeds
from affray.play.session import Play
from affray.rules.book import Book
from affray.server import Json, schemas
from affray.server.auth import OWNER_ONLY, AnySeat, Denied, InFight, InRegistry
from affray.server.routes_table import read_scenario
from affray.server.view import describe_person, visible_choices, winner_name
from affray.server.viewer import Role, Viewer

reading_router = APIRouter(prefix="/api", tags=["reading"])
Format = Literal["markdown", "jsonl", "text", "html"]
FORECAST_FIGHTS = 2_000  # before the rules are compiled
COUNTS = ("dealt", "taken", "kills", "hits", "misses")
MEDIA_TYPES = {"markdown": "text/markdown", "jsonl": "application/x-ndjson", "text": "text/plain", "html": "text/html"}


@reading_router.get("/fights/{fight}/log", response_class=PlainTextResponse)
def get_log(live: InFight, seat: AnySeat, format: Format = "markdown") -> Response:
    """What this seat may read, to be kept."""
    with live.lock:
        shown = Viewer.of(seat).readable(live.play.log, live.play)
        words = html_page(live.play, shown, seat.role) if format == "html" else getattr(shown, format)()
    return Response(words, media_type=f"{MEDIA_TYPES[format]}; charset=utf-8")


def html_page(play: Play, log: Log, role: str) -> str:
    """Return the log as a page that stands alone; what became of everybody is in the referee's alone."""
    return fights.fight_page(play, log) if role == Role.REFEREE else fights.log_page(play.encounter.title, (), log)


@reading_router.get("/fights/{fight}/after")
def get_outcome(live: InFight, seat: AnySeat) -> Json:
    """Who fell, who did what, how the dice fell; for players when it is over."""
    with live.lock:
        if not live.play.over and seat.role != Role.REFEREE:
            raise AffrayError("the fight is not over yet")
        return describe_outcome(live.play, Viewer.of(seat))


def describe_outcome(play: Play, viewer: Viewer) -> Json:
    events = [row for row in play.rows if isinstance(row, Event)]
    counts = count_deeds(play, events)
    luck = {c.id: describe_luck([e for e in events if e.who == c.id]) for c in play.state.who}
    hidden, found = viewer.hidden(play), []
    for side, name in enumerate(play.roster.sides):
        members = [c for c in play.state.who[: play.state.n] if c.side == side and c.id not in hidden]
        rows = [describe_deeds(play, viewer, c.id, counts[c.id], luck[c.id]) for c in members]
        if rows:
            found.append({"name": one_line(name), "rows": rows})
    return {
        "over": play.over,
        "winner": winner_name(play, viewer),
        "rounds": play.state.round,
        "sides": found,
        "dice": describe_dice_luck(list(viewer.readable(play.log, play))),
    }


def describe_deeds(play: Play, viewer: Viewer, number: int, counts: dict[str, int], luck: Json) -> Json:
    """Say what somebody did; of the others only what everybody has seen."""
    seen = describe_person(play, viewer, play.state.who[number])
    said = {"name": seen["name"], "fate": seen["out"] or seen["health"]}
    known = viewer.knows_numbers(play, play.state.who[number])
    return said | ({**{name: counts[name] for name in COUNTS}, "luck": luck["words"]} if known else {})


def describe_luck(events: list[Event]) -> Json:
    """Say how far the d20s lay from what they show on average, in standard errors."""
    shown = [face for e in events for sides, face in e.dice if sides == 20]
    if len(shown) < 3:
        return {"words": ""}
    mean, spread = sum(shown) / len(shown), ((20**2 - 1) / 12 / len(shown)) ** 0.5
    off = (mean - 10.5) / spread
    how = "lucky" if off > 1 else "unlucky" if off < -1 else "as expected"
    return {"words": f"{how}: d20 {mean:.1f} on average of {len(shown)}"}


def describe_dice_luck(events: list[Event]) -> Json:
    dice = [die for e in events for die in e.dice]
    expected = sum((sides + 1) / 2 for sides, _ in dice)
    total = sum(face for _, face in dice)
    words = f"{len(dice)} dice came to {total}; {expected:g} is what they show on average"
    return {"rolled": len(dice), "sum": total, "expected": expected, "words": words}


@reading_router.post("/read", dependencies=OWNER_ONLY)
def read_creatures(said: schemas.PastedText) -> Json:
    """What is understood of stat blocks in any form: every field with the text it comes from, and every doubt."""
    page = read_text(said.text, said.form)
    return {
        "creatures": [describe_creature(creature) for creature in page.creatures],
        "players": list(page.players),
        "lost": list(page.lost),
        "warnings": list(page.warnings),
    }


def describe_creature(creature: Creature) -> Json:
    fields = [{"key": f.key, "value": f.value, "text": f.text, "doubt": f.doubt} for f in creature.fields]
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


@reading_router.get("/fights/{fight}/chances")
def get_chances(live: InFight, seat: AnySeat) -> dict[str, Json]:
    """Of each legal answer with an attack in it: how likely it hits; for the referee also, fells."""
    if seat.role != Role.REFEREE and not (seat.role == Role.PLAYER and live.settings["odds"]):
        raise Denied(403, "at this table the odds are the referee's")
    with live.lock:
        play = live.play.fork()
    if play.asks is None or (seat.role == Role.PLAYER and play.asks.who not in seat.people):
        return {}
    return dict(chances_of(play, Viewer.of(seat)))


def chances_of(play: Play, viewer: Viewer) -> Iterator[tuple[str, Json]]:
    for choice in visible_choices(play, viewer, play.legal)[:40]:
        found = preview_attack(play, choice) if play.asks is not None and play.asks.die is None else None
        if found is not None:
            fells = f" · fells {found.fells:.0%}" if viewer.sees_all else ""
            yield choice.words, {"share": found.hits, "words": f"hits {found.hits:.0%}{fells}"}


@reading_router.post("/forecast", dependencies=OWNER_ONLY)
def get_forecast(registry: InRegistry, wanted: schemas.Scenario) -> Json:
    """What a fight that is being set up will do: thousands of it, with the pictures of the report."""
    encounter, book = read_scenario(wanted, registry.store)
    result = simulate_fights(encounter, book, wanted.options)
    outcomes = {name: share.as_json() for name, share in result.outcomes.items()}
    told = result.as_json()
    return {
        "exact": False,
        "fights": result.fights,
        "outcomes": outcomes,
        "deaths": {name: told[name] for name in ("all_die", "nobody_dies") if name in told},
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
