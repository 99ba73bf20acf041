"""Files: written whole or not at all, what killed processes leave, locks, and paths that can't be."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray import files
from affray.cli import main
from affray.errors import AffrayError
from affray.files import AtomicFile, FileLock, Held, read_holder, write_whole


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- new files


def test_a_file_is_written_whole_or_not_at_all() -> None:
    write_whole(Path("a.txt"), "one\n")
    write_whole(Path("a.txt"), "two\n")
    assert Path("a.txt").read_bytes() == b"two\n"
    with pytest.raises(AffrayError, match=r"can't write nowhere/a\.txt: No such file or directory"):
        write_whole(Path("nowhere/a.txt"), "three\n")
    with pytest.raises(UnicodeEncodeError), AtomicFile("a.txt", [".txt"]).filling():
        "\ud800".encode()
    assert (os.listdir(), Path("a.txt").read_bytes()) == (["a.txt"], b"two\n")


def test_what_is_no_file_is_written_to_and_not_replaced() -> None:
    write_whole(Path(os.devnull), "lost\n")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights there")
def test_a_file_keeps_its_rights_when_it_is_replaced() -> None:
    before = os.umask(0o022)
    try:
        for name, private, mode in (("new", False, 0o644), ("own", True, 0o600)):
            write_whole(Path(name), "one", private)
            assert stat.S_IMODE(Path(name).stat().st_mode) == mode
        Path("new").chmod(0o640)
        write_whole(Path("new"), "two")
        assert stat.S_IMODE(Path("new").stat().st_mode) == 0o640
    finally:
        os.umask(before)


def test_what_killed_processes_left_is_swept_and_nothing_else() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    ours, old = f".affray.{files.HOST}.{os.getpid()}.x", ".affray.abcdefgh"
    kept = [ours, f".affray.elsewhere-{files.HOST}.{gone.pid}.x", ".affray.yaml", ".affray.12345678", ".other.lock"]
    swept = [f".affray.{files.HOST}.{gone.pid}.x", f".affray.{files.HOST}.{gone.pid}.x-wal", old]
    for name in (*kept, *swept):
        Path(name).write_bytes(b"")
    os.utime(old, (time.time() - 10_000,) * 2)
    write_whole(Path("a.txt"), "one\n")
    assert sorted(os.listdir()) == sorted([*kept, "a.txt"])


# --- locks


LOCKED = """
import sys
from pathlib import Path
from affray.files import FileLock
lock = FileLock(Path(sys.argv[1]))
lock.tell("http://there")
print("mine", flush=True)
input()
"""


def test_one_process_at_a_time_and_a_killed_one_holds_nothing() -> None:
    first = subprocess.Popen([sys.executable, "-c", LOCKED, "a.txt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert first.stdout is not None
    assert first.stdout.readline() == b"mine\n"
    with pytest.raises(Held, match=rf"a.txt is in use by process {first.pid} on .+ since \d{{4}}-") as no:
        FileLock(Path("a.txt"))
    assert no.value.holder is not None
    assert no.value.holder.address == "http://there"
    first.kill()
    first.communicate()
    assert os.listdir() == [".a.txt.lock"]
    with FileLock(Path("a.txt")):
        holder = read_holder(Path(".a.txt.lock"))
        assert holder is not None
        assert holder.pid == os.getpid()
        with pytest.raises(Held):
            FileLock(Path("a.txt"))
    assert os.listdir() == []


def test_a_lock_that_nobody_holds_is_swept() -> None:
    Path(".a.txt.lock").write_text('{"affray": 1, "pid": 1, "host": "x", "since": "", "address": ""}')
    with FileLock(Path("b.txt")):
        write_whole(Path("c.txt"), "one\n")
        assert sorted(os.listdir()) == [".b.txt.lock", "c.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such links there")
def test_a_link_is_locked_as_what_it_leads_to() -> None:
    Path("a.txt").write_text("")
    Path("link").symlink_to("a.txt")
    Path("victim").write_text("precious")
    with FileLock(Path("link")), pytest.raises(Held):
        FileLock(Path("a.txt"))
    Path(".b.txt.lock").symlink_to("victim")
    FileLock(Path("b.txt")).release()  # a link in the place of a lock is not followed
    assert Path("victim").read_text() == "precious"


# --- paths and files that can't be

ODD = ["\0", "a" * 10_000, "\ud800", ".", "nowhere/there"]
FUNCTIONS: dict[str, Callable[[str], object]] = {
    "start": affray.start,
    "start, house": lambda odd: affray.start("duel", house=odd),
    "start, houses": lambda odd: affray.start("duel", house=[odd]),
    "load": affray.load,
    "recover": affray.recover,
    "save": lambda odd: affray.start("duel").save(odd),
    "rate": affray.rate,
    "rate, house": lambda odd: affray.rate("orc", house=odd),
    "compare, house": lambda odd: affray.compare("duel", house=[odd], n=2, plain=True),
    "sweep, out": lambda odd: affray.sweep("duel", "orc.hp=1..2", n=2, plain=True, out=f"{odd}/x"),
    "houserules": affray.houserules.load,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_no_path_is_a_mistake_like_others(name: str) -> None:
    for odd in ODD:
        if (name, odd) != ("sweep, out", "."):
            with pytest.raises(AffrayError):
                FUNCTIONS[name](odd)
    assert os.listdir() == []


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file there")
@pytest.mark.parametrize(
    "words",
    [
        "replay", "play", "fight", "sim", "odds", "check", "import", "party", "rest", "write", "sheet", "recover",
        "backup out.db --data", "export --data", "rate", "balance", "fight duel --house",
    ],
)  # fmt: skip
def test_an_endless_file_ends_in_a_sentence(words: str) -> None:
    began = time.monotonic()
    told = CliRunner().invoke(main, [*words.split(), "/dev/zero"])
    assert told.exit_code == 2
    assert isinstance(told.exception, SystemExit)
    assert told.output
    assert time.monotonic() - began < 20
