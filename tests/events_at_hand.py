"""Events for the tests of logs: of a fight in which Anna and Bert meet an orc and a wolf."""

from __future__ import annotations

from affray.engine import events as E
from affray.engine.clauses import THAC0
from affray.log import Event
from affray.rules.book import Roster
from affray.rules.classic import clauses as C
from affray.rules.classic.morale import SITUATION_IS
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import STRENGTH

WORDS = ("first", "second", "third", "fourth")
ROSTER = Roster(
    ("Anna", "Bert", "Orc", "Wolf"), ("ours", "theirs", "beasts"), WORDS, WORDS, ("human", "human", "orc", "wolf")
)
SIDES = (0, 0, 1, 2)
ANNA, BERT, ORC = 0, 1, 2
Pairs = tuple[tuple[int, int], ...]


def event(
    kind: int, clause: int, who: int, other: int, value: int = 0, was: int = 0, dice: Pairs = (), because: Pairs = ()
) -> Event:
    return Event(kind, clause, who, other, value, was, 0, 3, dice, because)


HIT = event(E.HIT, shared.ATTACK_DESCENDING, ANNA, ORC, 14, 5, dice=((20, 13),), because=((STRENGTH, 1), (THAC0, 17)))
HURT = event(E.DAMAGE, shared.DAMAGE_CHARACTER, ANNA, ORC, 3, 8, dice=((6, 2),), because=((STRENGTH, 1),))
BITTEN = event(E.DAMAGE, shared.DAMAGE_MONSTER, ORC, ANNA, 5, 7, dice=((6, 5),))
MORALE = event(E.CHECK, C.MORALE_CHECK, ORC, ORC, 8, 9, dice=((6, 3), (6, 5)), because=((SITUATION_IS, 1),))
ROUND = event(E.ROUND, C.ROUND_SEQUENCE, ANNA, ANNA, 3)
