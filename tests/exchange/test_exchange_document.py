"""docs/exchange.md, run from its first block to its last: what it shows is what happens."""

from __future__ import annotations

from pathlib import Path

from documents import ROOT, happens

from affray.exchange import exporters, importers
from affray.exchange.exporters import fights

DOCUMENT = ROOT / "docs" / "exchange.md"


def test_the_document_is_as_it_says(tmp_path: Path) -> None:
    happens(DOCUMENT, tmp_path)
    shown = DOCUMENT.read_text(encoding="utf-8").partition("~~~markdown\n")[2].partition("~~~")[0]
    assert (tmp_path / "crab.md").read_text(encoding="utf-8") == shown  # it has fences of its own, so it is no block
    made = {each.name for each in tmp_path.iterdir()}
    assert {"marsh.yaml", "crab.json", "crab.html", "king.html", "crypt.html"} <= made


def test_it_names_every_form() -> None:
    told = DOCUMENT.read_text(encoding="utf-8").partition("\n## Import")[0]
    assert all(f"`{form}`" in told for form in (*importers.FORMATS, *exporters.FORMATS, *fights.FIGHT_FORMATS))
