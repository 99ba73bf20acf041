"""Checks of the tempo book: 1d20 and the whole ability score, with advantage and penalty dice; saves are checks too."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import PROTECTED, WOUNDED
from affray.engine.purposes import TO_SAVE, Purpose
from affray.engine.state import Combatant, Effect, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import SPELLS, WANDS
from affray.rules import seams
from affray.rules.shared.saves import HARDER, WARDED, favour
from affray.rules.tempo import clauses as C

UNOPPOSED = 20  # tempo.check: the DC of what nobody opposes
DEGREE = 5  # tempo.check.degrees
STRENGTH = reason(C.CHECK, "strength")
WITS = reason(C.CHECK, "wits")
WOUND = reason(C.INJURY, "a penalty die for the wound")
ADVANTAGE = reason(C.CHECK_DICE, "advantage: the best die counts")
PENALTY = reason(C.CHECK_DICE, "penalty: the worst die counts")


@rule
def roll_check(f: Fight, who: Combatant, purpose: Purpose, ability: int, dice: int) -> int:
    """tempo.check: the total of 1d20 and an ability; so many advantage dice, or penalty dice below 0."""
    if who.conditions >> WOUNDED & 1:
        dice -= 1 + because(f, WOUND, 0)
    total = ability + (roll(f, who, purpose, 20) if dice == 0 else several(f, who, purpose, dice))
    return total + favour(f) if f.referee_modifier != 0 else total


@rule
def several(f: Fight, who: Combatant, purpose: Purpose, dice: int) -> int:
    """tempo.check.dice: the best of 1 + n, or the worst."""
    shown = roll(f, who, purpose, 20)
    if dice > 0:
        for _ in range(dice):
            shown = max(shown, roll(f, who, purpose, 20))
        return shown + because(f, ADVANTAGE, 0)
    for _ in range(-dice):
        shown = min(shown, roll(f, who, purpose, 20))
    return shown + because(f, PENALTY, 0)


@rule
def degrees(total: int, dc: int) -> int:
    """tempo.check.degrees: one for each full 5 points over the DC."""
    return (total - dc) // DEGREE


@rule
def strength_score(f: Fight, who: Combatant) -> int:
    """As this book's own set-up has it."""
    return who.strength


@rule
def save(f: Fight, who: Combatant, effect: Effect) -> bool:
    """tempo.save: wits against wands and spells, strength against all else."""
    if effect.save == WANDS or effect.save == SPELLS:
        total = roll_check(f, who, TO_SAVE, because(f, WITS, who.tempo.wits), 0)
    else:
        total = roll_check(f, who, TO_SAVE, because(f, STRENGTH, seams.strength_score(f, who)), 0)
    total += because(f, HARDER, effect.save_bonus, effect.save_bonus != 0)
    total += because(f, WARDED, 1, who.conditions >> PROTECTED & 1 != 0)
    note(f, E.CHECK, C.SAVE, who, who, total, UNOPPOSED)
    return total >= UNOPPOSED
