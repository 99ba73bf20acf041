"""Routes of the list of all fights: how each stands, and renaming, copying and deleting one."""

from __future__ import annotations

import json
import secrets
import time
from contextlib import suppress

from fastapi import APIRouter

from affray import __version__
from affray.errors import AffrayError
from affray.log.narrate import one_line
from affray.server import Json, schemas
from affray.server.auth import OWNER_ONLY, Denied, InRegistry
from affray.server.errors import log_trouble
from affray.server.live import SUMMARY, Registry, summarize
from affray.server.settings import DEFAULTS, TITLE, document_kind, read_json
from affray.server.store import Damaged, Document, FightRecord, FightTitle, NotStored
from affray.server.viewer import THE_REFEREE, Role

list_router = APIRouter(prefix="/api", tags=["the table"], dependencies=OWNER_ONLY)
LOST_ROW = "its row in the database is damaged"
LONGEST_TITLE = 120
NO_FIGHT = Denied(404, "there is no such fight")
GLANCED_AT = ("name", "side", "glyph", "number", "up", "health", "x", "y")


# --- all of them


@list_router.get("/table", summary="Table")
def get_table(registry: InRegistry) -> Json:
    """List the fights, those first in which something was said last."""
    known, said = dict[str, str](), dict[str, float]()
    with suppress(Damaged):
        known = registry.store.documents(SUMMARY)
    with suppress(Damaged):
        said = registry.store.last_said()
    fights = [describe_fight(registry, fight, known.get(fight.id)) for fight in registry.store.fights()]
    for fight in fights:
        fight["at"] = said.get(fight["id"], fight["made"])
    return {"version": __version__, "fights": sorted(fights, key=lambda fight: fight["at"], reverse=True)}


def describe_fight(registry: Registry, fight: FightTitle, known: str | None) -> Json:
    """Describe a fight in a line; one that can't be replayed says so and harms no other."""
    common: Json = {
        "id": fight.id,
        "title": one_line(fight.title),
        "made": fight.made,
        "here": count_players(registry, fight.id),
    }
    said = read_json(known or "", None)
    if isinstance(said, dict) and "party" in said:
        return {**common, **said}
    try:
        live = registry.fight(fight.id)
        if live is None:
            raise Damaged(LOST_ROW, LOST_ROW)
    except AffrayError as no:
        return common | {"book": "", "round": 0, "over": False, "winner": None, "party": [], "trouble": words_of(no)}
    now = summarize(live.play)
    if not live.trouble:
        keep_summary(registry, fight.id, now)
    return common | now | ({"trouble": live.trouble} if live.trouble else {})


def keep_summary(registry: Registry, fight: str, now: Json) -> None:
    """Store how a fight of an earlier version stands, so that it is opened for the list only once."""
    with suppress(AffrayError):
        registry.store.keep_document(SUMMARY, fight, json.dumps(now))


def words_of(no: AffrayError) -> str:
    """Say why a fight can't be had; what the database says of its files is for the log."""
    if not isinstance(no, NotStored):
        return str(no)
    if not isinstance(no, Damaged):
        raise no
    log_trouble(no)
    return no.words


def count_players(registry: Registry, fight: str) -> int:
    """Return how many players have a page of a fight open at this process."""
    return len({screen.seat.hash for screen in registry.screens.at(fight) if screen.seat.role == Role.PLAYER})


# --- one of them


@list_router.get("/fights/{fight}/glance")
def get_glance(registry: InRegistry, fight: str) -> Json:
    """Return how a fight stands at this moment: what is asked, who fights, and where they stand."""
    live = registry.fight(fight)
    if live is None:
        raise NO_FIGHT
    view = live.fight_frame(THE_REFEREE, live.feed(THE_REFEREE).last)["view"]
    asks, steps = view["asks"], (step for group in view["course"] for step in group["steps"])
    return {
        "title": live.title,
        "round": view["fight"]["round"],
        "step": next((step["name"] for step in steps if step["state"] == "now"), ""),
        "asks": asks and {"who": asks["who"], "what": asks["what"]},
        "people": [{key: one[key] for key in GLANCED_AT} for one in view["people"]],
        "sides": [side["name"] for side in view["sides"]],
        "ground": view["ground"],
    }


def find_record(registry: Registry, fight: str) -> FightRecord:
    record = registry.store.fight(fight)
    if record is None:
        raise NO_FIGHT
    return record


@list_router.post("/fights/{fight}/name", status_code=204)
def rename_fight(registry: InRegistry, fight: str, said: schemas.FightName) -> None:
    """Give a fight another title; its journal keeps the scenario's."""
    find_record(registry, fight)
    registry.settings(fight).rename(said.name)


@list_router.post("/fights/{fight}/copy", status_code=201)
def copy_fight(registry: InRegistry, fight: str) -> Json:
    """Copy a fight as it stands, with its dice to come: what is done in one changes nothing in the other. Nobody has a
    seat at the copy."""
    record, id = find_record(registry, fight), secrets.token_hex(6)
    title = free_title(record.title, {one.title for one in registry.store.fights()})
    copied = [Document(document_kind(id), TITLE, json.dumps(title))]
    for name, text in registry.store.documents(document_kind(fight)).items():
        if name in DEFAULTS:
            copied.append(Document(document_kind(id), name, text))
    if summary := registry.store.document(SUMMARY, fight):
        copied.append(Document(SUMMARY, id, summary))
    registry.store.copy_fight(FightRecord(id, title, record.header, time.time()), fight, copied)
    return {"id": id, "title": one_line(title)}


def free_title(title: str, taken: set[str]) -> str:
    """Return the title of a copy that no other fight has."""
    numbered = (f"{title[: LONGEST_TITLE - 12]} (copy{f' {n}' if n > 1 else ''})" for n in range(1, len(taken) + 2))
    return next(one for one in numbered if one not in taken)


@list_router.delete("/fights/{fight}", status_code=204)
def delete_fight(registry: InRegistry, fight: str) -> None:
    """Delete a fight for good, also one that is damaged. What it wrote into parties stays there."""
    if all(one.id != fight for one in registry.store.fights()):
        raise NO_FIGHT
    registry.delete(fight)
