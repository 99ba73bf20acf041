"""Who plays the fights: here, in other processes, or on Dask. It comes to the same, whoever is lost meanwhile."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from affray.errors import AffrayError
from affray.rules import get
from affray.scenario import load
from affray.simulation import executors
from affray.simulation.batch import simulate
from affray.simulation.executors import Team, check_executor, open_team
from affray.studies.sweep import Sweep, sweep

HAS_DASK = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(not HAS_DASK, reason="the extra `cluster` is not installed")
DUEL, CLASSIC = load("duel"), get("classic")


def fought(crew: Team, n: int = 400) -> str:
    result = simulate(DUEL, CLASSIC, {}, 3, n, crew.workers, True, executor=crew.executor)
    assert (result.fights, result.complete) == (n, True)
    return result.checksum


def here() -> str:
    return fought(Team(None, 1))


def swept(executor: str, cells: int = 12, n: int = 150) -> Sweep:
    return sweep("duel", f"orc.hp=1..{cells}", n=n, plain=True, executor=executor, threads=2)


# --- names


@pytest.mark.parametrize("name", ["", "thread", "dask", "dask://", "dask://here", "dask://here:x", "dask://here:99999"])
def test_a_name_that_is_none_is_refused_with_the_right_ones(name: str) -> None:
    with pytest.raises(AffrayError, match=r"expected local, processes, gpu or dask://HOST:PORT"):
        check_executor(name)
    with pytest.raises(AffrayError, match=r"expected local, processes, gpu or dask://HOST:PORT"), open_team(name):
        pass


def test_local_is_no_executor_at_all() -> None:
    with open_team("local", 3) as crew:
        assert crew == Team(None, 3)


# --- processes


def test_processes_come_to_the_same() -> None:
    with open_team("processes", 2) as crew:
        assert crew.workers == 2
        assert fought(crew) == here()


def test_a_sweep_in_processes_is_the_sweep_here() -> None:
    assert swept("processes").as_json() == swept("local").as_json()


def test_processes_end_when_all_is_called_off() -> None:
    found = list[int]()
    with pytest.raises(KeyboardInterrupt):
        called_off(found)
    deadline = time.monotonic() + 30
    while is_running(found[0]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(found[0])


def called_off(found: list[int]) -> None:
    """In the middle of something long."""
    with open_team("processes", 1) as crew:
        assert crew.executor is not None
        found.append(crew.executor.submit(os.getpid).result())
        crew.executor.submit(time.sleep, 600)
        raise KeyboardInterrupt


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_lost_process_is_a_clear_word_and_names_the_cell() -> None:
    """Unlike Dask's, a pool of processes does not replace one that was killed."""
    with pytest.raises(AffrayError, match=r"Orc\.hp=\d+: whoever played it failed: Broken(ProcessPool|Executor)"):
        sweep("duel", "orc.hp=1..4", n=10**9, plain=True, executor="processes", threads=1, follow=None, seed=killer())


def killer() -> int:
    """Kills our child processes as soon as there are any. Gives a seed."""
    from multiprocessing import active_children
    from threading import Thread

    def run() -> None:
        while not (children := active_children()):
            time.sleep(0.05)
        for child in children:
            child.kill()

    Thread(target=run, daemon=True).start()
    return 1


# --- Dask


@dataclass
class Cluster:
    """A scheduler and its workers, each a process of its own."""

    folder: Path
    address: str
    processes: list[subprocess.Popen[bytes]]

    def add_worker(self) -> subprocess.Popen[bytes]:
        words = ["worker", self.address.replace("dask://", "tcp://"), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker = started([*words, "--local-directory", str(self.folder)], self.folder / f"{len(self.processes)}.log")
        self.processes.append(worker)
        return worker

    def wait_for(self, workers: int) -> None:
        from distributed import Client

        with Client(self.address.replace("dask://", "tcp://"), set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=120)


def started(words: list[str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=file, stderr=file)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    import json

    file = tmp_path / "scheduler.json"
    words = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file), "--no-dashboard"]
    found = Cluster(tmp_path, "", [started(words, tmp_path / "scheduler.log")])
    try:
        deadline = time.monotonic() + 120
        while not (file.exists() and file.read_text()):
            assert time.monotonic() < deadline, (tmp_path / "scheduler.log").read_text()
            time.sleep(0.1)
        found.address = json.loads(file.read_text())["address"].replace("tcp://", "dask://")
        yield found
    finally:
        for process in reversed(found.processes):
            process.kill()
            process.wait()


@needs_dask
def test_on_dask_it_is_the_same_and_a_lost_worker_costs_only_time(cluster: Cluster) -> None:
    with pytest.raises(AffrayError, match="has no workers"), open_team(cluster.address):
        pass
    victim, _ = cluster.add_worker(), cluster.add_worker()
    cluster.wait_for(2)
    with open_team(cluster.address) as crew:
        assert crew.workers == 2
        assert fought(crew) == here()
    assert killed_in_the_middle(cluster, victim).as_json() == swept("local", 60).as_json()


def killed_in_the_middle(cluster: Cluster, victim: subprocess.Popen[bytes]) -> Sweep:
    def follow(done: int, of: int) -> None:
        if done == of // 3:
            victim.send_signal(signal.SIGKILL)

    return sweep("duel", "orc.hp=1..60", n=150, plain=True, executor=cluster.address, follow=follow)


@needs_dask
def test_a_scheduler_that_is_not_there_is_a_clear_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "ANSWER_SECONDS", 0.5)
    with (
        pytest.raises(AffrayError, match=r"no Dask scheduler answers at dask://127\.0\.0\.1:9"),
        open_team("dask://127.0.0.1:9"),
    ):
        pass


def test_without_dask_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(AffrayError, match=r"pip install 'affray\[cluster\]'"), open_team("dask://127.0.0.1:8786"):
        pass
