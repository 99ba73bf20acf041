"""`affray sim`: stories, rows of data, progress, and every way in which it can end early."""

from __future__ import annotations

import csv
import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

import affray
from affray.cli import main
from affray.cli.options import progress_line
from affray.compiler.kernels.counting import WAYS_TO_WIN
from affray.engine.state import MOST_SIDES, STAND_OFF
from affray.engine.vocabulary import DEAD
from affray.play.session import Play
from affray.simulation import single_fights
from affray.simulation.batch import Progress, ProgressReporter
from affray.simulation.single_fights import RowFile, pick_fight

FIGHTS = 60


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(words: str) -> Result:
    return CliRunner().invoke(main, shlex.split(words))


def told(words: str) -> str:
    result = run(words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(words: str) -> str:
    result = run(words)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr


@cache
def orcs() -> list[Play]:
    return [affray.start("orcs", seed=3, number=number) for number in range(FIGHTS)]


# --- as much as one wants


def test_in_brief_it_comes_to_the_same_without_who_did_what() -> None:
    whole, brief = (json.loads(told(f"sim duel -n 40 --plain --json{how}")) for how in ("", " --brief"))
    assert set(whole) - set(brief) == {"combatants", "flow", "standing", "bands"}
    assert all(whole[name] == brief[name] for name in ("outcomes", "rounds", "all_die", "dice", "checksum"))
    refusal = refused("sim duel -n 40 --plain --brief --plot hp.svg --picture hp")
    assert "leave out --brief" in refusal


# --- the story behind a number


def points(play: Play) -> tuple[int, int, int]:
    """How the party fared: it won, so many live, so many hit points are left."""
    own = [c for c in play.state.who if c.side == 0]
    won = 2 if play.winner == "party" else 0 if play.winner == "orcs" else 1
    return won, sum(not c.conditions >> DEAD & 1 for c in own), sum(max(0, c.hp) for c in own)


def picked() -> dict[str, int]:
    """By looking at all of them."""
    fared = {play.number: points(play) for play in orcs()}
    in_order = sorted(fared, key=lambda number: (fared[number], number))
    lasted = {play.number: play.state.round for play in orcs()}
    return {
        "median": in_order[(FIGHTS - 1) // 2],
        "worst": in_order[0],
        "best": min(n for n in fared if fared[n] == max(fared.values())),
        "longest": min(n for n in lasted if lasted[n] == max(lasted.values())),
    }


@pytest.mark.parametrize("which", ["median", "worst", "best", "longest"])
def test_such_a_fight_is_picked(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_fights, "SEARCH_BLOCK", 7)
    found = affray.simulate("orcs", n=FIGHTS, seed=3, plain=True)
    assert pick_fight(found, which, plain=True).number == picked()[which]


def test_a_party_that_is_wiped_out_is_found() -> None:
    found = affray.simulate("duel", n=FIGHTS, seed=3, plain=True)
    number = pick_fight(found, "tpk", plain=True).number
    winners = [affray.start("duel", seed=3, number=n).winner for n in range(number + 1)]
    assert [winner == "orc" for winner in winners] == [False] * number + [True]


def test_where_nobody_was_wiped_out_it_says_so() -> None:
    result = run("sim orcs -n 5 --seed 3 --plain --show tpk")
    assert result.exit_code == 0
    assert result.stderr == "in none of these 5 fights did all of party die\n"


def test_a_story_is_the_fight_of_that_number() -> None:
    shown = told("sim duel -n 9 --seed 5 --plain --set initiative.tie=simultaneous --show 7")
    named = re.search(r"--- 7: fight 7, as asked for; (affray fight .*)\n", shown)
    assert named
    assert shown.endswith(told(named[1].removeprefix("affray ")))


def test_json_names_the_fights_that_were_picked() -> None:
    shown = json.loads(told("sim duel -n 9 --plain --json --show longest --show 3"))
    assert [story["which"] for story in shown["shown"]] == ["longest", "3"]
    assert shown["shown"][1]["number"] == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sim duel --show wurst", "did you mean 'worst'?"),
        ("sim duel -n 5 --plain --show 5", "fight 5 is not among these; expected 0 to 4"),
        ("sim duel -n 5 --error 0.1", "can't be combined"),
        ("sim duel --error 0", "between 0 and 1"),
        ("sim duel --error 2", "between 0 and 1"),
        ("sim duel --error nan", "between 0 and 1"),
        ("sim duel -n 0", "whole number from 1"),
        ("sim duel --data fights.xls", ".csv or .parquet"),
        ("sim duel --data no/such/folder.csv", "can't be written: No such file or directory"),
    ],
)
def test_nonsense_is_refused(words: str, said: str) -> None:
    assert said in refused(words)


def test_an_error_is_reached() -> None:
    shown = json.loads(told("sim duel --error 0.05 --seed 1 --plain --json"))
    assert shown["error"] <= 0.05
    assert shown["fights"] in (200, 500)


# --- a row for each fight


def test_a_row_for_each_fight() -> None:
    assert f"fights.csv: {FIGHTS} rows\n" in told(f"sim orcs -n {FIGHTS} --seed 3 --plain --data fights.csv")
    with open("fights.csv", newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert len(found) == FIGHTS
    for row, play in zip(found, orcs(), strict=True):
        assert (int(row["number"]), row["winner"]) == (play.number, play.winner)
        assert (int(row["rounds"]), int(row["dice"])) == (play.state.round, play.state.rolled)
        assert [int(row[f"hp {name}"]) for name in play.roster.who] == [c.hp for c in play.state.who]
        living = [c for c in play.state.who if not c.conditions >> DEAD & 1]
        assert int(row["alive orcs"]) == sum(c.side == 1 for c in living)
    assert os.listdir() == ["fights.csv"]


def test_the_same_rows_as_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    told("sim duel -n 30 --plain --data fights.csv")
    shown = json.loads(told("sim duel -n 30 --plain --json --data fights.parquet"))
    assert shown["data"] == {"file": "fights.parquet", "rows": 30, "of": 30, "complete": True}
    table = parquet.read_table("fights.parquet")
    with open("fights.csv", newline="", encoding="utf-8") as file:
        heads, *lines = csv.reader(file)
    assert table.column_names == heads
    assert [[str(value) for value in row.values()] for row in table.to_pylist()] == lines
    assert table.schema.metadata[b"rows"] == b"30 of 30 fights, the first ones"


def test_without_pyarrow_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'affray[data]'" in refused("sim duel -n 5 --plain --data fights.parquet")
    assert os.listdir() == []


def test_many_fights_leave_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    found = affray.simulate("duel", n=50, plain=True)
    written = RowFile("fights.csv").write(found, plain=True, most=20)
    assert str(written) == "fights.csv: 20 rows, the first of 50"
    assert len(Path("fights.csv").read_text().splitlines()) == 21


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_full_disk_costs_the_rows_alone(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    Path(f"fights.{kind}").write_text("yesterday's")

    def full(self: object, rows: Sequence[Sequence[Any]]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for writer in (single_fights.CsvWriter, single_fights.ParquetWriter):
        monkeypatch.setattr(writer, "write", full)
    result = run(f"sim duel -n 20 --plain --data fights.{kind}")
    assert result.exit_code == 2
    assert result.stderr == f"fights.{kind} can't be written: No space left on device\n"
    assert "20 fights, classic, seed 0" in result.stdout
    assert os.listdir() == [f"fights.{kind}"]
    assert Path(f"fights.{kind}").read_text() == "yesterday's"


def test_rows_called_off_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_fights, "ROWS_AT_ONCE", 10)
    usual, calls = single_fights.row_values, list[int]()

    def tired(*row: Any) -> list[Any]:
        calls.append(1)
        if len(calls) > 25:
            raise KeyboardInterrupt
        return usual(*row)

    monkeypatch.setattr(single_fights, "row_values", tired)
    result = run("sim duel -n 50 --plain --data fights.csv")
    assert result.exit_code == 130
    assert "fights.csv: 20 rows, the first of 50; stopped early" in result.stdout
    assert len(Path("fights.csv").read_text().splitlines()) == 21


# --- how far it is, and stopping


def test_the_line_of_progress() -> None:
    chances = affray.simulate("duel", n=200, plain=True).chances
    share, error = chances.outcomes["fighter"].share, chances.outcomes["fighter"].error
    parts = progress_line(Progress(200, 1_000, 2.0, "plain", True, chances)).split(", ")
    assert parts[:3] == [" 20% of 1,000", "8 s left", "100 fights a second"]
    assert parts[3:] == [f"fighter {share:.1%} ± {error:.2%}", "uncompiled; compiling …"]
    nothing = progress_line(Progress(0, 1_000, 0.0, "plain", False, None))
    assert nothing == "  0% of 1,000, estimating, 0 fights a second"


def test_quiet_where_nobody_looks() -> None:
    assert run("sim duel -n 2000 --plain").stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals there")
def test_ctrl_c_at_a_terminal() -> None:
    """As soon as it says how far it is."""
    seen, code = at_a_terminal("sim duel -n 1000000000 --plain", b"fights a second")
    assert code == 130
    assert "Traceback" not in seen
    assert re.search(r"[\d,]+ fights, classic, seed 0, stopped early", seen)
    assert re.search(r"Stopped after [\d,]+ fights\. Results so far are above\.", seen)


def at_a_terminal(words: str, until: bytes) -> tuple[str, int]:
    """What is seen on a terminal where somebody presses Ctrl-C when this is there."""
    import pty

    ours, theirs = pty.openpty()

    def sit_down() -> None:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    command = [sys.executable, "-m", "affray", *shlex.split(words)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=sit_down) as run:
        os.close(theirs)
        seen, pressed = b"", False
        while True:
            try:
                some = os.read(ours, 4096)
            except OSError:  # Linux: nobody is there any more
                some = b""
            if not some:
                break
            seen += some
            if until in seen and not pressed:
                run.send_signal(signal.SIGINT)
                pressed = True
        run.wait()
    os.close(ours)
    return seen.decode(errors="replace"), run.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("module", ["click", "affray.rules.classic.turn", "affray.simulation.batch"])
def test_ctrl_c_while_it_still_starts(module: str) -> None:
    """As if it were pressed while a module is imported."""
    script = f"""
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
sys.argv = ["affray", "sim", "duel"]
from affray.__main__ import run
run()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (130, "Stopped.\n", "")


def test_the_result_is_told_even_if_the_story_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a fight is looked for."""

    def tired(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(single_fights, "find_by_score", tired)
    result = run("sim duel -n 20 --plain --json --show worst")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["fights"] == 20
    assert result.stderr == "Stopped before all the fights were found.\n"


def test_the_live_line_survives_tallies_that_are_being_added_to() -> None:
    """A kernel adds while the line is made: three sides' marks for four fights may stand beside three ends."""
    asked = affray.simulate("duel", n=4, seed=1, plain=True).asked
    places = len(WAYS_TO_WIN) * (MOST_SIDES - STAND_OFF)
    ends = [3 if at == -STAND_OFF * len(WAYS_TO_WIN) else 0 for at in range(places)]
    sums = SimpleNamespace(ends=ends, alive=[0, 4, 4, 0], spotless=[4, 0])
    run = SimpleNamespace(total=lambda: SimpleNamespace(sums=sums), engine="plain", compiling=False)
    told = ProgressReporter.progress(cast(Any, SimpleNamespace(run=run, asked=asked, goal=10, began=0.0)))
    assert told.done == 4
    assert told.chances is not None
    assert told.chances.none_dies["fighter"].share == 1.0
