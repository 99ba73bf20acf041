"""Party files: read, written back the same, taken into a scenario, and every mistake in its own file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import affray
from affray.engine.dice import Notation
from affray.engine.encounter import Member, Party
from affray.errors import AffrayError, ScenarioError
from affray.party import keys_of, members_to_yaml, party_from_text, party_to_yaml, read_party, write_party
from affray.scenario import check, load, read

LANTERNS = """\
party: The Lanterns
members:
  - name: Anna
    class: fighter
    level: 3
    STR: 13
    CON: 9
    gear: [chain mail, shield, sword +1, 3 javelin]
    hp: 0
    move: 90
    frail: true
    wound: out of action
    negative levels: 2
    sleepless: 1
    max hp: 14
    combat bonus: 2
    shock: 2/13
    drained: 9
    rested: 3
    marks: ['max hp -1, STR -1']
    notes: [owes the inn 3 gp, 'yes']
  - name: Oswin
    class: magic-user
    spells: [sleep]
    hp: 3
    readied: sleep
  - name: Bran
    class: fighter
    fate: dead
  - name: Torch bearer
    count: 2
    monster: normal human
    henchman: true
"""
ANNA = Member(
    name="Anna",
    cls="fighter",
    level=3,
    abilities={"STR": 13, "CON": 9},
    gear=("chain mail", "shield", "sword +1", "3 javelin"),
    hp=0,
    numbers={"move": 90, "combat bonus": 2, "shock": "2/13"},
    frail=True,
    wound="out of action",
    negative_levels=2,
    sleepless=1,
    max_hp=14,
    drained=9,
    rested=3,
    marks=("max hp -1, STR -1",),
    notes=("owes the inn 3 gp", "yes"),
)
OSWIN = Member(name="Oswin", cls="magic-user", spells=("sleep",), hp=3, readied="sleep")
BRAN = Member(name="Bran", cls="fighter", fate="dead")
BEARERS = Member(name="Torch bearer", count=Notation(0, 1, plus=2), kind="normal human", henchman=True)
COMPANY = Party("The Lanterns", (ANNA, OSWIN, BRAN, BEARERS))


def test_a_party_is_read(tmp_path: Path) -> None:
    (tmp_path / "lanterns.yaml").write_text(LANTERNS)
    assert read_party(tmp_path / "lanterns.yaml") == COMPANY


def test_a_party_is_written_in_a_fixed_order(tmp_path: Path) -> None:
    write_party(tmp_path / "again.yaml", COMPANY)
    assert (tmp_path / "again.yaml").read_text() == LANTERNS
    assert [file.name for file in tmp_path.iterdir()] == ["again.yaml"]


def test_the_short_forms_are_the_scenario_s() -> None:
    party = party_from_text("party: X\nmembers: [2 orc, Grub: {monster: orc, hp: 0}]")
    assert party.members == (Member(kind="orc", count=Notation(0, 1, plus=2)), Member(name="Grub", kind="orc", hp=0))


def test_members_stand_as_under_their_key() -> None:
    assert members_to_yaml([OSWIN, BRAN]) == (
        "  - name: Oswin\n    class: magic-user\n    spells: [sleep]\n    hp: 3\n    readied: sleep\n"
        "  - name: Bran\n    class: fighter\n    fate: dead\n"
    )
    assert keys_of(Member(kind="orc", position=(3, 4, 0))) == {"monster": "orc", "position": [3, 4, 0]}


def test_what_can_t_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    with pytest.raises(AffrayError, match="can't write"):
        write_party(tmp_path / "nowhere" / "x.yaml", COMPANY)


SIGNS = st.characters(categories=["L", "M", "N", "P", "S"], include_characters=" ")
WORDS = st.text(SIGNS, min_size=1, max_size=40).map(lambda s: f".{s}.") | st.text(
    " :#-[]{},&*!|>'\"%@`", min_size=1
).map(lambda s: f"{s[:20].strip()}x")
NAMES = WORDS.map(lambda s: f"É{s}") | st.sampled_from(["yEs", "NULL", "~x", "a: b", "#a", "- a", "e1", "x'\"y", "nO"])


@st.composite
def companions(draw: st.DrawFn) -> Member:
    skills = st.integers(-1, 6)
    numbers: dict[str, int | str] = {
        "stab": draw(skills),
        "tempo ac": draw(st.integers(1, 60)),
        "shield": 0,
        "hd": "2+1",
    }
    chosen = draw(st.sets(st.sampled_from(sorted(numbers))))
    return Member(
        name=draw(NAMES),
        cls="elf",
        level=draw(st.integers(1, 10)),
        hp=draw(st.integers(0, 9) | st.sampled_from(["rolled", "average"])),
        trained=draw(st.none() | st.booleans()),
        max_hp=draw(st.just(0) | st.integers(9, 99)),
        numbers={name: number for name, number in numbers.items() if name in chosen},
        marks=tuple(draw(st.lists(WORDS, max_size=2))),
        notes=tuple(draw(st.lists(WORDS | NAMES | st.sampled_from(["7", "1.5", "2026-01-01", "12:30"]), max_size=3))),
    )


@given(NAMES, st.lists(companions(), min_size=1, max_size=3, unique_by=lambda m: m.name.lower()))
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read_the_same(name: str, members: list[Member]) -> None:
    party = Party(name, tuple(members))
    assert party_from_text(party_to_yaml(party)) == party


# What a wrong party file is told; » stands before the mistake.
WRONG = {
    "no name": ("»members: [orc]", "missing key `party`"),
    "no members": ("»party: X", "missing key `members`"),
    "empty": ("»", "the file is empty"),
    "a list": ("»[orc]", "expected a mapping"),
    "unknown key": ("party: X\n»side: y\nmembers: [orc]", "unknown key 'side'; expected one of party, members"),
    "member's key": ("party: X\nmembers: [A: {class: elf, »note: [x]}]", "did you mean 'notes'?"),
    "hp": ("party: X\nmembers: [A: {class: elf, hp: »-1}]", "hp: found '-1'"),
    "name twice": ("party: X\nmembers: [A: {class: elf}, »A: {class: elf}]", "called 'A' already"),
    "neither": ("party: X\nmembers: [»A: {notes: [x]}]", "neither a monster nor a class"),
    "monster": ("party: X\nmembers: [6 »orcc]", "did you mean 'orc'?"),
    "drained": ("party: X\nmembers: [A: {class: elf, drained: »some}]", "a whole number from 0 to 9999"),
}


@pytest.mark.parametrize(("text", "fragment"), WRONG.values(), ids=WRONG.keys())
def test_a_mistake_in_a_party_is_told_in_its_place(text: str, fragment: str, tmp_path: Path) -> None:
    before, _, after = text.partition("»")
    place = before.count("\n") + 1, len(before) - before.rfind("\n")
    with pytest.raises(ScenarioError) as caught:
        party_from_text(before + after, "p.yaml")
    (told,) = caught.value.mistakes
    assert (told.file, told.line, told.column) == ("p.yaml", *place)
    assert fragment in told.message


# A party in a scenario


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "lanterns.yaml").write_text(LANTERNS.replace("hp: 0", "hp: 5"))
    file = tmp_path / "ford.yaml"
    file.write_text(
        "title: A ford\ndistance: 30\nsides:\n  heroes:\n    players: true\n    party: people/lanterns.yaml  # ours\n"
        "    members: [Tam: {class: thief}]\n  orcs: [3 orc]\n"
    )
    return file


def test_a_side_takes_in_who_has_no_fate(ford: Path) -> None:
    heroes = load(ford).sides[0]
    assert heroes.members == (replace(ANNA, hp=5), OSWIN, BEARERS, Member(name="Tam", cls="thief"))
    assert (heroes.carried, Path(heroes.file)) == (3, ford.parent / "people" / "lanterns.yaml")


def test_the_text_kept_has_the_party_in_it(ford: Path) -> None:
    encounter = load(ford)
    (ford.parent / "people" / "lanterns.yaml").unlink()
    again = read(encounter.text, str(ford))
    assert again == encounter
    assert again.text == encounter.text
    assert "# ours" in again.text


@pytest.mark.parametrize("said", ["'l.yaml'", "&p l.yaml", '"l.yaml"', ">-\n      l.yaml"])
def test_the_party_may_be_named_in_any_style(said: str, tmp_path: Path) -> None:
    (tmp_path / "l.yaml").write_text("party: L\nmembers: [orc]")
    file = tmp_path / "f.yaml"
    file.write_text(f"sides:\n  a:\n    party: {said}\n    players: true\n  b: [orc]\n")
    encounter = load(file)
    assert encounter.sides[0].members == (Member(kind="orc"),)
    assert encounter.sides[0].players
    assert read(encounter.text, str(file)) == encounter


def test_two_sides_may_have_one_file(tmp_path: Path) -> None:
    (tmp_path / "l.yaml").write_text("party: L\nmembers: [orc]")
    file = tmp_path / "f.yaml"
    file.write_text("sides: {a: &s {party: l.yaml}, b: *s, c: {party: &p l.yaml}, d: {party: *p}}")
    encounter = load(file)
    assert [side.members for side in encounter.sides] == [(Member(kind="orc"),)] * 4
    assert read(encounter.text, str(file)) == encounter


def test_a_fight_with_a_party_is_replayed_without_the_file(ford: Path) -> None:
    play = affray.start(ford, seed=3)
    play.save(ford.parent / "kept")
    (ford.parent / "people" / "lanterns.yaml").unlink()
    assert affray.load(ford.parent / "kept").log.text() == play.log.text()


def test_each_mistake_is_told_in_the_file_it_stands_in(ford: Path) -> None:
    party = ford.parent / "people" / "lanterns.yaml"
    party.write_text("party: X\nmembers:\n  - Tam: {class: elf, hpp: 3}\n  - ork\n")
    ford.write_text(ford.read_text().replace("distance", "distnce"))
    told = check(ford)
    assert [(m.file, m.line, m.column) for m in told] == [
        (str(ford), 2, 1),
        (str(ford), 7, 15),
        (str(party), 3, 23),
        (str(party), 4, 5),
    ]
    assert "another combatant is called 'Tam' already" in told[1].message


@pytest.mark.parametrize(
    ("text", "fragment"), [("party: [", "not YAML"), ("- a", "found a list; expected a mapping"), ("", "empty")]
)
def test_a_party_that_is_none_is_told_in_its_file(text: str, fragment: str, ford: Path) -> None:
    party = ford.parent / "people" / "lanterns.yaml"
    party.write_text(text)
    (told,) = check(ford)
    assert (told.file, told.line) == (str(party), 1)
    assert fragment in told.message


def test_a_missing_party_is_told_where_it_is_named(ford: Path) -> None:
    (ford.parent / "people" / "lanterns.yaml").unlink()
    (told,) = check(ford)
    assert (told.file, told.line, told.column) == (str(ford), 6, 12)
    assert told.message == "party: no such file; expected the path of a party file"
