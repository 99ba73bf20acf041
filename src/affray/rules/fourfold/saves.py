"""Saves of the fourfold book: Physical, Evasion, Mental."""

from affray.engine import events as E
from affray.engine.conditions import PROTECTED
from affray.engine.purposes import TO_SAVE
from affray.engine.state import Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BREATH, SPELLS
from affray.rules.fourfold import clauses as C
from affray.rules.shared.saves import HARDER, LOST_LEVELS, WARDED, favour


@rule
def saves(f: Fight, who: Combatant, effect: Effect) -> bool:
    """fourfold.save.roll: d20 at least the score; 1 fails, 20 passes."""
    natural = roll(f, who, TO_SAVE, 20)
    total = natural + because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.on >> PROTECTED & 1 != 0)
    total += because(f, LOST_LEVELS, -who.drained, who.drained > 0) + favour(f)
    needed = who.saves[which(effect)]
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return natural == 20 or (natural != 1 and total >= needed)


@rule
def which(effect: Effect) -> int:
    """What halves damage is dodged: Evasion, whatever it comes from."""
    return BREATH if effect.half and effect.save == SPELLS else effect.save
