"""The application: its routes, its pages, the responses to errors; and starting it."""

from __future__ import annotations

import asyncio
import html
import json
import os
import sys
import tempfile
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.responses import Response

from affray import __version__
from affray.files import FileLock
from affray.server.auth import Denied
from affray.server.buckets import Buckets
from affray.server.connections import make_server
from affray.server.errors import HANDLERS, log_trouble
from affray.server.expensive import be_ready
from affray.server.following import Follower
from affray.server.guard import Guard
from affray.server.live import Registry
from affray.server.owner import find_key
from affray.server.reach import (
    EVERYWHERE,
    HERE,
    Reach,
    check_address,
    machine_names,
    network_addresses,
    open_socket,
)
from affray.server.routes_building import building_router
from affray.server.routes_ending import ending_router
from affray.server.routes_fights import fight_router, socket_router
from affray.server.routes_join import join_router
from affray.server.routes_library import library_router, reading_router
from affray.server.routes_list import list_router
from affray.server.routes_map import map_router
from affray.server.routes_seats import door_router, seats_router
from affray.server.routes_table import table_router
from affray.server.store import hold, open_store
from affray.server.workers import Workers

SWITCH_SECONDS = (
    0.0005  # after which a thread that computes lets another run: the one that reads what guests send waits less
)
WATCH_SECONDS = 1.0  # between two looks at the files of the store

# --- the application

MEDIA_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
NO_TELEMETRY: Any = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
ABOUT = "Run a real fight with real people. Every page of the table uses this, and nothing else."


def create_app(registry: Registry, reach: Reach) -> FastAPI:
    """Return the application of a table that is reached so."""
    app = FastAPI(
        title="Affray's table",
        version=__version__,
        description=ABOUT,
        openapi_url=None,  # theirs is written anew for each request
        docs_url=None,  # theirs are loaded from elsewhere
        redoc_url=None,
        lifespan=run_loop,
        telemetry=NO_TELEMETRY,
    )
    app.state.prepared = False
    app.state.registry, app.state.reach = registry, reach
    app.state.opened = Buckets()  # by seats: how often screens were opened
    for router in (
        fight_router,  # first, as its routes are asked most
        list_router,
        table_router,
        building_router,
        library_router,
        seats_router,
        door_router,
        join_router,
        map_router,
        ending_router,
        reading_router,
        socket_router,
    ):
        app.include_router(router)
    add_pages(app)
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Guard, registry=registry, reach=reach)
    return app


@asynccontextmanager
async def run_loop(app: FastAPI) -> AsyncIterator[None]:
    registry: Registry = app.state.registry
    registry.screens.loop = asyncio.get_running_loop()
    app.state.workers = Workers()
    if app.state.prepared:
        app.state.workers.prepare(be_ready)
    with looking_after(registry):
        yield
    registry.screens.loop = None
    app.state.workers.close()


@contextmanager
def looking_after(registry: Registry) -> Iterator[None]:
    """Follow what other processes store, or, where there are none, the files of the store."""
    if not registry.store.shared:
        threading.Thread(target=watch, args=(registry,), daemon=True).start()
        yield
        return
    follower = Follower(registry)
    threading.Thread(target=follower.run, daemon=True).start()
    yield
    follower.close()


def watch(registry: Registry) -> None:
    """Look after the files of the store: log where they have gone, and let the screens show that and when they are
    back."""
    before, mine = "", registry.screens.loop
    while registry.screens.loop is mine:
        no = registry.store.trouble()
        if (now := str(no or "")) != before:
            if no is not None:
                log_trouble(no)
            before = now
            registry.wake_all()
        threading.Event().wait(WATCH_SECONDS)


# --- pages


def add_pages(app: FastAPI) -> None:
    def page(name: str) -> Any:
        async def send() -> Response:
            return page_file(name)

        return send

    for path, name in PAGES.items():
        app.add_api_route(path, page(name), include_in_schema=False)

    @cache
    def description() -> bytes:
        return json.dumps(app.openapi(), ensure_ascii=False).encode()

    @app.get("/api/openapi.json", include_in_schema=False)
    async def describe() -> Response:
        return Response(description(), media_type="application/json")

    @app.get("/pages/{name}", include_in_schema=False)
    async def part(name: str) -> Response:
        return page_file(name)


PAGES = {
    "/": "index.html",
    "/build": "build.html",
    "/join": "join.html",
    "/fight/{id}": "fight.html",
    "/room/{id}": "room.html",
    "/api": "api.html",
}


def page_file(name: str) -> Response:
    if name not in page_names():
        raise Denied(404, "there is no such page")
    return Response(page_bytes(name), media_type=MEDIA_TYPES[name.rpartition(".")[2]])


@cache
def page_names() -> frozenset[str]:
    """Return the names of all files of the pages: no other name is looked up."""
    found = (file.name for file in files("affray.server").joinpath("pages").iterdir() if file.is_file())
    return frozenset(name for name in found if name.rpartition(".")[2] in MEDIA_TYPES)


@cache
def page_bytes(name: str) -> bytes:
    return files("affray.server").joinpath("pages", name).read_bytes()


# --- starting the server


FILE = "table.db"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table listens, where it stores things, and at what addresses a proxy before it is reached."""

    port: int
    lan: bool
    store: Path | str
    key: str = ""  # of whoever starts it; empty for the one that is kept with its fights
    named: tuple[str, ...] = ()


def serve(place: Place, say: Callable[[str], None], browse: bool) -> None:
    """Run the table until it is stopped. The socket is open before the link is printed, so that nobody is too early."""
    with hold(place.store) as lock:
        run_table(place, say, browse, lock)


def run_table(place: Place, say: Callable[[str], None], browse: bool, lock: FileLock | None) -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
    named = [check_address(address) for address in place.named]
    store, key = open_store(place.store), place.key or find_key(place.store)
    listening = open_socket(EVERYWHERE if place.lan else HERE, place.port)
    reach = find_reach(listening.getsockname()[1], place.lan, named)
    if lock is not None:
        lock.tell(reach.own)
    app = create_app(Registry(store, key), reach)
    app.state.prepared = True
    link = f"{reach.own}/#{key}"
    announce(say, link, reach, place)
    try:
        with open_browser(link, browse):
            server = make_server(app, behind_proxy=bool(named))
            reach.listen = server.listen
            server.run([listening])
    finally:
        store.close()


def find_reach(port: int, lan: bool, named: Sequence[str]) -> Reach:
    network = [f"http://{host}:{port}" for host in network_addresses()] if lan else []
    reach = Reach(f"http://{HERE}:{port}", network, named, [f"http://{name}:{port}" for name in machine_names(lan)])
    reach.everywhere = lan
    return reach


# --- opening the browser: other users of this machine can read its command line, but not this file

REDIRECT_SECONDS = 60.0  # a browser has read it by then
REDIRECT = """<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Affray</title>
<meta http-equiv="refresh" content="0; url={link}"><p><a href="{link}">To the table</a></p>
"""


@contextmanager
def open_browser(link: str, browse: bool) -> Iterator[None]:
    """Open a link in the browser by way of a page that only its user can read, and that goes away again."""
    if not browse:
        yield
        return
    handle, name = tempfile.mkstemp(prefix="affray-", suffix=".html")  # for its owner alone
    page = Path(name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(REDIRECT.format(link=html.escape(link)))
    later = threading.Timer(REDIRECT_SECONDS, page.unlink, [True])
    later.daemon = True
    later.start()
    try:
        webbrowser.open(page.as_uri())
        yield
    finally:
        later.cancel()
        page.unlink(missing_ok=True)


def announce(say: Callable[[str], None], link: str, reach: Reach, place: Place) -> None:
    say(f"The table is ready: {link}")
    say(f"It keeps everything in {without_password(place.store)}. Ctrl-C ends it; nothing is lost.")
    if reach.named:
        say("Through a proxy: " + " ".join(reach.named))
    if place.lan:
        say("In this network: " + (" ".join(reach.network) or "no address yet; connect this computer to one"))
        say("What is sent there is not encrypted: use it only where you trust everybody in the network.")
        say("Players open that address, or scan the code on the first page, and choose who they are.")
    elif not reach.named:
        say("Only this computer can reach it; its page lets phones in, and so does --lan.")


def without_password(store: Path | str) -> str:
    parts = urlsplit(str(store))
    return f"{parts.scheme}://{parts.hostname}{parts.path}" if parts.scheme.startswith("postgres") else str(store)
