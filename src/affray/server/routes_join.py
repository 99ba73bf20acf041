"""Routes of guests who have no seat yet: a code or a scanned link, who is free, and taking one of them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from affray.errors import AffrayError
from affray.log.narrate import one_line
from affray.server import Json, schemas
from affray.server.auth import Denied, InRegistry
from affray.server.doors import Door
from affray.server.glyphs import choose_glyph
from affray.server.live import LiveFight, Registry
from affray.server.viewer import Role, Viewer, new_seat

join_router = APIRouter(prefix="/api/join", tags=["joining"])
STRANGER = Viewer(Role.SPECTATOR)
NO_SUCH_CODE = Denied(404, "there is no such code: look at it again, or ask the referee for a new one")
NO_SUCH_LINK = Denied(404, "this code holds no longer: ask the referee for the new one")
TOO_MANY = Denied(429, "too many wrong codes were tried: wait a minute, or scan the code instead")
ONE_EACH = "everybody takes one character here: ask the referee for more"
SCREEN = "room"  # the name of a screen for the room


@join_router.post("")
async def knock(registry: InRegistry, request: Request, said: schemas.Knock) -> Json:
    """Return whom one may play behind a code, or behind the link that was scanned."""
    doors = registry.doors
    if said.secret:
        door = await run_in_threadpool(doors.by_secret, said.secret)
        return await run_in_threadpool(describe_inside, registry, require_door(door, NO_SUCH_LINK))
    address = request.client.host if request.client else ""
    if not doors.guesses.begin(address):
        raise TOO_MANY
    door = require_door(await run_in_threadpool(doors.by_code, said.code), NO_SUCH_CODE)
    doors.guesses.was_right(address)
    return await run_in_threadpool(describe_inside, registry, door)


def require_door(door: Door | None, no: Denied) -> Door:
    if door is None:
        raise no
    return door


def find_fight(registry: Registry, door: Door) -> LiveFight:
    live = registry.fight(door.fight)
    if live is None:
        raise NO_SUCH_LINK
    live.refresh()
    return live


def describe_inside(registry: Registry, door: Door) -> Json:
    """Describe a fight for somebody who has no seat at it: what a stranger may see, and who is free."""
    live = find_fight(registry, door)
    with live.lock:
        play, people = live.play, list_characters(live)
    return {
        "secret": door.secret,
        "several": door.several,
        "fight": {
            "id": door.fight,
            "title": live.title,
            "book": play.book.name,
            "round": play.state.round,
            "over": play.over,
        },
        "people": people,
    }


def list_characters(live: LiveFight) -> list[Json]:
    """List those on the sides of players whom everybody sees, and who has them."""
    play, hidden = live.play, STRANGER.hidden(live.play)
    seats = [seat for seat in live.settings.current.seats.values() if not seat.withdrawn]
    by = {name: seat.name for seat in seats for name in seat.people}
    return [
        {
            "name": name,
            "kind": one_line(play.roster.kinds[c.id]) if c.id < len(play.roster.kinds) else "",
            "side": one_line(play.roster.sides[c.side]),
            "number": c.side,
            "glyph": choose_glyph(play.state, play.roster, play.book, c),
            "up": c.in_fight,
            "by": by.get(name),
        }
        for name, c in zip(play.roster.who, play.state.who[: play.state.n], strict=False)
        if play.state.side[c.side].players and c.id not in hidden
    ]


@join_router.post("/seat", status_code=201)
def take_seat(registry: InRegistry, said: schemas.TakeSeat) -> Json:
    """Take characters that are free, or be a screen for the room. Of two who take the same one, one gets it."""
    door = require_door(registry.doors.by_secret(said.secret), NO_SUCH_LINK)
    live = find_fight(registry, door)
    with live.lock:
        people = check_choice(door, said.people, list_characters(live))
    role = Role.PLAYER if people else Role.SPECTATOR
    seat, token = new_seat(door.fight, role, said.name or " and ".join(people) or SCREEN, people)
    live.settings.claim_seat(seat)
    page = "fight" if people else "room"
    return {"token": token, "path": f"/{page}/{door.fight}", "people": list(people)}


def check_choice(door: Door, wanted: list[str], there: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return the characters that are wanted; one who is hidden is answered as one who isn't there."""
    people = tuple(dict.fromkeys(wanted))
    names = {one["name"] for one in there}
    for name in people:
        if name not in names:
            raise AffrayError(f"there is no {name} to be played here")
    if len(people) > 1 and not door.several:
        raise AffrayError(ONE_EACH)
    return people
