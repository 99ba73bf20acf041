"""What the tests of the table share: a table of their own, and no limit on how often they knock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from databases import postgres
from web.tables import Seat, Table, table

from affray.web import guard


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BURST", 1e9)
    monkeypatch.setattr(guard, "MOST_BURST", 1e9)


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


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture
def address(server: str) -> str:
    """Of a database without anything in it."""
    name = f"table_{time.monotonic_ns()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as link:
        link.execute(f"create database {name}")
    return f"{server}/{name}"
