"""Run the commands of docs/gallery.md, and keep the pictures and reports they make in docs/gallery/.

python bench/gallery.py                  # all of them; look at what it draws before you commit it
python bench/gallery.py --fights 20      # with fewer fights and into a folder that is thrown away, as CI does"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
COMMAND = re.compile(r"^affray .*$", re.MULTILINE)


def commands(fights: int = 0) -> list[list[str]]:
    """Return the commands of the gallery, with other numbers of fights if given."""
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    told = [shlex.split(line) for line in COMMAND.findall(text)]
    return [with_fights(words, fights) for words in told] if fights else told


def with_fights(words: list[str], fights: int) -> list[str]:
    numbered = [
        str(fights) if before in ("-n", "--budget") else word for before, word in zip(["", *words], words, strict=False)
    ]
    return [*numbered, "--plain"]


def wanted() -> set[str]:
    """Return the files that the page shows or links to."""
    return set(re.findall(r"\(gallery/([^)]+)\)", (DOCS / "gallery.md").read_text(encoding="utf-8")))


def make(folder: Path, fights: int = 0) -> set[str]:
    """Run every command in a folder, and return the names of what it has then."""
    for words in commands(fights):
        print(shlex.join(words), flush=True)
        subprocess.run([sys.executable, "-m", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return {each.name for each in folder.iterdir()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fights", type=int, default=0, help="fights for each, instead of those of the page")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) if given.fights else DOCS / "gallery"
        folder.mkdir(exist_ok=True)
        missing = wanted() - make(folder, given.fights)
    sys.exit(f"not made: {', '.join(sorted(missing))}" if missing else 0)


if __name__ == "__main__":
    main()
