"""Attacks and damage of the vanguard book, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Refused, Said, Scene, side, versus
from vanguard.people import READY, players, scripted, someone

from affray.log import Answered
from affray.rules.vanguard.questions import KILL


def blow(
    natural: int, anna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None, kind: str = "miss"
) -> Said:
    """Anna strikes first, with Combat Bonus 1 at AC 11; the roll as it was told."""
    fight = versus(players(someone("Anna", **(anna or {}))), someone("Orc", **(orc or {})))
    dice = READY + f"d20={natural}" + (" d6=1" if kind == "hit" else "")
    return scripted(fight, dice).one(kind)


def cut(gear: str, dice: str, anna: dict[str, Any] | None = None, orc: dict[str, Any] | None = None) -> Scene:
    """Anna, a fighter, hits the Orc of 30 hp with a natural 20."""
    who = someone("Anna", **{"cls": "fighter", "gear": [gear], "STR": 10} | (anna or {}))
    foe = someone("Orc", **{"hp": 30} | (orc or {}))
    return scripted(versus(players(who), foe), READY + f"d20=20 {dice}")


# --- vanguard.attack.roll


@pytest.mark.parametrize(
    ("strength", "bonus"), [(3, -3), (5, -2), (8, -1), (12, 0), (13, 1), (15, 1), (17, 2), (18, 3)]
)
@pytest.mark.clause("vanguard.attack.roll")
def test_strength_and_combat_bonus_change_the_roll(strength: int, bonus: int) -> None:
    attack = blow(3, {"STR": strength, "combat bonus": 4})
    assert attack.because == {"Combat Bonus": 4} | ({"STR": bonus} if bonus else {})
    assert (attack.value, attack.was) == (3 + 4 + bonus, 11)


@pytest.mark.parametrize(("dexterity", "bonus"), [(3, -3), (5, -2), (8, -1), (13, 1), (17, 2), (18, 3)])
@pytest.mark.clause("vanguard.attack.roll")
def test_dexterity_changes_the_roll_with_missiles(dexterity: int, bonus: int) -> None:
    anna = someone("Anna", cls="fighter", gear=["longbow"], STR=18, DEX=dexterity)
    attack = scripted(versus(players(anna), someone("Orc"), distance=60), READY + "d20=5", ["Anna: shoot Orc"]).one(
        "miss"
    )
    assert attack.because == {"Combat Bonus": 1, "DEX": bonus, "within the effective range": 0}
    assert attack.value == 5 + 1 + bonus


@pytest.mark.parametrize(("natural", "kind"), [(9, "miss"), (10, "hit")])
@pytest.mark.clause("vanguard.attack.roll")
def test_a_total_that_reaches_the_armour_class_hits(natural: int, kind: str) -> None:
    assert blow(natural, kind=kind).value == natural + 1


@pytest.mark.parametrize(
    ("natural", "ac", "bonus", "kind"), [(20, 40, 0, "hit"), (19, 40, 0, "miss"), (1, 1, 20, "miss"), (2, 1, 20, "hit")]
)
@pytest.mark.clause("vanguard.attack.roll")
def test_a_natural_twenty_hits_and_a_natural_one_misses(natural: int, ac: int, bonus: int, kind: str) -> None:
    assert blow(natural, {"combat bonus": bonus}, {"vanguard ac": ac}, kind).was == ac


@pytest.mark.parametrize(
    ("natural", "ac", "bonus", "kind"), [(20, 40, 0, "miss"), (1, 1, 20, "hit"), (1, 22, 20, "miss")]
)
@pytest.mark.clause("vanguard.attack.roll")
def test_without_the_option_only_the_total_counts(natural: int, ac: int, bonus: int, kind: str) -> None:
    anna, orc = someone("Anna", **{"combat bonus": bonus}), someone("Orc", **{"vanguard ac": ac})
    dice = READY + f"d20={natural}" + (" d6=1" if kind == "hit" else "")
    scene = scripted(
        versus(players(anna), orc, options={"attack.natural": "off"}), dice, until=lambda f: f.who[0].acted
    )
    assert scene.one(kind).value == natural + bonus


@pytest.mark.clause("vanguard.attack.roll", "classic.attack.water", "classic.attack.unstable")
def test_water_and_unsteady_ground_are_the_classic_books() -> None:
    wet = scripted(versus(players(someone("Anna")), someone("Orc"), water="in"), READY + "d20=5").one("miss")
    assert wet.because == {"Combat Bonus": 1, "in water": -4}
    anna = someone("Anna", cls="fighter", gear=["longbow"])
    deck = versus(players(anna), someone("Orc"), distance=60, deck=True)
    shot = scripted(deck, READY + "d20=5", ["Anna: shoot Orc"]).one("miss")
    assert shot.because == {"Combat Bonus": 1, "within the effective range": 0, "no firm footing": -4}


# --- vanguard.ac


@pytest.mark.parametrize(
    ("gear", "dexterity", "ac"),
    [
        ([], 10, 11),
        (["leather"], 10, 13),
        (["chain mail"], 10, 15),
        (["plate mail"], 10, 17),
        (["plate mail", "shield"], 10, 18),
        (["plate mail +2"], 10, 19),
        (["leather", "shield +1"], 10, 15),
        ([], 18, 14),
        (["chain mail"], 3, 12),
    ],
)
@pytest.mark.clause("vanguard.ac")
def test_armour_shield_and_dexterity(gear: list[str], dexterity: int, ac: int) -> None:
    bert = someone("Bert", cls="fighter", gear=gear, DEX=dexterity)
    assert scripted(versus(players(someone("Anna")), bert), READY + "d20=2", tables=True).one("miss").was == ac


@pytest.mark.clause("vanguard.ac")
def test_a_shield_is_no_use_with_both_hands_full() -> None:
    bert = someone("Bert", cls="fighter", gear=["shield", "great axe"], STR=10)
    attack = scripted(versus(players(someone("Anna")), bert), READY + "d20=2").one("miss")
    assert (attack.was, attack.because["no shield with both hands in use"]) == (11, -1)


# --- vanguard.hp


@pytest.mark.parametrize(
    ("cls", "level", "constitution", "dice", "hp"),
    [
        ("fighter", 1, 10, "d8=5", 5),
        ("cleric", 2, 13, "2d6=3,4", 3 + 4 + 2),
        ("magic-user", 1, 3, "d4=2", 1),
        ("thief", 3, 10, "3d4=1,2,3", 6),
        ("fighter", 10, 10, "9d8=1,1,1,1,1,1,1,1,1", 9 + 2),
        ("thief", 11, 10, "9d4=1,1,1,1,1,1,1,1,1", 9 + 2 * 2),
        ("cleric", 10, 10, "9d6=1,1,1,1,1,1,1,1,1", 9 + 1),
        ("magic-user", 11, 10, "9d4=1,1,1,1,1,1,1,1,1", 9 + 2),
        ("dwarf", 1, 10, "d8=5", 5),
    ],
)
@pytest.mark.clause("vanguard.hp")
def test_hit_points_come_from_class_level_and_constitution(
    cls: str, level: int, constitution: int, dice: str, hp: int
) -> None:
    anna = someone("Anna", cls=cls, level=level, CON=constitution, hp="rolled")
    scene = scripted(versus(players(anna), someone("Orc")), dice, until="meeting", tables=True)
    assert scene["Anna"].max_hp == hp


@pytest.mark.clause("vanguard.hp")
def test_a_point_of_damage_is_a_hit_point() -> None:
    scene = scripted(versus(players(someone("Anna")), someone("Orc")), READY + "d20=15 d6=5", tables=True)
    assert scene["Orc"].hp == 8 - 5


# --- vanguard.attack.behind


@pytest.mark.clause("vanguard.attack.behind")
def test_two_more_from_the_rear_half_and_nothing_beside_it() -> None:
    """The Orc looks to the east, at the nearest foe."""

    def bonus(x: int, y: int) -> int:
        ours = players(someone("Anna", position=[x, y]), someone("Bert", position=[4, 0]))
        fight = versus(ours, someone("Orc", position=[0, 0]))
        scene = scripted(fight, READY * 2 + "d20=2", until=lambda f: f.who[0].acted)
        return scene.one("miss").because.get("from behind", 0)

    assert [bonus(-5, 0), bonus(-1, 5), bonus(0, 5), bonus(5, 0)] == [2, 2, 0, 0]


@pytest.mark.clause("vanguard.attack.behind")
def test_one_may_turn_to_face_a_foe_once_a_round() -> None:
    ours = players(someone("Anna", position=[0, 0]))
    theirs = side(someone("Orc", position=[5, 0]), someone("Elk", position=[-5, 0]))
    scene = scripted(versus(ours, theirs), READY, ["Anna: face Elk"], until="Anna: turn")
    assert scene.one("move", "vanguard.attack.behind").other == "Elk"
    refused = scene.why_not("Anna: face Orc")
    assert refused
    assert refused.clause == "vanguard.attack.behind"
    scene.play("d20=2 d20=2 d20=2", ["Anna: strike Elk", "Anna: pass turn"], until="round 2")
    by = {e.who: e.because for e in scene.events("miss")}
    assert by["Orc"]["from behind"] == 2
    assert "from behind" not in by["Elk"]


@pytest.mark.clause("vanguard.attack.behind")
def test_the_bonus_is_an_option() -> None:
    ours = players(someone("Anna", position=[-5, 0]), someone("Bert", position=[4, 1]))
    fight = versus(ours, someone("Orc", position=[0, 0]), options={"behind.bonus": "5"})
    scene = scripted(fight, READY * 2 + "d20=2", until=lambda f: f.who[0].acted)
    assert scene.one("miss").because["from behind"] == 5


# --- vanguard.damage


@pytest.mark.parametrize(
    ("weapon", "die"),
    [
        ("hand axe", 6), ("battle axe", 8), ("great axe", 10), ("dagger", 4), ("short sword", 6), ("longsword", 8),
        ("two-handed sword", 10), ("warhammer", 6), ("mace", 8), ("maul", 10), ("club", 4), ("staff", 4),
        ("quarterstaff", 6), ("pole arm", 10), ("spear", 8),
    ],
)  # fmt: skip
@pytest.mark.clause("vanguard.damage")
def test_each_weapon_has_its_die(weapon: str, die: int) -> None:
    scene = cut(weapon, f"d{die}=4")
    assert scene["Orc"].hp == 30 - 4
    assert scene.one("damage").because == ({"in both hands": 0} if weapon == "spear" else {})


@pytest.mark.clause("vanguard.damage")
def test_a_spear_has_a_d6_with_a_shield() -> None:
    anna = {"gear": ["spear", "shield"]}
    assert cut("spear", "d6=4", anna)["Orc"].hp == 30 - 4


@pytest.mark.parametrize(("strength", "dealt"), [(18, 4 + 3), (3, 4 - 3), (10, 4)])
@pytest.mark.clause("vanguard.damage")
def test_strength_adds_to_damage_in_melee(strength: int, dealt: int) -> None:
    assert cut("longsword", "d8=4", {"STR": strength})["Orc"].hp == 30 - dealt


@pytest.mark.clause("vanguard.damage")
def test_a_hit_deals_at_least_one() -> None:
    scene = cut("dagger", "d4=1", {"STR": 3})
    assert scene.one("damage").because == {"STR": -3, "at least 1": 3}
    assert scene["Orc"].hp == 29


@pytest.mark.parametrize(
    ("gear", "die", "strong"),
    [
        ("dagger", 4, True),
        ("sling", 4, True),
        ("sling stone", 3, True),
        ("dart", 4, True),
        ("longbow", 8, False),
        ("shortbow", 6, False),
        ("light crossbow", 6, False),
        ("heavy crossbow", 8, False),
    ],
)
@pytest.mark.clause("vanguard.damage")
def test_strength_adds_to_what_is_thrown_or_slung_only(gear: str, die: int, strong: bool) -> None:
    anna = someone("Anna", cls="fighter", gear=[gear], STR=18)
    fight = versus(players(anna), someone("Orc", hp=30), distance=15)
    scene = scripted(fight, READY + f"d20=20 d{die}=2", ["Anna: shoot Orc"])
    assert scene["Orc"].hp == 30 - 2 - (3 if strong else 0)


@pytest.mark.parametrize(
    ("gear", "monster", "die", "shown", "felt"),
    [
        ("longsword", "skeleton", 8, 7, 3),
        ("mace", "skeleton", 8, 7, 7),
        ("longsword", "zombie", 8, 7, 7),
        ("mace", "zombie", 8, 7, 3),
    ],
)
@pytest.mark.clause("vanguard.damage")
def test_bones_and_dead_flesh_take_half(gear: str, monster: str, die: int, shown: int, felt: int) -> None:
    scene = cut(gear, f"d{die}={shown}", orc={"monster": monster})
    assert scene["Orc"].hp == 30 - felt


@pytest.mark.parametrize("monster", ["skeleton", "zombie"])
@pytest.mark.clause("vanguard.damage")
def test_missiles_do_one_point_to_them(monster: str) -> None:
    anna = someone("Anna", cls="fighter", gear=["longbow"])
    fight = versus(players(anna), someone("Dead", monster=monster, hp=9), distance=60)
    scene = scripted(fight, READY + "d20=20 d8=8", ["Anna: shoot Dead"])
    assert scene["Dead"].hp == 9 - 1


# --- vanguard.normal-men


@pytest.mark.parametrize(
    ("weapon", "penalty"),
    [("longsword", -4), ("spear", -4), ("dagger", 0), ("club", 0), ("staff", 0), ("quarterstaff", 0)],
)
@pytest.mark.clause("vanguard.normal-men")
def test_normal_men_are_clumsy_with_soldiers_weapons(weapon: str, penalty: int) -> None:
    hob = someone("Hob", monster="normal human", gear=[weapon])
    attack = scripted(versus(players(hob), someone("Orc")), READY + "d20=5", tables=True).one("miss")
    assert attack.value == 5 + penalty  # Combat Bonus 0
    assert attack.because == ({"a normal man with a soldier's weapon": -4} if penalty else {})


@pytest.mark.clause("vanguard.normal-men")
def test_normal_men_throw_darts_and_have_a_d4_of_hit_points() -> None:
    hob = someone("Hob", monster="normal human", gear=["3 dart", "longbow"], hp="rolled")
    fight = versus(players(hob), someone("Orc"), distance=15)
    scene = scripted(fight, "d4=3 " + READY + "d20=5", ["Hob: shoot Orc"], tables=True)
    assert scene["Hob"].max_hp == 3
    assert scene.one("miss").value == 5
    assert scene["Hob"].abilities == [10] * 6


@pytest.mark.clause("vanguard.normal-men")
@pytest.mark.parametrize("keys", [{"level": 0}, {"class": "fighter", "level": 0}, {"monster": "normal man"}])
def test_level_zero_is_a_normal_man(keys: dict[str, Any]) -> None:
    hob = {"Hob": keys | {"gear": ["longsword"]}}
    scene = scripted(versus(players(hob), someone("Orc")), "d4=3 " + READY + "d20=5", tables=True)
    assert scene.one("miss").because == {"a normal man with a soldier's weapon": -4}
    assert (scene["Hob"].max_hp, scene["Hob"].player) == (3, "monster" not in keys)


@pytest.mark.clause("vanguard.normal-men")
def test_bare_hands_and_training_have_no_penalty() -> None:
    hob = someone("Hob", monster="normal human", gear=["longsword"])
    scene = scripted(versus(players(hob), someone("Orc")), READY + "d20=5", ["Hob: draw unarmed"], tables=True)
    assert scene.one("miss").because == {}
    trained = someone("Hob", monster="normal human", gear=["longsword"], **{"combat bonus": 0})
    assert scripted(versus(players(trained), someone("Orc")), READY + "d20=5").one("miss").because == {}


# --- vanguard.unarmed


def boxed(shown: int, orc: dict[str, Any], dice: str = "", **options: str) -> Scene:
    """Anna, a fighter without a weapon and of STR 10, hits with her fists."""
    fight = versus(players(someone("Anna", cls="fighter", STR=10)), someone("Orc", **orc), options=options)
    return scripted(fight, READY + f"d20=20 d3={shown} {dice}", until=lambda f: f.who[0].acted)


@pytest.mark.clause("vanguard.unarmed")
def test_bare_hands_deal_a_d3() -> None:
    assert boxed(3, {"hp": 5})["Orc"].hp == 5 - 3


@pytest.mark.parametrize("armour", ["chain mail", "plate mail"])
@pytest.mark.clause("vanguard.unarmed")
def test_they_do_nothing_to_chain_or_plate(armour: str) -> None:
    scene = boxed(3, {"cls": "fighter", "gear": [armour], "hp": 5})
    assert scene.one("damage", "vanguard.unarmed").value == 0
    assert scene["Orc"].hp == 5


@pytest.mark.clause("vanguard.unarmed")
def test_they_do_hurt_through_leather() -> None:
    assert boxed(3, {"cls": "thief", "gear": ["leather"], "hp": 5})["Orc"].hp == 2


@pytest.mark.clause("vanguard.unarmed")
def test_at_zero_it_is_unconscious_and_no_death_save_is_rolled() -> None:
    scene = boxed(3, {"hp": 2}, "d4=2")
    down = scene.one("down", "vanguard.unarmed")
    assert (down.other, down.was) == ("Orc", 1 + 2 * 10 * 10)  # 1d4 × 10 minutes of ten rounds
    assert scene["Orc"].hp == 0
    assert scene.events("dead") == []
    player = versus(someone("Orc", cls="fighter", STR=10), players(someone("Anna", hp=1)))
    fist = scripted(player, READY + "d20=2 d20=20 d3=3 d4=1", until="over")
    assert fist.events("check", "vanguard.death.save") == []


@pytest.mark.clause("vanguard.unarmed")
def test_it_is_awake_with_one_hp_after_that_time() -> None:
    ours = players(someone("Anna", cls="fighter", STR=10))
    theirs = side(someone("Orc", hp=2), someone("Elk"), tactic="cautious")
    scene = scripted(versus(ours, theirs), READY + "d20=20 d3=2 d4=1", until=lambda f: f.who[0].acted)
    assert (scene["Orc"].hp, scene["Orc"].able) == (0, False)
    scene.fight.round = 1 + 10 * 10  # ten minutes later
    scene.fight.phase = scene.book.phases.index("end")
    scene.play("", until="round")
    assert (scene["Orc"].hp, scene["Orc"].able) == (1, True)
    assert scene.one("condition-off", "vanguard.unarmed").who == "Orc"


@pytest.mark.clause("vanguard.unarmed")
def test_the_blow_that_reaches_zero_decides() -> None:
    """First the fist, then the sword: dead."""
    ours = players(someone("Anna", cls="fighter", STR=10), someone("Bert"))
    scene = scripted(versus(ours, someone("Orc", hp=3)), READY * 2 + "d20=20 d3=2 d20=20 d6=1", until="over")
    assert scene.one("dead", "vanguard.death.zero").other == "Orc"
    assert scene.events("damage", "vanguard.unarmed")[0].value == 2


@pytest.mark.clause("vanguard.unarmed")
def test_by_option_fists_kill() -> None:
    fight = versus(
        players(someone("Anna", cls="fighter", STR=10)), someone("Orc", hp=2), options={"unarmed-kills": "on"}
    )
    scene = scripted(fight, READY + "d20=20 d3=2", until="over")
    assert scene.one("dead", "vanguard.death.zero").other == "Orc"
    assert scene.one("damage", "vanguard.unarmed").value == 2


@pytest.mark.parametrize(("word", "dead"), [("yes", True), ("pass kill", False)])
@pytest.mark.parametrize("option", ["on", "off"])
@pytest.mark.clause("vanguard.unarmed")
def test_the_referee_says_whether_somebody_is_beaten_to_death(option: str, word: str, dead: bool) -> None:
    fight = versus(
        players(someone("Anna", cls="fighter", STR=10)), someone("Orc", hp=2), options={"unarmed-kills": option}
    )
    dice = READY + "d20=20 d3=2" + ("" if dead else " d4=1")
    scene = scripted(fight, dice, [f"referee: {word}"], until="over")
    assert [e.other for e in scene.events("dead", "vanguard.death.zero")] == ["Orc"] * dead
    assert [e.other for e in scene.events("down", "vanguard.unarmed")] == ["Orc"] * (not dead)


@pytest.mark.parametrize("hp", [1, 3])
@pytest.mark.clause("vanguard.unarmed")
def test_the_referee_is_asked_of_bare_hands_only_where_they_bring_to_zero(hp: int) -> None:
    fight = versus(players(someone("Anna", cls="fighter", STR=10)), someone("Orc", hp=hp))
    scene = scripted(fight, READY + "d20=20 d3=2" + " d4=1" * (hp == 1), until=lambda f: f.who[0].acted)
    asked = [row.question.ask for row in scene.recorder.log if isinstance(row, Answered)]
    assert asked.count(KILL) == (hp == 1)


@pytest.mark.clause("vanguard.damage")
def test_claws_and_teeth_are_no_bare_hands() -> None:
    wolf = someone("Wolf", monster="wolf", hp=9)
    bert = someone("Bert", cls="fighter", gear=["plate mail"], hp=3)
    scene = scripted(versus(players(wolf), bert), READY + "d20=20 d6=4", until="over")
    assert scene.one("dead", "vanguard.death.zero").other == "Bert"


@pytest.mark.parametrize(
    ("gear", "die"),
    [(["longsword"], "d8=8"), (["dagger"], "d4=4"), (["quarterstaff"], "d6=6"), (["two-handed sword"], "d10=9")],
)
@pytest.mark.clause("vanguard.normal-men", "vanguard.damage")
def test_a_normal_mans_weapon_has_its_own_die(gear: list[str], die: str) -> None:
    hob = someone("Hob", monster="normal human", gear=gear)
    fight = versus(players(hob), someone("Orc", hp=20))
    scene = scripted(fight, READY + f"d20=20 {die}", until=lambda f: f.who[0].acted, tables=True)
    assert scene["Orc"].hp == 20 - int(die.partition("=")[2])
    unarmed = versus(players(someone("Hob", monster="normal human")), someone("Orc", hp=20))
    assert scripted(unarmed, READY + "d20=20 d3=3", until=lambda f: f.who[0].acted)["Orc"].hp == 17


@pytest.mark.clause("vanguard.attack.roll")
def test_one_strikes_at_a_metre_and_a_half_and_no_farther() -> None:
    def orc(x: int) -> Scene:
        ours = players(someone("Anna", position=[0, 0]))
        scene = scripted(versus(ours, someone("Orc", position=[10, 0])), READY, until="Anna: turn")
        for each in (scene.fight, scene.before):
            if each is not None:
                each.who[1].x = x
        return scene

    assert orc(15).why_not("Anna: strike Orc") is None
    refused = orc(16).why_not("Anna: strike Orc")
    assert refused == Refused("vanguard.attack.roll", "{other} is not within reach of {who}")
