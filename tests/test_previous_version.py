"""Files that an earlier version wrote load unchanged: journals replay, fights of its scenarios end as they did."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import affray
from affray import Play, houserules
from affray.cli import main

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


def without_digest(journal: str) -> list[str]:
    return [line for line in journal.splitlines() if not line.startswith("digest: ")]


@pytest.mark.parametrize("fight", EXPECTED["fights"])
def test_fights_of_scenarios_parties_house_rules_and_packs_end_as_they_did(fight: str) -> None:
    scenario, book, seed, *house = fight.split()
    assert facts(affray.start(scenario, rules=book, seed=int(seed), house=house)) == EXPECTED["fights"][fight]


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
