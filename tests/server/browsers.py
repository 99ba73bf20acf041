"""Real browsers at a real table: a process of its own, a page for each seat, and a recorder of what pages are sent."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

import httpx
from databases import free_port
from optional import library, missing
from server.tables import OWNER, Json, Seat, Table
from waiting import LIMIT, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Request, WebSocket

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    *"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split(),
    *"--disable-component-update --disable-sync".split(),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # the network is switched off
]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's own Chromium."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        missing("Chromium")
    with library("playwright.sync_api").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


class Process(Table):
    """`affray table` as people start it; it can be killed, and started again where it was."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=LIMIT)
        self.owner = Seat(self, "", OWNER)
        self.start()

    def start(self) -> None:
        words = ["table", "--no-browser", "--port", str(self.port), "--data", str(self.folder)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "affray", *words],
            env={**os.environ, "AFFRAY_KEY": OWNER, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert "ready" in self.process.stdout.readline()

    def kill(self) -> None:
        """Without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def close(self) -> None:
        self.kill()
        self.client.close()


@contextmanager
def running(folder: Path) -> Iterator[Process]:
    process = Process(folder)
    try:
        yield process
    finally:
        process.close()


class Sent:
    """Every body and every frame that the pages of one context were sent, and every address they asked. The files of
    the pages are the same for everybody, and are looked at once."""

    files: ClassVar[dict[str, bytes]] = {}

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.bodies: list[bytes] = []
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.missed: list[str] = []
        self.n = 0

    def watch(self, page: Page) -> None:
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfinished", self.finished)
        page.on("websocket", self.opened)
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def finished(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/pages/") and path in self.files:
            return self.heard(self.files[path], self.bodies)
        try:
            response = request.response()
            self.files[path] = response.body() if response else b""
            self.heard(self.files[path], self.bodies)
        except library("playwright.sync_api").Error as no:
            self.missed.append(f"{request.url}: {no}")

    def opened(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)
        socket.on("framereceived", lambda said: self.heard(as_bytes(said), self.frames))

    def heard(self, said: bytes, where: list[bytes]) -> None:
        where.append(said)
        if said.startswith(b'{"'):
            self.n = max(self.n, json.loads(said).get("view", {}).get("n", 0))

    def all(self) -> bytes:
        return b"\n".join(self.bodies + self.frames)

    def told(self) -> Iterator[Json]:
        """What of it speaks of the fight."""
        for piece in self.bodies + self.frames:
            if piece.startswith(b'{"') and b'"view"' in piece:
                yield json.loads(piece)


def as_bytes(said: str | bytes) -> bytes:
    return said.encode() if isinstance(said, str) else said


KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); sockets.push(this); } };
"""


class Screen:
    """A page in a browser of its own, at somebody's seat."""

    def __init__(self, browser: Browser, seat: Seat, how: dict[str, Any] | None = None, path: str = "") -> None:
        self.seat, self.sent = seat, Sent()
        self.phone = bool(how and how.get("is_mobile"))
        self.context = browser.new_context(**(how or DESK))
        self.context.add_init_script(KEEP_SOCKETS)
        self.page = self.context.new_page()
        self.page.set_default_timeout(LIMIT * 1000)
        self.sent.watch(self.page)
        client: httpx.Client = seat.table.client
        link = f"{str(client.base_url).rstrip('/')}{path or f'/fight/{seat.fight}'}#{seat.token}"
        self.page.goto(link, wait_until="commit")  # others may be opened meanwhile

    def at(self, test: str, more: str = "") -> Locator:
        return self.page.locator(f'[data-test="{test}"]{more}')

    def connected(self, on: bool = True) -> None:
        words = "connected" if on else "connecting …"
        self.until(lambda: self.at("connection").text_content() == words)

    def sleep(self) -> None:
        """As a phone that sleeps: its connections are cut, and it gets no others."""
        self.context.set_offline(True)
        self.page.evaluate("sockets.forEach((socket) => socket.close())")
        self.connected(False)

    def wake(self) -> None:
        self.context.set_offline(False)
        self.connected()
        self.caught_up()

    def until(self, there: Callable[[], bool]) -> None:
        """Wait until that is so, while the browser goes on."""
        assert wait_until(there, lambda: self.page.wait_for_timeout(20)), self.page.inner_text("body")

    def caught_up(self) -> None:
        """Until the page has all that its seat may see."""
        n = self.seat.look()["n"]
        self.until(lambda: self.sent.n >= n)

    def press(self, what: Locator) -> None:
        """A click, or a finger; what is folded away is opened first."""
        for fold in what.locator("xpath=ancestor::details[not(@open)]").all():
            self.touch(fold.locator("summary").first)
        self.touch(what)

    def touch(self, what: Locator) -> None:
        what.tap() if self.phone else what.click()

    def answer(self, words: str) -> None:
        """A plain button answers at once; a card is chosen, and then taken by the main button."""
        one = self.page.locator(f'#asks [data-test="legal"][data-words={json.dumps(words)}]').first
        card = one.get_attribute("role") == "radio"
        self.press(one)
        if card:
            self.press(self.at("take"))
        self.said()

    def type_dice(self, faces: Sequence[int]) -> None:
        """As they fell, digit by digit: the fields hand the focus on."""
        dice = self.page.locator('#asks [data-test="die"]')
        self.until(lambda: dice.count() == len(faces))
        for number, face in enumerate(faces):
            dice.nth(number).fill("")
            dice.nth(number).press_sequentially(str(face))
        self.press(self.at("roll"))
        self.said()

    def said(self) -> None:
        self.page.wait_for_selector("body:not(.busy)")

    def lines(self, which: str = ":not(.gone)") -> list[tuple[str, str]]:
        """What its log shows: the words and the clause of each line."""
        found: list[list[str]] = self.at("line", which).evaluate_all(
            """rows => rows.map(row => {
                const words = (row.querySelector('p') ?? row).cloneNode(true); // a line of its own in the room
                const clause = words.querySelector('.clause')?.dataset.clause ?? '';
                words.querySelectorAll('small, .clause').forEach(one => one.remove());
                return [words.textContent.trim(), clause];
            })"""
        )
        return [(words, clause) for words, clause in found]

    def close(self) -> None:
        self.context.close()


class Keyboard:
    """No mouse, no finger."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.screen.said()

    def type(self, words: str) -> None:
        self.page.keyboard.type(words)

    def on(self, selector: str) -> bool:
        found: bool = self.page.evaluate("where => document.activeElement?.matches(where)", selector)
        return found

    def until_on(self, selector: str) -> None:
        self.screen.until(lambda: self.on(selector))

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        for _ in range(60):
            if self.on(selector):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{selector} can't be reached by {key}")

    def select(self, name: str) -> None:
        """Nobody first, then one after the other."""
        self.press("Escape")
        for _ in range(9):
            if self.on(f'[data-name="{name}"] .pick'):
                return
            self.press("k")
        raise AssertionError(f"{name} can't be selected by keys")

    def dice(self, *faces: int) -> None:
        self.type_dice(faces)

    def type_dice(self, faces: Sequence[int]) -> None:
        """Digits hand the focus on, and at last to the button."""
        self.press("a")
        self.until_on('[data-test="die"]')
        n = self.screen.seat.look()["n"]
        self.type("".join(map(str, faces)))
        self.press("Enter")
        self.screen.until(lambda: self.screen.seat.look()["n"] > n)
        self.screen.caught_up()

    def answer(self, words: str) -> None:
        """Arrow keys go along the cards, Tab to what is beside them."""
        wanted = f"#asks [data-words={json.dumps(words)}]"
        self.press("a")
        self.until_on("#asks *")
        for _ in range(self.page.locator("#asks [role=radio]").count()):
            if self.on(wanted):
                break
            self.page.keyboard.press("ArrowRight")
        self.tab_to(wanted)
        self.press("Enter")
