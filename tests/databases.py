"""A PostgreSQL of its own for the tests that need one: on a free port, in a folder that goes away with it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from optional import library, missing

KEEPER = "postgres"  # PostgreSQL refuses to run as root


def programs() -> Path | None:
    """Find the folder of PostgreSQL's programs; Debian keeps them out of the way."""
    if found := shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    here = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return here[-1].parent if here else None


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        port: int = some.getsockname()[1]
        return port


def run_as_keeper(*words: str) -> None:
    command = [*(["runuser", "-u", KEEPER, "--"] if os.geteuid() == 0 else []), *words]
    run = subprocess.run(command, capture_output=True, text=True, cwd="/")
    assert run.returncode == 0, run.stdout + run.stderr


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server of its own and give its address."""
    library("psycopg")
    library("psycopg_pool")
    where = programs()
    if where is None:
        missing("PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="affray-pg-") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, KEEPER)
        port, data = free_port(), f"{folder}/data"
        run_as_keeper(str(where / "initdb"), "-D", data, "-U", KEEPER, "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        run_as_keeper(str(where / "pg_ctl"), "-D", data, "-l", f"{folder}/log", "-o", settings, "-w", "start")
        try:
            yield f"postgresql://{KEEPER}@127.0.0.1:{port}"
        finally:
            run_as_keeper(str(where / "pg_ctl"), "-D", data, "-m", "immediate", "stop")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture
def address(postgres_server: str) -> str:
    """The address of an empty database."""
    name = f"table_{time.monotonic_ns()}"
    with library("psycopg").connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return f"{postgres_server}/{name}"
