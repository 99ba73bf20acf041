"""`affray import`: what was pasted is shown as it was read, and written as a scenario or a bestiary."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import affray
from affray import scenario
from affray.cli import main
from affray.content.yaml import compose, plain_values
from affray.packs.install import install
from affray.packs.reader import offered_words
from affray.play.journal import FIRST_LINE

PAGE = """\
Bog Hound
AC 6 [15], HD 2+1 (10hp), Att 1 × bite (1d6), THAC0 17 [+2], MV 180' (60'), SV D12 W13 P14 B15 S16 (F2), ML 8, XP 25
Howls before it leaps.

Mire Toad
AC 7 [12], HD 1, Att 1 × tongue (1d4), THAC0 19 [0], MV 90' (30'), SV D12 W13 P14 B15 S16 (F1), ML 6
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Path("page.txt").write_text(PAGE, encoding="utf-8")


def run(*words: str, said: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["import", *words], input=said)


def told(*words: str, said: str | bytes | None = None) -> str:
    result = run(*words, said=said)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str, said: str | bytes | None = None) -> str:
    result = run(*words, said=said)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output


def test_every_field_is_shown_with_the_words_it_was_read_from() -> None:
    lines = told("page.txt").splitlines()
    assert lines[0].startswith("Bog Hound (one-line")
    row = next(line for line in lines if line.startswith("  hd "))
    assert row.split("<")[0].split() == ["hd", "2+1"]
    assert "HD 2+1 (10hp)" in row
    assert "  note: Howls before it leaps." in lines
    assert any(line.startswith("  ! ") and "15" in line for line in lines)  # AC 6 is [13]
    assert lines[-1] == "2 creatures; 1 thing to check"


def test_standard_input_will_do() -> None:
    assert told("-", said=PAGE) == told("page.txt")


def test_text_in_the_encoding_of_old_windows_will_do() -> None:
    curly = "\N{RIGHT SINGLE QUOTATION MARK}"
    assert f"MV 180{curly} (60{curly})" in told("-", said=PAGE.replace("'", curly).encode("cp1252"))


def test_as_data() -> None:
    found = json.loads(told("page.txt", "--json"))
    assert [each["name"] for each in found["creatures"]] == ["Bog Hound", "Mire Toad"]
    hound = found["creatures"][0]
    assert hound["entry"]["hd"] == "2+1"
    assert {"key": "hd", "value": "2+1"}.items() <= next(
        each for each in hound["fields"] if each["key"] == "hd"
    ).items()
    assert found["warnings"]


def test_it_is_written_as_a_scenario() -> None:
    assert "Written to marsh.yaml." in told("page.txt", "-o", "marsh.yaml")
    data = plain_values(compose(Path("marsh.yaml").read_text(encoding="utf-8"), ""), "")[0]
    assert set(data["creatures"]) == {"bog hound", "mire toad"}
    text = Path("marsh.yaml").read_text(encoding="utf-8").replace("sides:\n", "sides:\n  others: [2 orc]\n")
    fight = affray.start(scenario.read(text), seed=1)
    assert "Mire toad" in fight.roster.who


def test_it_is_written_as_a_bestiary_that_a_pack_can_take() -> None:
    told("page.txt", "--bestiary", "monsters.yaml")
    Path("pack.yaml").write_text("name: Bog\nversion: 1\nby: I\nlicence: mine\nsays: Wet.\n")
    Path("pack").mkdir()
    for file in ("pack.yaml", "monsters.yaml"):
        Path(file).rename(Path("pack") / file)
    install(Path("pack"))
    assert offered_words() == {"monsters": ["bog hound", "mire toad"]}


def test_nothing_is_written_over() -> None:
    Path("marsh.yaml").write_text("mine")
    assert "marsh.yaml already exists; name another file" in refused("page.txt", "-o", "marsh.yaml")
    assert Path("marsh.yaml").read_text() == "mine"


def test_a_file_is_replaced_if_one_says_so() -> None:
    Path("marsh.yaml").write_text("mine")
    told("page.txt", "-o", "marsh.yaml", "--force")
    assert "bog hound" in Path("marsh.yaml").read_text()


def test_the_scenario_can_be_checked_and_fought_against_a_party() -> None:
    Path("lanterns.yaml").write_text("party: The Lanterns\nmembers:\n  - Anna: {class: fighter, level: 2}\n")
    told("page.txt", "-o", "marsh.yaml", "--against", "lanterns.yaml")
    assert CliRunner().invoke(main, ["check", "marsh.yaml"]).exit_code == 0
    fight = affray.start("marsh.yaml", seed=1)
    assert {"Anna", "Bog hound", "Mire toad"} <= set(fight.roster.who)
    assert scenario.load("marsh.yaml").title == "Page"
    assert "no such file" in refused("page.txt", "-o", "other.yaml", "--against", "nobody.yaml")
    assert "name its file with -o" in refused("page.txt", "--against", "lanterns.yaml")


def test_one_block_is_printed_for_a_scenario() -> None:
    data = plain_values(compose(told("page.txt", "--block", "Mire Toad"), ""), "")[0]
    assert list(data["creatures"]) == ["mire toad"]
    assert data["creatures"]["mire toad"]["attacks"] == "tongue 1d4"
    assert "did you mean 'mire toad'" in refused("page.txt", "--block", "mire tod")


def test_a_block_completed_from_the_book_says_so() -> None:
    text = told("-", said="Skeleton: AC 7 [12], HD 1, Att 1 × weapon (1d6), THAC0 19 [0], SV F1, ML 12")
    assert "move: from the book's skeleton" in text
    assert "tags: from the book's skeleton" in text
    assert "nothing to check" in text


def test_another_game_is_declined_with_its_name() -> None:
    block = "Bog Ape\nMedium beast\nArmor Class 12\nHit Points 19 (3d8 + 6)\nSpeed 30 ft.\nChallenge 1/2 (100 XP)\n"
    assert "this looks like the fifth edition, which Affray can't convert" in refused("-", said=block)


def test_what_can_t_be_read_is_told() -> None:
    assert "nothing in it looks like a stat block" in refused("-", said="Once upon a time.")
    assert "No such file" in refused("nowhere.txt")
    assert "there is no form 'sonnet'" in refused("page.txt", "--form", "sonnet")
    assert "has more than 16,000,000 bytes" in refused("-", said="x" * 16_100_000)


def test_a_journal_goes_to_the_table_as_ever() -> None:
    affray.start("orcs", seed=1).save("ford.fight")
    assert told("ford.fight").startswith("Orcs at the ford is at the table now, as ")
    assert told("-", said=Path("ford.fight").read_bytes()).startswith("Orcs at the ford is at the table now, as ")
    assert "a damaged header" in refused("-", said=f"{FIRST_LINE}\nnonsense\n---\n")
    Path("odd.fight").write_text("something else")
    assert "not a journal of Affray" in refused("odd.fight")
