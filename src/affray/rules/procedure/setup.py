"""What the procedure book puts fights together from: its content, its combatants, its finishing touches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from affray.content.entries import read_entries
from affray.engine.clauses import cite
from affray.engine.encounter import Encounter, Terrain
from affray.engine.records import ProcedureWeapon
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.vocabulary import MISSILE, THROWN
from affray.errors import AffrayError
from affray.rules.book import Roster
from affray.rules.procedure import clauses as C
from affray.rules.procedure.clauses import AMMUNITION, OPTIONS, QUIVER
from affray.rules.shared import setup as shared_setup
from affray.rules.shared.attack import modifier
from affray.rules.shared.clauses import ASCENDING, FORM
from affray.rules.shared.content import Arm, Library, read_arm, shelf
from affray.rules.shared.content import library as classic_library
from affray.rules.shared.gear import Armoury, find_word
from affray.rules.shared.people import Person
from affray.rules.shared.people import combatant as classic_combatant
from affray.rules.shared.setup import Muster, Setup, fear_of_fire
from affray.rules.shared.tactics import TACTICS

BOOK = "procedure"


@cache
def library() -> Library:
    classic = classic_library()
    return replace(classic, book=BOOK, weapons={**classic.weapons, **shelf(BOOK, "weapons.yaml", read_arm)})


@cache
def shots() -> dict[str, int]:
    """Return, for each missile that is not shot once a round, how often it is; 0 for every second round."""
    found = {}
    for name, entry in read_entries(BOOK, "shots.yaml").items():
        found[name] = entry.number("shots", most=3)
        entry.refuse_rest()
    return found


def forge(name: str, arm: Arm, weapon: Weapon) -> Weapon:
    """Put the last touch on every weapon (procedure.missile.second)."""
    if arm.qualities & MISSILE:
        cite(C.MISSILE_SECOND)
    return replace(weapon, procedure=ProcedureWeapon(shots_per_round=shots().get(name, 1)))


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    who = classic_combatant(p, arms, terrain, of_its_kind, hirer)
    cite(C.CONVERT)
    who.procedure.surprise_modifier = p.member.alert
    who.procedure.prime_modifier = (
        max((modifier(p.abilities[name]) for name in p.calling.prime), default=0) if p.calling else 0
    )
    who.procedure.readied_spell = readied_slot(p, who)
    if who.loyalty > 0:
        who.morale, who.led_morale = who.loyalty, 0
    return who


def readied_slot(p: Person, who: Combatant) -> int:
    """Return the place of the spell among those they have in memory (procedure.spell.readied)."""
    if not p.member.readied:
        return who.procedure.readied_spell
    cite(C.SPELL_READIED)
    spells = [" ".join(word.lower().split()) for word in p.member.spells or p.kind.spells]
    if not spells:
        raise AffrayError(f"{p.where}: has {p.member.readied!r} readied, but no spells; name it under spells too")
    return spells.index(find_word(p.member.readied, dict.fromkeys(spells), "spell in memory", p.where))


CONVERTED = "classes, gear, monsters and spells are the classic book's, armour and attacks in their ascending form"


def setup() -> Setup:
    return Setup(library(), OPTIONS, TACTICS, combatant, forge=forge, finish=finish)


def build(setup: Setup, encounter: Encounter, options: Mapping[str, int]) -> tuple[Fight, Roster]:
    """Return the fight before its first die, and the names of all in it."""
    fight, roster = shared_setup.build(setup, encounter, options)
    return fight, replace(roster, notes=(CONVERTED, *roster.notes))


def finish(muster: Muster) -> None:
    """Use AAC (procedure.convert), set ambushes (procedure.surprise), fill quivers (procedure.declare.missile)."""
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
            who.kit_left[place] = fight.rules[QUIVER]
