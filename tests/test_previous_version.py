"""Files of an earlier version load unchanged: journals replay, or say where a rule has changed since."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import affray
from affray import Play, houserules, rules
from affray.cli import UserError, main
from affray.engine.clauses import BY_ID
from affray.play.changes import CHANGES, describe_changes
from affray.play.journal import JournalError
from affray.play.start import RulesChanged, recover

FIXTURES = Path(__file__).parent / "fixtures" / "previous-version"
EXPECTED: dict[str, Any] = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the files, with their pack installed."""
    shutil.copytree(FIXTURES, tmp_path / "files")
    monkeypatch.chdir(tmp_path / "files")
    monkeypatch.setenv("AFFRAY_DATA", str(tmp_path / "data"))
    main(["packs", "install", "marsh"], standalone_mode=False)


def facts(play: Play) -> dict[str, Any]:
    return {"winner": play.winner, "round": play.state.round, "hp": [c.hp for c in play.state.who]}


@pytest.mark.parametrize("name", EXPECTED["journals"])
def test_journals_replay(name: str) -> None:
    play = affray.load(name)
    assert facts(play) | {"entries": len(play.entries)} == EXPECTED["journals"][name]
    written = Path(name).read_text(encoding="utf-8")
    assert without_digest(play.journal()) == without_digest(written)


@pytest.mark.parametrize("name", EXPECTED["reworded"])
def test_journals_replay_whose_answers_have_other_words_now(name: str) -> None:
    """What was said then is understood, and everything follows from it as it did; it is written in today's words."""
    play = affray.load(name)
    assert facts(play) | {"entries": len(play.entries)} == EXPECTED["reworded"][name]
    written = Path(name).read_text(encoding="utf-8")
    assert play.journal() != written
    assert hashes(play.journal()) == hashes(written)


@pytest.mark.parametrize("name", EXPECTED["changed"])
def test_a_journal_says_where_a_rule_has_changed_and_all_before_is_read(name: str) -> None:
    with pytest.raises(JournalError) as no:
        affray.load(name)
    assert no.value.line == EXPECTED["changed"][name]["line"]
    play, error = recover(name)
    assert error is not None
    assert (error.line, len(play.entries) == error.sound > 0) == (no.value.line, True)


def hashes(journal: str) -> list[str]:
    return [line.rpartition("  #")[2] for line in journal.partition("---\n")[2].splitlines()]


def without_digest(journal: str) -> list[str]:
    return [line for line in journal.splitlines() if not line.startswith("digest: ")]


@pytest.mark.parametrize("fight", EXPECTED["fights"])
def test_fights_of_scenarios_parties_house_rules_and_packs_are_fought_to_their_end(fight: str) -> None:
    """How they end may change with the rules; who fights in them doesn't."""
    scenario, book, seed, *house = fight.split()
    play = affray.start(scenario, rules=book, seed=int(seed), house=house)
    assert play.over
    assert play.state.n == EXPECTED["fights"][fight]


def test_a_state_goes_on() -> None:
    play = affray.from_text(Path("state.txt").read_text(encoding="utf-8"))
    assert facts(play) == EXPECTED["state"]
    assert play.asks is not None
    again = affray.from_text(play.text())
    assert (facts(again), again.text()) == (EXPECTED["state"], play.text())


def test_a_party_is_written_as_it_was_read() -> None:
    from affray.party import party_from_text, party_to_yaml, read_party

    party = read_party("lanterns.yaml")
    assert [member.name for member in party.members] == ["Anna", "Oswin", "Bran"]
    assert party_from_text(party_to_yaml(party)) == party


def test_house_rules_are_read() -> None:
    overlay = houserules.read("ours.yaml")
    assert (overlay.name, overlay.rules, dict(overlay.seams)) == ("Hard men", "classic", {"zero": "vanguard"})


# --- fights that rules have overtaken

CHANGED = sorted(EXPECTED["changed"])


@pytest.mark.parametrize("name", CHANGED)
def test_a_fight_that_a_rule_has_overtaken_names_the_rule(name: str) -> None:
    play, error = recover(name)
    assert isinstance(error, RulesChanged)
    assert "since it was saved these rules have changed: nobody walks through an able foe or a wall" in error.what
    assert "[classic.move.way]" in error.what
    assert len(play.entries) == error.sound


@pytest.mark.parametrize("name", CHANGED)
def test_it_is_read_exported_and_kept_up_to_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", name, "--save", "new.fight"], standalone_mode=False)
    told = capsys.readouterr()
    assert "classic.move.way" in told.err
    assert told.out.rstrip("\n").endswith(recover(name)[0].log.text().rstrip("\n")[-200:])
    main(["write", name, "--as", "markdown"], standalone_mode=False)
    assert "classic.move.way" in capsys.readouterr().err
    again = affray.load("new.fight")
    assert len(again.entries) == EXPECTED["changed"][name]["entries"]
    assert again.asks is not None  # it continues by the rules of today


@pytest.mark.parametrize("name", CHANGED)
def test_it_is_not_continued_as_if_nothing_had_changed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserError, match=r"classic\.move\.way(.|\n)*--save NEW\.fight"):
        main(["play", name], standalone_mode=False)


def test_what_has_changed_is_told_of_clauses_that_there_are() -> None:
    affray.books()
    ids = [id for change in CHANGES for id in (change.clause, *change.shows_in.split())]
    assert [id for id in ids if id not in BY_ID] == []
    assert {book for change in CHANGES for book in change.books.split()} == set(rules.NAMES)


def test_where_none_of_them_shows_all_of_the_book_are_named() -> None:
    said = describe_changes("vanguard", [])
    assert said.startswith("some rules have changed: classic.move.way, ")
    assert "vanguard.run" in said
    assert "fourfold" not in said
