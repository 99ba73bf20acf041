"""From a scenario to a fight: which words are known and which refused, what other books add, and content files."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from classic.people import ORC, met

from affray.content import entries
from affray.content.entries import ContentError, Entry
from affray.engine.clauses import Option
from affray.engine.dice import fight_key, parse
from affray.engine.encounter import CONTACT, NUMBERS, Encounter, Member, Objective, Party, Terrain
from affray.engine.state import UNDECIDED, Weapon
from affray.engine.vocabulary import QUALITIES
from affray.errors import AffrayError
from affray.rules.classic import BOOK
from affray.rules.classic import clauses as O
from affray.rules.shared.content import Arm, library, read_arm, read_monster, shelf
from affray.rules.shared.setup import Muster, build, classic_setup
from affray.rules.shared.tactics import TACTICS

# --- what is refused

REFUSED = [
    (Member(kind="ork"), "unknown monster 'ork'", "did you mean 'orc'?"),
    (Member(cls="figher"), "unknown class 'figher'", "did you mean 'fighter'?"),
    (Member(cls="fighter", gear=("swrod",)), "unknown weapon, armour or potion 'swrod'", "did you mean 'sword'?"),
    (Member(cls="elf", spells=("slep",)), "unknown spell 'slep'", "did you mean 'sleep'?"),
    (Member(kind="orc", tactic="nearst"), "unknown tactic 'nearst'", "did you mean 'nearest'?"),
    (Member(kind="orc", mount="war hors"), "unknown monster 'war hors'", "did you mean 'war horse'?"),
    (Member(kind="orc", conditions=("blnd",)), "unknown condition 'blnd'", "did you mean 'blind'?"),
    (Member(kind="orc", tags=("undaed",)), "unknown tag 'undaed'", "did you mean 'undead'?"),
    (Member(kind="orc", cover="halff"), "unknown cover 'halff'", "did you mean 'half'?"),
    (Member(kind="orc", mercenary="traind"), "unknown kind of mercenary 'traind'", "did you mean 'trained'?"),
    (Member(kind="orc", numbers={"thaco": 19}), "unknown number 'thaco'", "did you mean 'thac0'?"),
    (Member(kind="orc", abilities={"STT": 9}), "unknown ability 'STT'", "did you mean 'STR'?"),
    (Member(kind="orc", cls="fighter"), "name a monster or a class", "not both"),
    (Member(kind="orc", abilities={"STR": 19}), "STR 19", "3 to 18"),
    (Member(cls="halfling", level=9), "level 9", "1 to 8"),
    (Member(kind="veteran", level=4), "level 4", "1 to 3"),
    (Member(kind="orc", hp=0), "hp 0", "above 0"),
    (Member(kind="orc", hp="lots"), "hp 'lots'", "'average'"),
    (Member(kind="orc", count=parse("0")), "a count of 0", "at least 1"),
    (Member(kind="orc", count=parse("4d6kh3")), "4d6kh3", "without keeping"),
    (Member(kind="orc", count=parse("257")), "256 combatants", "too many"),
    (Member(kind="orc", numbers={"saves": "1/2/3"}), "'1/2/3' are no saves", "12/13/14/15/16"),
    (Member(kind="orc", numbers={"hd": "many"}), "'many' are no hit dice", "2+1"),
    (Member(kind="orc", numbers={"damage": "2d6x10"}), "damage", "2d4+1"),
    (Member(kind="orc", numbers={"damage": "2e6"}), "damage", "column 2"),
    (Member(kind="orc", numbers={"ac": "good"}), "ac", "whole number"),
    (Member(kind="orc", numbers={"attacks": "2 claw, bite 3e"}), "'bite 3e' is no attack", "bite 1d6"),
    (Member(kind="ghoul", gear=("sword",)), "strikes with claw, bite", "sword"),
    (Member(cls="fighter", gear=("chain mail", "plate mail")), "chain mail and plate mail", "take one off"),
    (
        Member(cls="fighter", gear=("club", "mace", "sword", "spear", "torch", "sling", "lance", "dagger")),
        "8 weapons",
        "7",
    ),
    (Member(kind="elf", spells=("sleep",) * 9), "9 spells", "room for 8"),
]


@pytest.mark.parametrize(("member", "what", "how"), REFUSED, ids=[what for _, what, _ in REFUSED])
def test_refused_with_the_place_and_the_nearest_word(member: Member, what: str, how: str) -> None:
    with pytest.raises(AffrayError) as refused:
        met(Party("the band", (member,)), ORC)
    said = str(refused.value)
    assert what in said
    assert how in said
    assert "side 'the band', " in said


def test_refused_scenarios() -> None:
    orcs = Party("a", (ORC,))
    for how, words in (
        ({"objectives": (Objective("c", escape=True),)}, "unknown side 'c'"),
        ({"objectives": (Objective("a", down="Orc 3"),)}, "did you mean 'Orc"),
        ({"objectives": (Objective("a", rounds=3), Objective("b", rounds=4))}, "two sides"),
        ({"speaker": "Orc 9"}, "the speaker: unknown name"),
        ({"settings": {"initiative.ties": 1}}, "did you mean 'initiative.tie'?"),
        ({"options": {"surprize": "on"}}, "did you mean 'surprise'?"),
        ({"options": {"surprise": "perhaps"}}, "off or on"),
    ):
        with pytest.raises(AffrayError, match=re.escape(words)):
            met(orcs, Party("b", (ORC,)), **how)
    with pytest.raises(AffrayError, match="room for 8 sides"):
        met(*[ORC] * 9)
    with pytest.raises(AffrayError, match="give one to everybody"):
        met(Member(kind="orc", position=(0, 0, 0)), ORC, distance="")
    with pytest.raises(AffrayError, match="room for 32 numbers"):
        met(Party("a", (Member(kind="orc", count=parse("d2")),) * 33), ORC)


def test_too_many_different_weapons_are_refused() -> None:
    blades = tuple(Member(name=f"N{n}", hp=1, numbers={"damage": f"1d{n + 2}"}) for n in range(97))
    with pytest.raises(AffrayError, match="room for 96 different weapons"):
        met(Party("a", blades), ORC)


# --- the words of the book


def test_names_are_all_words_a_scenario_may_use() -> None:
    known = BOOK.names()
    assert set(known) == {"monsters", "classes", "weapons", "armour", "spells", "potions", "tactics"}
    assert {"orc", "red dragon"} <= set(known["monsters"])
    assert known["tactics"] == list(TACTICS)
    for gear in (*known["weapons"], *known["armour"], *known["potions"]):
        met(Member(cls="fighter", gear=(gear,)), ORC)
    for spell in known["spells"]:
        met(Member(cls="elf", level=5, spells=(spell,)), ORC)


@pytest.mark.parametrize("kind", BOOK.names()["monsters"])
def test_every_monster_fights_to_an_end(kind: str) -> None:
    party = Party(
        "party",
        (
            Member(cls="fighter", level=4, gear=("plate mail", "shield", "sword +1")),
            Member(cls="cleric", level=4, gear=("chain mail", "mace"), spells=("cure light wounds", "bless")),
            Member(
                cls="elf", level=3, gear=("chain mail", "long bow", "sword", "2 oil flask"), spells=("sleep", "web")
            ),
            Member(cls="thief", gear=("leather", "silver dagger", "3 javelin", "healing potion")),
        ),
        tactic="protect",
        players=True,
    )
    for number in range(5):
        fight, _ = met(party, Member(kind=kind, count=parse("1d3")), distance="")
        fight.key = fight_key(7, number)
        BOOK.fight(fight)
        assert fight.winner != UNDECIDED


# --- other books and house rules


def two(ours: Member, *foes: Member, distance: int | str = CONTACT, **how: Any) -> Encounter:
    return Encounter("t", "t", (Party("ours", (ours,)), Party("theirs", foes)), distance, **how)


def test_further_rows_lie_over_the_books_own() -> None:
    mine, club = library(), Entry("house", {"damage": "1d12", "range": "10/20/30", "qualities": "melee blunt"})
    ogre = replace(mine.monsters["ogre"], morale=7)
    rows = {**mine.tables["mercenary"], "militia": "5"}
    over = replace(
        mine,
        weapons={**mine.weapons, "great club": read_arm("great club", club)},
        monsters={**mine.monsters, "ogre": ogre},
        tables={**mine.tables, "mercenary": rows},
    )
    house = replace(classic_setup(O.OPTIONS), library=over)
    levy = Member(cls="fighter", gear=("great club",), mercenary="militia")
    fight, _ = build(house, two(levy, Member(kind="ogre")), {})
    arm = fight.arms[fight.who[0].kit[0]]
    assert (arm.count, arm.sides, arm.plus, arm.short, arm.long) == (1, 12, 0, 100, 300)
    assert [who.morale for who in fight.who] == [5, 7]
    assert "great club" in house.names()["weapons"]
    assert "great club" not in BOOK.names()["weapons"]
    plain, _ = met(replace(levy, gear=()), Member(kind="ogre"))
    assert [who.morale for who in plain.who] == [6, 10]


def test_a_book_in_metres_counts_three_tenths_to_a_foot() -> None:
    metric = replace(classic_setup(O.OPTIONS), scale=3)
    three = Member(kind="orc", count=parse("3"))
    fight, _ = build(metric, two(three, ORC, distance=100, terrain=Terrain(width=10)), {})
    assert (fight.start_distance, fight.width) == (300, 30)
    assert [who.y for who in fight.who] == [-7, 8, 0, 0]  # two abreast, 1.5 metres apart
    assert [who.x for who in fight.who] == [0, 0, -15, 0]
    placed = replace(three, position=(10, 20, 30))
    fight, _ = build(metric, two(placed, replace(ORC, position=(0, 0, 0))), {})
    assert [(who.x, who.y, who.z) for who in fight.who[:3]] == [(30, 60, 90), (30, 75, 90), (30, 90, 90)]
    fight, _ = build(metric, two(ORC, ORC, distance="", terrain=Terrain(outdoors=True)), {})
    assert (fight.distance_count, fight.distance_sides, fight.distance_times) == (4, 6, 10 * 3 * 3)  # 4d6x10 yards


def test_a_book_has_the_last_touch_on_weapons_and_on_the_fight() -> None:
    seen: list[str] = []

    def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
        seen.append(name)
        return replace(weapon, plus=weapon.plus + (name == "sword"))

    def finish(muster: Muster) -> None:
        muster.fight.who[0].morale = 3
        assert muster.fight.arms == muster.arms.arms.records

    mine = replace(classic_setup(O.OPTIONS), forge=forge, finish=finish, tactics=("whim", "nearest"))
    fight, roster = build(mine, two(Member(cls="fighter", gear=("sword +1",)), Member(kind="ghoul")), {})
    sword = fight.arms[fight.who[0].kit[0]]
    assert (sword.plus, sword.bonus, roster.arms) == (1, 1, ("unarmed", "sword +1", "claw", "bite"))
    assert seen == ["unarmed", "sword", "claw", "bite"]
    assert [(who.morale, who.tactic) for who in fight.who] == [(3, 1), (9, 1)]


def test_what_a_book_adds_to_an_entry_goes_with_it() -> None:
    def with_weight(name: str, entry: Entry) -> Arm:
        return read_arm(name, entry)._replace(extra={"weight": "light"})

    arms = shelf("classic", "weapons.yaml", with_weight)
    found: dict[str, str] = {}

    def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
        found[name] = arm.extra.get("weight", "")
        return weapon

    mine = replace(classic_setup(O.OPTIONS), library=replace(library(), weapons=arms), forge=forge)
    build(mine, two(Member(cls="fighter", gear=("silver dagger",)), Member(kind="ghoul")), {})
    assert found == {"unarmed": "light", "silver dagger": "light", "claw": "", "bite": ""}
    assert library().weapons["sword"].extra == {}


def test_a_monster_can_be_read_by_itself() -> None:
    fields = {"ac": 6, "hd": "2+1", "attacks": "2 claw 1d3", "saves": "F2", "morale": 8, "move": 40}
    marsh = read_monster("marsh hag", Entry("house", fields))
    mine = replace(
        classic_setup(O.OPTIONS), library=replace(library(), monsters={**library().monsters, "marsh hag": marsh})
    )
    who = build(mine, two(Member(kind="marsh hag"), ORC), {})[0].who[0]
    assert (who.ac, who.hd, who.thac0, who.morale, who.move, who.has_routine) == (6, 9, 17, 8, 400, True)


def test_numbers_of_other_books_change_nothing() -> None:
    own = "ac aac shield thac0 bonus damage attacks saves morale led move fly swim hd".split()
    others: dict[str, int | str] = {name: 5 for name in NUMBERS if name not in own}
    assert met(replace(ORC, numbers=others), ORC)[0] == met(ORC, ORC)[0]
    with pytest.raises(AffrayError, match="unknown number 'witz'"):
        met(replace(ORC, numbers={"witz": 1}), ORC)


def test_options_stand_at_their_own_numbers() -> None:
    far = Option(150, "far", O.OPTIONS[0].clause, 3, (), 0, 9)
    mine = replace(classic_setup(O.OPTIONS), options=(far, *reversed(O.OPTIONS)))
    fight, _ = build(mine, Encounter("t", "t", (Party("a", (ORC,)), Party("b", (ORC,))), CONTACT), {"rounds": 7})
    assert [fight.rules[o.number] for o in O.OPTIONS] == [7 if o.name == "rounds" else o.default for o in O.OPTIONS]
    assert (fight.rules[150], fight.last_round) == (3, 7)
    assert build(mine, Encounter("t", "t", (), CONTACT, options={"far": "4"}), {})[0].rules[150] == 4


def test_newcomers_have_names_of_their_own() -> None:
    fight, roster = met(ORC, ORC)
    assert BOOK.referee_command(fight, roster, ["add", "2 orc", "side 0"]).who == ("Orc 1", "Orc 2", "Orc 3", "Orc 4")


# --- content files


def test_a_mistake_in_a_content_file_names_file_entry_and_field() -> None:
    entry = Entry(
        "classic/content/weapons.yaml: club", {"damage": "1e4", "range": "5/6", "qualities": "blunted", "no": 1}
    )
    for read, words in (
        (lambda: entry.dice("damage"), "weapons.yaml: club: damage: '1e4'"),
        (lambda: entry.numbers("range", 3), "range: expected 3 numbers"),
        (lambda: entry.bits("qualities", QUALITIES), "did you mean 'blunt'?"),
        (lambda: entry.number("bonus"), "bonus is missing"),
        (lambda: entry.number("damage"), "damage: expected a whole number"),
        (lambda: entry.flag("no"), "no: expected true or false"),
        (lambda: entry.part("no"), "no: expected entries by name"),
        (lambda: entry.word("qualities", QUALITIES), "qualities: unknown word 'blunted'"),
        (lambda: Entry("x", []), "expected fields"),
        (lambda: Entry("x", {"nam": 1}).refuse_rest(), "unknown field 'nam'"),
    ):
        with pytest.raises(ContentError) as refused:
            read()
        assert words in str(refused.value)


def test_content_is_read_once_and_a_missing_file_is_said() -> None:
    assert entries.load_content("classic", "weapons.yaml") is entries.load_content("classic", "weapons.yaml")
    with pytest.raises(ContentError, match=r"classic/content/wands\.yaml"):
        entries.load_content("classic", "wands.yaml")


def test_a_name_that_stands_twice_is_refused() -> None:
    import yaml

    with pytest.raises(ContentError, match="line 2: 'club' stands in line 1 too"):
        entries.refuse_repeated_names("x", yaml.compose("club: {}\nclub: {}\n"))
