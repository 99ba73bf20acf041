"""One fight with everything a score is spent on, every score before and after in the log."""

from __future__ import annotations

import pytest
from helpers import side, versus
from tempo.people import heroes, scores, scripted, someone

import affray
from affray.engine.clauses import BY_ID
from affray.engine.events import KINDS

SPENT = {number for id, number in BY_ID.items() if id.startswith("tempo.")}


@pytest.mark.clause("tempo.initiative.superior", "tempo.reaction.cost", "tempo.reaction.guard", "tempo.initiative.zero")
def test_anna_spends_all_she_has() -> None:
    """Anna (wits 10, strength 12, AC 20, trained, shield) against Orc (wits 12) and Ogre (wits 8), strength 10 both.

    Scores: Anna 18 + 10 = 28, Orc 10 + 12 = 22, Ogre 6 + 8 = 14."""
    anna = someone("Anna", strength=12, trained=True, hp=12, shield=1)
    fight = versus(heroes(anna), side(someone("Orc", wits=12, hp=20), someone("Ogre", wits=8, hp=20)))
    scene = scripted(
        fight,
        "d20=18 d20=10 d20=6 "
        # Anna acts: 5 + 12 misses AC 20; superior initiative 28 → 18
        "d20=5 "
        # Orc at 22: 14 + 10 = 24 would hit; the shield after the roll 18 → 13: 15 + 12 = 27, a miss
        "d20=14 d20=15 "
        # Anna's second turn at 13 comes after Ogre's 14: 3 + 10 misses, she ripostes 13 → 3: 9 + 12 hits for 4
        "d20=3 d20=9 d6=4 "
        # her turn at 3: 2 + 12 misses
        "d20=2 "
        # round 2: Orc, now the highest, misses with 4 + 10; another riposte 3 → 0 misses with 1 + 12
        "d20=4 d20=1 "
        # Ogre at 14 hits her: 11 + 10 = 21 against 20, for 3
        "d20=11 d6=3 "
        # her turn at 0: Orc takes the chance, 22 → 17, 13 + 10 hits for 5; then she re-orients, the worse of 16 and 7
        "d20=13 d6=5 d20=16 d20=7",
        [
            "Anna: strike Orc",
            "Anna: another turn",
            "Orc: strike Anna",
            "Anna: pass react",
            "Anna: late shield",
            "Ogre: strike Anna",
            "Anna: pass react",
            "Anna: riposte",
            "Anna: strike Orc",
            "Orc: strike Anna",
            "Anna: pass react",
            "Anna: riposte",
            "Ogre: strike Anna",
            "Orc: take the chance",
            "Anna: re-orient",
        ],
        until=lambda f: f.round == 2 and f.who[0].tempo.score == 17,
    )
    assert [(e.clause, e.was, e.value) for e in scene.events("score", who="Anna")] == [
        ("tempo.initiative.roll", 0, 28),
        ("tempo.initiative.superior", 28, 18),
        ("tempo.reaction.cost", 18, 13),
        ("tempo.reaction.cost", 13, 3),
        ("tempo.reaction.cost", 3, 0),
        ("tempo.initiative.reorient", 0, 17),
    ]
    assert scores(scene, "Orc") == [(0, 22), (22, 17)]
    assert scores(scene, "Ogre") == [(0, 14)]
    struck = [(e.kind, e.who, e.other, e.value, e.was) for e in scene.events() if e.kind in ("hit", "miss")]
    assert struck == [
        ("miss", "Anna", "Orc", 17, 20),
        ("miss", "Orc", "Anna", 24, 27),
        ("miss", "Ogre", "Anna", 13, 20),
        ("hit", "Anna", "Ogre", 21, 20),
        ("miss", "Anna", "Orc", 14, 20),
        ("miss", "Orc", "Anna", 14, 20),
        ("miss", "Anna", "Orc", 13, 20),
        ("hit", "Ogre", "Anna", 21, 20),
        ("hit", "Orc", "Anna", 23, 20),
    ]
    assert (scene["Anna"].hp, scene["Orc"].hp, scene["Ogre"].hp) == (12 - 3 - 5, 20, 20 - 4)
    last = scene.events("score", who="Anna")[-1]
    assert {"flat-footed: a penalty die", "penalty: the worst die counts"} <= set(last.because)


def test_every_change_of_a_score_has_before_and_after() -> None:
    """In any fight: what a score was is what it had become by the last event about it."""
    for number in range(20):
        play = affray.start("king", rules="tempo", seed=number)
        now: dict[int, int] = {}
        for event in play.log:
            if KINDS[event.kind] == "score" and event.clause in SPENT:
                assert event.was == now.get(event.who, 0)
                now[event.who] = event.value
        assert all(play.state.who[who].tempo.score == score for who, score in now.items())
