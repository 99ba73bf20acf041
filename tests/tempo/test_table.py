"""At the table: people answer in the middle of steps, undo, save and load, and see what a tactic would have played."""

from __future__ import annotations

import random
from pathlib import Path

import affray


def by_whim(play: affray.Play, seed: int, most: int = 40) -> None:
    draw = random.Random(seed)
    for _ in range(most):
        if play.over:
            return
        play.do(draw.choice(play.legal))


def test_people_who_answer_as_the_tactic_would_see_the_same_fight() -> None:
    alone = affray.start("orcs", rules="tempo", seed=5)
    play = affray.start("orcs", rules="tempo", seed=5, players="party")
    for _ in range(600):
        if play.over:
            break
        assert play.asks
        assert play.asks.question
        question = play.asks.question
        given = play.book.decide(play.state, question)
        play.do(play.book.say_answer(play.state, play.roster, question, given) if given.kind else "pass")
    assert play.over
    assert play.log.markdown() == alone.log.markdown()


def test_undo_redo_save_and_load(tmp_path: Path) -> None:
    play = affray.start("orcs", rules="tempo", seed=4, players="party")
    by_whim(play, 4)
    told = play.log.markdown()
    play.undo()
    play.redo()
    assert play.log.markdown() == told
    play.save(tmp_path / "one.fight")
    assert affray.load(tmp_path / "one.fight").log.markdown() == told


def test_every_listed_answer_is_accepted() -> None:
    play = affray.start("orcs", rules="tempo", seed=2, players="party")
    draw = random.Random(1)
    for _ in range(8):
        if play.over:
            return
        for choice in play.legal:
            play.fork().do(choice)
        play.do(draw.choice(play.legal))
