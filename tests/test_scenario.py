"""Scenario files: what they say, what is no such file, and the schema of those that are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml
from known_words import KNOWN, mistakes

from affray.content.yaml import MOST_CHARACTERS
from affray.engine.dice import Notation
from affray.engine.encounter import Encounter, Member, Objective, Party, Terrain
from affray.scenario import check, examples, load, read, schema


def one(count: int) -> Notation:
    return Notation(0, 1, plus=count)


def test_without_known_words_any_word_is_read() -> None:
    encounter = read("sides: {a: [6 dragonet], b: {tactic: sly, members: [Anna: {class: bard}]}}", "x", {})
    assert encounter.sides[0].members == (Member(kind="dragonet", count=one(6)),)
    assert encounter.sides[1].tactic == "sly"


FULL = """\
title: Orcs at the ford
rules: classic
distance: 60
terrain: {width: 10, outdoors: true, daylight: yes, deck: on, water: in}
options: {initiative.tie: simultaneous, surprise: off, retreat.bonus: 3, "morale.triggers": [first, half]}
rounds: 50
speaker: Anna
sides:
  party:
    players: true
    tactic: weakest
    way out: false
    wary: true
    members:
      - Anna: {class: Fighter, level: 2, STR: 13, CHA: 9, gear: [Chain Mail, sword +1, 3 javelin], hp: average,
               tactic: first}
      - {name: Oswin, class: magic-user, spells: [sleep, sleep], retainer: 8}
      - Guard: {count: 2, ac: 6, shield: 1, thac0: 19, damage: d6, hp: 5, saves: 12/13/14/15/16, morale: 9, move: 90}
      - Bat: {aac: 12, bonus: 0, damage: 2d4-1, attacks: 2, hd: 2 + 1, fly: 180, swim: 0, tags: [flyer],
              sees dark: true}
  orcs:
    surprised: true
    morale: 8
    members:
      - Grub: {monster: orc, leader: true}
      - 2d4 goblin
      - 3 Orc: {cover: three quarters, conditions: [asleep, prone]}
      - 2 Rider: {monster: orc, mount: war horse, mercenary: trained, elite: true, fanatic: yes}
  passers-by: [elf, white dragon]
objectives:
  - {side: party, down: Grub}
  - {side: party, down: Rider 2}
  - {side: orcs, escape: true}
"""


def test_every_key_is_read() -> None:
    anna = Member(
        name="Anna",
        cls="fighter",
        level=2,
        abilities={"STR": 13, "CHA": 9},
        gear=("chain mail", "sword +1", "3 javelin"),
        hp="average",
        tactic="first",
    )
    oswin = Member(name="Oswin", cls="magic-user", spells=("sleep", "sleep"), retainer=8)
    guard = Member(
        name="Guard",
        count=one(2),
        hp=5,
        numbers={
            "ac": 6,
            "shield": 1,
            "thac0": 19,
            "damage": "1d6",
            "saves": "12/13/14/15/16",
            "morale": 9,
            "move": 90,
        },
    )
    bat = Member(
        name="Bat",
        numbers={"aac": 12, "bonus": 0, "damage": "2d4-1", "attacks": 2, "hd": "2+1", "fly": 180, "swim": 0},
        tags=("flyer",),
        sees_dark=True,
    )
    orcs = (
        Member(name="Grub", kind="orc", leader=True),
        Member(kind="goblin", count=Notation(2, 4)),
        Member(kind="orc", count=one(3), cover="three quarters", conditions=("asleep", "prone")),
        Member(
            name="Rider", kind="orc", count=one(2), mount="war horse", mercenary="trained", elite=True, fanatic=True
        ),
    )
    assert read(FULL, "some/where/ford.yaml", KNOWN) == Encounter(
        name="ford",
        title="Orcs at the ford",
        rules="classic",
        distance=60,
        terrain=Terrain(width=10, outdoors=True, daylight=True, deck=True, water="in"),
        options={
            "initiative.tie": "simultaneous",
            "surprise": "off",
            "retreat.bonus": "3",
            "morale.triggers": "first,half",
        },
        rounds=50,
        speaker="Anna",
        sides=(
            Party("party", (anna, oswin, guard, bat), tactic="weakest", players=True, way_out=False, wary=True),
            Party("orcs", orcs, surprised=True, morale=8),
            Party("passers-by", (Member(kind="elf"), Member(kind="white dragon"))),
        ),
        objectives=(
            Objective("party", down="Grub"),
            Objective("party", down="Rider 2"),
            Objective("orcs", escape=True),
        ),
        text=FULL,
    )


def test_positions_contact_and_a_missing_title() -> None:
    text = "sides: {a: [{monster: orc, position: [0, 5]}], b: [{monster: orc, position: [-60, 0, 30]}]}"
    encounter = read(text, "here.yaml", KNOWN)
    assert encounter.title == "here"
    assert [side.members[0].position for side in encounter.sides] == [(0, 5, 0), (-60, 0, 30)]
    assert encounter.distance == ""
    assert read("distance: contact\nsides: {a: [orc], b: [orc]}", "x", KNOWN).distance == "contact"


def test_anchors_and_aliases_stand_for_what_they_name() -> None:
    encounter = read("sides: {a: [Grub: &o {monster: orc, hp: 4}, Snag: *o], b: [goblin]}", "x", KNOWN)
    assert [(m.name, m.kind, m.hp) for m in encounter.sides[0].members] == [("Grub", "orc", 4), ("Snag", "orc", 4)]


def test_a_billion_laughs_are_refused() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 10)}]" for n in range(9)]
    (told,) = mistakes("\n".join(lines))
    assert "too many values, aliases written out; expected at most 20,000" in told.message


def test_a_huge_text_is_refused_before_it_is_read() -> None:
    (told,) = mistakes("#" * (MOST_CHARACTERS + 1))
    assert (told.line, told.column) == (1, 1)
    assert "the file has 200,001 characters; expected at most 200,000" in told.message


def test_load_reads_a_file_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "ford.yaml"
    file.write_text("\ufefftitle: Die Brücke\r\nsides: {a: [orc], b: [goblin]}\r\n", encoding="utf-8", newline="")
    assert load(file, KNOWN).title == "Die Brücke"
    assert load(str(file), KNOWN).name == "ford"
    assert check(file, KNOWN) == []


def test_check_gives_the_mistakes_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ford.yaml"
    file.write_text("titel: x\nsides: {a: [ork], b: [goblin]}")
    told = check(file, KNOWN)
    assert [(m.file, m.line, m.column) for m in told] == [(str(file), 1, 1), (str(file), 2, 13)]


def test_bytes_that_are_not_utf8_are_pointed_at(tmp_path: Path) -> None:
    file = tmp_path / "ford.yaml"
    file.write_bytes("title: x\nspeaker: Jörg\n".encode("latin-1"))
    (told,) = check(file, KNOWN)
    assert (told.line, told.column) == (2, 11)
    assert "the byte 0xF6 is not UTF-8; save the file with the encoding UTF-8" in told.message


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("orks", "no such file or example; expected a file or one of the examples ambush, "),
        ("orks", "did you mean 'orcs'?"),
        ("nowhere/ford.yaml", "no such file"),
        (".", "can't be opened"),
        ("a\0b", "can't be opened"),
        ("x" * 5000, "can't be opened"),
    ],
)
def test_what_is_no_file_is_told_so(name: str, fragment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (told,) = check(name, KNOWN)
    assert told.line == 0
    assert fragment in str(told)


def test_a_file_that_has_no_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "long.yaml"
    file.write_bytes(b"# on and on\n" * 100_000)
    (told,) = check(file, KNOWN)
    assert "characters; expected at most" in told.message


# The schema


def test_the_schema_is_one_and_takes_the_examples() -> None:
    validator = jsonschema.Draft202012Validator(schema(KNOWN))
    validator.check_schema(schema())
    for name in examples():
        validator.validate(yaml.safe_load(load(name).text))
    validator.validate(yaml.safe_load(FULL))


@pytest.mark.parametrize(
    "text",
    [
        "{house rules: ours.yaml, sides: {a: [orc], b: [orc]}}",
        "{house rules: [ours.yaml, {base: classic}], sides: {a: [orc], b: [orc]}}",
        "sides: {a: [orc], b: {party: {party: X, members: [2 orc, Grub: {monster: orc, hp: 0, notes: [sore]}]}}}",
        "sides: {a: [orc], b: {ambush: prepared, members: [Grub: {monster: orc, shock: 2/13, max hp: 9, wits: 3}]}}",
    ],
)
def test_the_schema_takes_what_reading_takes(text: str) -> None:
    assert jsonschema.Draft202012Validator(schema(KNOWN)).is_valid(yaml.safe_load(text))
    assert read(text, "f.yaml", KNOWN).sides


def test_the_schema_takes_the_path_of_a_party_file() -> None:
    wanted = yaml.safe_load("sides: {a: [orc], b: {party: lanterns.yaml}}")
    assert jsonschema.Draft202012Validator(schema(KNOWN)).is_valid(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "sides: {a: [orc]}",
        "sides: {a: [orc], b: []}",
        "sides: {a: [orc], b: orc}",
        "sides: {a: [orc], 2nd: [orc]}",
        "sides: {a: [orc], b: [7]}",
        "sides: {a: [orc], b: ['']}",
        "sides: {a: [orc], b: [{monster: orc, hp: 0}]}",
        "sides: {a: [orc], b: [{monster: orc, hp: many}]}",
        "sides: {a: [orc], b: [6 orc: {morale: 13}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, gaer: [sword]}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, gear: sword}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, STR: 2}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, saves: 12/13}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, position: [1]}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, cover: thick}]}",
        "sides: {a: [orc], b: {members: [orc], tactics: first}}",
        "sides: {a: [orc], b: {members: [orc], players: 1}}",
        "{distance: near, sides: {a: [orc], b: [orc]}}",
        "{distance: 0, sides: {a: [orc], b: [orc]}}",
        "{terrain: {water: over}, sides: {a: [orc], b: [orc]}}",
        "{options: {initiative.tei: reroll}, sides: {a: [orc], b: [orc]}}",
        "{options: {initiative.tie: first}, sides: {a: [orc], b: [orc]}}",
        "{objectives: [{down: Grub}], sides: {a: [orc], b: [orc]}}",
        "{terrain: {ledge: high}, sides: {a: [orc], b: [orc]}}",
        "{house rules: 7, sides: {a: [orc], b: [orc]}}",
        "{house rules: [7], sides: {a: [orc], b: [orc]}}",
        "sides: {a: [orc], b: {players: true}}",
        "sides: {a: [orc], b: {party: 7}}",
        "sides: {a: [orc], b: {party: {party: X, members: []}}}",
        "sides: {a: [orc], b: {party: {party: X, members: [Grub: {monster: orc, fate: lucky}]}}}",
        "sides: {a: [orc], b: [Grub: {monster: orc, fate: dead}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, shock: 2}]}",
        "sides: {a: [orc], b: [Grub: {monster: orc, stab: 7}]}",
        "sides: {a: [orc], b: {ambush: clever, members: [orc]}}",
    ],
)
def test_the_schema_refuses_what_reading_refuses(text: str) -> None:
    assert not jsonschema.Draft202012Validator(schema(KNOWN)).is_valid(yaml.safe_load(text))
    assert mistakes(text)


def test_the_schema_offers_the_words_of_the_book() -> None:
    keys = schema(KNOWN)["$defs"]["MemberShape"]["properties"]
    assert keys["monster"]["examples"] == KNOWN["monsters"]
    assert keys["gear"]["items"]["examples"] == [
        "sword",
        "javelin",
        "short bow",
        "chain mail",
        "shield",
        "healing potion",
    ]


def test_pydantic_waits_until_a_file_is_read() -> None:
    told = "import sys, affray.scenario as s; s.examples(); print('pydantic' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
