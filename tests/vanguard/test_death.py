"""What happens at 0 in the vanguard book, clause by clause: death, the death save, its mark, energy drain."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers import Scene, side, versus
from vanguard.people import READY, players, scripted, someone

from affray.engine.state import ALWAYS
from affray.engine.vocabulary import DEAD, UNCONSCIOUS


def struck(excess: int, face: int | None, *more: int, hp: int = 8, **anna: Any) -> Scene:
    """The Orc, who deals 1d6 and a fixed number, brings Anna so far below 0; then the d20 of the death save."""
    orc = someone("Orc", damage=f"1d6+{hp + excess - 1}", **{"combat bonus": 20})
    ours = players(someone("Anna", **{"hp": hp} | anna), someone("Bert", hp=99))
    dice = (
        "d6=1 d6=1 d20=10 d6=1"
        + (f" d20={face}" if face is not None else "")
        + "".join(f" d{sides}={shown}" for sides, shown in zip((6, 4), more, strict=False))
    )
    return scripted(versus(ours, orc), dice, until=lambda f: f.who[2].acted)


# --- vanguard.death.zero


@pytest.mark.clause("vanguard.death.zero")
def test_zero_is_dead() -> None:
    scene = scripted(versus(players(someone("Anna")), someone("Orc", hp=3)), READY + "d20=15 d6=3", until="over")
    assert scene.one("dead", "vanguard.death.zero").other == "Orc"
    one_left = scripted(versus(players(someone("Anna")), someone("Orc", hp=3)), READY + "d20=15 d6=2")
    assert one_left.events("dead") == []


@pytest.mark.parametrize(("word", "alive"), [("yes", True), ("", False)])
@pytest.mark.clause("vanguard.death.zero")
def test_the_referee_may_let_a_foe_be_taken_alive(word: str, alive: bool) -> None:
    fight = versus(players(someone("Anna")), someone("Orc", hp=3))
    answers = ["Anna: strike Orc to take alive"] + (["referee: yes"] if word else [])
    dice = READY + "d20=15 d6=3" + (" d4=1" if alive else "")
    scene = scripted(fight, dice, answers, until="over")
    assert len(scene.events("down")) == alive
    assert len(scene.events("dead")) == (not alive)


@pytest.mark.parametrize("kills", ["on", "off"])
@pytest.mark.clause("vanguard.death.zero")
def test_the_referees_word_stands_above_the_option(kills: str) -> None:
    fight = versus(players(someone("Anna")), someone("Orc", hp=3), options={"unarmed-kills": kills})
    answers = ["Anna: strike Orc to take alive", "referee: yes"]
    scene = scripted(fight, READY + "d20=15 d6=3 d4=1", answers, until="over")
    assert scene.events("dead") == []
    assert scene.one("down", "vanguard.death.zero").other == "Orc"


# --- vanguard.death.save


@pytest.mark.parametrize("excess", range(11))
@pytest.mark.clause("vanguard.death.save")
def test_the_exact_chance_of_every_excess(excess: int) -> None:
    """Each of the twenty faces through the rules; 55 % at none, 5 % less for each point, 5 % at 10, by arithmetic."""
    lives = 0
    for face in range(1, 21):
        scene = struck(excess, face, *((4,) if face >= 10 + excess else ()))
        assert scene.one("check", "vanguard.death.save").was == 10 + excess
        lives += scene["Anna"].conditions >> DEAD & 1 == 0
    assert Fraction(lives, 20) == Fraction(len(range(10 + excess, 21)), 20) == Fraction(55 - 5 * excess, 100)


@pytest.mark.clause("vanguard.death.save")
def test_eleven_below_zero_is_death_at_once() -> None:
    scene = struck(11, None)
    assert scene.one("dead", "vanguard.death.save").because == {"damage beyond 0": 11}


@pytest.mark.clause("vanguard.death.save")
def test_it_is_unmodified() -> None:
    scene = struck(0, 9, sleepless=3, cls="fighter", level=5, **{"negative levels": 2})
    assert scene.one("check", "vanguard.death.save").because == {}
    assert scene.one("dead").other == "Anna"


@pytest.mark.clause("vanguard.death.save")
def test_only_for_players_characters() -> None:
    ours = players(someone("Anna", hp=50), someone("Hob", hp=1, retainer=7))
    orc = someone("Orc", tactic="weakest", **{"combat bonus": 20})
    scene = scripted(versus(ours, orc), "d6=1 d20=10 d6=6", until=lambda f: f.who[2].acted)
    assert scene.one("dead", "vanguard.death.zero").other == "Hob"
    saved = struck(0, 10, 1)
    assert saved.one("check", "vanguard.death.save").who == "Anna"


@pytest.mark.parametrize(("damage", "face", "lives"), [(3, 13, True), (3, 12, False)])
@pytest.mark.clause("vanguard.death.save")
def test_hurt_again_at_zero_the_whole_damage_is_the_excess(damage: int, face: int, lives: bool) -> None:
    """Two blows of 1d6 + 1: the first takes her 2 hp, the second the damage named."""
    orc = someone("Orc", damage="1d6+1", attacks=2, **{"combat bonus": 20})
    fight = versus(players(someone("Anna", hp=2), someone("Bert", hp=99)), orc)
    dice = f"d6=1 d6=1 d20=10 d6=1 d20=10 d6=1 d6={damage - 1} d20={face}" + (" d6=2 d4=1" if lives else "")
    scene = scripted(fight, dice, ["Orc: strike Anna", "Orc: strike Anna"], until=lambda f: f.who[2].acted)
    again = scene.events("check", "vanguard.death.save")[-1]
    assert (again.was, again.because) == (10 + damage, {"hurt again at 0: the whole damage": damage})
    assert (scene["Anna"].max_hp, scene["Anna"].conditions >> DEAD & 1) == ((0, 0) if lives else (1, 1))


@pytest.mark.clause("vanguard.death.save")
def test_its_numbers_are_options() -> None:
    orc = someone("Orc", **{"combat bonus": 20})
    options = {"death.difficulty": "5", "death.instant": "3"}
    fight = versus(players(someone("Anna", hp=4), someone("Bert", hp=99)), orc, options=options)
    easy = scripted(fight, "d6=1 d6=1 d20=10 d6=6 d20=7 d6=1", until=lambda f: f.who[2].acted)
    assert easy.one("check", "vanguard.death.save").was == 5 + 2
    fight = versus(players(someone("Anna", hp=3), someone("Bert", hp=99)), orc, options=options)
    assert scripted(fight, "d6=1 d6=1 d20=10 d6=6", until=lambda f: f.who[2].acted).one("dead", "vanguard.death.save")


# --- vanguard.death.mark


@pytest.mark.parametrize(("shown", "ability"), list(enumerate(("STR", "INT", "WIS", "DEX", "CON", "CHA"), 1)))
@pytest.mark.clause("vanguard.death.mark")
def test_saved_it_is_unconscious_and_marked_for_good(shown: int, ability: str) -> None:
    anna = struck(0, 10, shown)["Anna"]
    scores = dict(zip(("STR", "INT", "WIS", "DEX", "CON", "CHA"), anna.abilities, strict=True))
    assert scores == {name: 9 if name == ability else 10 for name in scores}
    assert (anna.hp, anna.max_hp, anna.in_fight, anna.able) == (0, 7, True, False)


@pytest.mark.clause("vanguard.death.mark")
def test_the_log_says_which() -> None:
    mark = struck(0, 10, 4).one("score", "vanguard.death.mark")
    assert (mark.value, mark.was) == (9, 3)


@pytest.mark.parametrize(
    ("keys", "shown", "doomed"), [({"DEX": 3}, 4, True), ({"DEX": 4}, 4, False), ({"DEX": 3}, 1, False)]
)
@pytest.mark.clause("vanguard.death.mark")
def test_an_ability_under_three_is_beyond_help(keys: dict[str, int], shown: int, doomed: bool) -> None:
    scene = struck(0, 10, shown, *((3,) if doomed else ()), **keys)
    assert scene["Anna"].vanguard.hours_to_live == (3 if doomed else 0)
    assert len(scene.events("due", "vanguard.death.mark")) == doomed


@pytest.mark.clause("vanguard.death.mark")
def test_no_hit_points_left_are_beyond_help_too() -> None:
    assert struck(0, 10, 1, 2, hp=1)["Anna"].vanguard.hours_to_live == 2


@pytest.mark.clause("vanguard.death.mark")
def test_dexterity_lost_is_armour_class_lost() -> None:
    """13 is +1, 12 is nothing; 12 and 11 are the same."""
    assert struck(0, 10, 4, DEX=13, cls="fighter")["Anna"].ac == 11
    assert struck(0, 10, 4, DEX=12, cls="fighter")["Anna"].ac == 11
    assert struck(0, 10, 1, DEX=13, cls="fighter")["Anna"].ac == 12


@pytest.mark.clause("vanguard.death.mark")
def test_knocked_out_and_then_stabbed_it_does_not_wake_by_itself() -> None:
    theirs = side(someone("Fist", cls="fighter", STR=10), someone("Orc", damage="1d6"))
    ours = players(someone("Anna", hp=2), someone("Bert", hp=99))
    answers = ["Fist: strike Anna", "Orc: strike Anna"]
    dice = "d6=1 d6=1 d20=19 d3=2 d4=1 d6=1 d20=11 d6=2"  # the helpless are hit without a roll
    scene = scripted(versus(ours, theirs), dice, answers, until=lambda f: f.who[3].acted)
    assert scene["Anna"].ends_at[UNCONSCIOUS] == ALWAYS
    assert len(scene.events("down")) == 1


@pytest.mark.clause("vanguard.death.mark", "vanguard.death.save")
def test_healed_and_struck_again_it_is_marked_once_more() -> None:
    """Anna, healed to her new maximum of 2 and still senseless, takes 4: the excess is 2, not the whole damage."""
    ours = players(someone("Anna", hp=3), someone("Odo", cls="cleric", spells=["cure light wounds"], hp=50))
    fight = versus(ours, someone("Orc", hp=99, **{"combat bonus": 20}))
    scene = scripted(fight, "d6=1 d6=1 d20=10 d6=3 d20=10 d6=1", until="round 2")
    scene.play("d4=4 d6=3 3d6=1,1,1", ["Odo: cast cure light wounds at Anna"], until=lambda f: f.who[0].hp > 0)
    scene.play("d6=4 d20=12 d6=1", ["Orc: strike Anna"], until="round 3")  # the helpless are hit without a roll
    again = scene.events("check", "vanguard.death.save")[-1]
    assert (again.was, again.because) == (10 + 2, {"damage beyond 0": 2})
    anna = scene["Anna"]
    assert (anna.hp, anna.max_hp, anna.vanguard.death_saves_survived, anna.abilities[0]) == (0, 3 - 2, 2, 10 - 2)
    assert anna.ends_at[UNCONSCIOUS] == ALWAYS  # what the magic had begun is undone
    assert len(scene.events("down")) == 1


# --- vanguard.death.aftermath, inside the fight


@pytest.mark.clause("vanguard.death.aftermath")
def test_healed_by_magic_it_wakes_in_3d6_minutes() -> None:
    ours = players(someone("Anna", hp=3), someone("Odo", cls="cleric", spells=["cure light wounds"], hp=50))
    fight = versus(ours, someone("Orc", hp=99, **{"combat bonus": 20}))
    scene = scripted(fight, "d6=1 d6=1 d20=10 d6=3 d20=10 d6=1", until="round 2")
    scene.play("d4=4 d6=3 3d6=1,1,1", ["Odo: cast cure light wounds at Anna"], until=lambda f: f.who[0].hp > 0)
    assert (scene["Anna"].hp, scene["Anna"].able) == (2, False)  # her maximum now
    assert scene.one("check", "vanguard.death.aftermath").value == 2 + 3 * 10  # ten rounds a minute
    scene.fight.round, scene.fight.phase = 32, scene.book.phases.index("end")
    scene.play("", until="round")
    assert scene["Anna"].able
    assert scene.one("condition-off", "vanguard.death.aftermath").who == "Anna"


# --- vanguard.drain


def drained(dice: str, options: dict[str, str] | None = None, **anna: Any) -> Scene:
    """A wight touches Anna, a fighter of level 3 with CON 10."""
    who = someone("Anna", **{"cls": "fighter", "level": 3, "hp": 12} | anna)
    wight = someone("Wight", monster="wight", hp=30, **{"combat bonus": 20})
    fight = versus(players(who, someone("Bert", hp=99)), wight, options=options or {})
    return scripted(fight, f"d6=1 d6=1 d20=15 {dice}", until=lambda f: f.who[2].acted and f.act.victims_left == 0)


@pytest.mark.parametrize(("con", "shown", "lost"), [(10, 5, 5), (18, 5, 8), (3, 2, 1)])
@pytest.mark.clause("vanguard.drain")
def test_a_negative_level_takes_a_hit_die_and_constitution(con: int, shown: int, lost: int) -> None:
    anna = drained(f"d8={shown}", CON=con)["Anna"]
    assert (anna.hp, anna.max_hp, anna.drained_levels, anna.vanguard.drained_hp) == (12 - lost, 12 - lost, 1, lost)


@pytest.mark.clause("vanguard.drain")
def test_it_is_one_less_on_attacks_and_saves() -> None:
    anna = someone("Anna", **{"negative levels": 2})
    scene = scripted(versus(players(anna), someone("Orc")), READY + "d20=2")
    assert scene.one("miss").because == {"Combat Bonus": 1, "negative levels": -2}
    odo = someone("Odo", cls="cleric", spells=["hold person"], position=[0, 0])
    foe = someone("Orc", cls="fighter", level=3, position=[30, 0], **{"negative levels": 2})
    held = scripted(
        versus(players(odo), foe), READY + "d4=1 d20=17", ["Odo: cast hold person at Orc"], until="Odo: turn"
    )
    check = held.one("check", "vanguard.save.roll")
    assert (check.value, check.because) == (15, {"negative levels": -2})


@pytest.mark.parametrize(("hp", "shown", "needed", "lives"), [(4, 10, 10, True), (4, 9, 10, False), (2, 12, 12, True)])
@pytest.mark.clause("vanguard.drain", "vanguard.death.save")
def test_a_character_drained_to_zero_rolls_a_death_save(hp: int, shown: int, needed: int, lives: bool) -> None:
    scene = drained(f"d8=4 d20={shown}" + (" d6=6" if lives else ""), None, hp=hp, **{"max hp": 12})
    check = scene.one("check", "vanguard.death.save")
    assert (check.who, check.value, check.was) == ("Anna", shown, needed)  # 10 + damage beyond 0
    assert len(scene.events("dead", "vanguard.death.zero")) == (not lives)


@pytest.mark.clause("vanguard.drain")
def test_without_the_option_zero_that_way_is_dead_without_a_save() -> None:
    scene = drained("d8=4", {"drain.death-save": "off"}, hp=4)
    assert scene.one("dead", "vanguard.drain").other == "Anna"
    assert scene.events("check", "vanguard.death.save") == []


@pytest.mark.parametrize(("level", "before", "dies"), [(3, 1, False), (3, 2, True), (1, 0, True), (2, 0, False)])
@pytest.mark.clause("vanguard.drain", "vanguard.drain.death")
def test_as_many_as_its_levels_are_death(level: int, before: int, dies: bool) -> None:
    scene = drained("d8=1", None, level=level, **{"negative levels": before})
    assert len(scene.events("dead", "vanguard.drain.death")) == dies
    last = drained("d8=1", level=1)
    assert last.one("dead", "vanguard.drain.death").other == "Anna"


@pytest.mark.parametrize(("monster", "touches"), [("normal human", 1), ("orc", 1), ("gnoll", 2), ("bugbear", 3)])
@pytest.mark.clause("vanguard.drain.death")
def test_hit_dice_are_a_monsters_levels(monster: str, touches: int) -> None:
    """Each touch takes 1 hp and a level; the last of them kills."""
    wight = someone("Wight", monster="wight", attacks=touches, hp=30, **{"combat bonus": 20})
    fight = versus(players(wight), side(someone("Foe", monster=monster, hp=50), someone("Elk")))
    dice = "d4=1" if monster == "normal human" else "d8=1"
    scene = scripted(fight, READY + f"d20=19 {dice} " * touches, until=lambda f: not f.who[1].in_fight)
    assert scene.one("dead", "vanguard.drain.death").other == "Foe"
    assert scene["Foe"].hp == 50 - touches


# --- vanguard.rest.sleepless, inside the fight


@pytest.mark.clause("vanguard.rest.sleepless")
def test_each_day_without_sleep_is_one_less() -> None:
    scene = scripted(versus(players(someone("Anna", sleepless=3)), someone("Orc")), READY + "d20=2")
    assert scene.one("miss").because == {"Combat Bonus": 1, "without sleep": -3}


@pytest.mark.clause("vanguard.rest.sleepless")
def test_and_on_saves() -> None:
    odo = someone("Odo", cls="cleric", spells=["hold person"], position=[0, 0])
    foe = someone("Orc", cls="fighter", level=3, position=[30, 0], sleepless=2)
    dice = READY + "d4=1 d20=17"
    held = scripted(versus(players(odo), foe), dice, ["Odo: cast hold person at Orc"], until="Odo: turn")
    assert held.one("check", "vanguard.save.roll").because == {"without sleep": -2}
