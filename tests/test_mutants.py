"""A dozen of the mutants of bench/mutants.py, of every sort: tests that bear their clauses' marks must kill them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MUTANTS = Path(__file__).parent.parent / "bench" / "mutants.py"
SAMPLE = [
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
]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forked processes")
def test_a_dozen_mutants_are_killed() -> None:
    run = subprocess.run([sys.executable, str(MUTANTS), "--exactly", *SAMPLE], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(SAMPLE)} mutants: {len(SAMPLE)} killed" in run.stdout
