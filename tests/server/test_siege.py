"""A short siege: honest guests are served while all attackers of bench/attackers.py are at the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server.test_connections import SLOWEST
from siege import Evening, besiege, table


def test_honest_guests_are_served_under_siege(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with table(tmp_path) as (port, process):
        evening = Evening(port, process, a_second=2)
        in_peace, under_siege = asyncio.run(besiege(evening, fights=3, screens=6, seconds=8.0))
    assert len(in_peace.responses) >= 1
    assert len(under_siege.responses) >= 5
    assert max(*under_siege.responses, *under_siege.screens) < SLOWEST
    assert max(files for *_, files in evening.samples) < 1_000
    told = dict(line.split(": ", 1) for line in capfd.readouterr().out.splitlines() if ": " in line)
    assert statuses(told["flooding player"]) <= {"200", "409", "422", "429", "lost"}  # lost: cut off
    assert statuses(told["guessing"]) <= {"401", "429", "lost"}
    assert (tmp_path / "log").stat().st_size < 10_000


def statuses(answers: str) -> set[str]:
    """Return the statuses in "120 401, 6 429"."""
    return {part.split()[1] for part in answers.split(", ")}
