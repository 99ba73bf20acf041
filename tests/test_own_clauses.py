"""The clauses that belong to no book: how a fight starts, what an answer is, typed dice, the referee's word."""

from __future__ import annotations

import pytest
from helpers import OURS_FIRST, Scene, scripted, side, someone, versus

import affray
from affray import scenario
from affray.engine.state import NOBODY, STAND_OFF
from affray.engine.verbs import PASS, REFEREE, Answer, Question
from affray.rules.classic.questions import MOVE, SHOOT, SITUATION, STRIKE
from affray.rules.shared.legality import APPROACH, CAST, HIT, LOOSE, MODIFY

ANNA, BERT, ORC, GRUB = range(4)
FOUR = versus(side(someone("Anna"), someone("Bert")), side(someone("Orc", hp=1), someone("Grub")))


# --- affray.start


@pytest.mark.clause("affray.start")
def test_a_fight_is_what_it_starts_from() -> None:
    """The same scenario, options, seed and number give the same fight; another seed or number gives another."""
    told = affray.start("brawl", seed=3, number=5).log.jsonl()
    assert affray.start("brawl", seed=3, number=5).log.jsonl() == told
    assert affray.start("brawl", seed=4, number=5).log.jsonl() != told
    assert affray.start("brawl", seed=3, number=6).log.jsonl() != told
    assert affray.start("brawl", seed=3, number=5, options={"attack.form": "ascending"}).log.jsonl() != told


# --- affray.answer


@pytest.mark.clause("affray.answer")
@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (STRIKE, Answer(PASS, ORC)),
        (STRIKE, Answer(PASS, NOBODY, 1)),
        (STRIKE, Answer(CAST, ORC)),
        (STRIKE, Answer(LOOSE, ORC)),
        (STRIKE, Answer(99, ORC)),
        (SHOOT, Answer(LOOSE, ORC, 2)),
        (MOVE, Answer(APPROACH, ORC, 1)),
    ],
)
def test_an_answer_must_fit_its_question(ask: int, answer: Answer) -> None:
    scene = at_a_distance() if ask == MOVE else fight_of_four()
    assert refused(scene, ask, answer) == "that is no answer to this question"


@pytest.mark.clause("affray.answer")
def test_the_referee_is_asked_for_a_modifier_and_nothing_else() -> None:
    scene = fight_of_four()
    asked = Question(SITUATION, REFEREE, ORC, 0)
    assert scene.refused(asked, Answer(HIT, ORC)) == ("affray.answer", "that is no answer to this question")
    assert scene.refused(asked, Answer(MODIFY, NOBODY, 2)) is None


@pytest.mark.clause("affray.answer")
@pytest.mark.parametrize("target", [4, 99, NOBODY, -2])
@pytest.mark.parametrize(("ask", "kind"), [(STRIKE, HIT), (SHOOT, LOOSE), (MOVE, APPROACH)])
def test_there_must_be_such_a_combatant(target: int, ask: int, kind: int) -> None:
    assert refused(at_a_distance(), ask, Answer(kind, target)) == "there is no such combatant"


@pytest.mark.clause("affray.answer")
def test_nobody_strikes_a_friend_or_goes_to_itself() -> None:
    assert refused(fight_of_four(), STRIKE, Answer(HIT, BERT)) == "{other} is on the same side"
    assert refused(at_a_distance(), MOVE, Answer(APPROACH, ANNA)) == "that is {who}"


@pytest.mark.clause("affray.answer")
def test_nobody_strikes_who_is_out_of_the_fight() -> None:
    scene = scripted(FOUR, OURS_FIRST + "d20=19 d6=1", ["Anna: strike Orc"], until="Bert: strike")
    asked = Question(STRIKE, BERT, BERT, 0)
    assert scene.refused(asked, Answer(HIT, ORC)) == ("affray.answer", "{other} is no longer in the fight")
    assert scene.refused(asked, Answer(HIT, GRUB)) is None


def fight_of_four() -> Scene:
    return scripted(FOUR, OURS_FIRST, until="Anna: strike")


def at_a_distance() -> Scene:
    ours = side(someone("Anna", gear=["short bow"]), someone("Bert"))
    return scripted(versus(ours, side(someone("Orc"), someone("Grub")), distance=60), OURS_FIRST, until="Anna: move")


def refused(scene: Scene, ask: int, answer: Answer) -> str:
    why = scene.refused(Question(ask, ANNA, ANNA, 0), answer)
    assert why is not None
    assert why.clause == "affray.answer"
    return why.words


@pytest.mark.clause("affray.answer")
def test_what_is_refused_changes_nothing() -> None:
    play = affray.start(scenario.read(FOUR), players="ours")
    before = play.text()
    with pytest.raises(affray.Refused) as no:
        play.do(Answer(HIT, BERT))
    assert no.value.clause == "affray.answer"
    assert play.text() == before


# --- affray.die


@pytest.mark.clause("affray.die")
def test_a_die_typed_in_shows_one_of_its_faces() -> None:
    play = affray.start(scenario.read(FOUR), players="ours", dice=True)
    assert play.asks is not None
    assert play.asks.clause == "affray.die"
    for wrong in (0, 7, "six"):
        with pytest.raises(affray.Refused) as no:
            play.do(wrong)
        assert no.value.clause == "affray.die"
    play.do(6)
    assert '"dice": [[6, 6]]' in play.log.jsonl()


# --- affray.referee


@pytest.mark.clause("affray.referee")
def test_the_referee_may_change_anything_with_a_reason() -> None:
    play = affray.start(scenario.read(FOUR), players="ours")
    play.referee("hp", "Grub", 3, reason="it was hurt before")
    assert play.state.who[GRUB].hp == 3
    assert '"affray.referee"' in play.news.jsonl()
    play.undo()
    assert play.state.who[GRUB].hp == 8


@pytest.mark.clause("affray.referee")
def test_the_referee_gives_a_modifier_to_the_next_roll() -> None:
    scene = scripted(FOUR, OURS_FIRST, until="Anna: strike")
    scene.book.referee_command(scene.before or scene.fight, scene.roster, ["modifier", "3"])
    scene.play("d20=4 d20=4", ["Anna: strike Grub", "Bert: strike Grub"], until="Orc: strike")
    first, second = scene.events("miss")
    assert (first.because, first.value) == ({"the referee's modifier": 3}, 4 + 3)
    assert (second.because, second.value) == ({}, 4)


# --- affray.limit


@pytest.mark.clause("affray.limit")
@pytest.mark.parametrize("book", affray.books())
def test_without_another_end_it_is_a_stand_off_after_two_hundred_rounds(book: str) -> None:
    """Two who can't move stand too far apart to come to blows; a table may call it off sooner."""
    apart = versus(someone("Anna", move=0), someone("Orc", move=0), distance=900)
    scene = Scene(apart, book=book)
    scene.recorder.people = None
    while not scene.over:
        scene.book.step(scene.fight)
    assert (scene.one("end", "affray.limit").value, scene.fight.round) == (STAND_OFF, 200)
