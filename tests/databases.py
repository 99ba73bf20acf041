"""A PostgreSQL of its own for the tests that need one: on a free port, in a folder that goes away with it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from optional import library, missing
from waiting import wait_until

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


# --- its processes

OTHERS = "pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()"


def connect(address: str) -> Any:
    return library("psycopg").connect(address, autocommit=True)


def backends(address: str) -> list[int]:
    """Return the processes that serve others' connections to this database."""
    with connect(address) as connection:
        return [pid for (pid,) in connection.execute(f"select pid from {OTHERS}").fetchall()]


def data_folder(address: str) -> Path:
    with connect(address) as connection:
        return Path(connection.execute("show data_directory").fetchone()[0])


def postmaster(address: str) -> int:
    return int((data_folder(address) / "postmaster.pid").read_text().split()[0])


@contextmanager
def frozen(processes: Sequence[int]) -> Iterator[None]:
    for each in processes:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in processes:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


def lose_connections(address: str) -> None:
    """End all others' connections to this database."""
    with connect(address) as connection:
        connection.execute(f"select pg_terminate_backend(pid) from {OTHERS}")


def crash(address: str) -> None:
    """Kill one backend: the server ends all others, mends what they were writing, and goes on."""
    with connect(address) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)
    assert wait_until(lambda: is_there(address))


def restart(address: str) -> None:
    """Stop the server at once, as if the machine had lost its power, and start it again."""
    where, data = programs(), data_folder(address)
    assert where is not None, "PostgreSQL was there when it was started"
    run_as_keeper(
        str(where / "pg_ctl"), "-D", str(data), "-l", f"{data.parent}/log", "-m", "immediate", "-w", "restart"
    )


def is_there(address: str) -> bool:
    try:
        connect(address).close()
    except library("psycopg").Error:
        return False
    return True
