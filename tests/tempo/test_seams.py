"""What of this book a table may put into another: injuries, damage, the fourteen triggers."""

from __future__ import annotations

import helpers
import pytest
from helpers import OURS_FIRST, side, someone, versus
from tempo.people import heroes
from tempo.people import someone as tempo_someone

from affray import rules
from affray.engine.vocabulary import UNCONSCIOUS
from affray.houserules.plan import with_rules_at_seams
from affray.rules.tempo import BOOK

CLASSIC = rules.get("classic")
AT_ZERO = with_rules_at_seams(CLASSIC, {"zero": BOOK})
TRIGGERS = with_rules_at_seams(CLASSIC, {"morale.triggers": BOOK})
CHECK = with_rules_at_seams(CLASSIC, {"morale.check": BOOK, "damage": BOOK})


@pytest.mark.clause("tempo.injury", "tempo.damage")
def test_an_injury_save_in_the_classic_book() -> None:
    """An ogre has 10 + 4 there: 3 hp, 5 damage, 2 beyond 0; 3 + 14 reaches 17, a 2 does not."""
    fight = versus(someone("Anna"), someone("Ogre", monster="ogre", hp=3))
    held = helpers.scripted(fight, OURS_FIRST + "d20=20 d6=5 d20=3", book=AT_ZERO, until=lambda f: f.who[0].acted)
    assert (held["Ogre"].hp, held["Ogre"].able) == (0, True)
    assert held.one("check", "tempo.injury").was == 17
    failed = helpers.scripted(fight, OURS_FIRST + "d20=20 d6=5 d20=2", book=AT_ZERO, until="over")
    assert failed["Ogre"].conditions >> UNCONSCIOUS & 1


@pytest.mark.clause("tempo.morale.triggers")
def test_its_triggers_in_the_classic_book() -> None:
    """Twice the hit dice at the start of the round; classic's own check follows in the morale step."""
    ours = side(someone("Anna", hd=4), players=True)
    fight = versus(ours, someone("Orc", hd=1, morale=7))
    scene = helpers.scripted(
        fight, OURS_FIRST + "d20=1 2d6=1,1", book=TRIGGERS, until=lambda f: f.turn == 1 and f.phase > 9
    )
    assert scene.one("due", "tempo.morale.triggers").who == "Orc"
    assert scene.one("check", "classic.morale.check").was == 7


@pytest.mark.clause("tempo.morale.check")
def test_its_check_in_the_classic_book() -> None:
    """The first death of two: tempo's roll, and d3 from bare hands."""
    ours = side(someone("Anna", cls="fighter", STR=18), players=True)
    fight = versus(ours, side(someone("Orc", count=2, hp=1, morale=7)))
    scene = helpers.scripted(fight, OURS_FIRST + "d20=20 d3=1 2d6=6,6", book=CHECK, until="over")
    assert scene.one("check", "tempo.morale.check").value == 12
    assert scene.one("damage").value == 1


@pytest.mark.clause("classic.morale.triggers", "tempo.morale.check")
def test_another_books_triggers_are_heard_here() -> None:
    """Classic's first death: no quarter of eight, and yet they check before the next turn."""
    book = with_rules_at_seams(BOOK, {"morale.triggers": CLASSIC})
    theirs = side(tempo_someone("Orc", count=8, hp=1, morale=7, hd=1, strength=3))
    fight = versus(heroes(tempo_someone("Anna")), theirs, options={"injury.dc": "40"}, rules="tempo")
    dice = "d20=20 " + "d20=1 " * 8 + "d20=10 d6=6 d20=1 2d6=1,1"
    scene = helpers.scripted(fight, dice, book=book, until="Orc 2: turn")
    assert scene.one("due", "classic.morale.triggers").who == "Orc 1"
    assert scene.one("check", "tempo.morale.check").was == 7
