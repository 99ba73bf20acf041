"""The creatures of the classic book in every book: each can be put into a fight, and what no rule covers is counted."""

from __future__ import annotations

import pytest

import affray
from affray import rules, scenario
from affray.content.entries import load_content
from affray.engine.encounter import Member
from affray.packs.entries import trial_problem

NAMES = sorted(load_content("classic", "monsters.yaml"))
NOTED = 32  # creatures that can do something in a fight that no rule covers; a rule that covers it takes them off


@pytest.mark.parametrize("book", rules.NAMES)
def test_every_creature_can_be_put_into_a_fight(book: str) -> None:
    assert {name: said for name in NAMES if (said := trial_problem({}, Member(kind=name), rules.get(book)))} == {}


@pytest.mark.parametrize("book", rules.NAMES)
def test_few_creatures_do_what_no_rule_covers(book: str) -> None:
    kinds = rules.get(book).setup().library.monsters
    noted = [name for name in NAMES if kinds[name].notes]
    assert len(noted) == NOTED
    assert len(noted) < len(NAMES) / 4


def test_the_referee_is_told_what_no_rule_covers() -> None:
    text = "sides: {us: {members: [Hero: {class: fighter}]}, them: {members: [fire giant]}}"
    fight = affray.start(scenario.read(text), seed=1)
    assert fight.roster.asides == ("", "Fire does it no harm. Hurls boulders for 3d6, up to 200 feet.")
