"""Routes of the page on which a fight is built: creatures with their numbers, chances, house rules, a printed sheet."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from affray import rules
from affray.errors import AffrayError, unknown
from affray.server import Json, building, expensive, schemas
from affray.server.auth import OWNER_ONLY, InRegistry, Token
from affray.server.routes_table import stored_parties
from affray.server.workers import workers_of

building_router = APIRouter(prefix="/api", tags=["building a fight"], dependencies=OWNER_ONLY)


@building_router.get("/books/{name}/creatures")
def list_creatures(name: str) -> list[Json]:
    """List every creature and class of a book, with its numbers in the book's own terms."""
    if name not in rules.books():
        raise AffrayError(unknown("rulebook", name, list(rules.books())))
    return building.list_creatures(rules.get(name))


@building_router.post("/estimate")
async def estimate(registry: InRegistry, request: Request, token: Token, said: schemas.Estimate) -> Json:
    """Fight it so many times, and return the chances alone."""
    parties = await run_in_threadpool(stored_parties, registry, said)
    found: Json = await workers_of(request).run(request, token, expensive.estimate, said, parties)
    return found


@building_router.post("/house")
async def read_house_rules(request: Request, token: Token, said: schemas.NewText) -> Json:
    """Read a file of house rules; what comes back may stand in a scenario."""
    found: Json = await workers_of(request).run(request, token, expensive.read_house_rules, said.text)
    return found


@building_router.post("/sheet", response_class=HTMLResponse)
async def make_sheet(registry: InRegistry, request: Request, token: Token, said: schemas.Scenario) -> HTMLResponse:
    """Return a page to print, for playing the fight on paper."""
    parties = await run_in_threadpool(stored_parties, registry, said)
    page: str = await workers_of(request).run(request, token, expensive.sheet, said, parties)
    return HTMLResponse(page)
