"""docs/delves.md, run from its first block to its last, and its tables of keys."""

from __future__ import annotations

from pathlib import Path

from documents import ROOT, happens

from affray.delves.shapes import reference

PAGE = ROOT / "docs" / "delves.md"


def test_the_document_is_as_it_says(tmp_path: Path) -> None:
    happens(PAGE, tmp_path)


def test_the_document_has_every_key_and_every_fact() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(f"\n{reference()}\n")
