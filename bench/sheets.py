"""Print the sheet of every example under every book, on A4 and Letter: each must be one page, with nothing cut off.

python bench/sheets.py                  all of them
python bench/sheets.py --book tempo     those of one book
python bench/sheets.py --pictures       also takes the two pictures that docs/exchange.md shows; look at them"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from exchange.printing import PAPERS, cut_off, pages_in  # noqa: E402
from server.browsers import chromium  # noqa: E402

from affray import scenario  # noqa: E402
from affray.exchange.exporters.sheet import make_sheet, render_sheet  # noqa: E402
from affray.rules import NAMES  # noqa: E402

WHERE = ROOT / "docs" / "exchange"
SHOWN = {("king", "classic"), ("crypt", "tempo")}
SIZE = "parseFloat(document.documentElement.style.fontSize)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", choices=[*NAMES, "all"], default="all")
    parser.add_argument("--pictures", action="store_true")
    asked = parser.parse_args()
    bad = 0
    with chromium() as browser:
        seen = browser.new_page()
        for name in scenario.examples():
            for book in NAMES if asked.book == "all" else [asked.book]:
                encounter, rules = scenario.open_scenario(name, book)
                seen.set_content(render_sheet(make_sheet(encounter, rules, {})))
                pdfs = {paper: seen.pdf(format=paper) for paper in PAPERS}
                pages, cut = [pages_in(pdf) for pdf in pdfs.values()], cut_off(seen)
                wrong = pages != [1, 1] or bool(cut)
                bad += wrong
                print(f"{name:<11} {book:<10} {seen.evaluate(SIZE):>5}pt  {'WRONG' if wrong else 'one page'}", *cut)
                if asked.pictures and (name, book) in SHOWN:
                    picture(pdfs["A4"], WHERE / f"sheet-{name}-{book}.png")
    return 1 if bad else 0


def picture(pdf: bytes, file: Path) -> None:
    """Save a picture of a page, in greys: a sheet has no colours."""
    file.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sheet.pdf"
        source.write_bytes(pdf)
        command = ["pdftoppm", "-r", "90", "-gray", "-png", "-singlefile", str(source), str(file.with_suffix(""))]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
