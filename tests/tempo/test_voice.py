"""Questions and answers in words, and back; the referee's word."""

from __future__ import annotations

import pytest
from helpers import Scene, side, versus
from tempo.people import duel, heroes, offered, scripted, someone, told

import affray
from affray.engine.state import MOST_COMBATANTS
from affray.engine.verbs import YES, Answer, Question
from affray.engine.vocabulary import UNCONSCIOUS
from affray.errors import AffrayError
from affray.rules.tempo import questions as A

BOOK = affray.rules.get("tempo")
KIT = {
    "cls": "elf",
    "level": 3,
    "gear": ["sword", "short bow", "shield", "healing potion"],
    "spells": ["sleep", "light"],
}


def rich() -> Scene:
    ours = heroes(someone("Anna", **KIT), someone("Man", henchman=True), someone("Bert", wound="dying"))
    theirs = side(someone("Orc", monster="troll", hp=9), someone("Ogre", conditions=["unaware"]))
    return scripted(
        versus(ours, theirs, ledge=True), "d20=20 d20=1 d20=1 d20=1", ["Anna: cast sleep"], until="Anna: turn"
    )


@pytest.mark.parametrize("ask", A.ASKS)
def test_every_legal_answer_is_said_and_read_back(ask: str) -> None:
    scene = rich()
    number = A.ASKS.index(ask)
    referee = ask in ("ambush", "loosed")
    scene["Anna"].tempo.threatened_foe = 3
    q = Question(number, -2 if referee else 0, 0 if referee else 3, 4)
    for given in BOOK.legal_answers(scene.fight, q):
        if given.kind:
            said = BOOK.say_answer(scene.fight, scene.roster, q, given)
            assert BOOK.parse_answer(scene.fight, scene.roster, q, said) == given
    assert BOOK.parse_answer(scene.fight, scene.roster, q, "pass") == Answer(0)


def test_places_and_heights_are_said_in_feet() -> None:
    scene, q = rich(), Question(A.TURN, 0, 0, 0)
    for given in (Answer(A.GO, -125, 400), Answer(A.RISE, -1, 55)):
        said = BOOK.say_answer(scene.fight, scene.roster, q, given)
        assert BOOK.parse_answer(scene.fight, scene.roster, q, said) == given
    with pytest.raises(AffrayError, match="expected `go X Y`"):
        BOOK.parse_answer(scene.fight, scene.roster, q, "go 5")


def test_every_question_has_a_sentence() -> None:
    assert len(BOOK.sentences) == len(BOOK.asks) == len(BOOK.topics) == len(BOOK.clauses)


def test_the_referee_sets_scores_and_hp_and_brings_newcomers() -> None:
    scene = duel(until="Anna: turn")
    scene.script.fallen = [(20, 7)]
    f, roster = scene.fight, scene.roster
    BOOK.referee_command(f, roster, ["score", "Orc", "22"])
    BOOK.referee_command(f, roster, ["hp", "Anna", "0"])
    assert (f.who[1].tempo.score, f.who[0].hp, f.who[0].in_fight) == (22, 0, True)
    roster = BOOK.referee_command(f, roster, ["add", "orc", "theirs"])
    assert (roster.who[-1], f.who[-1].tempo.score, f.who[-1].strength) == ("Orc 2", 7 + 10, 11)
    with pytest.raises(AffrayError):
        BOOK.referee_command(f, roster, ["sing", "Anna"])


@pytest.mark.clause("affray.answer")
def test_an_answer_must_fit_its_question() -> None:
    scene = rich()
    q = Question(A.TURN, 0, 0, 0)
    scene["Ogre"].in_fight = False
    unfit = {
        Answer(A.FORCE): "that is no answer to this question",
        Answer(A.DEFEND, 3): "that is no answer to this question",
        Answer(A.HIT, 99): "there is no such combatant",
        Answer(A.HIT, scene.number("Ogre")): "{other} is no longer in the fight",
        Answer(A.HIT, scene.number("Man")): "{other} is on the same side",
        Answer(A.APPROACH, 0): "that is {who}",
    }
    for given, words in unfit.items():
        refused = scene.refused(q, given)
        assert refused is not None
        assert (refused.clause, refused.words) == ("affray.answer", words)


@pytest.mark.parametrize(
    ("ask", "now", "before"),
    [
        ("react", "raise shield", "shield"),
        ("late", "raise shield late", "late shield"),
        ("opening", "strike", "take the chance"),
        ("threaten", "hold at arrow-point", "only aim"),
        ("loosed", "loose the arrow", "loosed"),
        ("turn", "put weapon away", "draw unarmed"),
        ("turn", "move away", "away"),
        ("breather", "look around", "look"),
        ("press", "fight on", "force"),
    ],
)
def test_the_words_of_saved_fights_are_understood(ask: str, now: str, before: str) -> None:
    scene, q = rich(), Question(A.ASKS.index(ask), 0, 3, 0)
    given = BOOK.parse_answer(scene.fight, scene.roster, q, before)
    assert BOOK.say_answer(scene.fight, scene.roster, q, given) == now
    assert BOOK.parse_answer(scene.fight, scene.roster, q, now) == given


def test_questions_tell_the_price() -> None:
    play = affray.start("duel", rules="tempo", seed=1, players="fighter", options={"superior.cost": "7"})
    while play.asks and "another turn" not in play.asks.what:
        play.do("pass")
    assert play.asks is not None
    assert play.asks.what == "Fighter: take another turn (7 points)?"


def test_nobody_raises_a_shield_they_do_not_have() -> None:
    """The trained defend without one; whatever either is told is understood of both."""
    for gear, words in (
        (["sword", "shield"], ("raise shield", "raise shield late")),
        (["sword"], ("defend", "defend late")),
    ):
        scene = duel(until="Anna: turn", anna={"cls": "fighter", "level": 3, "gear": gear})
        for ask, said in zip((A.REACT, A.LATE), words, strict=True):
            q = Question(ask, 0, 1, 2)
            assert BOOK.say_answer(scene.fight, scene.roster, q, Answer(YES)) == said
            for other in (said, "raise shield" if ask == A.REACT else "raise shield late"):
                assert BOOK.parse_answer(scene.fight, scene.roster, q, other) == Answer(YES)


def test_late_defences_and_orders_tell_theirs_too() -> None:
    """Their value is the roll that hits, and the order with whom it is about."""
    scene = duel(until="Anna: turn")
    assert BOOK.phrase is not None
    late = BOOK.phrase(scene.fight, Question(A.LATE, 0, 1, 23))[0]
    assert late == "{other} will hit {who} with {value}: defend after all (5 points)?"
    for act, words in ((A.ATTACK, "attack"), (A.SHOOTING, "shoot"), (A.DEFENCE, "defend"), (A.RETREAT, "fall back")):
        obey = BOOK.phrase(scene.fight, Question(A.OBEY, 0, 1, act * MOST_COMBATANTS + 1))[0]
        assert obey == f"{{who}}: obey {{other}}'s order to {words} (10 points)?"


def test_nobody_is_told_the_price_of_a_defence_they_cannot_make() -> None:
    scene = duel(until="Anna: turn", anna={"cls": "fighter", "gear": ["sword", "dagger"]})
    q = Question(A.REACT, 0, 1, 2)
    assert BOOK.phrase is not None
    assert BOOK.phrase(scene.fight, q)[0].endswith("draw a weapon or look around before the roll (2 points)?")
    scene["Anna"].tempo.trained = True
    assert BOOK.phrase(scene.fight, q)[0].endswith("A defence costs {value} points.")


@pytest.mark.clause("tempo.effect")
def test_nobody_drives_back_who_lies_senseless_and_being_driven_is_told() -> None:
    scene = duel("d20=15 d6=1", ["Anna: strike Orc", "Anna: drive back"], until="Orc: turn")
    assert "Anna drives Orc back" in told(scene)
    assert "Orc is driven 5'" in told(scene)
    scene["Orc"].conditions |= 1 << UNCONSCIOUS
    for words in ("drive back", "trip", "disarm"):
        assert offered(scene, "degrees", "Anna", "Orc", words, 4) is not None
