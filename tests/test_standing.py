"""Standing answers: always, never or ask, by combatant, kind of question and price, and changed at any time."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from affray.errors import AffrayError

GUARDS = """
title: Two guards at a door
distance: contact
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 3, gear: [plate mail, shield, sword], hp: 18}
      - Bran: {class: fighter, level: 3, gear: [chain mail, shield, sword], hp: 15}
  guards:
    surprised: false
    tactic: random
    members:
      - Captain: {monster: captain, gear: [sword, shield], hp: 30, morale: 12, leader: true}
      - Guard: {monster: captain, gear: [spear, shield], hp: 30, morale: 12}
"""


@pytest.fixture
def fight(tmp_path: Path) -> affray.Play:
    path = tmp_path / "guards.yaml"
    path.write_text(GUARDS, encoding="utf-8")
    return affray.start(path, rules="tempo", seed=3, players="party")


def asked(play: affray.Play, most: int = 60) -> set[tuple[str, str]]:
    """Pass, and return who was asked what."""
    found = set()
    for _ in range(most):
        if play.asks is None or play.asks.question is None:
            break
        found.add((play.asks.who, play.book.asks[play.asks.question.ask]))
        play.do("pass")
    return found


def shields(play: affray.Play) -> int:
    return play.log.text().count("to defend before the roll")


def test_without_one_everything_is_asked(fight: affray.Play) -> None:
    assert asked(fight) >= {("Anna", "react"), ("Bran", "react"), ("Anna", "late")}
    assert shields(fight) == 0


def test_always_takes_what_is_offered(fight: affray.Play) -> None:
    fight.always("Anna", "react")
    found = asked(fight)
    assert ("Anna", "react") not in found
    assert ("Bran", "react") in found
    assert shields(fight) > 0


def test_never_passes_for_everyone_and_one_may_be_asked_all_the_same(fight: affray.Play) -> None:
    fight.never("*", "react")
    fight.ask_again("Bran", "react")
    found = asked(fight)
    assert ("Anna", "react") not in found
    assert ("Bran", "react") in found
    fight.ask_again("*", "react")
    fight.ask_again("Bran", "react")
    assert fight.standing_answers == []


@pytest.mark.parametrize(("most", "raised"), [(1, False), (2, True), (9, True)])
def test_a_price_may_limit_it(fight: affray.Play, most: int, raised: bool) -> None:
    """A shield before the roll costs 2 (tempo.reaction.cost)."""
    fight.always("*", "react", "raise shield", most=most)
    asked(fight)
    assert (shields(fight) > 0) == raised


@pytest.mark.parametrize(("least", "passed"), [(10, True), (11, False)])
def test_what_costs_much_may_be_passed(fight: affray.Play, least: int, passed: bool) -> None:
    """Another turn costs 10 (tempo.initiative.superior)."""
    fight.never("*", "superior", least=least)
    assert ("superior" in {ask for _, ask in asked(fight, 200)}) != passed


def test_several_prices_hold_beside_each_other_and_are_ended_one_by_one(fight: affray.Play) -> None:
    fight.always("Anna", "react", "raise shield", most=2)
    fight.never("Anna", "react", least=6)
    said = [entry.fields[2] for entry in fight.standing_answers]
    assert said == ["raise shield for 2 or less", "pass for 6 or more"]
    fight.always("Anna", "react", "ask for 2 or less")
    assert [entry.fields[2] for entry in fight.standing_answers] == ["pass for 6 or more"]
    fight.never("Anna", "react")
    assert [entry.fields[2] for entry in fight.standing_answers] == ["pass"]


def test_they_are_journaled_undone_and_replayed(fight: affray.Play, tmp_path: Path) -> None:
    fight.always("Anna", "react", most=2)
    assert fight.lines[-1].startswith("always Anna react 'yes for 2 or less'")
    fight.undo()
    assert fight.standing_answers == []
    fight.redo()
    asked(fight)
    fight.save(tmp_path / "guards.fight")
    again = affray.load(tmp_path / "guards.fight")
    assert again.log.text() == fight.log.text()
    assert again.standing_answers == fight.standing_answers


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (("Nobody", "react", "pass"), "Nobody"),
        (("Anna", "sing", "pass"), "sing"),
        (("Anna", "turn", "yes"), "nothing to say yes to"),
        (("*", "react", "jump"), "unknown answer to 'react' 'jump'; expected one of .*raise"),
    ],
)
def test_what_makes_no_sense_is_refused(fight: affray.Play, said: tuple[str, str, str], why: str) -> None:
    with pytest.raises(AffrayError, match=why):
        fight.always(*said)


def test_where_nothing_has_a_price_none_can_be_named() -> None:
    with pytest.raises(AffrayError, match="nothing has a price in classic"):
        affray.start("orcs", players="party").never("*", "move", least=2)
