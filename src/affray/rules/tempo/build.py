"""From a scenario to a fight of the tempo book: what it sets up otherwise than classic, and what it converts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Encounter
from affray.engine.state import Fight
from affray.rules.book import Roster
from affray.rules.shared.setup import Muster, Setup, build_with, fear_of_fire, names_of
from affray.rules.shared.tactics import TACTICS
from affray.rules.tempo import clauses as C
from affray.rules.tempo.library import forge, library
from affray.rules.tempo.options import OPTIONS
from affray.rules.tempo.people import combatant, follows, rank

PREPARED = "prepared"


def setup() -> Setup:
    return Setup(library(), OPTIONS, TACTICS, combatant, forge=forge, finish=finish)


def names() -> dict[str, list[str]]:
    """The words a scenario may use."""
    return names_of(setup())


def build(encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """The fight before its first die, and the names of all in it; the log says what was converted."""
    fight, roster = build_with(setup(), encounter, options)
    return fight, replace(roster, notes=(*roster.notes, *conversions(encounter)))


def finish(muster: Muster) -> None:
    """Who follows whom, who falls upon whom, and what there is to fall off."""
    fear_of_fire(muster)
    for party, side in zip(muster.encounter.sides, muster.fight.side, strict=True):
        here = [(p, c) for p, c in zip(muster.people, muster.fight.who, strict=True) if c.side == side.id]
        led = any(p.member.leader or p.member.commands or c.player for p, c in here)
        for p, c in here:
            c.lackey = follows(p, c, led)
        for p, c in here:
            c.commands = rank(p, c) if any(other.lackey for _, other in here) or p.member.commands else 0
        side.ambush, side.prepared = bool(party.ambush), party.ambush == PREPARED
    muster.fight.ledge = muster.encounter.terrain.ledge
    set_ambush(muster)


def set_ambush(muster: Muster) -> None:
    """tempo.surprise: who is fallen upon and not wary is surprised; without an ambush they are met by chance."""
    sides, parties = muster.fight.side, muster.encounter.sides
    for side, party in zip(sides, parties, strict=True):
        fallen_upon = any(other.ambush for other in sides if other.id != side.id)
        side.surprised = bool(party.surprised) or (fallen_upon and party.surprised is None and not party.wary)
    if any(side.surprised for side in sides) and not any(side.ambush for side in sides):
        for side in sides:
            side.ambush = not side.surprised


def conversions(encounter: Encounter) -> Iterator[str]:
    """One line for each kind of thing that was turned from the classic entry."""
    own = {name for name, kind in library().monsters.items() if kind.extra}
    members = [m for party in encounter.sides for m in party.members]
    if any(m.kind and m.kind.lower() not in own for m in members):
        cite(C.CONVERT)
        yield "tempo.convert: monsters have strength 10 + hit dice, wits by their nature, AC 20 + 2 × (AAC − 11)"
    if any({"ac", "aac"} & set(m.numbers) for m in members):
        cite(C.CONVERT)
        yield "tempo.convert: armour classes given as ac or aac are AC 20 + 2 × (AAC − 11), from 20 to 30"
    if any(m.cls for m in members):
        cite(C.CONVERT)
        yield "tempo.convert: wits are the higher of INT and WIS; hp are d6 a level"
