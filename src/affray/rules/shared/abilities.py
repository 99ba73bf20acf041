"""What ability scores add, and saves."""

from affray.engine import events as E
from affray.engine.clauses import SPOKEN, reason
from affray.engine.state import NOBODY, Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import PROTECTED, TO_SAVE
from affray.rules.shared import clauses as C


@rule
def band(score: int) -> int:
    """The seven bands of a score: 3, 4–5, 6–8, 9–12, 13–15, 16–17, 18."""
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
    """STR to hit and damage, DEX to armour and missiles, CON to hit points, WIS to saves: −3 to +3."""
    return band(score) - 3


@rule
def lesser_modifier(score: int) -> int:
    """DEX in classic.initiative.individual, CHA in classic.reaction: −2 to +2."""
    if score >= 18:
        return 2
    if score >= 13:
        return 1
    if score >= 9:
        return 0
    return -1 if score >= 4 else -2


@rule
def hit_dice(who: Combatant) -> int:
    """Whole ones, from quarters: pluses, minuses and half a die are ignored."""
    return (who.hd + 1) // 4


@rule
def strength_score(f: Fight, who: Combatant) -> int:
    """Its strength, in whatever book it was set up: of one without a class 10 + hit dice."""
    return who.strength if who.character or who.player else 10 + hit_dice(who)


@rule
def ability_modifier(f: Fight, score: int) -> int:
    """What an ability score adds: −3 to +3."""
    return modifier(score)


# --- saves


WISDOM = reason(C.SAVE_ROLL, "WIS")
HARDER = reason(C.SAVE_ROLL, "the spell's own modifier")
WARDED = reason(C.SPELL_PROTECTION, "protected")
GIVEN = reason(SPOKEN, "the referee's modifier")
LOST_LEVELS = reason(C.MONSTER_ENERGY_DRAIN, "levels lost")


@rule
def favour(f: Fight, who: Combatant) -> int:
    """What the referee gave to this roll."""
    if f.modified != NOBODY and f.modified != who.id:
        return 0
    given = because(f, GIVEN, f.referee_modifier, f.referee_modifier != 0)
    f.referee_modifier, f.modified = 0, NOBODY
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
    total += because(f, LOST_LEVELS, -who.drained_levels, who.drained_levels > 0) + favour(f, who)
    needed = who.saves[effect.save]
    note(f, E.CHECK, C.SAVE_ROLL, who, who, total, needed)
    return total >= needed
