"""What a blow does at once, and what its die must show: the duel (THAC0 19, 1d6 against AC 6, 6 hp) worked by hand."""

from __future__ import annotations

import pytest

import affray
from affray.exact.position import describe_needed_face, preview_attack
from affray.play.session import Play

HITS = (20 - (19 - 6) + 1) / 20  # 13 or more


def asked_to_strike(rules: str = "classic", dice: bool = False) -> Play:
    play = affray.start("duel", rules=rules, players=["fighter"], seed=1, dice=dice)
    while play.asks is not None and play.asks.die is not None:
        play.do([play.asks.die.sides])
    return play


def test_a_blow_lands_and_fells_as_often_as_the_numbers_say() -> None:
    play = asked_to_strike()
    found = {choice.words: preview_attack(play, choice) for choice in play.legal}
    struck = found["strike Orc"]
    assert struck is not None
    assert struck.hits == pytest.approx(HITS)
    assert struck.fells == pytest.approx(HITS / 6)  # a six takes all of 6 hp
    assert found["pass"] is None


def test_looking_at_it_changes_nothing() -> None:
    play = asked_to_strike()
    before = play.text()
    for choice in play.legal:
        preview_attack(play, choice)
    assert play.text() == before


def test_tempo_strikes_with_strength_against_its_own_armour() -> None:
    """1d20 + strength against AC: the share is that of the faces that reach it."""
    play = asked_to_strike("tempo")
    orc, fighter = play.state.who[1], play.state.who[0]
    faces = sum(face + fighter.strength >= orc.ac for face in range(1, 21))
    strike = next(choice for choice in play.legal if choice.words == "strike Orc")
    struck = preview_attack(play, strike)
    assert struck is not None
    assert struck.hits == pytest.approx(faces / 20)


def test_the_die_says_what_it_must_show() -> None:
    play = asked_to_strike(dice=True)
    play.do("strike Orc")
    assert play.asks is not None
    assert play.asks.die is not None
    assert (play.asks.die.sides, describe_needed_face(play)) == (20, "13 or more hits")
    play.do([13])
    assert (play.asks.die.sides, describe_needed_face(play)) == (6, "")  # of damage nothing is needed


def test_a_die_that_decides_no_blow_needs_nothing() -> None:
    play = affray.start("duel", players=["fighter"], seed=1, dice=True)
    assert play.asks is not None
    assert play.asks.die is not None  # for initiative
    assert describe_needed_face(play) == ""
