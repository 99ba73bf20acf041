"""What the classic book puts fights together from."""

from __future__ import annotations

from collections.abc import Mapping

from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.rules.book import Roster
from affray.rules.classic.options import OPTIONS
from affray.rules.shared.content import library
from affray.rules.shared.people import combatant
from affray.rules.shared.setup import Setup, build_with, fear_of_fire, names_of
from affray.rules.shared.tactics import TACTICS


def setup() -> Setup:
    """The classic book's own."""
    return Setup(library(), OPTIONS, TACTICS, combatant, finish=fear_of_fire)


def names() -> dict[str, list[str]]:
    """The words a scenario may use."""
    return names_of(setup())


def build(encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """The fight before its first die, and the names of all in it."""
    return build_with(setup(), encounter, options)
