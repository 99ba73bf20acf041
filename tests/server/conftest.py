"""What the tests of the table share: a table of their own, and no limit on how often they knock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from server.browsers import Process, chromium, running
from server.tables import Seat, Table, table

from affray.server import connections, guard

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BURST", "STRANGE_BURST", "WRONG_BURST"):
        monkeypatch.setattr(guard, name, 1e9)
    monkeypatch.setattr(connections, "AT_ONCE", 1e9)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def here(place: Path) -> Iterator[Table]:
    with table(place) as made:
        yield made


@pytest.fixture
def referee(here: Table) -> Seat:
    """Of `orcs`, whose party is people."""
    return here.begin()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(tmp_path_factory.mktemp("table")) as made:
        yield made
