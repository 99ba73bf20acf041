"""docs/pictures.md, run from its first block to its last: what it shows is what happens."""

from __future__ import annotations

from pathlib import Path

from documents import ROOT, happens


def test_the_document_is_as_it_says(tmp_path: Path) -> None:
    happens(ROOT / "docs" / "pictures.md", tmp_path)
    made = {"brawl.svg", "brawl.html", "hp.png", "brawl.png", "sweep.svg", "curve.svg", "books.svg"}
    assert made == {each.name for each in tmp_path.iterdir()}
