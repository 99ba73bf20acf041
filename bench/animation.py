"""Makes `docs/table/round.gif`: a round of a fight as the referee sees it, question by question."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from ford import begin, blow  # noqa: E402
from PIL import Image  # noqa: E402
from server.browsers import Screen, chromium, running  # noqa: E402
from server.tables import Seat  # noqa: E402

FILE = ROOT / "docs" / "table" / "round.gif"
SIZE, SHOWN = {"width": 1440, "height": 900}, (960, 600)
FIRST = 3  # the round that is shown
EACH, LAST = 1600, 3500  # ms for a picture
MOST_FRAMES, COLOURS, MOST_BYTES = 14, 160, 2_000_000
SETTLED = 900


def frames(screen: Screen, seat: Seat) -> list[Image.Image]:
    """Answer as a player would, with a picture before each answer, for a round and the next."""
    found: list[Image.Image] = []
    while len(found) < MOST_FRAMES and (view := seat.look()["view"])["fight"]["round"] <= FIRST + 1:
        if view["fight"]["round"] >= FIRST:
            screen.caught_up()
            if blow(view["asks"]) != "pass":
                screen.at("chance").first.wait_for()
            screen.page.wait_for_timeout(SETTLED)
            found.append(Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB").resize(SHOWN))
        seat.do(blow(view["asks"]))
    return found


def main() -> None:
    how = {"viewport": SIZE, "color_scheme": "light", "reduced_motion": "reduce"}
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, running(Path(folder)) as process:
        seat = begin(process)
        screen = Screen(browser, seat, how)
        screen.connected()
        screen.press(screen.at("odds-switch"))
        shown = [picture.quantize(COLOURS) for picture in frames(screen, seat)]
    shown[0].save(
        FILE, save_all=True, append_images=shown[1:], duration=[EACH] * (len(shown) - 1) + [LAST], loop=0, optimize=True
    )
    size = FILE.stat().st_size
    print(f"{FILE.name}  {len(shown)} pictures, {size:,} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"{FILE.name} is larger than {MOST_BYTES:,} bytes; show fewer pictures or colours")


if __name__ == "__main__":
    main()
