"""Reports of studies: one HTML file each with the answer, the picture, every figure, and the command that makes it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import affray
from affray.charts import study_report
from affray.charts.style import percent
from affray.cli import main
from affray.cli.options import BOLD, DIM, PLAIN, colour_line

STUDIES: dict[str, Callable[[], Any]] = {
    "compare": lambda: affray.compare("duel", rules=["classic", "vanguard"], n=40, plain=True),
    "sweep": lambda: affray.sweep("duel", ["orc.count=1..2", "fighter.hp=4,8"], n=20, plain=True),
    "balance": lambda: affray.balance("duel", "orc.hp=4..6", "fighter wins 0.7", budget=60, plain=True),
    "rate": lambda: affray.rate("orc", n=40, plain=True),
}


@pytest.fixture(scope="module")
def studies() -> dict[str, Any]:
    return {name: make() for name, make in STUDIES.items()}


def cells_of(report: str) -> list[str]:
    """Return the cells of all tables, without the facts at the end."""
    tables = report.partition("How it was measured")[0]
    return [unescape(re.sub("<[^>]*>", "", cell)) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", tables)]


@pytest.mark.parametrize("name", STUDIES)
def test_a_report_is_one_file_with_answer_picture_and_tables(studies: dict[str, Any], name: str) -> None:
    report = study_report(studies[name], f"affray {name} …")
    assert report.startswith("<!DOCTYPE html>")
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", report)
    assert report.count('<p class="answer">') >= 1
    assert report.count("<svg") == (name != "rate")
    assert f"affray {name} …" in report
    assert not re.search(r"\d %", re.sub(r"<svg.*?</svg>", "", report, flags=re.S))


def test_the_tables_hold_every_figure(studies: dict[str, Any]) -> None:
    compared, swept = studies["compare"], studies["sweep"]
    wins = [percent(each.result.outcomes["fighter"].share) for each in compared.variants]
    assert [cell for cell in wins if cell in cells_of(study_report(compared))] == wins
    rows = cells_of(study_report(swept))
    assert rows.count("20") == 4
    assert [percent(cell.outcomes["fighter"].share) in rows for cell in swept.cells] == [True] * 4
    tried = cells_of(study_report(studies["balance"]))
    assert [one.value for one in studies["balance"].tried if one.value not in tried] == []
    assert "nobody" not in cells_of(study_report(compared))  # it never happened


def test_the_command_of_a_report_makes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given = "compare duel --tactics orc=nearest,focus -n 20 --plain --report r.html"
    assert CliRunner().invoke(main, shlex.split(given)).exit_code == 0
    first = Path("r.html").read_text(encoding="utf-8")
    command = unescape(re.findall(r"<code>(affray.*?)</code>", first)[0])
    assert CliRunner().invoke(main, shlex.split(command)[1:]).exit_code == 0
    assert Path("r.html").read_text(encoding="utf-8") == first


def test_a_report_that_cannot_be_written_is_refused_before_the_fights(tmp_path: Path) -> None:
    for command in ("compare duel -n 20", "rate orc -n 20"):
        done = CliRunner().invoke(main, [*command.split(), "--report", str(tmp_path / "none" / "r.html")])
        assert done.exit_code == 2
        assert "can't be written" in str(done.exception) + done.output


def test_headings_are_bold_and_intervals_faint() -> None:
    assert colour_line("          dies    out  hp left", False) == f"{BOLD}          dies    out  hp left{PLAIN}"
    assert colour_line("party  56.6%  (54.4% to 58.8%)", False) == f"party  56.6%  {DIM}(54.4% to 58.8%){PLAIN}"
    assert colour_line("Orc 1  92.4%  3.20", False) == "Orc 1  92.4%  3.20"
