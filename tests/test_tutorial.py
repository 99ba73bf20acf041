"""The tutorial, run from its first block to its last: what it shows is what happens."""

from __future__ import annotations

from pathlib import Path

from documents import ROOT, happens


def test_what_the_tutorial_shows_happens(tmp_path: Path) -> None:
    happens(ROOT / "docs" / "tutorial.md", tmp_path)
