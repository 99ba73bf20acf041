"""From a scenario to a fight of the fourfold book: its weapons, its ground, and what was converted for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Encounter
from affray.engine.state import Fight, Weapon
from affray.engine.vocabulary import LONG
from affray.rules.book import Roster
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.library import library
from affray.rules.fourfold.options import OPTIONS
from affray.rules.fourfold.people import combatant
from affray.rules.fourfold.skills import modifier
from affray.rules.fourfold.tactics import TACTICS
from affray.rules.shared.content import Arm
from affray.rules.shared.setup import Muster, Setup, build_with, fear_of_fire, names_of

LONG_REACH = 100  # fourfold.melee.reach: 10 feet
READ_AS = {  # fourfold.convert: classic names, and what stands for them
    "sword": "long sword",
    "battle axe": "war axe",
    "pole arm": "halberd",
    "short bow": "small bow",
    "long bow": "large bow",
    "two-handed sword": "great sword",
    "hand axe": "axe",
    "spear": "barbed spear",
    "javelin": "barbed spear",
    "lance": "broad spear",
    "leather": "gambeson",
    "leather armour": "gambeson",
    "chain mail": "mail shirt",
    "chain": "mail shirt",
    "plate mail": "hauberk",
    "plate": "hauberk",
    "shield": "small shield",
}
CLASSES = {
    "dwarf": "fighter",
    "halfling": "fighter",
    "cleric": "half-fighter",
    "elf": "half-fighter",
    "thief": "expert",
    "magic-user": "weaver",
}


def setup() -> Setup:
    return Setup(library(), OPTIONS, TACTICS, combatant, forge=forge, finish=finish)


def names() -> dict[str, list[str]]:
    """The words a scenario may use."""
    return names_of(setup())


def build(encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """The fight before its first die, and the names of all in it."""
    return build_with(setup(), encounter, options)


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """What this book's table says of a weapon beyond the classic one."""
    for clause in (C.DAMAGE_ROLL, C.DAMAGE_SHOCK, C.ATTACK_ATTRIBUTE):
        cite(clause)
    if arm.ranges:
        cite(C.RANGED_RANGE)
    shock, upto = (int(n) for n in arm.extra.get("shock", "0/0").split("/"))
    return replace(
        weapon,
        attribute=int(arm.extra.get("attribute", 0)),
        shock=shock,
        shock_ac=upto,
        assassin=bool(arm.extra.get("assassin")),
        reach=LONG_REACH if weapon.qualities & LONG else weapon.reach,
    )


def finish(muster: Muster) -> None:
    """The ground, the speaker's CHA, who lies in ambush, and what the log says once."""
    fear_of_fire(muster)
    fight, encounter = muster.fight, muster.encounter
    fight.bad_ground = encounter.terrain.bad_ground
    if encounter.speaker:
        fight.speech = modifier(muster.people[fight.parley].abilities["CHA"])
    for side, party in zip(fight.side, encounter.sides, strict=True):
        side.prepared = party.ambush == "prepared"
        side.wary = side.wary or bool(party.ambush)
    muster.encounter = replace(encounter, converted=(*encounter.converted, *converted(muster)))


def converted(muster: Muster) -> Iterator[str]:
    """fourfold.convert: one line for each sort of thing."""
    people = muster.people
    gear = sorted({word for p in people for word in map(plain, p.member.gear) if word in READ_AS})
    classes = sorted({p.calling.name for p in people if p.calling and p.calling.name in CLASSES})
    kinds = sorted({p.kind.name for p in people if p.member.kind and not p.kind.extra})
    inline = any(p.has("thac0") or p.has("ac") for p in people)
    if gear:
        yield f"read as this book's gear: {', '.join(f'{word} as {READ_AS[word]}' for word in gear)}"
    if classes:
        yield f"read as this book's classes: {', '.join(f'{name} as {CLASSES[name]}' for name in classes)}"
    if kinds:
        yield f"converted from classic: {', '.join(kinds)}"
    if inline:
        yield "converted from classic: armour classes and THAC0 given as numbers"
    if gear or classes or kinds or inline:
        cite(C.CONVERT)


def plain(word: str) -> str:
    """A piece of gear without its number and bonus."""
    return " ".join(part for part in word.lower().split() if not part.lstrip("+-−").isdecimal())
