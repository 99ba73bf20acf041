"""A table's database that an earlier version wrote: its fights replay, its library is there, and play goes on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from server.tables import Seat, replays, table

from affray.server.store import FightRecord, open_store
from affray.server.store.recovery import recover_store
from affray.server.viewer import Role, new_seat

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


def test_a_table_of_an_earlier_version_is_read_backed_up_and_recovered(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    shutil.copy(FIXTURES / "table.db", tmp_path / "old" / "table.db")
    store = open_store(tmp_path / "old" / "table.db", reading=True)
    store.backup(tmp_path / "copy.db")
    store.close()
    assert recover_store(tmp_path / "old" / "table.db", tmp_path / "sound.db").lost == []
    for place in ("copy.db", "sound.db"):
        with table(tmp_path / place) as here:
            for fight, known in EXPECTED["journals"].items():
                assert (
                    Seat(here, fight, known["token"], "referee").journal().endswith("\n".join([*known["entries"], ""]))
                )
            for shelf in ("parties", "bestiaries"):
                assert here.owner.get(f"/api/library/{shelf}").json() == EXPECTED[shelf]


def test_a_fight_that_a_rule_has_overtaken_is_listed_read_and_exported(tmp_path: Path) -> None:
    text = (FIXTURES / "ours.fight").read_text(encoding="utf-8")
    header, _, lines = text.partition("---\n")
    with table(tmp_path / "table.db") as here:
        record = FightRecord("0123456789ab", "Ours", f"{header}---\n", 0.0)
        seat, token = new_seat(record.id, Role.REFEREE, Role.REFEREE, ())
        here.store.add_fight(record, lines.splitlines(), seat)
        (listed,) = here.owner.get("/api/table").json()["fights"]
        assert (
            "Ours can't be replayed from entry 9 on: since it was saved these rules have changed" in listed["trouble"]
        )
        assert "[classic.move.way]" in listed["trouble"]
        referee = Seat(here, record.id, token, "referee")
        assert referee.view["fight"]["trouble"] == listed["trouble"]
        assert referee.n > 8  # what comes before is read
        assert referee.journal() == text
        refused = referee.do("pass")
        assert refused.status_code >= 400
        assert "It can be read and saved as a file, but not continued" in refused.text
        assert referee.get("/log?format=markdown").status_code == 200
