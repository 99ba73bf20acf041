"""Who may do what: the token of a request, and the seat it stands for."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from affray.errors import AffrayError
from affray.server.live import LiveFight, Registry
from affray.server.store import Seat
from affray.server.viewer import Role


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
