"""Damage of the vanguard book: the weapon's die and what changes it. What happens at 0 is in death.py."""

from affray.engine.clauses import reason
from affray.engine.purposes import FOR_DAMAGE
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import because, roll, rule
from affray.engine.vocabulary import BARE, BLUNT, SPLASH
from affray.rules.shared.damage import BACKSTABBED, ENCHANTED
from affray.rules.vanguard import clauses as C

STRENGTH = reason(C.DAMAGE, "STR")
AT_LEAST_ONE = reason(C.DAMAGE, "at least 1")
TWO_HANDS = reason(C.DAMAGE, "in both hands")
FISTS = reason(C.UNARMED, "bare hands do nothing to chain or plate")
BONES = reason(C.DAMAGE, "half from edged weapons")
FLESH = reason(C.DAMAGE, "half from blunt weapons")
SHAFTS = reason(C.DAMAGE, "1 from missiles")
HALF_EDGED, HALF_BLUNT, ONE_MISSILE = 1, 2, 4  # bits of Combatant.tough
TOUGHNESS = "edged blunt missiles".split()


@rule
def weapon_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """vanguard.damage: the die and every modifier; the sum is noted where it is dealt. At a seam."""
    amount = dice_of(f, attacker, weapon, missile)
    if not missile or weapon.strong:
        amount += because(f, STRENGTH, attacker.harm, attacker.harm != 0)
    amount += because(f, ENCHANTED, weapon.bonus, weapon.bonus != 0)
    amount += because(f, BACKSTABBED, max(0, amount), stab)
    amount += because(f, AT_LEAST_ONE, 1 - amount, amount < 1)
    if weapon.qualities & BARE and target.mailed:
        return amount + because(f, FISTS, -amount)
    return amount + (withstood(f, target, weapon, missile, amount) if target.tough != 0 else 0)


@rule
def dice_of(f: Fight, attacker: Combatant, weapon: Weapon, missile: bool) -> int:
    """Its own die; a character's spear has a larger one in both hands."""
    if weapon.sides == 0:
        return weapon.plus
    if weapon.both > 0 and attacker.character and attacker.shield == 0 and not missile:
        return roll(f, attacker, FOR_DAMAGE, weapon.both, weapon.count) + weapon.plus + because(f, TWO_HANDS, 0)
    return roll(f, attacker, FOR_DAMAGE, weapon.sides, weapon.count) + weapon.plus


@rule
def withstood(f: Fight, target: Combatant, weapon: Weapon, missile: bool, amount: int) -> int:
    """What bones and dead flesh take off: half, rounded down but at least 1; missiles leave 1."""
    if weapon.qualities & SPLASH:
        return 0
    if missile and target.tough & ONE_MISSILE:
        return because(f, SHAFTS, 1 - amount)
    less = max(1, amount // 2) - amount
    if weapon.qualities & BLUNT:
        return because(f, FLESH, less, target.tough & HALF_BLUNT != 0)
    return because(f, BONES, less, target.tough & HALF_EDGED != 0)


@rule
def graze(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """What a miss still does: nothing. At a seam."""


@rule
def damage_clause(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    return C.UNARMED if weapon.qualities & BARE else C.DAMAGE
