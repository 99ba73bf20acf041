"""Who comes in: the token of a request, the seat it stands for, and what that seat may do here."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from affray.server.eyes import REFEREE
from affray.server.hall import Hall
from affray.server.live import Live
from affray.server.store import Seat


class Denied(Exception):
    """Not for you, not here, or not there: a status and a sentence."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


MISSING = Denied(401, "this needs the link you were given: its token is missing, wrong or withdrawn")
bearer = HTTPBearer(auto_error=False, description="The token of a link: what stands behind its #.")


def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def the_token(found: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    if found is None or not found.credentials.isascii():
        raise MISSING
    return found.credentials


InHall = Annotated[Hall, Depends(the_hall)]
Token = Annotated[str, Depends(the_token)]


def owner(hall: InHall, token: Token) -> None:
    if not hall.is_owner(token):
        if hall.seat(token) is None:
            raise MISSING
        raise Denied(403, "only whoever started the table may do this")


def anybody(hall: InHall, token: Token) -> None:
    if not hall.is_owner(token) and hall.seat(token) is None:
        raise MISSING


def sitting(hall: InHall, token: Token, fight: str) -> Seat:
    """Whoever has a seat at this fight."""
    seat = hall.seat(token)
    if seat is None:
        raise Denied(403, "take a seat at this fight first") if hall.is_owner(token) else MISSING
    if seat.fight != fight:
        raise Denied(404, "there is no such fight for you")
    return seat


def referee(seat: Annotated[Seat, Depends(sitting)]) -> Seat:
    if seat.role != REFEREE:
        raise Denied(403, "this is the referee's")
    return seat


def running(hall: InHall, seat: Annotated[Seat, Depends(sitting)]) -> Live:
    live = hall.live(seat.fight)
    if live is None:
        raise Denied(404, "there is no such fight for you")
    return live


Sitting = Annotated[Seat, Depends(sitting)]
Referee = Annotated[Seat, Depends(referee)]
Running = Annotated[Live, Depends(running)]
