"""What classes do beside their blows in the classic book: turning the undead, backstabbing; and potions."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import OURS_FIRST, Group, Scene, scripted, side, someone, versus

from affray.engine.vocabulary import FLEEING, TURNED

# --- classic.class.turning: ranks 1 skeleton, 2 zombie, 3 ghoul, 4 wight, 5 wraith; 6 mummy


def undead(*kinds: str) -> Group:
    """Named after their kind; several of one kind are numbered."""
    return side(*({"monster": kind, "hp": 9} for kind in kinds), way_out=True)


def cleric(level: int, **keys: Any) -> Group:
    return someone("Anna", cls="cleric", level=level, gear=["mace"], **keys)


def turning(level: int, dice: str, *kinds: str) -> Scene:
    """Anna turns them from 70 feet away."""
    fight = versus(cleric(level), undead(*kinds), distance=70)
    return scripted(fight, OURS_FIRST + dice, ["Anna: pass move", "Anna: turn"], until="melee")


def turned(scene: Scene) -> list[str]:
    return [e.other for e in scene.events("condition-on", "classic.class.turning") if e.value == TURNED]


def destroyed(scene: Scene) -> list[str]:
    return [e.other for e in scene.events("dead", "classic.class.turning")]


@pytest.mark.parametrize(
    ("level", "kind", "needed"),
    [(1, "skeleton", 7), (1, "zombie", 9), (1, "ghoul", 11), (2, "zombie", 7), (3, "wight", 9), (4, "mummy", 11)],
)
@pytest.mark.clause("classic.class.turning")
def test_seven_for_the_rank_equal_to_the_level_and_two_more_a_rank_above(level: int, kind: str, needed: int) -> None:
    for total in (needed - 1, needed):
        dice = f"2d6={total - total // 2},{total // 2}" + " 2d6=1,1" * (total == needed)
        scene = turning(level, dice, kind)
        check = scene.one("check", "classic.class.turning")
        assert (check.who, check.value, check.was) == ("Anna", total, needed)
        assert turned(scene) == [kind.capitalize()] * (total == needed)


NO_TURNING = ("classic.class.turning", "{who} can't turn the undead here")


@pytest.mark.clause("classic.class.turning")
def test_two_ranks_above_and_no_more() -> None:
    for kind, why in (("ghoul", None), ("wight", NO_TURNING), ("wraith", NO_TURNING)):
        scene = scripted(versus(cleric(1), undead(kind), distance=60), OURS_FIRST, ["Anna: pass move"], until="spells")
        assert scene.why_not("Anna: turn") == why
    mixed = turning(1, "2d6=6,6 2d6=6,6", "wight", "ghoul")
    assert turned(mixed) == ["Ghoul"]


@pytest.mark.parametrize(("level", "kind"), [(2, "skeleton"), (3, "skeleton"), (3, "zombie"), (6, "wight")])
@pytest.mark.clause("classic.class.turning")
def test_one_or_two_ranks_below_are_turned_without_a_roll(level: int, kind: str) -> None:
    scene = turning(level, "2d6=1,1", kind)  # how many hit dice, and nothing else
    assert scene.events("check") == []
    assert turned(scene) == [kind.capitalize()]
    assert destroyed(scene) == []


@pytest.mark.parametrize(("level", "kind"), [(4, "skeleton"), (5, "zombie"), (9, "skeleton")])
@pytest.mark.clause("classic.class.turning")
def test_three_ranks_below_are_destroyed(level: int, kind: str) -> None:
    scene = turning(level, "2d6=1,1", kind, "orc")
    assert destroyed(scene) == [kind.capitalize()]
    assert turned(scene) == []


@pytest.mark.clause("classic.class.turning")
def test_what_is_out_of_reach_asks_for_no_roll() -> None:
    assert turned(turning(2, "2d6=1,1", "skeleton", "wraith")) == ["Skeleton"]  # three ranks above
    mixed = turning(2, "2d6=1,1 2d6=6,6", "skeleton", "wight")
    assert mixed.one("check").value == 2
    assert turned(mixed) == ["Skeleton"]


@pytest.mark.clause("classic.class.turning")
def test_two_dice_of_hit_dice_the_weakest_rank_first() -> None:
    horde = "zombie", "skeleton", "skeleton", "ghoul"  # 2, 1, 1 and 2 hit dice
    assert turned(turning(3, "2d6=6,6 2d6=1,1", *horde)) == ["Skeleton 1", "Skeleton 2"]
    assert turned(turning(3, "2d6=6,6 2d6=1,2", *horde)) == ["Skeleton 1", "Skeleton 2"]
    assert turned(turning(3, "2d6=6,6 2d6=2,2", *horde)) == ["Skeleton 1", "Skeleton 2", "Zombie"]
    assert turned(turning(3, "2d6=6,6 2d6=2,3", *horde)) == ["Skeleton 1", "Skeleton 2", "Zombie"]
    assert turned(turning(3, "2d6=6,6 2d6=3,3", *horde)) == ["Skeleton 1", "Skeleton 2", "Zombie", "Ghoul"]
    assert turned(turning(3, "2d6=3,3 2d6=6,6", *horde)) == ["Skeleton 1", "Skeleton 2", "Zombie"]  # 6: no ghoul


@pytest.mark.clause("classic.class.turning")
def test_at_least_one() -> None:
    assert turned(turning(4, "2d6=6,6 2d6=1,1", "wight", "wight")) == ["Wight 1"]  # 3 hit dice for 2
    assert turned(turning(6, "2d6=6,6 2d6=1,1", "mummy")) == ["Mummy"]


@pytest.mark.clause("classic.class.turning", "classic.move.retreat")
def test_the_turned_flee() -> None:
    scene = turning(1, "2d6=6,6 2d6=1,1", "skeleton", "orc")
    assert scene["Skeleton"].conditions >> FLEEING & 1
    scene.play(until="round 2")
    assert scene.one("move", who="Skeleton").clause == "classic.move.retreat"
    assert scene["Skeleton"].x == 700 + 200  # away from Anna, a third of 60 feet


@pytest.mark.clause("classic.class.turning")
def test_the_turned_are_not_turned_again() -> None:
    scene = scripted(
        versus(cleric(1), side({"monster": "skeleton", "hp": 9}), distance=60),
        OURS_FIRST + "2d6=6,6 2d6=1,1",
        ["Anna: pass move", "Anna: turn"],
        until="round 2",
    )
    scene.play(OURS_FIRST, ["Anna: pass move"], until="Anna: aim")
    assert scene.why_not("Anna: turn") == NO_TURNING


@pytest.mark.clause("classic.class.turning")
def test_in_place_of_a_spell_and_of_a_blow() -> None:
    scene = scripted(
        versus(cleric(2, spells=["light"]), side({"monster": "zombie", "hp": 9}), distance=60),
        OURS_FIRST,
        ["Anna: cast light"],
        until="Anna: aim",
    )
    assert scene.why_not("Anna: turn") == NO_TURNING
    near = versus(cleric(1), side({"monster": "skeleton", "hp": 9}))
    scene = scripted(near, OURS_FIRST + "2d6=1,1 d20=2", ["Anna: turn"], until="round 2")  # the skeleton's blow alone
    assert scene.one("check", "classic.class.turning").value == 2
    assert scene.one("miss").who == "Skeleton"


@pytest.mark.clause("classic.class.turning")
def test_only_clerics_turn_and_only_undead_foes_are_turned() -> None:
    foes = side({"monster": "skeleton", "hp": 9}, {"monster": "orc", "hp": 9})
    fighter = scripted(versus(someone("Anna", cls="fighter"), foes), OURS_FIRST, until="melee")
    assert fighter.why_not("Anna: turn") == NO_TURNING
    orcs = scripted(versus(cleric(9), side({"monster": "orc", "hp": 9})), OURS_FIRST, until="spells")
    assert orcs.why_not("Anna: turn") == NO_TURNING
    ours = side(cleric(1), {"monster": "skeleton", "hp": 9})
    own = scripted(versus(ours, someone("Orc")), OURS_FIRST, until="spells")
    assert own.why_not("Anna: turn") == NO_TURNING


@pytest.mark.clause("classic.class.turning")
def test_an_acolyte_turns_as_a_cleric_of_the_first_level() -> None:
    ours = side({"Anna": {"monster": "acolyte", "hp": 5}})
    fight = versus(ours, undead("skeleton"), distance=60)
    answers = ["Anna: pass move", "Anna: turn"]
    assert turned(scripted(fight, OURS_FIRST + "2d6=3,4 2d6=1,1", answers, until="melee")) == ["Skeleton"]
    assert turned(scripted(fight, OURS_FIRST + "2d6=3,3", answers, until="melee")) == []


# --- classic.class.backstab


def thief(**keys: Any) -> Group:
    return someone("Anna", cls="thief", **({"gear": ["dagger"]} | keys))


def ambush(anna: Group, dice: str) -> Scene:
    """Anna comes upon an orc (AC 9: THAC0 19 needs a 10) that is surprised."""
    return scripted(versus(side(anna), side(someone("Orc", hp=30), surprised=True)), "d6=1 " + dice, until="round 2")


@pytest.mark.clause("classic.class.backstab")
def test_four_more_to_hit_and_double_damage() -> None:
    scene = ambush(thief(), "d20=6 d6=3")
    hit, dealt = scene.one("hit"), scene.one("damage")
    assert (hit.value, hit.because) == (6 + 4, {"from behind and unseen": 4})
    assert (dealt.value, dealt.because) == (2 * 3, {"doubled from behind": 3})
    assert ambush(thief(), "d20=5").one("miss").value == 5 + 4


@pytest.mark.clause("classic.class.backstab")
def test_the_whole_damage_is_doubled() -> None:
    scene = ambush(thief(STR=16, gear=["dagger +1"]), "d20=19 d6=3")
    assert scene.one("hit").value == 19 + 4 + 2 + 1
    assert scene.one("damage").value == 2 * (3 + 2 + 1)


@pytest.mark.clause("classic.class.backstab")
def test_the_surprise_is_over_with_the_free_round() -> None:
    scene = ambush(thief(), "d20=6 d6=3").play(OURS_FIRST + "d20=9")
    assert scene.one("miss").because == {}


@pytest.mark.clause("classic.class.backstab")
def test_not_for_other_classes_not_with_missiles_not_against_the_aware() -> None:
    assert ambush(someone("Anna", cls="fighter", STR=10, gear=["dagger"]), "d20=9").one("miss").because == {}
    orc = someone("Orc", conditions=["unaware"], position=[20, 0])
    archer = versus(side(thief(position=[0, 0], DEX=10)), side(orc, someone("Grub", position=[300, 0])))
    shot = scripted(archer, OURS_FIRST + "d20=8", ["Anna: pass move", "Anna: shoot Orc"])
    assert shot.one("miss").because == {"thrown": 0, "medium range": 0}
    orc = someone("Orc", position=[0, 0], ac=6, shield=1)
    flank = versus(side(someone("Bert", position=[5, 0]), thief(position=[-5, 0])), side(orc))
    blow = scripted(flank, OURS_FIRST + "d20=2 d20=11", until="Orc: move")
    assert blow.one("miss", who="Anna").because == {"no shield from behind": 1}
    assert ambush(thief(), "d20=5").one("miss").because == {"from behind and unseen": 4}


# --- classic.item.potion


def wounded(*gear: str, dice: str, answers: list[str], **anna: Any) -> Scene:
    """Anna has 2 of her 8 hit points left."""
    fight = versus(side(someone("Anna", gear=["sword", *gear], **anna), way_out=True), someone("Orc"))
    scene = scripted(fight, until="declare")
    scene["Anna"].hp = 2
    return scene.play(OURS_FIRST + dice, answers)


@pytest.mark.clause("classic.item.potion", "classic.spell.heal")
def test_a_potion_takes_the_rounds_action_in_the_melee_step() -> None:
    scene = wounded("healing potion", dice="d6=3", answers=["Anna: drink"])
    drunk = scene.one("declared", "classic.item.potion")
    assert (drunk.who, drunk.was) == ("Anna", 0)
    assert scene.one("heal").value == 3 + 1
    assert scene["Anna"].hp == 2 + 4
    acted = ("classic.round.action", "{who} has already shot, cast or struck this round")
    assert scene.why_not("Anna: strike Orc") == acted
    assert scene.book.phases[scene.fight.phase] == "melee"


NO_POTION = ("classic.item.potion", "{who} has no potion")


@pytest.mark.clause("classic.item.potion")
def test_who_has_none_or_has_drunk_it_has_no_potion() -> None:
    for potions, why in ((["healing potion"], NO_POTION), (["2 healing potion"], None)):
        scene = wounded(*potions, dice="d6=3 d20=2", answers=["Anna: drink"]).play(OURS_FIRST, until="Anna: strike")
        assert scene.why_not("Anna: drink") == why
        assert scene.one("declared", "classic.item.potion").was == len(potions[0].split()) - 2
    scene = scripted(versus(someone("Anna"), someone("Orc")), OURS_FIRST, until="Anna: strike")
    assert scene.why_not("Anna: drink") == NO_POTION


@pytest.mark.clause("classic.item.potion", "classic.round.action")
def test_not_after_a_blow_or_a_shot() -> None:
    scene = wounded("healing potion", dice="d20=2", answers=["Anna: strike Orc"])
    refused = scene.why_not("Anna: drink")
    assert refused is not None
    assert refused.clause == "classic.round.action"
    scene.play("d20=2 " + OURS_FIRST + "d6=1", ["Anna: drink"])
    assert scene.one("declared", "classic.item.potion").round == 2


@pytest.mark.clause("classic.item.potion")
def test_the_blind_drink_too_and_so_do_those_in_retreat() -> None:
    scene = wounded("healing potion", dice="d6=3", answers=["Anna: drink"], conditions=["blind"])
    assert scene.one("declared", "classic.item.potion").who == "Anna"
    scene = wounded("healing potion", dice="d6=3", answers=["Anna: retreat", "Anna: away", "Anna: drink"])
    assert scene.one("declared", "classic.item.potion").who == "Anna"
