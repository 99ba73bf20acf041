"""After the fight in the vanguard book, clause by clause: the fallen, sleep, and negative levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import Scene, versus
from vanguard.people import players, scripted, someone

from affray.cli import main
from affray.engine.clauses import CLAUSES
from affray.engine.encounter import Member, Party
from affray.engine.state import Combatant
from affray.engine.vocabulary import DEAD
from affray.party import party_from_text, party_to_yaml, read_party, write_party
from affray.party.aftermath import member_after_fight
from affray.rules.book import Remark, Rest
from affray.rules.vanguard.recovery import after, care, rest


def rolls(*shown: tuple[int, int, int]) -> Callable[[int, int], int]:
    """A die that is asked for just these: sides, how many, and what they show together."""
    left = list(shown)

    def die(sides: int, count: int) -> int:
        asked = left.pop(0)
        assert (sides, count) == asked[:2]
        return asked[2]

    return die


def clauses(remarks: list[Remark]) -> list[str]:
    return [CLAUSES[remark.clause].id for remark in remarks]


OUT = Member(name="Anna", hp=0, max_hp=7, fate="out")
NO_DICE = rolls()


def fell(*dice: str, **anna: Any) -> Scene:
    """Anna of 8 hp falls to the Orc's 8 points, and makes her death save."""
    orc = someone("Orc", damage="1d6+7", **{"combat bonus": 20})
    fight = versus(players(someone("Anna", **{"hp": 8} | anna), someone("Bert", hp=99)), orc)
    return scripted(fight, " ".join(("d6=1 d6=1 d20=10 d6=1 d20=10", *dice)), until=lambda f: f.who[2].acted)


def carried(scene: Scene) -> tuple[Member, list[str]]:
    who = scene["Anna"]
    member, remarks = after(scene.fight, 0, Member(name="Anna", hp=max(0, who.hp), max_hp=who.max_hp))
    return member, clauses(remarks)


# --- what a fight leaves


@pytest.mark.clause("vanguard.death.mark", "vanguard.death.aftermath")
def test_the_fallen_are_out_and_marked() -> None:
    member, said = carried(fell("d6=4"))
    assert (member.hp, member.max_hp, member.fate) == (0, 7, "out")
    assert len(member.marks) == 1
    assert said == ["vanguard.death.mark", "vanguard.death.aftermath"]


@pytest.mark.clause("vanguard.death.mark")
def test_the_doomed_are_dead() -> None:
    member, said = carried(fell("d6=4 d4=2", DEX=3))
    assert (member.fate, said[-1]) == ("dead", "vanguard.death.mark")


@pytest.mark.clause("vanguard.unarmed")
def test_who_was_knocked_out_has_one_hp() -> None:
    fist = someone("Orc", cls="fighter", STR=10)
    fight = versus(fist, players(someone("Anna", hp=2), someone("Bert")))
    scene = scripted(fight, "d6=1 d6=1 d20=19 d3=2 d4=1", until=lambda f: f.who[0].acted)
    member, remarks = after(scene.fight, 1, Member(name="Anna", hp=0, max_hp=2))
    assert (member.hp, member.fate, clauses(remarks)) == (1, "", ["vanguard.unarmed"])


@pytest.mark.clause("vanguard.drain", "vanguard.drain.death")
def test_negative_levels_are_carried_on_and_the_drained_may_rise() -> None:
    wight = someone("Wight", monster="wight", hp=30, **{"combat bonus": 20})

    def touched(level: int) -> tuple[Member, list[str]]:
        anna = someone("Anna", cls="fighter", level=level, hp=12)
        fight = versus(players(anna, someone("Bert", hp=99)), wight)
        done = scripted(fight, "d6=1 d6=1 d20=15 d8=5", until=lambda f: f.who[2].acted and f.act.victims_left == 0)
        return carried(done)

    member, said = touched(3)
    assert (member.negative_levels, member.drained, said) == (1, 5, ["vanguard.drain"])
    assert touched(1)[1] == ["vanguard.drain", "vanguard.drain.death"]


# --- vanguard.death.aftermath


@pytest.mark.clause("vanguard.death.aftermath")
def test_untended_it_dies_in_3d6_hours() -> None:
    member, remarks = rest(OUT, Rest(tended=False), rolls((6, 3, 11)))
    assert member.fate == "dead"
    assert "11 hours" in remarks[0].words


@pytest.mark.parametrize(("days", "hp", "fate"), [(3, 0, "out"), (4, 1, ""), (6, 1 + 2, "")])
@pytest.mark.clause("vanguard.death.aftermath")
def test_tended_it_has_one_hp_after_1d4_and_a_day(days: int, hp: int, fate: str) -> None:
    """The die shows 3: four days of care; what is left over is rest."""
    member, _ = rest(OUT, Rest(days=days), rolls((4, 1, 3)))
    assert (member.hp, member.fate) == (hp, fate)


@pytest.mark.clause("vanguard.death.aftermath")
def test_the_days_of_care_are_rolled_once() -> None:
    member, _ = rest(OUT, Rest(days=1), rolls((4, 1, 3)))
    member, _ = rest(member, Rest(days=2), NO_DICE)
    assert (member.fate, care(member)) == ("out", (4, 3))
    member, _ = rest(member, Rest(days=1), NO_DICE)
    assert (member.fate, member.hp, member.notes) == ("", 1, ())


@pytest.mark.clause("vanguard.death.aftermath")
def test_healed_by_magic_it_wakes_in_minutes() -> None:
    member, remarks = rest(OUT, Rest(days=1, healed=4), rolls((6, 3, 9)))
    assert (member.fate, member.hp) == ("", 4 + 1)
    assert "9 minutes" in remarks[0].words


# --- vanguard.rest.heal


@pytest.mark.parametrize(("days", "hp"), [(1, 4), (3, 6), (9, 8)])
@pytest.mark.clause("vanguard.rest.heal")
def test_a_hit_point_a_day_and_never_above_the_maximum(days: int, hp: int) -> None:
    member, remarks = rest(Member(name="Anna", hp=3, max_hp=8), Rest(days=days), NO_DICE)
    assert member.hp == hp
    assert clauses(remarks) == ["vanguard.rest.heal"]


@pytest.mark.clause("vanguard.rest.sleepless")
def test_without_sleep_there_is_none_and_each_day_counts() -> None:
    member, remarks = rest(Member(name="Anna", hp=3, max_hp=8, sleepless=1), Rest(days=2, sleep=False), NO_DICE)
    assert (member.hp, member.sleepless) == (3, 3)
    assert clauses(remarks) == ["vanguard.rest.sleepless"]


@pytest.mark.clause("vanguard.rest.sleepless", "vanguard.rest.heal")
def test_a_nights_sleep_takes_it_away() -> None:
    member, _ = rest(Member(name="Anna", hp=3, max_hp=8, sleepless=4), Rest(), NO_DICE)
    assert (member.hp, member.sleepless) == (4, 0)


@pytest.mark.clause("vanguard.rest.heal")
def test_magic_heals_beside_the_rest() -> None:
    assert rest(Member(name="Anna", hp=3, max_hp=9), Rest(healed=4), NO_DICE)[0].hp == 3 + 4 + 1


# --- vanguard.drain, vanguard.drain.recover

DRAINED = Member(name="Anna", hp=20, max_hp=20, negative_levels=3, drained=13)


@pytest.mark.clause("vanguard.drain")
def test_what_is_given_back_is_exact() -> None:
    """13 over 3: 13/3 is 4, 9/2 is 4½ and so 5, 4/1 is 4; together all that was lost."""
    member, given = DRAINED, []
    for _ in range(3):
        before = member.max_hp
        member, _ = rest(member, Rest(days=0, lifted=1), NO_DICE)
        given.append(member.max_hp - before)
    assert given == [4, 5, 4]
    assert (member.max_hp, member.drained, member.negative_levels) == (33, 0, 0)


@pytest.mark.parametrize("lost", range(1, 40))
@pytest.mark.parametrize("levels", [1, 2, 3, 5])
@pytest.mark.clause("vanguard.drain")
def test_all_of_it_comes_back_whatever_was_lost(lost: int, levels: int) -> None:
    member = replace(DRAINED, negative_levels=levels, drained=lost)
    member, _ = rest(member, Rest(days=0, lifted=levels), NO_DICE)
    assert (member.max_hp, member.drained) == (20 + lost, 0)


@pytest.mark.parametrize(("days", "levels"), [(6, 3), (7, 2), (13, 2), (14, 1), (21, 0), (70, 0)])
@pytest.mark.clause("vanguard.drain.recover")
def test_one_a_week(days: int, levels: int) -> None:
    """In one piece, or day by day; another week takes another."""
    at_once, _ = rest(DRAINED, Rest(days=days), NO_DICE)
    member = DRAINED
    for _ in range(days):
        member, _ = rest(member, Rest(days=1), NO_DICE)
    assert at_once.negative_levels == member.negative_levels == levels
    assert rest(member, Rest(days=7), NO_DICE)[0].negative_levels == max(0, levels - 1)


@pytest.mark.clause("vanguard.drain.recover")
def test_remove_curse_takes_one_away_at_once() -> None:
    member, remarks = rest(DRAINED, Rest(days=0, lifted=1), NO_DICE)
    assert (member.negative_levels, member.drained) == (2, 9)
    assert clauses(remarks) == ["vanguard.drain.recover", "vanguard.drain"]


@pytest.mark.clause("vanguard.drain.recover")
def test_no_more_are_lifted_than_there_are() -> None:
    member, remarks = rest(DRAINED, Rest(days=0, lifted=9), NO_DICE)
    assert (member.negative_levels, clauses(remarks).count("vanguard.drain.recover")) == (0, 3)


def test_the_dead_do_not_rest() -> None:
    dead = Member(name="Anna", hp=0, fate="dead")
    assert rest(dead, Rest(days=9), NO_DICE) == (dead, [])


# --- what a party file must hold


@pytest.mark.parametrize(
    ("dice", "damage", "keys", "fate"),
    [
        ("d6=4", "1d6+7", {}, "out"),
        ("d6=4 d4=2", "1d6+7", {"DEX": 3}, "dead"),  # an ability under 3
        ("d6=1 d4=2", "1d6", {"hp": 1}, "dead"),  # no hit points left
    ],
)
@pytest.mark.clause("vanguard.death.mark")
def test_every_fate_can_be_read_again(dice: str, damage: str, keys: dict[str, Any], fate: str) -> None:
    orc = someone("Orc", damage=damage, **{"combat bonus": 20})
    fight = versus(players(someone("Anna", **{"hp": 8} | keys), someone("Bert", hp=99)), orc)
    scene = scripted(fight, f"d6=1 d6=1 d20=10 d6=1 d20=10 {dice}", until=lambda f: f.who[2].acted)
    assert written(scene).fate == fate
    scene["Anna"].conditions |= 1 << DEAD  # and if somebody stabs her where she lies
    assert written(scene).fate == "dead"


def written(scene: Scene) -> Member:
    """Anna as a party file gives her back."""
    began, now = Combatant(abilities=[10] * 6), scene["Anna"]
    member = member_after_fight(scene.fight, began, now, Member(name="Anna", cls="fighter"), scene.roster.arms)
    member, _ = after(scene.fight, 0, member)
    assert party_from_text(party_to_yaml(Party("Ours", (member,)))).members == (member,)
    return member


@pytest.mark.clause("vanguard.death.mark")
def test_the_mark_of_the_doomed_says_that_nothing_raises_them() -> None:
    assert "resurrection" in carried(fell("d6=4 d4=2", DEX=3))[0].marks[0]
    assert "resurrection" not in carried(fell("d6=4"))[0].marks[0]


@pytest.mark.parametrize("spent", [Rest(days=9), Rest(days=9, tended=False), Rest(healed=5)])
@pytest.mark.clause("vanguard.death.aftermath")
def test_the_petrified_neither_wake_nor_die_in_bed(spent: Rest) -> None:
    stone = Member(name="Anna", hp=5, max_hp=7, fate="out")
    member, remarks = rest(stone, spent, NO_DICE)
    assert member == stone
    assert clauses(remarks) == ["vanguard.death.aftermath"]


@pytest.mark.clause("vanguard.drain.recover", "vanguard.death.aftermath")
def test_days_of_care_count_towards_the_week() -> None:
    """Two days awake, four in bed, one awake: a week."""
    member, _ = rest(DRAINED, Rest(days=2), NO_DICE)
    member, _ = rest(replace(member, hp=0, fate="out"), Rest(days=3), rolls((4, 1, 3)))
    assert (member.fate, member.rested) == ("out", 5)
    member, remarks = rest(member, Rest(days=2), NO_DICE)
    assert (member.fate, member.negative_levels) == ("", 2)
    assert "vanguard.drain.recover" in clauses(remarks)


@pytest.mark.clause("vanguard.drain.recover")
def test_remove_curse_leaves_one_at_zero_where_it_lies() -> None:
    """It takes no days: nobody dies of it untended, and no care is rolled."""
    lies = replace(DRAINED, hp=0, fate="out")
    for tended in (True, False):
        member, _ = rest(lies, Rest(days=0, lifted=1, tended=tended), NO_DICE)
        assert (member.hp, member.fate, member.negative_levels) == (0, "out", 2)


@pytest.mark.clause("vanguard.drain.recover")
def test_remove_curse_takes_no_day(tmp_path: Path) -> None:
    file = tmp_path / "party.yaml"
    write_party(file, Party("Lanterns", (replace(DRAINED, cls="fighter", level=4),)))
    main(["rest", str(file), "--rules", "vanguard", "--days", "0", "--remove-curse", "1"], standalone_mode=False)
    (anna,) = read_party(file).members
    assert (anna.negative_levels, anna.drained) == (2, 13 - 4)  # 13 over 3: 4, 5, 4
