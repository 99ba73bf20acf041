"""Routes of the seats at a fight: links that are given out, changed and withdrawn; and the door for everybody."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from affray.errors import AffrayError, unknown
from affray.server import Json, schemas
from affray.server.auth import MISSING, Denied, InFight, InRegistry, RefereeSeat, Token
from affray.server.doors import OPEN, Door
from affray.server.live import Registry
from affray.server.reach import Reach
from affray.server.store import Seat
from affray.server.viewer import Role, describe_seats, new_seat, public_id

seats_router = APIRouter(prefix="/api/fights/{fight}/seats", tags=["seats"])
LAST_REFEREE = (
    "this is the last referee's seat: nobody could answer for the foes without it, and only whoever started the table "
    "could take it again"
)


@seats_router.get("", summary="Seats")
def list_seats(registry: InRegistry, live: InFight, seat: RefereeSeat) -> list[Json]:
    """List all seats, players in the order of their characters, and last those that were withdrawn."""
    current = registry.settings(seat.fight).current
    here = registry.screens.here(seat.fight)
    return describe_seats(current.seats.values(), live.play.roster.who, here, current.taken)


@seats_router.post("", status_code=201)
def add_seat(registry: InRegistry, token: Token, fight: str, request: Request, wanted: schemas.NewSeat) -> Json:
    """Create a link, which is shown only this once. Whoever started the table may ask for the referee's."""
    check_giver(registry, token, fight, wanted.role)
    live = registry.fight(fight)
    if live is None:
        raise Denied(404, "there is no such fight")
    check_people(wanted.role, wanted.people, live.play.roster.who)
    seat, new = new_seat(fight, wanted.role, wanted.name or wanted.role, tuple(wanted.people))
    registry.settings(fight).add_seat(seat)
    return describe_link(seat, new, request.app.state.reach)


def check_giver(registry: Registry, token: str, fight: str, role: str) -> None:
    giver = registry.seat(token)
    if registry.is_owner(token):
        if role != Role.REFEREE:
            raise Denied(403, "take the referee's seat first: it gives out the others")
    elif giver is None:
        raise MISSING
    elif giver.fight != fight or giver.role != Role.REFEREE:
        raise Denied(403, "this is the referee's")


def check_people(role: str, people: list[str], names: tuple[str, ...]) -> None:
    if role != Role.PLAYER and people:
        raise AffrayError(f"a {role} speaks for nobody in particular; give the seat to a player")
    if role == Role.PLAYER and not people:
        raise AffrayError("for whom does this player speak? name at least one combatant")
    for name in people:
        if name not in names:
            raise AffrayError(unknown("combatant", name, names))


def describe_link(seat: Seat, token: str, reach: Reach) -> Json:
    """Describe a link; with a code to scan if a phone can follow it."""
    page = "room" if seat.role == Role.SPECTATOR else "fight"
    path = f"/{page}/{seat.fight}#{token}"
    links = [address + path for address in reach.links]
    qr = draw_qr(links[0]) if reach.is_open else ""
    return {"id": public_id(seat), "token": token, "path": path, "link": links[0], "links": links, "qr": qr}


def draw_qr(link: str) -> str:
    """Return a picture of a link, for phones."""
    import segno

    file = io.BytesIO()
    segno.make(link, error="m").save(file, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False)
    return file.getvalue().decode()


# --- one of them


def find_seat(registry: Registry, fight: str, id: str) -> Seat:
    found = next((seat for seat in registry.store.seats(fight) if public_id(seat) == id), None)
    if found is None:
        raise Denied(404, "there is no such seat")
    return found


def find_living_seat(registry: Registry, fight: str, id: str) -> Seat:
    found = find_seat(registry, fight, id)
    if found.withdrawn:
        raise Denied(404, "that seat has been withdrawn")
    return found


@seats_router.patch("/{seat_id}")
def change_seat(
    registry: InRegistry, live: InFight, seat: RefereeSeat, seat_id: str, said: schemas.ChangedSeat
) -> list[Json]:
    """Give a player other characters, or none, or another name; their page follows by itself."""
    old = find_living_seat(registry, seat.fight, seat_id)
    people = old.people if said.people is None else tuple(dict.fromkeys(said.people))
    if people:
        check_people(old.role, list(people), live.play.roster.who)
    registry.settings(seat.fight).change_seat(old._replace(people=people, name=said.name or old.name))
    return list_seats(registry, live, seat)


@seats_router.post("/{seat_id}/link", status_code=201)
def renew_link(registry: InRegistry, seat: RefereeSeat, seat_id: str, request: Request) -> Json:
    """Give a seat another link, for another device; the old one stops working."""
    old = find_living_seat(registry, seat.fight, seat_id)
    new, token = new_seat(old.fight, old.role, old.name, old.people)
    registry.settings(seat.fight).replace_seat(old, new)
    return describe_link(new, token, request.app.state.reach)


@seats_router.delete("/{seat_id}", status_code=204, summary="Withdraw")
def withdraw_seat(
    registry: InRegistry, seat: RefereeSeat, seat_id: str, even_last: Annotated[bool, Query()] = False
) -> None:
    """Let a link stop working. The last referee's is withdrawn only if that is said."""
    gone = find_seat(registry, seat.fight, seat_id)
    referees = [one for one in registry.store.seats(seat.fight) if one.role == Role.REFEREE and not one.withdrawn]
    if referees == [gone] and not even_last:
        raise Denied(409, LAST_REFEREE)
    registry.settings(seat.fight).withdraw(gone)


@seats_router.post("/{seat_id}/taken")
def play_for_seat(
    registry: InRegistry, live: InFight, seat: RefereeSeat, seat_id: str, said: schemas.Taken
) -> dict[str, bool]:
    """Let the referee play for somebody who is away, or hand the seat back."""
    live.settings.play_for(find_seat(registry, seat.fight, seat_id), said.taken)
    return {"taken": said.taken}


# --- the door: one code and one link for everybody

door_router = APIRouter(prefix="/api/fights/{fight}/door", tags=["seats"])


def require_host(registry: InRegistry, token: Token, fight: str) -> None:
    """Let in the referee of a fight, and whoever started the table."""
    seat = registry.seat(token)
    if registry.is_owner(token):
        if registry.store.fight(fight) is None:
            raise Denied(404, "there is no such fight")
    elif seat is None:
        raise MISSING
    elif seat.fight != fight:
        raise Denied(404, "there is no such fight for you")
    elif seat.role != Role.REFEREE:
        raise Denied(403, "this is the referee's")


HOST_ONLY = [Depends(require_host)]


@door_router.get("", dependencies=HOST_ONLY)
def get_door(registry: InRegistry, request: Request, fight: str) -> Json:
    """Return the code and the link by which everybody comes in, or why nobody does."""
    return describe_door(registry, registry.doors.find(fight), request.app.state.reach)


@door_router.post("", dependencies=HOST_ONLY, status_code=201)
def open_door(registry: InRegistry, request: Request, fight: str) -> Json:
    """Let guests in by a new code; older ones stop working."""
    old = registry.doors.find(fight)
    door = registry.doors.open(fight, old is not None and old.several)
    return describe_door(registry, door, request.app.state.reach)


@door_router.patch("", dependencies=HOST_ONLY)
def change_door(registry: InRegistry, request: Request, fight: str, said: schemas.DoorRules) -> Json:
    """Say whether a guest may take several characters."""
    door = registry.doors.find(fight)
    if door is None:
        raise Denied(404, "nobody can join this fight yet: there is no code")
    return describe_door(registry, registry.doors.change(door, said.several), request.app.state.reach)


@door_router.delete("", dependencies=HOST_ONLY)
def close_door(registry: InRegistry, request: Request, fight: str) -> Json:
    """Let nobody else in. Whoever has a seat keeps it."""
    registry.doors.close(fight)
    return get_door(registry, request, fight)


def describe_door(registry: Registry, door: Door | None, reach: Reach) -> Json:
    state = registry.doors.state(door)
    reached = {"reached": reach.is_open, "addresses": reach.links if reach.is_open else []}
    if door is None or state != OPEN:
        return {"state": state, "several": door is not None and door.several, **reached}
    links = [f"{address}/join#{door.secret}" for address in reach.links]
    return {
        "state": state,
        "several": door.several,
        "code": door.code,
        "seconds": max(0, round(door.until - registry.doors.clock())),
        "link": links[0],
        "qr": draw_qr(links[0]) if reach.is_open else "",
        **reached,
    }
