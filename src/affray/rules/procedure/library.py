"""Content of the procedure book: the classic book's, a few missiles of its own, and how often each is shot a round."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from affray.content.entries import read_entries
from affray.engine.clauses import cite
from affray.engine.state import Weapon
from affray.engine.vocabulary import MISSILE
from affray.rules.procedure import clauses as C
from affray.rules.shared.content import Arm, Library, read_arm, shelf
from affray.rules.shared.content import library as classic_library

BOOK = "procedure"


@cache
def library() -> Library:
    classic = classic_library()
    return replace(classic, book=BOOK, weapons={**classic.weapons, **shelf(BOOK, "weapons.yaml", read_arm)})


@cache
def shots() -> dict[str, int]:
    """Of each missile that is not shot once a round, how often it is; 0 for every second round."""
    found = {}
    for name, entry in read_entries(BOOK, "shots.yaml").items():
        found[name] = entry.number("shots", most=3)
        entry.done()
    return found


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """procedure.missile.second: the last touch on every weapon."""
    if arm.qualities & MISSILE:
        cite(C.MISSILE_SECOND)
    return replace(weapon, shots=shots().get(name, 1))
