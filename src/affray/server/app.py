"""The application: its routes, its pages, and how what goes wrong is said."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from affray import __version__
from affray.errors import AffrayError
from affray.party.write_back import Conflict
from affray.play.questions import Refused
from affray.server import fights, home, library, reading, seating, socket
from affray.server.doors import Denied
from affray.server.guard import Guard
from affray.server.hall import Hall
from affray.server.shelves import Meanwhile
from affray.server.store import Moved, NotStored

KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
SILENT: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}  # nothing leaves the machine
ABOUT = "Run a real fight with real people. Every page of the table uses this, and nothing else."


def application(hall: Hall, addresses: Sequence[str] = (), lan: bool = False) -> FastAPI:
    app = FastAPI(
        title="Affray's table",
        version=__version__,
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # theirs are loaded from elsewhere
        redoc_url=None,
        lifespan=alive,
        telemetry=SILENT,
    )
    app.state.hall, app.state.addresses, app.state.lan = hall, list(addresses), lan
    for router in (home.router, library.router, seating.router, fights.router, reading.router, socket.router):
        app.include_router(router)
    add_pages(app)
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Guard)
    return app


@asynccontextmanager
async def alive(app: FastAPI) -> AsyncIterator[None]:
    hall: Hall = app.state.hall
    hall.loop = asyncio.get_running_loop()
    if hall.store.shared:
        threading.Thread(target=listen, args=(hall,), daemon=True).start()
    yield
    hall.loop = None


def listen(hall: Hall) -> None:
    """To what other processes store; a connection that is lost is made again."""

    def heard(what: str, _: int) -> bool:
        hall.heard(what)
        return hall.loop is not None

    while hall.loop is not None:
        try:
            hall.store.listen(heard, hall.missed)
        except AffrayError:
            threading.Event().wait(1.0)


# --- pages


def add_pages(app: FastAPI) -> None:
    def page(name: str) -> Any:
        async def send() -> Response:
            return file(name)

        return send

    for path, name in PAGES.items():
        app.add_api_route(path, page(name), include_in_schema=False)

    @app.get("/pages/{name}", include_in_schema=False)
    async def part(name: str) -> Response:
        return file(name)


PAGES = {"/": "index.html", "/fight/{id}": "fight.html", "/room/{id}": "room.html", "/api": "api.html"}


def file(name: str) -> Response:
    kind = KINDS.get(name.rpartition(".")[2])
    found = files("affray.server").joinpath("pages", name)
    if kind is None or "/" in name or "\\" in name or not found.is_file():
        raise Denied(404, "there is no such page")
    return Response(found.read_bytes(), media_type=kind)


# --- what goes wrong, in a sentence


def said(status: int, words: str, clause: str | None = None, **more: Any) -> JSONResponse:
    return JSONResponse({"error": words, "clause": clause, **more}, status)


async def refused(_: Request, no: Any) -> Response:
    return said(422, no.words, no.clause)


async def moved(_: Request, no: Any) -> Response:
    return said(409, "the fight has moved on: somebody else was first; look again", n=no.last)


async def meanwhile(_: Request, no: Any) -> Response:
    return said(409, str(no))


async def not_kept(_: Request, no: Any) -> Response:
    return said(503, str(no))


async def mistaken(_: Request, no: Any) -> Response:
    return said(422, str(no))


async def denied(_: Request, no: Any) -> Response:
    return said(no.status, no.words)


async def unreadable(_: Request, no: Any) -> Response:
    first = no.errors()[0]
    where = ".".join(str(step) for step in first["loc"])
    return said(422, f"{where}: {first['msg']}")


async def nowhere(_: Request, no: Any) -> Response:
    return said(no.status_code, "there is nothing here" if no.status_code == 404 else str(no.detail))


HANDLERS: dict[Any, Any] = {
    Refused: refused,
    Moved: moved,
    Meanwhile: meanwhile,
    Conflict: meanwhile,
    NotStored: not_kept,
    AffrayError: mistaken,
    Denied: denied,
    RequestValidationError: unreadable,
    HTTPException: nowhere,
}
