"""Who is asked for reactions and extra turns: players by default, wherever they play."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from fixtures_play import _somewhere_else, sit  # noqa: F401

import affray
from affray.engine.state import Fight
from affray.engine.verbs import Answer, Question
from affray.rules.tempo import BOOK

OURS = {"react", "late", "riposte", "superior"}  # what two trained fighters with shields may be asked out of turn
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
    members:
      - Captain: {monster: captain, gear: [sword, shield], hp: 12, morale: 12, leader: true}
      - 2 guardsman: {gear: [spear, shield], hp: 5, morale: 12}
"""


@pytest.fixture
def guards(tmp_path: Path) -> Path:
    path = tmp_path / "guards.yaml"
    path.write_text(GUARDS, encoding="utf-8")
    return path


def questions_of(play: affray.Play, seed: int, most: int = 80) -> Counter[str]:
    """Answer at random; count what was asked, `die` for dice."""
    draw, asked = random.Random(seed), Counter[str]()
    for _ in range(most):
        if play.asks is None:
            break
        question = play.asks.question
        asked["die" if question is None else play.book.asks[question.ask]] += 1
        play.do(draw.choice(play.legal))
    return asked


@pytest.mark.usefixtures("_somewhere_else")
def test_at_the_terminal(guards: Path) -> None:
    """Everything is passed, and every question of a reaction is among what was printed."""
    shown = sit(f"{guards} --rules tempo --seed 3", *["pass"] * 40).stdout
    assert "another turn" in shown
    assert "   2  raise shield\n" in shown


def test_in_python(guards: Path) -> None:
    asked = Counter[str]()
    for seed in range(4):
        asked += questions_of(affray.start(guards, rules="tempo", seed=seed, players="party"), seed)
    assert set(asked) >= OURS
    assert not asked["die"]


def test_real_dice_are_asked_for_only_where_people_roll(guards: Path) -> None:
    asked = questions_of(affray.start(guards, rules="tempo", seed=3, players="party", dice=True), 3)
    assert asked["die"]
    assert asked["react"]
    left_to_the_tactic = {"party": {"rolls": "person", "targets": "person", "reactions": "tactic"}}
    asked = questions_of(affray.start(guards, rules="tempo", seed=3, players=left_to_the_tactic), 3)
    assert asked["die"]
    assert not OURS & set(asked)


def test_a_function_is_asked(guards: Path) -> None:
    draw, asked = random.Random(1), Counter[str]()

    def any_legal(f: Fight, q: Question, legal: list[Answer]) -> Answer:
        asked[BOOK.asks[q.ask]] += 1
        return draw.choice(legal)

    for seed in range(4):
        affray.start(guards, rules="tempo", seed=seed, tactics={"party": any_legal})
    assert set(asked) >= {"react", "riposte", "superior"}


def test_what_a_saved_fight_does_not_say_of_reactions(guards: Path, tmp_path: Path) -> None:
    """Reactions that are not named are decided as dice are, as they were before they had a topic of their own."""
    for rolls in ("person", "engine", "tactic"):
        people = {"party": {"rolls": rolls, "targets": "person"}}
        play = affray.start(guards, rules="tempo", seed=3, players=people)
        assert f'people: {{"party": {{"rolls": "{rolls}", "targets": "person"}}}}' in play.journal()
        assert ("react" in questions_of(play, 3)) == (rolls == "person")
    alone = affray.start(guards, rules="tempo", seed=3, players={"party": {"rolls": "engine", "reactions": "person"}})
    assert '"reactions": "person"' in alone.journal()
    alone.save(tmp_path / "alone.fight")
    again = affray.load(tmp_path / "alone.fight")
    assert again.setup.deciders == alone.setup.deciders
    assert set(questions_of(again, 3)) <= OURS
