"""The application: its routes, its pages, and the responses to errors."""

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
from affray.party.aftermath import Conflict
from affray.play.questions import Refused
from affray.server.auth import Denied, seats_router
from affray.server.library import ChangedMeanwhile
from affray.server.middleware import Guard
from affray.server.registry import Registry
from affray.server.routes_fights import fight_router
from affray.server.routes_library import library_router
from affray.server.routes_reading import reading_router
from affray.server.routes_table import table_router
from affray.server.store import Moved, NotStored
from affray.server.websocket import socket_router

MEDIA_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
NO_TELEMETRY: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
ABOUT = "Run a real fight with real people. Every page of the table uses this, and nothing else."


def create_app(registry: Registry, addresses: Sequence[str] = (), lan: bool = False) -> FastAPI:
    app = FastAPI(
        title="Affray's table",
        version=__version__,
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # theirs are loaded from elsewhere
        redoc_url=None,
        lifespan=run_loop,
        telemetry=NO_TELEMETRY,
    )
    app.state.registry, app.state.addresses, app.state.lan = registry, list(addresses), lan
    for router in (table_router, library_router, seats_router, fight_router, reading_router, socket_router):
        app.include_router(router)
    add_pages(app)
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Guard)
    return app


@asynccontextmanager
async def run_loop(app: FastAPI) -> AsyncIterator[None]:
    registry: Registry = app.state.registry
    registry.screens.loop = asyncio.get_running_loop()
    if registry.store.shared:
        threading.Thread(target=listen, args=(registry,), daemon=True).start()
    yield
    registry.screens.loop = None


def listen(registry: Registry) -> None:
    """Follow what other processes store; a connection that is lost is made again."""

    def on_change(what: str, _: int) -> bool:
        registry.refresh(what)
        return registry.screens.loop is not None

    while registry.screens.loop is not None:
        try:
            registry.store.listen(on_change, registry.refresh_all)
        except AffrayError:
            threading.Event().wait(1.0)


# --- pages


def add_pages(app: FastAPI) -> None:
    def page(name: str) -> Any:
        async def send() -> Response:
            return page_file(name)

        return send

    for path, name in PAGES.items():
        app.add_api_route(path, page(name), include_in_schema=False)

    @app.get("/pages/{name}", include_in_schema=False)
    async def part(name: str) -> Response:
        return page_file(name)


PAGES = {"/": "index.html", "/fight/{id}": "fight.html", "/room/{id}": "room.html", "/api": "api.html"}


def page_file(name: str) -> Response:
    kind = MEDIA_TYPES.get(name.rpartition(".")[2])
    found = files("affray.server").joinpath("pages", name)
    if kind is None or "/" in name or "\\" in name or not found.is_file():
        raise Denied(404, "there is no such page")
    return Response(found.read_bytes(), media_type=kind)


# --- errors, each in a sentence


def error_response(status: int, words: str, clause: str | None = None, **more: Any) -> JSONResponse:
    return JSONResponse({"error": words, "clause": clause, **more}, status)


async def on_refused(_: Request, no: Any) -> Response:
    return error_response(422, no.words, no.clause)


async def on_moved(_: Request, no: Any) -> Response:
    return error_response(409, "the fight has moved on: somebody else was first; look again", n=no.last)


async def on_conflict(_: Request, no: Any) -> Response:
    return error_response(409, str(no))


async def on_not_stored(_: Request, no: Any) -> Response:
    return error_response(503, str(no))


async def on_error(_: Request, no: Any) -> Response:
    return error_response(422, str(no))


async def on_denied(_: Request, no: Any) -> Response:
    return error_response(no.status, no.words)


async def on_invalid(_: Request, no: Any) -> Response:
    first = no.errors()[0]
    where = ".".join(str(step) for step in first["loc"])
    return error_response(422, f"{where}: {first['msg']}")


async def on_http_error(_: Request, no: Any) -> Response:
    return error_response(no.status_code, "there is nothing here" if no.status_code == 404 else str(no.detail))


HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    Moved: on_moved,
    ChangedMeanwhile: on_conflict,
    Conflict: on_conflict,
    NotStored: on_not_stored,
    AffrayError: on_error,
    Denied: on_denied,
    RequestValidationError: on_invalid,
    HTTPException: on_http_error,
}
