"""From a scenario to a fight of the procedure book: the classic set-up, in its ascending form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Encounter
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import MISSILE, THROWN
from affray.rules.book import Roster
from affray.rules.procedure import clauses as C
from affray.rules.procedure.library import forge, library
from affray.rules.procedure.options import AMMUNITION, OPTIONS, QUIVER
from affray.rules.procedure.people import combatant
from affray.rules.shared.options import ASCENDING, FORM
from affray.rules.shared.setup import Muster, Setup, build_with, fear_of_fire, names_of
from affray.rules.shared.tactics import TACTICS

CONVERTED = "classes, gear, monsters and spells are the classic book's, armour and attacks in their ascending form"


def setup() -> Setup:
    return Setup(library(), OPTIONS, TACTICS, combatant, forge=forge, finish=finish)


def names() -> dict[str, list[str]]:
    """The words a scenario may use."""
    return names_of(setup())


def build(encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """The fight before its first die, and the names of all in it."""
    fight, roster = build_with(setup(), encounter, options)
    return fight, replace(roster, notes=(CONVERTED, *roster.notes))


def finish(muster: Muster) -> None:
    """procedure.convert; procedure.surprise: who lies in ambush; procedure.declare.missile: full quivers."""
    fight = muster.fight
    fear_of_fire(muster)
    fight.rules[FORM] = ASCENDING
    for side, party in zip(fight.side, muster.encounter.sides, strict=True):
        side.ambush = bool(party.ambush)
    if fight.rules[AMMUNITION]:
        cite(C.DECLARE_MISSILE)
        for who in fight.who:
            fill_quivers(fight, who)


def fill_quivers(fight: Fight, who: Combatant) -> None:
    for place, number in enumerate(who.kit):
        if number != NOBODY and fight.arms[number].qualities & (MISSILE | THROWN) == MISSILE:
            who.left[place] = fight.rules[QUIVER]
