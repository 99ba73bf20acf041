"""A table's database that an earlier version wrote: its fights replay, its library is there, and play goes on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from server.tables import Seat, replays, table

FIXTURES = Path(__file__).parent.parent / "fixtures" / "previous-version"
EXPECTED: dict[str, Any] = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))["table"]


def test_a_table_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "table.db", tmp_path / "table.db")
    with table(tmp_path / "table.db") as here:
        for fight, known in EXPECTED["journals"].items():
            referee = Seat(here, fight, known["token"], "referee")
            assert referee.journal().partition("---\n")[2].splitlines() == known["entries"]
            assert replays(referee.journal())
        for shelf in ("parties", "bestiaries"):
            assert here.owner.get(f"/api/library/{shelf}").json() == EXPECTED[shelf]
