"""Checks before every request: by what name the table was called, whose page asks, how much, how often."""

from __future__ import annotations

import json
import math
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from affray.errors import AffrayError
from affray.server.buckets import Buckets, ShutOuts
from affray.server.connections import ends_with_refusal, may_ask, recognise
from affray.server.live import Registry
from affray.server.reach import PORTS, Reach, origin_of, without_port
from affray.server.viewer import hash_token

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST, LARGEST_JOURNAL, LARGEST_OF_STRANGERS = 300_000, 4_500_000, 10_000  # bytes of a body
LARGEST_IMAGE = 2_750_000  # ... of one in base64
BURST, A_SECOND = 120.0, 40.0  # requests with one right token
STRANGE_BURST, STRANGE_A_SECOND = 240.0, 80.0  # requests without one, of one address
WRONG_BURST, WRONG_A_SECOND = 40.0, 1.0  # wrong tokens of one address
REMEMBERED, REMEMBERED_SECONDS = 1_000, 60.0  # tokens that were right
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
OTHER_SITE = "this came from another site's page"
OTHER_NAME = "this table does not go by that name: open it by its link, or start it with --address to name one more"
TOO_OFTEN = "too many requests; slow down"
SHUT_OUT = "far too many requests came with this link: it is answered again in {} seconds"
TOO_WRONG = "too many links that are not right came from there; a right one works"


IMAGES = re.compile(r"/api/fights/[^/]+/images")


class TooLarge(HTTPException):
    """More was sent than anybody needs to."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"that is too much: {most:,} bytes are enough for anybody")


class Tokens:
    """Tells right tokens from wrong ones, and remembers the right ones for a while. It decides who is a stranger, not
    who may do what."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.owners = (registry.key_hash, hash_token(registry.cookie.value))
        self.right: OrderedDict[str, float] = OrderedDict()

    async def find(self, token: str) -> str:
        """Return the hash of a right token, else nothing."""
        hash, now = hash_token(token), time.monotonic()
        if now - self.right.get(hash, -REMEMBERED_SECONDS) < REMEMBERED_SECONDS:
            return hash
        if not self.registry.is_owner(token) and await run_in_threadpool(self.registry.seat, token) is None:
            return ""
        self.right[hash] = now
        if len(self.right) > REMEMBERED:
            self.right.popitem(last=False)
        return hash


class Guard:
    """An ASGI application around another that does these checks."""

    def __init__(self, app: App, registry: Registry, reach: Reach) -> None:
        self.app, self.reach = app, reach
        self.tokens, self.buckets, self.shut_outs = Tokens(registry), Buckets(), ShutOuts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        headers = dict(scope["headers"])
        if not self.is_own_name(headers.get(b"host", b"")):
            return await refuse(scope, receive, send, 403, OTHER_NAME)
        if not self.is_own_page(headers.get(b"origin")):
            return await refuse(scope, receive, send, 403, OTHER_SITE)
        if scope["type"] == "websocket":  # it says its token later
            return await self.app(scope, receive, send)
        if not may_ask(scope.get("state", {})):
            return await refuse(scope, receive, send, 429, TOO_OFTEN)
        if not scope["path"].startswith("/api/"):  # pages cost no more than a refusal
            return await self.pass_on(scope, receive, send, LARGEST_OF_STRANGERS)
        token = self.find_token(scope["method"], headers)
        try:
            known = await self.tokens.find(token) if token else ""
        except AffrayError:  # the route says what the database has
            return await self.pass_on(scope, receive, send, LARGEST)
        if trouble := self.is_too_often(scope, known, token):
            return await refuse(scope, receive, send, 429, trouble)
        await self.pass_on(scope, receive, send, self.largest(scope, known))

    def find_token(self, method: str, headers: dict[bytes, bytes]) -> str:
        said = headers.get(b"authorization", b"").decode("latin-1").partition(" ")[2].strip()
        cookie = self.tokens.registry.cookie
        return said or (cookie.value if cookie.is_shown(method, headers) else "")

    async def pass_on(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                caching = b"no-store" if scope["path"].startswith("/api") else b"no-cache"
                message["headers"] = [*message.get("headers", []), *HEADERS, (b"cache-control", caching)]
            await send(message)

        await self.app(scope, limit_size(receive, most), send_with_headers)

    def largest(self, scope: Scope, known: str) -> int:
        """Return how many bytes of a body are read: a thousand strangers must not fill the memory."""
        if scope["path"] == "/api/import" and known in self.tokens.owners:
            return LARGEST_JOURNAL
        if known and IMAGES.fullmatch(scope["path"]):
            return LARGEST_IMAGE
        return LARGEST if known else LARGEST_OF_STRANGERS

    # --- whose page asks

    def is_own_name(self, host: bytes) -> bool:
        """Refuse other names: a page of another site may have made its own name lead here."""
        name = host.decode("latin-1").lower()
        names = self.reach.names
        return name in names or any(without_port(name, scheme) in names for scheme in PORTS)

    def is_own_page(self, origin: bytes | None) -> bool:
        """Refuse a page of another site: it may not speak for the one who looks at it. Programs send no origin."""
        return origin is None or origin_of(origin.decode("latin-1")) in self.reach.origins

    # --- how often

    def is_too_often(self, scope: Scope, known: str, token: str) -> str:
        """Count a request against a bucket of its token if that is right, so that strangers don't use up what belongs
        to guests behind the same address; else against one of its address."""
        if known:
            return self.is_flooding(scope, known)
        address = (scope.get("client") or ("",))[0]
        if token and not self.buckets.take(f"wrong {address}", WRONG_BURST, WRONG_A_SECOND):
            return TOO_WRONG
        return "" if self.buckets.take(address, STRANGE_BURST, STRANGE_A_SECOND) else TOO_OFTEN

    def is_flooding(self, scope: Scope, known: str) -> str:
        """Count a request of somebody with a right token. Who goes on although most is refused is shut out."""
        if left := self.shut_outs.seconds_left(known):
            return SHUT_OUT.format(math.ceil(left))
        recognise(scope.get("state", {}), known)
        if self.buckets.take(known, BURST, A_SECOND):
            return ""
        self.shut_outs.note_refusal(known)
        return TOO_OFTEN


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


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403 if status == 403 else 4429})
        return
    body = json.dumps({"error": words, "clause": None}).encode()
    size = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", size), (b"cache-control", b"no-store")]
    headers += HEADERS
    if ends_with_refusal(scope.get("state", {})):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
