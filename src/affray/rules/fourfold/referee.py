"""The referee's word in the fourfold book: the classic words, and advantage for the next attack."""

from __future__ import annotations

from collections.abc import Sequence

from affray.engine import events as E
from affray.engine.clauses import SPOKEN
from affray.engine.state import Fight
from affray.engine.verbs import note
from affray.rules.book import Roster
from affray.rules.fourfold.attack import ADVANTAGE, DISADVANTAGE
from affray.rules.shared.referee import word as classic_word

LUCK = {"advantage": ADVANTAGE, "disadvantage": DISADVANTAGE}


def word(f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """fourfold.attack.advantage: given to the next attack, whoever makes it; one of each cancels."""
    if said and said[0] in LUCK:
        f.luck |= LUCK[said[0]]
        note(f, E.REFEREE, SPOKEN, f.who[0], f.who[0], f.luck)
        return roster
    return classic_word(f, roster, said)
