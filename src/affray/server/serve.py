"""Start the table: where it stores things, on which address it listens, what it says when it is ready."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from affray.engine.vocabulary import ROLLS, TOPICS
from affray.errors import AffrayError
from affray.play.questions import PERSON, REFEREES
from affray.play.start import start
from affray.server.live import Registry, add_fight
from affray.server.store import Store, open_store

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
    import uvicorn

    from affray.server.app import create_app

    store = open_store(place.store)
    listening = open_socket(EVERYWHERE if place.lan else HERE, place.port)
    addresses = [f"http://{host}:{listening.getsockname()[1]}" for host in hosts(place.lan)]
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
