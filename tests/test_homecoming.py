"""Homecoming: a party goes through three fights in each book; what is written back is said again, or taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray.cli import main
from affray.engine.encounter import Member, Party
from affray.engine.state import NOBODY
from affray.errors import AffrayError
from affray.party import aftermath, read_party, write_party
from affray.party.aftermath import Conflict, deeds, histories
from affray.play.session import Play
from affray.rules import get
from affray.rules.book import Rest

BOOKS = ("classic", "vanguard", "fourfold", "procedure", "tempo")
LANTERNS = """\
party: The Lanterns
members:
  - {name: Anna, class: fighter, level: 5, gear: [plate mail, shield, sword, healing potion], hp: 30, max hp: 34}
  - {name: Oswin, class: magic-user, level: 5, gear: [dagger], spells: [sleep, magic missile], hp: 14}
  - {name: Cora, class: cleric, level: 4, gear: [chain mail, mace], spells: [cure light wounds], hp: 3, max hp: 20}
  - {name: Bran, class: fighter, hp: 0, fate: dead}
"""
MARKS: dict[str, dict[str, object]] = {  # what each book leaves on people, as its party files have it
    "classic": {},
    "procedure": {},
    "vanguard": {"marks": ("1 death save survived",), "negative_levels": 1, "drained": 4, "sleepless": 1},
    "fourfold": {"frail": True},
    "tempo": {"wound": "wounded"},
}
SCENARIO = """\
title: {title}
distance: {distance}
sides:
  party: {{party: lanterns.yaml, players: true, surprised: false}}
  foes: {{surprised: false, members: [{foes}]}}
"""
FIGHTS = {
    "rats": ("Rats in the cellar", 30, "4 giant rat"),
    "orcs": ("The ford", 60, "5 orc"),
    "wolf": ("A wolf", 40, "wolf"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lanterns.yaml").write_text(LANTERNS, encoding="utf-8")
    for name, (title, distance, foes) in FIGHTS.items():
        text = SCENARIO.format(title=title, distance=distance, foes=foes)
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def members(folder: Path) -> dict[str, Member]:
    return {member.name: member for member in read_party(folder / "lanterns.yaml").members}


def in_memory(play: Play, name: str) -> int:
    return sum(spell != NOBODY for spell in play.state.who[play.roster.who.index(name)].spells)


def begins_as_the_file_says(play: Play, there: dict[str, Member], book: str) -> None:
    """hp, spells in memory and the marks of the book, as the fight found them."""
    fate = {name for name, member in there.items() if member.fate}
    assert not fate & set(play.roster.who)
    for number, name in enumerate(play.roster.who):
        if name in there:
            who, member = play.setup.fight.who[number], there[name]
            assert who.hp == member.hp
            assert sum(spell != NOBODY for spell in who.spells) == len(member.spells)
            if book == "vanguard":
                assert (who.drained_levels, who.vanguard.drained_hp) == (member.negative_levels, member.drained)
            if book == "fourfold":
                assert who.fourfold.frail == member.frail


def ends_as_it_was(play: Play, there: dict[str, Member]) -> None:
    """hp (as the book has it after the fight), and no spell that was cast."""
    for one in aftermath.aftermath(play):
        member = there[one.member.name]
        assert member.hp == one.member.hp
        assert len(member.spells) == in_memory(play, member.name)


@pytest.mark.parametrize("book", BOOKS)
def test_a_party_goes_through_three_fights(folder: Path, book: str) -> None:
    party = read_party(folder / "lanterns.yaml")
    anna = party.members[0]
    marked = Party(party.name, (replace_all(anna, MARKS[book]), *party.members[1:]))
    write_party(folder / "lanterns.yaml", marked)
    spells = {name: len(member.spells) for name, member in members(folder).items()}
    for name in FIGHTS:
        before = members(folder)
        play = affray.start(folder / f"{name}.yaml", rules=book, seed=3)
        begins_as_the_file_says(play, before, book)
        aftermath.write_back(play)
        there = members(folder)
        ends_as_it_was(play, there)
        assert there["Bran"] == before["Bran"]
        for who, member in there.items():
            assert len(member.spells) + len(member.spent) == spells[who]
        if not there["Anna"].fate:
            assert there["Anna"].marks[: len(anna.marks)] == anna.marks
    assert any(member.spent for member in members(folder).values())


def replace_all(member: Member, values: dict[str, object]) -> Member:
    return replace(member, **values)  # type: ignore[arg-type]


TWO = """\
party: Two
members:
  - {name: Anna, class: fighter, level: 5, gear: [sword], hp: 1, max hp: 34}
  - {name: Dora, class: fighter, level: 9, gear: [plate mail, shield, sword], heal: 3, hp: 70}
"""


@pytest.mark.parametrize(
    ("book", "mark"),
    [
        ("vanguard", lambda member: member.marks and member.max_hp < 34),
        ("fourfold", lambda member: member.frail),
        ("tempo", lambda member: member.wound),
    ],
)
def test_what_a_fight_has_left_on_one_goes_along(folder: Path, book: str, mark: Callable[[Member], object]) -> None:
    """Struck down at 1 hp and alive: the mark is in the file, after days of rest it is there in the next fight."""
    file, anna = folder / "lanterns.yaml", Member()
    for seed in range(100):
        file.write_text(TWO, encoding="utf-8")
        aftermath.write_back(affray.start(folder / "orcs.yaml", rules=book, seed=seed))
        anna = read_party(file).members[0]
        if mark(anna) and anna.fate != "dead":
            break
    assert mark(anna)
    write_party(file, aftermath.rest(read_party(file), get(book), Rest(days=6))[0])
    rested = read_party(file).members[0]
    assert mark(rested)
    assert (rested.fate, rested.hp) != ("out", 0)
    play = affray.start(folder / "wolf.yaml", rules=book, seed=1, players="party")
    who = play.setup.fight.who[0]
    assert (who.hp, who.max_hp) == (rested.hp, rested.max_hp)


# --- an undo after the write-back


def ended(folder: Path, book: str, hp: int) -> Play:
    """A fight that people play, which the referee ends with Anna at so many hp."""
    play = affray.start(folder / "orcs.yaml", rules=book, seed=1, players="party")
    play.referee("hp", "Anna", hp)
    play.referee("end", "party")
    assert play.over
    return play


@pytest.mark.parametrize("book", BOOKS)
def test_after_an_undo_it_is_said_again_or_taken_back(folder: Path, book: str) -> None:
    began = members(folder)
    play = ended(folder, book, 11)
    aftermath.write_back(play)
    assert members(folder)["Anna"].hp == 11
    aftermath.write_back(play)  # the same again changes nothing
    assert members(folder)["Anna"].hp == 11
    play.undo()
    play.undo()
    assert not play.over
    with pytest.raises(AffrayError, match="not over"):
        aftermath.write_back(play)
    play.referee("hp", "Anna", 7)
    play.referee("hp", "Cora", 2)
    play.referee("end", "party")
    aftermath.write_back(play)
    assert {name: member.hp for name, member in members(folder).items()} == {
        "Anna": 7,
        "Oswin": 14,
        "Cora": 2,
        "Bran": 0,
    }
    play.undo()
    assert aftermath.undo_write_back(play) == [str(folder / "lanterns.yaml")]
    assert members(folder) == began


def test_a_fight_that_was_kept_knows_its_ends_too(folder: Path) -> None:
    began, play = members(folder), ended(folder, "classic", 11)
    aftermath.write_back(play)
    play.undo()
    play.save(folder / "ford.fight")
    aftermath.undo_write_back(affray.load(folder / "ford.fight"))
    assert members(folder) == began


def test_what_somebody_else_has_changed_stays(folder: Path) -> None:
    """A level gained meanwhile, and one who wasn't there: the fight has nothing to do with that."""
    play = ended(folder, "classic", 11)
    change(folder, "Anna", level=6)
    change(folder, "Bran", notes=("buried by the river",))
    aftermath.write_back(play)
    there = members(folder)
    assert (there["Anna"].hp, there["Anna"].level) == (11, 6)
    assert there["Bran"].notes == ("buried by the river",)


def change(folder: Path, name: str, **values: object) -> None:
    party = read_party(folder / "lanterns.yaml")
    everybody = tuple(replace_all(m, values) if m.name == name else m for m in party.members)
    write_party(folder / "lanterns.yaml", Party(party.name, everybody))


def test_where_both_have_changed_the_same_nothing_is_written(folder: Path) -> None:
    play = ended(folder, "classic", 11)
    change(folder, "Anna", hp=34)
    text = (folder / "lanterns.yaml").read_bytes()
    with pytest.raises(Conflict, match=r"Anna's hp in The Lanterns has been changed since: it is 34, and .* with 30"):
        aftermath.write_back(play)
    assert (folder / "lanterns.yaml").read_bytes() == text


def test_two_fights_with_the_same_copy_do_not_both_count(folder: Path) -> None:
    one, other = ended(folder, "classic", 11), ended(folder, "classic", 5)
    aftermath.write_back(one)
    with pytest.raises(Conflict, match="it is 11"):
        aftermath.write_back(other)
    aftermath.undo_write_back(one)
    aftermath.write_back(other)
    assert members(folder)["Anna"].hp == 5


def test_who_has_left_the_party_is_missed(folder: Path) -> None:
    play = ended(folder, "classic", 11)
    party = read_party(folder / "lanterns.yaml")
    write_party(folder / "lanterns.yaml", Party(party.name, party.members[1:]))
    with pytest.raises(Conflict, match="Anna is no longer in The Lanterns"):
        aftermath.write_back(play)


def test_a_fight_that_was_never_over_has_nothing_to_take_back(folder: Path) -> None:
    assert aftermath.undo_write_back(affray.start(folder / "orcs.yaml", players="party")) == []


def test_the_command_takes_back_what_was_undone(folder: Path) -> None:
    journal = str(folder / "ford.fight")
    said = "referee hp Anna 11\nreferee end party\nquit\n"
    begin = ["play", str(folder / "orcs.yaml"), "--seed", "1", "--journal", journal, "--write-back"]
    result = CliRunner().invoke(main, begin, input=said)
    assert (result.exit_code, members(folder)["Anna"].hp) == (0, 11), result.output
    result = CliRunner().invoke(main, ["play", journal, "--write-back"], input="undo\nquit\n")
    assert (result.exit_code, members(folder)["Anna"].hp) == (0, 30), result.output
    assert "no longer over" in result.output


# --- spells


@pytest.mark.clause("affray.spells.spent")
def test_a_spell_that_was_cast_comes_back_with_sleep() -> None:
    oswin = Member("Oswin", cls="magic-user", spells=("shield",), spent=("sleep", "light"), hp=4)
    slept, told = aftermath.rest(Party("x", (oswin,)), get("classic"), Rest(days=1))
    assert (slept.members[0].spells, slept.members[0].spent) == (("shield", "sleep", "light"), ())
    assert told[0].remarks == ("in memory again: sleep, light [affray.spells.spent]",)
    awake, _ = aftermath.rest(Party("x", (oswin,)), get("vanguard"), Rest(days=2, sleep=False))
    assert (awake.members[0].spells, awake.members[0].spent) == (("shield",), ("sleep", "light"))


# --- the history of a character


def test_deeds_are_counted_from_the_log(folder: Path) -> None:
    play = affray.start(folder / "rats.yaml", seed=3)
    mine = {one.who: one for one in deeds(play, str(folder / "lanterns.yaml"))}
    told = [json.loads(line) for line in play.log.jsonl().splitlines()]
    for who, one in mine.items():
        assert one.kills == sum(e.get("kind") == "dead" and e.get("who") == who != e.get("at") for e in told)
        assert (one.rounds, one.title, one.book) == (play.state.round, "Rats in the cellar", "classic")
        assert one.won == (play.winner == "party")
    assert set(mine) == {"Anna", "Oswin", "Cora"}
    assert sum(one.kills for one in mine.values()) > 0


@pytest.mark.parametrize(("hp", "close"), [(8, "8 of 34 hp left"), (9, "")])
def test_a_quarter_of_the_hit_points_is_a_close_call(folder: Path, hp: int, close: str) -> None:
    """A quarter of 34 is 8.5."""
    anna = next(one for one in deeds(ended(folder, "classic", hp)) if one.who == "Anna")
    assert (anna.close, anna.hp, anna.kills) == (close, hp, 0)


def test_histories_add_up(folder: Path) -> None:
    told = [one.as_json() for hp in (8, 20) for one in deeds(ended(folder, "classic", hp))]
    anna = next(one for one in histories(told) if one["name"] == "Anna")
    assert (anna["fights"], anna["won"], anna["kills"], anna["close"]) == (2, 2, 0, 1)


def test_the_command_tells_of_a_party(folder: Path) -> None:
    play = ended(folder, "classic", 8)
    play.save(folder / "ford.fight")
    aftermath.write_back(play)
    words = ["party", str(folder / "lanterns.yaml"), str(folder / "ford.fight")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    assert "Anna: fighter 5 · hp 8 of 34\n  1 fight, 0 kills, 1 close call\n" in told.output
    assert "a close call: 8 of 34 hp left" in told.output
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)
    assert [one["close"] for one in found["histories"]] == [1, 0, 1]  # Cora has 3 of 20
    missing = CliRunner().invoke(main, ["party", "The Moths", "--data", str(folder)])
    assert missing.exit_code == 2
