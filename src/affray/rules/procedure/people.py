"""Combatants of the procedure book: the classic record, and what only this book reads."""

from __future__ import annotations

from affray.engine.clauses import cite
from affray.engine.encounter import Terrain
from affray.engine.state import Combatant
from affray.errors import AffrayError
from affray.rules.procedure import clauses as C
from affray.rules.shared.abilities import modifier
from affray.rules.shared.gear import Armoury, known
from affray.rules.shared.members import Person
from affray.rules.shared.people import combatant as classic_combatant


def combatant(p: Person, arms: Armoury, terrain: Terrain, of_its_kind: int, hirer: int) -> Combatant:
    who = classic_combatant(p, arms, terrain, of_its_kind, hirer)
    cite(C.CONVERT)
    who.alert = p.member.alert
    who.prime = max((modifier(p.abilities[name]) for name in p.calling.prime), default=0) if p.calling else 0
    who.readied = readied(p, who)
    if who.loyalty > 0:
        who.morale, who.led = who.loyalty, 0
    return who


def readied(p: Person, who: Combatant) -> int:
    """procedure.spell.readied: the place of the spell among those it has in memory."""
    if not p.member.readied:
        return who.readied
    cite(C.SPELL_READIED)
    spells = [" ".join(word.lower().split()) for word in p.member.spells or p.kind.spells]
    if not spells:
        raise AffrayError(f"{p.where}: has {p.member.readied!r} readied, but no spells; name it under spells too")
    return spells.index(known(p.member.readied, dict.fromkeys(spells), "spell in memory", p.where))
