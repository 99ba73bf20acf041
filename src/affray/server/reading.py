"""What is read of a fight: its log to take away, what it came to, the chances of a blow; and forecasts of new ones."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Depends
from fastapi.responses import PlainTextResponse, Response

from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.exchange.exporters import fights
from affray.exchange.importers.creatures import Creature
from affray.log import Log
from affray.play.session import Play
from affray.rules.book import Book
from affray.server import eyes, shapes
from affray.server.after import summary
from affray.server.asked import known
from affray.server.doors import Denied, InHall, Running, Sitting, owner
from affray.server.eyes import PLAYER, REFEREE
from affray.server.home import read

router = APIRouter(prefix="/api", tags=["reading"])
Json = dict[str, Any]
FORECAST = 2_000  # fights before the rules are compiled
FORMATS = {"markdown": "text/markdown", "jsonl": "application/x-ndjson", "text": "text/plain", "html": "text/html"}


@router.get("/fights/{fight}/log", response_class=PlainTextResponse)
def log(live: Running, seat: Sitting, format: Literal["markdown", "jsonl", "text", "html"] = "markdown") -> Response:
    """What this seat may read, to be kept."""
    with live.lock:
        shown = eyes.of(seat).log(live.play.log, live.play)
        words = page(live.play, shown, seat.role) if format == "html" else getattr(shown, format)()
    return Response(words, media_type=f"{FORMATS[format]}; charset=utf-8")


def page(play: Play, log: Log, role: str) -> str:
    """The whole fight as a page that stands alone; what became of everybody is in the referee's alone."""
    return fights.fight_page(play, log) if role == REFEREE else fights.log_page(play.encounter.title, (), log)


@router.get("/fights/{fight}/after")
def after(live: Running, seat: Sitting) -> Json:
    """Who fell, who did what, how the dice fell; for players when it is over."""
    with live.lock:
        if not live.play.over and seat.role != REFEREE:
            raise AffrayError("the fight is not over yet")
        return summary(live.play, eyes.of(seat))


@router.post("/read", dependencies=[Depends(owner)])
def read_creatures(said: shapes.Pasted) -> Json:
    """What is understood of stat blocks in any form: every field with the text it comes from, and every doubt."""
    from affray.exchange.importers import read as understood

    page = understood(said.text, said.form)
    return {
        "creatures": [of_creature(creature) for creature in page.creatures],
        "players": list(page.players),
        "lost": list(page.lost),
        "warnings": list(page.warnings),
    }


def of_creature(creature: Creature) -> Json:
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


@router.get("/fights/{fight}/chances")
def chances(hall: InHall, live: Running, seat: Sitting) -> dict[str, Json]:
    """Of each legal answer with an attack in it: how likely it hits; for the referee also, fells."""
    if seat.role != REFEREE and not (seat.role == PLAYER and hall.settings(seat.fight)["odds"]):
        raise Denied(403, "at this table the odds are the referee's")
    with live.lock:
        play = live.play.fork()
    if play.asks is None or (seat.role == PLAYER and play.asks.who not in seat.people):
        return {}
    return dict(said(play, eyes.of(seat)))


def said(play: Play, who: eyes.Eyes) -> Any:
    from affray.odds.previews import preview_attack

    for choice in known(play, who, play.legal)[:40]:
        found = preview_attack(play, choice) if play.asks is not None and play.asks.die is None else None
        if found is not None:
            fells = f" · fells {found.fells:.0%}" if who.all_seeing else ""
            yield choice.words, {"share": found.hits, "words": f"hits {found.hits:.0%}{fells}"}


@router.post("/forecast", dependencies=[Depends(owner)])
def forecast(hall: InHall, wanted: shapes.Scenario) -> Json:
    """What a fight that is being set up will do: thousands of it, with the pictures of the report."""
    encounter, book = read(wanted, hall.store)
    result = fought(encounter, book, wanted.options)
    outcomes = {name: share.as_json() for name, share in result.outcomes.items()}
    told = result.as_json()
    return {
        "exact": False,
        "fights": result.fights,
        "outcomes": outcomes,
        "deaths": {name: told[name] for name in ("all_die", "nobody_dies") if name in told},
        "rounds": told["rounds"],
        "pictures": pictures(result),
        "sentence": sentence(result),
    }


def fought(encounter: Encounter, book: Book, options: dict[str, str]) -> Any:
    from affray.simulation.batch import simulate

    return simulate(encounter, book, options, 0, FORECAST)


def sentence(result: Any) -> str:
    try:
        from affray.charts.report import summarise
    except AffrayError:
        return ""
    return summarise(result)


def pictures(result: Any) -> list[Json]:
    """None without matplotlib."""
    try:
        from affray.charts import LIGHT
        from affray.charts.render import svg_text
        from affray.charts.report import available_pictures
    except AffrayError:
        return []
    drawn = [(kind.heading, kind.make(result, LIGHT)) for kind in available_pictures(result).values()]
    return [{"title": heading, "alt": picture.alt, "svg": svg_text(picture, LIGHT)} for heading, picture in drawn]
