"""One scenario under several books: the keys of all of them, whose words hold, and what another book leaves out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from affray import rules
from affray.engine.clauses import SWITCH, Option
from affray.engine.encounter import NUMBERS, Encounter, HouseRule, Member, Party, Terrain, adapt_to_book
from affray.rules.book import Book
from affray.scenario import Mistake, ScenarioError, read

EVERY_NUMBER = {
    "wits": 12,
    "strength": 14,
    "tempo ac": 24,
    "combat bonus": 3,
    "vanguard ac": 15,
    "attack bonus": -1,
    "skill": -1,
    "stab": 0,
    "shoot": 1,
    "punch": 2,
    "sneak": 3,
    "notice": 4,
    "heal": 5,
    "exert": 6,
    "fourfold ac": 13,
    "shock": "2/13",
    "save": 15,
}


def wrong(text: str, known: Mapping[str, Sequence[str]] | None = None) -> list[Mistake]:
    with pytest.raises(ScenarioError) as caught:
        read(text, "f.yaml", known)
    return caught.value.mistakes


def test_the_numbers_of_every_book_are_read() -> None:
    said = ", ".join(f"{name}: {number}" for name, number in EVERY_NUMBER.items())
    (orc,) = read(f"sides: {{a: [Grub: {{monster: orc, ac: 6, {said}}}], b: [orc]}}").sides[0].members
    assert orc.numbers == {"ac": 6, **EVERY_NUMBER}
    assert set(EVERY_NUMBER) <= set(NUMBERS)


def test_an_underscore_is_as_good_as_a_space_in_a_member() -> None:
    (orc,) = read("sides: {a: [{monster: orc, combat_bonus: 2, max_hp: 9, sees_dark: no}], b: [orc]}").sides[0].members
    assert orc == Member(kind="orc", numbers={"combat bonus": 2}, max_hp=9, sees_dark=False)


def test_the_states_of_every_book_are_read() -> None:
    text = """\
terrain: {bad ground: true, ledge: yes}
sides:
  a:
    ambush: chance
    members:
      - Anna: {class: elf, trained: no, henchman: true, commands: true, spells: [sleep], readied: Sleep, frail: true,
               wound: dying, negative levels: 2, sleepless: 3, hp: 4, max hp: 9, alert: -2, load: heavy}
  b: [orc]
"""
    encounter = read(text)
    anna = Member(
        name="Anna",
        cls="elf",
        trained=False,
        henchman=True,
        commands=True,
        spells=("sleep",),
        readied="sleep",
        frail=True,
        wound="dying",
        negative_levels=2,
        sleepless=3,
        hp=4,
        max_hp=9,
        alert=-2,
        load="heavy",
    )
    assert encounter.sides[0] == Party("a", (anna,), ambush="chance")
    assert encounter.terrain == Terrain(bad_ground=True, ledge=True)


# House rules are carried as they stand


def test_house_rules_keep_the_places_of_their_keys() -> None:
    text = """\
house rules:
  name: Ours
  set:
    initiative.tie: simultaneous
    morale.triggers: [first, half]
sides: {a: [orc], b: [orc]}
"""
    (rule,) = read(text, "f.yaml").house
    assert (rule.source, rule.line, rule.column) == ("f.yaml", 2, 3)
    assert rule.data == {
        "name": "Ours",
        "set": {"initiative.tie": "simultaneous", "morale.triggers": ["first", "half"]},
    }
    assert rule.keys == {
        ("name",): (2, 3),
        ("set",): (3, 3),
        ("set", "initiative.tie"): (4, 5),
        ("set", "morale.triggers"): (5, 5),
    }
    assert rule.values[("set", "morale.triggers", 1)] == (5, 30)
    assert rule.values[("set", "initiative.tie")] == (4, 21)
    assert rule.values[()] == (2, 3)


def test_house_rules_may_be_a_name_or_several() -> None:
    sides = "sides: {a: [orc], b: [orc]}"
    named = HouseRule("f.yaml", 1, 14, "ours.yaml", {}, {(): (1, 14)})
    assert read(f"house rules: ours.yaml\n{sides}", "f.yaml").house == (named,)
    first, second = read(f"house rules: [ours.yaml, {{base: classic}}]\n{sides}", "f.yaml").house
    assert (first.data, first.column) == ("ours.yaml", 15)
    assert (second.data, second.keys) == ({"base": "classic"}, {("base",): (1, 27)})
    assert read(sides).house == ()


# Words


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Book:
    """A second book on the shelf, with a monster, a tactic and an option of its own."""
    classic, options = rules.get("classic"), (Option(0, "vanishing", 0, 0, SWITCH),)
    known = classic.setup().library
    library = replace(
        known, monsters={"snark": known.monsters["orc"]}, classes={"baker": known.classes["fighter"]}, weapons={}
    )
    setup = replace(classic.setup(), library=library, options=options, tactics=("nearest", "boojum"))
    book = replace(classic, name="other", options=options, setup=lambda: setup, tactics=("nearest", "boojum"))
    shelf = {"classic": rules.get("classic"), "other": book}
    monkeypatch.setattr(rules, "NAMES", tuple(shelf))
    monkeypatch.setattr(rules, "get", shelf.__getitem__)
    return book


def test_the_file_s_own_book_and_the_usual_one_know_its_words(other: Book) -> None:
    encounter = read("rules: other\noptions: {vanishing: on}\nsides: {a: {tactic: boojum, members: [snark]}, b: [orc]}")
    assert [side.members[0].kind for side in encounter.sides] == ["snark", "orc"]
    (told,) = wrong("sides: {a: [snark], b: [orc]}")
    assert "unknown monster 'snark'" in told.message


def test_the_words_of_the_book_it_is_fought_under_hold_too(other: Book) -> None:
    encounter = read("sides: {a: [snark], b: [{class: baker}, 2 orc]}", "f", other.names())
    assert encounter.sides[1].members[0].cls == "baker"
    assert read("rules: other\nsides: {a: [snark], b: [orc]}", "f", rules.get("classic").names()).rules == "other"


def test_options_are_those_of_the_book_that_the_file_names(other: Book) -> None:
    (told,) = wrong("rules: other\noptions: {initiative.tie: reroll}\nsides: {a: [orc], b: [orc]}", other.names())
    assert "unknown option 'initiative.tie'; expected one of vanishing" in told.message
    (told,) = wrong("options: {vanishing: on}\nsides: {a: [orc], b: [orc]}", other.names())
    assert "unknown option 'vanishing'" in told.message


# Fought under another book


TIE = Option(0, "initiative.tie", 0, 0, ("players", "reroll"))
MEET = Encounter(
    "x",
    "X",
    (
        Party("a", (Member(kind="orc", tactic="weakest"), Member(kind="orc")), tactic="boojum"),
        Party("b", (Member(kind="orc", tactic="boojum"),), tactic="first"),
    ),
    options={"vanishing": "on", "initiative.tie": "reroll"},
    rules="other",
)


def test_at_home_nothing_is_left_out() -> None:
    assert adapt_to_book(MEET, "other", [], []) is MEET
    assert adapt_to_book(replace(MEET, rules=""), "classic", [], []).options == MEET.options


def test_abroad_strange_options_and_tactics_are_left_out_and_said() -> None:
    abroad = adapt_to_book(MEET, "tempo", [TIE], ["nearest", "first", "weakest"])
    assert abroad.options == {"initiative.tie": "reroll"}
    assert [party.tactic for party in abroad.sides] == ["nearest", "first"]
    assert [m.tactic for party in abroad.sides for m in party.members] == ["weakest", "", "nearest"]
    assert abroad.converted == (
        "tempo has no option vanishing (it is other's)",
        "tempo has no tactic boojum: nearest instead",
    )


def test_an_option_of_the_same_name_must_have_the_value_too() -> None:
    abroad = adapt_to_book(replace(MEET, options={"initiative.tie": "simultaneous"}), "tempo", [TIE], ["nearest"])
    assert abroad.options == {}
    assert "tempo's option initiative.tie can't be simultaneous (it is other's)" in abroad.converted
