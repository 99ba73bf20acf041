"""docs/houserules.md, run from its first block to its last: what it shows is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from documents import ROOT, blocks, happens

from affray import houserules
from affray.rules.seams import GROUPS

DOCUMENT = ROOT / "docs" / "houserules.md"


@pytest.mark.xdist_group("classic compiled")
def test_what_it_shows_happens(tmp_path: Path) -> None:
    happens(DOCUMENT, tmp_path)


def test_its_short_file_is_the_one_that_comes_along() -> None:
    shown = next(block.text for block in blocks(DOCUMENT) if block.text.startswith("name: Three books"))
    one, other = houserules.from_text(shown), houserules.load("three-books")
    assert (one.name, one.says, one.rules, one.seams) == (other.name, other.says, other.rules, other.seams)


def test_it_names_every_seam() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [seam for seam in GROUPS if f"| `{seam}` |" not in text] == []
