"""Saves of the classic book."""

from affray.engine import events as E
from affray.engine.clauses import SPOKEN, reason
from affray.engine.conditions import PROTECTED
from affray.engine.purposes import TO_SAVE
from affray.engine.state import Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.rules.shared import clauses as C

WISDOM = reason(C.SAVE_ROLL, "WIS")
HARDER = reason(C.SAVE_ROLL, "the spell's own modifier")
WARDED = reason(C.SPELL_PROTECTION, "protected")
GIVEN = reason(SPOKEN, "the referee's modifier")
LOST_LEVELS = reason(C.MONSTER_ENERGY_DRAIN, "levels lost")


@rule
def favour(f: Fight) -> int:
    """What the referee gave to this roll."""
    given = because(f, GIVEN, f.referee_modifier, f.referee_modifier != 0)
    f.referee_modifier = 0
    return given


@rule
def edge(f: Fight) -> int:
    """What the moment gave to this attack, by the rule that called for it."""
    given = because(f, f.situation_reason, f.situation_modifier, f.situation_modifier != 0)
    f.situation_modifier, f.situation_reason = 0, 0
    return given


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """classic.save.roll: d20 at least the number; WIS only against magic."""
    total = roll(f, who, TO_SAVE, 20)
    total += because(f, WISDOM, who.magic_save_modifier, effect.magic and who.magic_save_modifier != 0)
    total += because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0)
    total += because(f, LOST_LEVELS, -who.drained_levels, who.drained_levels > 0) + favour(f)
    needed = who.saves[effect.save]
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return total >= needed
