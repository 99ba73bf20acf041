"""House-rule files: how they are read, and the located error that each kind of mistake deserves."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures_stranger import stranger  # noqa: F401

import affray
from affray import houserules, rules, scenario
from affray.houserules import HouseRuleError, Overlay
from affray.houserules.plan import examine
from affray.rules import get

HEAD = "name: Ours\nsays: As we like it.\nrules: classic\n"
TIE = "options: {initiative.tie: simultaneous}\n"


def mistakes(text: str, file: str = "ours.yaml") -> list[str]:
    """Without the name of the file."""
    with pytest.raises(HouseRuleError) as error:
        houserules.from_text(text, file)
    return [str(mistake).removeprefix(f"{file}:") for mistake in error.value.mistakes]


def overlay(text: str, file: str = "ours.yaml") -> Overlay:
    return houserules.from_text(HEAD + text, file)


# --- reading


def test_a_file_is_read_with_all_its_parts() -> None:
    read = overlay("options: {damage.variable: on}\ntables: {weapons: {sword: {damage: 1d10}}}\n")
    assert (read.name, read.says, read.rules, read.file) == ("Ours", "As we like it.", "classic", "ours.yaml")
    assert read.options == {"damage.variable": True}
    assert read.tables == {"weapons": {"sword": {"damage": "1d10"}}}
    assert read.seams == {}


def test_its_text_says_the_same_again() -> None:
    read = overlay(TIE + "tables: {monsters: {orc: {morale: 9}}}\n")
    again = houserules.from_text(read.text)
    assert (again.name, again.says, again.rules) == (read.name, read.says, read.rules)
    assert (again.options, again.tables, again.seams) == (read.options, read.tables, read.seams)


def test_those_that_come_along_are_sound_and_known_by_name() -> None:
    assert len(houserules.built_in_texts()) >= 3
    for name in houserules.built_in_texts():
        read = houserules.load(name)
        book = next(get(name) for name in rules.NAMES if not examine(get(name), [read]).mistakes)
        assert [overlay.name for overlay in houserules.apply(book, [read]).overlays] == [read.name]


def test_a_missing_file_is_named_with_the_nearest_that_comes_along() -> None:
    with pytest.raises(HouseRuleError, match=r"own-dise: no such file or house rules.*did you mean 'own-dice'"):
        houserules.load("own-dise")


def test_all_mistakes_of_a_file_are_told_at_once_and_in_order() -> None:
    text = "nam: Ours\nrules: clasic\noptions: {}\nseams: [zero]\n"
    lines = [line.split(":")[0] for line in mistakes(text)]
    assert lines == ["1", "1", "1", "2", "3", "4"]


SHAPE = [  # the file, and where and how its mistake is told
    ("[one, two]\n", "1:1: found a list; expected a mapping with name, says, rules"),
    ("says: As we like it.\nrules: classic\n" + TIE, "1:1: missing key `name`"),
    ("name: Ours\nrules: classic\n" + TIE, "1:1: missing key `says`"),
    ("name: Ours\nsays: As we like it.\n" + TIE, "1:1: missing key `rules`"),
    ("name: [Ours]\nsays: So.\nrules: classic\n" + TIE, "1:7: name: found a list; expected words on one line"),
    ("name: Ours\nsays: So.\nrules: clasic\n" + TIE, "3:8: unknown rulebook 'clasic'; expected one of classic"),
    (HEAD, "1:1: these house rules change nothing; add options, tables, seams"),
    (HEAD + "option: {a: 1}\n" + TIE, "4:1: unknown key 'option'; expected one of name, says, rules, options"),
    (HEAD + "options: [initiative.tie]\n", "4:10: options: found a list; expected names with their values"),
    (HEAD + "options:\n", "4:9: options: found nothing; expected names with their values"),
    (HEAD + "tables: {weapons: 3}\n", "4:19: weapons: found '3'; expected entries with their fields"),
    (HEAD + "tables: {weapons: {}}\n", "4:19: weapons: found nothing; expected entries with their fields"),
    ("", "1:1: the file is empty; expected house rules with name, says, rules, options, tables, seams"),
    (HEAD + "seams: {zero: 3}\n", "4:15: zero: found '3'; expected the name of a book"),
    (HEAD + TIE + TIE, "5:1: the key 'options' stands here and in line 4 already; delete one of them"),
    (
        HEAD + "options: {initiative.tie: simultaneous, initiative.tie: reroll}\n",
        "4:41: the key 'initiative.tie' stands",
    ),
]
OPTIONS = [
    ("initiative.ty: simultaneous", "4:11: unknown option 'initiative.ty'"),
    ("initiative.ty: simultaneous", "did you mean 'initiative.tie'?"),
    (
        "initiative.tie: simultan",
        "4:27: initiative.tie can't be 'simultan'; expected reroll or simultaneous; did you mean",
    ),
    ("damage.variable: 7", "4:28: damage.variable can't be '7'; expected off or on"),
    ("retreat.bonus: 11", "4:26: retreat.bonus can't be '11'; expected a whole number from 0 to 10"),
    ("morale.triggers: [first, halve]", "4:36: morale.triggers can't be 'halve'; expected any of first, half; did you"),
]
OPTIONS += [
    ("morale.triggers: [first, first]", "4:28: morale.triggers: 'first' stands there twice; delete one of them"),
    ("retreat.bonus: [3]", "4:26: retreat.bonus: found a list; expected a whole number from 0 to 10"),
    ("initiative.tie: [simultaneous]", "4:27: initiative.tie: found a list; expected reroll or simultaneous"),
    ("guerilla.bonus: 3", "procedure has it; put 'initiative: procedure' under seams first"),
    ("death.limit: 5", "a house rule has it; put 'zero: below-zero' under seams first"),
    ("mana: 10", "4:11: unknown option 'mana': spells.points can be set; anything else needs a rule in Python at the"),
    ("facing: on", "no option does this; it needs a rule in Python at one of the seams initiative, initiative.die"),
    ("armour.soak: on", "damage.variable can be set; anything else needs a rule in Python at the seam damage"),
    ("called shots: on", "anything else needs a rule in Python at the seam needed (how high a roll to hit must be)"),
    ("disengage: free", "no option does this; it needs a rule in Python at the seam leave (leaving a melee), see docs"),
    (
        "dead at: -10",
        "death.limit, death.by-level, death.bleeding, death.for can be set after 'zero: below-zero' under",
    ),
    (
        "double-damage: on",
        "at the seam damage (how much a blow deals) or critical (critical hits and fumbles), see docs",
    ),
]
TABLES = [
    ("weapon: {sword: {damage: 1d10}}", "4:10: unknown kind of table 'weapon'; expected one of weapons, armour"),
    ("weapons: {sword: {damge: 1d10}}", "4:28: sword: unknown field 'damge'; expected one of also, damage, qualities"),
    ("weapons: {sword: {damage: 1d}}", "4:36: sword: damage: '1d': dice notation, column 3"),
    ("weapons: {sword: {damage: 1d8!}}", "(exploding dice have no notation; the option damage.explode makes damage"),
    ("weapons: {sword: long}", "4:27: sword: found 'long'; expected fields with values"),
    ("weapons: {flail: {qualities: melee}}", "4:27: flail: damage is missing"),
    ("monsters: {blob: {hd: 3}}", "4:27: blob: attacks, ac, saves, morale and move are missing"),
    ("classes: {monk: {prime: DEX}}", "4:26: monk: die and levels are missing"),
    ("weapons: {flail: {damage: 1d6, qualities: meelee}}", "4:52: flail: qualities: unknown word 'meelee'"),
    ("monsters: {orc: {saves: Z9}}", "4:34: orc: saves: expected NH, F2, C1 or F1 to 3: a class by its letter, and a"),
    ("monsters: {orc: {saves: H60}}", "4:21: orc: the book can't make anything of it; write it as the others"),
    ("monsters: {orc: {attacks: [a, b]}}", "4:36: orc: attacks: expected words, found a list"),
    (
        "classes: {fighter: {levels: {abc: {thac0: 9, saves: 9/9/9/9/9}}}}",
        "abc: expected levels such as 3 or 1-3, found",
    ),
    ("classes: {cleric: {spells: {abc: 2}}}", "cleric: spells: expected levels with spells a day, such as 3: 2-1"),
    ("weapons: {sword: {damage: }}", "4:35: sword: damage: expected words, found nothing"),
    ("weapons: {sword: {damage: true}}", "4:36: sword: damage: expected words, found 'true'"),
    ("weapons: {sword: {damage: [1d6]}}", "4:36: sword: damage: expected words, found a list"),
    ("monsters: {orc: {attacks: bite 1d6 (itching)}}", "4:21: orc: unknown effect 'itching'"),
    ("classes: {fighter: {levels: {1-3: {thac0: many}}}}", "4:52: 1-3: thac0: expected a whole number"),
    ("tables: {thaco: {1: 18}}", "4:19: unknown table 'thaco'"),
    ("tables: {thac0: {1: better}}", "4:30: thac0 1: found 'better'; expected something like"),
    ("tables: {saves: {3: 12/13/14}}", "4:30: saves 3: found '12/13/14'; expected something like"),
    ("tables: {thac0: {1: 99999999999}}", "4:30: thac0 1: found '99999999999'; expected numbers up to 30"),
    ("tables: {thac0: {one: 18}}", "4:32: thac0 one: no row is called so; expected normal human or more or a whole"),
    ("tables: {thac0: {100: 18}}", "a whole number from 1 to 99"),
    ("tables: {distance: {indoors: 999d6x10 feet}}", "4:39: distance indoors: found '999d6x10 feet'; expected numbers"),
    ("weapons: {sword: {damage: 0}}", "4:36: sword: damage: 0 deals at most 0; expected from 1 to 200"),
    ("weapons: {sword: {damage: 999d999}}", "4:36: sword: damage: 999d999 deals at most 998001; expected from 1 to"),
    ("weapons: {flail: {damage: 1d6, qualities: ''}}", "4:52: flail: qualities: found nothing; expected words such"),
    ("monsters: {orc: {attacks: bite 99d99}}", "4:36: orc: attacks: 99d99 deals at most 9801; expected from 1 to 200"),
    ("weapons: {flail: {damage: 1d6, qualities: melee, also: Sword}}", "4:65: flail: 'sword' is the name of something"),
    ("weapons: {sword: {also: dagger}}", "4:34: sword: 'dagger' is the name of something else already"),
    ("weapons: {sword: {damage: 1d10}, SWORD: {damage: 1d10}}", "4:51: damage: ours.yaml:4:28 says the same; drop"),
    ("weapons: {sword: {damage: 1d10}, SWORD: {damage: 1d12}}", "4:51: damage can't be both '1d10' (ours.yaml:4:28)"),
    ("tables: {thac0: 18}", "4:26: thac0: found '18'; expected rows with their values"),
]
SEAMS = [
    ("zeroo: classic", "4:9: unknown seam 'zeroo'; expected one of initiative, initiative.die, surprise, damage, zero"),
    ("zero: clasic", "4:15: unknown rulebook 'clasic'"),
    ("zero: gone", "4:15: 'gone' of the entry point nowhere_to_be_found:BOOK (affray.books) can't be loaded"),
    ("leave: misfit", "4:16: leave: misfit has no rule of leaving a melee to give"),
    (
        "morale.check: misfit",
        "4:23: morale.check: misfit's rule doesn't fit there: too_short(f) can't stand for check_morale(f, who)",
    ),
    ("morale.triggers: misfit", "4:26: morale.triggers: misfit's rule asks a question that classic doesn't know"),
    ("zero: misfit", "4:15: zero: misfit's goes_in_circles would call itself here"),
]


@pytest.mark.parametrize(("text", "told"), SHAPE)
def test_a_mistake_in_the_shape_is_told_in_its_place(text: str, told: str) -> None:
    assert [line for line in mistakes(text) if line.startswith(told)] != [], mistakes(text)


@pytest.mark.parametrize(("part", "rows"), [("options", OPTIONS), ("tables", TABLES), ("seams", SEAMS)])
@pytest.mark.usefixtures("stranger")
def test_a_mistake_in_a_part_is_told_in_its_place(part: str, rows: list[tuple[str, str]]) -> None:
    for said, told in rows:
        found = mistakes(f"{HEAD}{part}: {{{said}}}\n")
        assert len(found) == 1, found
        assert told in found[0], (said, found)


SAID_IN_VAIN = [
    ("options: {initiative.tie: reroll}", "4:27: initiative.tie is reroll already"),
    ("options: {morale.triggers: [half, first]}", "4:28: morale.triggers is first,half already"),
    ("tables: {weapons: {sword: {damage: 1d8}}}", "4:36: sword: damage is 1d8 already"),
    (
        "tables: {classes: {fighter: {levels: {1-3: {thac0: 19}}}}}",
        "4:52: fighter: levels: 1-3: thac0 is 19 already",
    ),
    ("tables: {tables: {thac0: {1: 19}}}", "4:30: thac0 1 is 19 already"),
    ("seams: {zero: classic}", "4:15: zero: classic has this rule already"),
]


@pytest.mark.parametrize(("part", "note"), SAID_IN_VAIN)
def test_what_is_so_already_is_noted_and_harms_nobody(part: str, note: str) -> None:
    said = overlay(part)
    assert [str(each).removeprefix("ours.yaml:") for each in houserules.find_ineffective(said)] == [note]
    plain = affray.start("duel", rules="classic", seed=2).log.jsonl()
    assert affray.start("duel", house=said, seed=2).log.jsonl() == plain


def test_what_changes_something_is_not_noted() -> None:
    assert houserules.find_ineffective(overlay("options: {initiative.tie: simultaneous}")) == []


def test_what_is_so_already_and_what_is_not_contradict_each_other() -> None:
    one = overlay("options: {retreat.bonus: 2}\n", "one.yaml")  # the default
    other = houserules.from_text(HEAD.replace("Ours", "Theirs") + "options: {retreat.bonus: 4}\n", "other.yaml")
    with pytest.raises(HouseRuleError, match=r"retreat.bonus can't be both '2' \(one.yaml:4:11\) and '4'"):
        houserules.apply(get("classic"), [one, other])


# --- several together


def test_two_that_set_an_option_differently_are_both_named() -> None:
    one = overlay("options: {retreat.bonus: 3}\n", "one.yaml")
    other = houserules.from_text(HEAD.replace("Ours", "Theirs") + "\noptions:\n  retreat.bonus: 4\n", "other.yaml")
    with pytest.raises(HouseRuleError) as error:
        houserules.apply(get("classic"), [one, other])
    told = "other.yaml:6:3: retreat.bonus can't be both '3' (one.yaml:4:11) and '4'; drop one of them"
    assert [str(mistake) for mistake in error.value.mistakes] == [told]


def test_two_that_say_the_same_repeat_it() -> None:
    one, other = overlay(TIE, "one.yaml"), houserules.from_text(HEAD.replace("Ours", "Theirs") + TIE, "other.yaml")
    with pytest.raises(
        HouseRuleError, match=r"other\.yaml:4:11: initiative\.tie: one\.yaml:4:11 says the same; drop one"
    ):
        houserules.apply(get("classic"), [one, other])


def test_the_same_house_rules_twice_repeat_their_name() -> None:
    with pytest.raises(HouseRuleError, match=r"Ours: ours\.yaml:1:1 says the same"):
        houserules.apply(get("classic"), [overlay(TIE), overlay("options: {damage.variable: on}\n")])


def test_two_rows_in_conflict_are_both_named() -> None:
    one = overlay("tables:\n  weapons: {sword: {damage: 1d10}}\n", "one.yaml")
    text = HEAD.replace("Ours", "Theirs") + "tables: {weapons: {sword: {damage: 2d4}}}\n"
    with pytest.raises(
        HouseRuleError, match=r"other\.yaml:4:28: damage can't be both '1d10' \(one\.yaml:5:21\) and '2d4'"
    ):
        houserules.apply(get("classic"), [one, houserules.from_text(text, "other.yaml")])


def test_the_same_row_under_another_name_is_the_same_row() -> None:
    """Plate mail is plate too."""
    one = overlay("tables: {armour: {plate mail: {move: 30}}}\n", "one.yaml")
    text = HEAD.replace("Ours", "Theirs") + "tables: {armour: {Plate: {move: 40}}}\n"
    with pytest.raises(HouseRuleError, match=r"4:27: move can't be both '30' \(one\.yaml:4:32\) and '40'"):
        houserules.apply(get("classic"), [one, houserules.from_text(text, "other.yaml")])


def test_fields_of_one_row_add_up_in_whatever_spelling() -> None:
    one = overlay("tables: {monsters: {orc: {morale: 9}}}\n", "one.yaml")
    text = HEAD.replace("Ours", "Theirs") + "tables: {monsters: {Orc: {ac: 5}}}\n"
    book = houserules.apply(get("classic"), [one, houserules.from_text(text, "other.yaml")])
    assert book.setup is not None
    orc = book.setup().library.monsters["orc"]
    assert (orc.ac, orc.morale) == (5, 9)


def test_a_name_alone_may_be_added() -> None:
    book = houserules.apply(get("classic"), [overlay("tables: {weapons: {sword: {also: Long sword}}}\n")])
    assert "long sword" in book.names()["weapons"]


def test_two_fields_of_one_row_add_up() -> None:
    one = overlay("tables: {monsters: {orc: {morale: 9}}}\n", "one.yaml")
    text = HEAD.replace("Ours", "Theirs") + "tables: {monsters: {orc: {ac: 5}}}\n"
    book = houserules.apply(get("classic"), [one, houserules.from_text(text, "other.yaml")])
    assert book.setup is not None
    orc = book.setup().library.monsters["orc"]
    assert (orc.ac, orc.morale) == (5, 9)


@pytest.mark.usefixtures("stranger")
def test_two_rules_at_one_seam_are_both_named() -> None:
    one = overlay("seams: {zero: hard}\n", "one.yaml")
    text = HEAD.replace("Ours", "Theirs") + "seams: {zero: misfit}\n"
    other = houserules.parse_overlay(houserules.parse_text(text, "other.yaml"), whole=True)[0]
    assert other is not None
    with pytest.raises(
        HouseRuleError, match=r"other\.yaml:4:9: zero can't be both 'hard' \(one\.yaml:4:9\) and 'misfit'"
    ):
        houserules.apply(get("classic"), [one, other])


@pytest.mark.usefixtures("stranger")
def test_an_option_whose_rule_was_taken_out_changes_nothing() -> None:
    text = "options:\n  surprise.range: 3\nseams:\n  surprise: hard\n"
    told = "5:3: surprise.range: no rule reads it any more: ours.yaml:7:3 puts hard's in its place; drop one of them"
    assert mistakes(HEAD + text) == [told]


def test_a_wrong_book_is_told_once_and_nothing_that_follows_from_it() -> None:
    assert len(mistakes(HEAD.replace("classic", "5") + TIE)) == 1
    with pytest.raises(HouseRuleError) as error:
        houserules.apply(get("tempo"), [overlay(TIE)])
    assert len(error.value.mistakes) == 1


def test_what_another_book_has_is_known_before_it_is_opened() -> None:
    asking = "from affray import houserules as h\ntry: h.from_text(TEXT)\nexcept h.HouseRuleError as no: print(no)\n"
    text = HEAD + "options: {guerilla.bonus: 3}\n"
    told = subprocess.run(
        [sys.executable, "-c", f"TEXT = {text!r}\n{asking}"], capture_output=True, text=True, check=True
    )
    assert "procedure has it; put 'initiative: procedure' under seams first" in told.stdout


def test_house_rules_that_are_none_are_refused_in_a_scenario() -> None:
    text = "title: t\nhouse rules: []\nsides: {one: [orc], two: [orc]}\n"
    with pytest.raises(scenario.ScenarioError, match="2:14: house rules: found nothing; expected the name of a file"):
        scenario.read(text)


def test_house_rules_for_another_book_are_refused() -> None:
    read = overlay(TIE)
    with pytest.raises(HouseRuleError, match="3:8: these house rules are for classic, and this is other"):
        houserules.apply(replace(get("classic"), name="other"), [read])


def test_what_a_scenario_sets_itself_holds_and_is_said() -> None:
    text = "title: t\noptions: {initiative.tie: reroll}\nsides: {one: [orc], two: [orc]}\n"
    play = affray.start(scenario.read(text), house=overlay(TIE))
    assert play.options == {"initiative.tie": "reroll"}
    assert play.log.notes()[2] == "Ours: but initiative.tie reroll, as this scenario says"


def test_a_setting_that_house_rules_have_made_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(HEAD + TIE, encoding="utf-8")
    with pytest.raises(
        affray.AffrayError, match=r"initiative\.tie is set to 'reroll' here and by .*ours\.yaml:4:11 too"
    ):
        affray.start("duel", house=tmp_path / "ours.yaml", options={"initiative.tie": "reroll"})


@pytest.mark.usefixtures("stranger")
def test_an_option_whose_rule_was_taken_out_is_none_any_more() -> None:
    """Not listed, not set from outside, not by a scenario."""
    ours = overlay("seams:\n  surprise: hard\n")
    book = houserules.apply(get("classic"), [ours])
    assert {"surprise.range"} == {o.name for o in get("classic").options} - {o.name for o in book.options}
    told = r"surprise\.range: no rule reads it any more: ours\.yaml:5:3 puts hard's in its place"
    with pytest.raises(affray.AffrayError, match=told):
        affray.start("duel", rules=book, options={"surprise.range": "3"})
    text = "title: t\noptions: {surprise.range: 3}\nsides: {one: [orc], two: [orc]}\n"
    with pytest.raises(affray.AffrayError, match=told):
        affray.start(scenario.read(text), rules=book)


def test_a_scenario_sets_an_option_that_its_own_house_rules_bring(tmp_path: Path) -> None:
    head = "title: t\nsides: {one: [orc], two: [orc]}\n"
    bringing = head + "house rules: {seams: {initiative: procedure}}\n"
    option = next(o for o in get("procedure").options if o.name == "guerilla.bonus")
    encounter = scenario.read(bringing + "options: {guerilla.bonus: 3}\n")
    file = tmp_path / "t.yaml"
    file.write_text(bringing + "options: {guerilla.bonus: 3}\n", encoding="utf-8")
    assert encounter.options == {"guerilla.bonus": "3"}
    assert affray.start(file).state.rules[option.number] == 3
    with pytest.raises(scenario.ScenarioError, match=r"unknown option 'guerilla\.bonus'"):
        scenario.read(head + "options: {guerilla.bonus: 3}\n")
