"""Takes the pictures of the table's pages that docs/table.md shows: each page at three widths, from a fight in its
second round. Run again after the pages have changed, and look at each."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from server.browsers import Process, Screen, chromium, running  # noqa: E402
from server.tables import Json, Seat  # noqa: E402
from server.test_browser_library import FORD, LANTERNS, PAGE  # noqa: E402

WHERE = ROOT / "docs" / "table"
WIDTHS = {390: 844, 768: 1024, 1440: 900}
COLOURS = 96
TARGETS = dict.fromkeys(("declarations", "spells", "movement"), "tactic") | {"targets": "person"}
SEED, ROUND = 4, 3


class Seats:
    """A fight in its third round, blows have fallen: the referee, a player and the room."""

    def __init__(self, process: Process) -> None:
        people = {"party": TARGETS, "referee": {"rulings": "engine"}}
        self.referee = process.begin("orcs", rules="classic", people=people, seed=SEED)
        self.player = self.referee.give("player", "Ann", ["Fighter", "Magic-user"])
        self.room = self.referee.give("spectator", "room")
        while not self.far_enough(self.referee.look()["view"]):
            self.referee.do(blow(self.referee.view["asks"]))

    def far_enough(self, view: Json) -> bool:
        return view["fight"]["round"] >= ROUND and blow(view["asks"]) != "pass" and view["asks"]["who"] == "Fighter"


def blow(asks: Json) -> str:
    words: list[str] = [legal["words"] for legal in asks["legal"]]
    return next((said for said in words if said.startswith(("strike", "shoot"))), "pass")


@contextmanager
def shown(browser: Browser, seat: Seat, width: int, path: str = "", scheme: str = "light") -> Iterator[Screen]:
    how: Json = {
        "viewport": {"width": width, "height": WIDTHS[width]},
        "color_scheme": scheme,
        "reduced_motion": "reduce",
    }
    screen = Screen(browser, seat, how, path)
    yield screen
    screen.close()


def take(screen: Screen, name: str) -> None:
    """With few colours: the pages have few, and the files stay small."""
    screen.page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB").quantize(COLOURS)
    file = WHERE / f"{name}.png"
    picture.save(file, optimize=True)
    print(f"{file.name}  {file.stat().st_size:,} bytes")


def pages_of_the_owner(browser: Browser, process: Process, width: int) -> None:
    with shown(browser, process.owner, width, "/") as screen:
        screen.at("fight").first.wait_for()
        take(screen, f"home-{width}")
        screen.press(screen.at("example", '[data-name="orcs"]').locator('[data-test="edit"]'))
        screen.at("wins").wait_for()
        take(screen, f"setup-{width}")
    with shown(browser, process.owner, width, "/api") as screen:
        screen.at("way").first.wait_for()
        take(screen, f"api-{width}")


def pages_of_the_library(browser: Browser, process: Process, width: int) -> None:
    with shown(browser, process.owner, width, "/") as screen:
        screen.press(screen.at("fight-of").first)
        screen.press(screen.at("paste"))
        screen.at("pasted").fill(PAGE)
        screen.at("read").nth(5).wait_for()
        screen.at("pasted").evaluate("field => field.closest('section').scrollIntoView()")
        take(screen, f"paste-{width}")
        screen.press(screen.at("home"))
        screen.press(screen.at("look").first)
        screen.at("history").first.locator("summary").click()
        take(screen, f"party-{width}")


def a_party(process: Process) -> None:
    """That has come home from a fight."""
    process.owner.post("/api/library/parties", text=LANTERNS)
    seat = process.begin(FORD, sides=[], seed=SEED)
    seat.post("/survivors", seen=seat.look()["n"])


def pages_of_the_fight(browser: Browser, seats: Seats, width: int) -> None:
    with shown(browser, seats.referee, width) as screen:
        screen.connected()
        take(screen, f"referee-{width}")
        screen.press(screen.at("who", '[data-name="Orc 5"]').locator(".pick"))
        screen.at("hp-field").wait_for()
        screen.at("hand").evaluate("hand => hand.scrollIntoView()")
        take(screen, f"hand-{width}")
    with shown(browser, seats.player, width) as screen:
        screen.connected()
        take(screen, f"player-{width}")
    with shown(browser, seats.room, width, f"/room/{seats.room.fight}") as screen:
        screen.connected()
        take(screen, f"room-{width}")


def main() -> None:
    WHERE.mkdir(exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, running(Path(folder)) as process:
        seats = Seats(process)
        a_party(process)
        for width in WIDTHS:
            pages_of_the_owner(browser, process, width)
            pages_of_the_library(browser, process, width)
            pages_of_the_fight(browser, seats, width)
        with shown(browser, seats.referee, 1440, scheme="dark") as screen:
            screen.connected()
            take(screen, "referee-dark-1440")


if __name__ == "__main__":
    main()
