"""The responses to errors, each a sentence; what players need not know goes into the server's log."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from affray.errors import AffrayError
from affray.party.aftermath import Conflict
from affray.play.questions import Refused
from affray.server.auth import Denied
from affray.server.library import ChangedMeanwhile
from affray.server.store import Moved, NotStored, SeatTaken

log = logging.getLogger("uvicorn.error")


def error_response(status: int, words: str, clause: str | None = None, **more: Any) -> JSONResponse:
    return JSONResponse({"error": words, "clause": clause, **more}, status)


async def on_refused(_: Request, no: Any) -> Response:
    return error_response(422, no.words, no.clause)


async def on_moved(_: Request, no: Any) -> Response:
    return error_response(409, "the fight has moved on: somebody else was first; look again", n=no.last)


async def on_conflict(_: Request, no: Any) -> Response:
    return error_response(409, str(no))


async def on_not_stored(request: Request, no: Any) -> Response:
    """Say what it means for whoever asked; place and cause are for the log."""
    log_trouble(no)
    return error_response(503, no.words)


def log_trouble(no: NotStored) -> None:
    log.error(f"not stored: {no}")


async def on_error(_: Request, no: Any) -> Response:
    return error_response(422, str(no))


async def on_denied(_: Request, no: Any) -> Response:
    return error_response(no.status, no.words, no.clause)


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
    SeatTaken: on_conflict,
    NotStored: on_not_stored,
    AffrayError: on_error,
    Denied: on_denied,
    RequestValidationError: on_invalid,
    HTTPException: on_http_error,
}
