"""Who may do what: the token of a request, the seat it stands for, and the seats that the referee gives out."""

from __future__ import annotations

import io
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from affray.errors import AffrayError, unknown
from affray.server import schemas
from affray.server.live import LiveFight, Registry
from affray.server.reach import Reach
from affray.server.store import Seat
from affray.server.viewer import Role, new_seat, public_id


class Denied(AffrayError):
    """Not for you, not here, or not there: a status and a sentence."""

    def __init__(self, status: int, words: str, clause: str | None = None) -> None:
        super().__init__(words)
        self.status, self.words, self.clause = status, words, clause


MISSING = Denied(401, "this needs the link you were given: its token is missing, wrong or withdrawn")
bearer = HTTPBearer(auto_error=False, description="The token of a link: what stands behind its #.")


# --- what a route may depend on


def find_registry(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


InRegistry = Annotated[Registry, Depends(find_registry)]
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


def find_any_token(registry: InRegistry, request: Request, found: Bearer) -> str:
    """Return the token that a request names; without one, the cookie of whoever started the table; or nothing."""
    if found is not None:
        return found.credentials if found.credentials.isascii() else ""
    return registry.cookie.value if registry.cookie.is_shown(request.method, dict(request.scope["headers"])) else ""


AnyToken = Annotated[str, Depends(find_any_token)]


def find_token(token: AnyToken) -> str:
    if not token:
        raise MISSING
    return token


Token = Annotated[str, Depends(find_token)]


def require_owner(registry: InRegistry, token: Token) -> None:
    if not registry.is_owner(token):
        if registry.seat(token) is None:
            raise MISSING
        raise Denied(403, "only whoever started the table may do this")


def require_anybody(registry: InRegistry, token: Token) -> None:
    if not registry.is_owner(token) and registry.seat(token) is None:
        raise MISSING


def require_seat(registry: InRegistry, token: Token, fight: str) -> Seat:
    """Return the seat of a token, if it is one at this fight."""
    seat = registry.seat(token)
    if seat is None:
        raise Denied(403, "take a seat at this fight first") if registry.is_owner(token) else MISSING
    if seat.fight != fight:
        raise Denied(404, "there is no such fight for you")
    return seat


def require_referee(seat: Annotated[Seat, Depends(require_seat)]) -> Seat:
    if seat.role != Role.REFEREE:
        raise Denied(403, "this is the referee's")
    return seat


def require_fight(registry: InRegistry, seat: Annotated[Seat, Depends(require_seat)], request: Request) -> LiveFight:
    """Return the fight of a seat; one that is only read is up to date, as one that is changed will be."""
    live = registry.fight(seat.fight)
    if live is None:
        raise Denied(404, "there is no such fight for you")
    if request.method == "GET":
        live.refresh()
    return live


AnySeat = Annotated[Seat, Depends(require_seat)]
RefereeSeat = Annotated[Seat, Depends(require_referee)]
InFight = Annotated[LiveFight, Depends(require_fight)]
OWNER_ONLY, ANYBODY = [Depends(require_owner)], [Depends(require_anybody)]


# --- seats: links that are given out, with their QR codes, and withdrawn

seats_router = APIRouter(prefix="/api/fights/{fight}/seats", tags=["seats"])


@seats_router.get("", summary="Seats")
def list_seats(registry: InRegistry, seat: RefereeSeat) -> list[dict[str, Any]]:
    here = registry.screens.here(seat.fight)
    taken = registry.settings(seat.fight).current.taken
    return [
        {
            "id": public_id(one),
            "role": one.role,
            "name": one.name,
            "people": list(one.people),
            "withdrawn": one.withdrawn,
            "here": public_id(one) in here,
            "taken": one.hash in taken,
        }
        for one in registry.store.seats(seat.fight)
    ]


@seats_router.post("", status_code=201)
def add_seat(
    registry: InRegistry, token: Token, fight: str, request: Request, wanted: schemas.NewSeat
) -> dict[str, Any]:
    """Create a link, which is shown only this once. Whoever started the table may ask for the referee's."""
    check_giver(registry, token, fight, wanted.role)
    live = registry.fight(fight)
    if live is None:
        raise Denied(404, "there is no such fight")
    check_people(wanted, live.play.roster.who)
    seat, new = new_seat(fight, wanted.role, wanted.name or wanted.role, tuple(wanted.people))
    registry.store.add_seat(seat)
    registry.wake(fight)
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


def check_people(wanted: schemas.NewSeat, names: tuple[str, ...]) -> None:
    if wanted.role != Role.PLAYER and wanted.people:
        raise AffrayError(f"a {wanted.role} speaks for nobody in particular; give the seat to a player")
    if wanted.role == Role.PLAYER and not wanted.people:
        raise AffrayError("for whom does this player speak? name at least one combatant")
    for name in wanted.people:
        if name not in names:
            raise AffrayError(unknown("combatant", name, names))


def describe_link(seat: Seat, token: str, reach: Reach) -> dict[str, Any]:
    """Describe a link; with a code to scan if a phone can follow it."""
    page = "room" if seat.role == Role.SPECTATOR else "fight"
    path = f"/{page}/{seat.fight}#{token}"
    links = [address + path for address in reach.links]
    id, link = public_id(seat), links[0]
    qr = draw_qr(link) if reach.is_open else ""
    return {"id": id, "token": token, "path": path, "link": link, "links": links, "qr": qr}


def draw_qr(link: str) -> str:
    """Return a picture of a link, for phones."""
    import segno

    file = io.BytesIO()
    segno.make(link, error="m").save(file, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False)
    return file.getvalue().decode()


@seats_router.delete("/{seat_id}", status_code=204, summary="Withdraw")
def withdraw_seat(registry: InRegistry, seat: RefereeSeat, seat_id: str) -> None:
    registry.settings(seat.fight).withdraw(find_seat(registry, seat.fight, seat_id))


@seats_router.post("/{seat_id}/taken")
def play_for_seat(
    registry: InRegistry, live: InFight, seat: RefereeSeat, seat_id: str, said: schemas.Taken
) -> dict[str, bool]:
    """Let the referee play for somebody who is away, or hand the seat back."""
    live.settings.play_for(find_seat(registry, seat.fight, seat_id), said.taken)
    return {"taken": said.taken}


def find_seat(registry: Registry, fight: str, id: str) -> Seat:
    found = next((seat for seat in registry.store.seats(fight) if public_id(seat) == id), None)
    if found is None:
        raise Denied(404, "there is no such seat")
    return found
