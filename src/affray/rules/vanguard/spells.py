"""Spells of the vanguard book: cast as an action, and lost one time in four next to an enemy."""

from affray.engine import events as E
from affray.engine.purposes import FOR_DISTURBANCE
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import note, roll, rule
from affray.rules.shared.effects import release
from affray.rules.shared.reach import in_melee
from affray.rules.vanguard import clauses as C


@rule
def cast(f: Fight, who: Combatant, target: Combatant, slot: int) -> None:
    """vanguard.spell.cast: it is spent whatever comes of it; each victim is a step of its own."""
    number = who.spells[slot]
    note(f, E.DECLARED, C.SPELL_CAST, who, target, number)
    who.spells[slot] = NOBODY
    who.acted = True
    if not in_melee(f, who) or not disturbed(f, who, number):
        release(f, who, number, target)


@rule
def disturbed(f: Fight, who: Combatant, number: int) -> bool:
    """vanguard.spell.disrupt: one roll of d4, however many stand there; a 1 wastes the spell."""
    drawn = roll(f, who, FOR_DISTURBANCE, 4)
    note(f, E.CHECK, C.SPELL_DISRUPT, who, who, drawn, 2)
    if drawn == 1:
        note(f, E.LOST, C.SPELL_DISRUPT, who, who, number)
    return drawn == 1
