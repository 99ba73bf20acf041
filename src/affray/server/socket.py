"""The socket of a fight: a view and the items since a number, and then every change as it comes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from affray.errors import AffrayError
from affray.server.hall import Hall, Screen
from affray.server.shapes import Hello
from affray.server.store import Seat

router = APIRouter()
MOST_SCREENS, MOST_OF_A_SEAT = 600, 12
MOST_SAID = 100  # frames of one page
PATIENCE = 10.0  # seconds until somebody must have said who they are
BAD, FULL, TROUBLE = 4401, 4429, 1013


@router.websocket("/api/fights/{fight}/events")
async def events(socket: WebSocket, fight: str) -> None:
    hall: Hall = socket.app.state.hall
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        hello = await said_hello(socket)
        seat = await run_in_threadpool(hall.seat, hello.token) if hello else None
        if hello is None or seat is None or seat.fight != fight:
            return await turn_away(socket, BAD, "this needs the link you were given: its token is missing or wrong")
        if crowded(hall, seat):
            return await turn_away(socket, FULL, "too many screens look at this already; close one of them")
        try:
            await show(socket, hall, seat, hello.after)
        except AffrayError as no:
            await turn_away(socket, TROUBLE, str(no))


async def said_hello(socket: WebSocket) -> Hello | None:
    try:
        return Hello.model_validate_json(await asyncio.wait_for(socket.receive_text(), PATIENCE))
    except (ValidationError, TimeoutError, KeyError):
        return None


async def turn_away(socket: WebSocket, code: int, words: str) -> None:
    await socket.send_json({"error": words})
    await socket.close(code)


def crowded(hall: Hall, seat: Seat) -> bool:
    mine = sum(screen.seat.hash == seat.hash for screen in hall.screens.get(seat.fight, ()))
    return mine >= MOST_OF_A_SEAT or sum(map(len, hall.screens.values())) >= MOST_SCREENS


async def show(socket: WebSocket, hall: Hall, seat: Seat, after: int) -> None:
    """Until the page goes away or its link is withdrawn."""
    screen, before = Screen(seat), None
    hall.screens.setdefault(seat.fight, set()).add(screen)
    gone = asyncio.create_task(until_gone(socket))
    try:
        await run_in_threadpool(hall.wake, seat.fight)
        while not gone.done():
            screen.woken.clear()
            if seat.hash in (await run_in_threadpool(hall.kept, seat.fight)).withdrawn:
                return await turn_away(socket, BAD, "this link has been withdrawn")
            frame = await run_in_threadpool(hall.frame, seat, after)
            after, now = frame["view"]["n"], lasting(frame["view"])
            if now != before:  # what others do in secret makes no sound
                before = now
                await socket.send_json(frame)
            waking = asyncio.create_task(screen.woken.wait())
            await asyncio.wait({gone, waking}, return_when=asyncio.FIRST_COMPLETED)
            waking.cancel()
    finally:
        gone.cancel()
        hall.screens[seat.fight].discard(screen)
        hall.woken(seat.fight)


async def until_gone(socket: WebSocket) -> None:
    """Pages have nothing to say here after their first word; answers are posted. One that talks on is left."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_SAID):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(FULL)


def lasting(view: dict[str, Any]) -> dict[str, Any]:
    """A view but for the seconds that run down in it."""
    asks = view["asks"]
    return view if asks is None else {**view, "asks": {**asks, "deadline": asks["deadline"] is not None}}
