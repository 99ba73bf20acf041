"""How many ways legal play can go from a small fixed position in each book, per depth: one answer a level.

Two stand side by side with a weapon each; people answer for both, and the dice are those of a seed. A count that
changes says that an answer is allowed or refused that was not before. Each is explained by what may be answered."""

from __future__ import annotations

import pytest
from fourfold import people as fourfold_people
from helpers import someone, versus
from tempo import people as tempo_people

import affray
from affray import Play, scenario

PEOPLE = {"tempo": tempo_people.someone, "fourfold": fourfold_people.someone}


def position(book: str) -> Play:
    of_book = PEOPLE.get(book, someone)
    text = versus(of_book("Anna", hp=30), of_book("Orc", hp=30), rules=book)
    return affray.start(scenario.read(text), rules=book, seed=1, players=["ours", "theirs"])


def leaves(play: Play, depth: int) -> int:
    """Count the ways to give so many answers; a fight that is over counts as it is."""
    if depth == 0 or play.asks is None:
        return 1
    return sum(leaves(after(play, str(choice)), depth - 1) for choice in play.legal)


def after(play: Play, answer: str) -> Play:
    fork = play.fork()
    fork.do(answer)
    return fork


def divided(play: Play) -> dict[str, int]:
    """Return how many answers follow each answer."""
    return {str(choice): leaves(after(play, str(choice)), 1) for choice in play.legal}


def test_classic_pass_or_strike_at_every_turn() -> None:
    play = position("classic")
    assert [leaves(play, depth) for depth in (1, 2, 3, 4)] == [2, 2**2, 2**3, 2**4]


def test_procedure_declarations_then_the_winners_acts() -> None:
    """Two declare nothing or total defence. Then: pass, away, strike, hold, other, and five triggers of anyone or the
    orc."""
    play = position("procedure")
    assert [leaves(play, depth) for depth in (1, 2, 3)] == [2, 2 * 2, 2 * 2 * (5 + 5 * 2)]


def test_vanguard_one_action_and_a_move() -> None:
    """An action leaves the move: to pass, or away. Passing and the stance end the turn, and the orc has its own eight;
    who goes away gives the orc a parting blow, or not."""
    play, turn = position("vanguard"), 8
    follow = dict.fromkeys(["strike Orc", "strike Orc to take alive", "run", "defensive", "other"], 2)
    expected = {"pass": turn, "move away": 2, **follow, "stance": turn}
    assert divided(play) == expected
    assert [leaves(play, depth) for depth in (1, 2)] == [len(expected), sum(expected.values())]


def test_fourfold_main_actions_can_be_snapped_at() -> None:
    """Sixteen answers of a turn, and to wait for who is first. Of a main action the orc is told and may snap, drop the
    weapon, or neither; total defence leaves the move; to drop the weapon or to lie down leaves the rest but gives one
    other."""
    play, turn = position("fourfold"), 16
    skills = [f"use {name}" for name in "Stab Shoot Punch Sneak Notice Heal Exert".split()]
    snapped = dict.fromkeys(["strike Orc", "withdraw", "shove Orc", "shove Orc down", *skills], 3)
    waits = dict.fromkeys(["pass", "hold", "wait for Orc"], turn)
    expected = {**snapped, **waits, "defend": 3, "drop weapon": turn + 1, "lie down": turn + 1}
    assert divided(play) == expected
    assert leaves(play, 1) == turn + 1


def test_tempo_turns_and_what_follows_them() -> None:
    """After a pass the highest is asked for another turn; a deed leaves a move or none; re-orienting ends the turn; who
    moves away may still strike, defend or re-orient, or pass."""
    play, turn = position("tempo"), 5
    expected = {"pass": 2, "strike Orc": 2, "defend": 2, "re-orient": turn, "move away": turn - 1}
    assert divided(play) == expected
    assert [leaves(play, depth) for depth in (1, 2)] == [turn, sum(expected.values())]


@pytest.mark.parametrize("book", affray.books())
def test_the_state_stays_as_it_is_while_ways_are_counted(book: str) -> None:
    play = position(book)
    before = play.text()
    leaves(play, 2)
    assert play.text() == before
