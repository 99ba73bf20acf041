"""Spells of the classic book, clause by clause. What each spell does is in test_spell_list.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, THEIRS_FIRST, Group, Scene, scripted, side, someone, versus

from affray.engine.state import ALWAYS, NOBODY
from affray.engine.vocabulary import PRONE, SILENCED
from affray.rules.shared.damage import begin


def caster(*spells: str, name: str = "Anna", **keys: Any) -> Group:
    return someone(name, spells=list(spells), **keys)


def aiming(who: Group, *foes: Group, spell: str, distance: int = 60) -> Scene:
    """Anna has declared her spell and won the initiative; now she is asked whom she casts it at."""
    fight = versus(side(who), side(*foes), distance=distance)
    return scripted(fight, OURS_FIRST, [f"Anna: cast {spell}", "Anna: pass move"], until="Anna: aim")


# --- classic.spell.freedom

TONGUE_TIED = ("classic.spell.freedom", "{who} can't speak or has no hand free")
HANDS_FULL = ("classic.spell.freedom", "{who} has both hands full")


@pytest.mark.parametrize("condition", ["silenced", "bound"])
@pytest.mark.clause("classic.spell.freedom")
def test_a_spell_needs_speech_and_free_hands(condition: str) -> None:
    fight = versus(side(caster("sleep", conditions=[condition]), caster("sleep", name="Bert")), someone("Orc"))
    scene = scripted(fight, until="Bert: declare")
    assert scene.why_not("Anna: cast sleep") == TONGUE_TIED
    assert scene.why_not("Bert: cast sleep") is None


@pytest.mark.clause("classic.spell.freedom")
def test_it_needs_them_when_it_is_cast_too() -> None:
    scene = scripted(versus(caster("sleep"), someone("Orc")), OURS_FIRST, ["Anna: cast sleep"], until="spells")
    begin(scene.fight, scene["Anna"], SILENCED, ALWAYS)
    assert scene.why_not("Anna: cast sleep at Orc") == TONGUE_TIED
    scene.play("d20=2")  # the orc's; Anna could only drop her spell
    assert scene.one("lost").who == "Anna"


@pytest.mark.parametrize(
    ("gear", "full"),
    [
        (["mace", "shield"], True),
        (["staff"], True),
        (["mace"], False),
        (["dagger"], False),
    ],
)
@pytest.mark.clause("classic.spell.freedom")
def test_by_option_a_caster_needs_a_hand_that_holds_nothing(gear: list[str], full: bool) -> None:
    silent = caster("sleep", name="Bert", conditions=["silenced"])  # refused in any case, so that the clause is cited
    fight = versus(side(caster("sleep", gear=gear), silent), someone("Orc"))
    scene = scripted(fight, until="Anna: declare", options={"spell.free-hand": "on"})
    assert scene.why_not("Anna: cast sleep") == (HANDS_FULL if full else None)
    assert scene.why_not("Bert: cast sleep") == TONGUE_TIED
    scene = scripted(fight, until="Anna: declare")  # the default: off
    assert scene.why_not("Anna: cast sleep") is None
    assert scene.why_not("Bert: cast sleep") == TONGUE_TIED


# --- classic.spell.sole

CASTING_ONLY = ("classic.spell.sole", "{who} has declared a spell and does nothing else")
ANYTHING_ELSE = ["approach Orc", "away", "go 0 5", "shoot Orc", "strike Orc", "draw dagger", "drink"]
BUSY = caster("sleep", gear=["short bow", "dagger", "healing potion"])


@pytest.mark.parametrize("deed", ANYTHING_ELSE)
@pytest.mark.clause("classic.spell.sole")
def test_who_casts_does_nothing_else_and_stays_where_it_is(deed: str) -> None:
    fight = versus(BUSY, someone("Orc"), distance=60)
    scene = scripted(fight, OURS_FIRST, ["Anna: cast sleep"], until="Anna: move")
    assert scene.why_not(f"Anna: {deed}") == CASTING_ONLY
    scene = scripted(fight, OURS_FIRST, ["Anna: pass declare"], until="Anna: move")
    assert scene.why_not(f"Anna: {deed}") != CASTING_ONLY


@pytest.mark.clause("classic.spell.sole", "classic.round.action")
def test_after_the_spell_there_is_no_blow() -> None:
    answers = ["Anna: cast magic missile", "Anna: cast magic missile at Orc"]
    fight = versus(caster("magic missile"), someone("Orc"))
    scene = scripted(fight, OURS_FIRST + "d6=1", answers, until="Orc: strike")
    assert scene.why_not("Anna: strike Orc") is not None
    assert scene.why_not("Anna: away") == CASTING_ONLY
    assert scene.events("hit") == scene.events("miss") == []


@pytest.mark.clause("classic.spell.sole", "classic.spell.disrupt")
def test_who_lost_its_spell_does_not_move_instead() -> None:
    fight = versus(BUSY, someone("Orc", gear=["short bow"]), distance=60)
    answers = ["Anna: cast sleep", "Orc: pass move"]
    scene = scripted(fight, THEIRS_FIRST + "d20=20 d6=1", answers, until="Anna: move")
    for deed in ("approach Orc", "away", "draw dagger"):
        assert scene.why_not(f"Anna: {deed}") == CASTING_ONLY
    assert scene.why_not("Anna: shoot Orc") is not None


@pytest.mark.clause("classic.spell.sole")
def test_the_prone_cast_where_they_lie() -> None:
    scene = scripted(
        versus(caster("sleep", conditions=["prone"]), someone("Orc"), distance=60),
        OURS_FIRST,
        ["Anna: cast sleep"],
        until="Anna: aim",
    )
    assert scene.why_not("Anna: away") == CASTING_ONLY
    assert scene["Anna"].conditions >> PRONE & 1


def test_a_spell_that_could_not_be_cast_is_not_cast_in_the_next_round() -> None:
    ours, theirs = side(caster("light")), side(caster("sleep", name="Shaman"))
    answers = ["Anna: cast light", "Shaman: cast sleep", "Shaman: cast sleep at Anna"]
    dice = THEIRS_FIRST + "2d8=1,1 4d4=1,1,1,1 "  # Anna sleeps; no save, so her spell is not lost
    scene = scripted(versus(ours, theirs, distance=60), dice, answers, until="round 2")
    assert (scene["Anna"].current_spell, scene["Anna"].spells[0] != NOBODY) == (NOBODY, True)


# --- classic.spell.sight

UNSEEN = ("classic.spell.sight", "{who} can't see {other}")


@pytest.mark.clause("classic.spell.sight")
def test_the_blind_cast_at_nobody_but_themselves() -> None:
    hurt = caster("magic missile", "cure light wounds", conditions=["blind"])
    assert aiming(hurt, someone("Orc"), spell="magic missile").why_not("Anna: cast magic missile at Orc") == UNSEEN
    scene = aiming(hurt, someone("Orc"), spell="cure light wounds")
    assert scene.why_not("Anna: cast cure light wounds at Anna") is None


@pytest.mark.parametrize(("sees_dark", "why"), [(False, UNSEEN), (True, None)])
@pytest.mark.clause("classic.spell.sight")
def test_in_the_dark_one_must_see_in_the_dark(sees_dark: bool, why: tuple[str, str] | None) -> None:
    anna, elf = caster("light", sees_dark=sees_dark), caster("light", name="Elf", sees_dark=False)
    fight = versus(side(anna, elf), someone("Orc"), distance=60, dark=True)
    answers = ["Anna: cast light", "Elf: cast light"]
    scene = scripted(fight, OURS_FIRST, answers, until="Anna: aim")
    assert scene.why_not("Anna: cast light at Orc") == why
    assert scene.why_not("Elf: cast light at Orc") == UNSEEN


@pytest.mark.parametrize(("cover", "why"), [("slit", None), ("full", UNSEEN)])
@pytest.mark.clause("classic.spell.sight")
def test_nobody_is_seen_behind_full_cover(cover: str, why: tuple[str, str] | None) -> None:
    scene = aiming(caster("light"), someone("Orc", cover=cover), someone("Grub", cover="full"), spell="light")
    assert scene.why_not("Anna: cast light at Orc") == why
    assert scene.why_not("Anna: cast light at Grub") == UNSEEN


# --- classic.spell.disrupt: Anna means to cast, the orc shoots at her from 30 feet


def shot_at(dice: str, natural: int, options: dict[str, str] | None = None) -> Scene:
    fight = versus(caster("light"), someone("Orc", gear=["short bow"]), distance=30)
    hit = " d6=1" if natural == 20 else ""
    answers = ["Anna: cast light", "Orc: pass move"]
    return scripted(fight, f"{dice} d20={natural}{hit}", answers, until=lambda f: f.who[1].acted, options=options)


@pytest.mark.clause("classic.spell.disrupt")
def test_hit_before_it_acts_with_the_initiative_lost_it_loses_the_spell() -> None:
    scene = shot_at(THEIRS_FIRST, 20).play(until="round 2")
    assert scene.one("lost", "classic.spell.disrupt").who == "Anna"
    assert scene["Anna"].spells[0] == NOBODY
    refused = scene.why_not("Anna: cast spell 0")
    assert refused is not None
    assert refused.clause == "classic.spell.memory"


@pytest.mark.clause("classic.spell.disrupt", "classic.spell.memory")
def test_missed_or_first_it_casts_as_it_meant_to() -> None:
    missed = shot_at(THEIRS_FIRST, 2).play("d20=16", ["Anna: cast light at Orc"])
    assert (missed.events("lost"), missed.one("declared", "classic.spell.memory").who) == ([], "Anna")
    first = scripted(
        versus(caster("light", "light"), someone("Orc", gear=["short bow"]), distance=30),
        OURS_FIRST + "d20=16 d20=20 d6=1",  # the orc saves, and hits after she has cast
        ["Anna: cast light", "Anna: cast light at Orc", "Orc: pass move"],
        until="round 2",
    )
    assert first.events("lost") == []
    assert [slot != NOBODY for slot in first["Anna"].spells[:2]].count(True) == 1
    shot_at(THEIRS_FIRST, 20).one("lost", "classic.spell.disrupt")


@pytest.mark.parametrize(("save", "kept"), [(16, True), (15, False)])
@pytest.mark.clause("classic.spell.disrupt", "classic.save.roll")
def test_a_failed_save_loses_it_too_and_a_made_one_does_not(save: int, kept: bool) -> None:
    fight = versus(caster("sleep", hp=9), caster("fireball", name="Shaman"), distance=60)
    answers = ["Anna: cast sleep", "Shaman: cast fireball", "Shaman: cast fireball at Anna"]
    scene = scripted(fight, THEIRS_FIRST + f"d6=2 d20={save}", answers, until=lambda f: f.turn > 0)
    assert (scene.events("lost", "classic.spell.disrupt") == []) is kept
    assert (scene["Anna"].spells[0] != NOBODY) is kept
    shot_at(THEIRS_FIRST, 20).one("lost", "classic.spell.disrupt")


SIMULTANEOUS = {"initiative.tie": "simultaneous"}


@pytest.mark.clause("classic.spell.disrupt")
def test_in_a_simultaneous_turn_nobody_has_lost_the_initiative() -> None:
    scene = shot_at("d6=3 d6=3", 20, SIMULTANEOUS).play("d20=16", ["Anna: cast light at Orc"])
    assert scene.events("lost") == []
    assert shot_at("d6=3 d6=4", 20, SIMULTANEOUS).one("lost", "classic.spell.disrupt").who == "Anna"


def three_sides(dice: str, answers: list[str], options: dict[str, str]) -> Scene:
    """Anna means to cast; the goblin would shoot at her; the orc is far off and idle."""
    goblin = someone("Goblin", gear=["short bow"], position=[30, 0])
    fight = versus(caster("light", position=[0, 0]), someone("Orc", position=[500, 0]), goblin)
    answers = ["Anna: cast light", "Goblin: pass move", *answers]
    return scripted(fight, dice, answers, until=lambda f: f.who[2].acted, options=options)


@pytest.mark.clause("classic.spell.disrupt")
def test_lost_to_whom_does_not_matter() -> None:
    """Anna and the goblin act together, the orc before them: the goblin's arrow costs her the spell all the same."""
    scene = three_sides("d6=3 d6=6 d6=3 d20=20 d6=1", ["Goblin: shoot Anna"], SIMULTANEOUS)
    assert scene.one("lost", "classic.spell.disrupt").who == "Anna"
    idle = three_sides("d6=3 d6=1 d6=3 d20=20 d6=1", ["Goblin: shoot Anna"], SIMULTANEOUS)
    assert idle.events("lost") == []


@pytest.mark.clause("classic.spell.disrupt")
def test_that_a_friend_acted_first_is_no_initiative_lost() -> None:
    ours = side(caster("light"), someone("Bert"))
    fight = versus(ours, someone("Orc", gear=["short bow"]), distance=100)
    answers = ["Anna: cast light", "Bert: pass move", "Orc: pass move", "Orc: shoot Anna"]
    options = SIMULTANEOUS | {"initiative.individual": "on"}
    for orc, lost in ((3, 0), (4, 1)):
        dice = f"d6=3 d6=6 d6={orc} d20=20 d6=1"
        scene = scripted(fight, dice, answers, until=lambda f: f.who[2].acted, options=options)
        assert len(scene.events("lost", "classic.spell.disrupt")) == lost


@pytest.mark.clause("classic.spell.disrupt")
def test_it_is_lost_even_to_one_who_did_not_outlive_its_own_turn() -> None:
    """The shaman's fireball burns the shaman, the last of its side, and then Anna."""
    shaman, goblin = caster("fireball", name="Shaman", hp=1, position=[10, 0]), someone("Goblin", position=[300, 0])
    fight = versus(shaman, caster("light", position=[0, 0]), goblin)
    answers = ["Shaman: cast fireball", "Anna: cast light", "Shaman: cast fireball at Anna"]
    scene = scripted(fight, "d6=6 d6=4 d6=1 d6=2 d20=2 d20=2", answers, until=lambda f: f.turn > 0)
    assert scene.one("dead").other == "Shaman"
    assert scene.one("lost", "classic.spell.disrupt").who == "Anna"


# --- classic.spell.memory


@pytest.mark.clause("classic.spell.memory")
def test_each_memorised_spell_is_cast_once() -> None:
    answers = ["Anna: cast magic missile", "Anna: cast magic missile at Orc", "Orc: pass move"]
    fight = versus(caster("magic missile", "magic missile"), someone("Orc", hp=20), distance=100)
    scene = scripted(fight, OURS_FIRST + "d6=1", answers, until="Anna: declare")
    assert scene.one("declared", "classic.spell.memory").other == "Orc"
    no_spell = ("classic.spell.memory", "{who} has no such spell in memory")
    assert scene.why_not("Anna: cast spell 1") == no_spell
    assert scene.why_not("Anna: cast magic missile") is None  # the other
    scene.play(OURS_FIRST + "d6=1", answers, until="round 3")
    assert scene.why_not("Anna: cast spell 0") == no_spell
    assert scene["Orc"].hp == 20 - 2 - 2


@pytest.mark.clause("classic.spell.memory", "classic.round.declare")
def test_a_dropped_spell_is_kept() -> None:
    answers = ["Anna: cast light", "Anna: pass aim"]
    scene = scripted(versus(caster("light"), someone("Orc")), OURS_FIRST + "d20=2", answers, until="Anna: declare")
    assert scene.one("lost").clause == "classic.round.declare"
    assert scene.why_not("Anna: cast light") is None
    assert scene.why_not("Anna: cast spell 1") == ("classic.spell.memory", "{who} has no such spell in memory")


# --- classic.spell.range

OUT_OF_RANGE = ("classic.spell.range", "{other} is out of the spell's range")


@pytest.mark.parametrize(
    ("spell", "feet"),
    [("magic missile", 150), ("sleep", 240), ("light", 120), ("hold person", 120), ("fireball", 240), ("web", 60)],
)
@pytest.mark.clause("classic.spell.range")
def test_a_spell_reaches_as_far_as_its_text_says(spell: str, feet: int) -> None:
    words = f"Anna: cast {spell} at Orc"
    assert aiming(caster(spell), someone("Orc"), spell=spell, distance=feet).why_not(words) is None
    assert aiming(caster(spell), someone("Orc"), spell=spell, distance=feet + 1).why_not(words) == OUT_OF_RANGE


@pytest.mark.parametrize(("spell", "feet"), [("cure light wounds", 5), ("bless", 60)])
@pytest.mark.clause("classic.spell.range")
def test_friends_must_be_in_reach_too(spell: str, feet: int) -> None:
    bert, far = someone("Bert", position=[-feet, 0]), someone("Cora", position=[-feet - 1, 0])
    fight = versus(side(caster(spell, position=[0, 0]), bert, far), someone("Orc", position=[90, 0]))
    scene = scripted(fight, OURS_FIRST, [f"Anna: cast {spell}"], until="Anna: move")
    assert scene.why_not(f"Anna: cast {spell} at Bert") is None
    assert scene.why_not(f"Anna: cast {spell} at Cora") == OUT_OF_RANGE


@pytest.mark.clause("classic.spell.range")
def test_protection_is_of_the_caster_alone() -> None:
    fight = versus(side(caster("protection"), someone("Bert")), someone("Orc"))
    scene = scripted(fight, OURS_FIRST, ["Anna: cast protection"], until="Anna: aim")
    assert scene.why_not("Anna: cast protection at Anna") is None
    assert scene.why_not("Anna: cast protection at Bert") == OUT_OF_RANGE


@pytest.mark.parametrize("spell", ["cure light wounds", "bless"])
@pytest.mark.clause("classic.spell.range")
def test_some_spells_are_for_friends(spell: str) -> None:
    fight = versus(side(caster(spell), someone("Bert")), someone("Orc"))
    scene = scripted(fight, OURS_FIRST, [f"Anna: cast {spell}"], until="Anna: aim")
    assert scene.why_not(f"Anna: cast {spell} at Bert") is None
    for_friends = ("classic.spell.range", "that spell is for one's own side")
    assert scene.why_not(f"Anna: cast {spell} at Orc") == for_friends


@pytest.mark.parametrize("spell", ["magic missile", "sleep", "light", "hold person", "fireball", "lightning", "web"])
@pytest.mark.clause("classic.spell.range")
def test_some_are_for_the_enemy(spell: str) -> None:
    fight = versus(side(caster(spell), someone("Bert")), someone("Orc"))
    scene = scripted(fight, OURS_FIRST, [f"Anna: cast {spell}"], until="Anna: aim")
    assert scene.why_not(f"Anna: cast {spell} at Orc") is None
    for_foes = ("classic.spell.range", "that spell is for the enemy")
    assert scene.why_not(f"Anna: cast {spell} at Bert") == for_foes


@pytest.mark.clause("classic.monster.breath")
def test_a_cone_starts_at_who_breathes_and_is_a_third_as_wide_at_its_end() -> None:
    spots = {"Anna": (80, 0), "Bert": (80, 13), "Cora": (80, 14), "Dirk": (81, 0), "Emma": (-10, 0), "Finn": (30, 4)}
    ours = side(*(someone(name, hp=99, position=[x, y]) for name, (x, y) in spots.items()))
    dragon = {"Dragon": {"monster": "white dragon", "hp": 10, "position": [0, 0]}}
    answers = ["Dragon: pass move", "Dragon: breathe Anna"]
    scene = scripted(versus(ours, dragon), THEIRS_FIRST + "d20=15 d20=14 d20=2", answers, until="melee")
    assert {e.other: e.value for e in scene.events("damage")} == {"Anna": 5, "Bert": 10, "Finn": 10}
