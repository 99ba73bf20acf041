"""Takes the pictures that the documents show of the table's pages. Run again after the pages have changed, and look at
each. All pages at all widths are in the contact sheets of `contact_sheets.py`."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from ford import begin, until_anna_strikes  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from server.browsers import Process, Screen, chromium, running  # noqa: E402
from server.tables import Json, Seat  # noqa: E402
from server.test_browser_library import FORD, LANTERNS, PAGE  # noqa: E402

WHERE = ROOT / "docs" / "table"
SIZES = {390: 844, 1440: 900, 1920: 1080}
COLOURS = 250
ROUND, SETTLED = 4, 900  # ms for what a page fetches


@contextmanager
def shown(browser: Browser, seat: Seat, width: int, path: str = "", scheme: str = "light") -> Iterator[Screen]:
    how: Json = {
        "viewport": {"width": width, "height": SIZES[width]},
        "color_scheme": scheme,
        "reduced_motion": "reduce",
    }
    screen = Screen(browser, seat, how, path)
    yield screen
    screen.close()


def take(screen: Screen, name: str) -> None:
    """With few colours: the pages have few, and the files stay small."""
    screen.page.wait_for_timeout(SETTLED)
    picture = Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB").quantize(COLOURS, kmeans=3)
    file = WHERE / f"{name}.png"
    picture.save(file, optimize=True)
    print(f"{file.name}  {file.stat().st_size:,} bytes")


def pages_of_the_fight(browser: Browser, process: Process) -> None:
    """Blows have fallen, and Anna is asked whom to strike; the referee sees the odds."""
    referee = begin(process)
    player, room = referee.give("player", "Ann", ["Anna"]), referee.give("spectator", "room")
    until_anna_strikes(referee, ROUND)
    for scheme, name in (("light", "referee-1440"), ("dark", "referee-dark-1440")):
        with shown(browser, referee, 1440, scheme=scheme) as screen:
            screen.connected()
            screen.press(screen.at("odds-switch"))
            screen.at("chance").first.wait_for()
            take(screen, name)
    with shown(browser, process.owner, 1440, "/") as screen:
        screen.at("resume-it").wait_for()
        take(screen, "welcome-1440")
    with shown(browser, player, 390) as screen:
        screen.connected()
        take(screen, "player-390")
    with shown(browser, room, 1920, f"/room/{room.fight}") as screen:
        screen.connected()
        take(screen, "room-1920")


def pages_of_the_library(browser: Browser, process: Process) -> None:
    with shown(browser, process.owner, 1440, "/") as screen:
        screen.press(screen.at("fight-of").first)
        screen.press(screen.at("paste"))
        screen.at("pasted").fill(PAGE)
        screen.at("read").nth(5).wait_for()
        screen.at("pasted").evaluate("field => field.closest('section').scrollIntoView()")
        take(screen, "paste-1440")
    with shown(browser, process.owner, 390, "/") as screen:
        screen.press(screen.at("look").first)
        screen.at("history").first.locator("summary").click()
        take(screen, "party-390")


def a_party(process: Process) -> None:
    """That has come home from a fight."""
    process.owner.post("/api/library/parties", text=LANTERNS)
    seat = process.begin(FORD, sides=[])
    seat.post("/survivors", seen=seat.look()["n"])


def main() -> None:
    WHERE.mkdir(exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, running(Path(folder)) as process:
        a_party(process)
        pages_of_the_fight(browser, process)
        pages_of_the_library(browser, process)


if __name__ == "__main__":
    main()
