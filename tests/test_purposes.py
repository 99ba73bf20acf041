"""What dice are rolled for, in words: every rule that rolls at the table has some."""

from __future__ import annotations

from random import Random

import pytest

import affray
from affray import Play
from affray.engine.verbs import RULES
from affray.play.purposes import PURPOSES, purpose

EXAMPLES = ("orcs", "king", "crypt")


def asked_for(play: Play, chance: Random, answers: int) -> set[str]:
    """What the dice of a fight are rolled for, all of them typed."""
    found = set()
    for _ in range(answers):
        asks = play.asks
        if asks is None:
            break
        if asks.die is None:
            play.do(chance.choice(play.legal))
        else:
            found.add(purpose(asks.die.purpose))
            play.do([chance.randint(1, asks.die.sides) for _ in range(asks.die.count)])
    return found


@pytest.mark.parametrize("book", list(affray.books()))
def test_dice_are_asked_for_in_words(book: str) -> None:
    for example in EXAMPLES:
        sides = affray.start(example, rules=book).roster.sides
        play = affray.start(example, rules=book, seed=1, players=[*sides, "referee"], dice=True)
        assert asked_for(play, Random(1), 120) <= set(PURPOSES.values())


def test_every_word_is_for_a_rule_that_there_is() -> None:
    assert PURPOSES.keys() <= {rule.__name__ for rule in RULES}


def test_a_rule_without_words_is_named() -> None:
    assert purpose(["begin", "weigh_souls"]) == "for weigh souls"
    assert purpose([]) == ""
