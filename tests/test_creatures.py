"""Creatures and things of a scenario's own: read from text or field by field, the same in every book and engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import affray
from affray import rules, scenario
from affray.cli import main
from affray.content.entries import load_content, reader_of
from affray.content.overlay import with_content
from affray.content.yaml import compose, dump, plain_values
from affray.engine.encounter import ROLLED
from affray.engine.state import Combatant, Weapon
from affray.errors import ScenarioError
from affray.play.journal import events_digest
from affray.scenario import check, read

FIGHT = """\
title: Hounds in the fog
sides:
  party: [{name: Anna, class: fighter, level: 3, gear: [chain mail, sword], hp: 20}]
  foes: [3 bone hound]
"""
HOUND = """\
creatures:
  bone hound: {ac: 6, hd: 2+1, attacks: bite 1d6 (grave cold), move: 180, saves: F1, morale: 8, tags: undead,
    notes: [Howls before it leaps., Shies from salt.],
    effects: {grave cold: {clause: classic.monster.poison, does: damage, dice: 1d4, save: death}}}
"""
BLOCK = """\
Bone Hound
AC 6 [13], HD 2+1 (10hp), Att 1 × bite (1d6), THAC0 17 [+2], MV 180' (60'), SV D12 W13 P14 B15 S16 (F2), ML 8, XP 25
Howls before it leaps.
"""
TEXT = FIGHT + dump({"creatures": BLOCK})
BOOKS = rules.NAMES


def last(text: str, book: str = "classic") -> Combatant:
    """The last hound as a book sets it up."""
    return affray.start(read(text), rules=book, seed=1).setup.fight.who[-1]


# --- entries


def test_an_entry_is_a_monster_of_this_fight() -> None:
    """AC 6; 2+1 hit dice fight as more than 2: THAC0 17, and save as F1; 180 feet are 1,800 tenths."""
    who = last(FIGHT + HOUND)
    assert (who.ac, who.thac0, who.morale, who.move) == (6, 17, 8, 1800)
    assert (who.hp_count, who.hp_sides, who.hp_plus) == (2, 8, 1)
    assert who.saves[1:] == [12, 13, 14, 15, 16]


@pytest.mark.parametrize(
    ("book", "ac"), [("classic", 6), ("tempo", 24), ("procedure", 6), ("vanguard", 14), ("fourfold", 6)]
)
def test_every_book_converts_it_as_its_own_clause_says(book: str, ac: int) -> None:
    """AAC 13: 20 + 2 × 2 in tempo, 13 + 1 in vanguard; fourfold keeps it descending as classic does."""
    assert last(FIGHT + HOUND, book).ac == ac


def test_numbers_of_an_entry_go_to_whoever_is_of_it() -> None:
    text = FIGHT + HOUND.replace("saves: F1", "saves: 10/11/12/13/14, thac0: 15, vanguard ac: 16, combat bonus: 7")
    classic, vanguard = last(text), last(text, "vanguard")
    assert (classic.thac0, classic.saves[1:]) == (15, [10, 11, 12, 13, 14])
    assert (vanguard.ac, vanguard.vanguard.combat_bonus) == (16, 7)


def test_a_member_s_own_number_comes_first() -> None:
    text = (
        (FIGHT + HOUND)
        .replace("[3 bone hound]", "[3 bone hound: {ac: 2}]")
        .replace("morale: 8", "vanguard ac: 12, morale: 8")
    )
    assert (last(text).ac, last(text, "vanguard").ac) == (2, 18)  # AAC 17, and one more


def test_ascending_armour_will_do() -> None:
    assert last(FIGHT + HOUND.replace("ac: 6", "aac: 15")).ac == 4


def test_a_scenario_may_have_its_own_orc() -> None:
    text = (FIGHT + HOUND).replace("bone hound", "orc")
    assert last(text).ac == 6
    assert last(text).thac0 == 17
    assert last(FIGHT.replace("bone hound", "orc")).thac0 == 19


def test_names_may_be_in_any_case_and_several() -> None:
    text = FIGHT.replace("3 bone hound", "1 Bone  Hound, 1 grave dog") + HOUND.replace(
        "ac: 6", "also: Grave Dog, ac: 6"
    )
    fight = affray.start(read(text.replace("Bone  Hound", "BONE HOUND")), seed=1)
    assert fight.roster.who == ("Anna", "Bone hound", "Grave dog")
    assert fight.roster.asides == ("", *["Howls before it leaps. Shies from salt."] * 2)


# --- text


@pytest.mark.parametrize(
    "said",
    [
        BLOCK,
        [BLOCK],
        {"bone hound": BLOCK.partition("\n")[2]},
        [
            {"bone hound": BLOCK},
            {"other": {"ac": 9, "hd": 1, "attacks": "bite 1d4", "move": 90, "saves": "F1", "morale": 7}},
        ],
    ],
)
def test_blocks_may_stand_as_text_alone_in_lists_and_under_names(said: object) -> None:
    found = read(FIGHT + dump({"creatures": said}))
    who = affray.start(found, seed=1).setup.fight.who[-1]
    assert (who.ac, who.thac0, who.morale, who.move) == (6, 17, 8, 1800)
    assert (who.hp_count, who.hp_plus) == (2, 1)
    assert found.content["monsters"]["bone hound"]["notes"] == ["Howls before it leaps."]


def test_a_block_may_stand_as_it_was_pasted() -> None:
    pasted = "".join(f"    {line}\n" for line in BLOCK.splitlines())
    assert last(f"{FIGHT}creatures: |\n{pasted}").ac == 6


def test_what_is_doubtful_is_noted_and_never_refused(tmp_path: Path) -> None:
    """AC 6 is [13]; with [15] beside it a person would hesitate too."""
    text = TEXT.replace("[13]", "[15]")
    found = read(text)
    assert found.converted
    fight = affray.start(found, seed=1)
    assert all(f"note           {doubt}" in fight.log.text() for doubt in found.converted)
    (tmp_path / "fog.yaml").write_text(text, encoding="utf-8")
    said = CliRunner().invoke(main, ["check", str(tmp_path / "fog.yaml")])
    assert said.exit_code == 0
    assert said.stdout.splitlines()[0].startswith(f"{tmp_path / 'fog.yaml'}: note: Bone Hound: ")
    assert said.stdout.endswith(": OK\n")


def test_a_block_without_a_word_of_morale_still_fights() -> None:
    found = read(FIGHT + dump({"creatures": BLOCK.replace(", ML 8", "")}))
    assert any("morale" in doubt for doubt in found.converted)
    assert affray.start(found, seed=1).over


# --- replay, state, referee


@pytest.mark.parametrize("text", [FIGHT + HOUND, TEXT])
@pytest.mark.parametrize("book", BOOKS)
def test_a_journal_and_a_state_have_all_of_it(text: str, book: str, tmp_path: Path) -> None:
    fight = affray.start(read(text), rules=book, seed=4, players="party")
    fight.do(fight.legal[0])
    fight.referee("add", "2 bone hound", "foes")
    fight.save(tmp_path / "fog.fight")
    again, pasted = affray.load(tmp_path / "fog.fight"), affray.from_text(fight.text())
    assert events_digest([*again.log]) == events_digest([*fight.log])
    assert fight.roster.asides[1:] == (fight.roster.asides[-1],) * 5
    for other in (again, pasted):
        assert other.text() == fight.text()
        other.referee("add", "bone hound", "foes")
        assert other.roster.asides[-1].startswith("Howls before it leaps.")


@pytest.mark.parametrize("content", ["5", '"x"', "[]", '{"monsters": {"bone hound": 7}}'])
def test_a_damaged_state_is_told(content: str) -> None:
    line = affray.start(read(FIGHT + HOUND), seed=4, players="party").text()
    kept, _, rest = line.partition('"content":')
    depth = [rest[: n + 1].count("{") - rest[: n + 1].count("}") for n in range(len(rest))]
    at = depth.index(0)
    with pytest.raises(affray.AffrayError):
        affray.from_text(f'{kept}"content":{content}{rest[at + 1 :]}').referee("add", "bone hound", "foes")


def test_who_plays_is_reminded_when_it_acts_or_is_asked(tmp_path: Path) -> None:
    (tmp_path / "fog.yaml").write_text(FIGHT + HOUND, encoding="utf-8")

    def played(*more: str) -> str:
        line = [
            "play",
            str(tmp_path / "fog.yaml"),
            "--seed",
            "1",
            "--journal",
            str(tmp_path / f"{len(more)}.fight"),
            *more,
        ]
        return CliRunner().invoke(main, line, input="pass\npass\nquit\n").stdout

    reminder = "  note on Bone hound 1: Howls before it leaps. Shies from salt.\n"
    assert reminder in played()
    assert f"{reminder}Bone hound 1: move" in played("--side", "foes")
    assert "Howls" not in played("--players", "party", "--side", "party")


# --- every engine


@pytest.mark.parametrize("fight", ["hounds"])
@pytest.mark.parametrize("book", BOOKS)
def test_plain_and_compiled_agree(book: str, fight: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are numbers: the book's own kernel fights with them, event for event."""
    from affray.simulation import random_fights, twins

    found = read((FIGHT + HOUND).replace("3 bone hound", "1d4 bone hound"), fight)
    monkeypatch.setattr(random_fights, "load_example", lambda *_: found)
    one = rules.get(book)
    told = [
        twins.compare_engines(random_fights.draw_fight("orcs", "nearest", number, one), one) for number in range(12)
    ]
    assert [mistake for each in told for mistake in each.mistakes] == []
    assert all(each.rows for each in told)


def test_what_is_laid_over_a_library_is_laid_once() -> None:
    library = rules.get("classic").setup().library
    content = read(FIGHT + HOUND).content
    assert with_content(library, content) is with_content(library, dict(content))
    assert with_content(library, {}) is library


def test_processes_elsewhere_are_told() -> None:
    from affray.simulation.executors import make_spec, play_block

    found = read(FIGHT + HOUND)
    asked = make_spec(found, rules.get("classic"), {}, 3, tally_all=False, plain=True)
    assert play_block(asked.as_bytes(), 0, 5).fights == 5


# --- things


THINGS = """\
content:
  weapons:
    meat hook: {damage: 1d6+1, qualities: melee, like: dagger}
  armour:
    bone coat: {ac: 4, aac: 15, move: 90, tempo: {bonus: 8, move: 90}, vanguard: {ac: 16, speed: 9}, fourfold: {ac: 14}}
  tactics:
    wolf pack: {tactic: focus, leader: weakest, casters: protect, archers: spread}
"""
HOOK = """\
title: Hooks
sides:
  party: {members: [{name: Anna, class: fighter, gear: [bone coat, meat hook +1]}], tactic: wolf pack}
  foes:
    - Grub: {monster: orc, leader: true, tactic: wolf pack}
    - Snag: {monster: orc, tactic: wolf pack}
    - Bow: {monster: orc, gear: [short bow], tactic: wolf pack}
    - Elf: {monster: elf, tactic: wolf pack}
    - Other: {monster: orc}
"""


@pytest.mark.parametrize(
    ("book", "ac"), [("classic", 4), ("tempo", 28), ("procedure", 4), ("vanguard", 16), ("fourfold", 5)]
)
def test_armour_is_read_in_the_form_of_each_book(book: str, ac: int) -> None:
    """tempo 20 + 8, vanguard 16, fourfold 14, which is 5 the other way round; none of them has a DEX."""
    assert affray.start(read(HOOK + THINGS), rules=book, seed=1).setup.fight.who[0].ac == ac


def test_a_weapon_stands_in_for_another_where_a_book_can_t_read_it() -> None:
    hook = weapon(HOOK + THINGS, "classic", "meat hook +1")
    assert (hook.count, hook.sides, hook.plus, hook.bonus) == (1, 6, 1, 1)
    dagger = weapon((HOOK + THINGS).replace("meat hook +1", "dagger +1"), "fourfold", "dagger +1")
    assert weapon(HOOK + THINGS, "fourfold", "meat hook +1") == dagger


def weapon(text: str, book: str, name: str) -> Weapon:
    fight = affray.start(read(text), rules=book, seed=1)
    return fight.state.arms[fight.roster.arms.index(name)]


def test_a_thing_that_a_book_can_t_read_is_told() -> None:
    text = HOOK + THINGS.replace(", fourfold: {ac: 14}", "")
    with pytest.raises(affray.AffrayError, match="bone coat: fourfold has armour of another form; add fourfold: with"):
        affray.start(read(text), rules="fourfold")


def test_a_named_tactic_says_who_fights_how() -> None:
    foes = {member.name: member.tactic for member in read(HOOK + THINGS).sides[1].members}
    assert foes == {"Grub": "weakest", "Snag": "focus", "Bow": "spread", "Elf": "protect", "Other": ""}
    assert read(HOOK + THINGS).sides[0].tactic == "focus"


# --- mistakes


BASE = "ac: 6, hd: 2, move: 90, saves: F1, morale: 8"
HOUND_WITH = f"creatures:\n  bone hound: {{{BASE}, "
WRONG = {  # the place is where the mark stands
    "creatures: »7": "creatures: found '7'; expected stat blocks as text, entries by name, or a list of these",
    "creatures: »[]": "creatures: found nothing",
    "creatures: [»7]": "creatures: found '7'",
    "creatures: »No such thing here.": "there is no stat block in this text",
    "creatures:\n  »3 hound: {ac: 6}": "found '3 hound'; expected a name",
    "creatures:\n  hound: »7": "hound: found '7'; expected fields, or a stat block",
    "creatures:\n  hound: »nothing much": "there is no stat block in this text",
    f"{HOUND_WITH}attacks: bite 1d6}}\n  »Bone Hound: {{{BASE}, attacks: bite 1d6}}": "'bone hound' stands here twice",
    "creatures:\n  bone hound: {ac: »60, hd: 2}": "ac: expected a whole number from -10 to 20, found '60'",
    "creatures:\n  bone hound: {ac: 6, hd: »many}": "are no hit dice",
    f"{HOUND_WITH}attacks: »bite 1d}}": "is no attack",
    f"{HOUND_WITH}attacks: »bite 9d99}}": "deals at most 891; expected from 1 to 200",
    f"creatures:\n  »bone hound: {{{BASE}, attacks: bite 1d4 (itch)}}": "bone hound: unknown effect 'itch'",
    f"creatures:\n  »bone hound: {{{BASE}, attacks: bite 1d4, spells: doom}}": "bone hound: unknown spell 'doom'",
    f"creatures:\n  »bone hound: {{{BASE}, attacks: bite 1d4, fights as: a hero}}": "bone hound: ",
    f"{HOUND_WITH}attacks: bite 1d6, »teeth: 40}}": "unknown field 'teeth'",
    f"{HOUND_WITH}attacks: bite 1d6, tags: »undad}}": "did you mean 'undead'?",
    f"{HOUND_WITH}attacks: bite 1d6, thac0: »40}}": "thac0: found '40'; expected a whole number from 1 to 20",
    f"{HOUND_WITH}attacks: bite 1d6, shock: »much}}": "shock: found 'much'; expected damage and armour class",
    f"{HOUND_WITH}attacks: bite 1d6, notes: [»yes]}}": "notes: this is read as yes or no",
    f"{HOUND_WITH}attacks: bite 1d6, effects: »cold}}": "effects: found 'cold'; expected effects by name",
    f"{HOUND_WITH}attacks: bite 1d6, effects: {{cold: »{{does: damage}}}}}}": "cold: clause is missing",
    f"{HOUND_WITH}attacks: bite 1d6, »fourfould: {{ac: 12}}}}": "did you mean 'fourfold'?",
    f"{HOUND_WITH}attacks: bite 1d6, fourfold: »{{ac: 12}}}}": "bone hound: like is missing",
    "content: »7": "content: found '7'; expected a mapping with effects, potions, spells, weapons, armour, ",
    "content: {»wepons: {x: {damage: 1d6}}}": "did you mean 'weapons'?",
    "content: {weapons: »7}": "weapons: found '7'; expected entries by name",
    "content: {weapons: {hook: »7}}": "hook: found '7'; expected fields with their values",
    "content: {weapons: {hook: »{damage: 1d6}}}": "qualities: found nothing; expected words such as melee or missile",
    "content: {tactics: {pack: {tactic: »focos}}}": "did you mean 'focus'?",
    "content: {tactics: {»pack: {leader: focus}}}": "expected a mapping with tactic",
    "content: {tactics: {pack: {tactic: focus, »ledaer: focus}}}": "did you mean 'leader'?",
}


@pytest.mark.parametrize(("said", "wanted"), WRONG.items())
def test_every_mistake_has_its_place(said: str, wanted: str, tmp_path: Path) -> None:
    file, text = tmp_path / "fog.yaml", FIGHT + said
    before = text.partition("»")[0].split("\n")
    file.write_text(text.replace("»", ""), encoding="utf-8")
    found = [str(mistake).removeprefix(f"{file}:") for mistake in check(file)]
    here = [each for each in found if wanted in each]
    assert here, found
    assert here[0].startswith(f"{len(before)}:{len(before[-1]) + 1}: "), found


def test_all_mistakes_of_an_entry_are_told_at_once() -> None:
    wrong = "creatures:\n  bone hound: {ac: x, hd: y, attacks: 1, saves: Z9, morale: 1, tag: undead, notes: []}\n"
    with pytest.raises(ScenarioError) as told:
        read(FIGHT + wrong)
    said = str(told.value)
    for word in ("ac: ", "hd: ", "attacks: ", "move is missing", "saves: ", "morale: ", "unknown field 'tag'"):
        assert word in said


def test_the_schema_has_them() -> None:
    validator = Draft202012Validator(scenario.schema())
    for text in (FIGHT + HOUND, TEXT, HOOK + THINGS, FIGHT + dump({"creatures": [BLOCK]})):
        assert list(validator.iter_errors(plain_values(compose(text, ""), "")[0])) == []
    for said in (
        "creatures: 7",
        "creatures: {bone hound: 7}",
        "content: {wepons: {}}",
        "creatures: {hound: {ac: high}}",
    ):
        assert list(validator.iter_errors(plain_values(compose(FIGHT + said, ""), "")[0])) != []


# --- the classic monsters, out and in again


PARTY = """\
title: There and back
sides:
  party:
    - Anna: {class: fighter, level: 4, gear: [plate mail, shield, sword +1]}
    - Bert: {class: cleric, level: 4, gear: [chain mail, mace], spells: [hold person]}
    - Cora: {class: elf, level: 3, gear: [long bow, sword], spells: [sleep]}
"""


@pytest.mark.parametrize("name", load_content("classic", "monsters.yaml"))
def test_a_classic_monster_written_as_a_line_and_read_back_fights_the_same_fights(name: str) -> None:
    from affray.exchange.exporters import write
    from affray.exchange.exporters.creatures import creature_of

    text, lost = write(creature_of(name), "one-line")
    assert lost == ()
    fight = f"{PARTY}  foes: [5 {name}]\n"
    known, pasted = read(fight), read(fight + dump({"creatures": text}))
    assert pasted.content["monsters"]
    for seed in range(2):
        one, other = (affray.start(each, seed=seed).log for each in (known, pasted))
        assert [*one] == [*other]
    for book in BOOKS:
        if as_classic_has_it(book, name):
            one_fight, other_fight = (rules.get(book).build(each, {})[0] for each in (known, pasted))
            assert one_fight == other_fight, book


def as_classic_has_it(book: str, name: str) -> bool:
    """Whether a book converts the classic entry, and has none of its own."""
    library = rules.get(book).setup().library
    reader = reader_of(library, "monsters", "classic")
    from affray.content.entries import is_entry_of

    return reader is not None and is_entry_of(
        library, "monsters", name, name, load_content("classic", "monsters.yaml")[name], reader
    )


def test_hit_points_of_a_stat_block_are_those_of_its_members() -> None:
    """A block says hp 3: all of that kind have them; with several numbers each has its own, and the rest roll."""
    block = "Goblin guard: AC 6, HD 1-1, hp {}, Att 1 x spear (1d6), MV 60' (20'), ML 7"
    alike = scenario.read(f'title: t\ncreatures: "{block.format(3)}"\nsides: {{a: [2 goblin guard], b: [orc]}}')
    assert [(member.hp, str(member.count)) for member in alike.sides[0].members] == [(3, "2")]
    apart = scenario.read(f'title: t\ncreatures: "{block.format("3, 5")}"\nsides: {{a: [3 goblin guard], b: [orc]}}')
    assert [(member.hp, str(member.count)) for member in apart.sides[0].members] == [(3, "1"), (5, "1"), (ROLLED, "1")]
    said = scenario.read(
        f'title: t\ncreatures: "{block.format(3)}"\nsides: {{a: [{{goblin guard: {{hp: 6}}}}], b: [orc]}}'
    )
    assert said.sides[0].members[0].hp == 6
