"""Sittings of `affray play` with scripted input, in a folder of their own, and what they leave in its journals."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from affray.cli import main


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def sit(arguments: str, *said: str) -> Result:
    """One sitting: what is said, a line each, until the input ends."""
    result = CliRunner().invoke(main, ["play", *arguments.split()], input="".join(f"{line}\n" for line in said))
    assert "Traceback" not in result.output
    assert result.exit_code == 0, result.output
    return result


def after(result: Result, said: str) -> str:
    """What came in answer to a line, the last time it was said."""
    return result.stdout.rpartition(f"> {said}\n")[2].partition("\n> ")[0]


def entries(file: str = "orcs.fight") -> list[str]:
    """The lines of a journal below its header, without their hashes."""
    lines = Path(file).read_text().splitlines()
    return [line.rpartition("  #")[0] for line in lines[lines.index("---") + 1 :]]
