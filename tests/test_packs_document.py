"""docs/packs.md, run from its first block to its last: what it shows is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from documents import ROOT, happens

from affray.packs.entries import TACTIC_KEYS
from affray.packs.reader import HEADER_KEYS, PACK_FILES

DOCUMENT = ROOT / "docs" / "packs.md"


def test_what_it_shows_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_DATA", str(tmp_path / "data"))
    happens(DOCUMENT, tmp_path)


def test_it_names_every_file_and_key() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [file for file in PACK_FILES if file not in text] == []
    assert [key for key in (*HEADER_KEYS, *TACTIC_KEYS) if key not in text] == []
