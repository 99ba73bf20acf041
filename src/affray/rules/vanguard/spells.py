"""Saves, and spells that are disturbed, in the vanguard book."""

from affray.engine import events as E
from affray.engine.clauses import STEP, reason
from affray.engine.state import Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import FOR_DISTURBANCE, PROTECTED, TO_SAVE
from affray.rules import seams
from affray.rules.shared.attack import HARDER, WARDED, favour
from affray.rules.shared.effects import release
from affray.rules.shared.legality import in_melee
from affray.rules.vanguard import clauses as C

NEGATIVE = reason(C.DRAIN, "negative levels")
TIRED = reason(C.REST_SLEEPLESS, "without sleep")
HALF = reason(C.FRACTIONS, "halved", STEP)


@rule
def weariness(f: Fight, who: Combatant) -> int:
    """Return −1 to attacks and saves for each negative level and day (vanguard.drain, vanguard.rest.sleepless)."""
    if who.drained_levels | who.vanguard.sleepless_days == 0:
        return 0
    total = because(f, NEGATIVE, -who.drained_levels, who.drained_levels > 0)
    return total + because(f, TIRED, -who.vanguard.sleepless_days, who.vanguard.sleepless_days > 0)


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll d20 and return whether it is at least the number (vanguard.save.roll)."""
    total = roll(f, who, TO_SAVE, 20) + because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0) + weariness(f, who) + favour(f, who)
    needed = who.saves[effect.save]
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return total >= needed


@rule
def halve(f: Fight, amount: int) -> int:
    """Return half, rounded down, but damage not below 1 (vanguard.fractions)."""
    return amount + because(f, HALF, max(min(1, amount), amount // 2) - amount)


@rule
def cast(f: Fight, who: Combatant, target: Combatant, slot: int) -> None:
    """Cast the spell and spend it whatever comes of it; each victim is a step of their own (vanguard.spell.cast)."""
    number = who.spells[slot]
    note(f, E.DECLARED, C.SPELL_CAST, who, target, number)
    seams.spend_spell(f, who, slot)
    who.acted = True
    if not in_melee(f, who) or not is_disturbed(f, who, number):
        release(f, who, number, target)


@rule
def is_disturbed(f: Fight, who: Combatant, number: int) -> bool:
    """Roll one d4, however many stand there; a 1 wastes the spell (vanguard.spell.disrupt)."""
    drawn = roll(f, who, FOR_DISTURBANCE, 4)
    note(f, E.CHECK, C.SPELL_DISRUPT, who, who, drawn, 2)
    if drawn == 1:
        note(f, E.LOST, C.SPELL_DISRUPT, who, who, number)
    return drawn == 1
