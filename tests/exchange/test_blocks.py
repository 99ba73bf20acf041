"""Blocks of every form, in the style of each source, with what a person reads in them: every field is checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from affray.exchange.importers import FORMATS, Creature, Page, read

HERE = Path(__file__).parent / "blocks"
FILES = sorted(HERE.glob("*.yaml"))
CASES = [(file.stem, case) for file in FILES for case in yaml.safe_load(file.read_text(encoding="utf-8"))]
NAMES = [f"{stem}: {case['called']}" for stem, case in CASES]


def doubted(creature: Creature) -> set[str]:
    return {field.key for field in creature.fields if field.doubt} | ({"block"} if creature.doubts else set())


def told(creature: Creature) -> dict[str, Any]:
    """Everything a person would write down of it."""
    entry = creature.entry()
    found: dict[str, Any] = {"name": creature.name, "form": creature.format}
    found |= {"entry": entry} | ({"notes": entry.pop("notes")} if "notes" in entry else {})
    found |= {"count": creature.count} if creature.count else {}
    found |= {"hp": list(creature.hp)} if creature.hp else {}
    found |= {"hidden": True} if creature.hidden else {}
    found |= {"friendly": True} if creature.friendly else {}
    return found | ({"doubts": sorted(doubted(creature))} if doubted(creature) else {})


def expected(case: dict[str, Any], creature: dict[str, Any]) -> dict[str, Any]:
    hp = creature.get("hp", [])
    found: dict[str, Any] = {"form": case.get("form"), "entry": {}} | creature
    found |= {"hp": hp if isinstance(hp, list) else [hp]} if hp else {}
    found |= {"count": str(creature["count"])} if "count" in creature else {}
    return found | ({"doubts": sorted(creature["doubts"])} if "doubts" in creature else {})


@pytest.mark.parametrize(("stem", "case"), CASES, ids=NAMES)
def test_a_block_is_read_as_a_person_reads_it(stem: str, case: dict[str, Any]) -> None:
    page: Page = read(case["text"], case.get("said", ""))
    assert [told(creature) for creature in page.creatures] == [expected(case, c) for c in case.get("creatures", [])]
    assert list(page.players) == case.get("players", [])
    assert [" ".join(piece.split()) for piece in (*page.lost, *page.skipped)] == case.get("lost", [])
    assert bool(page.doubts) == case.get("doubtful", False)


def test_there_are_blocks_of_every_form() -> None:
    """A page may have several forms; those of each are counted by their creatures."""
    forms = [creature.get("form", case.get("form")) for _, case in CASES for creature in case.get("creatures", [])]
    assert len(CASES) >= 120
    assert {form: forms.count(form) >= 8 for form in FORMATS} == dict.fromkeys(FORMATS, True)


@pytest.mark.parametrize(("stem", "case"), CASES, ids=NAMES)
def test_what_was_read_keeps_its_original(stem: str, case: dict[str, Any]) -> None:
    """The text of a block stands in the page letter for letter, and so does the text of each field of a line."""
    text = case["text"].replace("\r\n", "\n")
    flat = "".join(text.split())
    for creature in read(text, case.get("said", "")).creatures:
        if creature.format in ("one-line", "basic", "without-number") and creature.text:
            assert creature.text in text
            pieces = [piece for field in creature.fields for piece in field.text.split(" … ")]
            assert all("".join(piece.split())[:12] in flat for piece in pieces)
