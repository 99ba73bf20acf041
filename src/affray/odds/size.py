"""How many states a fight may have, guessed before they are counted: from how often a few fights meet the same one."""

from __future__ import annotations

from collections import Counter

from affray.engine.dice import fight_key
from affray.engine.state import UNDECIDED, Fight, clone
from affray.odds.enumerate import telling
from affray.rules.book import Book

FIGHTS, STATES = 40, 3000  # that are looked at, at most


def guessed_size(book: Book, start: Fight) -> int:
    """Chao's estimate: what was seen, and half the square of what was seen once, over what was seen twice. A fight
    that never meets a state again has more states than anybody can say: then it is a lower bound."""
    seen: Counter[int] = Counter()
    for number in range(FIGHTS):
        f = clone(start)
        f.key = fight_key(0, number)
        seen.update(states_of(book, f))
        if seen.total() > STATES:
            break
    once, twice = (sum(1 for times in seen.values() if times == n) for n in (1, 2))
    return len(seen) + once * (once - 1) // (2 * (twice + 1))


def states_of(book: Book, f: Fight) -> set[int]:
    """Those of one fight, without the number of the round."""
    states = set()
    while f.winner == UNDECIDED:
        book.step(f)
        number, f.round = f.round, 0
        states.add(hash(telling(f)))
        f.round = number
    return states
