"""A dozen of the mutants of bench/mutants.py, of every sort: tests that bear their clauses' marks must kill them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MUTANTS = Path(__file__).parent.parent / "bench" / "mutants.py"
SAMPLE = [
    "classic.attack.STRENGTH counts 0",
    "classic.attack.SIGHTLESS counts 0",
    "classic.attack.NO_SHIELD_BEHIND counts 0",
    "classic.damage.WET counts 0",
    "classic.choices.BLINDED is lifted",
    "classic.choices.UNDER_WATER is lifted",
    "classic.choices.TOO_HIGH is lifted",
    "classic option blind.bonus is 5",
    "classic.choices.HIGHEST is 3010",
    "classic.attack.drop: 16 (number 2) is 17",
    "classic tables.yaml thac0 9: 12 (number 2) is 13",
    "classic monsters.yaml orc attacks: 6 (number 2) is 5",
    "classic weapons.yaml sword damage: 8 (number 2) is 9",
]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forked processes")
def test_a_dozen_mutants_are_killed() -> None:
    run = subprocess.run([sys.executable, str(MUTANTS), "--exactly", *SAMPLE], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(SAMPLE)} mutants: {len(SAMPLE)} killed" in run.stdout
