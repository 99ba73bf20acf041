"""The spells of the classic book at work. Their numbers as data are in test_spells_as_data.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Scene, scripted, side, someone, versus

from affray.engine.vocabulary import ASLEEP, BLESSED, BLIND, CONSTRAINED, FLEEING, HELD, PROTECTED, SILENCED

TURN = 60  # rounds


def at(name: str, x: int, y: int = 0, **keys: Any) -> Group:
    return someone(name, position=[x, y], **keys)


def cast(spell: str, target: str, dice: str, foes: list[Group], friends: Sequence[Group] = (), **anna: Any) -> Scene:
    """Anna stands at 0, wins the initiative and casts; whoever else there is stands where it is put."""
    ours = side(at("Anna", 0, **({"spells": [spell]} | anna)), *friends)
    stand = [f"{name}: pass move" for friend in friends for name in friend]
    answers = [f"Anna: cast {spell}", f"Anna: cast {spell} at {target}", *stand]
    return scripted(versus(ours, side(*foes)), OURS_FIRST + dice, answers, until="melee")


def hurt(scene: Scene) -> dict[str, int]:
    return {e.other: e.value for e in scene.events("damage")}


def struck(scene: Scene, clause: str) -> list[str]:
    """On whom it put a condition, in order."""
    return [e.other for e in scene.events("condition-on", clause)]


# --- magic missile


@pytest.mark.parametrize(("level", "bolts"), [(1, 1), (5, 1), (6, 3), (10, 3), (11, 5)])
@pytest.mark.clause("classic.spell.bolt")
def test_magic_missile_hits_without_a_roll_with_two_more_bolts_each_five_levels(level: int, bolts: int) -> None:
    dice = f"{bolts}d6={','.join(['2'] * bolts)}"
    scene = cast("magic missile", "Orc", dice, [at("Orc", 150, ac=-9, hp=99)], level=level)
    bolt = scene.one("damage", "classic.spell.bolt")
    assert (bolt.who, bolt.other, bolt.value) == ("Anna", "Orc", bolts * (2 + 1))
    assert scene["Orc"].hp == 99 - bolts * (2 + 1)


@pytest.mark.clause("classic.spell.bolt", "classic.spell.disrupt")
def test_whoever_a_bolt_hits_may_lose_its_spell() -> None:
    shaman = at("Shaman", 60, spells=["light"])
    answers = ["Anna: cast magic missile", "Anna: cast magic missile at Shaman", "Shaman: cast light"]
    fight = versus(at("Anna", 0, spells=["magic missile"]), shaman)
    scene = scripted(fight, OURS_FIRST + "d6=1", answers, until="round 2")
    assert scene.one("lost", "classic.spell.disrupt").who == "Shaman"


@pytest.mark.clause("classic.spell.bolt")
def test_magic_missile_hurts_what_only_magic_hurts() -> None:
    gargoyle = {"Gargoyle": {"monster": "gargoyle", "hp": 9, "position": [60, 0]}}
    assert hurt(cast("magic missile", "Gargoyle", "d6=3", [gargoyle])) == {"Gargoyle": 4}


# --- sleep


def dozing(budget: str, *foes: Group, friends: Sequence[Group] = (), nobody: bool = False) -> list[str]:
    """Whom a sleep with this roll of 2d8 puts to sleep."""
    dice = f"2d8={budget}" + ("" if nobody else " 4d4=1,1,1,1")
    return struck(cast("sleep", "Orc", dice, list(foes), friends), "classic.spell.condition")


@pytest.mark.clause("classic.spell.budget", "classic.spell.condition")
def test_sleep_takes_the_weakest_first_and_leaves_those_it_can_not_pay_for() -> None:
    foes = at("Ogre", 60, hd="4+1"), at("Gnoll", 60, hd="2"), at("Orc", 60, hd="1"), at("Rat", 60, hd="½")
    assert dozing("1,1", *foes) == ["Orc", "Rat"]  # 1 and 1
    assert dozing("1,2", *foes) == ["Orc", "Rat"]  # 1 left over is lost
    assert dozing("1,3", *foes) == ["Gnoll", "Orc", "Rat"]
    assert dozing("3,4", *foes) == ["Gnoll", "Orc", "Rat"]  # 3 left over, and the ogre is worth 4
    assert dozing("4,4", *foes) == ["Ogre", "Gnoll", "Orc", "Rat"]


@pytest.mark.clause("classic.spell.budget", "classic.spell.condition")
def test_pluses_do_not_count_and_less_than_a_hit_die_is_one() -> None:
    assert dozing("1,1", at("Orc", 60, hd="2+1")) == ["Orc"]
    assert dozing("1,1", at("Orc", 60, hd="1+1"), at("Goblin", 60, hd="1-1")) == ["Orc", "Goblin"]
    assert dozing("1,1", at("Orc", 60, hd="½"), at("Rat", 60, hd="½"), at("Bat", 60, hd="½")) == ["Orc", "Rat"]
    assert dozing("1,2", at("Orc", 60, hd="4+1"), nobody=True) == []
    assert dozing("1,3", at("Orc", 60, hd="4+1")) == ["Orc"]


@pytest.mark.clause("classic.spell.budget", "classic.spell.condition")
def test_sleep_is_not_for_the_great_nor_for_the_undead_nor_for_friends() -> None:
    foes = at("Orc", 60), at("Giant", 60, hd="5"), at("Skeleton", 60, tags=["undead"])
    assert dozing("8,8", *foes, friends=[at("Bert", 60)]) == ["Orc"]


@pytest.mark.clause("classic.spell.budget", "classic.spell.condition")
def test_sleep_reaches_thirty_feet_around_its_target() -> None:
    assert dozing("8,8", at("Orc", 60), at("Rat", 90), at("Bat", 91)) == ["Orc", "Rat"]


@pytest.mark.clause("classic.spell.condition")
def test_all_sleep_four_to_sixteen_turns_without_a_save() -> None:
    scene = cast("sleep", "Orc", "2d8=1,1 4d4=1,2,3,4", [at("Orc", 60), at("Rat", 60)])
    assert [scene[name].ends_at[ASLEEP] for name in ("Orc", "Rat")] == [1 + 10 * TURN, 1 + 10 * TURN]
    assert not scene["Orc"].able
    alone = cast("sleep", "Orc", "2d8=1,1 4d4=4,4,4,4", [at("Orc", 60)])
    assert alone["Orc"].ends_at[ASLEEP] == 1 + 16 * TURN


# --- light


@pytest.mark.parametrize(("level", "turns"), [(1, 7), (2, 8), (9, 15)])
@pytest.mark.clause("classic.spell.condition")
def test_light_blinds_six_turns_and_one_for_each_level(level: int, turns: int) -> None:
    scene = cast("light", "Orc", "d20=15", [at("Orc", 120)], level=level)
    assert struck(scene, "classic.spell.condition") == ["Orc"]
    assert scene["Orc"].ends_at[BLIND] == 1 + turns * TURN


@pytest.mark.clause("classic.spell.condition", "classic.save.roll")
def test_a_save_against_spells_voids_it() -> None:
    scene = cast("light", "Orc", "d20=16", [at("Orc", 120)])
    assert struck(scene, "classic.spell.condition") == []
    assert scene["Orc"].conditions == 0
    wise = cast("light", "Orc", "d20=15", [at("Orc", 120, WIS=13)])
    assert (wise.one("check").because, wise["Orc"].conditions) == ({"WIS": 1}, 0)
    assert struck(cast("light", "Orc", "d20=14", [at("Orc", 120, WIS=13)]), "classic.spell.condition") == ["Orc"]


# --- hold person


def holding(number: int, saves: str, *foes: Group) -> list[str]:
    return struck(cast("hold person", "Orc", f"d4={number} {saves}", list(foes)), "classic.spell.condition")


@pytest.mark.clause("classic.spell.condition")
def test_hold_person_takes_up_to_four_the_nearest_to_its_target() -> None:
    foes = at("Gnoll", 75), at("Grub", 63), at("Orc", 60), at("Lug", 76)
    assert holding(1, "d20=15", *foes) == ["Orc"]
    assert holding(2, "d20=15 d20=15", *foes) == ["Grub", "Orc"]
    assert holding(3, "d20=15 d20=16 d20=15", *foes) == ["Gnoll", "Orc"]  # Grub saves
    assert holding(4, "d20=15 d20=15 d20=15", *foes) == ["Gnoll", "Grub", "Orc"]  # 15 feet, and no farther


@pytest.mark.clause("classic.spell.condition")
def test_only_people_of_up_to_four_hit_dice_and_a_plus_are_held() -> None:
    wolf = {"Wolf": {"monster": "wolf", "hp": 9, "position": [60, 0]}}
    zombie = at("Zombie", 60, tags=["undead"])
    assert holding(4, "d20=15 d20=15", at("Orc", 60), at("Chief", 60, hd="4+1"), wolf) == ["Orc", "Chief"]
    assert holding(4, "d20=15", at("Orc", 60), at("Lord", 60, hd="5"), zombie) == ["Orc"]


@pytest.mark.parametrize(("level", "turns"), [(1, 7), (6, 12)])
@pytest.mark.clause("classic.spell.condition", "classic.condition.helpless", "classic.attack.paralysed")
def test_the_held_do_nothing_and_are_hit_without_a_roll(level: int, turns: int) -> None:
    scene = cast("hold person", "Orc", "d4=1 d20=15", [at("Orc", 60), at("Grub", 300)], level=level)
    assert scene["Orc"].ends_at[HELD] == 1 + turns * TURN
    assert not scene["Orc"].able
    near = versus(side(at("Anna", 0, spells=["hold person"]), at("Bert", 55)), side(at("Orc", 60), at("Grub", 300)))
    answers = ["Anna: cast hold person", "Anna: cast hold person at Orc", "Bert: strike Orc"]
    struck = scripted(near, OURS_FIRST + "d4=1 d20=15 d6=2", answers)
    assert struck.one("hit").clause == "classic.attack.paralysed"


# --- cure light wounds


def healed(before: int, die: int, **bert: Any) -> Scene:
    """Bert has so many of his 8 hit points left when Anna heals him."""
    ours = side(someone("Anna", spells=["cure light wounds"]), someone("Bert", **bert))
    scene = scripted(versus(ours, someone("Orc")), until="declare")
    scene["Bert"].hp = before
    answers = ["Anna: cast cure light wounds", "Anna: cast cure light wounds at Bert"]
    return scene.play(OURS_FIRST + f"d6={die}", answers, until="melee")


@pytest.mark.parametrize(("before", "die", "gained"), [(1, 1, 2), (1, 5, 6), (1, 6, 7), (2, 6, 6), (7, 6, 1)])
@pytest.mark.clause("classic.spell.heal")
def test_cure_light_wounds_gives_back_1d6_and_1_never_above_the_full(before: int, die: int, gained: int) -> None:
    scene = healed(before, die)
    heal = scene.one("heal", "classic.spell.heal")
    assert (heal.who, heal.other, heal.value, heal.was) == ("Anna", "Bert", gained, before)
    assert scene["Bert"].hp == min(8, before + die + 1)


@pytest.mark.clause("classic.spell.heal")
def test_the_rotting_can_not_be_healed() -> None:
    scene = healed(3, 4, conditions=["rotting"])
    heal = scene.one("heal", "classic.spell.heal")
    assert (heal.value, heal.because) == (0, {"rotting flesh can't be healed": -5})
    assert scene["Bert"].hp == 3


@pytest.mark.clause("classic.spell.heal")
def test_the_dead_are_not_brought_back() -> None:
    ours = side(someone("Anna", spells=["cure light wounds"]), someone("Bert", hp=1))
    answers = ["Anna: cast cure light wounds", "Orc: strike Bert"]
    scene = scripted(versus(ours, someone("Orc")), THEIRS_FIRST + "d20=20 d6=1", answers, until="Anna: aim")
    gone = ("affray.answer", "{other} is no longer in the fight")
    assert scene.why_not("Anna: cast cure light wounds at Bert") == gone
    scene.play("d6=1", ["Anna: cast cure light wounds at Anna"], until="melee")
    assert scene.one("heal", "classic.spell.heal").other == "Anna"


# --- protection


@pytest.mark.clause("classic.spell.protection")
def test_protection_of_the_caster_lasts_twelve_turns() -> None:
    scene = cast("protection", "Anna", "", [at("Orc", 5)], [at("Bert", 0)])
    assert struck(scene, "classic.spell.protection") == ["Anna"]
    assert scene["Anna"].ends_at[PROTECTED] == 1 + 12 * TURN
    scene.play("d20=10", ["Bert: pass strike", "Orc: strike Anna"])  # AC 9 and THAC0 19: a 10 would hit
    attack = scene.one("miss", who="Orc")
    assert (attack.because, attack.value) == ({"protected": -1}, 10 - 1)


@pytest.mark.clause("classic.spell.protection")
def test_an_eleven_hits_the_protected_and_they_hit_as_ever() -> None:
    fight = versus(someone("Anna", conditions=["protected"]), someone("Orc"))
    scene = scripted(fight, OURS_FIRST + "d20=9 d20=11 d6=1", until="round 2")
    assert scene.one("miss", who="Anna").because == {}
    assert scene.one("hit", who="Orc").because == {"protected": -1}


@pytest.mark.parametrize(("natural", "saved"), [(15, True), (14, False)])
@pytest.mark.clause("classic.spell.protection", "classic.save.roll")
def test_the_protected_save_at_one_better(natural: int, saved: bool) -> None:
    scene = cast("light", "Orc", f"d20={natural}", [at("Orc", 60, conditions=["protected"])])
    check = scene.one("check", "classic.save.roll")
    assert (check.because, check.value, check.was) == ({"protected": 1}, natural + 1, 16)
    assert (struck(scene, "classic.spell.condition") == []) is saved


# --- bless


@pytest.mark.clause("classic.spell.bless")
def test_bless_is_for_friends_within_ten_feet_of_the_one_it_is_spoken_over() -> None:
    friends = [at("Bert", 60), at("Cora", 70), at("Dirk", 71)]
    scene = cast("bless", "Bert", "", [at("Orc", 200), at("Goblin", 69)], friends)
    assert struck(scene, "classic.spell.bless") == ["Bert", "Cora"]
    assert scene["Bert"].ends_at[BLESSED] == 1 + 6 * TURN


@pytest.mark.clause("classic.spell.bless")
def test_the_blessed_have_one_more_to_hit_with_blows_and_with_missiles() -> None:
    blessed = {"conditions": ["blessed"]}
    scene = scripted(versus(someone("Anna", **blessed), someone("Orc")), OURS_FIRST + "d20=8 d20=9", until="round 2")
    assert scene.one("miss", who="Anna").because == {"blessed": 1}
    assert scene.one("miss", who="Orc").because == {}
    hit = scripted(versus(someone("Anna", **blessed), someone("Orc")), OURS_FIRST + "d20=9 d6=1").one("hit")
    assert (hit.because, hit.value) == ({"blessed": 1}, 9 + 1)
    archer = someone("Anna", gear=["short bow"], **blessed)
    fight = versus(archer, someone("Orc"), distance=60)
    shot = scripted(fight, OURS_FIRST + "d20=9 d6=1", ["Anna: pass move"]).one("hit")
    assert (shot.because, shot.value) == ({"medium range": 0, "blessed": 1}, 9 + 1)


def after_a_death(total: str, **orc: Any) -> Scene:
    """The first of three orcs of morale 7 dies; the other two check."""
    orcs = [someone("Grub", hp=1), someone("Orc", morale=7, **orc), someone("Lug", morale=7, **orc)]
    fight = versus(someone("Anna"), side(*orcs))
    return scripted(fight, OURS_FIRST + f"d20=20 d6=1 2d6={total}")


@pytest.mark.clause("classic.spell.bless", "classic.morale.check")
def test_the_blessed_have_one_more_to_morale() -> None:
    brave = {"conditions": ["blessed"]}
    held = after_a_death("4,4", **brave)
    check = held.one("check", "classic.morale.check")
    assert (check.because["blessed"], check.value, check.was) == (1, 8, 7 + 1)
    assert held.events("surrendered") == []
    assert len(after_a_death("4,4").events("surrendered")) == 2
    assert len(after_a_death("4,5", **brave).events("surrendered")) == 2


# --- fireball


@pytest.mark.clause("classic.spell.damage", "classic.round.fractions")
def test_fireball_is_rolled_once_for_all_and_a_save_halves_it() -> None:
    foes = [at("Orc", 100, hp=20), at("Goblin", 120, hp=20), at("Gnoll", 121, hp=20)]
    scene = cast("fireball", "Orc", "3d6=1,2,4 d20=15 d20=16 d20=15", foes, [at("Bert", 80, hp=20)], level=3)
    rolled = scene.one("roll", "classic.spell.damage")
    assert (rolled.value, rolled.dice) == (7, ((6, 1), (6, 2), (6, 4)))
    assert hurt(scene) == {"Bert": 7, "Orc": 7 // 2, "Goblin": 7}  # the gnoll is more than 20 feet from the orc
    assert scene.events("damage")[1].because == {"halved": 3 - 7}


@pytest.mark.parametrize("level", [1, 2, 5])
@pytest.mark.parametrize("spell", ["fireball", "lightning"])
@pytest.mark.clause("classic.spell.damage")
def test_a_die_for_each_level(spell: str, level: int) -> None:
    dice = f"{level}d6={','.join(['3'] * level)} d20=15"
    assert hurt(cast(spell, "Orc", dice, [at("Orc", 60, hp=99)], level=level)) == {"Orc": 3 * level}


@pytest.mark.clause("classic.spell.damage")
def test_the_caster_too_is_in_a_ball_that_comes_too_near() -> None:
    scene = cast("fireball", "Orc", "d6=6 d20=16 d20=16", [at("Orc", 20)])
    assert hurt(scene) == {"Anna": 3, "Orc": 3}
    safe = cast("fireball", "Orc", "d6=6 d20=16", [at("Orc", 21)])
    assert hurt(safe) == {"Orc": 3}


@pytest.mark.clause("classic.spell.damage")
def test_fire_kills_a_troll() -> None:
    troll = {"Troll": {"monster": "troll", "hp": 3, "position": [60, 0]}}
    assert cast("fireball", "Troll", "d6=3 d20=2", [troll, at("Orc", 200)]).one("dead").other == "Troll"
    assert cast("lightning", "Troll", "d6=3 d20=2", [troll, at("Orc", 200)]).events("dead") == []


# --- lightning


@pytest.mark.clause("classic.spell.damage", "classic.spell.range")
def test_lightning_strikes_all_in_a_line_of_sixty_feet_that_starts_at_the_caster() -> None:
    foes = [at("Orc", 30), at("Goblin", 60), at("Gnoll", 61), at("Grub", 30, 2), at("Lug", 30, 3), at("Bat", -10)]
    ours = side(at("Anna", 0, spells=["lightning"]), at("Bert", 10), at("Cora", -5))
    answers = ["Anna: cast lightning", "Bert: pass move", "Cora: pass move"]
    scene = scripted(versus(ours, side(*foes)), OURS_FIRST, answers, until="Anna: aim")
    too_far = ("classic.spell.range", "{other} is out of the spell's range")
    assert scene.why_not("Anna: cast lightning at Gnoll") == too_far
    assert scene.why_not("Anna: cast lightning at Goblin") is None
    dice = "d6=5" + " d20=15 d20=16 d20=15 d20=15"
    scene.play(dice, ["Anna: cast lightning at Orc"], until=lambda f: f.who[0].acted and f.act.victims_left == 0)
    assert hurt(scene) == {"Bert": 5, "Orc": 5 // 2, "Goblin": 5, "Grub": 5}


# --- web


@pytest.mark.clause("classic.spell.condition", "classic.condition.helpless")
def test_web_holds_friend_and_foe_within_five_feet_of_its_target() -> None:
    foes = [at("Orc", 60), at("Goblin", 65), at("Gnoll", 66), at("Grub", 60)]
    dice = "2d4=4,3 d20=15 d20=15 d20=15 d20=16"
    scene = cast("web", "Orc", dice, foes, [at("Bert", 56)])
    assert struck(scene, "classic.spell.condition") == ["Bert", "Orc", "Goblin"]  # Grub saves
    assert [scene[n].ends_at[CONSTRAINED] for n in ("Bert", "Orc", "Goblin")] == [1 + 7 * TURN] * 3
    assert [scene[n].able for n in ("Bert", "Orc", "Grub")] == [False, False, True]


@pytest.mark.clause("classic.spell.condition")
def test_how_long_it_holds_is_rolled_only_where_it_holds_anybody() -> None:
    assert struck(cast("web", "Orc", "d20=16", [at("Orc", 60)]), "classic.spell.condition") == []
    assert struck(cast("web", "Orc", "d20=15 2d4=1,1", [at("Orc", 60)]), "classic.spell.condition") == ["Orc"]


@pytest.mark.clause("classic.spell.condition")
def test_the_webbed_are_not_hit_without_a_roll() -> None:
    fight = versus(side(at("Anna", 0, spells=["web"]), at("Bert", 40)), at("Orc", 60))
    answers = ["Anna: cast web", "Anna: cast web at Orc", "Bert: pass move", "Bert: approach Orc", "Bert: strike Orc"]
    scene = scripted(fight, OURS_FIRST + "d20=15 2d4=1,1 " + OURS_FIRST + "d20=9", answers)
    assert scene.one("miss").who == "Bert"


# --- more of the well-known lists


@pytest.mark.clause("classic.spell.condition")
def test_disintegrate_kills_who_fails_a_save_against_death() -> None:
    foes = [at("Ogre", 60, hp=30, saves=[12, 13, 14, 15, 16]), at("Rat", 240)]
    killed = [cast("disintegrate", "Ogre", dice, foes).events("dead") for dice in ("d20=12", "d20=11")]
    assert [[e.other for e in events] for events in killed] == [[], ["Ogre"]]


@pytest.mark.clause("classic.spell.budget", "classic.spell.condition")
def test_the_death_spell_takes_the_weakest_and_nobody_above_seven_hit_dice() -> None:
    saves = [12, 13, 14, 15, 16]
    foes = [
        at("Orc", 60, hd="1", saves=saves),
        at("Ogre", 60, hd="4+1", saves=saves),
        at("Giant", 60, hd="8", saves=saves),
    ]
    scene = cast("death spell", "Orc", "4d8=1,1,1,2 d20=2 d20=2", foes)
    assert [e.other for e in scene.events("dead", "classic.spell.condition")] == ["Orc", "Ogre"]


@pytest.mark.clause("classic.spell.condition")
def test_cause_fear_drives_one_foe_off() -> None:
    scene = cast("cause fear", "Orc", "d20=15", [at("Orc", 60)])
    assert struck(scene, "classic.spell.condition") == ["Orc"]
    assert scene["Orc"].ends_at[FLEEING] == 1 + 2 * TURN


@pytest.mark.clause("classic.spell.condition")
def test_silence_leaves_casters_without_words() -> None:
    scene = cast("silence", "Shaman", "d20=15", [at("Shaman", 60, spells=["light"])])
    assert scene["Shaman"].conditions >> SILENCED & 1


@pytest.mark.clause("classic.spell.condition")
def test_dispel_evil_is_for_the_undead_and_harder_to_withstand() -> None:
    wight = at("Wight", 30, tags=["undead"], saves=[12, 13, 14, 15, 16])
    scene = cast("dispel evil", "Wight", "d20=17", [wight, at("Rat", 240)])  # 17 − 2 = 15, and 16 is needed
    assert [e.other for e in scene.events("dead", "classic.spell.condition")] == ["Wight"]
