"""The scripts of clause tests, and the mark: both must fail when they should."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import OURS_FIRST, faces, scripted, someone, versus

DUEL = versus(someone("Anna"), someone("Orc"))


def test_a_script_that_fits() -> None:
    scene = scripted(DUEL, OURS_FIRST + "d20=10 d6=3", ["Anna: strike Orc"], until="Orc: strike")
    assert scene["Orc"].hp == 5
    scene.play("d20=20 d6=6", until="round 2")
    assert (scene["Anna"].hp, scene.fight.round) == (2, 2)
    assert [event.who for event in scene.events("hit")] == ["Anna", "Orc"]


def test_without_an_aim_it_goes_as_far_as_the_dice() -> None:
    assert scripted(DUEL, OURS_FIRST + "d20=2").fight.round == 1
    assert scripted(DUEL, OURS_FIRST + "d20=2 d20=2").fight.round == 2  # the next initiative is not thrown


@pytest.mark.parametrize(
    ("dice", "answers", "until", "why"),
    [
        ("d6=6 d8=1", [], "", "1d6 is rolled, but the script has"),
        (OURS_FIRST, [], "round 2", "runs out of dice: d20 is rolled"),
        (OURS_FIRST + "d20=2 d20=2 d6=1", [], "round 2", "dice of the script are left over: d6=1"),
        (OURS_FIRST + "d20=2", ["Anna: shoot Orc"], "Orc: strike", "answers of the script are left over"),
        (OURS_FIRST, ["Anna: strike Anna"], "", "is refused"),
        (OURS_FIRST, [], "Orc: dance", "expected over, round 2, a phase"),
        (OURS_FIRST + "d20=20 d6=6", [], "over", "runs out of dice"),
        ("d6=7 d6=1", [], "", "a face that its die does not have"),
        ("d20", [], "", "is no die of a script"),
        ("2d6=1", [], "", "says 2 dice and shows 1"),
    ],
)
def test_a_script_that_does_not_fit(dice: str, answers: list[str], until: str, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        scripted(DUEL, dice, answers, until)


def test_dice_as_text_or_as_pairs() -> None:
    assert faces("d20=14 2d6=3,4") == faces([(20, 14), (6, 3), (6, 4)])


# --- the mark

HEAD = "import pytest\nfrom helpers import *\n"
TWICE = 'scripted(versus(someone("A"), someone("B")), OURS_FIRST + "d20=2")'


@pytest.mark.parametrize(
    ("mark", "body", "outcome"),
    [
        ("classic.attack.descending", TWICE, "1 passed"),
        ("classic.attack.ascending", TWICE, "marked with classic.attack.ascending, but nothing cited it"),
        ("classic.attack.descending", "pass", "marked with classic.attack.descending, but nothing cited it"),
        ("classic.attack.descending", "assert False", "assert False"),
        ("classic.attack.backwards", TWICE, "is marked with 'classic.attack.backwards', which is no clause"),
    ],
)
def test_a_marked_test_fails_unless_its_clause_was_cited(tmp_path: Path, mark: str, body: str, outcome: str) -> None:
    (tmp_path / "test_it.py").write_text(f'{HEAD}\n@pytest.mark.clause("{mark}")\ndef test_it():\n    {body}\n')
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = clause(id): a clause\n")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", str(tmp_path)]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    run = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True)
    assert outcome in run.stdout + run.stderr
    assert (run.returncode == 0) == (outcome == "1 passed")
