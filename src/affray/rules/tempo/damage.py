"""Damage of the tempo book: how much a blow deals."""

from affray.engine.purposes import FOR_DAMAGE
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import because, roll, rule
from affray.engine.vocabulary import BARE, NATURAL, SPLASH
from affray.rules.shared.damage import ENCHANTED
from affray.rules.tempo import clauses as C

ARMED, BARE_HANDS = 6, 3


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """tempo.damage: d6 from an armed human, d3 with bare hands, else its own dice. At a seam."""
    return max(1, dice_of(f, attacker, weapon) + because(f, ENCHANTED, weapon.bonus, weapon.bonus != 0))


@rule
def dice_of(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    if weapon.qualities & BARE:
        return roll(f, attacker, FOR_DAMAGE, BARE_HANDS)
    if attacker.character and weapon.qualities & (SPLASH | NATURAL) == 0:
        return roll(f, attacker, FOR_DAMAGE, ARMED)
    if weapon.sides > 0:
        return roll(f, attacker, FOR_DAMAGE, weapon.sides, weapon.count) + weapon.plus
    return weapon.plus


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """What a miss still does: nothing. At a seam."""


@rule
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    return C.DAMAGE
