"""Journals and states as text: written, read back, verified, damaged, recovered."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import affray
from affray.play import journal, questions
from affray.play.questions import JournalEntry


def played(seed: int = 7, most: int = 40) -> affray.Play:
    """A fight with everything a journal can hold."""
    play = affray.start("orcs", seed=seed, number=3, players=["party", "referee"], options={"damage.variable": "on"})
    draw = random.Random(seed)
    play.always("*", "shoot", "pass")
    play.ahead("Fighter", "move", "away")
    for n in range(most):
        if play.over:
            break
        play.do(draw.choice(play.legal))
        if n == 5:
            play.referee("hp", "Orc 1", 2, reason='it "slipped" — so the referee said')
        if n in (8, 12):
            play.undo()
        if n == 8:
            play.redo()
    return play


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "orcs.fight"
    played().save(path)
    return path


def test_what_is_saved_is_read_back(file: Path) -> None:
    play, again = played(), affray.load(file)
    assert again.journal() == play.journal() == file.read_text(encoding="utf-8")
    assert again.log.jsonl() == play.log.jsonl()
    assert again.text() == play.text()
    assert again.options == {"damage.variable": "on"}
    assert again.number == 3


def test_dice_that_were_typed_are_in_it(tmp_path: Path) -> None:
    play = affray.start("duel", seed=1, players=["fighter", "orc"], dice=True)
    for _ in range(12):
        play.do(play.legal[0].words)
    play.undo_die()
    play.save(tmp_path / "duel.fight")
    assert affray.load(tmp_path / "duel.fight").text() == play.text()
    assert "die 0 1d6 1  #" in play.journal()


def test_a_journal_can_be_read_by_a_person(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith('affray fight 1\nscenario: "orcs"\nrules: "classic"\n')
    assert "  |   orcs:\n" in text
    assert "answer Magic-user declare " in text
    assert any(line.startswith("referee hp 'Orc 1' 2 ") for line in text.splitlines())


def test_tactics_given_at_the_start_are_kept(tmp_path: Path) -> None:
    play = affray.start("brawl", seed=2, tactics={"orcs": "weakest"})
    play.save(tmp_path / "brawl.fight")
    assert affray.load(tmp_path / "brawl.fight").log.jsonl() == play.log.jsonl()


# damage


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def first_entry(lines: list[str]) -> int:
    return lines.index("---\n") + 1


@pytest.mark.parametrize("where", [0, 3, 10])
def test_a_damaged_line_is_named_and_all_before_it_recovered(file: Path, where: int) -> None:
    lines = lines_of(file)
    at = first_entry(lines) + where
    lines[at] = "a goat ate this line\n"
    file.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(affray.JournalError, match=f"orcs.fight:{at + 1}: a damaged line") as no:
        affray.load(file)
    assert no.value.line == at + 1
    if where:
        play, error = affray.recover(file)
        assert error is not None
        assert error.line == at + 1
        assert len(play.entries) == where


def test_a_line_that_was_altered_is_named(file: Path) -> None:
    lines = lines_of(file)
    at = next(n for n, line in enumerate(lines) if line.startswith("referee hp"))
    lines[at] = lines[at].replace("'Orc 1' 2", "'Orc 1' 3")
    file.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(affray.JournalError, match=f"orcs.fight:{at + 1}: what follows from this line differs"):
        affray.load(file)


def test_an_answer_that_was_not_asked_for_is_named(file: Path) -> None:
    lines = lines_of(file)
    at = first_entry(lines) + 3
    lines.insert(at, "answer 'Orc 1' strike 'strike Fighter'  #00000000\n")
    file.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(affray.JournalError, match=f":{at + 1}: can't be replayed: Orc 1 was not asked"):
        affray.load(file)


def test_a_line_torn_by_a_sudden_end_was_never_accepted(file: Path) -> None:
    whole = affray.load(file)
    with open(file, "a", encoding="utf-8") as f:
        f.write("answer Fighter mov")
    assert affray.load(file).journal() == whole.journal()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a journal"),
        ("hello\n", "not a journal of Affray"),
        ("affray fight 2\n---\n", "written by a newer Affray .format 2; this one reads up to 1."),
        ("affray fight 1\n", "the header has no end"),
        ("affray fight 1\nseed\n---\n", "a damaged header"),
        ("affray fight 1\nseed: 7\n---\n", "scenario is missing"),
    ],
)
def test_a_foreign_file_is_told_so(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "foreign.fight"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(affray.JournalError, match=words):
        affray.load(path)


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "picture.fight"
    path.write_bytes(b"affray fight 1\n\x89PNG\xff\xfe")
    with pytest.raises(affray.JournalError, match=r"picture\.fight:2: not text"):
        affray.load(path)
    with pytest.raises(affray.AffrayError, match="can't read"):
        affray.load(tmp_path / "missing.fight")
    with pytest.raises(affray.AffrayError, match="can't read"):
        affray.load(tmp_path)
    with pytest.raises(affray.AffrayError, match="can't write"):
        played(most=1).save(tmp_path / "no" / "such" / "folder.fight")


def mutate(data: bytes, draw: random.Random) -> bytes:
    """One small accident."""
    at = draw.randrange(len(data))
    kind = draw.randrange(5)
    if kind == 0:
        return data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data[:at] + data[at : at + 40] * 2 + data[at + 40 :]
    if kind == 3:
        lines = data.split(b"\n")
        draw.shuffle(lines)
        return b"\n".join(lines)
    return data[:at] + data[at + draw.randrange(1, 30) :]


def test_an_accident_never_ends_in_a_traceback(file: Path) -> None:
    """The same fight, or a located error: nothing else."""
    data, draw = file.read_bytes(), random.Random(1)
    for _ in range(150):
        file.write_bytes(mutate(data, draw))
        with contextlib.suppress(affray.AffrayError):
            affray.load(file)


@given(st.text(max_size=60))
def test_an_entry_is_read_or_refused(text: str) -> None:
    try:
        entry = questions.read_entry(text)
    except affray.AffrayError:
        return
    assert questions.read_entry(str(entry)) == entry


@given(st.lists(st.text(max_size=12).filter(lambda t: "\n" not in t and "\r" not in t), min_size=3, max_size=3))
def test_any_words_survive_the_way_through_a_line(fields: list[str]) -> None:
    entry = JournalEntry(questions.ANSWER, tuple(fields))
    assert questions.read_entry(str(entry)) == entry


# the state as text


def test_a_state_pasted_back_is_the_same_state() -> None:
    play = affray.start("crypt", seed=4, players="party")
    draw = random.Random(2)
    for _ in range(25):
        if play.over:
            break
        again = affray.from_text(play.text())
        assert again.text() == play.text()
        assert str(again.asks) == str(play.asks)
        assert again.legal == play.legal
        play.do(draw.choice(play.legal))


def test_a_fight_goes_on_from_a_pasted_state_as_it_would_have(tmp_path: Path) -> None:
    """The dice are those of the seed and the number, wherever the fight was taken up again."""
    play = affray.start("orcs", seed=7, players="party")
    play.do(play.legal[0])
    again = affray.from_text(play.text())
    before = len(play.log)
    for _ in range(10):
        play.do(play.legal[-1])
        again.do(again.legal[-1])
    assert [e[:7] for e in again.log] == [e[:7] for e in list(play.log)[len(play.log) - len(again.log) :]]
    assert len(play.log) >= before
    again.save(tmp_path / "taken-up.fight")
    assert affray.load(tmp_path / "taken-up.fight").text() == again.text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"affray": 1}',
        '{"affray": 1, "state": {}}',
        '{"affray": 1, "state": {"n": "two"}}',
        '{"affray": 1, "state": {"who": [7]}}',
        '{"affray": 1, "state": {"n": 3}, "rules": "classic"}',
        "{" * 3000,
    ],
)
def test_text_that_is_no_state_is_told_so(text: str) -> None:
    with pytest.raises(affray.AffrayError):
        affray.from_text(text)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10_000))
@example(476)  # a weapon that nobody has
def test_a_damaged_state_is_refused_or_read(seed: int) -> None:
    draw = random.Random(seed)
    data = mutate(STATE, draw)
    with contextlib.suppress(affray.AffrayError):
        affray.from_text(data.decode("utf-8", "replace"))


STATE = affray.start("duel", seed=1, players="fighter").text().encode()


def test_a_writer_puts_every_line_on_the_disk(tmp_path: Path) -> None:
    play = affray.start("orcs", seed=7, players="party")
    path = tmp_path / "live.fight"
    writer = journal.Writer(path, play.journal())
    for _ in range(5):
        play.do(play.legal[0])
        writer.append(play.lines[-1])
        assert affray.load(path).journal() == play.journal()
    writer.close()


def test_words_of_several_lines_are_one_line_of_the_journal(tmp_path: Path) -> None:
    fight = affray.start("duel", seed=3, players="fighter")
    fight.referee("hp", "Orc", 3, reason="the roof\nfell in\r\nagain")
    fight.save(tmp_path / "duel.fight")
    assert affray.load(tmp_path / "duel.fight").entries == fight.entries


@pytest.mark.parametrize("seed", ["-1", "18446744073709551616", "1" * 4000, "1" * 5000, "true", "1.5"])
def test_a_seed_is_in_the_range_of_seeds(file: Path, seed: str) -> None:
    whole = file.read_text(encoding="utf-8")
    assert "\nseed: 7\n" in whole
    file.write_text(whole.replace("\nseed: 7\n", f"\nseed: {seed}\n"), encoding="utf-8")
    with pytest.raises(affray.JournalError, match="a damaged header: "):
        affray.load(file)


def test_the_largest_seed_is_one(tmp_path: Path) -> None:
    affray.start("duel", seed=2**64 - 1).save(tmp_path / "duel.fight")
    assert affray.load(tmp_path / "duel.fight").over
    for seed in (-1, 2**64, True):
        with pytest.raises(affray.AffrayError, match=r"seed '?.*expected a number from 0 to 18446744073709551615"):
            affray.start("duel", seed=seed)
    with pytest.raises(affray.AffrayError, match="number '-1'; expected a number from 0"):
        affray.start("duel", number=-1)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file there")
def test_a_file_without_an_end_is_read_up_to_the_limit() -> None:
    with pytest.raises(affray.JournalError, match="larger than any journal"):
        affray.load("/dev/zero")


@pytest.mark.parametrize("read", [affray.load, affray.recover])
def test_a_path_that_can_t_be_is_said(read: Callable[[str], object]) -> None:
    for path in ("\0", "a" * 10_000, "."):
        with pytest.raises(affray.AffrayError, match="can't read"):
            read(path)
