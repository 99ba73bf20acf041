"""Damaged files: what `backup`, `export` and `recover` still give, and what they say is lost."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import affray
from affray.cli import main
from affray.play.journal import RULE
from affray.server.live import add_fight
from affray.server.store import Document, open_store

FIGHTS = 12


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AFFRAY_DATA", "table")


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, list(words))
    assert "Traceback" not in result.output
    return result


def begun(seed: int, answers: int = 6) -> affray.Play:
    play = affray.start("orcs", seed=seed, players=["party"])
    for _ in range(answers):
        play.do(play.legal[0])
    return play


@pytest.fixture
def fights() -> dict[str, str]:
    """The journals of a table, by their ids."""
    store = open_store(Path("table", "table.db"))
    made = {}
    for seed in range(FIGHTS):
        play = begun(seed)
        record, _ = add_fight(store, play, [])  # passes where nothing is to choose, before its journal is read
        made[record.id] = play.journal()
    store.save_document("scenario", "ours", "title: Ours\n")
    store.close()
    return made


def spoil(found: bytes, put: bytes, file: str = "table/table.db") -> None:
    data = Path(file).read_bytes()
    assert data.count(found) == 1
    assert len(found) == len(put)
    Path(file).write_bytes(data.replace(found, put))


def spoil_a_page(fights: dict[str, str]) -> None:
    """Write over the middle of the page that a fight's beginning is in."""
    data = bytearray(Path("table/table.db").read_bytes())
    at = data.index(b"\nseed: 5\n") // 4096 * 4096
    data[at + 8 : at + 400] = b"\xa5" * 392
    Path("table/table.db").write_bytes(data)


def journals(folder: str) -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in Path(folder).iterdir()}


# --- export


def test_all_fights_are_exported_but_the_damaged_one(fights: dict[str, str]) -> None:
    assert run("export", "all", "--save", "sound").output == f"{FIGHTS} fights saved in sound.\n"
    assert journals("sound") == fights
    spoil(b"\nseed: 5\n", b"\nse\xffd: 5\n")
    (lost,) = (id for id, text in fights.items() if "\nseed: 5\n" in text)
    told = run("export", "all", "--save", "out")
    assert (told.exit_code, told.stdout) == (1, f"{FIGHTS - 1} fights saved in out.\n")
    assert f"Damaged and left out: {lost}  Orcs at the ford: " in told.stderr
    assert "`affray recover`" in told.stderr
    assert "xffd" not in told.stderr
    assert journals("out") == {id: text for id, text in fights.items() if id != lost}
    listed = run("export")
    assert (listed.exit_code, len(listed.stdout.splitlines())) == (1, FIGHTS)
    assert lost in listed.stderr
    assert run("export", lost).exit_code == 2
    assert run("export", next(id for id in fights if id != lost)).exit_code == 0
    assert run("export", "all").exit_code == 2  # into which folder?


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights there")
def test_what_is_exported_is_for_its_owner_alone(fights: dict[str, str]) -> None:
    run("export", "last", "--save", "last.fight")
    run("export", "all", "--save", "all")
    files = [Path("last.fight"), *Path("all").iterdir()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(Path("all").stat().st_mode) == 0o700


# --- backup


def test_a_damaged_table_keeps_its_last_backup_and_is_told_what_can_be_had(fights: dict[str, str]) -> None:
    assert run("backup", "copy.db").output == "Everything is saved in copy.db.\n"
    before = Path("copy.db").read_bytes()
    spoil_a_page(fights)
    told = run("backup", "copy.db")
    assert told.exit_code == 2
    assert "is damaged (" in told.stderr
    assert "nothing was written to copy.db" in told.stderr
    assert "`affray recover` saves everything readable to a new file" in told.stderr
    assert Path("copy.db").read_bytes() == before
    assert sorted(os.listdir()) == ["copy.db", "table"]


# --- recover, a table


def test_of_a_damaged_table_all_but_the_damaged_is_saved(fights: dict[str, str]) -> None:
    spoil(b"\nseed: 5\n", b"\nse\xffd: 5\n")
    (lost,) = (id for id, text in fights.items() if "\nseed: 5\n" in text)
    told = run("recover", "--save", "new/table.db")
    assert told.exit_code == 2  # there is no such folder
    Path("new").mkdir()
    told = run("recover", "--save", "new/table.db")
    assert told.exit_code == 1
    assert (
        f"{FIGHTS - 1} of {FIGHTS} fights, {FIGHTS - 1} links and {FIGHTS} other texts are saved in new" in told.stdout
    )
    assert f"Lost: Orcs at the ford ({lost}): its beginning is damaged\n" in told.stderr
    assert run("export", "all", "--data", "new", "--save", "out").exit_code == 0
    assert journals("out") == {id: text for id, text in fights.items() if id != lost}
    again = open_store(Path("new/table.db"))
    assert again.documents("scenario") == {"ours": "title: Ours\n"}
    again.close()
    assert "already exists" in run("recover", "--save", "new/table.db").stderr


def test_of_a_damaged_page_the_others_are_saved(fights: dict[str, str]) -> None:
    spoil_a_page(fights)
    told = run("recover")
    assert told.exit_code == 1
    assert "Lost" in told.stderr
    assert Path("table/table-recovered.db").exists()
    Path("table/table-recovered.db").rename("copy.db")
    Path("new").mkdir()
    Path("copy.db").rename("new/table.db")
    assert run("backup", "sound.db", "--data", "new").exit_code == 0
    run("export", "all", "--data", "new", "--save", "out")
    saved = journals("out")
    assert 0 < len(saved) < FIGHTS
    assert saved.items() <= fights.items()


def test_of_a_damaged_entry_what_comes_before_is_saved(fights: dict[str, str]) -> None:
    id, text = list(fights.items())[3]
    third = text.partition(f"{RULE}\n")[2].splitlines()[2]
    store = open_store(Path("table/table.db"))
    with store.transaction():
        store.rows("update entries set text = cast(x'ff' as text) where fight = ? and number = 3", id)
    store.close()
    told = run("recover")
    assert told.exit_code == 1
    assert f"In part: Orcs at the ford ({id}): 2 of " in told.stderr
    Path("new").mkdir()
    Path("table/table-recovered.db").rename("new/table.db")
    assert run("export", id, "--data", "new").stdout == text.partition(third)[0]


def test_a_sound_table_is_saved_whole(fights: dict[str, str]) -> None:
    store = open_store(Path("table/table.db"))
    store.save_document(*Document("bestiaries", "b", "{}"))
    told = run("recover", "table/table.db", "--save", "copy.db")  # even while it runs
    store.close()
    assert (told.exit_code, told.stderr) == (0, "")
    assert f"{FIGHTS} of {FIGHTS} fights" in told.stdout


def test_a_file_in_which_nothing_can_be_read_is_said() -> None:
    Path("junk.db").write_bytes(os.urandom(20_000))
    Path("empty.db").write_bytes(b"")
    for file in ("junk.db", "empty.db", "nowhere.db", "."):
        told = run("recover", file, "--save", "new.db")
        assert told.exit_code == 2
        assert file in told.stderr
    assert sorted(os.listdir()) == ["empty.db", "junk.db"]


# --- recover, a journal


@pytest.mark.parametrize("how", ["a line", "a byte", "its end"])
def test_of_a_damaged_journal_what_is_sound_is_saved(how: str) -> None:
    play = begun(1)
    play.save("ford.fight")
    lines = Path("ford.fight").read_bytes().splitlines(keepends=True)
    first = lines.index(f"{RULE}\n".encode()) + 1
    kept, entries = len(play.entries) - 1, len(play.entries)
    lines[-1] = {"a line": b"mumble\n", "a byte": b"\xff" + lines[-1], "its end": lines[-1][:9]}[how]
    Path("ford.fight").write_bytes(b"".join(lines))
    told = run("recover", "ford.fight")
    assert told.exit_code == 1
    assert told.stdout == f"{kept} of {entries} entries are readable and saved in ford-recovered.fight.\n"
    assert "ford.fight" in told.stderr
    assert Path("ford-recovered.fight").read_bytes() == b"".join(lines[:-1])
    assert run("replay", "ford-recovered.fight").exit_code == 0
    assert first + kept == len(lines) - 1


def test_a_sound_journal_is_saved_whole() -> None:
    begun(1).save("ford.fight")
    told = run("recover", "ford.fight", "--save", "copy.fight")
    assert (told.exit_code, told.stderr) == (0, "")
    assert Path("copy.fight").read_bytes() == Path("ford.fight").read_bytes()


# --- addresses


@pytest.mark.parametrize("command", ["export", "table", "import some.fight"])
@pytest.mark.parametrize("address", ["postgresq://me:hunter2@db/club", "sqlite://hunter2", "hunter2.db"])
def test_what_is_no_database_is_refused_and_nothing_is_made(
    command: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(1).save("some.fight")
    monkeypatch.setattr("affray.server.app.run_table", lambda *_: None)
    told = run(*command.split(), "--database", address)
    assert told.exit_code == 2
    assert "postgresql://USER@HOST/NAME" in told.stderr
    assert "hunter2" not in told.output
    assert os.listdir() == ["some.fight"]
