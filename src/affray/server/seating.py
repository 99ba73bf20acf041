"""Seats at a fight: links that are given out, with their QR codes, and withdrawn."""

from __future__ import annotations

import io
from typing import Any

from fastapi import APIRouter, Request

from affray.errors import AffrayError, unknown
from affray.server import shapes
from affray.server.doors import MISSING, Denied, InHall, Referee, Running, Token
from affray.server.eyes import PLAYER, REFEREE, SPECTATOR
from affray.server.hall import Hall, id_of
from affray.server.store import Seat

router = APIRouter(prefix="/api/fights/{fight}/seats", tags=["seats"])


@router.get("")
def seats(hall: InHall, seat: Referee) -> list[dict[str, Any]]:
    return list(hall.seats(seat.fight))


@router.post("", status_code=201)
def give(hall: InHall, token: Token, fight: str, request: Request, wanted: shapes.NewSeat) -> dict[str, Any]:
    """A new link, told this once. Whoever started the table may ask for the referee's."""
    giver = hall.seat(token)
    if hall.is_owner(token):
        if wanted.role != REFEREE:
            raise Denied(403, "take the referee's seat first: it gives out the others")
    elif giver is None:
        raise MISSING
    elif giver.fight != fight or giver.role != REFEREE:
        raise Denied(403, "this is the referee's")
    live = hall.live(fight)
    if live is None:
        raise Denied(404, "there is no such fight")
    check_people(wanted, live.play.roster.who)
    seat, new = hall.give(fight, wanted.role, wanted.name or wanted.role, tuple(wanted.people))
    hall.wake(fight)
    return told(seat, new, request.app.state.addresses or [str(request.base_url).rstrip("/")])


def check_people(wanted: shapes.NewSeat, names: tuple[str, ...]) -> None:
    if wanted.role != PLAYER and wanted.people:
        raise AffrayError(f"a {wanted.role} speaks for nobody in particular; give the seat to a player")
    if wanted.role == PLAYER and not wanted.people:
        raise AffrayError("for whom does this player speak? name at least one combatant")
    for name in wanted.people:
        if name not in names:
            raise AffrayError(unknown("combatant", name, names))


def told(seat: Seat, token: str, addresses: list[str]) -> dict[str, Any]:
    page = "room" if seat.role == SPECTATOR else "fight"
    path = f"/{page}/{seat.fight}#{token}"
    links = [address + path for address in addresses]
    return {"id": id_of(seat), "token": token, "path": path, "link": links[0], "links": links, "qr": qr(links[0])}


def qr(link: str) -> str:
    """A picture of a link, for phones."""
    import segno

    file = io.BytesIO()
    segno.make(link, error="m").save(file, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False)
    return file.getvalue().decode()


@router.delete("/{seat_id}", status_code=204)
def withdraw(hall: InHall, seat: Referee, seat_id: str) -> None:
    hall.withdraw(found(hall, seat.fight, seat_id))


@router.post("/{seat_id}/taken")
def take(hall: InHall, live: Running, seat: Referee, seat_id: str, said: shapes.Taken) -> dict[str, bool]:
    """The referee plays for somebody who is away, and gives the seat back."""
    hall.take(found(hall, seat.fight, seat_id), said.taken)
    return {"taken": said.taken}


def found(hall: Hall, fight: str, id: str) -> Seat:
    seat = hall.find_seat(fight, id)
    if seat is None:
        raise Denied(404, "there is no such seat")
    return seat
