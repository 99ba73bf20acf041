"""How many clicks it takes, counted in a real browser: a ready fight, a phone in its seat, damage at a row, undo.

    python bench/clicks.py

A click, a tap and what is typed into one field with Enter at its end count one each; so does scanning a code. It fails
where one takes more than is allowed."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.browsers import DESK, PHONE, Process, Screen, chromium, running
from server.tables import Seat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator


class Counter:
    """A person at a page, whose actions are counted."""

    def __init__(self, screen: Screen, done: int = 0) -> None:
        self.screen, self.done = screen, done

    def press(self, what: Locator) -> None:
        self.done += 1
        what.wait_for()
        self.screen.touch(what)

    def type(self, words: str) -> None:
        """Type into the field that has the focus, and press Enter."""
        self.done += 1
        self.screen.page.keyboard.type(words)
        self.screen.page.keyboard.press("Enter")
        self.screen.said()


def begin_a_ready_fight(browser: Browser, process: Process) -> Iterator[int]:
    """From the first page to a question that waits for an answer."""
    screen = Screen(browser, process.owner, DESK, "/")
    person = Counter(screen)
    person.press(screen.at("example", '[data-name="orcs"]').locator('[data-test="play"]'))
    screen.page.wait_for_url("**/fight/*")
    screen.page.locator('#asks [data-test="legal"]').first.wait_for()
    yield person.done
    screen.close()


def seat_a_phone(browser: Browser, process: Process) -> Iterator[int]:
    """From the code on the referee's screen to a page of one's own; scanning it counts one."""
    referee = process.begin("orcs")
    secret = referee.post("/door").json()["link"].partition("#")[2]
    screen = Screen(browser, Seat(process, referee.fight, secret), PHONE, "/join")
    person = Counter(screen, 1)
    person.press(screen.at("character", '[data-name="Thief"]'))
    person.press(screen.at("sit"))
    screen.page.wait_for_url(f"**/fight/{referee.fight}")
    screen.connected()
    yield person.done
    screen.close()


def damage_and_undo(browser: Browser, process: Process) -> Iterator[int]:
    """At a row of the rail; and then one undo."""
    referee = process.begin("orcs")
    screen = Screen(browser, referee, DESK)
    screen.connected()
    grub = screen.at("who", '[data-name="Grub"]')
    before = grub.locator('[data-test="hp"]')
    had = before.inner_text()
    person = Counter(screen)
    person.press(before)
    screen.at("hp-edit").locator("input").wait_for()
    person.type("-1")
    screen.until(lambda: before.inner_text() != had)
    yield person.done
    person = Counter(screen)
    person.press(screen.at("undo"))
    screen.until(lambda: before.inner_text() == had)
    yield person.done
    screen.close()


ALLOWED = {"a ready fight": 2, "a phone in its seat": 3, "damage at a row": 2, "undo": 1}
WAYS: tuple[Callable[[Browser, Process], Iterator[int]], ...] = (begin_a_ready_fight, seat_a_phone, damage_and_undo)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as process, chromium() as browser:
        counted = [done for way in WAYS for done in way(browser, process)]
    for (what, most), done in zip(ALLOWED.items(), counted, strict=True):
        print(f"{what:22} {done} of at most {most}{'' if done <= most else '  TOO MANY'}")
    return int(any(done > most for most, done in zip(ALLOWED.values(), counted, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
