"""Some mutants of each book, of every sort (bench/mutants.py): tests that bear their clauses' marks must kill them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from affray import books

MUTANTS = Path(__file__).parent.parent / "bench" / "mutants.py"
SAMPLES = {
    "classic": [
        "classic.attack.roll (STR) counts 0",
        "classic.attack.blind (blind) counts 0",
        "classic.attack.behind (no shield from behind) counts 0",
        "classic.attack.water (half in water) counts 0",
        "classic.attack.blind ({who} is blind and can't attack) is lifted",
        "classic.attack.water (missiles fail under water) is lifted",
        "classic.attack.bombing ({who} is more than 300 feet up) is lifted",
        "classic option blind.bonus is 5",
        "classic.attack.drop: 16 (number 2) is 17",
        "classic tables.yaml thac0 9: 12 (number 2) is 13",
        "classic monsters.yaml orc attacks: 6 (number 2) is 5",
        "classic weapons.yaml sword damage: 8 (number 2) is 9",
    ],
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forked processes")
@pytest.mark.parametrize("book", books())
def test_some_mutants_of_each_book_are_killed(book: str) -> None:
    assert len(SAMPLES.get(book, [])) >= 10, (
        f"some ten mutants of {book}, please: bench/mutants.py --book {book} --list"
    )
    command = [sys.executable, str(MUTANTS), "--book", book, "--exactly", *SAMPLES[book]]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(SAMPLES[book])} mutants: {len(SAMPLES[book])} killed" in run.stdout
