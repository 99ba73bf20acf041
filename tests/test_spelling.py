"""Spellings that people use: each stands for the one name it can mean, and for nothing where it could mean two."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from affray import scenario
from affray.cli import main
from affray.content.spelling import count_of, find_name, number_in_words
from affray.engine.encounter import Member
from affray.party import read_party
from affray.rules import get
from affray.studies.rate import build_ring

NAMES = ["chain mail", "goblin", "harpy", "magic-user", "orc", "owl bear", "sword", "wolf", "leather armour"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Goblin", "goblin"),
        ("goblins", "goblin"),
        ("wolves", "wolf"),
        ("harpies", "harpy"),
        ("owlbear", "owl bear"),
        ("Owl-Bears", "owl bear"),
        ("chainmail", "chain mail"),
        ("magic user", "magic-user"),
        ("leather armor", "leather armour"),
        ("longsword", "sword"),
        ("gobblin", ""),
    ],
)
def test_a_spelling_stands_for_a_name(said: str, name: str) -> None:
    assert find_name(said, NAMES) == name


def test_a_spelling_of_two_names_stands_for_neither() -> None:
    assert find_name("warhorse", ["war horse", "war-horse"]) == ""


@pytest.mark.parametrize(
    ("said", "number"),
    [("100,000", "100000"), ("1e6", "1000000"), ("2.5e3", "2500"), ("10k", "10000"), ("7", "7"), ("1,00", "1,00")],
)
def test_numbers_are_read_as_people_write_them(said: str, number: str) -> None:
    assert number_in_words(said) == number


def test_one_thing_and_several() -> None:
    assert [count_of(1, "creature"), count_of(2, "man-at-arms"), count_of(1200, "fight")] == [
        "1 creature",
        "2 men-at-arms",
        "1,200 fights",
    ]


LOOSE = """\
sides:
  party:
    - Anna: {class: magic user, HP: 4, weapon: dagger, Str: 12}
    - Bela: {class: Fighters, gear: [chainmail, longsword, 3 javelins]}
  foes: [2 goblins, one ogre, giant rats x4, owlbear]
"""


def test_a_scenario_may_be_spelled_as_people_spell() -> None:
    ours, theirs = scenario.read(LOOSE).sides
    anna, bela = ours.members
    assert (anna.cls, anna.hp, anna.gear, anna.abilities) == ("magic-user", 4, ("dagger",), {"STR": 12})
    assert (bela.cls, bela.gear) == ("fighter", ("chain mail", "sword", "3 javelin"))
    assert [counted(one) for one in theirs.members] == [(2, "goblin"), (1, "ogre"), (4, "giant rat"), (1, "owl bear")]


def counted(one: Member) -> tuple[int, str]:
    return one.count.maximum, one.kind


@pytest.mark.usefixtures("a_folder")
class TestCommands:
    """The same at the command line."""

    def test_a_mistake_is_none_where_the_meaning_is_clear(self) -> None:
        run = CliRunner().invoke(main, ["sim", "duel", "-n", "1e2", "--plain", "--json"])
        assert run.exit_code == 0, run.output
        assert '"fights": 100,' in run.output

    def test_a_target_without_its_subject_is_asked_for_it(self) -> None:
        run = CliRunner().invoke(main, ["balance", "brawl", "--vary", "orc.count", "--target", "70%"])
        assert run.exit_code == 2
        assert "'70%' does not say of what; expected a target as 'party wins 70%'" in run.output

    def test_new_files_pass_the_check(self) -> None:
        for words in (
            ["scenario", "ford.yaml", "--foe", "2 orcs", "--distance", "30"],
            ["party", "ours.yaml", "--member", "Anna: fighter 3 with sword, hp 9"],
            ["pack", "fen"],
        ):
            made = CliRunner().invoke(main, ["new", *words])
            assert made.exit_code == 0, made.output
            checked = CliRunner().invoke(main, ["check", words[1]])
            assert checked.output == f"{words[1]}: OK\n"
        (anna,) = read_party("ours.yaml").members
        assert (anna.name, anna.cls, anna.level, anna.gear, anna.hp) == ("Anna", "fighter", 3, ("sword",), 9)

    def test_new_house_rules_list_the_options_of_their_book(self) -> None:
        assert CliRunner().invoke(main, ["new", "house-rules", "ours.yaml"]).exit_code == 0
        text = Path("ours.yaml").read_text(encoding="utf-8")
        assert all(f"{option.name}: {option.say(option.default)} " in text for option in get("classic").options)
        changed = text.replace("# initiative.tie: reroll", "initiative.tie: simultaneous")
        Path("ours.yaml").write_text(changed, encoding="utf-8")
        checked = CliRunner().invoke(main, ["check", "ours.yaml"]).output.splitlines()
        assert checked[-1] == "ours.yaml: OK"
        assert all("note:" in line for line in checked[:-1])

    def test_nothing_is_replaced_unasked(self) -> None:
        Path("ford.yaml").write_text("mine", encoding="utf-8")
        made = CliRunner().invoke(main, ["new", "scenario", "ford.yaml"])
        assert (made.exit_code, made.output) == (
            2,
            "ford.yaml already exists; choose another name, or replace it with --force\n",
        )
        assert Path("ford.yaml").read_text(encoding="utf-8") == "mine"

    def test_an_example_can_be_had_as_a_file(self) -> None:
        assert CliRunner().invoke(main, ["examples", "duel"]).output == scenario.text_of("duel")


def test_a_plural_can_be_rated() -> None:
    assert build_ring("Owlbears", get("classic")).sides[0].members[0].kind == "owl bear"
