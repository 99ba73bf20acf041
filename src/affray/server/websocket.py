"""The socket of a fight: a view and the items since a number, and then every change as it comes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from affray.errors import AffrayError
from affray.server.registry import Registry
from affray.server.schemas import Hello
from affray.server.store import Seat
from affray.server.viewer import Screen

socket_router = APIRouter()
MOST_SCREENS, MOST_OF_A_SEAT = 600, 12
MOST_FRAMES = 100  # that one page may send
HELLO_TIMEOUT = 10.0  # seconds until somebody must have said who they are
BAD, FULL, TROUBLE = 4401, 4429, 1013  # codes of closing
MISSING_TOKEN = "this needs the link you were given: its token is missing or wrong"


@socket_router.websocket("/api/fights/{fight}/events")
async def send_events(socket: WebSocket, fight: str) -> None:
    registry: Registry = socket.app.state.registry
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        hello = await receive_hello(socket)
        seat = await run_in_threadpool(registry.seat, hello.token) if hello else None
        if hello is None or seat is None or seat.fight != fight:
            return await close_with_error(socket, BAD, MISSING_TOKEN)
        if is_crowded(registry, seat):
            return await close_with_error(socket, FULL, "too many screens look at this already; close one of them")
        try:
            await show_fight(socket, registry, seat, hello.after)
        except AffrayError as no:
            await close_with_error(socket, TROUBLE, str(no))


async def receive_hello(socket: WebSocket) -> Hello | None:
    try:
        return Hello.model_validate_json(await asyncio.wait_for(socket.receive_text(), HELLO_TIMEOUT))
    except (ValidationError, TimeoutError, KeyError):
        return None


async def close_with_error(socket: WebSocket, code: int, words: str) -> None:
    await socket.send_json({"error": words})
    await socket.close(code)


def is_crowded(registry: Registry, seat: Seat) -> bool:
    mine = sum(screen.seat.hash == seat.hash for screen in registry.screens.at(seat.fight))
    return mine >= MOST_OF_A_SEAT or registry.screens.count() >= MOST_SCREENS


async def show_fight(socket: WebSocket, registry: Registry, seat: Seat, after: int) -> None:
    """Send every change until the page goes away or its link is withdrawn."""
    screen, before = Screen(seat), None
    registry.screens.add(screen)
    gone = asyncio.create_task(wait_until_gone(socket))
    try:
        await run_in_threadpool(registry.wake, seat.fight)
        while not gone.done():
            screen.changed.clear()
            frame = await run_in_threadpool(next_frame, registry, seat, after)
            if frame is None:
                return await close_with_error(socket, BAD, "this link has been withdrawn")
            after, now = frame["view"]["n"], without_seconds(frame["view"])
            if now != before:  # what others do in secret makes no sound
                before = now
                await socket.send_json(frame)
            waking = asyncio.create_task(screen.changed.wait())
            await asyncio.wait({gone, waking}, return_when=asyncio.FIRST_COMPLETED)
            waking.cancel()
    finally:
        gone.cancel()
        registry.screens.remove(screen)


def next_frame(registry: Registry, seat: Seat, after: int) -> dict[str, Any] | None:
    """Return the frame of a seat, or None if it has been withdrawn."""
    if seat.hash in registry.settings(seat.fight).current.withdrawn:
        return None
    live = registry.fight(seat.fight)
    assert live is not None
    return live.frame(seat, after)


async def wait_until_gone(socket: WebSocket) -> None:
    """Wait until a page goes away. It has nothing to say here, as answers are posted: one that talks on is closed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_FRAMES):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(FULL)


def without_seconds(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without the seconds that run down in it."""
    asks = view["asks"]
    return view if asks is None else {**view, "asks": {**asks, "deadline": asks["deadline"] is not None}}
