"""Routes of the welcome page: who is there, and how others reach the table."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from affray import __version__
from affray.server import Json
from affray.server.auth import ANYBODY, OWNER_ONLY, AnyToken, InRegistry
from affray.server.owner import COOKIE_PATH, COOKIE_SECONDS
from affray.server.reach import Reach

home_router = APIRouter(prefix="/api", tags=["the table"])


@home_router.get("/owner")
def get_owner(registry: InRegistry, token: AnyToken) -> Json:
    """Return whether it is whoever started the table who asks: by the cookie of their browser, or by their token."""
    return {"owner": registry.is_owner(token), "version": __version__}


@home_router.post("/owner", dependencies=OWNER_ONLY, status_code=204)
def remember_owner(registry: InRegistry, request: Request, response: Response) -> None:
    """Give this browser a cookie, so that it needs no token for the pages of whoever started the table."""
    cookie, encrypted = registry.cookie, request.url.scheme == "https"
    response.set_cookie(
        cookie.name, cookie.value, COOKIE_SECONDS, path=COOKIE_PATH, secure=encrypted, httponly=True, samesite="strict"
    )


@home_router.delete("/owner", dependencies=OWNER_ONLY, status_code=204)
def forget_owner(registry: InRegistry, response: Response) -> None:
    """Take the cookie from this browser again."""
    response.delete_cookie(registry.cookie.name, path=COOKIE_PATH, httponly=True, samesite="strict")


# --- how others reach it


@home_router.get("/reach", dependencies=ANYBODY, summary="Reach")
def get_reach(request: Request) -> Json:
    """Return whether others can reach the table, and by what addresses."""
    reach: Reach = request.app.state.reach
    return {"open": reach.is_open, "addresses": reach.links if reach.is_open else []}


@home_router.post("/reach", dependencies=OWNER_ONLY)
async def open_reach(request: Request) -> Json:
    """Let others in this network reach the table; or say why that can't be."""
    await request.app.state.reach.open()
    return get_reach(request)
