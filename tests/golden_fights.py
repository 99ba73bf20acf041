"""The fights of the golden logs: two of every example under every book, and of the scenarios in tests/golden."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import affray
from affray import Play, scenario

GOLDEN = Path(__file__).parent / "golden"
SEEDS = (1, 2)


def further(book: str) -> dict[str, Path]:
    """Scenarios that are there for their playthroughs alone, by name."""
    return {file.stem: file for file in sorted((GOLDEN / book).glob("*.yaml"))}


PLAYED = [(book, name) for book in affray.books() for name in sorted({*scenario.examples(), *further(book)})]


@cache
def fights(book: str, name: str) -> list[Play]:
    """Two of each."""
    return [affray.start(further(book).get(name, name), rules=book, seed=seed) for seed in SEEDS]
