"""By what addresses a table is reached: its own, those in the network, those of a proxy; and the sockets for them."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import urlsplit

from affray.errors import AffrayError

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
PORTS = {"http": ":80", "https": ":443"}  # which browsers leave out
NO_NETWORK = "this computer is in no network: connect it to the Wi-Fi that the phones use, and try again"
NO_SECOND = "this table can't be opened to the network while it runs: end it, and start it with --lan"
Listen = Callable[[socket.socket], Awaitable[None]]  # serves one more socket

# --- addresses


def origin_of(address: str) -> str:
    """Return scheme, name and port of an address as browsers send them; nothing where it has none."""
    try:
        parts = urlsplit(address.lower())
    except ValueError:
        return ""
    known = parts.scheme in PORTS and parts.netloc
    return f"{parts.scheme}://{without_port(parts.netloc, parts.scheme)}" if known else ""


def without_port(name: str, scheme: str) -> str:
    return name.removesuffix(PORTS[scheme])


def check_address(address: str) -> str:
    found = origin_of(address)
    if not found or found != address.lower().rstrip("/"):
        raise AffrayError(f"{address!r} is no address of a table; expected one as https://table.example")
    return found


def network_addresses() -> list[str]:
    """Return the addresses of this machine in its networks; first the one by which it reaches others."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only says from where it would be
            found = [str(asking.getsockname()[0])]
        except OSError:
            found = []
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        named = []
    found += sorted(str(where[0]) for *_, where in named)
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def machine_names(lan: bool) -> list[str]:
    """Return what this machine calls itself, and what the network does."""
    name = socket.gethostname().lower()
    return ["localhost", *((name, f"{name}.local") if lan else ())]


# --- sockets


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


def open_beside(host: str, port: int) -> socket.socket:
    """Open a socket at another address of this machine: at the same port if it is free there, else at any."""
    try:
        return open_socket(host, port)
    except AffrayError:
        return open_socket(host, 0)


# --- one table's


class Reach:
    """The addresses of one table. It can be opened to the network while it runs."""

    def __init__(self, own: str, network: Iterable[str] = (), named: Iterable[str] = (), aliases: Iterable[str] = ()):
        self.own, self.network, self.named, self.aliases = own, list(network), list(named), list(aliases)
        self.everywhere = False  # whether its socket takes what comes by any address of this machine
        self.listen: Listen | None = None
        self._served = dict[str, str]()  # by hosts, the addresses that have a socket of their own
        self._opening = asyncio.Lock()
        self._note_names()

    def _note_names(self) -> None:
        known = [self.own, *self.network, *self._served.values(), *self.named, *self.aliases]
        self.origins = {origin for address in known if (origin := origin_of(address))}
        self.names = {urlsplit(origin).netloc for origin in self.origins}

    @property
    def is_open(self) -> bool:
        """Return whether anybody else can reach it."""
        return bool(self.network or self.named)

    @property
    def links(self) -> list[str]:
        """Return the addresses for others, the best first; its own where there are no others."""
        return [*self.named, *self.network] or [self.own]

    async def open(self) -> None:
        """Let others in this network reach the table, by each address that this machine has there now."""
        async with self._opening:
            hosts, port = network_addresses(), urlsplit(self.own).port or 80
            if not hosts:
                raise AffrayError(NO_NETWORK)
            self.network = [await self._serve(host, port) for host in hosts]
            self.aliases = [f"http://{name}:{port}" for name in machine_names(True)]
            self._note_names()

    async def _serve(self, host: str, port: int) -> str:
        """Take what comes by a host's address, and return that."""
        if self.everywhere:
            return f"http://{host}:{port}"
        if self.listen is None:
            raise AffrayError(NO_SECOND)
        if host not in self._served:
            listening = open_beside(host, port)
            await self.listen(listening)
            self._served[host] = f"http://{host}:{listening.getsockname()[1]}"
        return self._served[host]
