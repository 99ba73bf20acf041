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
        "classic.attack.behind (no shield from behind) counts 0",
        "classic.attack.water (missiles fail under water) is lifted",
        "classic option blind.bonus is 5",
        "classic weapons.yaml sword damage: 8 (number 2) is 9",
    ],
    "tempo": [
        "tempo.check (wits) counts 0",
        "tempo.reaction.cost (to order subordinates out of turn) counts 0",
        "tempo.round.force (all in the bout are at 0: it is over) is lifted",
        "tempo.attack.armour_class: 5 (number 1) is 4",
        "tempo foes.yaml giant pelican move: 60 (number 1) is 61",
    ],
    "procedure": [
        "procedure.surprise (a stealthy foe) counts 0",
        "procedure.declare.spell (level) counts 0",
        "procedure.act.losers ({who} is not on the winning side and can't wait) is lifted",
        "procedure.morale.trigger_morale: 2 (number 1) is 3",
        "procedure shots.yaml dart shots: 3 (number 1) is 2",
    ],
    "vanguard": [
        "vanguard.ranged.melee (an enemy in melee range) counts 0",
        "vanguard.attack.roll (DEX) counts 0",
        "vanguard option stance.bonus is 5",
        "vanguard.flasks.next_splashed: 8 (number 1) is 7",
        "vanguard monsters.yaml wight morale: 12 (number 1) is 11",
    ],
    "fourfold": [
        "fourfold.damage.roll (own strength) counts 0",
        "fourfold.attack.attribute (attribute) counts 0",
        "fourfold.action.move ({who} has no movement left) is lifted",
        "fourfold.attack.aims_well: 6 (number 1) is 7",
        "fourfold monsters.yaml goblin bow: 1 (number 1) is 0",
    ],
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forked processes")
@pytest.mark.parametrize("book", books())
def test_some_mutants_of_each_book_are_killed(book: str) -> None:
    assert len(SAMPLES.get(book, [])) >= 5, f"some five mutants of {book}: bench/mutants.py --book {book} --list"
    command = [sys.executable, str(MUTANTS), "--book", book, "--exactly", *SAMPLES[book]]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(SAMPLES[book])} mutants: {len(SAMPLES[book])} killed" in run.stdout
