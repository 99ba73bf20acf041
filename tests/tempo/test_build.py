"""From a scenario to the book's numbers: what is read, what is converted, who follows whom."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Scene, side, versus
from tempo.people import duel, heroes, scripted, someone

from affray import rules, scenario
from affray.rules.tempo.setup import library


def built(*sides: Any, **keys: Any) -> Scene:
    return scripted(versus(*sides, **keys), tables=True, until="scores")


def of(**keys: Any) -> Any:
    return built(heroes(someone("Anna")), someone("Orc", **keys))["Orc"]


@pytest.mark.clause("tempo.convert")
@pytest.mark.parametrize(
    ("monster", "strength", "wits", "ac"),
    [
        ("orc", 11, 10, 24),  # 1 hit die; AAC 13
        ("goblin", 11, 10, 24),  # 1−1: the minus is ignored
        ("normal human", 10, 10, 20),  # ½ die; AAC 10 would be 18
        ("bugbear", 13, 10, 26),  # 3+1: the plus is ignored; AAC 14
        ("skeleton", 11, 6, 22),
        ("ghoul", 12, 6, 24),
        ("black bear", 14, 12, 24),
        ("mummy", 15, 6, 30),  # AAC 16
    ],
)
def test_foes_from_the_classic_book(monster: str, strength: int, wits: int, ac: int) -> None:
    who = of(monster=monster)
    assert (who.strength, who.tempo.wits, who.ac) == (strength, wits, ac)


@pytest.mark.clause("tempo.convert")
def test_armour_goes_from_20_to_30() -> None:
    assert of(aac=15, **{"tempo ac": 33}).ac == 33  # a number of the book's own wins
    plain = {"thac0": 19, "damage": "1d6", "hp": 4, "morale": 7, "move": 120}
    found = [built(heroes(someone("Anna")), {"Orc": {"aac": n, **plain}})["Orc"].ac for n in (9, 11, 12, 15, 16, 19)]
    assert found == [20, 20, 22, 28, 30, 30]


@pytest.mark.clause("tempo.convert")
def test_characters_have_their_own_strength_and_the_better_of_int_and_wis() -> None:
    who = built(heroes(someone("Wyn", cls="cleric", STR=15, INT=12, WIS=9)), someone("Orc"))["Wyn"]
    assert (who.strength, who.tempo.wits, who.ac) == (15, 12, 20)
    assert built(heroes(someone("Wyn", cls="cleric")), someone("Orc"))["Wyn"].tempo.wits == 13  # the prime


@pytest.mark.clause("tempo.convert")
def test_numbers_given_for_this_book_win() -> None:
    who = of(monster="orc", strength=16, wits=15, **{"tempo ac": 21})
    assert (who.strength, who.tempo.wits, who.ac) == (16, 15, 21)


@pytest.mark.clause("tempo.convert")
@pytest.mark.parametrize(
    ("cls", "level", "trained"), [("fighter", 2, False), ("fighter", 3, True), ("elf", 3, True), ("cleric", 9, False)]
)
def test_fighters_dwarves_and_elves_are_trained_from_level_3(cls: str, level: int, trained: bool) -> None:
    assert (
        built(heroes(someone("Anna", cls=cls, level=level)), someone("Orc", monster="orc"))["Anna"].tempo.trained
        == trained
    )
    assert (
        built(heroes(someone("Anna", cls=cls, level=level, trained=not trained)), someone("Orc"))["Anna"].tempo.trained
        != trained
    )


@pytest.mark.clause("tempo.convert")
def test_d6_a_level_or_hit_die() -> None:
    def dice(**keys: Any) -> tuple[int, int]:
        who = of(**keys)
        return who.hp_count, who.hp_sides

    assert dice(monster="ogre") == (4, 6)
    assert dice(monster="kobold") == (1, 3)  # ½ die
    assert dice(monster="goblin") == (1, 6)  # 1−1
    assert dice(cls="cleric", level=5) == (5, 6)


@pytest.mark.clause("tempo.convert")
def test_who_is_a_lackey_and_who_commands() -> None:
    """Followers of 1 hit die or less where there is a leader; hirelings and retainers; not the leader, not the ogre."""
    theirs = side(
        someone("Boss", monster="orc", leader=True), someone("Orc", monster="orc"), someone("Ogre", monster="ogre")
    )
    ours = heroes(
        someone("Anna", cls="fighter"),
        someone("Squire", cls="fighter", retainer=8),
        someone("Spear", monster="normal human", mercenary="trained"),
        someone("Friend", cls="fighter", retainer=8, henchman=False),
    )
    scene = built(ours, theirs)
    assert {name for name in scene.roster.who if scene[name].tempo.lackey} == {"Orc", "Squire", "Spear"}
    assert [scene[name].tempo.command_level for name in ("Boss", "Anna", "Ogre", "Orc")] == [2, 1, 0, 0]
    assert not built(heroes(someone("Anna")), side(someone("Orc", monster="orc", count=3)))["Orc 1"].tempo.lackey


@pytest.mark.clause("tempo.ac.reach")
def test_the_ladder_of_reaches() -> None:
    ladder = ["unarmed", "dagger silver-dagger", "club mace hand-axe short-sword torch", "sword battle-axe war-hammer"]
    ladder += ["staff two-handed-sword", "spear", "pole-arm lance"]
    weapons = library().weapons
    for place, names in enumerate(ladder):
        for name in names.split():
            word = name if name in weapons else name.replace("-", " ").replace("two handed", "two-handed")
            assert weapons[word].extra["reach"] == str(place), word
    bite = duel("d20=1 d20=1", anna={"cls": "fighter", "gear": ["dagger"]}, orc={"monster": "wolf"})
    assert bite.events("miss", who="Orc")[0].because["longer reach"] == 1


@pytest.mark.clause("tempo.morale.scale")
def test_a_retainers_loyalty_is_its_morale() -> None:
    scene = built(heroes(someone("Anna", cls="fighter"), someone("Tam", cls="fighter", retainer=9)), someone("Orc"))
    assert scene["Tam"].morale == 9
    pay = library().tables["morale"]
    assert (pay["normal pay"], pay["good pay"], pay["traitorous"], pay["zealous"]) == ("7", "8", "2", "12")


def test_its_own_foes_have_their_own_numbers() -> None:
    captain = of(monster="captain")
    assert (captain.strength, captain.tempo.wits, captain.ac, captain.tempo.trained) == (14, 13, 26, True)


@pytest.mark.parametrize("name", scenario.examples())
def test_every_example_is_said_to_be_converted_once(name: str) -> None:
    book = rules.get("tempo")
    _, roster = book.build(scenario.load(name, book.names()), {})
    notes = [note for note in roster.notes if "tempo.convert" in note]
    assert len(notes) == len(set(notes))
    assert notes


@pytest.mark.clause("tempo.injury")
def test_wounds_and_0_hp_come_along_from_the_last_fight() -> None:
    from dataclasses import replace

    book = rules.get("tempo")
    read = scenario.read(
        versus(heroes(someone("Anna", wound="wounded")), someone("Orc"), rules="tempo"), "t", book.names()
    )
    party = read.sides[0]
    spent = replace(party.members[0], hp=0, max_hp=8)
    fight, _ = book.build(replace(read, sides=(replace(party, members=(spent,)), read.sides[1])), {})
    assert (fight.who[0].hp, fight.who[0].max_hp) == (0, 8)
    scene = duel("d20=12 d20=9 d20=1", anna={"wound": "wounded"})
    assert "a penalty die for the wound" in scene.one("miss", who="Anna").because


@pytest.mark.clause("tempo.damage")
def test_a_human_of_the_classic_list_deals_d6_with_a_weapon() -> None:
    """5.18: d6 from a human, whose entry says 1d8; not from a hobgoblin, nor where the scenario gives dice."""
    foes: dict[str, tuple[dict[str, Any], int]] = {
        "Veteran": ({"monster": "veteran"}, 6),
        "Berserker": ({"monster": "berserker", "gear": ["two-handed sword"]}, 6),
        "Champion": ({"monster": "veteran", "damage": "1d10"}, 10),
        "Hobgoblin": ({"monster": "hobgoblin"}, 8),
    }
    for name, (keys, sides) in foes.items():
        scene = built(heroes(someone("Anna")), {name: {**keys, "hp": 5}})
        weapon = scene.fight.arms[scene[name].kit[scene[name].hand]]
        assert (weapon.count, weapon.sides, weapon.plus) == (1, sides, 0), name


@pytest.mark.clause("tempo.convert")
def test_a_turn_of_the_classic_book_is_ten_rounds_of_a_minute() -> None:
    """Sleep lasts 4d4 turns, bless 6 turns, a turn more a level of light; a mummy's sight 1d4 rounds."""
    spells, effects = library().spells, library().effects
    assert spells["sleep"].effect.duration_times == 10
    assert spells["bless"].effect.duration_plus == 60
    assert spells["light"].effect.duration_per_level == 10
    assert next(e for e in effects.values() if e.duration_sides == 4 and e.duration_count == 1).duration_times == 1
    ours, orc = (
        heroes(someone("Wyn", cls="cleric", level=4, spells=["bless"])),
        {"monster": "orc", "hp": 5, "morale": 12},
    )
    answers = ["Wyn: cast bless", "Wyn: cast bless at Wyn"]
    scene = scripted(versus(ours, {"Orc": orc}), "d20=15 d20=1", answers, "Orc: turn", tables=True)
    assert scene.one("condition-on", who="Wyn").was == 1 + 60
