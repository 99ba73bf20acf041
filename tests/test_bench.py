"""Benches that check instead of measuring: each finds what it should in a few fights."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from click.testing import CliRunner

from affray.cli import main
from affray.rules import get

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture
def scenes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    import scenes

    return scenes


def test_exact_odds_of_random_fights_equal_fractions(scenes: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert scenes.held(get("classic"), fights=12, seed=2)
    told = capsys.readouterr().out
    assert "0 OFF" in told
    assert "0 compared" not in told


def test_a_wrong_chance_is_reported(
    scenes: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scenes, "enumerate_fight", lambda book, start, rounds: SimpleNamespace(ends={}))
    assert not scenes.held(get("classic"), fights=12, seed=2)
    assert "off by" in capsys.readouterr().out


def test_commands_work_in_an_empty_folder_apart_from_the_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CI installs the wheel, so it is the wheel that runs here; bench/wheel.py does the rest."""
    monkeypatch.syspath_prepend(str(BENCH))
    import wheel

    (tmp_path / "crab.txt").write_text(wheel.BLOCK, encoding="utf-8")
    assert wheel.check_commands(sys.executable, tmp_path) == ""
    monkeypatch.setattr(wheel, "COMMANDS", {"check crab.txt": "OK"})
    assert "ends with 2" in wheel.check_commands(sys.executable, tmp_path)


def test_the_commands_of_the_gallery_make_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here with six fights each; bench/gallery.py keeps them with as many as the page says."""
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.chdir(tmp_path)
    import gallery

    commands = gallery.commands(6)
    assert len(commands) > 6
    codes = [CliRunner().invoke(main, words[1:]).exit_code for words in commands]
    assert [code for code, words in zip(codes, commands, strict=True) if code and words[1] != "balance"] == []
    assert gallery.wanted() <= {each.name for each in tmp_path.iterdir()}
    assert gallery.wanted() <= {each.name for each in (gallery.DOCS / "gallery").iterdir()}


def test_cunning_is_judged_by_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """99%, and two points: 60 of 100 against 50% is open, 700 of 1,000 better, 300 worse, half of a million as good."""
    monkeypatch.syspath_prepend(str(BENCH))
    import cunning

    assert cunning.judge(60, 100, 0.5) == cunning.OPEN
    assert cunning.judge(700, 1_000, 0.5) == cunning.BETTER
    assert cunning.judge(300, 1_000, 0.5) == cunning.WORSE
    assert cunning.judge(500_000, 1_000_000, 0.5) == cunning.AS_GOOD
