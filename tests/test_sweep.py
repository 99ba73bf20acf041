"""A grid over numbers of a scenario: what may be varied, what a cell comes to, and a sweep that is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.engine.encounter import Encounter
from affray.errors import AffrayError
from affray.rules import NAMES
from affray.scenario import examples, load, open_scenario, read
from affray.studies.sweep import SweepFile, sweep
from affray.studies.vary import Grid, read_grid

CELLS = 60
GRID = ["sweep", "duel", "--vary", "orc.hp=1..12", "--vary", "fighter.hp=4..8", "-n", "40", "--plain"]


def varied(name: str, vary: list[str], *values: str) -> Encounter:
    encounter, book = open_scenario(name)
    return read_grid(encounter, book, {}, vary).cell(values)[0]


# --- what is varied


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("book", NAMES)
def test_a_scenario_in_which_nothing_is_varied_is_itself(name: str, book: str) -> None:
    """Through the plain values of a file and back."""
    encounter, rules = open_scenario(name, book)
    same, options = Grid(encounter, rules, {}, ()).cell(())
    assert (replace(same, text=encounter.text), options) == (encounter, {})
    assert replace(read(same.text, name), text="", house=()) == replace(load(name), text="", house=())


def test_a_cell_is_the_fight_of_the_file_that_says_so() -> None:
    """The checksum goes over every hp of every fight."""
    text = load("duel").text.replace("hp: 6", "hp: 3").replace("hp: 8", "hp: 5")
    by_hand = affray.simulate(read(text, "duel"), n=60, seed=4, plain=True)
    found = sweep("duel", ["Orc.hp=2..3", "FIGHTER.hp=5"], n=60, seed=4, plain=True)
    assert [dict(cell.at) for cell in found.cells] == [
        {"Orc.hp": "2", "Fighter.hp": "5"},
        {"Orc.hp": "3", "Fighter.hp": "5"},
    ]
    assert found.cells[1].record["checksum"] == by_hand.checksum
    assert found.cells[1].outcomes == by_hand.outcomes


def test_two_who_die_of_any_blow_fight_as_arithmetic_says() -> None:
    """He hits on 13, it on 15; each goes first in half of the rounds. So a round is his with 1/2·0.4 + 1/2·0.7·0.4,
    which is 0.34, its with 1/2·0.3 + 1/2·0.6·0.3, which is 0.24, and otherwise there is another."""
    (cell,) = sweep("duel", ["orc.hp=1", "fighter.hp=1"], n=4000, plain=True).cells
    wanted = 0.34 / 0.58
    assert abs(cell.outcomes["fighter"].share - wanted) < 5 * sqrt(wanted * (1 - wanted) / 4000)
    assert cell.all_die("fighter") == cell.outcomes["orc"]


def test_what_a_level_of_a_side_means() -> None:
    encounter = varied("orcs", ["party.level=1..3"], "3")
    assert [member.level for member in encounter.sides[0].members] == [3, 3, 3, 3]
    assert [member.level for member in encounter.sides[1].members] == [1, 1]


def test_a_combatant_goes_by_its_name_or_its_kind_in_any_case() -> None:
    encounter = varied("orcs", ["ORC.count=1..9", "grub.HP=5"], "9", "5")
    assert [(member.count.plus, member.hp) for member in encounter.sides[1].members] == [(1, 5), (9, "rolled")]


def test_sides_the_place_and_options_are_varied_too() -> None:
    encounter, book = open_scenario("orcs")
    names = [
        "orcs.morale=9",
        "distance=contact,30",
        "terrain.width=10",
        "rounds=7",
        "option.initiative.tie=simultaneous",
    ]
    found, options = read_grid(encounter, book, {}, names).cell(("9", "30", "10", "7", "simultaneous"))
    assert (found.sides[1].morale, found.distance, found.terrain.width, found.rounds) == (9, 30, 10, 7)
    assert options == {"initiative.tie": "simultaneous"}


def test_ranges_have_steps_and_lists_have_commas() -> None:
    encounter, book = open_scenario("duel")
    axes = read_grid(encounter, book, {}, ["orc.hp=1..10..4,20", "orc.ac=-2..0"]).axes
    assert [axis.values for axis in axes] == [("1", "5", "9", "20"), ("-2", "-1", "0")]


@pytest.mark.parametrize(
    ("vary", "word"),
    [
        (["ork.count=1..3"], "unknown combatant or side 'ork'; .*did you mean 'orc'"),
        (["orc.cuont=1..3"], "did you mean 'count'"),
        (["orc.count="], "no values"),
        (["orc.count"], "names nothing to vary"),
        ([], "nothing is varied"),
        (["orc.count=9..1"], r"goes backwards; write 1\.\.9"),
        (["orc.count=1..x"], "is no range"),
        (["orc.count=1..9..0"], "a step of 0"),
        (["orc.count=2,2"], "2 stands there twice"),
        (["orc.count=2,,3"], "a value is missing"),
        (["orc.count=0..3"], "orc.count=0: count: found '0'"),
        (["orc.count=200..300"], "orc.count=252: .*257 combatants"),
        (["orc.count=1..2", "Orc.count=3"], "varied twice"),
        (["grub.level=1..2"], "has no class"),
        (["party.count=1..2"], "4 kinds of members"),
        (["fighter.gear=sword"], "unknown number to vary 'gear'"),
        (["fighter.hp=1..150", "thief.hp=1..150"], "150 × 150 = 22,500 cells"),
        (["fighter.hp=1..99999999"], "99,999,999 values"),
        (["option.initiative.tie=never"], "expected reroll or simultaneous"),
        (["option.initiatve.tie=reroll"], "did you mean 'initiative.tie'"),
        (["weather=1"], "unknown name 'weather'"),
    ],
)
def test_nonsense_is_refused_before_the_first_fight(vary: list[str], word: str) -> None:
    with pytest.raises(AffrayError, match=word):
        sweep("orcs", vary, n=10**12)


def test_an_option_is_not_set_and_varied() -> None:
    with pytest.raises(AffrayError, match="is set and varied"):
        sweep("duel", "option.initiative.tie=reroll", options={"initiative.tie": "reroll"})


# --- what is kept


def told(*args: str, folder: Path) -> tuple[int, str, str]:
    run = subprocess.run([sys.executable, "-m", "affray", *args], cwd=folder, capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


HURT = """
import os, signal, sys
from affray.studies.sweep import SweepFile
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs tests in the background ignores it
add, (cells, how) = SweepFile.add, map(int, sys.argv[1:3])
def hurt(self, record):
    add(self, record)
    if len(self.cells) == cells:
        os.kill(os.getpid(), how)
SweepFile.add, sys.argv = hurt, ["affray", *sys.argv[3:]]
from affray.__main__ import run
run()
"""


def hurt_after(cells: int, how: int, args: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A sweep in a process of its own, which gets a signal when so many cells are done."""
    words = [sys.executable, "-c", HURT, str(cells), str(int(how)), *args]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True)


def test_killed_three_times_it_comes_to_the_same_bytes(tmp_path: Path) -> None:
    asked = [*GRID, "--out", "grid.jsonl", "--csv", "grid.csv"]
    results = []
    for name, kills in (("unbroken", ()), ("broken", (5, 20, 40))):
        folder = tmp_path / name
        folder.mkdir()
        for number, cells in enumerate(kills):
            assert hurt_after(cells, signal.SIGKILL, asked, folder).returncode == -signal.SIGKILL
            kept = (folder / "grid.jsonl").read_bytes()
            assert kept.count(b"\n") == cells + 1
            if number == 1:  # ... in the middle of a line
                (folder / "grid.jsonl").write_bytes(kept[:-30])
        assert not (folder / "grid.csv").exists()
        text = told(*asked, folder=folder)
        done = told(*asked, "--json", folder=folder)  # from the file alone
        results.append((text, done, (folder / "grid.jsonl").read_bytes(), (folder / "grid.csv").read_bytes()))
    assert results[0] == results[1]
    code, table, error = results[0][0]
    assert (code, error) == (0, "")
    assert "60 cells, 40 fights each, classic, seed 0" in table
    assert len(json.loads(results[0][1][1])["cells"]) == CELLS
    assert results[0][3].count(b"\n") == CELLS + 1


def test_workers_may_be_done_in_any_order(tmp_path: Path) -> None:
    """At the end the file has the order of the grid."""
    asked = {"n": 1}
    kept = SweepFile(str(tmp_path / "out"), asked, 3)
    for cell in (2, 0, 1):
        kept.add({"cell": cell})
    kept.finish()
    kept.close()
    lines = (tmp_path / "out").read_text().splitlines()
    assert [json.loads(line).get("cell") for line in lines] == [None, 0, 1, 2]
    assert list(SweepFile(str(tmp_path / "out"), asked, 3).cells) == [0, 1, 2]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"seed": 1}, "seed: 0 there, 1 here"),
        ({"n": 30}, "n: 20 there, 30 here"),
        ({"vary": "orc.hp=1..3"}, 'vary: {"Orc.hp": .* there'),
        ({"options": {"initiative.tie": "simultaneous"}}, "options: {} there"),
        ({"rules": "vanguard"}, "ruleset: 'classic' there, 'vanguard' here"),
        ({"tactics": {"orc": "nearest"}}, 'tactics: {"fighter": "first", "orc": "first"} there'),
    ],
)
def test_the_file_of_another_sweep_is_refused_with_what_differs(
    change: dict[str, object], word: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "out")
    asked: dict[str, object] = {"vary": "orc.hp=1..2", "n": 20, "plain": True, "out": out}
    sweep("duel", **asked)  # type: ignore[arg-type]
    before = Path(out).read_bytes()
    with pytest.raises(AffrayError, match=word):
        sweep("duel", **(asked | change))  # type: ignore[arg-type]
    assert Path(out).read_bytes() == before


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    for text in ("title: a scenario\n", '{"some": "thing"}\n', "no end of line", "\0\0\0"):
        out = tmp_path / "out"
        out.write_text(text)
        with pytest.raises(AffrayError, match="is no sweep of Affray"):
            sweep("duel", "orc.hp=1..2", n=5, plain=True, out=str(out))
        assert out.read_text() == text


def test_a_header_that_was_torn_is_begun_again_and_a_damaged_line_is_named(tmp_path: Path) -> None:
    out = tmp_path / "out"
    sweep("duel", "orc.hp=1..3", n=5, plain=True, out=str(out))
    whole = out.read_bytes()
    for torn in (0, 10, whole.index(b"\n"), whole.index(b"\n") + 1, len(whole) - 1):
        out.write_bytes(whole[:torn])
        sweep("duel", "orc.hp=1..3", n=5, plain=True, out=str(out))
        assert out.read_bytes() == whole
    lines = whole.splitlines(keepends=True)
    out.write_bytes(lines[0] + b"{garbage\n" + lines[2])
    with pytest.raises(AffrayError, match="line 2 is damaged"):
        sweep("duel", "orc.hp=1..3", n=5, plain=True, out=str(out))


# --- trouble


def test_ctrl_c_keeps_and_tells_what_is_done(tmp_path: Path) -> None:
    asked = [*GRID, "--out", "grid.jsonl"]
    run = hurt_after(10, signal.SIGINT, asked, tmp_path)
    assert run.returncode == 130
    assert (
        run.stderr == "Stopped after 10 cells. They are saved in grid.jsonl; the same command continues from there.\n"
    )
    assert "10 cells, 40 fights each, classic, seed 0, stopped early" in run.stdout
    assert told(*asked, folder=tmp_path) == told(*GRID, folder=tmp_path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_a_clear_word() -> None:
    done = CliRunner().invoke(main, [*GRID, "--out", "/dev/full"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "/dev/full can't be written: No space left on device\n"
    with open("/dev/full", "w") as full:
        run = subprocess.run([sys.executable, "-m", "affray", *GRID], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (run.returncode, run.stderr) == (2, "No space left on device\n")


def test_a_disk_that_fills_up_in_the_middle_keeps_what_is_done(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    words = [sys.executable, "-m", "affray", *GRID, "--out", "grid.jsonl"]
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))  # noqa: E731
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, preexec_fn=limit)
    assert run.returncode == 2
    assert "grid.jsonl can't be written: File too large" in run.stderr
    done = int(run.stderr.partition("; ")[2].partition(" of 60 cells")[0])
    lines = (tmp_path / "grid.jsonl").read_bytes().split(b"\n")
    assert 0 < done == len(lines) - 2
    assert told(*words[3:], folder=tmp_path) == told(*GRID, folder=tmp_path)


def test_a_place_where_nothing_can_be_written_is_known_before_the_first_fight(tmp_path: Path) -> None:
    forever = ["sweep", "duel", "--vary", "orc.hp=1..9", "-n", "9999999999", "--plain"]
    for option, name, word in (
        ("--out", "no/where.jsonl", "can't be written: No such file or directory"),
        ("--out", ".", "can't be written: Is a directory"),
        ("--csv", "no/where.csv", "can't be written: No such file or directory"),
        ("--csv", "grid.txt", "Expected a name that ends in .csv"),
        ("--plot", "grid.txt", "Expected a name that ends in .svg or .png"),
    ):
        done = CliRunner().invoke(main, [*forever, option, str(tmp_path / name) if name != "." else str(tmp_path)])
        assert done.exit_code == 2
        assert word in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_fights_and_both_measures_are_refused() -> None:
    for words, word in (
        (["-n", "0"], "'0' is not a whole number"),
        (["-n", "9", "--error", "0.1"], "can't be combined"),
    ):
        done = CliRunner().invoke(main, ["sweep", "duel", "--vary", "orc.hp=1", *words])
        assert done.exit_code == 2
        assert word in done.stderr
    with pytest.raises(AffrayError, match="0 fights can't be simulated"):
        sweep("duel", "orc.hp=1", n=0)


def test_every_cell_to_the_same_error() -> None:
    found = sweep("duel", "orc.hp=1,40", error=0.06, plain=True)
    assert [cell.fights for cell in found.cells] == [100, 100]
    found = sweep("duel", "orc.hp=1,10", error=0.05, plain=True)
    assert all(one.error <= 0.05 for cell in found.cells for one in cell.outcomes.values())
    assert [cell.fights for cell in found.cells] == [100, 500]


def test_pictures_are_drawn_of_one_axis_and_of_two(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for vary in (["--vary", "orc.hp=1..3"], ["--vary", "orc.hp=1..3", "--vary", "fighter.hp=2,4"]):
        file = tmp_path / f"{len(vary)}.svg"
        done = CliRunner().invoke(main, ["sweep", "duel", *vary, "-n", "20", "--plain", "--plot", str(file)])
        assert done.exit_code == 0, done.stderr
        assert "Orc.hp" in file.read_text()
    axes = [word for name in ("orc.hp=1", "fighter.hp=1", "orc.ac=1") for word in ("--vary", name)]
    done = CliRunner().invoke(main, ["sweep", "duel", *axes, "--plain", "--plot", str(tmp_path / "three.svg")])
    assert done.exit_code == 2
    assert "a picture shows one or two things" in done.stderr
    assert not (tmp_path / "three.svg").exists()


OWN_CREATURES = """
title: The reed crab
creatures: |
  Reed Crab: AC 4 [15], HD 2, Att 2 × claw (1d6), THAC0 18 [1], MV 60' (20'), SV D12 W13 P14 B15 S16 (F2), ML 8
content: {weapons: {meat hook: {damage: 1d6, qualities: melee}}}
sides:
  party: {players: true, members: [Anna: {class: fighter, level: 2, gear: [chain mail, meat hook], hp: 9}]}
  crabs: [2 reed crab]
"""


def test_a_scenarios_own_creatures_and_things_can_be_varied() -> None:
    encounter, book = open_scenario(read(OWN_CREATURES))
    found = sweep(encounter, ["reed crab.count=1..2"], rules=book, n=20, plain=True)
    assert len(found.cells) == 2
    cell, _ = read_grid(encounter, book, {}, ["reed crab.count=1..2"]).cell(["2"])
    again = read(cell.text)
    assert (again.content, again.sides) == (cell.content, cell.sides)
