"""From a scenario to a fight of the vanguard book: what differs from the classic set-up, and what was converted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Encounter
from affray.engine.state import ROOM, Fight, Pool
from affray.rules.book import Roster
from affray.rules.shared.members import Person
from affray.rules.shared.setup import Muster, Setup, build_with, fear_of_fire, names_of
from affray.rules.shared.tactics import TACTICS
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.library import CONVERTED, library
from affray.rules.vanguard.options import OPTIONS
from affray.rules.vanguard.people import combatant, forge

SCALE = 3  # tenths of a metre in a foot
CLASSIC_NUMBERS = {"ac": "vanguard ac", "aac": "vanguard ac", "thac0": "combat bonus", "bonus": "combat bonus"}


def setup() -> Setup:
    """The vanguard book's own."""
    return Setup(library(), OPTIONS, TACTICS, combatant, SCALE, forge, finish)


def names() -> dict[str, list[str]]:
    """The words a scenario may use."""
    return names_of(setup())


def build(encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """The fight before its first die, and the names of all in it."""
    return build_with(setup(), encounter, options)


def finish(muster: Muster) -> None:
    fear_of_fire(muster)
    muster.fight.pools = [Pool() for _ in range(ROOM["pools"])]
    notes = list(conversions(muster))
    if notes:
        cite(C.CONVERT)
        muster.encounter = replace(muster.encounter, converted=(*muster.encounter.converted, *notes))


def conversions(muster: Muster) -> Iterator[str]:
    """vanguard.convert: what the book has no entry for, one line for each kind of thing."""
    found: dict[str, dict[str, None]] = {}
    for p in muster.people:
        for what, name in converted(p):
            found.setdefault(what, {})[name] = None
    for what, named in found.items():
        yield f"converted from the classic book: {what} {', '.join(named)}"


def converted(p: Person) -> Iterator[tuple[str, str]]:
    if p.calling and CONVERTED in p.calling.extra:
        yield "classes (as fighters)", p.calling.name
    if p.member.kind and CONVERTED in p.kind.extra:
        yield "monsters", p.kind.name
    for carried in p.pack.arms:
        if CONVERTED in carried.arm.extra:
            yield "weapons", carried.name
    for name, own in CLASSIC_NUMBERS.items():
        if p.has(name) and not p.has(own):
            yield "numbers", name
