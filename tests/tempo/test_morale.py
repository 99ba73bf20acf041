"""Morale: fourteen occasions, one roll."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import Group, Scene, member, side, versus
from tempo.people import heroes, scripted, someone, told

import affray
from affray.engine.vocabulary import DEAD, FLEEING, SLAY, SURRENDERED, UNCONSCIOUS
from affray.errors import AffrayError
from affray.rules.shared.damage import die
from affray.rules.tempo import clauses as C
from affray.rules.tempo import damage, morale

SLAIN = "d20=10 d6=6 d20=1"  # Anna hits one with 1 hp: 5 beyond, a save of 11 against 20: out of action


def pack(many: int, **keys: object) -> Group:
    return side(someone("Orc", count=many, **{"hp": 1, "morale": 7, "hd": 1, **keys}))


def fallen(many: int, dice: str, rounds: int, **keys: object) -> Scene:
    """Anna, with the highest score and nothing about her that frightens anybody, fells one Orc a round."""
    fight = versus(heroes(someone("Anna", hp=99)), pack(many, **keys), options={"morale.superior": "10"})
    script = "d20=20 " + "d20=1 " * many + dice
    until = (
        "over" if "2d6=4,4" in dice else lambda f: f.round >= rounds and f.who[0].acted and not f.tempo.morale_pending
    )
    return scripted(fight, script, until=until)


def due(scene: Scene) -> list[str]:
    """Return the names of the triggers, those of one event joined."""
    raised = [e.value for e in scene.events("due", "tempo.morale.triggers")]
    return [" ".join(name for n, name in enumerate(morale.TRIGGER_NAMES) if met >> n & 1) for met in raised]


@pytest.mark.clause("tempo.morale.check")
@pytest.mark.parametrize(("dice", "holds"), [("2d6=3,4", True), ("2d6=4,4", False)])
def test_2d6_at_most_the_score_holds(dice: str, holds: bool) -> None:
    """One of four falls: a quarter. 7 holds, 8 breaks; with no way out they give up."""
    scene = fallen(4, f"{SLAIN} {dice}", 1)
    assert due(scene)[0] == "quarter"
    check = scene.one("check", "tempo.morale.check")
    assert check.was == 7
    assert len(scene.events("surrendered")) == (0 if holds else 3)
    assert all(e.because == {"no way out": 0} for e in scene.events("surrendered"))
    assert (scene["Orc 4"].conditions >> SURRENDERED & 1 == 0) == holds


@pytest.mark.clause("tempo.morale.check")
def test_rolled_at_once_one_roll_for_each_group_of_one_score() -> None:
    """Two scores, two rolls, before anybody else acts; who may run runs."""
    theirs = side(
        someone("Orc", count=2, hp=1, morale=7, hd=1), someone("Ogre", count=2, hp=1, morale=9, hd=1), way_out=True
    )
    fight = versus(heroes(someone("Anna", hp=99)), theirs, options={"morale.superior": "10"})
    scene = scripted(fight, f"d20=20 {'d20=1 ' * 4}{SLAIN} 2d6=4,4 2d6=4,4", until="Ogre 1: turn")
    assert [(e.who, e.value, e.was) for e in scene.events("check", "tempo.morale.check")] == [
        ("Orc 2", 8, 7),
        ("Ogre 1", 8, 9),
    ]
    assert scene["Orc 2"].conditions >> FLEEING & 1


@pytest.mark.clause("tempo.morale.check")
def test_player_characters_never_check() -> None:
    """Half of the heroes are down, and nobody rolls; the hireling beside them does."""
    ours = heroes(someone("Anna", hp=1), someone("Bert"), someone("Spear", monster="normal human", morale=7, hp=4))
    fight = versus(ours, someone("Orc", wits=20, hd=9))
    dice = "d20=1 d20=1 d20=20 2d6=1,1 d20=12 d6=6 d20=1 2d6=1,1"
    scene = scripted(fight, dice, until=lambda f: f.who[3].acted and not f.tempo.morale_pending)
    assert {e.who for e in scene.events("check", "tempo.morale.check")} == {"Spear"}
    assert not morale.checks(scene["Bert"])


@pytest.mark.clause("tempo.morale.scale")
def test_twelve_knows_no_fear_and_the_mindless_have_it() -> None:
    scene = fallen(4, SLAIN, 1, morale=12)
    assert scene.one("check", "tempo.morale.scale").was == 12
    eleven = fallen(4, f"{SLAIN} 2d6=5,6", 1, morale=11)
    assert eleven.one("check", "tempo.morale.check").was == 11
    fight = versus(heroes(someone("Anna")), someone("Bones", monster="skeleton"))
    assert scripted(fight, "d20=15 d20=5", until="Anna: turn", tables=True)["Bones"].morale == 12


@pytest.mark.clause("tempo.morale.triggers")
def test_a_quarter_half_and_another_after_more_than_half() -> None:
    """Of 4: one is a quarter, two are half. After exactly half the third does not count, the fourth would."""
    held = f"{SLAIN} 2d6=1,1 d20=1 d20=1 d20=1 "
    two = f"{held}{SLAIN} 2d6=1,1"
    assert due(fallen(4, two, 2)) == ["quarter", "half"]


def slayers(many: int, dead: int) -> Scene:
    """Killed outright, one a round: strength 3 and a DC of 40 make every failed save deadly."""
    options = {"morale.superior": "10", "injury.dc": "40"}
    fight = versus(heroes(someone("Anna", hp=99)), pack(many, strength=3), options=options)
    dice, left = "d20=20 " + "d20=1 " * many, many
    triggers = {-(-many // 4), -(-many // 2)}
    for n in range(1, dead + 1):
        dice += "d20=10 d6=6 d20=1 "
        left -= 1
        dice += "2d6=1,1 " if n in triggers or 2 * (n - 1) > many else ""
        dice += "d20=1 " * left if n < dead else ""
    return scripted(fight, dice, until=lambda f: f.round >= dead and f.who[0].acted and not f.tempo.morale_pending)


@pytest.mark.clause("tempo.morale.triggers")
def test_after_exactly_half_the_next_does_not_count_but_each_later_one_does() -> None:
    """Of 8: 2 are a quarter, 4 are half; the fifth comes after exactly half; the sixth and seventh count."""
    assert due(slayers(8, 5)) == ["quarter", "half"]
    assert due(slayers(8, 7)) == ["quarter", "half", "another", "another"]


@pytest.mark.clause("tempo.morale.triggers")
def test_one_of_five_is_no_quarter_two_are() -> None:
    two = f"{SLAIN} d20=1 d20=1 d20=1 d20=1 {SLAIN} 2d6=1,1"
    scene = fallen(5, two, 2)
    assert [(e.round, e.was) for e in scene.events("due")] == [(2, 2)]


@pytest.mark.clause("tempo.morale.triggers")
def test_what_one_event_sets_off_is_one_check() -> None:
    """One of two is a quarter and half at once."""
    scene = fallen(2, f"{SLAIN} 2d6=1,1", 1)
    assert due(scene) == ["quarter half"]
    assert len(scene.events("check", "tempo.morale.check")) == 1


@pytest.mark.clause("tempo.morale.triggers")
def test_the_leader_slain() -> None:
    options = {"morale.superior": "10", "injury.dc": "40"}
    theirs = side(
        someone("Boss", leader=True, hp=1, hd=1, strength=3, morale=7), someone("Orc", count=9, morale=7, hd=1)
    )
    fight = versus(heroes(someone("Anna")), theirs, options=options)
    scene = scripted(
        fight,
        "d20=20 d20=1 d20=10 d6=6 d20=1 2d6=1,1",
        ["Anna: strike Boss"],
        until=lambda f: f.who[0].acted and not f.tempo.morale_pending,
    )
    assert due(scene) == ["leader"]


@pytest.mark.clause("tempo.morale.triggers")
def test_surprised_in_the_first_round_only() -> None:
    fight = versus(heroes(someone("Anna"), ambush="prepared"), side(someone("Orc", morale=7, hd=1), surprised=True))
    scene = scripted(fight, "2d6=1,1 d20=1 d20=1", ["Orc: strike Anna"], until="round 2")
    assert due(scene) == ["surprised"]


@pytest.mark.clause("tempo.morale.triggers")
@pytest.mark.parametrize(("dice", "met"), [(1, False), (2, True)])
def test_a_superior_force_is_twice_the_hit_dice_standing(dice: int, met: bool) -> None:
    fight = versus(heroes(someone("Anna", hd=dice)), someone("Orc", hd=1, morale=7))
    scene = scripted(
        fight, "d20=15 d20=5" + (" 2d6=1,1" if met else " d20=1"), until="Orc: turn" if not met else "Anna: turn"
    )
    assert due(scene) == (["superior"] if met else [])
    if not met:
        scripted(versus(heroes(someone("Anna", hd=2)), someone("Orc", hd=1)), "d20=15 d20=5", until="Anna: turn")


@pytest.mark.clause("tempo.morale.triggers")
def test_slain_by_magic() -> None:
    options = {"morale.superior": "10", "injury.dc": "40"}
    wyn = someone("Wyn", cls="magic-user", spells=["magic missile"])
    theirs = side(someone("Orc", count=9, morale=7, hd=1, hp=1, strength=3))
    fight = versus(heroes(wyn), theirs, options=options)
    answers = ["Wyn: cast magic missile", "Wyn: cast magic missile at Orc 1"]
    scene = scripted(
        fight,
        "d20=20 " + "d20=1 " * 9 + "d6=6 d20=1 2d6=1,1",
        answers,
        until=lambda f: f.who[0].acted and f.act.victims_left == 0 and not f.tempo.morale_pending,
    )
    assert due(scene) == ["magic"]


@pytest.mark.clause("tempo.morale.triggers")
def test_a_spell_that_kills_outright_is_told_as_magic() -> None:
    """No hp are lost and no injury save is made: the spell simply kills."""
    wyn = someone("Wyn", cls="magic-user", spells=["magic missile"])
    theirs = side(someone("Orc", count=9, morale=7, hd=1))
    fight = versus(heroes(wyn), theirs, options={"morale.superior": "10"})
    scene = scripted(fight, "d20=20 " + "d20=1 " * 9, ["Wyn: cast magic missile"], until="Wyn: turn")
    effect = scene.fight.effects[scene["Wyn"].spells[0]]
    effect.kind, effect.count, effect.plus = SLAY, 0, 0
    done = "2d6=1,1", ["Wyn: cast magic missile at Orc 1"]
    scene.play(*done, until=lambda f: f.who[0].acted and f.act.victims_left == 0 and not f.tempo.morale_pending)
    assert scene.one("dead").other == "Orc 1"
    assert due(scene) == ["magic"]
    assert "an ally slain by magic" in told(scene)


@pytest.mark.clause("tempo.morale.triggers")
def test_a_magic_sword_is_a_sword() -> None:
    """What frightens the others is that a quarter has fallen, and nothing else."""
    theirs = side(someone("Orc", count=3, morale=7, hd=1, hp=1, strength=3))
    anna = someone("Anna", cls="fighter", gear=["sword +1"])
    options = {"morale.superior": "10", "injury.dc": "40"}
    scene = scripted(
        versus(heroes(anna), theirs, options=options),
        "d20=20 " + "d20=1 " * 3 + "d20=10 d6=6 d20=1 2d6=1,1",
        ["Anna: strike Orc 1"],
        until=lambda f: f.who[0].acted and not f.tempo.morale_pending,
    )
    assert scene.one("dead").other == "Orc 1"
    assert due(scene) == ["quarter"]


@pytest.mark.clause("tempo.morale.triggers")
@pytest.mark.parametrize(("way_out", "kind"), [(True, "condition-on"), (False, "surrendered")])
def test_the_leader_who_runs_or_gives_up_deserts_at_once(way_out: bool, kind: str) -> None:
    """A quarter has fallen: Boss with 5 breaks at 8, and the others with 9 check again for that."""
    theirs = side(
        someone("Boss", leader=True, morale=5, hd=1, henchman=False),
        someone("Orc", count=3, morale=9, hd=1, hp=1, henchman=False),
        way_out=way_out,
    )
    fight = versus(heroes(someone("Anna")), theirs, options={"morale.superior": "10"})
    scene = scripted(
        fight,
        f"d20=20 {'d20=1 ' * 4}{SLAIN} 2d6=4,4 2d6=1,1",
        ["Anna: strike Orc 1"],
        until=lambda f: f.who[0].acted and not f.tempo.morale_pending,
    )
    assert "leader" in " ".join(due(scene)).split()
    assert scene.one(kind, "tempo.morale.check").other == "Boss"


@pytest.mark.clause("tempo.morale.triggers")
def test_one_who_lay_dying_counts_among_the_fallen_when_it_dies() -> None:
    """Three of five are down: more than half. That one of them dies now is another slain only where `dead` counts so;
    that the third dies at once is none, since two of five were not more than half."""
    for slain, met in (("fallen", []), ("dead", ["another"]), ("outright", [])):
        fight = versus(heroes(someone("Anna")), pack(5), options={"morale.superior": "10", "morale.slain": slain})
        for was, expected in ((UNCONSCIOUS, met), (DEAD, [])):
            scene = scripted(fight, "d20=20 d20=1 d20=1 d20=1 d20=1 d20=1", until="Anna: turn")
            scene["Orc 1"].conditions = 1 << DEAD | 1 << was
            scene.fight.side[1].out_of_action = 3
            morale.count_dead(scene.fight, scene.fight.side[1], scene["Orc 1"])
            assert due(scene) == expected


@pytest.mark.clause("tempo.morale.triggers")
def test_a_leader_who_is_cut_down_is_slain() -> None:
    """Boss is out of action, not dead: 11 against 15 + 5."""
    theirs = side(someone("Boss", leader=True, hp=1, hd=1, morale=7), someone("Orc", count=9, morale=7, hd=1))
    for slain, met in (("fallen", ["leader"]), ("dead", []), ("outright", [])):
        options = {"morale.superior": "10", "morale.slain": slain}
        if slain == "fallen":
            del options["morale.slain"]  # the default
        fight = versus(heroes(someone("Anna")), theirs, options=options)
        scene = scripted(
            fight,
            f"d20=20 d20=1 {SLAIN}{' 2d6=1,1' if met else ''}",
            ["Anna: strike Boss"],
            until=lambda f: f.who[0].acted and not f.tempo.morale_pending,
        )
        assert scene["Boss"].conditions & (1 << UNCONSCIOUS | 1 << DEAD) == 1 << UNCONSCIOUS
        assert due(scene) == met


@pytest.mark.clause("tempo.morale.triggers")
@pytest.mark.parametrize(("slain", "many"), [("fallen", 2), ("dead", 0)])
def test_each_who_is_cut_down_after_more_than_half_is_another_slain(slain: str, many: int) -> None:
    """Five of eight lie there. The sixth and the seventh fall, out of action; the one who dies of it counts no more."""
    fight = versus(heroes(someone("Anna")), pack(8), options={"morale.superior": "10", "morale.slain": slain})
    scene = scripted(fight, "d20=20" + " d20=1" * 8, until="Anna: turn")
    own = scene.fight.side[1]
    own.out_of_action, own.morale_met = 5, morale.QUARTER | morale.HALF
    for name in ("Orc 1", "Orc 2"):
        scene.fight.tempo.morale_pending = False
        damage.fall(scene.fight, scene[name], scene["Anna"])
    assert due(scene) == ["another"] * many
    die(scene.fight, scene["Orc 2"], scene["Anna"], C.INJURY)
    assert due(scene) == ["another"] * (many if slain == "fallen" else 1)


@pytest.mark.clause("tempo.morale.triggers")
def test_player_characters_who_fall_are_not_slain_yet() -> None:
    """Anna leads, and lies senseless: her hirelings stand until she is dead."""
    ours = heroes(someone("Anna", cls="fighter", leader=True), someone("Spear", count=9, monster="normal human", hp=4))
    scene = scripted(versus(ours, someone("Orc", hd=1)), "d20=20 d20=1", until="Anna: turn")
    damage.fall(scene.fight, scene["Anna"], scene["Orc"])
    assert "leader" not in due(scene)
    die(scene.fight, scene["Anna"], scene["Orc"], C.INJURY)
    assert "leader" in " ".join(due(scene)).split()


@pytest.mark.clause("tempo.morale.triggers")
def test_a_force_given_by_numbers_is_judged_by_thac0() -> None:
    """One hit die frightens half a die (THAC0 20), and neither one die (19) nor three (17, or a bonus of 2)."""
    for quarters, keys in ((2, {"thac0": 20}), (4, {}), (12, {"thac0": 17}), (8, {"thac0": 17, "hd": "2"})):
        fight = versus(heroes(someone("Mage", cls="magic-user", hp=2)), someone("Soldier", hp=20, morale=8, **keys))
        afraid = quarters == 2
        scene = scripted(fight, f"d20=20 d20=1{' 2d6=1,1' if afraid else ''}", until="Mage: turn")
        assert due(scene) == (["superior"] if afraid else [])
        assert scene["Soldier"].hd == quarters


@pytest.mark.clause("tempo.morale.triggers")
def test_a_foe_that_cannot_be_harmed() -> None:
    ours = side(someone("Shadow", monster="shadow", hp=9))
    scene = scripted(
        versus(ours, someone("Orc", wits=20, morale=7, hd=3)),
        "d20=1 d20=20 d20=20 d6=3 2d6=1,1",
        ["Orc: pass degrees"],
        until=lambda f: f.who[1].acted and not f.tempo.morale_pending,
    )
    assert due(scene) == ["unharmed"]


@pytest.mark.clause("tempo.morale.triggers")
def test_surrounded_by_three_with_no_friend_in_reach() -> None:
    """Not by those who stand around it, only by those who strike: with the third blow."""
    ours = heroes(*(someone(name, position=[x, 0], hd=1) for name, x in (("Anna", 5), ("Bert", -5), ("Cleo", 0))))
    orc = someone("Orc", position=[0, 5], morale=7, hd=9)
    order = "d20=20 d20=19 d20=18 d20=1"
    scene = scripted(versus(ours, orc), f"{order} d20=1 d20=1", until="Cleo: turn")
    assert due(scene) == []
    scene.play("d20=1 2d6=1,1", until="Orc: turn")
    assert due(scene) == ["surrounded"]
    friend = someone("Ogre", position=[5, 5], morale=7, hd=9)
    two = scripted(versus(ours, side(orc, friend)), f"{order} d20=1 d20=1 d20=1 d20=1", until="Orc: turn")
    assert due(two) == []


@pytest.mark.clause("tempo.morale.triggers")
def test_those_who_sleep_know_of_nothing() -> None:
    theirs = side(
        someone("Orc", count=3, hp=1, morale=7, hd=1), someone("Ogre", hp=9, morale=9, hd=1, conditions=["asleep"])
    )
    fight = versus(heroes(someone("Anna", hp=99)), theirs, options={"morale.superior": "10"})
    scene = scripted(
        fight, f"d20=20 {'d20=1 ' * 4}{SLAIN} 2d6=1,1", until=lambda f: f.who[0].acted and not f.tempo.morale_pending
    )
    assert [e.was for e in scene.events("check", "tempo.morale.check")] == [7]


@pytest.mark.clause("tempo.morale.triggers", "tempo.morale.check")
@pytest.mark.parametrize("which", ["heroic", "tempted", "rear", "item"])
def test_the_referee_raises_what_the_engine_cannot_see(which: str) -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), someone("Orc", hd=1, morale=7)), "d20=15 d20=5", until="Anna: turn"
    )
    kept = scene.before
    assert kept is not None
    scene.book.referee_command(kept, scene.roster, ["trigger", "Orc", which])
    scene.play("2d6=1,1", until="Anna: turn")
    assert due(scene) == [which]


@pytest.mark.clause("tempo.morale.triggers")
def test_an_offer_of_surrender_needs_another_trigger_first() -> None:
    scene = scripted(
        versus(heroes(someone("Anna")), someone("Orc", hd=1, morale=7)), "d20=15 d20=5", until="Anna: turn"
    )
    kept = scene.before
    assert kept is not None
    with pytest.raises(AffrayError, match="once another trigger"):
        scene.book.referee_command(kept, scene.roster, ["trigger", "Orc", "surrender"])
    scene.book.referee_command(kept, scene.roster, ["trigger", "Orc", "tempted"])
    scene.book.referee_command(kept, scene.roster, ["trigger", "Orc", "surrender"])
    assert due(scene) == ["tempted", "surrender"]
    with pytest.raises(AffrayError, match="unknown trigger"):
        scene.book.referee_command(kept, scene.roster, ["trigger", "Orc", "gloom"])
    assert len(morale.TRIGGER_NAMES) == 14


@pytest.mark.clause("tempo.morale.triggers")
def test_who_sleeps_before_the_fight_has_not_fallen_in_it() -> None:
    """Of four, two asleep: one out of action is a quarter, and not half."""
    theirs = side(
        someone("Orc", count=2, hp=1, morale=7, hd=1), someone("Ogre", count=2, morale=9, hd=1, conditions=["asleep"])
    )
    fight = versus(heroes(someone("Anna", hp=99)), theirs, options={"morale.superior": "10"})
    scene = scripted(
        fight, f"d20=20 {'d20=1 ' * 4}{SLAIN} 2d6=1,1", until=lambda f: f.who[0].acted and not f.tempo.morale_pending
    )
    assert due(scene) == ["quarter"]


@pytest.mark.clause("tempo.morale.scale")
def test_a_scenario_may_use_the_words_of_the_scale() -> None:
    """Of one, and of a whole side; a word that is not on the scale is refused with the nearest."""
    theirs = side(someone("Orc", morale="cowardly"), someone("Ogre", morale="Good Pay"))
    scene = scripted(versus(heroes(someone("Anna")), theirs), until="scores", tables=True)
    assert (scene["Orc"].morale, scene["Ogre"].morale) == (3, 8)
    grim = {**side(member("Orc", {"ac": 9, "thac0": 19, "damage": "1d6", "hp": 8}, {})), "morale": "mindless"}
    assert scripted(versus(heroes(someone("Anna")), grim), until="scores", tables=True)["Orc"].morale == 12


@pytest.mark.parametrize(("book", "words"), [("tempo", "did you mean 'cowardly'"), ("classic", "a whole number")])
def test_other_words_are_refused(book: str, words: str, tmp_path: Path) -> None:
    text = "distance: contact\nsides:\n  a: {members: [1 orc: {morale: cowardy}]}\n  b: {members: [orc]}\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(AffrayError, match=words):
        affray.start(tmp_path / "x.yaml", rules=book)
