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
        "classic.attack.blind ({who} is blind and can't attack) is lifted",
        "classic.attack.water (missiles fail under water) is lifted",
        "classic.attack.bombing ({who} is more than 300 feet up) is lifted",
        "classic option blind.bonus is 5",
        "classic tables.yaml thac0 9: 12 (number 2) is 13",
        "classic monsters.yaml orc attacks: 6 (number 2) is 5",
        "classic weapons.yaml sword damage: 8 (number 2) is 9",
    ],
    "tempo": [
        "tempo.check (wits) counts 0",
        "tempo.reaction.cost (to defend after the roll) counts 0",
        "tempo.reaction.cost (to order subordinates out of turn) counts 0",
        "tempo.move ({who} lies on the ground and has to stand up first) is lifted",
        "tempo.round.force (all in the bout are at 0: it is over) is lifted",
        "tempo option order.obey is 11",
        "tempo.attack.armour_class: 5 (number 1) is 4",
        "tempo.initiative.reorient: 20 (number 1) is 19",
        "tempo foes.yaml dire monkey ac: 6 (number 1) is 5",
        "tempo foes.yaml giant pelican move: 60 (number 1) is 61",
    ],
    "procedure": [
        "procedure.surprise (whom it comes upon) counts 0",
        "procedure.surprise (in an ambush) counts 0",
        "procedure.declare.spell (level) counts 0",
        "procedure.spell.readied ({who} has no spell readied) is lifted",
        "procedure.act.losers ({who} is not on the winning side and can't wait) is lifted",
        "procedure option surprise.ambush is 5",
        "procedure.morale.shaken: 2 (number 1) is 3",
        "procedure.move.provokes: 2 (number 1) is 1",
        "procedure weapons.yaml heavy crossbow damage: 8 (number 2) is 7",
        "procedure shots.yaml dart shots: 3 (number 1) is 2",
    ],
    "vanguard": [
        "vanguard.ranged.melee (an enemy in melee range) counts 0",
        "vanguard.fractions (half, rounded down, at least 1) counts 0",
        "vanguard.attack.roll (DEX) counts 0",
        "vanguard.attack.behind ({who} faces {other} already or has turned this round) is lifted",
        "vanguard option stance.bonus is 5",
        "vanguard option oil.pool is 11",
        "vanguard.oil.next_splashed: 8 (number 1) is 7",
        "vanguard.morale.check_morale: 2 (number 2) is 1",
        "vanguard weapons.yaml heavy crossbow range: 36 (number 1) is 35",
        "vanguard monsters.yaml wight morale: 12 (number 1) is 11",
    ],
    "fourfold": [
        "fourfold.damage.roll (its own strength) counts 0",
        "fourfold.morale.triggers (the situation, as the referee sees it) counts 0",
        "fourfold.attack.attribute (attribute) counts 0",
        "fourfold.action.move ({who} can't rise so high) is lifted",
        "fourfold.action.move ({who} has moved as often as it can) is lifted",
        "fourfold option morale.triggers is half",
        "fourfold.execution.aims_well: 6 (number 1) is 7",
        "fourfold.skills.modifier: 2 (number 2) is 3",
        "fourfold weapons.yaml holy water damage: 1 (number 1) is 2",
        "fourfold monsters.yaml goblin bow: 1 (number 1) is 0",
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
