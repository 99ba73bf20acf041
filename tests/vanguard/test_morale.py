"""Morale of the vanguard book, which its chapter leaves out: when it is checked, and what breaks."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Group, Scene, side, versus
from vanguard.people import READY, players, scripted, someone


def lost(*orcs: Group, dice: str, until: str = "", way_out: bool = False, **keys: Any) -> Scene:
    """Anna kills the first orc, of 1 hp."""
    theirs = side(someone("Orc", hp=1, morale=8), *orcs, way_out=way_out)
    fight = versus(players(someone("Anna", hp=50)), theirs, **keys)
    return scripted(
        fight,
        READY + "d20=19 d6=1 " + dice,
        until=until or (lambda f: f.who[0].acted and f.side[1].morale_met > 0 and not any(c.morale_due for c in f.who)),
    )


def pack(many: int, morale: int = 8) -> list[Group]:
    return [someone(f"Elk{n}", morale=morale) for n in range(many)]


@pytest.mark.parametrize(("dice", "holds"), [("2d6=4,4", True), ("2d6=4,5", False)])
@pytest.mark.clause("vanguard.morale")
def test_two_dice_over_the_rating_break_at_the_first_loss(dice: str, holds: bool) -> None:
    scene = lost(*pack(3), dice=dice)
    check = scene.one("check", "vanguard.morale")
    assert check.was == 8
    assert len(scene.events("surrendered", "vanguard.morale")) == (0 if holds else 3)


@pytest.mark.clause("vanguard.morale")
def test_with_a_way_out_they_flee() -> None:
    scene = lost(*pack(3), dice="2d6=6,6", way_out=True)
    assert [e.other for e in scene.events("condition-on", "vanguard.morale")] == ["Elk0", "Elk1", "Elk2"]


@pytest.mark.clause("vanguard.morale")
def test_first_loss_and_half_at_once_are_one_check() -> None:
    scene = lost(*pack(1), dice="2d6=1,1")
    assert [e.value for e in scene.events("due", "vanguard.morale")] == [1 | 2]
    assert len(scene.events("check", "vanguard.morale")) == 1


@pytest.mark.clause("vanguard.morale")
def test_half_of_the_side_is_a_check_of_its_own_later() -> None:
    anna = someone("Anna", attacks=2, hp=50)
    theirs = side(someone("Orc", hp=1, morale=8), someone("Imp", hp=1, morale=8), *pack(2))
    dice = READY + "d20=19 d6=1 2d6=1,1 d20=19 d6=1 2d6=6,6"
    scene = scripted(versus(players(anna), theirs), dice, until="over")
    assert [e.value for e in scene.events("due", "vanguard.morale")] == [1, 2]
    assert len(scene.events("surrendered", "vanguard.morale")) == 2


@pytest.mark.clause("vanguard.morale")
def test_one_roll_for_each_group_of_one_rating_at_once() -> None:
    scene = lost(*pack(2, 8), someone("Ogre", morale=10), dice="2d6=6,3 2d6=6,3")
    assert [(e.who, e.was) for e in scene.events("check", "vanguard.morale")] == [("Elk0", 8), ("Ogre", 10)]
    assert [e.other for e in scene.events("surrendered")] == ["Elk0", "Elk1"]
    assert scene.events("miss") == []  # nobody has acted in between


@pytest.mark.clause("vanguard.morale")
def test_who_is_in_flight_already_checks_no_more() -> None:
    """The Imp breaks at the first loss; at half only the Elks have a check to make."""
    anna = someone("Anna", attacks=2, hp=50)
    theirs = side(someone("Orc", hp=1, morale=8), someone("Ape", hp=1, morale=8), someone("Imp", morale=2), *pack(1))
    dice = READY + "d20=19 d6=1 2d6=1,1 2d6=1,2 d20=19 d6=1 2d6=1,1"
    fight = versus(players(anna), theirs | {"way out": True})
    scene = scripted(fight, dice, until=lambda f: f.who[0].acted and not f.who[4].morale_due)
    assert [e.who for e in scene.events("check", "vanguard.morale")] == ["Ape", "Imp", "Elk0"]


@pytest.mark.clause("vanguard.morale")
def test_twelve_never_checks() -> None:
    scene = lost(someone("Elk", morale=12), someone("Imp", morale=11), dice="2d6=1,1")
    assert [e.who for e in scene.events("check", "vanguard.morale")] == ["Imp"]


@pytest.mark.clause("vanguard.morale")
def test_player_characters_never_check_and_retainers_go_by_their_loyalty() -> None:
    ours = players(someone("Anna", hp=1, morale=5), someone("Bert", morale=5), someone("Hob", retainer=7))
    dice = "d6=1 d6=1 d20=19 d6=1 d20=1 2d6=4,4"
    scene = scripted(versus(ours, someone("Orc")), dice, until=lambda f: f.who[3].acted and not f.who[2].morale_due)
    check = scene.one("check", "vanguard.morale")
    assert (check.who, check.was) == ("Hob", 7)
    assert scene.one("surrendered").other == "Hob"


@pytest.mark.clause("vanguard.morale")
def test_the_loss_need_not_be_a_death() -> None:
    mage = someone("Mage", cls="magic-user", spells=["sleep"], position=[0, 0])
    theirs = side(*(someone(f"Elk{n}", morale=8, position=[60, 5 * n]) for n in range(5)))
    dice = READY + "2d8=1,1 4d4=1,1,1,1 2d6=1,1"
    scene = scripted(versus(players(mage), theirs), dice, ["Mage: cast sleep at Elk0"], until="Mage: turn")
    assert scene.one("due", "vanguard.morale").value == 1


@pytest.mark.clause("vanguard.morale")
def test_it_is_an_option() -> None:
    theirs = side(someone("Orc", hp=1, morale=8), *pack(3))

    def checks(option: str, dice: str) -> int:
        fight = versus(players(someone("Anna")), theirs, options={"morale": option})
        scene = scripted(fight, READY + "d20=19 d6=1 " + dice, until="Elk0: turn")
        return len(scene.events("check", "vanguard.morale"))

    assert (checks("on", "2d6=1,1"), checks("off", "")) == (1, 0)


@pytest.mark.clause("vanguard.morale")
def test_which_losses_count_is_an_option() -> None:
    """With one of two lost both moments have come."""
    for trigger, value in (("first", 1), ("half", 2)):
        scene = lost(*pack(1), dice="2d6=1,1", options={"morale.triggers": trigger})
        assert scene.one("due", "vanguard.morale").value == value


@pytest.mark.clause("vanguard.morale")
def test_the_most_timid_check_at_a_loss_and_not_before() -> None:
    for option in ("on", "off"):
        fight = versus(players(someone("Anna")), someone("Orc", morale=2), options={"morale": option})
        assert scripted(fight, READY + "d20=2 d20=2", until="round 2").events("check", "vanguard.morale") == []
    assert lost(*pack(3, 2), dice="2d6=1,1").one("check", "vanguard.morale").was == 2


@pytest.mark.clause("vanguard.morale")
def test_who_is_unable_to_act_has_no_check_due() -> None:
    scene = lost(*pack(2), someone("Nap", morale=8, conditions=["paralysed"]), dice="2d6=1,1")
    assert scene["Nap"].morale_due == 0
    scene = lost(someone("Nap", morale=9, conditions=["paralysed"]), *pack(2), dice="2d6=1,1")
    assert [e.who for e in scene.events("check", "vanguard.morale")] == ["Elk0"]


@pytest.mark.parametrize(("options", "fled"), [({}, 1), ({"flee.pursuit": "off"}, 1), ({"flee.pursuit": "on"}, 0)])
@pytest.mark.clause("vanguard.morale")
def test_a_pursuit_is_an_option(options: dict[str, str], fled: bool) -> None:
    """Elk runs 24 metres; Anna, whose move is 25, could still come up to her."""
    theirs = side(someone("Orc", hp=1, morale=7), someone("Elk", morale=7), way_out=True)
    ours = players(someone("Anna", move=250))
    fight = versus(ours, theirs, options=options)
    dice = READY + "d20=15 d6=1 2d6=4,4 d20=2"
    scene = scripted(fight, dice, until=lambda f: f.who[2].moved > 0)
    assert len(scene.events("fled")) == fled


@pytest.mark.clause("vanguard.morale")
def test_who_sleeps_before_the_fight_is_no_loss() -> None:
    """Of four, two asleep: one dead is the first loss, and not half."""
    scene = lost(someone("Elk", morale=8), someone("Imp", count=2, morale=8, conditions=["asleep"]), dice="2d6=1,1")
    assert (scene.one("due", "vanguard.morale").value, scene.one("due", "vanguard.morale").was) == (1, 1)
