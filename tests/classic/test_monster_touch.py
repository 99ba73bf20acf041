"""What follows when a monster of the classic book hits: paralysis, poison, stone, lost levels, disease, beaks, hugs."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Scene, scripted, side, someone, versus

from affray.engine.state import NOBODY
from affray.engine.vocabulary import NAMES
from affray.rules import commands
from affray.rules.shared.referee import release

SAVES = "10/11/12/13/14"  # death, wands, paralysis, breath, spells


def anna(**keys: Any) -> dict[str, Any]:
    return someone("Anna", **{"hp": 50, "saves": SAVES, **keys})


def struck(monster: str, dice: str, who: dict[str, Any] | None = None, **keys: Any) -> Scene:
    """The monster goes first and strikes at Anna; the script ends before she does anything."""
    fight = versus(who or anna(), someone("It", monster=monster, **{"hp": 50, **keys}))
    return scripted(fight, THEIRS_FIRST + dice)


def conditions(scene: Scene, who: str = "Anna") -> set[str]:
    return {name for n, name in enumerate(NAMES) if scene[who].conditions >> n & 1}


# --- classic.monster.paralysis


@pytest.mark.clause("classic.monster.paralysis")
@pytest.mark.parametrize(
    ("monster", "hit"),
    [("ghoul", "d20=9 d3=1 "), ("carcass crawler", "d20=7 "), ("gelatinous cube", "d20=7 2d4=1,1 ")],
)
def test_save_against_paralysis_or_be_paralysed(monster: str, hit: str) -> None:
    """THAC0 18 and 16 against AC 9. The dice of a duration are turns of 60 rounds."""
    scene = struck(monster, hit + "d20=12", attacks=1)
    assert scene.one("check").was == 12
    assert not conditions(scene)
    scene = struck(monster, hit + "d20=11 2d4=2,1", attacks=1)
    paralysed = scene.one("condition-on", "classic.monster.paralysis")
    assert (paralysed.other, paralysed.was) == ("Anna", 1 + 3 * 60)
    assert conditions(scene) == {"paralysed"}
    assert not scene["Anna"].able


@pytest.mark.clause("classic.monster.paralysis", "classic.attack.paralysed")
def test_each_hit_of_a_ghoul_and_the_next_needs_no_roll() -> None:
    scene = struck("ghoul", "d20=9 d3=1 d20=12 d20=9 d3=2 d20=11 2d4=1,1 d3=3 d20=12")
    assert [e.value for e in scene.events("damage")] == [1, 2, 3]
    assert len(scene.events("check", "classic.save.roll")) == 3
    assert scene.one("hit", "classic.attack.paralysed").who == "It"
    assert scene.one("condition-on", "classic.monster.paralysis").value == NAMES.index("paralysed")


@pytest.mark.clause("classic.monster.paralysis")
@pytest.mark.parametrize("elf", [{"cls": "elf", "ac": 9}, {"monster": "elf", "ac": 9}, {"tags": ["elf"]}])
def test_elves_are_immune_to_ghouls(elf: dict[str, Any]) -> None:
    scene = struck("ghoul", "d20=9 d3=1", anna(**elf), attacks=1)
    assert scene.one("miss", "classic.monster.paralysis").other == "Anna"
    assert not conditions(scene)


@pytest.mark.clause("classic.monster.paralysis")
def test_elves_are_not_immune_to_carcass_crawlers() -> None:
    scene = struck("carcass crawler", "d20=7 d20=11 2d4=1,1", anna(cls="elf", ac=9), attacks=1)
    assert conditions(scene) == {"paralysed"}


@pytest.mark.clause("classic.monster.paralysis")
def test_eight_tentacles_without_damage() -> None:
    scene = struck("carcass crawler", "d20=2 " * 7 + "d20=7 d20=12")
    assert len(scene.events("miss")) == 7
    assert scene.one("hit").other == "Anna"
    assert not scene.events("damage")
    assert scene["Anna"].hp == 50
    scene = struck("carcass crawler", "d20=7 d20=11 2d4=1,1", attacks=1)
    assert scene.one("condition-on", "classic.monster.paralysis").who == "It"


@pytest.mark.clause("classic.monster.paralysis")
def test_the_dead_need_not_save() -> None:
    ours = side(anna(hp=1), someone("Bert"))
    scene = scripted(versus(ours, someone("It", monster="ghoul", attacks=1)), THEIRS_FIRST + "d20=9 d3=1 d20=2 ")
    assert scene.one("dead").other == "Anna"
    assert not scene.events("check", "classic.save.roll")
    assert struck("ghoul", "d20=9 d3=1 d20=11 2d4=1,1", attacks=1).events("condition-on", "classic.monster.paralysis")


# --- classic.monster.poison


@pytest.mark.clause("classic.monster.poison")
@pytest.mark.parametrize(
    ("monster", "hit"), [("black widow spider", "d20=12 d20=8 2d6=1,1 "), ("medusa", "d20=12 d20=7 d6=1 ")]
)
def test_save_against_death_or_die(monster: str, hit: str) -> None:
    """The first die is her save against the web, or the gaze."""
    scene = struck(monster, hit + "d20=10")
    assert scene.events("check")[-1].was == 10
    assert scene["Anna"].in_fight
    scene = struck(monster, hit + "d20=9")
    assert scene.one("dead", "classic.monster.poison").other == "Anna"


@pytest.mark.clause("classic.monster.poison", "classic.condition.helpless")
def test_the_centipede_only_sickens() -> None:
    """Its bite deals no damage; who is sick neither moves nor acts."""
    scene = struck("giant centipede", "d20=10 d20=10")
    assert scene["Anna"].able
    scene = struck("giant centipede", "d20=10 d20=9")
    assert scene.one("condition-on", "classic.monster.poison").was >= 1_000_000
    assert (conditions(scene), scene["Anna"].able, scene["Anna"].hp) == ({"sick"}, False, 50)


@pytest.mark.clause("classic.condition.end")
def test_a_bite_without_damage_wakes_a_sleeper_all_the_same() -> None:
    scene = struck("giant centipede", "d20=10", anna(conditions=["asleep"]))  # hit without a roll: the die is the save
    assert scene.one("condition-off", "classic.condition.end").who == "Anna"


# --- classic.monster.petrify


@pytest.mark.clause("classic.monster.petrify")
def test_the_touch_of_a_cockatrice() -> None:
    """THAC0 15."""
    scene = struck("cockatrice", "d20=6 d6=1 d20=12")
    assert scene["Anna"].in_fight
    ours = side(anna(), someone("Bert"))
    scene = scripted(versus(ours, someone("It", monster="cockatrice")), THEIRS_FIRST + "d20=6 d6=1 d20=11")
    assert scene.one("check", "classic.save.roll").was == 12
    assert scene.one("condition-on", "classic.monster.petrify").other == "Anna"
    assert conditions(scene) == {"petrified"}
    assert not scene["Anna"].in_fight
    assert not scene.events("dead")


@pytest.mark.clause("classic.monster.petrify")
def test_the_last_of_a_side_turned_to_stone_ends_the_fight() -> None:
    fight = versus(anna(), someone("It", monster="cockatrice"))
    scene = scripted(fight, THEIRS_FIRST + "d20=6 d6=1 d20=11", until="over")
    assert scene.one("end").value == 1


# --- classic.monster.energy-drain


@pytest.mark.clause("classic.monster.energy-drain")
@pytest.mark.parametrize(
    ("who", "die"), [({"cls": "fighter"}, 8), ({"cls": "cleric"}, 6), ({"cls": "thief"}, 4), ({"monster": "orc"}, 8)]
)
def test_a_lost_level_takes_a_hit_die_of_hit_points(who: dict[str, Any], die: int) -> None:
    """A wight, THAC0 17. Its touch has no damage of its own, and there is no save."""
    scene = struck("wight", f"d20=8 d{die}=3", anna(level=3, ac=9, **who))
    lost = scene.one("damage", "classic.monster.energy-drain")
    assert (lost.value, lost.was, scene["Anna"].hp, scene["Anna"].max_hp) == (3, 50, 47, 47)
    assert scene["Anna"].level == 2


@pytest.mark.clause("classic.monster.energy-drain")
def test_a_wraith_deals_damage_beside_it() -> None:
    scene = struck("wraith", "d20=7 d6=5 d8=2", anna(cls="fighter", level=3, ac=9))
    assert (scene["Anna"].hp, scene["Anna"].max_hp) == (50 - 5 - 2, 50 - 2)
    assert scene.one("damage", "classic.monster.energy-drain").value == 2


@pytest.mark.clause("classic.monster.energy-drain")
def test_and_one_from_attack_rolls_and_saves() -> None:
    """Two rounds with a wight cost her two levels; a ghoul then makes her save."""
    theirs = side(someone("Wight", monster="wight", hp=50), someone("Ghoul", monster="ghoul", attacks=1))
    fight = versus(anna(cls="fighter", level=5, STR=10, ac=9), theirs)
    scene = scripted(fight, THEIRS_FIRST + "d20=8 d8=1 d20=9 d3=1 d20=13 d20=2 ", until="round 2")
    assert scene.one("check", "classic.save.roll").because == {"levels lost": -1}
    assert scene.one("miss", who="Anna").because == {"levels lost": -1}
    scene.play(THEIRS_FIRST + "d20=8 d8=1 d20=9 d3=1 d20=13 2d4=1,1", until="round 3")
    failed = scene.events("check", "classic.save.roll")[1]
    assert (failed.value, failed.was, failed.because) == (13 - 2, 12, {"levels lost": -2})


@pytest.mark.clause("classic.monster.energy-drain")
@pytest.mark.parametrize(("level", "hp", "die"), [(1, 50, 8), (2, 3, 3), (2, 3, 2)])
def test_at_level_nought_the_victim_is_dead(level: int, hp: int, die: int) -> None:
    """Or at no hit points."""
    ours = side(anna(cls="fighter", level=level, ac=9, hp=hp), someone("Bert"))
    scene = scripted(versus(ours, someone("It", monster="wight")), THEIRS_FIRST + f"d20=8 d8={die}")
    assert scene.one("damage", "classic.monster.energy-drain").value == die
    assert len(scene.events("dead", "classic.monster.energy-drain")) == (0 if die == 2 else 1)


# --- classic.monster.strength-drain


@pytest.mark.clause("classic.monster.strength-drain")
def test_each_touch_takes_a_point_of_strength_with_what_it_gives() -> None:
    """From 13 to 12: no more +1. A shadow, THAC0 17; she needs THAC0 19 − 7 = 12 and has magic."""
    who = anna(STR=13, gear=["sword +1"])
    fight = versus(who, someone("It", monster="shadow", hp=50))
    scene = scripted(fight, OURS_FIRST + "d20=19 d6=3 d20=8 d4=2", until="round 2")
    assert scene.one("hit", who="Anna").because == {"magic weapon": 1, "STR": 1}
    assert scene.events("damage", who="Anna")[0].value == 3 + 1 + 1
    lost = scene.one("score", "classic.monster.strength-drain")
    assert (lost.value, lost.was, scene["Anna"].hp) == (12, 13, 48)
    scene.play(OURS_FIRST + "d20=19 d6=3", until="It: strike")
    assert scene.events("hit", who="Anna")[1].because == {"magic weapon": 1}
    assert scene.events("damage", who="Anna")[1].value == 3 + 1


@pytest.mark.clause("classic.monster.strength-drain")
def test_at_strength_nought_the_victim_is_dead() -> None:
    fight = versus(side(anna(STR=3), someone("Bert", hp=99)), someone("It", monster="shadow", hp=50))
    scene = scripted(fight, until="round 1")
    for strength in (2, 1):
        scene.play(THEIRS_FIRST + "d20=8 d4=1 d20=2 d20=2", until=f"round {4 - strength}")
        assert (scene["Anna"].strength, scene["Anna"].in_fight) == (strength, True)
    scene.play(THEIRS_FIRST + "d20=8 d4=1", until="Bert: strike")
    assert scene.one("dead", "classic.monster.strength-drain").other == "Anna"


# --- classic.monster.disease


@pytest.mark.clause("classic.monster.disease")
def test_a_diseased_bite_is_one_in_twenty() -> None:
    scene = struck("giant rat", "d20=10 d3=1 d20=2")
    assert scene.one("roll", "classic.monster.disease").value == 2
    assert not scene.events("check")


@pytest.mark.clause("classic.monster.disease")
def test_then_save_against_death_or_fall_ill_after_the_fight() -> None:
    scene = struck("giant rat", "d20=10 d3=1 d20=1 d20=10")
    assert scene.one("check").was == 10
    assert not conditions(scene)
    scene = struck("giant rat", "d20=10 d3=1 d20=1 d20=9")
    assert scene.one("condition-on", "classic.monster.disease").other == "Anna"
    assert conditions(scene) == {"diseased"}
    assert scene["Anna"].able


@pytest.mark.clause("classic.monster.disease", "classic.spell.heal")
def test_a_mummy_rots_without_a_save_and_rot_is_not_healed() -> None:
    """Her first die withstands the sight of it. THAC0 14."""
    fight = versus(anna(gear=["healing potion"], hp=20), someone("It", monster="mummy"))
    scene = scripted(fight, THEIRS_FIRST + "d20=12 d20=5 d12=7 d6=6", ["Anna: drink"], until="round 2")
    assert scene.one("condition-on", "classic.monster.disease").other == "Anna"
    assert conditions(scene) == {"rotting"}
    assert scene.one("heal").value == 0
    assert scene["Anna"].hp == 20 - 7


@pytest.mark.clause("classic.monster.disease")
def test_who_rots_already_is_not_told_to_rot_again() -> None:
    scene = scripted(versus(anna(hp=30), someone("It", monster="mummy")), THEIRS_FIRST + "d20=12 d20=5 d12=7 d20=2")
    assert len(scene.events("condition-on", "classic.monster.disease")) == 1
    scene.play(THEIRS_FIRST + "d20=5 d12=7 d20=2", until="round 3")
    assert len(scene.events("hit", who="It")) == 2
    assert len(scene.events("condition-on", "classic.monster.disease")) == 1
    assert conditions(scene) == {"rotting"}


# --- classic.monster.attach


def stirge(**keys: Any) -> dict[str, Any]:
    return someone("Stirge", monster="stirge", **{"hp": 4, **keys})


ATTACHED = THEIRS_FIRST + "d20=8 d3=2 "  # THAC0 19 against AC 9, and +2 for its first dive


@pytest.mark.clause("classic.monster.attach")
def test_a_beak_that_has_hit_stays_in_and_drains_without_a_roll() -> None:
    scene = scripted(versus(anna(), stirge()), ATTACHED + "d20=2 ", until="round 2")
    assert scene.one("check", "classic.monster.attach").other == "Anna"
    scene.play(THEIRS_FIRST + "d3=3 d20=2 " + THEIRS_FIRST + "d3=1 d20=2", until="round 4")
    assert [e.value for e in scene.events("damage", "classic.monster.attach")] == [3, 1]
    assert scene["Anna"].hp == 50 - 2 - 3 - 1
    assert len(scene.events("hit", who="Stirge")) == 1


@pytest.mark.clause("classic.monster.attach")
def test_until_its_owner_is_dead() -> None:
    fight = versus(anna(), side(stirge(), someone("Log", conditions=["blind"])))
    scene = scripted(fight, ATTACHED + "d20=20 d6=6 " + THEIRS_FIRST + "d20=2", until="round 3")
    assert scene.one("dead").other == "Stirge"
    assert scene["Stirge"].attached_to == NOBODY
    assert not scene.events("damage", "classic.monster.attach")
    assert scene.one("check", "classic.monster.attach").who == "Stirge"


@pytest.mark.clause("classic.monster.attach", "affray.referee")
def test_whom_the_referee_releases_it_drains_no_longer() -> None:
    """In the next round it has to hit again."""
    scene = scripted(versus(anna(), stirge()), ATTACHED + "d20=2 ", until="round 2")
    release(commands.Scene(scene.book, scene.fight, scene.roster), scene["Anna"])
    scene.play(THEIRS_FIRST + "d20=2 d20=2", until="round 3")
    assert not scene.events("damage", "classic.monster.attach")
    assert len(scene.events("miss", who="Stirge")) == 1


@pytest.mark.clause("classic.monster.attach")
def test_the_dead_are_let_go() -> None:
    """It drains Anna to death, and in the next round strikes at Bert, with a roll."""
    fight = versus(side(anna(hp=4), someone("Bert")), stirge())
    scene = scripted(fight, ATTACHED + "d20=2 d20=2 " + THEIRS_FIRST + "d3=3 d20=2", until="round 3")
    assert scene.one("dead").other == "Anna"
    assert scene.one("damage", "classic.monster.attach").value == 3
    scene.play(THEIRS_FIRST + "d20=9", until="Bert: strike")
    assert scene.one("miss", who="Stirge").other == "Bert"


@pytest.mark.clause("classic.monster.attach", "classic.spell.disrupt")
def test_to_be_drained_is_to_be_hit() -> None:
    mage = anna(cls="magic-user", ac=9, spells=["magic missile"])
    scene = scripted(versus(mage, stirge()), ATTACHED + "d20=2", until="round 2")
    scene.play(THEIRS_FIRST + "d3=1", ["Anna: cast magic missile"], until="round 3")
    assert scene.one("lost", "classic.spell.disrupt").who == "Anna"
    assert scene.one("damage", "classic.monster.attach").value == 1


@pytest.mark.clause("classic.monster.attach")
def test_it_goes_where_its_victim_goes_and_nowhere_else() -> None:
    ours = side(anna(position=[0, 0]), someone("Bert", position=[0, 60]), way_out=True)
    scene = scripted(
        versus(ours, stirge(position=[5, 0])),
        ATTACHED + "d20=2 " + OURS_FIRST + "d3=1",
        ["Anna: pass declare", "Anna: pass move", "Bert: pass move", "Anna: retreat", "Anna: away", "Bert: pass move"],
        until="round 3",
    )
    assert scene.one("move", who="Anna").value == 400
    assert (scene["Anna"].x, scene["Stirge"].x) == (-400, -400)
    assert scene.one("damage", "classic.monster.attach").other == "Anna"
    assert not scene.events("move", who="Stirge")


# --- classic.monster.hug


@pytest.mark.clause("classic.monster.hug")
@pytest.mark.parametrize(
    ("bear", "needed", "claw", "bite"), [("black bear", 7, "d3=1", "d6=1"), ("owl bear", 6, "d8=1", "d8=1")]
)
def test_both_claws_on_one_foe_and_it_hugs_without_a_roll(bear: str, needed: int, claw: str, bite: str) -> None:
    scene = struck(bear, f"d20={needed} {claw} d20={needed} {claw} 2d8=3,4 d20={needed} {bite}")
    hug = scene.one("damage", "classic.monster.hug")
    assert (hug.value, hug.other) == (3 + 4, "Anna")
    assert scene["Anna"].hp == 50 - 1 - 1 - 7 - 1


@pytest.mark.parametrize("dice", ["d20=7 d3=1 d20=6 d20=7 d6=1", "d20=6 d20=7 d3=1 d20=7 d6=1"])
def test_one_claw_and_the_bite_are_no_hug(dice: str) -> None:
    scene = struck("black bear", dice)
    assert not scene.events("roll")
    assert len(scene.events("damage")) == 2


def test_a_claw_each_on_two_foes_is_no_hug() -> None:
    fight = versus(side(anna(), someone("Bert")), someone("Bear", monster="black bear"))
    answers = ["Bear: strike Anna", "Bear: strike Bert", "Bear: strike Bert"]
    scene = scripted(fight, THEIRS_FIRST + "d20=7 d3=1 d20=7 d3=1 d20=6", answers)
    assert not scene.events("roll")


@pytest.mark.clause("classic.monster.hug")
def test_a_claw_in_each_of_two_rounds_is_no_hug() -> None:
    scene = struck("black bear", "d20=6 d20=7 d3=1 d20=6 d20=2 " + THEIRS_FIRST + "d20=7 d3=1 d20=6 d20=6")
    assert not scene.events("roll")
    assert scene.fight.round == 2
    scene.play("d20=2 " + THEIRS_FIRST + "d20=7 d3=1 d20=7 d3=1 2d8=1,1 d20=6")
    assert scene.one("damage", "classic.monster.hug").round == 3


@pytest.mark.clause("classic.monster.hug")
def test_trolls_have_claws_and_do_not_hug() -> None:
    scene = struck("troll", "d20=4 d6=1 d20=4 d6=1 d20=4 d10=1")
    assert len(scene.events("damage")) == 3
    assert struck("black bear", "d20=7 d3=1 d20=7 d3=1 2d8=1,1 d20=6").events("damage", "classic.monster.hug")
