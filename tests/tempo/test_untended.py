"""tempo.injury.untended: what becomes of the fallen of a beaten side."""

from __future__ import annotations

import pytest
from helpers import Scene, versus
from tempo.people import FIRST, scripted, someone

from affray.engine.vocabulary import DEAD, DYING

CLAUSE = "tempo.injury.untended"


def beaten(untended: str, injury_save: int, *more: str) -> Scene:
    """Anna deals 6 to an orc with 1 hp: 5 beyond 0, and an injury save of strength 1 against 20."""
    fight = versus(someone("Anna"), someone("Orc", hp=1, strength=1), options={"injury.untended": untended})
    return scripted(fight, " ".join((f"{FIRST}d20=15 d6=6 d20={injury_save}", *more)), until="over")


@pytest.mark.clause(CLAUSE)
@pytest.mark.parametrize("untended", ["dying", "fallen"])
def test_the_dying_of_a_beaten_side_die(untended: str) -> None:
    """1 + 1 is 18 short of 20: dying."""
    scene = beaten(untended, 1, "d6=3")
    assert scene.one("dead", CLAUSE).who == "Orc"
    assert scene.side("theirs").dead == 1
    kinds = [event.kind for event in scene.events()]
    assert kinds.index("dead") < kinds.index("end")


def test_by_option_the_log_leaves_them_dying() -> None:
    scene = beaten("nobody", 1, "d6=3")
    assert scene.events("dead") == []
    assert scene["Orc"].conditions >> DYING & 1


@pytest.mark.clause(CLAUSE)
def test_by_option_whoever_is_out_of_action_is_dead() -> None:
    """18 + 1 is 1 short: out at the first failure, and not dying."""
    assert beaten("fallen", 18).one("dead", CLAUSE).who == "Orc"


def test_who_is_out_of_action_lives() -> None:
    scene = beaten("dying", 18)
    assert scene.events("dead") == []
    assert not scene["Orc"].conditions >> DEAD & 1
