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


MARKED = {  # what a test is marked with, what it does, and what is said of it
    "shown": ("classic.attack.descending", TWICE, ""),
    "not_shown": ("classic.attack.ascending", TWICE, "marked with classic.attack.ascending, but nothing cited it"),
    "idle": ("classic.attack.descending", "pass", "marked with classic.attack.descending, but nothing cited it"),
    "wrong": ("classic.attack.descending", "assert False", "assert False"),
}


def test_a_marked_test_fails_unless_its_clause_was_cited(tmp_path: Path) -> None:
    run = tried(tmp_path, {name: (mark, body) for name, (mark, body, _) in MARKED.items()})
    assert "3 failed, 1 passed" in run
    assert "FAILED test_it.py::test_shown" not in run
    for name, (_, _, why) in MARKED.items():
        assert not why or why in run.partition(f"_ test_{name} _")[2].partition("_ test_")[0], name


def test_a_mark_that_names_no_clause_is_refused(tmp_path: Path) -> None:
    run = tried(tmp_path, {"odd": ("classic.attack.backwards", TWICE)})
    assert "test_odd is marked with 'classic.attack.backwards', which is no clause" in run
    assert "passed" not in run


def tried(folder: Path, tests: dict[str, tuple[str, str]]) -> str:
    """What pytest says of these tests, each with its mark."""
    written = [
        f'@pytest.mark.clause("{mark}")\ndef test_{name}():\n    {body}\n' for name, (mark, body) in tests.items()
    ]
    (folder / "test_it.py").write_text("\n".join([HEAD, *written]))
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = clause(id): a clause\n")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", str(folder)]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    run = subprocess.run(command, cwd=folder, env=here, capture_output=True, text=True)
    return run.stdout + run.stderr
