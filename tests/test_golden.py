"""Golden playthroughs: they catch drift, they don't prove truth. `--write-golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from affray import scenario

GOLDEN = Path(__file__).parent / "golden"
SEEDS = (1, 2)
PLAYED = [(book, example) for book in affray.books() for example in sorted(scenario.examples())]


def told(book: str, example: str) -> str:
    """Two fights of each example, as the referee hears them."""
    parts = []
    for seed in SEEDS:
        play = affray.start(example, rules=book, seed=seed)
        parts.append(f"{example}, {book}, seed {seed}: {play.winner} in round {play.state.round}\n\n{play.log}\n")
    return "\n".join(parts)


@pytest.mark.parametrize(("book", "example"), PLAYED)
def test_the_fight_is_told_as_it_was(book: str, example: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / book / f"{example}.log"
    now = told(book, example)
    if request.config.getoption("--write-golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, encoding="utf-8", newline="\n")
    assert path.exists(), f"{example} has no golden playthrough under {book}: run with --write-golden and read it"
    assert now == path.read_text(encoding="utf-8")


def test_there_is_none_too_many() -> None:
    assert {(p.parent.name, p.stem) for p in GOLDEN.glob("*/*.log")} == set(PLAYED)
