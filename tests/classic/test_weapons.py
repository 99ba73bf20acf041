"""Qualities of weapons in the classic book, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Said, Scene, scripted, side, someone, versus

from affray.engine.vocabulary import BURNING, SCALDED

# --- classic.weapon.two-handed

BOTH_HANDS = ["battle axe", "pole arm", "staff", "two-handed sword", "crossbow", "long bow", "short bow"]
ONE_HAND = ["club", "dagger", "hand axe", "javelin", "lance", "mace", "sling", "spear", "sword", "torch", "unarmed"]


def against_shield(weapon: str, *more: str, draw: str = "") -> Said:
    """The orc strikes at Anna, AC 6 with her shield: THAC0 19 needs 13, or 12 without it; 12 falls."""
    fight = versus(someone("Anna", ac=6, shield=1, gear=[weapon, *more]), someone("Orc"))
    dice = (OURS_FIRST if draw else THEIRS_FIRST) + "d20=12"
    answers = [f"Anna: draw {draw}", "Anna: pass strike"] if draw else []
    hit = " d6=1" if weapon in BOTH_HANDS and not draw else ""
    scene = scripted(fight, dice + hit, answers)
    return next(e for e in scene.events(who="Orc") if e.kind in ("hit", "miss"))


@pytest.mark.parametrize("weapon", BOTH_HANDS)
@pytest.mark.clause("classic.weapon.two-handed")
def test_no_shield_while_both_hands_are_in_use(weapon: str) -> None:
    attack = against_shield(weapon)
    assert (attack.kind, attack.was) == ("hit", 6 + 1)
    assert attack.because == {"no shield with both hands in use": 1}


@pytest.mark.clause("classic.weapon.two-handed")
def test_a_weapon_for_one_hand_leaves_the_shield() -> None:
    for weapon in ONE_HAND:
        attack = against_shield(weapon)
        assert (attack.kind, attack.was, attack.because) == ("miss", 6, {})
    assert against_shield("staff").was == 7


@pytest.mark.clause("classic.weapon.two-handed", "classic.weapon.switch")
def test_with_another_weapon_drawn_the_shield_is_back() -> None:
    attack = against_shield("battle axe", "sword", draw="sword")
    assert (attack.kind, attack.was, attack.because) == ("miss", 6, {})
    assert against_shield("battle axe", "sword").was == 7


# --- classic.weapon.brace: an orc that runs 60 feet a round comes upon Anna


def met(weapon: str, feet: int, damage: str, **orc: Any) -> Said:
    """It comes from so many feet away and misses; Anna hits it."""
    fight = versus(someone("Anna", gear=[weapon]), someone("Orc", **({"move": 180, "hp": 30} | orc)), distance=feet)
    return scripted(fight, THEIRS_FIRST + f"d20=2 d20=20 {damage}", until="round 2").one("damage")


@pytest.mark.parametrize("weapon", ["spear", "pole arm"])
@pytest.mark.clause("classic.weapon.brace")
def test_a_braced_weapon_deals_double_to_a_charger(weapon: str) -> None:
    dealt = met(weapon, 65, "d6=5")  # a run of 60 feet
    assert (dealt.value, dealt.because) == (2 * 5, {"doubled against a charge": 5})
    assert met(weapon, 64, "d6=5").value == 5  # 59 feet are no charge


@pytest.mark.clause("classic.weapon.brace")
def test_the_whole_damage_is_doubled() -> None:
    fight = versus(someone("Anna", gear=["spear +1"], STR=16), someone("Orc", move=180, hp=30), distance=65)
    dealt = scripted(fight, THEIRS_FIRST + "d20=2 d20=20 d6=3", until="round 2").one("damage")
    assert dealt.value == 2 * (3 + 2 + 1)
    assert met("sword", 65, "d6=5").value == 5


def run_over_two_rounds(*, halt: bool) -> Said:
    """An orc that runs 30 feet a round from 65 feet away; Anna hits it in the round it arrives."""
    stand = ["Anna: pass move", "Anna: pass shoot"]
    fight = versus(someone("Anna", gear=["spear"]), someone("Orc", move=90, hp=30), distance=65)
    scene = scripted(fight, THEIRS_FIRST, stand, until="round 2")
    if halt:
        scene.play(THEIRS_FIRST, ["Orc: pass move", *stand], until="round 3")
    return scene.play(THEIRS_FIRST + "d20=2 d20=20 d6=5", until=lambda f: f.who[0].acted).one("damage")


@pytest.mark.clause("classic.weapon.brace")
def test_a_run_goes_on_from_round_to_round_unless_it_halts() -> None:
    assert run_over_two_rounds(halt=False).value == 2 * 5
    assert run_over_two_rounds(halt=True).value == 5


@pytest.mark.clause("classic.weapon.brace")
def test_the_charge_is_over_with_its_round_and_a_thrown_spear_is_not_braced() -> None:
    ours = side(someone("Anna", gear=["2 spear"], position=[0, 40]), someone("Bert", gear=["spear"], position=[0, 0]))
    fight = versus(ours, someone("Orc", move=180, hp=40, position=[65, 0]))
    answers = ["Orc: approach Bert", "Anna: pass move", "Anna: shoot Orc", "Bert: strike Orc"]
    scene = scripted(fight, THEIRS_FIRST + "d20=2 d20=20 d6=3 d20=20 d6=4", answers, until="round 2")
    assert [e.value for e in scene.events("damage")] == [3, 2 * 4]
    scene.play(OURS_FIRST + "d20=20 d6=5", ["Anna: pass move", "Anna: pass shoot"], until="Orc: move")
    assert scene.events("damage")[-1].value == 5


# --- classic.weapon.charge


RIDING = {"mount": "war horse"}


def ridden(feet: int, weapon: str = "lance", anna: dict[str, Any] = RIDING) -> Scene:
    """Anna rides (60 feet a round) at an orc so many feet away and hits it."""
    fight = versus(someone("Anna", move=180, gear=[weapon], **anna), someone("Orc", hp=30), distance=feet)
    return scripted(fight, OURS_FIRST + "d20=20 d6=4", until="Orc: strike")


@pytest.mark.clause("classic.weapon.charge")
def test_a_lance_deals_double_after_a_mounted_run_of_sixty_feet() -> None:
    dealt = ridden(65).one("damage")
    assert (dealt.value, dealt.because) == (2 * 4, {"doubled for the charge": 4})
    assert ridden(64).one("damage").value == 4


@pytest.mark.clause("classic.weapon.charge")
def test_not_on_foot_not_with_a_sword_not_without_a_run() -> None:
    scene = ridden(65)
    assert scene.one("damage").value == 2 * 4
    scene.play("d20=2 " + OURS_FIRST + "d20=20 d6=4")
    assert scene.events("damage")[-1].value == 4
    assert ridden(65, anna={}).one("damage").value == 4
    assert ridden(65, "sword").one("damage").value == 4


# --- classic.weapon.reload


def crossbows(weapon: str = "crossbow", **options: str) -> list[bool]:
    """In which of four rounds Anna may shoot, where she shoots whenever she may."""
    fight = versus(someone("Anna", gear=[weapon]), someone("Orc", move=0), distance=100)
    scene = scripted(fight, options={f"weapon.{name}": value for name, value in options.items()}, until="round 1")
    may = []
    for n in range(2, 6):
        scene.play(OURS_FIRST, until="Anna: move")
        refused = scene.why_not("Anna: shoot Orc")
        assert refused in (None, ("classic.weapon.reload", "{who} has to reload"))
        may.append(refused is None)
        scene.play("d20=2" * may[-1], ["Anna: pass move"], until=f"round {n}")
    return may


@pytest.mark.clause("classic.weapon.reload")
def test_by_option_a_crossbow_shoots_every_second_round() -> None:
    assert crossbows(reload="on") == [True, False, True, False]
    assert crossbows(reload="off") == crossbows() == [True, True, True, True]
    assert crossbows("short bow", reload="on") == [True, True, True, True]


# --- classic.weapon.splash


def thrower(*gear: str) -> Group:
    """Strong, and a character: neither counts for a flask."""
    return someone("Anna", cls="fighter", STR=18, gear=list(gear))


def flask(what: str, dice: str, target: dict[str, Any]) -> Scene:
    """Anna throws it from 20 feet in the first round; nobody moves."""
    foes = side({"Foe": {"hp": 30, "move": 0} | target}, someone("Grub", move=0))
    answers = ["Anna: pass move", "Anna: shoot Foe"]
    return scripted(versus(thrower(what), foes, distance=20), OURS_FIRST + dice, answers, until="round 2")


LIVING = {"monster": "ogre"}
UNDEAD = {"monster": "wight"}  # hurt by silver and magic, and by holy water


@pytest.mark.parametrize(("what", "condition"), [("oil flask", BURNING), ("holy water", SCALDED)])
@pytest.mark.clause("classic.weapon.splash", "classic.condition.burning")
def test_a_flask_deals_1d8_on_a_hit_and_1d8_in_the_next_round(what: str, condition: int) -> None:
    scene = flask(what, "d20=20 d8=5", LIVING if what == "oil flask" else UNDEAD)
    dealt = scene.one("damage", "classic.weapon.splash")
    assert (dealt.who, dealt.value, dealt.because) == ("Anna", 5, {})
    assert scene.one("condition-on", "classic.weapon.splash").value == condition
    scene.play(OURS_FIRST + "d8=7", ["Anna: pass move"], until="round 3")
    assert [e.value for e in scene.events("damage")] == [5, 7]
    scene.play(OURS_FIRST, ["Anna: pass move"], until="round 4")
    assert scene["Foe"].hp == 30 - 5 - 7
    assert scene["Foe"].conditions == 0


@pytest.mark.clause("classic.weapon.splash")
def test_holy_water_hurts_only_the_undead() -> None:
    scene = flask("holy water", "d20=20 d8=5", LIVING)
    dealt = scene.one("damage", "classic.weapon.splash")
    assert (dealt.value, dealt.because) == (0, {"holy water hurts only the undead": -5})
    assert scene["Foe"].conditions == 0


@pytest.mark.clause("classic.weapon.splash")
def test_the_1d6_rule_does_not_touch_it_nor_the_option() -> None:
    fight = versus(thrower("oil flask"), someone("Orc", hp=30), distance=20)
    for option in ("on", "off"):
        scene = scripted(fight, OURS_FIRST + "d20=20 d8=8", ["Anna: pass move"], options={"damage.variable": option})
        assert scene.one("damage", "classic.weapon.splash").value == 8


@pytest.mark.clause("classic.weapon.splash")
def test_each_of_two_flasks_has_its_second_die() -> None:
    """Thrown in two rounds running: the first burns on in the second round, the second in the third."""
    fight = versus(thrower("2 oil flask"), side(someone("Orc", hp=40, move=0), someone("Grub", move=0)), distance=20)
    scene = scripted(fight, "", until="round 1")
    for dice in ("d20=20 d8=1", "d20=20 d8=2 d8=3", "d8=4", ""):
        throw = ["Anna: shoot Orc"] if "d20" in dice else []
        scene.play(OURS_FIRST + dice, ["Anna: pass move", *throw], until=f"round {scene.fight.round + 1}")
    told = [(e.round, e.value, e.clause) for e in scene.events("damage")]
    splash, burning = "classic.weapon.splash", "classic.condition.burning"
    assert told == [(1, 1, splash), (2, 2, splash), (2, 3, burning), (3, 4, burning)]
    assert (scene["Orc"].conditions, scene["Orc"].rekindled) == (0, 0)


@pytest.mark.clause("classic.weapon.splash")
def test_a_miss_spills_nothing_and_the_dead_burn_no_longer() -> None:
    assert flask("oil flask", "d20=2", LIVING).events("damage") == []
    scene = flask("oil flask", "d20=20 d8=5", LIVING | {"hp": 5})
    assert scene.one("damage", "classic.weapon.splash").value == 5
    assert scene.events("condition-on") == []


# --- classic.weapon.magic


@pytest.mark.parametrize(("name", "bonus"), [("sword +1", 1), ("sword +3", 3)])
@pytest.mark.clause("classic.weapon.magic")
def test_a_magic_weapon_adds_its_bonus_to_hit_and_to_damage(name: str, bonus: int) -> None:
    fight = versus(someone("Anna", gear=[name]), someone("Orc", hp=30))
    scene = scripted(fight, OURS_FIRST + f"d20={10 - bonus} d6=3", until="Orc: strike")
    hit, dealt = scene.one("hit"), scene.one("damage")
    assert (hit.value, hit.because) == (10, {"magic weapon": bonus})
    assert (dealt.value, dealt.because) == (3 + bonus, {"magic weapon": bonus})
    assert scripted(fight, OURS_FIRST + f"d20={9 - bonus}").one("miss").value == 9


@pytest.mark.parametrize("name", ["short bow +2", "spear +2"])
@pytest.mark.clause("classic.weapon.magic")
def test_so_does_one_that_shoots_or_is_thrown(name: str) -> None:
    fight = versus(someone("Anna", gear=[name]), someone("Orc", hp=30), distance=20)
    scene = scripted(fight, OURS_FIRST + "d20=7 d6=3", ["Anna: pass move"])
    assert scene.one("hit").value == 7 + 2 + 1  # short range
    assert scene.one("damage").value == 3 + 2


# --- classic.weapon.thrown

NO_MISSILE = ("classic.missile.range", "{who} has nothing in hand to shoot or throw")
THROWN = ["dagger", "silver dagger", "hand axe", "javelin", "spear", "oil flask", "holy water"]


def throws(gear: list[str], rounds: int) -> Scene:
    """Anna throws at an orc 20 feet away, which stands still, and misses every time."""
    fight = versus(someone("Anna", gear=gear), someone("Orc", move=0), distance=20)
    scene = scripted(fight, "", until="round 1")
    for n in range(rounds):
        scene.play(OURS_FIRST + "d20=2", ["Anna: pass move"], until=f"round {n + 2}")
    return scene.play(OURS_FIRST, until="Anna: move")


@pytest.mark.parametrize("weapon", THROWN)
@pytest.mark.clause("classic.weapon.thrown")
def test_what_is_thrown_is_gone(weapon: str) -> None:
    scene = throws([weapon], 1)
    assert scene.one("miss").because["thrown"] == 0
    assert scene.why_not("Anna: shoot Orc") == NO_MISSILE


@pytest.mark.clause("classic.weapon.thrown")
def test_who_has_several_throws_them_one_after_the_other() -> None:
    assert throws(["3 javelin"], 2).why_not("Anna: shoot Orc") is None
    assert throws(["3 javelin"], 3).why_not("Anna: shoot Orc") == NO_MISSILE


def test_bows_and_slings_are_not_thrown() -> None:
    assert throws(["sling"], 2).why_not("Anna: shoot Orc") is None


@pytest.mark.clause("classic.weapon.thrown", "classic.damage.unarmed")
def test_who_has_thrown_its_only_weapon_strikes_with_bare_hands() -> None:
    scene = throws(["spear"], 1).play("d20=20 d2=1", ["Anna: approach Orc"], until=lambda f: f.who[0].acted)
    assert scene.one("damage").clause == "classic.damage.unarmed"


@pytest.mark.clause("classic.weapon.thrown", "classic.weapon.switch")
def test_or_draws_another_but_not_the_one_it_has_thrown() -> None:
    scene = throws(["spear", "sword"], 1)
    assert scene.why_not("Anna: draw sword") is None
    gone = ("classic.weapon.switch", "{who} has no such weapon to draw")
    assert scene.why_not("Anna: draw spear") == gone
