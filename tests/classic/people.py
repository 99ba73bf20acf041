"""Short forms for the tests of what the classic book builds: an orc, and sides that meet."""

from __future__ import annotations

from typing import Any

from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.engine.state import Fight
from affray.rules.book import Roster
from affray.rules.classic import BOOK

ORC = Member(kind="orc")


def met(*sides: Party | Member, **how: Any) -> tuple[Fight, Roster]:
    """Members stand for sides of their own."""
    parties = [s if isinstance(s, Party) else Party(f"side {n}", (s,)) for n, s in enumerate(sides)]
    distance = how.pop("distance", CONTACT)
    options = how.pop("settings", {})
    return BOOK.build(Encounter("t", "t", tuple(parties), distance, **how), options)
