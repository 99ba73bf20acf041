"""What the processes on one database tell each other: which fights have gone on, what was set, who looks at a fight."""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from affray.errors import AffrayError
from affray.server.errors import log, log_trouble
from affray.server.live import Registry
from affray.server.store import NotStored
from affray.server.viewer import Presence

THREADS = 4
PAUSE = 1.0  # seconds until a lost connection is made again
BEAT = 10.0  # seconds between two signs of life, and two looks for what was not heard
SILENT = 30.0  # seconds after which a process that gives none has died
LONGEST = 7_000  # bytes of what is told; PostgreSQL takes up to 8,000
HERE, WHO, ALIVE, GONE = "here", "who", "alive", "gone"


class Follower:
    """Keeps the fights of this process up to date with what others store, and tells them whose screens are here.

    Nothing depends on being heard: an answer looks into the store first, and what was missed is looked for."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.store, self.screens = registry, registry.store, registry.screens
        self.name = secrets.token_hex(4)
        self.loop = self.screens.loop
        self.pool = ThreadPoolExecutor(THREADS, "follow")
        self.lock = threading.Lock()
        self.due: set[tuple[Callable[[str], None], str]] = set()
        self.behind: dict[str, int] = {}  # the last entries of fights, as heard
        self.heard: dict[str, float] = {}  # when other processes gave a sign of life
        self.missed, self.beaten = False, 0.0

    @property
    def running(self) -> bool:
        return self.loop is not None and self.screens.loop is self.loop

    def run(self) -> None:
        """Listen until the server ends; a connection that is lost is made again."""
        self.screens.on_change = self.tell_of
        while self.running:
            try:
                self.store.listen(self.hear, self.begin, self.goes_on)
            except NotStored as no:
                if self.running:
                    log_trouble(no)
            except Exception:  # a process that hears nothing shows what no longer holds
                log.exception("following the database")
            threading.Event().wait(PAUSE)

    def close(self) -> None:
        """Say that this process ends; others notice it without that, but later."""
        with contextlib.suppress(AffrayError):
            self.store.notify(f"{GONE} {self.name}", 0)
        self.pool.shutdown(wait=False, cancel_futures=True)

    # --- work in other threads: one slow fight keeps nobody from hearing of the others

    def soon(self, work: Callable[[str], None], what: str) -> None:
        """Do it in another thread, once for all that want it until it begins."""
        with self.lock:
            if (work, what) in self.due:
                return
            self.due.add((work, what))
        with contextlib.suppress(RuntimeError):  # the server ends
            self.pool.submit(self.do, work, what)

    def do(self, work: Callable[[str], None], what: str) -> None:
        with self.lock:
            self.due.discard((work, what))
        try:
            work(what)
        except AffrayError:
            self.missed = True
        except Exception:
            log.exception("following the database")
            self.missed = True

    # --- what others tell

    def hear(self, what: str, last: int) -> None:
        """Take in what some process tells, this one too."""
        kind, _, more = what.partition(" ")
        if kind in (HERE, WHO, ALIVE, GONE):
            self.hear_of_screens(kind, more)
        elif last:
            self.hear_of_entries(what, last)
        else:
            self.soon(self.reload, what.rpartition(" ")[2])

    def hear_of_entries(self, fight: str, last: int) -> None:
        live = self.registry.open.get(fight)
        if live is not None and live.shown < last:
            self.behind[fight] = max(last, self.behind.get(fight, 0))
            self.soon(self.catch_up, fight)

    def catch_up(self, fight: str) -> None:
        live, last = self.registry.open.get(fight), self.behind.pop(fight, 0)
        if live is not None:
            live.follow(last)

    def reload(self, fight: str) -> None:
        """Read again what holds beside the entries of a fight."""
        settings = self.registry.known_settings(fight)
        if settings is not None:
            settings.check()

    # --- what may not have been heard

    def begin(self) -> None:
        """Look for what was stored while nobody listened, and ask who is here."""
        self.missed, self.beaten = True, 0.0
        self.soon(self.tell, f"{WHO} {self.name}")
        self.tell_of_all()

    def goes_on(self) -> bool:
        """Give a sign of life now and then, and look for what was missed; return whether the server goes on."""
        now = time.monotonic()
        if self.missed or now - self.beaten > BEAT:
            everything, self.missed = self.missed, False
            self.beaten = now
            self.soon(self.tell, f"{ALIVE} {self.name}")
            self.soon(self.find_missed, "")
            if everything:
                for fight in self.registry.fights_with_settings():
                    self.soon(self.reload, fight)
            self.bury(now)
        return self.running

    def find_missed(self, _: str) -> None:
        for fight, last in self.store.last_entries(tuple(self.registry.open)).items():
            self.hear_of_entries(fight, last)

    # --- who is here

    def tell(self, words: str) -> None:
        self.store.notify(words, 0)

    def tell_of(self, fight: str) -> None:
        self.soon(self.tell_screens, fight)

    def tell_of_all(self) -> None:
        for fight in self.screens.fights():
            self.tell_of(fight)

    def tell_screens(self, fight: str) -> None:
        """Tell the others who looks at a fight here."""
        self.tell(f"{HERE} {as_message(self.name, fight, self.screens.own(fight))}")

    def hear_of_screens(self, kind: str, more: str) -> None:
        process = more if kind != HERE else ""
        if kind == HERE:
            process, fight, seats = read_message(more)
            if process not in ("", self.name) and self.screens.hear(process, fight, seats):
                self.screens.wake(fight)
        if process in ("", self.name):
            return
        self.heard[process] = time.monotonic()
        if kind == WHO:
            self.tell_of_all()
        elif kind == GONE:
            self.forget(process)

    def bury(self, now: float) -> None:
        for process in [name for name, when in self.heard.items() if now - when > SILENT]:
            self.forget(process)

    def forget(self, process: str) -> None:
        self.heard.pop(process, None)
        for fight in self.screens.forget(process):
            self.screens.wake(fight)


def as_message(process: str, fight: str, seats: Presence) -> str:
    """Return what others are told of the screens of a fight; of far too many, some."""
    some = dict(seats)
    while len(text := json.dumps([process, fight, some], ensure_ascii=False).encode()) > LONGEST:
        some.popitem()
    return text.decode()


def read_message(text: str) -> tuple[str, str, Presence]:
    """Return process, fight and seats; nothing of what another program may have told."""
    try:
        process, fight, seats = json.loads(text)
        return str(process), str(fight), {str(id): str(name) for id, name in seats.items()}
    except (ValueError, TypeError, AttributeError):
        return "", "", {}
