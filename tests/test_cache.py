"""The disk cache of compiled rules: a changed rule is compiled anew, and nobody else's object code is ever run."""

from __future__ import annotations

import linecache
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from affray import files
from affray.compiler import machine, source
from affray.compiler.kernels import building, cache
from affray.compiler.kernels.building import LIGHT, kernel
from affray.compiler.kernels.cache import kernel_folder
from affray.files import SHORT
from affray.rules import get
from affray.rules.book import Book
from affray.scenario import load
from affray.simulation.batch import simulate
from affray.simulation.compiled import CompiledPlayer

CLASSIC = get("classic")
DUEL = load("duel")
START = CLASSIC.build(DUEL, {})[0]
OURS, THEIRS = "affray.rules.thumb", "theirs.thumb"  # names of modules


def forget() -> None:
    cache.kernel_digest.cache_clear()
    cache.folder.cache_clear()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own, with nothing in it and nothing in memory; what goes to a temporary folder goes there too."""
    (tmp_path / "passing").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "passing"))
    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path / "kernels"))
    for name in ("_kernels", "_known"):
        monkeypatch.setattr(building, name, {})
    monkeypatch.setattr(building, "_failures", set())
    forget()
    yield tmp_path / "kernels"
    forget()


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every module that was compiled meanwhile."""
    done = list[str]()

    def counted(text: str) -> bytes:
        done.append(text)
        return made(text)

    made = machine.object_code
    monkeypatch.setattr(machine, "object_code", counted)
    return done


# --- which object code is for which rules


@pytest.fixture
def package(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package as ours, with hardly anything in it."""
    made = tmp_path / "package"
    for folder in ("rules", "compiler", "simulate", "odds"):
        (made / folder).mkdir(parents=True)
    monkeypatch.setattr(cache.kernel_digest.__wrapped__, "__defaults__", (made,))
    return made


def book_of(file: Path, rule: str, module: str, **given: object) -> Book:
    """As a process finds it that starts now: a book with one rule, which lies in this file. `given`: what the rule sees
    besides."""
    text = f"def thumb(f: Fight) -> None:\n    f.round = {rule}\n    f.winner = 0\n"
    text = f"from affray.engine.state import Fight\n\n\n{text}"
    file.write_text(text)
    linecache.clearcache()
    source.functions_in.cache_clear()
    forget()
    building._kernels.clear()
    loaded = ModuleType(module)
    vars(loaded).update(given)
    exec(compile(text, str(file), "exec"), vars(loaded))
    return replace(CLASSIC, step=loaded.thumb)


def rounds_by(file: Path, rule: str, module: str = OURS, **given: object) -> int:
    """How many rounds a fight takes by the rule, compiled."""
    return CompiledPlayer(book_of(file, rule, module, **given), START, 1, tally_all=False).play_one(0).rounds


def test_a_changed_rule_is_not_served_from_the_old_cache(package: Path, compilations: list[str]) -> None:
    file = package / "rules" / "thumb.py"
    assert rounds_by(file, "3") == 3
    assert rounds_by(file, "4 + 3") == 7
    assert len(compilations) == 2
    assert rounds_by(file, "3") == 3
    assert len(compilations) == 2, "the last one had been compiled before"


def test_without_the_digest_it_would_be(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trap is real."""
    monkeypatch.setattr(cache, "folder_digest", lambda *_: "0" * SHORT)
    file = package / "rules" / "thumb.py"
    assert rounds_by(file, "3") == 3
    assert rounds_by(file, "4 + 3") == 3


def test_nor_is_a_changed_rule_of_others(package: Path, tmp_path: Path, compilations: list[str]) -> None:
    """No digest of ours knows of it: its book is known by its text."""
    file, digests = tmp_path / "thumb.py", set[str]()
    for rule, expected in (("3", 3), ("4 + 3", 7), ("3", 3)):
        assert rounds_by(file, rule, THEIRS) == expected
        digests.add(cache.kernel_digest())
    assert (len(digests), len(compilations)) == (1, 2)


@pytest.mark.parametrize("rule", ["NUMBER", "TABLE[2]", "elsewhere.NUMBER", "elsewhere.TABLE[f.n]"])
def test_nor_is_one_that_sees_another_number(package: Path, tmp_path: Path, rule: str) -> None:
    """Its text is the same; the number stands in another file, or is the place of an option."""
    for number in (3, 7, 3):
        given: dict[str, object] = {"NUMBER": number, "TABLE": (1, 2, number)}
        elsewhere = SimpleModule(given)
        assert rounds_by(tmp_path / "thumb.py", rule, THEIRS, elsewhere=elsewhere, **given) == number


class SimpleModule(ModuleType):
    def __init__(self, given: dict[str, object]) -> None:
        super().__init__("theirs.elsewhere")
        vars(self).update(given)


def test_a_book_of_ours_has_one_folder_and_one_of_others_one_for_each_text(package: Path, tmp_path: Path) -> None:
    files = [tmp_path / "one.py", tmp_path / "other.py"]
    assert len({kernel_folder(book_of(package / "rules" / "thumb.py", rule, OURS)) for rule in "34"}) == 1
    assert len({kernel_folder(book_of(files[0], rule, THEIRS)) for rule in "34"}) == 2
    assert kernel_folder(book_of(files[0], "3", THEIRS)) == kernel_folder(book_of(files[1], "3", THEIRS)), (
        "wherever it lies"
    )


@pytest.mark.parametrize(
    "name",
    [
        "rules/deep/tables.yaml",
        "rules/deep/x.py",
        "compiler/expressions.py",
        "engine/state.py",
        "engine/dice.py",
        "compiler/kernels/players.py",
        "compiler/kernels/record.py",
        "compiler/kernels/explore.py",
        "rules/shared/damage.py",
    ],
)
def test_every_rule_table_and_compiler_file_is_in_the_digest(package: Path, name: str) -> None:
    seen = {cache.kernel_digest()}
    (package / name).parent.mkdir(parents=True, exist_ok=True)
    for text in ("one = 1", "one = 2"):
        (package / name).write_text(text)
        cache.kernel_digest.cache_clear()
        seen.add(cache.kernel_digest())
    assert len(seen) == 3


@pytest.mark.parametrize("name", ["simulation/report.py", "server/pages.py", "rules/notes.txt"])
def test_what_no_kernel_sees_is_not(package: Path, name: str) -> None:
    before = cache.kernel_digest()
    (package / name).parent.mkdir(parents=True, exist_ok=True)
    (package / name).write_text("one = 1")
    cache.kernel_digest.cache_clear()
    assert cache.kernel_digest() == before


@pytest.mark.parametrize("what", ["processor_name", "version"])
def test_another_processor_or_library_has_its_own(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    before = cache.kernel_digest.__wrapped__()
    monkeypatch.setattr(cache, what, lambda *_: "another")
    assert cache.kernel_digest.__wrapped__() != before


# --- the folder


def test_old_kernels_are_forgotten(tmp_path: Path) -> None:
    names = [f"{n:0{SHORT}x}" for n in range(cache.KEPT_DIGESTS + 2)]
    for age, name in enumerate([*names, "somebody else's"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    cache.prune(tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {*names[: cache.KEPT_DIGESTS], "somebody else's"}


def test_it_is_the_user_s_alone(place: Path) -> None:
    """Even where a group shares all that its members make."""
    before = os.umask(0o002)
    try:
        cache.save_bytes("classic", "a kernel", b"code")
    finally:
        os.umask(before)
    made = cache.file_path("classic", "a kernel")
    assert cache.folder().parent == place
    assert cache.is_shared()
    assert mode(made) == 0o600
    assert {mode(folder) for folder in (place, cache.folder(), made.parent)} == {0o700}
    assert cache.load_bytes("classic", "a kernel") == b"code"
    assert [p.name for p in made.parent.iterdir()] == ["a kernel"]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_where_nothing_can_be_kept_a_passing_folder_does(place: Path) -> None:
    place.write_text("a file")
    assert_passing()


@pytest.mark.parametrize("bits", [0o770, 0o707, 0o777, 0o1777])
@pytest.mark.parametrize("inner", [False, True])
def test_so_where_others_can_write(place: Path, bits: int, inner: bool) -> None:
    made = place / cache.kernel_digest() if inner else place
    made.mkdir(parents=True, mode=0o700)
    place.chmod(0o700)
    made.chmod(bits)
    assert_passing()


@pytest.mark.parametrize("bits", [0o700, 0o755])
def test_who_reads_alone_does_no_harm(place: Path, bits: int) -> None:
    place.mkdir()
    place.chmod(bits)
    assert cache.folder().parent == place


def test_so_where_it_is_somebody_else_s(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save_bytes("classic", "a kernel", b"code")
    forget()
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert_passing()
    assert cache.load_bytes("classic", "a kernel") is None


def assert_passing() -> None:
    """What is saved goes to a folder that no other process finds, and is found again by this one."""
    made = cache.folder()
    assert made.parent == Path(tempfile.gettempdir())
    assert not cache.is_shared()
    assert mode(made) == 0o700


# --- files


Spoil = Callable[[Path], object]
SPOILT: dict[str, Spoil] = {
    "others can write to it": lambda file: file.chmod(0o602),
    "so can a group": lambda file: file.chmod(0o620),
    "others can write to its folder": lambda file: file.parent.chmod(0o777),
    "it is empty": lambda file: file.write_bytes(b""),
    "it ends too soon": lambda file: file.write_bytes(file.read_bytes()[:-100]),
    "a byte is another": lambda file: file.write_bytes(file.read_bytes()[:-1] + b"?"),
    "it is something else": lambda file: file.write_bytes(b"garbage" * 1000),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_may_be_damaged_or_another_s_is_not_loaded(place: Path, how: str) -> None:
    cache.save_bytes("classic", "a kernel", b"code" * 100)
    assert cache.load_bytes("classic", "a kernel") == b"code" * 100
    SPOILT[how](cache.file_path("classic", "a kernel"))
    assert cache.load_bytes("classic", "a kernel") is None


@pytest.mark.parametrize("how", SPOILT)
def test_it_is_compiled_anew(package: Path, compilations: list[str], how: str) -> None:
    """Object code that is damaged ends the process when it is loaded."""
    book = book_of(package / "rules" / "thumb.py", "3", OURS)
    kernel(book, LIGHT)
    SPOILT[how](cache.file_path(kernel_folder(book), "light.o"))
    building._kernels.clear()
    assert CompiledPlayer(book, START, 1, tally_all=False).play_one(0).rounds == 3
    assert len(compilations) == 2


def test_a_file_of_somebody_else_is_not_loaded(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the folder is ours."""
    cache.save_bytes("classic", "a kernel", b"code")
    folders, trusted = {cache.folder(), cache.folder() / "classic"}, files.is_trusted
    me = os.geteuid()
    monkeypatch.setattr(cache, "is_trusted", lambda path: path in folders or trusted(path))
    assert cache.load_bytes("classic", "a kernel") == b"code"
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert cache.load_bytes("classic", "a kernel") is None


def test_a_full_disk_costs_the_cache_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", full)
    cache.save_bytes("classic", "a kernel", b"code")
    assert cache.load_bytes("classic", "a kernel") is None


# --- the whole way


def ran(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, "AFFRAY_WARM": "off", **environment}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=given)


WAITING = """
from affray.rules import get
from affray.scenario import load
from affray.simulation.batch import simulate
found = simulate(load("duel"), get("classic"), {}, 0, 200, wait=True)
print(found.engine, found.checksum)
"""


def test_damaged_kernels_neither_end_a_run_nor_change_it(tmp_path: Path) -> None:
    """From the command line, and waiting for them."""
    plain = simulate(DUEL, CLASSIC, {}, 0, 200, plain=True)
    expected = f"compiled {plain.checksum}\n"
    assert ran("-c", WAITING, AFFRAY_CACHE=str(tmp_path)).stdout == expected
    kernels = list(tmp_path.rglob("tallying-*.o"))
    assert len(kernels) == 1
    for words in (("-c", WAITING), ("-m", "affray", "sim", "duel", "-n", "200")):
        kernels[0].write_bytes(b"\x7fELF" + b"garbage" * 1000)
        done = ran(*words, AFFRAY_CACHE=str(tmp_path))
        assert (done.returncode, done.stderr) == (0, "")
        assert plain.checksum in done.stdout


def test_where_they_can_t_be_loaded_the_plain_rules_run_and_say_so_once(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(code: bytes) -> None:
        raise OSError("not for this processor")

    monkeypatch.setattr(machine, "Library", broken)
    found = [simulate(DUEL, CLASSIC, {}, 0, 50, wait=True) for _ in range(2)]
    plain = simulate(DUEL, CLASSIC, {}, 0, 50, plain=True)
    assert [(one.engine, one.checksum) for one in found] == [("plain", plain.checksum)] * 2
    assert capsys.readouterr().err.count("not available (not for this processor)") == 1
