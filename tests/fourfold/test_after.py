"""After the fight: who wakes, who dies, who is frail, and what days in bed do."""

from __future__ import annotations

import pytest
from fourfold.people import OURS_FIRST, THEIRS_FIRST, Scene, adventurer, scripted, side, someone, versus

from affray.engine.clauses import CLAUSES
from affray.engine.encounter import Member
from affray.rules import get
from affray.rules.book import Remark, Rest

BOOK = get("fourfold")
assert BOOK.after_fight
assert BOOK.rest


def left_with(scene: Scene, name: str, member: Member | None = None) -> tuple[Member, list[str]]:
    assert BOOK.after_fight
    changed, told = BOOK.after_fight(scene.fight, scene.number(name), member or Member(name=name))
    return changed, [CLAUSES[remark.clause].id for remark in told]


def days(member: Member, rest: Rest) -> tuple[Member, list[Remark]]:
    assert BOOK.rest
    return BOOK.rest(member, rest, lambda sides, count: 0)


def fallen(dice: str = "") -> Scene:
    ours = side(someone("Anna", hp=6), adventurer("Odo", "cleric", gear=["mace"]))
    return scripted(
        versus(ours, someone("Orc", hp=1)),
        THEIRS_FIRST + "d20=15 d6=6 " + dice,
        ["Odo: stabilise Anna"] if dice else (),
    )


@pytest.mark.clause("fourfold.damage.stabilise")
def test_the_stabilised_wake_with_1_hp_and_frail() -> None:
    changed, told = left_with(fallen("2d6=6,6"), "Anna")
    assert (changed.hp, changed.max_hp, changed.frail, changed.fate) == (1, 6, True, "")
    assert told == ["fourfold.damage.stabilise"]


@pytest.mark.clause("fourfold.damage.mortal")
def test_the_others_die() -> None:
    changed, told = left_with(fallen(), "Anna")
    assert (changed.fate, told) == ("dead", ["fourfold.damage.mortal"])
    slain = scripted(versus(someone("Anna"), someone("Orc", hp=1, frail=True)), OURS_FIRST + "d20=15 d6=1")
    assert left_with(slain, "Orc")[0].fate == "dead"


@pytest.mark.clause("fourfold.damage.stabilise")
def test_the_winners_go_on_until_their_dying_are_safe() -> None:
    """The orc falls in round 1 with Anna dying; Odo, who has acted, tries in rounds 2 and 3 (8 + 1, 8 + 2)."""
    scene = scripted(
        versus(side(someone("Anna", hp=6), adventurer("Odo", "cleric", gear=["mace"], heal=0)), someone("Orc", hp=1)),
        THEIRS_FIRST + "d20=15 d6=6 d20=18 d6=6 2d6=1,1 2d6=6,4",
        until="over",
    )
    assert [e.was for e in scene.events("check", "fourfold.damage.stabilise")] == [9, 10]
    changed, _ = left_with(scene, "Anna")
    assert (changed.hp, changed.frail, changed.fate) == (1, True, "")


@pytest.mark.clause("fourfold.damage.mortal", "fourfold.damage.stabilise")
def test_or_until_they_are_dead() -> None:
    ours = side(someone("Anna", hp=6), adventurer("Odo", "cleric", gear=["mace"], heal=0))
    scene = scripted(
        versus(ours, someone("Orc", hp=1)),
        THEIRS_FIRST + "d20=15 d6=6 d20=18 d6=6 " + "2d6=1,1 " * 5,
        until="over",
    )
    assert [e.was for e in scene.events("check", "fourfold.damage.stabilise")] == [9, 10, 11, 12, 13]
    assert (scene.fight.round, left_with(scene, "Anna")[0].fate) == (6, "dead")


@pytest.mark.clause("fourfold.damage.nonlethal")
def test_the_spared_are_not_frail() -> None:
    mace = adventurer("Anna", gear=["mace"])
    scene = scripted(versus(mace, someone("Orc", hp=1)), OURS_FIRST + "d20=15 d6=1", ["Anna: strike Orc to spare"])
    changed, told = left_with(scene, "Orc")
    assert (changed.hp, changed.frail, told) == (1, False, ["fourfold.damage.nonlethal"])


def test_who_stands_keeps_its_wounds_and_its_fate() -> None:
    changed, told = left_with(fallen(), "Odo", Member(name="Odo", fate="gone"))
    assert (changed.hp, changed.fate, told) == (8, "gone", [])
    woken, _ = left_with(fallen("2d6=6,6"), "Anna", Member(name="Anna", fate="out"))
    assert woken.fate == ""


@pytest.mark.clause("fourfold.damage.stabilise")
def test_the_frail_mend_by_magic_or_a_week_in_bed() -> None:
    frail = Member(name="Anna", hp=1, max_hp=9, frail=True)
    up, _ = days(frail, Rest(days=30))
    assert up.frail
    six, _ = days(frail, Rest(days=6, bed=True))
    assert (six.frail, six.rested) == (True, 6)
    seven, told = days(six, Rest(days=1, bed=True))
    assert (seven.frail, seven.rested) == (False, 0)
    assert CLAUSES[told[0].clause].id == "fourfold.damage.stabilise"
    broken, _ = days(six, Rest(days=1))
    assert (broken.frail, broken.rested) == (True, 0)
    magic, _ = days(frail, Rest(healed=4))
    assert (magic.frail, magic.hp) == (False, 5)
    sound, told = days(Member(name="Bert", hp=3, max_hp=5), Rest(healed=4))
    assert (sound.hp, told) == (5, [])


def test_who_is_not_frail_or_has_a_fate_is_left_alone() -> None:
    for member in (Member(name="Anna", hp=3), Member(name="Anna", frail=True, fate="dead")):
        assert days(member, Rest(days=9, bed=True)) == (member, [])


@pytest.mark.clause("fourfold.damage.stabilise")
def test_a_fight_interrupts_the_days_in_bed() -> None:
    scene = scripted(
        versus(someone("Anna", frail=True), someone("Orc", hp=1)), OURS_FIRST + "d20=15 d6=6", until="over"
    )
    changed, _ = left_with(scene, "Anna", Member(name="Anna", hp=8, max_hp=8, frail=True, rested=6))
    assert (changed.frail, changed.rested) == (True, 0)
    assert days(changed, Rest(days=1, bed=True))[0].frail
