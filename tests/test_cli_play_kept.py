"""What `affray play` keeps: journals that are gone on with, copied, torn or killed, and after whatever is said."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from fixtures_play import _somewhere_else, after, entries, sit  # noqa: F401
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import affray
from affray.cli import main
from affray.play import journal

PLAY_DUEL = [sys.executable, "-m", "affray", "play", "duel", "--seed", "1", "--journal", "duel.fight"]


# What is kept


def test_a_journal_is_named_after_the_scenario_and_never_overwritten() -> None:
    assert sit("orcs", "quit").stdout.endswith("Continue with: affray play orcs.fight\n")
    assert sit("orcs", "QUIT").stdout.endswith("Continue with: affray play orcs-2.fight\n")
    assert sit("orcs").stdout.endswith("Continue with: affray play orcs-3.fight\n")
    assert sorted(path.name for path in Path().iterdir()) == ["orcs-2.fight", "orcs-3.fight", "orcs.fight"]


def test_a_fight_goes_on_from_its_journal() -> None:
    sit("duel --seed 1 --journal whole.fight", *["2"] * 40)
    sit("duel --seed 1 --journal parts.fight", "2")
    for _ in range(40):
        result = sit("parts.fight", "2")
    assert "is over" in result.stdout
    assert Path("parts.fight").read_text() == Path("whole.fight").read_text()


@pytest.mark.parametrize(
    "option",
    ["--seed 1", "--number 1", "--rules classic", "--side orc", "--my-dice", "--referee", "--tactic orc=focus"],
)
def test_what_is_for_a_new_fight_is_refused_for_an_old_one(option: str) -> None:
    sit("duel --journal old.fight")
    result = CliRunner().invoke(main, ["play", "old.fight", *option.split()], input="")
    assert result.exit_code == 2
    assert f"{option.split()[0]} is for a new fight" in result.stderr


def test_a_half_written_line_is_dropped_with_a_sentence() -> None:
    sit("duel --seed 1", "2", "2")
    whole = Path("duel.fight").read_bytes()
    for torn in (b"answer Figh", b"answer 'Fighter' strike 'strike Orc'  #1234567", b"answer \xe2\x88"):
        Path("duel.fight").write_bytes(whole + torn)
        result = sit("duel.fight", "state")
        assert "is incomplete and was dropped: answer" in result.stderr
        assert Path("duel.fight").read_bytes() == whole


def test_save_makes_a_copy() -> None:
    result = sit(
        "duel --seed 1", "2", "save copy.fight", "2", "save", "save duel.fight", "save nowhere/x.fight", "save a\0b"
    )
    assert entries("copy.fight") == entries("duel.fight")[:1]
    assert len(entries("duel.fight")) == 2
    assert "which file?" in after(result, "save")
    assert "already" in after(result, "save duel.fight")
    assert "nowhere" in after(result, "save nowhere/x.fight")


def test_when_one_leaves_the_log_may_follow_and_a_copy_be_saved() -> None:
    result = sit("duel --seed 1 --json --save copy.fight", "2")
    assert json.loads(result.stdout.splitlines()[0])["n"] == 1
    assert result.stdout == affray.load("copy.fight").log.jsonl()
    assert "strike Orc" in result.stderr
    result = sit("duel --seed 1 --markdown --journal other.fight", "2")
    assert result.stdout == affray.load("other.fight").log.markdown()


def test_an_answer_that_can_not_be_written_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    sit("duel --seed 1 --journal full.fight", "2")
    before = Path("full.fight").read_bytes()

    def full(self: journal.Writer, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal.Writer, "write_through", full)
    result = CliRunner().invoke(main, ["play", "full.fight"], input="2\n2\n")
    assert result.exit_code == 2
    assert "full.fight: No space left on device; the last answer is not saved" in result.stderr
    assert "Continue with: affray play full.fight" in result.stdout
    assert Path("full.fight").read_bytes() == before


def test_input_that_is_not_text_is_taken_for_words() -> None:
    result = CliRunner().invoke(main, ["play", "duel"], input=b"\xff\xfe\n\0\nstate\n")
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    assert "Fighter" in result.output


# Killed


def hear_prompt(at_table: subprocess.Popen[bytes]) -> bytes:
    """What is printed up to the next prompt."""
    assert at_table.stdout is not None
    heard = b""
    while not heard.endswith(b"\n> "):
        byte = at_table.stdout.read(1)
        assert byte, heard
        heard += byte
    return heard


def answer(at_table: subprocess.Popen[bytes], said: str) -> None:
    assert at_table.stdin is not None
    at_table.stdin.write(f"{said}\n".encode())
    at_table.stdin.flush()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 there")
def test_killed_after_a_confirmation_it_has_every_answer() -> None:
    with subprocess.Popen(PLAY_DUEL, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as at_table:
        hear_prompt(at_table)
        for said in ("2", "strike Orc", "undo", "2"):
            answer(at_table, said)
            hear_prompt(at_table)
        at_table.kill()
    assert at_table.returncode == -signal.SIGKILL
    assert [entry.split()[0] for entry in entries("duel.fight")] == ["answer", "answer", "undo", "answer"]
    assert "strike Orc" in sit("duel.fight", "2").stdout
    assert len(entries("duel.fight")) == 5


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 there")
@pytest.mark.parametrize("moment", range(4))
def test_killed_in_the_middle_it_has_what_was_confirmed(moment: int) -> None:
    """The kill comes while further answers are under way: all that was confirmed is there, in order, and maybe more."""
    with subprocess.Popen(PLAY_DUEL, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as at_table:
        hear_prompt(at_table)
        for said in itertools.islice(itertools.cycle(["2", "undo"]), 200):
            answer(at_table, said)
        for _ in range(10 * moment):
            hear_prompt(at_table)
        at_table.kill()
    Path("before.fight").write_bytes(Path("duel.fight").read_bytes())
    sit("duel.fight")  # drops a half-written line, if there is one
    kinds = [entry.split()[0] for entry in entries("duel.fight")]
    assert kinds[: 10 * moment] == list(itertools.islice(itertools.cycle(["answer", "undo"]), 10 * moment))
    assert affray.load("duel.fight").journal() == Path("duel.fight").read_text()


# Two at once


def at_table(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "affray", "play", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def test_a_journal_is_played_by_one_at_a_time_and_others_read_it() -> None:
    with at_table("duel", "--seed", "1") as first:
        hear_prompt(first)
        whole = Path("duel.fight").read_bytes()
        second = CliRunner().invoke(main, ["play", "duel.fight"], input="2\n")
        assert second.exit_code == 2
        assert f"duel.fight is being played already, by process {first.pid} on " in second.stderr
        assert "read it meanwhile: affray replay duel.fight" in second.stderr
        over = CliRunner().invoke(main, ["fight", "duel", "--save", "duel.fight"])
        assert over.exit_code == 2
        assert "is being played already" in over.stderr
        assert CliRunner().invoke(main, ["replay", "duel.fight"]).exit_code == 0
        assert Path("duel.fight").read_bytes() == whole
        answer(first, "2")
        hear_prompt(first)
        first.communicate()
    assert [entry.split()[0] for entry in entries("duel.fight")] == ["answer"]
    sit("duel.fight", "2")
    assert os.listdir() == ["duel.fight"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 there")
def test_who_is_killed_holds_nothing() -> None:
    with at_table("duel", "--seed", "1") as first:
        hear_prompt(first)
        first.kill()
    sit("duel.fight", "2")
    assert os.listdir() == ["duel.fight"]


@pytest.mark.parametrize("change", ["longer", "shorter", "another", "gone"])
def test_nothing_is_added_to_a_file_that_another_program_has_changed(change: str) -> None:
    with at_table("duel", "--seed", "1") as first:
        hear_prompt(first)
        answer(first, "2")
        hear_prompt(first)
        file, whole = Path("duel.fight"), Path("duel.fight").read_bytes()
        if change == "gone":
            file.rename("away.fight")
        elif change == "another":
            Path("new.fight").write_bytes(whole)
            Path("new.fight").replace(file)
        else:
            file.write_bytes(whole + b"x" if change == "longer" else whole[:-5])
        changed = file.read_bytes() if file.exists() else b""
        said = first.communicate(b"2\n")[0].decode()
    assert first.returncode == 2
    assert "Traceback" not in said
    assert "the last answer is not saved" in said
    assert (file.read_bytes() if file.exists() else b"") == changed


# Anything at all

WORDS = st.sampled_from(
    "undo redo why not state text log always referee help pass strike cast sleep move approach go rise modify draw "
    "Fighter Thief Grub Orc 1 2 3 17 -1 0 99 : -> * because hp on off blind add orc orcs end party die dice "
    "overrule remove check morale death modifier shoot declare aim situation withdraw ask ' \" # \\".split()
)
SENTENCES = st.sampled_from(
    [
        *("1", "2", "3", "4", "1 2 3", "undo", "undo die", "redo", "why", "state", "pass", "cast sleep"),
        *("always *: move -> pass", "always *: move -> ask", "always Thief: shoot -> shoot Grub"),
        *("referee hp Thief 0", "referee hp Grub 9", "referee on Fighter blind 2", "referee on Grub fled"),
        *("referee off Fighter blind", "referee move Cleric 55 0", "referee add 2 orc orcs", "referee remove Orc 3"),
        *("referee check Thief death", "referee check Grub morale", "referee modifier 2", "referee overrule Thief"),
        *("referee end", "referee end party"),
    ]
)
LINES = SENTENCES | SENTENCES | st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=12)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(LINES, max_size=16), dice=st.booleans())
def test_whatever_is_said_there_is_no_traceback_and_the_journal_replays(said: list[str], dice: bool) -> None:
    script = "\n".join(line.replace("\n", " ").replace("\r", " ") for line in said).encode("utf-8", "replace")
    name = f"fuzz{len(os.listdir())}.fight"
    arguments = ["play", "orcs", "--seed", "1", "--journal", name, *(["--my-dice"] if dice else [])]
    result = CliRunner().invoke(main, arguments, input=script)
    assert result.exit_code == 0, (result.output, result.exception)
    assert affray.load(name).journal() == Path(name).read_text()
