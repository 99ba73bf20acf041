"""Checks before every request: its origin, its size, and how often it comes; and headers for every response."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST, LARGEST_JOURNAL = 300_000, 4_500_000  # bytes of a body
BURST, A_SECOND = 120.0, 40.0  # requests with one token, or of one address without any
MOST_BURST, MOST_A_SECOND = 1_200.0, 300.0  # of one address: a whole table of phones may be behind it
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


class TooLarge(HTTPException):
    """More was sent than anybody needs to."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"that is too much: {most:,} bytes are enough for anybody")


class Guard:
    """An ASGI application around another that does these checks."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.buckets: dict[str, tuple[float, float]] = {}  # of each: what is left, and when that was

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        if not is_same_origin(scope):
            return await refuse(scope, receive, send, 403, "this came from another site's page")
        if not self.may_pass(scope):
            return await refuse(scope, receive, send, 429, "too many requests; slow down")
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        await self.pass_on(scope, receive, send)

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = LARGEST_JOURNAL if scope["path"] == "/api/import" else LARGEST

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                caching = b"no-store" if scope["path"].startswith("/api") else b"no-cache"
                message["headers"] = [*message.get("headers", []), *HEADERS, (b"cache-control", caching)]
            await send(message)

        await self.app(scope, limit_size(receive, most), send_with_headers)

    def may_pass(self, scope: Scope) -> bool:
        """Count a request against a bucket of its token and a larger one of its address; they fill again by and by."""
        address = (scope.get("client") or ("",))[0]
        if not self.take_from(address, MOST_BURST, MOST_A_SECOND):
            return False
        if scope["path"].startswith("/pages/"):  # all of them belong to one page
            return True
        token = dict(scope["headers"]).get(b"authorization", b"")
        return self.take_from(f"{address} {hash(token)}", BURST, A_SECOND)

    def take_from(self, bucket: str, burst: float, a_second: float) -> bool:
        now = time.monotonic()
        left, when = self.buckets.get(bucket, (burst, now))
        left = min(burst, left + (now - when) * a_second)
        if len(self.buckets) > 10_000:
            self.buckets.clear()
        self.buckets[bucket] = max(0.0, left - 1), now
        return left >= 1


def limit_size(receive: Receive, most: int) -> Receive:
    read = 0

    async def receive_some() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise TooLarge(most)
        return message

    return receive_some


def is_same_origin(scope: Scope) -> bool:
    """Refuse a page of another site: it may not speak for the one who looks at it. Programs send no origin."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin: bytes | None = headers.get(b"origin")
    if origin is None:
        return True
    scheme, _, netloc = origin.decode("latin-1").lower().partition("://")
    return scheme in ("http", "https") and netloc == headers.get(b"host", b"").decode("latin-1").lower()


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403 if status == 403 else 4429})
        return
    body = json.dumps({"error": words, "clause": None}).encode()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
