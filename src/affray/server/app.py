"""The application: checks before every request, its routes, its pages, the responses to errors; and starting it."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from affray import __version__
from affray.engine.vocabulary import ROLLS, TOPICS
from affray.errors import AffrayError
from affray.files import FileLock
from affray.party.aftermath import Conflict
from affray.play.questions import PERSON, REFEREES, Refused
from affray.play.start import start
from affray.server.auth import Denied, seats_router
from affray.server.library import ChangedMeanwhile
from affray.server.live import Registry, add_fight
from affray.server.routes_fights import fight_router, socket_router
from affray.server.routes_library import library_router, reading_router
from affray.server.routes_table import table_router
from affray.server.store import Moved, NotStored, Store, hold, open_store

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST, LARGEST_JOURNAL = 300_000, 4_500_000  # bytes of a body
BURST, A_SECOND = 120.0, 40.0  # requests with one token, or of one address without any
MOST_BURST, MOST_A_SECOND = 1_200.0, 300.0  # of one address: a whole table of phones may be behind it
WATCH_SECONDS = 1.0  # between two looks at the files of the store
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


# --- the application

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
    work = listen if registry.store.shared else watch
    threading.Thread(target=work, args=(registry,), daemon=True).start()
    yield
    registry.screens.loop = None


def watch(registry: Registry) -> None:
    """Look after the files of the store, and let the screens show when they go and when they are back."""
    before, mine = "", registry.screens.loop
    while registry.screens.loop is mine:
        if (now := registry.store.trouble()) != before:
            before = now
            registry.wake_all()
        threading.Event().wait(WATCH_SECONDS)


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


# --- starting the server


HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
LONGEST_FRAME = 4_096  # of what a page sends over its socket
FILE = "table.db"
EXAMPLE = "orcs"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table listens, and where it stores things."""

    port: int
    lan: bool
    store: Path | str
    key: str


def new_key() -> str:
    """Return the token of whoever starts the table; a club's server is given one, and has the same after a restart."""
    return os.environ.get("AFFRAY_KEY") or secrets.token_urlsafe(24)


def serve(place: Place, say: Callable[[str], None], browse: bool) -> None:
    """Run the table until it is stopped. The socket is open before the link is printed, so that nobody is too early."""
    with hold(place.store) as lock:
        run_table(place, say, browse, lock)


def run_table(place: Place, say: Callable[[str], None], browse: bool, lock: FileLock | None) -> None:
    import uvicorn

    store = open_store(place.store)
    listening = open_socket(EVERYWHERE if place.lan else HERE, place.port)
    addresses = [f"http://{host}:{listening.getsockname()[1]}" for host in hosts(place.lan)]
    if lock is not None:
        lock.tell(addresses[0])
    registry = Registry(store, place.key)
    app = create_app(registry, [*addresses[1:], addresses[0]], place.lan)  # links are for phones first
    link = f"{addresses[0]}/#{place.key}"
    announce(say, link, addresses, place)
    first = "" if store.fights() else f"{addresses[0]}{first_fight(store)}"
    if first:
        say(f"A fight to try it with: {first}")
    if browse:
        webbrowser.open(first or link)
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=LONGEST_FRAME, server_header=False)
    try:
        uvicorn.Server(config).run([listening])
    finally:
        store.close()


def first_fight(store: Store) -> str:
    """Add a fight that is ready to be played, for whoever starts a table for the first time; return its path."""
    asked = {topic: PERSON for topic in TOPICS if topic != TOPICS[ROLLS]}
    play = start(EXAMPLE, seed=secrets.randbits(64), players={"party": asked, REFEREES: {"rulings": PERSON}})
    fight, token = add_fight(store, play, [])
    return f"/fight/{fight.id}#{token}"


def open_socket(host: str, port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as no:
        listening.close()
        remedy = "choose another with --port, or --port 0 for any"
        raise AffrayError(f"port {port} can't be had: {no.strerror}; {remedy}") from None
    return listening


def announce(say: Callable[[str], None], link: str, addresses: list[str], place: Place) -> None:
    say(f"The table is ready: {link}")
    say(f"It keeps everything in {without_password(place.store)}. Ctrl-C ends it; nothing is lost.")
    if place.lan:
        say("In this network: " + " ".join(addresses[1:]))
        say("Players join by the links and QR codes that the referee's page gives out.")
    else:
        say("Only this machine can reach it; start it with --lan to let phones join.")


def without_password(store: Path | str) -> str:
    parts = urlsplit(str(store))
    return f"{parts.scheme}://{parts.hostname}{parts.path}" if parts.scheme.startswith("postgres") else str(store)


def hosts(lan: bool) -> list[str]:
    """Return the address of this machine for itself, and those in the network."""
    return ["127.0.0.1", *(sorted(network_addresses()) if lan else [])]


def network_addresses() -> set[str]:
    found = set()
    for family, _, _, _, where in socket.getaddrinfo(socket.gethostname(), None):
        if family == socket.AF_INET:
            found.add(str(where[0]))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only says from where it would be
            found.add(str(asking.getsockname()[0]))
        except OSError:
            pass
    return {address for address in found if not ipaddress.ip_address(address).is_loopback}
