"""House rules change what they say they change, and nothing else; the log says so, and a journal remembers them."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixtures_stranger import stranger  # noqa: F401
from helpers import OURS_FIRST, THEIRS_FIRST, scripted, side, someone, versus

import affray
from affray import houserules, scenario
from affray.compiler.kernels.cache import kernel_folder
from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.engine.vocabulary import SURRENDERED, UNCONSCIOUS
from affray.rules import books, get
from affray.rules.book import Book
from affray.rules.shared.content import row_for

CLASSIC = get("classic")
HEAD = "name: Ours\nsays: As we like it.\nrules: classic\n"
BOG_ORC = "bog orc: {ac: 5, hd: 2+1, attacks: weapon 1d8, move: 90, saves: F2, morale: 9, tags: humanoid}"


def bent(text: str, book: Book = CLASSIC) -> Book:
    return houserules.apply(book, [houserules.from_text(HEAD.replace("classic", book.name) + text)])


def ford(book: Book) -> Fight:
    return book.build(scenario.load("orcs", book.names()), {})[0]


# --- what changes


def test_an_option_is_set_and_no_other() -> None:
    book = bent("options: {initiative.tie: simultaneous, morale.triggers: [first], retreat.bonus: 3}\n")
    numbers = {option.name: option.number for option in CLASSIC.options}
    plain, ours = ford(CLASSIC).rules, ford(book).rules
    different = {number: value for number, value in enumerate(ours) if value != plain[number]}
    assert different == {numbers["initiative.tie"]: 1, numbers["morale.triggers"]: 1, numbers["retreat.bonus"]: 3}


def test_the_scenario_and_a_setting_go_before_the_default_that_house_rules_give() -> None:
    book = bent("options: {retreat.bonus: 3}\n")
    assert affray.start("duel", rules=book).options == {}
    assert affray.start("duel", rules=book, options={"blind.bonus": "2"}).options == {"blind.bonus": "2"}


def test_a_weapons_row_changes_that_weapon_alone() -> None:
    book = bent("options: {damage.variable: on}\ntables: {weapons: {sword: {damage: 1d10}}}\n")
    swordsman = someone("Anna", cls="fighter", gear=["sword"], thac0=19)
    scene = scripted(versus(swordsman, someone("Orc", hp=20)), dice=OURS_FIRST + "d20=15 d10=9", book=book)
    assert scene["Orc"].hp == 20 - 9
    axe = someone("Anna", cls="fighter", gear=["battle axe"], thac0=19)
    assert (
        scripted(versus(axe, someone("Orc", hp=20)), dice="d6=5 d6=2 d20=1 d20=15 d8=8", book=book)["Orc"].hp == 20 - 8
    )


def test_a_row_of_a_table_is_read_when_a_fight_is_set_up() -> None:
    """classic.attack.table gives 1 hit die THAC0 19, and 4 of them 16."""
    two = "title: t\nsides:\n  one: [orc]\n  two: [lizard man, ogre]\n"
    plain, ours = (
        [c.thac0 for c in book.build(scenario.read(two, "t", book.names()), {})[0].who]
        for book in (CLASSIC, bent("tables: {tables: {thac0: {1: 17}}}\n"))
    )
    assert plain[0] == 19
    assert ours[0] == 17
    assert ours[1:] == plain[1:]


def test_a_new_row_of_a_table_holds_up_to_its_own_number() -> None:
    """Monsters save as a row says that reaches them: 3 at first; one for 1 is found before that for 3."""
    book = bent("tables: {tables: {saves: {1: 9/9/9/9/9}}}\n")
    assert book.setup is not None
    rows = book.setup().library.tables["saves"]
    assert [row_for(rows, 4 * dice) for dice in (1, 2, 3)] == ["9/9/9/9/9", "12/13/14/15/16", "12/13/14/15/16"]


def test_a_field_of_a_class_changes_those_levels_alone() -> None:
    book = bent("tables: {classes: {fighter: {levels: {1-3: {thac0: 17}}}}}\n")
    fighters = "[A: {class: fighter, level: 3}, B: {class: fighter, level: 4}]"
    text = f"title: t\nsides:\n  one: {fighters}\n  two: [orc]\n"
    fights = [each.build(scenario.read(text, "t", each.names()), {})[0] for each in (CLASSIC, book)]
    assert [[c.thac0 for c in f.who[:2]] for f in fights] == [[19, 17], [17, 17]]


def test_another_name_of_an_entry_leads_to_it() -> None:
    book = bent("tables: {weapons: {sword: {damage: 1d10, also: long sword}}}\n")
    assert {"sword", "long sword"} <= set(book.names()["weapons"])


def test_a_new_monster_fights_and_the_referee_can_bring_more_of_them() -> None:
    book = bent(f"tables: {{monsters: {{{BOG_ORC}}}}}\n")
    text = "title: t\nsides:\n  ours: [1 bog orc: {hp: 5}]\n  theirs: [orc]\n"
    play = affray.start(scenario.read(text, "t", book.names()), rules=book, players=["ours", "theirs"])
    play.referee("add", "2 bog orc", "ours")
    assert [c.ac for c in play.state.who] == [5, 6, 5, 5]
    assert "bog orc" not in CLASSIC.names()["monsters"]


@pytest.mark.parametrize("name", books())
def test_what_a_fight_doesn_t_touch_leaves_it_as_it_is(name: str) -> None:
    """Nobody in the brawl wields what is new, and nobody there rolls beyond the last round."""
    book = get(name)
    ours = bent("options: {rounds: 199}\n", book)
    plain, same = affray.start("brawl", rules=book, seed=4), affray.start("brawl", rules=ours, seed=4)
    assert plain.log.jsonl() == same.log.jsonl()
    assert ours.implementations == book.implementations
    assert kernel_folder(ours) == kernel_folder(book)


def test_laid_one_after_the_other_or_together_they_come_to_the_same() -> None:
    one = houserules.from_text(HEAD + "options: {retreat.bonus: 3}\n", "one.yaml")
    text = HEAD.replace("Ours", "Theirs") + "tables: {monsters: {orc: {morale: 9}}}\n"
    other = houserules.from_text(text, "other.yaml")
    together = houserules.apply(CLASSIC, [one, other])
    in_turn = houserules.apply(houserules.apply(CLASSIC, [one]), [other])
    assert in_turn.overlays == together.overlays == (one, other)
    assert ford(in_turn) == ford(together)


# --- another's rule at a seam


@pytest.mark.usefixtures("stranger")
def test_a_rule_at_a_seam_is_followed_and_cited() -> None:
    """Down to -2 one fights on, and 1d4 with 1 more is what any blow deals."""
    book = bent("options: {zero.depth: 2}\nseams: {zero: hard, damage: hard}\n")
    fighters = versus(someone("Anna", thac0=10), someone("Orc", hp=3, thac0=10))
    scene = scripted(fighters, dice=OURS_FIRST + "d20=15 d4=4 d20=15 d4=1", book=book)
    assert [(e.who, e.other, e.value) for e in scene.events("damage", "stranger.zero")] == [
        ("Anna", "Orc", 4 + 1),
        ("Orc", "Anna", 1 + 1),
    ]
    assert (scene["Orc"].hp, scene["Orc"].in_fight) == (-2, True)
    scene.play(dice=OURS_FIRST + "d20=15 d4=1", until="over")
    assert scene.one("dead", "stranger.zero").other == "Orc"


@pytest.mark.usefixtures("stranger")
def test_the_options_of_a_rule_come_along_and_a_name_that_is_taken_gets_its_book() -> None:
    book = bent("options: {stranger.retreat.bonus: 4, retreat.bonus: 1}\nseams: {damage: hard}\n")
    ours = [option.name for option in book.options]
    theirs = [option.name for option in CLASSIC.options if option.name != "damage.variable"]  # its rule is gone
    assert ours == [*theirs, "stranger.retreat.bonus"]
    fight = ford(book)
    assert {o.name: fight.rules[o.number] for o in book.options if "retreat" in o.name} == {
        "retreat.bonus": 1,
        "stranger.retreat.bonus": 4,
    }


@pytest.mark.usefixtures("stranger")
def test_the_same_seams_are_the_same_rules() -> None:
    one, other = bent("seams: {zero: hard}\n"), bent("options: {zero.depth: 9}\nseams: {zero: hard}\n")
    assert one.implementations == other.implementations != CLASSIC.implementations
    assert kernel_folder(one) == kernel_folder(other) != kernel_folder(CLASSIC)


def test_three_books_in_one_short_file() -> None:
    """Each seam follows its own book, and what those clauses stand for is never cited."""
    book = houserules.apply(CLASSIC, [houserules.load("three-books")])
    logs = [affray.start("orcs", rules=book, seed=seed).log for seed in range(12)]
    cited = {CLAUSES[event.clause].id for log in logs for event in log}
    assert {"procedure.initiative.side", "vanguard.death.save", "tempo.morale.triggers"} <= cited
    assert not {"classic.initiative.side", "classic.damage.death", "classic.morale.triggers"} & cited
    assert {"classic.round.sequence", "classic.attack.descending", "classic.move.encounter"} <= cited


def test_the_smallest_side_of_the_classic_round_adds_the_guerilla_bonus() -> None:
    """1d6 a side; the side of the fewest adds 2, or what the option says: 2 + 3 goes before 4."""
    text = "options: {guerilla.bonus: 3}\nseams: {initiative: procedure}\n"
    few = versus(someone("Anna", thac0=10), side(someone("Orc 1", hp=9), someone("Orc 2", hp=9)))
    scene = scripted(few, dice="d6=2 d6=4 d20=15 d6=1", book=bent(text))
    assert scene["Orc 1"].hp == 9 - 1
    assert scene.events("score", "procedure.initiative.side")[0].because == {"the smallest side": 3}


def test_what_only_the_other_book_knows_of_a_weapon_comes_along() -> None:
    """fourfold: a club's shock is 1 up to AC 13; the procedure book knows nothing of shock."""
    text = "title: t\nrules: procedure\nsides:\n  one: [A: {class: fighter, gear: [club]}]\n  two: [orc]\n"
    plain, grazing = get("procedure"), houserules.apply(get("procedure"), [houserules.load("grazes")])
    shocks = []
    for book in (plain, grazing):
        fight, roster = book.build(scenario.read(text, "t", book.names()), {})
        club = fight.arms[roster.arms.index("club")]
        shocks.append(club.fourfold and (club.fourfold.shock, club.fourfold.shock_ac))
    assert shocks == [None, (1, 13)]


def test_a_stranger_among_them_takes_nothing_from_the_others() -> None:
    """The other book has never heard of the bog orc nor of the bastard sword; it knows clubs all the same."""
    rows = f"tables: {{monsters: {{{BOG_ORC}}}, weapons: {{bastard sword: {{damage: 2d4, qualities: melee}}}}}}\n"
    book = bent(f"seams: {{damage: fourfold}}\n{rows}", get("procedure"))
    anna = "A: {class: fighter, gear: [club, 1 bastard sword +1]}"
    text = f"title: t\nrules: procedure\nsides:\n  one: [{anna}]\n  two: [2 bog orc]\n"
    fight, roster = book.build(scenario.read(text, "t", book.names()), {})
    shocks = {
        name: (fight.arms[n].fourfold.shock, fight.arms[n].fourfold.shock_ac) for n, name in enumerate(roster.arms)
    }
    assert (shocks["club"], shocks["bastard sword +1"]) == ((1, 13), (0, 0))


def test_whom_the_referee_brings_has_it_too() -> None:
    """vanguard: skeletons are tough against some weapons, orcs are not."""
    play = affray.start("duel", rules=bent("seams: {damage: vanguard}\n"), players=["fighter"])
    play.referee("add", "skeleton", "orc")
    play.referee("add", "orc", "orc")
    assert [c.vanguard.toughness > 0 for c in play.state.who] == [False, False, True, False]


def test_who_never_fights_by_the_rule_at_the_seam_does_not_by_the_base() -> None:
    """classic: a rating of 2 never fights. vanguard, tempo and fourfold let also the most timid wait for a reason."""
    shy = versus(side(someone("Anna"), players=True), someone("Orc", morale=2))
    for name in ("vanguard", "tempo", "fourfold"):
        for book, checks in ((get(name), []), (bent("seams: {morale.check: classic}\n", get(name)), [2])):
            play = affray.start(scenario.read(shy, "t", book.names()), rules=book)
            told = [event for event in play.log if event.clause == BY_ID["classic.morale.bounds"]]
            assert [event.was for event in told] == checks, name
            assert not checks or play.state.who[1].conditions & (1 << SURRENDERED)


def test_healing_does_what_the_rule_at_zero_says() -> None:
    """vanguard: a death save of 10 leaves Anna at 0; healed by magic she wakes in 3d6 minutes of ten rounds."""
    ours = side(someone("Anna", cls="fighter", hp=3), someone("Cleric", spells=["cure light wounds"]), players=True)
    scene = scripted(
        versus(ours, someone("Orc")),
        dice=THEIRS_FIRST + "d20=20 d6=3 d20=10 d6=5 d6=4 3d6=1,2,3",
        answers=["Cleric: cast cure light wounds", "Orc: strike Anna", "Cleric: cast cure light wounds at Anna"],
        book=bent("seams: {zero: vanguard}\n"),
    )
    assert scene.one("heal").other == "Anna"
    assert scene.one("check", "vanguard.death.aftermath").value == 1 + 10 * (1 + 2 + 3)
    assert scene["Anna"].ends_at[UNCONSCIOUS] == 1 + 10 * (1 + 2 + 3)


# --- it announces itself


def test_the_log_says_by_which_house_rules_before_anything_else() -> None:
    book = bent("options: {initiative.tie: simultaneous}\ntables: {weapons: {sword: {damage: 1d10}}}\n")
    notes = affray.start("duel", rules=book).log.notes()
    assert notes[:2] == [
        "House rules, Ours: As we like it.",
        "Ours: initiative.tie simultaneous; weapons sword (damage 1d10)",
    ]


# --- in a scenario


SECTION = f"""
title: In the bog
distance: contact
house rules:
  tables:
    monsters:
      {BOG_ORC}
  options:
    retreat.bonus: 3
sides:
  party: [1 veteran: {{hp: 4}}]
  orcs: [2 bog orc]
"""


def open_scenario(path: Path) -> tuple[Encounter, Book]:
    from affray.scenario import open_scenario

    return open_scenario(path)


def test_a_section_of_a_scenario_brings_its_own(tmp_path: Path) -> None:
    file = tmp_path / "bog.yaml"
    file.write_text(SECTION, encoding="utf-8")
    encounter, book = open_scenario(file)
    assert book.overlays[0].name == "house rules of bog"
    assert [c.ac for c in book.build(encounter, {})[0].who][1:] == [5, 5]


def test_several_sections_without_a_name_stand_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "bog.yaml"
    both = "house rules:\n  - options: {retreat.bonus: 3}\n  - options: {blind.bonus: 2}\n"
    file.write_text(f"title: t\n{both}sides: {{one: [orc], two: [orc]}}\n", encoding="utf-8")
    assert [overlay.name for overlay in open_scenario(file)[1].overlays] == [
        "house rules of bog",
        "house rules of bog 2",
    ]
    play = affray.start(file, seed=2)
    play.save(tmp_path / "bog.fight")
    assert affray.load(tmp_path / "bog.fight").log.text() == play.log.text()


def test_a_scenario_names_a_file_beside_it_or_some_that_come_along(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(HEAD + "options: {retreat.bonus: 3}\n", encoding="utf-8")
    file = tmp_path / "duel.yaml"
    file.write_text("title: t\nhouse rules: [ours.yaml, own-dice]\nsides: {one: [orc], two: [orc]}\n", encoding="utf-8")
    assert [overlay.name for overlay in open_scenario(file)[1].overlays] == ["Ours", "Own dice"]


def test_a_mistake_in_a_section_is_told_with_the_line_of_the_scenario(tmp_path: Path) -> None:
    file = tmp_path / "bog.yaml"
    file.write_text(SECTION.replace("retreat.bonus: 3", "retreat.bonus: 33"), encoding="utf-8")
    with pytest.raises(houserules.HouseRuleError, match=r"bog\.yaml:9:20: retreat\.bonus can't be '33'"):
        open_scenario(file)
    file.write_text("title: t\nhouse rules: owr.yaml\nsides: {one: [orc], two: [orc]}\n", encoding="utf-8")
    with pytest.raises(houserules.HouseRuleError, match=r"bog\.yaml:2:14: no such file or house rules: 'owr\.yaml'"):
        open_scenario(file)


# --- a journal remembers them


def test_a_journal_replays_without_the_file(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(HEAD + f"tables: {{monsters: {{{BOG_ORC}}}}}\n", encoding="utf-8")
    text = "title: t\nhouse rules: ours.yaml\nsides: {one: [2 bog orc], two: [3 orc]}\n"
    (tmp_path / "bog.yaml").write_text(text, encoding="utf-8")
    play = affray.start(tmp_path / "bog.yaml", seed=5)
    play.save(tmp_path / "bog.fight")
    (tmp_path / "ours.yaml").unlink()
    again = affray.load(tmp_path / "bog.fight")
    assert again.over
    assert again.log.text() == play.log.text()
    assert [overlay.text for overlay in again.book.overlays] == [overlay.text for overlay in play.book.overlays]


def test_a_section_is_remembered_too_with_every_answer(tmp_path: Path) -> None:
    (tmp_path / "bog.yaml").write_text(SECTION, encoding="utf-8")
    play = affray.start(tmp_path / "bog.yaml", seed=5, players=["party"])
    play.do(play.legal[0])
    play.save(tmp_path / "bog.fight")
    again = affray.load(tmp_path / "bog.fight")
    assert again.lines == play.lines
    assert again.text() == play.text()


def test_a_state_as_text_remembers_them() -> None:
    book = bent(f"options: {{damage.variable: on}}\ntables: {{monsters: {{{BOG_ORC}}}}}\n")
    play = affray.start("duel", rules=book, players=["fighter"])
    again = affray.from_text(play.text())
    assert [overlay.name for overlay in again.book.overlays] == ["Ours"]
    again.referee("add", "bog orc", "orc")
    assert again.state.who[-1].ac == 5
    assert again.text() != play.text()


def test_a_header_whose_house_rules_are_damaged_is_refused(tmp_path: Path) -> None:
    affray.start("duel", rules=bent("options: {damage.variable: on}\n")).save(tmp_path / "a.fight")
    text = (tmp_path / "a.fight").read_text(encoding="utf-8")
    for wrong in (text.replace("damage.variable", "damage.varied"), text.replace('house: [["', 'house: [["x", "')):
        (tmp_path / "b.fight").write_text(wrong, encoding="utf-8")
        with pytest.raises(affray.JournalError):
            affray.load(tmp_path / "b.fight")


# --- packages of other people


@pytest.mark.usefixtures("stranger")
def test_a_book_of_another_package_is_found_and_fought_under() -> None:
    from affray import rules

    assert "stranger" in rules.books()
    log = affray.start("duel", rules="stranger").log
    assert BY_ID["stranger.zero"] in {event.clause for event in log}


@pytest.mark.usefixtures("stranger")
def test_a_broken_one_is_named_and_breaks_nothing_else() -> None:
    from affray import rules

    wrong = rules.broken()
    assert wrong.keys() == {"gone", "mute", "alias"}
    assert "'gone' of the entry point nowhere_to_be_found:BOOK (affray.books) can't be loaded" in wrong["gone"]
    assert wrong["mute"].endswith("is no Book but a int")
    assert wrong["alias"].endswith("calls itself 'stranger'; register it under that name")
    assert {"classic", "stranger"} <= rules.books().keys()
    with pytest.raises(affray.AffrayError, match="No module named 'nowhere_to_be_found'"):
        get("gone")


def test_one_that_leaves_or_has_the_name_of_ours_is_named_and_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.metadata import EntryPoint, EntryPoints

    from affray import rules

    (tmp_path / "the_leaver.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    points = EntryPoints(
        [
            EntryPoint("leaver", "the_leaver:BOOK", rules.BOOKS),
            EntryPoint("classic", "the_leaver:BOOK", rules.BOOKS),
            EntryPoint("tempo", "the_leaver:SEAMS", rules.SEAMS),
        ]
    )
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **asked: points.select(**asked))
    rules.forget()
    try:
        wrong = rules.broken()
        assert wrong.keys() == {"leaver", "classic", "tempo"}
        assert "can't be loaded: SystemExit: 3" in wrong["leaver"]
        assert wrong["classic"].endswith("has the name of a book that comes along; register it under another one")
        assert set(rules.books()) == set(rules.NAMES)
        assert rules.donors().count("tempo") == 1
    finally:
        monkeypatch.undo()
        rules.forget()


def test_without_a_package_only_ours_are_known() -> None:
    with pytest.raises(affray.AffrayError, match="unknown rulebook 'stranger'"):
        get("stranger")
