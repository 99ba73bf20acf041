"""After the fight: what it leaves, and what rest mends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers import versus
from tempo.people import heroes, scripted, someone

from affray.engine.clauses import CLAUSES
from affray.engine.encounter import Member
from affray.rules.book import Rest
from affray.rules.tempo.recovery import BREATHED, after, breath, rest


def four(sides: int, count: int) -> int:
    assert (sides, count) == (6, 1)
    return 4


HURT = Member(name="Anna", hp=1, max_hp=8)


@pytest.mark.clause("tempo.recovery")
def test_1d6_after_ten_quiet_minutes_and_no_more_than_there_were() -> None:
    assert breath(HURT, four)[0].hp == 5
    assert breath(replace(HURT, hp=6), four)[0].hp == 8
    whole = replace(HURT, hp=8)
    assert breath(whole, four) == (whole, [])
    once, _ = rest(HURT, Rest(days=0), four)
    assert once.hp == 5
    assert rest(once, Rest(days=0), four) == (once, [])  # once for each fight


@pytest.mark.clause("tempo.recovery")
def test_all_after_a_nights_sleep() -> None:
    member, remarks = rest(HURT, Rest(days=1), four)
    assert member.hp == 8
    assert len(remarks) == 1
    assert rest(HURT, Rest(days=1, sleep=False), four)[0].hp == 5


@pytest.mark.clause("tempo.recovery")
def test_a_wound_one_step_a_week_and_days_add_up() -> None:
    out = replace(HURT, wound="out of action")
    assert rest(out, Rest(days=6), four)[0].wound == "out of action"
    assert rest(out, Rest(days=7), four)[0].wound == "wounded"
    assert rest(out, Rest(days=14), four)[0].wound == ""
    six, _ = rest(out, Rest(days=6), four)
    assert rest(six, Rest(days=1), four)[0].wound == "wounded"


@pytest.mark.parametrize("spent", [Rest(days=0), Rest(days=9), Rest(days=9, tended=False), Rest(healed=5)])
@pytest.mark.parametrize("hp", [0, 1])
@pytest.mark.clause("tempo.recovery")
def test_no_rest_mends_the_petrified(hp: int, spent: Rest) -> None:
    """Neither at 0 hp nor above; who is out with a wound is tended like any other."""
    stone = replace(HURT, hp=hp, fate="out", wound="wounded")
    member, remarks = rest(stone, spent, four)
    assert member == stone
    assert [CLAUSES[each.clause].id for each in remarks] == ["tempo.recovery"]
    assert rest(replace(stone, wound="out of action"), Rest(days=7), four)[0].wound == "wounded"


@pytest.mark.clause("tempo.injury")
def test_the_dying_die_untended() -> None:
    dying = replace(HURT, wound="dying")
    assert rest(dying, Rest(tended=False), four)[0].fate == "dead"
    assert rest(dying, Rest(days=7), four)[0].wound == "out of action"


@pytest.mark.clause("tempo.injury", "tempo.damage")
def test_what_a_fight_leaves() -> None:
    """Anna, 1 hp, hit for 6, fails her save by 1: wounded at 0 hp."""
    fight = versus(heroes(someone("Anna", hp=1), someone("Bert")), someone("Orc", wits=20))
    scene = scripted(fight, "d20=1 d20=1 d20=20 d20=12 d6=6 d20=9", until=lambda f: f.who[2].acted)
    before = Member(name="Anna", hp=1, rested=3, notes=(BREATHED, "limps"))
    member, remarks = after(scene.fight, 0, before)
    assert member.notes == ("limps",)
    assert (member.hp, member.max_hp, member.wound, member.fate, member.rested) == (0, 1, "wounded", "", 0)
    assert len(remarks) == 2
    assert after(scene.fight, 1, Member(name="Bert"))[1] == []
