"""What ability scores add."""

from affray.engine.state import Combatant, Fight
from affray.engine.verbs import rule


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
