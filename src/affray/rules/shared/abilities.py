"""What ability scores add, and saves."""

from affray.engine import events as E
from affray.engine.clauses import SPOKEN, reason
from affray.engine.state import NOBODY, Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import PROTECTED, TO_SAVE
from affray.rules.shared import clauses as C


@rule
def band(score: int) -> int:
    """Return which of the seven bands a score is in: 3, 4–5, 6–8, 9–12, 13–15, 16–17, 18."""
    if score >= 18:
        return 6
    if score >= 16:
        return 5
    if score >= 13:
        return 4
    if score >= 9:
        return 3
    if score >= 6:
        return 2
    return 1 if score >= 4 else 0


@rule
def modifier(score: int) -> int:
    """Return −3 to +3 for STR (to hit, damage), DEX (armour, missiles), CON (hit points) or WIS (saving throws)."""
    return band(score) - 3


@rule
def lesser_modifier(score: int) -> int:
    """Return −2 to +2 for DEX in classic.initiative.individual and CHA in classic.reaction."""
    if score >= 18:
        return 2
    if score >= 13:
        return 1
    if score >= 9:
        return 0
    return -1 if score >= 4 else -2


@rule
def hit_dice(who: Combatant) -> int:
    """Return whole hit dice, from quarters; ignore pluses, minuses and half a die."""
    return (who.hd + 1) // 4


@rule
def strength_score(f: Fight, who: Combatant) -> int:
    """Return the strength of `who`, in whatever book they were set up: without a class 10 + hit dice."""
    return who.strength if who.character or who.player else 10 + hit_dice(who)


@rule
def ability_modifier(f: Fight, score: int) -> int:
    """Return what an ability score adds: −3 to +3."""
    return modifier(score)


# --- saves


WISDOM = reason(C.SAVE_ROLL, "WIS")
HARDER = reason(C.SAVE_ROLL, "the spell's own modifier")
WARDED = reason(C.SPELL_PROTECTION, "protected")
GIVEN = reason(SPOKEN, "the referee's modifier")
LOST_LEVELS = reason(C.MONSTER_ENERGY_DRAIN, "levels lost")


@rule
def favour(f: Fight, who: Combatant) -> int:
    """Return the modifier that the referee gave to this roll, and clear it."""
    if f.modified != NOBODY and f.modified != who.id:
        return 0
    given = because(f, GIVEN, f.referee_modifier, f.referee_modifier != 0)
    f.referee_modifier, f.modified = 0, NOBODY
    return given


@rule
def edge(f: Fight) -> int:
    """Return the modifier that the rule which called for this attack gave to it, and clear it."""
    given = because(f, f.situation_reason, f.situation_modifier, f.situation_modifier != 0)
    f.situation_modifier, f.situation_reason = 0, 0
    return given


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """Roll d20 and return whether it is at least the number; add WIS only against magic (classic.save.roll)."""
    total = roll(f, who, TO_SAVE, 20)
    total += because(f, WISDOM, who.magic_save_modifier, effect.magic and who.magic_save_modifier != 0)
    total += because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0)
    total += because(f, LOST_LEVELS, -who.drained_levels, who.drained_levels > 0) + favour(f, who)
    needed = who.saves[effect.save]
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return total >= needed
