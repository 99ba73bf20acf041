"""The sheet for paper: what each must roll, by hand and by the exact odds; what stands on the page; how many pages."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from exchange.printing import PAPERS, cut_off, pages_in
from server.browsers import chromium

from affray import scenario
from affray.cli import main
from affray.engine.clauses import BY_ID, CLAUSES
from affray.engine.encounter import CONTACT
from affray.exact import questions
from affray.exact.questions import scene_of_scenario
from affray.exchange.exporters.sheet import Sheet, drop_reading, make_sheet, render_sheet
from affray.rules import NAMES


def sheet_of(name: str, book: str = "classic", **options: str) -> Sheet:
    encounter, rules = scenario.open_scenario(name, book)
    return make_sheet(encounter, rules, options)


def needs(found: Sheet, attacker: str, weapon: str) -> dict[str, str]:
    """What is needed against each, by name."""
    return next(
        {target.name: words for target, words in zip(block.targets, row.needs, strict=True)}
        for block in found.blocks
        for row in block.rows
        if row.group.name == attacker and weapon in row.weapon
    )


# --- what each must roll


def test_thac0_less_armour_less_strength() -> None:
    orcs = sheet_of("orcs")
    assert needs(orcs, "Fighter", "sword") == {"Grub": "12", "Orc": "12"}  # 19 - 6 - 1 for STR 13
    assert needs(orcs, "Cleric", "mace") == {"Grub": "13", "Orc": "13"}
    assert needs(orcs, "Orc", "weapon") == {"Fighter": "15", "Cleric": "15", "Thief": "13", "Magic-user": "10"}


def test_a_missile_at_short_medium_and_long() -> None:
    assert needs(sheet_of("orcs"), "Thief", "short bow") == {"Grub": "11/12/13", "Orc": "11/12/13"}  # DEX 13: +1


def test_what_does_no_harm_and_what_does_less_is_marked() -> None:
    crypt = sheet_of("crypt")
    pole_arm = needs(crypt, "Aldo", "pole arm")
    assert pole_arm["Steward"].endswith("⊘")  # a wight: silver or magic
    assert pole_arm["Harrow"].endswith("⊘")  # a mummy: holy; fire and magic by half
    assert not pole_arm["Skeleton"].endswith("⊘")
    assert needs(crypt, "Hild", "sword +1")["Harrow"].endswith("↓")
    assert needs(crypt, "Hild", "sword +1")["Steward"].isdecimal()


@pytest.mark.parametrize("book", NAMES)
def test_the_exact_odds_say_the_same(book: str) -> None:
    encounter, rules = scenario.open_scenario("orcs", book)
    found = make_sheet(encounter, rules, {})
    scene = scene_of_scenario(rules, {}, replace(encounter, distance=CONTACT))
    for by, weapon, at in (("Fighter", "sword", "Grub"), ("Cleric", "mace", "Grub"), ("Grub", "weapon", "Thief")):
        least = int(needs(found, by, weapon)[at])
        [exact] = questions.attack_odds(scene, by, at)
        assert exact.hit == Fraction(21 - least, 20), (by, at)


@pytest.mark.parametrize("book", NAMES)
def test_saves_are_what_the_exact_odds_say(book: str) -> None:
    encounter, rules = scenario.open_scenario("orcs", book)
    group = next(group for group in make_sheet(encounter, rules, {}).groups if group.name == "Cleric")
    scene = scene_of_scenario(rules, {}, encounter)
    for least, against in zip(group.saves, ("death", "wands", "paralysis", "breath", "spells"), strict=True):
        assert questions.save_odds(scene, "Cleric", against).chance == Fraction(21 - int(least), 20)


def test_damage_is_rolled_as_the_book_rolls_it() -> None:
    rows = [row for block in sheet_of("king").blocks for row in block.rows]
    damage = {(row.group.name, row.weapon.partition(",")[0]): row.damage for row in rows}
    assert damage["Anna", "sword +1"] == "1d6+3"  # STR 16 is +2
    assert damage["Weaver", "bite"] == "2d6 + deadly poison"
    crypt = {row.group.name: row.damage for block in sheet_of("crypt").blocks for row in block.rows}
    assert crypt["Steward"] == "energy drain"
    assert damage["Lump", "2 × talon 1d6; bite"] == "1d10"


# --- who is there


def test_groups_have_their_numbers() -> None:
    orcs = {group.name: group for group in sheet_of("orcs").groups}
    assert (orcs["Fighter"].armour, orcs["Fighter"].hp, orcs["Fighter"].rolled) == ("4", 8, "")
    assert (orcs["Orc"].armour, orcs["Orc"].hp, orcs["Orc"].rolled, orcs["Orc"].most) == ("6", 8, "1d8", 5)
    assert orcs["Orc"].morale == "morale 6, led 8"
    assert orcs["Fighter"].morale == "never checks"
    assert orcs["Fighter"].saves == ("12", "13", "14", "15", "16")
    assert "spells: sleep" in orcs["Magic-user"].notes


def test_armour_counts_as_the_book_has_it() -> None:
    def worn(book: str) -> str:
        return next(group.armour for group in sheet_of("orcs", book).groups if group.name == "Fighter")

    assert [worn(book) for book in ("classic", "procedure", "vanguard", "fourfold")] == ["4", "15", "16", "15"]


def test_notes_of_a_creature_stand_beside_it() -> None:
    hound = "bone hound: {ac: 6, hd: 2, attacks: bite 1d6, move: 180, saves: F1, morale: 8, notes: [Howls first.]}"
    encounter = scenario.read(f"title: Marsh\ncreatures:\n  {hound}\nsides:\n  a: [bone hound]\n  b: [orc]\n")
    assert "Howls first." in make_sheet(encounter, scenario.open_scenario(encounter)[1], {}).groups[0].notes


def test_two_groups_of_one_name_are_told_apart_by_their_numbers() -> None:
    names = [group.name for group in sheet_of("king").groups if group.name.startswith("Goblin")]
    assert names == ["Goblin 1–8", "Goblin 9–16"]


# --- the page


class Seen(HTMLParser):
    """What is on a page, and whether every tag is closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.boxes = self.gone = 0
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [str(value) for name, value in attrs if name in ("src", "href")]
        self.boxes += tag == "i"
        self.gone += (tag, attrs) == ("i", [("class", "gone")])
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_box_for_every_hit_point() -> None:
    seen = Seen(render_sheet(sheet_of("orcs")))
    assert seen.open == []
    assert seen.boxes == 8 + 6 + 4 + 3 + 6 * 8  # an orc has 8 at most


def test_lost_hit_points_are_crossed_out(tmp_path: Path) -> None:
    party = "party: Lanterns\nmembers:\n  - {name: Anna, class: fighter, gear: [sword], hp: 5, max hp: 9}\n"
    (tmp_path / "lanterns.yaml").write_text(party)
    fight = tmp_path / "fight.yaml"
    fight.write_text("title: Again\nsides: {ours: {players: true, party: lanterns.yaml}, theirs: [orc]}\n")
    encounter, book = scenario.open_scenario(fight)
    seen = Seen(render_sheet(make_sheet(encounter, book, {})))
    assert (seen.boxes, seen.gone) == (9 + 8, 4)


@pytest.mark.parametrize("book", NAMES)
def test_the_round_and_morale_are_in_the_books_words(book: str) -> None:
    found = sheet_of("orcs", book)
    words = " ".join("".join(Seen(render_sheet(found)).words).split())
    assert all(line in words for line in found.book.sequence)
    assert found.morale
    assert all(clause.book == book and drop_reading(clause.words) in words for clause in found.morale)


def test_morale_of_another_book_is_told_where_a_house_rule_has_put_it() -> None:
    encounter, book = scenario.open_scenario("orcs", "classic", "three-books")
    told = [clause.id for clause in make_sheet(encounter, book, {}).morale]
    assert told == ["classic.morale.check", "tempo.morale.triggers", "classic.morale.steadfast"]


def test_readings_are_left_to_the_register() -> None:
    triggers = CLAUSES[BY_ID["classic.morale.triggers"]].words
    assert drop_reading(triggers) == "At the first death on the side, and when half of it is out of action."
    assert drop_reading("Reading: all of it.") == "Reading: all of it."


def test_names_are_only_text() -> None:
    rude = "title: <script>alert(1)</script>\nsides:\n  a: [orc]\n  b:\n    members:\n      - '<b>&': {monster: orc}\n"
    encounter = scenario.read(rude)
    text = render_sheet(make_sheet(encounter, scenario.open_scenario(encounter)[1], {}))
    seen = Seen(text)
    assert "alert(1)" in "".join(seen.words)
    assert text.count("<script>") == 1  # the page's own
    assert "<b>&" in seen.words


def test_it_needs_nothing_from_outside() -> None:
    text = render_sheet(sheet_of("dragon"))
    assert Seen(text).loads == []
    assert not re.search(r"https?:|url\(|@import", text)


def test_a_command_saves_it(tmp_path: Path) -> None:
    file = tmp_path / "king.html"
    run = CliRunner().invoke(main, ["sheet", "king", "--rules", "vanguard", "-o", str(file)])
    assert run.exit_code == 0, run.output
    assert "vanguard" in file.read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["sheet", "duel"]).stdout.startswith("<!DOCTYPE html>")


# --- on paper


def test_one_page_a_fight_on_either_paper() -> None:
    """Each example once, the books in turn, and a crowd; bench/sheets.py has every book with every example."""
    crowd = scenario.read("title: Crowd\nsides:\n  a: [30 orc, 30 goblin]\n  b: [30 kobold, 20 wolf]\n")
    with chromium() as browser:
        seen = browser.new_page()
        seen.set_content(render_sheet(make_sheet(crowd, scenario.open_scenario(crowd)[1], {})))
        assert [pages_in(seen.pdf(format=paper)) for paper in PAPERS] == [1, 1]
        for number, name in enumerate(scenario.examples()):
            seen.set_content(render_sheet(sheet_of(name, NAMES[number % len(NAMES)])))
            assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert cut_off(seen) == [], name
            assert [pages_in(seen.pdf(format=paper)) for paper in PAPERS] == [1, 1], name
