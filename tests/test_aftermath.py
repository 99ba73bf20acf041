"""After the fight: survivors, party files written back, days of rest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.engine.clauses import END
from affray.engine.encounter import Member, Party
from affray.errors import AffrayError
from affray.party import aftermath, read_party
from affray.party.aftermath import write_back
from affray.rules import get
from affray.rules.book import Die, Remark, Rest

PARTY = """\
party: The Lanterns
members:
  - name: Anna
    class: fighter
    level: 5
    gear: [plate mail, shield, sword, 2 healing potion]
    hp: 3
    max hp: 40
  - name: Bert
    class: fighter
    level: 5
    gear: [plate mail, 2 oil flask]
    hp: 30
  - name: Cora
    class: cleric
    hp: 0
    fate: dead
"""
FORD = """\
title: The ford
sides:
  party: {party: lanterns.yaml, players: true, tactic: cautious, surprised: false}
  vermin: {surprised: false, members: [{name: Rat, ac: 9, thac0: 20, damage: "1", hp: 1, morale: 12, move: 120}]}
distance: 40
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    (tmp_path / "lanterns.yaml").write_text(PARTY, encoding="utf-8")
    (tmp_path / "ford.yaml").write_text(FORD, encoding="utf-8")
    return tmp_path / "ford.yaml"


def test_survivors_go_back_into_their_file_and_others_of_it_stay(ford: Path) -> None:
    play = affray.start(ford, seed=1)
    state = {name: play.state.who[n] for n, name in enumerate(play.roster.who)}
    told = write_back(play)
    anna, bert, cora = read_party(ford.with_name("lanterns.yaml")).members
    assert [one.member.name for one in told] == ["Anna", "Bert"]
    assert (anna.hp, anna.max_hp) == (state["Anna"].hp, 40)
    assert (bert.hp, bert.max_hp) == (state["Bert"].hp, 30)
    assert (cora.hp, cora.fate) == (0, "dead")
    drunk = 2 - state["Anna"].potions
    assert anna.gear == (
        "plate mail",
        "shield",
        "sword",
        *{0: ("2 healing potion",), 1: ("healing potion",)}.get(drunk, ()),
    )


def test_the_dead_stay_away_from_the_next_fight(ford: Path) -> None:
    assert "Cora" not in affray.start(ford, seed=1).roster.who


def test_who_falls_is_written_down_as_dead(ford: Path) -> None:
    deadly = ford.read_text(encoding="utf-8").replace('damage: "1"', 'damage: "90"').replace("thac0: 20", "thac0: 1")
    ford.write_text(deadly.replace("hp: 1,", "hp: 900,"), encoding="utf-8")
    write_back(affray.start(ford, seed=1))
    anna, bert, _ = read_party(ford.with_name("lanterns.yaml")).members
    assert (anna.hp, anna.fate, bert.fate) == (0, "dead", "dead")


def test_only_a_fight_that_is_over_has_survivors(ford: Path) -> None:
    with pytest.raises(AffrayError, match="not over"):
        aftermath.aftermath(affray.start(ford, players="party"))


def test_without_a_party_file_there_is_nothing_to_write(ford: Path) -> None:
    with pytest.raises(AffrayError, match="party: FILE"):
        write_back(affray.start("brawl"))


def test_the_command_writes_back(ford: Path) -> None:
    result = CliRunner().invoke(main, ["fight", str(ford), "--seed", "1", "--write-back"])
    assert result.exit_code == 0
    assert "saved in" in result.output
    assert read_party(ford.with_name("lanterns.yaml")).members[1].max_hp == 30


def slept(member: Member, spent: Rest, die: Die) -> tuple[Member, list[Remark]]:
    return replace(member, hp=die(6, 2) * spent.days), [Remark(END, "sleeps")]


def test_rest_is_the_books_and_the_dice_are_the_seeds() -> None:
    party = Party("x", (Member("Anna", hp=1), Member("Bert", hp=1), Member("Cora", fate="dead", hp=0)))
    book = replace(get("classic"), rest=slept)
    once, told = aftermath.rest(party, book, Rest(days=2), seed=5)
    again, _ = aftermath.rest(party, book, Rest(days=2), seed=5)
    assert once == again
    assert [one.remarks for one in told] == [("sleeps [affray.end]",)] * 2
    assert all(isinstance(m.hp, int) and m.hp % 2 == 0 and 4 <= m.hp <= 24 for m in once.members[:2])
    assert once.members[2] == party.members[2]
    alone, _ = aftermath.rest(party, book, Rest(), only=["Bert"])
    assert alone.members[0] == party.members[0] != once.members[0]


def test_a_book_that_is_silent_says_so(ford: Path) -> None:
    result = CliRunner().invoke(main, ["rest", str(ford.with_name("lanterns.yaml")), "--rules", "classic"])
    assert result.exit_code == 2
    assert "says nothing of rest" in result.output
    assert ford.with_name("lanterns.yaml").read_text(encoding="utf-8") == PARTY


def test_nobody_of_that_name_rests() -> None:
    with pytest.raises(AffrayError, match="nobody is called 'Dora'"):
        aftermath.rest(Party("x", (Member("Anna"),)), replace(get("classic"), rest=slept), Rest(), only=["Dora"])
