"""A table.db that the previous version has written: it opens, and everything in it is there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.tables import Seat, Table, replays, table

FILE = Path(__file__).parent / "previous" / "table.db"  # of version 0.1.0, before its modules were moved
FIGHT, PARTY = "615c675e9a67", "8a35054003c1"
REFEREE, ANN, ROOM = "token-2", "token-3", "token-4"


@pytest.fixture
def old(place: Path) -> Iterator[Table]:
    shutil.copy(FILE, place)
    with table(place) as opened:
        yield opened


def test_its_fights_are_listed_and_replay(old: Table) -> None:
    listed = old.owner.get("/api/table").json()["fights"]
    assert [(fight["title"], fight["over"]) for fight in listed] == [("Orcs at the ford", False), ("The ford", True)]
    for fight in old.store.fights():
        assert replays(fight.header + "".join(f"{entry.text}\n" for entry in old.store.entries(fight.id)))


def test_its_seats_see_what_they_saw_and_go_on(old: Table) -> None:
    referee, ann, room = (Seat(old, FIGHT, token) for token in (REFEREE, ANN, ROOM))
    people = {person["name"]: person for person in referee.look()["view"]["people"]}
    assert (referee.n, len(referee.entries())) == (35, 14)
    assert (people["Orc 1"]["hp"], people["Grub"]["note"], people["Grub"]["hidden"]) == (1, "has the key", True)
    assert referee.view["settings"] == {"players_undo": True, "confirm": False, "odds": False, "timeout": 30}
    assert "Grub" not in room.get().text
    assert ann.look()["view"]["you"]["people"] == ["Magic-user"]
    referee.look()
    assert referee.do(referee.view["asks"]["legal"][0]["words"]).status_code == 200
    assert replays(referee.journal())


def test_its_library_and_scenarios_are_there(old: Table) -> None:
    party = old.owner.get(f"/api/library/parties/{PARTY}").json()
    assert (party["name"], [change["what"] for change in party["changes"]]) == ("The Lanterns", ["made", "fought"])
    assert [member["name"] for member in party["members"]] == ["Anna", "Oswin"]
    assert old.owner.get("/api/library/bestiaries").json()[0]["creatures"] == ["bone hound"]
    assert [one["name"] for one in old.owner.get("/api/examples").json() if one.get("kept")] == ["ours"]
