"""What stands before every request: headers, the origin, the size of what is sent, and how often."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST, LARGEST_JOURNAL = 300_000, 4_500_000  # bytes of a body
BURST, A_SECOND = 120.0, 40.0  # requests of one address
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class TooLarge(Exception):
    """More was sent than anybody needs to."""


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.tokens: dict[str, tuple[float, float]] = {}  # of each address: what is left, and when that was

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        if not same_origin(scope):
            return await refuse(scope, receive, send, 403, "this came from another site's page")
        if not self.in_time(scope):
            return await refuse(scope, receive, send, 429, "too many requests; slow down")
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        await self.bounded(scope, receive, send)

    async def bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = LARGEST_JOURNAL if scope["path"] == "/api/import" else LARGEST
        answered = False

        async def sending(message: Message) -> None:
            nonlocal answered
            answered = True
            if message["type"] == "http.response.start":
                kept = b"no-store" if scope["path"].startswith("/api") else b"no-cache"
                message["headers"] = [*message.get("headers", []), *HEADERS, (b"cache-control", kept)]
            await send(message)

        try:
            await self.app(scope, bound(receive, most), sending)
        except TooLarge:
            if not answered:
                await refuse(scope, receive, sending, 413, f"that is too much: {most:,} bytes are enough for anybody")

    def in_time(self, scope: Scope) -> bool:
        """A bucket for each address that fills again by and by."""
        now, who = time.monotonic(), (scope.get("client") or ("",))[0]
        left, when = self.tokens.get(who, (BURST, now))
        left = min(BURST, left + (now - when) * A_SECOND)
        if len(self.tokens) > 10_000:
            self.tokens.clear()
        self.tokens[who] = max(0.0, left - 1), now
        return left >= 1


def bound(receive: Receive, most: int) -> Receive:
    read = 0

    async def receiving() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise TooLarge
        return message

    return receiving


def same_origin(scope: Scope) -> bool:
    """A page of another site may not speak for the one who looks at it. Programs send no origin."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin: bytes | None = headers.get(b"origin")
    if origin is None:
        return True
    host = headers.get(b"host", b"")
    return urlsplit(origin.decode("latin-1")).netloc.lower() == host.decode("latin-1").lower()


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403 if status == 403 else 4429})
        return
    body = json.dumps({"error": words, "clause": None}).encode()
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
