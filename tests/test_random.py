"""The tactic `random`, in every book: any of those it may strike, each with the same chance."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

import affray
from affray.engine.state import Fight
from affray.engine.verbs import Answer
from affray.exact.enumerate import every_way

OURS = "{players: true, tactic: random, members: [Anna: {hp: 99, thac0: 17, ac: 5, damage: 1d6}]}"
KINDS = {"Rat": "kobold", "Orc": "orc", "Ork": "orc", "Bear": "ogre"}
THEIRS = [f"{name}: {{monster: {kind}, morale: 12}}" for name, kind in KINDS.items()]

NAMES = list(KINDS)


def asked(book: str, folder: Path, foes: int) -> affray.Play:
    """Anna is asked whom she strikes, and may strike them all."""
    file = folder / "whom.yaml"
    file.write_text(
        f"distance: contact\nsides:\n  ours: {OURS}\n  theirs: {{members: [{', '.join(THEIRS[:foes])}]}}\n",
        encoding="utf-8",
    )
    play = affray.start(file, rules=book, seed=1, players=["ours"])
    while {f"strike {name}" for name in NAMES[:foes]} - set(map(str, play.legal)):
        play.do("pass")
    return play


@pytest.mark.parametrize("book", affray.books())
@pytest.mark.parametrize("foes", [1, 2, 3, 4])
def test_each_foe_has_the_same_chance(book: str, foes: int, tmp_path: Path) -> None:
    play = asked(book, tmp_path, foes)
    asks = play.asks
    assert asks is not None
    assert asks.question is not None
    question, said, chances = asks.question, list[Answer](), defaultdict[str, Fraction](Fraction)

    def decide(f: Fight) -> None:
        said.append(play.book.decide(f, question))

    for way in every_way(decide, play.state):
        chances[play.roster.who[said[-1].target]] += way.chance
    assert chances == {name: Fraction(1, foes) for name in NAMES[:foes]}
