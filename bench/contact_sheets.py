"""Takes a picture of every screen of the table, at five widths, light and dark, in all five books, and lays them out as
contact sheets in `docs/table/sheets/`. `--full FOLDER` keeps each picture whole, to be looked at one by one."""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from PIL import Image, ImageDraw, ImageFont  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from server.browsers import Process, Screen, chromium, running  # noqa: E402
from server.tables import Json, Seat  # noqa: E402

from affray.rules import books  # noqa: E402

WHERE = ROOT / "docs" / "table" / "sheets"
SIZES = {390: 844, 768: 1024, 1024: 768, 1440: 900, 1920: 1080}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
HEIGHT, GAP, LABEL = 300, 12, 26  # of one picture on a sheet, between them, and of the words above
QUALITY = 60
SEED, ROUND = 4, 2
SETTLED, REDRAWN = 900, 350  # ms for what a page fetches after it is there, and for another width or colour
OWN = dict.fromkeys(("targets", "reactions"), "person") | dict.fromkeys(
    ("declarations", "spells", "movement"), "tactic"
)
MOST_ANSWERS = 400


class Shot(NamedTuple):
    """A page of a seat, with what it is called on the sheet."""

    name: str
    seat: Seat
    path: str = ""


# --- fights to be looked at


def fight_in_progress(process: Process, book: str) -> Seat:
    """A fight in which blows have fallen, and the fighter is asked whom to strike."""
    people = {"party": OWN, "referee": {"rulings": "engine"}}
    seat = process.begin("orcs", rules=book, people=people, seed=SEED)
    for _ in range(MOST_ANSWERS):
        view = seat.look()["view"]
        words = blow(view["asks"])
        if view["fight"]["round"] >= ROUND and words != "pass" and view["asks"]["who"] == "Fighter":
            return seat
        seat.do(words)
    raise SystemExit(f"{book}: the fighter never struck in round {ROUND}; try another SEED")


def blow(asks: Json) -> str:
    words: list[str] = [legal["words"] for legal in asks["legal"]]
    return next((said for said in words if said.startswith(("strike", "shoot"))), "pass")


def fight_that_is_over(process: Process, book: str) -> Seat:
    return process.begin("orcs", rules=book, people={}, seed=SEED)


def shots_of_book(process: Process, book: str) -> list[Shot]:
    going, over = fight_in_progress(process, book), fight_that_is_over(process, book)
    own = ["Fighter", "Magic-user"]
    room = going.give("spectator", "room")
    return [
        Shot("referee", going),
        Shot("player", going.give("player", "Ann", own)),
        Shot("room", room, f"/room/{room.fight}"),
        Shot("ending, referee", over),
        Shot("ending, player", over.give("player", "Ann", own)),
    ]


def shots_of_owner(process: Process) -> list[Shot]:
    return [
        Shot("welcome", process.owner, "/"),
        Shot("build", process.owner, "/build?from=orcs"),
        Shot("API", process.owner, "/api"),
    ]


# --- pictures


def take(screen: Screen, width: int, scheme: Scheme) -> Image.Image:
    """The page as it is at this width and in these colours: it is opened once for all of them."""
    screen.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    screen.page.set_viewport_size({"width": width, "height": SIZES[width]})
    screen.page.evaluate("scrollTo(0, 0)")
    screen.page.wait_for_timeout(REDRAWN)
    return Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB")


def lay_out(rows: list[tuple[str, list[Image.Image]]]) -> Image.Image:
    """Lay pictures out in rows, all of one height, with the name of each row above it."""
    small = [
        (name, [picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT)) for picture in row])
        for name, row in rows
    ]
    width = max(sum(picture.width + GAP for picture in row) for _, row in small) + GAP
    sheet = Image.new("RGB", (width, len(small) * (HEIGHT + LABEL + GAP) + GAP), "white")
    draw, y = ImageDraw.Draw(sheet), GAP
    for name, row in small:
        draw.text((GAP, y), name, fill="black", font=ImageFont.load_default(16))
        x = GAP
        for picture in row:
            sheet.paste(picture, (x, y + LABEL))
            x += picture.width + GAP
        y += HEIGHT + LABEL + GAP
    return sheet


def pictures(browser: Browser, shot: Shot) -> dict[tuple[Scheme, int], Image.Image]:
    screen = Screen(browser, shot.seat, path=shot.path)
    screen.page.wait_for_load_state("networkidle")
    screen.page.wait_for_timeout(SETTLED)
    found = {(scheme, width): take(screen, width, scheme) for scheme in SCHEMES for width in SIZES}
    screen.close()
    return found


def keep(browser: Browser, title: str, shots: list[Shot], full: Path | None) -> None:
    taken = {shot.name: pictures(browser, shot) for shot in shots}
    for scheme in SCHEMES:
        file = WHERE / f"{title}-{scheme}.webp"
        rows = [(name, [found[scheme, width] for width in SIZES]) for name, found in taken.items()]
        lay_out(rows).save(file, quality=QUALITY)
        print(f"{file.name}  {file.stat().st_size:,} bytes", flush=True)
    if full:
        save_whole(full, title, taken)


def save_whole(folder: Path, title: str, taken: dict[str, dict[tuple[Scheme, int], Image.Image]]) -> None:
    for name, found in taken.items():
        for (scheme, width), picture in found.items():
            picture.save(folder / f"{title}-{name.replace(', ', '-')}-{width}-{scheme}.png")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--full", type=Path, help="a folder for each picture as it was taken")
    options.add_argument("--book", choices=list(books()), action="append", help="only these books")
    said = options.parse_args()
    WHERE.mkdir(parents=True, exist_ok=True)
    if said.full:
        said.full.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, running(Path(folder)) as process:
        for book in said.book or books():
            keep(browser, book, shots_of_book(process, book), said.full)
        keep(browser, "table", shots_of_owner(process), said.full)


if __name__ == "__main__":
    main()
